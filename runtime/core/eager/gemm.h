// Matrix products in plain C++: packed panels and a register-tiled kernel over 16-byte vectors.
// contraction.cpp and convolution.cpp call it. Operands may have any strides: they are packed into panels
// first.
#pragma once

#include "runtime/core/eager/convert.h"

namespace fg::detail {

/// Element (i, j) lies at data + i * rowStride + j * columnStride bytes.
struct MatrixRef {
  const char *data;
  ScalarType dtype;
  int64_t rowStride, columnStride;

  MatrixRef transposed() const { return {data, dtype, columnStride, rowStride}; }
};

/// out[i * outStride + j] += sum over k of a(i, k) b(k, j), for i < m, j < n. `T` is float, double or
/// int64_t, which wraps; operands are converted to it.
template <class T>
void multiplyAdd(int64_t m, int64_t n, int64_t k, const MatrixRef &a, const MatrixRef &b, T *out,
                 int64_t outStride);

} // namespace fg::detail
