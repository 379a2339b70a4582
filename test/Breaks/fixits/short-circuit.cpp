// Two numbers of tensors become one: what is left is the branch on it.
// RUN: cp %s %t.cpp && %fullgraph --fix %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: '&&' needs the value of tensor 'x'
// CHECK: help: fg::logical_and(x.any(), fg::logical_or(y.any(), x.max() > 3)).item<bool>()
// RUN: %fullgraph %t.cpp --emit=capture -o /dev/null -- %fg_flags 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not=FG106
// LEFT: branch depends on the values of tensor
// RUN: %build_and_run_eager %s > %t.expected && %build_and_run %t.cpp | diff %t.expected -
#include <fullgraph/fullgraph.h>

#include <iostream>

FG_COMPILE()
fg::Tensor chosen(FG_SHAPE("f32[N]") fg::Tensor x, FG_SHAPE("f32[N]") fg::Tensor y) {
  const bool both = x.any().item<bool>() && (y.any().item<bool>() || x.max().item<float>() > 3);
  return both ? x + y : x - y;
}

int main() {
  for (const float a : {0.0f, 1.0f})
    for (const float b : {0.0f, 5.0f})
      std::cout << chosen(fg::full({2}, a), fg::full({2}, b)) << "\n";
}
