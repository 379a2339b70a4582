// Windows that overlap in memory are no rows of their own: a write to one is seen in the next. A graph holds
// a written slice without the gaps between its rows, so such a call runs eagerly, and says why.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: written_windows.cpp: 2 functions, 2 graphs, {{.*}} 0 breaks
// LOG: scale: expected x.size(0) <= 1 || x.size(1) <= x.stride(0): {{.*}} (rows that are written must not overlap)
// LOG: filled: expected x.size(0) <= 1 || x.size(1)*x.stride(1) <= x.stride(0)
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) void scale(FG_SHAPE("f64[M,N]{?,1}") Tensor x) { x.mul_(2); }
FG_COMPILE(.fullgraph = true) void filled(FG_SHAPE("f64[M,N]{?,?}") Tensor x, FG_SHAPE("f64[M,N]") Tensor y) {
  x.copy_(y);
  x.add_(1);
}

int main() {
  for (int64_t stride : {2, 4, 8}) {
    Tensor base = fg::arange(0, 24).to(fg::kDouble);
    Tensor x = base.as_strided({3, 4}, {stride, 1}, 0);
    scale(x);
    for (int i = 0; i < 12; ++i)
      std::printf("%g ", base.select(0, i).item<double>());
    filled(x, fg::ones({3, 4}, fg::kDouble));
    std::printf("%g\n", base.sum().item<double>());
  }
}
// CHECK: 0 2 8 12 16 20 12 14 8 9 10 11 268
// CHECK-NEXT: 0 2 4 6 8 10 12 14 16 18 20 22 234
// CHECK-NEXT: 0 2 4 6 4 5 6 7 16 18 20 22 186
