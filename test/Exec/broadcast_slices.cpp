// x.slice(d, k, k + 1) has at most one element along d: beside x it is broadcast, whatever dtype and strides
// x has, and also where nothing was built ahead.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: grep -v "ASan doesn't fully support makecontext" %t.log | FileCheck --check-prefix=LOG %s
// LOG: broadcast_slices.cpp: 10 functions, {{.*}} 0 breaks
// LOG-NEXT: written: x: expected dtype f32, got f64; {{.*}} writes in place, of another size; running eagerly
// LOG-NOT: running eagerly
#include "Inputs/both.h"

using both::values;
using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true) Tensor
#define ROW FG_SHAPE("f32[N]")
#define TABLE FG_SHAPE("f32[N,M]")

WHOLE first(ROW Tensor x) { return x + x.slice(0, 0, 1); }
WHOLE ofAnother(ROW Tensor x, FG_SHAPE("f32[M]") Tensor y) { return x - y.slice(0, 0, 1); }
WHOLE computed(ROW Tensor x) { return x * x.slice(0, 0, 1).sin() + x.slice(0, 1, 2); }
WHOLE rows(TABLE Tensor x) { return x - x.slice(0, 0, 1); }
WHOLE columns(TABLE Tensor x) { return x / x.slice(1, 0, 1) + x.narrow(1, 1, 1); }
WHOLE written(ROW Tensor x) {
  Tensor y = x.clone();
  y.add_(x.slice(0, 0, 1));
  return y.copy_(y.slice(0, 0, 1).clone());
}
WHOLE chosen(ROW Tensor x) { return fg::where(x.slice(0, 0, 1) > 0, x, x.slice(0, 0, 1)); }
WHOLE known(FG_SHAPE("f32[3]") Tensor y, ROW Tensor x) { return y * x.slice(0, 0, 1); }
WHOLE product(TABLE Tensor x) { return x.slice(0, 0, 1).matmul(x.t()) + x.slice(0, 0, 1).sum(); }
WHOLE expanded(TABLE Tensor x) {
  return x.slice(0, 0, 1).expand_as(x) + x.slice(1, 0, 1).expand({-1, 5}).sum(1, true);
}

int main() {
  for (const int64_t n : {3, 2, 5})
    for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble})
      both::check("slices", [&] {
        const Tensor x = values({n}, dtype), table = values({n, 4}, dtype),
                     turned = values({4, n}, dtype).t();
        return std::vector<Tensor>{first(x),        ofAnother(x, values({6}, dtype)),
                                   computed(x),     rows(table),
                                   rows(turned),    columns(table),
                                   columns(turned), written(x),
                                   chosen(x),       known(values({3}, dtype), x),
                                   product(table),  product(turned),
                                   expanded(table), expanded(turned)};
      });
  // CHECK-COUNT-6: slices: same
}
