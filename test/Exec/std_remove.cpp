// The algorithm std::remove shares its name with C's function, which deletes a file: it is walked as other
// algorithms.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=FG501 %s < %t.log
// LOG: 2 functions, {{.*}} 0 breaks
// CHECK: the caller's: 3, left 3 5 7
// CHECK: its own: 5
#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <cstdio>
#include <vector>

using fg::Tensor;

FG_COMPILE() Tensor without(FG_SHAPE("f32[N]") Tensor x, std::vector<int> &values) {
  const auto end = std::remove(values.begin(), values.end(), 2);
  return x * (end - values.begin());
}
FG_COMPILE(.fullgraph = true) Tensor own(FG_SHAPE("f32[N]") Tensor x) {
  std::vector<int> values = {1, 2, 3, 2};
  const auto end = std::remove(values.begin(), values.end(), 2);
  return x * (end - values.begin()) + values[1];
}

int main() {
  std::vector<int> v = {2, 3, 2, 5, 2, 7};
  const Tensor y = without(fg::ones({2}), v);
  std::printf("the caller's: %g, left %d %d %d\n", y[0].item<double>(), v[0], v[1], v[2]);
  std::printf("its own: %g\n", own(fg::ones({2}))[0].item<double>());
}
