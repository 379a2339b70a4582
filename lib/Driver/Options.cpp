#include "lib/Driver/Options.h"

#include "lib/Driver/OptionTable.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

#include <optional>

namespace fullgraph {

namespace {

using llvm::StringRef;

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
  for (const PlainCommand &plain : plainCommands())
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
  const bool wholeRun = o.stages.emit == EmitStage::Everything;
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
  if (o.stages.emit == EmitStage::Object && (o.output.empty() || o.output == "-"))
    return failure("'--emit=object' needs '-o <file>'");
  if (o.stages.fromGraph) {
    if (sawFlags || !o.unit.compilationDatabase.empty())
      return failure("'--from=graph' reads no C++, so it takes no compiler flags");
    if (wholeRun)
      return failure("'--from=graph' needs '--emit'");
    if (o.stages.emit == EmitStage::Cpp)
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
  if (!o.stages.passes.empty() && o.stages.emit != EmitStage::Graph && o.stages.emit != EmitStage::Dot)
    return failure("'--passes' needs '--emit=graph' or '--emit=dot'");
  return llvm::Error::success();
}

/// Takes an option that only prints.
bool takePlain(StringRef arg, DriverOptions &options) {
  if (arg == "-h") {
    options.command = Command::Help;
    return true;
  }
  for (const PlainCommand &plain : plainCommands())
    if (arg == plain.name) {
      options.command = plain.command;
      return true;
    }
  return false;
}

bool isBreakFlag(StringRef arg) { return arg.starts_with("-W") && arg.contains("graph-break"); }

/// Takes the arguments from args[first] on. `sawFlags`: some of them are flags for the compiler.
llvm::Error takeArguments(const std::vector<std::string> &args, size_t first, unsigned use,
                          DriverOptions &options, bool &sawFlags) {
  for (size_t i = first; i < args.size(); ++i) {
    const StringRef arg = args[i];
    if (arg == "--") {
      if (!(use & (InCompile | InBisect | InTune)))
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
    if (takePlain(arg, options))
      continue;
    if ((use & (InCompile | InTune)) && isBreakFlag(arg)) {
      options.breakFlags.push_back(arg.str());
      continue;
    }
    const bool hadFlags = !options.flags.empty();
    if (llvm::Error problem = takeOption(args, i, use, options))
      return problem;
    sawFlags |= !hadFlags && !options.flags.empty();
  }
  return llvm::Error::success();
}

llvm::Error checkExplain(DriverOptions &options) {
  if (options.inputs.size() > 1 || (!options.explain.markdown.empty() && !options.inputs.empty()))
    return failure("'explain' takes one id or slug, none, or '--markdown=<folder>'");
  if (!options.inputs.empty())
    options.explain.rule = options.inputs[0];
  return llvm::Error::success();
}

llvm::Error checkReport(const DriverOptions &options) {
  if (options.inputs.empty() || options.output.empty())
    return failure("'report' needs what '--report' wrote, and '-o <page.html>'");
  if (llvm::is_contained(options.inputs, options.output))
    return failure("'-o' would overwrite the input '" + options.output + "'");
  return llvm::Error::success();
}

llvm::Error checkEmitRuntime(const DriverOptions &options) {
  if (!options.inputs.empty())
    return failure("'emit-runtime' takes no input, found '" + options.inputs[0] + "'");
  if (options.output.empty())
    return failure("'emit-runtime' needs '-o <file>'");
  if (options.targets.size() > 1)
    return failure("'emit-runtime' takes one '--target'");
  return llvm::Error::success();
}

llvm::Error checkTune(const DriverOptions &options, bool sawFlags) {
  if (options.inputs.empty() || options.output.empty() || options.output == "-")
    return failure("'tune' needs sources, and '-o <tuning.json>'");
  if (llvm::is_contained(options.inputs, options.output))
    return failure("'-o' would overwrite the input '" + options.output + "'");
  if (options.stages.fromGraph && (sawFlags || !options.unit.compilationDatabase.empty()))
    return failure("'--from=graph' reads no C++, so it takes no compiler flags");
  return llvm::Error::success();
}

/// Has the command what it needs, and nothing that contradicts it?
llvm::Error checkCommand(DriverOptions &options, bool sawFlags) {
  switch (options.command) {
  case Command::Compile:
    if (options.inputs.empty())
      return failure("no input file; 'fullgraph --help' shows how it is used");
    return findContradiction(options, sawFlags);
  case Command::Explain:
    return checkExplain(options);
  case Command::Report:
    return checkReport(options);
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
  case Command::Tune:
    return checkTune(options, sawFlags);
  case Command::EmitRuntime:
    return checkEmitRuntime(options);
  default:
    break;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error parseOptions(const std::vector<std::string> &given, DriverOptions &options) {
  std::vector<std::string> args = given;
  if (llvm::Error problem = expandResponseFiles(args))
    return problem;

  unsigned use = InCompile;
  size_t first = 0;
  for (const Subcommand &known : subcommands())
    if (!args.empty() && args[0] == known.name) {
      options.command = known.command;
      use = known.use;
      first = 1;
    }
  bool sawFlags = false;
  if (llvm::Error problem = takeArguments(args, first, use, options, sawFlags))
    return problem;
  if (options.command != Command::Bisect) {
    llvm::copy_if(options.flags, std::back_inserter(options.breakFlags), isBreakFlag);
    llvm::erase_if(options.flags, isBreakFlag);
  }
  return checkCommand(options, sawFlags);
}

std::string helpText() {
  std::string text =
      "usage: fullgraph [options] <source.cpp> -o <source.fg.cpp> -- <compiler flags>\n"
      "       fullgraph explain [<id or slug>]\n"
      "       fullgraph report <report.json>... [<trace>...] -o <page.html>\n"
      "       fullgraph bisect -- <command that fails>\n"
      "       fullgraph tune <source.cpp>... -o <tuning.json> -- <compiler flags>\n"
      "       fullgraph emit-runtime [--target <target>] -o <object file>\n\n"
      "Compiles the functions marked FG_COMPILE ahead of time, and reports graph breaks. 'report' makes a "
      "page of\n"
      "what '--report' and FULLGRAPH_TRACE wrote. 'bisect' runs a command that fails until it knows which\n"
      "graph, kernel or pass is to blame. 'tune' measures the kernels of sources on this machine, and writes "
      "a "
      "file for\n"
      "'--tuning'.\n\n"
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
  for (const PlainCommand &plain : plainCommands())
    line(plain.name, plain.help);
  text += "\nPasses, in the order of the pipeline\n";
  for (const Pass &pass : passTable())
    line(pass.name, pass.why);
  return text;
}

} // namespace fullgraph
