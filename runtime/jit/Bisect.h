// What the environment asks of the run-time compiler, for `fullgraph bisect` and by hand: docs/bisect.md.
// Service.cpp asks it. What no variable names runs as it was compiled.
#pragma once

#include <string>

namespace fullgraph::jit::bisect {

/// FULLGRAPH_INTERP: kernels whose operators are called one by one: their names, "*" for all.
bool interprets(const std::string &kernel);
/// Of these, the names that no kernel had: at the program's end.
void tellUnmatched();
/// FULLGRAPH_INTERP_PASSES=n: the operators of a version's graph as it is after its first n passes are called
/// one by one, without kernels. 0: kernels are used.
int interpretedPasses();
/// FULLGRAPH_UNITS=<file>: a line for each kernel and pass of the versions that are made.
void note(const char *kind, const std::string &name, const std::string &what);

} // namespace fullgraph::jit::bisect
