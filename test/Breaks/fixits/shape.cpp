// A tensor without FG_SHAPE gets one with which there is a graph; calls that do not fit it run as before.
// RUN: cp %s %t.cpp && %fullgraph --fix %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=TEXT < %t.cpp
// RUN: %build_and_run_eager %s > %t.expected
// RUN: %build_and_run %t.cpp > %t.printed 2> %t.log
// RUN: diff %t.expected %t.printed
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// CHECK: rank or dtype of 'x' is not known at build time; 'pointwise' is built for f32[?] | f32[?, ?] | f64[?, ?, ?], and compiled at its first call for others
// CHECK: help: FG_SHAPE("f32[?, ?]")
// CHECK: rank or dtype of 'y' is not known at build time; 'pointwise' is built for f32[?] | f32[?, ?] | f64[?, ?, ?], and compiled at its first call for others
// CHECK: help: FG_SHAPE("f32[?, ?]")
// CHECK: rank or dtype of 'image' is not known at build time; 'planes' is built for f32[?, ?, ?, ?], and compiled at its first call for others
// CHECK: help: FG_SHAPE("f32[?, ?, ?, ?]")
// CHECK: rank or dtype of 'x' is not known at build time; 'never' stays eager
// CHECK: help: FG_SHAPE("f32[N, 784]") in front
// CHECK: fixed: FG_SHAPE("f32[?, ?]")
// CHECK: fixed: FG_SHAPE("f32[?, ?]")
// CHECK: fixed: FG_SHAPE("f32[?, ?, ?, ?]")
// LOG: shape.cpp.tmp.cpp: 3 functions (1 eager)
#include <cstdio>
#include <fullgraph/fullgraph.h>

// TEXT: fg::Tensor pointwise(FG_SHAPE("f32[?, ?]") fg::Tensor x, FG_SHAPE("f32[?, ?]") const fg::Tensor &y) {
FG_COMPILE()
fg::Tensor pointwise(fg::Tensor x, const fg::Tensor &y) {
  return fg::relu(x) + y;
}
// TEXT: fg::Tensor planes(FG_SHAPE("f32[?, ?, ?, ?]") fg::Tensor image) {
FG_COMPILE()
fg::Tensor planes(fg::Tensor image) {
  return image.permute({0, 2, 3, 1}) * 2;
}
// TEXT: fg::Tensor never(fg::Tensor x) {
FG_COMPILE()
fg::Tensor never(fg::Tensor x) {
  fg::check(x.dim() == 7, "seven dims");
  return x * 2;
}

int main() {
  const fg::Tensor x = fg::arange(12, fg::kFloat);
  for (const fg::Tensor &one : {x, x.view({3, 4}), x.view({1, 3, 4}).to(fg::kDouble)})
    std::printf("%.4f\n", pointwise(one, one * 2).sum().item<double>());
  std::printf("%.4f\n", planes(x.view({1, 3, 2, 2})).sum().item<double>());
  try {
    never(x);
  } catch (const fg::Error &error) {
    std::puts(error.what());
  }
}
