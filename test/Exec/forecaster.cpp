// A network as LibTorch users write them: its shapes are nobody's, its blocks as many as the options say, and
// flags of the options choose what a block does. Every part is compiled at its first call, for both flags.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" %s < %t.log
// LOG: remark: rank or dtype of 'x' is not known at build time; 'ForecasterImpl::forward' is compiled at its first call
#include "Inputs/both.h"

#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

namespace torch = fg;
using torch::indexing::Slice;

enum class Act { Relu, Gelu };
struct Options {
  int64_t width = 8, layers = 2;
  bool first = true;
  Act act = Act::Gelu;
};
struct BlockImpl : torch::nn::Module {
  bool first;
  Act act;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear up{nullptr}, down{nullptr};
  explicit BlockImpl(const Options &options) : first(options.first), act(options.act) {
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({options.width})));
    up = register_module("up", torch::nn::Linear(options.width, 2 * options.width));
    down = register_module("down", torch::nn::Linear(2 * options.width, options.width));
  }
  torch::Tensor forward(const torch::Tensor &x) {
    if (first)
      return x + inner(norm(x));
    return norm(x + inner(x));
  }

private:
  torch::Tensor inner(const torch::Tensor &x) {
    auto h = up(x);
    return down(act == Act::Gelu ? torch::gelu(h) : torch::relu(h));
  }
};
FG_MODULE(Block);
struct ForecasterImpl : torch::nn::Module {
  explicit ForecasterImpl(const Options &options) {
    embed =
        register_module("embed", torch::nn::Conv1d(torch::nn::Conv1dOptions(2, options.width, 3).padding(1)));
    blocks = register_module("blocks", torch::nn::ModuleList());
    for (int64_t i = 0; i < options.layers; ++i)
      blocks->push_back(Block(options));
    head = register_module("head", torch::nn::Linear(options.width, 3));
  }
  FG_COMPILE(.fullgraph = true)
  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor &x) {
    auto scale = x.abs().mean(1, /*keepdim=*/true).clamp_min(1e-3);
    auto h = embed((x / scale).transpose(1, 2)).transpose(1, 2);
    for (const auto &block : *blocks)
      h = block->as<Block>()->forward(h);
    auto y = head->forward(h.index({Slice(), -1}));
    return {y * scale.index({Slice(), 0, Slice(0, 1)}), std::get<0>(y.max(1))};
  }
  torch::nn::Conv1d embed{nullptr};
  torch::nn::ModuleList blocks{nullptr};
  torch::nn::Linear head{nullptr};
};
FG_MODULE(Forecaster);

int main() {
  Options given;
  given.layers = 3;
  for (const bool first : {true, false})
    for (const Act act : {Act::Gelu, Act::Relu}) {
      given.first = first;
      given.act = act;
      Forecaster net(given);
      for (auto &parameter : net->named_parameters())
        parameter.value().copy_(both::values(parameter.value().sizes().vec()));
      for (const int64_t length : {5, 8})
        both::check("forecaster", [&] {
          auto [y, most] = net->forward(both::values({2, length, 2}));
          return std::vector<torch::Tensor>{y, most};
        });
    }
  // CHECK-COUNT-8: forecaster: same
  for (const fg::FunctionStats &function : fg::stats().functions)
    std::printf("%s: %zu versions, eager %zu\n", function.name.c_str(), function.versions.size(),
                static_cast<size_t>(function.eager_calls));
  // CHECK: ForecasterImpl::forward: {{[1-9][0-9]*}} versions, eager 0
}
