// Gaussian processes with kernels in a variant, Cholesky updates, and Bayesian optimisation by expected improvement.
#include <torch/torch.h>
#include <fullgraph/fullgraph.h>
using torch::Tensor;

struct RBF {
  double length = 0.5, variance = 1.0;
};
struct Matern {
  double length = 0.7;
  bool half3 = true;
};
struct Periodic {
  double period = 1.0, length = 1.0;
};
using Kernel = std::variant<RBF, Matern, Periodic>;

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

Tensor gram(const Kernel &k, const Tensor &a, const Tensor &b) {
  auto d = torch::cdist(a, b);
  return std::visit(overloaded{
      [&](const RBF &r) { return r.variance * torch::exp(-0.5 * (d / r.length).square()); },
      [&](const Matern &m) -> Tensor {
        if (m.half3) {
          auto s = std::sqrt(3.0) * d / m.length;
          return (1 + s) * torch::exp(-s);
        }
        return torch::exp(-d / m.length);
      },
      [&](const Periodic &p) { return torch::exp(-2 * torch::sin(M_PI * d / p.period).square() / (p.length * p.length)); }}, k);
}
struct Prediction {
  Tensor mean, var;
  std::optional<Tensor> samples;
};
class GP {
public:
  GP(Kernel k, double noise = 1e-1) : kernel(std::move(k)), noise(noise) {}
  FG_COMPILE()
  double fit(const Tensor &X, const Tensor &Y, bool standardise = true) {
    TORCH_CHECK(X.dim() == 2 && Y.dim() == 1 && X.size(0) == Y.size(0), "X must be [n, d] and Y [n]: ", X.sizes(), " ", Y.sizes());
    x = X;
    if (standardise) {
      mu = Y.mean();
      sd = Y.std() + 1e-6;
    } else {
      mu = torch::zeros({}); sd = torch::ones({});
    }
    auto y = (Y - mu) / sd;
    auto K = gram(kernel, X, X);
    K.diagonal().add_(noise);
    double jitter = 1e-6;
    int tries = 0;
    Tensor info;
    do {
      std::tie(L, info) = torch::linalg_cholesky_ex(K + jitter * torch::eye(K.size(0)));
      jitter *= 10;
    } while (info.item<int>() != 0 && ++tries < 5);
    alpha = torch::cholesky_solve(y.unsqueeze(1), L).squeeze(1);
    ++fits;
    return (-0.5 * torch::dot(y, alpha) - L.diagonal().log().sum() - 0.5 * X.size(0) * std::log(2 * M_PI)).item<double>();
  }
  FG_COMPILE(.fullgraph = true)
  Prediction predict(const Tensor &q, int64_t samples = 0) const {
    if (!L.defined()) throw std::logic_error("fit first");
    auto Ks = gram(kernel, x, q);
    auto v = torch::linalg_solve_triangular(L, Ks, /*upper=*/false);
    Prediction p{mu + sd * torch::mv(Ks.t(), alpha), {}, std::nullopt};
    auto cov = gram(kernel, q, q) - v.t().mm(v);
    p.var = cov.diagonal().clamp_min(1e-9) * sd.square();
    if (samples > 0) {
      auto C = torch::linalg_cholesky(cov + 0.5 * torch::eye(q.size(0)));
      p.samples = p.mean.unsqueeze(1) + sd * C.mm(torch::randn({q.size(0), samples}));
    }
    return p;
  }
  Kernel kernel;
  double noise;
  Tensor x, L, alpha, mu, sd;
  int fits = 0;
};
inline Tensor cdf(const Tensor &z) { return 0.5 * (1 + torch::erf(z / std::sqrt(2.0))); }
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> improve(const Prediction &p, const Tensor &best, double xi = 0.01) {
  auto s = p.var.sqrt();
  auto z = (p.mean - best - xi) / s;
  auto ei = s * (z * cdf(z) + torch::exp(-0.5 * z * z) / std::sqrt(2 * M_PI));
  return {ei, ei.argmax()};
}
FG_COMPILE()
std::pair<double, int> optimise(GP &gp, Tensor X, Tensor Y, const Tensor &grid, const std::function<Tensor(const Tensor &)> &f, int rounds) {
  int stalled = 0, r = 0;
  double best = Y.max().item<double>();
  for (; r < rounds && stalled < 2; ++r) {
    gp.fit(X, Y);
    auto [ei, arg] = improve(gp.predict(grid), Y.max());
    auto next = grid.index_select(0, arg.unsqueeze(0));
    auto val = f(next);
    X = torch::cat({X, next});
    Y = torch::cat({Y, val});
    const double now = Y.max().item<double>();
    if (now <= best + 1e-9) ++stalled; else stalled = 0;
    best = std::max(best, now);
  }
  return {best, r};
}
int main() {
  torch::manual_seed(6);
  std::vector<GP> gps{GP(RBF{}), GP(Matern{.length = 0.4}, 0.05), GP(Periodic{}), GP(Matern{.half3 = false})};
  auto f = [](const Tensor &x) { return torch::sin(3 * x.select(1, 0)) + 0.3 * x.sum(1); };
  for (size_t i = 0; i < gps.size(); ++i)
    for (int64_t n : {4, 7}) {
      auto X = torch::rand({n, 2}), q = torch::rand({5, 2});
      double ll = gps[i].fit(X, f(X), i != 2);
      auto p = gps[i].predict(q), s = gps[i].predict(q, 3);
      std::printf("%zu %.4f %.4f %.4f %.4f\n", i, ll, p.mean.sum().item<double>(), p.var.sum().item<double>(), s.samples->sum().item<double>());
      auto [best, rounds] = optimise(gps[i], X, f(X), torch::rand({12, 2}), f, 4);
      std::printf("  %.4f %d %d\n", best, rounds, gps[i].fits);
    }
  try { GP(RBF{}).predict(torch::rand({2, 2})); } catch (const std::logic_error &e) { std::puts(e.what()); }
}
