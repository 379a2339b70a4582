// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  int bits = *reinterpret_cast<int *>(x.data_ptr<float>());
  return x * bits;
}
// [/example]
