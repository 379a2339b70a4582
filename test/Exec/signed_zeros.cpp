// The sign of a zero is as eager code has it: of constants, which Halide would merge with 0.0, and of fmod, which LLVM
// would compute with no regard to it.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: signed_zeros.cpp: 8 functions, {{.*}} 0 breaks
// CHECK: filled -0.25 -inf -inf inf -inf
// CHECK: chosen -0 -0 -0 0 -0
// CHECK: product -0 -0 -0 -0 -0
// CHECK: remainder -0 1 0 0 1
// CHECK: angle -3.14159 2.35619 3.14159 3.14159 2.35619
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define F32 FG_SHAPE("f32[N]") Tensor
#define F64 FG_SHAPE("f64[N]") Tensor

FG_COMPILE() Tensor filled(F32 a) { return fg::reciprocal(a.masked_fill(a > 0, -0.0)); }
FG_COMPILE(.fp = fg::Fp::Strict) Tensor chosen(F32 a) { return fg::where(a == 0, a, a.abs() * -0.0); }
FG_COMPILE() Tensor product(F32 a) { return fg::addcmul(fg::full_like(a, -0.0), a.abs(), a.abs(), -0.0); }
FG_COMPILE() Tensor remainder(F32 a) { return fg::fmod(a, 2); }
FG_COMPILE() Tensor turned(F32 a) { return fg::atan2(fg::fmod(a, 2), fg::full_like(a, -1)); }
FG_COMPILE(.fp = fg::Fp::Strict) Tensor strictRemainder(F32 a) { return fg::fmod(a, 2); }
FG_COMPILE() Tensor wideRemainder(F64 a) { return fg::fmod(a, 2) + fg::where(a > 0, 0.0, -0.0); }
FG_COMPILE() Tensor both(F64 a) { return fg::where(a > 2, 0.0, -0.0) / fg::where(a < 0, -1.0, 1.0); }

int main() {
  const Tensor a = fg::tensor({-4.f, 1.f, 6.f, 0.f, 5.f}), wide = a.to(fg::kDouble);
  const auto show = [](const char *name, const Tensor &t) {
    std::printf("%s", name);
    for (int64_t i = 0; i < t.numel(); ++i)
      std::printf(" %g", t[i].item<double>());
    std::puts("");
  };
  show("filled", filled(a));
  show("chosen", chosen(a));
  show("product", product(a));
  show("remainder", remainder(a));
  show("angle", turned(a));
  show("strict", strictRemainder(a));
  show("wide", wideRemainder(wide));
  show("both", both(wide));
}
