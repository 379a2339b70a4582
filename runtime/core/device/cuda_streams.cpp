// fg::cuda's streams and events, over devices::Streams.
#include "runtime/core/device/driver.h"

#include <fullgraph/cuda.h>
#include <fullgraph/detail/check.h>

#include <utility>

namespace fg::cuda {

namespace {

int indexOf(int device) {
  return devices::resolved(Device(kCUDA, int8_t(device < -1 || device > 127 ? 127 : device))).index();
}

devices::Streams &streams() { return *devices::requireDriver(kCUDA).streams(); }

} // namespace

CUDAStream::CUDAStream() : CUDAStream(indexOf(-1), nullptr) {}
bool CUDAStream::query() const { return streams().isDone(index, handle); }
void CUDAStream::synchronize() const { streams().wait(index, handle); }

CUDAStream getStreamFromPool(bool isHighPriority, int device) {
  const int index = indexOf(device);
  return {index, streams().fromPool(index, isHighPriority)};
}
CUDAStream getDefaultCUDAStream(int device) { return {indexOf(device), nullptr}; }
CUDAStream getCurrentCUDAStream(int device) {
  const int index = indexOf(device);
  return {index, streams().current(index)};
}
void setCurrentCUDAStream(CUDAStream stream) {
  streams().setCurrent(indexOf(stream.device_index()), stream.stream());
}

CUDAStreamGuard::CUDAStreamGuard(CUDAStream stream)
    : now(stream), before(getCurrentCUDAStream(stream.device_index())), device(devices::currentDevice(kCUDA)) {
  setCurrentCUDAStream(now);
  devices::setCurrentDevice(kCUDA, now.device_index());
}
CUDAStreamGuard::~CUDAStreamGuard() {
  devices::setCurrentDevice(kCUDA, device);
  streams().setCurrent(before.device_index(), before.stream());
}

CUDAEvent::~CUDAEvent() {
  if (handle)
    streams().release(index, handle);
}
CUDAEvent::CUDAEvent(CUDAEvent &&other) noexcept
    : flags(other.flags), index(other.index), handle(std::exchange(other.handle, nullptr)) {}
CUDAEvent &CUDAEvent::operator=(CUDAEvent &&other) noexcept {
  std::swap(flags, other.flags);
  std::swap(index, other.index);
  std::swap(handle, other.handle);
  return *this;
}

void CUDAEvent::record() { record(getCurrentCUDAStream()); }
void CUDAEvent::record(const CUDAStream &stream) {
  FG_CHECK(!handle || index == stream.device_index(), "Event device ", index, " does not match recording stream's device ",
           stream.device_index(), ".");
  index = stream.device_index();
  if (!handle)
    handle = streams().newEvent(index, flags);
  streams().record(index, handle, stream.stream());
}
void CUDAEvent::block(const CUDAStream &stream) const {
  if (handle)
    streams().wait(stream.device_index(), handle, stream.stream());
}
bool CUDAEvent::query() const { return !handle || streams().isReached(index, handle); }
void CUDAEvent::synchronize() const {
  if (handle)
    streams().waitFor(index, handle);
}
float CUDAEvent::elapsed_time(const CUDAEvent &other) const {
  FG_CHECK(handle && other.handle, "Both events must be recorded before calculating elapsed time.");
  constexpr unsigned disableTiming = 2;
  FG_CHECK(!((flags | other.flags) & disableTiming),
           "Both events must be created with argument 'enable_timing=True'.");
  FG_CHECK(query() && other.query(), "Both events must be completed before calculating elapsed time.");
  return streams().milliseconds(index, handle, other.handle);
}

} // namespace fg::cuda
