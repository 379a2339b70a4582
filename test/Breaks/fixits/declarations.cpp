// Edits of declarations: a constant that is static, a class that nothing derives from.
// RUN: %fix_and_compare %s %t 2 0 | FileCheck %s
// CHECK: declarations.cpp:[[#@LINE+14]]:3: fixed: static constexpr float scale = 0.5f;
// CHECK: declarations.cpp:[[#@LINE+7]]:8: fixed: struct Layer final
// CHECK-NOT: fixed:
#include <fullgraph/fullgraph.h>

#include <iostream>

struct Base { virtual fg::Tensor forward(fg::Tensor x) const = 0; virtual ~Base() = default; };
struct Layer : Base {
  fg::Tensor forward(fg::Tensor x) const override { return fg::relu(x); }
};

FG_COMPILE()
fg::Tensor scaled(FG_SHAPE("f32[N]") fg::Tensor x) {
  static float scale = 0.5f;
  return x * scale;
}

FG_COMPILE()
fg::Tensor call(const Layer &layer, FG_SHAPE("f32[N]") fg::Tensor x) { return layer.forward(x) - 1; }

// Of a call that nobody sees, no class is expected.
fg::Tensor (*const volatile indirect)(const Layer &, fg::Tensor) = call;

int main() { std::cout << scaled(fg::full({3}, 5)) << indirect(Layer(), fg::full({3}, -2)) << "\n"; }
