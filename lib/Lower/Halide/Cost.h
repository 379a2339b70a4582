// What the schedules need to know about a machine, and when work is worth a thread or a specialisation. The
// schedules of this folder use it. The figures decide how fast a kernel is, and never what it computes.
#pragma once

#include "lib/Lower/Target.h"

#include <Halide.h>

namespace fullgraph::lower {

struct Machine {
  int vectorBytes = 32;
  int vectorRegisters = 16;
  /// On a device: so many threads a block has. 0 on a CPU. A thread of a device has no vectors.
  int blockThreads = 0;

  explicit Machine(const TargetSpec &target);
  /// Twice the lanes and twice the registers of AVX2: tiles that are chosen by what was measured there.
  bool avx512() const { return vectorBytes == 64; }
  bool isDevice() const { return blockThreads > 0; }
  int lanes(Halide::Type type) const { return std::max(1, vectorBytes / std::max(1, type.bytes())); }
};

/// A task of a parallel loop has at least so many elementary operations, about 10 to 20 us: Halide's pool
/// takes half a microsecond where its threads are awake, and 17 where they sleep (20 us after the last task);
/// a core does 0.6 to 1 * 10^10 vectorised operations a second.
inline constexpr int64_t taskWork = 100'000;
/// Tasks grow where there would be more than these of them: four for each of sixteen threads.
inline constexpr int mostTasks = 64;

/// Up to so many elements a row, extrema of rows are found faster by vectors across the rows than by vectors
/// along each: these end in a chain of comparisons from half of the lanes to half of those, 10 to 25 ns a
/// row.
int longestShortRow(const Machine &machine);

/// The largest power of two that is at most `value`, and at least 1.
int floorPowerOfTwo(int64_t value);

} // namespace fullgraph::lower
