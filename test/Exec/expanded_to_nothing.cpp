// What is expanded to no elements is computed all the same, and has a place in memory: the kernel that writes
// it wrote behind the result's block.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: expanded_to_nothing.cpp: {{.*}} 1 break,
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

static int breaks;
FG_DISABLE("a break") static void stop() { ++breaks; }

FG_COMPILE()
Tensor expanded(FG_SHAPE("f64[M,N]") Tensor &x) {
  Tensor t = fg::log1p(fg::abs(fg::full({1, x.size(1)}, -0.6, fg::kDouble))).expand({x.size(0), x.size(1)});
  x = fg::layer_norm(t.mean().expand({x.size(1), x.size(0)}).transpose(0, 1), {x.size(1)}) * 0.2;
  stop();
  return t + x;
}

int main() {
  for (const int64_t m : {0, 3, 0}) {
    Tensor x = fg::zeros({m, 1 << 20}, fg::kDouble); // far behind the block, so that it is seen
    std::printf("%ld %.3f\n", static_cast<long>(m), expanded(x).sum().item<double>());
  }
  // CHECK: 0 0.000
  // CHECK-NEXT: 3 {{[1-9].*}}
  // CHECK-NEXT: 0 0.000
}
