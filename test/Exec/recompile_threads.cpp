// Many threads that miss on one function at a time: each kind of inputs is compiled for once, and every result is right.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2.0 + 1.0; }

int main() {
  constexpr int threads = 16, calls = 300;
  std::atomic<int> ready{0}, wrong{0};
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      ++ready;
      while (ready < threads) {
      }
      for (int i = 0; i < calls; ++i) {
        const bool isDouble = (t + i) % 2 == 0;
        const int64_t size = 3 + (t + i) / 2 % 3;
        const fg::Tensor y = twice(fg::full({size}, i, isDouble ? fg::kDouble : fg::kHalf));
        const double expected = 2.0 * i + 1, got = y.select(0, size - 1).to(fg::kDouble).item<double>();
        wrong += std::abs(got - expected) > 1e-3 * expected || y.size(0) != size;
      }
    });
  for (std::thread &worker : workers)
    worker.join();
  const fg::Stats stats = fg::stats();
  std::printf("%d wrong, %llu hits, %llu eager\n", wrong.load(), (unsigned long long)stats.hits,
              (unsigned long long)stats.eager_calls);
  // CHECK: 0 wrong, 4800 hits, 0 eager
  // The first size of each dtype is fixed, and the next one symbolic.
  std::printf("%llu versions\n", (unsigned long long)stats.versions);
  // CHECK-NEXT: 4 versions
}
