// Straight-line code in the styles that tensor programs are written in: compiled and eager agree in values,
// dtypes, sizes, strides, mutation and errors, at odd sizes too, and no call that fits runs eagerly.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
#include "Inputs/both.h"

#include <array>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <tuple>

using both::values;
using fg::Tensor;
using namespace fg::indexing;

FG_COMPILE(.fullgraph = true)
Tensor branches(FG_SHAPE("f32[N,4]") Tensor x, bool flip, int k) {
  if (flip)
    x = -x;
  if (x.size(0) > 3)
    return x * k;
  return x + 1.0;
}

template <class F> Tensor twice(const Tensor &x, F f) { return f(f(x)); }

FG_COMPILE(.fullgraph = true)
Tensor lambdas(FG_SHAPE("f32[N]") Tensor x, float s) {
  auto g = [&](const Tensor &y) { return fg::tanh(y) * s; };
  return twice(x, g) + twice(x, [](Tensor t) { return t.sin(); });
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> parts(FG_SHAPE("f32[8,6]") Tensor x) {
  std::vector<Tensor> out;
  for (int i = 0; i < 3; ++i)
    out.push_back(x.slice(1, 2 * i, 2 * i + 2).sum(1));
  auto c = fg::cat(out, 0);
  out.emplace_back(c);
  return out;
}

FG_COMPILE(.fullgraph = true)
void write(FG_SHAPE("f32[4,5]") Tensor &x, FG_SHAPE("f32[5]") const Tensor &b) {
  x[1] = b;
  x.select(0, 2).add_(b, 2.0);
  x.index_put_({Slice(), 0}, 0.5);
  x.mul_(2);
}

struct State {
  FG_SHAPE("f32[3]") Tensor h;
  FG_SHAPE("f32[3]") Tensor c;
  int steps = 0;
};

FG_COMPILE(.fullgraph = true)
State step(const State &s, FG_SHAPE("f32[3]") Tensor x) {
  State n = s;
  n.h = fg::tanh(s.h + x);
  n.c = s.c * n.h;
  n.steps = s.steps + 1;
  return n;
}

struct Counter {
  FG_SHAPE("f32[N]") Tensor acc;
  int count = 0;
  std::vector<Tensor> log;

  FG_COMPILE(.fullgraph = true)
  Tensor update(FG_SHAPE("f32[N]") Tensor x) {
    acc = acc + x;
    ++count;
    log.push_back(acc);
    return acc / count;
  }
};

static std::tuple<Tensor, Tensor> stats(const Tensor &x) { return {x.mean(), x.var(false)}; }

FG_COMPILE(.fullgraph = true)
std::pair<Tensor, Tensor> optional(FG_SHAPE("f32[N,3]") Tensor x,
                                   FG_SHAPE("f32[3]") std::optional<Tensor> bias) {
  auto [m, v] = stats(x);
  if (bias)
    v = v + *bias;
  return {m, v};
}

enum class Act { Relu, Tanh, None };

static Tensor activate(Tensor x, Act a) {
  switch (a) {
  case Act::Relu:
    return fg::relu(x);
  case Act::Tanh:
    return x.tanh();
  default:
    break;
  }
  return x;
}

FG_COMPILE(.fullgraph = true)
Tensor layers(FG_SHAPE("f32[N,16]") Tensor x, FG_SHAPE("f32[16,16]") std::array<Tensor, 2> w, Act a) {
  for (const auto &m : w)
    x = activate(fg::matmul(x, m.t()), a);
  int i = 0;
  while (i < 2) {
    x = x + i;
    i++;
  }
  std::vector<int> v{1, 2, 3};
  return x * std::accumulate(v.begin(), v.end(), 0);
}

FG_COMPILE(.fullgraph = true)
Tensor checked(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("f32[K,L]") Tensor y) {
  if (x.dim() != 2)
    throw std::runtime_error("two dims, please");
  if (x.size(1) != y.size(0))
    throw std::invalid_argument("inner sizes differ");
  return x.matmul(y).clamp(0.0, 6.0).view({-1});
}

static auto softmax =
    fg::compile([](FG_SHAPE("f32[N,4]") Tensor x) { return x.softmax(-1); }, {.fullgraph = true});

template <class T, int N> struct Scaled {
  FG_SHAPE("f32[4,4]") Tensor w;

  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[B,4]") Tensor x) const { return fg::linear(x, w) * T(N); }
};

int main() {
  for (int n : {0, 1, 3, 4, 17})
    for (bool flip : {false, true})
      both::check("branches", [=] { return std::vector{branches(values({n, 4}), flip, 3)}; });
  // CHECK-COUNT-10: branches: same{{$}}
  for (int n : {0, 1, 7, 1000})
    both::check("lambdas", [=] { return std::vector{lambdas(values({n}), 0.3f)}; });
  // CHECK-COUNT-4: lambdas: same{{$}}
  both::check("parts", [] { return parts(values({8, 6})); });
  // CHECK: parts: same{{$}}
  both::check("write", [] {
    Tensor x = values({4, 5});
    write(x, values({5}));
    return std::vector{x};
  });
  // CHECK: write: same{{$}}
  both::check("write a part", [] {
    Tensor whole = values({4, 10}), part = whole.slice(1, 0, 5);
    write(part, values({5}));
    return std::vector{whole};
  });
  // CHECK: write a part: same{{$}}
  // LOG: write: x: expected a contiguous tensor{{.*}}; running eagerly
  both::check("write, overlapping", [] {
    Tensor x = values({4, 5});
    write(x, x[2]);
    return std::vector{x};
  });
  // CHECK: write, overlapping: same{{$}}
  // LOG: write: 'x' and 'b' share memory; running eagerly
  both::check("step", [] {
    State s{values({3}), values({3}), 4};
    s = step(s, values({3}));
    return std::vector{s.h, s.c, fg::tensor(s.steps)};
  });
  // CHECK: step: same{{$}}
  both::check("update", [] {
    Counter c;
    c.acc = values({6});
    Tensor before = c.acc;
    Tensor first = c.update(values({6})), second = c.update(values({6}));
    return std::vector{before,
                       first,
                       second,
                       c.acc,
                       c.log[0],
                       c.log[1],
                       fg::tensor(c.count),
                       fg::tensor(int(c.log.size())),
                       fg::tensor(c.log[1].is_same(c.acc))};
  });
  // CHECK: update: same{{$}}
  both::check("update, wrong size", [] {
    Counter c;
    c.acc = values({6});
    return std::vector{c.update(values({5}))};
  });
  // CHECK: update, wrong size: same error{{$}}
  // LOG: Counter::update: {{.*}}running eagerly
  // LOG: checked: needs K == M; running eagerly
  both::check("optional", [] {
    auto [m, v] = optional(values({5, 3}), values({3}));
    auto [m2, v2] = optional(values({5, 3}), std::nullopt);
    return std::vector{m, v, m2, v2};
  });
  // CHECK: optional: same{{$}}
  for (Act a : {Act::Relu, Act::Tanh, Act::None})
    for (int n : {0, 1, 33})
      both::check("layers", [=] {
        return std::vector{layers(values({n, 16}), {values({16, 16}) * 0.2, values({16, 16}) * 0.2}, a)};
      });
  // CHECK-COUNT-9: layers: same{{$}}
  both::check("checked", [] { return std::vector{checked(values({3, 4}), values({4, 2}))}; });
  // CHECK: checked: same{{$}}
  both::check("checked, wrong sizes", [] { return std::vector{checked(values({3, 4}), values({5, 2}))}; });
  // CHECK: checked, wrong sizes: same error{{$}}
  both::check("softmax", [] { return std::vector{softmax(values({3, 4}))}; });
  // CHECK: softmax: same{{$}}
  both::check("template", [] {
    Scaled<int, 2> a{values({4, 4})};
    Scaled<float, 3> b{values({4, 4})};
    return std::vector{a.forward(values({3, 4})), b.forward(values({3, 4}))};
  });
  // CHECK: template: same{{$}}
}
