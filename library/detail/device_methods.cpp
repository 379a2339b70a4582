// The definitions of tensor.h's methods that may move a tensor between devices. They stand apart from
// tensor.cpp, whose object every program has: linking this one links the devices' drivers.
#include <fullgraph/ops.h>

namespace fg {

Tensor Tensor::to(const TensorOptions &options, bool non_blocking, bool copy) const {
  const ScalarType dtype = options.has_dtype() ? options.dtype() : scalar_type();
  if (!detail::expected(options.device().is_cpu()) || (defined() && !is_cpu()))
    return detail::toDevice(*this, options.has_device() ? options.device() : device(), dtype, copy);
  return (void)non_blocking, fg::to(*this, dtype, copy);
}
Tensor Tensor::to(Device device, ScalarType dtype, bool non_blocking, bool copy) const {
  return to(TensorOptions(dtype).device(device), non_blocking, copy);
}
Tensor Tensor::to(const Tensor &other, bool non_blocking, bool copy) const {
  return to(other.options(), non_blocking, copy);
}
Tensor Tensor::cpu() const { return to(Device(kCPU)); }
Tensor Tensor::cuda() const { return to(Device(kCUDA)); }

} // namespace fg
