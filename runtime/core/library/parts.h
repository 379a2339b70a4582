// Work of the library's functions in parts that run at one time: on the threads of Halide's pool, where the
// program (or libfullgraph_jit.so) has its runtime, and else one after the other. Lines.h makes parts of
// lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

/// Of Halide's runtime: task(context, i, closure) for each i of [min, min + size), by as many threads as it
/// has.
extern "C" __attribute__((weak)) int halide_do_par_for(void *context, int (*task)(void *, int, uint8_t *),
                                                       int min, int size, uint8_t *closure);

/// So many threads; not positive before the pool is made.
extern "C" __attribute__((weak)) int halide_get_num_threads();

namespace fg::library {

inline int64_t poolThreads() {
  if (!halide_do_par_for || !halide_get_num_threads)
    return 1;
  const int known = halide_get_num_threads();
  return known > 0 ? known : static_cast<int64_t>(std::max(1u, std::thread::hardware_concurrency()));
}

/// Calls f(first, last) for parts of [0, count), in any order and on any threads. `nanoseconds`: about what
/// one of the count takes. Less than two parts' work is one part. What a part throws is thrown when all have
/// ended. `partsPerThread`: several, so that threads end at one time; 1 where each part costs something.
template <class F> void forParts(int64_t count, double nanoseconds, F f, int64_t partsPerThread = 8) {
  constexpr double leastWork = 50'000; // nanoseconds: a part's share of waking a thread is a few thousand
  const double fitting = static_cast<double>(count) * nanoseconds / leastWork;
  const int64_t threads = fitting < 2 ? 1 : poolThreads();
  const int64_t parts =
      std::min({count, threads * partsPerThread, static_cast<int64_t>(std::min(fitting, 1e9))});
  if (parts < 2 || threads < 2) {
    if (count > 0)
      f(int64_t{0}, count);
    return;
  }
  struct Parts {
    F &f;
    const int64_t count, parts;
    std::mutex mutex = {};
    std::exception_ptr thrown = {};
  } all{f, count, parts};
  const auto task = [](void *, int part, uint8_t *closure) {
    auto &all = *reinterpret_cast<Parts *>(closure);
    try {
      all.f(all.count * part / all.parts, all.count * (part + 1) / all.parts);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(all.mutex);
      all.thrown = std::current_exception();
    }
    return 0;
  };
  halide_do_par_for(nullptr, task, 0, static_cast<int>(parts), reinterpret_cast<uint8_t *>(&all));
  if (all.thrown)
    std::rethrow_exception(all.thrown);
}

} // namespace fg::library
