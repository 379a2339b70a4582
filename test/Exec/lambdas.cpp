// FG_COMPILE behind a lambda's captures: compiled as a function is, with what it captures as inputs.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --check-prefix=BUILD %s
// BUILD: {{^}}fullgraph: lambdas.cpp: 12 functions, {{.*}} 0 breaks
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: not grep eagerly %t.log
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <functional>

using fg::Tensor;

static void print(const char *what, const Tensor &x) {
  std::printf("%s: %.4f\n", what, x.sum().item<double>());
}

struct Layer {
  FG_SHAPE("f32[4]") Tensor scale;
  float shift = 0.5f;
  Tensor run(const Tensor &x) const {
    const auto body = [this] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[N,4]") Tensor y) {
      return fg::relu(y * scale + shift);
    };
    return body(x);
  }
};

static const auto global = [] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[N]") Tensor x) {
  return x.exp() - 1;
};

template <class T> Tensor scaled(const Tensor &x, T by) {
  const auto f = [by] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[N]") Tensor y) { return y * by + 1; };
  return f(x);
}

/// A lambda within a compiled function is part of its graph there, and compiled for calls from elsewhere.
static std::function<Tensor(Tensor)> kept;
FG_COMPILE() Tensor outer(FG_SHAPE("f32[N]") Tensor x) {
  const auto inner = [] FG_COMPILE()(FG_SHAPE("f32[N]") Tensor y) { return y.sin() * 2; };
  return inner(x) + 1;
}

int main() {
  Tensor x = fg::arange(4).to(fg::kFloat), w = fg::ones({4}) * 3;
  FG_SHAPE("f32[4]") Tensor declared = w;
  float number = 1.5f;
  const auto plain = [] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[4]") Tensor y) { return y * 2 + 1; };
  auto counting = [declared, calls = 0] FG_COMPILE()(FG_SHAPE("f32[4]") Tensor y) mutable {
    ++calls;
    return y * declared + calls;
  };
  const auto all = [&] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[N]") Tensor y) -> Tensor {
    return y * declared + number;
  };
  const auto copies = [=] FG_COMPILE(.fullgraph = true)(FG_SHAPE("f32[N]") Tensor y) {
    return y * declared - number;
  };
  const auto writes = [&] FG_COMPILE()(FG_SHAPE("f32[4]") Tensor y) { declared = declared + y; };
  const auto generic = [] FG_COMPILE()(auto y) { return y + y; };
  print("plain", plain(x));
  print("counting", counting(x));
  print("counting again", counting(x));
  print("all", all(x));
  number = 2.5f;
  print("all, changed", all(x));
  print("copies", copies(x));
  writes(x);
  print("written", declared);
  print("generic", generic(x));
  print("member", Layer{w, 0.25f}.run(fg::ones({3, 4})));
  print("global", global(x));
  print("scaled", scaled(x, 2.0f) + scaled(x, int64_t(3)));
  print("outer", outer(x));
}
// CHECK: plain: 16.0000
// CHECK-NEXT: counting: 22.0000
// CHECK-NEXT: counting again: 26.0000
// CHECK-NEXT: all: 24.0000
// CHECK-NEXT: all, changed: 28.0000
// CHECK-NEXT: copies: 12.0000
// CHECK-NEXT: written: 18.0000
// CHECK-NEXT: generic: 12.0000
// CHECK-NEXT: member: 39.0000
// CHECK-NEXT: global: 27.
// CHECK-NEXT: scaled: 38.0000
// CHECK-NEXT: outer:
