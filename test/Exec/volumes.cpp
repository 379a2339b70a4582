// Convolutions of volumes, of one channel and of several: which copies of planes they make is nobody's
// business.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: volumes.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/compat/torch/torch.h>

namespace nn = torch::nn;

struct NetImpl : nn::Module {
  nn::Conv3d embed{nullptr};
  explicit NetImpl(int64_t channels) {
    embed = register_module("embed", nn::Conv3d(nn::Conv3dOptions(channels, 4, {2, 2, 2}).stride({2, 2, 2})));
    embed->weight.fill_(0.5);
    embed->bias.fill_(0.125);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) { return torch::relu(embed(x)) + 1; }
};
TORCH_MODULE(Net);

int main() {
  Net grey(1), colours(3);
  for (int64_t depth : {4, 5}) {
    std::printf("%.5f\n", grey(torch::ones({2, 1, depth, 4, 4})).sum().item<double>());
    std::printf("%.5f\n", colours(torch::ones({2, 3, depth, 4, 6})).sum().item<double>());
  }
}
// CHECK: 328.00000
// CHECK-NEXT: 1260.00000
// CHECK-NEXT: 328.00000
// CHECK-NEXT: 1260.00000
