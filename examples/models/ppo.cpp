// A policy with memory, as PPO trains it: a GRU cell, a categorical distribution of actions, a value. It
// plays several games at once, a cart that balances a pole, and its state goes from step to step.
#include "common.h"

namespace nn = fg::nn;

/// A distribution over a few actions.
class Categorical {
public:
  explicit Categorical(const fg::Tensor &logits)
      : logits_(logits - logits.logsumexp(-1, /*keepdim=*/true)), probs_(fg::softmax(logits_, -1)) {}

  fg::Tensor sample() const { return fg::multinomial(probs_, 1, true).squeeze(-1); }
  fg::Tensor mode() const { return probs_.argmax(-1); }
  fg::Tensor log_prob(const fg::Tensor &action) const {
    return logits_.gather(-1, action.unsqueeze(-1)).squeeze(-1);
  }
  fg::Tensor entropy() const { return -(logits_ * probs_).sum(-1); }

private:
  fg::Tensor logits_, probs_;
};

struct Step {
  fg::Tensor action, log_prob, entropy, value, hidden;
};

struct PolicyImpl : nn::Module {
  PolicyImpl(int64_t observations, int64_t actions, int64_t hidden)
      : body(register_module("body", nn::Linear(observations, hidden))),
        gru(register_module("gru", nn::GRUCell(hidden, hidden))),
        actor(register_module("actor", nn::Linear(hidden, actions))),
        critic(register_module("critic", nn::Linear(hidden, 1))) {}

  /// Plays: a drawn action, or the likeliest one.
  FG_COMPILE(.fullgraph = true)
  Step act(FG_SHAPE("f32[N,4]") const fg::Tensor &observation, FG_SHAPE("f32[N,H]") const fg::Tensor &hidden,
           bool deterministic) {
    const fg::Tensor next = gru(fg::tanh(body(observation)), hidden);
    const Categorical distribution(actor(next));
    const fg::Tensor action = deterministic ? distribution.mode() : distribution.sample();
    return {action, distribution.log_prob(action), distribution.entropy(), critic(next).squeeze(-1), next};
  }

  /// Looks back at a game: log-probabilities, entropies and values of all steps. `masks` is 0 where a game
  /// begins.
  FG_COMPILE(.fullgraph = true)
  std::tuple<fg::Tensor, fg::Tensor, fg::Tensor> evaluate(FG_SHAPE("f32[6,N,4]")
                                                              const fg::Tensor &observations,
                                                          FG_SHAPE("i64[6,N]") const fg::Tensor &actions,
                                                          FG_SHAPE("f32[6,N]") const fg::Tensor &masks,
                                                          FG_SHAPE("f32[N,H]") fg::Tensor hidden) {
    std::vector<fg::Tensor> states;
    for (int64_t t = 0; t < observations.size(0); ++t) {
      hidden = gru(fg::tanh(body(observations[t])), hidden * masks[t].unsqueeze(-1));
      states.push_back(hidden);
    }
    const fg::Tensor features = fg::stack(states);
    const Categorical distribution(actor(features));
    return {distribution.log_prob(actions), distribution.entropy(), critic(features).squeeze(-1)};
  }

  nn::Linear body;
  nn::GRUCell gru;
  nn::Linear actor, critic;
};
FG_MODULE(Policy);

/// PPO's clipped objective.
FG_COMPILE(.fullgraph = true)
fg::Tensor ppo_loss(FG_SHAPE("f32[6,N]") const fg::Tensor &log_probs,
                    FG_SHAPE("f32[6,N]") const fg::Tensor &old_log_probs,
                    FG_SHAPE("f32[6,N]") const fg::Tensor &advantages, double clip) {
  const fg::Tensor scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8);
  const fg::Tensor ratio = fg::exp(log_probs - old_log_probs);
  return -fg::min(ratio * scaled, fg::clamp(ratio, 1 - clip, 1 + clip) * scaled).mean();
}

/// The next states of carts with poles: position, speed, angle, angular speed.
FG_COMPILE(.fullgraph = true)
fg::Tensor cart_pole(FG_SHAPE("f32[N,4]") const fg::Tensor &state,
                     FG_SHAPE("i64[N]") const fg::Tensor &action) {
  constexpr double gravity = 9.8, pole = 0.1, cart = 1.0, length = 0.5, dt = 0.02;
  const auto parts = state.unbind(1);
  const fg::Tensor &x = parts[0], &v = parts[1], &angle = parts[2], &speed = parts[3];
  const fg::Tensor force = fg::where(action == 1, 10.0, -10.0);
  const fg::Tensor sine = angle.sin(), cosine = angle.cos();
  const fg::Tensor push = (force + pole * length * speed.square() * sine) / (cart + pole);
  const fg::Tensor turn =
      (gravity * sine - cosine * push) / (length * (4.0 / 3.0 - pole * cosine.square() / (cart + pole)));
  const fg::Tensor acceleration = push - pole * length * turn * cosine / (cart + pole);
  return fg::stack({x + dt * v, v + dt * acceleration, angle + dt * speed, speed + dt * turn}, 1);
}

int main() {
  Policy policy(4, 2, 16);
  models::fill(policy);
  fg::manual_seed(3);
  bool good = true;
  for (int64_t games : {1, 3}) {
    const std::string name = "ppo/" + std::to_string(games);
    fg::Tensor state = models::values("state", {games, 4}) * 0.1, hidden = fg::zeros({games, 16});
    std::vector<fg::Tensor> observations, actions, log_probs, values;
    for (int step = 0; step < 6; ++step) {
      const Step result = policy->act(state, hidden, /*deterministic=*/true);
      observations.push_back(state);
      actions.push_back(result.action);
      log_probs.push_back(result.log_prob);
      values.push_back(result.value);
      state = cart_pole(state, result.action);
      hidden = result.hidden;
    }
    good &= models::agrees(name + "/states", fg::stack(observations));
    good &= models::agrees(name + "/log_probs", fg::stack(log_probs));
    good &= models::agrees(name + "/hidden", hidden);

    const fg::Tensor masks = fg::ones({6, games});
    masks[3].zero_(); // as if a new game had begun
    const auto [again, entropy, value] =
        policy->evaluate(fg::stack(observations), fg::stack(actions), masks, fg::zeros({games, 16}));
    good &= models::agrees(name + "/evaluated", fg::stack({again, entropy, value}));
    const fg::Tensor advantages = models::values("advantages", {6, games});
    good &= models::agrees(name + "/loss", ppo_loss(again, fg::stack(log_probs), advantages, 0.2));

    state = models::values("state", {games, 4}) * 0.1;
    hidden = fg::zeros({games, 16});
    std::string moves;
    for (int step = 0; step < 40; ++step) {
      const Step result = policy->act(state, hidden, /*deterministic=*/false);
      moves += result.action[0].item<int64_t>() == 1 ? '>' : '<';
      state = cart_pole(state, result.action);
      hidden = result.hidden;
    }
    std::printf("  %s at %.2f m, pole at %.2f\n", moves.c_str(), state[0][0].item<double>(),
                state[0][2].item<double>());
  }
  return good ? 0 : 1;
}
