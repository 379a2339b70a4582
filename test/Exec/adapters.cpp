// Adapters that some layers have and others lack, by the network's configuration: a path on which a layer has one does not
// take its tensors for missing, whatever the call that code is built for lacks.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: adapters.cpp: {{.*}} 0 breaks
// RUN: %fullgraph --emit=capture %s -- %fg_flags 2>/dev/null | awk -f %S/Inputs/contradictions.awk | FileCheck --check-prefix=FACTS %s
// FACTS: {{^}}no contradiction
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>
#include <set>
#include <string>

using fg::Tensor;
namespace nn = fg::nn;

struct Adapter {
  int64_t rank = 2;
  double alpha = 4;
  std::set<std::string> targets = {"gate"};
};

struct AdaptedImpl : nn::Module {
  AdaptedImpl(int64_t in, int64_t out, const std::string &name, const std::optional<Adapter> &adapter) {
    weight = register_parameter("weight", fg::rand({out, in}) - 0.5);
    if (adapter && adapter->targets.count(name)) {
      a = register_parameter("a", fg::rand({adapter->rank, in}));
      b = register_parameter("b", fg::rand({out, adapter->rank}));
      scaling = adapter->alpha / adapter->rank;
    }
  }
  Tensor forward(const Tensor &x) {
    auto y = fg::linear(x, weight);
    if (a.defined() && !merged)
      y = y + fg::linear(fg::linear(x, a), b) * scaling;
    return y;
  }
  void merge() {
    if (a.defined() && !merged) {
      weight.add_(fg::matmul(b, a) * scaling);
      merged = true;
    }
  }
  Tensor weight, a, b;
  double scaling = 1;
  bool merged = false;
};
FG_MODULE(Adapted);

struct AttentionImpl : nn::Module {
  explicit AttentionImpl(const std::optional<Adapter> &adapter)
      : q(register_module("q", Adapted(8, 8, "q", adapter))), k(register_module("k", Adapted(8, 8, "k", adapter))),
        v(register_module("v", Adapted(8, 8, "v", adapter))), o(register_module("o", Adapted(8, 8, "o", adapter))) {}
  Tensor forward(const Tensor &x) {
    auto scores = fg::matmul(q(x), k(x).transpose(1, 2)) / 3;
    return o(fg::matmul(scores.softmax(-1), v(x)));
  }
  Adapted q{nullptr}, k{nullptr}, v{nullptr}, o{nullptr};
};
FG_MODULE(Attention);

struct BlockImpl : nn::Module {
  explicit BlockImpl(const std::optional<Adapter> &adapter) {
    attention = register_module("attention", Attention(adapter));
    gate = register_module("gate", Adapted(8, 12, "gate", adapter));
    up = register_module("up", Adapted(8, 12, "up", adapter));
    down = register_module("down", Adapted(12, 8, "down", adapter));
  }
  Tensor forward(const Tensor &x) {
    auto h = x + attention(fg::tanh(x));
    auto n = fg::sigmoid(h);
    return h + down(fg::silu(gate(n)) * up(n));
  }
  Attention attention{nullptr};
  Adapted gate{nullptr}, up{nullptr}, down{nullptr};
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  explicit NetImpl(const std::optional<Adapter> &adapter) {
    blocks = register_module("blocks", nn::ModuleList());
    for (int i = 0; i < 2; ++i)
      blocks->push_back(Block(adapter));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) {
    x = x * 2;
    for (auto &block : *blocks)
      x = block->as<Block>()->forward(x);
    return x + 1;
  }
  nn::ModuleList blocks{nullptr};
};
FG_MODULE(Net);

int main() {
  fg::NoGradGuard guard;
  fg::manual_seed(5);
  Adapter more;
  more.targets = {"q", "k", "v", "o", "gate"};
  for (const std::optional<Adapter> &adapter :
       {std::optional<Adapter>(), std::optional<Adapter>(Adapter()), std::optional<Adapter>(more)}) {
    Net net(adapter);
    // CHECK: 3: {{-?[0-9.]+}}
    // CHECK: 5: {{-?[0-9.]+}}
    // CHECK: merged: 1
    // CHECK: 3: {{-?[0-9.]+}}
    // CHECK: 5: {{-?[0-9.]+}}
    // CHECK: merged: 1
    for (const int64_t n : {3, 5})
      std::printf("%d: %.3f\n", int(n), net->forward(fg::rand({2, n, 8})).sum().item<double>());
    const Tensor x = fg::rand({2, 4, 8}), before = net->forward(x);
    for (auto &module : net->modules(/*include_self=*/false))
      if (auto *layer = module->as<AdaptedImpl>())
        layer->merge();
    std::printf("merged: %d\n", fg::allclose(before, net->forward(x), 1e-3, 1e-4));
  }
}
