// torch.gradient, tensorinv, tensorsolve and householder_product: one graph each, which gives what eager code
// gives.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: gradients.cpp: 4 functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// CHECK-COUNT-4: same{{$}}
// CHECK: eager calls: 0{{$}}
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> even(FG_SHAPE("f32[6,5]") const Tensor &x) {
  std::vector<Tensor> all = fg::gradient(x, fg::Scalar(0.5), std::nullopt, 2);
  all.push_back(fg::gradient(x, fg::IntArrayRef({1}))[0]);
  return all;
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> uneven(FG_SHAPE("f32[6,5]") const Tensor &x, FG_SHAPE("f32[6]") const Tensor &p,
                           FG_SHAPE("f32[5]") const Tensor &q) {
  return fg::gradient(x, {p, q}, std::nullopt, 2);
}

FG_COMPILE(.fullgraph = true)
Tensor solved(FG_SHAPE("f64[2,3,6]") const Tensor &a, FG_SHAPE("f64[2,3]") const Tensor &b) {
  return fg::linalg::tensorsolve(a, b) + fg::tensordot(fg::linalg_tensorinv(a), b, {1, 2}, {0, 1});
}

FG_COMPILE(.fullgraph = true)
Tensor reflected(FG_SHAPE("f64[B,5,3]") const Tensor &h, FG_SHAPE("f64[B,3]") const Tensor &t) {
  return fg::linalg_householder_product(h, t);
}

int main() {
  const Tensor x = values({6, 5}),
               a = values({2, 3, 6}, fg::kDouble) + fg::eye(6, fg::kDouble).view({2, 3, 6});
  both::check("even", [&] { return even(x); });
  both::check("uneven", [&] {
    return uneven(x, fg::tensor({0.0f, 1.0f, 3.0f, 3.5f, 4.0f, 6.0f}),
                  fg::tensor({0.0f, 0.5f, 2.0f, 3.0f, 5.0f}));
  });
  both::check("solved", [&] { return std::vector{solved(a, values({2, 3}, fg::kDouble))}; });
  both::check("reflected", [&] {
    return std::vector{reflected(values({2, 5, 3}, fg::kDouble), values({2, 3}, fg::kDouble))};
  });
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
}
