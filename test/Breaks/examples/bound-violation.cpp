// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N<=4]") fg::Tensor x) { return x.narrow(0, 0, 8); }
// [/example]
