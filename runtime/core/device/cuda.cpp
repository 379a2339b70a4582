// CUDA through libcuda.so.1, the driver's library. The few types and functions of its public interface that
// are used are declared here, so that building needs no CUDA.
#include "runtime/core/device/driver.h"

#include <fullgraph/detail/check.h>

#include <atomic>
#include <dlfcn.h>
#include <limits>
#include <mutex>

namespace fg::devices {

namespace {

using Result = int; // CUresult
using Address = unsigned long long;
using Context = void *;
using Stream = void *;
using Pool = void *;
using Module = void *;
using Function = void *;

constexpr Result success = 0, outOfMemory = 2;
constexpr int attributePools = 115;                 // CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
constexpr int poolReleaseThreshold = 4;             // CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
constexpr int functionDynamicShared = 8;            // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr unsigned sharedOfEach = 48 * 1024;        // what a kernel may have without asking
constexpr int jitErrorLog = 5, jitErrorLogSize = 6; // CU_JIT_ERROR_LOG_BUFFER, ..._SIZE_BYTES

/// name of the member, symbol, parameters
#define FG_CUDA_FUNCTIONS(X)                                                                                 \
  X(init, cuInit, unsigned)                                                                                  \
  X(errorName, cuGetErrorName, Result, const char **)                                                        \
  X(errorString, cuGetErrorString, Result, const char **)                                                    \
  X(deviceCount, cuDeviceGetCount, int *)                                                                    \
  X(deviceGet, cuDeviceGet, int *, int)                                                                      \
  X(deviceName, cuDeviceGetName, char *, int, int)                                                           \
  X(deviceAttribute, cuDeviceGetAttribute, int *, int, int)                                                  \
  X(retainContext, cuDevicePrimaryCtxRetain, Context *, int)                                                 \
  X(setContext, cuCtxSetCurrent, Context)                                                                    \
  X(memoryInfo, cuMemGetInfo_v2, size_t *, size_t *)                                                         \
  X(allocate, cuMemAlloc_v2, Address *, size_t)                                                              \
  X(free, cuMemFree_v2, Address)                                                                             \
  X(upload, cuMemcpyHtoDAsync_v2, Address, const void *, size_t, Stream)                                     \
  X(download, cuMemcpyDtoHAsync_v2, void *, Address, size_t, Stream)                                         \
  X(copy, cuMemcpyDtoDAsync_v2, Address, Address, size_t, Stream)                                            \
  X(copyPeer, cuMemcpyPeerAsync, Address, Context, Address, Context, size_t, Stream)                         \
  X(synchronizeStream, cuStreamSynchronize, Stream)                                                          \
  X(synchronizeContext, cuCtxSynchronize, void)                                                              \
  X(loadModule, cuModuleLoadDataEx, Module *, const void *, unsigned, int *, void **)                        \
  X(getFunction, cuModuleGetFunction, Function *, Module, const char *)                                      \
  X(setFunction, cuFuncSetAttribute, Function, int, int)                                                     \
  X(launchKernel, cuLaunchKernel, Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,      \
    unsigned, Stream, void **, void **)
/// Of CUDA 11.2 and later; without them memory is not stream-ordered.
#define FG_CUDA_POOL_FUNCTIONS(X)                                                                            \
  X(allocateAsync, cuMemAllocAsync, Address *, size_t, Stream)                                               \
  X(freeAsync, cuMemFreeAsync, Address, Stream)                                                              \
  X(defaultPool, cuDeviceGetDefaultMemPool, Pool *, int)                                                     \
  X(setPool, cuMemPoolSetAttribute, Pool, int, void *)                                                       \
  X(trimPool, cuMemPoolTrimTo, Pool, size_t)

struct Api {
#define FG_MEMBER(name, symbol, ...) Result (*name)(__VA_ARGS__) = nullptr;
  FG_CUDA_FUNCTIONS(FG_MEMBER)
  FG_CUDA_POOL_FUNCTIONS(FG_MEMBER)
#undef FG_MEMBER
  bool hasPools = true;

  /// The first symbol that the library lacks, or null.
  const char *load(void *library) {
    const auto found = [library](auto &function, const char *symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
      return function != nullptr;
    };
#define FG_LOAD(name, symbol, ...)                                                                           \
  if (!found(name, #symbol))                                                                                 \
    return #symbol;
#define FG_LOAD_POOL(name, symbol, ...) hasPools = found(name, #symbol) && hasPools;
    FG_CUDA_FUNCTIONS(FG_LOAD)
    FG_CUDA_POOL_FUNCTIONS(FG_LOAD_POOL)
#undef FG_LOAD
#undef FG_LOAD_POOL
    return nullptr;
  }

  /// "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)"
  std::string textOf(Result error) const {
    const char *name = nullptr, *text = nullptr;
    if (errorName(error, &name) != success || !name)
      return "error " + std::to_string(error);
    if (errorString(error, &text) != success || !text)
      return name;
    return std::string(text) + " (" + name + ")";
  }
};

class Cuda final : public Driver {
public:
  Cuda(const Api &api, int count) : api(api), devices(count) {}

  DeviceType type() const override { return kCUDA; }
  int count() const override { return devices; }
  std::string name(int device) override {
    char text[256] = "";
    check(api.deviceName(text, sizeof text, unitOf(device).ordinal), "cuDeviceGetName");
    return text;
  }

  void *allocate(int device, size_t bytes) override {
    Unit &unit = use(device);
    Address address = 0;
    Result result = tryAllocate(unit, address, bytes);
    if (result == outOfMemory) { // freed memory that is kept, or waits for work before it
      api.synchronizeContext();
      if (unit.pool)
        api.trimPool(unit.pool, 0);
      result = tryAllocate(unit, address, bytes);
    }
    if (result == outOfMemory)
      failOutOfMemory(*this, "CUDA", device, bytes);
    check(result, unit.pool ? "cuMemAllocAsync" : "cuMemAlloc");
    unit.allocated += bytes;
    return reinterpret_cast<void *>(address);
  }

  void release(int device, void *memory, size_t bytes) noexcept override {
    if (!usable())
      return;
    Unit &unit = units[device];
    unit.allocated -= bytes;
    if (api.setContext(unit.context) != success) // the library has ended before us
      return;
    const Address address = reinterpret_cast<Address>(memory);
    unit.pool ? api.freeAsync(address, stream()) : api.free(address);
  }

  void upload(int device, void *to, const void *from, size_t bytes) override {
    use(device);
    check(api.upload(reinterpret_cast<Address>(to), from, bytes, stream()), "cuMemcpyHtoDAsync");
    check(api.synchronizeStream(stream()), "cuStreamSynchronize");
  }
  void download(int device, void *to, const void *from, size_t bytes) override {
    use(device);
    check(api.download(to, reinterpret_cast<Address>(from), bytes, stream()), "cuMemcpyDtoHAsync");
    check(api.synchronizeStream(stream()), "cuStreamSynchronize");
  }
  void copy(int toDevice, void *to, int fromDevice, const void *from, size_t bytes) override {
    const Address target = reinterpret_cast<Address>(to), source = reinterpret_cast<Address>(from);
    if (toDevice == fromDevice) {
      use(toDevice);
      check(api.copy(target, source, bytes, stream()), "cuMemcpyDtoDAsync");
      return;
    }
    // Streams belong to devices: neither device's later work overtakes the copy.
    synchronize(toDevice);
    synchronize(fromDevice);
    check(api.copyPeer(target, unitOf(toDevice).context, source, unitOf(fromDevice).context, bytes, stream()),
          "cuMemcpyPeerAsync");
    check(api.synchronizeStream(stream()), "cuStreamSynchronize");
  }
  void synchronize(int device) override {
    use(device);
    check(api.synchronizeContext(), "cuCtxSynchronize");
  }

  void *stream(int device) override {
    use(device);
    return stream();
  }

  void finish() noexcept override {} // the driver ends kernels itself

  Memory memory(int device) override {
    use(device);
    Memory memory;
    check(api.memoryInfo(&memory.free, &memory.total), "cuMemGetInfo");
    return memory;
  }
  size_t allocated(int device) const override { return units[device].allocated; }
  void emptyCache(int device) override {
    Unit &unit = use(device);
    check(api.synchronizeContext(), "cuCtxSynchronize");
    if (unit.pool)
      check(api.trimPool(unit.pool, 0), "cuMemPoolTrimTo");
  }

  void *loadModule(int device, const char *source, size_t) override {
    use(device);
    char log[2048] = "";
    int options[] = {jitErrorLog, jitErrorLogSize};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    Module module = nullptr;
    const Result result = api.loadModule(&module, source, 2, options, values);
    FG_CHECK(result == success, "CUDA error: ", api.textOf(result), " in cuModuleLoadDataEx",
             log[0] ? ": " : "", string_view(log));
    return module;
  }
  void *findKernel(int device, void *module, const char *entry) override {
    use(device);
    Function function = nullptr;
    check(api.getFunction(&function, module, entry), "cuModuleGetFunction");
    return function;
  }
  void launch(int device, void *kernel, const Launch &launch) override {
    use(device);
    if (launch.sharedBytes > sharedOfEach)
      check(api.setFunction(kernel, functionDynamicShared, int(launch.sharedBytes)), "cuFuncSetAttribute");
    check(api.launchKernel(kernel, launch.blocks[0], launch.blocks[1], launch.blocks[2], launch.threads[0],
                           launch.threads[1], launch.threads[2], launch.sharedBytes, stream(),
                           const_cast<void **>(launch.values), nullptr),
          "cuLaunchKernel");
  }

private:
  struct Unit {
    std::once_flag started;
    int ordinal = 0;
    Context context = nullptr; // the primary one, which other libraries of the process share
    Pool pool = nullptr;       // null: memory is not stream-ordered
    std::atomic<size_t> allocated{0};
  };

  /// The default stream, in whose order kernels of other libraries run, too.
  static Stream stream() { return nullptr; }

  void check(Result result, const char *function) const {
    if (result != success) [[unlikely]]
      detail::fail({"CUDA error: ", api.textOf(result), " in ", function});
  }

  Unit &unitOf(int device) {
    FG_CHECK(device >= 0 && device < devices, "CUDA error: invalid device ordinal: ", device);
    checkUsable("CUDA");
    Unit &unit = units[device];
    std::call_once(unit.started, [&] { start(unit, device); });
    return unit;
  }
  /// The device, whose context is the calling thread's from now on.
  Unit &use(int device) {
    Unit &unit = unitOf(device);
    check(api.setContext(unit.context), "cuCtxSetCurrent");
    return unit;
  }

  void start(Unit &unit, int device) {
    check(api.deviceGet(&unit.ordinal, device), "cuDeviceGet");
    check(api.retainContext(&unit.context, unit.ordinal), "cuDevicePrimaryCtxRetain");
    check(api.setContext(unit.context), "cuCtxSetCurrent");
    int supported = 0;
    if (!api.hasPools || api.deviceAttribute(&supported, attributePools, unit.ordinal) != success ||
        !supported)
      return;
    Pool pool = nullptr;
    check(api.defaultPool(&pool, unit.ordinal), "cuDeviceGetDefaultMemPool");
    uint64_t keep =
        std::numeric_limits<uint64_t>::max(); // without it each synchronisation frees what is unused
    check(api.setPool(pool, poolReleaseThreshold, &keep), "cuMemPoolSetAttribute");
    unit.pool = pool;
  }

  Result tryAllocate(Unit &unit, Address &address, size_t bytes) {
    return unit.pool ? api.allocateAsync(&address, bytes, stream()) : api.allocate(&address, bytes);
  }

  const Api api;
  const int devices;
  Unit units[maxDevices];
};

} // namespace

Found openCuda() {
  const auto none = [](const std::string &why) { return Found{nullptr, "no CUDA device: " + why}; };
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *const error = dlerror();
    return none(std::string("libcuda.so.1 was not found") + (error ? std::string(": ") + error : ""));
  }
  Api api;
  if (const char *const missing = api.load(library))
    return none(std::string("libcuda.so.1 is too old: it has no ") + missing);
  if (const Result result = api.init(0); result != success)
    return none("cuInit failed: " + api.textOf(result));
  int count = 0;
  if (const Result result = api.deviceCount(&count); result != success)
    return none("cuDeviceGetCount failed: " + api.textOf(result));
  if (count == 0)
    return none("cuDeviceGetCount found none");
  return {new Cuda(api, count < maxDevices ? count : maxDevices), {}};
}

} // namespace fg::devices
