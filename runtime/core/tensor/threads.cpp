#include "runtime/core/dispatch/environment.h"
#include "runtime/core/jitclient/jit_library.h"

#include <fullgraph/context.h>
#include <fullgraph/threads.h>

#include <fullgraph/detail/check.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Of the Halide runtime, which a program has where it has kernels that were compiled ahead of time.
extern "C" __attribute__((weak)) int halide_set_num_threads(int threads);

namespace fg {
namespace {

std::atomic<int> chosen{0};

std::atomic<int> interop{0};
thread_local int number = 0; // of this thread in a parallel_for
thread_local bool inside = false;

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

void set_num_interop_threads(int threads) {
  FG_CHECK(threads > 0, "Expected positive number of threads");
  interop.store(threads);
}
size_t get_num_interop_threads() {
  const int threads = interop.load();
  return threads > 0 ? static_cast<size_t>(threads) : std::max(1u, std::thread::hardware_concurrency());
}
int get_thread_num() { return number; }
bool in_parallel_region() { return inside; }
std::string get_parallel_info() { return "fullgraph: " + std::to_string(get_num_threads()) + " threads\n"; }

namespace detail {
void parallelFor(int64_t begin, int64_t end, int64_t grain_size,
                 const std::function<void(int64_t, int64_t)> &body) {
  FG_CHECK(grain_size >= 0, "Expected grain_size >= 0");
  if (begin >= end)
    return;
  const int64_t parts = divup(end - begin, std::max<int64_t>(1, grain_size));
  const int64_t threads = inside ? 1 : std::min<int64_t>(get_num_threads(), parts);
  if (threads <= 1) {
    body(begin, end);
    return;
  }
  const int64_t part = divup(end - begin, threads);
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto run = [&](int which, int64_t from) {
    const int before = std::exchange(number, which);
    inside = true;
    try {
      body(from, std::min(end, from + part));
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (!thrown)
        thrown = std::current_exception();
    }
    inside = false;
    number = before;
  };
  std::vector<std::thread> others;
  int which = 1;
  for (int64_t from = begin + part; from < end; from += part)
    others.emplace_back(run, which++, from);
  run(0, begin);
  for (std::thread &other : others)
    other.join();
  if (thrown)
    std::rethrow_exception(thrown);
}
} // namespace detail

Context &globalContext() {
  static Context context;
  return context;
}

} // namespace fg
