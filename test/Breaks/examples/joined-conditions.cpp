// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE(.max_graphs = 2) fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, bool a, bool b) {
  if (a) x = fg::relu(x);
  if (b) x = fg::exp(x);
  return x;
}
// [/example]
