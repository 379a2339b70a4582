// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
extern fg::Tensor (*activation)(fg::Tensor);
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return activation(x) * 2; }
// [/example]
