// A module's weights are declared by its class: code around it is one graph, for any of its sizes.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eager --implicit-check-not=remark %s < %t.log
// LOG: fullgraph: nn_linear.cpp: 1 function, 1 graph, {{.*}} 0 breaks,
// CHECK: 2 3
// CHECK-NEXT: 5 3
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

struct NetImpl : fg::nn::Module {
  NetImpl() : fc(register_module("fc", fg::nn::Linear(4, 3))) {}
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,4]") const fg::Tensor &x) { return fg::relu(fc->forward(x * 2)) + 1; }
  fg::nn::Linear fc{nullptr};
};
FG_MODULE(Net);

int main() {
  fg::manual_seed(0);
  Net net;
  for (const int64_t n : {2, 5}) {
    const fg::Tensor y = net->forward(fg::linspace(-1, 1, n * 4).view({n, 4}));
    std::printf("%d %d %.4f\n", int(y.size(0)), int(y.size(1)), y.sum().item<float>());
  }
}
