// Writes to parts of expanded tensors: a row that is there once in memory is written, and all that show it
// change. A part that holds an element several times is ATen's error.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: expanded_rows.cpp:{{.*}} a write to a part of an expanded tensor
// LOG: expanded_rows.cpp: 5 functions, {{.*}} 1 break
#include "Inputs/both.h"

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor added(FG_SHAPE("f32[3]") Tensor x) {
  Tensor y = fg::zeros({1, 3}).expand({4, 3});
  y[1] += x;
  return y;
}

FG_COMPILE(.fullgraph = true)
Tensor copied(FG_SHAPE("f32[3]") Tensor x) {
  Tensor y = fg::zeros({1, 3}).expand({4, 3});
  y.select(0, 2).copy_(x);
  y[0] = y[3] * 2;
  y.slice(0, 1, 2) += x;
  return y * 1.0;
}

FG_COMPILE(.fullgraph = true)
Tensor given(FG_SHAPE("f32[3]") Tensor x) {
  Tensor y = x.view({1, 3}).expand({2, 4, 3});
  y[1].slice(1, 0, 2)[2] = x.slice(0, 1) * 2;
  return y + 1;
}

FG_COMPILE(.fullgraph = true)
Tensor column(FG_SHAPE("f32[N, 1]") Tensor x) {
  x.expand({x.size(0), 5}).select(1, 3).mul_(2);
  return x + 1;
}

FG_COMPILE()
Tensor repeated(FG_SHAPE("f32[3]") Tensor x) {
  Tensor y = fg::zeros({4, 1}).expand({4, 3});
  y[1].fill_(2);
  return y + x;
}

template <class F> void run(const char *name, F f, std::vector<int64_t> sizes) {
  both::ahead(name, [&] {
    Tensor x = both::values(sizes);
    const Tensor y = f(x);
    return std::vector<Tensor>{x, y};
  });
}

int main() {
  run("added", added, {3});
  run("copied", copied, {3});
  run("given", given, {3});
  run("column", column, {4, 1});
  both::check("repeated", [] { return std::vector<Tensor>{repeated(both::values({3}))}; });
}
// CHECK: added: same
// CHECK-NEXT: added: 0 eager
// CHECK: copied: same
// CHECK-NEXT: copied: 0 eager
// CHECK: given: same
// CHECK-NEXT: given: 0 eager
// CHECK: column: same
// CHECK-NEXT: column: 0 eager
// CHECK: repeated: same error
