// A function in regions, called with networks of two configurations. What a region leaves is known of each call (x has rank
// 3 behind the first one). A call that has nothing to compute in a region is served there (neither tokens nor a mask). The
// loop's variable is as one of the layers of the networks in sight.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: the conditions of 'Net::forward' would make more than 4 graphs of more than 2000 operators: it is compiled in
// LOG: idle_in_regions.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>

using fg::Tensor;
namespace nn = fg::nn;

struct Config {
  int64_t image = 32, patch = 8;
  bool gated = false, bias = true;
  int depth = 2;
};

struct BlockImpl : nn::Module {
  explicit BlockImpl(const Config &c)
      : norm1(nn::LayerNormOptions({8})), norm2(nn::LayerNormOptions({8})),
        in(nn::LinearOptions(8, 8).bias(c.bias)) {
    if (c.gated)
      gate = register_module("gate", nn::Linear(8, 8));
    else
      out = register_module("out", nn::Linear(8, 8));
  }
  Tensor forward(Tensor x, const std::optional<Tensor> &mask) {
    auto y = fg::tanh(in(norm1(x)));
    x = x + (mask ? y.masked_fill(mask->unsqueeze(-1), 0) : y);
    return x + (gate.is_empty() ? out(norm2(x)) : gate(norm2(x)));
  }
  nn::LayerNorm norm1, norm2;
  nn::Linear in, out{nullptr}, gate{nullptr};
};
FG_MODULE(Block);

struct Net : nn::Module {
  explicit Net(const Config &c) : config(c) {
    const auto grid = c.image / c.patch;
    pos = fg::rand({1, grid * grid + 1, 8});
    if (!c.gated)
      tokens = register_parameter("tokens", fg::rand({1, 2, 8}));
    for (int i = 0; i < c.depth; ++i)
      blocks->push_back(Block(c));
    register_module("blocks", blocks);
  }
  Tensor position(int64_t h, int64_t w) {
    const auto grid = config.image / config.patch;
    if (h == grid && w == grid)
      return pos;
    auto p = pos.slice(1, 1).unflatten(1, {grid, grid}).permute({0, 3, 1, 2});
    p = fg::upsample_bicubic2d(p, {h, w}, false);
    return fg::cat({pos.slice(1, 0, 1), p.permute({0, 2, 3, 1}).reshape({1, h * w, 8})}, 1);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x, const std::optional<Tensor> &mask = std::nullopt) {
    const auto h = x.size(2), w = x.size(3);
    x = x.flatten(2).transpose(1, 2);
    x = fg::cat({x.mean(1, true), x}, 1) + position(h, w);
    if (tokens.defined())
      x = fg::cat({x.slice(1, 0, 1), tokens.expand({x.size(0), -1, -1}), x.slice(1, 1)}, 1);
    std::optional<Tensor> m;
    if (mask)
      m = fg::cat({fg::ones({x.size(0), x.size(1) - mask->size(1)}, fg::kBool), *mask}, 1);
    for (const auto &block : *blocks)
      x = block->as<Block>()->forward(x, m);
    return x * 2;
  }
  Config config;
  Tensor pos, tokens;
  nn::ModuleList blocks;
};

int main() {
  fg::NoGradGuard guard;
  fg::manual_seed(1);
  for (const auto &c : {Config{}, Config{.gated = true, .bias = false, .depth = 3}}) {
    Net net(c);
    for (const int64_t size : {4, 6}) {
      // CHECK: 4: 19 19
      // CHECK: 6: 39 39
      // CHECK: 4: 17 17
      // CHECK: 6: 37 37
      const Tensor x = fg::rand({2, 8, size, size}), all = net.forward(x);
      const Tensor some = net.forward(x, fg::rand({2, size * size}) > 0.3);
      std::printf("%d: %d %d, %.3f %.3f\n", int(size), int(all.size(1)), int(some.size(1)), all.sum().item<double>(),
                  some.sum().item<double>());
    }
  }
}
