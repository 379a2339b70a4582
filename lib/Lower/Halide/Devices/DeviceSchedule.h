// Schedules for devices: CUDA and OpenCL. KernelBuilder::build calls it in place of the CPU's schedules, with
// every Func defined. It decides which loops are blocks and which are threads, and never what is computed.
//
//   elements  a thread has one result, or a small tile of a contraction's; what it sums is in its registers
//   tiles     of a transposition: a block reads lines of the input, and writes lines of the result
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
  void placeProduct(const ProductCall &call);
  void tiles();
  void rows();
  void shareRow(Schedule &out, const std::vector<size_t> &kept, bool full);
  /// The Funcs of a pass whose total is computed in the loop `block` of `consumer`.
  void placePass(ReducePass &pass, const Halide::Func &consumer, const Halide::Var &block);
  /// A pass over chunks: kernels of their own, in front of the output's.
  void placeChunks(ReducePass &pass);
  void computeTotal(ReducePass &pass, const std::vector<Sym> &sizes);
  void cacheRows(const Halide::Var &block);
  /// Runs the dims `order` (outermost first) of `vars` in blocks of threads; `inside`: loops of a thread,
  /// outermost first. A thread has tileX neighbours of the innermost dim, and tileY of the dim in front of
  /// it. Returns the loop variable in which a thread's own values are computed.
  Halide::Var spread(Schedule &out, const std::vector<Halide::Var> &vars, const std::vector<Sym> &sizes,
                     const std::vector<size_t> &order, const std::vector<size_t> &inside, int tileX,
                     int tileY);
  /// Where the innermost dim is a whole number of blocks, a thread has several elements, and no element is
  /// asked whether it is there: loads of all of them are under way at once.
  void spreadWhole(Schedule &out);
  /// One loop of blocks over `loops`, outermost first.
  Halide::Var fuseBlocks(Schedule &out, const std::vector<Halide::Var> &loops);

  KernelBuilder &b;
  Recorder &recorder;
};

} // namespace fullgraph::lower
