// A kernel that is several pipelines: one for each regime of a symbolic size, chosen when the kernel is
// called.
//
// Halide's own specialisation of a Func computes all producers that any case needs in all cases' loops; whole
// pipelines side by side do not get into each other's way.
#pragma once

#include "lib/Lower/Backend.h"
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

struct Variant {
  Rows rows = Rows::Many;
  std::string symbol; // known to be 1, when not empty
  Sym condition;      // Bool; the last variant's is not looked at
  /// It reads its weights once, at the speed of memory, and has no function, for whose constants AVX-512 has
  /// more registers: code for AVX-512 is no faster (bench_levels, linear of 1 to 32 rows: 0.94 to 1.06), and
  /// calls the lower level's (LowerOptions::lowerLevel).
  bool isBoundByMemory = false;
};

/// At least one; the last serves every size.
std::vector<Variant> variantsOf(const Graph &graph, const TargetSpec &target);

/// `graph` with `symbol` replaced by 1 (it stays an argument).
std::unique_ptr<Graph> specialised(const Graph &graph, const std::string &symbol);

/// What a tuning may decide of each of these pipelines. Throws where `options.tuning` decides what cannot be.
std::vector<KnobGroup> knobsOf(const Graph &graph, const TargetSpec &target, const LowerOptions &options);

/// The module of a function `name` that runs the first pipeline whose condition holds.
Halide::Module compileVariants(const Graph &graph, const TargetSpec &target, const LowerOptions &options,
                               const std::string &name);

} // namespace fullgraph::lower
