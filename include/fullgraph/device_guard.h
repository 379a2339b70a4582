// The calling thread's current device, which "cuda" without an index means: c10::DeviceGuard, and fg::cuda's
// functions. Programs with several devices use it; where there is no such device, each of these throws. In
// compiled code a guard is a graph break, as objects of other libraries are.
#pragma once

#include <fullgraph/options.h>

namespace fg {

/// Makes `device` the current one of its type, and what was current before when it goes. The CPU: nothing.
class DeviceGuard {
public:
  explicit DeviceGuard(Device device);
  ~DeviceGuard();
  DeviceGuard(const DeviceGuard &) = delete;
  DeviceGuard &operator=(const DeviceGuard &) = delete;
  Device original_device() const { return before; }
  Device current_device() const { return now; }

private:
  Device before, now;
};

namespace cuda {
int current_device();
void set_device(int64_t index);

class CUDAGuard : public DeviceGuard {
public:
  explicit CUDAGuard(int64_t index) : DeviceGuard(Device(kCUDA, int8_t(index))) {}
  explicit CUDAGuard(Device device) : DeviceGuard(device) {}
};
} // namespace cuda

} // namespace fg
