// Lists whose elements are of several kinds, as an optimiser's parameters: a loop over them has code for each kind that
// a list in sight holds, by element or by index, with members of structs beside; and torch::tensor(list, options).
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=error %s < %t.log
// LOG: 'g' is not known at build time; 'clip' is built for f32[?, ?] | f32[?] | f32[?, ?, ?],
// LOG: 'velocity[i]' is not known at build time; 'Sgd::step' is built for
// LOG: 'bias' is not known at build time; 'doubled' is built for calls without it,
// LOG: fullgraph: mixed_lists.cpp: 8 functions, {{.*}} 0 breaks,
// CHECK: norm
// CHECK: kept [0, 1]
// CHECK: clipped
// CHECK: doubled
// CHECK: scaled
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <vector>

FG_COMPILE(.fullgraph = true)
void clip(std::vector<fg::Tensor> &grads, double most) {
  for (auto &g : grads)
    g.mul_(most / (g.norm() + 1e-6));
}

struct Sgd {
  double rate = 0.1, momentum = 0.9;
  std::vector<fg::Tensor> velocity;

  FG_COMPILE(.fullgraph = true)
  void step(std::vector<fg::Tensor> &params, const std::vector<fg::Tensor> &grads) {
    for (size_t i = 0; i < params.size(); ++i) {
      velocity[i].mul_(momentum).add_(grads[i]);
      params[i].sub_(velocity[i] * rate);
    }
  }
};

FG_COMPILE(.fullgraph = true)
fg::Tensor norm(const std::vector<fg::Tensor> &grads) {
  auto total = fg::zeros({});
  for (const auto &g : grads)
    total = total + g.pow(2).sum();
  return total.sqrt();
}

struct Part {
  fg::Tensor weight, shadow;
};

FG_COMPILE(.fullgraph = true)
void average(std::vector<Part> &parts, double decay) {
  for (auto &part : parts)
    part.shadow = part.shadow * decay + part.weight * (1 - decay);
}

/// Results that repeat an element, beside others of their sizes.
FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> kept(const fg::Tensor &x) {
  auto row = fg::tensor({1.0, 2.0, 3.0}, x.options()).expand({x.size(0), 3});
  auto column = x.select(1, 0).unsqueeze(1).expand({-1, 3});
  return {row, x + row, column, column * 2 - row};
}

/// All calls in sight pass no bias.
FG_COMPILE(.fullgraph = true)
fg::Tensor doubled(const fg::Tensor &x, const fg::Tensor &bias) { return bias.defined() ? x + bias : x * 2; }

/// Two loops over one list, with one name.
FG_COMPILE(.fullgraph = true)
fg::Tensor clipAll(std::vector<fg::Tensor> &grads, double most) {
  std::vector<fg::Tensor> norms;
  for (const auto &g : grads)
    norms.push_back(g.norm());
  const auto total = fg::stack(norms).norm();
  const auto scale = fg::clamp_max(most / (total + 1e-6), 1.0);
  for (auto &g : grads)
    g.mul_(scale);
  return total;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor scaled(const fg::Tensor &x, const std::vector<float> &numbers) {
  return x * fg::tensor(numbers, x.options()).view({-1, 2});
}

int main() {
  fg::manual_seed(4);
  std::vector<fg::Tensor> params{fg::randn({3, 4}), fg::randn({4}), fg::randn({4, 2, 2}), fg::randn({2})}, grads;
  Sgd sgd;
  for (const auto &p : params) {
    grads.push_back(fg::randn_like(p));
    sgd.velocity.push_back(fg::zeros_like(p));
  }
  std::cout << "norm " << norm(grads) << "\n";
  clip(grads, 0.5);
  for (int i = 0; i < 2; ++i)
    sgd.step(params, grads);
  for (const auto &p : params)
    std::cout << p << "\n";
  std::vector<Part> parts{{fg::randn({2, 2}), fg::zeros({2, 2})}, {fg::randn({3}), fg::zeros({3})}};
  average(parts, 0.9);
  std::cout << parts[0].shadow << parts[1].shadow << "\n";
  for (const int64_t rows : {2, 3}) {
    const auto results = kept(fg::rand({rows, 3}));
    for (const auto &one : results)
      std::cout << "kept " << one.strides() << one << "\n";
  }
  std::cout << "clipped " << clipAll(grads, 0.25) << grads[0] << grads[1] << grads[2] << "\n";
  std::cout << "doubled " << doubled(fg::rand({2, 2}), {}) << "\n";
  std::cout << "scaled " << scaled(fg::rand({2, 2}), {1, 2, 3, 4}) << "\n";
}
