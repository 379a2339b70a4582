// Divisors that are 0 where no element is: the windows of lanes that a vector's mask turns off (an integer
// division would trap), means over no elements, and divisors that are 0 in the source (Halide refuses to
// divide by a constant 0).
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=backend-failure --implicit-check-not='running eagerly' %s < %t.log
// LOG: divisors_of_zero.cpp: 5 functions, 10 graphs, {{.*}} 0 breaks
// LOG: floors: an integer divisor is 0; x: expected dtype u8, got i64; y: expected dtype u8, got i64; running eagerly
#include "Inputs/both.h"

FG_COMPILE(.fullgraph = true)
fg::Tensor pooled(FG_SHAPE("i64[2, 3, 7, 6]") const fg::Tensor &x) {
  return avg_pool2d(x, 3, 2, 0, /*ceil_mode=*/true);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor means(FG_SHAPE("f32[M, 0, N]") const fg::Tensor &x) { return x.mean(1); }

// Each quotient on its own: infinities of both signs, and NaN.
template <class T> std::vector<T> quotientsOf(const T &x) {
  return {x / 0,
          x / -0.0,
          x / zeros_like(x),
          zeros_like(x).reciprocal(),
          x.remainder(0),
          x.fmod(0),
          div(x, 0, "floor"),
          div(x, 0, "trunc"),
          x.floor_divide(0),
          pow(zeros_like(x), -1),
          addcdiv(x, x, zeros_like(x)),
          zeros_like(x).rsqrt(),
          x / (x - x).mul(0)};
}
FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> quotients(FG_SHAPE("f32[N, 4]") const fg::Tensor &x) { return quotientsOf(x); }
FG_COMPILE(.fullgraph = true)
std::vector<fg::Tensor> halves(FG_SHAPE("f16[N, 4] | bf16[N, 4] | f64[N, 4]") const fg::Tensor &x) {
  return quotientsOf(x);
}

// A negative divisor is one like others; a 0 throws.
FG_COMPILE(.fullgraph = true)
fg::Tensor floors(FG_SHAPE("i64[N] | u8[N]") const fg::Tensor &x, FG_SHAPE("i64[N] | u8[N]") const fg::Tensor &y) {
  return div(x, y, "floor") * 100 + x.remainder(y);
}

int main() {
  both::check("pooled", [] { return std::vector{pooled(fg::arange(252).reshape({2, 3, 7, 6}))}; });
  // CHECK: pooled: same
  both::check("means", [] { return std::vector{means(fg::zeros({3, 0, 20}))}; });
  // CHECK: means: same
  const fg::Tensor x = fg::tensor({1.5, -2.0, 0.0, -0.0}).to(fg::kFloat).reshape({1, 4});
  both::check("quotients", [&] { return quotients(x); });
  // CHECK: quotients: same
  for (const fg::ScalarType dtype : {fg::kHalf, fg::kBFloat16, fg::kDouble})
    both::check("halves", [&] { return halves(x.to(dtype)); });
  // CHECK-COUNT-3: halves: same
  const fg::Tensor whole = fg::tensor({7, -7, 5, -128});
  both::check("floors", [&] { return std::vector{floors(whole, fg::tensor({3, -3, -2, -1}))}; });
  // CHECK: floors: same
  both::check("floors", [&] { return std::vector{floors(whole.abs().to(fg::kByte), fg::tensor({3, 200, 255, 1}, fg::kByte))}; });
  // CHECK: floors: same
  try {
    floors(whole, fg::tensor({3, 0, -2, 1}));
    std::puts("floors: no error");
  } catch (const std::exception &e) {
    std::printf("floors: %s\n", e.what());
  }
  // CHECK: floors: ZeroDivisionError
}
