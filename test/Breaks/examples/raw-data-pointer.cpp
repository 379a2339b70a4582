// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  float *p = x.data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i) p[i] *= 2;
  return x;
}
// [/example]
