// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[4, 6]") fg::Tensor x) { return fg::relu(x.view({5, 5})); }
// [/example]
