// What copies, moves, assignments and the ends of lifetimes run of the user's code is run, as often as C++
// says: where capture cannot, it breaks.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: derived 3 alive 0
// CHECK: member 3 alive 0
// CHECK: temporary 4 alive 0
// CHECK: atTheEnd 46 alive 0
// CHECK: slicing 60022 alive 0
// CHECK: empty 3
// CHECK: virtual base 112005
// CHECK: moved 3 1
#include <fullgraph/fullgraph.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")
#define WHOLE FG_COMPILE(.fullgraph = true)

// --- destructors
static int alive = 0;
struct Counted {
  Tensor w;
  explicit Counted(Tensor x) : w(std::move(x)) { ++alive; }
  ~Counted() { --alive; }
};
struct Base {
  Tensor w;
  explicit Base(Tensor x) : w(std::move(x)) { ++alive; }
  virtual ~Base() { --alive; }
};
struct Derived : Counted {
  using Counted::Counted;
};
struct Final final : Base {
  using Base::Base;
};
struct Member {
  Counted first, second;
};
struct Empty {
  Tensor w;
  virtual ~Empty() {}
};
static Counted make(const Tensor &x) { return Counted(x + 1); }
static Tensor taken(Counted c) { return c.w * 3; }
static Counted named(const Tensor &x) {
  Counted c(x);
  c.w = c.w * 2;
  return c;
}

// These keep one graph.
WHOLE Tensor local(ONE Tensor x) {
  Counted c(x * 2);
  return c.w + 1;
}
WHOLE Tensor derived(ONE Tensor x) {
  Derived d(x * 2);
  return d.w + 1;
}
WHOLE Tensor overriding(ONE Tensor x) {
  Final f(x * 2);
  return f.w + 1;
}
WHOLE Tensor member(ONE Tensor x) {
  Member m{Counted(x), Counted(x * 2)};
  return m.first.w + m.second.w;
}
WHOLE Tensor empty(ONE Tensor x) {
  Empty e;
  e.w = x * 2;
  return e.w + x;
}
// LOG: warning: graph break: destructor of a temporary of 'Counted'
FG_COMPILE() Tensor temporary(ONE Tensor x) {
  Tensor y = make(x).w * 2;
  return y + alive;
}
FG_COMPILE() Tensor extended(ONE Tensor x) {
  const Counted &c = make(x);
  Tensor y = c.w * 2;
  return y + alive;
}
FG_COMPILE() Tensor parameter(ONE Tensor x) {
  Tensor y = taken(Counted(x));
  return y + alive;
}
FG_COMPILE() Tensor discarded(ONE Tensor x) {
  make(x);
  return x + alive;
}
// LOG: warning: graph break: destructor of 'c'
FG_COMPILE() Tensor elided(ONE Tensor x) {
  Counted c = named(x);
  return c.w + alive;
}
FG_COMPILE() Tensor inHead(ONE Tensor x) {
  if (Counted c(x); alive == 1)
    x = x + c.w;
  return x + alive;
}
FG_COMPILE() Tensor inList(ONE Tensor x) {
  std::optional<Counted> held;
  held.emplace(x);
  x = x + held->w;
  return x + alive;
}

// A temporary ends where its statement does, also when the statement is made in parts.
struct Scaling {
  Tensor &t;
  double k;
  ~Scaling() { t = t * k; }
  int one() const { return 1; }
};
FG_COMPILE() Tensor atTheEnd(ONE Tensor x) {
  Tensor y = x;
  y = y + Scaling{y, 7}.one();
  y = (Scaling{y, 3}.one(), y + 1);
  return y + 1;
}
// LOG: warning: graph break: destructor of an object of
FG_COMPILE() Tensor owned(ONE Tensor x) {
  auto p = std::make_shared<Counted>(x);
  auto q = p;
  Tensor y = x + static_cast<int>(p.use_count());
  p.reset();
  y = y * 2 + alive;
  q = nullptr;
  return y + alive;
}

// --- copies and moves
static int n = 0;
struct Copied {
  Tensor t;
  Copied(Tensor x) : t(std::move(x)) {}
  Copied(const Copied &o) : t(o.t + 1) { n += 1; }
  Copied(Copied &&o) noexcept : t(o.t) { n += 10; }
  Copied &operator=(const Copied &o) {
    t = o.t * 2;
    n += 100;
    return *this;
  }
  Copied &operator=(Copied &&o) noexcept {
    t = o.t;
    n += 1000;
    return *this;
  }
};
struct Holder {
  Copied c;
  int k = 2;
};
struct Inherits : Copied {
  using Copied::Copied;
};
struct Several {
  Copied c[2];
};

FG_COMPILE() Tensor direct(ONE Tensor x) {
  Copied a(x);
  Copied b = a, c = std::move(a);
  b = c;
  c = std::move(b);
  return c.t;
}
// LOG: warning: graph break: no capture rule for a copy that implicitly runs the constructor of 'Copied'
FG_COMPILE() Tensor inMember(ONE Tensor x) {
  Holder h{Copied(x)};
  Holder g = h;
  return g.c.t * g.k;
}
// LOG: warning: graph break: no capture rule for an assignment that implicitly runs that of 'Copied'
FG_COMPILE() Tensor assigned(ONE Tensor x) {
  Holder h{Copied(x)}, g{Copied(x * 3)};
  g = h;
  return g.c.t * g.k;
}
FG_COMPILE() Tensor inherited(ONE Tensor x) {
  Inherits a(x);
  Inherits b = a, c = std::move(a);
  b = c;
  return b.t;
}
FG_COMPILE() Tensor inArray(ONE Tensor x) {
  Several s{{Copied(x), Copied(x * 2)}};
  Several t = s;
  t = s;
  return t.c[0].t + t.c[1].t;
}
FG_COMPILE() Tensor inLambda(ONE Tensor x) {
  Copied p(x);
  auto f = [p] { return p.t; };
  auto g = f;
  return g() + f();
}
FG_COMPILE() Tensor inPair(ONE Tensor x) {
  std::pair<Copied, int> p{Copied(x), 2};
  auto q = p;
  q = p;
  return q.first.t * q.second;
}
FG_COMPILE() Tensor inTuple(ONE Tensor x) {
  std::tuple<Copied, Copied> p{Copied(x), Copied(x)};
  auto [u, v] = p;
  return u.t + v.t * 2;
}
FG_COMPILE() Tensor inStdArray(ONE Tensor x) {
  std::array<Copied, 2> p{Copied(x), Copied(x)};
  auto q = p;
  for (Copied z : q)
    x = x + z.t;
  return x;
}
FG_COMPILE() Tensor inVector(ONE Tensor x) {
  std::vector<Copied> v{Copied(x), Copied(x)};
  auto w = v;
  w.push_back(v[0]);
  return w[0].t + w[2].t;
}
FG_COMPILE() Tensor inOptional(ONE Tensor x) {
  std::optional<Copied> o = Copied(x);
  auto p = o;
  p = o;
  return p->t;
}
FG_COMPILE() Tensor inMap(ONE Tensor x) {
  std::map<int, Copied> m;
  m.emplace(1, Copied(x));
  auto k = m;
  return k.at(1).t;
}

// A copy of its own that shares nothing: writes in place must not show through.
struct Deep {
  Tensor t;
  explicit Deep(Tensor x) : t(std::move(x)) {}
  Deep(const Deep &o) : t(o.t.clone()) {}
  Deep &operator=(const Deep &) = default;
};
struct HoldsDeep {
  Deep d;
};
FG_COMPILE() Tensor deep(ONE Tensor x) {
  HoldsDeep h{Deep(x * 2)};
  HoldsDeep g = h;
  g.d.t.add_(5);
  return h.d.t * 10 + g.d.t;
}

// A class whose destructor is declared has no move: the source keeps what it has. So does a const member.
struct NoMove {
  Tensor t;
  ~NoMove() {}
};
struct HasConst {
  const Tensor t;
  Tensor u;
};
WHOLE Tensor moved(ONE Tensor x) {
  NoMove a;
  a.t = x;
  NoMove b = std::move(a);
  HasConst c{x, x + 1};
  HasConst d = std::move(c);
  return b.t + (a.t.defined() ? 1 : 0) + (c.t.defined() ? 1 : 0) + (c.u.defined() ? 10 : 0) + d.t * 0;
}

// --- a virtual base is made once, by the class of the object
struct Root {
  int a = 1;
  Tensor t;
  explicit Root(Tensor x) : t(std::move(x)) {}
};
struct Left : virtual Root {
  explicit Left(const Tensor &x) : Root(x * 2) { a += 1; }
};
struct Right : virtual Root {
  explicit Right(const Tensor &x) : Root(x * 3) { a += 10; }
};
struct Joined : Left, Right {
  explicit Joined(const Tensor &x) : Root(x * 5), Left(x), Right(x) { a += 100; }
};
// LOG: warning: graph break: no capture rule for a class with a virtual base
FG_COMPILE() Tensor virtualBase(ONE Tensor x) {
  Joined d(x);
  return d.t + d.a * 1000;
}

// A copy to an object of the base class is one of that class.
struct Shape {
  Tensor w;
  explicit Shape(Tensor x) : w(std::move(x)) {}
  virtual ~Shape() = default;
  virtual Tensor area(const Tensor &x) const { return x + w; }
};
struct Square : Shape {
  Tensor side;
  explicit Square(const Tensor &x) : Shape(x), side(x * 2) {}
  Square(const Square &o) : Shape(o) { side = o.side * 3; }
  Tensor area(const Tensor &x) const override { return x * 100 * side; }
};
static Tensor areaOf(Shape s) {
  const Shape &r = s;
  return r.area(s.w);
}
WHOLE Tensor slicing(ONE Tensor x) {
  Square d(x);
  Shape s = d;
  const Shape &r = s;
  Square e = d;
  return r.area(x) + areaOf(d) * 10 + e.area(x) * 100;
}

int main() {
  const Tensor x = fg::ones({1});
  const auto run = [&](const char *name, Tensor (*f)(Tensor)) {
    alive = n = 0;
    const double y = f(x).item<double>();
    std::printf("%s %g alive %d n %d\n", name, y, alive, n);
  };
#define RUN(f) run(#f, f)
  RUN(local), RUN(derived), RUN(overriding), RUN(member), RUN(temporary), RUN(extended), RUN(parameter);
  RUN(discarded), RUN(elided), RUN(inHead), RUN(inList), RUN(direct), RUN(inMember), RUN(assigned);
  RUN(inherited), RUN(inArray), RUN(inLambda), RUN(inPair), RUN(inTuple), RUN(inStdArray), RUN(inVector);
  RUN(inOptional), RUN(inMap), RUN(deep), RUN(atTheEnd), RUN(owned), RUN(slicing);
  std::printf("empty %g\n", empty(x).item<double>());
  std::printf("virtual base %g\n", virtualBase(x).item<double>());
  std::printf("moved %g %g\n", moved(x).item<double>(), x.item<double>());
}
