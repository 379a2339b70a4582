// Deep Q-learning: a dueling net for pixels, double-Q targets with gather, a soft update of the target net.
#include <torch/torch.h>

#include <iostream>

class DuelingDQN : public torch::nn::Module {
public:
  DuelingDQN(int64_t channels, int64_t actions, int64_t height = 20, int64_t width = 20) {
    conv = register_module(
        "conv", torch::nn::Sequential(torch::nn::Conv2d(torch::nn::Conv2dOptions(channels, 8, 4).stride(2)),
                                      torch::nn::ReLU(torch::nn::ReLUOptions().inplace(true)),
                                      torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 16, 3).stride(2)), torch::nn::ReLU()));
    auto flat = feature_size(height, width, channels);
    value = register_module("value", torch::nn::Linear(flat, 1));
    advantage = register_module("advantage", torch::nn::Linear(flat, actions));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor frames) {
    auto x = conv->forward(frames.to(torch::kFloat32) / 255.0);
    x = x.flatten(1);
    auto a = advantage->forward(x);
    return value->forward(x) + a - a.mean(1, true);
  }

  torch::Tensor act(torch::Tensor state) { return std::get<1>(torch::max(forward(state), 1)); }

private:
  int64_t feature_size(int64_t h, int64_t w, int64_t c) {
    return conv->forward(torch::zeros({1, c, h, w})).view({1, -1}).size(1);
  }
  torch::nn::Sequential conv{nullptr};
  torch::nn::Linear value{nullptr}, advantage{nullptr};
};

FG_COMPILE(.fullgraph = true)
torch::Tensor td_loss(const torch::Tensor &q, const torch::Tensor &next_q, const torch::Tensor &next_target_q,
                      const torch::Tensor &actions, const torch::Tensor &rewards, const torch::Tensor &done, float gamma) {
  auto q_value = q.gather(1, actions.unsqueeze(1)).squeeze(1);
  auto best = std::get<1>(next_q.max(1));
  auto next_value = next_target_q.gather(1, best.unsqueeze(1)).squeeze(1);
  auto expected = rewards + gamma * next_value * (1 - done);
  return torch::nn::functional::smooth_l1_loss(q_value, expected.detach());
}

FG_COMPILE(.fullgraph = true)
void soft_update(std::vector<torch::Tensor> &target, const std::vector<torch::Tensor> &source, double tau) {
  for (size_t i = 0; i < target.size(); ++i)
    target[i].copy_(tau * source[i] + (1.0 - tau) * target[i]);
}

int main() {
  torch::manual_seed(14);
  torch::NoGradGuard guard;
  auto online = std::make_shared<DuelingDQN>(2, 4), target = std::make_shared<DuelingDQN>(2, 4);
  online->eval();
  target->eval();
  for (int64_t n : {1, 6}) {
    auto s = torch::randint(0, 255, {n, 2, 20, 20}).to(torch::kUInt8);
    auto s2 = torch::randint(0, 255, {n, 2, 20, 20}).to(torch::kUInt8);
    auto actions = online->act(s);
    auto loss = td_loss(online->forward(s), online->forward(s2), target->forward(s2), actions, torch::ones({n}),
                        torch::zeros({n}), 0.99f);
    auto t = target->parameters();
    soft_update(t, online->parameters(), 0.1);
    std::cout << actions.sum().item<int64_t>() << " " << loss.item<float>() << " " << t[0].sum().item<float>() << "\n";
  }
}
