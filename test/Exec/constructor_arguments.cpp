// A constructor's default arguments are expected of its objects only where no code in sight passes others: a
// factor is then read from the object, and a flag has code for both of its values.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: constructor_arguments.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

using fg::Tensor;
namespace nn = fg::nn;

struct BlockImpl : nn::Module {
  nn::Linear linear{nullptr};
  double scale;
  BlockImpl(int64_t width, double factor = 1.0, bool bias = true) : scale(factor) {
    linear = register_module("linear", nn::Linear(nn::LinearOptions(width, 2 * width).bias(bias)));
    for (Tensor &t : linear->parameters())
      t.fill_(0.5);
  }
  FG_COMPILE() Tensor forward(Tensor x) { return linear(x) * scale; }
};
FG_MODULE(Block);

// Nobody passes another factor: the condition on it is settled.
struct GateImpl : nn::Module {
  double slope;
  explicit GateImpl(double s = 0.25) : slope(s) {}
  FG_COMPILE() Tensor forward(Tensor x) { return slope > 0 ? fg::relu(x) * slope : x; }
};
FG_MODULE(Gate);

int main() {
  Block half(3, 0.5), twice(2, 2.0), bare(2, 0.5, false);
  Gate gate;
  std::printf("%g %g %g %g\n", half->forward(fg::ones({2, 3})).sum().item<double>(),
              twice->forward(fg::ones({2, 2})).sum().item<double>(),
              bare->forward(fg::ones({2, 2})).sum().item<double>(),
              gate->forward(fg::ones({4})).sum().item<double>());
  // CHECK: 12 24 4 1
}
