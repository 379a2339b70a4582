// Sources that are hard on an interpreter: the tool answers, and does not run away or fall over.
// RUN: %fullgraph %s --emit=capture -- %fg_flags 2>&1 | FileCheck %s
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor endless(FG_SHAPE("f32[4]") fg::Tensor x) {
  for (long i = 0;; ++i)
    if (i < 0)
      break;
  return x;
}
// CHECK: loop exceeds

static fg::Tensor deep(const fg::Tensor &x, int n) { return n == 0 ? x : deep(x + n, n - 1); }
FG_COMPILE()
fg::Tensor recursive(FG_SHAPE("f32[4]") fg::Tensor x, int n) { return deep(x, 200) + deep(x, n); }
// CHECK: recurses too deep, or to a depth that is not constant

FG_COMPILE()
fg::Tensor squares(FG_SHAPE("f32[4]") fg::Tensor x, double s) {
  for (int i = 0; i < 64; ++i)
    s = s * s + 1;
  return x * s;
}
// CHECK: no capture rule for a C++ expression of this size

FG_COMPILE()
fg::Tensor many(FG_SHAPE("f32[4]") fg::Tensor x, bool a, bool b, bool c, bool d, bool e, bool f) {
  if (a)
    x = x + 1;
  if (b)
    x = x + 1;
  if (c)
    x = x + 1;
  if (d)
    x = x + 1;
  if (e)
    x = x + 1;
  if (f)
    x = x + 1;
  return x;
}
// CHECK: the conditions of 'many' would make more than 32 graphs: it is compiled in {{[0-9]+}} regions

FG_COMPILE()
fg::Tensor narrow(FG_SHAPE("f32[4]") fg::Tensor x, long n) {
  int k = static_cast<int>(n);
  unsigned u = static_cast<unsigned>(k);
  return x * k + int(u);
}
// CHECK: function fg::Tensor narrow(
// CHECK: if n <= 2147483647
// CHECK: if n >= 0
