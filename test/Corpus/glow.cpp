// Glow steps as a variant of layers, visited forwards and backwards.
#include <torch/torch.h>

#include <iostream>
#include <utility>
#include <variant>
#include <vector>

using torch::Tensor;

struct ActNorm {
  Tensor log_scale, bias;
  std::pair<Tensor, Tensor> forward(Tensor x) const {
    auto y = (x + bias.view({1, -1, 1, 1})) * log_scale.exp().view({1, -1, 1, 1});
    auto pixels = x.size(2) * x.size(3);
    return {y, log_scale.sum() * pixels};
  }
  Tensor reverse(Tensor y) const { return y * (-log_scale).exp().view({1, -1, 1, 1}) - bias.view({1, -1, 1, 1}); }
};

struct InvConv {
  Tensor weight;
  std::pair<Tensor, Tensor> forward(Tensor x) const {
    auto c = weight.size(0);
    auto y = torch::conv2d(x, weight.view({c, c, 1, 1}));
    return {y, std::get<1>(torch::slogdet(weight)) * (x.size(2) * x.size(3))};
  }
  Tensor reverse(Tensor y) const {
    auto c = weight.size(0);
    return torch::conv2d(y, torch::inverse(weight).view({c, c, 1, 1}));
  }
};

struct Affine {
  Tensor w1, w2;
  std::pair<Tensor, Tensor> forward(Tensor x) const {
    auto half = x.chunk(2, 1);
    auto [s, t] = st(half[0]);
    return {torch::cat({half[0], half[1] * s + t}, 1), s.log().flatten(1).sum(1)};
  }
  Tensor reverse(Tensor y) const {
    auto half = y.chunk(2, 1);
    auto [s, t] = st(half[0]);
    return torch::cat({half[0], (half[1] - t) / s}, 1);
  }
  std::pair<Tensor, Tensor> st(const Tensor &x) const {
    auto h = torch::conv2d(torch::relu(torch::conv2d(x, w1, {}, 1, 1)), w2, {}, 1, 1).chunk(2, 1);
    return {torch::sigmoid(h[0] + 2), h[1]};
  }
};

using Step = std::variant<ActNorm, InvConv, Affine>;

struct Glow {
  std::vector<Step> steps;

  static Tensor squeeze(const Tensor &x) {
    auto n = x.size(0), c = x.size(1), h = x.size(2), w = x.size(3);
    return x.view({n, c, h / 2, 2, w / 2, 2}).permute({0, 1, 3, 5, 2, 4}).reshape({n, c * 4, h / 2, w / 2});
  }
  static Tensor unsqueeze(const Tensor &x) {
    auto n = x.size(0), c = x.size(1), h = x.size(2), w = x.size(3);
    return x.view({n, c / 4, 2, 2, h, w}).permute({0, 1, 4, 2, 5, 3}).reshape({n, c / 4, h * 2, w * 2});
  }

  FG_COMPILE(.fullgraph = true) std::pair<Tensor, Tensor> forward(Tensor x) const {
    auto z = squeeze(x);
    auto log_det = torch::zeros({x.size(0)});
    for (const auto &step : steps) {
      auto [y, ld] = std::visit([&](const auto &s) { return s.forward(z); }, step);
      z = y;
      log_det = log_det + ld;
    }
    return {z, log_det};
  }

  FG_COMPILE(.fullgraph = true) Tensor reverse(Tensor z) const {
    for (auto it = steps.rbegin(); it != steps.rend(); ++it)
      z = std::visit([&z](const auto &s) { return s.reverse(z); }, *it);
    return unsqueeze(z);
  }
};

int main() {
  torch::manual_seed(3);
  Glow glow;
  for (int k = 0; k < 2; ++k) {
    glow.steps.push_back(ActNorm{0.1 * torch::randn({4}), torch::randn({4})});
    glow.steps.push_back(InvConv{std::get<0>(torch::linalg_qr(torch::randn({4, 4})))});
    glow.steps.push_back(Affine{0.1 * torch::randn({8, 2, 3, 3}), 0.1 * torch::randn({4, 8, 3, 3})});
  }
  for (int64_t size : {4, 8}) {
    auto x = torch::rand({2, 1, size, size});
    auto [z, ld] = glow.forward(x);
    std::cout << z.sum().item<float>() << " " << ld.sum().item<float>() << " "
              << (glow.reverse(z) - x).abs().max().lt(1e-3).item<bool>() << "\n";
  }
}
