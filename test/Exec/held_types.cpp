// Types that nobody declares, of what code behind a loop or in a function of its own finds: members of objects in
// lists, variants and maps, elements of tables, what a call returned. They are those that walks of main() saw there.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: held_types.cpp: 9 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <utility>
#include <variant>
#include <vector>

using fg::Tensor;

// Members of structs in a list that main() fills, of f64.
struct Gaussian {
  Tensor mean, cov;
};
struct Filter {
  struct Step {
    Gaussian prior, posterior;
    Tensor cross;
  };
  FG_COMPILE(.fullgraph = true)
  Step step(const Gaussian &g, const Tensor &z) const {
    Gaussian p{g.mean + z, g.cov};
    return {p, {p.mean * 2, p.cov + p.cov}, p.cov.mm(p.cov)};
  }
  FG_COMPILE(.fullgraph = true)
  Tensor smooth(const std::vector<Step> &steps) const {
    auto out = steps.back().posterior.mean;
    for (size_t i = steps.size() - 1; i-- > 0;)
      out = out + steps[i].cross.mv(steps[i + 1].prior.mean);
    return out;
  }
};

// Members of what a variant holds, where a helper has regions of its own: a vector, a matrix.
struct Gru {
  Tensor w;
  Tensor step(const Tensor &x, const Tensor &h) const { return fg::tanh(fg::linear(fg::cat({x, h}, 1), w)); }
};
struct Peephole {
  Tensor w, p;
  Tensor step(const Tensor &x, const Tensor &h) const {
    return fg::linear(fg::cat({x, h}, 1), w) * (p * h).sigmoid();
  }
};
using Cell = std::variant<Gru, Peephole>;
static Tensor run(const Cell &cell, const Tensor &x) {
  auto h = fg::zeros({x.size(0), 4});
  std::vector<Tensor> out;
  for (int64_t t = 0; t < x.size(1); ++t)
    out.push_back(h = std::visit([&](const auto &k) { return k.step(x.select(1, t), h); }, cell));
  return fg::stack(out, 1);
}
struct Net {
  std::vector<Cell> layers;
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) const {
    for (const auto &cell : layers)
      x = run(cell, x);
    return x;
  }
};

// Elements of a table, which are numbers.
FG_COMPILE(.fullgraph = true)
Tensor warped(const Tensor &d) {
  const auto n = d.size(0), m = d.size(1);
  std::vector<std::vector<Tensor>> cost(n + 1, std::vector<Tensor>(m + 1, fg::full({}, 1e30)));
  cost[0][0] = fg::zeros({});
  for (int64_t i = 1; i <= n; ++i)
    for (int64_t j = 1; j <= m; ++j)
      cost[i][j] = d[i - 1][j - 1] + fg::min(fg::min(cost[i - 1][j], cost[i][j - 1]), cost[i - 1][j - 1]);
  return cost[n][m];
}

// A loop of main()'s that data ends: what it leaves has the types that its first turns leave.
struct Beams {
  Tensor tokens, scores, finished;
};
struct Search {
  int64_t width = 3;
  Beams start(const Tensor &first) const {
    return {first.unsqueeze(1), fg::zeros({first.size(0), width}), fg::zeros({first.size(0), width}, fg::kBool)};
  }
  FG_COMPILE(.fullgraph = true)
  Beams advance(const Beams &b) const {
    return {fg::cat({b.tokens, b.tokens.narrow(1, 0, 1)}, 1), b.scores + 1, b.finished};
  }
  FG_COMPILE(.fullgraph = true)
  Tensor best(const Beams &b) const { return b.tokens.select(1, 0) + (b.tokens != 2).sum() + b.scores.size(1); }
};

// Of a map, in a loop that stays one, in a function of its own; x is a view that is not contiguous.
class Bank {
  std::map<int64_t, Tensor> filters_;
  Tensor embed_;
  Tensor maps(const Tensor &ids) const {
    auto x = fg::embedding(embed_, ids).transpose(1, 2);
    std::vector<Tensor> out;
    for (const auto &[width, w] : filters_)
      out.push_back(fg::relu(fg::conv1d(x, w, {}, 1, width / 2)));
    return fg::cat(out, 1);
  }

public:
  explicit Bank(int64_t words) : embed_(fg::ones({words, 6})) {
    for (int64_t w : {1, 3, 5})
      filters_[w] = fg::ones({2, 6, w}) / w;
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &ids, int64_t times) const {
    auto out = maps(ids);
    for (int64_t i = 1; i < times; ++i)
      out = out + maps(ids);
    return out;
  }
};

static void show(const char *what, const Tensor &t) {
  std::printf("%s %g of %lld\n", what, t.sum().item<double>(), static_cast<long long>(t.numel()));
}

int main() {
  Filter filter;
  Gaussian g{fg::ones({2}, fg::kDouble), fg::eye(2, fg::kDouble)};
  std::vector<Filter::Step> steps;
  for (int t = 0; t < 4; ++t) {
    steps.push_back(filter.step(g, fg::full({2}, 1.5, fg::kDouble)));
    g = steps.back().posterior;
  }
  show("smooth", filter.smooth(steps)); // CHECK: smooth {{.*}} of 2
  Net net;
  net.layers.emplace_back(Gru{fg::ones({4, 8}) / 8});
  net.layers.emplace_back(Peephole{fg::ones({4, 8}) / 8, fg::ones({4})});
  for (int64_t steps : {4, 5})
    show("net", net.forward(fg::ones({2, steps, 4}))); // CHECK: net {{.*}} of 32
  show("warped", warped(fg::ones({5, 4})));            // CHECK: warped 5 of 1
  Search search;
  auto b = search.start(fg::arange(2));
  for (int t = 0; t < 3 && !b.finished.all().item<bool>(); ++t)
    b = search.advance(b);
  show("best", search.best(b)); // CHECK: best {{.*}} of 2
  Bank bank(7);
  for (int64_t n : {5, 6})
    show("bank", bank.forward(fg::arange(2 * n).view({2, n}).remainder(7), 2)); // CHECK: bank {{.*}} of 60
}
