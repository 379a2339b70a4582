// Dtype conversion of runs of elements.
//
// The operators compute in three types only: f32 (also for the 16-bit floats), f64 and i64 (also for narrower
// integers and bool, whose results wrap when they are stored). Operands of other dtypes are converted to a
// dense tile of the compute type first, a few hundred elements at a time. So a loop over elements is compiled
// three times, not once for each of ten dtypes and each pair of them.
#pragma once

#include <fullgraph/dtype.h>

#include <cstdint>

namespace fg::detail {

enum class Compute : uint8_t { F32, F64, I64 };

/// Elements of a tile: with a handful of tiles of 8-byte elements a call stays within the L1 cache and the
/// stack.
inline constexpr int64_t tileSize = 256;

constexpr Compute computeOf(ScalarType t) {
  return t == kDouble ? Compute::F64 : isFloatingType(t) ? Compute::F32 : Compute::I64;
}
constexpr int64_t computeSize(Compute c) { return c == Compute::F32 ? 4 : 8; }

/// Elements of dtype `t` are stored as the compute type: dense memory needs no tile.
constexpr bool isStoredAs(ScalarType t, Compute c) {
  return t == (c == Compute::F32 ? kFloat : c == Compute::F64 ? kDouble : kLong);
}

/// tile[i] = the element at p + i * stride bytes, for i < n.
using LoadFn = void (*)(void *tile, const char *p, int64_t stride, int64_t n);
LoadFn loader(ScalarType from, Compute to);

/// The element at p + i * stride bytes = tile[i], for i < n. Floats to integers are cut off; what does not
/// fit an i64 (i32, where the integer has 32 bits or fewer) becomes its least value, as on x86. To bool: !=
/// 0, so that NaN is true.
using StoreFn = void (*)(char *p, int64_t stride, const void *tile, int64_t n);
StoreFn storer(Compute from, ScalarType to);

/// Calls f with a value of the C++ type of `c`: f(float()), f(double()) or f(int64_t()).
template <class F> decltype(auto) withCompute(Compute c, F &&f) {
  switch (c) {
  case Compute::F32:
    return f(float());
  case Compute::F64:
    return f(double());
  default:
    return f(int64_t());
  }
}

} // namespace fg::detail
