// A region behind a break knows the types of what stands in front of it: expanded and sliced tensors, which
// no order of dims describes, and members of objects that stay where they are declared. No dtype or rank here
// is the likeliest guess (f32 of one dim).
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: types_behind_breaks.cpp: 9 functions, {{.*}} 10 breaks,
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

static int breaks;
FG_DISABLE("a break") static void stop() { ++breaks; }

FG_COMPILE() Tensor expanded(FG_SHAPE("f64[M,N]") Tensor x) {
  Tensor t = x.mean().expand({x.size(0), x.size(1)});
  stop();
  return t + x;
}
FG_COMPILE() Tensor sliced(FG_SHAPE("f64[M,N]") Tensor x) {
  Tensor t = x.slice(1, 1, 3), u = x.select(1, 0);
  stop();
  return t * 2 + u.unsqueeze(1);
}
FG_COMPILE() Tensor chunks(FG_SHAPE("f64[M,N]") Tensor x) {
  std::vector<Tensor> parts = x.chunk(2, 1);
  stop();
  return parts[0] * 2 + parts[1];
}
// The layout is the same in each turn.
FG_COMPILE() Tensor carried(FG_SHAPE("f64[M,N]") Tensor x) {
  Tensor t = x.slice(1, 0, 2);
  Tensor sum = fg::zeros({1}, fg::kDouble);
  for (int i = 0; i < 3; ++i) {
    stop();
    sum = sum + t.sum();
  }
  return t + sum;
}

// The class has no name behind its function.
FG_COMPILE() Tensor local_class(FG_SHAPE("f64[M,N]") Tensor x) {
  struct Pair {
    Tensor tensor;
    int factor;
  };
  Pair pair{x * 2, 3};
  stop();
  return pair.tensor * pair.factor;
}
struct Scope {
  Tensor held;
  int uses = 1;
  explicit Scope(Tensor t) : held(t) {}
  Scope(const Scope &) = delete;
  ~Scope() { breaks += uses; }
};
FG_COMPILE() Tensor scope(FG_SHAPE("f64[M,N]") Tensor x) {
  Scope s(x + 1);
  stop();
  s.uses = 2;
  return s.held * 2;
}
struct Fixed {
  Tensor held;
  explicit Fixed(const Tensor &t) : held(t) {}
  Fixed(const Fixed &) = delete;
};
FG_COMPILE() Tensor fixed(FG_SHAPE("f64[M,N]") Tensor x) {
  Fixed f(x.t());
  stop();
  return f.held * 2;
}
FG_COMPILE() Tensor nested(FG_SHAPE("f64[M,N]") Tensor x, bool twice) {
  Tensor y = x * 2;
  {
    Scope s(y);
    stop();
    y = s.held + 1;
  }
  if (twice) {
    Scope s(y.t());
    stop();
    y = s.held.t() * 2;
  }
  return y;
}
FG_COMPILE() Tensor array(FG_SHAPE("f64[M,N]") Tensor x) {
  struct Row {
    Tensor tensor;
  };
  Row rows[2] = {{x}, {x.mean().expand({x.size(0), x.size(1)})}};
  stop();
  return rows[0].tensor + rows[1].tensor;
}

int main() {
  Tensor x = fg::ones({3, 4}, fg::kDouble);
  for (const Tensor &t : {expanded(x), sliced(x), chunks(x), carried(x), local_class(x), scope(x), fixed(x),
                          nested(x, true), nested(x, false), array(x)})
    std::printf("%s %ld %g\n", fg::toString(t.scalar_type()), static_cast<long>(t.dim()),
                t.sum().item<double>());
  std::printf("%d\n", breaks);
}
// CHECK: Double 2 24
// CHECK-NEXT: Double 2 18
// CHECK-NEXT: Double 2 18
// CHECK-NEXT: Double 2 114
// CHECK-NEXT: Double 2 72
// CHECK-NEXT: Double 2 48
// CHECK-NEXT: Double 2 24
// CHECK-NEXT: Double 2 72
// CHECK-NEXT: Double 2 36
// CHECK-NEXT: Double 2 24
// CHECK-NEXT: {{^18$}}
