#include "runtime/core/tensor/blocks.h"

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <utility>

#if defined(__linux__)
#include <malloc.h>
#include <sys/mman.h>
#endif

namespace fg::detail {

namespace {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FG_BLOCKS_ARE_WATCHED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define FG_BLOCKS_ARE_WATCHED
#endif

#if defined(__linux__) && !defined(FG_BLOCKS_ARE_WATCHED)
constexpr bool keeps = true;
size_t capacityOf(void *block) { return malloc_usable_size(block); }
#else
constexpr bool keeps = false;
size_t capacityOf(void *) { return 0; }
#endif

/// What is kept at most, of all threads.
constexpr size_t mostBytes = size_t{256} << 20;
constexpr int mostBlocks = 4;

struct Kept {
  void *block;
  size_t bytes;
};
/// Plain data, for tensors that are freed while the program ends.
struct KeptBlocks {
  std::mutex mutex;
  Kept kept[mostBlocks];
  int count;
  size_t bytes;
};
constinit KeptBlocks blocks{};

Kept takeAt(int place) {
  const Kept taken = blocks.kept[place];
  blocks.kept[place] = blocks.kept[--blocks.count];
  blocks.bytes -= taken.bytes;
  return taken;
}

/// The smallest block of at least `bytes`, of which at most a fifth is not needed; null: there is none.
/// Nobody waits for the lock: a process that was forked while another thread held it would wait for ever.
void *takeFitting(size_t bytes) {
  const std::unique_lock lock(blocks.mutex, std::try_to_lock);
  if (!lock)
    return nullptr;
  int best = -1;
  for (int i = 0; i < blocks.count; ++i)
    if (blocks.kept[i].bytes >= bytes && blocks.kept[i].bytes - bytes <= bytes / 4 &&
        (best < 0 || blocks.kept[i].bytes < blocks.kept[best].bytes))
      best = i;
  return best < 0 ? nullptr : takeAt(best).block;
}

void freeKept() {
  for (;;) {
    void *block = nullptr;
    {
      const std::unique_lock lock(blocks.mutex, std::try_to_lock);
      if (lock && blocks.count > 0)
        block = takeAt(blocks.count - 1).block;
    }
    if (!block)
      return;
    std::free(block);
  }
}

} // namespace

void adviseHugePages(void *block, size_t bytes) {
#if defined(__linux__)
  constexpr size_t huge = size_t{2} << 20;
  if (bytes < 2 * huge) // may hold no whole huge page
    return;
  const auto begin = (reinterpret_cast<uintptr_t>(block) + huge - 1) & ~(huge - 1);
  const auto end = (reinterpret_cast<uintptr_t>(block) + bytes) & ~(huge - 1);
  (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#else
  (void)block, (void)bytes;
#endif
}

const bool keepsLargeBlocks = keeps;

void *allocateLarge(size_t bytes) {
  if (void *block = keeps ? takeFitting(bytes) : nullptr)
    return block;
  freeKept();
  void *block = std::malloc(bytes);
  if (block)
    adviseHugePages(block, bytes);
  return block;
}

void freeLarge(void *block) noexcept {
  const size_t bytes = keeps ? capacityOf(block) : 0;
  if (bytes >= leastLargeBlock && bytes <= mostBytes) {
    const std::unique_lock lock(blocks.mutex, std::try_to_lock);
    if (lock && blocks.count < mostBlocks && blocks.bytes + bytes <= mostBytes) {
      blocks.kept[blocks.count++] = {block, bytes};
      blocks.bytes += bytes;
      return;
    }
  }
  std::free(block);
}

} // namespace fg::detail
