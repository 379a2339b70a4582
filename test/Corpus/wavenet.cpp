// WaveNet: dilated convolutions, gates, skip connections; dilations are powers in a nested loop.
#include <torch/torch.h>

#include <iostream>
#include <vector>

struct ResidualBlock : torch::nn::Module {
  ResidualBlock(int residual, int skip, int kernel, int dilation) : dilation(dilation), kernel(kernel) {
    filter = register_module("filter", torch::nn::Conv1d(torch::nn::Conv1dOptions(residual, residual, kernel).dilation(dilation)));
    gate = register_module("gate", torch::nn::Conv1d(torch::nn::Conv1dOptions(residual, residual, kernel).dilation(dilation)));
    res = register_module("res", torch::nn::Conv1d(residual, residual, 1));
    skip_conv = register_module("skip", torch::nn::Conv1d(residual, skip, 1));
  }

  std::pair<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto padded = torch::constant_pad_nd(x, {dilation * (kernel - 1), 0});
    auto h = torch::tanh(filter->forward(padded)) * torch::sigmoid(gate->forward(padded));
    return {x + res->forward(h), skip_conv->forward(h)};
  }

  int dilation, kernel;
  torch::nn::Conv1d filter{nullptr}, gate{nullptr}, res{nullptr}, skip_conv{nullptr};
};

struct WaveNet : torch::nn::Module {
  WaveNet(int layers, int stacks, int channels, int quantization = 32) {
    causal = register_module("causal", torch::nn::Conv1d(quantization, channels, 1));
    for (int s = 0; s < stacks; s++)
      for (int l = 0; l < layers; l++) {
        auto block = std::make_shared<ResidualBlock>(channels, 2 * channels, 2, 1 << l);
        blocks.push_back(register_module("block" + std::to_string(s * layers + l), block));
      }
    end1 = register_module("end1", torch::nn::Conv1d(2 * channels, 2 * channels, 1));
    end2 = register_module("end2", torch::nn::Conv1d(2 * channels, quantization, 1));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor input) {
    auto x = causal(torch::one_hot(input, 32).to(torch::kFloat).transpose(1, 2));
    torch::Tensor skip, total;
    for (auto &block : blocks) {
      std::tie(x, skip) = block->forward(x);
      total = total.defined() ? total + skip : skip;
    }
    return end2(torch::relu(end1(torch::relu(total))));
  }

  std::vector<std::shared_ptr<ResidualBlock>> blocks;
  torch::nn::Conv1d causal{nullptr}, end1{nullptr}, end2{nullptr};
};

FG_COMPILE(.fullgraph = true) torch::Tensor mu_law(const torch::Tensor &audio, int quantization = 32) {
  double mu = quantization - 1;
  auto magnitude = torch::log1p(mu * audio.abs().clamp(0, 1)) / std::log1p(mu);
  return ((torch::sign(audio) * magnitude + 1) / 2 * mu + 0.5).to(torch::kInt64);
}

int main() {
  torch::manual_seed(12);
  torch::NoGradGuard guard;
  WaveNet net(3, 2, 6);
  for (int64_t t : {20, 33}) {
    auto tokens = mu_law(torch::sin(torch::arange(2 * t, torch::kFloat).view({2, t}) * 0.3));
    auto y = net.forward(tokens);
    std::cout << tokens.sum().item<int64_t>() << " " << y.sum().item<float>() << "\n";
  }
}
