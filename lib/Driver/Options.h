// The command line of `fullgraph`. All of lib/Driver reads it; Options.cpp alone parses. A run reads nothing
// else of the command line.
#pragma once

#include <llvm/Support/Error.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph {

struct Pass;

enum class Command {
  Compile,
  Explain,
  Report,
  Bisect,
  Tune,
  EmitRuntime,
  ListBackends,
  ListModes,
  ListOptions,
  ListEnvironment,
  Version,
  Help
};
enum class MessageFormat { Text, Json, Sarif };
enum class EmitStage { Everything, Capture, Graph, Dot, Program, Halide, Cpp, Object };

/// What is run, and printed of it.
struct StageOptions {
  EmitStage emit = EmitStage::Everything;
  bool fromGraph = false;           // the input is graph text
  std::vector<const Pass *> passes; // run these in place of the pipeline
  bool dumpPasses = false;
};

/// What is said of all functions at once.
struct FunctionDefaults {
  std::string mode;            // for functions that name none
  bool fullgraph = false;      // graph breaks are errors in every function
  bool ahead = false;          // what has no code built ahead is an error, in every function
  unsigned aheadVersions = 16; // for likely types: at most so many
};

struct ExplainOptions {
  std::string rule;     // an id or slug; empty: list all
  std::string markdown; // the folder for the pages
};

struct TuningOptions {
  std::string file;     // of a build: its kernels' knobs
  unsigned budget = 60; // seconds that a run measures
  /// Of `fullgraph tune`, once it runs: when its budget is over, for all inputs.
  std::optional<std::chrono::steady_clock::time_point> end;
  bool again = false; // measures also what the file has
};

struct DriverOptions {
  Command command = Command::Compile;
  std::string executable; // this tool's own path
  std::vector<std::string> inputs;

  std::string output, objectDir, archive, report, depfile, profile;
  StageOptions stages;
  FunctionDefaults functions;
  ExplainOptions explain;
  TuningOptions tuning;
  std::vector<std::string> logs;              // of buildLogNames, each once
  std::vector<std::string> targets;           // of kernels; empty: the host's
  std::vector<std::string> plugins;           // with backends
  MessageFormat format = MessageFormat::Text; // of diagnostics
  bool verify = false;
  bool fix = false;  // applies fix-its to the sources, and compiles nothing
  unsigned jobs = 0; // as many as the machine has threads

  struct UnitOptions {
    std::string compilationDatabase;
    std::vector<std::string> targetSources; // --with: of the same program as the inputs
  } unit;
  /// For clang: from --flags-file, then what follows `--`. Of bisect: the command.
  std::vector<std::string> flags;
  std::vector<std::string> breakFlags; // -W[no-][error=]graph-break..., taken out of `flags`
};

/// Reads the arguments that follow the program's name, with @files expanded. An error when they are wrong or
/// contradict each other; what stands in front of the place is read then.
llvm::Error parseOptions(const std::vector<std::string> &args, DriverOptions &options);

std::string helpText();

} // namespace fullgraph
