// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, FG_SHAPE("i64[]") fg::Tensor count) {
  return fg::relu(x).narrow(0, 0, count.item<int64_t>()) * 2;
}
// [/example]
