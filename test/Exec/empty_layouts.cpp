// Strides and aliasing of tensors without elements. They are contiguous whatever their strides are, so that
// contiguous() and reshape() return what they are given: a version for other sizes must not take such a call.
// The strides are PyTorch 2.13's.
// RUN: %jit %build_and_compare %s --ahead-versions=0 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// An index that is out of range where there are no elements is told as what it may be: the kernel that finds
// it has no words.
// LOG: picked: an operator cannot compute this (an index out of range, a singular matrix), or there is no memory; running eagerly
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s --ahead-versions=0 2>%t.log | FileCheck %s
// CHECK:      contiguous 3: (3,1), alias 0
// CHECK-NEXT: contiguous 0: (1,4), alias 1
// CHECK-NEXT: contiguous 0: (1,4), alias 1
// CHECK-NEXT: contiguous 1: (1,4), alias 1
// CHECK-NEXT: declared 3: (3,1), alias 0
// CHECK-NEXT: declared 0: (1,4), alias 1
// CHECK-NEXT: flat 3: (1), alias 0
// CHECK-NEXT: flat 0: (1), alias 1
// CHECK-NEXT: reshaped 3: (6,2,1), alias 0
// CHECK-NEXT: reshaped 0: (2,2,1), alias 1
// CHECK-NEXT: written 3: 7 0
// CHECK-NEXT: written 0: 0
// CHECK-NEXT: outer 0 0: (1,1)
// CHECK-NEXT: outer 1 0: (1,1)
// CHECK-NEXT: outer 0 3: (3,1)
// CHECK-NEXT: outer 3 0: (1,1)
// CHECK-NEXT: outer 2 3: (3,1)
// CHECK-NEXT: picked 3: 2
// CHECK-NEXT: picked 0: index -1 is out of bounds for dimension 0 with size 0
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

FG_COMPILE() Tensor turned(Tensor x) { return x.transpose(0, 1).contiguous(); }
FG_COMPILE() Tensor declared(FG_SHAPE("f32[N, 4]") Tensor x) { return x.transpose(0, 1).contiguous(); }
FG_COMPILE() Tensor flat(FG_SHAPE("f32[N, 4]") Tensor x) { return x.permute({1, 0}).reshape({-1}); }
FG_COMPILE() Tensor reshaped(FG_SHAPE("f32[N, 4]") Tensor x) {
  return x.permute({1, 0}).reshape({2, x.size(0), 2});
}
FG_COMPILE() Tensor written(FG_SHAPE("f32[N, 4]") Tensor x) {
  Tensor y = x.transpose(0, 1).contiguous();
  y.fill_(7);
  return y.sum() / 4 / (x.size(0) + (x.size(0) == 0)) + x.sum();
}
FG_COMPILE() Tensor crossed(Tensor x, Tensor y) { return fg::outer(x, y); }

FG_COMPILE() Tensor picked(Tensor x, Tensor i) { return x.index({i, fg::indexing::Slice()}) + 1; }

static void print(const char *name, int64_t n, const Tensor &y, const Tensor &x) {
  std::printf("%s %d: (", name, int(n));
  for (int64_t d = 0; d < y.dim(); ++d)
    std::printf("%s%d", d ? "," : "", int(y.stride(d)));
  std::printf("), alias %d\n", y.is_alias_of(x));
}

int main() {
  for (int64_t n : {3, 0, 0, 1}) {
    const Tensor x = fg::zeros({n, 4});
    print("contiguous", n, turned(x), x);
  }
  for (int64_t n : {3, 0}) {
    const Tensor x = fg::zeros({n, 4});
    print("declared", n, declared(x), x);
  }
  for (int64_t n : {3, 0}) {
    const Tensor x = fg::zeros({n, 4});
    print("flat", n, flat(x), x);
  }
  for (int64_t n : {3, 0}) {
    const Tensor x = fg::zeros({n, 4});
    print("reshaped", n, reshaped(x), x);
  }
  for (int64_t n : {3, 0}) {
    Tensor x = fg::zeros({n, 4});
    std::printf("written %d: %d", int(n), int(written(x).item<double>()));
    if (n)
      std::printf(" %d", int(x[0][0].item<double>()));
    std::printf("\n");
  }
  const int64_t sizes[][2] = {{0, 0}, {1, 0}, {0, 3}, {3, 0}, {2, 3}};
  for (const auto &[a, b] : sizes) {
    const Tensor y = crossed(fg::zeros({a}), fg::zeros({b}));
    std::printf("outer %d %d: (%d,%d)\n", int(a), int(b), int(y.stride(0)), int(y.stride(1)));
  }
  for (int64_t n : {3, 0})
    try {
      std::printf("picked %d: %d\n", int(n), int(picked(fg::zeros({n, 4}), fg::tensor({-1, 0})).size(0)));
    } catch (const std::exception &error) {
      std::printf("picked %d: %s\n", int(n), error.what());
    }
}
