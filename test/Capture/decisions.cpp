// A branch on what is not tensor data forks: one graph a leaf, with the facts of its path. A check is no
// fork.
// RUN: %fullgraph %s --emit=capture -- %fg_flags | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <stdexcept>
#include <string>

FG_COMPILE(.fullgraph = true)
fg::Tensor fork(FG_SHAPE("f32[N,4]") fg::Tensor x, bool flip) {
  if (flip)
    x = -x;
  return x.size(0) > 3 ? x.exp() : x;
}
// CHECK-LABEL: function fg::Tensor fork(fg::Tensor x, bool flip)
// CHECK: if flip {
// CHECK: if N >= 4 {
// CHECK: fact flip
// CHECK: fact N >= 4
// CHECK: neg(%x)
// CHECK: exp(
// CHECK: } else {
// CHECK: fact N <= 3
// CHECK-NOT: exp(
// CHECK: } else {
// CHECK: fact !flip
// CHECK-NOT: neg(
// CHECK: exp(%x)

FG_COMPILE(.fullgraph = true)
fg::Tensor check(FG_SHAPE("f32[N]") fg::Tensor x, FG_SHAPE("f32[M]") fg::Tensor y) {
  if (x.size(0) != y.size(0))
    throw std::runtime_error("sizes differ");
  return x + y;
}
// CHECK-LABEL: function fg::Tensor check(
// CHECK: if M == N
// CHECK-NOT: guard
// CHECK: add(%x, %y
// CHECK: eager: needs M == N

struct Activation {
  std::string name;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor operator()(FG_SHAPE("f32[N]") fg::Tensor x) const {
    if (name == "relu")
      return fg::relu(x);
    switch (x.dim()) {
    case 1:
      return x.tanh();
    default:
      return x;
    }
  }
};
// CHECK-LABEL: function fg::Tensor Activation::operator()(
// CHECK: symbol name_is_relu = (this->name == "relu")
// CHECK: if name_is_relu
// CHECK: relu(%x)
// CHECK: tanh(%x)

FG_COMPILE(.fullgraph = true)
fg::Tensor known(FG_SHAPE("f32[8,4]") fg::Tensor x) {
  if (x.size(0) > 3 && x.scalar_type() == fg::kFloat)
    return x.sin();
  return x.cos();
}
// CHECK-LABEL: function fg::Tensor known(
// CHECK-NOT: if
// CHECK: sin(%x)
// CHECK-NOT: cos(%x)

FG_COMPILE(.fullgraph = true)
fg::Tensor alternatives(FG_SHAPE("f32[N]|i64[N]") fg::Tensor x) { return x / 2; }
// CHECK-LABEL: function fg::Tensor alternatives(
// CHECK: version "x: f32[N]"
// CHECK: f32[N] = div(
// CHECK: version "x: i64[N]"
// CHECK: f32[N] = div(
