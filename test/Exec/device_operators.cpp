// The operators that devices have kernels for, family by family: each function is one graph that runs on the CPU and on the
// device, and what it computes is the same. Built with --target=cuda, the program takes CUDA's
// under FULLGRAPH_TEST_DEVICE=cuda.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s --target=host --target=opencl 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=device-code %s < %t.log
// LOG: fullgraph: device_operators.cpp: {{.*}} 0 breaks
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using fg::Tensor;
using List = std::vector<Tensor>;
namespace F = fg::nn::functional;

FG_COMPILE(.fullgraph = true)
List elementary(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return {fg::sin(x), fg::cos(x), fg::tan(x), fg::exp(x), fg::expm1(x), fg::tanh(x), fg::erf(x), fg::sigmoid(x), fg::atan(x), fg::sinh(x), fg::asinh(x)};
}

FG_COMPILE(.fullgraph = true)
List ofPositives(FG_SHAPE("f32[N, M]") const Tensor &x) {
  const Tensor y = x.abs() + 0.1;
  return {fg::log(y), fg::log2(y), fg::log10(y), fg::log1p(y), fg::sqrt(y), fg::rsqrt(y), fg::reciprocal(y), fg::pow(y, 1.5), fg::lgamma(y), fg::exp2(y)};
}

FG_COMPILE(.fullgraph = true)
List activations(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return {fg::relu(x), fg::gelu(x), fg::silu(x), fg::leaky_relu(x, 0.1), fg::elu(x), fg::softplus(x), fg::hardtanh(x), fg::mish(x), fg::hardswish(x)};
}

FG_COMPILE(.fullgraph = true)
List rounded(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return {fg::floor(x), fg::ceil(x), fg::round(x), fg::trunc(x), fg::frac(x), fg::sign(x), x.neg(), fg::isnan(x / x), fg::clamp(x, -0.5, 0.5)};
}

FG_COMPILE(.fullgraph = true)
List pairs(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[M]") const Tensor &y) {
  return {x + y, x - y, x * y, x / y, fg::maximum(x, y), fg::minimum(x, y), fg::atan2(x, y), fg::hypot(x, y), fg::fmod(x, y), fg::remainder(x, y), fg::lerp(x, y, 0.25), fg::copysign(x, y)};
}

FG_COMPILE(.fullgraph = true)
List compared(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[M]") const Tensor &y) {
  return {x < y, x <= y, x == y, x != y, fg::where(x > y, x, y), fg::logical_and(x > 0, y > 0), (x > 0).to(fg::kInt), x.masked_fill(x > y, 2.0)};
}

FG_COMPILE(.fullgraph = true)
List integers(FG_SHAPE("i64[N, M]") const Tensor &i, FG_SHAPE("i32[M]") const Tensor &k) {
  return {i + k, i * k, fg::div(i, k, "floor"), fg::div(i, k, "trunc"), fg::remainder(i, k), i & k, i ^ k, fg::bitwise_not(k), i / k, i.to(fg::kFloat) * 0.5, fg::bitwise_left_shift(k, 2), i.sum(), i.amax(1)};
}

FG_COMPILE(.fullgraph = true)
List doubles(FG_SHAPE("f64[N, M]") const Tensor &x) {
  return {x * 2 + 1, fg::sqrt(x.abs()), x.sum(-1), fg::softmax(x, 0), x.mean(), fg::floor(x)};
}

FG_COMPILE(.fullgraph = true)
List reduced(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return {x.sum(), x.sum(0), x.sum(1, true), x.mean(0), x.amax(1), x.amin(0), fg::var(x, 1), fg::std(x, 0), x.argmax(0), x.argmin(1), x.argmax(), (x > 2).any(), (x > -9).all(1), fg::logsumexp(x, 1), fg::linalg_vector_norm(x, 2),
          x.select(0, 0).select(0, 0).expand({5000}).sum(), fg::full_like(x, 0.5).sum(0)};
}

FG_COMPILE(.fullgraph = true)
List normed(FG_SHAPE("f32[N, M]") const Tensor &x) {
  return {fg::softmax(x, 1), fg::softmax(x, 0), fg::log_softmax(x, 1), fg::softmax(x.view({x.size(0) / 2, 2, x.size(1)}), 1)};
}

/// Rows of a known length lie in the memory of a block, which has more threads than the last of their pieces has elements.
FG_COMPILE(.fullgraph = true)
List ofKnownRows(FG_SHAPE("f32[N, 1000]") const Tensor &x, FG_SHAPE("f32[N, 77]") const Tensor &y) {
  return {fg::softmax(x, 1), fg::var(x, 1), fg::layer_norm(x, {1000}), fg::log_softmax(y, 1), fg::layer_norm(y, {77})};
}

FG_COMPILE(.fullgraph = true)
List moved(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[N, M]") const Tensor &y) {
  return {x.t() + 1, fg::cat({x, y}, 1), fg::stack({x, y}, 0), x.slice(1, 1, 5) * 2, x.unsqueeze(1).expand({x.size(0), 3, x.size(1)}) + 1,
          fg::constant_pad_nd(x, {1, 2}, 0.5), x.flip({1}) + 1, x.narrow(0, 1, 1) - 1, x.select(1, 0) + y.select(1, 1), fg::roll(x, 1, 1), fg::tril(x), fg::triu(x, 1)};
}

FG_COMPILE(.fullgraph = true)
List picked(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("i64[K]") const Tensor &rows, FG_SHAPE("i64[N, 2]") const Tensor &columns) {
  return {x.index_select(0, rows), fg::embedding(x, rows) * 2, x.gather(1, columns)};
}

FG_COMPILE(.fullgraph = true)
List products(FG_SHAPE("f32[N, K]") const Tensor &a, FG_SHAPE("f32[K, M]") const Tensor &b, FG_SHAPE("f32[M]") const Tensor &v) {
  const Tensor batch = fg::stack({b, b * 2}, 0);
  return {fg::matmul(a, b), fg::linear(a, b.t()) + v, fg::matmul(b, v), fg::matmul(a, batch), fg::relu(fg::addmm(v, a, b))};
}

FG_COMPILE(.fullgraph = true)
List windows(FG_SHAPE("f32[N, 4, H, W]") const Tensor &x, FG_SHAPE("f32[6, 4, 3, 3]") const Tensor &w, FG_SHAPE("f32[4, 1, 3, 3]") const Tensor &d,
             FG_SHAPE("f32[6]") const Tensor &bias) {
  return {fg::conv2d(x, w, bias, 1, 1), fg::conv2d(x, w, {}, 2), fg::relu(fg::conv2d(x, d, {}, 1, 1, 1, 4)), fg::max_pool2d(x, 2), fg::avg_pool2d(x, 3, 1, 1),
          fg::max_pool2d(x, 5, 1, 2)};
}

FG_COMPILE(.fullgraph = true)
Tensor attention(FG_SHAPE("f32[B, 2, T, 8]") const Tensor &q, FG_SHAPE("f32[B, 2, T, 8]") const Tensor &k, FG_SHAPE("f32[B, 2, T, 8]") const Tensor &v) {
  return fg::scaled_dot_product_attention(q, k, v);
}

FG_COMPILE(.fullgraph = true)
void inPlace(FG_SHAPE("f32[N, M]") Tensor &x, FG_SHAPE("f32[M]") const Tensor &y) {
  x.mul_(2).add_(y);
  x.select(0, 0).zero_();
}

/// What the program makes with a tensor's options, or moves to its device, lies beside it.
FG_COMPILE(.fullgraph = true)
List besides(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[N, M]") const Tensor &y) {
  const auto there = fg::TensorOptions().dtype(fg::kBool).device(x.device());
  const Tensor late = fg::ones({x.size(0), x.size(1)}, there).triu(1);
  Tensor state = fg::zeros({x.size(0), 4}, x.options());
  for (int64_t t = 0; t < 2; ++t)
    state = state * 0.5 + x.slice(1, t, t + 4) + fg::arange(4, x.options().dtype(fg::kFloat));
  if (x.device() != y.device())
    state = state * 0;
  return {x.masked_fill(late, -1), state, y.to(x.device()) * 2, y.to(x) - 1, fg::full({3}, 2.5, x.options()), fg::zeros({}, x.options()),
          fg::linspace(0, 1, 5, x.options())};
}

static int failures = 0;

static void same(const char *what, const List &onDevice, const List &onCpu, fg::Device device) {
  for (size_t i = 0; i < onCpu.size(); ++i) {
    const Tensor there = onDevice[i].cpu();
    const bool equal = onDevice[i].device() == device && there.dtype() == onCpu[i].dtype() && there.sizes() == onCpu[i].sizes() &&
                       fg::allclose(there, onCpu[i], 2e-4, 2e-5, true);
    failures += !equal;
    if (!equal)
      std::printf("%s[%d] DIFFERS by %g\n", what, int(i), (there.to(fg::kDouble) - onCpu[i].to(fg::kDouble)).abs().max().item<double>());
  }
  std::printf("%s: %d\n", what, int(onCpu.size()));
}

int main() {
  const char *const name = std::getenv("FULLGRAPH_TEST_DEVICE");
  const fg::Device device(std::string(name ? name : "opencl") + ":0");
  fg::manual_seed(3);
  const auto on = [&](const Tensor &x) { return x.to(device); };
  for (const auto &[n, m] : {std::pair<int64_t, int64_t>{2, 6}, {10, 37}, {128, 130}, {2, 5000}, {4096, 8}, {64, 1024}}) {
    std::printf("%ld x %ld\n", long(n), long(m));
    const Tensor x = fg::randn({n, m}), y = fg::randn({n, m}), v = fg::randn({m});
    same("elementary", elementary(on(x)), elementary(x), device);
    same("ofPositives", ofPositives(on(x)), ofPositives(x), device);
    same("activations", activations(on(x)), activations(x), device);
    same("rounded", rounded(on(x * 3)), rounded(x * 3), device);
    same("pairs", pairs(on(x), on(v)), pairs(x, v), device);
    same("compared", compared(on(x), on(v)), compared(x, v), device);
    const Tensor i = fg::randint(-50, 50, {n, m}, fg::kLong), k = fg::randint(1, 9, {m}, fg::kInt);
    same("integers", integers(on(i), on(k)), integers(i, k), device);
    same("doubles", doubles(on(x.to(fg::kDouble))), doubles(x.to(fg::kDouble)), device);
    same("reduced", reduced(on(x)), reduced(x), device);
    same("normed", normed(on(x)), normed(x), device);
    same("moved", moved(on(x), on(y)), moved(x, y), device);
    const Tensor rows = fg::randint(0, n, {7}, fg::kLong), columns = fg::randint(0, m, {n, 2}, fg::kLong);
    if (m > 5)
      same("besides", besides(on(x), on(y)), besides(x, y), device);
    same("picked", picked(on(x), on(rows), on(columns)), picked(x, rows, columns), device);
    const Tensor b = fg::randn({m, 70});
    same("products", products(on(x * 0.1), on(b), on(fg::ones({70}))), products(x * 0.1, b, fg::ones({70})), device);
    Tensor changed = on(x), expected = x.clone();
    inPlace(changed, on(v));
    inPlace(expected, v);
    same("inPlace", {changed}, {expected}, device);
  }
  const Tensor image = fg::randn({2, 4, 13, 17}), w = fg::randn({6, 4, 3, 3}), d = fg::randn({4, 1, 3, 3}), bias = fg::randn({6});
  same("windows", windows(on(image), on(w), on(d), on(bias)), windows(image, w, d, bias), device);
  const Tensor rows = fg::randn({3, 1000}), shorter = fg::randn({5, 77}).narrow(0, 0, 3).contiguous();
  same("ofKnownRows", ofKnownRows(on(rows), on(shorter)), ofKnownRows(rows, shorter), device);
  const Tensor q = fg::randn({2, 2, 9, 8});
  same("attention", {attention(on(q), on(q * 2), on(q + 1))}, {attention(q, q * 2, q + 1)}, device);
  // CHECK: 2 x 6
  // CHECK: 64 x 1024
  // CHECK-NOT: DIFFERS
  // CHECK: attention: 1
  // CHECK: 0 failures
  std::printf("%d failures\n", failures);
}
