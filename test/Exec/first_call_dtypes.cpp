// Nobody says what dtype the inputs have, and the code asks: it casts them, makes other tensors of their dtype,
// or hands the result back in it. Every function is compiled at its first call, whichever dtype that has: f32,
// f64, i64 or u8, and all dtypes where only casts ask.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" %s < %t.log
// LOG: remark: rank or dtype of 'image' is not known at build time; 'normalized' is compiled at its first call
#include "Inputs/both.h"

#include <fullgraph/stats.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor normalized(const Tensor &image, double mean, double deviation) {
  return ((image.to(fg::kFloat).div(255) - mean) / deviation).permute({2, 0, 1}).unsqueeze(0);
}

FG_COMPILE(.fullgraph = true)
Tensor attention(const Tensor &q, const Tensor &k, const Tensor &v, const Tensor &mask) {
  const Tensor scores = matmul(q, k.transpose(-1, -2)) / std::sqrt(double(q.size(-1)));
  const Tensor bias = (1.0 - mask.to(scores.dtype())) * -10000.0;
  return softmax(scores + bias.unsqueeze(1), -1).matmul(v);
}

// The cast of an f32 tensor is the tensor itself, which add_ changes.
FG_COMPILE(.fullgraph = true)
Tensor changed(const Tensor &x) {
  Tensor y = x.to(fg::kFloat);
  y.add_(1);
  return y * 2;
}

FG_COMPILE(.fullgraph = true)
Tensor ramp(const Tensor &x) {
  return x + arange(x.size(-1), x.options()) * 2 + zeros({x.size(-1)}, x.dtype());
}

FG_COMPILE(.fullgraph = true)
Tensor and_back(const Tensor &x) { return (x.to(fg::kDouble) * 1.5 + 2).to(x.dtype()); }

int main() {
  const Tensor pixels = (fg::arange(60).reshape({4, 5, 3}) * 7).remainder(256);
  for (const fg::ScalarType dtype : {fg::kByte, fg::kFloat, fg::kDouble, fg::kInt})
    both::check("normalized", [&] { return std::vector{normalized(pixels.to(dtype), 0.4, 0.2)}; });
  // CHECK-COUNT-4: normalized: same
  const Tensor q = both::values({1, 2, 3, 4}), mask = fg::tensor({1, 1, 0}).reshape({1, 1, 3});
  for (const fg::ScalarType dtype : {fg::kLong, fg::kBool, fg::kFloat, fg::kByte})
    both::check("attention", [&] { return std::vector{attention(q, q * 2, q + 1, mask.to(dtype))}; });
  // CHECK-COUNT-4: attention: same
  const Tensor wide = q.to(fg::kDouble);
  both::check("double attention", [&] { return std::vector{attention(wide, wide * 2, wide + 1, mask)}; });
  // CHECK: double attention: same
  for (const fg::ScalarType dtype : {fg::kFloat, fg::kLong, fg::kDouble, fg::kFloat, fg::kByte})
    both::check("changed", [&] {
      const Tensor x = fg::arange(6).to(dtype);
      return std::vector{changed(x), x};
    });
  // CHECK-COUNT-5: changed: same
  for (const fg::ScalarType dtype : {fg::kLong, fg::kFloat, fg::kByte, fg::kDouble}) {
    const Tensor x = fg::arange(6).reshape({2, 3}).to(dtype);
    both::check("ramp, and_back", [&] { return std::vector{ramp(x), and_back(x)}; });
  }
  // CHECK-COUNT-4: ramp, and_back: same
  for (const fg::FunctionStats &function : fg::stats().functions)
    std::printf("%s: eager %zu\n", function.name.c_str(), static_cast<size_t>(function.eager_calls));
  // CHECK-COUNT-5: {{^[a-z_]+}}: eager 0{{$}}
}
