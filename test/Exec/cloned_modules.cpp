// torch::nn::Cloneable: reset(), which the constructor calls, is what says what the module is made of; copies
// are compiled as the original is, and have weights of their own.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --implicit-check-not=warning --implicit-check-not="eager" %s --check-prefix=LOG < %t.log
// LOG: cloned_modules.cpp: 1 function, 1 graph, {{.*}} 0 breaks
#include <fullgraph/torch.h>

#include "Inputs/both.h"

namespace nn = torch::nn;

struct PolicyImpl : nn::Cloneable<PolicyImpl> {
  PolicyImpl(int64_t inputs, int64_t actions) : inputs(inputs), actions(actions) { reset(); }

  void reset() override {
    body = register_module("body", nn::Sequential(nn::Linear(inputs, 8), nn::Tanh()));
    head = register_module("head", nn::Linear(8, actions));
    scale = register_parameter("scale", torch::ones({actions}));
  }

  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(FG_SHAPE("f32[N, K]") torch::Tensor x) {
    return torch::softmax(head(body->forward(x)) * scale, -1);
  }

  int64_t inputs, actions;
  nn::Sequential body{nullptr};
  nn::Linear head{nullptr};
  torch::Tensor scale;
};
TORCH_MODULE(Policy);

int main() {
  torch::manual_seed(5);
  Policy online(4, 3);
  const auto target = std::dynamic_pointer_cast<PolicyImpl>(online->clone());
  const auto x = torch::randn({2, 4});
  both::check("online", [&] { return std::vector{online->forward(x)}; });
  both::check("target", [&] { return std::vector{target->forward(x)}; });
  // CHECK: online: same
  // CHECK-NEXT: target: same
  if (!torch::equal(online->forward(x), target->forward(x)))
    std::printf("FAILED: the copy computes something else\n");
  // As targets follow in reinforcement learning.
  for (size_t i = 0; i < target->parameters().size(); ++i)
    target->parameters()[i].data().copy_(0.9 * target->parameters()[i].data() + 0.1);
  if (torch::allclose(online->forward(x), target->forward(x)))
    std::printf("FAILED: the copy shares weights\n");
  both::check("followed", [&] { return std::vector{online->forward(x), target->forward(x)}; });
  // CHECK-NEXT: followed: same
}
