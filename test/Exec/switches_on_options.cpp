// An enumeration of options that have setters, as TORCH_ARG makes them: a setter changes no object that is made, so that the switch
// has the one arm that all objects in sight take, and not a graph for each value.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: switches_on_options.cpp: 1 function, 2 graphs, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/torch.h>
#include <vector>

using fg::Tensor;

enum class Up { Nearest, Bilinear, Transposed };

struct Options {
  TORCH_ARG(Up, up) = Up::Nearest;
  TORCH_ARG(int64_t, levels) = 3;
};

struct NetImpl : fg::nn::Module {
  explicit NetImpl(Options o = {}) : options(o) {
    for (int64_t l = 0; l < o.levels(); ++l)
      layers.push_back(fg::nn::Linear(4, 4));
  }
  Tensor one(const Tensor &x, size_t i) {
    switch (options.up()) {
    case Up::Transposed:
      return layers[i](x).tanh();
    case Up::Bilinear:
      return layers[i](x).sigmoid();
    case Up::Nearest:
      break;
    }
    return layers[i](x).relu();
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) {
    for (size_t i = 0; i < layers.size(); ++i)
      x = one(x, i);
    return x;
  }
  Options options;
  std::vector<fg::nn::Linear> layers;
};
FG_MODULE(Net);

int main() {
  fg::NoGradGuard guard;
  fg::manual_seed(1);
  Net net;
  // CHECK: {{[0-9.]+}}
  std::printf("%.4f\n", net->forward(fg::ones({2, 4})).sum().item<double>());
}
