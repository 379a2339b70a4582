// Batches of matrices of f32 and f64, which the functions of linear algebra compute in f64, with Eigen.
// linalg.cpp and decompositions.cpp use it. Matrices may lie in memory with any strides; expanded ones have
// strides of 0.
#pragma once

#include "runtime/core/library/lines.h"

#include <Eigen/Core>
#include <limits>
#include <mutex>
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

/// Calls f(index, i) for the i-th matrix, where `index` is of the dims in front of the last two: several at
/// one time. Of the results that are not 0 it is that of the first matrix.
template <class F> int forEachMatrix(const fg_buffer &b, F f) {
  fg_buffer outer = b;
  std::vector<fg_dim> dims(b.dim + 2, b.dim + b.dimensions);
  outer.dim = dims.data();
  outer.dimensions -= 2;
  std::mutex mutex;
  int64_t firstBad = std::numeric_limits<int64_t>::max();
  int result = 0;
  const auto size = static_cast<double>(std::max(b.dim[0].extent, b.dim[1].extent));
  forEachLineInParts(outer, outer.dimensions, 200 + 0.5 * size * size * size, [&] {
    return [&, isDone = false](const int64_t *batch, int64_t i) mutable {
      const int bad = isDone ? 0 : f(batch, i);
      if (bad == 0)
        return;
      isDone = true; // what comes behind is of no account
      const std::lock_guard<std::mutex> lock(mutex);
      if (i < firstBad) {
        firstBad = i;
        result = bad;
      }
    };
  });
  return result;
}

} // namespace fg::library
