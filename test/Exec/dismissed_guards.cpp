// What code behind a break writes into an object with a destructor is there when that runs: guards that are
// dismissed, counters, transactions.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: graph break: call to 'brk'
// CHECK: counter 2 n 3
// CHECK: written 5 n 7
// CHECK: dismissed 3 n 0
// CHECK: dismissed 200 n 1
// CHECK: rolledBack 4 n 0 state 3
// CHECK: kept 4 n 0 state 2
// CHECK: inner 6 n 1
// CHECK: looped 8 n 12
// CHECK: several 5 n 23
// CHECK: member 5 n 4
// CHECK: derived 5 n 6
// CHECK: optional 5 n 0
// CHECK: owned 5 n 0
// CHECK: parameter 2 n 8
// CHECK: alone 2 n 8
// CHECK: inlined 3 n 9
// CHECK: lambda 3 n 5
// CHECK: both 4 n 34
// CHECK: element 3 n 8
#include <fullgraph/fullgraph.h>

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

using T = fg::Tensor;
#define S1 FG_SHAPE("f32[N]")
FG_DISABLE("a break") inline void brk() {}

static int n = 0;
struct Counter {
  int v = 0;
  ~Counter() { n = n * 10 + v; }
};
struct Armed {
  bool armed = true;
  ~Armed() {
    if (armed)
      ++n;
  }
};
struct Transaction {
  T &state, old;
  bool keep = false;
  explicit Transaction(T &s) : state(s), old(s) {}
  ~Transaction() {
    if (!keep)
      state = old;
  }
};
struct Points {
  const int *at;
  ~Points() { n = n * 10 + *at; }
};
struct Derived : Counter {
  int more = 1;
};
template <class F> struct Guard {
  F f;
  ~Guard() { f(); }
};
template <class F> Guard(F) -> Guard<F>;

FG_COMPILE() T counter(S1 T x) {
  Counter c;
  brk();
  x = x * 2;
  c.v = 3;
  return x;
}
FG_COMPILE() T written(S1 T x) {
  Counter c;
  brk();
  c.v = 4;
  x = x * 2;
  c.v += 3;
  brk();
  return x + 3;
}
FG_COMPILE() T dismissed(S1 T x) {
  Armed u;
  x = x * 2;
  if ((x.sum() > 100).item<bool>())
    return x;
  x = x + 1;
  u.armed = false;
  return x;
}
FG_COMPILE() T transaction(S1 T x, S1 T &state, bool keep) {
  Transaction t(state);
  state = state * 2;
  brk();
  state = state + 1;
  if (keep) {
    state = x * 2;
    t.keep = true;
    return x * 4;
  }
  return x * 4;
}
FG_COMPILE() T inner(S1 T x) {
  {
    Armed u;
    brk();
    x = x * 2;
    u.armed = false;
  }
  Armed v;
  brk();
  x = x * 3;
  return x;
}
FG_COMPILE() T looped(S1 T x) {
  for (int i = 0; i < 3; ++i) {
    Counter c;
    brk();
    x = x * 2;
    c.v = i;
  }
  return x;
}
FG_COMPILE() T several(S1 T x) {
  std::vector<Counter> c(2);
  brk();
  x = x * 2;
  c[0].v = 2;
  c[1].v = 3;
  return x + 3;
}
FG_COMPILE() T member(S1 T x) {
  struct {
    Counter c;
    int k = 0;
  } s;
  brk();
  x = x * 2;
  s.c.v = 4;
  return x + 3;
}
FG_COMPILE() T derived(S1 T x) {
  Derived d;
  brk();
  x = x * 2;
  d.v = 5 + d.more;
  return x + 3;
}
FG_COMPILE() T optional(S1 T x) {
  std::optional<Armed> u(std::in_place);
  brk();
  x = x * 2;
  u->armed = false;
  return x + 3;
}
FG_COMPILE() T owned(S1 T x) {
  auto u = std::make_unique<Armed>();
  brk();
  x = x * 2;
  u->armed = false;
  return x + 3;
}
FG_COMPILE() T parameter(S1 T x, Counter c) {
  brk();
  x = x * 2;
  c.v = 8;
  return x;
}
FG_COMPILE() T alone(S1 T x, Counter c) {
  x = x * 2;
  c.v = 8;
  return x;
}
static T helper(T x) {
  Counter c;
  brk();
  x = x * 2;
  c.v = 9;
  return x;
}
FG_COMPILE() T inlined(S1 T x) { return helper(x) + 1; }
FG_COMPILE() T lambda(S1 T x) {
  int k = 1;
  Guard g{[&] { n = n * 10 + k; }};
  brk();
  x = x * 3;
  k = 5;
  return x;
}
FG_COMPILE() T both(S1 T x) {
  int k = 0;
  Guard first{[&] { n = n * 10 + k; }};
  Guard second{[&] {
    n = n * 10 + k;
    k += 1;
  }};
  brk();
  x = x * 4;
  k = 3;
  return x;
}
FG_COMPILE() T element(S1 T x) {
  std::array<int, 2> local{1, 2};
  std::tuple<int, Points, int> t{1, {&n}, 2};
  std::get<1>(t).at = &local[1];
  x = x * 2;
  brk();
  local[1] = 8;
  return x + 1;
}

int main() {
  const T x = fg::ones({1}), y = x * 100;
  T state;
  const auto run = [&](const char *name, auto f, bool tells = false) {
    n = 0;
    const double value = f().template item<double>();
    std::printf("%s %g n %d", name, value, n);
    std::printf(tells ? " state %g\n" : "\n", tells ? state.item<double>() : 0);
  };
#define RUN(f) run(#f, [&] { return f(x); })
  RUN(counter), RUN(written), RUN(dismissed), run("dismissed", [&] { return dismissed(y); });
  state = x * 3, run("rolledBack", [&] { return transaction(x, state, false); }, true);
  state = x * 3, run("kept", [&] { return transaction(x, state, true); }, true);
  RUN(inner), RUN(looped), RUN(several), RUN(member), RUN(derived), RUN(optional), RUN(owned);
  run("parameter", [&] { return parameter(x, {}); }), run("alone", [&] { return alone(x, {}); });
  RUN(inlined), RUN(lambda), RUN(both), RUN(element);
}
