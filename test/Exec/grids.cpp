// grid_sample of planes and volumes, in each mode and with each padding: one graph each, as eager code gives.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: grids.cpp: 3 functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// CHECK: bicubic: same
// CHECK-NEXT: volume: same
// CHECK-NEXT: options: same
// CHECK-NEXT: eager calls: 0{{$}}
#include "Inputs/both.h"

#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;
namespace F = fg::nn::functional;

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> bicubic(FG_SHAPE("f32[N,C,H,W]") const Tensor &x,
                            FG_SHAPE("f32[N,P,Q,2]") const Tensor &grid) {
  return {fg::grid_sampler(x, grid, 2, 0, false), fg::grid_sampler(x, grid, 2, 1, true),
          fg::grid_sampler(x, grid, 2, 2, false)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> volume(FG_SHAPE("f32[N,C,D,H,W]") const Tensor &x,
                           FG_SHAPE("f32[N,O,P,Q,3]") const Tensor &grid) {
  return {fg::grid_sampler(x, grid, 0, 0, false), fg::grid_sampler(x, grid, 0, 2, false),
          fg::grid_sampler(x, grid, 1, 1, false)};
}

FG_COMPILE(.fullgraph = true)
Tensor options(FG_SHAPE("f64[N,C,H,W]") const Tensor &x, FG_SHAPE("f64[N,2,3]") const Tensor &theta) {
  const Tensor grid = F::affine_grid(theta, x.sizes());
  return F::grid_sample(
      x, grid, F::GridSampleFuncOptions().mode(fg::kBicubic).padding_mode(fg::kBorder).align_corners(true));
}

int main() {
  both::check("bicubic", [] {
    std::vector<Tensor> all = bicubic(values({2, 3, 5, 4}), values({2, 3, 2, 2}) * 1.3);
    for (const Tensor &one : bicubic(values({1, 1, 1, 6}), values({1, 4, 1, 2})))
      all.push_back(one);
    return all;
  });
  both::check("volume", [] { return volume(values({2, 2, 3, 5, 4}), values({2, 2, 3, 2, 3}) * 1.3); });
  both::check("options", [] {
    return std::vector{options(values({2, 3, 5, 4}).to(fg::kDouble), values({2, 2, 3}).to(fg::kDouble))};
  });
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
}
