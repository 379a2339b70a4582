// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
fg::Tensor state;
void notify();
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  state = fg::relu(x);
  notify();
  return x * 2;
}
// [/example]
