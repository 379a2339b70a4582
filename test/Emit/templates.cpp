// Each instantiation of a template is compiled for itself, behind an `if constexpr` in the one body.
// RUN: %build_and_compare %s | FileCheck %s
// RUN: %build_and_run %s 2>&1 >/dev/null | FileCheck --check-prefix=LOG --allow-empty %s
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags && FileCheck --check-prefix=CODE %s < %t.fg.cpp
#include <fullgraph/fullgraph.h>

#include <cstdio>

template <class T, int K> struct Power {
  T offset;
  FG_COMPILE()
  fg::Tensor operator()(FG_SHAPE("f32[N]") fg::Tensor x) const {
    fg::Tensor y = x;
    for (int i = 1; i < K; ++i)
      y = y * x;
    return y + offset;
  }
};

int main() {
  fg::Tensor x = fg::full({3}, 2.0);
  std::printf("%.2f\n", Power<int, 2>{1}(x).sum().item<double>());
  std::printf("%.2f\n", Power<double, 3>{0.5}(x).sum().item<double>());
  const auto twice = fg::compile([](FG_SHAPE("f32[N]") fg::Tensor y) { return y * 2; });
  std::printf("%.2f\n", twice(x).sum().item<double>());
}

// CHECK: 15.00
// CHECK-NEXT: 25.50
// CHECK-NEXT: 12.00
// LOG-NOT: running eagerly
// CODE-DAG: if constexpr (std::is_same_v<T, int> && K == 2) {
// CODE-DAG: if constexpr (std::is_same_v<T, double> && K == 3) {
