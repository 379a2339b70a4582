// Calls of compiled functions whose tensors lie on a device.
#include <fullgraph/dispatch.h>

#include "runtime/core/device/driver.h"
#include "runtime/core/tensor/impl.h"

#include <vector>

// What kernels of each device get their own memory by (runtime/core/device).
extern "C" const void *halide_cuda_device_interface();
extern "C" const void *halide_opencl_device_interface();

namespace fg::rt {

void Place::enter(const detail::TensorImpl &impl) {
  type = impl.device();
  index = impl.deviceIndex;
  outer = devices::currentDevice(type);
  devices::setCurrentDevice(type, index);
  interface = type == kCUDA ? halide_cuda_device_interface() : halide_opencl_device_interface();
}

void Place::throwFailed() { devices::throwPending(); }

void Place::leave() const noexcept { devices::setCurrentDevice(type, outer); }

PlacedWorkspace::PlacedWorkspace(int64_t bytes, const Place &place)
    : place(place), bytes(bytes),
      base(place.isCpu()
               ? static_cast<char *>(Workspace(bytes).at(0))
               : static_cast<char *>(devices::requireDriver(place.device().type())
                                         .allocate(place.device().index(), size_t(bytes > 0 ? bytes : 1)))) {}

PlacedWorkspace::~PlacedWorkspace() {
  if (place.isCpu())
    return;
  if (devices::Driver *const driver = devices::driverOf(place.device().type()))
    driver->release(place.device().index(), base, size_t(bytes > 0 ? bytes : 1));
}

Tensor empty(ScalarType dtype, IntArrayRef sizes, const Place &place) {
  return place.isCpu() ? empty(dtype, sizes)
                       : detail::newTensor(sizes, detail::contiguousStrides(sizes), dtype, place.device());
}

Tensor empty_strided(ScalarType dtype, IntArrayRef sizes, IntArrayRef strides, const Place &place) {
  return place.isCpu() ? empty_strided(dtype, sizes, strides)
                       : detail::newTensor(sizes, strides, dtype, place.device());
}

namespace {

/// The buffer's elements as a tensor that borrows them.
Tensor borrowed(const fg_buffer &buffer, ScalarType dtype, Device device) {
  detail::Dims sizes, strides;
  for (int d = buffer.dimensions; d-- > 0;) { // innermost first
    sizes.push(buffer.dim[d].extent);
    strides.push(buffer.dim[d].stride);
  }
  void *const data = reinterpret_cast<void *>(buffer.device);
  const auto bytes = size_t(detail::extentOf(sizes, strides)) * elementSize(dtype);
  detail::Storage *const storage =
      detail::wrapStorage(data, bytes, [](detail::Storage *one) { delete one; }, nullptr);
  detail::putOnDevice(*storage, device);
  return detail::makeTensor(storage, data, sizes, strides, dtype);
}

ScalarType integerType(const fg_type &type) {
  switch (type.bits) {
  case 1:
    return kBool;
  case 8:
    return type.code == FG_TYPE_UINT ? kByte : kChar;
  case 16:
    return kShort;
  case 32:
    return kInt;
  default:
    return kLong;
  }
}

} // namespace

bool in_range(const fg_buffer *index, int64_t lower, int64_t upper, const Place &place) {
  if (place.isCpu())
    return in_range(index, lower, upper);
  const Tensor copy = borrowed(*index, integerType(index->type), place.device()).to(Device(kCPU));
  fg_buffer onCpu = *index;
  std::vector<fg_dim> dims(index->dim, index->dim + index->dimensions);
  for (int d = 0; d < index->dimensions; ++d)
    dims[size_t(d)].stride = int32_t(copy.strides()[size_t(index->dimensions - 1 - d)]);
  onCpu.host = static_cast<uint8_t *>(copy.data_ptr());
  onCpu.dim = dims.data();
  return in_range(&onCpu, lower, upper);
}

void write_back(const Tensor &to, const fg_buffer *from, const Place &place) {
  if (place.isCpu())
    return write_back(to, from);
  Tensor target = to;
  fg::copy_(target, borrowed(*from, to.scalar_type(), place.device()));
}

} // namespace fg::rt
