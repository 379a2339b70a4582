// Counts what a program allocates, in all its threads: takes the place of malloc and its kin, and has glibc
// do the work. For one source of a program; not under a sanitizer, which does the same.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace counting {
inline std::atomic<long> allocations{0};
}

extern "C" {
void *malloc(size_t size) { return ++counting::allocations, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return ++counting::allocations, __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return ++counting::allocations, __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) {
  return ++counting::allocations, __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return ++counting::allocations, __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  ++counting::allocations;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
void free(void *p) { __libc_free(p); }
}

namespace counting {

/// What a warm call allocates: the first makes the thread's workspace and reads the environment, and a thread
/// of the kernels' pool makes memory of its own when it first takes part, which may be in any later call. So:
/// the least of several.
template <class Call> long allocationsOf(const Call &call) {
  call();
  long least = -1;
  for (int turn = 0; turn < 16; ++turn) {
    const long before = allocations.load();
    call();
    const long made = allocations.load() - before;
    least = least < 0 || made < least ? made : least;
  }
  return least;
}

} // namespace counting
