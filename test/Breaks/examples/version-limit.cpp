// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE(.max_graphs = 2) fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, bool a, bool b) {
  return a ? fg::relu(x) : b ? fg::exp(x) : x + 1;
}
// [/example]
