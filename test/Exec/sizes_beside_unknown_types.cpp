// A branch on a declared size whose other side needs a type that nobody declared: the code does not force the size
// (FG701), since the other side has graphs once its types are known.
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: not grep FG701 %t.log
#include <fullgraph/fullgraph.h>

#include <cstdio>

FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N,2]") fg::Tensor x, fg::Tensor y) {
  if (x.size(0) == 1)
    return x * 2;
  return y * 3 + 1;
}

int main() {
  for (int n : {1, 3, 4})
    std::printf("%d: %.2f\n", n, f(fg::ones({n, 2}), fg::ones({n})).sum().item<double>());
}
// CHECK: 1: 4.00
// CHECK: 3: 12.00
// CHECK: 4: 16.00
