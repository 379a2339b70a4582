// Closures that hold copies, called in loops that stay loops: a copy of what the function only reads is as
// good as the variable, and a number that the closure is made with is that number. Other copies are the
// closure's own, which generated code cannot read: their loops break.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: closure_copies.cpp:{{.*}}: no capture rule for 'o', which is private
// LOG: closure_copies.cpp:{{.*}}: no capture rule for 'v', which is private
// LOG-COUNT-5: closure_copies.cpp:{{.*}}: no capture rule for '{{[sw]}}', which is private
// LOG: fullgraph: closure_copies.cpp: 19 functions, {{.*}} 7 breaks
// CHECK-COUNT-4: copied
// In loops that count by ones some are kernels; the others break as here.
// RUN: sed 's/i += 1)/++i)/' %s > %t.ones.cpp
// RUN: %build_and_compare %t.ones.cpp 2>/dev/null | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;

struct Own {
  Tensor t;
  explicit Own(Tensor x) : t(x) {}
  Own(const Own &o) : t(o.t * 0.5) {}
};
struct Pair {
  Tensor a, b;
  int k = 2;
};

FG_COMPILE()
Tensor copiesItself(Tensor x, int n) {
  const Own o(x * 2);
  const auto f = [o](const Tensor &q) { return q * 0.5 + o.t; };
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x;
}

FG_COMPILE(.fullgraph = true)
Tensor numbers(Tensor x, int n) {
  const auto f = [s = 0.5, k = 3, b = true](const Tensor &q) { return b ? q * s + k : q; };
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x;
}

FG_COMPILE(.fullgraph = true)
Tensor listAndStruct(Tensor x, Tensor w, int n) {
  const std::vector<Tensor> l{w, w * 2};
  Pair p{w + 1, w - 1};
  const auto f = [l, p](const Tensor &q) { return q * 0.5 + l[0] * p.a - l[1] * p.b * double(p.k); };
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x;
}

FG_COMPILE()
Tensor madeByExpressions(Tensor x, Tensor w, int n) {
  const auto f = [&v = w](const Tensor &q) { return q * 0.5 + v; };
  const auto h = [u = w * 2](const Tensor &q) { return q * 0.5 + u; };
  for (int i = 0; i < n; i += 1)
    x = h(f(x)) * 0.9;
  return x;
}

FG_COMPILE()
Tensor changesItsOwn(Tensor x, Tensor w, int n) {
  auto f = [w](const Tensor &q) mutable {
    w = w * 0.5;
    return q * 0.5 + w;
  };
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x + w;
}

FG_COMPILE(.fullgraph = true)
Tensor writtenInPlace(Tensor x, Tensor w, int n) {
  const auto f = [w](const Tensor &q) { return q * 0.5 + w; };
  for (int i = 0; i < n; i += 1) {
    x = f(x) * 0.9;
    w.mul_(0.5);
  }
  return x + w;
}

FG_COMPILE()
Tensor hidden(Tensor x, Tensor w, int n) {
  const auto f = [w](const Tensor &q) { return q * 0.5 + w; };
  for (int i = 0; i < n; i += 1) {
    x = f(x) * 0.9;
    Tensor w = x * 2;
    x = f(w);
  }
  return x + w;
}

FG_COMPILE()
Tensor moved(Tensor x, Tensor w, int n) {
  const auto f = [w](const Tensor &q) { return q * 0.5 + w; };
  Tensor z = std::move(w);
  for (int i = 0; i < n; i += 1) {
    x = f(x) * 0.9 + z;
  }
  return x;
}

FG_COMPILE()
Tensor changesItsNumber(Tensor x, Tensor w, int n) {
  const auto f = [s = 0.5](const Tensor &q) mutable {
    s *= 0.5;
    return q * s;
  };
  (void)f;
  auto h = [s = 0.5](const Tensor &q) mutable {
    s *= 0.5;
    return q * s;
  };
  for (int i = 0; i < n; i += 1) {
    x = h(x) + w;
  }
  return x;
}
/// What the caller's reference names is what it was, for nothing here assigns to another object.
FG_COMPILE(.fullgraph = true)
Tensor ofReferences(const Tensor &x0, const Tensor &w, int n) {
  const auto f = [=](const Tensor &q) { return q * 0.5 + w; };
  Tensor x = x0;
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x;
}

/// Here it may be the caller's `x` that the reference names.
FG_COMPILE()
Tensor ofOneObject(Tensor &x, const Tensor &w, int n) {
  const auto f = [=](const Tensor &q) { return q * 0.5 + w; };
  for (int i = 0; i < n; i += 1)
    x = f(x) * 0.9;
  return x;
}

int main() {
  for (int n = 0; n < 4; ++n) {
    const auto x = fg::arange(4).to(fg::kFloat) * 0.25 - 0.3, w = fg::arange(4).to(fg::kFloat) * 0.5 - 0.2;
    Tensor own = w * 2;
    std::printf("copied");
    for (const Tensor &result :
         {copiesItself(x, n), numbers(x, n), listAndStruct(x, w, n), madeByExpressions(x, w, n),
          changesItsOwn(x, w, n), writtenInPlace(x, w.clone(), n), hidden(x, w, n), moved(x, w, n),
          changesItsNumber(x, w, n), ofReferences(x, w, n), ofOneObject(own, own, n)})
      std::printf(" %.6f", result.sum().item<double>());
    std::printf("\n");
  }
}
