// Operators of the user's own by fg::kernel_op: captured as operators, fused, and what they are as written.
// RUN: %fullgraph %s --emit=program -o - -- %fg_flags | FileCheck --check-prefix=PROGRAM %s
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=warning %s < %t.log
// LOG: 0 breaks
#include "Inputs/both.h"

#include <algorithm>
#include <cstdint>

using fg::Tensor;

// One element; the type is a template's, as for a function that also takes Halide::Expr.
template <class T> T quadratic(T a, T b) { return a * b + a; }

FG_KERNEL_OP static float soft_clip(float x, float drive) {
  const float y = drive * x;
  if (y > 1.0f)
    return 1.0f - 1.0f / (4.0f * y);
  if (y < -1.0f)
    return -1.0f - 1.0f / (4.0f * y);
  return 0.75f * y;
}

// One kernel, with what is around it.
// PROGRAM: program {
// PROGRAM-NEXT: call {{[a-z0-9_]+}} pointwise [add, {{.*}}where, where, mul, add]
// PROGRAM-NEXT: output 0
FG_COMPILE(.fullgraph = true)
Tensor fused(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4]") const Tensor &bias, float drive) {
  return fg::kernel_op(soft_clip, x + bias, drive) * 2 + x;
}

FG_COMPILE(.fullgraph = true)
Tensor of_template(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[N,1]") const Tensor &y) {
  return fg::kernel_op(quadratic<float>, x, y);
}

// Early returns of a loop: each turn is another way through the function.
FG_KERNEL_OP static int64_t escape_time(double cr, double ci) {
  double zr = 0, zi = 0;
  for (int64_t i = 0; i < 12; ++i) {
    const double r = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = r;
    if (zr * zr + zi * zi > 4)
      return i;
  }
  return 12;
}
FG_COMPILE(.fullgraph = true)
Tensor mandelbrot(FG_SHAPE("f64[H,1]") const Tensor &y, FG_SHAPE("f64[W]") const Tensor &x) {
  return fg::kernel_op(escape_time, x, y) + 1;
}

// What C++ arithmetic gives: conversions, selection, NaN, functions of <cmath> and <algorithm>.
FG_KERNEL_OP static double arithmetic(float x, double y, int64_t n, bool flip) {
  const int small = static_cast<int>(n) * 3 - 1;
  double v = flip && y > 0 ? -y : y;
  v += std::max(x, 0.25f) + std::min(2.0, y);
  v -= std::fmod(y, 0.7) + std::round(y * 2) + std::floor(x) + std::copysign(0.5, y);
  v *= std::pow(std::abs(x), 1.5f) + std::hypot(x, 3.0f);
  if (n > 2 || (n < 0 && !flip))
    v = std::clamp(v, -1.0, 1.0);
  for (int i = 0; i < 3; ++i)
    v += small * 0.125 * i;
  return std::isnan(v) ? -1 : v;
}
FG_COMPILE(.fullgraph = true)
Tensor cxx(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f64[N]") Tensor y, FG_SHAPE("i64[N]") Tensor n,
           FG_SHAPE("bool[N]") Tensor flip) {
  return fg::kernel_op(arithmetic, x, y, n, flip);
}

// A result that is no arithmetic at all: still a tensor of its own, in C order, of the broadcast sizes.
FG_KERNEL_OP static float first(float a, float) { return a; }
FG_KERNEL_OP static bool constant(float) { return true; }
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> results(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[N,1]") const Tensor &y) {
  Tensor own = fg::kernel_op(first, x, 1.0f);
  Tensor transposed = fg::kernel_op(first, x.t(), 1);
  Tensor wide = fg::kernel_op(first, y, x);
  x.add_(1);
  return {own, transposed, wide, fg::kernel_op(constant, x), x};
}

// Elements around: a stencil.
FG_KERNEL_OP static float sharpen(const fg::Neighbours<float, 2> &in, float amount) {
  float around = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      around += in(dy, dx);
  return in(0, 0) + amount * (in(0, 0) - around / 9.0f);
}
FG_KERNEL_OP static float limited_slope(fg::Neighbours<float, 1> u) {
  const float left = u(0) - u(-1), right = u(2) - u(0);
  return left * right <= 0 ? 0.0f : std::abs(left) < std::abs(right) ? left : right;
}
FG_COMPILE(.fullgraph = true)
Tensor filtered(FG_SHAPE("f32[B,H,W]") Tensor image) {
  return fg::relu(fg::kernel_op(sharpen, image * 0.5f, 0.75f)) + fg::kernel_op(limited_slope, image);
}

// Calls that throw, by dtype and by size.
FG_COMPILE()
Tensor throws(FG_SHAPE("f32[N]|f64[N]") Tensor x, FG_SHAPE("f32[M]") Tensor y) {
  return fg::kernel_op(first, x, y);
}
FG_COMPILE()
Tensor around(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[M]") Tensor y) {
  static constexpr auto difference = +[](fg::Neighbours<float, 1> a, float b) { return a(1) - b; };
  return fg::kernel_op(difference, x, y);
}

int main() {
  const auto values = [](int64_t count) { return fg::arange(count).to(fg::kFloat) * 0.37f - 1.5f; };
  for (const int64_t n : {0, 1, 3, 17})
    both::check("fused",
                [&] { return std::vector<Tensor>{fused(values(n * 4).view({n, 4}), values(4), 1.25f)}; });
  // CHECK-COUNT-4: fused: same
  both::check("of_template", [&] {
    return std::vector<Tensor>{of_template(values(12).view({3, 4}), values(3).view({3, 1}))};
  });
  // CHECK: of_template: same
  both::check("mandelbrot", [&] {
    return std::vector<Tensor>{
        mandelbrot((values(9) * 0.5).to(fg::kDouble).view({9, 1}), values(7).to(fg::kDouble))};
  });
  // CHECK: mandelbrot: same
  both::check("cxx", [&] {
    Tensor x = values(16), y = fg::cos(values(16)).to(fg::kDouble) * 2.5, n = fg::arange(16) - 4;
    y.select(0, 3).fill_(NAN);
    y.select(0, 5).fill_(INFINITY);
    return std::vector<Tensor>{cxx(x, y, n, fg::arange(16) > 7)};
  });
  // CHECK: cxx: same
  both::check("results", [&] { return results(values(12).view({3, 4}), values(3).view({3, 1})); });
  // CHECK: results: same
  for (const auto &[h, w] : {std::pair<int64_t, int64_t>{5, 7}, {1, 1}, {2, 33}})
    both::check("filtered",
                [&] { return std::vector<Tensor>{filtered(values(2 * h * w).sin().view({2, h, w}))}; });
  // CHECK-COUNT-3: filtered: same
  both::check("empty image", [&] { return std::vector<Tensor>{filtered(fg::zeros({2, 0, 3}))}; });
  // CHECK: empty image: same
  both::check("other dtype",
              [&] { return std::vector<Tensor>{throws(values(3).to(fg::kDouble), values(3))}; });
  // CHECK: other dtype: same error
  both::check("other size", [&] { return std::vector<Tensor>{throws(values(3), values(2))}; });
  // CHECK: other size: same error
  both::check("around", [&] { return std::vector<Tensor>{around(values(3), values(3))}; });
  // CHECK: around: same
  both::check("around other sizes", [&] { return std::vector<Tensor>{around(values(1), values(3))}; });
  // CHECK: around other sizes: same error
}
