// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
struct Timer { ~Timer(); }; // defined in another file
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  { Timer t; x = fg::relu(x); }
  return fg::exp(x);
}
// [/example]
