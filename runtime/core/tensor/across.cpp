// Elements between the host's memory and devices'. All through the storages' drivers, so that none is linked
// by it.
#include "runtime/core/device/driver.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/ops.h>

namespace fg::detail {

namespace {

const Storage &storageOf(const Tensor &tensor) { return *tensor.unsafeGetImpl()->storage; }

/// Do the two have their elements in the same order without gaps?
bool isOneRun(const Tensor &output, const Tensor &input) {
  if (!(output.sizes() == input.sizes()) || output.scalar_type() != input.scalar_type())
    return false;
  if (output.is_contiguous() && input.is_contiguous())
    return true;
  return output.strides() == input.strides() && extentOf(output.sizes(), output.strides()) == output.numel();
}

/// The bytes of tensors with the same elements without gaps.
void copyRun(const Tensor &output, const Tensor &input) {
  const size_t bytes = output.nbytes();
  if (bytes == 0)
    return;
  const Storage &to = storageOf(output), &from = storageOf(input);
  if (!from.driver)
    return to.driver->upload(to.deviceIndex, output.data_ptr(), input.data_ptr(), bytes);
  if (!to.driver)
    return from.driver->download(from.deviceIndex, output.data_ptr(), input.data_ptr(), bytes);
  if (to.driver == from.driver)
    return to.driver->copy(to.deviceIndex, output.data_ptr(), from.deviceIndex, input.data_ptr(), bytes);
  const Tensor between = onHost(input); // of different vendors
  to.driver->upload(to.deviceIndex, output.data_ptr(), between.data_ptr(), bytes);
}

} // namespace

Tensor onHost(const Tensor &tensor) {
  if (isOnHost(tensor))
    return tensor;
  // All from the first to the last element, gaps included, under the tensor's own strides: one transfer.
  const Tensor copy = newTensor(tensor.sizes(), tensor.strides(), tensor.scalar_type());
  const Storage &from = storageOf(tensor);
  if (const size_t bytes = storageOf(copy).bytes)
    from.driver->download(from.deviceIndex, copy.data_ptr(), tensor.data_ptr(), bytes);
  return copy;
}

void copyAcross(const Tensor &output, const Tensor &input) {
  if (output.numel() == 0)
    return;
  if (isOneRun(output, input))
    return copyRun(output, input);
  const Tensor source = onHost(input);
  if (isOnHost(output))
    return copyInto(output, source);
  if (output.is_contiguous()) {
    const Tensor values = newContiguous(output.sizes(), output.scalar_type());
    copyInto(values, source);
    return copyRun(output, values);
  }
  // What lies between the elements is written back as it is.
  const Tensor values = onHost(output);
  copyInto(values, source);
  const Storage &to = storageOf(output);
  to.driver->upload(to.deviceIndex, output.data_ptr(), values.data_ptr(), storageOf(values).bytes);
}

#if defined(__ELF__)
// Weak: programs that use no device do not have these, and are not to get them by this reference.
Device resolvedIfLinked(Device device) __attribute__((weak));
Tensor toDeviceIfLinked(const Tensor &self, Device device) __attribute__((weak));
devices::Driver *driverIfLinked(DeviceType type) __attribute__((weak));
#endif

namespace {
void checkLinked() {
#if defined(__ELF__)
  FG_CHECK(toDeviceIfLinked, "no CUDA or OpenCL device: this program has no code for devices. Have it call "
                             "Tensor::to(device) or cuda::is_available(), which link it");
#endif
}
} // namespace

Tensor placed(const Tensor &self, Device device) {
  if (device.is_cpu() && (!self.defined() || self.is_cpu()))
    return self;
  checkLinked();
  return toDeviceIfLinked(self, device);
}

void putOnDevice(Storage &storage, Device device) {
  checkLinked();
  device = resolvedIfLinked(device);
  storage.deviceType = int8_t(device.type());
  storage.deviceIndex = device.index();
  storage.driver = driverIfLinked(device.type());
}

} // namespace fg::detail
