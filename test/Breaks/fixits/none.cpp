// No edit is offered where the result could differ.
// RUN: not %fullgraph %s -o %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s --implicit-check-not='help: {{.*}}fg::where({{[hx]}}' < %t.out
// RUN: cp %s %t.fixed.cpp && not %fullgraph --fix %t.fixed.cpp -- %fg_flags && cmp %s %t.fixed.cpp
#include <fullgraph/fullgraph.h>
#define DECIDES(x) (x).sum().item<float>() > 0

// The variable may share its memory with the argument, which is written later.
// CHECK: none.cpp:[[#@LINE+4]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor in_place(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor h = x;
  if (h.sum().item<float>() > 0)
    h = h * 2;
  h.add_(1);
  return h;
}

// The arms differ in sizes.
// CHECK: none.cpp:[[#@LINE+3]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor sizes(FG_SHAPE("f32[N]") fg::Tensor x) {
  if (x.sum().item<float>() > 0)
    x = x.sum();
  return x;
}

// ... in dtype.
// CHECK: none.cpp:[[#@LINE+3]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor dtypes(FG_SHAPE("i64[N]") fg::Tensor x) {
  if (x.any().item<bool>())
    x = fg::sin(x);
  return x;
}

// The condition's tensor has a dim, and the result would get it.
// CHECK: none.cpp:[[#@LINE+3]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor rank(FG_SHAPE("f32[1, 1]") fg::Tensor c, FG_SHAPE("f32[N]") fg::Tensor x) {
  if (c.item<float>() > 0)
    x = x * 2;
  return x;
}

// A comment, a macro, two statements.
// CHECK: none.cpp:[[#@LINE+3]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor written(FG_SHAPE("f32[N]") fg::Tensor x, FG_SHAPE("f32[N]") fg::Tensor h) {
  if (x.sum().item<float>() > 0) // why
    x = x * 2;
  if (DECIDES(x))
    x = x * 2;
  if (x.sum().item<float>() > 0) {
    x = x * 2;
    h = h * 2;
  }
  return x + h;
}

// Something stands between the branch and the other return, or one of them returns more.
// CHECK: none.cpp:[[#@LINE+3]]:7: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor between(FG_SHAPE("f32[N]") fg::Tensor x) {
  if (x.sum().item<float>() > 0)
    return x;
  x = x * 2;
  return x;
}

// CHECK: none.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}}[FG101]
FG_COMPILE(.fullgraph = true)
fg::Tensor wider(FG_SHAPE("f32[N]") fg::Tensor x) { return x.any().item<bool>() ? x : x.sum(); }

// A counter is no constant.
// CHECK: none.cpp:[[#@LINE+3]]:14: error: {{.*}}[FG308]
FG_COMPILE(.fullgraph = true)
fg::Tensor counts(FG_SHAPE("f32[N]") fg::Tensor x) {
  static int count = 0;
  return x + ++count;
}

// Something derives from it.
struct Layer {
  virtual ~Layer() = default;
  virtual fg::Tensor forward(fg::Tensor x) const { return x * 2; }
};
struct Other : Layer {};
// CHECK: none.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}}[FG202]
FG_COMPILE(.fullgraph = true)
fg::Tensor call(const Layer &layer, FG_SHAPE("f32[N]") fg::Tensor x) { return layer.forward(x); }
