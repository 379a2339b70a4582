// Elements go with their container when it is swapped or moved, and references to them with them; what
// std::ref and std::max refer to is the object itself.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-DAG: graph break: no capture rule for the address of what 'std::max' returned
// LOG-DAG: graph break: no capture rule for a write through a reference that 'std::max' returned
// LOG-DAG: graph break: no capture rule for a reference that 'std::max' returned, whose object has changed
// LOG-DAG: graph break: 'std::reference_wrapper<fg::Tensor>::get' from a system header is not modelled
// CHECK: swappedRows(x, 1, 2) 8
// CHECK: swappedPairs(x, 1, 2) 9
// CHECK: swappedStructs(x, 1, 2) 53
// CHECK: reversed(x, 1, 2) 5
// CHECK: exchanged(x, 1, 2) 5
// CHECK: swappedTargets(x, 1, 2) 72
// CHECK: rotated(x, 1, 2) 5
// CHECK: movedSameLength(x, 1, 2) 5
// CHECK: movedIntoMember(x, 1, 2) 5
// CHECK: members(x, 1, 2) 120
// CHECK: optionals(x, 1, 2) 106
// CHECK: tuples(x, 1, 2) 45
// CHECK: references(x, 1, 2) 10
// CHECK: pairOfReferences(x, 1, 2) 14
// CHECK: functor(x, 1, 2) 7
// CHECK: rebound(x, 1, 2) 13
// CHECK: called(x, 1, 2) 8
// CHECK: kept(x, 1, 2) 4
// CHECK: addressOfGreater(x, 1, 2) 62
// CHECK: writtenGreater(x, 1, 2) 8
// CHECK: greater(x, 1, 2) 2
// CHECK: changedGreater(x, 1, 2) 60
// CHECK: lesserAndGreater(x, 1, 2) 30
// CHECK: whole(x, s, t) 3
// CHECK-NEXT: 2 1 8, 1 2 4 5
// CHECK: lists(x, s, t) 3
// CHECK-NEXT: 2 2 4 5, 1 1 8
// CHECK: functions(x, f, g) 50
// CHECK-NEXT: 50 6
// CHECK: handedOn(x, a, b, c) 2
// CHECK-NEXT: 2 3 2
#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using T = fg::Tensor;
#define S1 FG_SHAPE("f32[N]")

struct State {
  std::vector<T> v;
  int k = 1;
};

FG_COMPILE() T swappedRows(S1 T x, int a, int) {
  std::vector<std::vector<int>> rows(2, {a, a});
  const int &k = rows[0][1];
  std::swap(rows[0], rows[1]);
  rows[1][1] = 8;
  return x * k;
}
FG_COMPILE() T swappedPairs(S1 T x, int a, int b) {
  std::pair<std::vector<int>, int> p{{a, b}, 1}, q{{b, b}, 2};
  int &k = p.first[0];
  std::swap(p, q);
  q.first[0] = 9;
  return x * k;
}
FG_COMPILE() T swappedStructs(S1 T x, int, int) {
  State s{{x, x + 1}}, t{{x * 3}};
  T &r = s.v[0];
  std::swap(s, t);
  r = r * 5;
  return s.v[0] + t.v[0] * 10;
}
FG_COMPILE() T reversed(S1 T x, int, int) {
  std::vector<State> g(2);
  g[0].v = {x};
  g[1].v = {x * 2};
  T &r = g[0].v[0];
  std::reverse(g.begin(), g.end());
  r = r * 5;
  return g[1].v[0];
}
FG_COMPILE() T exchanged(S1 T x, int, int) {
  std::vector<T> p{x};
  T &r = p[0];
  auto q = std::exchange(p, {});
  r = r * 5;
  return q[0];
}
FG_COMPILE() T swappedTargets(S1 T x, int, int) {
  auto s = std::make_shared<State>(State{{x}}), t = std::make_shared<State>(State{{x * 2}});
  T &r = s->v[0];
  std::swap(*s, *t);
  r = r * 7;
  return s->v[0] + t->v[0] * 10;
}
FG_COMPILE() T rotated(S1 T x, int, int) {
  std::vector<std::vector<T>> g{{x}, {x + 1, x}};
  T &r = g[0][0];
  std::rotate(g.begin(), g.begin() + 1, g.end());
  r = r * 5;
  return g[1][0];
}
FG_COMPILE() T movedSameLength(S1 T x, int, int) {
  std::vector<T> from{x}, to{x * 2};
  T &r = from[0];
  to = std::move(from);
  r = r * 5;
  return to[0];
}
FG_COMPILE() T intoMember(S1 T x, State &s) {
  std::vector<T> l{x};
  T &r = l[0];
  s.v = std::move(l);
  r = r * 5;
  return s.v[0];
}
T movedIntoMember(T x, int, int) {
  State s{{x * 3}};
  return intoMember(x, s);
}
FG_COMPILE() T members(S1 T x, int a, int b) {
  std::vector<T> p{x}, q{x * 2, x};
  p.swap(q);
  std::map<int, int> m{{1, a}}, n{{1, b}};
  m.swap(n);
  std::swap(m, n);
  m.swap(n);
  std::unique_ptr<T> u = std::make_unique<T>(x * 10), v = std::make_unique<T>(x * 100);
  u.swap(v);
  return *u + p[0] * m[1] + q[0] * n[1] * 16;
}
FG_COMPILE() T optionals(S1 T x, int a, int b) {
  std::optional<int> p = a, q, r = b;
  p.swap(q);
  std::swap(q, r);
  std::string s = "a", t = "bb";
  s.swap(t);
  return x * q.value_or(3) + r.value_or(4) + int(s.size()) + p.value_or(101);
}
FG_COMPILE() T tuples(S1 T x, int a, int b) {
  std::tuple<int, T> p{a, x}, q{b, x * 2};
  p.swap(q);
  std::pair<int, int> r{a, 1}, s{b, 2};
  r.swap(s);
  std::array<int, 2> t{a, b}, u{1, 2};
  std::swap(t, u);
  int c[2] = {a, b}, d[2] = {7, 8};
  std::swap(c, d);
  return std::get<1>(p) * std::get<0>(q) + r.first * 10 + s.second + t[0] + u[1] * 7 + c[1] - a;
}

// --- std::ref
FG_COMPILE() T references(S1 T x, int a, int b) {
  auto t = std::make_tuple(std::ref(a), b);
  std::get<0>(t) = 7;
  b = 3;
  return x * a + std::get<1>(t) + 1;
}
FG_COMPILE() T pairOfReferences(S1 T x, int a, int) {
  auto t = std::make_pair(std::cref(a), std::ref(x));
  a = 7;
  t.second = t.second * 2;
  return x * t.first;
}
struct Add {
  int n = 0;
  void operator()(int k) { n += k; }
};
FG_COMPILE() T functor(S1 T x, int a, int b) {
  std::vector<int> v{a, b, 4};
  Add f;
  std::for_each(v.begin(), v.end(), std::ref(f));
  return x * f.n;
}
FG_COMPILE() T rebound(S1 T x, int a, int b) {
  auto r = std::ref(a);
  r.get() = 4;
  r = std::ref(b);
  r.get() = 8;
  int &k = r;
  return x * a + k + 1;
}
FG_COMPILE() T called(S1 T x, int a, int) {
  auto f = [&](int k) {
    a += k;
    return a;
  };
  std::function<int(int)> g = std::ref(f);
  const int q = g(3);
  return x * q + a;
}
FG_COMPILE() T kept(S1 T x, int, int) {
  std::map<std::string, std::reference_wrapper<T>> m{{"a", x}};
  m.at("a").get() = x * 4;
  return x;
}

// --- std::max
FG_COMPILE() T addressOfGreater(S1 T x, int a, int b) {
  const int *p = &std::max(a, b);
  a += 30;
  b += 60;
  return x * *p;
}
FG_COMPILE() T writtenGreater(S1 T x, int a, int b) {
  const_cast<int &>(std::max(a, b)) += 5;
  return x * a + b;
}
FG_COMPILE(.fullgraph = true) T greater(S1 T x, int a, int b) {
  const int &m = std::max(a, b);
  return x * m;
}
const int &bigger(const int &a, const int &b) { return std::max(a, b); }
FG_COMPILE() T changedGreater(S1 T x, int a, int b) {
  const int &k = bigger(a, b);
  a = 30;
  b = 60;
  return x * k;
}
FG_COMPILE() T lesserAndGreater(S1 T x, int a, int b) {
  auto both = std::minmax(a, b);
  a = 10;
  b = 20;
  return x * both.first + both.second;
}

// --- objects of the caller's
FG_COMPILE() T whole(S1 T x, State &s, State &t) {
  std::swap(s, t);
  return x + s.k;
}
FG_COMPILE() T lists(S1 T x, State &s, State &t) {
  s.v.swap(t.v);
  return x + s.k;
}
// Each is the text of where the caller has it, and not what it holds.
using Function = std::function<int(int)>;
FG_COMPILE() T functions(S1 T x, Function &f, Function &g) {
  std::swap(f, g);
  return x * f(5);
}
struct Unread {
  std::forward_list<int> list;
  int n = 0;
};
FG_COMPILE() T handedOn(S1 T x, Unread &a, Unread &b, const Unread &c) {
  a = b;
  b = c;
  return x * 2;
}

int main() {
  T x = fg::ones({1});
#define P(e) std::printf(#e " %g\n", (e).item<double>());
#define R(f) P(f(x, 1, 2))
  R(swappedRows) R(swappedPairs) R(swappedStructs) R(reversed) R(exchanged) R(swappedTargets) R(rotated);
  R(movedSameLength) R(movedIntoMember) R(members) R(optionals) R(tuples) R(references) R(pairOfReferences);
  R(functor) R(rebound) R(called) R(kept) R(addressOfGreater) R(writtenGreater) R(greater) R(changedGreater);
  R(lesserAndGreater);
  State s{{x * 4, x * 5}, 1}, t{{x * 8}, 2};
  const auto print = [](const char *before, const State &state, const char *end) {
    std::printf("%s%d %zu", before, state.k, state.v.size());
    for (const T &v : state.v)
      std::printf(" %g", v.item<double>());
    std::printf("%s", end);
  };
  P(whole(x, s, t)) print("", s, ", "), print("", t, "\n");
  P(lists(x, s, t)) print("", s, ", "), print("", t, "\n");
  Function f = [](int i) { return i + 1; }, g = [](int i) { return i * 10; };
  P(functions(x, f, g)) std::printf("%d %d\n", f(5), g(5));
  Unread a{{1}, 1}, b{{2}, 2}, c{{3}, 3};
  P(handedOn(x, a, b, c)) std::printf("%d %d %d\n", a.list.front(), b.list.front(), a.n);
}
