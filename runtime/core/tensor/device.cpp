// Making tensors on devices: the functions that link the drivers into a program.
#include "runtime/core/device/driver.h"
#include "runtime/core/eager/anywhere.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/ops.h>

namespace fg::detail {

// Named by across.cpp.
Device resolvedIfLinked(Device device);
Tensor toDeviceIfLinked(const Tensor &self, Device device);
devices::Driver *driverIfLinked(DeviceType type);

Device resolvedIfLinked(Device device) { return devices::resolved(device); }
devices::Driver *driverIfLinked(DeviceType type) {
  linkHostCalls();
  return devices::driverOf(type);
}
Tensor toDeviceIfLinked(const Tensor &self, Device device) {
  return self.defined() ? toDevice(self, device, self.scalar_type(), false) : self;
}

Tensor newTensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device) {
  linkHostCalls();
  const Device there = devices::resolved(device);
  if (there.is_cpu())
    return newTensor(sizes, strides, dtype);
  return newTensorOn(devices::requireDriver(there.type()), there.index(), sizes, strides, dtype);
}

Tensor toDevice(const Tensor &self, Device device, ScalarType dtype, bool copy) {
  FG_CHECK(self.defined(), "to() called on an undefined Tensor");
  const Device there = devices::resolved(device);
  const Device here = self.is_cpu() ? Device(kCPU) : self.device();
  if (here == there)
    return to(self, dtype, copy);
  // Dtypes are converted where it takes no second transfer: on the host.
  Tensor source = here.is_cpu() ? to(self, dtype, false) : self;
  const std::vector<int64_t> strides = likeStrides(source);
  if (!(source.strides() == IntArrayRef(strides)))
    source = clone(onHost(source));
  if (there.is_cpu() && isOnHost(source))
    return to(source, dtype, false);
  const Tensor moved = newTensor(source.sizes(), strides, source.scalar_type(), there);
  copyAcross(moved, source);
  return to(moved, dtype, false);
}

} // namespace fg::detail
