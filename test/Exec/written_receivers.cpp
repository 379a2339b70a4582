// x.mul_(a).add_(f(y)): the receiver is written before the argument is computed, also where the argument
// holds a call that is made on its own (a list of run-time length) and may read what the receiver writes.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: written_receivers.cpp: 6 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>
#include <vector>

using torch::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor averaged(Tensor &center, const std::vector<Tensor> &parts) {
  return center.mul_(0.5).add_(torch::cat(parts).mean(0, true) * 0.25);
}
FG_COMPILE(.fullgraph = true)
void discarded(Tensor &center, const std::vector<Tensor> &parts) {
  center.mul_(0.5).add_(1).sub_(torch::stack(parts).sum(0), 2);
}
FG_COMPILE(.fullgraph = true)
Tensor declared(Tensor x, const std::vector<Tensor> &parts) {
  Tensor y = x.add_(1).mul_(torch::stack(parts).sum(0));
  y.sub_(1); // x, too
  return x + y;
}
FG_COMPILE(.fullgraph = true)
Tensor inLoop(Tensor x, const std::vector<Tensor> &parts, int n) {
  for (int i = 0; i < n; ++i)
    x.mul_(0.5).add_(torch::stack(parts).sum(0));
  return x * 1;
}
// The result is bound to a reference, or handed to one: it is the caller's tensor, and no copy of its handle.
FG_COMPILE() Tensor bound(Tensor &x, const std::vector<Tensor> &parts) {
  Tensor &same = x.mul_(0.5).add_(torch::stack(parts).sum(0));
  same = torch::ones({2}); // another tensor in x
  return same + 1;
}

struct Net : torch::nn::Module {
  torch::nn::Linear a{nullptr}, b{nullptr};
  Net() {
    a = register_module("a", torch::nn::Linear(3, 3));
    b = register_module("b", torch::nn::Linear(3, 2));
  }
  FG_COMPILE(.fullgraph = true) void follow(Net &other, double decay) {
    torch::NoGradGuard guard;
    auto source = other.named_parameters(true), target = named_parameters(true);
    for (auto &item : target)
      item.value().mul_(decay).add_(source[item.key()], 1 - decay);
  }
};

static void show(const Tensor &t) {
  const Tensor values = t.reshape({-1}).to(torch::kDouble);
  for (int64_t i = 0; i < values.numel(); ++i)
    std::printf("%g ", values[i].item<double>());
  std::printf("\n");
}

int main() {
  Tensor a = torch::arange(6).to(torch::kFloat).reshape({2, 3}), c = torch::ones({1, 3});
  show(averaged(c, {a, a + 1}));
  show(averaged(c, {a, c})); // reads what it has just written
  discarded(c, {a.slice(0, 0, 1), c});
  show(c);
  Tensor x = torch::arange(3).to(torch::kFloat);
  show(declared(x, {x, x + 1}));
  show(inLoop(x, {x, x}, 3));
  Tensor before = torch::full({2}, 4.0), held = before;
  show(bound(before, {held, held}));
  show(before), show(held);
  Net s, t;
  for (auto &p : s.parameters())
    p.fill_(1.0);
  for (auto &p : t.parameters())
    p.fill_(3.0);
  t.follow(s, 0.75);
  for (auto &p : t.parameters())
    show(p);
}
// CHECK: 1 1.25 1.5
// CHECK-NEXT: 0.791667 1.09375 1.39583
// CHECK-NEXT: -1.39583 -3.54688 -5.69792
// CHECK-NEXT: 2 14 34
// CHECK-NEXT: 3.375 23.625 57.375
// CHECK-NEXT: 2 2
// CHECK-NEXT: 1 1
// CHECK-NEXT: 6 6
// CHECK-NEXT: 2.5 2.5 2.5 2.5 2.5 2.5 2.5 2.5 2.5
// CHECK-NEXT: 2.5 2.5 2.5
// CHECK-NEXT: 2.5 2.5 2.5 2.5 2.5 2.5
// CHECK-NEXT: 2.5 2.5
