// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  for (int i = 0; i < 1000000; ++i) x = fg::softmax(x, 1) + 1;
  return x;
}
// [/example]
