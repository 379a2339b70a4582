// `&layer == &layers.back()`: elements of one list are as many objects. Of two objects that may be one, the call says.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: compared_addresses.cpp: 4 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)

struct Mlp {
  std::vector<Tensor> w{fg::ones({3, 3}), fg::ones({2, 3})};
  WHOLE Tensor forward(Tensor x) const {
    for (const auto &m : w)
      x = &m == &w.back() ? fg::linear(x, m) : fg::linear(x, m).relu();
    return x;
  }
};
WHOLE Tensor over(FG_SHAPE("f32[N]") const std::vector<Tensor> &list, FG_SHAPE("f32[N]") Tensor x) {
  for (const auto &m : list)
    x = &m != &list.front() ? x * m : (x * m).relu();
  return x;
}
WHOLE Tensor two(FG_SHAPE("f32[N]") const Tensor &a, FG_SHAPE("f32[N]") const Tensor &b) {
  return &a == &b ? a.square() : a * b + 1;
}
WHOLE Tensor pointed(const Mlp &a, const Mlp *b, FG_SHAPE("f32[3]") const Tensor &x) {
  return b == &a ? a.w[0] * x : a.w[0] + b->w[0] * x;
}

double total(const Tensor &x) { return x.sum().item<double>(); }

int main() {
  const Mlp mlp, other;
  std::printf("forward %.1f %.1f\n", total(mlp.forward(-fg::ones({2, 3}))), total(mlp.forward(fg::ones({2, 3}))));
  // CHECK: forward 0.0 36.0
  const Tensor t = fg::full({2}, -3.0), u = fg::full({2}, -2.0);
  std::printf("over %.1f %.1f\n", total(over({t, u, t}, u)), total(over({t}, -u)));
  // CHECK: over 72.0 0.0
  std::printf("two %.1f %.1f\n", total(two(t, t)), total(two(t, u)));
  // CHECK: two 18.0 14.0
  std::printf("pointed %.1f %.1f\n", total(pointed(mlp, &mlp, fg::ones({3}))), total(pointed(mlp, &other, fg::ones({3}))));
  // CHECK: pointed 9.0 18.0
}
