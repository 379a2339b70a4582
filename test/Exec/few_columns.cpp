// Reductions over a column, or over a dim whose size is one at most: `x.slice(1, 0, 1)` has min(1, M)
// columns. What a kernel keeps of each column is then a number in memory, and no vector, also in kernels for
// the widest vectors.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly %s < %t.log
// LOG: few_columns.cpp: 8 functions, {{.*}} 0 breaks
// CHECK-COUNT-12: of
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define COMPILED FG_COMPILE(.fullgraph = true) static Tensor
#define ROWS FG_SHAPE("f32[N,M]") const Tensor &

COMPILED most(ROWS x) { return x.slice(1, 0, 1).amax(0); }
COMPILED total(ROWS x) { return x.slice(1, 0, 1).sum(0) * 2; }
COMPILED ofLast(ROWS x) { return fg::exp(x.slice(1, -1)).sum(0); }
COMPILED soft(ROWS x) { return fg::softmax(x.slice(1, 0, 1), 0).sum(0); }
COMPILED several(ROWS x) {
  const Tensor first = x.slice(1, 0, 1);
  return first.var(0) + fg::logsumexp(first, 0) + first.argmax(0) + first.norm(2, 0);
}
COMPILED ofDoubles(FG_SHAPE("f64[N,M]") const Tensor &x) { return x.slice(1, 0, 1).sum(0); }
COMPILED ofOne(FG_SHAPE("f32[1]") const Tensor &x, int64_t n) { return x.view({n, -1}).sum(0); }
COMPILED ofNumber(FG_SHAPE("f32[]") const Tensor &x, int64_t n) { return x.view({n, -1}).sum(0); }

int main() {
  for (const int n : {2, 3, 40})
    for (const int m : {1, 2, 3, 40}) {
      const Tensor x = (fg::arange(n * m).to(fg::kFloat) / 64).view({n, m});
      std::printf("%d of %d:", n, m);
      for (const Tensor &result :
           {most(x), total(x), ofLast(x), soft(x), several(x), ofDoubles(x.to(fg::kDouble)),
            ofOne(x.flatten().slice(0, 0, 1), 1), ofNumber(x.sum(), 1)})
        std::printf(" %.4f", result.sum().item<double>());
      std::printf("\n");
    }
}
