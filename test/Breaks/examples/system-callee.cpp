// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <cstring>

// [example]
extern const char *name;
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * double(std::strlen(name)); }
// [/example]
