// AlphaZero's net: a tower of residual blocks in a std::vector, a policy and a value head, legal moves masked.
#include <torch/torch.h>

#include <iostream>
#include <limits>
#include <vector>

struct ConvBlock {
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d bn;
  ConvBlock(int in, int out, int k) : conv(torch::nn::Conv2dOptions(in, out, k).padding(k / 2).bias(false)), bn(out) {}
  torch::Tensor operator()(const torch::Tensor &x, bool activate = true) {
    auto y = bn(conv(x));
    return activate ? torch::relu(y) : y;
  }
};

struct NetOutput {
  torch::Tensor policy;
  torch::Tensor value;
};

class AlphaNet : public torch::nn::Module {
public:
  struct Settings {
    int planes = 3, filters = 8, blocks = 2, board = 5;
    bool use_pass = false;
  };
  explicit AlphaNet(const Settings &s)
      : settings(s), stem(s.planes, s.filters, 3), policy_conv(s.filters, 2, 1), value_conv(s.filters, 1, 1),
        policy_fc(2 * s.board * s.board, s.board * s.board + (s.use_pass ? 1 : 0)), value_fc1(s.board * s.board, 16), value_fc2(16, 1) {
    add("stem", stem);
    for (int i = 0; i < s.blocks; ++i) {
      tower.push_back({ConvBlock(s.filters, s.filters, 3), ConvBlock(s.filters, s.filters, 3)});
      add("block" + std::to_string(i) + "a", tower.back().first);
      add("block" + std::to_string(i) + "b", tower.back().second);
    }
    add("policy", policy_conv);
    add("value", value_conv);
    register_module("policy_fc", policy_fc);
    register_module("value_fc1", value_fc1);
    register_module("value_fc2", value_fc2);
  }

  FG_COMPILE(.fullgraph = true) NetOutput forward(torch::Tensor boards, torch::Tensor legal) {
    auto x = stem(boards);
    for (auto &[first, second] : tower) {
      auto y = second(first(x), false);
      x = torch::relu(x + y);
    }
    auto p = policy_fc(policy_conv(x).flatten(1));
    p = p.masked_fill(legal.logical_not(), -std::numeric_limits<float>::infinity());
    auto v = torch::tanh(value_fc2(torch::relu(value_fc1(value_conv(x).flatten(1)))));
    return {torch::log_softmax(p, 1), v.squeeze(1)};
  }

private:
  void add(const std::string &name, ConvBlock &b) {
    register_module(name + "_conv", b.conv);
    register_module(name + "_bn", b.bn);
  }
  Settings settings;
  ConvBlock stem;
  std::vector<std::pair<ConvBlock, ConvBlock>> tower;
  ConvBlock policy_conv, value_conv;
  torch::nn::Linear policy_fc, value_fc1, value_fc2;
};

FG_COMPILE(.fullgraph = true) torch::Tensor puct(const torch::Tensor &prior, const torch::Tensor &visits, const torch::Tensor &values, float c) {
  auto q = torch::where(visits > 0, values / visits.clamp(1), torch::zeros_like(values));
  auto u = c * prior * visits.sum().sqrt() / (1 + visits);
  return (q + u).argmax();
}

int main() {
  torch::manual_seed(64);
  torch::NoGradGuard guard;
  AlphaNet net(AlphaNet::Settings{});
  net.eval();
  for (int n : {1, 4}) {
    auto boards = torch::randint(0, 2, {n, 3, 5, 5}).to(torch::kFloat);
    auto legal = torch::rand({n, 25}) > 0.3;
    auto out = net.forward(boards, legal);
    auto p = out.policy.exp();
    auto move = puct(p[0], torch::arange(25, torch::kFloat), torch::rand({25}), 1.5f);
    std::cout << p.sum().item<float>() << " " << out.value.sum().item<float>() << " " << move.item<int64_t>() << "\n";
  }
}
