// Declarations that say what the code needs: one value, of a letter that several declarations share, with a factor or
// bounds; and the bounds within which there are calls that do not throw.
// RUN: cp %s %t.cpp && not %fullgraph --fix %t.cpp -- %fg_flags > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=TEXT < %t.cpp
// RUN: %build_and_run_eager %s > %t.expected
// RUN: %build_and_run %t.cpp > %t.printed 2> %t.log
// RUN: diff %t.expected %t.printed
// RUN: FileCheck %s --check-prefix=LOG < %t.log
// LOG-NOT: FG70
// LOG: declared-sizes.cpp.tmp.cpp: 7 functions, 8 graphs
// Nothing is left to do.
// RUN: cp %t.cpp %t.once && %fullgraph --fix %t.cpp -- %fg_flags 2>/dev/null && cmp %t.cpp %t.once
// CHECK-COUNT-5: [FG701]
// CHECK-COUNT-2: [FG702]
// CHECK-COUNT-7: fixed: FG_SHAPE(
#include <fullgraph/fullgraph.h>

#include <cstdio>

// TEXT: joined(FG_SHAPE("f32[4, 8]") fg::Tensor x, FG_SHAPE("f32[4, 8]") fg::Tensor y)
FG_COMPILE()
fg::Tensor joined(FG_SHAPE("f32[N, 8]") fg::Tensor x, FG_SHAPE("f32[4, 8]") fg::Tensor y) {
  return fg::relu(fg::cat({x, y}, 1));
}
// TEXT: shared(FG_SHAPE("f32[16, 8]|f64[16, 8]") fg::Tensor x, FG_SHAPE("f32[ 16 ]") fg::Tensor y)
FG_COMPILE()
fg::Tensor shared(FG_SHAPE("f32[N, 8]|f64[N, 8]") fg::Tensor x, FG_SHAPE("f32[ N ]") fg::Tensor y) {
  fg::check(x.size(0) == 16, "16 rows");
  return fg::relu(x) * y.unsqueeze(1);
}
// TEXT: factor(FG_SHAPE("f32[24]") fg::Tensor x, FG_SHAPE("f32[3]") fg::Tensor y)
FG_COMPILE()
fg::Tensor factor(FG_SHAPE("f32[8*K]") fg::Tensor x, FG_SHAPE("f32[K]") fg::Tensor y) {
  fg::check(x.size(0) == 24, "24 elements");
  return fg::relu(x).sum() + y;
}
// TEXT: bounded(FG_SHAPE("f32[6, M]") fg::Tensor x)
FG_COMPILE()
fg::Tensor bounded(FG_SHAPE("f32[1 <= N <= 64, M]") fg::Tensor x) {
  fg::check(x.size(0) == 6, "6 rows");
  return fg::relu(x);
}
struct Scale {
  // TEXT: FG_SHAPE("f32[5]") fg::Tensor weight;
  // TEXT: FG_SHAPE("f32[5]") fg::Tensor bias;
  FG_SHAPE("f32[C]") fg::Tensor weight;
  FG_SHAPE("f32[C]") fg::Tensor bias;
  // TEXT: forward(FG_SHAPE("f32[C, 5]") fg::Tensor x)
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[C, 5]") fg::Tensor x) const {
    fg::check(weight.size(0) == 5);
    return x * weight + bias;
  }
};
// TEXT: long_enough(FG_SHAPE("f32[8<=N]") fg::Tensor x)
FG_COMPILE()
fg::Tensor long_enough(FG_SHAPE("f32[N<=4]") fg::Tensor x) {
  fg::check(x.size(0) >= 8, "8 elements");
  return fg::relu(x);
}
// TEXT: short_enough(FG_SHAPE("f32[2*N<=8]") fg::Tensor x)
FG_COMPILE()
fg::Tensor short_enough(FG_SHAPE("f32[10 <= 2*N <= 16]") fg::Tensor x) {
  fg::check(x.size(0) < 10, "fewer than 10 elements");
  return fg::relu(x);
}

int main() {
  const fg::Tensor x = fg::arange(200, fg::kFloat) / 16 - 4;
  const auto part = [&](std::vector<int64_t> sizes) {
    int64_t count = 1;
    for (const int64_t size : sizes)
      count *= size;
    return x.narrow(0, 3, count).view(sizes);
  };
  const auto show = [](const fg::Tensor &y) { std::printf("%.4f\n", y.sum().item<double>()); };
  show(joined(part({4, 8}), part({4, 8})));
  show(shared(part({16, 8}), part({16})));
  show(factor(part({24}), part({3})));
  show(bounded(part({6, 7})));
  show(Scale{part({5}), part({5})}.forward(part({2, 5})));
  show(long_enough(part({9})));
  show(short_enough(part({8})));
}
