// Batches of matrices of f32 and f64, which the functions of linear algebra compute in f64, with Eigen.
// linalg.cpp and decompositions.cpp use it. Matrices may lie in memory with any strides; expanded ones have
// strides of 0.
#pragma once

#include "runtime/core/library/lines.h"

#include <Eigen/Core>
#include <vector>

namespace fg::library {

using Dense = Eigen::MatrixXd;

/// A matrix where it lies in a buffer; expanded ones have strides of 0.
template <class T>
using StoredMatrix = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, Eigen::Unaligned,
                                Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

/// `batch`: the indices of the dims in front of the last two.
template <class T> StoredMatrix<T> matrixAt(const fg_buffer &b, const int64_t *batch) {
  T *p = reinterpret_cast<T *>(b.host);
  for (int32_t d = b.dimensions; d-- > 2;)
    p += batch[b.dimensions - 1 - d] * b.dim[d].stride;
  return {p, b.dim[1].extent, b.dim[0].extent, {b.dim[0].stride, b.dim[1].stride}};
}

inline Dense load(const fg_buffer &b, const int64_t *batch) {
  if (b.type.bits == 64)
    return matrixAt<double>(b, batch);
  return matrixAt<float>(b, batch).cast<double>();
}

inline void store(const fg_buffer &b, const int64_t *batch, const Dense &matrix) {
  if (b.type.bits == 64)
    matrixAt<double>(b, batch) = matrix;
  else
    matrixAt<float>(b, batch) = matrix.cast<float>();
}

/// Calls f(index) for each index of the dims in front of the last two; ends at the first result that is not
/// 0.
template <class F> int forEachMatrix(const fg_buffer &b, F f) {
  int result = 0;
  fg_buffer outer = b;
  std::vector<fg_dim> dims(b.dim + 2, b.dim + b.dimensions);
  outer.dim = dims.data();
  outer.dimensions -= 2;
  forEachLine(outer, outer.dimensions, [&](const int64_t *batch) {
    if (result == 0)
      result = f(batch);
  });
  return result;
}

} // namespace fg::library
