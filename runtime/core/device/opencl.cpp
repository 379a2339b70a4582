// OpenCL through libOpenCL.so.1. Memory is shared virtual memory (clSVMAlloc): an address is an ordinary
// pointer, into which any offset may be added, as tensors' views do. Only devices that have it, and f64,
// count. The few types and functions of the public interface that are used are declared here, so that
// building needs no OpenCL.
#include "runtime/core/device/driver.h"

#include <fullgraph/detail/check.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <new>
#include <vector>

namespace fg::devices {

namespace {

using Result = int32_t; // cl_int
using Handle = void *;  // of a platform, device, context, queue, program, kernel, event
using Flags = uint64_t;

constexpr Result success = 0;
constexpr Flags anyDevice = 0xFFFFFFFF, readWrite = 1;
constexpr unsigned platformOfContext = 0x1084; // CL_CONTEXT_PLATFORM
constexpr unsigned buildLog = 0x1183;          // CL_PROGRAM_BUILD_LOG
enum DeviceInfo : unsigned {                   // CL_DEVICE_...
  SingleConfig = 0x101B,
  GlobalMemory = 0x101F,
  ConstantBuffer = 0x1020,
  ConstantArguments = 0x1021,
  LocalMemory = 0x1023,
  Name = 0x102B,
  DoubleConfig = 0x1032,
  SharedCapabilities = 0x1053
};
constexpr Flags coarseGrained = 1, roundedDivide = 1 << 7;

/// name of the member, symbol, result, parameters
#define FG_OPENCL_FUNCTIONS(X)                                                                               \
  X(platforms, clGetPlatformIDs, Result, unsigned, Handle *, unsigned *)                                     \
  X(devices, clGetDeviceIDs, Result, Handle, Flags, unsigned, Handle *, unsigned *)                          \
  X(deviceInfo, clGetDeviceInfo, Result, Handle, unsigned, size_t, void *, size_t *)                         \
  X(createContext, clCreateContext, Handle, const intptr_t *, unsigned, const Handle *, void *, void *,      \
    Result *)                                                                                                \
  X(createQueue, clCreateCommandQueueWithProperties, Handle, Handle, Handle, const uint64_t *, Result *)     \
  X(allocate, clSVMAlloc, void *, Handle, Flags, size_t, unsigned)                                           \
  X(free, clSVMFree, void, Handle, void *)                                                                   \
  X(enqueueFree, clEnqueueSVMFree, Result, Handle, unsigned, void **,                                        \
    void (*)(Handle, unsigned, void **, void *), void *, unsigned, const Handle *, Handle *)                 \
  X(copy, clEnqueueSVMMemcpy, Result, Handle, unsigned, void *, const void *, size_t, unsigned,              \
    const Handle *, Handle *)                                                                                \
  X(finish, clFinish, Result, Handle)                                                                        \
  X(createProgram, clCreateProgramWithSource, Handle, Handle, unsigned, const char **, const size_t *,       \
    Result *)                                                                                                \
  X(buildProgram, clBuildProgram, Result, Handle, unsigned, const Handle *, const char *, void *, void *)    \
  X(programInfo, clGetProgramBuildInfo, Result, Handle, Handle, unsigned, size_t, void *, size_t *)          \
  X(createKernel, clCreateKernel, Handle, Handle, const char *, Result *)                                    \
  X(setArgument, clSetKernelArg, Result, Handle, unsigned, size_t, const void *)                             \
  X(setMemory, clSetKernelArgSVMPointer, Result, Handle, unsigned, const void *)                             \
  X(enqueue, clEnqueueNDRangeKernel, Result, Handle, Handle, unsigned, const size_t *, const size_t *,       \
    const size_t *, unsigned, const Handle *, Handle *)

struct Api {
#define FG_MEMBER(name, symbol, result, ...) result (*name)(__VA_ARGS__) = nullptr;
  FG_OPENCL_FUNCTIONS(FG_MEMBER)
#undef FG_MEMBER

  /// The first symbol that the library lacks, or null.
  const char *load(void *library) {
#define FG_LOAD(name, symbol, ...)                                                                           \
  name = reinterpret_cast<decltype(name)>(dlsym(library, #symbol));                                          \
  if (!name)                                                                                                 \
    return #symbol;
    FG_OPENCL_FUNCTIONS(FG_LOAD)
#undef FG_LOAD
    return nullptr;
  }

  template <class T> T number(Handle device, DeviceInfo what) const {
    T value = 0;
    return deviceInfo(device, what, sizeof value, &value, nullptr) == success ? value : 0;
  }
  std::string text(Handle device, DeviceInfo what) const {
    char value[256] = "";
    return deviceInfo(device, what, sizeof value - 1, value, nullptr) == success ? value : "";
  }
};

/// Of the errors that calls as ours can have; others are their number.
std::string nameOf(Result error) {
  switch (error) {
  case -1:
    return "CL_DEVICE_NOT_FOUND";
  case -2:
    return "CL_DEVICE_NOT_AVAILABLE";
  case -4:
    return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
  case -5:
    return "CL_OUT_OF_RESOURCES";
  case -6:
    return "CL_OUT_OF_HOST_MEMORY";
  case -11:
    return "CL_BUILD_PROGRAM_FAILURE";
  case -30:
    return "CL_INVALID_VALUE";
  case -46:
    return "CL_INVALID_KERNEL_NAME";
  case -49:
    return "CL_INVALID_ARG_INDEX";
  case -50:
    return "CL_INVALID_ARG_VALUE";
  case -51:
    return "CL_INVALID_ARG_SIZE";
  case -52:
    return "CL_INVALID_KERNEL_ARGS";
  case -54:
    return "CL_INVALID_WORK_GROUP_SIZE";
  case -55:
    return "CL_INVALID_WORK_ITEM_SIZE";
  default:
    return "error " + std::to_string(error);
  }
}

void check(Result result, const char *function) {
  if (result != success) [[unlikely]]
    detail::fail({"OpenCL error: ", nameOf(result), " in ", function});
}

struct Kernel {
  Handle handle;
  std::mutex
      mutex; // arguments belong to the kernel object: they are set, and it is queued, by one thread at a time
};

struct Unit {
  Handle device = nullptr, context = nullptr, queue = nullptr;
  std::string options; // of the compiler
  std::atomic<size_t> allocated{0};
};

/// Memory that is to be freed. The list that clEnqueueSVMFree is given lives until then: PoCL 3 does not copy
/// it.
struct Released {
  void (*free)(Handle context, void *memory);
  Handle context;
  void *memory;
};
void freeReleased(Handle, unsigned, void **, void *of) {
  auto *const released = static_cast<Released *>(of);
  released->free(released->context, released->memory);
  delete released;
}

class OpenCL final : public Driver {
public:
  OpenCL(const Api &api, std::vector<Unit *> units) : api(api), units(std::move(units)) {}

  DeviceType type() const override { return kOpenCL; }
  int count() const override { return int(units.size()); }
  std::string name(int device) override { return api.text(use(device).device, Name); }

  void *allocate(int device, size_t bytes) override {
    Unit &unit = use(device);
    void *memory = api.allocate(unit.context, readWrite, bytes, 0);
    if (!memory) { // what was released may wait for kernels
      check(api.finish(unit.queue), "clFinish");
      memory = api.allocate(unit.context, readWrite, bytes, 0);
    }
    if (!memory)
      failOutOfMemory(*this, "OpenCL", device, bytes);
    unit.allocated += bytes;
    return memory;
  }
  void release(int device, void *memory, size_t bytes) noexcept override {
    if (!usable())
      return;
    Unit &unit = *units[size_t(device)];
    unit.allocated -= bytes;
    auto *const released = new (std::nothrow) Released{api.free, unit.context, memory};
    if (released) // behind what is queued
      api.enqueueFree(unit.queue, 1, &released->memory, freeReleased, released, 0, nullptr, nullptr);
  }

  void upload(int device, void *to, const void *from, size_t bytes) override {
    enqueueCopy(use(device), true, to, from, bytes);
  }
  void download(int device, void *to, const void *from, size_t bytes) override {
    enqueueCopy(use(device), true, to, from, bytes);
  }
  void copy(int toDevice, void *to, int fromDevice, const void *from, size_t bytes) override {
    if (toDevice == fromDevice)
      return enqueueCopy(use(toDevice), false, to, from, bytes);
    std::vector<char> piece(bytes < pieceBytes ? bytes : pieceBytes); // contexts share no memory
    for (size_t done = 0; done < bytes; done += piece.size()) {
      const size_t n = std::min(piece.size(), bytes - done);
      download(fromDevice, piece.data(), static_cast<const char *>(from) + done, n);
      upload(toDevice, static_cast<char *>(to) + done, piece.data(), n);
    }
  }
  void synchronize(int device) override { check(api.finish(use(device).queue), "clFinish"); }
  void *stream(int device) override { return use(device).queue; }

  void finish() noexcept override {
    for (const Unit *const unit : units)
      api.finish(unit->queue);
  }

  Memory memory(int device) override {
    const size_t total = api.number<uint64_t>(use(device).device, GlobalMemory), used = allocated(device);
    return {used < total ? total - used : 0, total};
  }
  size_t allocated(int device) const override { return units[size_t(device)]->allocated; }
  void emptyCache(int) override {}

  void *loadModule(int device, const char *source, size_t) override {
    Unit &unit = use(device);
    Result result = success;
    const Handle program = api.createProgram(unit.context, 1, &source, nullptr, &result);
    check(result, "clCreateProgramWithSource");
    result = api.buildProgram(program, 1, &unit.device, unit.options.c_str(), nullptr, nullptr);
    if (result != success) {
      std::string log(16384, '\0');
      size_t length = 0;
      if (api.programInfo(program, unit.device, buildLog, log.size(), log.data(), &length) != success)
        length = 0;
      log.resize(length ? length - 1 : 0);
      detail::fail({"OpenCL error: ", nameOf(result), " in clBuildProgram: ", log});
    }
    return program;
  }
  void *findKernel(int device, void *module, const char *entry) override {
    use(device);
    Result result = success;
    const Handle handle = api.createKernel(module, entry, &result);
    check(result, "clCreateKernel");
    return new Kernel{handle, {}};
  }
  void launch(int device, void *kernel, const Launch &launch) override;

private:
  static constexpr size_t pieceBytes = size_t(16) << 20;

  Unit &use(int device) {
    FG_CHECK(device >= 0 && device < count(), "OpenCL error: invalid device ordinal: ", device);
    checkUsable("OpenCL");
    return *units[size_t(device)];
  }
  void enqueueCopy(Unit &unit, bool blocking, void *to, const void *from, size_t bytes) {
    check(api.copy(unit.queue, blocking, to, from, bytes, 0, nullptr, nullptr), "clEnqueueSVMMemcpy");
  }

  const Api api;
  const std::vector<Unit *> units;
};

void OpenCL::launch(int device, void *kernel, const Launch &launch) {
  Unit &unit = use(device);
  size_t global[3], local[3];
  for (int d = 0; d < 3; ++d) {
    local[d] = launch.threads[d];
    global[d] = size_t(launch.blocks[d]) * launch.threads[d];
  }
  auto &[handle, mutex] = *static_cast<Kernel *>(kernel);
  const std::lock_guard<std::mutex> lock(mutex);
  int i = 0;
  for (; i < launch.arguments; ++i) {
    const void *memory = nullptr;
    if (launch.isMemory[i])
      memory = *static_cast<void *const *>(launch.values[i]);
    check(memory ? api.setMemory(handle, unsigned(i), memory)
                 : api.setArgument(handle, unsigned(i), launch.sizes[i],
                                   launch.isMemory[i] ? nullptr : launch.values[i]),
          "clSetKernelArg");
  }
  // Halide's kernels have their shared memory as a last argument, of which there is a byte at least.
  check(api.setArgument(handle, unsigned(i), launch.sharedBytes ? launch.sharedBytes : 1, nullptr),
        "clSetKernelArg");
  check(api.enqueue(unit.queue, handle, 3, nullptr, global, local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

/// A device that can hold tensors, or why it cannot.
struct Candidate {
  Unit *unit = nullptr;
  std::string why;
};

Candidate candidate(const Api &api, Handle platform, Handle device) {
  const auto refused = [&](const std::string &why) {
    return Candidate{nullptr, "; " + api.text(device, Name) + why};
  };
  if (!(api.number<Flags>(device, SharedCapabilities) & coarseGrained))
    return refused(" has no shared virtual memory");
  if (!api.number<Flags>(device, DoubleConfig))
    return refused(" has no f64");
  auto *unit = new Unit;
  unit->device = device;
  Result result = success;
  const intptr_t properties[] = {platformOfContext, reinterpret_cast<intptr_t>(platform), 0};
  unit->context = api.createContext(properties, 1, &device, nullptr, nullptr, &result);
  if (result == success)
    unit->queue = api.createQueue(unit->context, device, nullptr, &result); // in order
  if (result != success) {
    delete unit;
    return refused(": " + nameOf(result) + " in clCreateContext or clCreateCommandQueueWithProperties");
  }
  unit->options =
      "-D MAX_CONSTANT_BUFFER_SIZE=" + std::to_string(api.number<uint64_t>(device, ConstantBuffer)) +
      " -D MAX_CONSTANT_ARGS=" + std::to_string(api.number<unsigned>(device, ConstantArguments));
  if (api.number<Flags>(device, SingleConfig) & roundedDivide) // as on the CPU, and in CUDA
    unit->options += " -cl-fp32-correctly-rounded-divide-sqrt";
  return {unit, {}};
}

} // namespace

Found openOpenCL() {
  const auto none = [](const std::string &why) { return Found{nullptr, "no OpenCL device: " + why}; };
  void *const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *const error = dlerror();
    return none(std::string("libOpenCL.so.1 was not found") + (error ? std::string(": ") + error : ""));
  }
  Api api;
  if (const char *const missing = api.load(library))
    return none(std::string("libOpenCL.so.1 is too old: it has no ") + missing);
  Handle platforms[maxDevices];
  unsigned platformCount = 0;
  if (api.platforms(maxDevices, platforms, &platformCount) != success)
    platformCount = 0;
  std::vector<Unit *> units;
  std::string refused;
  for (unsigned p = 0; p < platformCount && p < unsigned(maxDevices); ++p) {
    Handle devices[maxDevices];
    unsigned deviceCount = 0;
    if (api.devices(platforms[p], anyDevice, maxDevices, devices, &deviceCount) != success)
      continue;
    for (unsigned d = 0; d < deviceCount && d < unsigned(maxDevices) && int(units.size()) < maxDevices; ++d) {
      const Candidate found = candidate(api, platforms[p], devices[d]);
      if (found.unit)
        units.push_back(found.unit);
      refused += found.why;
    }
  }
  if (units.empty())
    return none("none can be used of the devices of " + std::to_string(platformCount) + " platforms" +
                refused);
  return {new OpenCL(api, std::move(units)), {}};
}

} // namespace fg::devices
