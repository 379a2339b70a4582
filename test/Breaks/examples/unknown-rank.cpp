// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(fg::Tensor x) { return fg::relu(x); }
// [/example]
