// What the run-time compiler has done. Not part of fullgraph.h, which does without <string>.
#pragma once

#include <fullgraph/control.h>

#include <string>
#include <vector>

namespace fg {

/// A version that was compiled at run time.
struct VersionStats {
  std::string inputs; ///< "x: f64[N, 784]"
  uint64_t hits = 0;  ///< calls that it served, the one that it was made for included
  double compile_ms = 0;
  uint64_t bytes = 0; ///< of its kernels' objects
  std::string
      missed; ///< the guards that the call failed for which it was made: "x: expected dtype f32, got f64"
};

/// Calls that ran the user's own code, for one reason.
struct EagerStats {
  std::string why; ///< empty: a version is being compiled, or there is no run-time compiler
  uint64_t calls = 0;
};

/// One path of a compiled function that a call has missed.
struct FunctionStats {
  std::string name, place; ///< "Mlp::forward", "model.cpp:12:3"
  std::vector<VersionStats> versions;
  uint64_t eager_calls = 0;          ///< calls that no path of the function took, this one last
  std::vector<EagerStats> eager;     ///< the same by reasons, in the order in which they came up
  bool limit_reached = false;        ///< .recompile_limit: no version will be added
  std::vector<std::string> refusals; ///< why calls ran eagerly, each reason once
};

struct Stats {
  uint64_t versions = 0, hits = 0, eager_calls = 0, bytes = 0;
  double compile_ms = 0;
  std::vector<FunctionStats> functions; ///< in the order of their first misses
};

/// What the run-time compiler has done since the start, or the last reset.
Stats stats();

} // namespace fg
