// A size that a condition, a check or an operator pins to 1 is broadcast as one that is written as 1.
// RUN: %build_and_compare %s | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <stdexcept>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor asked(FG_SHAPE("f32[N,M]") const Tensor &x, FG_SHAPE("f32[K,M]") const Tensor &m) {
  if (m.size(0) == 1)
    return x + m;
  return x * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor thrown(const Tensor &x, const Tensor &m) {
  if (m.size(1) != 1)
    throw std::invalid_argument("one column");
  return fg::where(x > 2, x * m, m);
}
FG_COMPILE(.fullgraph = true)
Tensor earlier(const Tensor &x, const Tensor &z) {
  const Tensor y = fg::tanh(z); // typed before the next line says how wide it is
  const Tensor n = fg::layer_norm(z, {1});
  return x - y + n.sum();
}
FG_COMPILE(.fullgraph = true)
void written(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("f32[K,M]") const Tensor &m) {
  if (m.size(0) == 1)
    x.mul_(m);
}

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({4, 3});
  std::cout << asked(x, x.slice(0, 1, 2)) << "\n" << asked(x, x) << "\n";
  std::cout << thrown(x, x.slice(1, 0, 1).contiguous()) << "\n";
  std::cout << earlier(x, x.slice(1, 2, 3).contiguous()) << "\n";
  const Tensor y = x.clone();
  written(y, x.slice(0, 1, 2));
  std::cout << y << "\n";
}

// CHECK: 3 5 7
// CHECK-NEXT: 6 8 10
// CHECK-NEXT: 9 11 13
// CHECK-NEXT: 12 14 16
