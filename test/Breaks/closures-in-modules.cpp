// A closure in nn::Functional is run-time data: no guard can tell it from another one. The break names the library's function
// that calls it.
// RUN: not %fullgraph --emit=capture %s -- %fg_flags 2>&1 | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

namespace nn = fg::nn;

struct NetImpl : nn::Module {
  nn::Sequential layers{nullptr};
  NetImpl() {
    layers = register_module(
        "layers", nn::Sequential(nn::Linear(3, 3), nn::Functional([](const fg::Tensor &x) { return x * 2; })));
  }
  // CHECK: closures-in-modules.cpp:[[#@LINE+1]]:[[#]]: error: graph break: no capture rule for a call within 'fg::nn::SequentialImpl::forward' that the program has to make itself {{.*}}[FG003]
  FG_COMPILE(.fullgraph = true) fg::Tensor forward(const fg::Tensor &x) { return layers->forward(x) * 2; }
};

int main() {
  NetImpl net;
  net.forward(fg::ones({2, 3}));
}
