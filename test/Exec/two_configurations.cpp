// A model that the program builds in two configurations has graphs for each: what its blocks read of the settings (flags, integers,
// texts, what is absent) is asked once, and not anew in each layer. An object that is changed later fails a guard.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: two_configurations.cpp: 1 function, {{.*}} 0 breaks
// LOG-NEXT: NetImpl::forward: this->blocks[3]->s.activation: expected "relu"; running eagerly
// LOG-NEXT: NetImpl::forward: this->blocks[4]->s.normFirst: expected false; running eagerly
// LOG-NOT: eagerly
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <cstdio>
#include <string>
#include <vector>

using fg::Tensor;
namespace nn = fg::nn;

struct Settings {
  int64_t width = 8, heads = 2, layers = 3;
  bool normFirst = true;
  double dropout = 0;
  std::string activation = "gelu";
};

struct BlockImpl : nn::Module {
  explicit BlockImpl(const Settings &settings) : s(settings) {
    norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({s.width})));
    in = register_module("in", nn::Linear(s.width, 3 * s.width));
    if (s.dropout > 0)
      drop = register_module("drop", nn::Dropout(s.dropout));
  }
  Tensor forward(Tensor x) {
    Tensor h = s.normFirst ? norm(x) : x;
    auto parts = in(h).split(s.width, 2);
    const Tensor q = parts[0].view({x.size(0), x.size(1), s.heads, s.width / s.heads}).transpose(1, 2);
    h = q.mul(2).transpose(1, 2).reshape({x.size(0), x.size(1), s.width}) + parts[1] * parts[2];
    if (s.activation == "gelu")
      h = fg::gelu(h);
    else if (s.activation == "relu")
      h = fg::relu(h);
    else
      throw std::invalid_argument(s.activation);
    if (drop)
      h = drop(h);
    x = x + h;
    return s.normFirst ? x : norm(x);
  }
  Settings s;
  nn::LayerNorm norm{nullptr};
  nn::Linear in{nullptr};
  nn::Dropout drop{nullptr};
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  explicit NetImpl(Settings settings) : s(settings) {
    for (int64_t i = 0; i < s.layers; ++i)
      blocks.push_back(register_module("block" + std::to_string(i), Block(s)));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) {
    for (auto &block : blocks)
      x = block(x);
    return x.mean(1);
  }
  Settings s;
  std::vector<Block> blocks;
};
FG_MODULE(Net);

static void show(const char *what, const Tensor &x) { std::printf("%s %.4f\n", what, x.abs().sum().item<double>()); }

int main(int argc, char **) {
  fg::manual_seed(5);
  Settings other{12, 3, 5, false, 0.1, "relu"};
  Net first{Settings()}, second{other};
  first->eval();
  second->eval();
  for (int64_t n = 2; n < 4; ++n) {
    show("first", first->forward(fg::randn({n, 6, 8})));
    show("second", second->forward(fg::randn({n, 4, 12})));
  }
  // CHECK: first
  // CHECK: second
  // CHECK: first
  // CHECK: second
  Net changed{other};
  changed->eval();
  const size_t at = static_cast<size_t>(argc) + 2; // the build does not know which layer: the last ones of five
  changed->blocks[at]->s.activation = "gelu";
  show("changed", changed->forward(fg::randn({2, 4, 12})));
  changed->blocks[at]->s.activation = "relu";
  changed->blocks[at + 1]->s.normFirst = true;
  show("again", changed->forward(fg::randn({2, 4, 12})));
  // CHECK: changed
  // CHECK: again
}
