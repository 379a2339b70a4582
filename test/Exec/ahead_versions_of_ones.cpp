// Calls whose sizes are 1 broadcast, and need versions of their own. `.ahead_versions` counts those that serve calls: two
// kinds of such calls have two.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: ahead_versions_of_ones.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true, .ahead_versions = 2)
Tensor added(const Tensor &x, const Tensor &y) { return (x + y).relu() * 2; }

int main() {
  // CHECK: 80
  std::printf("%g\n", added(fg::ones({1, 4}), fg::ones({5, 4})).sum().item<double>());
  // CHECK: 96
  std::printf("%g\n", added(fg::ones({2, 1, 4}), fg::ones({2, 3, 4})).sum().item<double>());
}
