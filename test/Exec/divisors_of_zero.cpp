// Divisors that are 0 where no element is: the windows of lanes that a vector's mask turns off (an integer
// division would trap), and means over no elements (Halide refuses to divide by a constant 0).
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=backend-failure %s < %t.log
// LOG: divisors_of_zero.cpp: 2 functions, 2 graphs, {{.*}} 0 breaks
#include "Inputs/both.h"

FG_COMPILE(.fullgraph = true)
fg::Tensor pooled(FG_SHAPE("i64[2, 3, 7, 6]") const fg::Tensor &x) {
  return avg_pool2d(x, 3, 2, 0, /*ceil_mode=*/true);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor means(FG_SHAPE("f32[M, 0, N]") const fg::Tensor &x) { return x.mean(1); }

int main() {
  both::check("pooled", [] { return std::vector{pooled(fg::arange(252).reshape({2, 3, 7, 6}))}; });
  // CHECK: pooled: same
  both::check("means", [] { return std::vector{means(fg::zeros({3, 0, 20}))}; });
  // CHECK: means: same
}
