// Functions of the standard library that change what their arguments lead to, in loops whose count is known
// at run time only: each turn reads what the turn before it left.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" %s < %t.log
// LOG: algorithms_in_loops.cpp: {{.*}} 2 breaks
// RUN: %build_and_compare %s --ahead-versions=0 | FileCheck %s
#include <algorithm>
#include <array>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor turned(const Tensor &x, int n) {
  std::array<Tensor, 2> parts{x, x + 1};
  Tensor sum = fg::zeros_like(x);
  const auto halve = [](const Tensor &row) { return row * 0.5; };
  for (int i = 0; i < n; ++i) {
    std::transform(parts.begin(), parts.end(), parts.begin(), halve);
    sum = sum + parts[0] * parts[1];
  }
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor reversed(const Tensor &x, int n) {
  std::array<Tensor, 3> parts{x, x + 1, x + 5};
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    std::reverse(parts.begin(), parts.end());
    sum = sum * 2 + parts[0];
  }
  return sum;
}
// Breaks: std::rotate has no model, and shuffle draws random numbers.
FG_COMPILE()
Tensor weights(const Tensor &x, int n) {
  double w[3] = {1, 2, 4};
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    std::rotate(w, w + 1, w + 3);
    sum = sum * 2 + x * w[0];
  }
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor filled(const Tensor &x, int n) {
  std::vector<double> w(4, 0.5);
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    sum = sum + x * w[1];
    std::iota(std::begin(w), std::end(w), i + 1.0);
  }
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor exchanged(const Tensor &x, int n) {
  Tensor a = x, b = x + 1, sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    Tensor old = std::exchange(a, b);
    std::swap(b, old);
    sum = sum * 2 + a;
  }
  return sum;
}
FG_COMPILE()
Tensor shuffled(const Tensor &x, int n) {
  std::vector<int> order{0, 1, 2, 3};
  std::mt19937 gen(3);
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < n; ++i) {
    std::shuffle(order.begin(), order.end(), gen);
    sum = sum * 2 + x * order[0];
  }
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor permuted(const Tensor &x) {
  std::vector<int> order{0, 1, 2};
  Tensor sum = fg::zeros_like(x);
  do {
    sum = sum * 2 + x * order[0] + order[2];
  } while (std::next_permutation(order.begin(), order.end()));
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor advanced(const Tensor &x, const std::vector<double> &w) {
  Tensor sum = fg::zeros_like(x);
  auto it = w.begin();
  for (size_t i = 0; i + 1 < w.size(); ++i) {
    std::advance(it, 1);
    sum = sum * 2 + x * *it;
  }
  return sum;
}
// Only read: a region goes over it.
FG_COMPILE(.fullgraph = true)
Tensor summed(const Tensor &x, const std::vector<double> &w) {
  const double total = std::accumulate(w.begin(), w.end(), 0.0);
  return x * total + *std::max_element(w.begin(), w.end());
}

int main() {
  const Tensor x = fg::arange(3).to(fg::kDouble) / 7;
  const auto show = [](const char *name, const Tensor &t) {
    std::printf("%s %.10f\n", name, t.sum().item<double>());
  };
  for (const int n : {0, 1, 2, 5}) {
    show("turned", turned(x, n));
    show("reversed", reversed(x, n));
    show("weights", weights(x, n));
    show("filled", filled(x, n));
    show("exchanged", exchanged(x, n));
    show("shuffled", shuffled(x, n));
  }
  show("permuted", permuted(x));
  show("advanced", advanced(x, {1, 2, 3, 4}));
  show("summed", summed(x, {1, 2, 3, 4}));
  // CHECK: turned 0.0000000000
  // CHECK: turned {{0.[1-9]}}
  // CHECK: permuted {{[1-9]}}
  // CHECK: advanced {{[1-9]}}
  // CHECK: summed {{[1-9]}}
}
