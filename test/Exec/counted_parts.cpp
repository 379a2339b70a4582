// A number of a part that a method of the object around it counts up is read at each call. And a base that is
// handed its derived class may reach it by a pointer.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: counted_parts.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>

struct Cell : torch::nn::Module {
  int64_t seen = 0;
  torch::Tensor forward(const torch::Tensor &x) { return x * 2; }
};
struct Net : torch::nn::Module {
  std::shared_ptr<Cell> cell = register_module("cell", std::make_shared<Cell>());
  FG_COMPILE(.fullgraph = true) torch::Tensor step(const torch::Tensor &x) {
    auto s = cell->forward(x) + cell->seen;
    cell->seen += 1;
    return s + 1;
  }
};

template <class D> struct Solver {
  FG_COMPILE(.fullgraph = true) torch::Tensor solve(const torch::Tensor &a, const torch::Tensor &b) {
    auto &derived = *static_cast<D *>(this);
    return derived.iterate(a, b) + static_cast<D *>(this)->weight;
  }
};
struct Jacobi : Solver<Jacobi> {
  double weight = .5;
  torch::Tensor iterate(const torch::Tensor &a, const torch::Tensor &b) { return weight * b / a.diagonal(); }
};

int main() {
  Net net;
  for (int i = 0; i < 3; ++i)
    std::printf("%g\n", net.step(torch::ones({2, 3})).sum().item<double>());
  std::printf("%ld\n", long(net.cell->seen));
  Jacobi jacobi;
  std::printf("%g\n", jacobi.solve(torch::eye(3), torch::ones({3})).sum().item<double>());
}
// CHECK: 18
// CHECK-NEXT: 24
// CHECK-NEXT: 30
// CHECK-NEXT: 3
// CHECK-NEXT: 3
