// Storage and TensorImpl: allocation, reference counts, tensors over memory of others.
#include "runtime/core/device/driver.h"
#include "runtime/core/dispatch/marks.h"
#include "runtime/core/tensor/blocks.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/composites/out.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace fg {
namespace detail {

namespace {

constexpr size_t alignment = 64; // a cache line, and AVX-512's widest aligned access

void releaseOwned(Storage *storage) {
  if (storage->bytes < leastLargeBlock)
    std::free(storage);
  else
    freeLarge(storage);
}

void releaseStorage(Storage *storage) noexcept {
  // As release(): the last owner needs no locked instruction.
  if (__atomic_load_n(&storage->references, __ATOMIC_ACQUIRE) == 1 ||
      __atomic_sub_fetch(&storage->references, 1u, __ATOMIC_ACQ_REL) == 0)
    storage->release(storage);
}

/// One block: the header, the tensor that it is allocated for, and the data. An output of compiled code is
/// one allocation so.
struct Block {
  Storage storage;
  TensorImpl first;
};

Storage *allocateStorage(size_t bytes) {
  constexpr size_t overhead = sizeof(Block) + alignment - 1;
  constexpr size_t most =
      size_t{1} << 47; // of an address space: sanitizers' malloc does not return from such calls
  void *block = bytes >= leastLargeBlock ? bytes <= most ? allocateLarge(bytes + overhead) : nullptr
                                         : std::malloc(bytes + overhead);
  if (!block)
    fail({"DefaultCPUAllocator: can't allocate memory: you tried to allocate ", bytes, " bytes."});
  if (bytes < leastLargeBlock)
    adviseHugePages(block, bytes + overhead);
  auto *storage = new (block) Storage;
  const auto end = reinterpret_cast<uintptr_t>(block) + sizeof(Block);
  storage->data = reinterpret_cast<void *>((end + alignment - 1) & ~uintptr_t(alignment - 1));
  storage->bytes = bytes;
  storage->release = releaseOwned;
  return storage;
}

} // namespace

void checkRank(size_t rank) {
  FG_CHECK(rank <= size_t(maxRank), "fullgraph's tensors have at most ", maxRank, " dimensions, but got ",
           rank);
}

Dims contiguousStrides(IntArrayRef sizes) {
  Dims strides(sizes.size());
  uint64_t step = 1; // unsigned: may wrap for sizes that newTensor is going to refuse
  for (size_t d = sizes.size(); d-- > 0;) {
    strides[d] = int64_t(step);
    step *= sizes[d] > 1 ? uint64_t(sizes[d]) : 1;
  }
  return strides;
}

bool isContiguous(IntArrayRef sizes, IntArrayRef strides) {
  int64_t step = 1;
  bool dense = true;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0)
      return true;
    if (sizes[d] == 1)
      continue;
    dense = dense && strides[d] == step;
    step *= sizes[d];
  }
  return dense;
}

int64_t numelOf(IntArrayRef sizes) {
  int64_t numel = 1;
  bool overflow = false;
  for (const int64_t size : sizes) {
    if (size == 0)
      return 0;
    overflow |= __builtin_mul_overflow(numel, size, &numel);
  }
  FG_CHECK(!overflow, "numel: integer multiplication overflow");
  return numel;
}

int64_t extentOf(IntArrayRef sizes, IntArrayRef strides) {
  int64_t extent = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0)
      return 0;
    const int64_t stride = strides[d] < 0 ? -strides[d] : strides[d];
    int64_t reach;
    FG_CHECK(!__builtin_mul_overflow(sizes[d] - 1, stride, &reach) &&
                 !__builtin_add_overflow(extent, reach, &extent),
             "Storage size calculation overflowed with sizes=", sizes, " and strides=", strides);
  }
  return extent;
}

Storage *wrapStorage(void *data, size_t bytes, void (*release)(Storage *), void *context) {
  auto *storage = new Storage;
  storage->data = data;
  storage->bytes = bytes;
  storage->release = release;
  storage->context = context;
  return storage;
}

namespace {
Tensor fill(TensorImpl *impl, Storage *storage, void *data, IntArrayRef sizes, IntArrayRef strides,
            ScalarType dtype) {
  impl->data = data;
  impl->storage = storage;
  int64_t numel = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    impl->sizes[d] = sizes[d];
    impl->strides[d] = strides[d];
    numel *= sizes[d];
  }
  impl->numel = numel;
  impl->key =
      tensorKey(dtype, int(sizes.size()), DeviceType(storage->deviceType), isContiguous(sizes, strides));
  impl->deviceIndex = storage->deviceIndex;
  return Tensor::fromImpl(impl);
}

/// The tensor in the block of an owned storage, for the one that the storage is allocated for.
TensorImpl *firstOf(Storage *storage) {
  auto *impl = new (&reinterpret_cast<Block *>(storage)->first) TensorImpl;
  impl->home = storage;
  return impl;
}
} // namespace

Tensor makeTensor(Storage *storage, void *data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  return fill(new TensorImpl, storage, data, sizes, strides, dtype);
}

Tensor makeView(const Tensor &base, void *data, IntArrayRef sizes, IntArrayRef strides) {
  return makeView(base, data, sizes, strides, base.unsafeGetImpl()->dtype());
}
Tensor makeView(const Tensor &base, void *data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  Storage *storage = base.unsafeGetImpl()->storage;
  __atomic_fetch_add(&storage->references, 1u, __ATOMIC_RELAXED);
  return makeTensor(storage, data, sizes, strides, dtype);
}

namespace {
size_t checkedBytes(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  checkRank(sizes.size());
  for (const int64_t size : sizes)
    FG_CHECK(size >= 0, "Trying to create tensor with negative dimension ", size, ": ", sizes);
  FG_CHECK(dtype != ScalarType::Undefined, "cannot create a tensor of undefined dtype");
  numelOf(sizes); // throws where the product overflows
  int64_t bytes;
  FG_CHECK(!__builtin_mul_overflow(extentOf(sizes, strides), int64_t(elementSize(dtype)), &bytes),
           "Storage size calculation overflowed with sizes=", sizes, " and strides=", strides);
  return size_t(bytes);
}
} // namespace

Tensor newTensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  Storage *storage = allocateStorage(checkedBytes(sizes, strides, dtype));
  return fill(firstOf(storage), storage, storage->data, sizes, strides, dtype);
}

Tensor newTensorOn(devices::Driver &driver, int8_t index, IntArrayRef sizes, IntArrayRef strides,
                   ScalarType dtype) {
  const size_t bytes = checkedBytes(sizes, strides, dtype);
  void *const data = bytes ? driver.allocate(index, bytes) : nullptr;
  Storage *storage = allocateStorage(0); // the header
  storage->data = data;
  storage->bytes = bytes;
  storage->deviceType = int8_t(driver.type());
  storage->deviceIndex = index;
  storage->driver = &driver;
  storage->release = [](Storage *released) {
    if (released->data)
      released->driver->release(released->deviceIndex, released->data, released->bytes);
    releaseOwned(released);
  };
  return fill(firstOf(storage), storage, data, sizes, strides, dtype);
}

Tensor newTensorBeside(const Tensor &other, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype) {
  const Storage &storage = *other.unsafeGetImpl()->storage;
  return storage.driver ? newTensorOn(*storage.driver, storage.deviceIndex, sizes, strides, dtype)
                        : newTensor(sizes, strides, dtype);
}

Tensor newContiguous(IntArrayRef sizes, ScalarType dtype) {
  checkRank(sizes.size());
  // What each call of compiled code does for each of its outputs: one pass over the sizes.
  int64_t strides[maxRank], numel = 1, bytes = 0;
  bool fits = dtype != ScalarType::Undefined;
  for (size_t d = sizes.size(); d-- > 0;) {
    fits = fits && sizes[d] > 0;
    strides[d] = numel;
    fits = fits && !__builtin_mul_overflow(numel, sizes[d], &numel);
  }
  if (!fits || __builtin_mul_overflow(numel, int64_t(elementSize(dtype)), &bytes)) [[unlikely]] {
    numelOf(sizes);
    return newTensor(sizes, contiguousStrides(sizes), dtype);
  }
  Storage *storage = allocateStorage(size_t(bytes));
  TensorImpl *impl = firstOf(storage);
  impl->data = storage->data;
  impl->storage = storage;
  impl->numel = numel;
  for (size_t d = 0; d < sizes.size(); ++d) {
    impl->sizes[d] = sizes[d];
    impl->strides[d] = strides[d];
  }
  impl->key = tensorKey(dtype, int(sizes.size()), kCPU, true);
  return Tensor::fromImpl(impl);
}

void destroy(TensorImpl *impl) noexcept {
  Storage *storage = impl->storage, *home = impl->home;
  if (impl->marks) [[unlikely]]
    destroyMarks(impl->marks);
  if (!home)
    delete impl;
  else if (home != storage)
    releaseStorage(home);
  releaseStorage(storage);
}

void swapTensors(TensorImpl &a, TensorImpl &b) {
  // What a tensor stands in is held by its storage as long as the two are one, and on its own otherwise.
  for (TensorImpl *impl : {&a, &b})
    if (impl->home && impl->home == impl->storage)
      __atomic_fetch_add(&impl->home->references, 1u, __ATOMIC_RELAXED);
  std::swap(a.key, b.key);
  std::swap(a.data, b.data);
  std::swap(a.numel, b.numel);
  std::swap(a.storage, b.storage);
  std::swap(a.sizes, b.sizes);
  std::swap(a.strides, b.strides);
  std::swap(a.deviceIndex, b.deviceIndex);
  for (TensorImpl *impl : {&a, &b})
    if (impl->home && impl->home == impl->storage)
      releaseStorage(impl->home);
}

Tensor fromValues(const void *values, int64_t count, ScalarType from, ScalarType dtype) {
  const Tensor result = newContiguous(count, from);
  if (count > 0)
    std::memcpy(result.data_ptr(), values, result.nbytes());
  return to(result, dtype);
}

std::array<int64_t, maxRank> stridesInOrder(IntArrayRef sizes) {
  checkRank(sizes.size());
  std::array<int64_t, maxRank> strides{};
  const Dims dims = contiguousStrides(sizes);
  for (size_t d = 0; d < dims.size(); ++d)
    strides[d] = dims[d];
  return strides;
}

Tensor fromBlob(void *data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options,
                void (*release)(Storage *), void *context) {
  checkRank(sizes.size());
  FG_CHECK(sizes.size() == strides.size(), "mismatch in length of strides and shape");
  for (size_t d = 0; d < sizes.size(); ++d) {
    FG_CHECK(sizes[d] >= 0, "Trying to create tensor with negative dimension ", sizes[d], ": ", sizes);
    FG_CHECK(strides[d] >= 0,
             "Tensor: negative strides are not supported at the moment, got strides: ", strides);
  }
  const ScalarType dtype = options.has_dtype() ? options.dtype() : kFloat;
  numelOf(sizes);
  const size_t bytes = size_t(extentOf(sizes, strides)) * elementSize(dtype);
  Storage *const storage = wrapStorage(data, bytes, release, context);
  if (!options.device().is_cpu()) {
    try {
      putOnDevice(*storage, options.device());
    } catch (...) { // the caller keeps the memory
      delete storage;
      throw;
    }
  }
  return makeTensor(storage, data, sizes, strides, dtype);
}

} // namespace detail

Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options) {
  return detail::fromBlob(
      data, sizes, strides, options, [](detail::Storage *storage) { delete storage; }, nullptr);
}
Tensor from_blob(void *data, IntArrayRef sizes, const TensorOptions &options) {
  detail::checkRank(sizes.size());
  return from_blob(data, sizes, detail::contiguousStrides(sizes), options);
}

void detail::resizeOutput(Tensor &out, IntArrayRef sizes) {
  if (out.numel() != 0) {
    static std::atomic<bool> said{false};
    if (!said.exchange(true))
      std::fprintf(stderr,
                   "fullgraph: an output with one or more elements was resized, since its sizes were not "
                   "the result's; resize it to 0 elements before it is given (said once)\n");
  }
  out.set_data(detail::newTensorBeside(out, sizes, detail::contiguousStrides(sizes), out.scalar_type()));
}

void Tensor::set_data(const Tensor &other) const {
  FG_CHECK(defined() && other.defined(), "set_data: an undefined tensor has no data");
  const Tensor alias = fg::detach(other); // is given what this one had
  detail::swapTensors(*unsafeGetImpl(), *alias.unsafeGetImpl());
}

} // namespace fg
