// linalg_inv, linalg_det, solve_matrices, lu_factors, pivot_order, solve_triangular_matrices,
// linalg_cholesky, cholesky_factor: of Eigen's factors (factors.h). What is not 0 of their results is the
// 1-based place of a pivot that is 0, or the order of a leading minor that is not positive.
#include "runtime/core/library/factors.h"
#include "runtime/core/library/matrices.h"

using namespace fg;
using namespace fg::library;

const FactorKernels &fg::library::factorKernels() {
#ifdef FULLGRAPH_X86_LEVELS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return factorsAvx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return factorsAvx2;
#endif
  return factorsBaseline;
}

namespace {

/// A square matrix as L U, and the swaps of its rows.
class Lu {
public:
  explicit Lu(Dense of) : factors(std::move(of)), swaps(static_cast<size_t>(factors.rows())) {
    if (factors.rows() > 0)
      factorKernels().lu(factors.data(), factors.rows(), swaps.data());
  }

  const Dense &matrix() const { return factors; }
  /// Row i was swapped with this one.
  int64_t swapOf(Eigen::Index i) const { return swaps[static_cast<size_t>(i)]; }
  int zeroPivot() const {
    for (Eigen::Index i = 0; i < factors.rows(); ++i)
      if (factors(i, i) == 0)
        return int(i + 1);
    return 0;
  }
  Dense solve(Dense x) const {
    for (Eigen::Index i = 0; i < factors.rows(); ++i)
      if (swapOf(i) != i)
        x.row(i).swap(x.row(swapOf(i)));
    factorKernels().solve(factors.data(), factors.rows(), {.upper = false, .unit = true}, x.data(), x.cols());
    factorKernels().solve(factors.data(), factors.rows(), {.upper = true, .unit = false}, x.data(), x.cols());
    return x;
  }
  double determinant() const {
    double product = 1;
    for (Eigen::Index i = 0; i < factors.rows(); ++i)
      product *= swapOf(i) == i ? factors(i, i) : -factors(i, i);
    return product;
  }

private:
  Dense factors;
  std::vector<int64_t> swaps;
};

bool cholesky(Dense &matrix) { return factorKernels().cholesky(matrix.data(), matrix.rows()); }

/// Makes `matrix`, of which the lower triangle is read, the factor; or says the order of the first leading
/// minor that is not positive.
int factorise(Dense &matrix) {
  Dense factor = matrix;
  if (cholesky(factor)) {
    matrix = factor.triangularView<Eigen::Lower>();
    return 0;
  }
  Eigen::Index positive = 0, order = matrix.rows(); // all behind the first one are not, either
  while (order - positive > 1) {
    const Eigen::Index between = (positive + order) / 2;
    Dense minor = matrix.topLeftCorner(between, between);
    (cholesky(minor) ? positive : order) = between;
  }
  return int(order);
}

} // namespace

extern "C" int fg_library_linalg_inv(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Lu lu(load(self, batch));
    if (const int singular = lu.zeroPivot())
      return singular;
    store(out, batch, lu.solve(Dense::Identity(lu.matrix().rows(), lu.matrix().rows())));
    return 0;
  });
}

extern "C" int fg_library_solve_matrices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &right = buffer(arguments, 1), &out = buffer(arguments, 2);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Lu lu(load(self, batch));
    if (const int singular = lu.zeroPivot())
      return singular;
    store(out, batch, lu.solve(load(right, batch)));
    return 0;
  });
}

extern "C" int fg_library_linalg_det(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t place) {
    const double determinant = Lu(load(self, batch)).determinant();
    if (out.type.bits == 64)
      reinterpret_cast<double *>(out.host)[place] = determinant;
    else
      reinterpret_cast<float *>(out.host)[place] = float(determinant);
    return 0;
  });
}

extern "C" int fg_library_lu_factors(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const bool strict = number(arguments, 1) != 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Dense matrix = load(self, batch);
    const Eigen::Index rows = matrix.rows(), columns = matrix.cols(), pivots = std::min(rows, columns);
    // Eigen's is for square ones. Rows of zeros are never pivots, and columns of zeros come last.
    Dense square = Dense::Zero(std::max(rows, columns), std::max(rows, columns));
    square.topLeftCorner(rows, columns) = matrix;
    const Lu lu(square);
    if (const int zero = lu.zeroPivot(); strict && zero != 0 && zero <= pivots)
      return zero;
    Dense all = Dense::Zero(rows + 1, columns);
    all.topRows(rows) = lu.matrix().topLeftCorner(rows, columns);
    for (Eigen::Index i = 0; i < pivots; ++i)
      all(rows, i) = double(lu.swapOf(i) + 1);
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
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Dense a = load(self, batch);
    Dense b = load(right, batch);
    if (a.rows() > 0)
      factorKernels().solve(a.data(), a.rows(), {.upper = upper, .unit = unit}, b.data(), b.cols());
    store(out, batch, b);
    return 0;
  });
}

extern "C" int fg_library_linalg_cholesky(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    Dense matrix = load(self, batch);
    const int minor = factorise(matrix);
    if (minor == 0)
      store(out, batch, matrix);
    return minor;
  });
}

extern "C" int fg_library_cholesky_factor(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
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
