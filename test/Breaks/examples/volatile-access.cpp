// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
volatile float gain;
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * gain; }
// [/example]
