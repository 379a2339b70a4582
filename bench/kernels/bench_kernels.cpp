// Kernels against plain C++ loops, in one process and on one thread (bench_threads.cpp: on two):
//
//   bench_kernels --benchmark_filter=Linear
//
// The loops are what a careful user would write, compiled with -O3 for this machine; each benchmark's two
// variants are named <what>/kernel and <what>/loops. GFLOP/s is in the column FLOPS.
#include "kernel_loader.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

using fullgraph::bench::LoadedKernel;
using fullgraph::bench::Tensor;

namespace {

/// Compiled once, when its first benchmark runs.
const LoadedKernel &kernel(const std::string &text) {
  static std::map<std::string, std::unique_ptr<LoadedKernel>> known;
  std::unique_ptr<LoadedKernel> &k = known[text];
  if (!k)
    k = std::make_unique<LoadedKernel>(text);
  return *k;
}

void finish(benchmark::State &state, double flops) {
  state.counters["FLOPS"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

void run(benchmark::State &state, const std::string &text, std::vector<Tensor *> inputs,
         std::vector<int64_t> sizes, std::vector<Tensor *> outputs, double flops) {
  const LoadedKernel &k = kernel(text);
  if (!k.error().empty()) {
    state.SkipWithError(k.error().c_str());
    return;
  }
  const auto call = k.prepare(inputs, sizes, outputs);
  for (auto _ : state) {
    call();
    benchmark::ClobberMemory();
  }
  state.counters["compile_ms"] = k.compileMilliseconds();
  state.counters["bytes"] = static_cast<double>(k.objectBytes());
  finish(state, flops);
}

template <class F> void loops(benchmark::State &state, double flops, const F &f) {
  for (auto _ : state) {
    f();
    benchmark::ClobberMemory();
  }
  finish(state, flops);
}

// ---- Pointwise
// ---------------------------------------------------------------------------------------------------

void chainKernel(benchmark::State &state) {
  const int64_t n = state.range(0);
  Tensor x({n}), y({n}), out({n});
  // tanh(x*y + sigmoid(x)) * exp(-y*y)
  run(state,
      "graph @k(%a0: f32[s0], %a1: f32[s0]) { %o: i64[] weak = scalar(value = 1) %0: f32[s0] = mul(%a0, %a1) "
      "%1: f32[s0] = sigmoid(%a0)"
      " %2: f32[s0] = add(%0, %1, %o) %3: f32[s0] = tanh(%2) %4: f32[s0] = mul(%a1, %a1) %5: f32[s0] = "
      "neg(%4) %6: f32[s0] = exp(%5)"
      " %7: f32[s0] = mul(%3, %6) return %7 }",
      {&x, &y}, {n}, {&out}, static_cast<double>(n));
}
void chainLoops(benchmark::State &state) {
  const int64_t n = state.range(0);
  Tensor x({n}), y({n}), out({n});
  loops(state, static_cast<double>(n), [&] {
    for (int64_t i = 0; i < n; ++i) {
      const float a = x.data[i], b = y.data[i];
      out.data[i] = std::tanh(a * b + 1 / (1 + std::exp(-a))) * std::exp(-b * b);
    }
  });
}
void addReluKernel(benchmark::State &state) {
  const int64_t n = state.range(0);
  Tensor x({n}), y({n}), out({n});
  run(state,
      "graph @k(%a0: f32[s0], %a1: f32[s0]) { %0: f32[s0] = add(%a0, %a1) %1: f32[s0] = relu(%0) return %1 }",
      {&x, &y}, {n}, {&out}, 2 * static_cast<double>(n));
}
void addReluLoops(benchmark::State &state) {
  const int64_t n = state.range(0);
  Tensor x({n}), y({n}), out({n});
  loops(state, 2 * static_cast<double>(n), [&] {
    for (int64_t i = 0; i < n; ++i) {
      const float sum = x.data[i] + y.data[i];
      out.data[i] = sum < 0 ? 0 : sum;
    }
  });
}

// ---- Rows
// --------------------------------------------------------------------------------------------------------

void softmaxKernel(benchmark::State &state) {
  const int64_t rows = state.range(0), n = state.range(1);
  Tensor x({rows, n}), out({rows, n});
  run(state, "graph @k(%a0: f32[s0, s1]) { %0: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none) return %0 }",
      {&x}, {rows, n}, {&out}, static_cast<double>(rows * n));
}
void softmaxLoops(benchmark::State &state) {
  const int64_t rows = state.range(0), n = state.range(1);
  Tensor x({rows, n}), out({rows, n});
  loops(state, static_cast<double>(rows * n), [&] {
    for (int64_t r = 0; r < rows; ++r) {
      const float *in = x.data.data() + r * n;
      float *o = out.data.data() + r * n;
      float largest = in[0], sum = 0;
      for (int64_t i = 1; i < n; ++i)
        largest = std::max(largest, in[i]);
      for (int64_t i = 0; i < n; ++i)
        sum += o[i] = std::exp(in[i] - largest);
      for (int64_t i = 0; i < n; ++i)
        o[i] /= sum;
    }
  });
}

// ---- Contractions
// ------------------------------------------------------------------------------------------------

void linearKernel(benchmark::State &state) {
  const int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  Tensor x({m, k}), w({n, k}), b({n}), out({m, n});
  const std::string ns = std::to_string(n), ks = std::to_string(k);
  run(state,
      "graph @k(%a0: f32[s0, " + ks + "], %a1: f32[" + ns + ", " + ks + "], %a2: f32[" + ns +
          "]) { %0: f32[s0, " + ns + "] = linear(%a0, %a1, %a2) %1: f32[s0, " + ns +
          "] = relu(%0) return %1 }",
      {&x, &w, &b}, {m}, {&out}, 2.0 * static_cast<double>(m * n * k));
}
void linearLoops(benchmark::State &state) {
  const int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  Tensor x({m, k}), w({n, k}), b({n}), out({m, n});
  loops(state, 2.0 * static_cast<double>(m * n * k), [&] {
    for (int64_t r = 0; r < m; ++r)
      for (int64_t c = 0; c < n; ++c) {
        const float *a = x.data.data() + r * k, *v = w.data.data() + c * k;
        float partial[8] = {}; // so that the compiler may use vectors
        int64_t i = 0;
        for (; i + 8 <= k; i += 8)
          for (int lane = 0; lane < 8; ++lane)
            partial[lane] += a[i + lane] * v[i + lane];
        float sum = b.data[c];
        for (; i < k; ++i)
          sum += a[i] * v[i];
        for (const float p : partial)
          sum += p;
        out.data[r * n + c] = sum < 0 ? 0 : sum;
      }
  });
}
void convKernel(benchmark::State &state) {
  const int64_t batch = state.range(0), in = state.range(1), out = state.range(2), size = state.range(3);
  Tensor x({batch, in, size, size}), w({out, in, 3, 3}), y({batch, out, size, size});
  const std::string i = std::to_string(in), o = std::to_string(out), s = std::to_string(size),
                    image = s + ", " + s + "]";
  run(state,
      "graph @k(%a0: f32[s0, " + i + ", " + image + ", %a1: f32[" + o + ", " + i + ", 3, 3]) { %0: f32[s0, " +
          o + ", " + image +
          " = convolution(%a0, %a1, none, stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 1) "
          "return %0 }",
      {&x, &w}, {batch}, {&y}, 18.0 * static_cast<double>(batch * in * out * size * size));
}
void convLoops(benchmark::State &state) {
  const int64_t batch = state.range(0), in = state.range(1), out = state.range(2), size = state.range(3);
  Tensor x({batch, in, size, size}), w({out, in, 3, 3}), y({batch, out, size, size});
  loops(state, 18.0 * static_cast<double>(batch * in * out * size * size), [&] {
    std::fill(y.data.begin(), y.data.end(), 0.f);
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t o = 0; o < out; ++o)
        for (int64_t i = 0; i < in; ++i)
          for (int64_t ky = 0; ky < 3; ++ky)
            for (int64_t kx = 0; kx < 3; ++kx) {
              const float weight = w.data[((o * in + i) * 3 + ky) * 3 + kx];
              for (int64_t r = std::max<int64_t>(0, 1 - ky); r < std::min(size, size + 1 - ky); ++r) {
                const float *from = x.data.data() + ((n * in + i) * size + r + ky - 1) * size + kx - 1;
                float *to = y.data.data() + ((n * out + o) * size + r) * size;
                for (int64_t c = std::max<int64_t>(0, 1 - kx); c < std::min(size, size + 1 - kx); ++c)
                  to[c] += weight * from[c];
              }
            }
  });
}

} // namespace

BENCHMARK(chainKernel)->Name("Chain/kernel")->Arg(16)->Arg(1000)->Arg(1 << 20);
BENCHMARK(chainLoops)->Name("Chain/loops")->Arg(16)->Arg(1000)->Arg(1 << 20);
BENCHMARK(addReluKernel)->Name("AddRelu/kernel")->Arg(16)->Arg(1000)->Arg(1 << 20);
BENCHMARK(addReluLoops)->Name("AddRelu/loops")->Arg(16)->Arg(1000)->Arg(1 << 20);
BENCHMARK(softmaxKernel)->Name("Softmax/kernel")->Args({1, 10})->Args({64, 1000});
BENCHMARK(softmaxLoops)->Name("Softmax/loops")->Args({1, 10})->Args({64, 1000});
#define FG_LINEAR                                                                                            \
  ->Args({1, 64, 64})->Args({1, 256, 784})->Args({8, 256, 784})->Args({256, 256, 784})->Args({512, 512, 512})
BENCHMARK(linearKernel)->Name("Linear/kernel") FG_LINEAR;
BENCHMARK(linearLoops)->Name("Linear/loops") FG_LINEAR;
BENCHMARK(convKernel)
    ->Name("Convolution/kernel")
    ->Args({1, 1, 16, 8})
    ->Args({1, 16, 32, 4})
    ->Args({1, 64, 64, 56});
BENCHMARK(convLoops)
    ->Name("Convolution/loops")
    ->Args({1, 1, 16, 8})
    ->Args({1, 16, 32, 4})
    ->Args({1, 64, 64, 56});

int main(int argc, char **argv) {
  // The loops run on one thread; so do the kernels. Set HL_NUM_THREADS to see what Halide's threads add.
  setenv("HL_NUM_THREADS", "1", /*overwrite=*/0);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
