// A libcuda.so.1 whose device is the host's memory, for tests of what asks CUDA for streams and memory. It runs no kernels.
//
// Work is done as late as CUDA may do it: what a stream is asked for waits until somebody waits for the stream, or for an
// event behind it. Memory that is freed is overwritten when its turn comes, so that what reads it too late reads nonsense.
// Names, numbers and types are those of CUDA's public interface. One thread uses it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace {

using Result = int;
constexpr Result success = 0, invalidValue = 1, notReady = 600;
using Address = unsigned long long;

struct Event;
struct Stream {
  struct Work {
    std::function<void()> run;
    Event *waitsFor = nullptr; // at the state that it had
    uint64_t generation = 0;
  };
  std::deque<Work> queue;
  bool isRunning = false;
};
struct Event {
  Stream *stream = nullptr;
  uint64_t recorded = 0, reached = 0; // how often
  unsigned flags = 0;
};

Stream defaultStream;
std::map<Address, size_t> live; // memory and its bytes
uint64_t work = 0;              // what was done, in order: the clock of events

Stream &of(void *stream) { return stream ? *static_cast<Stream *>(stream) : defaultStream; }

void runAll(Stream &stream) {
  if (stream.isRunning) // two streams wait for each other: there is no such program
    std::abort();
  stream.isRunning = true;
  while (!stream.queue.empty()) {
    const Stream::Work next = stream.queue.front();
    stream.queue.pop_front();
    if (next.waitsFor && next.waitsFor->reached < next.generation)
      runAll(*next.waitsFor->stream);
    if (next.run)
      next.run();
    ++work;
  }
  stream.isRunning = false;
}

void ask(void *stream, std::function<void()> run) { of(stream).queue.push_back({std::move(run)}); }

void move(void *to, const void *from, size_t bytes) { std::memcpy(to, from, bytes); }
template <class To, class From> Result copyLater(To to, From from, size_t bytes, void *stream) {
  ask(stream, [=] { move(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes); });
  return success;
}

} // namespace

extern "C" {

Result cuInit(unsigned) { return success; }
Result cuGetErrorName(Result, const char **name) { return *name = "CUDA_ERROR_OF_THE_TEST", success; }
Result cuGetErrorString(Result, const char **text) { return *text = "an error of the test", success; }
Result cuDeviceGetCount(int *count) { return *count = 2, success; }
Result cuDeviceGet(int *device, int ordinal) { return *device = ordinal, success; }
Result cuDeviceGetName(char *name, int size, int) { return std::strncpy(name, "a device of the test", size_t(size)), success; }
Result cuDeviceGetAttribute(int *value, int, int) { return *value = 1, success; }
Result cuDevicePrimaryCtxRetain(void **context, int device) { return *context = reinterpret_cast<void *>(intptr_t(device) + 1), success; }
Result cuCtxSetCurrent(void *context) { return context ? success : invalidValue; }
Result cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = *total = size_t(1) << 30, success; }
Result cuMemAlloc_v2(Address *, size_t) { return invalidValue; }
Result cuMemFree_v2(Address) { return invalidValue; }
Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, void *stream) { return copyLater(to, from, bytes, stream); }
Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, void *stream) { return copyLater(to, from, bytes, stream); }
Result cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, void *stream) { return copyLater(to, from, bytes, stream); }
Result cuMemcpyPeerAsync(Address to, void *, Address from, void *, size_t bytes, void *stream) { return copyLater(to, from, bytes, stream); }
Result cuStreamSynchronize(void *stream) { return runAll(of(stream)), success; }
Result cuCtxSynchronize() { return runAll(defaultStream), success; }
Result cuModuleLoadDataEx(void **, const void *, unsigned, int *, void **) { return invalidValue; }
Result cuModuleGetFunction(void **, void *, const char *) { return invalidValue; }
Result cuFuncSetAttribute(void *, int, int) { return invalidValue; }
Result cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **) { return invalidValue; }

Result cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
  return *stream = new Stream, flags == 1 && (priority == 0 || priority == -5) ? success : invalidValue;
}
Result cuCtxGetStreamPriorityRange(int *least, int *greatest) { return *least = 0, *greatest = -5, success; }
Result cuStreamQuery(void *stream) { return of(stream).queue.empty() ? success : notReady; }
Result cuStreamWaitEvent(void *stream, void *event, unsigned) {
  auto &awaited = *static_cast<Event *>(event);
  of(stream).queue.push_back({nullptr, &awaited, awaited.recorded});
  return success;
}
Result cuEventCreate(void **event, unsigned flags) {
  return *event = new Event{nullptr, 0, 0, flags}, success;
}
Result cuEventDestroy_v2(void *) { return success; } // what waits for it stays
Result cuEventRecord(void *event, void *stream) {
  auto *const recorded = static_cast<Event *>(event);
  recorded->stream = &of(stream);
  const uint64_t generation = ++recorded->recorded;
  ask(stream, [recorded, generation] { recorded->reached = generation; });
  return success;
}
Result cuEventQuery(void *event) {
  const auto &asked = *static_cast<Event *>(event);
  return asked.reached == asked.recorded ? success : notReady;
}
Result cuEventSynchronize(void *event) {
  if (cuEventQuery(event) == notReady)
    runAll(*static_cast<Event *>(event)->stream);
  return success;
}
Result cuEventElapsedTime(float *time, void *from, void *to) {
  const bool timed = !((static_cast<Event *>(from)->flags | static_cast<Event *>(to)->flags) & 2);
  return *time = 1.5F, timed ? success : invalidValue;
}

/// Memory of CUDA's pools is there at once, but what was there before it is only gone when its turn comes.
Result cuMemAllocAsync(Address *address, size_t bytes, void *) {
  *address = reinterpret_cast<Address>(std::malloc(bytes));
  live[*address] = bytes;
  return success;
}
Result cuMemFreeAsync(Address address, void *stream) {
  const auto found = live.find(address);
  if (found == live.end())
    return invalidValue;
  ask(stream, [address, bytes = found->second] { std::memset(reinterpret_cast<void *>(address), 0xdd, bytes); });
  live.erase(found); // never given back: a reader that is late finds 0xdd
  return success;
}
Result cuDeviceGetDefaultMemPool(void **pool, int) { return *pool = &defaultStream, success; }
Result cuMemPoolSetAttribute(void *, int, void *) { return success; }
Result cuMemPoolTrimTo(void *, size_t) { return success; }

/// For tests and for the library beside this one: work of a stream that is no copy.
void fake_cuda_ask(void *stream, void (*run)(void *), void *with) {
  ask(stream, [=] { run(with); });
}
}
