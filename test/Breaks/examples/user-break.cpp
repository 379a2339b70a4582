// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  x = fg::relu(x);
  fg::graph_break("bisecting");
  return x * 2;
}
// [/example]
