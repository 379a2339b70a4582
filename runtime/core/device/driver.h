// Devices other than the host's processor: their memory, and launching kernels there.
//
// A Driver is one vendor's interface, found with dlopen when it is first asked for, so that one binary runs
// with and without a GPU. Tensors (runtime/core/tensor), the functions that kernels call (halide_abi.cpp) and
// fg::cuda use it. What is only handed a Driver, as a tensor's storage is, calls it through this class and so
// links none: a program that never asks driverOf() has neither vendor's code.
//
// Work of one thread on one device is done in the order in which it was asked for, memory that is released
// included, unless the thread chooses other streams. A Driver is never destroyed. After fork() the child can use no device: each call throws there,
// and release() does nothing.
#pragma once

#include "runtime/core/device/streams.h"

#include <fullgraph/options.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace fg::devices {

/// Devices of one type that a process can use.
inline constexpr int maxDevices = 16;
/// Arguments that one kernel can have.
inline constexpr int maxArguments = 256;

/// One kernel call. Threads are those of a block.
struct Launch {
  unsigned blocks[3], threads[3];
  unsigned sharedBytes; // of each block, beside what the kernel declares itself
  int arguments;
  const size_t *sizes;       // in bytes
  const void *const *values; // where an argument's bytes are; for memory, where its address is
  const int8_t *isMemory;
};

class Driver {
public:
  virtual DeviceType type() const = 0;
  virtual int count() const = 0;
  virtual std::string name(int device) = 0;

  /// Throws "CUDA out of memory. Tried to allocate ..." where there is none. For at least one byte.
  virtual void *allocate(int device, size_t bytes) = 0;
  /// Once the work that was asked for so far is done. `bytes` as allocated.
  virtual void release(int device, void *memory, size_t bytes) noexcept = 0;
  /// Host memory may be changed or freed, and has arrived, when these return.
  virtual void upload(int device, void *to, const void *from, size_t bytes) = 0;
  virtual void download(int device, void *to, const void *from, size_t bytes) = 0;
  /// Within a device or between two of the type; may return before it is done.
  virtual void copy(int toDevice, void *to, int fromDevice, const void *from, size_t bytes) = 0;
  virtual void synchronize(int device) = 0;
  /// The vendor's handle of the stream that the calling thread's work on the device goes to. The device is the thread's
  /// from here on, for other libraries of the vendor.
  virtual void *stream(int device) = 0;
  /// Null where the driver has but the default stream.
  virtual Streams *streams() { return nullptr; }
  /// The process ends: kernels must not run on while the driver is taken down.
  virtual void finish() noexcept = 0;

  struct Memory {
    size_t free = 0, total = 0;
  };
  virtual Memory memory(int device) = 0;
  /// Bytes that allocate() gave and release() did not take back.
  virtual size_t allocated(int device) const = 0;
  /// Gives freed memory that is kept for later allocations back to the system.
  virtual void emptyCache(int device) = 0;

  /// A module made of a source that Halide's code generator wrote: PTX or OpenCL C. Never unloaded.
  virtual void *loadModule(int device, const char *source, size_t size) = 0;
  virtual void *findKernel(int device, void *module, const char *entry) = 0;
  /// Returns before the kernel has run. Any number of threads may launch one kernel.
  virtual void launch(int device, void *kernel, const Launch &launch) = 0;

protected:
  ~Driver() = default;
};

/// Null where this process has no such device, and for the CPU.
Driver *driverOf(DeviceType type);
/// Why driverOf() is null: "no CUDA device: libcuda.so.1 was not found".
std::string whyNone(DeviceType type);
/// The driver; throws whyNone().
Driver &requireDriver(DeviceType type);
/// `device` with an index: the thread's current one where it has none. Throws where there is no such device.
/// The CPU has no index.
Device resolved(Device device);

/// The device of the type that the calling thread uses where none is named: 0, but within a Scope.
int currentDevice(DeviceType type);
void setCurrentDevice(DeviceType type, int index);

/// Makes `device` the thread's current one of its type, for as long as it lives. The CPU: nothing.
class Scope {
public:
  explicit Scope(Device device);
  ~Scope();
  Scope(const Scope &) = delete;

private:
  DeviceType type;
  int before;
};

/// What a function that kernels call could not do on this thread (kernels have no exceptions to pass on). The
/// first such error is kept until it is thrown: who calls kernels calls this behind them.
void throwPending();
void setPending(const char *text) noexcept;

// ---- For the drivers
// ---------------------------------------------------------------------------------------------

/// A driver, or why there is none.
struct Found {
  Driver *driver = nullptr;
  std::string why;
};
Found openCuda();
Found openOpenCL();

/// False in a child after fork(), and when the process's static objects are being destroyed: drivers may be
/// gone.
bool usable() noexcept;
void checkUsable(const char *name);
/// "20.00 MiB"
std::string sizeText(size_t bytes);
[[noreturn]] void failOutOfMemory(Driver &driver, const char *name, int device, size_t bytes);

} // namespace fg::devices
