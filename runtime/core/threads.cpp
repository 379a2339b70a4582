#include "runtime/core/environment.h"
#include "runtime/core/jit_library.h"

#include <fullgraph/threads.h>

#include <fullgraph/detail/check.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

// Of the Halide runtime, which a program has where it has kernels that were compiled ahead of time.
extern "C" __attribute__((weak)) int halide_set_num_threads(int threads);

namespace fg {
namespace {

std::atomic<int> chosen{0};

} // namespace

void set_num_threads(int threads) {
  FG_CHECK(threads > 0, "Expected positive number of threads");
  chosen.store(threads);
  setenv(detail::environment::rowOf(rt::Variable::Threads).name, std::to_string(threads).c_str(),
         1); // for runtimes that are loaded later
  if (halide_set_num_threads)
    halide_set_num_threads(threads);
  rt::setJitThreads(threads);
}

int get_num_threads() {
  if (const int threads = chosen.load())
    return threads;
  const auto threads = static_cast<int>(detail::environment::numberOf(rt::Variable::Threads));
  return threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

} // namespace fg
