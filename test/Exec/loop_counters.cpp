// What a turn does to the variables in the head of its loop, the next turn finds.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" %s < %t.log
// LOG: loop_counters.cpp: 5 functions, {{.*}} 0 breaks
// CHECK: 0: 1 1 1 1 1
// CHECK: 4: 4 3 4 5 5
// CHECK: 9: 9 6 8 21 10
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)
#define ONE FG_SHAPE("f32[1]")

WHOLE Tensor bound(ONE Tensor y, int n) {
  for (int i = 0, m = n; i < m; ++i) {
    if (i == 2)
      --m;
    y = y + 1;
  }
  return y;
}
WHOLE Tensor always(ONE Tensor y, int n) {
  for (int i = 0; i < n; ++i) {
    y = y + 1;
    i += 1;
  }
  return y;
}
WHOLE Tensor counter(ONE Tensor y, int n) {
  for (int i = 0; i < n; ++i) {
    y = y + 1;
    if (i == 2)
      i += 2;
  }
  return y;
}
WHOLE Tensor carried(ONE Tensor y, int n) {
  for (int i = 0, step = 0; i < n; ++i) {
    y = y + step;
    if (i % 2 == 0)
      ++step;
  }
  return y;
}
WHOLE Tensor plain(ONE Tensor y, int n) {
  for (int i = 0; i < n; ++i)
    y = y + 1;
  return y;
}

int main() {
  const Tensor x = fg::ones({1});
  for (int n = 0; n < 10; ++n)
    std::printf("%d: %g %g %g %g %g\n", n, bound(x, n).item<double>(), always(x, n).item<double>(),
                counter(x, n).item<double>(), carried(x, n).item<double>(), plain(x, n).item<double>());
}
