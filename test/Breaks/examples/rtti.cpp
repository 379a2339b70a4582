// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
struct Module { virtual ~Module() {} };
struct Dropout : Module {};
FG_COMPILE() fg::Tensor f(const Module &m, FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return dynamic_cast<const Dropout *>(&m) ? x : fg::relu(x);
}
// [/example]
