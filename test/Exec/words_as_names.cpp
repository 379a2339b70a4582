// Names of the program's own that are words elsewhere: in the graph's text (nan, inf, none, true), in its
// operators and types (min, f32), and in the code that is generated around the user's (fg_0, fg_out0).
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not=error %s < %t.log
// LOG: 0 breaks
// CHECK: constants: 7 21 9 18 11 6 9
// CHECK-NEXT: operators: 3 6 8 20
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

// --- words of the graph's text

FG_COMPILE(.fullgraph = true) Tensor real(FG_SHAPE("f32[N]") Tensor x, double inf, float nanf) {
  return x * inf + nanf;
}
FG_COMPILE(.fullgraph = true) Tensor integer(FG_SHAPE("f32[N]") Tensor x, int64_t none, int nan) {
  return none > 100 ? x * none : x * nan + none;
}
FG_COMPILE(.fullgraph = true)
Tensor sizes(FG_SHAPE("f32[nan, inf]") Tensor x, FG_SHAPE("f32[none, true_]") Tensor y) {
  return (x + x.size(1)).sum() + (y + y.size(0)).sum();
}
struct Members {
  int64_t true_ = 3;
  double inff = 2;
  bool false_ = true;
  FG_COMPILE(.fullgraph = true) Tensor forward(FG_SHAPE("f32[N]") Tensor none) {
    return false_ ? none * inff + true_ : none;
  }
  FG_COMPILE(.fullgraph = true) Tensor both(FG_SHAPE("f32[N]") Tensor true_, int64_t nan, double nan_1) {
    return true_ * nan + nan_1 + this->true_;
  }
};
FG_COMPILE(.fullgraph = true) Tensor locals(FG_SHAPE("f32[N]") Tensor x) {
  const double nan = x.size(0), inf = nan + 1;
  const Tensor none = x * inf;
  return none + nan;
}

// --- words of its operators and types

FG_COMPILE(.fullgraph = true)
Tensor operators(FG_SHAPE("f32[min, max]") Tensor add, int64_t f32, double floordiv, bool guard) {
  return guard ? add * f32 + floordiv + add.size(0) : add - floordiv;
}
FG_COMPILE(.fullgraph = true)
Tensor types(FG_SHAPE("f32[scalar, graph, loc]") Tensor graph, int scalar, int64_t weak, int64_t hint) {
  return weak > hint ? graph * scalar + weak % (hint + 1) : graph + graph.size(2);
}

int main() {
  const Tensor x = fg::ones({4});
  const auto first = [](const Tensor &t) { return int(t.flatten()[0].item<double>()); };
  Members object;
  std::printf("constants: %d %d %d %d %d %d %d\n", first(real(x, 5, 2)), first(integer(x, 7, 14)),
              first(integer(x, 3, 6)), first(sizes(fg::ones({2, 2}), fg::ones({1, 3}))),
              first(object.forward(x * 4)), first(object.both(x, 2, 1)), first(locals(x)));
  std::printf("operators: %d %d %d %d\n", first(operators(fg::ones({2, 3}), 1, 0, true)),
              first(operators(fg::ones({2, 3}), 1, -5, false)), first(types(fg::ones({1, 2, 3}), 4, 9, 4)),
              first(types(fg::ones({1, 2, 19}), 4, 2, 4)));
}
