// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 8]") fg::Tensor x, FG_SHAPE("f32[4, 8]") fg::Tensor y) {
  return fg::cat({x, y}, 1);
}
// [/example]
