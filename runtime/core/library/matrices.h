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

/// Tile by tile, so that neither side is walked across its cache lines: one of them mostly lies row after
/// row, the other one column after column.
template <class To, class From> void assignInTiles(To &&to, const From &from) {
  using Number = typename std::decay_t<To>::Scalar;
  constexpr Eigen::Index tile = 16;
  const Eigen::Index rows = from.rows(), columns = from.cols();
  const bool byRows = to.colStride() == 1; // what is written lies row after row
  const Eigen::Index toInner = byRows ? to.colStride() : to.rowStride();
  const Eigen::Index toOuter = byRows ? to.rowStride() : to.colStride();
  const Eigen::Index fromInner = byRows ? from.colStride() : from.rowStride();
  const Eigen::Index fromOuter = byRows ? from.rowStride() : from.colStride();
  const Eigen::Index inner = byRows ? columns : rows, outer = byRows ? rows : columns;
  for (Eigen::Index first = 0; first < inner; first += tile)
    for (Eigen::Index i = 0; i < outer; ++i) {
      Number *const target = to.data() + i * toOuter + first * toInner;
      const auto *const source = from.data() + i * fromOuter + first * fromInner;
      const Eigen::Index count = std::min(tile, inner - first);
      for (Eigen::Index j = 0; j < count; ++j)
        target[j * toInner] = static_cast<Number>(source[j * fromInner]);
    }
}

template <class To> void loadTo(To &&matrix, const fg_buffer &b, const int64_t *batch) {
  if (b.type.bits == 64)
    assignInTiles(matrix, matrixAt<double>(b, batch));
  else
    assignInTiles(matrix, matrixAt<float>(b, batch));
}

inline Dense load(const fg_buffer &b, const int64_t *batch) {
  Dense matrix(b.dim[1].extent, b.dim[0].extent);
  loadTo(matrix, b, batch);
  return matrix;
}

template <class Matrix> void store(const fg_buffer &b, const int64_t *batch, const Matrix &matrix) {
  if (b.type.bits == 64)
    assignInTiles(matrixAt<double>(b, batch), matrix);
  else
    assignInTiles(matrixAt<float>(b, batch), matrix);
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
