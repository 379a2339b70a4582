// An audio effect: a stack of dilated causal convolutions with gates, as in WaveNet. Sound comes in blocks of
// any length, down to single samples; each layer keeps the past that its kernel reaches back to.
#include "common.h"

#include <cinttypes>

namespace nn = fg::nn;

struct DilatedLayerImpl : nn::Module {
  DilatedLayerImpl(int64_t channels, int64_t kernel, int64_t dilation)
      : reach((kernel - 1) * dilation),
        conv(nn::Conv1dOptions(channels, 2 * channels, kernel).dilation(dilation)),
        mix(nn::Conv1dOptions(channels, channels, 1)) {
    register_module("conv", conv);
    register_module("mix", mix);
  }
  void reset(int64_t batch) { past = fg::zeros({batch, mix->options.in_channels(), reach}); }

  /// What the next layer gets, and this layer's part of the output.
  std::pair<fg::Tensor, fg::Tensor> forward(const fg::Tensor &x) {
    const fg::Tensor seen = fg::cat({past, x}, 2);
    past.copy_(seen.slice(2, seen.size(2) - reach));
    const auto parts = conv(seen).chunk(2, 1);
    const fg::Tensor gated = fg::tanh(parts[0]) * fg::sigmoid(parts[1]);
    return {x + mix(gated), gated};
  }

  int64_t reach;
  nn::Conv1d conv, mix;
  FG_SHAPE("f32[B,C,R]") fg::Tensor past;
};
FG_MODULE(DilatedLayer);

struct AmplifierImpl : nn::Module {
  AmplifierImpl(int64_t channels, int64_t kernel, const std::vector<int64_t> &dilations)
      : input(nn::Conv1dOptions(1, channels, 1)),
        output(nn::Conv1dOptions(channels * static_cast<int64_t>(dilations.size()), 1, 1)) {
    register_module("input", input);
    for (int64_t dilation : dilations)
      layers->push_back(DilatedLayer(channels, kernel, dilation));
    register_module("layers", layers);
    register_module("output", output);
  }
  void reset(int64_t batch) {
    for (const auto &layer : *layers)
      layer->as<DilatedLayer>()->reset(batch);
  }

  /// The next `T` samples of B voices.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor process(FG_SHAPE("f32[B,1,T]") const fg::Tensor &block) {
    fg::Tensor x = input(block);
    std::vector<fg::Tensor> skips;
    for (const auto &layer : *layers) {
      const auto [next, skip] = layer->as<DilatedLayer>()->forward(x);
      x = next;
      skips.push_back(skip);
    }
    return fg::tanh(output(fg::cat(skips, 1)));
  }

  nn::Conv1d input;
  nn::ModuleList layers;
  nn::Conv1d output;
};
FG_MODULE(Amplifier);

int main() {
  Amplifier effect(4, 3, std::vector<int64_t>{1, 2, 4, 8});
  models::fill(effect);
  bool good = true;
  for (int64_t voices : {1, 2}) {
    const int64_t length = 96;
    const fg::Tensor time = fg::arange(length).to(fg::kFloat) / length;
    const fg::Tensor sound =
        fg::sin(time * 40.0) * (1.0 - time) + models::values("noise", {voices, 1, length}) * 0.1;
    const std::string name = "audio/" + std::to_string(voices);
    fg::Tensor played;
    for (int64_t block : {32, 7, 1}) {
      effect->reset(voices);
      std::vector<fg::Tensor> blocks;
      for (int64_t start = 0; start < length; start += block)
        blocks.push_back(
            effect->process(sound.slice(2, start, std::min(start + block, length)).contiguous()));
      played = fg::cat(blocks, 2);
      std::printf("  blocks of %" PRId64 ": ", block);
      good &= models::agrees(name, played);
    }
    for (int64_t i = 0; i < length; i += 8) { // the first voice's curve, turned
      const int64_t column = 20 + static_cast<int64_t>(20 * played[0][0][i].item<float>());
      std::printf("  |%*s\n", static_cast<int>(column) + 1, "*");
    }
  }
  return good ? 0 : 1;
}
