// Conditions of a module that a holder calls, in an expression of many such calls: 3^7 graphs for a block, which are joined.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: conditions_of_holders.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>
#include <optional>

using fg::Tensor;

struct AdaptedImpl : fg::nn::Module {
  AdaptedImpl(int64_t n, std::optional<int64_t> rank) {
    w = register_parameter("w", fg::eye(n));
    if (rank) {
      a = register_parameter("a", fg::full({*rank, n}, 0.1));
      b = register_parameter("b", fg::full({n, *rank}, 0.1));
    }
  }
  Tensor forward(const Tensor &x) {
    Tensor y = fg::linear(x, w);
    if (a.defined() && !merged)
      y = y + fg::linear(fg::linear(x, a), b);
    return y;
  }
  void merge() {
    if (a.defined() && !merged) {
      w.add_(fg::matmul(b, a));
      merged = true;
    }
  }
  Tensor w, a, b;
  bool merged = false;
};
FG_MODULE(Adapted);

struct BlockImpl : fg::nn::Module {
  explicit BlockImpl(std::optional<int64_t> rank)
      : q(4, rank), k(4, rank), v(4, rank), o(4, rank), gate(4, rank), up(4, rank), down(4, rank) {}
  Tensor forward(const Tensor &x) {
    Tensor h = x + o(fg::softmax(fg::matmul(q(x), k(x).t()), -1).matmul(v(x)));
    return h + down(fg::silu(gate(h)) * up(h));
  }
  Adapted q, k, v, o, gate, up, down;
};
FG_MODULE(Block);

struct Net : fg::nn::Module {
  Net(int layers, std::optional<int64_t> rank) {
    for (int i = 0; i < layers; ++i)
      blocks->push_back(Block(rank));
    register_module("blocks", blocks);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) {
    for (auto &block : *blocks)
      x = block->as<Block>()->forward(x);
    return x;
  }
  fg::nn::ModuleList blocks;
};

int main() {
  fg::NoGradGuard guard;
  double merged = 0, before = 0;
  for (std::optional<int64_t> rank : {std::optional<int64_t>(), std::optional<int64_t>(2)}) {
    Net net(2, rank);
    before = net.forward(fg::ones({3, 4})).sum().item<double>();
    net.blocks[0]->as<BlockImpl>()->q->merge();
    merged = net.forward(fg::ones({3, 4})).sum().item<double>();
    // CHECK-COUNT-2: merged: {{[0-9.]+}}, as before: 1
    std::printf("merged: %.3f, as before: %d\n", merged, int(std::abs(merged - before) < 1e-3 * before));
  }
}
