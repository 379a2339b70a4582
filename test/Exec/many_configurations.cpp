// Six configurations of one class, each with two sizes of fields: calls of all of them are built ahead. Sizes
// are no configuration, nor is a list that only main() fills, nor how often a loop of a compiled function
// turns.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: many_configurations.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <memory>
#include <optional>
#include <vector>

using fg::Tensor;

struct Penalty {
  virtual ~Penalty() = default;
  virtual Tensor of(const Tensor &x) const = 0;
};
struct Square final : Penalty {
  Tensor of(const Tensor &x) const override { return x.square().sum(); }
};
struct Absolute final : Penalty {
  double scale;
  explicit Absolute(double s) : scale(s) {}
  Tensor of(const Tensor &x) const override { return x.abs().sum() * scale; }
};

struct Solver {
  int order = 2;
  bool reflects = false, damps = false;
  Tensor speed, field;
  std::optional<Tensor> sponge;
  std::shared_ptr<Penalty> penalty;
  std::vector<double> log; // main() fills it

  Tensor slope() const {
    Tensor out = fg::zeros_like(field);
    const int64_t n = field.size(1);
    if (order == 2)
      out.narrow(1, 0, n - 1).copy_(field.narrow(1, 1, n - 1) - field.narrow(1, 0, n - 1));
    else
      out.narrow(1, 1, n - 3) += 1.125 * (field.narrow(1, 2, n - 3) - field.narrow(1, 1, n - 3));
    return out;
  }
  FG_COMPILE(.fullgraph = true)
  Tensor step(const Tensor &source) {
    field = field + 0.1 * speed * slope();
    field[0] += source;
    if (reflects)
      field[-1].zero_();
    if (sponge)
      field.mul_(*sponge);
    if (damps)
      field = field * 0.99;
    return penalty->of(field);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor run(const Tensor &wavelet) {
    Tensor traces = fg::empty({wavelet.size(0), field.size(1)});
    for (int64_t t = 0; t < wavelet.size(0); ++t) {
      field = field + 0.1 * speed * slope() + wavelet[t];
      traces[t] = field[1];
    }
    return traces;
  }
};

int main() {
  for (int order : {2, 4})
    for (int kind = 0; kind < 3; ++kind)
      for (auto [rows, columns] : {std::pair<int64_t, int64_t>{4, 8}, {5, 7}}) {
        Solver solver;
        solver.order = order;
        solver.reflects = kind == 1;
        solver.damps = kind == 2;
        solver.speed = fg::full({rows, columns}, 2.0);
        solver.field = fg::arange(rows * columns, fg::kFloat32).view({rows, columns}).sin();
        if (kind == 1)
          solver.penalty = std::make_shared<Absolute>(0.5);
        else
          solver.penalty = std::make_shared<Square>();
        if (kind != 1)
          solver.sponge = fg::full({rows, columns}, 0.9);
        const Tensor wavelet = fg::linspace(0, 1, 12);
        for (int64_t t = 0; t < 6; ++t)
          solver.log.push_back(solver.step(wavelet[t]).item<double>());
        // CHECK-COUNT-12: {{^}}6 12
        std::printf("%d %d %.3f %.3f\n", int(solver.log.size()), int(solver.run(wavelet).size(0)),
                    solver.log.back(), solver.field.sum().item<double>());
      }
}
