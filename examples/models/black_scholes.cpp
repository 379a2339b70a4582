// European calls after Black and Scholes over a grid of strikes and expiries: prices, Greeks in closed form,
// and the volatility that a price implies, by Newton's method.
#include "common.h"

#include <numbers>

struct Greeks {
  fg::Tensor price, delta, gamma, vega, theta, rho;
};

fg::Tensor normal_cdf(const fg::Tensor &x) { return 0.5 * (1.0 + fg::erf(x / std::numbers::sqrt2)); }
fg::Tensor normal_pdf(const fg::Tensor &x) {
  return fg::exp(-0.5 * x.square()) / std::sqrt(2.0 * std::numbers::pi);
}

FG_COMPILE(.fullgraph = true)
Greeks european_call(FG_SHAPE("f64[K]") const fg::Tensor &strikes,
                     FG_SHAPE("f64[T]") const fg::Tensor &expiries, double spot, double rate,
                     FG_SHAPE("f64[T,K]") const fg::Tensor &sigma) {
  const auto grid = fg::meshgrid({expiries, strikes}, "ij");
  const fg::Tensor &t = grid[0], &k = grid[1];
  const fg::Tensor root = t.sqrt();
  const fg::Tensor d1 = (fg::log(spot / k) + (rate + 0.5 * sigma.pow(2)) * t) / (sigma * root);
  const fg::Tensor d2 = d1 - sigma * root;
  const fg::Tensor discounted = k * fg::exp(-rate * t);

  Greeks g;
  g.price = spot * normal_cdf(d1) - discounted * normal_cdf(d2);
  g.delta = normal_cdf(d1);
  g.gamma = normal_pdf(d1) / (spot * sigma * root);
  g.vega = spot * normal_pdf(d1) * root;
  g.theta = -spot * normal_pdf(d1) * sigma / (2 * root) - rate * discounted * normal_cdf(d2);
  g.rho = t * discounted * normal_cdf(d2);
  return g;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor implied_volatility(FG_SHAPE("f64[T,K]") const fg::Tensor &prices,
                              FG_SHAPE("f64[K]") const fg::Tensor &strikes,
                              FG_SHAPE("f64[T]") const fg::Tensor &expiries, double spot, double rate,
                              int steps) {
  fg::Tensor sigma = fg::full_like(prices, 0.5);
  for (int i = 0; i < steps; ++i) {
    const Greeks g = european_call(strikes, expiries, spot, rate, sigma);
    sigma = (sigma - (g.price - prices) / g.vega.clamp_min(1e-8)).clamp(0.01, 3.0);
  }
  return sigma;
}

int main() {
  bool good = true;
  for (int64_t count : {1, 3}) {
    const fg::Tensor strikes = fg::linspace(80, 120, 4 * count + 1, fg::kDouble);
    const fg::Tensor expiries = fg::arange(1, count + 1, fg::kDouble) / 4;
    const fg::Tensor sigma = models::values("sigma", {count, 4 * count + 1}).to(fg::kDouble) * 0.2 + 0.3;
    const Greeks g = european_call(strikes, expiries, 100.0, 0.02, sigma);
    const std::string name = "black_scholes/" + std::to_string(count);
    good &= models::agrees(name, fg::stack({g.price, g.delta, g.gamma, g.vega, g.theta, g.rho}));
    const fg::Tensor implied = implied_volatility(g.price, strikes, expiries, 100.0, 0.02, 12);
    good &= models::agrees(name + "/sigma", implied);
    for (int64_t i = 0; i <= 4 * count; i += count)
      std::printf("  strike %6.2f: call %7.3f, delta %5.3f, implied volatility %4.1f %%\n",
                  strikes[i].item<double>(), g.price[0][i].item<double>(), g.delta[0][i].item<double>(),
                  100 * implied[0][i].item<double>());
  }
  return good ? 0 : 1;
}
