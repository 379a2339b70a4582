// Where a call's tensors lie, for generated code whose targets hold a device: one function serves the CPU and
// the device. fullgraph/dispatch.h includes it; code that is built for the CPU alone uses nothing of it, and
// links no driver.
#pragma once

#include <fullgraph/abi.h>
#include <fullgraph/tensor.h>

namespace fg::rt {

/// Is libcublasLt there? Looked for once.
bool cublas_is_available();

/// The device of a call's first tensor, which the guards compare the others with. While it lives, kernels
/// that the thread launches run there.
class Place {
public:
  explicit Place(const Tensor &first) {
    const detail::TensorImpl *impl = first.unsafeGetImpl();
    if (impl && impl->device() != kCPU)
      enter(*impl);
  }
  ~Place() {
    if (!isCpu())
      leave();
  }
  Place(const Place &) = delete;
  Place &operator=(const Place &) = delete;

  bool isCpu() const { return type == kCPU; }
  bool isCuda() const { return type == kCUDA; }
  bool isOpenCl() const { return type == kOpenCL; }
  /// On CUDA, where cuBLASLt was found (runtime/core/device/cublas.cpp).
  bool hasCublas() const { return isCuda() && cublas_is_available(); }
  Device device() const { return Device(type, index); }
  /// Throws what kernels could not do on the device: they cannot say it themselves.
  void finish() const {
    if (!isCpu())
      throwFailed();
  }
  /// What kernels call for memory of theirs; null on the CPU.
  const void *memoryInterface() const { return interface; }

private:
  void enter(const detail::TensorImpl &impl);
  void leave() const noexcept;
  static void throwFailed();

  DeviceType type = kCPU;
  int8_t index = -1;
  int outer = 0; // the thread's device before
  const void *interface = nullptr;
};

/// A defined tensor of this dtype and rank in that place, contiguous.
inline bool fits(const Tensor &x, ScalarType dtype, int rank, const Place &place) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && impl->key == detail::tensorKey(dtype, rank, place.device().type(), true) &&
         impl->deviceIndex == place.device().index();
}
/// The same, with strides that are checked one by one.
inline bool fits_strided(const Tensor &x, ScalarType dtype, int rank, const Place &place) {
  const detail::TensorImpl *impl = x.unsafeGetImpl();
  return impl && (impl->key & 0xffffff) == detail::tensorKey(dtype, rank, place.device().type(), false) &&
         impl->deviceIndex == place.device().index();
}

/// What a kernel finds its elements by: `data` is an address of the place.
inline void lieIn(const Place &place, fg_buffer &buffer) {
  if (place.isCpu())
    return;
  buffer.device = reinterpret_cast<uint64_t>(buffer.host);
  buffer.host = nullptr;
  buffer.device_interface = place.memoryInterface();
}

/// Scratch memory for one call, at a multiple of 64 bytes.
class PlacedWorkspace {
public:
  PlacedWorkspace(int64_t bytes, const Place &place);
  ~PlacedWorkspace();
  PlacedWorkspace(const PlacedWorkspace &) = delete;
  void *at(int64_t offset) const { return base + offset; }

private:
  const Place &place;
  const int64_t bytes;
  char *base;
};

/// As the functions of the same names without a place: on its device.
Tensor empty(ScalarType dtype, IntArrayRef sizes, const Place &place);
Tensor empty_strided(ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, const Place &place);
/// Waits for the device, where there is one.
bool in_range(const fg_buffer *index, int64_t lower, int64_t upper, const Place &place);
void write_back(const Tensor &to, const fg_buffer *from, const Place &place);

} // namespace fg::rt
