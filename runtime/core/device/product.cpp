// A row-major [m, n] is a column-major [n, m] of the library's, so what is the right operand for the kernel is the left
// one there.
#include "runtime/core/device/product.h"

#include <fullgraph/detail/check.h>
#include <fullgraph/detail/product_shape.h>

#include <algorithm>
#include <vector>

namespace fg::devices {

namespace {

/// Elements from one place of the dim to the next, in both operands and in the result.
struct BatchDim {
  int64_t extent, left, right, result;
};

struct Operand {
  int64_t alongK = 1, across = 0; // strides
};

ScalarType dtypeOf(const fg_type &type) {
  if (type.code == FG_TYPE_BFLOAT)
    return kBFloat16;
  return type.bits == 16 ? kHalf : type.bits == 64 ? kDouble : kFloat;
}

const void *addressOf(const fg_buffer &buffer) { return reinterpret_cast<const void *>(buffer.device); }

class ProductCall {
public:
  ProductCall(const fg_buffer &left, const fg_buffer &right, const fg_buffer *bias, int shape, const fg_buffer &result,
              Multiplier &library)
      : left(left), right(right), bias(bias), result(result), shape(shape), library(library) {}

  void run() {
    readMatrices();
    readBatch();
    if (depth == 0)
      return fillEmptySums();
    product.dtype = dtypeOf(result.type);
    product.rows = columns; // see above
    product.columns = rows;
    product.depth = depth;
    product.bias = bias ? addressOf(*bias) : nullptr;
    product.left = matrixOf(ofRight, columns);
    product.left.transposed = !product.left.transposed;
    product.right = matrixOf(ofLeft, rows);
    product.result = {nullptr, rows > 1 ? resultRow : std::max(columns, resultRow), false, 0};
    multiplyAll();
  }

private:
  bool has(int part) const { return (shape & part) != 0; }

  void readMatrices() {
    const int rightMatrix = has(hasColumns) ? 2 : 1;
    const int k = has(hasColumns) && !has(columnsOutside) ? 1 : 0; // of the right operand; dims are innermost first
    depth = left.dim[0].extent;
    ofLeft.alongK = left.dim[0].stride;
    ofRight.alongK = right.dim[k].stride;
    if (has(hasColumns)) {
      columns = right.dim[1 - k].extent;
      ofRight.across = right.dim[1 - k].stride;
    }
    if (has(hasRows)) {
      rows = left.dim[1].extent;
      ofLeft.across = left.dim[1].stride;
      resultRow = result.dim[has(hasColumns) ? 1 : 0].stride;
    }
    leftBatch = has(hasRows) ? 2 : 1;
    rightBatch = rightMatrix;
  }

  /// The batch's dims, outermost last, in as few as their strides allow.
  void readBatch() {
    const int resultBatch = (has(hasRows) ? 1 : 0) + (has(hasColumns) ? 1 : 0);
    const auto strideOf = [](const fg_buffer &buffer, int d) {
      return d < buffer.dimensions && buffer.dim[d].extent != 1 ? int64_t(buffer.dim[d].stride) : 0;
    };
    for (int d = 0; d + resultBatch < result.dimensions; ++d) {
      const BatchDim dim{result.dim[d + resultBatch].extent, strideOf(left, d + leftBatch),
                         strideOf(right, d + rightBatch), result.dim[d + resultBatch].stride};
      if (dim.extent == 1)
        continue;
      const bool isMoreRows = batch.empty() && has(hasRows) && dim.right == 0 && dim.left == rows * ofLeft.across &&
                              dim.result == rows * resultRow && ofLeft.alongK == 1;
      BatchDim *const inner = batch.empty() ? nullptr : &batch.back();
      if (isMoreRows)
        rows *= dim.extent;
      else if (inner && dim.left == inner->left * inner->extent && dim.right == inner->right * inner->extent &&
               dim.result == inner->result * inner->extent)
        inner->extent *= dim.extent;
      else
        batch.push_back(dim);
    }
  }

  /// The operand as [k, across] in columns; `transposed`: as [across, k].
  Matrix matrixOf(const Operand &operand, int64_t extent) const {
    const bool isInLines = operand.alongK == 1 && (extent == 1 || depth == 1 || operand.across >= depth);
    if (isInLines || (depth == 1 && operand.across != 1))
      return {nullptr, extent > 1 ? operand.across : std::max(depth, operand.across), false, 0};
    FG_CHECK(operand.across == 1 || extent == 1, "a product's operand does not lie as a matrix");
    return {nullptr, depth > 1 ? operand.alongK : std::max(extent, operand.alongK), true, 0};
  }

  /// The largest dim of the batch is the library's; a call for each place of the others.
  void multiplyAll() {
    size_t largest = 0;
    for (size_t d = 1; d < batch.size(); ++d)
      if (batch[d].extent > batch[largest].extent)
        largest = d;
    product.batch = 1;
    if (!batch.empty()) {
      product.batch = batch[largest].extent;
      product.left.batchStride = batch[largest].right;
      product.right.batchStride = batch[largest].left;
      product.result.batchStride = batch[largest].result;
      batch.erase(batch.begin() + std::ptrdiff_t(largest));
    }
    forEachPlace([&](int64_t ofLeft, int64_t ofRight, int64_t ofResult) {
      product.left.data = at(right, ofRight);
      product.right.data = at(left, ofLeft);
      product.result.data = at(result, ofResult);
      library.multiply(product);
    });
  }

  template <class F> void forEachPlace(const F &f) const { forEachPlace(f, batch.size(), 0, 0, 0); }
  template <class F>
  void forEachPlace(const F &f, size_t dims, int64_t ofLeft, int64_t ofRight, int64_t ofResult) const {
    if (dims == 0)
      return f(ofLeft, ofRight, ofResult);
    const BatchDim &dim = batch[dims - 1];
    for (int64_t i = 0; i < dim.extent; ++i)
      forEachPlace(f, dims - 1, ofLeft + i * dim.left, ofRight + i * dim.right, ofResult + i * dim.result);
  }

  static const void *at(const fg_buffer &buffer, int64_t element) {
    return static_cast<const char *>(addressOf(buffer)) + element * (buffer.type.bits / 8);
  }

  /// Sums of nothing: zeros, or the bias.
  void fillEmptySums() {
    const size_t bytes = size_t(columns) * (result.type.bits / 8);
    const void *const values = bias ? addressOf(*bias) : nullptr;
    forEachPlace([&](int64_t, int64_t, int64_t ofResult) {
      for (int64_t row = 0; row < rows; ++row)
        library.fill(const_cast<void *>(at(result, ofResult + row * resultRow)), values, bytes);
    });
  }

  const fg_buffer &left, &right;
  const fg_buffer *const bias;
  const fg_buffer &result;
  const int shape;
  Multiplier &library;
  int64_t rows = 1, columns = 1, depth = 1, resultRow = 1;
  int leftBatch = 1, rightBatch = 1; // their first dims that are not of a matrix
  Operand ofLeft, ofRight;
  std::vector<BatchDim> batch;
  Product product{};
};

} // namespace

void multiply(const fg_buffer &left, const fg_buffer &right, const fg_buffer *bias, int shape, const fg_buffer &result,
              Multiplier &library) {
  ProductCall(left, right, bias, shape, result, library).run();
}

} // namespace fg::devices
