// Fuses a graph, compiles its kernels, runs the program on the graph's inputs, and compares with the
// interpreter.
#pragma once

#include "Reference.h"

#include "lib/Fusion/Program.h"

namespace fullgraph::test {

class CompiledProgram {
public:
  /// `text`: a graph; types may be left to inference. `passes`: run the pipeline first. `level`: of x86-64.
  explicit CompiledProgram(const std::string &text, bool passes = true, int level = 3);
  bool ok() const { return program != nullptr && failure.empty(); }
  const std::string &error() const { return failure; }
  /// The device under test has no code for a kernel, which `error` names.
  bool lacksDeviceCode() const { return noDeviceCode; }
  const Graph &graph() const { return *source; }
  const Program &plan() const { return *program; }

  /// Runs on fresh inputs at the given sizes; results and mutated inputs must be the interpreter's. False
  /// when an index check refuses the call.
  bool check(const Symbols &symbols, double relative, double absolute = 0,
             const std::function<void(std::vector<Array> &)> &prepare = nullptr);

private:
  std::string failure;
  bool noDeviceCode = false;
  std::unique_ptr<Graph> source;
  std::unique_ptr<Program> program;
  std::vector<std::unique_ptr<CompiledKernel>> kernels;
};

/// The levels of x86-64 that this machine has: schedules depend on them.
std::vector<int> levelsHere();

/// Checks a program of one symbol, N, at each of the sizes and on each level.
void expectSame(const std::string &text, double relative = 1e-5, double absolute = 1e-6,
                const std::vector<int> &sizes = {0, 1, 3, 17, 100},
                const std::function<void(std::vector<Array> &)> &prepare = nullptr);

} // namespace fullgraph::test
