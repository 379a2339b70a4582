// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
float read_scale();
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  static float scale = read_scale();
  return x * scale;
}
// [/example]
