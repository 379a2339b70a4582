// std::visit, where one alternative calls a function whose loop stays in the program: each alternative's function has
// code of its own, as the same program with std::get_if has.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=error %s < %t.log
// LOG: fullgraph: visited_with_loop.cpp: {{.*}} 0 breaks,
// RUN: %fullgraph -o %t.fg.cpp %s -- %fg_flags
// RUN: FileCheck --check-prefix=CODE %s < %t.fg.cpp
// CODE: ::fg::rt::Function lambda_{{[0-9a-f]*}}{"lambda at line [[# @LINE + 29]]"
// CHECK-COUNT-4: CPUFloatType
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <variant>
#include <vector>

struct Plain {};
struct Steps {
  int n;
};
using Mode = std::variant<Plain, Steps>;

fg::Tensor looped(const fg::Tensor &r, int n) {
  fg::Tensor g = r[0];
  for (int64_t t = 0; t < r.size(0); ++t)
    g = fg::tanh(g.outer(r[t]).sum(0)) * n;
  return g;
}

template <class... Ts> struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

FG_COMPILE(.fullgraph = true)
fg::Tensor visited(FG_SHAPE("f32[T, N]") const fg::Tensor &r, const Mode &m) {
  return std::visit(Overloaded{
                        [&](const Plain &) -> fg::Tensor { return r[0] * 2; },
                        [&](const Steps &steps) -> fg::Tensor { return looped(r, steps.n); },
                    },
                    m);
}

int main() {
  fg::manual_seed(3);
  for (const int64_t n : {3, 6})
    for (const Mode &mode : {Mode(Plain{}), Mode(Steps{2})})
      std::cout << visited(fg::randn({n, 4}), mode) << "\n";
}
