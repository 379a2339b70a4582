// Module::to(dtype) converts the floating-point parameters and buffers of an object, wherever the module
// holds them: code is built ahead for them as they are then. Plain members and integers stay as they are.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: converted_modules.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>

namespace nn = torch::nn;
struct ScaleImpl : nn::Module {
  torch::Tensor w, b, plain, ids;
  ScaleImpl() {
    w = register_parameter("w", torch::full({4}, 1.5));
    b = register_buffer("b", torch::full({4}, 0.25));
    ids = register_buffer("ids", torch::arange(4));
    plain = torch::ones({4});
  }
  torch::Tensor forward(torch::Tensor x) { return (x * w + b).index_select(1, ids) + plain.to(x.dtype()); }
};
TORCH_MODULE(Scale);
struct NetImpl : nn::Module {
  nn::Linear fc{nullptr};
  nn::Sequential mlp;
  nn::ModuleList list;
  Scale scale{nullptr};
  nn::BatchNorm1d bn{nullptr};
  NetImpl(int n) : mlp(nn::Linear(4, 4), nn::ReLU(), nn::LayerNorm(nn::LayerNormOptions({4}))) {
    fc = register_module("fc", nn::Linear(4, 4));
    register_module("mlp", mlp);
    for (int i = 0; i < n; ++i)
      list->push_back(nn::Linear(4, 4));
    register_module("list", list);
    scale = register_module("scale", Scale());
    bn = register_module("bn", nn::BatchNorm1d(4));
    torch::NoGradGuard g;
    for (auto &p : parameters())
      p.fill_(0.5);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    auto h = torch::zeros({x.size(0), 4}, x.options());
    for (auto &l : *list)
      h = h + l->as<nn::Linear>()->forward(x);
    return bn(scale(mlp->forward(torch::tanh(fc(x)) + h)));
  }
};
TORCH_MODULE(Net);
struct SelfImpl : nn::Module {
  nn::Linear fc{nullptr};
  SelfImpl() {
    fc = register_module("fc", nn::Linear(4, 4));
    torch::NoGradGuard g;
    for (auto &p : parameters())
      p.fill_(0.5);
    to(torch::kDouble);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
};
TORCH_MODULE(Self);
struct PlainImpl : nn::Module {
  torch::Tensor w;
  PlainImpl() { w = register_parameter("w", torch::full({4, 2}, 0.5)); }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    return torch::relu(x.matmul(w)) + torch::ones({x.size(0), 2}, x.options());
  }
};
TORCH_MODULE(Plain);
int main() {
  Net net(1);
  net->eval();
  net->to(torch::Device(torch::kCPU), torch::kBFloat16);
  std::printf("%.3f\n", net(torch::ones({3, 4}, torch::kBFloat16)).to(torch::kFloat).sum().item<double>());
  Self self;
  std::printf("%.5f\n", self(torch::ones({3, 4}, torch::kDouble)).sum().item<double>());
  Plain plain;
  plain->to(torch::kDouble);
  std::printf("%.5f\n", plain(torch::ones({3, 4}, torch::kDouble)).sum().item<double>());
}
// CHECK: 15.000
// CHECK-NEXT: 30.00000
// CHECK-NEXT: 18.00000
