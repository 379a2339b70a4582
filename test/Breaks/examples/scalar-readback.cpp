// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() float f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x.max().item<float>(); }
// [/example]
