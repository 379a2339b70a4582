// Backend "interp": the captured graphs run operator by operator through the library, with no kernel built.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: 8 functions, 9 graphs, {{[0-9]+}} operators in 0 kernels
#include "Inputs/both.h"

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor weak(FG_SHAPE("i64[N,3]") Tensor x, FG_SHAPE("f64[N,3]") Tensor y, double scale, int k) {
  auto a = fg::where(x > 1, x, k) * scale + fg::clamp(y, -0.5, scale);
  auto s = a.sum().item<double>() * 0.25 + k;
  return (a / s).masked_fill(x == 2, 7.5) + fg::pow(y.abs() + 1, k) - (x % 3).to(fg::kFloat);
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor writes(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4]") Tensor row) {
  x.t().select(0, 1).mul_(0.5);
  x.narrow(1, 2, 2).copy_(fg::softmax(x, 1).narrow(1, 0, 2));
  row.add_(x.sum(0));
  x[0] = row;
  return x.t();
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
std::vector<Tensor> shared(FG_SHAPE("f32[N,4]") Tensor x) {
  auto t = fg::relu(x).t();
  return {t, t.contiguous(), t[1], x.view({-1, 2}), fg::cat({x, x}, 1), fg::arange(4, fg::kLong), t};
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
void swapped(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[N]") Tensor y) {
  auto t = x.clone();
  x.copy_(y);
  y.copy_(t);
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor rows(FG_SHAPE("f32[R,C]") Tensor table, FG_SHAPE("i64[N]") Tensor index) {
  table.mul_(2);
  return fg::index_select(table, 0, index) + index.unsqueeze(1);
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor image(FG_SHAPE("f32[B,2,H,W]") Tensor x, FG_SHAPE("f32[4,2,3,3]") Tensor w, bool pool) {
  auto y = fg::conv2d(x, w, {}, 1, 1);
  if (pool)
    y = fg::max_pool2d(y, 2);
  return y.var({2, 3});
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor matrices(FG_SHAPE("f32[N,3]") Tensor x, FG_SHAPE("f32[5,3]") Tensor w, FG_SHAPE("f32[5]") Tensor b) {
  auto y = fg::linear(x, w, b);
  return fg::matmul(y, w) + fg::log_softmax(x, 0) + fg::argmax(y, 1, true);
}
FG_COMPILE(.fullgraph = true, .backend = "interp")
std::vector<Tensor> spread(FG_SHAPE("f32[N,4]") Tensor x) { // their elements share memory; random numbers are drawn once
  const Tensor drawn = fg::dropout(x, 0.5, true);
  return {drawn.sum(0, true).expand({x.size(0), 4}), x.mean().expand({2, x.size(0)}), fg::rand({2})};
}

int main() {
  for (int n : {0, 1, 5})
    both::check("weak", [=] {
      return std::vector{weak(fg::arange(3 * n).view({n, 3}), values({n, 3}, fg::kDouble), 0.3, 2)};
    });
  both::check("writes", [] {
    auto x = values({3, 4}), row = values({4});
    auto y = writes(x, row);
    y.add_(1);
    return std::vector{x, row, y};
  });
  both::check("writes", [] { // one memory under two names: the user's own code
    auto x = values({3, 4});
    return std::vector{writes(x, x[2]), x};
  });
  both::check("shared", [] {
    auto x = values({3, 4});
    auto all = shared(x);
    all[0].mul_(2);
    all[3].mul_(3);
    all.push_back(x);
    all.push_back(fg::tensor(all[0].is_same(all[6])));
    return all;
  });
  both::check("swapped", [] {
    auto x = values({5}), y = values({5}) + 1;
    swapped(x, y);
    return std::vector{x, y};
  });
  for (int64_t last : {3, 4}) // 4 is out of range: nothing may have been written when it throws, or written once
    both::check("rows", [=] {
      auto table = values({4, 2});
      auto index = fg::tensor({1, 0, 2});
      index[2] = last;
      return std::vector{rows(table, index), table};
    });
  for (bool pool : {false, true})
    both::check("image", [=] { return std::vector{image(values({2, 2, 6, 5}), values({4, 2, 3, 3}), pool)}; });
  for (int n : {0, 3})
    both::check("spread", [=] {
      fg::manual_seed(7);
      return spread(values({n, 4}));
    });
  both::check("matrices",
              [] { return std::vector{matrices(values({4, 3}), values({5, 3}), values({5}))}; });
}
// CHECK-COUNT-3: weak: same{{$}}
// CHECK-COUNT-2: writes: same{{$}}
// CHECK: shared: same{{$}}
// CHECK: swapped: same{{$}}
// CHECK: rows: same{{$}}
// CHECK: rows: same error{{$}}
// CHECK-COUNT-2: image: same{{$}}
// CHECK-COUNT-2: spread: same{{$}}
// CHECK: matrices: same{{$}}
// LOG: writes: 'x' and 'row' share memory; running eagerly
// LOG: rows: an operator failed: {{.*}}; running eagerly
