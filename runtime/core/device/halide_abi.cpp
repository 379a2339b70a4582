// The functions that Halide's kernels for CUDA and OpenCL call, over fg::devices::Driver, so that no GPU
// runtime of Halide's is linked. Their names and what they are called with are Halide 21's; buffers are
// fg_buffer (abi.h).
//
// A tensor's buffer has `device`, the address of its first element there, and no `host`. A kernel runs on the
// calling thread's current device (Scope). Kernels that are built without assertions do not look at what
// these functions return: errors are kept for throwPending().
//
// All of them are in one object file, which the kernels' halide_<x>_run takes in: Halide's runtime for the
// CPU has weak functions of the same names, which would look for another layout behind the device interface.
#include "runtime/core/device/driver.h"

#include <fullgraph/abi.h>
#include <fullgraph/error.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>

using fg::DeviceType;
using fg::devices::Driver;

namespace {

constexpr uint64_t hostDirty = 1, deviceDirty = 2; // of fg_buffer's flags

/// What `device_interface` of a buffer points to.
struct Interface {
  DeviceType type;
};
constexpr Interface cudaInterface{fg::kCUDA}, openclInterface{fg::kOpenCL};

DeviceType typeOf(const void *interface) { return static_cast<const Interface *>(interface)->type; }

/// A function of a module.
struct Entry {
  const char *name; // of the object: the same pointer at each call of one place
  void *kernel;
  Entry *next;
};

/// A module on each device: what `*state` of an object's kernels points to. Never freed, as objects are not
/// unloaded.
struct Kernels {
  const char *source;
  size_t size;
  struct Unit {
    std::atomic<void *> module{nullptr};
    std::atomic<Entry *> entries{nullptr};
  } units[fg::devices::maxDevices];
};

std::mutex loading; // of modules, of entries, and of memory for objects' tables

/// 0, or -1 and the error is pending.
template <class F> int guarded(F &&f) noexcept {
  try {
    f();
    return 0;
  } catch (const std::exception &error) {
    fg::devices::setPending(error.what());
  } catch (...) {
    fg::devices::setPending("a device function failed");
  }
  return -1;
}

int initialize(DeviceType type, void **state, const char *source, int size) {
  const auto known = static_cast<Kernels *>(__atomic_load_n(state, __ATOMIC_ACQUIRE));
  const int device = fg::devices::currentDevice(type);
  if (known && known->units[device].module.load(std::memory_order_acquire)) [[likely]]
    return 0;
  return guarded([&] {
    Driver &driver = fg::devices::requireDriver(type);
    const std::lock_guard<std::mutex> lock(loading);
    auto *kernels = static_cast<Kernels *>(*state);
    if (!kernels) {
      kernels = new Kernels{source, size_t(size), {}};
      __atomic_store_n(state, static_cast<void *>(kernels), __ATOMIC_RELEASE);
    }
    std::atomic<void *> &module = kernels->units[device].module;
    if (!module.load(std::memory_order_relaxed))
      module.store(driver.loadModule(device, source, size_t(size)), std::memory_order_release);
  });
}

void *kernelOf(Driver &driver, Kernels &kernels, int device, const char *name) {
  Kernels::Unit &unit = kernels.units[device];
  for (const Entry *entry = unit.entries.load(std::memory_order_acquire); entry; entry = entry->next)
    if (entry->name == name) [[likely]]
      return entry->kernel;
  const std::lock_guard<std::mutex> lock(loading);
  Entry *const first = unit.entries.load(std::memory_order_relaxed);
  void *kernel = nullptr;
  for (const Entry *entry = first; entry && !kernel; entry = entry->next)
    if (std::strcmp(entry->name, name) == 0)
      kernel = entry->kernel;
  if (!kernel)
    kernel = driver.findKernel(device, unit.module, name);
  unit.entries.store(new Entry{name, kernel, first}, std::memory_order_release);
  return kernel;
}

// ---- Memory
// ------------------------------------------------------------------------------------------------------

size_t elementBytes(const fg_buffer &buffer) {
  return (size_t(buffer.type.bits) + 7) / 8 * buffer.type.lanes;
}

/// From the first element to behind the last one.
size_t bytesOf(const fg_buffer &buffer) {
  size_t elements = 1;
  for (int d = 0; d < buffer.dimensions; ++d) {
    const fg_dim &dim = buffer.dim[d];
    if (dim.extent <= 0)
      return 0;
    FG_CHECK(dim.stride >= 0, "a kernel's buffer on a device has a negative stride");
    elements += size_t(dim.extent - 1) * size_t(dim.stride);
  }
  return elements * elementBytes(buffer);
}

/// Memory on devices other than the first that used it, of a table that is part of an object: rare, and never
/// freed.
struct Copy {
  const fg_buffer *table;
  DeviceType type;
  int device;
  void *memory;
  Copy *next;
};
std::atomic<Copy *> copies{nullptr};

/// The owner of memory that was allocated here, in `padding`, which is null in all other buffers.
char owners[fg::devices::maxDevices];

/// Was the memory made here, for another device than `device`?
bool isElsewhere(const fg_buffer &buffer, int device) {
  return buffer.padding && buffer.padding != owners + device && buffer.padding >= owners &&
         buffer.padding < owners + fg::devices::maxDevices;
}

void *addressOf(const fg_buffer &buffer, DeviceType type, int device) {
  if (isElsewhere(buffer, device)) [[unlikely]]
    for (const Copy *copy = copies.load(std::memory_order_acquire); copy; copy = copy->next)
      if (copy->table == &buffer && copy->type == type && copy->device == device)
        return copy->memory;
  return reinterpret_cast<void *>(buffer.device);
}

void allocate(fg_buffer &buffer, const void *interface) {
  if (buffer.device)
    return;
  const DeviceType type = typeOf(interface);
  const int device = fg::devices::currentDevice(type);
  const size_t bytes = bytesOf(buffer);
  buffer.device =
      reinterpret_cast<uint64_t>(fg::devices::requireDriver(type).allocate(device, bytes ? bytes : 1));
  buffer.device_interface = interface;
  buffer.padding = owners + device;
}

void release(fg_buffer &buffer) {
  if (!buffer.device)
    return;
  const auto *const owner = static_cast<const char *>(buffer.padding);
  const DeviceType type = typeOf(buffer.device_interface);
  const int device = owner >= owners && owner < owners + fg::devices::maxDevices ? int(owner - owners) : -1;
  FG_CHECK(device >= 0, "a kernel frees device memory that is not its own");
  const size_t bytes = bytesOf(buffer);
  fg::devices::requireDriver(type).release(device, reinterpret_cast<void *>(buffer.device),
                                           bytes ? bytes : 1);
  buffer.device = 0;
  buffer.device_interface = nullptr;
  buffer.padding = nullptr;
  buffer.flags &= ~deviceDirty;
}

/// The elements between host and device: the dims that lie behind each other at once, and a copy for each
/// place of the others.
void move(const fg_buffer &buffer, Driver &driver, int device, void *memory, bool toDevice) {
  size_t run = elementBytes(buffer);
  int inner = 0;
  for (int d = 0; d < buffer.dimensions; ++d)
    if (buffer.dim[d].extent <= 0)
      return;
  for (; inner < buffer.dimensions && size_t(buffer.dim[inner].stride) * elementBytes(buffer) == run; ++inner)
    run *= size_t(buffer.dim[inner].extent);
  const auto each = [&](const auto &self, int d, size_t offset) -> void {
    if (d < inner) {
      char *const there = static_cast<char *>(memory) + offset;
      if (toDevice)
        driver.upload(device, there, buffer.host + offset, run);
      else
        driver.download(device, buffer.host + offset, there, run);
      return;
    }
    for (int i = 0; i < buffer.dim[d].extent; ++i)
      self(self, d - 1, offset + size_t(i) * size_t(buffer.dim[d].stride) * elementBytes(buffer));
  };
  each(each, buffer.dimensions - 1, 0);
}

/// A table of an object, of which one device has a copy, on another one as well.
void copyTable(fg_buffer &buffer, DeviceType type, int device) {
  for (const Copy *copy = copies.load(std::memory_order_relaxed); copy; copy = copy->next)
    if (copy->table == &buffer && copy->type == type && copy->device == device)
      return;
  Driver &driver = fg::devices::requireDriver(type);
  void *const memory = driver.allocate(device, bytesOf(buffer));
  move(buffer, driver, device, memory, true);
  copies.store(new Copy{&buffer, type, device, memory, copies.load(std::memory_order_relaxed)},
               std::memory_order_release);
}

void copyToDevice(fg_buffer &buffer, const void *interface) {
  const DeviceType type = typeOf(interface ? interface : buffer.device_interface);
  const int device = fg::devices::currentDevice(type);
  const std::lock_guard<std::mutex> lock(loading); // threads share the tables of an object
  if (buffer.device && isElsewhere(buffer, device))
    return copyTable(buffer, type, device);
  const bool isNew = !buffer.device;
  if (isNew && !buffer.host && bytesOf(buffer) == 0) // a tensor of no elements: nothing reads them
    return;
  FG_CHECK(!isNew || buffer.host, "a kernel for a device was called with a tensor that has no memory");
  fg_buffer filled = buffer; // other threads see an address when the elements are there
  allocate(filled, interface);
  if (isNew || buffer.flags & hostDirty)
    move(filled, fg::devices::requireDriver(type), device, reinterpret_cast<void *>(filled.device), true);
  buffer.device_interface = filled.device_interface;
  buffer.padding = filled.padding;
  buffer.flags &= ~hostDirty;
  __atomic_store_n(&buffer.device, filled.device, __ATOMIC_RELEASE);
}

int run(DeviceType type, void *state, const char *name, const unsigned (&blocks)[3],
        const unsigned (&threads)[3], int sharedBytes, const size_t *sizes, void *const *arguments,
        const int8_t *isBuffer) {
  if (blocks[0] == 0 || blocks[1] == 0 || blocks[2] == 0)
    return 0;
  return guarded([&] {
    FG_CHECK(state, "the kernel ", name, " was not loaded");
    Driver &driver = fg::devices::requireDriver(type);
    const int device = fg::devices::currentDevice(type);
    void *const kernel = kernelOf(driver, *static_cast<Kernels *>(state), device, name);
    const void *values[fg::devices::maxArguments];
    void *addresses[fg::devices::maxArguments];
    int count = 0;
    for (; sizes[count]; ++count) {
      FG_CHECK(count < fg::devices::maxArguments, "the kernel ", name, " has more than ",
               fg::devices::maxArguments, " arguments");
      if (isBuffer[count]) {
        addresses[count] = addressOf(*static_cast<const fg_buffer *>(arguments[count]), type, device);
        values[count] = &addresses[count];
      } else {
        values[count] = arguments[count];
      }
    }
    driver.launch(device, kernel,
                  {{blocks[0], blocks[1], blocks[2]},
                   {threads[0], threads[1], threads[2]},
                   unsigned(sharedBytes),
                   count,
                   sizes,
                   values,
                   isBuffer});
  });
}

} // namespace

extern "C" {

#define FG_DEVICE_ABI(name, type, interface)                                                                 \
  const void *halide_##name##_device_interface() { return &interface; }                                      \
  int halide_##name##_initialize_kernels(void *, void **state, const char *source, int size) {               \
    return initialize(type, state, source, size);                                                            \
  }                                                                                                          \
  void halide_##name##_finalize_kernels(void *, void *) {} /* after each call; modules stay */               \
  int halide_##name##_run(void *, void *state, const char *entry, int blocksX, int blocksY, int blocksZ,     \
                          int threadsX, int threadsY, int threadsZ, int sharedBytes, size_t sizes[],         \
                          void *arguments[], int8_t isBuffer[]) {                                            \
    return run(type, state, entry, {unsigned(blocksX), unsigned(blocksY), unsigned(blocksZ)},                \
               {unsigned(threadsX), unsigned(threadsY), unsigned(threadsZ)}, sharedBytes, sizes, arguments,  \
               isBuffer);                                                                                    \
  }
FG_DEVICE_ABI(cuda, fg::kCUDA, cudaInterface)
FG_DEVICE_ABI(opencl, fg::kOpenCL, openclInterface)

int halide_device_malloc(void *, fg_buffer *buffer, const void *interface) {
  return guarded([&] { allocate(*buffer, interface); });
}
int halide_device_free(void *, fg_buffer *buffer) {
  return guarded([&] { release(*buffer); });
}
void halide_device_free_as_destructor(void *, void *buffer) {
  halide_device_free(nullptr, static_cast<fg_buffer *>(buffer));
}
/// Takes the place of freeing host memory that is freed with the device's.
void halide_device_host_nop_free(void *, void *) {}

int halide_device_and_host_malloc(void *, fg_buffer *buffer, const void *interface) {
  return guarded([&] {
    // A multiple of the alignment, and a vector behind it, which kernels may read.
    constexpr size_t alignment = 128;
    const size_t bytes = (bytesOf(*buffer) + 2 * alignment - 1) / alignment * alignment;
    buffer->host = static_cast<uint8_t *>(std::aligned_alloc(alignment, bytes));
    FG_CHECK(buffer->host, "DefaultCPUAllocator: can't allocate memory: you tried to allocate ",
             int64_t(bytes), " bytes.");
    allocate(*buffer, interface);
  });
}
int halide_device_and_host_free(void *, fg_buffer *buffer) {
  std::free(buffer->host);
  buffer->host = nullptr;
  buffer->flags = 0;
  return guarded([&] { release(*buffer); });
}
void halide_device_and_host_free_as_destructor(void *, void *buffer) {
  halide_device_and_host_free(nullptr, static_cast<fg_buffer *>(buffer));
}

int halide_copy_to_device(void *, fg_buffer *buffer, const void *interface) {
  const bool isThere = __atomic_load_n(&buffer->device, __ATOMIC_ACQUIRE) && !(buffer->flags & hostDirty);
  if (isThere && (!buffer->padding || !interface ||
                  !isElsewhere(*buffer, fg::devices::currentDevice(typeOf(interface))))) [[likely]]
    return 0;
  return guarded([&] { copyToDevice(*buffer, interface); });
}
int halide_copy_to_host(void *, fg_buffer *buffer) {
  if (!(buffer->flags & deviceDirty))
    return 0;
  return guarded([&] {
    FG_CHECK(buffer->host && buffer->device, "a kernel reads elements on the host that are only on a device");
    const DeviceType type = typeOf(buffer->device_interface);
    const int device = fg::devices::currentDevice(type);
    move(*buffer, fg::devices::requireDriver(type), device, reinterpret_cast<void *>(buffer->device), false);
    buffer->flags &= ~deviceDirty;
  });
}

int halide_device_sync_global(void *, const void *interface) {
  return guarded([&] {
    const DeviceType type = typeOf(interface);
    fg::devices::requireDriver(type).synchronize(fg::devices::currentDevice(type));
  });
}
int halide_device_sync(void *, fg_buffer *buffer) {
  return buffer->device_interface ? halide_device_sync_global(nullptr, buffer->device_interface) : 0;
}
/// Nothing: drivers stay for as long as the process.
void halide_device_release(void *, const void *) {}

} // extern "C"
