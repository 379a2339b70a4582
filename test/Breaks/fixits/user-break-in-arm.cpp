// An arm of a branch stays one without the call: what follows must not take its place.
// RUN: cp %s %t.cpp && %fullgraph --fix %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK-COUNT-2: fixed: remove the call
// RUN: tail -n 9 %t.cpp | FileCheck %s --check-prefix=TEXT
// TEXT: if (c)
// TEXT-NEXT: {}
// TEXT-NEXT: if (x.dim() > 0) {} else
// TEXT-NEXT: x = fg::relu(x);
// TEXT-NEXT: return fg::exp(x);
// RUN: %fullgraph %t.cpp --emit=capture -o /dev/null -- %fg_flags 2>&1 | FileCheck %s --check-prefix=AFTER --allow-empty
// AFTER-NOT: warning
#include <fullgraph/fullgraph.h>

// clang-format off
FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x, bool c) {
  if (c)
    fg::graph_break("only then");
  if (x.dim() > 0) fg::graph_break("a"); else
    x = fg::relu(x);
  return fg::exp(x);
}
// clang-format on
