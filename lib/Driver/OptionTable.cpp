// A table of our own, because LLVM's command-line library would let through (and list) every internal option
// of the LLVM libraries that the tool is linked with.
#include "lib/Driver/OptionTable.h"

#include "lib/Driver/BuildLog.h"
#include "lib/Driver/FlagsFile.h"
#include "lib/Driver/Stages.h"
#include "lib/Frontend/Modes.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <optional>

namespace fullgraph {

namespace {

using llvm::StringRef;

template <class T> std::optional<T> lookUp(StringRef name, llvm::ArrayRef<std::pair<const char *, T>> table) {
  for (const auto &[known, value] : table)
    if (name == known)
      return value;
  return std::nullopt;
}

constexpr std::pair<const char *, EmitStage> stageNames[] = {
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

llvm::Error set(bool &flag) {
  flag = true;
  return llvm::Error::success();
}

llvm::Error append(std::vector<std::string> &list, StringRef value) {
  list.push_back(value.str());
  return llvm::Error::success();
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
    o.stages.passes.push_back(pass);
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

llvm::Error storeMode(DriverOptions &o, StringRef v) {
  std::string known;
  for (const ModeName &mode : modeNames) {
    if (v == mode.flag)
      return storeOnce(o.functions.mode, v);
    known += (known.empty() ? "" : ", ") + std::string(mode.flag);
  }
  return failure("unknown mode '" + v.str() + "'; modes are " + known);
}

llvm::Error storeStage(DriverOptions &o, StringRef v) {
  const auto stage = lookUp<EmitStage>(v, stageNames);
  if (!stage)
    return failure("unknown stage '" + v.str() +
                   "'; stages are capture, graph, dot, program, halide, cpp, object");
  if (o.stages.emit != EmitStage::Everything && o.stages.emit != *stage)
    return failure("given twice");
  o.stages.emit = *stage;
  return llvm::Error::success();
}

llvm::Error storeInputKind(DriverOptions &o, StringRef v) {
  if (v != "graph")
    return failure("unknown input '" + v.str() + "'; 'graph' is known");
  return set(o.stages.fromGraph);
}

llvm::Error storeFormat(DriverOptions &o, StringRef v) {
  const auto format = lookUp<MessageFormat>(v, formats);
  if (!format)
    return failure("unknown format '" + v.str() + "'; formats are text, json, sarif");
  o.format = *format;
  return llvm::Error::success();
}

constexpr OptionRow rows[] = {
    // What is written, and where.
    {"--output", "-o", "<file>", InCompile | InEmitRuntime | InReport | InTune,
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
    {"--tuning", nullptr, "<file>", InCompile, "takes the kernels' knobs from what 'fullgraph tune' wrote",
     [](DriverOptions &o, StringRef v) { return storeOnce(o.tuning.file, v); }},
    {"--profile", nullptr, "<file>", InCompile | InTune,
     "builds versions for the calls that FULLGRAPH_PROFILE recorded",
     [](DriverOptions &o, StringRef v) { return storeOnce(o.profile, v); }},
    {"--depfile", nullptr, "<file>", InCompile, "writes the files that were read, as a make rule",
     [](DriverOptions &o, StringRef v) { return storeOnce(o.depfile, v); }},

    // What functions and kernels are compiled for.
    {"--target", nullptr, "<target>", InCompile | InEmitRuntime | InTune,
     "of kernels: host, x86-64-v3, x86-64-v4, aarch64-linux, or Halide's name; repeatable",
     [](DriverOptions &o, StringRef v) { return append(o.targets, v); }},
    {"--mode", nullptr, "<mode>", InCompile, "the mode of functions that name none (--list-modes)",
     storeMode},
    {"--load", nullptr, "<file>", InCompile | InTune,
     "a plug-in with backends, for functions that name one of them; repeatable",
     [](DriverOptions &o, StringRef v) { return append(o.plugins, v); }},
    {"--fullgraph", nullptr, nullptr, InCompile, "graph breaks are errors, in every function",
     [](DriverOptions &o, StringRef) { return set(o.functions.fullgraph); }},

    // Stages, and what is told of them.
    {"--emit", nullptr, "<stage>", InCompile,
     "prints a stage: capture, graph, dot, program, halide, cpp, object", storeStage},
    {"--from", nullptr, "graph", InCompile | InTune, "the input is graph text, not C++", storeInputKind},
    {"--passes", nullptr, "<names>", InCompile,
     "runs these passes, in order, in place of the pipeline: fold,dce", storePasses},
    {"--dump-passes", nullptr, nullptr, InCompile, "prints the graph after each pass, on stderr",
     [](DriverOptions &o, StringRef) { return set(o.stages.dumpPasses); }},
    {"--log", nullptr, "<names>", InCompile,
     "tells of: guards, dynamic, graph_code, kernel_code, perf_hints, cache, capture, or all", storeLogs},

    // How sources are parsed.
    {"--flags-file", nullptr, "<file>", InCompile | InTune, "reads compiler flags, one a line",
     storeFlagsFile},
    {"--with", nullptr, "<source>", InCompile | InTune,
     "another source of the program: its functions are inlined, its calls say types; repeatable",
     storeSource},
    {"--compilation-database", "-p", "<folder>", InCompile | InTune,
     "takes the flags from compile_commands.json there",
     [](DriverOptions &o, StringRef v) { return storeOnce(o.unit.compilationDatabase, v); }},

    // The run.
    {"--jobs", "-j", "<n>", InCompile | InTune,
     "kernels compiled at a time; default: one for each hardware thread",
     [](DriverOptions &o, StringRef v) { return storeNumber(o.jobs, 1, 4096, v); }},
    {"--ahead", nullptr, nullptr, InCompile, "calls in sight, and undeclared types, without code are errors",
     [](DriverOptions &o, StringRef) { return set(o.functions.ahead); }},
    {"--ahead-versions", nullptr, "<n>", InCompile | InTune,
     "likely types that code is built ahead for where none are declared: at most so many",
     [](DriverOptions &o, StringRef v) { return storeNumber(o.functions.aheadVersions, 0, 16, v); }},
    {"--budget", nullptr, "<seconds>", InCompile | InTune,
     "how long 'tune' and fg::Mode::MaxAutotune measure at most; default: 60",
     [](DriverOptions &o, StringRef v) { return storeNumber(o.tuning.budget, 1, 86'400, v); }},
    {"--again", nullptr, nullptr, InTune, "measures also the kernels that the file has",
     [](DriverOptions &o, StringRef) { return set(o.tuning.again); }},
    {"--format", nullptr, "<format>", InCompile | InTune, "of diagnostics: text, json or sarif (on stderr)",
     storeFormat},
    {"--fix", nullptr, nullptr, InCompile,
     "edits the sources as the fix-its of graph breaks say; compiles nothing",
     [](DriverOptions &o, StringRef) { return set(o.fix); }},
    {"--verify", nullptr, nullptr, InCompile,
     "checks diagnostics against expected-error comments, as clang -verify does",
     [](DriverOptions &o, StringRef) { return set(o.verify); }},
    {"--markdown", nullptr, "<folder>", InExplain, "writes the pages of docs/graph-breaks there",
     [](DriverOptions &o, StringRef v) { return storeOnce(o.explain.markdown, v); }},
};

constexpr PlainCommand plain[] = {
    {"--list-backends", Command::ListBackends, "the values of .backend"},
    {"--list-modes", Command::ListModes, "the values of .mode"},
    {"--list-options", Command::ListOptions, "the options of FG_COMPILE"},
    {"--list-environment", Command::ListEnvironment,
     "the environment variables, as docs/run-time.md lists them"},
    {"--version", Command::Version, "versions of the tool and of what it is built on"},
    {"--help", Command::Help, "this text"},
};

constexpr Subcommand commands[] = {
    {"compile", Command::Compile, InCompile}, // needs not be written
    {"explain", Command::Explain, InExplain}, {"emit-runtime", Command::EmitRuntime, InEmitRuntime},
    {"report", Command::Report, InReport},    {"bisect", Command::Bisect, InBisect},
    {"tune", Command::Tune, InTune},
};

} // namespace

llvm::ArrayRef<OptionRow> optionRows() { return rows; }
llvm::ArrayRef<PlainCommand> plainCommands() { return plain; }
llvm::ArrayRef<Subcommand> subcommands() { return commands; }

} // namespace fullgraph
