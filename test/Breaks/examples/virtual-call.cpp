// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
struct Module { virtual fg::Tensor forward(fg::Tensor x) const { return x; } };
FG_COMPILE() fg::Tensor f(const Module &m, FG_SHAPE("f32[N, 4]") fg::Tensor x) { return m.forward(x); }
// [/example]
