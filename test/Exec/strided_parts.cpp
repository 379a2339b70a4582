// Writes to parts of every other element, of transposed tensors and diagonals, of sizes that are symbols: the
// bounds of a part of a part are those of one, and a size is taken to be larger than a stride that is a
// number.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=warning %s < %t.log
#include "Inputs/both.h"

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor reshaped(FG_SHAPE("f32[N, M]") Tensor u) {
  u.slice(0, 2, 6).reshape({-1}).slice(0, 1, 20, 2).mul_(3);
  return u;
}

FG_COMPILE(.fullgraph = true)
Tensor ofDiagonal(FG_SHAPE("f32[N, M]") Tensor u) {
  u.slice(1, 0, -1, 3).t().add_(u.diagonal().slice(0, 2, 3, 2).unsqueeze(0) * 0.3);
  u.slice(0, 3, -3, 1).slice(0, 1, -1, 3).sub_(u.select(0, 9) * 0.3);
  return u;
}

FG_COMPILE(.fullgraph = true)
Tensor masked(FG_SHAPE("f32[N, M]") Tensor u, FG_SHAPE("f32[N, M]") Tensor v) {
  v.unsqueeze(0).add_(u.unsqueeze(1).slice(0, 8, 10, 3) * 0.3);
  v.unsqueeze(1).copy_(u.unsqueeze(1).select(1, 0).diagonal() * 1.5);
  u.t().slice(0, 3, 4, 3).slice(1, 3, 11).select(0, 0).add_(1);
  u.slice(1, 2, 4).masked_fill_(u.select(0, 7).slice(0, 2, 4).unsqueeze(0) > 0.5, 2);
  return u;
}

FG_COMPILE(.fullgraph = true)
Tensor transposedSum(FG_SHAPE("f32[N, M]") const Tensor &u) {
  return u.slice(1, 0, -1, 3).t() + u.select(1, 0) * 0.5;
}

int main() {
  for (const int64_t m : {4, 5, 9}) {
    const auto u = [&] { return both::values({12, m}, fg::kFloat); };
    both::ahead("reshaped", [&] {
      const Tensor x = u();
      return std::vector<Tensor>{reshaped(x), x};
    });
    both::ahead("diagonal", [&] {
      const Tensor x = u();
      return std::vector<Tensor>{ofDiagonal(x), x};
    });
    both::check("masked", [&] {
      const Tensor x = u(), y = x * 3;
      return std::vector<Tensor>{masked(x, y), x, y};
    });
    both::ahead("transposed", [&] { return std::vector<Tensor>{transposedSum(u())}; });
  }
  // CHECK-COUNT-3: reshaped: 0 eager
  // CHECK: transposed: 0 eager
}
// LOG: fullgraph: strided_parts.cpp: 4 functions, {{.*}} 0 breaks
