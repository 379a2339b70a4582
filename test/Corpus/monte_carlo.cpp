// Option pricing: an enum of payoffs with a switch, antithetic paths, a binomial tree in a reverse loop.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <stdexcept>

enum class Payoff { Call, Put, AsianCall, Barrier };

struct Market {
  double spot = 100, rate = 0.03, vol = 0.2, maturity = 1.0;
};

static torch::Tensor payoff(Payoff kind, const torch::Tensor &paths, double strike) {
  switch (kind) {
  case Payoff::Call:
    return torch::relu(paths.select(1, -1) - strike);
  case Payoff::Put:
    return torch::relu(strike - paths.select(1, -1));
  case Payoff::AsianCall:
    return torch::relu(paths.mean(1) - strike);
  case Payoff::Barrier: {
    auto alive = std::get<0>(paths.max(1)) < 1.3 * strike;
    return torch::relu(paths.select(1, -1) - strike) * alive;
  }
  }
  throw std::logic_error("payoff");
}

FG_COMPILE(.fullgraph = true)
std::pair<torch::Tensor, torch::Tensor> price(const Market &m, Payoff kind, double strike, const torch::Tensor &normals) {
  const int64_t steps = normals.size(1);
  const double dt = m.maturity / steps;
  auto z = torch::cat({normals, -normals});
  auto increments = (m.rate - 0.5 * m.vol * m.vol) * dt + m.vol * std::sqrt(dt) * z;
  auto paths = m.spot * torch::exp(increments.cumsum(1));
  auto values = std::exp(-m.rate * m.maturity) * payoff(kind, paths, strike);
  return {values.mean(), values.std() / std::sqrt(double(values.size(0)))};
}

FG_COMPILE(.fullgraph = true) torch::Tensor american_put(const Market &m, double strike, int64_t steps) {
  const double dt = m.maturity / steps, u = std::exp(m.vol * std::sqrt(dt)), d = 1 / u;
  const double p = (std::exp(m.rate * dt) - d) / (u - d), discount = std::exp(-m.rate * dt);
  auto j = torch::arange(steps + 1, torch::kDouble);
  auto spots = m.spot * torch::pow(u, 2 * j - steps);
  auto value = torch::relu(strike - spots);
  for (int64_t i = steps - 1; i >= 0; --i) {
    value = discount * (p * value.slice(0, 1) + (1 - p) * value.slice(0, 0, -1));
    auto s = m.spot * torch::pow(u, 2 * torch::arange(i + 1, torch::kDouble) - i);
    value = torch::maximum(value, strike - s);
  }
  return value[0];
}

FG_COMPILE(.fullgraph = true) torch::Tensor black_scholes(torch::Tensor spot, double strike, const Market &m, bool call) {
  auto cdf = [](const torch::Tensor &x) { return 0.5 * (1 + torch::erf(x / M_SQRT2)); };
  auto d1 = (torch::log(spot / strike) + (m.rate + m.vol * m.vol / 2) * m.maturity) / (m.vol * std::sqrt(m.maturity));
  auto d2 = d1 - m.vol * std::sqrt(m.maturity);
  auto df = std::exp(-m.rate * m.maturity);
  if (call)
    return spot * cdf(d1) - strike * df * cdf(d2);
  return strike * df * cdf(-d2) - spot * cdf(-d1);
}

int main() {
  torch::manual_seed(2024);
  Market market;
  for (int64_t n : {100, 200}) {
    auto normals = torch::randn({n, 12});
    for (auto kind : {Payoff::Call, Payoff::Put, Payoff::AsianCall, Payoff::Barrier}) {
      auto [value, error] = price(market, kind, 105, normals);
      std::cout << value.item<float>() << " " << error.item<float>() << "\n";
    }
  }
  std::cout << american_put(market, 105, 20).item<double>() << " " << american_put(market, 105, 35).item<double>() << "\n";
  std::cout << black_scholes(torch::linspace(80, 120, 5), 100, market, true).sum().item<float>() << "\n";
}
