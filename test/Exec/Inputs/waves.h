// Tensors of known numbers, and one number of a result. A test that compares what two runs print takes them.
#pragma once

#include <cstdio>
#include <fullgraph/fullgraph.h>

/// f32 of these sizes: the sines of 0, 1, 2, ...
inline fg::Tensor wave(fg::IntArrayRef sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return sin(fg::arange(count).to(fg::kFloat)).view(sizes);
}

/// Prints the sum of all elements.
inline void print(const fg::Tensor &t) { std::printf("%.4f ", t.sum().item<double>()); }
