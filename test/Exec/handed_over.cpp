// Objects that compiled code makes, and hands over a graph break or returns, are as the source makes them: a
// vector has the room that it reserved or once filled, so that references stay valid, and no copy, move,
// assignment or swap() of the user's runs that the source does not call, or is left out.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: room 64: 1 103
// CHECK: reference 7
// CHECK: caller's room 100, returned 50
// CHECK: popped 10, cleared 10
// CHECK: move-only state 4, aggregate 304, array 52, pair 942, list 27
// CHECK: returned 4
// CHECK: clones 2 1 1
// CHECK: assigned once 4
// CHECK: swaps 101,1 101,1 101,1 101,1 101,1 101,1
// CHECK: moved pairs 2,1
// CHECK: made 48 566 2413.5
#include <fullgraph/fullgraph.h>

#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

FG_DISABLE("stays") void opaque() {}
static float number(const Tensor &x) { return x.item<float>(); }

// --- room

FG_DISABLE("stays") static int fill(std::vector<Tensor> &v) {
  const Tensor &first = v[0];
  for (int i = 0; i < 40; ++i)
    v.push_back(first + i); // v has room
  return &first == &v[0];
}
FG_COMPILE() static Tensor reserved(ONE Tensor x, int64_t room, int &same) {
  std::vector<Tensor> v;
  v.reserve(static_cast<size_t>(room));
  v.push_back(x * 2);
  same = fill(v);
  return v.back() + int64_t(v.capacity());
}
FG_COMPILE() static Tensor referred(ONE Tensor x) {
  std::vector<Tensor> v;
  v.reserve(8);
  v.push_back(x + 1);
  Tensor &r = v[0];
  opaque();
  for (int i = 0; i < 7; ++i)
    v.push_back(x);
  r = r + 5;
  r.add_(1);
  return v[0];
}
FG_COMPILE() static void reserveCallers(ONE Tensor x, std::vector<Tensor> &v) {
  v.reserve(100);
  v.push_back(x + 1);
}
FG_COMPILE() static std::vector<Tensor> reserveReturned(ONE Tensor x) {
  std::vector<Tensor> v;
  v.reserve(50);
  v.push_back(x + 1);
  return v;
}
FG_COMPILE() static Tensor popped(ONE Tensor x) {
  std::vector<Tensor> v{x + 1, x + 2, x + 3};
  v.pop_back();
  Tensor &r = v[0];
  opaque();
  v.push_back(x);
  r = r + 9;
  return v[0];
}
FG_COMPILE() static Tensor cleared(ONE Tensor x) {
  std::vector<Tensor> v{x + 1, x + 2, x + 3};
  v.clear();
  v.push_back(x + 1);
  Tensor *r = &v[0];
  opaque();
  v.push_back(x);
  v.push_back(x);
  *r = *r + 9;
  return v[0];
}

// --- members of the user's own classes

struct Counts {
  Tensor t;
  int n = 1;
  Counts() = default;
  Counts(const Counts &other) : t(other.t), n(other.n + 1) {}
  Counts(Counts &&other) noexcept : t(std::move(other.t)), n(other.n * 10) { other.n = -1; }
  Counts &operator=(const Counts &other) {
    t = other.t;
    n = other.n + 1000;
    return *this;
  }
};
struct Aggregate {
  Counts m;
  int k = 2;
};
struct Copied {
  int n = 1;
  Copied() = default;
  Copied(const Copied &other) : n(other.n + 1) {}
};
struct Deep { // a deep copy, as users write it
  Tensor w;
  Deep() = default;
  Deep(const Deep &other) : w(other.w.clone()) {}
};
struct Once {
  int n = 5;
  Once() = default;
  Once(Once &&other) : n(std::exchange(other.n, 0)) {}
  Once &operator=(Once &&other) {
    if (n)
      throw std::logic_error("assigned over");
    n = std::exchange(other.n, 0);
    return *this;
  }
};

FG_COMPILE() static Tensor state(ONE Tensor x) {
  Counts a;
  a.n = 3;
  Tensor y = x + 1;
  opaque();
  return y + a.n;
}
FG_COMPILE() static Tensor aggregate(ONE Tensor x) {
  Aggregate a;
  a.m.n = 3;
  Tensor y = x + 1;
  opaque();
  a.k++;
  opaque();
  return y + a.m.n + a.k * 100;
}
FG_COMPILE() static Tensor array(ONE Tensor x) {
  std::array<Copied, 2> a;
  a[1].n = 5;
  Tensor y = x + 1;
  opaque();
  return y + a[0].n + a[1].n * 10;
}
FG_COMPILE() static Tensor pair(ONE Tensor x) {
  Copied c[2];
  c[1].n = 4;
  std::pair<Copied, int> p;
  p.first.n = 9;
  Tensor y = x + 1;
  opaque();
  return y + c[0].n + c[1].n * 10 + p.first.n * 100;
}
FG_COMPILE() static Tensor list(ONE Tensor x) {
  std::vector<Copied> v(3);
  v[1].n = 7;
  Tensor y = x + 1;
  opaque();
  for (auto &c : v)
    y = y * 2 + c.n;
  return y;
}
FG_COMPILE() static Aggregate returned(ONE Tensor x) {
  Aggregate a;
  a.m.t = x + 1;
  a.m.n = 4;
  return a;
}
FG_COMPILE() static Tensor cloned(ONE Tensor x) {
  Deep d;
  d.w = x;
  Tensor y = x + 1;
  opaque();
  d.w.add_(1);
  return y + x;
}
FG_COMPILE() static Deep returnedClone(ONE Tensor x) {
  Deep d;
  d.w = x;
  return d;
}
FG_COMPILE() static Tensor once(ONE Tensor x) {
  Once o;
  o.n = 4;
  Tensor y = x * 2;
  opaque();
  return y + o.n;
}

// --- swap() of the user's

struct Swapped {
  int n = 0;
};
inline void swap(Swapped &a, Swapped &b) {
  std::swap(a.n, b.n);
  a.n += 100;
}
template <class T> Tensor both(const Tensor &x, const T &a, const T &b) {
  return fg::cat({x + a.n, x + b.n});
}

FG_COMPILE() static Tensor pairs(ONE Tensor x) {
  std::pair<Swapped, int> p{{2}, 1}, q{{1}, 2};
  p.swap(q);
  return both(x, p.first, q.first) - fg::tensor({0.0f, 1.0f});
}
FG_COMPILE() static Tensor tuples(ONE Tensor x) {
  std::tuple<Swapped, int> p{{2}, 1}, q{{1}, 2};
  p.swap(q);
  return both(x, std::get<0>(p), std::get<0>(q)) - fg::tensor({0.0f, 1.0f});
}
FG_COMPILE() static Tensor arrays(ONE Tensor x) {
  std::array<Swapped, 1> p{{{2}}}, q{{{1}}};
  p.swap(q);
  return both(x, p[0], q[0]) - fg::tensor({0.0f, 1.0f});
}
FG_COMPILE() static Tensor optionals(ONE Tensor x) {
  std::optional<Swapped> p{{2}}, q{{1}};
  p.swap(q);
  return both(x, *p, *q) - fg::tensor({0.0f, 1.0f});
}
FG_COMPILE() static Tensor freeSwap(ONE Tensor x) {
  std::pair<Swapped, int> p{{2}, 1}, q{{1}, 2};
  std::swap(p, q);
  return both(x, p.first, q.first) - fg::tensor({0.0f, 1.0f});
}
FG_COMPILE() static Tensor builtIn(ONE Tensor x) {
  Swapped p[1] = {{2}}, q[1] = {{1}};
  std::swap(p, q);
  return both(x, p[0], q[0]) - fg::tensor({0.0f, 1.0f});
}
// An object that holds parts is swapped by moves: no swap() of theirs is called.
struct Holder {
  std::pair<Swapped, int> held;
};
FG_COMPILE(.fullgraph = true) static Tensor moved(ONE Tensor x) {
  Holder a{{{1}, 1}}, b{{{2}, 2}};
  std::swap(a, b);
  return both(x, a.held.first, b.held.first);
}

// --- conversions and copies that the library makes

struct Made {
  int n = 7;
  Made(int from) : n(from) {}
  Made(const Made &other) : n(other.n + 1) {}
};
struct Plain {
  int n = 0;
  Plain(int from) : n(from * 2) {}
};
FG_COMPILE() static Tensor valueOr(ONE Tensor x) {
  std::optional<Made> o;
  o.emplace(3);
  const std::optional<Plain> p;
  return x + o.value_or(Made(9)).n * 10 + p.value_or(4).n;
}
FG_COMPILE() static Tensor partsMade(ONE Tensor x) {
  auto [e, k] = std::pair<Made, int>(5, 6);
  const std::tuple<Plain, double> t(3, 7);
  return x + e.n * 100 + k * 10 + std::get<0>(t).n;
}
FG_COMPILE() static Tensor elementsMade(ONE Tensor x) {
  const std::vector<int> from{1, 2};
  const std::vector<Plain> v(from.begin(), from.end());
  std::map<int, Plain> m;
  m.emplace(1, 5);
  const std::pair<std::pair<double, float>, int> nested(std::pair<int, int>(7, 2), 1);
  return x + v[0].n * 1000 + v[1].n * 100 + m.at(1).n + nested.first.first / 2;
}
// LOG-COUNT-6: no capture rule for a swap of parts, which finds the swap() of their own class

int main() {
  const Tensor x = fg::zeros({1});
  int same = 0;
  const float last = number(reserved(x, 64, same));
  std::printf("room 64: %d %g\n", same, last);
  std::printf("reference %g\n", number(referred(x)));
  std::vector<Tensor> v;
  reserveCallers(x, v);
  std::printf("caller's room %zu, returned %zu\n", v.capacity(), reserveReturned(x).capacity());
  std::printf("popped %g, cleared %g\n", number(popped(x)), number(cleared(x)));
  std::printf("move-only state %g, aggregate %g, array %g, pair %g, list %g\n", number(state(x)),
              number(aggregate(x)), number(array(x)), number(pair(x)), number(list(x)));
  std::printf("returned %d\n", returned(x).m.n);
  const Tensor y = fg::zeros({1});
  const float clones = number(cloned(y));
  std::printf("clones %g %g %d\n", clones, number(y), int(returnedClone(y).w.is_same(y)));
  std::printf("assigned once %g\n", number(once(x)));
  std::printf("swaps");
  for (auto f : {pairs, tuples, arrays, optionals, freeSwap, builtIn}) {
    const Tensor r = f(x);
    std::printf(" %g,%g", number(r[0]), number(r[1]));
  }
  const Tensor r = moved(x);
  std::printf("\nmoved pairs %g,%g\n", number(r[0]), number(r[1]));
  std::printf("made %g %g %g\n", number(valueOr(x)), number(partsMade(x)), number(elementsMade(x)));
}
