// Inputs that the function writes: the caller sees the same memory change as in the eager program, also where
// values move between inputs, and also where a guard turns the call away.
// RUN: %build_and_compare %s | FileCheck %s
// RUN: %build_and_run %s 2>&1 >/dev/null | FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s
#include <fullgraph/fullgraph.h>

#include <cstdio>

FG_COMPILE(.fullgraph = true)
void swap(FG_SHAPE("f32[N]") fg::Tensor &a, FG_SHAPE("f32[N]") fg::Tensor &b) {
  fg::Tensor old = a.clone();
  a.copy_(b);
  b.copy_(old);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor &shift(FG_SHAPE("f32[N]") fg::Tensor &x) {
  x.narrow(0, 1, x.size(0) - 1).copy_(x.narrow(0, 0, x.size(0) - 1).clone());
  x[0] = 7;
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor momentum(FG_SHAPE("f32[N,M]") fg::Tensor velocity,
                    FG_SHAPE("f32[N,M]") const fg::Tensor &gradient) {
  velocity.mul_(0.5).add_(gradient);
  return velocity - gradient;
}

static void show(const char *what, const fg::Tensor &x) {
  std::printf("%s", what);
  fg::Tensor flat = x.reshape({-1});
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::printf(" %g", flat[i].item<double>());
  std::printf("\n");
}

int main() {
  fg::Tensor a = fg::arange(5, fg::kFloat), b = a * 10;
  fg::Tensor alias = a;
  swap(a, b);
  show("a", alias);
  show("b", b);
  fg::Tensor &same = shift(a);
  show("shifted", alias);
  std::printf("same %d\n", &same == &a);
  fg::Tensor v = fg::ones({2, 3}), g = fg::arange(6, fg::kFloat).view({2, 3});
  show("change", momentum(v, g));
  show("velocity", v);
  show("with itself", momentum(v, v)); // shares memory: the user's own code
  show("velocity", v);
  show("rows", momentum(v.narrow(0, 0, 1), v.narrow(0, 1, 1))); // two rows of one tensor do not overlap
  show("velocity", v);
}

// CHECK: a 0 10 20 30 40
// CHECK-NEXT: b 0 1 2 3 4
// CHECK-NEXT: shifted 7 0 10 20 30
// CHECK-NEXT: same 1
// CHECK-NEXT: change 0.5 0.5 0.5 0.5 0.5 0.5
// LOG: momentum: 'velocity' and 'gradient' share memory; running eagerly
