// Statements that stay in the program for a call in them: what else they compute is taken out. Of
// log[key].push_back(y) that is y; of a call whose argument has a size that data gives, the argument. And a
// view of numbers alone splits the dims of what is not contiguous evenly.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: calls_within_statements.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using fg::Tensor;

struct Probes {
  Tensor field = fg::ones({3, 4});
  std::map<std::string, std::vector<Tensor>> values;
  FG_COMPILE(.fullgraph = true)
  void run(int steps, const std::vector<std::pair<int64_t, int64_t>> &at) {
    while (steps-- > 0) {
      field = field * 0.5 + 0.25;
      for (const auto &[y, x] : at)
        values["p" + std::to_string(y)].push_back(field.index({y, x}) * 2);
    }
  }
};

struct Grid : fg::nn::Module {
  std::vector<Tensor> tables;
  explicit Grid(int64_t levels) {
    for (int64_t i = 0; i < levels; ++i)
      tables.push_back(register_parameter("table" + std::to_string(i), fg::ones({4, 2}) * (i + 1)));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &x) {
    std::vector<Tensor> found;
    for (size_t i = 0; i < tables.size(); ++i)
      found.push_back(fg::embedding(tables[i], (x * 4).floor().to(fg::kLong).clamp(0, 3).select(-1, 0)));
    return fg::cat(found, -1);
  }
};

struct Field : fg::nn::Module {
  bool skips;
  std::shared_ptr<Grid> grid;
  fg::nn::Sequential density{nullptr};
  Field(int64_t levels, bool skips)
      : skips(skips), grid(register_module("grid", std::make_shared<Grid>(levels))) {
    density = register_module("density", fg::nn::Sequential(fg::nn::Linear(2 * levels, 3)));
    for (const Tensor &parameter : density->parameters())
      parameter.fill_(0.25);
  }
  std::pair<Tensor, Tensor> query(const Tensor &x) {
    const Tensor h = density->forward(grid->forward(x));
    return {h.select(-1, 0).contiguous(), h.slice(-1, 1).contiguous()};
  }
  FG_COMPILE(.fullgraph = true)
  Tensor render(const Tensor &x) {
    const Tensor keep = x.select(-1, 0) > 0.25;
    Tensor weights = fg::zeros({x.size(0)}), colours;
    if (skips) {
      auto [some, rest] = query(x.index({keep}));
      weights.index_put_({keep}, some);
      colours = rest;
    } else {
      std::tie(weights, colours) = query(x);
      weights = weights * keep;
    }
    return weights.sum() + colours.sum();
  }
};

FG_COMPILE(.fullgraph = true)
Tensor boxes(const Tensor &board) {
  const Tensor marks = fg::one_hot(board, 5).slice(-1, 1);
  return marks.view({2, 2, 2, 2, 4}).sum(std::vector<int64_t>{1, 3}).max() + marks.sum(0).max();
}

int main() {
  Probes probes;
  probes.run(2, {{1, 2}, {0, 3}});
  std::printf("%zu %.3f\n", probes.values.size(), fg::stack(probes.values["p1"]).sum().item<float>());
  // CHECK: 2 2.750
  for (const bool skips : {false, true}) {
    Field field(skips ? 3 : 2, skips);
    std::printf("%.3f\n", field.render(fg::arange(12, fg::kFloat).view({4, 3}) / 12).item<float>());
  }
  // CHECK-NEXT: {{^[0-9.]+$}}
  std::printf("%d\n", int(boxes((fg::arange(16) % 5).view({4, 4})).item<int64_t>()));
}
