// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) try {
  return fg::exp(x);
} catch (const fg::Error &) { return x; }
// [/example]
