// Nothing is declared, and there is no run-time compiler: code is built ahead for the calls and the objects that the source
// shows. What is otherwise runs as it is written, and is right.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: remark: rank or dtype of 'table' is not known at build time; 'embedded' is built for f32[?, ?], and compiled at its first call for others
// LOG: remark: rank or dtype of 'x' is not known at build time; 'Plain::forward' is built for f32[?, ?], and compiled at its first call for others
// LOG: seen_calls.cpp: 4 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <iostream>
#include <optional>

namespace nn = fg::nn;
using fg::Tensor;

// A free function: dtypes and ranks of arguments, through another function's parameters.
FG_COMPILE(.fullgraph = true) Tensor embedded(const Tensor &table, const Tensor &tokens) {
  return embedding(table, tokens).mean(1) * 2;
}
static Tensor through(const Tensor &table, int64_t n) {
  return embedded(table, fg::arange(n).view({1, n}) % 5);
}

// Plain structs: which optionals are set, how many layers there are, integers that sizes are made of.
struct Dense {
  Tensor weight;
  std::optional<Tensor> bias;
  Tensor operator()(const Tensor &x) const {
    Tensor y = matmul(x, weight.t());
    return bias ? y + *bias : y;
  }
};
struct Plain {
  std::vector<Dense> layers;
  int64_t heads = 1;
  double scale = 1;
  FG_COMPILE(.fullgraph = true) Tensor forward(const Tensor &x) const {
    Tensor y = x;
    for (const Dense &layer : layers)
      y = relu(layer(y));
    return (y * scale).view({x.size(0), heads, -1}).sum(1);
  }
};

// A module whose constructor loops over a number that it is handed, and one with a shortcut of some objects only.
struct StackImpl : nn::Module {
  StackImpl(int64_t depth, int64_t width, bool bias) {
    for (int64_t i = 0; i < depth; ++i)
      layers->push_back(nn::Linear(nn::LinearOptions(width, width).bias(bias)));
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(const Tensor &x) { return layers->forward(x).tanh(); }
  nn::Sequential layers;
};
FG_MODULE(Stack);

// A member that methods change is nothing to rely on: a cache.
struct Cached {
  std::optional<Tensor> last;
  int64_t calls = 0;
  FG_COMPILE() Tensor step(const Tensor &x) {
    Tensor y = last ? x + *last : x * 2;
    last = y;
    ++calls;
    return y;
  }
};

int main() {
  fg::manual_seed(1);
  const Tensor table = fg::rand({5, 3});
  both::ahead("embedded", [&] { return std::vector<Tensor>{through(table, 7), through(table, 4)}; });
  // CHECK: embedded: same
  // CHECK: embedded: 0 eager
  Plain plain{{{fg::rand({4, 6}), fg::rand({4})}, {fg::rand({8, 4}), std::nullopt}}, 2, 0.5};
  both::ahead("plain", [&] { return std::vector<Tensor>{plain.forward(fg::linspace(0, 1, 18).view({3, 6}))}; });
  // CHECK: plain: same
  // CHECK: plain: 0 eager
  plain.scale = 3; // a value, and no part of the structure
  both::ahead("scaled", [&] { return std::vector<Tensor>{plain.forward(fg::linspace(0, 1, 12).view({2, 6}))}; });
  // CHECK: scaled: same
  // CHECK: scaled: 0 eager
  Stack deep(3, 4, true), shallow(1, 4, false);
  both::ahead("stacks", [&] {
    return std::vector<Tensor>{deep->forward(fg::ones({2, 4})), shallow->forward(fg::ones({5, 4}))};
  });
  // CHECK: stacks: same
  // CHECK: stacks: 0 eager
  try { // and what the walk cannot follow around a call
    std::cout << "printed " << deep->forward(fg::zeros({2, 4})).sizes() << '\n';
  } catch (const std::exception &) {
  }
  // CHECK: printed [2, 4]
  both::ahead("cached", [&] {
    Cached cached;
    return std::vector<Tensor>{cached.step(fg::ones({3})), cached.step(fg::ones({3})), cached.step(fg::ones({3}))};
  });
  // CHECK: cached: same
  // CHECK: cached: 0 eager
  plain.layers[0].bias.reset(); // which the walk sees
  plain.layers.pop_back();
  both::ahead("changed", [&] { return std::vector<Tensor>{plain.forward(fg::ones({3, 6}))}; });
  // CHECK: changed: same
  // CHECK: changed: 0 eager
  static volatile int many = 5; // Otherwise than what the source shows: right, and counted.
  Plain other;
  for (int i = 0; i < many; ++i)
    other.layers.push_back({fg::ones({6, 6}), std::nullopt});
  both::ahead("unseen", [&] { return std::vector<Tensor>{other.forward(fg::ones({3, 6}))}; });
  // CHECK: unseen: same
  // CHECK: unseen: 1 eager
}
