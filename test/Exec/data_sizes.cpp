// Sizes that data decide: one function, no break, also under fullgraph; what stands behind the size is compiled with the
// size as a symbol, and serves the next size, too.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: data_sizes.cpp: {{[0-9]+}} functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
#include <fullgraph/fullgraph.h>
#include <cstdio>

using fg::Tensor;
using fg::indexing::Slice;

static void show(const char *what, const Tensor &x) {
  std::printf("%s:", what);
  for (int64_t size : x.sizes())
    std::printf(" %ld", static_cast<long>(size));
  std::printf(": %.3f\n", x.numel() ? x.to(fg::kDouble).abs().sum().item<double>() : 0.0);
}

FG_COMPILE(.fullgraph = true)
Tensor chosen(FG_SHAPE("f32[N]") const Tensor &x) {
  const Tensor y = x * 2 + 1;
  auto where = (y > 0).nonzero().squeeze(1);
  return y.index_select(0, where).exp() + where;
}
FG_COMPILE(.fullgraph = true)
Tensor selected(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return fg::relu(fg::masked_select(x, x > -0.5) * 3 - 1);
}
FG_COMPILE(.fullgraph = true)
Tensor masked(FG_SHAPE("f32[N, 4]") const Tensor &boxes, FG_SHAPE("f32[N]") const Tensor &scores) {
  const Tensor keep = scores > 0.5;
  return boxes.index({keep}) * scores.index({keep}).unsqueeze(1) + 1;
}
static Tensor aboveZero(const Tensor &x) {
  auto where = fg::nonzero(x > 0);
  return x.index_select(0, where.select(1, 0)) * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor helper(FG_SHAPE("f32[N]") Tensor x) {
  Tensor h = fg::tanh(x) + 1;
  return aboveZero(h - 1).exp() + 1;
}
static Tensor crop(const Tensor &x, int64_t rows) { return x.narrow(0, 0, rows).relu(); }
FG_COMPILE(.fullgraph = true)
Tensor longest(FG_SHAPE("f32[N, 4]") Tensor x, FG_SHAPE("i64[B]") Tensor lengths) {
  const int64_t rows = lengths.max().item<int64_t>();
  const Tensor y = crop(x * 2, rows);
  return fg::sigmoid(y).sum(1) + rows;
}
FG_COMPILE(.fullgraph = true)
Tensor turns(FG_SHAPE("f32[N, 4]") Tensor x, int count) {
  Tensor total = fg::zeros({4});
  for (int i = 0; i < count; ++i) {
    Tensor rows = x.index({x.select(1, 0) > i * 0.25 - 1});
    total = total + rows.sum(0) * 0.5;
  }
  return total;
}
FG_COMPILE(.fullgraph = true)
Tensor either(FG_SHAPE("f32[N, 4]") Tensor x, bool mask) {
  Tensor h = x * 3;
  if (mask) {
    h = fg::masked_select(h, h > 0).unsqueeze(1);
  } else {
    h = h.sum(1, true);
  }
  return fg::relu(h) + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor made(FG_SHAPE("i64[]") Tensor n, FG_SHAPE("f32[N]") Tensor x) {
  Tensor z = fg::zeros({n.item<int64_t>(), 3}) + fg::arange(n.item<int64_t>()).unsqueeze(1);
  return z.sum() + x.index({Slice(0, n.item<int64_t>())}).sum();
}
FG_COMPILE(.fullgraph = true)
Tensor numbers(FG_SHAPE("i64[]") Tensor n, FG_SHAPE("f32[N]") Tensor x) {
  const Tensor y = x * 2;
  const int k = (n + 1).item<int>();
  const int h = 2;
  std::vector<int64_t> sizes{h, k - h};
  auto parts = y.slice(0, 0, k).split_with_sizes(sizes);
  return parts[0].sum() + parts[1].select(0, h - 1) + x[h] + y.slice(0, 0, n.item().toInt()).sum();
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> distinct(FG_SHAPE("i64[N]") Tensor x) {
  auto [values, inverse, counts] = fg::_unique2(x * 2, true, true, true);
  return {values * counts, inverse + 1};
}
FG_COMPILE(.fullgraph = true)
Tensor shrinking(FG_SHAPE("f32[N]") Tensor x) {
  while (true) {
    x = fg::masked_select(x, x > x.mean());
    if (x.numel() < 4)
      return x * 2;
  }
}
struct Head {
  FG_SHAPE("f32[4, C]") Tensor w;
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N, 4]") Tensor x) {
    const Tensor h = fg::matmul(x, w);
    const Tensor keep = (h.sum(1) > 0).nonzero().view(-1);
    if (keep.size(0) == 0)
      return fg::zeros({1});
    const Tensor top = h.index_select(0, keep);
    auto mean = [&](const Tensor &t) { return t.masked_select(t > 0.1).mean(); };
    return mean(top) + mean(h);
  }
};
FG_COMPILE()
Tensor histogram(FG_SHAPE("i64[N]") Tensor x) {
  const Tensor counts = fg::bincount(x + 1);
  return counts.to(fg::kFloat) / counts.sum();
}

int main() {
  Tensor x = fg::arange(-6, 6).to(fg::kFloat) / 4, m = x.reshape({3, 4});
  Head head{fg::arange(-3, 9).to(fg::kFloat).reshape({4, 3}) / 8};
  for (int64_t round = 0; round < 3; ++round) {
    show("chosen", chosen(x));
    show("selected", selected(m));
    show("masked", masked(m, fg::arange(m.size(0)).to(fg::kFloat)));
    show("helper", helper(x));
    show("longest", longest(m, fg::tensor({int64_t(1), round + 1})));
    show("turns", turns(m, 3));
    show("either", either(m, true));
    show("either", either(m, false));
    show("made", made(fg::tensor(round + 3), x));
    show("numbers", numbers(fg::tensor(round + 4), x));
    auto [values, places] = distinct(fg::tensor({int64_t(3), round, int64_t(3), int64_t(2)}));
    show("distinct", values);
    show("distinct", places);
    show("shrinking", shrinking(x));
    show("head", head.forward(m));
    show("head", head.forward(-m.abs() * 0));
    show("histogram", histogram(fg::tensor({int64_t(3), round, int64_t(3), int64_t(2)})));
    x = fg::arange(-20 + round * 4, 4).to(fg::kFloat) / 8;
    m = x.reshape({-1, 4});
  }
}
// CHECK: chosen: 7: 
// CHECK: histogram: 5: 1.000
// CHECK: chosen: 7: 
// CHECK: histogram: 5: 1.000
