// Fourier transforms of several lines of one length at one time, a line in each lane of the processor's
// vectors. The kernels are compiled for several levels of the processor: fourier_level.h, which includes this
// file, is compiled once for each, and what is declared here has one layout in all of them. fourier.cpp calls
// them.
#pragma once

#include <cstdint>

namespace fg::library {

/// So many lines are transformed together, whatever the level: their places among all lines decide which
/// ones.
constexpr int64_t linesTogether = 8;

/// Numbers of these lines: number i of line l has its real part at [(2 * i) * linesTogether + l], and its
/// imaginary part linesTogether further on.
struct FourierKernels {
  /// The transforms of `size` numbers at `numbers`, not scaled; `size` has no prime factors but 2, 3 and 5.
  /// `roots`: size pairs, e^(-2 pi i k / size). Returns where the result is: `numbers` or `other`, which has
  /// as many elements. Both are written.
  double *(*transform)(double *numbers, double *other, int64_t size, const double *roots, bool forward);
  /// Of 2 * half real numbers, from the transform of `half` pairs of them: the first half + 1 numbers of
  /// theirs. `roots`: e^(-2 pi i k / (2 * half)).
  void (*fromPairs)(const double *pairs, double *to, int64_t half, const double *roots);
  /// The pairs whose transform backward is 2 * half real numbers, of half + 1 numbers.
  void (*toPairs)(const double *from, double *pairs, int64_t half, const double *roots);
  /// `count` elements of each line, which lie beside each other in it, to these numbers; and back, to so many
  /// of the lines.
  void (*readFloats)(const float *const *lines, double *to, int64_t count);
  void (*readDoubles)(const double *const *lines, double *to, int64_t count);
  void (*writeFloats)(const double *from, float *const *to, int64_t count, int64_t lines);
  void (*writeDoubles)(const double *from, double *const *to, int64_t count, int64_t lines);
};
extern const FourierKernels fourierBaseline, fourierAvx2, fourierAvx512;

} // namespace fg::library
