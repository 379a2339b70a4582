// Products of matrices on a device: each way in which operands may lie, their dtypes, batches, and what stands in front of a
// product and behind it. CUDA leaves them to cuBLASLt where it finds that: FULLGRAPH_TEST_DEVICE=cuda, built with
// --target=cuda. test/unit/lower/DeviceProductTest.cpp tests such kernels without a GPU.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s --target=host --target=opencl 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=device-code %s < %t.log
// LOG: fullgraph: device_products.cpp: {{.*}} 0 breaks
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using fg::Tensor;
using List = std::vector<Tensor>;

FG_COMPILE(.fullgraph = true)
List layouts(FG_SHAPE("f32[M, K]") const Tensor &a, FG_SHAPE("f32[K, N]") const Tensor &b, FG_SHAPE("f32[N, K]") const Tensor &w) {
  return {fg::matmul(a, b), fg::matmul(a, w.t()), fg::matmul(b.t(), a.t()), fg::matmul(w, a.t()).t(), fg::linear(a, w)};
}

FG_COMPILE(.fullgraph = true)
List around(FG_SHAPE("f32[M, K]") const Tensor &a, FG_SHAPE("f32[N, K]") const Tensor &w, FG_SHAPE("f32[N]") const Tensor &bias,
            FG_SHAPE("f32[M, 1]") const Tensor &column) {
  return {fg::linear(a, w, bias), fg::gelu(fg::linear(fg::relu(a), w, bias)) * 2, fg::matmul(a, w.t()) + column,
          fg::softmax(fg::matmul(a * column, w.t()), -1), fg::linear(a, w, bias).sum(0)};
}

FG_COMPILE(.fullgraph = true)
List batches(FG_SHAPE("f32[B, M, K]") const Tensor &x, FG_SHAPE("f32[K, N]") const Tensor &shared, FG_SHAPE("f32[B, K, N]") const Tensor &own,
             FG_SHAPE("f32[N, K]") const Tensor &w, FG_SHAPE("f32[N]") const Tensor &bias) {
  return {fg::matmul(x, shared), fg::bmm(x, own), fg::linear(x, w, bias), fg::matmul(w, own), fg::matmul(x.unsqueeze(1), own),
          fg::matmul(own.transpose(1, 2), x.transpose(1, 2))};
}

FG_COMPILE(.fullgraph = true)
List heads(FG_SHAPE("f32[B, T, 3 * D]") const Tensor &qkv) {
  const int64_t b = qkv.size(0), t = qkv.size(1);
  const auto parts = qkv.chunk(3, -1);
  const auto head = [&](const Tensor &x) { return x.reshape({b, t, 4, -1}).transpose(1, 2); };
  const Tensor weights = fg::softmax(fg::matmul(head(parts[0]), head(parts[1]).transpose(-1, -2)) * 0.125, -1);
  return {weights, fg::matmul(weights, head(parts[2])).transpose(1, 2).reshape({b, t, -1})};
}

FG_COMPILE(.fullgraph = true)
List vectors(FG_SHAPE("f32[M, K]") const Tensor &a, FG_SHAPE("f32[K]") const Tensor &v, FG_SHAPE("f32[M]") const Tensor &u,
             FG_SHAPE("f32[B, M, K]") const Tensor &x) {
  return {fg::matmul(a, v), fg::matmul(u, a), fg::matmul(x, v), fg::matmul(v, v), fg::linear(v, a), fg::matmul(u, x)};
}

/// Lines that are not the library's: every second column, one that is repeated, a reversed one.
FG_COMPILE(.fullgraph = true)
List strided(FG_SHAPE("f32[M, K]") const Tensor &a, FG_SHAPE("f32[K, N]") const Tensor &b, FG_SHAPE("f32[K]") const Tensor &v) {
  return {fg::matmul(a.slice(1, 0, fg::nullopt, 2), b.slice(0, 0, fg::nullopt, 2)), fg::matmul(v.unsqueeze(0).expand_as(a), b),
          fg::matmul(a.flip({1}), b), fg::matmul(a.narrow(0, 1, a.size(0) - 1), b), fg::matmul(a, b.narrow(1, 1, b.size(1) - 1))};
}

FG_COMPILE(.fullgraph = true)
List doubles(FG_SHAPE("f64[M, K]") const Tensor &a, FG_SHAPE("f64[N, K]") const Tensor &w, FG_SHAPE("f64[N]") const Tensor &bias) {
  return {fg::matmul(a, w.t()), fg::linear(a, w, bias), fg::tanh(fg::linear(a, w, bias))};
}

FG_COMPILE(.fullgraph = true)
List integers(FG_SHAPE("i32[M, K]") const Tensor &a, FG_SHAPE("i32[N, K]") const Tensor &w) {
  return {fg::matmul(a, w.t())};
}

FG_COMPILE(.fullgraph = true)
List halves(FG_SHAPE("f16[M, K]") const Tensor &a, FG_SHAPE("f16[N, K]") const Tensor &w, FG_SHAPE("f16[N]") const Tensor &bias) {
  return {fg::matmul(a, w.t()), fg::linear(a, w, bias), fg::relu(fg::linear(a, w, bias))};
}

FG_COMPILE(.fullgraph = true)
List brains(FG_SHAPE("bf16[M, K]") const Tensor &a, FG_SHAPE("bf16[N, K]") const Tensor &w, FG_SHAPE("bf16[N]") const Tensor &bias) {
  return {fg::matmul(a, w.t()), fg::linear(a, w, bias), fg::relu(fg::linear(a, w, bias))};
}

namespace {

void same(const char *name, const List &got, const List &expected, const fg::Device &device, double tolerance = 1e-4) {
  bool equal = got.size() == expected.size();
  for (size_t i = 0; equal && i < got.size(); ++i) {
    const Tensor one = got[i].cpu();
    if (got[i].device() != device || one.sizes() != expected[i].sizes() || one.scalar_type() != expected[i].scalar_type() ||
        !fg::allclose(one.to(fg::kDouble), expected[i].to(fg::kDouble), tolerance, tolerance)) {
      std::printf("  %s[%zu] DIFFERS\n", name, i);
      equal = false;
    }
  }
  std::printf("  %s: %d\n", name, int(equal));
}

} // namespace

int main() {
  const char *const name = std::getenv("FULLGRAPH_TEST_DEVICE");
  const fg::Device device(std::string(name ? name : "opencl") + ":0");
  fg::manual_seed(5);
  const auto on = [&](const Tensor &x) { return x.to(device); };
  struct Sizes {
    int64_t m, k, n;
  };
  for (const auto &[m, k, n] : {Sizes{5, 8, 12}, {64, 128, 96}, {2, 300, 7}, {33, 17, 130}, {1, 64, 48}, {40, 1, 3}, {7, 32, 1}}) {
    std::printf("%ld x %ld x %ld\n", long(m), long(k), long(n));
    const Tensor a = fg::randn({m, k}), b = fg::randn({k, n}), w = fg::randn({n, k}), bias = fg::randn({n}), v = fg::randn({k});
    const Tensor column = fg::randn({m, 1}), u = fg::randn({m}), x = fg::randn({3, m, k}), own = fg::randn({3, k, n});
    same("layouts", layouts(on(a), on(b), on(w)), layouts(a, b, w), device);
    same("around", around(on(a), on(w), on(bias), on(column)), around(a, w, bias, column), device);
    same("batches", batches(on(x), on(b), on(own), on(w), on(bias)), batches(x, b, own, w, bias), device);
    const Tensor qkv = fg::randn({2, m, 24 * k});
    same("heads", heads(on(qkv)), heads(qkv), device);
    same("vectors", vectors(on(a), on(v), on(u), on(x)), vectors(a, v, u, x), device);
    if (m > 1 && n > 1)
      same("strided", strided(on(a), on(b), on(v)), strided(a, b, v), device);
    const auto wide = [](const Tensor &t) { return t.to(fg::kDouble); };
    same("doubles", doubles(on(wide(a)), on(wide(w)), on(wide(bias))), doubles(wide(a), wide(w), wide(bias)), device, 1e-9);
    const auto whole = [](const Tensor &t) { return (t * 10).to(fg::kInt); };
    same("integers", integers(on(whole(a)), on(whole(w))), integers(whole(a), whole(w)), device, 0);
    const auto half = [](const Tensor &t) { return t.to(fg::kHalf); };
    same("halves", halves(on(half(a)), on(half(w)), on(half(bias))), halves(half(a), half(w), half(bias)), device, 2e-2);
    const auto brain = [](const Tensor &t) { return t.to(fg::kBFloat16); };
    same("brains", brains(on(brain(a)), on(brain(w)), on(brain(bias))), brains(brain(a), brain(w), brain(bias)), device, 1e-1);
  }
  // Sums of nothing.
  const Tensor none = fg::empty({4, 0}), noWeights = fg::empty({6, 0}), bias = fg::randn({6});
  same("empty", around(on(none), on(noWeights), on(bias), on(fg::ones({4, 1}))), around(none, noWeights, bias, fg::ones({4, 1})), device);
  // CHECK: 5 x 8 x 12
  // CHECK: 7 x 32 x 1
  // CHECK-NOT: DIFFERS
  // CHECK: empty: 1
}
