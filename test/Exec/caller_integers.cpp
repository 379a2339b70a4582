// Integers of the caller in shifts, and as divisors of integer tensors, negative ones too: a guard each, and
// no break. What C++ or ATen defines otherwise (a shift that loses bits, a divisor of 0) runs the user's
// code.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: caller_integers.cpp: 4 functions, {{.*}} 0 breaks
// LOG-NEXT: shifts: needs {{.*}} <= 2147483647; running eagerly
// LOG-NEXT: divided: expected {{.*}} != 0: by is 0 {{.*}}; running eagerly
// LOG-NOT: running eagerly
#include "Inputs/both.h"

using fg::Tensor;

namespace {

FG_COMPILE(.fullgraph = true)
Tensor shifts(FG_SHAPE("f32[N]") const Tensor &x, int n) { return x * (1 << n) + (100 >> n); }

FG_COMPILE(.fullgraph = true)
Tensor halved(FG_SHAPE("f32[N]") const Tensor &x, int bits) {
  const int64_t most = (int64_t{1} << (bits - 1)) - 1;
  return (x * double(most)).round().clamp(-most - 1, most);
}

FG_COMPILE(.fullgraph = true)
Tensor wide(FG_SHAPE("i64[N]") const Tensor &x, int64_t v, unsigned n) {
  return x + (v << n) + ((v ^ 5) >> n) + (uint8_t(200) << (n & 7));
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> divided(FG_SHAPE("i32[N]") const Tensor &x, int64_t by) {
  return {fg::remainder(x, by), fg::fmod(x, by), fg::div(x, by, "floor"), fg::div(x, by, "trunc")};
}

} // namespace

int main() {
  const Tensor x = both::values({9});
  for (const int n : {0, 1, 5, 30, 31}) // 1 << 31 is negative
    both::check("shifts", [&] { return std::vector{shifts(x, n)}; });
  // CHECK-COUNT-5: shifts: same
  for (const int bits : {2, 4, 8, 16})
    both::check("halved", [&] { return std::vector{halved(x, bits)}; });
  // CHECK-COUNT-4: halved: same
  for (const int64_t v : {int64_t(7), int64_t(-7), int64_t(1) << 62})
    for (const unsigned n : {0u, 3u, 40u, 63u})
      both::check("wide", [&] { return std::vector{wide(fg::arange(5), v, n)}; });
  // CHECK-COUNT-12: wide: same
  const Tensor integers = fg::cat({fg::arange(-7, 8).to(fg::kInt), fg::full({1}, INT32_MIN, fg::kInt)});
  for (const int64_t by : {1, 3, -1, -3, 100})
    both::check("divided", [&] { return divided(integers, by); });
  // CHECK-COUNT-5: divided: same
  both::check("by zero", [&] { return divided(integers, 0); });
  // CHECK: by zero: same error
}
