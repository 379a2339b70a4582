// Finding the drivers, the current device, and what both drivers need of the process.
#include "runtime/core/device/driver.h"

#include <fullgraph/detail/check.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>

namespace fg::devices {

namespace {

std::atomic<bool> isForked{false}, isExiting{false};
std::atomic<Driver *> opened[2] = {nullptr, nullptr};

/// Tensors that static objects hold are released behind this, when a driver may be gone.
void exiting() {
  if (!isForked)
    for (std::atomic<Driver *> &driver : opened)
      if (Driver *const d = driver.load())
        d->finish();
  isExiting = true;
}

/// Never destroyed, so that static objects may hold tensors.
const Found &find(Found (*open)()) {
  const auto *found = new Found(open());
  if (found->driver) {
    // Behind the driver's own start: these handlers run before those that it has registered for the exit.
    opened[found->driver->type() == kOpenCL] = found->driver;
    pthread_atfork(nullptr, nullptr, [] { isForked = true; });
    std::atexit(exiting);
  }
  return *found;
}

const Found &foundOf(DeviceType type) {
  static const Found none{nullptr, "the CPU has no driver"};
  if (type == kCUDA) {
    static const Found &cuda = find(openCuda);
    return cuda;
  }
  if (type == kOpenCL) {
    static const Found &opencl = find(openOpenCL);
    return opencl;
  }
  return none;
}

thread_local int8_t current[2] = {0, 0};
int8_t &currentOf(DeviceType type) { return current[type == kOpenCL]; }

thread_local std::string *pending = nullptr;

} // namespace

Driver *driverOf(DeviceType type) { return foundOf(type).driver; }
std::string whyNone(DeviceType type) { return foundOf(type).why; }

Driver &requireDriver(DeviceType type) {
  const Found &found = foundOf(type);
  if (!found.driver) [[unlikely]]
    detail::fail({found.why});
  return *found.driver;
}

Device resolved(Device device) {
  if (device.is_cpu())
    return Device(kCPU);
  const Driver &driver = requireDriver(device.type());
  const int index = device.has_index() ? device.index() : currentDevice(device.type());
  FG_CHECK(index < driver.count(), device.is_cuda() ? "CUDA" : "OpenCL",
           " error: invalid device ordinal: ", index, " of ", driver.count(), " devices");
  return Device(device.type(), int8_t(index));
}

int currentDevice(DeviceType type) { return currentOf(type); }
void setCurrentDevice(DeviceType type, int index) { currentOf(type) = int8_t(index); }

Scope::Scope(Device device) : type(device.type()), before(currentDevice(type)) {
  if (!device.is_cpu() && device.has_index())
    setCurrentDevice(type, device.index());
}
Scope::~Scope() {
  if (type != kCPU)
    setCurrentDevice(type, before);
}

void throwPending() {
  if (!pending) [[likely]]
    return;
  const std::string text = *pending;
  delete pending;
  pending = nullptr;
  detail::fail({text});
}

void setPending(const char *text) noexcept {
  if (!pending)
    pending = new (std::nothrow) std::string(text);
}

bool usable() noexcept {
  return !isForked.load(std::memory_order_relaxed) && !isExiting.load(std::memory_order_relaxed);
}

void checkUsable(const char *name) {
  if (usable()) [[likely]]
    return;
  if (isForked)
    detail::fail(
        {"Cannot re-initialize ", name, " in forked subprocess. Start the process anew (exec) instead"});
  detail::fail({name, " is used when the process has ended"});
}

std::string sizeText(size_t bytes) {
  const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
  double size = double(bytes);
  int unit = 0;
  for (; unit < 3 && size >= 1024; ++unit)
    size /= 1024;
  char text[64];
  std::snprintf(text, sizeof text, unit ? "%.2f %s" : "%.0f %s", size, units[unit]);
  return text;
}

void failOutOfMemory(Driver &driver, const char *name, int device, size_t bytes) {
  const Driver::Memory memory = driver.memory(device);
  detail::fail({name, " out of memory. Tried to allocate ", sizeText(bytes), ". GPU ", device,
                " has a total capacity of ", sizeText(memory.total), " of which ", sizeText(memory.free),
                " is free. Of the allocated memory ", sizeText(driver.allocated(device)),
                " is allocated by fullgraph."});
}

} // namespace fg::devices
