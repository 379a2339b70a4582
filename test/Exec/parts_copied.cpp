// A tensor that is written in part (`a[0] = 1`) and then copied whole into another one (`b.copy_(a)`) stays a tensor of
// its own: each of the two keeps its handle and its memory.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: parts_copied.cpp: 7 functions, {{.*}} 1 break,
// CHECK: intoArgument: target 1, source 0
// CHECK: intoArgument: source 5 1 2 3 5 5 6 7, target 5 1 2 3 5 5 6 7
// CHECK: intoSource: target 1, source 0
// CHECK: intoBoth: 0 0
// CHECK: throughView: 0 0 0 0 0 0 0 0
// CHECK: acrossBreak: 0 1 2 3 0 5 6 7
// CHECK: Rnn: 0 2 4 6 0 10 12 14
// CHECK: complex: 5 0 0 0
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
using fg::indexing::Slice;
#define MATRIX FG_SHAPE("f32[N,4]") Tensor

static void show(const char *what, const Tensor &t) {
  std::printf("%s", what);
  const Tensor values = t.contiguous().view({-1});
  for (int64_t i = 0; i < values.numel(); ++i)
    std::printf(" %g", double(values[i].item<float>()));
}

FG_COMPILE(.fullgraph = true) Tensor intoArgument(MATRIX x, MATRIX out) {
  x.index({Slice(), 0}) = 5.0;
  out.copy_(x);
  return out;
}
FG_COMPILE(.fullgraph = true) Tensor intoSource(MATRIX x, MATRIX) {
  Tensor y = x * 2;
  y.select(1, 2).add_(.5);
  x.copy_(y);
  return x;
}
FG_COMPILE(.fullgraph = true) std::pair<Tensor, Tensor> intoBoth(MATRIX x) {
  Tensor t = fg::zeros_like(x);
  t.narrow(1, 1, 2).add_(1);
  x.copy_(t);
  return {x, t};
}
FG_COMPILE(.fullgraph = true) std::pair<Tensor, Tensor> throughView(MATRIX x) {
  Tensor t = x * 2;
  t[0] = 1;
  Tensor u = fg::empty_like(t);
  u.t().t().copy_(t);
  return {t, u};
}
FG_COMPILE() Tensor acrossBreak(MATRIX x) {
  Tensor a = x.clone();
  a.select(1, 0).zero_();
  Tensor b = fg::empty_like(a);
  b.copy_(a);
  std::printf("break\n");
  b.add_(1);
  return a;
}
struct Rnn {
  MATRIX h;
  Tensor prev;
  FG_COMPILE(.fullgraph = true) void step(MATRIX x) {
    Tensor n = h + x;
    n.select(1, 0).zero_();
    h.copy_(n);
    prev = n;
  }
};
FG_COMPILE(.fullgraph = true) std::pair<Tensor, Tensor> complexParts(FG_SHAPE("f32[N,2]") Tensor x) {
  Tensor t = x + 0;
  t[0] = 5;
  Tensor z = fg::view_as_complex(fg::zeros_like(x));
  fg::view_as_real(z).copy_(t);
  return {t, z};
}

int main() {
  const auto input = [] { return fg::arange(8, fg::kFloat).view({2, 4}); };
  {
    Tensor x = input(), out = fg::zeros({2, 4});
    const Tensor result = intoArgument(x, out);
    std::printf("intoArgument: target %d, source %d\n", result.is_same(out), result.is_same(x));
    show("intoArgument: source", x);
    show(", target", out);
    std::puts("");
  }
  {
    Tensor x = input(), other;
    const Tensor result = intoSource(x, input());
    std::printf("intoSource: target %d, source %d\n", result.is_same(x), result.is_same(other));
  }
  {
    auto [x, t] = intoBoth(input());
    std::printf("intoBoth: %d %d\n", x.is_same(t), x.is_alias_of(t));
  }
  {
    auto [t, u] = throughView(input());
    t.zero_();
    show("throughView:", t);
    std::printf(" %d\n", t.is_alias_of(u));
    show("", u);
    std::puts("");
  }
  show("acrossBreak:", acrossBreak(input()));
  std::puts("");
  Rnn rnn{input(), Tensor()};
  rnn.step(input());
  rnn.h.zero_();
  show("Rnn:", rnn.prev);
  std::puts("");
  auto [t, z] = complexParts(fg::zeros({2, 2}));
  z.zero_();
  t[0][1] = 0;
  show("complex:", t);
  std::puts("");
}
