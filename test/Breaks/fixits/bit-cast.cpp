// A number whose bytes are read as another type's: std::bit_cast says so, and is no graph break.
// RUN: %fix_and_compare %s %t 2 0
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x, float gain) {
  x = fg::relu(x);
  const int32_t bits = *reinterpret_cast<const int32_t *>(&gain);
  x = x + (bits >> 23);
  const float half = 0.5f;
  return x * (*reinterpret_cast<const uint32_t *>(&half) / 1000000);
}

int main() {
  for (float gain : {1.0f, 0.5f, 3.0f})
    std::printf("%.4f\n", f(fg::arange(4, fg::kFloat), gain).sum().item<double>());
}
