// References, pointers and structured bindings that live across a break: what they refer to is used by its
// own name, too, and the regions behind the break are served all the same.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not="stays eager" %s < %t.log
// LOG: references.cpp: 8 functions, {{.*}} 11 breaks
// LOG: moves: needs 'z' and '(*p)' to be two objects; running eagerly
#include "Inputs/both.h"

#include <array>
#include <tuple>

using fg::Tensor;
#define N_ FG_SHAPE("f32[N]")

namespace {

struct State {
  N_ Tensor h;
  N_ Tensor c;
  int n = 0;
};
int breaks = 0;
FG_DISABLE("a break") void stop() { ++breaks; }

FG_COMPILE() Tensor variable(N_ Tensor x) {
  Tensor &r = x;
  stop();
  r = r * 2;
  return x + r;
}
FG_COMPILE() Tensor member(N_ const Tensor &x) {
  State s{x * 2, x + 1};
  Tensor &h = s.h;
  h = h + s.c;
  stop();
  h = h * 2;
  stop();
  s.h = s.h + h;
  return h + x;
}
FG_COMPILE() Tensor ofParameter(State &s, N_ const Tensor &x) {
  auto &h = s.h;
  auto &[h2, c2, n2] = s;
  h = h + s.c + x;
  stop();
  h = h * 2 + n2;
  h2 = h2 + c2;
  ++n2;
  return s.h + x * s.n;
}
FG_COMPILE() Tensor bound(N_ const Tensor &x) {
  std::array<Tensor, 3> cols{x, x * 2, x * 3};
  auto &[p, q, r] = cols;
  std::tuple<Tensor, Tensor> pair{x, x + 1};
  auto &[u, v] = pair;
  stop();
  p = p + q;
  u = u * v;
  return cols[0] * r + cols[1] + std::get<0>(pair);
}
FG_COMPILE() Tensor pointer(N_ const Tensor &x) {
  Tensor y = x + 1;
  auto *p = &y;
  stop();
  *p = *p * 2;
  return y + x;
}
FG_COMPILE() void turns(std::vector<State> &states, N_ const Tensor &x) {
  for (auto &s : states) {
    auto &h = s.h;
    stop();
    h = h + x;
    s.h = h * s.h;
  }
}
// The pointer moves on, to what the region writes: that one call is eager.
FG_COMPILE() Tensor moves(N_ const Tensor &x) {
  Tensor y = x + 1, z = x * 3;
  auto *p = &y;
  stop();
  p = &z;
  stop();
  z = z * 2 + *p;
  return y + z;
}
// An inner variable has the name of what the reference is bound to.
FG_COMPILE() Tensor hidden(N_ const Tensor &x) {
  State s{x, x * 2};
  Tensor &h = s.h;
  for (int i = 0; i < 2; ++i) {
    State s{x * 10, x};
    stop();
    h = h + s.h;
    s.c = s.c + h;
    stop();
    h = h + s.c;
  }
  return s.h;
}

} // namespace

int main() {
  for (const int n : {1, 4}) {
    const Tensor x = both::values({n});
    both::check("variable", [&] { return std::vector{variable(x), x}; });
    both::check("member", [&] { return std::vector{member(x)}; });
    both::check("ofParameter", [&] {
      State s{x * 2, x + 1};
      return std::vector{ofParameter(s, x), s.h, s.c, x * s.n};
    });
    both::check("bound", [&] { return std::vector{bound(x)}; });
    both::check("pointer", [&] { return std::vector{pointer(x)}; });
    both::check("turns", [&] {
      std::vector<State> states{{x, x}, {x + 1, x}};
      turns(states, x);
      return std::vector{states[0].h, states[1].h};
    });
    both::check("moves", [&] { return std::vector{moves(x)}; });
    both::check("hidden", [&] { return std::vector{hidden(x)}; });
  }
  // CHECK-COUNT-16: {{: same$}}
}
