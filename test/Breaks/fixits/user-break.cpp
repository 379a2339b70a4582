// A call that asks for a break goes with its ';'.
// RUN: cp %s %t.cpp && %fullgraph --fix %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: graph break: fg::graph_break("bisecting")
// CHECK: help: remove the call
// CHECK: user-break.cpp.tmp.cpp:[[#@LINE+11]]:3: fixed: remove the call
// RUN: tail -n 5 %t.cpp | FileCheck %s --check-prefix=TEXT
// TEXT: x = fg::relu(x);
// TEXT-NEXT: return fg::exp(x);
// RUN: %fullgraph %t.cpp --emit=capture -o /dev/null -- %fg_flags 2>&1 | FileCheck %s --check-prefix=AFTER --allow-empty
// AFTER-NOT: warning
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  x = fg::relu(x);
  fg::graph_break("bisecting");
  return fg::exp(x);
}
