// ATen's forms in place under its other names, and functions that are compositions: one graph each, which
// gives what eager code gives, also through a view of the operand, and with the same random numbers.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: in_place_names.cpp: 8 functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// CHECK-COUNT-8: same
// CHECK: eager calls: 0{{$}}
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor pointwise(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("f32[N,M]") const Tensor &y) {
  x.absolute_().negative_();
  x.slice(1, 0, x.size(1), 2).sinc_().deg2rad_();
  x.arctan2_(y).ldexp_(y.fix()).rad2deg_().sgn_();
  return x.true_divide_(3).heaviside_(y);
}

FG_COMPILE(.fullgraph = true)
Tensor compared(FG_SHAPE("f32[N,M]") const Tensor &x, FG_SHAPE("f32[N,M]") const Tensor &y) {
  Tensor z = x * 1, w = y * 1;
  z.less_(y).greater_equal_(0.5);
  w.not_equal_(z).less_equal_(x);
  return z + w.greater_(0.25) + x.arctan() + y.hardshrink(0.1);
}

FG_COMPILE(.fullgraph = true)
Tensor wide(FG_SHAPE("f64[N]") Tensor x, FG_SHAPE("f64[N]") const Tensor &y) {
  return x.float_power_(y.abs()).mvlgamma_(1);
}

FG_COMPILE(.fullgraph = true)
Tensor matrices(FG_SHAPE("f32[3,4]") Tensor x, FG_SHAPE("f32[B,3,5]") const Tensor &a,
                FG_SHAPE("f32[B,5,4]") const Tensor &b) {
  x.addbmm_(a, b, 0.5, 2);
  x.addr_(x.select(1, 0).clone(), x.select(0, 1).clone());
  return x.adjoint().diagonal_scatter(fg::ones({3})).sum_to_size({4, 1}) + x.quantile(0.3);
}

FG_COMPILE(.fullgraph = true)
Tensor placed(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("i64[K]") const Tensor &places,
              FG_SHAPE("f32[K]") const Tensor &values) {
  x.t().put_(places, values, true);
  return x.put(places, values);
}

FG_COMPILE(.fullgraph = true)
Tensor drawn(FG_SHAPE("f32[N,M]") Tensor x, FG_SHAPE("i32[K]") Tensor y) {
  const Tensor some = x.random_(3, 9).sum(), like = fg::randint_like(y, 5).sum();
  y.random_(100);
  return y + some + like + x.random_().max();
}

FG_COMPILE(.fullgraph = true)
Tensor quantized(FG_SHAPE("f32[N,M]") const Tensor &x, FG_SHAPE("f32[N]") const Tensor &scale,
                 FG_SHAPE("i32[N]") const Tensor &zero) {
  return fg::fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 15) +
         fg::fake_quantize_per_tensor_affine(x, scale.slice(0, 0, 1), zero[1], 0, 15) +
         fg::fake_quantize_per_channel_affine(x, scale, zero, 0, -4, 4);
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> parted(FG_SHAPE("f32[N,4]") const Tensor &x) {
  std::vector<Tensor> parts = x.unsafe_chunk(2, 1);
  parts.push_back(x.narrow_copy(1, 1, 2));
  parts.push_back(x + fg::range(1, 4));
  parts.push_back(fg::frobenius_norm(x, {0}) + (x.is_same_size(parts[0]) ? 1 : 2));
  return parts;
}

int main() {
  const Tensor x = values({3, 4}), y = values({4, 3}).t().contiguous() + 0.1;
  const Tensor places = fg::tensor({0, 7, -1, 3}), some = values({4});
  both::check("pointwise", [&] {
    Tensor a = x.clone();
    return std::vector{pointwise(a, y), a};
  });
  both::check("compared", [&] { return std::vector{compared(x, y)}; });
  both::check("wide", [&] {
    Tensor a = values({5}).to(fg::kDouble).abs() + 0.7;
    return std::vector{wide(a, values({5}).to(fg::kDouble)), a};
  });
  both::check("matrices", [&] {
    Tensor a = x.clone();
    return std::vector{matrices(a, values({2, 3, 5}), values({2, 5, 4})), a};
  });
  both::check("placed", [&] {
    Tensor a = x.clone();
    return std::vector{placed(a, places, some), a};
  });
  both::check("drawn", [&] {
    fg::manual_seed(4);
    Tensor a = x.clone(), b = fg::zeros({6}, fg::kInt);
    return std::vector{drawn(a, b), a, b};
  });
  both::check("quantized", [&] {
    return std::vector{
        quantized(x * 3, fg::tensor({0.1f, 0.3f, 0.02f}), fg::tensor({0, 1, -4}).to(fg::kInt))};
  });
  both::check("parted", [&] { return parted(x); });
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
}
