// Products of matrices that kernels leave to a device's library: a tensor's dims become the matrices that the library
// multiplies. The functions that kernels call give it cuBLASLt (cublas.cpp), and tests a library of their own. It allocates
// nothing on the device, and waits for nothing.
#pragma once

#include <fullgraph/abi.h>
#include <fullgraph/options.h>

#include <cstddef>
#include <cstdint>

namespace fg::devices {

/// As BLAS has them: columns lie behind each other, `line` elements from one to the next.
struct Matrix {
  const void *data;
  int64_t line;
  bool transposed;     // of an operand: it is read as its transpose
  int64_t batchStride; // elements from one matrix of the batch to the next
};

/// result[rows, columns] = left[rows, depth] * right[depth, columns] (+ bias[rows] in each column), `batch` times. All
/// of one dtype: kFloat, kDouble, kHalf or kBFloat16. Sums of 16-bit floats are f32. All extents are at least 1.
struct Product {
  ScalarType dtype;
  int64_t rows, columns, depth, batch;
  Matrix left, right, result;
  const void *bias; // null: none
};

class Multiplier {
public:
  virtual void multiply(const Product &product) = 0;
  /// Writes `bytes` to `line` of the result: those at `bias`, or zeros where it is null.
  virtual void fill(void *line, const void *bias, size_t bytes) = 0;

protected:
  ~Multiplier() = default;
};

/// The product of two tensors that are on a device, as `shape` has their dims (a sum of ProductShape), in as few calls of
/// `library` as their strides allow. `bias`: null, or a number for each column. A matrix of an operand has neighbours in one
/// dim, and lines that do not overlap in the other; the result's last dim has neighbours.
void multiply(const fg_buffer &left, const fg_buffer &right, const fg_buffer *bias, int shape, const fg_buffer &result,
              Multiplier &library);

/// A kernel calls a product: is it asked only which elements it reads (Halide's bounds query)? Schedules say that.
inline bool isQuery(const fg_buffer &result) { return !result.host && !result.device; }

} // namespace fg::devices
