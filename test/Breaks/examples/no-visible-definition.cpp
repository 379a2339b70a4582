// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
fg::Tensor scale(fg::Tensor x); // defined in another file
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return fg::relu(scale(x)); }
// [/example]
