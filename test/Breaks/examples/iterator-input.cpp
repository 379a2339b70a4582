// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <vector>

// [example]
FG_COMPILE() fg::Tensor f(std::vector<fg::Tensor>::iterator next) { return *next * 2; }
// [/example]
