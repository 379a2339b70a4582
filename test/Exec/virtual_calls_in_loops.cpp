// A virtual call in a function that a loop of the program calls: the loop stays, and the walk over its first
// turn does not say for all objects what is called. The objects in sight do: that is no break (FG202),
// neither where the whole body is walked nor in the loop's region.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not=FG202 %s < %t.log
// LOG: virtual_calls_in_loops.cpp: {{.*}} 1 break
#include <cmath>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <memory>
#include <utility>
using fg::Tensor;

struct Field {
  virtual ~Field() = default;
  virtual Tensor operator()(double t, const Tensor &y) const = 0;
};
struct Curved : Field {
  Tensor operator()(double, const Tensor &y) const override { return y.square() * 0.5; }
};
struct Straight : Field {
  Tensor operator()(double, const Tensor &y) const override { return -y; }
};

struct Solver {
  std::shared_ptr<Field> field;
  int mostSteps = 200;
  FG_COMPILE()
  std::pair<Tensor, Tensor> step(const Tensor &y, double t, double h) const {
    const auto &f = *field;
    auto k1 = f(t, y);
    auto next = y + h * k1;
    auto k2 = f(t + h, next);
    return {next, (h * (k2 - k1)).square().mean().sqrt()};
  }
  FG_COMPILE()
  Tensor solve(Tensor y, double from, double to) {
    double t = from, h = (to - from) / 8;
    int n = 0;
    while (t < to && n++ < mostSteps) {
      auto [next, error] = step(y, t, h);
      if (error.item<double>() <= 1) {
        t += h;
        y = next;
      } else {
        h *= 0.5;
      }
    }
    return y;
  }
};

// Two methods, one of which changes the object: the class of what `emission` points to is asked on the path,
// and the tensor of a class that the call does not have is none of the call.
struct Emission {
  virtual ~Emission() = default;
  virtual Tensor scores(const Tensor &o) const = 0;
  virtual void learn(const Tensor &o) = 0;
};
struct Table : Emission {
  Tensor table;
  explicit Table(Tensor t) : table(t) {}
  Tensor scores(const Tensor &o) const override { return table.index_select(0, o); }
  void learn(const Tensor &o) override { table = table + o.sum(); }
};
struct Means : Emission {
  Tensor means;
  explicit Means(Tensor m) : means(m) {}
  Tensor scores(const Tensor &o) const override { return o.unsqueeze(1) - means; }
  void learn(const Tensor &o) override { means = means + o.mean(); }
};
struct Chain {
  std::unique_ptr<Emission> emission;
  explicit Chain(std::unique_ptr<Emission> e) : emission(std::move(e)) {}
  FG_COMPILE(.fullgraph = true)
  Tensor run(const Tensor &o) const { return emission->scores(o).sum(0); }
  FG_COMPILE()
  int fit(const Tensor &o, int n = 3, double least = 1e-3) {
    double last = -1e30;
    int i = 0;
    while (i < n) {
      const Tensor scores = run(o);
      emission->learn(o);
      ++i;
      const double highest = scores.max().item<double>();
      if (std::abs(highest - last) <
          least) // behind it, the walk of main() knows nothing of what the turn changed
        break;
      last = highest;
    }
    return i;
  }
};

int main() {
  Chain one(std::make_unique<Table>(fg::ones({4, 3}))), other(std::make_unique<Means>(fg::ones({2})));
  std::printf("%.3f\n", one.run(fg::arange(3)).sum().item<float>());   // CHECK: 9.000
  std::printf("%.3f\n", other.run(fg::ones({5})).sum().item<float>()); // CHECK-NEXT: 0.000
  std::printf("%d\n", other.fit(fg::ones({5})));
  std::printf("%.3f\n", other.run(fg::ones({5})).sum().item<float>()); // CHECK: -30.000
  Solver a{std::make_shared<Curved>()}, b{std::make_shared<Straight>()};
  std::printf("%.3f\n", a.solve(fg::ones({2, 3}), 0, 1).sum().item<float>());
  std::printf("%.3f\n", b.solve(fg::ones({1, 2}), 0, 1).sum().item<float>());
  // CHECK: 11.
  // CHECK-NEXT: 0.687
}
