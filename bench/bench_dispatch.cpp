// What guards and dispatch of a hit cost: by the number of parameters, by that of versions made at run time,
// and with many threads. compare_torch.py prints torch.compile's figures beside these.
#include "ratios.h"

#include <fullgraph/dispatch.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor one(FG_SHAPE("f32[N]") Tensor x) { return fg::relu(x); }

FG_COMPILE(.fullgraph = true)
Tensor eight(FG_SHAPE("f32[A,B,C,D]") Tensor a, FG_SHAPE("f32[A,B,C,D]") Tensor b,
             FG_SHAPE("f32[A,B,C,D]") Tensor c, FG_SHAPE("f32[A,B,C,D]") Tensor d,
             FG_SHAPE("f32[A,B,C,D]") Tensor e, FG_SHAPE("f32[A,B,C,D]") Tensor f,
             FG_SHAPE("f32[A,B,C,D]") Tensor g, FG_SHAPE("f32[A,B,C,D]") Tensor h, int i, double j, bool k,
             float l) {
  Tensor y = a + b + c + d + e + f + g + h;
  return k ? y * j + i : y * l;
}

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never, .recompile_limit = 64)
Tensor versions(FG_SHAPE("f32[1]") Tensor x) { return fg::relu(x); }

namespace {

using Clock = std::chrono::steady_clock;

/// Millions of calls a second of so many threads together.
double throughput(unsigned count, const Tensor &x) {
  constexpr int calls = 400'000;
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::thread> threads;
    const Clock::time_point start = Clock::now();
    for (unsigned t = 0; t < count; ++t)
      threads.emplace_back([own = x.clone()] {
        for (int i = 0; i < calls; ++i)
          benchmark::DoNotOptimize(one(own));
      });
    for (std::thread &thread : threads)
      thread.join();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    best = std::max(best, double(calls) * count / seconds / 1e6);
  }
  return best;
}

} // namespace

int main() {
  const Tensor x = fg::rand({1}), y = fg::rand({1, 1, 1, 1});
  const double output = nanosecondsOf([] { return fg::rt::empty(fg::kFloat, {1}); });
  const double output4 = nanosecondsOf([] { return fg::rt::empty(fg::kFloat, {1, 1, 1, 1}); });
  printAgainstBar("guards, dispatch and kernel, 1 tensor", nanosecondsOf([&] { return one(x); }) - output, 30,
                  "ns");
  printAgainstBar("guards, dispatch and kernel, 8 of rank 4, 4 scalars",
                  nanosecondsOf([&] { return eight(y, y, y, y, y, y, y, y, 1, 2.0, true, 3.0f); }) - output4,
                  100, "ns");

  setenv("FULLGRAPH_CACHE", "0", 0);
  double few = 0;
  const Tensor last = fg::rand({64});
  for (const int64_t wanted : {1, 32}) {
    fg::reset();
    for (int64_t n = 1; n < wanted; ++n)
      versions(fg::rand({n + 1}));
    versions(last);
    if (int64_t(fg::stats().versions) != wanted) {
      std::printf("no version was made (FULLGRAPH_JIT?)\n");
      return 0;
    }
    const double ns = nanosecondsOf([&] { return versions(last); });
    if (wanted == 1)
      few = ns;
    else
      printAgainstBar("the last hit again: of 32 versions, less of 1", ns - few, 5, "ns");
  }

  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const double alone = throughput(1, x);
  for (const unsigned count : {2u, 16u}) {
    const double all = throughput(count, x);
    const unsigned useful = std::min(count, processors);
    std::printf("%2u threads: %.1f M calls a second, %.2f of %u times one thread's (%u processors)\n", count,
                all, all / alone, useful, processors);
  }
}
