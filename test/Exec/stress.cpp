// Many threads over functions that are compiled, missed, forgotten and compiled again. For the sanitizers;
// the whole of it:
//   FULLGRAPH_STRESS_THREADS=64 FULLGRAPH_STRESS_CALLS=10000 ctest -R lit-Exec
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>
#include <fullgraph/warmup.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true, .recompile_limit = 3)
Tensor twice(FG_SHAPE("f32[4]") Tensor x) { return x * 2.0 + 1.0; }

FG_COMPILE()
Tensor sum(Tensor x, double k) { // nothing is known of x: a first call
  Tensor y = x.sum(0) * k;
  if (y.sum().item<double>() > 1e12) // a break: two regions
    y = y * 0.0;
  return y + 1;
}

FG_COMPILE(.fullgraph = true)
void grow(FG_SHAPE("f32[N,3]") Tensor to, FG_SHAPE("f32[3]") Tensor by) { to.add_(by); }

static int number(const char *variable, int otherwise) {
  const char *value = std::getenv(variable);
  return value ? std::atoi(value) : otherwise;
}

static bool near(double got, double expected) {
  return std::abs(got - expected) <= 2e-2 * (1 + std::abs(expected));
}

static bool call(int i) {
  static constexpr fg::ScalarType dtypes[] = {fg::kFloat, fg::kDouble, fg::kHalf, fg::kInt, fg::kLong};
  const fg::ScalarType dtype = dtypes[i % 5];
  const int64_t rows = 1 + i % 4, value = i % 50;
  const Tensor x = fg::full({rows + 3}, value, dtype), table = fg::full({rows, 3}, value, dtype);
  switch (i / 7 % 4) {
  case 0:
    return near(twice(x).select(0, rows).to(fg::kDouble).item<double>(), 2.0 * double(value) + 1);
  case 1:
    return near(sum(i % 2 ? table : table.t(), 0.5).select(0, 0).to(fg::kDouble).item<double>(),
                double(i % 2 ? rows : 3) * double(value) * 0.5 + 1);
  case 2: {
    Tensor to = fg::full({rows, 3}, value, fg::isFloatingType(dtype) ? dtype : fg::kFloat);
    grow(to, fg::ones({3}, to.scalar_type()));
    return near(to.sum().to(fg::kDouble).item<double>(), 3.0 * double(rows) * double(value + 1));
  }
  default: // a slice: strides
    return near(twice(table.select(1, 2)).select(0, rows - 1).to(fg::kDouble).item<double>(),
                2.0 * double(value) + 1);
  }
}

int main() {
  const int threads = number("FULLGRAPH_STRESS_THREADS", 8), calls = number("FULLGRAPH_STRESS_CALLS", 400);
  std::atomic<int> wrong{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (int i = 0; i < calls; ++i)
        wrong += !call(i * 13 + t * 7);
    });
  std::thread setter([&] { // what a program may change at any time
    for (int i = 0; !done; ++i) {
      fg::set_compile_policy(i % 3 == 0 ? fg::CompilePolicy::Background : fg::CompilePolicy::Synchronous);
      (void)fg::stats();
      if (i % 8 == 7)
        fg::reset();
      if (i % 5 == 4) {
        const fg::StanceScope scope(i % 2 ? fg::Stance::EagerOnRecompile : fg::Stance::ForceEager);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  for (std::thread &worker : workers)
    worker.join();
  done = true;
  setter.join();
  fg::wait_for_compilation();
  std::printf("%d wrong\n", wrong.load());
  // CHECK: 0 wrong
}
