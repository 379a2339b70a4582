// luFactors, choleskyFactor, solveTriangle: large matrices in blocks of columns. A step factors one block and
// subtracts its products from the columns behind it, block by block on all threads. The first of these blocks
// is the next one to factor: its thread does that at once, while the others still subtract.
#include "runtime/core/library/factors.h"
#include "runtime/core/library/parts.h"

#include <atomic>

namespace fg::library {

namespace {

constexpr int64_t block = 64;
/// Smaller matrices are one block.
constexpr int64_t leastBlocked = 2 * block;

/// About what subtracting the product of two blocks takes.
double nanosecondsOf(int64_t rows) { return 100.0 * static_cast<double>(rows); }

int64_t widthAt(int64_t column, int64_t n) { return std::min(block, n - column); }

/// Calls f(column) for the first column of each block of [from, to), several at one time.
template <class F> void forBlocks(int64_t from, int64_t to, double nanoseconds, F f) {
  forParts((to - from + block - 1) / block, nanoseconds, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i)
      f(from + i * block);
  });
}

} // namespace

void swapRows(double *x, int64_t n, int64_t columns, const int64_t *swaps, int64_t first, int64_t last) {
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = first; i < last; ++i)
      std::swap(x[j * paddedRows(n) + i], x[j * paddedRows(n) + swaps[i]]);
}

void luFactors(double *matrix, int64_t n, int64_t *swaps) {
  const FactorKernels &kernels = factorKernels();
  const int64_t stride = paddedRows(n);
  if (n < leastBlocked)
    return kernels.lu(matrix, stride, n, n, swaps);
  const auto at = [&](int64_t row, int64_t column) { return matrix + column * stride + row; };
  const auto factor = [&](int64_t k) {
    kernels.lu(at(k, k), stride, n - k, widthAt(k, n), swaps + k);
    for (int64_t i = k; i < k + widthAt(k, n); ++i)
      swaps[i] += k;
  };
  factor(0);
  for (int64_t k = 0, next = block; next < n; k = next, next += block)
    forBlocks(next, n, nanosecondsOf(n - k), [&](int64_t column) {
      const int64_t width = widthAt(column, n);
      swapRows(at(0, column), n, width, swaps, k, next);
      kernels.solve(at(k, k), stride, block, {.upper = false, .unit = true}, at(k, column), stride, width);
      kernels.subtract(at(next, column), stride, at(next, k), stride, {at(k, column), 1, stride}, n - next,
                       width, block);
      if (column == next)
        factor(next);
    });
  forBlocks(0, n, nanosecondsOf(n) / 2, [&](int64_t column) {
    swapRows(at(0, column), n, widthAt(column, n), swaps, std::min(column + block, n), n);
  });
}

bool choleskyFactor(double *matrix, int64_t n) {
  const FactorKernels &kernels = factorKernels();
  const int64_t stride = paddedRows(n);
  if (n < leastBlocked)
    return kernels.cholesky(matrix, stride, n, n);
  const auto at = [&](int64_t row, int64_t column) { return matrix + column * stride + row; };
  const auto factor = [&](int64_t k) { return kernels.cholesky(at(k, k), stride, n - k, widthAt(k, n)); };
  // The rows of a block that are a factor of its products, one after the other: as they lie, each is in a
  // page of its own.
  const auto packed = [&](int64_t row, int64_t column, int64_t rows, double *to) {
    for (int64_t j = 0; j < block; ++j)
      std::copy_n(at(row, column + j), rows, to + j * block);
    return Factor{to, block, 1};
  };
  std::atomic<bool> positive = factor(0);
  for (int64_t k = 0, next = block; next < n && positive; k = next, next += block)
    forBlocks(next, n, nanosecondsOf(n - k) / 2, [&](int64_t column) {
      alignas(64) double rows[block * block];
      const int64_t width = widthAt(column, n);
      kernels.subtract(at(column, column), stride, at(column, k), stride, packed(column, k, width, rows),
                       n - column, width, block);
      if (column == next && !factor(next))
        positive = false;
    });
  return positive;
}

void solveTriangle(const double *matrix, int64_t n, Triangle triangle, double *x, int64_t columns) {
  const FactorKernels &kernels = factorKernels();
  const int64_t stride = paddedRows(n);
  if (n < leastBlocked)
    return kernels.solve(matrix, stride, n, triangle, x, stride, columns);
  forBlocks(0, columns, nanosecondsOf(n) * static_cast<double>(n) / block, [&](int64_t column) {
    double *const part = x + column * stride;
    const int64_t width = widthAt(column, columns), blocks = (n + block - 1) / block;
    for (int64_t i = 0; i < blocks; ++i) {
      const int64_t k = (triangle.upper ? blocks - 1 - i : i) * block, depth = widthAt(k, n);
      const double *const diagonal = matrix + k * stride + k;
      kernels.solve(diagonal, stride, depth, triangle, part + k, stride, width);
      const Factor solved = {part + k, 1, stride};
      if (triangle.upper)
        kernels.subtract(part, stride, matrix + k * stride, stride, solved, k, width, depth);
      else
        kernels.subtract(part + k + depth, stride, diagonal + depth, stride, solved, n - k - depth, width,
                         depth);
    }
  });
}

} // namespace fg::library
