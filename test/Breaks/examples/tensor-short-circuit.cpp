// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, FG_SHAPE("f32[N, 4]") fg::Tensor y) {
  bool any = x.any().item<bool>() && y.any().item<bool>();
  return any ? x : y;
}
// [/example]
