// A source for LibTorch with compiled functions: names of torch::nn::functional that the program has, too;
// settings and waits in compiled code.
// RUN: %with_compat %build_and_compare %s -- 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
#include <torch/nn.h>
#include <torch/nn/functional.h>
#include <torch/types.h>

#include <fullgraph/annotations.h>

namespace F = torch::nn::functional;

torch::Tensor cross_entropy(const torch::Tensor &input, const torch::Tensor &target) {
  return -(torch::log_softmax(input, 1) * target).sum(1).mean();
}
torch::Tensor normalize(const torch::Tensor &x) { return x / x.norm(2, 1, true); }
at::Tensor interpolate(const at::Tensor &x, std::vector<int64_t> sizes) {
  return F::pad(x, F::PadFuncOptions(sizes).value(7));
}

// Waits for a device are no break: there is none to wait for.
FG_COMPILE(.fullgraph = true)
torch::Tensor timed(FG_SHAPE("f32[N,3]") const torch::Tensor &x) {
  torch::cuda::synchronize();
  auto y = cross_entropy(x, x) + normalize(x).sum() + interpolate(x, {1, 1}).sum() + F::normalize(x).sum();
  torch::cuda::synchronize();
  return y;
}

// Settings are a call into the library: a break that is told, with both sides compiled.
FG_COMPILE()
torch::Tensor configured(FG_SHAPE("f32[N,3]") const torch::Tensor &x) {
  auto y = torch::exp(x) * 2;
  at::globalContext().setBenchmarkCuDNN(true);
  return torch::tanh(y) + 1;
}
// LOG: compat_functional.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: graph break
// LOG: compat_functional.cpp: 3 functions, {{.*}} 1 break,

FG_COMPILE(.fullgraph = true)
void in_place(FG_SHAPE("f32[N,3]") torch::Tensor x, FG_SHAPE("f32[N,3]") torch::Tensor out) {
  torch::add_out(out, x, x);
  torch::sigmoid_out(out, out);
}

int main() {
  const auto x = torch::arange(6, torch::kFloat).view({2, 3}) + 1;
  // CHECK: 68.4058
  std::cout << timed(x).item<float>() << "\n";
  // CHECK: 12 0
  std::cout << configured(x).sum().item<float>() << ' ' << at::globalContext().benchmarkCuDNN() - 1 << "\n";
  auto out = torch::empty({2, 3}), small = torch::empty({1});
  in_place(x, out);
  in_place(x, small); // resized, by the eager code
  // CHECK: 1 [2, 3]
  std::cout << torch::equal(out, small) << ' ' << small.sizes() << "\n";
}
