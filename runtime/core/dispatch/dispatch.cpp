// What generated dispatch code calls out of line: the machine's level, results, scratch memory, checks of
// data.
#include <fullgraph/control.h>
#include <fullgraph/dispatch.h>

#include "runtime/core/dispatch/bisect.h"
#include "runtime/core/dispatch/environment.h"
#include "runtime/core/tensor/blocks.h"
#include "runtime/core/tensor/impl.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace fg::rt {

bool any_overlap(const Tensor *const *inputs, size_t count, const uint32_t *written, size_t written_count) {
  struct Range {
    uintptr_t begin, end;
    bool written;
  };
  constexpr size_t few = 32; // need no allocation
  Range local[few];
  std::vector<Range> many;
  Range *ranges = local;
  if (count > few) {
    many.resize(count);
    ranges = many.data();
  }
  for (size_t i = 0; i < count; ++i) {
    const detail::TensorImpl &impl = *inputs[i]->unsafeGetImpl();
    ranges[i] = {reinterpret_cast<uintptr_t>(impl.data), end_of(impl), false};
  }
  for (size_t i = 0; i < written_count; ++i)
    ranges[written[i]].written = true;
  std::sort(ranges, ranges + count, [](const Range &a, const Range &b) { return a.begin < b.begin; });
  uintptr_t end = 0, writtenEnd = 0; // of those in front
  for (size_t i = 0; i < count; ++i) {
    const Range &range = ranges[i];
    if (range.begin == range.end)
      continue;
    if (range.begin < (range.written ? end : writtenEnd))
      return true;
    end = std::max(end, range.end);
    if (range.written)
      writtenEnd = std::max(writtenEnd, range.end);
  }
  return false;
}

namespace state {

std::atomic<int8_t> enabled{-1};
std::atomic<int8_t> level{-1};
constinit thread_local Arena arena;

bool initEnabled() {
  initBisection();
  const bool on = !environmentNumber(Variable::Disable) &&
                  environmentNumber(Variable::Stance) != static_cast<int64_t>(Stance::ForceEager);
  enabled.store(on, std::memory_order_relaxed);
  return on;
}

int initLevel() {
  int found = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
    found = 3;
  if (found == 3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    found = 4;
#endif
  level.store(int8_t(found), std::memory_order_relaxed);
  return found;
}

namespace {
/// Frees the thread's arena when the thread ends; the arena itself is plain data, to be read without a check.
struct ArenaOwner {
  ~ArenaOwner() {
    std::free(arena.data);
    arena = {};
  }
};
} // namespace

char *growArena(int64_t bytes) {
  static thread_local ArenaOwner owner;
  (void)owner;
  const int64_t twice = 2 * arena.bytes;
  const int64_t wanted = ((bytes > twice ? bytes : twice) + 63) / 64 * 64;
  std::free(arena.data); // nothing of it is in use: kernels do not call compiled functions
  arena = {};
  void *data = std::aligned_alloc(64, size_t(wanted));
  if (!data)
    throw std::bad_alloc();
  detail::adviseHugePages(data, size_t(wanted));
  arena = {static_cast<char *>(data), wanted};
  return arena.data;
}

} // namespace state

Tensor empty(ScalarType dtype, IntArrayRef sizes) { return detail::newContiguous(sizes, dtype); }

Tensor empty_strided(ScalarType dtype, IntArrayRef sizes, IntArrayRef strides) {
  // A kernel writes what is expanded, also where it is expanded to no elements: without room for that, it
  // would write behind the block.
  std::vector<int64_t> room;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] == 0 && strides[d] == 0) {
      if (room.empty())
        room.assign(sizes.begin(), sizes.end());
      room[d] = 1;
    }
  if (room.empty())
    return detail::newTensor(sizes, strides, dtype);
  return as_strided(detail::newTensor(room, strides, dtype), dtype, sizes, strides, 0);
}

Tensor as_strided(const Tensor &x, ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, int64_t offset) {
  return detail::makeView(x, element(data(x), dtype, offset), sizes, strides, dtype);
}

namespace {

/// Calls f(address) for the innermost row of every position of the outer dims.
template <class F>
void forEachRow(const fg_buffer &b, int dim, uint8_t *at, int64_t elementBytes, const F &f) {
  if (dim <= 0) {
    f(at);
    return;
  }
  for (int32_t i = 0; i < b.dim[dim].extent; ++i)
    forEachRow(b, dim - 1, at + i * int64_t(b.dim[dim].stride) * elementBytes, elementBytes, f);
}

template <class T> bool rangeHolds(const fg_buffer &b, int64_t lower, int64_t upper) {
  const int64_t count = b.dimensions > 0 ? b.dim[0].extent : 1,
                stride = b.dimensions > 0 ? b.dim[0].stride : 0;
  const uint64_t first = uint64_t(lower), length = uint64_t(upper) - first;
  bool holds = true;
  forEachRow(b, b.dimensions - 1, b.host, sizeof(T), [&](const uint8_t *row) {
    const T *p = reinterpret_cast<const T *>(row);
    bool here = true;
    for (int64_t i = 0; i < count; ++i)
      here &= uint64_t(int64_t(p[i * stride])) - first < length;
    holds &= here;
  });
  return holds;
}

} // namespace

bool in_range(const fg_buffer *index, int64_t lower, int64_t upper) {
  const bool isUnsigned = index->type.code == FG_TYPE_UINT;
  switch (index->type.bits) {
  case 1:
    return rangeHolds<uint8_t>(*index, lower, upper);
  case 8:
    return isUnsigned ? rangeHolds<uint8_t>(*index, lower, upper) : rangeHolds<int8_t>(*index, lower, upper);
  case 16:
    return rangeHolds<int16_t>(*index, lower, upper);
  case 32:
    return rangeHolds<int32_t>(*index, lower, upper);
  default:
    return rangeHolds<int64_t>(*index, lower, upper);
  }
}

namespace {

/// A dim that write_back walks: strides in bytes.
struct CopiedDim {
  int64_t extent, to, from;
};

/// Copies the elements of dims[0..count), outermost first.
void copyDims(const CopiedDim *dims, size_t count, char *to, const char *from, int64_t bytes) {
  if (count == 0) {
    std::memcpy(to, from, size_t(bytes));
    return;
  }
  if (count == 1 && dims->to == bytes && dims->from == bytes) {
    std::memmove(to, from, size_t(dims->extent * bytes));
    return;
  }
  for (int64_t i = 0; i < dims->extent; ++i)
    copyDims(dims + 1, count - 1, to + i * dims->to, from + i * dims->from, bytes);
}

} // namespace

void write_back(const Tensor &to, const fg_buffer *from) {
  const int64_t bytes = int64_t(elementSize(to.scalar_type()));
  const auto rank = size_t(from->dimensions);
  CopiedDim dims[detail::maxRank];
  for (size_t d = 0; d < rank; ++d) {
    const fg_dim &source = from->dim[rank - 1 - d]; // fg_buffer has the innermost dim first
    dims[d] = {source.extent, to.strides()[d] * bytes, source.stride * bytes};
  }
  std::stable_sort(dims, dims + rank, [](const CopiedDim &a, const CopiedDim &b) { return a.to > b.to; });
  copyDims(dims, rank, static_cast<char *>(data(to)), reinterpret_cast<const char *>(from->host), bytes);
}

} // namespace fg::rt

// --- memory of kernels ---

namespace {

/// Blocks that kernels of this thread have given back, for the next call: what they need besides their
/// arguments (a panel of weights, a padded image) is as large at each call. Plain data; BlocksOwner frees it.
struct Blocks {
  static constexpr int capacity = 8;
  void *free[capacity] = {}; // null: none
  bool ended = false;        // the thread is about to: keep no more
};
constinit thread_local Blocks blocks;

// A block begins with its size; the rest of these bytes keeps what follows aligned, as do as many behind it:
// kernels may read a little beyond either end.
constexpr size_t blockMargin = 64;

size_t &sizeOf(void *block) { return *static_cast<size_t *>(block); }

struct BlocksOwner {
  ~BlocksOwner() {
    for (void *&block : blocks.free)
      std::free(std::exchange(block, nullptr));
    blocks.ended = true;
  }
};

} // namespace

// These two take the place of Halide's weak ones in every program with compiled functions. They are here
// because such a program always links this file.
extern "C" void *halide_malloc(void *, size_t bytes) {
  bytes = (bytes + blockMargin - 1) / blockMargin * blockMargin;
  void **best = nullptr;
  for (void *&block : blocks.free)
    if (block && sizeOf(block) >= bytes && (!best || sizeOf(block) < sizeOf(*best)))
      best = &block;
  void *block =
      best ? std::exchange(*best, nullptr) : std::aligned_alloc(blockMargin, bytes + 2 * blockMargin);
  if (!block)
    return nullptr; // the kernel returns an error
  if (!best)
    sizeOf(block) = bytes;
  return static_cast<char *>(block) + blockMargin;
}

extern "C" void halide_free(void *, void *data) {
  if (!data)
    return;
  static thread_local BlocksOwner owner;
  (void)owner;
  // Into a free place, or that of the smallest block, so that the largest stay.
  void *block = static_cast<char *>(data) - blockMargin;
  void **place = &blocks.free[0];
  for (void *&other : blocks.free)
    if (*place && (!other || sizeOf(other) < sizeOf(*place)))
      place = &other;
  if (!blocks.ended && (!*place || sizeOf(*place) < sizeOf(block)))
    std::swap(*place, block);
  std::free(block);
}
