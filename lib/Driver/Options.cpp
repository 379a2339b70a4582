// A table of our own, because LLVM's command-line library would let through (and list) every internal option
// of the LLVM libraries that the tool is linked with.
#include "lib/Driver/Options.h"

#include "lib/Driver/BuildLog.h"
#include "lib/Driver/FlagsFile.h"
#include "lib/Driver/Stages.h"
#include "lib/Frontend/Modes.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"

#include <functional>
#include <optional>

namespace fullgraph {

namespace {

using llvm::StringRef;

enum Uses : unsigned { InCompile = 1, InExplain = 2, InEmitRuntime = 4, InReport = 8, InBisect = 16 };

struct OptionRow {
  const char *name;  // "--output"
  const char *alias; // "-o", or null
  const char *value; // what stands for the value in the help; null: a switch
  unsigned uses;
  const char *help;
  /// Stores the value; an error when it is wrong.
  std::function<llvm::Error(DriverOptions &, StringRef)> store;
};

template <class T> std::optional<T> lookUp(StringRef name, llvm::ArrayRef<std::pair<const char *, T>> table) {
  for (const auto &[known, value] : table)
    if (name == known)
      return value;
  return std::nullopt;
}

constexpr std::pair<const char *, EmitStage> stages[] = {
    {"capture", EmitStage::Capture}, {"graph", EmitStage::Graph},   {"dot", EmitStage::Dot},
    {"program", EmitStage::Program}, {"halide", EmitStage::Halide}, {"cpp", EmitStage::Cpp},
    {"object", EmitStage::Object}};

constexpr std::pair<const char *, MessageFormat> formats[] = {
    {"text", MessageFormat::Text}, {"json", MessageFormat::Json}, {"sarif", MessageFormat::Sarif}};

llvm::Error storeNumber(unsigned &into, unsigned lower, unsigned upper, StringRef v) {
  if (v.getAsInteger(10, into) || into < lower || into > upper)
    return failure("expected a number from " + std::to_string(lower) + " to " + std::to_string(upper) +
                   ", found '" + v.str() + "'");
  return llvm::Error::success();
}

/// Stores a path that must be given once.
llvm::Error storeOnce(std::string &slot, StringRef value) {
  if (!slot.empty() && slot != value)
    return failure("given twice, as '" + slot + "' and '" + value.str() + "'");
  slot = value.str();
  return llvm::Error::success();
}

/// Of a switch.
auto setFlag(bool DriverOptions::*flag) {
  return [flag](DriverOptions &o, StringRef) -> llvm::Error {
    o.*flag = true;
    return llvm::Error::success();
  };
}

llvm::Error storeSource(DriverOptions &o, StringRef v) {
  if (!llvm::sys::fs::is_regular_file(v))
    return failure("there is no such source: '" + v.str() + "'");
  o.unit.targetSources.push_back(absolutePath(v.str()));
  return llvm::Error::success();
}

llvm::Error storeFlagsFile(DriverOptions &o, StringRef v) {
  auto flags = readFlagsFile(v);
  if (!flags)
    return flags.takeError();
  o.flags.insert(o.flags.end(), flags->begin(), flags->end());
  return llvm::Error::success();
}

llvm::Error storePasses(DriverOptions &o, StringRef value) {
  llvm::SmallVector<StringRef> names;
  value.split(names, ',');
  for (StringRef name : names) {
    const Pass *pass = findPass({name.data(), name.size()});
    if (!pass)
      return failure("unknown pass '" + name.str() + "'; passes are " + passNames());
    o.passes.push_back(pass);
  }
  return llvm::Error::success();
}

/// The names of FULLGRAPH_LOGS that a build has something to tell of; graph breaks are its diagnostics.
llvm::Error storeLogs(DriverOptions &o, StringRef value) {
  const std::vector<std::string> known = buildLogNames();
  llvm::SmallVector<StringRef> names;
  value.split(names, ',');
  for (StringRef name : names) {
    if (name == "all") {
      o.logs = known;
      continue;
    }
    if (name == "graph_breaks")
      return failure("graph breaks are told without it: see '-Wgraph-break'");
    if (name == "recompiles")
      return failure("'recompiles' happen at run time: FULLGRAPH_LOGS=recompiles");
    if (!llvm::is_contained(known, name))
      return failure("unknown name '" + name.str() + "'; names are " + llvm::join(known, ", ") + ", all");
    if (!llvm::is_contained(o.logs, name))
      o.logs.push_back(name.str());
  }
  return llvm::Error::success();
}

const std::vector<OptionRow> &optionRows() {
  static const std::vector<OptionRow> rows = {
      {"--output", "-o", "<file>", InCompile | InEmitRuntime | InReport,
       "where the result goes; default: <input>.fg.cpp",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.output, v); }},
      {"--object-dir", nullptr, "<folder>", InCompile,
       "where kernels and rewritten headers go; default: the output's folder",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.objectDir, v); }},
      {"--archive", nullptr, "<file>", InCompile,
       "where the kernels' archive goes; default: the output with .a for .cpp",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.archive, v); }},
      {"--report", nullptr, "<file>", InCompile, "writes what was compiled as JSON",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.report, v); }},
      {"--profile", nullptr, "<file>", InCompile,
       "builds versions for the calls that FULLGRAPH_PROFILE recorded",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.profile, v); }},
      {"--depfile", nullptr, "<file>", InCompile, "writes the files that were read, as a make rule",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.depfile, v); }},
      {"--target", nullptr, "<target>", InCompile | InEmitRuntime,
       "of kernels: host, x86-64-v3, x86-64-v4, aarch64-linux, or Halide's name; repeatable",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         o.targets.push_back(v.str());
         return llvm::Error::success();
       }},
      {"--mode", nullptr, "<mode>", InCompile, "the mode of functions that name none (--list-modes)",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         std::string known;
         for (const ModeName &mode : modeNames) {
           if (v == mode.flag)
             return storeOnce(o.mode, v);
           known += (known.empty() ? "" : ", ") + std::string(mode.flag);
         }
         return failure("unknown mode '" + v.str() + "'; modes are " + known);
       }},
      {"--load", nullptr, "<file>", InCompile,
       "a plug-in with backends, for functions that name one of them; repeatable",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         o.plugins.push_back(v.str());
         return llvm::Error::success();
       }},
      {"--fullgraph", nullptr, nullptr, InCompile, "graph breaks are errors, in every function",
       setFlag(&DriverOptions::fullgraph)},
      {"--emit", nullptr, "<stage>", InCompile,
       "prints a stage: capture, graph, dot, program, halide, cpp, object",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         const auto stage = lookUp<EmitStage>(v, stages);
         if (!stage)
           return failure("unknown stage '" + v.str() +
                          "'; stages are capture, graph, dot, program, halide, cpp, object");
         if (o.emit != EmitStage::Everything && o.emit != *stage)
           return failure("given twice");
         o.emit = *stage;
         return llvm::Error::success();
       }},
      {"--from", nullptr, "graph", InCompile, "the input is graph text, not C++",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         if (v != "graph")
           return failure("unknown input '" + v.str() + "'; 'graph' is known");
         o.fromGraph = true;
         return llvm::Error::success();
       }},
      {"--passes", nullptr, "<names>", InCompile,
       "runs these passes, in order, in place of the pipeline: fold,dce",
       [](DriverOptions &o, StringRef v) { return storePasses(o, v); }},
      {"--dump-passes", nullptr, nullptr, InCompile, "prints the graph after each pass, on stderr",
       setFlag(&DriverOptions::dumpPasses)},
      {"--log", nullptr, "<names>", InCompile,
       "tells of: guards, dynamic, graph_code, kernel_code, perf_hints, cache, capture, or all",
       [](DriverOptions &o, StringRef v) { return storeLogs(o, v); }},
      {"--flags-file", nullptr, "<file>", InCompile, "reads compiler flags, one a line", storeFlagsFile},
      {"--with", nullptr, "<source>", InCompile,
       "another source of the program: its functions are inlined, its calls say types; repeatable",
       storeSource},
      {"--compilation-database", "-p", "<folder>", InCompile,
       "takes the flags from compile_commands.json there",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.unit.compilationDatabase, v); }},
      {"--jobs", "-j", "<n>", InCompile, "kernels compiled at a time; default: one for each hardware thread",
       [](DriverOptions &o, StringRef v) { return storeNumber(o.jobs, 1, 4096, v); }},
      {"--ahead", nullptr, nullptr, InCompile,
       "calls in sight, and undeclared types, without code are errors",
       [](DriverOptions &o, StringRef) -> llvm::Error {
         o.ahead.required = true;
         return llvm::Error::success();
       }},
      {"--ahead-versions", nullptr, "<n>", InCompile,
       "likely types that code is built ahead for where none are declared: at most so many",
       [](DriverOptions &o, StringRef v) { return storeNumber(o.ahead.versions, 0, 16, v); }},
      {"--format", nullptr, "<format>", InCompile, "of diagnostics: text, json or sarif (on stderr)",
       [](DriverOptions &o, StringRef v) -> llvm::Error {
         const auto format = lookUp<MessageFormat>(v, formats);
         if (!format)
           return failure("unknown format '" + v.str() + "'; formats are text, json, sarif");
         o.format = *format;
         return llvm::Error::success();
       }},
      {"--fix", nullptr, nullptr, InCompile,
       "edits the sources as the fix-its of graph breaks say; compiles nothing",
       setFlag(&DriverOptions::fix)},
      {"--verify", nullptr, nullptr, InCompile,
       "checks diagnostics against expected-error comments, as clang -verify does",
       setFlag(&DriverOptions::verify)},
      {"--markdown", nullptr, "<folder>", InExplain, "writes the pages of docs/graph-breaks there",
       [](DriverOptions &o, StringRef v) { return storeOnce(o.markdown, v); }},
  };
  return rows;
}

constexpr struct {
  const char *name;
  Command command;
  const char *help;
} plainCommands[] = {
    {"--list-backends", Command::ListBackends, "the values of .backend"},
    {"--list-modes", Command::ListModes, "the values of .mode"},
    {"--list-options", Command::ListOptions, "the options of FG_COMPILE"},
    {"--list-environment", Command::ListEnvironment,
     "the environment variables, as docs/run-time.md lists them"},
    {"--version", Command::Version, "versions of the tool and of what it is built on"},
    {"--help", Command::Help, "this text"},
};

llvm::Error unknownOption(StringRef name, unsigned use) {
  const char *best = nullptr;
  unsigned distance = std::max<unsigned>(2, name.size() / 3) + 1;
  const auto consider = [&](const char *known) {
    const unsigned d = name.edit_distance(known, true, distance);
    if (d < distance) {
      distance = d;
      best = known;
    }
  };
  for (const OptionRow &row : optionRows())
    if (row.uses & use)
      consider(row.name);
  for (const auto &plain : plainCommands)
    consider(plain.name);
  std::string message = "unknown option '" + name.str() + "'";
  if (best)
    return failure(message + "; did you mean '" + best + "'?");
  return failure(message + "; 'fullgraph --help' lists them, and the compiler's flags follow '--'");
}

llvm::Error expandResponseFiles(std::vector<std::string> &args) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> expanded;
  for (const std::string &arg : args)
    expanded.push_back(saver.save(arg).data());
  llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error problem = context.expandResponseFiles(expanded))
    return problem;
  args.assign(expanded.begin(), expanded.end());
  for (const std::string &arg : args)
    if (arg.size() > 1 && arg[0] == '@')
      return failure("cannot read response file '" + arg.substr(1) + "'");
  return llvm::Error::success();
}

/// Takes the option at args[i] with its value, and moves i to the last argument used.
llvm::Error takeOption(const std::vector<std::string> &args, size_t &i, unsigned use,
                       DriverOptions &options) {
  const StringRef arg = args[i];
  for (const OptionRow &row : optionRows()) {
    StringRef shown = row.name;
    std::optional<StringRef> value;
    StringRef rest = arg;
    if (rest.consume_front(row.name) && (rest.empty() || rest[0] == '=')) {
      if (!rest.empty())
        value = rest.drop_front();
    } else if (rest = arg; row.alias && rest.consume_front(row.alias)) {
      shown = row.alias;
      if (!rest.empty())
        value = rest;
    } else {
      continue;
    }
    if (!(row.uses & use))
      break;
    if (!row.value && value)
      return failure("'" + shown.str() + "' takes no value");
    if (row.value && !value) {
      if (i + 1 == args.size() || args[i + 1] == "--")
        return failure("'" + shown.str() + "' needs a value: " + row.value);
      value = args[++i];
    }
    if (row.value && value->empty())
      return failure("'" + shown.str() + "' needs a value: " + row.value);
    if (llvm::Error problem = row.store(options, value.value_or(StringRef())))
      return failure("'" + shown.str() + "': " + llvm::toString(std::move(problem)));
    return llvm::Error::success();
  }
  return unknownOption(arg.split('=').first, use);
}

llvm::Error findContradiction(const DriverOptions &o, bool sawFlags) {
  const bool manyInputs = o.inputs.size() > 1;
  for (const auto &[name, value] : {std::pair<const char *, const std::string &>{"-o", o.output},
                                    {"--archive", o.archive},
                                    {"--report", o.report},
                                    {"--depfile", o.depfile}}) {
    if (value.empty())
      continue;
    if (manyInputs)
      return failure(std::string("'") + name + "' names one file, but there are " +
                     std::to_string(o.inputs.size()) + " inputs");
    if (llvm::is_contained(o.inputs, value))
      return failure(std::string("'") + name + "' would overwrite the input '" + value + "'");
    for (const std::string *other : {&o.output, &o.archive, &o.report, &o.depfile})
      if (other != &value && *other == value && value != "-")
        return failure("two outputs have the same name '" + value + "'");
  }
  const bool wholeRun = o.emit == EmitStage::Everything;
  if (!wholeRun && !o.archive.empty())
    return failure("'--archive' is written by a whole run, without '--emit'");
  if (!wholeRun && !o.depfile.empty())
    return failure("'--depfile' is written by a whole run, without '--emit'");
  if (!wholeRun && !o.report.empty())
    return failure("'--report' is written by a whole run, without '--emit'");
  if (!wholeRun && !o.logs.empty())
    return failure("'--log' tells of a whole run, without '--emit'");
  if (o.output == "-" && wholeRun)
    return failure("'-o -' needs '--emit': a whole run writes several files");
  if (o.emit == EmitStage::Object && (o.output.empty() || o.output == "-"))
    return failure("'--emit=object' needs '-o <file>'");
  if (o.fromGraph) {
    if (sawFlags || !o.unit.compilationDatabase.empty())
      return failure("'--from=graph' reads no C++, so it takes no compiler flags");
    if (wholeRun)
      return failure("'--from=graph' needs '--emit'");
    if (o.emit == EmitStage::Cpp)
      return failure("'--from=graph' has no C++ to rewrite: '--emit=cpp' needs a source");
    if (o.verify || o.fix)
      return failure(o.fix ? "'--fix' needs a C++ source" : "'--verify' needs a C++ source");
  }
  if (o.fix && (o.verify || !wholeRun || !o.output.empty() || !o.archive.empty() || !o.report.empty() ||
                !o.depfile.empty() || llvm::is_contained(o.inputs, "-")))
    return failure(
        "'--fix' writes to the sources alone: no outputs, no '--emit', no '--verify', no standard input");
  if (!o.unit.compilationDatabase.empty() && llvm::is_contained(o.inputs, "-"))
    return failure("the standard input has no entry in a compilation database");
  if (!o.passes.empty() && o.emit != EmitStage::Graph && o.emit != EmitStage::Dot)
    return failure("'--passes' needs '--emit=graph' or '--emit=dot'");
  return llvm::Error::success();
}

} // namespace

llvm::Error parseOptions(const std::vector<std::string> &given, DriverOptions &options) {
  std::vector<std::string> args = given;
  if (llvm::Error problem = expandResponseFiles(args))
    return problem;

  unsigned use = InCompile;
  size_t first = 0;
  if (!args.empty()) {
    if (args[0] == "explain") {
      options.command = Command::Explain;
      use = InExplain;
      first = 1;
    } else if (args[0] == "emit-runtime") {
      options.command = Command::EmitRuntime;
      use = InEmitRuntime;
      first = 1;
    } else if (args[0] == "report") {
      options.command = Command::Report;
      use = InReport;
      first = 1;
    } else if (args[0] == "bisect") {
      options.command = Command::Bisect;
      use = InBisect;
      first = 1;
    } else if (args[0] == "compile") {
      first = 1;
    }
  }

  bool sawFlags = false;
  for (size_t i = first; i < args.size(); ++i) {
    const StringRef arg = args[i];
    if (arg == "--") {
      if (use != InCompile && use != InBisect)
        return failure("compiler flags have no use in '" + args[0] + "'");
      options.flags.insert(options.flags.end(), args.begin() + i + 1, args.end());
      sawFlags = true;
      break;
    }
    if (arg.size() < 2 || arg[0] != '-') { // "-" is the standard input
      if (arg.empty())
        return failure("an empty argument stands where an input file is expected");
      options.inputs.push_back(arg.str());
      continue;
    }
    bool isPlain = arg == "-h";
    if (isPlain)
      options.command = Command::Help;
    for (const auto &plain : plainCommands)
      if (arg == plain.name) {
        options.command = plain.command;
        isPlain = true;
      }
    if (isPlain)
      continue;
    if (arg.starts_with("-W") && use == InCompile && arg.contains("graph-break")) {
      options.breakFlags.push_back(arg.str());
      continue;
    }
    const bool hadFlags = !options.flags.empty();
    if (llvm::Error problem = takeOption(args, i, use, options))
      return problem;
    sawFlags |= !hadFlags && !options.flags.empty();
  }

  if (options.command != Command::Bisect)
    llvm::erase_if(options.flags, [&](const std::string &flag) {
      const StringRef text = flag;
      const bool ours = text.starts_with("-W") && text.contains("graph-break");
      if (ours)
        options.breakFlags.push_back(flag);
      return ours;
    });

  switch (options.command) {
  case Command::Compile:
    if (options.inputs.empty())
      return failure("no input file; 'fullgraph --help' shows how it is used");
    return findContradiction(options, sawFlags);
  case Command::Explain:
    if (options.inputs.size() > 1 || (!options.markdown.empty() && !options.inputs.empty()))
      return failure("'explain' takes one id or slug, none, or '--markdown=<folder>'");
    if (!options.inputs.empty())
      options.explain = options.inputs[0];
    break;
  case Command::Report:
    if (options.inputs.empty() || options.output.empty())
      return failure("'report' needs what '--report' wrote, and '-o <page.html>'");
    if (llvm::is_contained(options.inputs, options.output))
      return failure("'-o' would overwrite the input '" + options.output + "'");
    break;
  case Command::Bisect:
    if (!options.inputs.empty() || options.flags.empty())
      return failure("'bisect' needs '--' and the command to run: fullgraph bisect -- ./test --all");
    break;
  case Command::ListBackends:
  case Command::ListModes:
  case Command::ListOptions:
  case Command::ListEnvironment:
  case Command::Version:
    if (!options.inputs.empty())
      return failure("'" + options.inputs[0] + "' has no use beside an option that only prints");
    break;
  case Command::EmitRuntime:
    if (!options.inputs.empty())
      return failure("'emit-runtime' takes no input, found '" + options.inputs[0] + "'");
    if (options.output.empty())
      return failure("'emit-runtime' needs '-o <file>'");
    if (options.targets.size() > 1)
      return failure("'emit-runtime' takes one '--target'");
    break;
  default:
    break;
  }
  return llvm::Error::success();
}

std::string helpText() {
  std::string text =
      "usage: fullgraph [options] <source.cpp> -o <source.fg.cpp> -- <compiler flags>\n"
      "       fullgraph explain [<id or slug>]\n"
      "       fullgraph report <report.json>... [<trace>...] -o <page.html>\n"
      "       fullgraph bisect -- <command that fails>\n"
      "       fullgraph emit-runtime [--target <target>] -o <object file>\n\n"
      "Compiles the functions marked FG_COMPILE ahead of time, and reports graph breaks. 'report' makes a "
      "page of\n"
      "what '--report' and FULLGRAPH_TRACE wrote. 'bisect' runs a command that fails until it knows which\n"
      "graph, kernel or pass is to blame.\n\n"
      "Options\n";
  const auto line = [&](std::string left, const char *help) {
    left = "  " + left;
    text += left;
    text += left.size() < 30 ? std::string(30 - left.size(), ' ') : "\n" + std::string(30, ' ');
    text += std::string(help) + "\n";
  };
  for (const OptionRow &row : optionRows()) {
    std::string left = row.alias ? std::string(row.alias) + ", " + row.name : std::string(row.name);
    if (row.value)
      left += std::string(row.alias ? " " : "=") + row.value;
    line(left, row.help);
  }
  line("-W[no-][error=]graph-break[=<slug>]", "shows, silences, or makes errors of graph breaks");
  for (const auto &plain : plainCommands)
    line(plain.name, plain.help);
  text += "\nPasses, in the order of the pipeline\n";
  for (const Pass &pass : passTable())
    line(pass.name, pass.why);
  return text;
}

} // namespace fullgraph
