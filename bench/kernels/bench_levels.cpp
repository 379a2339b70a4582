// What AVX-512 adds to a kernel: each case for x86-64-v3 and x86-64-v4, called in turns on one thread.
//
//   bench_levels [--filter=<part of a name>] [--seconds=<of a case>]
//
// The machine may be shared: the least time of many short rounds counts, and only the ratio of one run.
#include "cases.h"
#include "kernel_loader.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace fullgraph::bench;

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

/// A level's kernel with its result, and how long a call takes.
struct Level {
  std::unique_ptr<LoadedKernel> kernel;
  std::unique_ptr<Tensor> output;
  std::function<void()> call;
  double least = 1e9;
};

double timeOf(const std::function<void()> &call, int repeats) {
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < repeats; ++i)
    call();
  return seconds(Clock::now() - start) / repeats;
}

/// The largest difference of two results that are f32.
double difference(const Tensor &a, const Tensor &b) {
  double most = 0;
  for (size_t i = 0; i < a.data.size(); ++i)
    if (!(std::isnan(a.data[i]) && std::isnan(b.data[i])))
      most = std::max(most,
                      std::abs(double(a.data[i]) - b.data[i]) / std::max(1.0, std::abs(double(a.data[i]))));
  return most;
}

/// v3's time by v4's, or 0.
double measure(const Case &c, double limit) {
  std::vector<Tensor> tensors;
  for (const Sizes &sizes : c.inputs)
    tensors.emplace_back(sizes);
  std::vector<Tensor *> inputs;
  for (Tensor &tensor : tensors) {
    if (c.positive)
      tensor.shift(1);
    inputs.push_back(&tensor);
  }
  Level levels[2];
  for (int i = 0; i < 2; ++i) {
    Level &level = levels[i];
    level.kernel = std::make_unique<LoadedKernel>(c.graph, 3 + i);
    if (!level.kernel->error().empty()) {
      std::printf("| %s | %s |\n", c.name.c_str(), level.kernel->error().c_str());
      return 0;
    }
    level.kernel->setThreads(1);
    level.output = std::make_unique<Tensor>(c.output, c.outputBytes);
    level.call = level.kernel->prepare(inputs, c.symbols, {level.output.get()});
    level.call();
  }
  const int repeats = static_cast<int>(std::clamp(2e-4 / timeOf(levels[0].call, 3), 1.0, 1e6));
  const Clock::time_point start = Clock::now();
  std::vector<double> ratios;
  do {
    double round[2];
    for (int i = 0; i < 2; ++i) {
      round[i] = timeOf(levels[i].call, repeats);
      levels[i].least = std::min(levels[i].least, round[i]);
    }
    ratios.push_back(round[0] / round[1]);
  } while (seconds(Clock::now() - start) < limit || ratios.size() < 5);
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2),
                   ratios.end());
  const double ratio = levels[0].least / levels[1].least;
  std::printf("| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %zu | %zu | %.1g |\n", c.name.c_str(),
              levels[0].least * 1e6, levels[1].least * 1e6, ratio, ratios[ratios.size() / 2],
              c.operations / levels[1].least * 1e-9, levels[0].kernel->compileMilliseconds(),
              levels[1].kernel->compileMilliseconds(), levels[0].kernel->objectBytes(),
              levels[1].kernel->objectBytes(),
              c.outputBytes == 4 ? difference(*levels[0].output, *levels[1].output) : 0.0);
  std::fflush(stdout);
  return ratio;
}

std::vector<Case> cases() {
  std::vector<Case> list = {pointwise(1 << 10),
                            pointwise(1 << 14),
                            pointwise(1 << 20),
                            chain(100, 4),
                            chain(1 << 14, 4),
                            chain(1 << 20, 4),
                            blackScholes(1 << 16),
                            softmax(64, 10),
                            softmax(64, 100),
                            softmax(64, 1000),
                            softmax(1024, 1024),
                            layerNorm(64, 768),
                            layerNorm(4096, 256),
                            rowSum(256, 17),
                            rowSum(256, 1024),
                            rowSum(4096, 1024),
                            rowExtremum("amax", 256, 1024),
                            rowExtremum("argmax", 256, 10),
                            rowExtremum("argmax", 4096, 10),
                            rowExtremum("amax", 4096, 10),
                            rowExtremum("argmax", 256, 1024),
                            rowExtremum("argmin", 4096, 64),
                            distances(true, 4096, 16, 3),
                            distances(true, 4096, 100, 2),
                            distances(true, 4096, 16, 16),
                            distances(true, 1024, 64, 64),
                            distances(false, 4096, 16, 3),
                            distances(false, 4096, 16, 16),
                            distances(false, 1024, 64, 64)};
  for (const bool symbolic : {false, true})
    for (const int64_t n : {64, 100, 128, 256, 512, 1024})
      list.push_back(matmul(symbolic, n, n, n));
  for (const char *known : {"mnk", "nk", ""})
    for (const int64_t n : {64, 256, 512})
      list.push_back(linear(known, n, n, n));
  for (const char *known : {"nk", ""})
    for (const Sizes &s : {Sizes{1, 512, 512},
                           {1, 4096, 4096},
                           {4, 256, 256},
                           {8, 1024, 1024},
                           {32, 256, 784},
                           {256, 10, 256}})
      list.push_back(linear(known, s[0], s[1], s[2]));
  for (const bool symbolic : {false, true})
    for (const Sizes &s : {Sizes{1, 4096, 1024}, {1, 1024, 1024}, {8, 1024, 1024}, {32, 1024, 1024}})
      list.push_back(matmul(symbolic, s[0], s[1], s[2]));
  for (const bool symbolic : {false, true})
    for (const Sizes &s : {Sizes{64, 56}, {128, 28}, {256, 14}, {512, 7}}) {
      list.push_back(convolution({1, s[0], s[0], s[1], 3, 1, 1, symbolic}));
      list.push_back(convolution({1, s[0], s[0], s[1], 1, 1, 1, symbolic}));
    }
  list.push_back(convolution({1, 3, 64, 224, 7, 2}));
  list.push_back(convolution({1, 64, 128, 56, 3, 2}));
  list.push_back(convolution({1, 96, 96, 56, 3, 1, 96}));
  list.push_back(convolution({1, 1, 16, 8}));
  list.push_back(convolution({1, 16, 32, 4}));
  return list;
}

} // namespace

int main(int argc, char **argv) {
  std::string filter;
  double limit = 0.3;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--filter=", 0) == 0)
      filter = argument.substr(9);
    else if (argument.rfind("--seconds=", 0) == 0)
      limit = std::atof(argument.c_str() + 10);
    else {
      std::fprintf(stderr, "usage: %s [--filter=<part of a name>] [--seconds=<of a case>]\n", argv[0]);
      return 1;
    }
  }
  std::printf("| case | v3 us | v4 us | v3 / v4 | median | v4 Gop/s | compile v3 ms | v4 ms | bytes v3 | v4 "
              "| difference |\n"
              "|---|---|---|---|---|---|---|---|---|---|---|\n");
  double product = 0;
  int count = 0;
  for (const Case &c : cases()) {
    if (c.name.find(filter) == std::string::npos)
      continue;
    if (const double ratio = measure(c, limit); ratio > 0) {
      product += std::log(ratio);
      ++count;
    }
  }
  if (count > 0)
    std::printf("\nGeometric mean of v3 / v4 over %d cases: %.2f\n", count, std::exp(product / count));
  return 0;
}
