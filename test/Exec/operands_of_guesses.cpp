// An operand of a call that stays in the program, behind statements whose types are guesses: the region
// computes it, too. And an operand changes one member of the object, where the call goes through another one.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// RUN: %fullgraph %s -o %t.fg.cpp --object-dir %t.objects -- %fg_flags && FileCheck --check-prefix=TEXT %s < %t.fg.cpp
// LOG: operands_of_guesses.cpp: 2 functions, {{.*}} 0 breaks,
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <memory>
#include <vector>

namespace nn = fg::nn;
using fg::Tensor;

struct Scale : nn::Module {
  explicit Scale(std::vector<float> steps) : steps(std::move(steps)) {}
  Tensor forward(const Tensor &x) {
    const Tensor y = x.sigmoid().sum({2, 3});
    const Tensor weights = fg::tensor(steps).view({2, -1}) / 4.0; // as many as the program says
    return y.sum() * weights;
  }
  std::vector<float> steps;
};

struct Net : nn::Module {
  Net() {
    body = register_module("body", nn::Conv2d(nn::Conv2dOptions(3, 8, 3)));
    head = register_module("head", nn::Conv2d(nn::Conv2dOptions(8, 4, 1)));
    scale = register_module("scale", std::make_shared<Scale>(std::vector<float>{1, 2, 3, 4}));
    for (Tensor &parameter : parameters())
      parameter.copy_(fg::sin(fg::arange(parameter.numel()).to(fg::kFloat)).view(parameter.sizes()) / 8);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    x = body->forward(x);
    const Tensor deep = fg::relu(x);
    // TEXT: const Tensor one = scale->forward(fg_1t);
    const Tensor one = scale->forward(head->forward(deep));
    // TEXT: const Tensor two = scale->forward(fg_2t);
    const Tensor two = scale->forward(head->forward(deep * 2));
    return fg::cat({one, two}, 1);
  }
  nn::Conv2d body{nullptr}, head{nullptr};
  std::shared_ptr<Scale> scale;
};

int main() {
  Net net;
  net.eval();
  for (const int64_t size : {8, 5})
    std::printf("%.2f\n", net.forward(fg::ones({2, 3, size, size})).sum().item<float>());
  // CHECK-COUNT-2: {{^[1-9][0-9.]+$}}
}
