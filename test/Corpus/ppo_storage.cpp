// In the style of Omegastick/pytorch-cpp-rl: rollout storage, a policy with a distribution behind a base class, PPO losses.
#include <torch/torch.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace cpprl {
struct ActionSpace {
  std::string type;
  std::vector<int64_t> shape;
};

class Distribution {
public:
  virtual ~Distribution() = default;
  virtual torch::Tensor entropy() = 0;
  virtual torch::Tensor log_prob(torch::Tensor value) = 0;
};

class Categorical : public Distribution {
  torch::Tensor logits, probs;

public:
  explicit Categorical(torch::Tensor raw) : logits(raw - torch::logsumexp(raw, -1, true)), probs(torch::softmax(logits, -1)) {}
  torch::Tensor entropy() override { return -(logits * probs).sum(-1); }
  torch::Tensor log_prob(torch::Tensor value) override {
    value = value.to(torch::kLong).unsqueeze(-1);
    auto broadcasted = torch::broadcast_tensors({value, logits});
    value = broadcasted[0].narrow(-1, 0, 1);
    return broadcasted[1].gather(-1, value).squeeze(-1);
  }
};

class Normal : public Distribution {
  torch::Tensor loc, scale;

public:
  Normal(torch::Tensor loc, torch::Tensor scale) : loc(loc), scale(scale) {}
  torch::Tensor entropy() override { return (0.5 + 0.5 * std::log(2 * M_PI) + torch::log(scale)).sum(-1); }
  torch::Tensor log_prob(torch::Tensor value) override {
    auto variance = scale.pow(2);
    auto log_scale = scale.log();
    return (-(value - loc).pow(2) / (2 * variance) - log_scale - std::log(std::sqrt(2 * M_PI))).sum(-1);
  }
};

class PolicyImpl : public torch::nn::Module {
  ActionSpace space;
  torch::nn::Sequential actor, critic;
  torch::nn::Linear mean{nullptr}, value{nullptr};
  torch::Tensor bias;

public:
  PolicyImpl(ActionSpace space, int64_t inputs, int64_t hidden)
      : space(space), actor(torch::nn::Linear(inputs, hidden), torch::nn::Functional(torch::tanh)),
        critic(torch::nn::Linear(inputs, hidden), torch::nn::Functional(torch::tanh)) {
    register_module("actor", actor);
    register_module("critic", critic);
    mean = register_module("mean", torch::nn::Linear(hidden, space.shape[0]));
    value = register_module("value", torch::nn::Linear(hidden, 1));
    bias = register_parameter("bias", torch::zeros({space.shape[0]}));
  }
  FG_COMPILE(.fullgraph = true) std::vector<torch::Tensor> evaluate_actions(torch::Tensor inputs, torch::Tensor actions) {
    auto features = actor->forward(inputs);
    std::unique_ptr<Distribution> dist;
    if (space.type == "Discrete")
      dist = std::make_unique<Categorical>(mean->forward(features));
    else
      dist = std::make_unique<Normal>(mean->forward(features), bias.exp().expand({inputs.size(0), space.shape[0]}));
    torch::Tensor log_probs;
    if (space.type == "Discrete")
      log_probs = dist->log_prob(actions.squeeze(-1)).view({actions.size(0), -1}).sum(-1).unsqueeze(-1);
    else
      log_probs = dist->log_prob(actions).unsqueeze(-1);
    return {value->forward(critic->forward(inputs)), log_probs, dist->entropy().mean()};
  }
};
TORCH_MODULE(Policy);

struct RolloutStorage {
  torch::Tensor observations, rewards, values, returns, masks;
  int64_t num_steps, step = 0;
  RolloutStorage(int64_t steps, int64_t processes, c10::ArrayRef<int64_t> obs_shape) : num_steps(steps) {
    std::vector<int64_t> shape{steps + 1, processes};
    shape.insert(shape.end(), obs_shape.begin(), obs_shape.end());
    observations = torch::zeros(shape);
    rewards = torch::zeros({steps, processes, 1});
    values = torch::zeros({steps + 1, processes, 1});
    returns = torch::zeros({steps + 1, processes, 1});
    masks = torch::ones({steps + 1, processes, 1});
  }
  FG_COMPILE(.fullgraph = true) void insert(torch::Tensor obs, torch::Tensor value, torch::Tensor reward, torch::Tensor mask) {
    observations[step + 1].copy_(obs);
    values[step].copy_(value);
    rewards[step].copy_(reward);
    masks[step + 1].copy_(mask);
    step = (step + 1) % num_steps;
  }
  FG_COMPILE(.fullgraph = true) void compute_returns(torch::Tensor next_value, bool use_gae, float gamma, float tau) {
    if (use_gae) {
      values[-1] = next_value;
      torch::Tensor gae = torch::zeros({rewards.size(1), 1});
      for (int step = rewards.size(0) - 1; step >= 0; --step) {
        auto delta = rewards[step] + gamma * values[step + 1] * masks[step + 1] - values[step];
        gae = delta + gamma * tau * masks[step + 1] * gae;
        returns[step] = gae + values[step];
      }
    } else {
      returns[-1] = next_value;
      for (int step = rewards.size(0) - 1; step >= 0; --step)
        returns[step] = returns[step + 1] * gamma * masks[step + 1] + rewards[step];
    }
  }
  FG_COMPILE(.fullgraph = true) void after_update() {
    observations[0].copy_(observations[-1]);
    masks[0].copy_(masks[-1]);
  }
};
} // namespace cpprl

int main() {
  torch::manual_seed(34);
  torch::NoGradGuard no_grad;
  cpprl::Policy discrete(cpprl::ActionSpace{"Discrete", {4}}, 6, 16), box(cpprl::ActionSpace{"Box", {2}}, 6, 16);
  cpprl::RolloutStorage storage(5, 3, {6});
  for (int update = 0; update < 2; ++update) {
    for (int i = 0; i < 5; ++i)
      storage.insert(torch::randn({3, 6}), torch::randn({3, 1}), torch::rand({3, 1}), (torch::rand({3, 1}) > 0.1).to(torch::kFloat));
    storage.compute_returns(torch::randn({3, 1}), update == 0, 0.99f, 0.95f);
    auto obs = storage.observations.slice(0, 0, 5).reshape({15, 6});
    auto d = discrete->evaluate_actions(obs, torch::randint(0, 4, {15, 1}));
    auto b = box->evaluate_actions(obs, torch::randn({15, 2}));
    std::cout << storage.returns.sum().item<float>() << " " << d[1].sum().item<float>() << " " << d[2].item<float>() << " "
              << b[1].sum().item<float>() << " " << b[2].item<float>() << "\n";
    storage.after_update();
  }
}
