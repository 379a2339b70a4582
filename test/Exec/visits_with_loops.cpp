// std::visit whose alternatives are not one graph: one of them calls a function with a loop that stays one of the program.
// Each call operator that std::visit may call is compiled, not only the operator at which the graph ends: lambdas that are
// made in place, a generic lambda, a class of the user's.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: visits_with_loops.cpp: 7 functions, {{.*}} 0 breaks
// RUN: %fullgraph %s --emit=capture -- %fg_flags -I%S 2>&1 | FileCheck %s --check-prefix=CAPTURE
// CAPTURE-COUNT-3: = mul(%r, %{{[0-9]+}})
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <variant>

using fg::Tensor;

struct Plain {};
struct Steps {
  int n;
};
using Mode = std::variant<Plain, Steps>;

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

Tensor scan(const Tensor &r, int n) {
  Tensor g = r[0];
  for (int64_t t = 0; t < r.size(0); ++t)
    g = fg::tanh(g.outer(r[t]).sum(0)) * n;
  return g;
}

FG_COMPILE(.fullgraph = true)
Tensor inPlace(const Tensor &r, const Mode &m) {
  return std::visit(overloaded{[&](const Plain &) -> Tensor { return r * 2; }, [&](const Steps &s) -> Tensor { return scan(r, s.n); }}, m);
}
FG_COMPILE(.fullgraph = true)
Tensor generic(const Tensor &r, const Mode &m) {
  return std::visit(
      [&](const auto &mode) -> Tensor {
        if constexpr (requires { mode.n; })
          return scan(r, mode.n);
        else
          return r * 3;
      },
      m);
}
struct Visitor {
  const Tensor &r;
  Tensor operator()(const Plain &) const { return r * 5; }
  Tensor operator()(const Steps &s) const { return scan(r, s.n); }
};
FG_COMPILE(.fullgraph = true)
Tensor ofClass(const Tensor &r, const Mode &m) { return std::visit(Visitor{r}, m); }

int main() {
  for (int64_t n : {3, 6})
    for (const Mode &m : {Mode(Plain{}), Mode(Steps{2})}) {
      const Tensor r = fg::ones({n, 2});
      std::printf("%g %g %g\n", inPlace(r, m).sum().item<double>(), generic(r, m).sum().item<double>(), ofClass(r, m).sum().item<double>());
    }
  // CHECK: 12 18 30
  // CHECK-NEXT: 3.99{{.*}} 3.99{{.*}} 3.99
}
