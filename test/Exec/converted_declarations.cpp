// Between breaks, a variable whose initialiser is of a class that converts to the variable's type, and back: `flag ? kept :
// initialiser` names one type on both sides.
// RUN: %build_and_compare %s -Wno-graph-break | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <optional>

using fg::Tensor;

struct Wrapped {
  Tensor t;
  Wrapped(Tensor x) : t(x) {}
  operator Tensor() const { return t; }
  operator double() const { return 2.5; }
};
struct Count {
  int64_t n;
  operator int64_t() const { return n; }
  operator std::optional<Tensor>() const { return fg::ones({2}); }
};
static Wrapped twice(const Wrapped &w) { return Wrapped(w.t * 2); }

FG_COMPILE() Tensor converted(const Tensor &x) {
  Tensor a = x + 1;
  fg::graph_break();
  Tensor t = twice(Wrapped(a));
  double d = twice(Wrapped(a));
  int64_t i = Count{3};
  std::optional<Tensor> o = Count{4};
  const Tensor u = twice(Wrapped(t));
  fg::graph_break();
  return t + d + i + *o + u;
}

int main() { std::cout << converted(fg::ones({2})) << "\n"; }

// CHECK: 18.5000
