// fg::cond, while_loop, scan and map: what they compute, and that nothing of it is a graph break.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=warning --implicit-check-not=remark %s < %t.log
// LOG: fullgraph: control_flow.cpp: {{[0-9]+}} functions{{.*}} 0 breaks
// A cond with cheap sides is a selection; others are compiled side by side.
// RUN: %fullgraph %s --emit=graph -o %t.graph -- %fg_flags && FileCheck --check-prefix=GRAPH %s < %t.graph
// GRAPH: where(
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <stdexcept>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }
static void show(const char *what, const Tensor &x) {
  std::printf("%s %.4f", what, number(x));
  for (int64_t d = 0; d < x.dim(); ++d)
    std::printf(" %d", static_cast<int>(x.size(d)));
  std::puts("");
}

FG_LEAF static void say(const char *what) { std::puts(what); }

// --- cond

FG_COMPILE(.fullgraph = true)
Tensor selected(FG_SHAPE("f32[N]") Tensor x) {
  auto y = fg::cond((x.sum() > 0), [](const Tensor &t) { return t.sin() * 2; },
                    [](const Tensor &t) { return t.cos() - 1; }, x);
  return y + x;
}

FG_COMPILE(.fullgraph = true)
Tensor heavy(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4,4]") Tensor w) {
  auto h = fg::relu(x + 1);
  auto y = fg::cond((h.sum() > 30), [&](const Tensor &t) { return fg::matmul(t, w) * 0.5; },
                    [&](const Tensor &t) {
                      say("second side");
                      return fg::softmax(t * 2, 1) + w.sum(0);
                    },
                    h * 0.25);
  return fg::tanh(y).sum(1);
}

FG_COMPILE(.fullgraph = true)
Tensor on_a_flag(FG_SHAPE("f32[N]") Tensor x, bool up) {
  return fg::cond(
             up, [](const Tensor &t) { return t + 1; }, [](const Tensor &t) { return t - 1; }, x * 2)
      .exp();
}

// What a side returns as it is, stays that tensor: no selection.
FG_COMPILE(.fullgraph = true)
Tensor kept(FG_SHAPE("f32[N]") Tensor x) {
  auto y = x * 2;
  auto z = fg::cond((y.sum() > 0), [](const Tensor &t) { return t; }, [](const Tensor &t) { return -t; }, y);
  z.add_(1);
  return y + z;
}

// --- while_loop

FG_COMPILE(.fullgraph = true)
Tensor halve(FG_SHAPE("f32[N]") Tensor x) {
  auto y = fg::while_loop([](const Tensor &h) { return h.abs().sum() > 1; },
                          [](const Tensor &h) { return h * 0.5 - h * h * 0.01; }, x * 3);
  return y + x;
}

FG_COMPILE(.fullgraph = true)
Tensor newton(FG_SHAPE("f32[N]") Tensor a) {
  auto [i, r] =
      fg::while_loop([](const Tensor &i, const Tensor &) { return i < 5; },
                     [&](const Tensor &i, const Tensor &r) { return std::tuple(i + 1, (r + a / r) * 0.5); },
                     fg::zeros({}), fg::ones_like(a));
  return r * 2 + i;
}

// --- scan, map

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> recurrent(FG_SHAPE("f32[T,B,8]") Tensor xs, FG_SHAPE("f32[8,8]") Tensor w,
                                     FG_SHAPE("f32[B,8]") Tensor h0) {
  auto [h, ys] = fg::scan(
      [&](const Tensor &h, const Tensor &x) {
        auto next = fg::tanh(fg::matmul(h, w) + x);
        return std::pair(next, next * 2);
      },
      h0, xs * 0.5);
  return {h + 1, ys.sum(2)};
}

FG_COMPILE(.fullgraph = true)
Tensor backwards(FG_SHAPE("f32[B,3]") Tensor xs) {
  auto [sum, sums] = fg::scan([](const Tensor &sum, const Tensor &x) { return std::pair(sum + x, sum * x); },
                              fg::zeros({xs.size(0)}), xs, 1, true);
  return sums + sum;
}

FG_COMPILE(.fullgraph = true)
Tensor rows(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("f32[M]") Tensor b) {
  return fg::map([](const Tensor &row, const Tensor &bias) { return fg::softmax(row + bias, 0) * 2; }, x, b) +
         1;
}

template <class F> static void thrown(const char *what, F f) {
  try {
    f();
    std::printf("%s: nothing\n", what);
  } catch (const fg::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  auto x = fg::arange(6).to(fg::kFloat).sub(2).mul(0.3),
       m = fg::arange(12).to(fg::kFloat).mul(0.25).reshape({3, 4});
  show("selected", selected(x));
  show("selected", selected(-x));
  auto w = fg::eye(4) + 0.1;
  show("heavy", heavy(m, w));
  show("heavy", heavy(m * 3, w));
  show("on_a_flag", on_a_flag(x, true));
  show("on_a_flag", on_a_flag(x, false));
  show("kept", kept(x));
  show("kept", kept(-x));
  show("halve", halve(x));
  show("newton", newton(x.abs() + 1));
  auto [h, ys] =
      recurrent(fg::arange(80).to(fg::kFloat).mul(0.01).reshape({5, 2, 8}), fg::eye(8), fg::zeros({2, 8}));
  show("h", h);
  show("ys", ys);
  show("backwards", backwards(fg::arange(6).to(fg::kFloat).reshape({2, 3})));
  show("rows", rows(m, fg::ones({4})));
  thrown("map of nothing", [] { rows(fg::zeros({0, 4}), fg::ones({4})); });
  thrown("scan of a number", [] {
    fg::scan([](const Tensor &a, const Tensor &b) { return std::pair(a, b); }, fg::zeros({}), fg::zeros({}));
  });
}
// CHECK: selected
// CHECK: second side
// CHECK-NEXT: heavy {{.*}} 3
// CHECK: newton
// CHECK: h {{.*}} 2 8
// CHECK-NEXT: ys {{.*}} 5 2
// CHECK: map of nothing: Leading dimensions of mapped xs cannot be 0.
// CHECK-NEXT: scan of a number: All xs leaves
