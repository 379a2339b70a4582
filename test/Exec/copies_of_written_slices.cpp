// A slice that a function is handed and writes is held without the gaps between its rows. Copies of it
// (reshape, contiguous) are tensors of their own all the same, also where two of them are returned; a view of
// it that is returned is of the caller's memory.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.ahead | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.ahead
// LOG: copies_of_written_slices.cpp: 9 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <tuple>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> reshapes(Tensor x) {
  x.mul_(2);
  Tensor a = x.reshape({-1}), b = x.reshape({-1});
  return {a, b};
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> dense(Tensor x) {
  x.mul_(2);
  Tensor a = x.contiguous(), b = x.contiguous();
  return {a, b};
}
FG_COMPILE(.fullgraph = true)
Tensor between(Tensor x) {
  x.mul_(2);
  Tensor a = x.contiguous();
  x.add_(1);
  a.mul_(3);
  return a + x;
}
FG_COMPILE(.fullgraph = true)
Tensor chosen(Tensor x, Tensor mask) {
  x.masked_fill_(mask, 4);
  Tensor a = x.flatten();
  x.sub_(1);
  return a.cumsum(0);
}
FG_COMPILE(.fullgraph = true)
Tensor turned(Tensor x) {
  x.add_(1);
  Tensor y = x.t().contiguous();
  y.add_(x.t());
  x.mul_(2);
  return y;
}
FG_COMPILE(.fullgraph = true)
Tensor placed(Tensor x, Tensor rows, Tensor values) {
  x.index_put_({rows}, values);
  return x * 1;
}
FG_COMPILE(.fullgraph = true)
Tensor scattered(Tensor x, Tensor mask) {
  x.masked_scatter_(mask, x.flatten() + 1);
  return x * 1;
}
// Views that are returned are of the caller's memory, with its strides.
FG_COMPILE(.fullgraph = true)
Tensor column(Tensor x) {
  Tensor a = x.slice(1, 0, 1);
  a.mul_(3);
  x.add_(x.reshape({-1}).sum());
  return a;
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> views(Tensor x) {
  Tensor row = x.select(0, 1), before = x.t();
  x.sub_(x.contiguous().mean());
  return {row, before};
}

static void show(const char *name, const Tensor &t) {
  std::printf("%s", name);
  for (size_t i = 0; i < t.sizes().size(); ++i)
    std::printf(" %ld/%ld", long(t.sizes()[i]), long(t.strides()[i]));
  const Tensor values = t.contiguous().reshape({-1}).to(fg::kDouble);
  for (int64_t i = 0; i < values.numel(); ++i)
    std::printf(" %g", values.data_ptr<double>()[i]);
  std::printf("\n");
}

int main() {
  for (int64_t n : {2, 3}) {
    Tensor base = fg::arange(double(8 * n)).to(fg::kFloat).reshape({2 * n, 4});
    Tensor s = base.slice(0, 0, {}, 2).slice(1, 1, 3);
    auto [a, b] = reshapes(s);
    a.add_(100); // not seen in b, nor in base
    show("reshapes", a), show("reshapes", b);
    auto [c, d] = dense(s);
    c.add_(100);
    show("dense", c), show("dense", d);
    show("between", between(s));
    show("chosen", chosen(s, s > 60));
    show("turned", turned(s));
    show("placed", placed(s, fg::tensor(std::vector<int64_t>{0, n - 1}), fg::ones({2})));
    show("scattered", scattered(s, s > 0));
    column(s).add_(1000); // seen in base
    auto [row, before] = views(s);
    row.mul_(2);
    before.add_(5);
    show("views", row), show("views", before), show("base", base);
  }
}
// CHECK: reshapes 4/1 102 104 118 120
// CHECK-NEXT: reshapes 4/1 2 4 18 20
// CHECK-NEXT: dense 2/2 2/1 104 108 136 140
// CHECK-NEXT: dense 2/2 2/1 4 8 36 40
// CHECK-NEXT: between 2/2 2/1 33 65 289 321
// CHECK-NEXT: chosen 4/1 9 26 30 34
// CHECK-NEXT: turned 2/2 2/1 18 8 34 8
// CHECK-NEXT: placed 2/2 2/1 1 1 1 1
// CHECK-NEXT: scattered 2/2 2/1 2 2 2 2
// CHECK-NEXT: views 2/1 1009 -999
// CHECK-NEXT: views 2/1 2/8 507 1009 -497 -999
// CHECK-NEXT: base 4/4 4/1 0 507 -497 3 4 5 6 7 8 1009 -999 11 12 13 14 15
// CHECK-NEXT: reshapes 6/1 102 104 118 120 134 136
// CHECK-NEXT: reshapes 6/1 2 4 18 20 34 36
// CHECK-NEXT: dense 3/2 2/1 104 108 136 140 168 172
// CHECK-NEXT: dense 3/2 2/1 4 8 36 40 68 72
// CHECK-NEXT: between 3/2 2/1 33 65 289 321 545 577
// CHECK-NEXT: chosen 6/1 9 26 30 34 38 42
// CHECK-NEXT: turned 2/3 3/1 18 8 8 34 8 8
// CHECK-NEXT: placed 3/2 2/1 1 1 8 8 1 1
// CHECK-NEXT: scattered 3/2 2/1 2 2 9 9 2 2
// CHECK-NEXT: views 2/1 1041.67 -994.333
// CHECK-NEXT: views 2/1 3/8 502.333 1041.67 502.333 -501.667 -994.333 -501.667
// CHECK-NEXT: base 6/4 4/1 0 502.333 -501.667 3 4 5 6 7 8 1041.67 -994.333 11 12 13 14 15 16 502.333 -501.667 19 20 21 22 23
