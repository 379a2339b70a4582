// A large function, whose walk takes a good part of what capture may do, and two kinds of calls: with and without a tensor. Each has
// code that is built ahead, also that of the third configuration of a loop. No object that the constructor makes by its defaults takes the tensor.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: calls_of_large_functions.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>
#include <optional>
#include <vector>

using fg::Tensor;
namespace nn = fg::nn;

struct Config {
  int64_t channels = 6, blocks = 60;
  std::optional<int64_t> conditions;
};

struct BlockImpl : nn::Module {
  explicit BlockImpl(const Config &c)
      : filter(c.channels, 2 * c.channels), res(c.channels, c.channels), skip(c.channels, c.channels) {
    register_module("filter", filter);
    register_module("res", res);
    register_module("skip", skip);
    if (c.conditions)
      condition = register_module("condition", nn::Linear(*c.conditions, 2 * c.channels));
  }
  std::tuple<Tensor, Tensor> forward(const Tensor &x, const Tensor &c) {
    Tensor h = filter(x);
    if (c.defined() && !condition.is_empty())
      h = h + condition(c);
    const auto parts = h.chunk(2, -1);
    const Tensor z = fg::tanh(parts[0]) * fg::sigmoid(parts[1]);
    return {(res(z) + x) * 0.5, skip(z)};
  }
  nn::Linear filter, res, skip, condition{nullptr};
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  explicit NetImpl(const Config &c) : embed(16, c.channels) {
    register_module("embed", embed);
    for (int64_t b = 0; b < c.blocks; ++b)
      blocks.push_back(register_module("block" + std::to_string(b), Block(c)));
    fg::NoGradGuard guard;
    int64_t i = 0;
    for (auto &parameter : parameters())
      parameter.copy_(fg::arange(parameter.numel()).view(parameter.sizes()) * 0.01 - 0.002 * static_cast<double>(++i));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &codes, const Tensor &c = {}) {
    Tensor x = embed(codes), total;
    for (auto &block : blocks) {
      const auto [r, s] = block(x, c);
      x = r;
      total = total.defined() ? total + s : s;
    }
    return total.relu();
  }
  nn::Embedding embed;
  std::vector<Block> blocks;
};
FG_MODULE(Net);

int main() {
  fg::NoGradGuard guard;
  Config plain, conditioned, narrow;
  conditioned.conditions = 3;
  conditioned.blocks = 40;
  narrow.conditions = 3;
  narrow.channels = 4;
  narrow.blocks = 24;
  const Tensor codes = fg::arange(10).view({2, 5});
  for (const Config &config : {plain, conditioned, narrow}) {
    Net net(config);
    // CHECK-COUNT-3: {{-?[0-9.]+}}
    std::printf("%.3f\n", net(codes, config.conditions ? fg::ones({2, 5, 3}) : Tensor()).sum().item<double>());
  }
}
