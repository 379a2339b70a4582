// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <cstdio>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  for (int i = 0; i < 8; ++i) { x = fg::relu(x); std::puts("layer"); }
  return x;
}
// [/example]
