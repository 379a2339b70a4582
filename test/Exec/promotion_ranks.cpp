// Type promotion asks whether an operand has dims: u8[N] * i16[1] is i16, u8[N] * i16[] is u8. What kernels
// do with dims (merging them, reading a broadcast operand where it is, computing views in place) must not
// change it.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="served eagerly" %s < %t.log
// LOG: promotion_ranks.cpp: 8 functions, 8 graphs, {{.*}} 0 breaks
#include "Inputs/both.h"

using fg::Tensor;
using fg::indexing::Slice;

namespace {

std::vector<Tensor> mixed(const Tensor &a, const Tensor &b) {
  return {a * b, a + b, a < b, a == b, b >= a, fg::maximum(a, b), fg::where(a > 3, a, b)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> ofOne(FG_SHAPE("u8[N]") const Tensor &a, FG_SHAPE("i16[1]") const Tensor &b) {
  return mixed(a, b);
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> ofNone(FG_SHAPE("u8[N]") const Tensor &a, FG_SHAPE("i16[]") const Tensor &b) {
  return mixed(a, b);
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> between(FG_SHAPE("u8[N]") const Tensor &a, FG_SHAPE("i16[]") const Tensor &b,
                            FG_SHAPE("i16[1]") const Tensor &c) {
  return {a * b.unsqueeze(0),        a < b.unsqueeze(0), a < b.expand({a.size(0)}), a * b.expand({1}),
          a * c.squeeze(0),          a < c.squeeze(0),   a < c.select(0, 0),        a == c[0],
          a < c.expand({a.size(0)}), a < b.reshape({1}), a < c.reshape({}),         a < c.sum(),
          a < c.sum(0, true),        a < b.view({1, 1}), a < b.clone().unsqueeze(0)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> oneElement(FG_SHAPE("u8[1]") const Tensor &a, FG_SHAPE("i16[]") const Tensor &b,
                               FG_SHAPE("i16[1, 1]") const Tensor &c) {
  return {a * b, a < b, a * c, a < c, b * c, a * b * c, (a < b) * c, a.squeeze(0) * b, a.squeeze(0) < b};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> real(FG_SHAPE("f32[M, N]") const Tensor &x, FG_SHAPE("f64[1]") const Tensor &one,
                         FG_SHAPE("f64[]") const Tensor &none) {
  return {x * one, x * none, x < one, x < none, x + one.to(fg::kHalf), x == x.to(fg::kDouble) * none};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> part(FG_SHAPE("u8[N]") const Tensor &a, FG_SHAPE("i16[K]") const Tensor &table) {
  fg::check(table.size(0) > 4, "a table");
  return {a * table[2],
          a < table[2],
          a * table.index({Slice(2, 3)}),
          a < table.index({Slice(2, 3)}),
          a < table.narrow(0, 3, 1),
          a < table.slice(0, 3, 4) + table[1]};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> powers(FG_SHAPE("f16[N]") const Tensor &h, FG_SHAPE("f32[N]") const Tensor &x) {
  return {pow(h, 0.5), pow(h, -0.5), pow(x, 0.5), pow(x, -0.5), pow(h, 2), pow(h, 3.5)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> alphas(FG_SHAPE("bool[N]") const Tensor &a, FG_SHAPE("bool[N]") const Tensor &b,
                           int64_t alpha) {
  return {fg::add(a, b, alpha), fg::add(a, b, -1), fg::add(a, b, 0), fg::add(a, b, 2)};
}

Tensor bytes(int64_t n) { return (fg::arange(n) * 37).to(fg::kByte); }

} // namespace

int main() {
  for (const int64_t n : {1, 2, 7, 40, 301}) {
    const Tensor a = bytes(n);
    for (const int64_t value : {-1, 3, 200, 300, -32768}) {
      const Tensor none = fg::full({}, value, fg::kShort), one = none.reshape({1}).clone();
      both::check("ofOne", [&] { return ofOne(a, one); });
      both::check("ofNone", [&] { return ofNone(a, none); });
      both::check("between", [&] { return between(a, none, one); });
      both::check("oneElement", [&] { return oneElement(bytes(3).slice(0, 2), none, one.view({1, 1})); });
      both::check("part", [&] { return part(a, fg::arange(9).to(fg::kShort) * 111 + none); });
    }
    both::check("real", [&] {
      const Tensor x = both::values({3, n});
      return real(x, fg::full({1}, 1.0 / 3, fg::kDouble), fg::full({}, 0.1, fg::kDouble));
    });
    both::check("powers", [&] {
      const Tensor x = both::values({n});
      x[0] = -INFINITY;
      return powers(x.to(fg::kHalf), x);
    });
    for (const int64_t alpha : {-1, 0, 1, 2})
      both::check("alphas", [&] { return alphas(a > 90, a < 200, alpha); });
  }
  // CHECK: ofOne: same
  // CHECK-NEXT: ofNone: same
  // CHECK-NEXT: between: same
  // CHECK-NEXT: oneElement: same
  // CHECK-NEXT: part: same
  // CHECK: real: same
  // CHECK-NEXT: powers: same
  // CHECK-NEXT: alphas: same
  // CHECK-NEXT: alphas: same
  // CHECK-NEXT: alphas: same
  // CHECK-NEXT: alphas: same
}
