// Calls of functions that are compiled on their own: a lambda knows what it captures, and no variable of
// main() that is named as its parameter; what is read from a tensor picks a row of a known type; of two
// modules, one has a bias; and what stands behind numbers that data gives has the sizes of each
// configuration.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: callees_in_sight.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

using fg::Tensor;

FG_COMPILE()
std::vector<Tensor> path(Tensor y, int n) {
  std::vector<Tensor> points;
  for (int i = 0; i < n; ++i)
    points.push_back(y = y * 0.5);
  return points;
}

FG_COMPILE()
Tensor integrate(const std::function<Tensor(const Tensor &)> &slope, Tensor y, int n) {
  for (int i = 0; i < n; ++i)
    y = y + 0.5 * slope(y);
  return y;
}

FG_COMPILE()
Tensor equalised(Tensor x, int bins) {
  auto equalise = [&](int n) {
    auto index = (x * n).to(fg::kLong);
    auto sums = fg::bincount(index.flatten(), {}, n).cumsum(0).to(fg::kFloat);
    return sums.index({index}) / sums[-1];
  };
  return equalise(bins) * 2;
}

struct State {
  Tensor h, c;
};

struct Cell {
  fg::nn::Linear input, hidden;
  int64_t size;
  Cell(int64_t in, int64_t size)
      : input(in, 2 * size), hidden(fg::nn::LinearOptions(size, 2 * size).bias(false)), size(size) {}
  State operator()(const Tensor &x, const std::vector<State> &children) {
    Tensor sum = fg::zeros({size});
    for (const State &child : children)
      sum += child.h;
    auto parts = (input.get()->forward(x) + hidden.get()->forward(sum)).split(size, -1);
    Tensor c = parts[0].sigmoid();
    if (!children.empty())
      for (size_t n = 0; n < children.size(); ++n)
        c = c + children[n].c * 0.5;
    return {parts[1].tanh() * c, c};
  }
};

struct Tree {
  Tensor table;
  Cell cell;
  Tree(int64_t words, int64_t d, int64_t h) : table(fg::ones({words, d})), cell(d, h) {
    for (const Tensor &parameter : {cell.input->weight, cell.input->bias, cell.hidden->weight})
      parameter.fill_(0.25);
  }
  FG_COMPILE()
  Tensor walk(const Tensor &words, const std::vector<int64_t> &parent) {
    std::unordered_map<int64_t, std::vector<State>> pending;
    Tensor last;
    for (size_t i = 0; i < parent.size(); ++i) {
      const int64_t word = words[int64_t(i)].item<int64_t>();
      const State s = cell(table[word], pending[int64_t(i)]);
      pending[parent[i]].push_back(s);
      last = s.h;
    }
    return last;
  }
};

struct Front {
  Tensor bank, mix;
  Front(int64_t n, std::optional<int64_t> mixed) : bank(fg::ones({6, n})) {
    if (mixed)
      mix = fg::ones({n, *mixed});
  }
  Tensor features(const Tensor &x) const {
    const Tensor f = x.matmul(bank);
    return mix.defined() ? f.matmul(mix) : f;
  }
  FG_COMPILE()
  Tensor loud(const Tensor &x, double least) {
    auto f = features(x)[0];
    auto sums = x[0].sum(-1);
    auto kept = fg::nonzero(sums / sums.max() > least).squeeze(1);
    if (kept.size(0) == 0)
      return fg::zeros({f.size(1)});
    return f.index_select(0, kept).mean(0);
  }
};

int main() {
  for (const auto &y : path(fg::ones({2, 3}), 2))
    std::printf("%.3f\n", y.sum().item<float>());
  // CHECK: 3.000
  // CHECK-NEXT: 1.500
  const double k = 0.5;
  std::printf("%.3f\n",
              integrate([k](const Tensor &y) { return -k * y; }, fg::ones({4}), 2).sum().item<float>());
  // CHECK-NEXT: 2.250
  std::printf("%.3f\n", equalised(fg::arange(8, fg::kFloat).view({2, 4}) / 8, 8).sum().item<float>());
  // CHECK-NEXT: 9.000
  Tree tree(9, 4, 3);
  std::printf("%.3f\n", tree.walk(fg::tensor({4, 5, 2}, fg::kLong), {2, 2, -1}).sum().item<float>());
  Front plain(8, std::nullopt), mixed(8, 5);
  std::printf("%.3f\n", plain.loud(fg::ones({1, 5, 6}), 0.5).sum().item<float>());  // CHECK: 48.000
  std::printf("%.3f\n", mixed.loud(fg::ones({2, 7, 6}), 0.25).sum().item<float>()); // CHECK-NEXT: 240.000
}
