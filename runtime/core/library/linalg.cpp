// linalg_inv, linalg_det, solve_matrices, lu_factors, pivot_order, solve_triangular_matrices,
// linalg_cholesky, cholesky_factor: Eigen's LU with partial pivoting, its triangular solver and its Cholesky
// decomposition. What is not 0 of their results is the 1-based place of a pivot that is 0, or the order of a
// leading minor that is not positive.
#include "runtime/core/library/matrices.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

using namespace fg;
using namespace fg::library;

namespace {

using Lu = Eigen::PartialPivLU<Dense>;

int zeroPivot(const Lu &lu) {
  for (Eigen::Index i = 0; i < lu.rows(); ++i)
    if (lu.matrixLU()(i, i) == 0)
      return int(i + 1);
  return 0;
}

bool isPositive(const Eigen::LLT<Dense> &factor) { // NaN is not, and Eigen does not look
  return factor.info() == Eigen::Success && (factor.matrixLLT().diagonal().array() > 0).all();
}

/// Makes `matrix`, of which the lower triangle is read, the factor; or says the order of the first leading
/// minor that is not positive.
int factorise(Dense &matrix) {
  const Eigen::LLT<Dense> factor(matrix);
  if (isPositive(factor)) {
    matrix = factor.matrixL();
    return 0;
  }
  Eigen::Index positive = 0, order = matrix.rows(); // all behind the first one are not, either
  while (order - positive > 1) {
    const Eigen::Index between = (positive + order) / 2;
    const bool holds = isPositive(Eigen::LLT<Dense>(matrix.topLeftCorner(between, between)));
    (holds ? positive : order) = between;
  }
  return int(order);
}

} // namespace

extern "C" int fg_library_linalg_inv(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    const Lu lu(load(self, batch));
    if (const int singular = zeroPivot(lu))
      return singular;
    store(out, batch, lu.inverse());
    return 0;
  });
}

extern "C" int fg_library_solve_matrices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &right = buffer(arguments, 1), &out = buffer(arguments, 2);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    const Lu lu(load(self, batch));
    if (const int singular = zeroPivot(lu))
      return singular;
    store(out, batch, lu.solve(load(right, batch)));
    return 0;
  });
}

extern "C" int fg_library_linalg_det(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  int64_t place = 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    const double determinant = Lu(load(self, batch)).determinant();
    if (out.type.bits == 64)
      reinterpret_cast<double *>(out.host)[place++] = determinant;
    else
      reinterpret_cast<float *>(out.host)[place++] = float(determinant);
    return 0;
  });
}

extern "C" int fg_library_lu_factors(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const bool strict = number(arguments, 1) != 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    const Dense matrix = load(self, batch);
    const Eigen::Index rows = matrix.rows(), columns = matrix.cols(), pivots = std::min(rows, columns);
    // Eigen's is for square ones. Rows of zeros are never pivots, and columns of zeros come last.
    Dense square = Dense::Zero(std::max(rows, columns), std::max(rows, columns));
    square.topLeftCorner(rows, columns) = matrix;
    const Lu lu(square);
    if (const int zero = zeroPivot(lu); strict && zero != 0 && zero <= pivots)
      return zero;
    Dense all = Dense::Zero(rows + 1, columns);
    all.topRows(rows) = lu.matrixLU().topLeftCorner(rows, columns);
    // Eigen says which row stands where behind all swaps.
    const Eigen::PermutationMatrix<Eigen::Dynamic> from = lu.permutationP().inverse();
    const Eigen::VectorXi &order = from.indices();
    Eigen::VectorXi now = Eigen::VectorXi::LinSpaced(order.size(), 0, int(order.size()) - 1);
    for (Eigen::Index i = 0; i < pivots; ++i) {
      Eigen::Index place = i;
      while (now[place] != order[i])
        ++place;
      std::swap(now[i], now[place]);
      all(rows, i) = double(place + 1);
    }
    store(out, batch, all);
    return 0;
  });
}

extern "C" int fg_library_pivot_order(void **arguments) {
  const fg_buffer &pivots = buffer(arguments, 0), &out = buffer(arguments, 2);
  const int64_t dim = out.dimensions - 1;
  const Lines<const int32_t> swaps(pivots, dim);
  const Lines<int64_t> orders(out, dim);
  int result = 0;
  forEachLine(out, dim, [&](const int64_t *batch) {
    const Line<const int32_t> swap = swaps.at(batch);
    const Line<int64_t> order = orders.at(batch);
    for (int64_t i = 0; i < order.length; ++i)
      order[i] = i;
    for (int64_t i = 0; i < swap.length; ++i)
      if (swap[i] < 1 || swap[i] > order.length || i >= order.length)
        result = 1;
      else
        std::swap(order[i], order[swap[i] - 1]);
  });
  return result;
}

extern "C" int fg_library_solve_triangular_matrices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &right = buffer(arguments, 1), &out = buffer(arguments, 4);
  const bool upper = number(arguments, 2) != 0, unit = number(arguments, 3) != 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    const Dense a = load(self, batch);
    Dense b = load(right, batch);
    if (upper)
      unit ? a.triangularView<Eigen::UnitUpper>().solveInPlace(b)
           : a.triangularView<Eigen::Upper>().solveInPlace(b);
    else
      unit ? a.triangularView<Eigen::UnitLower>().solveInPlace(b)
           : a.triangularView<Eigen::Lower>().solveInPlace(b);
    store(out, batch, b);
    return 0;
  });
}

extern "C" int fg_library_linalg_cholesky(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch) {
    Dense matrix = load(self, batch);
    const int minor = factorise(matrix);
    if (minor == 0)
      store(out, batch, matrix);
    return minor;
  });
}

extern "C" int fg_library_cholesky_factor(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch) {
    Dense matrix = load(self, batch);
    const Eigen::Index size = matrix.rows();
    const int minor = factorise(matrix);
    Dense all = Dense::Zero(size + 1, size);
    all.topRows(size) = matrix.triangularView<Eigen::Lower>();
    all(size, 0) = minor;
    store(out, batch, all);
    return 0;
  });
}
