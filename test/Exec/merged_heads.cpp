// Heads that are merged into a width that comes from elsewhere: which dims it merges is guessed, and guarded.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: merged_heads.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) Tensor merged(Tensor heads, int64_t width) {
  return heads.transpose(1, 2).reshape({heads.size(0), heads.size(2), width}) * 2;
}
FG_COMPILE(.fullgraph = true) Tensor ofOneStep(Tensor heads, int64_t width) {
  return heads.transpose(1, 2).reshape({heads.size(0), 1, width}) + 1;
}
FG_COMPILE(.fullgraph = true) Tensor unbatched(Tensor heads, int64_t rows, int64_t width) {
  return heads.transpose(0, 1).reshape({rows, width}).cumsum(1);
}

static void show(const Tensor &t) {
  for (const int64_t size : t.sizes())
    std::printf("%ld ", long(size));
  const Tensor values = t.reshape({-1}), weights = fg::arange(values.numel()).to(fg::kFloat);
  std::printf("%g\n", (values * weights).sum().item<double>());
}

int main() {
  for (const int64_t steps : {3, 5})
    show(merged(fg::arange(2 * 4 * steps * 6).to(fg::kFloat).reshape({2, 4, steps, 6}), 24));
  show(ofOneStep(fg::arange(2 * 4 * 6).to(fg::kFloat).reshape({2, 4, 1, 6}), 24));
  show(unbatched(fg::arange(4 * 3 * 6).to(fg::kFloat).reshape({4, 3, 6}), 3, 24));
}
// CHECK: 2 3 24 1.91294e+06
// CHECK-NEXT: 2 5 24 8.83016e+06
// CHECK-NEXT: 2 1 24 36848
// CHECK-NEXT: 3 24 995550
