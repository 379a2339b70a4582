// Actor-critic over vectors: a shared body, two heads, GAE in a reverse loop, PPO's loss.
#include <torch/torch.h>

#include <iostream>
#include <tuple>
#include <vector>

struct ActorCriticImpl : public torch::nn::Module {
  torch::nn::Linear a_lin1_, a_lin2_, a_lin3_, c_lin1_, c_lin2_, c_val_;
  torch::Tensor mu_, log_std_;

  ActorCriticImpl(int64_t n_in, int64_t n_out, double std)
      : a_lin1_(torch::nn::Linear(n_in, 16)), a_lin2_(torch::nn::Linear(16, 32)), a_lin3_(torch::nn::Linear(32, n_out)),
        c_lin1_(torch::nn::Linear(n_in, 16)), c_lin2_(torch::nn::Linear(16, n_out)), c_val_(torch::nn::Linear(n_out, 1)),
        mu_(torch::full(n_out, 0.)), log_std_(torch::full(n_out, std)) {
    register_module("a_lin1", a_lin1_);
    register_module("a_lin2", a_lin2_);
    register_module("a_lin3", a_lin3_);
    register_module("c_lin1", c_lin1_);
    register_module("c_lin2", c_lin2_);
    register_module("c_val", c_val_);
    register_parameter("log_std", log_std_);
  }

  FG_COMPILE(.fullgraph = true) auto forward(torch::Tensor x) -> std::tuple<torch::Tensor, torch::Tensor> {
    mu_ = torch::relu(a_lin1_->forward(x));
    mu_ = torch::relu(a_lin2_->forward(mu_));
    mu_ = torch::tanh(a_lin3_->forward(mu_));
    torch::Tensor val = torch::relu(c_lin1_->forward(x));
    val = torch::tanh(c_lin2_->forward(val));
    val = c_val_->forward(val);
    return std::make_tuple(mu_, val);
  }

  FG_COMPILE(.fullgraph = true) auto entropy() -> torch::Tensor {
    return 0.5 + 0.5 * log(2 * M_PI) + log_std_;
  }

  FG_COMPILE(.fullgraph = true) auto log_prob(torch::Tensor action) -> torch::Tensor {
    torch::Tensor var = (log_std_ + log_std_).exp();
    return -((action - mu_) * (action - mu_)) / (2 * var) - log_std_ - log(sqrt(2 * M_PI));
  }
};
TORCH_MODULE(ActorCritic);

using VT = std::vector<torch::Tensor>;

FG_COMPILE(.fullgraph = true)
VT returns(VT &rewards, VT &dones, VT &vals, double gamma, double lambda) {
  torch::Tensor gae = torch::zeros({1}, torch::kFloat);
  VT rtn(rewards.size(), torch::zeros({1}, torch::kFloat));
  for (int64_t i = rewards.size(); i-- > 0;) {
    auto delta = rewards[i] + gamma * vals[i + 1] * (1 - dones[i]) - vals[i];
    gae = delta + gamma * lambda * (1 - dones[i]) * gae;
    rtn[i] = gae + vals[i];
  }
  return rtn;
}

FG_COMPILE(.fullgraph = true)
torch::Tensor ppo_loss(torch::Tensor log_prob, torch::Tensor old_log_prob, torch::Tensor advantage, torch::Tensor value,
                       torch::Tensor target, double clip_param = .2) {
  auto ratio = (log_prob - old_log_prob).exp();
  auto surr1 = ratio * advantage;
  auto surr2 = torch::clamp(ratio, 1. - clip_param, 1. + clip_param) * advantage;
  auto actor = -torch::min(surr1, surr2).mean();
  auto critic = (target - value).pow(2).mean();
  return 0.5 * critic + actor;
}

int main() {
  torch::manual_seed(0);
  torch::NoGradGuard guard;
  ActorCritic ac(4, 2, 2e-2);
  VT rewards, dones, vals, log_probs;
  for (int t = 0; t < 5; ++t) {
    auto [mu, val] = ac->forward(torch::randn({1, 4}));
    vals.push_back(val.squeeze(0));
    log_probs.push_back(ac->log_prob(mu + 0.1));
    rewards.push_back(torch::randn({1}));
    dones.push_back(t == 2 ? torch::ones({1}) : torch::zeros({1}));
  }
  vals.push_back(torch::zeros({1}));
  auto r = returns(rewards, dones, vals, .99, .95);
  auto ret = torch::cat(r);
  vals.pop_back();
  auto v = torch::cat(vals);
  auto lp = torch::cat(log_probs);
  std::cout << ret.sum().item<float>() << " " << ac->entropy().sum().item<float>() << "\n";
  std::cout << ppo_loss(lp, lp - 0.1, (ret - v).unsqueeze(1), v, ret).item<float>() << "\n";
}
