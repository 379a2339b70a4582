// What refers to another object refers to it, wherever it is kept: tuples of references, spans, bit-fields'
// objects, pointers that own; and what is returned is what a guard writes to last.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-DAG: graph break: destructor of 'y' has effects at the end of the scope
// LOG-DAG: graph break: no capture rule for a number that a bit-field is given
// LOG-DAG: graph break: no capture rule for a reference that 'std::max' returned, whose object has changed
// LOG-DAG: graph break: destructor of an object of
// CHECK: d9(x, w) 22
// CHECK: c9(x, w) 4
// CHECK: e9(x, w) 49
// CHECK: f9(x, w) 21
// CHECK: g9(x, w) 61
// CHECK: n1(x) 5
// CHECK: n2(x) 2
// CHECK: n3(x) 7
// CHECK: n4(x) 10
// CHECK: n5(x).first 4
// CHECK: a(x, v, w) 9
// CHECK: a(x, v, v[0]) 6
// CHECK: a(x, v, v[1]) 7
// CHECK: b(x, v, k) 9
// CHECK: b(x, v, v[0]) 12
// CHECK: c(x, w, 2) 11
// CHECK: d(std::tie(y, z), w) 5
// CHECK: d(std::tie(y, z), y) 16
// CHECK: d(std::tie(y, z), z) 12
// CHECK: d(std::tie(y, y), z) 50
// CHECK: e(x) -8
// CHECK: f(x, 3) 3
// CHECK: f(x, 11) 3
// CHECK: g(x, m) 2
// CHECK: g(x, m) 3
// CHECK: g(x.to(fg::kDouble), m) 2
// CHECK: h(y, w) 9
// CHECK: h(y, y[0]) 40
// CHECK: h(y, y[1]) 28
// CHECK: exchanged(x) 7
// CHECK: elements(x, {x, x * 2}, 0) 22
// CHECK: elements(x, {x, x * 2}, 1) 13
// CHECK: released(x, u) 2
// CHECK: moved(x, s) 3
// CHECK: greater(x, 1, 2) 20
#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

using T = fg::Tensor;
#define S1 FG_SHAPE("f32[1]")
static void brk() { std::puts("brk"); }

struct G {
  T &t;
  double k;
  G(T &x, double q) : t(x), k(q) {}
  ~G() { t = t * k + 1; }
};
FG_COMPILE() T d9(S1 T x, S1 T w) {
  std::tie(x, w) = std::tie(w, x);
  return x * 10 + w;
}
FG_COMPILE() T c9(S1 T x, S1 T w) {
  auto t = std::tie(x, w);
  brk();
  std::get<0>(t) = w * 2;
  return x;
}
FG_COMPILE() T e9(S1 T x, S1 T w) {
  auto t = std::tie(x, w);
  auto u = t;
  auto v = std::move(u);
  std::get<0>(v) = w * 2;
  std::get<1>(u) = x + 5;
  return x * 10 + w;
}
FG_COMPILE() T f9(S1 T x, S1 T w) {
  std::tie(x, w) = std::make_tuple(w, x);
  return x * 10 + w;
}
FG_COMPILE() T g9(S1 T x, S1 T w) {
  std::tuple<T &, T> t(x, w);
  std::tuple<T, T> u(w * 3, x);
  t = u;
  return x * 10 + std::get<1>(t);
}
FG_COMPILE() T n1(S1 const T &x) {
  T y = x;
  G g(y, 2);
  y = y + 1;
  return y;
}
FG_COMPILE() T n2(S1 const T &x) {
  T y = x;
  G g(y, 2);
  y = y + 1;
  return y + 0;
}
FG_COMPILE() T n3(S1 const T &x) {
  T y = x;
  auto gd = std::shared_ptr<int>(new int(3), [&](int *p) {
    y = y + *p;
    delete p;
  });
  y = y * 2;
  brk();
  y = y * 2;
  gd = nullptr;
  return y;
}
FG_COMPILE() T n4(S1 const T &x) {
  T y = x * 2;
  {
    auto d = [&](int *p) { y = y + *p; };
    int k = 4;
    std::unique_ptr<int, decltype(d)> gd(&k, d);
    y = y * 3;
  }
  return y;
}
FG_COMPILE() std::pair<T, T> n5(S1 const T &x) {
  std::pair<T, T> p{x, x};
  G g(p.first, 3);
  p.second = p.second * 2;
  return p;
}
FG_COMPILE() T a(S1 T x, S1 std::span<T> s, S1 T &t) {
  t = x;
  s[0] = s[0] + t;
  return s[0] * 2 + t;
}
FG_COMPILE() T b(S1 T x, std::span<int> s, int &t) {
  t = 3;
  s[0] = s[0] + t;
  return x * s[0] + t;
}
FG_COMPILE() T c(S1 T x, S1 T w, int n) {
  std::pair<T &, int &> p(x, n);
  brk();
  p.first = w * 2;
  p.second += 3;
  brk();
  return x * n + w;
}
FG_COMPILE() T d(std::tuple<T &, T &> r, S1 T &t) {
  t = t * 2;
  std::get<0>(r) = std::get<0>(r) + std::get<1>(r);
  return t + std::get<1>(r);
}
struct Bits {
  unsigned a : 3;
  int b : 4;
};
FG_COMPILE() T e(S1 T x) {
  Bits f{};
  f.a = 7;
  f.a++;
  f.b = 7;
  f.b += 1;
  return x * int(f.a) + f.b;
}
FG_COMPILE() T f(S1 T x, int n) {
  Bits f{};
  f.a = unsigned(n);
  return x * int(f.a);
}
FG_COMPILE() T g(S1 T x, std::map<int, T> &m) {
  x = x + 1;
  bool had = m.count(3);
  m[3] = x;
  brk();
  return x + int(had);
}
FG_COMPILE() T h(S1 T *p, S1 T &t) {
  t = t * 2;
  p[0] = p[0] + t;
  return t + p[0];
}
// An element that an index names may be another one, also in a copy.
FG_COMPILE() T elements(S1 T x, S1 std::vector<T> v, int i) {
  T &a = v[i];
  v[0] = x;
  a = a + 1;
  return a + v[0] * 10;
}

// A place in a map that capture knows.
FG_COMPILE() T exchanged(S1 T x) {
  std::map<int, T> m;
  auto [it, fresh] = m.insert({1, x * 3});
  auto old = std::exchange(it, m.end());
  return old->second * 2 + (it == m.end() ? 1 : 0);
}

struct V {
  virtual ~V() = default;
};
static int dead = 0;
struct W final : V {
  ~W() override { ++dead; }
};
FG_COMPILE() T released(S1 T x, std::unique_ptr<V> &p) {
  p = nullptr;
  return x + dead;
}
FG_COMPILE() T moved(S1 T x, std::shared_ptr<V> &p) {
  {
    auto q = std::move(p);
  }
  return x + dead;
}
FG_COMPILE() T greater(S1 T x, int a, int b) {
  const int &m = std::max(a, b);
  a = 10, b = 20;
  return x * m;
}

int main() {
  T x = fg::ones({1}), w = x * 2;
#define P(e) std::printf(#e " %g\n", (e).item<double>());
  P(d9(x, w))
  P(c9(x, w)) P(e9(x, w)) P(f9(x, w)) P(g9(x, w)) P(n1(x)) P(n2(x)) P(n3(x)) P(n4(x)) P(n5(x).first) {
    std::vector<T> v{x * 3, x * 4};
    P(a(x, v, w)) P(a(x, v, v[0])) P(a(x, v, v[1]))
  }
  {
    std::vector<int> v{3, 4};
    int k = 1;
    P(b(x, v, k)) P(b(x, v, v[0]))
  }
  P(c(x, w, 2)) {
    T y = x * 2, z = x * 3;
    P(d(std::tie(y, z), w)) P(d(std::tie(y, z), y)) P(d(std::tie(y, z), z)) P(d(std::tie(y, y), z))
  }
  P(e(x)) P(f(x, 3)) P(f(x, 11)) {
    std::map<int, T> m;
    P(g(x, m)) P(g(x, m)) m.clear();
    P(g(x.to(fg::kDouble), m))
  }
  {
    T y[2] = {x, x * 2};
    P(h(y, w)) P(h(y, y[0])) P(h(y, y[1]))
  }

  P(exchanged(x))
  P(elements(x, {x, x * 2}, 0)) P(elements(x, {x, x * 2}, 1)) std::unique_ptr<V> u = std::make_unique<W>();
  std::shared_ptr<V> s = std::make_shared<W>();
  P(released(x, u)) P(moved(x, s)) P(greater(x, 1, 2))
}
