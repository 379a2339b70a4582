// What threads add to a kernel: each case on one thread and on two, named <case>/<threads>.
#include "cases.h"
#include "kernel_loader.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>

using namespace fullgraph::bench;

namespace {

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
