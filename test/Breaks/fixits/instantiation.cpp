// A template that nothing uses here gets an instantiation, and is compiled.
// RUN: %fix_and_compare %s %t 1 0 | FileCheck %s
// CHECK: fixed: template fg::Tensor scaled<float, float>(fg::Tensor, const float &);
// RUN: tail -n 5 %t/instantiation.cpp | FileCheck %s --check-prefix=TEXT
// TEXT: }
// TEXT-NEXT: template fg::Tensor scaled<float, float>(fg::Tensor, const float &);
#include <fullgraph/fullgraph.h>

#include <iostream>

template <class T, class U>
FG_COMPILE()
fg::Tensor scaled(FG_SHAPE("f32[N]") fg::Tensor x, const T &by) {
  return x * U(by);
}

int main() { std::cout << "main\n"; }
