// Sums that begin undefined, without a run-time compiler: the body of the loop has code for the first turn, which
// finds no tensor, and for the others.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: undefined_at_first.cpp: 3 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor one(const Tensor &x, int n) {
  Tensor total;
  for (int i = 0; i < n; ++i)
    total = total.defined() ? total * 0.5 + x : x * 2;
  return total;
}

FG_COMPILE(.fullgraph = true)
Tensor nested(const std::vector<Tensor> &views) {
  Tensor total;
  for (size_t i = 0; i < views.size(); ++i)
    for (size_t j = i + 1; j < views.size(); ++j) {
      const Tensor d = (views[i] - views[j]).pow(2).sum(-1).mean();
      if (!total.defined())
        total = d;
      else
        total = total + d;
    }
  const Tensor all = fg::cat(views, 0);
  return total + all.masked_select(all > 0).sum();
}

FG_COMPILE(.fullgraph = true)
Tensor branch(const Tensor &x, bool take, int n) {
  Tensor other;
  if (take)
    for (int i = 0; i < n; ++i)
      other = x * i;
  return other.defined() ? other + x : x * 3;
}

int main() {
  const Tensor x = both::values({3, 4});
  for (const int n : {1, 4})
    both::ahead("one", [&] { return std::vector<Tensor>{one(x, n)}; });
  both::ahead("nested", [&] { return std::vector<Tensor>{nested({x, x + 1, x * 2})}; });
  for (const bool take : {false, true})
    both::ahead("branch", [&] { return std::vector<Tensor>{branch(x, take, 2)}; });
}
// CHECK-COUNT-2: one: 0 eager
// CHECK: nested: same
// CHECK-NEXT: nested: 0 eager
// CHECK: branch: same
// CHECK-NEXT: branch: 0 eager
// CHECK: branch: same
// CHECK-NEXT: branch: 0 eager
