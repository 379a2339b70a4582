// What a region computes for a statement behind it stands in a variable, and the code around it may have asked
// for a temporary: `t[-1] = y` copies into t's memory, and is not to make the variable another tensor.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s | FileCheck --implicit-check-not=FAILED %s
#include <fullgraph/torch.h>

#include "Inputs/both.h"

#include <functional>

using fg::Tensor;

FG_COMPILE()
Tensor row(FG_SHAPE("f32[N, M]") const Tensor &x) {
  auto t = x.mean().expand({x.size(0), x.size(1)});
  t[-1] = fg::full({x.size(1)}, 2.f);
  return t;
}

__attribute__((noinline)) Tensor part(const Tensor &x, int64_t i) {
  std::cerr << "";
  return x.select(0, i);
}

FG_COMPILE()
Tensor returned(FG_SHAPE("f32[N, M]") const Tensor &x) {
  Tensor y = x * 2;
  part(y, 0) = (x + 1).select(0, 1);
  return y + 1;
}

std::vector<Tensor> kept;
__attribute__((noinline)) void keep(Tensor &&x) {
  std::cerr << "";
  kept.push_back(std::move(x));
}

const std::function<void(Tensor &&)> sink = keep;
void (*const pointer)(Tensor &&) = keep;

FG_COMPILE()
Tensor handed(FG_SHAPE("f32[N, M]") const Tensor &x) {
  keep(x * 3 + 1);
  sink(x * 3 + 2);
  pointer(x * 3 + 3);
  return x - 1;
}

int main() {
  for (int64_t n : {2, 3}) {
    const Tensor x = both::values({n, 1}), y = both::values({n, 4});
    both::check("row", [&] { return std::vector{row(x)}; });
    both::check("rows", [&] { return std::vector{row(y)}; });
    both::check("returned", [&] { return std::vector{returned(x), returned(y)}; });
    both::check("handed", [&] {
      kept.clear();
      std::vector<Tensor> results{handed(y)};
      results.insert(results.end(), kept.begin(), kept.end());
      return results;
    });
  }
  // CHECK-COUNT-2: row: same
  // CHECK: returned: same
  // CHECK: handed: same
}
