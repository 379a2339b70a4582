// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
template <class T> FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * T(2); }
// [/example]
