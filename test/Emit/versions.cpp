// Alternatives of FG_SHAPE are versions, tried in order; the log has a line only when none of them fits.
// RUN: %build_and_compare %s | FileCheck %s
// RUN: %build_and_run %s 2>&1 >/dev/null | FileCheck --check-prefix=LOG --implicit-check-not=fullgraph: %s
#include <fullgraph/fullgraph.h>

#include <cstdio>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N,4] | f64[N] | i64[3]") fg::Tensor x) { return x * 2 + 1; }

int main() {
  for (fg::Tensor x :
       {fg::ones({2, 4}), fg::ones({5}, fg::kDouble), fg::arange(3), fg::ones({2, 4}), fg::arange(4)}) {
    fg::Tensor y = f(x);
    std::printf("%s %.1f\n", fg::toString(y.scalar_type()), y.to(fg::kDouble).sum().item<double>());
  }
}

// CHECK: Float 24.0
// CHECK-NEXT: Double 15.0
// CHECK-NEXT: Long 9.0
// CHECK-NEXT: Float 24.0
// CHECK-NEXT: Long 16.0
// LOG: fullgraph: {{[^:]*}}versions.cpp: 1 function, 3 graphs
// LOG: fullgraph: f: x: expected dtype f32, got i64; x: expected dtype f64, got i64; x.size(0): expected 3, got 4; running eagerly
