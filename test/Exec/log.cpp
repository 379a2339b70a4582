// FG_LOG: compiled code prints what eager code does, in its order, with the values that were logged.
// RUN: %build_and_run_eager %s 2>%t.1 && %build_and_run %s 2>%t.log
// RUN: grep -v fullgraph: %t.log > %t.2 && diff %t.1 %t.2 && FileCheck %s < %t.2
// RUN: FileCheck --check-prefix=SUMMARY %s < %t.log
// SUMMARY: log.cpp: 2 functions, {{[0-9]}} graphs, {{.*}} 0 breaks
// CHECK: shape 2 x 3 true 0.5
// CHECK-NEXT: h  2
// CHECK-NEXT: 4
// CHECK: sum 10 of 4
// CHECK-NEXT: a leaf
// CHECK-NEXT: behind 60 w
// CHECK: done
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <string>

using fg::Tensor;

FG_LEAF static void leaf() { std::fputs("a leaf\n", stderr); }

FG_COMPILE(.fullgraph = true)
Tensor f(FG_SHAPE("f32[N]") Tensor x, const std::string &name) {
  auto h = x * 2;
  FG_LOG("h", h);
  auto s = x.sum();
  FG_LOG("sum", s.item<float>(), "of", x.size(0));
  h.mul_(3); // not to be seen above
  leaf();
  FG_LOG("behind", h.sum().item<double>(), name);
  return h + s;
}

FG_COMPILE(.fullgraph = true)
Tensor g(FG_SHAPE("f32[N,M]") Tensor x) {
  if (x.size(0) == 2)
    FG_LOG("shape", x.size(0), "x", x.size(1), x.size(1) == 3, 0.5);
  return fg::exp(x) - 1;
}

int main() {
  auto out = g(fg::zeros({2, 3}));
  out = f(fg::arange(1, 5).to(fg::kFloat), "w");
  FG_LOG("done", out.sum());
  std::puts("");
}
