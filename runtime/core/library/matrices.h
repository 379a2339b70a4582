// Batches of small matrices of f32 and f64, which the functions of linear algebra compute in f64.
#pragma once

#include "runtime/core/library/lines.h"

#include <algorithm>
#include <vector>

namespace fg::library {

/// Batches of matrices: lines of rows, of lines.
template <class T> struct Matrix {
  T *at;
  int64_t rows, columns, rowStride, columnStride;
  T &operator()(int64_t r, int64_t c) const { return at[r * rowStride + c * columnStride]; }
};

template <class T> Matrix<T> matrixAt(const fg_buffer &b, const int64_t *batch) {
  T *p = reinterpret_cast<T *>(b.host);
  for (int32_t d = b.dimensions; d-- > 2;)
    p += batch[b.dimensions - 1 - d] * b.dim[d].stride;
  return {p, b.dim[1].extent, b.dim[0].extent, b.dim[1].stride, b.dim[0].stride};
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

/// A matrix on the side, row by row.
struct Dense {
  int64_t rows, columns;
  std::vector<double> values;
  Dense(int64_t rows, int64_t columns) : rows(rows), columns(columns), values(size_t(rows * columns)) {}
  double &operator()(int64_t r, int64_t c) { return values[size_t(r * columns + c)]; }
  void swapRows(int64_t a, int64_t b) {
    if (a != b)
      std::swap_ranges(&values[size_t(a * columns)], &values[size_t(a * columns)] + columns,
                       &values[size_t(b * columns)]);
  }
};

template <class T> Dense denseOf(const Matrix<const T> &m) {
  Dense dense(m.rows, m.columns);
  for (int64_t r = 0; r < m.rows; ++r)
    for (int64_t c = 0; c < m.columns; ++c)
      dense(r, c) = double(m(r, c));
  return dense;
}

template <class T> void store(const Matrix<T> &to, Dense &from) {
  for (int64_t r = 0; r < to.rows; ++r)
    for (int64_t c = 0; c < to.columns; ++c)
      to(r, c) = T(from(r, c));
}

/// f32 and f64 only.
template <class F> int withReal(fg_type type, F f) { return type.bits == 64 ? f(double()) : f(float()); }

} // namespace fg::library
