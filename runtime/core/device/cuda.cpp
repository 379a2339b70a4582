// CUDA through libcuda.so.1, the driver's library. The few types and functions of its public interface that
// are used are declared here, so that building needs no CUDA.
#include "runtime/core/device/driver.h"

#include <fullgraph/detail/check.h>

#include <array>
#include <atomic>
#include <dlfcn.h>
#include <limits>
#include <mutex>
#include <unordered_map>

namespace fg::devices {

namespace {

using Result = int; // CUresult
using Address = unsigned long long;
using Context = void *;
using Stream = Streams::Stream;
using Event = Streams::Event;
using Pool = void *;
using Module = void *;
using Function = void *;

constexpr Result success = 0, outOfMemory = 2, notReady = 600;
constexpr unsigned streamNonBlocking = 1, eventDisableTiming = 2; // CU_STREAM_..., CU_EVENT_...
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
  X(createStream, cuStreamCreateWithPriority, Stream *, unsigned, int)                                       \
  X(priorities, cuCtxGetStreamPriorityRange, int *, int *)                                                   \
  X(queryStream, cuStreamQuery, Stream)                                                                      \
  X(waitEvent, cuStreamWaitEvent, Stream, Event, unsigned)                                                   \
  X(createEvent, cuEventCreate, Event *, unsigned)                                                           \
  X(destroyEvent, cuEventDestroy_v2, Event)                                                                  \
  X(recordEvent, cuEventRecord, Event, Stream)                                                               \
  X(queryEvent, cuEventQuery, Event)                                                                         \
  X(synchronizeEvent, cuEventSynchronize, Event)                                                             \
  X(elapsedTime, cuEventElapsedTime, float *, Event, Event)                                                  \
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

class Cuda final : public Driver, public Streams {
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
    Result result = tryAllocate(unit, current(device), address, bytes);
    if (result == outOfMemory) { // freed memory that is kept, or waits for work before it
      api.synchronizeContext();
      if (unit.pool)
        api.trimPool(unit.pool, 0);
      result = tryAllocate(unit, current(device), address, bytes);
    }
    if (result == outOfMemory)
      failOutOfMemory(*this, "CUDA", device, bytes);
    check(result, unit.pool ? "cuMemAllocAsync" : "cuMemAlloc");
    unit.allocated += bytes;
    if (unit.pool)
      remember(unit, reinterpret_cast<void *>(address), current(device));
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
    if (!unit.pool) {
      api.free(address);
      return;
    }
    const Stream ordered = forget(unit, memory), now = current(device);
    if (ordered != now)
      orderBehind(ordered, now);
    api.freeAsync(address, ordered);
  }

  void upload(int device, void *to, const void *from, size_t bytes) override {
    use(device);
    check(api.upload(reinterpret_cast<Address>(to), from, bytes, current(device)), "cuMemcpyHtoDAsync");
    check(api.synchronizeStream(current(device)), "cuStreamSynchronize");
  }
  void download(int device, void *to, const void *from, size_t bytes) override {
    use(device);
    check(api.download(to, reinterpret_cast<Address>(from), bytes, current(device)), "cuMemcpyDtoHAsync");
    check(api.synchronizeStream(current(device)), "cuStreamSynchronize");
  }
  void copy(int toDevice, void *to, int fromDevice, const void *from, size_t bytes) override {
    const Address target = reinterpret_cast<Address>(to), source = reinterpret_cast<Address>(from);
    if (toDevice == fromDevice) {
      use(toDevice);
      check(api.copy(target, source, bytes, current(toDevice)), "cuMemcpyDtoDAsync");
      return;
    }
    // Streams belong to devices: neither device's later work overtakes the copy.
    synchronize(toDevice);
    synchronize(fromDevice);
    check(api.copyPeer(target, unitOf(toDevice).context, source, unitOf(fromDevice).context, bytes,
                       current(toDevice)),
          "cuMemcpyPeerAsync");
    check(api.synchronizeStream(current(toDevice)), "cuStreamSynchronize");
  }
  void synchronize(int device) override {
    use(device);
    check(api.synchronizeContext(), "cuCtxSynchronize");
  }

  void *stream(int device) override {
    use(device);
    return current(device);
  }
  Streams *streams() override { return this; }

  Stream current(int device) override { return ofThread[device]; }
  void setCurrent(int device, Stream stream) override {
    unitOf(device);
    ofThread[device] = stream;
  }
  Stream fromPool(int device, bool highPriority) override {
    Unit &unit = use(device);
    const std::lock_guard<std::mutex> lock(unit.mutex);
    Stream &stream = unit.streams[highPriority][unit.next[highPriority]++ % streamsOfPool];
    if (!stream) {
      int least = 0, greatest = 0;
      check(api.priorities(&least, &greatest), "cuCtxGetStreamPriorityRange");
      check(api.createStream(&stream, streamNonBlocking, highPriority ? greatest : least),
            "cuStreamCreateWithPriority");
    }
    return stream;
  }
  bool isDone(int device, Stream stream) override {
    use(device);
    return isReady(api.queryStream(stream), "cuStreamQuery");
  }
  void wait(int device, Stream stream) override {
    use(device);
    check(api.synchronizeStream(stream), "cuStreamSynchronize");
  }

  Event newEvent(int device, unsigned flags) override {
    use(device);
    Event event = nullptr;
    check(api.createEvent(&event, flags), "cuEventCreate");
    return event;
  }
  void release(int device, Event event) noexcept override {
    if (usable() && api.setContext(units[device].context) == success)
      api.destroyEvent(event);
  }
  void record(int device, Event event, Stream stream) override {
    use(device);
    check(api.recordEvent(event, stream), "cuEventRecord");
  }
  bool isReached(int device, Event event) override {
    use(device);
    return isReady(api.queryEvent(event), "cuEventQuery");
  }
  void wait(int device, Event event, Stream stream) override {
    use(device);
    check(api.waitEvent(stream, event, 0), "cuStreamWaitEvent");
  }
  void waitFor(int device, Event event) override {
    use(device);
    check(api.synchronizeEvent(event), "cuEventSynchronize");
  }
  float milliseconds(int device, Event from, Event to) override {
    use(device);
    float time = 0;
    check(api.elapsedTime(&time, from, to), "cuEventElapsedTime");
    return time;
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
                           launch.threads[1], launch.threads[2], launch.sharedBytes, current(device),
                           const_cast<void **>(launch.values), nullptr),
          "cuLaunchKernel");
  }

private:
  static constexpr unsigned streamsOfPool = 32;
  struct Unit {
    std::once_flag started;
    int ordinal = 0;
    Context context = nullptr; // the primary one, which other libraries of the process share
    Pool pool = nullptr;       // null: memory is not stream-ordered
    std::atomic<size_t> allocated{0};
    std::mutex mutex; // of what follows
    std::atomic<bool> hasOtherStreams{false};
    std::unordered_map<void *, Stream> ofOtherStreams; // memory that was allocated on others than the default one
    std::array<std::array<Stream, streamsOfPool>, 2> streams{}; // by priority; made when first asked for
    std::array<unsigned, 2> next{};
  };

  /// By device. The default stream is the one in whose order kernels of other libraries run, too.
  static inline thread_local Stream ofThread[maxDevices] = {};

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

  Result tryAllocate(Unit &unit, Stream on, Address &address, size_t bytes) {
    return unit.pool ? api.allocateAsync(&address, bytes, on) : api.allocate(&address, bytes);
  }

  // Memory is freed behind the work of the stream that it was allocated on, and behind what the thread that releases it
  // has asked for. Most programs have the default stream alone, and nothing to remember.

  static void remember(Unit &unit, void *memory, Stream on) {
    if (!on)
      return;
    const std::lock_guard<std::mutex> lock(unit.mutex);
    unit.ofOtherStreams[memory] = on;
    unit.hasOtherStreams.store(true, std::memory_order_release);
  }
  static Stream forget(Unit &unit, void *memory) noexcept {
    if (!unit.hasOtherStreams.load(std::memory_order_acquire))
      return nullptr;
    const std::lock_guard<std::mutex> lock(unit.mutex);
    const auto found = unit.ofOtherStreams.find(memory);
    if (found == unit.ofOtherStreams.end())
      return nullptr;
    const Stream stream = found->second;
    unit.ofOtherStreams.erase(found);
    return stream;
  }
  /// What `later` is asked for from now on begins when `first` has done all that it was asked for.
  void orderBehind(Stream later, Stream first) noexcept {
    Event event = nullptr;
    if (api.createEvent(&event, eventDisableTiming) != success || api.recordEvent(event, first) != success ||
        api.waitEvent(later, event, 0) != success)
      api.synchronizeStream(first);
    if (event)
      api.destroyEvent(event);
  }

  /// False where it is not done yet.
  bool isReady(Result result, const char *function) const {
    if (result == notReady)
      return false;
    check(result, function);
    return true;
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
