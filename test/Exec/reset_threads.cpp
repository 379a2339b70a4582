// Threads that reset in turns, while others call: what a version was made for once is not compiled again, so that the
// work does not grow with the number of resets.
// RUN: %jit env FULLGRAPH_LOGS=graph_code %build_and_run %s 2>%t.log | FileCheck %s
// RUN: grep -c "graph @twice" %t.log | FileCheck --check-prefix=MADE %s
// MADE: {{^1$}}
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2.0 + 1.0; }

int main() {
  constexpr int resetting = 24, calling = 4, resets = 150;
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  const auto call = [&](int i) {
    const fg::Tensor y = twice(fg::full({3}, i % 100, fg::kDouble));
    wrong += y.select(0, 2).item<double>() != 2.0 * (i % 100) + 1;
  };
  std::vector<std::thread> callers, resetters;
  for (int t = 0; t < calling; ++t)
    callers.emplace_back([&] {
      for (int i = 0; !done; ++i)
        call(i);
    });
  for (int t = 0; t < resetting; ++t)
    resetters.emplace_back([&] {
      for (int i = 0; i < resets; ++i) {
        fg::reset();
        call(i);
      }
    });
  for (std::thread &thread : resetters)
    thread.join();
  done = true;
  for (std::thread &thread : callers)
    thread.join();
  fg::reset();
  call(7);
  const fg::Stats stats = fg::stats();
  std::printf("%d wrong, %d version, %d hits\n", wrong.load(), int(stats.versions), int(stats.hits));
  // CHECK: 0 wrong, 1 version, 1 hits
}
