// What a fg::Tensor points to, laid open so that guards and generated code read it inline.
#pragma once

#include <fullgraph/half.h>
#include <fullgraph/options.h>
#include <fullgraph/scalar.h>

namespace fg {

class Tensor;
namespace devices {
class Driver;
}

namespace detail {

inline constexpr int maxRank = 8;

/// Memory that tensors share. An owned block has its data right behind this header, at a multiple of 64
/// bytes; one on a device has its address there.
struct Storage {
  uint32_t references = 1;
  int8_t deviceType = 0, deviceIndex = -1;
  void *data = nullptr;
  size_t bytes = 0;
  void (*release)(Storage *) = nullptr; // frees the data and this header
  void *context = nullptr;              // release's own: a DLManagedTensor, a mapped file, ...
  devices::Driver *driver = nullptr;    // of the device, null for the host's memory
};

/// All that can be checked in one compare: dtype (8 bits), rank (8), device type (8), contiguous (1).
constexpr uint32_t tensorKey(ScalarType dtype, int rank, DeviceType device, bool contiguous) {
  return uint32_t(uint8_t(dtype)) | uint32_t(rank) << 8 | uint32_t(uint8_t(device)) << 16 |
         uint32_t(contiguous) << 24;
}

struct DimMarks; // of fullgraph/dynamic.h

struct TensorImpl {
  uint32_t references = 1;
  uint32_t key = 0;
  void *data = nullptr; // of element [0, ..., 0]
  int64_t numel = 0;
  Storage *storage = nullptr;
  int64_t sizes[maxRank];
  int64_t strides[maxRank]; // in elements
  Storage *home = nullptr;  // the storage whose block this stands in, which then lives as long
  int8_t deviceIndex = -1;
  DimMarks *marks = nullptr; // owned; what the program says of the dims to the run-time compiler

  ScalarType dtype() const { return ScalarType(int8_t(key & 0xff)); }
  int rank() const { return int(key >> 8 & 0xff); }
  DeviceType device() const { return DeviceType(int8_t(key >> 16 & 0xff)); }
  bool contiguous() const { return key >> 24 & 1; }
};

void destroy(TensorImpl *impl) noexcept; // called when the last handle went

/// Exchanges what all handles of the two see: dtype, sizes, data.
void swapTensors(TensorImpl &a, TensorImpl &b);

inline void retain(TensorImpl *impl) noexcept {
  if (impl)
    __atomic_fetch_add(&impl->references, 1u, __ATOMIC_RELAXED);
}
inline void release(TensorImpl *impl) noexcept {
  // The last owner may free without a locked instruction: nobody else can have a handle to copy from.
  if (impl && (__atomic_load_n(&impl->references, __ATOMIC_ACQUIRE) == 1 ||
               __atomic_sub_fetch(&impl->references, 1u, __ATOMIC_ACQ_REL) == 0))
    destroy(impl);
}

[[noreturn]] void failDtype(ScalarType expected, ScalarType found);
[[noreturn]] void failDim(int64_t dim, int64_t rank);
[[noreturn]] void failNoDims(int64_t dim); // a size or stride of a 0-d tensor
Scalar item(const TensorImpl *impl);
/// `self` with that dtype there; itself where it is so, unless `copy`. What names it links the devices'
/// drivers.
Tensor toDevice(const Tensor &self, Device device, ScalarType dtype, bool copy);

/// ATen's maybe_wrap_dim: `dim` counted from the end where negative. A 0-d tensor takes dims -1 and 0.
inline int64_t wrapDim(int64_t dim, int64_t rank) {
  const int64_t limit = rank > 0 ? rank : 1;
  if (dim < -limit || dim >= limit) [[unlikely]]
    failDim(dim, rank);
  return dim < 0 ? dim + limit : dim;
}

} // namespace detail

} // namespace fg
