// N-BEATS: stacks of blocks behind a virtual basis, residual backcasts, forecasts summed; then a seasonal baseline and metrics.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Forecast {
  torch::Tensor backcast, forecast;
};

class Basis {
public:
  virtual ~Basis() = default;
  virtual int64_t thetas() const = 0;
  virtual Forecast expand(const torch::Tensor &theta) const = 0;
};

class GenericBasis final : public Basis {
  int64_t back, fore;

public:
  GenericBasis(int64_t back, int64_t fore) : back(back), fore(fore) {}
  int64_t thetas() const override { return back + fore; }
  Forecast expand(const torch::Tensor &theta) const override {
    auto parts = theta.split_with_sizes({back, fore}, -1);
    return {parts[0], parts[1]};
  }
};

class TrendBasis final : public Basis {
  int64_t degree;
  torch::Tensor back_time, fore_time;

public:
  TrendBasis(int64_t degree, int64_t back, int64_t fore) : degree(degree) {
    auto powers = [degree](int64_t n) {
      std::vector<torch::Tensor> rows;
      auto t = torch::arange(n, torch::kFloat32) / (double)n;
      for (int64_t p = 0; p <= degree; ++p)
        rows.push_back(t.pow(p));
      return torch::stack(rows);
    };
    back_time = powers(back);
    fore_time = powers(fore);
  }
  int64_t thetas() const override { return 2 * (degree + 1); }
  Forecast expand(const torch::Tensor &theta) const override {
    return {torch::einsum("bp,pt->bt", {theta.narrow(1, 0, degree + 1), back_time}), torch::einsum("bp,pt->bt", {theta.narrow(1, degree + 1, degree + 1), fore_time})};
  }
};

class SeasonBasis final : public Basis {
  torch::Tensor back_waves, fore_waves;

public:
  SeasonBasis(int64_t harmonics, int64_t back, int64_t fore) {
    auto waves = [harmonics](int64_t n) {
      auto f = torch::arange(1, harmonics + 1, torch::kFloat32).unsqueeze(1);
      auto t = (2 * M_PI * torch::arange(n, torch::kFloat32) / (double)n).unsqueeze(0);
      return torch::cat({torch::cos(f * t), torch::sin(f * t)});
    };
    back_waves = waves(back), fore_waves = waves(fore);
  }
  int64_t thetas() const override { return back_waves.size(0) + fore_waves.size(0); }
  Forecast expand(const torch::Tensor &theta) const override {
    auto halves = theta.chunk(2, 1);
    return {halves.at(0).mm(back_waves), halves.at(1).mm(fore_waves)};
  }
};

struct Block {
  std::vector<torch::nn::Linear> layers;
  torch::nn::Linear head{nullptr};
  std::unique_ptr<Basis> basis;
  Block(int64_t back, int64_t width, int depth, std::unique_ptr<Basis> b) : basis(std::move(b)) {
    for (int i = 0; i < depth; ++i)
      layers.emplace_back(i ? width : back, width);
    head = torch::nn::Linear(torch::nn::LinearOptions(width, basis->thetas()).bias(false));
  }
  Forecast operator()(torch::Tensor x) {
    for (auto &layer : layers)
      x = torch::relu(layer(x));
    return basis->expand(head(x));
  }
};

std::unique_ptr<Basis> make_basis(const std::string &kind, int64_t back, int64_t fore) {
  if (kind == "trend")
    return std::make_unique<TrendBasis>(2, back, fore);
  if (kind == "season")
    return std::make_unique<SeasonBasis>(3, back, fore);
  return std::make_unique<GenericBasis>(back, fore);
}

class NBeats {
public:
  NBeats(int64_t back, int64_t fore, const std::vector<std::string> &kinds, int blocks) : fore_(fore) {
    for (const auto &kind : kinds) {
      auto &stack = stacks_.emplace_back();
      for (int i = 0; i < blocks; ++i)
        stack.push_back(std::make_unique<Block>(back, 16, 2, make_basis(kind, back, fore)));
    }
  }
  FG_COMPILE(.fullgraph = true) std::vector<torch::Tensor> forward(const torch::Tensor &history) {
    auto level = std::get<0>(history.abs().max(1, true)).clamp_min(1e-3);
    auto residual = history / level;
    auto total = torch::zeros({history.size(0), fore_}, history.options());
    std::vector<torch::Tensor> parts;
    for (auto &stack : stacks_) {
      auto part = torch::zeros_like(total);
      for (auto &block : stack) {
        auto out = (*block)(residual);
        residual = residual - out.backcast;
        part += out.forecast;
      }
      total += part;
      parts.push_back(part * level);
    }
    parts.insert(parts.begin(), total * level);
    return parts;
  }

private:
  int64_t fore_;
  std::vector<std::vector<std::unique_ptr<Block>>> stacks_;
};

FG_COMPILE(.fullgraph = true) std::pair<torch::Tensor, torch::Tensor> metrics(const torch::Tensor &truth, const torch::Tensor &guess, const torch::Tensor &history, int64_t period) {
  auto smape = 200 * ((truth - guess).abs() / (truth.abs() + guess.abs()).clamp_min(1e-6)).mean();
  auto naive = (history.slice(1, period) - history.slice(1, 0, -period)).abs().mean(1);
  return {smape, ((truth - guess).abs().mean(1) / naive).mean()};
}

int main() {
  torch::manual_seed(53);
  torch::NoGradGuard no_grad;
  NBeats interpretable(12, 4, {"trend", "season"}, 2), generic(12, 6, {"generic"}, 3);
  for (int64_t n : {4, 7}) {
    auto x = torch::randn({n, 12}).cumsum(1);
    auto a = interpretable.forward(x), b = generic.forward(x);
    auto [smape, mase] = metrics(torch::randn({n, 4}), a[0], x, 4);
    std::cout << a.size() << " " << b.size() << " " << a[0].sum().item<float>() << " " << a[1].sum().item<float>() << " " << b[0].abs().sum().item<float>() << " " << smape.item<float>() << " " << mase.item<float>() << "\n";
  }
}
