// A complex tensor that a loop carries: the region of the loop's body has the operators' complex forms, though nobody
// declares the tensor.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: complex_in_loops.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor phases(const Tensor &magnitude, int iterations) {
  auto angles = fg::polar(fg::ones_like(magnitude), fg::zeros_like(magnitude));
  for (int i = 0; i < iterations; ++i)
    angles = (magnitude * angles) / ((magnitude * angles).abs() + 1e-16);
  return (magnitude * angles).abs();
}

FG_COMPILE(.fullgraph = true)
Tensor echoes(const Tensor &x, int64_t n) {
  auto z = fg::fft_rfft(x);
  for (int64_t i = 0; i < n; ++i)
    z = z * 0.5 + fg::fft_rfft(x);
  return fg::fft_irfft(z);
}

int main() {
  for (int n : {2, 3})
    std::printf("%g %g\n", phases(fg::full({3, 4}, 2.0), n).sum().item<double>(),
                echoes(fg::ones({8}), n).sum().item<double>());
  // CHECK: 24 14
  // CHECK-NEXT: 24 15
}
