// householder_qr, symmetric_eigen, general_eigen, singular_values, matrix_exponential: Eigen's.
#include "runtime/core/library/matrices.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <unsupported/Eigen/MatrixFunctions>

#include <complex>
#include <limits>

using namespace fg;
using namespace fg::library;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// To [..., 2], contiguous: the `place`-th matrix, row by row.
template <class T> void storePairs(const fg_buffer &out, int64_t place, const Eigen::MatrixXcd &matrix) {
  T *at = reinterpret_cast<T *>(out.host) + place * matrix.size() * 2;
  for (Eigen::Index r = 0; r < matrix.rows(); ++r)
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
      *at++ = T(matrix(r, c).real());
      *at++ = T(matrix(r, c).imag());
    }
}

} // namespace

extern "C" int fg_library_householder_qr(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 3);
  const int64_t columns = number(arguments, 1), width = number(arguments, 2);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Eigen::HouseholderQR<Dense> qr(load(self, batch));
    const Eigen::Index rows = qr.rows(), triangle = std::min<Eigen::Index>(rows, columns);
    Dense all = Dense::Zero(rows + columns, width);
    all.topLeftCorner(rows, columns) = qr.householderQ() * Dense::Identity(rows, columns);
    all.block(rows, 0, triangle, qr.cols()) = qr.matrixQR().topRows(triangle).triangularView<Eigen::Upper>();
    store(out, batch, all);
    return 0;
  });
}

extern "C" int fg_library_symmetric_eigen(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const bool upper = number(arguments, 1) != 0;
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    Dense matrix = load(self, batch);
    if (upper)
      matrix.transposeInPlace();
    matrix = Dense(matrix.triangularView<Eigen::Lower>());
    const Eigen::Index size = matrix.rows();
    Dense all = Dense::Constant(size + 1, size, notANumber); // what LAPACK gives for NaN and infinities
    if (matrix.allFinite()) {
      const Eigen::SelfAdjointEigenSolver<Dense> parts(matrix);
      if (parts.info() != Eigen::Success)
        return 1;
      all << parts.eigenvalues().transpose(), parts.eigenvectors();
    }
    store(out, batch, all);
    return 0;
  });
}

extern "C" int fg_library_general_eigen(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  if (numel(self) == 0) // Eigen has no factors of a matrix of no elements
    return 0;
  return forEachMatrix(self, [&](const int64_t *batch, int64_t place) {
    const Dense matrix = load(self, batch);
    if (!matrix.allFinite())
      return 1;
    const Eigen::EigenSolver<Dense> parts(matrix);
    if (parts.info() != Eigen::Success)
      return 2;
    Eigen::MatrixXcd all(matrix.rows() + 1, matrix.cols());
    all << parts.eigenvalues().transpose(), parts.eigenvectors();
    if (out.type.bits == 64)
      storePairs<double>(out, place, all);
    else
      storePairs<float>(out, place, all);
    return 0;
  });
}

extern "C" int fg_library_singular_values(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 4);
  const int64_t left = number(arguments, 1), right = number(arguments, 2), width = number(arguments, 3);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    const Dense matrix = load(self, batch);
    if (!matrix.allFinite())
      return 1;
    const Eigen::Index rows = matrix.rows(), columns = matrix.cols(), count = std::min(rows, columns);
    Dense all = Dense::Zero(rows + 1 + columns, width);
    if (count == 0) { // which Eigen takes for none at all
      all.topLeftCorner(rows, left).setIdentity();
      all.bottomLeftCorner(columns, right).setIdentity();
    } else {
      const unsigned u = left == 0 ? 0 : left > count ? Eigen::ComputeFullU : Eigen::ComputeThinU;
      const unsigned v = right == 0 ? 0 : right > count ? Eigen::ComputeFullV : Eigen::ComputeThinV;
      const Eigen::BDCSVD<Dense> parts(matrix, u | v);
      if (u)
        all.topLeftCorner(rows, left) = parts.matrixU().leftCols(left);
      if (v)
        all.bottomLeftCorner(columns, right) = parts.matrixV().leftCols(right);
      const Eigen::Index values = std::min<Eigen::Index>(count, width);
      all.row(rows).head(values) = parts.singularValues().head(values).transpose();
    }
    store(out, batch, all);
    return 0;
  });
}

extern "C" int fg_library_matrix_exponential(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return forEachMatrix(self, [&](const int64_t *batch, int64_t) {
    Dense matrix = load(self, batch);
    if (matrix.allFinite())
      matrix = Dense(matrix.exp());
    else
      matrix.setConstant(notANumber);
    store(out, batch, matrix);
    return 0;
  });
}
