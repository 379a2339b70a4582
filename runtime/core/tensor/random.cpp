// Random numbers: one generator for the process, seeded by manual_seed. Each call takes a key of it, from
// which its numbers follow: runtime/core/library/random.cpp.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/library_call.h"

#include <fullgraph/dispatch.h>

#include <mutex>

namespace fg {

using namespace detail;

namespace {

struct Generator {
  std::mutex mutex;
  uint64_t seed = 5489; // a constant: programs are reproducible unless they ask otherwise
  uint64_t taken = 0;
};

Generator &generator() {
  static Generator g;
  return g;
}

thread_local rt::Draws *innermost = nullptr;

void requireFloating(const char *name, ScalarType dtype) {
  FG_CHECK(isFloatingType(dtype), "\"", name, "\" not implemented for '", dtype, "'");
}

} // namespace

extern "C" int fg_library_random_key(void **arguments) {
  Generator &g = generator();
  const std::lock_guard<std::mutex> lock(g.mutex);
  auto *const key = reinterpret_cast<int64_t *>(static_cast<fg_buffer *>(arguments[0])->host);
  key[0] = int64_t(g.seed);
  if (innermost)
    innermost->note(g.seed, g.taken);
  key[1] = int64_t(g.taken++);
  return 0;
}

rt::Draws::Draws() noexcept : outer(innermost) { innermost = this; }

void rt::Draws::note(uint64_t ofSeed, uint64_t number) noexcept {
  if (count++ == 0) {
    seed = ofSeed;
    first = number;
  }
}

rt::Draws::~Draws() {
  innermost = outer;
  if (count == 0)
    return;
  if (kept) {
    if (outer)
      for (uint64_t i = 0; i < count; ++i)
        outer->note(seed, first + i);
    return;
  }
  Generator &g = generator();
  const std::lock_guard<std::mutex> lock(g.mutex);
  if (g.seed == seed && g.taken == first + count)
    g.taken = first;
}

void manual_seed(uint64_t seed) {
  Generator &g = generator();
  const std::lock_guard<std::mutex> lock(g.mutex);
  g.seed = seed;
  g.taken = 0;
}

Tensor random_key() {
  const Tensor key = newContiguous({2}, kLong);
  callLibrary(fg_library_random_key, key);
  return key;
}

namespace host {

Tensor random_uniform(const Tensor &key, IntArrayRef size, ScalarType dtype) {
  requireFloating("check_uniform_bounds", dtype);
  const Tensor result = newContiguous(size, dtype);
  if (result.numel() > 0)
    callLibrary(fg_library_random_uniform, key, result);
  return result;
}

Tensor random_normal(const Tensor &key, IntArrayRef size, ScalarType dtype) {
  requireFloating("normal_kernel_cpu", dtype);
  const Tensor result = newContiguous(size, dtype);
  if (result.numel() > 0)
    callLibrary(fg_library_random_normal, key, result);
  return result;
}

Tensor random_integers(const Tensor &key, int64_t low, int64_t high, IntArrayRef size) {
  FG_CHECK(low < high, "random_ expects 'from' to be less than 'to', but got from=", low, " >= to=", high);
  const Tensor result = newContiguous(size, kLong);
  if (result.numel() > 0)
    callLibrary(fg_library_random_integers, key, low, high, result);
  return result;
}

} // namespace host

} // namespace fg
