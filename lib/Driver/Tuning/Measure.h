// Measures kernels on this machine, each time in a process of its own: code that crashes or hangs costs a
// candidate, not the tool. Tuner.cpp alone uses it. It links objects as programs do that compile at run time,
// and compares what two of them compute before it compares how long they take.
#pragma once

#include "lib/Lower/Backend.h"

#include <fullgraph/detail/load_kernel.h>

#include <map>
#include <string>
#include <vector>

namespace fullgraph {

/// What a kernel is called with.
struct CallSizes {
  /// By input: the first one that lies in the same memory, from the same place on. Empty: each has its own.
  std::vector<unsigned> sharedWith;
  std::map<std::string, int64_t> symbols; // integers
  std::string shapes;                     // "f32[64, 784], f32[10, 784] -> f32[64, 10]"
};

/// Sizes of calls that the pipeline `group` of a kernel serves: those that the graph knows or has a hint of;
/// and of symbols that it knows nothing of, one number for all, with which the largest tensor has about 64 Ki
/// elements.
llvm::Expected<CallSizes> callSizes(const Graph &graph, const std::vector<KnobGroup> &groups, size_t group);

/// Compiled with LowerOptions::argv.
struct KernelCode {
  std::string objectPath, symbol;
};

/// The least microseconds of a call, in the first and in the second half of the time.
struct Comparison {
  double base[2] = {}, candidate[2] = {};
  bool isFaster(double share) const { // by that share, in both halves
    return candidate[0] <= base[0] * (1 - share) && candidate[1] <= base[1] * (1 - share);
  }
};

/// What kernels are measured with.
class Bench {
public:
  /// An error where the run-time compiler's library, which links kernels, is not to be had.
  static llvm::Expected<Bench> open(const std::string &executable);

  /// Calls `base` and `candidate` in turns for about `seconds`. An error where the candidate computes
  /// something else than `reference`, or cannot be run. Results are the same to the last bit, but for sums of
  /// floats in functions without fp = Strict: those may be added in another order, and differ by 1e-4 of an
  /// element (f64 1e-9, 16 bits 1e-2), or by a tenth of that of the largest one.
  llvm::Expected<Comparison> compare(const Graph &graph, const CallSizes &sizes, bool strict,
                                     const KernelCode &reference, const KernelCode &base,
                                     const KernelCode &candidate, double seconds) const;

private:
  explicit Bench(fg::detail::LoadKernel *load) : load(load) {}
  fg::detail::LoadKernel *load;
};

} // namespace fullgraph
