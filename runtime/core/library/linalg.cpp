// linalg_inv, linalg_det, solve_matrices, lu_factors, pivot_order, solve_triangular_matrices,
// linalg_cholesky, cholesky_factor: of the factors of factors.h. What is not 0 of their results is the
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

/// A matrix whose columns lie as the factors want them (paddedRows).
class Padded {
public:
  Padded(Eigen::Index rows, Eigen::Index columns) : storage(paddedRows(rows), columns), rows(rows) {
    storage.bottomRows(storage.rows() - rows).setZero();
  }
  Padded(const fg_buffer &b, const int64_t *batch) : Padded(b.dim[1].extent, b.dim[0].extent) {
    loadTo(matrix(), b, batch);
  }

  double *data() { return storage.data(); }
  const double *data() const { return storage.data(); }
  Eigen::Block<Dense> matrix() { return storage.topRows(rows); }
  Eigen::Block<const Dense> matrix() const { return storage.topRows(rows); }

private:
  Dense storage;
  Eigen::Index rows;
};

/// A square matrix as L U, and the swaps of its rows.
class Lu {
public:
  explicit Lu(Padded of) : factors(std::move(of)), swaps(static_cast<size_t>(size())) {
    if (size() > 0)
      luFactors(factors.data(), size(), swaps.data());
  }

  Eigen::Index size() const { return factors.matrix().rows(); }
  Eigen::Block<const Dense> matrix() const { return factors.matrix(); }
  /// Row i was swapped with this one.
  int64_t swapOf(Eigen::Index i) const { return swaps[static_cast<size_t>(i)]; }
  int zeroPivot() const {
    for (Eigen::Index i = 0; i < size(); ++i)
      if (matrix()(i, i) == 0)
        return int(i + 1);
    return 0;
  }
  void solve(Padded &x) const {
    const Eigen::Index columns = x.matrix().cols();
    swapRows(x.data(), size(), columns, swaps.data(), 0, size());
    solveTriangle(factors.data(), size(), {.upper = false, .unit = true}, x.data(), columns);
    solveTriangle(factors.data(), size(), {.upper = true, .unit = false}, x.data(), columns);
  }
  double determinant() const {
    double product = 1;
    for (Eigen::Index i = 0; i < size(); ++i)
      product *= swapOf(i) == i ? matrix()(i, i) : -matrix()(i, i);
    return product;
  }

private:
  Padded factors;
  std::vector<int64_t> swaps;
};

bool cholesky(Padded &matrix) { return choleskyFactor(matrix.data(), matrix.matrix().rows()); }

/// Makes `matrix`, of which the lower triangle is read, the factor, with zeros above the diagonal; or spoils
/// it, and says the order of the first leading minor that is not positive. `load` makes the matrix again.
template <class F> int factorise(Padded &matrix, F load) {
  const Eigen::Index size = matrix.matrix().rows();
  if (cholesky(matrix)) {
    for (Eigen::Index j = 1; j < size; ++j)
      matrix.matrix().col(j).head(j).setZero();
    return 0;
  }
  const Padded whole = load();
  Eigen::Index positive = 0, order = size; // all behind the first one are not, either
  while (order - positive > 1) {
    const Eigen::Index between = (positive + order) / 2;
    Padded minor(between, between);
    minor.matrix() = whole.matrix().topLeftCorner(between, between);
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
    const Lu lu(Padded(self, batch));
    if (const int singular = lu.zeroPivot())
      return singular;
    Padded inverse(lu.size(), lu.size());
    inverse.matrix().setIdentity();
    lu.solve(inverse);
    store(out, batch, inverse.matrix());
    return 0;
  });
}

extern "C" int fg_library_solve_matrices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &right = buffer(arguments, 1), &out = buffer(arguments, 2);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Lu lu(Padded(self, batch));
    if (const int singular = lu.zeroPivot())
      return singular;
    Padded x(right, batch);
    lu.solve(x);
    store(out, batch, x.matrix());
    return 0;
  });
}

extern "C" int fg_library_linalg_det(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t place) {
    const double determinant = Lu(Padded(self, batch)).determinant();
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
    Padded square(std::max(rows, columns), std::max(rows, columns));
    square.matrix().setZero();
    square.matrix().topLeftCorner(rows, columns) = matrix;
    const Lu lu(std::move(square));
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
    const Padded a(self, batch);
    Padded x(right, batch);
    if (a.matrix().rows() > 0)
      solveTriangle(a.data(), a.matrix().rows(), {.upper = upper, .unit = unit}, x.data(), x.matrix().cols());
    store(out, batch, x.matrix());
    return 0;
  });
}

extern "C" int fg_library_linalg_cholesky(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    Padded matrix(self, batch);
    const int minor = factorise(matrix, [&] { return Padded(self, batch); });
    if (minor == 0)
      store(out, batch, matrix.matrix());
    return minor;
  });
}

extern "C" int fg_library_cholesky_factor(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    Padded matrix(self, batch);
    const Eigen::Index size = matrix.matrix().rows();
    const int minor = factorise(matrix, [&] { return Padded(self, batch); });
    Dense all = Dense::Zero(size + 1, size);
    all.topRows(size) = (minor == 0 ? matrix : Padded(self, batch)).matrix().triangularView<Eigen::Lower>();
    all(size, 0) = minor;
    store(out, batch, all);
    return 0;
  });
}
