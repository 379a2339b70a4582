// A call that is made in front of its statement changes tensors and variables that C++ reads before the call,
// and others behind it: what comes before is computed before, and stays compiled.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// What is not taken out of a statement is told, of the function `said` as well: an operator between two calls
// of leaves.
// LOG: warning: graph break: no capture rule for the rest of a statement around a call that is made on its own
// LOG-NEXT: Tensor z = say("one", y).exp()
// LOG: warning: graph break: no capture rule for the rest of a statement around a call that is made on its own
// LOG-NEXT: return z.sin().mul(
// LOG: evaluation_order.cpp: 15 functions, {{.*}} 11 breaks
// What a function that stays returns is only guessed: it has as many dims as what it is added to.
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

static void show(const char *what, const Tensor &x) {
  std::printf("%s: %.4f\n", what, x.sum().item<double>());
}
FG_LEAF static Tensor say(const char *what, const Tensor &x) {
  std::printf("%s\n", what);
  return x + 1;
}
extern Tensor (*indirect)(const Tensor &);

// y is 0, 0.5, 1, 1.5: its exponentials are taken before it is made three times as large.
FG_COMPILE()
Tensor object(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  return y.exp().add(indirect(y));
}
// CHECK: object: 22.8487
FG_COMPILE()
Tensor nested(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  Tensor z = y.exp().mul(y.sin().add(indirect(y)));
  return z + 1;
}
struct Chain {
  Tensor t;
  Chain add(const Tensor &o) const { return {t + o}; }
};
FG_COMPILE()
Tensor part(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  return Chain{y.exp()}.add(indirect(y)).t * 3;
}
FG_COMPILE()
Tensor listed(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x.tanh();
  std::vector<Tensor> parts{y.exp(), indirect(y), y.sin()};
  return fg::stack(parts) + 1;
}
// A view is a view before the call, too: what it leads to has changed.
FG_COMPILE()
Tensor viewed(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  return y.unsqueeze(1).add(indirect(y)) * 2;
}
// CHECK: viewed: 176.0000
FG_COMPILE()
Tensor said(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  Tensor z = say("one", y).exp().add(say("two", y));
  return z.sin().mul(say("three", z.cos()).exp()).sub(indirect(z)) + 1;
}
// CHECK: one
// CHECK-NEXT: two
// CHECK-NEXT: three
FG_COMPILE()
Tensor chosen(FG_SHAPE("f32[N]") Tensor x, bool c) {
  Tensor y = x.tanh();
  return c ? say("yes", x) * 2 + y.exp() : y.sin();
}
// CHECK: yes
// The number that the call changes is read before it.
FG_COMPILE()
Tensor counted(FG_SHAPE("f32[N]") Tensor x, int64_t n) {
  Tensor y = x.tanh();
  auto bump = [&](const Tensor &t) {
    n += 1;
    std::printf("bump\n");
    return t * n;
  };
  Tensor z = y.mul(n).add(bump(y));
  return z.mul(n).sub(indirect(z)) * 2;
}
// What a function pointer's parameter is bound to changes, too.
extern Tensor (*raise)(const Tensor &, int64_t &);
FG_COMPILE()
Tensor pointed(FG_SHAPE("f32[N]") Tensor x, int64_t n) {
  Tensor y = x.tanh();
  Tensor z = y.mul(n).add(raise(y, n));
  return z.mul(n).sub(indirect(z)) * 2;
}
// CHECK: raise
// What the object holds is renewed by a lambda that captured the object.
struct Held {
  Tensor w;
  std::vector<Tensor> parts;
  FG_COMPILE()
  Tensor run(FG_SHAPE("f32[N]") Tensor x) {
    auto renew = [this](const Tensor &t) {
      std::printf("renew\n");
      parts[0] = t * 3;
      w = t * 2;
      return t + 1;
    };
    Tensor y = x.tanh();
    return w.mul(2).add(parts[0]).add(renew(y)).mul(w);
  }
};
// CHECK: renew
// An aggregate in parentheses is initialised from left to right.
FG_COMPILE()
Tensor bracketed(FG_SHAPE("f32[N]") Tensor x) {
  Tensor y = x * 2;
  struct Two {
    Tensor first, second;
  };
  Two two(y.exp(), indirect(y));
  return two.first.mul(two.second) + 1;
}
Tensor (*raise)(const Tensor &, int64_t &) = [](const Tensor &x, int64_t &n) {
  std::printf("raise\n");
  n += 2;
  return x * n;
};
Tensor (*indirect)(const Tensor &) = [](const Tensor &x) {
  Tensor a = x;
  a.mul_(3);
  return a + 1;
};

int main() {
  const Tensor x = fg::arange(4).to(fg::kFloat) / 4;
  show("object", object(x));
  show("nested", nested(x));
  show("part", part(x));
  show("listed", listed(x));
  show("viewed", viewed(x));
  show("said", said(x));
  show("chosen", chosen(x, true));
  show("not chosen", chosen(x, false));
  show("counted", counted(x, 3));
  show("pointed", pointed(x, 3));
  Held held{x * 5, {x * 7}};
  show("held", held.run(x));
  show("held again", held.run(x));
  show("bracketed", bracketed(x));
}
