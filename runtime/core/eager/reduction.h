// The engine of the reductions: which elements meet in which result, in an order that suits memory.
// reductions.cpp and arg_reductions.cpp use it. Accumulators are doubles or 64-bit integers, whatever the
// elements are.
#pragma once

#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/convert.h"

#include <fullgraph/tensor.h>

namespace fg::detail {

/// Accumulators are doubles for floats and i64 for integers: sums of f32 keep full precision at any length,
/// and f32 extrema are exact in both.
constexpr Compute accumulatorOf(Compute c) { return c == Compute::I64 ? Compute::I64 : Compute::F64; }

/// The loops of a reduction, by compute type.
struct Fold {
  /// *acc = *acc combined with the n elements of x. `centre`: what to subtract from each (var), or null.
  void (*row[3])(void *acc, const void *x, int64_t n, const double *centre);
  /// acc[j] = acc[j] combined with x[j], for j < n.
  void (*columns[3])(void *acc, const void *x, int64_t n, const double *centre);
  double initial;
  int64_t initialInteger;
};

struct Reduction {
  const Fold &fold;
  Tensor input;
  Tensor output;                   // has input's rank, with size 1 in the reduced dims
  DimSet dims;                     // which to reduce
  Compute compute;                 // of the elements
  const double *centres = nullptr; // one a result, in the order of output's elements
  /// Changes n finished accumulators; null: nothing to do. `scale` is its argument.
  void (*finish)(double *acc, int64_t n, double scale) = nullptr;
  double scale = 1;
  /// Where given, accumulators (f64) are written here, in the order of output's elements, and not to output.
  double *raw = nullptr;
};
void reduce(const Reduction &reduction);

/// The sizes of a result: 1 in the reduced dims.
std::vector<int64_t> reducedSizes(const Tensor &input, const DimSet &dims);
/// How many elements make one result.
int64_t reducedCount(const Tensor &input, const DimSet &dims);
/// `output`, which has size 1 in the reduced dims, without these unless keepdim.
Tensor dropReduced(const Tensor &output, const DimSet &dims, bool keepdim);

} // namespace fg::detail
