// Defines the factors of matrices for the level that the including file is compiled for: Eigen's, in a
// namespace of the level's own, FG_LEVEL_EIGEN, so that the linker does not keep one level's copy of a
// template for all of them. No other inline functions or templates may be left in the object files:
// test/Meta/levels.cmake looks.
#define Eigen FG_LEVEL_EIGEN
#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "runtime/core/library/factors.h"

namespace {

using Stored = Eigen::Map<Eigen::MatrixXd>;
using ConstStored = Eigen::Map<const Eigen::MatrixXd>;

void lu(double *matrix, int64_t n, int64_t *swaps) {
  Stored stored(matrix, n, n);
  Eigen::Map<Eigen::Matrix<int64_t, Eigen::Dynamic, 1>> order(swaps, n);
  int64_t count = 0;
  Eigen::internal::partial_lu_inplace(stored, order, count);
}

bool cholesky(double *matrix, int64_t n) {
  Stored stored(matrix, n, n);
  const Eigen::Index failed = Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(stored);
  return failed < 0 && (stored.diagonal().array() > 0).all(); // NaN is not, and Eigen does not look
}

void solve(const double *matrix, int64_t n, fg::library::Triangle triangle, double *x, int64_t columns) {
  const ConstStored a(matrix, n, n);
  Stored b(x, n, columns);
  if (triangle.upper)
    triangle.unit ? a.triangularView<Eigen::UnitUpper>().solveInPlace(b)
                  : a.triangularView<Eigen::Upper>().solveInPlace(b);
  else
    triangle.unit ? a.triangularView<Eigen::UnitLower>().solveInPlace(b)
                  : a.triangularView<Eigen::Lower>().solveInPlace(b);
}

} // namespace
