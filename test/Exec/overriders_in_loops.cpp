// Virtual calls in loops whose number of turns only the call knows: the body is a region for the classes of the
// objects that main() makes, and so is a loop over a list of objects within such a loop.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: overriders_in_loops.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <memory>
#include <vector>

using fg::Tensor;

struct Integrator {
  virtual ~Integrator() = default;
  virtual Tensor step(const Tensor &s) const = 0;
};
struct Euler final : Integrator {
  Tensor step(const Tensor &s) const override { return s + 0.5 * s.cos(); }
};
template <class F> struct Field final : Integrator {
  F f;
  explicit Field(F f) : f(std::move(f)) {}
  Tensor step(const Tensor &s) const override { return f(s) - s; }
};
struct Twice {
  Tensor operator()(const Tensor &x) const { return x * 2; }
};

struct System {
  std::unique_ptr<Integrator> integrator;
  Tensor state;
  FG_COMPILE(.fullgraph = true) void advance(int n) {
    for (int k = 0; k < n; ++k)
      state = integrator->step(state);
  }
};

struct Processor {
  virtual ~Processor() = default;
  virtual Tensor operator()(const Tensor &logits) const = 0;
};
struct Temperature : Processor {
  double t;
  explicit Temperature(double t) : t(t) {}
  Tensor operator()(const Tensor &logits) const override { return logits / t; }
};
struct Floor : Processor {
  Tensor operator()(const Tensor &logits) const override { return logits.clamp_min(-1); }
};
struct Generator {
  std::vector<std::unique_ptr<Processor>> processors;
  FG_COMPILE(.fullgraph = true) Tensor run(Tensor logits, int steps) const {
    for (int s = 0; s < steps; ++s) {
      for (const auto &process : processors)
        logits = (*process)(logits);
      logits = logits.sin();
    }
    return logits;
  }
};

// An update of each group by the optimizer's rule, groups and parameters both in lists.
struct Rule {
  virtual ~Rule() = default;
  virtual void update(Tensor &p, const Tensor &g) const = 0;
};
struct Sgd : Rule {
  void update(Tensor &p, const Tensor &g) const override { p.sub_(g * 0.1); }
};
struct Trainer {
  std::vector<std::vector<Tensor>> groups;
  std::shared_ptr<Rule> rule = std::make_shared<Sgd>();
  FG_COMPILE(.fullgraph = true) void step(const Tensor &g) {
    for (auto &group : groups)
      for (auto &p : group)
        rule->update(p, g);
  }
};

double total(const Tensor &x) { return x.sum().item<double>(); }

int main() {
  System euler{std::make_unique<Euler>(), fg::ones({3})};
  System field{std::make_unique<Field<Twice>>(Twice{}), fg::full({3}, 0.25)};
  for (System *system : {&euler, &field})
    for (int n : {0, 1, 4}) {
      system->advance(n);
      std::printf("advance %d: %.4f\n", n, total(system->state));
    }
  // CHECK: advance 0: 3.0000
  // CHECK: advance 1: 3.8105
  // CHECK: advance 4: 4.6549
  // CHECK: advance 0: 0.7500
  // CHECK: advance 1: 0.7500
  // CHECK: advance 4: 0.7500
  Generator generator;
  generator.processors.push_back(std::make_unique<Temperature>(2.0));
  generator.processors.push_back(std::make_unique<Floor>());
  for (int steps : {1, 3})
    std::printf("run %d: %.4f\n", steps, total(generator.run(fg::tensor({-4.0, 1.0, 3.0}).to(fg::kFloat), steps)));
  // CHECK: run 1: 0.6354
  // CHECK: run 3: 0.15
  Trainer trainer{{{fg::ones({2}), fg::zeros({2})}, {fg::full({2}, 5.0)}}};
  trainer.step(fg::ones({2}));
  trainer.step(fg::full({2}, 2.0));
  std::printf("step: %.2f %.2f %.2f\n", total(trainer.groups[0][0]), total(trainer.groups[0][1]), total(trainer.groups[1][0]));
  // CHECK: step: 1.40 -0.60 9.40
}
