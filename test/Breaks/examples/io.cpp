// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <cstdio>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("forward");
  return fg::relu(x);
}
// [/example]
