// Modules of the library that a function makes for itself, mostly in one expression with their call.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: made_modules.cpp: 6 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

using fg::Tensor;
namespace nn = fg::nn;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

ONE_GRAPH Tensor upsampled(Tensor x) {
  return nn::Upsample(nn::UpsampleOptions().scale_factor(std::vector<double>{2, 2}).mode(fg::kNearest))
      ->forward(x);
}
ONE_GRAPH Tensor named(Tensor x) {
  nn::Upsample up(nn::UpsampleOptions().scale_factor(std::vector<double>{2, 2}).mode(fg::kNearest));
  return up->forward(x) * 2;
}
ONE_GRAPH Tensor several(Tensor x) {
  nn::ReLU relu;
  return relu(x) + nn::Sigmoid()(x) + nn::MaxPool2d(nn::MaxPool2dOptions(2).padding(1).stride(1))(x).sum();
}
ONE_GRAPH Tensor loss(Tensor x) {
  auto mse = nn::MSELoss();
  return mse(x, x * 2);
}
ONE_GRAPH Tensor softmaxes(Tensor x) {
  return nn::Softmax(-1)(x) + nn::Softmax(nn::SoftmaxOptions(1))->forward(x);
}
ONE_GRAPH Tensor inModes(Tensor x) {
  nn::Dropout drop(0.5);
  drop->eval();
  return drop(x) * 3;
}

static void print(const char *what, const Tensor &t) {
  std::printf("%s %.4f\n", what, t.to(fg::kDouble).sum().item<double>());
}

int main() {
  for (const int64_t n : {2, 3}) {
    const Tensor x = fg::arange(2 * n * n, fg::kFloat).view({1, 2, n, n}) * 0.25 - 1;
    print("upsampled", upsampled(x));
    print("named", named(x));
    print("several", several(x));
    print("loss", loss(x));
    print("softmaxes", softmaxes(x)); // CHECK: softmaxes 8.0000
    print("inModes", inModes(x));
  }
}
