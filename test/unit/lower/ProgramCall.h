// Runs a Program on memory, as the code that lib/Emit prints does: kernels, index checks and write-backs in
// order.
#pragma once

#include "KernelRunner.h"

#include "lib/Fusion/Program.h"

#include <map>

namespace fullgraph::test {

using Symbols = std::map<std::string, double>;

/// Conditions are 1 or 0.
double evaluateSym(const Sym &value, const Symbols &symbols);
std::vector<int64_t> evaluateSizes(const std::vector<Sym> &sizes, const Symbols &symbols);

/// Calls the kernel of this index; not 0 when it failed.
using KernelFunction =
    std::function<int(unsigned kernel, const std::vector<void *> &inputs,
                      const std::vector<ScalarArg> &scalars, const std::vector<void *> &outputs)>;

/// `inputs` and `outputs`: the first elements of the memory of `graph`'s inputs and of the program's fresh
/// outputs. False when an index check refuses the call. Throws std::runtime_error when a kernel fails.
bool runProgram(const Graph &graph, const Program &program, const Symbols &symbols,
                const std::vector<char *> &inputs, const std::vector<char *> &outputs,
                const KernelFunction &kernel);

} // namespace fullgraph::test
