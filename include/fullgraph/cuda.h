// Streams and events of CUDA's devices, under ATen's names: c10::cuda::CUDAStream, CUDAStreamGuard, and
// at::cuda::CUDAEvent. A program needs them to have several kernels run beside each other, or to hand work over to
// another library; without them all work goes to the default stream, in order.
//
// What a thread asks of a device, compiled functions included, goes to the thread's current stream of that device. Work of
// two streams has no order, but by events. A tensor's memory is reused when the stream that it was made on, and the
// stream of the thread that lets it go, have done what they were asked for: a tensor that a third stream uses must live
// until that is done, as with PyTorch. In compiled code these are graph breaks, as objects of other libraries are.
//
// Where there is no CUDA device, each of these throws "no CUDA device: ...".
#pragma once

#include <fullgraph/options.h>

#include <cstdint>

namespace fg::cuda {

class CUDAStream {
public:
  /// The default stream of the current device.
  CUDAStream();
  /// `handle`: a CUstream (cudaStream_t) of the device, which lives as long as it is used.
  CUDAStream(int device, void *handle) : index(device), handle(handle) {}

  int device_index() const { return index; }
  Device device() const { return Device(kCUDA, int8_t(index)); }
  /// The CUstream, which is a cudaStream_t too; null is the default one.
  void *stream() const { return handle; }
  operator void *() const { return handle; }
  /// Is all done that it was asked for?
  bool query() const;
  void synchronize() const;
  bool operator==(const CUDAStream &other) const { return index == other.index && handle == other.handle; }
  bool operator!=(const CUDAStream &other) const { return !(*this == other); }

private:
  int index;
  void *handle;
};

// `device`: -1 is the thread's current one.

/// One of 32 streams that each priority has, in turns.
CUDAStream getStreamFromPool(bool isHighPriority = false, int device = -1);
CUDAStream getDefaultCUDAStream(int device = -1);
CUDAStream getCurrentCUDAStream(int device = -1);
/// Of the calling thread, on the stream's device. The current device stays.
void setCurrentCUDAStream(CUDAStream stream);

/// Makes `stream` and its device the current ones, and those that were when it goes.
class CUDAStreamGuard {
public:
  explicit CUDAStreamGuard(CUDAStream stream);
  ~CUDAStreamGuard();
  CUDAStreamGuard(const CUDAStreamGuard &) = delete;
  CUDAStreamGuard &operator=(const CUDAStreamGuard &) = delete;
  CUDAStream original_stream() const { return before; }
  CUDAStream current_stream() const { return now; }

private:
  CUDAStream now, before;
  int device;
};

/// A place in a stream's work.
class CUDAEvent {
public:
  /// `flags`: CUDA's, cudaEventDefault (0), cudaEventBlockingSync (1), cudaEventDisableTiming (2). elapsed_time() needs
  /// one without the last.
  explicit CUDAEvent(unsigned flags = 2) : flags(flags) {}
  ~CUDAEvent();
  CUDAEvent(CUDAEvent &&other) noexcept;
  CUDAEvent &operator=(CUDAEvent &&other) noexcept;

  /// Has it been recorded?
  bool isCreated() const { return handle != nullptr; }
  /// The CUevent; null before it is recorded.
  void *event() const { return handle; }
  /// Behind all that the stream was asked for so far; without one, the current stream.
  void record();
  void record(const CUDAStream &stream);
  /// What the stream is asked for from now on waits for it. Not recorded: nothing.
  void block(const CUDAStream &stream) const;
  /// Has the device come to it? Not recorded: true.
  bool query() const;
  void synchronize() const;
  /// Milliseconds from here to `other`. Both take time and are reached; else it throws.
  float elapsed_time(const CUDAEvent &other) const;

private:
  unsigned flags;
  int index = 0;
  void *handle = nullptr;
};

using Stream = CUDAStream;
using StreamGuard = CUDAStreamGuard;
using Event = CUDAEvent;
inline CUDAStream current_stream(int device = -1) { return getCurrentCUDAStream(device); }
inline void set_stream(CUDAStream stream) { setCurrentCUDAStream(stream); }

} // namespace fg::cuda
