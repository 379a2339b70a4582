// A ParameterList or ParameterDict that a constructor fills in a loop to a number that it is given.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: lists_of_parameters.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>

namespace nn = torch::nn;
struct NetImpl : nn::Module {
  nn::ParameterList cores;
  nn::ParameterDict named;
  explicit NetImpl(int n) {
    for (int k = 0; k < n; ++k)
      cores->append(torch::ones({4, 2}) * (k + 1));
    for (int k = 0; k < n; ++k)
      named->insert("p" + std::to_string(k), torch::ones({2}) * k);
    register_module("cores", cores);
    register_module("named", named);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor full() {
    torch::Tensor s = cores[0] * 2;
    for (size_t i = 1; i < cores->size(); ++i)
      s = s + cores[i];
    return s;
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor each(torch::Tensor x) {
    for (auto &c : *cores)
      x = x + c.value();
    return x;
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor dict(torch::Tensor x) {
    return x + named["p1"] + named["p0"].sum();
  }
};
TORCH_MODULE(Net);
int main() {
  Net a(2), b(3);
  std::printf("%.5f\n", a->full().sum().item<double>());
  std::printf("%.5f\n", a->each(torch::ones({4, 2})).sum().item<double>());
  std::printf("%.5f\n", a->dict(torch::ones({4, 2})).sum().item<double>());
  std::printf("%.5f\n", b->full().sum().item<double>());
  std::printf("%.5f\n", b->each(torch::ones({4, 2})).sum().item<double>());
  std::printf("%.5f\n", b->dict(torch::ones({4, 2})).sum().item<double>());
}
// CHECK: 32.00000
// CHECK-NEXT: 32.00000
// CHECK-NEXT: 16.00000
// CHECK-NEXT: 56.00000
// CHECK-NEXT: 56.00000
// CHECK-NEXT: 16.00000
