// Which kernels are compiled for AVX-512 beside AVX2. The backend asks it for targets that nobody named.
#pragma once

#include "lib/Graph/Graph.h"
#include "lib/Lower/Target.h"

namespace fullgraph::lower {

/// About how many operations a kernel of `graph` does, where it is so much faster with AVX-512 (a quarter, by
/// bench_levels) that it is worth as much compile time again; else 0. A size that is not known counts as 64. docs/measurements.md has the figures.
int64_t gainFromAvx512(const Graph &graph);
/// About how long such a kernel takes to compile for AVX2 and for AVX-512, on one core.
LevelTimes compileMilliseconds(const Graph &graph);

// What it asks the operators' own files.

/// How many elements there are, where each size that is not known is `unknown`; at most 2^30.
int64_t elementsOf(const std::vector<Sym> &sizes, int64_t unknown);
/// Multiply-adds of a contraction's element that AVX-512 makes faster: 0 for dot products of one row or
/// vector, which read each weight once, at the speed of memory (1.0 times), and of integers, whose
/// multiplications nobody measured. Contraction.cpp has it.
int64_t productsInVectors(const Node &node, int64_t unknown);
/// Has a contraction's tile twice as many sums with AVX-512, which take longer to compile? Contraction.cpp
/// has it.
bool hasLargerTiles(const Node &node);
/// Does a reduction choose among elements? Reduction.cpp has it.
bool comparesElements(const Node &node);

} // namespace fullgraph::lower
