// What threads add to a kernel: each case on one thread and on two, named <case>/<threads>. A case is a
// kernel graph, the sizes of its symbols, and what the call computes.
#include "kernel_loader.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>

using fullgraph::bench::LoadedKernel;
using fullgraph::bench::Tensor;

namespace {

using Sizes = std::vector<int64_t>;

struct Case {
  std::string name, graph;
  std::vector<Sizes> inputs;
  Sizes symbols; // in the order in which the graph mentions them
  Sizes output;
  double operations = 0;
};

std::string list(const Sizes &sizes) {
  std::string text;
  for (const int64_t size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

Case pointwise(int64_t n) {
  return {"AddRelu/" + std::to_string(n),
          "graph @k(%a0: f32[s0], %a1: f32[s0]) { %0: f32[s0] = add(%a0, %a1) %1: f32[s0] = relu(%0) "
          "return %1 }",
          {{n}, {n}},
          {n},
          {n},
          2.0 * static_cast<double>(n)};
}

/// A chain of `depth` steps: as much work an element as formulas of finance have.
Case chain(int64_t n, int depth) {
  std::string text = "graph @k(%a0: f32[s0]) { %e0: f32[s0] = exp(%a0)";
  for (int i = 1; i < depth; ++i) {
    const std::string before = std::to_string(i - 1), step = std::to_string(i);
    text += " %t" + step + ": f32[s0] = tanh(%e" + before + ") %e" + step + ": f32[s0] = exp(%t" + step + ")";
  }
  text += " return %e" + std::to_string(depth - 1) + " }";
  return {"Chain" + std::to_string(depth) + "/" + std::to_string(n),
          text,
          {{n}},
          {n},
          {n},
          static_cast<double>(n * depth)};
}

Case softmax(int64_t rows, int64_t columns) {
  return {"Softmax/" + list({rows, columns}),
          "graph @k(%a0: f32[s0, s1]) { %0: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none) return %0 }",
          {{rows, columns}},
          {rows, columns},
          {rows, columns},
          static_cast<double>(rows * columns)};
}

Case rowSum(int64_t rows, int64_t columns) {
  return {"RowSum/" + list({rows, columns}),
          "graph @k(%a0: f32[s0, s1]) { %0: f32[s0] = sum(%a0, dim = [1], keepdim = false, dtype = none) "
          "return %0 }",
          {{rows, columns}},
          {rows, columns},
          {rows},
          static_cast<double>(rows * columns)};
}

/// x[m, k] times weights [n, k]; `known`: which of m, n, k the kernel knows.
Case linear(const std::string &known, int64_t m, int64_t n, int64_t k) {
  Sizes symbols;
  const auto dim = [&](char which, int64_t size) {
    if (known.find(which) != std::string::npos)
      return std::to_string(size);
    symbols.push_back(size);
    return "s" + std::to_string(symbols.size() - 1);
  };
  const std::string ms = dim('m', m), ks = dim('k', k), ns = dim('n', n);
  return {"Linear_" + known + "/" + list({m, n, k}),
          "graph @k(%a0: f32[" + ms + ", " + ks + "], %a1: f32[" + ns + ", " + ks + "]) { %0: f32[" + ms +
              ", " + ns + "] = linear(%a0, %a1, none) return %0 }",
          {{m, k}, {n, k}},
          symbols,
          {m, n},
          2.0 * static_cast<double>(m * n * k)};
}

/// x[m, k] times [k, n].
Case matmul(bool symbolic, int64_t m, int64_t n, int64_t k) {
  const std::string ms = symbolic ? "s0" : std::to_string(m), ks = symbolic ? "s1" : std::to_string(k),
                    ns = symbolic ? "s2" : std::to_string(n);
  return {std::string(symbolic ? "MatmulSymbolic/" : "Matmul/") + list({m, n, k}),
          "graph @k(%a0: f32[" + ms + ", " + ks + "], %a1: f32[" + ks + ", " + ns + "]) { %0: f32[" + ms +
              ", " + ns + "] = matmul(%a0, %a1) return %0 }",
          {{m, k}, {k, n}},
          symbolic ? Sizes{m, k, n} : Sizes{},
          {m, n},
          2.0 * static_cast<double>(m * n * k)};
}

struct Convolved {
  int64_t batch, in, out, size, kernel = 3, stride = 1, groups = 1;
  bool symbolic = false; // batch, height and width are symbols
};

Case convolution(const Convolved &c) {
  const int64_t padding = c.kernel / 2, result = (c.size + 2 * padding - c.kernel) / c.stride + 1;
  const auto repeated = [](int64_t value) { return "[" + list({value, value}) + "]"; };
  const Sizes filter = {c.out, c.in / c.groups, c.kernel, c.kernel};
  std::string image = list({c.batch, c.in, c.size, c.size}), to = list({c.batch, c.out, result, result});
  Sizes symbols;
  if (c.symbolic) { // of stride 1, and of odd kernels
    image = "s0, " + std::to_string(c.in) + ", s1, s2";
    to = "s0, " + std::to_string(c.out) + ", s1, s2";
    symbols = {c.batch, c.size, c.size};
  }
  return {"Convolution" + std::string(c.symbolic ? "Symbolic/" : "/") +
              list({c.batch, c.in, c.out, c.size, c.kernel, c.stride, c.groups}),
          "graph @k(%a0: f32[" + image + "], %a1: f32[" + list(filter) + "]) { %0: f32[" + to +
              "] = convolution(%a0, %a1, none, stride = " + repeated(c.stride) +
              ", padding = " + repeated(padding) +
              ", dilation = [1, 1], groups = " + std::to_string(c.groups) + ") return %0 }",
          {{c.batch, c.in, c.size, c.size}, filter},
          symbols,
          {c.batch, c.out, result, result},
          2.0 * static_cast<double>(c.batch * c.out * result * result * filter[1] * c.kernel * c.kernel)};
}

std::vector<Case> cases() {
  return {pointwise(1 << 10),
          pointwise(1 << 16),
          pointwise(1 << 20),
          pointwise(1 << 24),
          chain(1 << 16, 4),
          chain(1 << 20, 4),
          softmax(64, 1000),
          softmax(4096, 1000),
          rowSum(4096, 1024),
          linear("mnk", 512, 512, 512),
          linear("nk", 512, 512, 512),
          linear("", 512, 512, 512),
          linear("", 8, 1024, 1024),
          linear("nk", 4096, 64, 512),
          linear("mnk", 4096, 64, 512),
          linear("nk", 4096, 10, 256),
          linear("nk", 1, 4096, 4096),
          linear("nk", 1, 512, 512),
          linear("", 1, 4096, 4096),
          matmul(false, 512, 512, 512),
          matmul(true, 512, 512, 512),
          matmul(false, 4096, 64, 512),
          matmul(true, 4096, 64, 512),
          matmul(false, 1, 4096, 4096),
          matmul(true, 1, 4096, 4096),
          convolution({1, 3, 64, 224, 7, 2}),
          convolution({1, 64, 64, 56}),
          convolution({8, 64, 64, 56}),
          convolution({1, 128, 128, 28}),
          convolution({1, 512, 512, 7}),
          convolution({1, 64, 128, 56, 3, 2}),
          convolution({1, 96, 96, 56, 3, 1, 96}),
          convolution({1, 64, 256, 56, 1}),
          convolution({1, 16, 32, 4}),
          convolution({1, 64, 64, 56, 3, 1, 1, true}),
          convolution({8, 64, 64, 56, 3, 1, 1, true})};
}

void measure(benchmark::State &state, const Case &c, std::unique_ptr<LoadedKernel> &kernel) {
  if (!kernel) // compiled when its first benchmark runs
    kernel = std::make_unique<LoadedKernel>(c.graph);
  if (!kernel->error().empty()) {
    state.SkipWithError(kernel->error().c_str());
    return;
  }
  std::vector<Tensor> tensors;
  for (const Sizes &sizes : c.inputs)
    tensors.emplace_back(sizes);
  std::vector<Tensor *> inputs;
  for (Tensor &tensor : tensors)
    inputs.push_back(&tensor);
  Tensor output(c.output);
  kernel->setThreads(static_cast<int>(state.range(0)));
  const auto call = kernel->prepare(inputs, c.symbols, {&output});
  using Clock = std::chrono::steady_clock;
  Clock::duration least = Clock::duration::max();
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    call();
    least = std::min(least, Clock::now() - start);
    benchmark::ClobberMemory();
  }
  state.counters["least_us"] = std::chrono::duration<double, std::micro>(least).count();
  state.counters["compile_ms"] = kernel->compileMilliseconds();
  state.counters["bytes"] = static_cast<double>(kernel->objectBytes());
  state.counters["FLOPS"] = benchmark::Counter(c.operations, benchmark::Counter::kIsIterationInvariantRate);
}

[[maybe_unused]] const bool registered = [] {
  for (const Case &c : cases()) {
    const auto kernel = std::make_shared<std::unique_ptr<LoadedKernel>>();
    benchmark::RegisterBenchmark(("Threads/" + c.name).c_str(),
                                 [c, kernel](benchmark::State &state) { measure(state, c, *kernel); })
        ->UseRealTime()
        ->Arg(1)
        ->Arg(2);
  }
  return true;
}();

} // namespace
