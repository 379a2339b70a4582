// Hidden Markov models in double: forward, Viterbi with backpointers, a step of Baum-Welch, ragged lengths as a vector and as a mask.
#include <torch/torch.h>

#include <iostream>
#include <limits>
#include <vector>

struct Hmm {
  torch::Tensor log_start, log_trans, log_emit;

  static Hmm random(int64_t states, int64_t symbols) {
    auto opts = torch::dtype(torch::kDouble);
    return Hmm{torch::rand({states}, opts).log_softmax(0), (torch::rand({states, states}, opts) * 2).log_softmax(1), (torch::rand({states, symbols}, opts) * 2).log_softmax(1)};
  }
  int64_t states() const { return log_start.size(0); }
};

struct Decoded {
  torch::Tensor score;
  std::vector<torch::Tensor> paths;
};

FG_COMPILE(.fullgraph = true)
torch::Tensor likelihood(const Hmm &hmm, const torch::Tensor &symbols, const torch::Tensor &mask) {
  auto emit = hmm.log_emit.t().index({symbols}); // batch, time, states
  auto alpha = hmm.log_start + emit.select(1, 0);
  for (int64_t t = 1; t < symbols.size(1); ++t) {
    auto next = torch::logsumexp(alpha.unsqueeze(2) + hmm.log_trans, 1) + emit.select(1, t);
    alpha = torch::where(mask.select(1, t).unsqueeze(1), next, alpha);
  }
  return torch::logsumexp(alpha, 1);
}

FG_COMPILE(.fullgraph = true) Decoded viterbi(const Hmm &hmm, const torch::Tensor &symbols) {
  const int64_t T = symbols.size(-1);
  std::vector<torch::Tensor> back(T);
  auto delta = hmm.log_start.unsqueeze(0) + hmm.log_emit.index_select(1, symbols.select(1, 0)).t();
  for (int64_t t = 1; t != T; ++t) {
    auto candidates = delta.unsqueeze(-1) + hmm.log_trans.unsqueeze(0);
    auto [best, from] = candidates.max(1);
    back[t] = from;
    delta = best + hmm.log_emit.index_select(1, symbols.select(1, t)).t();
  }
  auto [score, state] = delta.max(-1);
  Decoded decoded{score, {state}};
  for (int64_t t = T - 1; t > 0; --t) {
    state = back[t].gather(1, state.unsqueeze(1)).squeeze(1);
    decoded.paths.insert(decoded.paths.begin(), state);
  }
  return decoded;
}

struct Posterior {
  torch::Tensor gamma, xi;
};

Posterior forward_backward(const Hmm &hmm, const torch::Tensor &symbols) {
  const auto T = symbols.size(0);
  auto emit = hmm.log_emit.index_select(1, symbols).t();
  auto alpha = torch::empty({T, hmm.states()}, emit.options()), beta = torch::zeros_like(alpha);
  alpha[0] = hmm.log_start + emit[0];
  for (int64_t t = 1; t < T; ++t)
    alpha[t] = torch::logsumexp(alpha[t - 1].unsqueeze(1) + hmm.log_trans, 0) + emit[t];
  for (int64_t t = T - 2; t >= 0; --t)
    beta[t] = torch::logsumexp(hmm.log_trans + (emit[t + 1] + beta[t + 1]).unsqueeze(0), 1);
  auto total = torch::logsumexp(alpha[-1], 0);
  auto xi = alpha.slice(0, 0, -1).unsqueeze(2) + hmm.log_trans + (emit + beta).slice(0, 1).unsqueeze(1) - total;
  return {alpha + beta - total, xi};
}

FG_COMPILE(.fullgraph = true) Hmm reestimate(const Hmm &hmm, const std::vector<torch::Tensor> &sequences, int64_t symbols) {
  auto start = torch::zeros_like(hmm.log_start);
  auto trans = torch::zeros_like(hmm.log_trans);
  auto emit = torch::zeros({symbols, hmm.states()}, torch::kFloat64);
  for (const auto &s : sequences) {
    if (s.size(0) < 2)
      continue;
    const auto p = forward_backward(hmm, s);
    auto gamma = p.gamma.exp();
    start += gamma[0];
    trans += p.xi.exp().sum(0);
    emit.index_add_(0, s, gamma);
  }
  const double tiny = 1e-10;
  auto normal = [tiny](torch::Tensor t) {
    t = t + tiny;
    return torch::log(t / t.sum(-1, /*keepdim=*/true));
  };
  return Hmm{normal(start), normal(trans), normal(emit.t())};
}

int main() {
  torch::manual_seed(57);
  auto small = Hmm::random(3, 5), big = Hmm::random(4, 7);
  for (auto *hmm : {&small, &big}) {
    const int64_t symbols = hmm->log_emit.size(1);
    std::vector<int64_t> lengths{6, 3, 1};
    auto x = torch::randint(0, symbols, {3, 6});
    auto mask = torch::arange(6).unsqueeze(0) < torch::tensor(lengths).unsqueeze(1);
    std::vector<torch::Tensor> ragged;
    for (size_t i = 0; i < lengths.size(); ++i)
      ragged.push_back(x[i].slice(0, 0, lengths[i]));
    for (int pass = 0; pass < 2; ++pass) {
      auto decoded = viterbi(*hmm, x);
      std::cout << likelihood(*hmm, x, mask).sum().item<double>() << " " << decoded.score.sum().item<double>() << " " << torch::stack(decoded.paths, 1).sum().item<int64_t>() << " ";
      *hmm = reestimate(*hmm, ragged, symbols);
      std::cout << hmm->log_trans.exp().pow(2).sum().item<double>() << "\n";
    }
  }
}
