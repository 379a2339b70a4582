// Factors of dense matrices of f64, column after column in memory. Their kernels are compiled for several
// levels of the processor: factors_level.h, which includes this file, is compiled once for each, and what is
// declared here has one layout in all of them. linalg.cpp asks for the factors; blocked_factors.cpp makes
// those of large matrices of the kernels, on all threads.
#pragma once

#include <cstdint>

namespace fg::library {

/// Which triangle of a matrix, and whether its diagonal is taken for 1.
struct Triangle {
  bool upper, unit;
};

/// A factor of a product: the element of row k and column j is at[k * rowStride + j * columnStride].
struct Factor {
  const double *at;
  int64_t rowStride, columnStride;
};

/// `stride`: from a column to the next one. What writes a matrix may write up to 8 rows behind it, too, which
/// hold no numbers of others (paddedRows).
struct FactorKernels {
  /// LU with partial pivoting of a matrix that has at least as many rows as columns, in its place: row i was
  /// swapped with row swaps[i] >= i.
  void (*lu)(double *matrix, int64_t stride, int64_t rows, int64_t columns, int64_t *swaps);
  /// The lower Cholesky factor of the first rows, as many as there are columns, of which the lower triangle
  /// is read, in their place. The rows below become x of x * factor^T = row. What is above the diagonal, and
  /// the rows behind the last one up to the next multiple of 8, is overwritten. False: a pivot is not
  /// positive, or not a number.
  bool (*cholesky)(double *matrix, int64_t stride, int64_t rows, int64_t columns);
  /// x = the triangle of `matrix` [n, n] \ x, for x [n, columns].
  void (*solve)(const double *matrix, int64_t stride, int64_t n, Triangle triangle, double *x,
                int64_t xStride, int64_t columns);
  /// target [rows, columns] -= left [rows, depth] * right [depth, columns]. It also writes the rows behind
  /// these up to the next multiple of 8.
  void (*subtract)(double *target, int64_t stride, const double *left, int64_t leftStride, Factor right,
                   int64_t rows, int64_t columns, int64_t depth);
};
extern const FactorKernels factorsBaseline, factorsAvx2, factorsAvx512;

/// For the level of this processor.
const FactorKernels &factorKernels();

/// From a column to the next one of a matrix of so many rows that the functions below take: each column ends
/// in at least 8 elements that are 0. An odd number of cache lines, so that columns lie in different sets.
constexpr int64_t paddedRows(int64_t rows) { return (rows + 15) / 16 * 16 + 8; }

/// As the kernels of these names, for an n by n matrix whose stride is paddedRows(n). The bits do not depend
/// on the number of threads.
void luFactors(double *matrix, int64_t n, int64_t *swaps);
bool choleskyFactor(double *matrix, int64_t n);
/// And for x of the same stride.
void solveTriangle(const double *matrix, int64_t n, Triangle triangle, double *x, int64_t columns);
/// Row i of x, whose stride is paddedRows(n), and row swaps[i] are swapped, for each i of [first, last) in
/// order.
void swapRows(double *x, int64_t n, int64_t columns, const int64_t *swaps, int64_t first, int64_t last);

} // namespace fg::library
