// Templates whose parameters have no type of a name, among them packs: the code of an instantiation is chosen
// by the types of the function's parameters, those of a pack's elements included.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: abbreviated_templates.cpp: 6 functions, 6 graphs,
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE() Tensor pack(FG_SHAPE("f32[N]") const Tensor &x, auto... ks) {
  Tensor y = x;
  ((y = y + ks), ...);
  return y;
}
FG_COMPILE() Tensor mixed(FG_SHAPE("f32[N]") Tensor x, auto k, auto &&...ks) {
  Tensor y = x * k;
  ((y = y + ks), ...);
  return y;
}
FG_COMPILE() Tensor front(auto k, FG_SHAPE("f32[N]") Tensor x) { return x * k; }

int main() {
  const Tensor x = fg::ones({2});
  int two = 2;
  for (const Tensor &t :
       {pack(x), pack(x, 1, 2.5), mixed(x, 2), mixed(x, 2, two, 1.5f), mixed(x, 2.5, 1), front(3, x)})
    std::printf("%g ", t.sum().item<double>());
  // CHECK: 2 9 4 11 7 6
}
