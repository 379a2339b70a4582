// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
struct Pair { fg::Tensor &a, &b; };
FG_COMPILE() void f(Pair p) { p.a.add_(1); p.b = p.a * 2; }
// [/example]
