// Calls that are made on their own (of a list whose length only a call knows), in an arm of ?:. The arm becomes a function that
// is called where it stands: it makes the call, and its other operators are a region behind it.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: choices_of_open_lists.cpp: 7 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor total_norm(const std::vector<Tensor> &grads) {
  std::vector<Tensor> norms;
  for (auto &g : grads)
    norms.push_back(g.norm());
  return norms.size() == 1 ? norms[0] : fg::stack(norms).norm();
}

// Both arms compute, and something is computed of what they give.
FG_COMPILE(.fullgraph = true)
Tensor scaled(const std::vector<Tensor> &xs, const Tensor &w) {
  std::vector<Tensor> losses;
  for (auto &x : xs)
    losses.push_back((x * w).sum());
  return (losses.size() > 2 ? fg::stack(losses).sum() : fg::stack(losses).mean() * 2).exp() * w;
}

// One arm without a call, in a declaration.
FG_COMPILE(.fullgraph = true)
Tensor mean_loss(const std::vector<Tensor> &xs, const Tensor &w) {
  std::vector<Tensor> losses;
  for (auto &x : xs)
    losses.push_back((x * w).sum());
  auto loss = losses.empty() ? fg::zeros({}) : fg::stack(losses).mean() * 2;
  return loss + w.sum();
}

// A call in front of the choice, and one in each arm.
FG_COMPILE(.fullgraph = true)
Tensor joined(const std::vector<Tensor> &xs, const Tensor &w) {
  std::vector<Tensor> a, b;
  for (auto &x : xs) {
    a.push_back(x * w);
    b.push_back(x - w);
  }
  Tensor y = fg::cat(a).sum() + (xs.size() > 1 ? fg::stack(a).sum(0) + 1 : fg::stack(b).prod(0).exp());
  return y * 2;
}

// An arm that is the call and nothing else; an undefined tensor.
FG_COMPILE(.fullgraph = true)
std::pair<Tensor, int64_t> counted(const std::vector<Tensor> &xs, const Tensor &w) {
  std::vector<Tensor> losses;
  for (auto &x : xs)
    if (x.size(0) > 2)
      losses.push_back((x * w[0]).sum());
  return {losses.empty() ? Tensor() : fg::stack(losses), static_cast<int64_t>(losses.size())};
}

FG_COMPILE(.fullgraph = true)
float number(const std::vector<Tensor> &xs, const Tensor &w) {
  std::vector<Tensor> losses;
  for (auto &x : xs)
    losses.push_back((x * w).sum());
  return losses.empty() ? 0.5f : fg::stack(losses).mean().item<float>();
}

// The arm names the object, which its function captures.
struct Meter {
  double scale = 2;
  Tensor bias = fg::ones({3});
  FG_COMPILE(.fullgraph = true)
  Tensor operator()(const std::vector<Tensor> &xs) {
    std::vector<Tensor> kept;
    for (auto &x : xs)
      kept.push_back(x * scale);
    Tensor all = kept.empty() ? bias * 3 : fg::stack(kept).sum(0) * scale + bias;
    bias = all / 2;
    return all;
  }
};

int main() {
  const Tensor w = fg::tensor({0.25f, 0.5f, 0.75f});
  Meter meter;
  std::vector<Tensor> xs;
  for (int n = 0; n < 5; ++n) {
    const auto [losses, count] = counted(xs, w);
    std::printf("%d: %g %g %lld %g", n, mean_loss(xs, w).item<double>(), number(xs, w), static_cast<long long>(count),
                losses.defined() ? losses.sum().item<double>() : -1);
    if (n > 0)
      std::printf(" %g %g %g", total_norm(xs).item<double>(), scaled(xs, w).sum().item<double>(),
                  joined(xs, w).sum().item<double>());
    std::printf(" %g\n", meter(xs).sum().item<double>());
    xs.push_back(fg::full({3}, (n + 1) * 0.5f));
  }
  // CHECK: 0: 1.5 0.5 0 -1 9
  // CHECK: 4:
}
