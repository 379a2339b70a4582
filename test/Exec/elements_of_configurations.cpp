// Networks of two configurations, whose layers have other parts: each call in sight is built for its own network, and what
// that one lacks is expected to be missing.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: elements_of_configurations.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>

using fg::Tensor;
namespace nn = fg::nn;

struct Config {
  int64_t dim = 8, tokens = 3;
  int depth = 2;
  bool gated = false, bias = true;
  std::optional<double> scale = 0.5;
};

struct BlockImpl : nn::Module {
  explicit BlockImpl(const Config &c)
      : norm(register_module("norm", nn::LayerNorm(nn::LayerNormOptions({c.dim})))),
        in(register_module("in", nn::Linear(nn::LinearOptions(c.dim, c.dim).bias(c.bias)))) {
    if (c.gated)
      gate = register_module("gate", nn::Linear(c.dim, c.dim));
    else
      out = register_module("out", nn::Linear(c.dim, c.dim));
    if (c.scale)
      scale = register_parameter("scale", fg::full({c.dim}, *c.scale));
  }
  Tensor forward(Tensor x, const std::optional<Tensor> &mask) {
    auto y = fg::tanh(in(norm(x)));
    if (mask)
      y = y.masked_fill(mask->unsqueeze(-1), 0);
    x = x + (scale.defined() ? y * scale : y);
    return x + (gate.is_empty() ? out(x) : gate(x).sigmoid());
  }
  nn::LayerNorm norm;
  nn::Linear in, out{nullptr}, gate{nullptr};
  Tensor scale;
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  explicit NetImpl(const Config &c) : config(c) {
    if (c.tokens > 0)
      tokens = register_parameter("tokens", fg::full({1, c.tokens, c.dim}, 0.25));
    blocks = register_module("blocks", nn::ModuleList());
    for (int i = 0; i < c.depth; ++i)
      blocks->push_back(Block(c));
  }
  FG_COMPILE(.fullgraph = true)
  std::tuple<Tensor, Tensor> forward(Tensor x, const std::optional<Tensor> &mask = std::nullopt) {
    x = x * 2;
    if (tokens.defined())
      x = fg::cat({tokens.expand({x.size(0), -1, -1}), x}, 1);
    std::optional<Tensor> m;
    if (mask)
      m = fg::cat({fg::zeros({x.size(0), config.tokens}, fg::kBool), *mask}, 1);
    for (const auto &block : *blocks)
      x = block->as<Block>()->forward(x, m);
    return {x.slice(1, 0, config.tokens), x.slice(1, config.tokens)};
  }
  Config config;
  Tensor tokens;
  nn::ModuleList blocks{nullptr};
};
FG_MODULE(Net);

int main() {
  fg::NoGradGuard guard;
  fg::manual_seed(3);
  Config other;
  other.gated = true, other.bias = false, other.tokens = 0, other.depth = 3, other.scale = std::nullopt;
  for (const Config &config : {Config(), other}) {
    Net net(config);
    const Tensor x = fg::rand({2, 5, 8});
    // CHECK: 3 5
    // CHECK-NEXT: 3 5
    // CHECK-NEXT: 0 5
    // CHECK-NEXT: 0 5
    const auto [tokens, rest] = net->forward(x);
    std::printf("%d %d %.3f\n", int(tokens.size(1)), int(rest.size(1)), rest.sum().item<double>());
    const Tensor mask = fg::rand({2, 5}) > 0.5;
    const auto [more, masked] = net->forward(x, mask);
    std::printf("%d %d %.3f\n", int(more.size(1)), int(masked.size(1)), masked.sum().item<double>());
  }
}
