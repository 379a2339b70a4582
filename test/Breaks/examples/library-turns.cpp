// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return fg::cat(x.split(2, 0), 1) * 2;
}
// [/example]
