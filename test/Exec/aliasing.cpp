// What is easy to get wrong: handles and storage shared among inputs, members, locals and results, in-place
// writes through views, promotion, C++ integer arithmetic, moved values, globals, NaN, infinities, empty
// inputs.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
#include "Inputs/both.h"

using both::values;
using fg::Tensor;

struct S {
  FG_SHAPE("f32[4]") Tensor a;
  FG_SHAPE("f32[4]") Tensor b;
  int n = 0;
};
FG_COMPILE(.fullgraph = true)
void swapm(S &s) {
  std::swap(s.a, s.b);
  s.a.add_(1);
  s.n = s.n * 2 + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor alias_out(FG_SHAPE("f32[4,4]") Tensor x) {
  auto v = x[1];
  v.add_(1);
  auto w = x.view({16});
  w[0] = 9;
  return v;
}
FG_COMPILE(.fullgraph = true)
Tensor selfassign(S &s, FG_SHAPE("f32[4]") Tensor &t) {
  t = s.a + 1;
  s.a = t * 2;
  return s.a - t;
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> sameout(FG_SHAPE("f32[N]") Tensor x) {
  auto y = x * 2;
  auto z = y;
  z.add_(1);
  return {y, z, y.view({-1, 1}), x};
}
FG_COMPILE(.fullgraph = true)
Tensor intdiv(FG_SHAPE("i64[N]") Tensor x, int k) {
  return fg::floor_divide(x, 3) + x % 5 + k / 2 - (-k) % 3;
}
FG_COMPILE(.fullgraph = true)
Tensor promote(FG_SHAPE("i32[N]") Tensor x, FG_SHAPE("u8[N]") Tensor y, double d) {
  return (x + y) * d + (x > 2) + (y == 3);
}
FG_COMPILE(.fullgraph = true)
Tensor half(FG_SHAPE("f16[N]") Tensor x, FG_SHAPE("f16[N]") Tensor y) { return (x * 2 + 1).tanh() + y; }
FG_COMPILE(.fullgraph = true)
Tensor loops(FG_SHAPE("f32[3,N]") Tensor x) {
  Tensor acc = fg::zeros_like(x[0]);
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      if (j == 1)
        continue;
      acc += x[i] * x[j];
      if (i + j > 3)
        break;
    }
  }
  do {
    acc = acc - 1;
  } while (false);
  return acc;
}
FG_COMPILE(.fullgraph = true)
Tensor exprs(FG_SHAPE("f32[N,M]") Tensor x, float p, bool t) {
  auto m = t ? x.mean(0, true) : x.sum({1}, true);
  Tensor y = x - m, z;
  z = (y = y * p);
  int k = 0;
  k += x.size(1) > 2 ? 2 : 1;
  k <<= 2;
  return z.pow(2) / (k ? k : 1) + y.abs().sqrt();
}
FG_COMPILE(.fullgraph = true)
Tensor whereop(FG_SHAPE("f64[N]") Tensor x) {
  return fg::where(x > 0, x, 0.5) + fg::maximum(x, x * -1).log1p();
}
FG_COMPILE(.fullgraph = true)
Tensor expandw(FG_SHAPE("f32[2,3]") Tensor x) {
  auto y = x.clone();
  y.t()[0].fill_(7);
  y.narrow(1, 1, 2).mul_(x.narrow(1, 0, 2));
  return y.t();
}
FG_COMPILE(.fullgraph = true)
Tensor stats(FG_SHAPE("f32[N,5]") Tensor x) {
  return fg::stack({x.amax(1), x.amin(1), x.var(1, true), x.std(1, true), x.prod(1),
                    x.argmax(1).to(fg::kFloat), x.any(1).to(fg::kFloat)},
                   1);
}
FG_COMPILE(.fullgraph = true)
Tensor conv(FG_SHAPE("f32[B,2,H,W]") Tensor x, FG_SHAPE("f32[4,1,3,3]") Tensor w) {
  return fg::conv2d(x, w, {}, 2, 1, 1, 2).flatten(1);
}
static float gain = 2.5f;
FG_COMPILE(.fullgraph = true)
Tensor global(FG_SHAPE("f32[N]") Tensor x) {
  auto r = x * gain;
  gain = gain + 1;
  return r;
}
FG_COMPILE(.fullgraph = true)
Tensor overlapping(FG_SHAPE("f32[8]") Tensor x, int shift) {
  auto y = x * 2;
  y.slice(0, 0, 3).add_(y.slice(0, shift, shift + 3));
  return y;
}

int main() {
  for (int shift : {0, 1, 3}) // ATen refuses operands that overlap in part
    both::check("overlapping", [=] { return std::vector{overlapping(values({8}), shift)}; });
  // CHECK: overlapping: same{{$}}
  // CHECK: overlapping: same error{{$}}
  // CHECK: overlapping: same{{$}}

  both::check("swapm", [] {
    S s{values({4}), values({4}) * 2, 3};
    auto a = s.a, b = s.b;
    swapm(s);
    return std::vector{s.a, s.b, a, b, fg::tensor(s.n), fg::tensor(s.a.is_same(b))};
  });
  both::check("alias_out", [] {
    auto x = values({4, 4});
    auto v = alias_out(x);
    v.mul_(3);
    return std::vector{x, v};
  });
  both::check("selfassign", [] {
    S s{values({4}), values({4})};
    Tensor t;
    auto r = selfassign(s, t);
    return std::vector{r, s.a, t};
  });
  both::check("selfassign alias", [] {
    S s{values({4}), values({4})};
    auto r = selfassign(s, s.a);
    return std::vector{r, s.a};
  });
  both::check("sameout", [] {
    auto x = values({5});
    auto o = sameout(x);
    o[2].add_(10);
    o.push_back(fg::tensor(o[0].is_same(o[1])));
    o.push_back(fg::tensor(o[3].is_same(x)));
    return o;
  });
  for (int k : {-7, 0, 5})
    both::check("intdiv", [=] { return std::vector{intdiv(fg::arange(-7, 8), k)}; });
  both::check("promote",
              [] { return std::vector{promote(fg::arange(9, fg::kInt), fg::arange(9, fg::kByte), 0.5)}; });
  both::check("half", [] { return std::vector{half(values({33}, fg::kHalf), values({33}, fg::kHalf))}; });
  both::check("loops", [] { return std::vector{loops(values({3, 9}))}; });
  for (bool t : {false, true})
    for (int n : {0, 1, 3})
      both::check("exprs", [=] {
        return std::vector{exprs(values({n, 3}), 0.3f, t), exprs(values({n, 1}), 0.3f, t)};
      });
  both::check("whereop", [] {
    auto x = values({7}, fg::kDouble);
    x[1] = NAN;
    x[2] = INFINITY;
    x[3] = -INFINITY;
    x[4] = -0.0;
    return std::vector{whereop(x)};
  });
  both::check("expandw", [] { return std::vector{expandw(values({2, 3}))}; });
  for (int n : {0, 1, 17})
    both::check("stats", [=] {
      auto x = values({n, 5});
      if (n > 2) {
        x[1][2] = NAN;
        x[2][0] = INFINITY;
      }
      return std::vector{stats(x)};
    });
  both::check("conv", [] { return std::vector{conv(values({2, 2, 7, 9}), values({4, 1, 3, 3}))}; });
  both::check("global", [] {
    gain = 2.5f;
    auto a = global(values({3})), b = global(values({3}));
    return std::vector{a, b, fg::tensor(gain)};
  });
}

// CHECK: swapm: same{{$}}
// CHECK: alias_out: same{{$}}
// CHECK: selfassign: same{{$}}
// CHECK: selfassign alias: same{{$}}
// CHECK: sameout: same{{$}}
// CHECK-COUNT-3: intdiv: same{{$}}
// CHECK: promote: same{{$}}
// CHECK: half: same{{$}}
// CHECK: loops: same{{$}}
// CHECK-COUNT-6: exprs: same{{$}}
// CHECK: whereop: same{{$}}
// CHECK: expandw: same{{$}}
// CHECK-COUNT-3: stats: same{{$}}
// CHECK: conv: same{{$}}
// CHECK: global: same{{$}}
// LOG: overlapping: {{.*}}(the operands of an in-place operator must not overlap){{.*}}; running eagerly
// LOG: selfassign: needs 's.a' and 't' to be two objects; running eagerly
