// einsum asks no question of sizes: what is a batch, a row or a column is in the equation. One graph a
// function, whatever the sizes are called; sizes that differ broadcast eagerly.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: einsum.cpp: 5 functions, 5 graphs, {{.*}} 0 breaks
// LOG: unrelated: {{.*}}running eagerly
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

static void show(const char *what, const Tensor &x) {
  std::printf("%s:", what);
  for (int64_t size : x.sizes())
    std::printf(" %ld", static_cast<long>(size));
  std::printf(": %.3f\n", x.to(fg::kDouble).sum().item<double>());
}
static Tensor numbers(fg::IntArrayRef sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return (fg::arange(count).to(fg::kDouble) * 0.7).sin().to(fg::kFloat).view(sizes);
}

FG_COMPILE(.fullgraph = true)
Tensor attention(FG_SHAPE("f32[B,H,T,D]") const Tensor &q, FG_SHAPE("f32[B,H,S,D]") const Tensor &k,
                 FG_SHAPE("f32[B,H,S,D]") const Tensor &v) {
  const Tensor scores = fg::einsum("bhtd,bhsd->bhts", {q, k}) / 2;
  return fg::einsum("bhts,bhsd->bthd", {scores.softmax(-1), v});
}
FG_COMPILE(.fullgraph = true)
Tensor unrelated(FG_SHAPE("f32[?,?,?]") const Tensor &a, FG_SHAPE("f32[?,?,?]") const Tensor &b) {
  return fg::einsum("bij,bjk->ik", {a, b});
}
FG_COMPILE(.fullgraph = true)
Tensor bilinear_form(FG_SHAPE("f32[N,A]") const Tensor &x, FG_SHAPE("f32[O,A,B]") const Tensor &w,
                     FG_SHAPE("f32[N,B]") const Tensor &y) {
  return fg::einsum("na,oab,nb->no", {x, w, y});
}
FG_COMPILE(.fullgraph = true)
Tensor traced(FG_SHAPE("f32[N,N]") const Tensor &x) {
  return fg::einsum("ii->", {x}) + fg::einsum("ii->i", {x});
}
FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[N]") const Tensor &x, FG_SHAPE("f32[M]") const Tensor &y) {
  return fg::einsum("i,j->ji", {x, y}) * fg::einsum("...,...->...", {x.sum(), y.sum()});
}

int main() {
  for (const int64_t n : {1, 2, 5})
    show("attention", attention(numbers({2, n, 3, 4}), numbers({2, n, 5, 4}), numbers({2, n, 5, 4})));
  // CHECK: attention: 2 3 1 4:
  // CHECK-NEXT: attention: 2 3 2 4:
  // CHECK-NEXT: attention: 2 3 5 4:
  show("unrelated", unrelated(numbers({3, 2, 4}), numbers({3, 4, 5})));
  show("unrelated", unrelated(numbers({1, 2, 4}), numbers({3, 4, 5})));
  show("unrelated", unrelated(numbers({3, 2, 1}), numbers({3, 4, 5})));
  // CHECK-NEXT: unrelated: 2 5:
  // CHECK-NEXT: unrelated: 2 5:
  // CHECK-NEXT: unrelated: 2 5:
  show("bilinear", bilinear_form(numbers({3, 4}), numbers({2, 4, 5}), numbers({3, 5})));
  show("trace", traced(numbers({4, 4})));
  show("product", product(numbers({3}), numbers({4})));
  try {
    show("wrong", unrelated(numbers({3, 2, 4}), numbers({2, 4, 5})));
  } catch (const fg::Error &error) {
    std::printf("%s\n", error.what());
  }
  // CHECK: einsum(): subscript has size 2 for operand 1 which does not broadcast with previously seen size 3
}
