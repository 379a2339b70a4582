// A branch whose arms only select a value becomes fg::where: no break is left, and the output is the same.
// RUN: %fix_and_compare %s %t 9 0 | FileCheck %s
// CHECK: where.cpp:[[#@LINE+17]]:3: fixed: h = fg::where(h.sum() > 0, fg::sin(h), h);
// CHECK: where.cpp:[[#@LINE+24]]:3: fixed: h = fg::where(h.sum().to(fg::kDouble) < 0.1, h * 2, h - 1);
// CHECK: fixed: h = fg::where(limit > h.sum(), h.relu(), fg::neg(h));
// CHECK: fixed: h = fg::where(h.isnan().any(), fg::zeros_like(h), h);
// CHECK: fixed: h = fg::where(fg::logical_and(h.sum() > 0, fg::logical_not((h > 4).any())), h + 1, h);
// CHECK: fixed: h = fg::where(h.max() != 0, h / 2, h);
// CHECK: fixed: return fg::where(x.sum() > 0, x + 1, x - 1);
// CHECK: fixed: return fg::where(x.sum() < 0, x.abs(), x);
// CHECK: fixed: fg::where(x.max() >= 1, fg::exp(x), x * 2)
// CHECK-NOT: fixed:
#include <fullgraph/fullgraph.h>

#include <iostream>

FG_COMPILE()
fg::Tensor plain(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor h = x * 2;
  if (h.sum().item<float>() > 0)
    h = fg::sin(h);
  return h;
}

FG_COMPILE()
fg::Tensor wider(FG_SHAPE("f32[N]") fg::Tensor x, float limit) {
  fg::Tensor h = x * 2;
  if (h.sum().item<float>() < 0.1) {
    h = h * 2;
  } else {
    h = h - 1;
  }
  if (limit > h.sum().item<float>())
    h = h.relu();
  else
    h = fg::neg(h);
  return h;
}

FG_COMPILE()
fg::Tensor flags(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor h = x * 2;
  if (h.isnan().any().item<bool>())
    h = fg::zeros_like(h);
  if (h.sum().item<float>() > 0 && !(h > 4).any().item<bool>())
    h = h + 1;
  if (h.max().item<float>())
    h = h / 2;
  return h;
}

FG_COMPILE()
fg::Tensor returned(FG_SHAPE("f32[N]") fg::Tensor x) {
  if (x.sum().item<float>() > 0)
    return x + 1;
  else
    return x - 1;
}

FG_COMPILE()
fg::Tensor early(FG_SHAPE("f32[N]") fg::Tensor x) {
  if (x.sum().item<float>() < 0) {
    return x.abs();
  }
  return x;
}

FG_COMPILE()
fg::Tensor ternary(FG_SHAPE("f32[N]") fg::Tensor x) {
  return (x.max().item<float>() >= 1 ? fg::exp(x) : x * 2) + 1;
}

int main() {
  for (const float start : {-3.0f, 0.0f, 1.0f, 4.0f}) {
    const fg::Tensor x = fg::full({4}, 0.5) + start;
    std::cout << plain(x) << wider(x, -1) << wider(x, 100) << flags(x) << flags(x / 0) << flags(x * 0) << returned(x)
              << early(x) << ternary(x) << "\n";
  }
}
