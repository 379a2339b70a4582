// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  while (x.norm().item<float>() > 1) x = x * 0.5;
  return x;
}
// [/example]
