// A slice that the graph is handed is written: the graph holds it without the gaps between its rows, and what
// it writes goes where the slice's strides say. What stands beside the slice keeps its values.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: written_slices.cpp: 4 functions, 4 graphs, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
using fg::Tensor;
FG_COMPILE(.fullgraph = true) void scale(FG_SHAPE("f64[M,N]{?,1}") Tensor x) { x.mul_(2); }
FG_COMPILE(.fullgraph = true) Tensor scaled(FG_SHAPE("f64[M,N]{?,1}") Tensor x) {
  x.add_(1);
  return x;
}
FG_COMPILE(.fullgraph = true) Tensor row(FG_SHAPE("f64[M,N]{?,1}") Tensor x) {
  x.select(0, 1).mul_(3);
  return x.sum(0) + x.t().sum(1);
}
FG_COMPILE(.fullgraph = true) Tensor columns(FG_SHAPE("f64[M,N]{1,?}") Tensor x) {
  x.select(1, 0).copy_(x.select(1, 1));
  x.sub_(x.mean());
  return x * 2;
}
int main() {
  for (int n : {4, 6}) {
    Tensor base = fg::arange(0, n * 8).to(fg::kDouble).view({n, 8});
    Tensor s = base.slice(1, 2, 6), c = base.t().slice(0, 1, 5);
    scale(s);
    Tensor t = scaled(s);
    Tensor r = row(s), k = columns(c), v = s.select(0, 0), d = s.contiguous();
    v.add_(5);
    std::printf("%d %d %g %g %g %ld %ld\n", t.is_same(s), int(t.stride(0)), r.sum().item<double>(),
                k.sum().item<double>(), base.mul(base).sum().item<double>(), long(d.stride(0)),
                long(k.stride(1)));
    for (int i = 0; i < 8; ++i)
      std::printf("%g ", base.select(0, 1).select(0, i).item<double>());
    std::printf("\n");
  }
}
// CHECK: 1 8 1408 0 24869.5 4 4
// CHECK-NEXT: 8 -38.25 15.75 21.75 27.75 81 14 15
// CHECK-NEXT: 1 8 2688 {{.*}} 53963.3 4 4
// CHECK-NEXT: 8 -45.3333 8.66667 14.6667 20.6667 81 14 15
