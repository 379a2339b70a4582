// matmul, mm, bmm, linear.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/gemm.h"
#include "runtime/core/eager/loop_nest.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

/// Two dims of a tensor as a matrix; -1 for a dim it does not have, whose size is 1.
MatrixRef matrixOf(const Tensor &t, int64_t rowDim, int64_t columnDim) {
  const int64_t bytes = int64_t(t.element_size());
  return {static_cast<const char *>(t.data_ptr()), t.scalar_type(), rowDim < 0 ? 0 : t.stride(rowDim) * bytes,
          columnDim < 0 ? 0 : t.stride(columnDim) * bytes};
}

/// out (n in C order, zeroed or holding what is to be added to) += a b, through a buffer where out's dtype is
/// not one of the compute types.
void multiplyInto(const Tensor &out, int64_t offset, int64_t m, int64_t n, int64_t k, const MatrixRef &a,
                  const MatrixRef &b) {
  const ScalarType dtype = out.scalar_type();
  const Compute compute = computeOf(dtype);
  const int64_t bytes = int64_t(elementSize(dtype));
  char *const to = static_cast<char *>(out.data_ptr()) + offset * bytes;
  withCompute(compute, [&](auto c) {
    using T = decltype(c);
    if (isStoredAs(dtype, compute))
      return multiplyAdd(m, n, k, a, b, reinterpret_cast<T *>(to), n);
    std::vector<T> wide(size_t(m * n));
    loader(dtype, compute)(wide.data(), to, bytes, m * n);
    multiplyAdd(m, n, k, a, b, wide.data(), n);
    storer(compute, dtype)(to, bytes, wide.data(), m * n);
  });
}

std::string shapeText(int64_t rows, int64_t columns) {
  return std::to_string(rows) + "x" + std::to_string(columns);
}

void checkNotBool(const Tensor &t, const char *kernel) {
  FG_CHECK(t.scalar_type() != kBool, "\"", kernel, "\" not implemented for 'Bool'");
}

void checkMatrixProduct(int64_t m, int64_t k, const Tensor &mat1, int64_t k2, int64_t n, const Tensor &mat2) {
  FG_CHECK(k == k2, "mat1 and mat2 shapes cannot be multiplied (", shapeText(m, k), " and ", shapeText(k2, n),
           ")");
  FG_CHECK(mat1.scalar_type() == mat2.scalar_type(),
           "expected m1 and m2 to have the same dtype, but got: ", cppName(mat1.scalar_type()),
           " != ", cppName(mat2.scalar_type()));
  checkNotBool(mat1, "addmm_impl_cpu_");
}

void checkVectorProduct(int64_t m, int64_t k, const Tensor &mat, const Tensor &vec) {
  FG_CHECK(mat.scalar_type() == vec.scalar_type(), "addmv input tensors must have the same dtype, but got ",
           vec.scalar_type(), ", ", mat.scalar_type(), ", and ", vec.scalar_type());
  FG_CHECK(k == vec.size(0), "size mismatch, got input (", m, "), mat (", shapeText(m, k), "), vec (",
           vec.size(0), ")");
  checkNotBool(mat, "addmv_impl_cpu");
}

int64_t product(IntArrayRef sizes) {
  int64_t n = 1;
  for (const int64_t s : sizes)
    n *= s;
  return n;
}

/// at::should_fold: a batch whose leading dims are one run of rows is a single matrix for ATen, which shows
/// in its error messages.
bool foldsToMatrix(const Tensor &t) {
  if (t.numel() == 0)
    return true;
  for (int64_t d = 0; d + 2 < t.dim(); ++d)
    if (t.stride(d) != t.stride(d + 1) * t.size(d + 1))
      return false;
  return true;
}

Tensor zeros(IntArrayRef sizes, ScalarType dtype) { return full(sizes, 0, dtype); }

/// The leading dims broadcast; each pair of matrices is one product. A 1-d operand is a row or a column.
Tensor batchedProduct(const Tensor &self, const Tensor &other) {
  const int64_t ranks[2] = {self.dim(), other.dim()};
  const int64_t m = ranks[0] > 1 ? self.size(-2) : 1, k = self.size(-1);
  const int64_t k2 = ranks[1] > 1 ? other.size(-2) : other.size(0), n = ranks[1] > 1 ? other.size(-1) : 1;
  const IntArrayRef batch1 = self.sizes().slice(0, size_t(std::max<int64_t>(ranks[0] - 2, 0)));
  const IntArrayRef batch2 = other.sizes().slice(0, size_t(std::max<int64_t>(ranks[1] - 2, 0)));
  std::vector<int64_t> shape = broadcastShapes(batch1, batch2);
  const std::vector<int64_t> batch = shape;
  const int64_t batches = product(batch);

  if (ranks[0] >= 3 && ranks[1] <= 2 && foldsToMatrix(self)) {
    if (ranks[1] == 2)
      checkMatrixProduct(batches * m, k, self, k2, n, other);
    else
      checkVectorProduct(batches * m, k, self, other);
  }
  FG_CHECK(k == k2, "Expected size for first two dimensions of batch2 tensor to be: [", batches, ", ", k,
           "] but got: [", batches, ", ", k2, "].");
  FG_CHECK(self.scalar_type() == other.scalar_type(), "expected scalar type ", self.scalar_type(),
           " but found ", other.scalar_type());
  checkNotBool(self, "bmm");

  if (ranks[0] > 1)
    shape.push_back(m);
  if (ranks[1] > 1)
    shape.push_back(n);
  const Tensor out = zeros(shape, self.scalar_type());
  MatrixRef a = matrixOf(self, ranks[0] - 2, ranks[0] - 1);
  MatrixRef b = ranks[1] > 1 ? matrixOf(other, ranks[1] - 2, ranks[1] - 1) : matrixOf(other, 0, -1);

  LoopNest nest(batch);
  nest.add(batch1, self.strides().slice(0, batch1.size()), self.scalar_type(), self.data_ptr());
  nest.add(batch2, other.strides().slice(0, batch2.size()), other.scalar_type(), other.data_ptr());
  int64_t done = 0;
  nest.forEachRow([&](char *const *at) { // in C order, as out is
    for (int64_t i = 0; i < nest.rowLength(); ++i, ++done) {
      a.data = at[0] + i * nest.rowStride(0);
      b.data = at[1] + i * nest.rowStride(1);
      multiplyInto(out, done * m * n, m, n, k, a, b);
    }
  });
  return out;
}

Tensor matrixProduct(const Tensor &self, const Tensor &mat2) {
  const int64_t m = self.size(0), k = self.size(1), n = mat2.size(1);
  checkMatrixProduct(m, k, self, mat2.size(0), n, mat2);
  const Tensor out = zeros({m, n}, self.scalar_type());
  multiplyInto(out, 0, m, n, k, matrixOf(self, 0, 1), matrixOf(mat2, 0, 1));
  return out;
}

Tensor dotProduct(const Tensor &self, const Tensor &other) {
  FG_CHECK(self.scalar_type() == other.scalar_type(),
           "dot : expected both vectors to have same dtype, but found ", self.scalar_type(), " and ",
           other.scalar_type());
  FG_CHECK(self.numel() == other.numel(), "inconsistent tensor size, expected tensor ", self.sizes(),
           " and src ", other.sizes(), " to have the same number of elements, but got ", self.numel(),
           " and ", other.numel(), " elements respectively");
  checkNotBool(self, "dot");
  const Tensor out = zeros({}, self.scalar_type());
  multiplyInto(out, 0, 1, 1, self.numel(), matrixOf(self, -1, 0), matrixOf(other, 0, -1));
  return out;
}

Tensor matrixVectorProduct(const Tensor &self, const Tensor &vec) {
  checkVectorProduct(self.size(0), self.size(1), self, vec);
  const Tensor out = zeros({self.size(0)}, self.scalar_type());
  multiplyInto(out, 0, self.size(0), 1, self.size(1), matrixOf(self, 0, 1), matrixOf(vec, 0, -1));
  return out;
}

} // namespace

Tensor mm(const Tensor &self, const Tensor &mat2) {
  if (self.is_complex() || mat2.is_complex())
    return complex_forms::mm(self, mat2);
  FG_CHECK(self.dim() == 2, "self must be a matrix");
  FG_CHECK(mat2.dim() == 2, "mat2 must be a matrix");
  return matrixProduct(self, mat2);
}

Tensor bmm(const Tensor &self, const Tensor &mat2) {
  if (self.is_complex() || mat2.is_complex())
    return complex_forms::bmm(self, mat2);
  FG_CHECK(self.dim() == 3, "batch1 must be a 3D tensor");
  FG_CHECK(mat2.dim() == 3, "batch2 must be a 3D tensor");
  FG_CHECK(mat2.size(0) == self.size(0) && mat2.size(1) == self.size(2),
           "Expected size for first two dimensions of batch2 tensor to be: [", self.size(0), ", ",
           self.size(2), "] but got: [", mat2.size(0), ", ", mat2.size(1), "].");
  return batchedProduct(self, mat2);
}

Tensor matmul(const Tensor &self, const Tensor &other) {
  if (self.is_complex() || other.is_complex())
    return complex_forms::matmul(self, other);
  const int64_t a = self.dim(), b = other.dim();
  FG_CHECK(a != 0 && b != 0, "both arguments to matmul need to be at least 1D, but they are ", a, "D and ", b,
           "D");
  if (a == 1 && b == 1)
    return dotProduct(self, other);
  if (a == 2 && b == 1)
    return matrixVectorProduct(self, other);
  if (a == 2 && b == 2)
    return matrixProduct(self, other);
  if (a == 1 && b == 2)
    return view(matrixProduct(unsqueeze(self, 0), other), {other.size(1)});
  return batchedProduct(self, other);
}

Tensor linear(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias) {
  if (input.is_complex() || weight.is_complex())
    return complex_forms::linear(input, weight, bias);
  const int64_t rank = input.dim(), weightRank = weight.dim();
  FG_CHECK(rank != 0 && weightRank != 0, "both arguments to linear need to be at least 1D, but they are ",
           rank, "D and ", weightRank, "D");
  FG_CHECK(weightRank <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", weightRank, "D");
  const bool hasBias = bias && bias->defined();
  if (weightRank == 1) {
    FG_CHECK(!hasBias, "mat2 must be a matrix, got 1-D tensor");
    return host::matmul(input, weight);
  }

  const int64_t k = input.size(-1), n = weight.size(0);
  int64_t rows = 1;
  for (int64_t d = 0; d + 1 < rank; ++d)
    rows *= input.size(d);
  std::vector<int64_t> shape = input.sizes().vec();
  shape.back() = n;
  if (hasBias) {
    FG_CHECK(bias->scalar_type() == weight.scalar_type(), "self and mat2 must have the same dtype, but got ",
             bias->scalar_type(), " and ", weight.scalar_type());
    FG_CHECK(bias->dim() > 1 || bias->numel() == 1 || bias->size(0) == n, "The expanded size of the tensor (",
             n, ") must match the existing size (", bias->dim() ? bias->size(0) : 1,
             ") at non-singleton dimension 1.  Target sizes: [", rows, ", ", n,
             "].  Tensor sizes: ", bias->sizes());
  }
  checkMatrixProduct(rows, k, input, weight.size(1), n, weight);

  // Rows that lie at one distance are one matrix; others are gathered first. A contiguous tensor may have any
  // stride at a dim of one element: it is not asked for them.
  const bool folds = foldsToMatrix(input);
  const Tensor matrix = folds ? input : contiguous(input);
  const int64_t bytes = int64_t(matrix.element_size());
  const int64_t rowStride = rank > 1 ? (folds ? matrix.stride(-2) : k) : 0,
                columnStride = folds ? matrix.stride(-1) : 1;
  const MatrixRef a{static_cast<const char *>(matrix.data_ptr()), matrix.scalar_type(), rowStride * bytes,
                    columnStride * bytes};
  const Tensor out = zeros(shape, input.scalar_type());
  if (hasBias) {
    Tensor target = out;
    copy_(target, *bias);
  }
  multiplyInto(out, 0, rows, n, k, a, matrixOf(weight, 1, 0));
  return out;
}

} // namespace fg::host
