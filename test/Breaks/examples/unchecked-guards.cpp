// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE(.guards = ~fg::Guards::Overlap)
void f(FG_SHAPE("f32[N]") fg::Tensor sum, FG_SHAPE("f32[N]") fg::Tensor x) { sum.add_(x); }
// [/example]
