// Streams and events of a device whose driver has them: CUDA. fg::cuda's classes (include/fullgraph/cuda.h) call it, and
// DLPack hands tensors over in the order of a stream. Streams are never destroyed.
#pragma once

#include <cstdint>

namespace fg::devices {

class Streams {
public:
  /// The vendor's handle of a stream; null is the default one.
  using Stream = void *;
  using Event = void *;

  /// The stream that the calling thread's work on the device goes to.
  virtual Stream current(int device) = 0;
  virtual void setCurrent(int device, Stream stream) = 0;
  /// One of 32 streams of each priority, in turns.
  virtual Stream fromPool(int device, bool highPriority) = 0;
  /// Is all that was asked for on the stream done?
  virtual bool isDone(int device, Stream stream) = 0;
  virtual void wait(int device, Stream stream) = 0;

  virtual Event newEvent(int device, unsigned flags) = 0; // CUDA's
  virtual void release(int device, Event event) noexcept = 0;
  /// Behind what the stream was asked for so far.
  virtual void record(int device, Event event, Stream stream) = 0;
  virtual bool isReached(int device, Event event) = 0;
  virtual void wait(int device, Event event, Stream stream) = 0; // what is asked of the stream from now on
  virtual void waitFor(int device, Event event) = 0;              // the calling thread
  virtual float milliseconds(int device, Event from, Event to) = 0;

protected:
  ~Streams() = default;
};

} // namespace fg::devices
