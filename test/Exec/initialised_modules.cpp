// Helpers that fill the parameters of a module, as LibTorch programs have them: they go through
// named_parameters(), modules() and children(), and ask each for its class. What modules there are is as the
// constructors leave it.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: initialised_modules.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>

namespace nn = torch::nn;
static void init_one(nn::Module &m) {
  torch::NoGradGuard g;
  if (auto *l = m.as<nn::Linear>()) {
    nn::init::constant_(l->weight, 0.25);
    if (l->bias.defined())
      nn::init::zeros_(l->bias);
  }
}
struct AImpl : nn::Module { // apply in the constructor with a function
  nn::Sequential mlp;
  AImpl() : mlp(nn::Linear(4, 4), nn::ReLU()) {
    register_module("mlp", mlp);
    apply(init_one);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) { return mlp->forward(x); }
};
TORCH_MODULE(A);
template <class M> void init_all(M &net, double to) {
  torch::NoGradGuard g;
  for (auto &module : net->modules(false)) {
    if (auto *c = module->template as<nn::Conv2d>())
      nn::init::constant_(c->weight, to);
    else if (auto *b = module->template as<nn::BatchNorm2d>()) {
      nn::init::ones_(b->weight);
      nn::init::zeros_(b->bias);
    }
    if (auto *l = module->template as<nn::Linear>()) {
      nn::init::constant_(l->weight, to);
      nn::init::zeros_(l->bias);
    }
  }
  for (auto &p : net->named_parameters())
    if (p.key().find("bias") != std::string::npos)
      p.value().zero_();
  for (const auto &b : net->named_buffers())
    b.value().zero_();
  for (auto c : net->children())
    c->eval();
}
struct CImpl : nn::Module {
  nn::ModuleList layers;
  nn::Sequential head{nullptr};
  CImpl(int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      layers->push_back(
          nn::Sequential(nn::Conv2d(nn::Conv2dOptions(3, 3, 3).padding(1)), nn::BatchNorm2d(3), nn::ReLU()));
    register_module("layers", layers);
    head = register_module("head", nn::Sequential(nn::Linear(3, 2)));
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    for (auto &l : *layers)
      x = l->as<nn::Sequential>()->forward(x);
    return head->forward(x.mean({2, 3}));
  }
};
TORCH_MODULE(C);
int main() {
  A a;
  std::printf("%.5f\n", a(torch::ones({2, 4})).sum().item<double>());
  C c(2);
  init_all(c, 0.0625);
  c->eval();
  std::printf("%.5f\n", c(torch::ones({2, 3, 5, 5})).sum().item<double>());
}
// CHECK: 8.00000
// CHECK-NEXT: 129199.23438
