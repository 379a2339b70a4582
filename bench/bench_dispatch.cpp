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

/// How many times `work` so many threads do in a second; each has a copy of its own.
template <class Work> double throughput(unsigned count, const Work &work) {
  double best = 0;
  for (int round = 0; round < 7; ++round) {
    std::vector<std::thread> threads;
    const Clock::time_point start = Clock::now();
    for (unsigned t = 0; t < count; ++t)
      threads.emplace_back([work] { work(); });
    for (std::thread &thread : threads)
      thread.join();
    best = std::max(best, count / std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

/// Calls of a compiled function, of a tensor that no other thread has.
struct Calls {
  static constexpr int count = 1'000'000;
  Tensor own;
  explicit Calls(const Tensor &x) : own(x.clone()) {}
  Calls(const Calls &other) : own(other.own.clone()) {}
  void operator()() const {
    for (int i = 0; i < count; ++i)
      benchmark::DoNotOptimize(one(own));
  }
};

/// What threads of this machine can do that share nothing: sums in registers.
struct Arithmetic {
  void operator()() const {
    uint64_t sums[4] = {1, 2, 3, 4};
    for (uint64_t i = 0; i < 60'000'000; ++i)
      for (uint64_t &sum : sums)
        sum += sum ^ i;
    benchmark::DoNotOptimize(sums);
  }
};

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
  const Calls calls(x);
  const double alone = throughput(1, calls), arithmetic = throughput(1, Arithmetic());
  for (const unsigned count : {2u, 16u}) {
    const double all = throughput(count, calls);
    std::printf("%2u threads on %u processors: %.1f M calls a second, %.2f times one thread's; sums in "
                "registers %.2f times\n",
                count, processors, all * Calls::count / 1e6, all / alone,
                throughput(count, Arithmetic()) / arithmetic);
  }
}
