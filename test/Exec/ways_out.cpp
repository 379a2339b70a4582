// Ways out of a graph break: what the user says of a function. Nothing here is a break, and what is before a
// call and behind it is compiled.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: warning
// LOG: fullgraph: ways_out.cpp: {{[0-9]+}} functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <string>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }

// --- FG_LEAF: an ordered effect
static int leaves = 0;
FG_LEAF static void announce(const char *what, const Tensor &x) {
  ++leaves;
  std::printf("%s %.4f (call %d)\n", what, number(x), leaves);
}
FG_SHAPE("f32[4]") FG_LEAF static Tensor next_noise() {
  ++leaves;
  return fg::full({4}, 0.25 * leaves);
}
static Tensor inside(const Tensor &x) {
  auto y = fg::exp(x) + 1;
  announce("inside", y);
  return fg::log(y);
}
FG_COMPILE(.fullgraph = true)
Tensor leaf(FG_SHAPE("f32[N,4]") Tensor x) {
  auto h = x * 2 + 1;
  announce("before", h);
  h.mul_(0.5);
  announce("product", h * 3);
  auto noise = next_noise();
  auto y = fg::relu(h + noise);
  for (int i = 0; i < 2; ++i) {
    y = inside(y * 0.5);
    announce("turn", y);
  }
  return fg::softmax(y, 1) + next_noise();
}
// CHECK: before 28.5000 (call 1)
// CHECK-NEXT: product
// CHECK-NEXT: inside
// CHECK-NEXT: turn
// CHECK-NEXT: inside
// CHECK-NEXT: turn
// CHECK-NEXT: leaf

// --- FG_ALLOW_IN_GRAPH
FG_SHAPE("f32[N]") FG_ALLOW_IN_GRAPH Tensor prefix_sum(const Tensor &x);
FG_COMPILE(.fullgraph = true)
Tensor opaque(FG_SHAPE("f32[N]") Tensor x) { return fg::tanh(prefix_sum(x * 0.5)) * 2 + x; }

// --- FG_ASSUME_CONSTANT_RESULT
FG_ASSUME_CONSTANT_RESULT bool use_gelu();
FG_ASSUME_CONSTANT_RESULT static int width(int which) { return which + 2; }
FG_COMPILE(.fullgraph = true)
Tensor constant(FG_SHAPE("f32[N,4]") Tensor x) {
  x = use_gelu() ? fg::gelu(x) : fg::relu(x);
  return x.sum(1) * width(1) + static_cast<double>(width(2));
}

// --- fg::is_compiling, fg::ErrorOnGraphBreak
static int eager_calls = 0;
FG_COMPILE()
Tensor compiling(FG_SHAPE("f32[N]") Tensor x) {
  fg::ErrorOnGraphBreak strict(true);
  if (!fg::is_compiling())
    ++eager_calls;
  return x * 2 + 1;
}

// --- FG_CUSTOM_OP
static fg::TensorMeta outer_shape(const fg::TensorMeta &a, const fg::TensorMeta &b, double) {
  fg::TensorMeta result;
  result.dtype = a.dtype;
  result.sizes = {a.size(0), b.size(-1)};
  return result;
}
FG_CUSTOM_OP("test::outer", .shape = outer_shape)
static Tensor outer(const Tensor &a, const Tensor &b, double scale) {
  Tensor result = fg::empty({a.size(0), b.size(0)});
  for (int64_t i = 0; i < a.size(0); ++i)
    for (int64_t j = 0; j < b.size(0); ++j)
      result.data_ptr<float>()[i * b.size(0) + j] =
          static_cast<float>(scale) * a.data_ptr<float>()[i] * b.data_ptr<float>()[j];
  return result;
}
static std::tuple<fg::TensorMeta, fg::TensorMeta> split_shape(const fg::TensorMeta &x, int64_t at) {
  fg::TensorMeta first = x, second = x;
  first.sizes[0] = at;
  second.sizes[0] = x.size(0) - at;
  return {first, second};
}
FG_CUSTOM_OP("test::split", .shape = split_shape)
static std::tuple<Tensor, Tensor> split_at(const Tensor &x, int64_t at) {
  return {x.slice(0, 0, at).clone(), x.slice(0, at, x.size(0)).clone()};
}
FG_CUSTOM_OP("test::fill", .mutates = "out")
static void fill_with(Tensor out, float value) {
  for (int64_t i = 0; i < out.numel(); ++i)
    out.data_ptr<float>()[i] = value + static_cast<float>(i);
}
FG_COMPILE(.fullgraph = true)
Tensor custom(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[M]") Tensor y) {
  auto product = outer(x.exp(), y * 2, 0.5) + 1;
  auto [head, tail] = split_at(fg::relu(x), 2);
  auto out = fg::zeros({3});
  fill_with(out, 1.5f);
  return product.sum() + head.sum() * 2 + tail.sum() + (out * 2).sum();
}

// --- FG_NONSTRICT_TRACE
FG_NONSTRICT_TRACE static Tensor pure(const Tensor &x) { return fg::sigmoid(x) * x; }
FG_SHAPE("f32[N]") FG_NONSTRICT_TRACE static Tensor pure_but_odd(const Tensor &x) {
  Tensor y = x.clone();
  float *data = y.data_ptr<float>();
  data[0] = 100;
  return y;
}
FG_COMPILE(.fullgraph = true)
Tensor nonstrict(FG_SHAPE("f32[N]") Tensor x) {
  auto y = pure(x) + 1;
  auto z = pure_but_odd(y * 2);
  return fg::tanh(z * 0.01) + pure(z);
}

Tensor prefix_sum(const Tensor &x) {
  Tensor y = x.clone();
  for (int64_t i = 1; i < y.numel(); ++i)
    y.data_ptr<float>()[i] += y.data_ptr<float>()[i - 1];
  return y;
}
bool use_gelu() { return true; }

int main() {
  auto x = fg::arange(12).to(fg::kFloat).reshape({3, 4}).mul(0.125),
       v = fg::arange(5).to(fg::kFloat).sub(1.5);
  for (int turn = 0; turn < 2; ++turn) {
    std::printf("leaf %.4f\n", number(leaf(x)));
    std::printf("opaque %.4f\n", number(opaque(v)));
    std::printf("constant %.4f\n", number(constant(x)));
    std::printf("compiling %.4f\n", number(compiling(v)));
    std::printf("custom %.4f\n", number(custom(v, fg::arange(3).to(fg::kFloat))));
    std::printf("nonstrict %.4f\n", number(nonstrict(v)));
  }
  // What was left as it is ran as often as it would have eagerly.
  std::printf("%d leaves\n", leaves);
}
