// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_DISABLE("tuned by hand") fg::Tensor step(const fg::Tensor &x) { return x * 2; }

FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return fg::relu(step(x));
}
// [/example]
