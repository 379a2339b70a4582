// Breaks everywhere: regions in place around them, with what lives across them, in the order of the source.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: fullgraph: resume.cpp: 16 functions, {{.*}} 24 breaks
// CHECK: straight 5
// CHECK: middle
// CHECK: negative, flag
// CHECK: turn 2
// CHECK: inner for middle
// CHECK: call 2
// CHECK: leave inner
// CHECK: caught too big
// CHECK: main caught mode 3
// CHECK: again
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }
static void show(const char *what, const Tensor &x) { std::printf("%s %.4f\n", what, number(x)); }

// straight code, values of many kinds live across
FG_COMPILE()
Tensor straight(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4]") const Tensor &b, int k, double scale) {
  const auto a = x * scale + b;
  auto [values, indices] = fg::max(a, 1);
  std::vector<Tensor> parts = {a, a.t(), values};
  std::optional<Tensor> maybe = fg::relu(a);
  const std::string name = "straight";
  int count = k + static_cast<int>(x.size(0));
  Tensor later;
  later = a.sum(0);
  std::printf("%s %d %.4f\n", name.c_str(), count, number(*maybe));
  parts.push_back(later * count);
  Tensor total = fg::zeros({4});
  for (const Tensor &p : parts)
    total = total + p.sum();
  std::puts("middle");
  return total + values.sum() + indices.sum() + a.t().sum(1).sum();
}

// a branch on data; returns in an arm
FG_COMPILE()
Tensor branches(FG_SHAPE("f32[N]") Tensor x, bool flag) {
  auto h = fg::tanh(x);
  if (h.sum().item<float>() > 0) {
    h = h * 2;
    if (flag)
      return h.exp();
    std::puts("positive");
    h = h + 1;
  } else if (flag) {
    std::puts("negative, flag");
    h = h - 1;
  } else
    h = -h;
  return h.sum() + h;
}

// loops
FG_COMPILE()
Tensor loops(FG_SHAPE("f32[N]") Tensor x, int n) {
  auto h = x + 1;
  for (int i = 0; i < n; ++i) {
    h = h * 0.5 + x;
    if (i == 3)
      break;
    std::printf("turn %d\n", i);
    if (i == 1)
      continue;
    h = fg::sin(h) + i;
  }
  int turns = 0;
  while ((h.abs().sum() > 1.0).item<bool>()) {
    h = h * 0.5;
    ++turns;
  }
  do {
    h = h + 0.25;
  } while (h.sum().item<float>() < 2.0f && ++turns < 20);
  return h * turns;
}

struct Layer {
  FG_SHAPE("f32[O,I]") Tensor w;
  FG_SHAPE("f32[O]") Tensor b;
  bool residual = false;
  Tensor forward(const Tensor &x) const {
    auto y = fg::relu(fg::linear(x, w, b));
    return residual ? y + x : y;
  }
};

// layers that only the run knows: no break
struct Net {
  std::vector<Layer> layers;
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,8]") Tensor x) const {
    auto h = x * 2;
    for (const auto &layer : layers)
      h = layer.forward(h);
    for (size_t i = 0; i < layers.size(); ++i)
      h = h + layers[i].b;
    return fg::softmax(h, -1);
  }
};

// breaks in called functions, two levels deep, from two places
static Tensor inner(const Tensor &x, const char *who) {
  auto y = x.exp() + 1;
  std::printf("inner for %s: %.4f\n", who, number(y));
  return y.log() * 2;
}
static Tensor middle(const Tensor &x) {
  auto a = fg::sigmoid(x);
  auto b = inner(a * 3, "middle") + a;
  return b / 2;
}
FG_COMPILE()
Tensor nested(FG_SHAPE("f32[N,3]") Tensor x) {
  auto h = middle(x * 2) - 1;
  auto g = inner(h, "nested");
  return fg::relu(h + g) + middle(g).sum();
}

// a method with state, a lambda, references, moves
struct State {
  FG_SHAPE("f32[4]") Tensor sum = fg::zeros({4});
  int calls = 0;
  FG_COMPILE()
  Tensor step(FG_SHAPE("f32[N,4]") const Tensor &x) {
    Tensor &s = sum;
    s = s + x.sum(0);
    ++calls;
    std::printf("call %d\n", calls);
    s.mul_(0.5);
    auto scaled = [&](const Tensor &t, double by) {
      std::printf("by %.1f\n", by);
      return t * by + s;
    };
    auto y = scaled(x, 2.0);
    auto moved = std::move(y);
    std::printf("defined %d\n", y.defined());
    y = moved + 1;
    return y + scaled(moved, 3.0);
  }
};

// exceptions and guards
struct Guard {
  const char *name;
  explicit Guard(const char *n) : name(n) { std::printf("enter %s\n", name); }
  ~Guard() { std::printf("leave %s\n", name); }
};
FG_COMPILE()
Tensor guarded(FG_SHAPE("f32[N]") Tensor x, int mode) {
  Guard outer("outer");
  auto h = x * 3;
  try {
    Guard guard("inner");
    h = h + 1;
    if (mode == 1)
      throw std::runtime_error("mode 1");
    if (h.sum().item<float>() > 100)
      throw std::out_of_range("too big");
    h = h.view({-1, mode == 2 ? 7 : 1}).squeeze(-1);
    h = h * 2;
  } catch (const std::out_of_range &error) {
    std::printf("caught %s\n", error.what());
    h = h * 0.01;
  } catch (const std::exception &) {
    std::puts("caught something");
    h = h - x;
  }
  if (mode == 3)
    throw std::invalid_argument("mode 3");
  return h + 1;
}

FG_COMPILE()
Tensor chosen(FG_SHAPE("f32[N]") Tensor x, int kind) {
  auto h = x + 0.5;
  switch (kind) {
  case 0:
    h = fg::relu(h);
    std::puts("relu");
    break;
  case 1:
  case 2:
    h = h * kind;
    [[fallthrough]];
  case 3:
    std::puts("three");
    h = fg::tanh(h) + x;
    break;
  default:
    return h.neg();
  }
  return h * h;
}

// inputs written before and after a break, through a view
FG_COMPILE()
void writes(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4]") Tensor &out, std::vector<Tensor> &log) {
  x.add_(1);
  auto row = x.select(0, 0);
  show("before", x);
  row.mul_(3);
  out = row + 2;
  log.push_back(out.clone());
  std::puts("between");
  out = out * x.sum(0);
  log.push_back(row);
}

template <class T> Tensor generic(FG_SHAPE("f32[N]") Tensor x, T by) {
  auto h = x * by;
  std::printf("generic %.4f\n", number(h));
  T twice = by + by;
  std::puts("again");
  return h + twice;
}
FG_COMPILE()
Tensor templates(FG_SHAPE("f32[N]") Tensor x) { return generic(x, 3) + generic(x, 0.5); }

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) * 0.1 - 0.5;
  show("straight", straight(x, fg::ones({4}), 2, 1.5));
  for (double s : {1.0, -1.0})
    for (bool flag : {false, true})
      show("branches", branches(x.view({-1}) * s, flag));
  for (int n : {0, 1, 2, 6})
    show("loops", loops(x.view({-1}), n));
  for (size_t n : {0u, 1u, 3u}) {
    Net net;
    for (size_t i = 0; i < n; ++i)
      net.layers.push_back({fg::ones({8, 8}) * 0.1, fg::arange(8, fg::kFloat) * 0.1, i % 2 == 1});
    show("net", net.forward(fg::arange(16, fg::kFloat).view({2, 8}) * 0.1));
  }
  show("nested", nested(x.view({4, 3})));
  State state;
  show("step", state.step(x));
  show("step", state.step(x + 1));
  show("state", state.sum);
  for (int mode : {0, 1, 2, 3}) {
    try {
      show("guarded", guarded(x.view({-1}), mode));
      show("guarded", guarded(x.view({-1}) + 100, mode));
    } catch (const std::exception &error) {
      std::printf("main caught %s\n", error.what());
    }
  }
  for (int kind : {0, 1, 2, 3, 4})
    show("chosen", chosen(x.view({-1}), kind));
  Tensor in = x.clone(), out = fg::zeros({4});
  std::vector<Tensor> log;
  writes(in, out, log);
  show("in", in);
  show("out", out);
  for (const Tensor &t : log)
    show("log", t);
  in.add_(1);
  show("log", log[1]);
  show("templates", templates(x.view({-1})));
}
