// A dtype that one region finds is known in those behind it, under a guard: options that are made once are
// used behind every break, whoever changes them in between.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=FG003 %s < %t.log
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE()
Tensor splat(FG_SHAPE("f32[N]") Tensor x, int64_t n) {
  auto options = fg::TensorOptions().dtype(fg::kDouble).device(x.device());
  const fg::ScalarType counts = fg::kLong;
  Tensor sum = fg::zeros({n}, options);
  for (int64_t i = 0; i < x.size(0); ++i) {
    const float at = x[i].item<float>();
    if (at < 0)
      continue;
    Tensor patch = fg::arange(n, options) * at + fg::arange(n, counts);
    sum = sum + patch * patch;
  }
  return sum.to(fg::kFloat) + fg::ones({n}, x.options());
}
// LOG: graph break: branch depends on the values of tensor 'x'

FG_COMPILE()
Tensor untyped(Tensor x, int64_t n) {
  auto whole = fg::TensorOptions().dtype(fg::kLong), same = x.options();
  Tensor y = x * 2;
  if (y.sum().item<float>() > 0)
    y = y + fg::ones({n}, same);
  return y.to(fg::kDouble) + fg::arange(n, whole);
}
// LOG: graph break: branch depends on the values of tensor 'y'

void change(fg::TensorOptions &options, float by) {
  if (by > 1)
    options = options.dtype(fg::kFloat);
}

FG_COMPILE()
Tensor changed(FG_SHAPE("f32[N]") Tensor x) {
  fg::TensorOptions options = fg::dtype(fg::kLong);
  Tensor sum = fg::zeros({3}, options);
  for (int64_t i = 0; i < x.size(0); ++i) {
    change(options, x[i].item<float>());
    sum = sum + fg::full({3}, 1.5, options);
  }
  return sum;
}
// LOG: graph break: branch depends on the values of tensor 'x'

int main() {
  both::check("splat", [] { return std::vector{splat(values({5}), 3), splat(values({2}), 1)}; });
  both::check("untyped", [] {
    std::vector<Tensor> results;
    for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble, fg::kHalf, fg::kLong})
      for (const int64_t n : {4, 1})
        results.push_back(untyped(values({n}).to(dtype), n));
    return results;
  });
  const auto eager = [] { std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls)); };
  eager();
  // A turn whose options are not those of the one before.
  both::check("changed", [] { return std::vector{changed(values({6}) * 4), changed(fg::zeros({2}))}; });
  // CHECK: splat: same
  // CHECK-NEXT: untyped: same
  // CHECK-NEXT: eager calls: 0{{$}}
  // CHECK-NEXT: changed: same
}
