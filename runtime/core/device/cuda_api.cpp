// fg::cuda: what a program asks of CUDA's devices; and the guards that choose one.
#include "runtime/core/device/driver.h"

#include <fullgraph/device_guard.h>

namespace fg {

DeviceGuard::DeviceGuard(Device device) : now(devices::resolved(device)) {
  if (now.is_cpu())
    return;
  before = Device(now.type(), int8_t(devices::currentDevice(now.type())));
  devices::setCurrentDevice(now.type(), now.index());
}
DeviceGuard::~DeviceGuard() {
  if (!now.is_cpu())
    devices::setCurrentDevice(now.type(), before.index());
}

namespace cuda {

using namespace devices;

namespace {
int indexOf(int64_t device) {
  return resolved(Device(kCUDA, int8_t(device < -1 || device > 127 ? 127 : device))).index();
}
} // namespace

bool is_available() { return device_count() > 0; }

size_t device_count() {
  const Driver *const driver = driverOf(kCUDA);
  return driver ? size_t(driver->count()) : 0;
}

int current_device() { return devices::currentDevice(kCUDA); }
void set_device(int64_t index) { devices::setCurrentDevice(kCUDA, indexOf(index)); }

void synchronize(int64_t device) {
  if (Driver *const driver = driverOf(kCUDA))
    driver->synchronize(indexOf(device));
}

size_t memory_allocated(int64_t device) {
  const Driver *const driver = driverOf(kCUDA);
  return driver ? driver->allocated(indexOf(device)) : 0;
}

std::pair<size_t, size_t> mem_get_info(int64_t device) {
  Driver &driver = requireDriver(kCUDA);
  const Driver::Memory memory = driver.memory(indexOf(device));
  return {memory.free, memory.total};
}

void empty_cache() {
  if (Driver *const driver = driverOf(kCUDA))
    for (int device = 0; device < driver->count(); ++device)
      driver->emptyCache(device);
}

} // namespace cuda
} // namespace fg
