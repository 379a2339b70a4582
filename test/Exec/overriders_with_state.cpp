// Virtual calls whose arguments are elements of known lists, at places that a loop counts: what an element is does not
// depend on its place, so it is no graph for each. An overrider with a region of its own (a size that data says) is
// compiled, and the call of it stays; it is no unknown one.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: overriders_with_state.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using fg::Tensor;

struct State {
  Tensor momentum, squares;
};
struct Group {
  std::vector<Tensor> params;
  double rate = 0.1;
};
class Optimizer {
public:
  explicit Optimizer(std::vector<Group> g) : groups(std::move(g)) {
    for (auto &group : groups)
      state.emplace_back(group.params.size());
  }
  virtual ~Optimizer() = default;
  virtual void update(Tensor &p, const Tensor &g, State &s, const Group &group) = 0;
  std::vector<Group> groups;
  std::vector<std::vector<State>> state;
};
struct Sgd : Optimizer {
  using Optimizer::Optimizer;
  void update(Tensor &p, const Tensor &grad, State &s, const Group &group) override {
    if (!s.momentum.defined())
      s.momentum = grad.clone();
    else
      s.momentum.mul_(0.5).add_(grad);
    p.add_(s.momentum, -group.rate);
  }
};
struct Rms : Optimizer {
  using Optimizer::Optimizer;
  void update(Tensor &p, const Tensor &grad, State &s, const Group &group) override {
    if (!s.squares.defined())
      s.squares = fg::zeros_like(p);
    s.squares.mul_(0.9).addcmul_(grad, grad, 0.1);
    p.sub_(group.rate * grad / (s.squares.sqrt() + 1e-3));
  }
};
struct Trainer {
  std::unique_ptr<Optimizer> optimizer;
  FG_COMPILE(.fullgraph = true)
  void step(const std::vector<Tensor> &grads) {
    size_t k = 0;
    for (size_t g = 0; g < optimizer->groups.size(); ++g) {
      const auto &group = optimizer->groups[g];
      for (size_t i = 0; i < group.params.size(); ++i)
        optimizer->update(optimizer->groups[g].params[i], grads[k++], optimizer->state[g][i], group);
    }
  }
};

struct Metric {
  virtual ~Metric() = default;
  virtual void update(const Tensor &p) = 0;
};
struct Sum : Metric {
  Tensor sum = fg::zeros({});
  void update(const Tensor &p) override { sum = sum + p.sum(); }
};
struct Count : Metric {
  Tensor counts = fg::zeros({4}, fg::kLong);
  void update(const Tensor &p) override { counts += fg::bincount(p, {}, 4); }
};
class Metrics {
  std::map<std::string, std::shared_ptr<Metric>> all_;

public:
  std::shared_ptr<Sum> sum = std::make_shared<Sum>();
  std::shared_ptr<Count> count = std::make_shared<Count>();
  Metrics() {
    all_["sum"] = sum;
    all_["count"] = count;
  }
  FG_COMPILE(.fullgraph = true)
  void update(const Tensor &p) {
    for (auto &[name, metric] : all_)
      metric->update(p);
  }
};

static std::vector<Group> model() { return {{{fg::ones({4, 3}), fg::ones({2, 4})}, 0.5}, {{fg::zeros({4})}, 0.25}}; }

int main() {
  std::vector<Trainer> trainers;
  trainers.push_back({std::make_unique<Sgd>(model())});
  trainers.push_back({std::make_unique<Rms>(model())});
  for (auto &trainer : trainers) {
    for (int i = 0; i < 3; ++i)
      trainer.step({fg::ones({4, 3}), fg::ones({2, 4}), fg::ones({4})});
    for (auto &group : trainer.optimizer->groups)
      for (auto &p : group.params)
        std::printf("%.4g ", p.sum().item<double>());
    std::printf("\n");
  }
  // CHECK: -13.5 -9 -4.25
  Metrics metrics;
  for (int i = 0; i < 2; ++i)
    metrics.update(fg::arange(4).remainder(3));
  std::printf("%g %g\n", metrics.sum->sum.item<double>(), metrics.count->counts[0].item<double>()); // CHECK: 6 4
}
