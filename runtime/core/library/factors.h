// Factors of dense matrices of f64, column after column in memory, which are compiled for several levels of
// the processor. linalg.cpp and factors_level.h include it, the latter once for each level.
// What it declares has one layout in all of them.
#pragma once

#include <cstdint>

namespace fg::library {

/// Which triangle of a matrix, and whether its diagonal is taken for 1.
struct Triangle {
  bool upper, unit;
};

struct FactorKernels {
  /// LU with partial pivoting of an n by n matrix, in its place: row i was swapped with row swaps[i] >= i.
  void (*lu)(double *matrix, int64_t n, int64_t *swaps);
  /// The lower Cholesky factor of an n by n matrix, of which the lower triangle is read, in its place; what
  /// is above the diagonal stays as it is. False: a pivot is not positive, or not a number.
  bool (*cholesky)(double *matrix, int64_t n);
  /// x = the triangle of `matrix` [n, n] \ x, for x [n, columns].
  void (*solve)(const double *matrix, int64_t n, Triangle triangle, double *x, int64_t columns);
};
extern const FactorKernels factorsBaseline, factorsAvx2, factorsAvx512;

/// For the level of this processor.
const FactorKernels &factorKernels();

} // namespace fg::library
