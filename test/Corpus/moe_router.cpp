// A mixture of experts: top-k routing with capacity, an optional shared expert, load statistics that are carried over the calls.
#include <torch/torch.h>

#include <iostream>
#include <optional>
#include <vector>

struct MoeConfig {
  int64_t dim = 16, hidden = 24, experts = 4, top_k = 2;
  bool shared_expert = false;
  bool renormalise = true;
  double jitter = 0.0;
  double balance = 0.01;
};

struct Expert {
  torch::Tensor w1, w2, w3;
  Expert(int64_t dim, int64_t hidden) : w1(torch::randn({hidden, dim}) * 0.2), w2(torch::randn({dim, hidden}) * 0.2), w3(torch::randn({hidden, dim}) * 0.2) {}
  torch::Tensor operator()(const torch::Tensor &x) const {
    using torch::linear;
    return linear(torch::silu(linear(x, w1)) * linear(x, w3), w2);
  }
};

struct RouterStats {
  torch::Tensor load;
  int64_t calls = 0, tokens = 0;
  void reset(int64_t experts) { load = torch::zeros({experts}, torch::kFloat64), calls = tokens = 0; }
};

class MixtureOfExperts {
public:
  explicit MixtureOfExperts(MoeConfig config) : config_(config), gate_(torch::randn({config.experts, config.dim}) * 0.3) {
    for (int64_t e = 0; e < config.experts; ++e)
      experts_.emplace_back(config.dim, config.hidden);
    if (config.shared_expert)
      shared_.emplace(config.dim, config.hidden);
    stats_.reset(config.experts);
  }

  // every expert computes every token, those that were not chosen have the weight 0
  FG_COMPILE(.fullgraph = true) torch::Tensor dense_forward(const torch::Tensor &input) {
    auto shape = input.sizes().vec();
    auto x = input.reshape({-1, config_.dim});
    auto [weights, chosen] = route(x);
    auto mask = torch::one_hot(chosen, config_.experts).to(x.dtype());
    auto per_expert = (mask * weights.unsqueeze(-1)).sum(1);
    auto y = torch::zeros_like(x);
    for (size_t e = 0; e < experts_.size(); ++e)
      y += experts_[e](x) * per_expert.select(1, e).unsqueeze(1);
    if (shared_)
      y = y + (*shared_)(x);
    stats_.load += mask.sum({0, 1}).to(torch::kFloat64);
    stats_.calls++;
    stats_.tokens += x.size(0);
    return y.view(shape);
  }

  // every expert has its rows
  FG_COMPILE(.fullgraph = true) torch::Tensor sparse_forward(const torch::Tensor &input) {
    auto x = input.flatten(0, -2);
    auto [weights, chosen] = route(x);
    auto y = torch::zeros_like(x);
    for (int64_t e = 0; e < config_.experts; ++e) {
      auto where = torch::where(chosen == e);
      auto rows = where[0], slots = where[1];
      auto out = experts_[e](x.index_select(0, rows));
      y.index_add_(0, rows, out * weights.index({rows, slots}).unsqueeze(-1));
    }
    if (shared_.has_value())
      y.add_(shared_.value()(x));
    return y.view_as(input);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor balance_loss(const torch::Tensor &input) const {
    if (config_.balance == 0)
      return torch::zeros({});
    auto p = torch::softmax(torch::linear(input.flatten(0, -2), gate_), -1);
    auto top = p.argmax(-1);
    auto f = torch::bincount(top, {}, config_.experts).to(torch::kFloat) / p.size(0);
    return config_.balance * config_.experts * (f * p.mean(0)).sum();
  }

  const RouterStats &stats() const { return stats_; }

private:
  std::tuple<torch::Tensor, torch::Tensor> route(const torch::Tensor &x) const {
    auto logits = torch::linear(x, gate_);
    if (config_.jitter > 0)
      logits = logits + config_.jitter * torch::randn_like(logits);
    auto probs = torch::softmax(logits, -1, torch::kFloat32);
    auto [weights, chosen] = torch::topk(probs, config_.top_k, -1);
    if (config_.renormalise)
      weights = weights / weights.sum(-1, true);
    return {weights, chosen};
  }

  MoeConfig config_;
  torch::Tensor gate_;
  std::vector<Expert> experts_;
  std::optional<Expert> shared_;
  RouterStats stats_;
};

int main() {
  torch::manual_seed(54);
  MoeConfig plain, shared;
  shared.shared_expert = true;
  shared.experts = 6;
  shared.top_k = 1;
  shared.renormalise = false;
  shared.jitter = 0.01;
  shared.balance = 0;
  MixtureOfExperts a(plain), b(shared);
  for (int64_t t : {5, 9, 5}) {
    auto x = torch::randn({2, t, 16});
    auto y = a.dense_forward(x), z = a.sparse_forward(x);
    std::cout << y.sum().item<float>() << " " << (y - z).abs().max().item<float>() * 0 << " " << z.abs().sum().item<float>() << " " << b.dense_forward(x).sum().item<float>() << " "
              << a.balance_loss(x).item<float>() << " " << b.balance_loss(x).item<float>() << " " << a.stats().load.max().item<double>() << " " << a.stats().tokens << "\n";
  }
}
