// Schedules for devices: CUDA and OpenCL. KernelBuilder::build calls it in place of the CPU's schedules, with
// every Func defined. It decides which loops are blocks and which are threads, and never what is computed.
//
//   elements  a thread has one result, or a small tile of a contraction's; what it sums is in its registers
//   rows      a block has a row: its threads share the row's elements, and combine their results by halves
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

class DeviceSchedule {
public:
  explicit DeviceSchedule(KernelBuilder &builder) : b(builder), recorder(builder.recorder) {}
  void run();

private:
  void elements();
  void rows();
  void shareRow(Schedule &out, const std::vector<size_t> &kept, bool full);
  void placePass(ReducePass &pass, const Halide::Var &block);
  void cacheRows(const Halide::Var &block);
  /// Runs the dims `order` of the output (outermost first), in blocks of threads; `inside`: loops of a thread,
  /// outermost first. A thread has `tile` neighbours of each of the two innermost dims. The loop variable in
  /// which what a thread needs is computed.
  Halide::Var spread(Schedule &out, const std::vector<size_t> &order, const std::vector<size_t> &inside,
                     int tileX, int tileY);
  /// One loop of blocks over `loops`, outermost first.
  Halide::Var fuseBlocks(Schedule &out, const std::vector<Halide::Var> &loops);

  KernelBuilder &b;
  Recorder &recorder;
};

} // namespace fullgraph::lower
