// Operators whose formula is a call of a function of the library (polygamma, zeta, igamma, frexp), and
// nextafter among 16-bit floats, which relies on being rounded between the operators of a kernel. In kernels
// that were built ahead, with the order of polygamma known and not, and in such that are made at run time.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: special_functions.cpp: 8 functions, {{.*}} 0 breaks
// CHECK-COUNT-12: same
// CHECK: eager calls: 0
#include "Inputs/both.h"

#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor fused(FG_SHAPE("f32[N, 6]") const Tensor &x, FG_SHAPE("f32[6]") const Tensor &y) {
  return (fg::igamma(x.abs() + 0.1, y.abs()) - fg::special::gammaincc(x.abs() + 0.1, y.abs())).exp() * 2;
}

FG_COMPILE(.fullgraph = true)
Tensor zetas(FG_SHAPE("f64[N]") const Tensor &x) {
  return fg::special::zeta(x.abs() + 1.5, 2) +
         fg::special::zeta(3, x + 0.25) * fg::special::zeta(x.abs() + 2, x.abs());
}

FG_COMPILE(.fullgraph = true)
Tensor derivatives(FG_SHAPE("f32[N]") const Tensor &x) {
  return x.polygamma(0) + fg::polygamma(1, x) + fg::special::polygamma(2, x.abs() + 1);
}

// One kernel for every order.
FG_COMPILE(.fullgraph = true)
Tensor derivative(FG_SHAPE("f32[N]") const Tensor &x, int64_t n) { return fg::polygamma(n, x) + 1; }

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> parts(FG_SHAPE("f32[N]") const Tensor &x) {
  auto [mantissa, exponent] = x.frexp();
  return {mantissa, exponent, mantissa * fg::pow(2.0, exponent.to(fg::kDouble))};
}

// Twice: the second step begins at what the first one gave, in 16 bits.
FG_COMPILE(.fullgraph = true)
Tensor neighbours(FG_SHAPE("f16[N]") const Tensor &x, FG_SHAPE("f16[N]") const Tensor &y) {
  return (fg::nextafter(fg::nextafter(x, y), y) - x) * 4096; // a single step is seen
}
FG_COMPILE(.fullgraph = true)
Tensor neighboursOf(FG_SHAPE("bf16[N]") const Tensor &x, FG_SHAPE("bf16[N]") const Tensor &y) {
  return (x.nextafter(y).nextafter(y) - x) * 4096;
}

FG_COMPILE(.fullgraph = true)
void inPlace(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[N]") const Tensor &y) {
  x.igamma_(y);
  x.nextafter_(y);
  x.igammac_(y);
  x.polygamma_(2);
}

int main() {
  const Tensor x = values({4, 6}), y = values({6}), line = values({12}) * 3 + 0.01;
  both::check("igamma", [&] { return std::vector<Tensor>{fused(x, y)}; });
  both::check("igamma of doubles",
              [&] { return std::vector<Tensor>{fused(x.to(fg::kDouble), y.to(fg::kDouble))}; });
  both::check("zeta", [&] { return std::vector<Tensor>{zetas(line.to(fg::kDouble))}; });
  both::check("polygamma", [&] { return std::vector<Tensor>{derivatives(line)}; });
  both::check("polygamma of integers", [&] { return std::vector<Tensor>{derivatives(fg::arange(1, 9))}; });
  both::check("polygamma in f16", [&] { return std::vector<Tensor>{derivatives(line.abs().to(fg::kHalf))}; });
  for (const int64_t n : {0, 3})
    both::check("order", [&] { return std::vector<Tensor>{derivative(line, n)}; });
  both::check("frexp", [&] { return parts(line); });
  const Tensor towards = fg::zeros({12}).sub(line.flip({0}));
  both::check("nextafter of f16",
              [&] { return std::vector<Tensor>{neighbours(line.to(fg::kHalf), towards.to(fg::kHalf))}; });
  both::check("nextafter of bf16", [&] {
    return std::vector<Tensor>{neighboursOf(line.to(fg::kBFloat16), towards.to(fg::kBFloat16))};
  });
  both::check("in place", [&] {
    const Tensor changed = line.abs() + 1;
    inPlace(changed, line.abs());
    return std::vector<Tensor>{changed};
  });
  std::printf("eager calls: %ld\n", long(fg::stats().eager_calls));
}
