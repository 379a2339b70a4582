// Helpers that are handed functions, with loops whose count is known at run time only: the template's one
// instantiation is split in place, though its argument's type cannot be named there.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s --ahead-versions=0 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not=warning %s < %t.log
// LOG: functors.cpp: 9 functions (2 at the first call), 9 graphs, {{.*}} 0 breaks
#include <algorithm>
#include <array>
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

template <typename F> Tensor rk2(const F &f, Tensor y, double h, int n) {
  for (int i = 0; i < n; ++i) {
    Tensor k1 = f(y), k2 = f(y + h / 2 * k1);
    y = y + h * k2;
  }
  return y;
}
FG_COMPILE(.fullgraph = true)
Tensor pendulum(FG_SHAPE("f64[B, 2]") const Tensor &y0, int n) {
  return rk2([](const Tensor &y) { return fg::stack({y.select(1, 1), -9.81 * fg::sin(y.select(1, 0))}, 1); },
             y0, 0.01, n);
}

template <typename F> Tensor euler(const F &f, Tensor y, int n) {
  for (int i = 0; i < n; ++i)
    y = y + f(y) * 0.1;
  return y;
}
struct Decay {
  double rate;
  Tensor operator()(const Tensor &y) const { return y * -rate; }
};
FG_COMPILE(.fullgraph = true)
Tensor decay(FG_SHAPE("f64[N]") const Tensor &y0, double rate, int n) {
  return euler(Decay{rate}, y0, n) + 1;
}

// The lambda names what stands where it was made, and not where the helper calls it.
template <typename F> Tensor rows(const Tensor &x, F &&f) {
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < x.size(0); ++i)
    parts.push_back(f(x[i], i));
  return fg::stack(parts);
}
FG_COMPILE(.fullgraph = true)
Tensor centred(FG_SHAPE("f64[N, 3]") const Tensor &x, double scale) {
  const Tensor mean = x.mean(0);
  return rows(x * scale,
              [&](const Tensor &row, int64_t i) { return (row - mean).exp() * (i + 1) + x.sum(0); });
}

// Nor where the standard library does.
template <typename F> Tensor through(const Tensor &x, F &&f, int n) {
  std::array<Tensor, 2> parts{x, x + 1};
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    std::transform(parts.begin(), parts.end(), parts.begin(), f);
    sum = sum + parts[0] * parts[1];
  }
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor transformed(FG_SHAPE("f64[N, 3]") const Tensor &x, int n) {
  const Tensor mean = x.mean(0);
  return through(x, [&](const Tensor &row) { return (row - mean).exp(); }, n);
}

int main() {
  const Tensor y = fg::arange(6).to(fg::kDouble) / 5;
  for (const int n : {0, 1, 7})
    std::printf("%.10f %.10f\n", pendulum(y.view({3, 2}), n).sum().item<double>(),
                decay(y, 0.5, n).sum().item<double>());
  // CHECK-COUNT-3: {{-?[0-9.]+ [0-9.]+}}
  for (const int n : {1, 5})
    std::printf("centred %.10f\n",
                centred(fg::arange(3 * n).to(fg::kDouble).view({n, 3}) / 7, 0.5).sum().item<double>());
  // CHECK-COUNT-2: centred {{-?[0-9.]+}}
  for (const int n : {0, 2})
    std::printf("transformed %.10f\n", transformed(y.view({2, 3}), n).sum().item<double>());
  // CHECK-COUNT-2: transformed {{-?[0-9.]+}}
}
