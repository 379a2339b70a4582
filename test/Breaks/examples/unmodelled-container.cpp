// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <forward_list>

// [example]
FG_COMPILE() fg::Tensor f(std::forward_list<fg::Tensor> parts) { return parts.front() * 2; }
// [/example]
