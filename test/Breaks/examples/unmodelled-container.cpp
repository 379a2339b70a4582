// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <list>

// [example]
FG_COMPILE() fg::Tensor f(std::list<fg::Tensor> parts) { return parts.front() * 2; }
// [/example]
