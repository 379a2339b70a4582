// Which kernels are compiled for AVX-512 beside AVX2. The backend asks it for targets that nobody named.
#pragma once

#include "lib/Graph/Graph.h"

namespace fullgraph::lower {

/// Is a kernel of `graph` so much faster with AVX-512 (a quarter, by bench_levels) that it is worth as much
/// compile time again? docs/measurements.md has the figures.
bool gainsFromAvx512(const Graph &graph);

} // namespace fullgraph::lower
