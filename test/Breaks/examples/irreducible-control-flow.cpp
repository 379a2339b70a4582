// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, int n) {
again:
  x = x * 2;
  if (--n > 0) goto again;
  return x;
}
// [/example]
