// Products whose rows are a symbol have code for one row, for few, and for many. On a machine with AVX-512 the
// code for few rows is AVX2's, called from the other, but where a function of the product is computed beside it. Few
// rows times a matrix of 64 and more columns read it as it lies.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly %s < %t.log
// LOG: products_of_levels.cpp: 5 functions, {{.*}} 0 breaks
// CHECK-COUNT-24: of
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define COMPILED FG_COMPILE(.fullgraph = true) static Tensor

COMPILED plain(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[N,K]") const Tensor &w,
               FG_SHAPE("f32[N]") const Tensor &b) {
  return fg::linear(x, w, b);
}
COMPILED positive(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[N,K]") const Tensor &w,
                  FG_SHAPE("f32[N]") const Tensor &b) {
  return fg::relu(fg::linear(x, w, b));
}
COMPILED transposed(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[N,K]") const Tensor &w) {
  return fg::matmul(x, w.t());
}
COMPILED byColumn(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[K,N]") const Tensor &w) {
  return fg::matmul(x, w);
}
COMPILED batched(FG_SHAPE("f64[B,M,K]") const Tensor &x, FG_SHAPE("f64[N,K]") const Tensor &w) {
  return fg::linear(x, w);
}

int main() {
  for (const int m : {1, 2, 7, 32, 33, 100})
    for (const int n : {1, 5, 64, 100}) {
      const Tensor x = fg::sin(fg::arange(m * 77).to(fg::kFloat)).view({m, 77}),
                   w = fg::cos(fg::arange(n * 77).to(fg::kFloat)).view({n, 77}), b = w.sum(1);
      std::printf("%d of %d:", m, n);
      for (const Tensor &result :
           {plain(x, w, b), positive(x, w, b), transposed(x, w), byColumn(x, w.t().contiguous()),
            batched(x.to(fg::kDouble).unsqueeze(0).expand({2, m, 77}).contiguous(), w.to(fg::kDouble))})
        std::printf(" %.2f", result.to(fg::kDouble).abs().mean().item<double>());
      std::printf("\n");
    }
}
