// How many threads compute, and loops whose turns they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fg {

/// at::set_num_threads: so many threads, at least 1, compute in compiled kernels from now on; a pool that has
/// grown is not made smaller than what it is computing. Without a call it is the environment's
/// HL_NUM_THREADS, or as many as the machine has processors. Operators that are not compiled compute on the
/// thread that calls them.
void set_num_threads(int threads);
int get_num_threads();

/// at::set_num_interop_threads: a number to be read back. No operators run beside each other, so that it has
/// no other effect.
void set_num_interop_threads(int threads);
size_t get_num_interop_threads();
inline void init_num_threads() {}

/// at::get_thread_num and at::in_parallel_region: which thread of a parallel_for this is, from 0, and whether
/// it is one.
int get_thread_num();
bool in_parallel_region();
/// The number of threads, in words.
std::string get_parallel_info();

inline int64_t divup(int64_t x, int64_t y) { return (x + y - 1) / y; }

namespace detail {
/// Calls `body` with [begin, end) in parts of at least grain_size, each on a thread of its own, as many as
/// get_num_threads() at most. Throws again what a part threw first.
void parallelFor(int64_t begin, int64_t end, int64_t grain_size,
                 const std::function<void(int64_t, int64_t)> &body);
} // namespace detail

/// at::parallel_for: f(from, to) for parts of [begin, end). Within another one it is one part.
template <class F>
inline void parallel_for(const int64_t begin, const int64_t end, const int64_t grain_size, const F &f) {
  detail::parallelFor(begin, end, grain_size, std::function<void(int64_t, int64_t)>(std::cref(f)));
}

/// at::parallel_reduce: sf of what f(from, to, ident) gives for the parts, from the first to the last.
template <class T, class F, class SF>
inline T parallel_reduce(const int64_t begin, const int64_t end, const int64_t grain_size, const T ident,
                         const F &f, const SF &sf) {
  if (begin >= end)
    return ident;
  const int64_t grain = grain_size > 0 ? grain_size : 1, parts = divup(end - begin, grain);
  const int64_t most = get_num_threads(), count = parts < most ? parts : most;
  const int64_t part = divup(end - begin, count);
  std::vector<T> results(static_cast<size_t>(divup(end - begin, part)), ident);
  parallel_for(0, static_cast<int64_t>(results.size()), 1, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i) {
      const int64_t first = begin + i * part, last = first + part < end ? first + part : end;
      results[static_cast<size_t>(i)] = f(first, last, ident);
    }
  });
  T total = ident;
  for (const T &result : results)
    total = sf(total, result);
  return total;
}

} // namespace fg
