// Optimisers by hand over maps of tensors, with EMA shadows, clipping, and a schedule as std::function.
#include <torch/torch.h>

#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <string>

using Params = std::map<std::string, torch::Tensor>;

struct AdamState {
  Params m, v;
  int64_t step = 0;
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
};

FG_COMPILE(.fullgraph = true)
void adam(Params &params, const Params &grads, AdamState &state, double lr, double decay = 0.01) {
  ++state.step;
  const double c1 = 1 - std::pow(state.beta1, state.step), c2 = 1 - std::pow(state.beta2, state.step);
  for (auto &[name, p] : params) {
    const auto &g = grads.at(name);
    auto &m = state.m.at(name);
    auto &v = state.v.at(name);
    m.mul_(state.beta1).add_(g, 1 - state.beta1);
    v.mul_(state.beta2).addcmul_(g, g, 1 - state.beta2);
    p.mul_(1 - lr * decay);
    p.addcdiv_(m / c1, (v / c2).sqrt().add_(state.eps), -lr);
  }
}

FG_COMPILE(.fullgraph = true) void ema(Params &shadow, const Params &params, double decay) {
  for (const auto &entry : params)
    shadow.at(entry.first).lerp_(entry.second, 1 - decay);
}

FG_COMPILE(.fullgraph = true) torch::Tensor clip(Params &grads, double max_norm) {
  std::vector<torch::Tensor> norms;
  for (auto &[_, g] : grads)
    norms.push_back(g.norm(2));
  auto total = torch::stack(norms).norm(2);
  auto coefficient = torch::clamp_max(max_norm / (total + 1e-6), 1.0);
  for (auto &kv : grads)
    kv.second.mul_(coefficient);
  return total;
}

FG_COMPILE(.fullgraph = true) Params gradients(const Params &p, const torch::Tensor &x, const torch::Tensor &y) {
  auto h = torch::tanh(x.matmul(p.at("w1")) + p.at("b1"));
  auto out = h.matmul(p.at("w2")) + p.at("b2");
  auto d = 2 * (out - y) / y.numel();
  Params g;
  g["w2"] = h.t().matmul(d);
  g["b2"] = d.sum(0);
  auto dh = d.matmul(p.at("w2").t()) * (1 - h * h);
  g["w1"] = x.t().matmul(dh);
  g["b1"] = dh.sum(0);
  return g;
}

int main() {
  torch::manual_seed(100);
  Params params{{"w1", torch::randn({4, 8}) * 0.3}, {"b1", torch::zeros({8})}, {"w2", torch::randn({8, 1}) * 0.3}, {"b2", torch::zeros({1})}};
  AdamState state;
  Params shadow;
  for (auto &[name, p] : params) {
    state.m[name] = torch::zeros_like(p);
    state.v[name] = torch::zeros_like(p);
    shadow[name] = p.clone();
  }
  std::function<double(int)> schedule = [](int t) { return 0.05 * 0.5 * (1 + std::cos(M_PI * t / 10)); };
  for (int t = 0; t < 6; ++t) {
    auto x = torch::randn({16, 4});
    auto y = x.sum(1, true).sin();
    auto grads = gradients(params, x, y);
    auto norm = clip(grads, 1.0);
    adam(params, grads, state, schedule(t));
    ema(shadow, params, 0.9);
    std::cout << norm.item<float>() << " " << shadow.at("w1").abs().sum().item<float>() << "\n";
  }
}
