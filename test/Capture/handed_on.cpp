// A tensor that is handed on by reference before anything read it: the called function's regions know its
// shape.
// RUN: %fullgraph %s --emit=capture -Wno-graph-break -o - -- %fg_flags | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

static Tensor breaks(const Tensor &q) {
  if ((fg::abs(q) > 0.1).any().item<bool>())
    std::puts("some");
  return fg::relu(q) * 2;
}
FG_COMPILE()
Tensor hands_on(FG_SHAPE("f32[N]") const Tensor &x) { return breaks(x); }
// CHECK: function Tensor breaks
// CHECK: %0: f32[N] = abs(%q)
// CHECK: return %4
// CHECK: region resume_1
// CHECK: %0: f32[N] = relu(%q)
// CHECK: function Tensor hands_on
