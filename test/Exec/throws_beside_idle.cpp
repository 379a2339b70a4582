// In a region of which one path applies no operator and another throws, the first is served without a graph,
// and the second is not: it was taken for the first, and the handler did not run.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>/dev/null | FileCheck %s
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
using fg::Tensor;

FG_COMPILE() Tensor f(Tensor x0, Tensor a) {
  Tensor s1 = x0 * 2;
  try {
    std::optional<Tensor> chosen;
    if ((x0.sum() > 0.137).item<bool>())
      chosen = x0 + 1;
    [[maybe_unused]] auto taken = chosen ? *chosen : Tensor((a * 3 + 1));
    if (x0.size(0) > 2)
      throw 3;
  } catch (int) {
    s1 = s1 * 5;
  }
  return s1 + 1;
}
int main() {
  for (int n : {3, 2})
    for (double v : {1.0, -1.0})
      std::printf("%.6f\n", f(fg::full({n, 4}, v), fg::ones({3, 1})).sum().item<double>());
}
// CHECK: 132.000000
// CHECK-NEXT: -108.000000
// CHECK-NEXT: 24.000000
// CHECK-NEXT: -8.000000
