// linalg_inv, linalg_det, solve_matrices, solve_triangular_matrices, lu_factors, pivot_order,
// linalg_cholesky, cholesky_factor, matrix_exponential.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

#include <string>

namespace fg {

namespace detail {

void checkMatrices(const Tensor &A, const char *name, const char *kernel, bool square) {
  checkDefined(A, name);
  FG_CHECK(A.dim() >= 2, name, ": The input tensor A must have at least 2 dimensions.");
  FG_CHECK(!square || A.size(-1) == A.size(-2), name, ": A must be batches of square matrices, but they are ",
           A.size(-2), " by ", A.size(-1), " matrices");
  FG_CHECK(isFloatingType(A.scalar_type()), name,
           ": Expected a floating point or complex tensor as input. Got ", A.scalar_type());
  if (isReducedFloatingType(A.scalar_type()) && !kernel)
    fail({name, ": Low precision dtypes not supported. Got ", A.scalar_type()});
  FG_CHECK(!isReducedFloatingType(A.scalar_type()), "\"", kernel, "\" not implemented for '", A.scalar_type(),
           "'");
}

Tensor newPacked(const Tensor &A, int64_t rows, int64_t columns) {
  std::vector<int64_t> sizes = A.sizes().slice(0, size_t(A.dim() - 2)).vec();
  sizes.push_back(rows);
  sizes.push_back(columns);
  return newContiguous(sizes, A.scalar_type());
}

} // namespace detail

namespace host {

using namespace detail;

namespace {

void checkSquare(const Tensor &A, const char *name, const char *kernel) {
  checkMatrices(A, name, kernel, true);
}

void checkRight(const Tensor &A, const Tensor &B, const char *name) {
  checkDefined(B, name);
  FG_CHECK(A.scalar_type() == B.scalar_type(), name,
           ": Expected A and B to have the same dtype, but found A of type ", A.scalar_type(),
           " and B of type ", B.scalar_type(), " instead");
  bool same = A.dim() == B.dim() && A.size(-1) == B.size(-2);
  for (int64_t d = 0; same && d < A.dim() - 2; ++d)
    same = A.size(d) == B.size(d);
  FG_CHECK(same, name, ": Incompatible shapes of A and B for the equation AX = B (", A.size(-2), "x",
           A.size(-1), " and ", B.size(-2), "x", B.size(-1), ")");
}

/// Which matrix of the batch is to blame, as ATen's messages say it: "(Batch element 1): ".
template <class Function> std::string culprit(const Tensor &A, const Tensor &result, Function function) {
  if (A.dim() == 2)
    return "";
  const Tensor matrices = reshape(A, {-1, A.size(-2), A.size(-1)}),
               results = reshape(result, {-1, result.size(-2), result.size(-1)});
  int64_t at = 0;
  while (at + 1 < matrices.size(0) && function(select(matrices, 0, at), select(results, 0, at)) == 0)
    ++at;
  return "(Batch element " + std::to_string(at) + "): ";
}

auto callOf(int (*function)(void **)) {
  return [=](const Tensor &matrix, const Tensor &into) { return callLibrary(function, matrix, into); };
}

} // namespace

Tensor linalg_inv(const Tensor &A) {
  checkSquare(A, "linalg.inv", nullptr);
  const Tensor result = newContiguous(A.sizes(), A.scalar_type());
  const int pivot = callLibrary(fg_library_linalg_inv, A, result);
  if (pivot != 0)
    fail({"linalg.inv: ", culprit(A, result, callOf(fg_library_linalg_inv)), "The diagonal element ",
          int64_t(pivot),
          " is zero, the inversion could not be completed because the input matrix is singular."});
  return result;
}

Tensor linalg_det(const Tensor &A) {
  checkSquare(A, "linalg.det", "lu_cpu");
  const Tensor result = newContiguous(A.sizes().slice(0, size_t(A.dim() - 2)), A.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_linalg_det, A, result);
  return result;
}

Tensor solve_matrices(const Tensor &A, const Tensor &B) {
  checkSquare(A, "linalg.solve", "lu_cpu");
  checkRight(A, B, "linalg.solve");
  const Tensor result = newContiguous(B.sizes(), B.scalar_type());
  FG_CHECK(callLibrary(fg_library_solve_matrices, A, B, result) == 0,
           "torch.linalg.solve: The solver failed because the input matrix is singular.");
  return result;
}

Tensor solve_triangular_matrices(const Tensor &A, const Tensor &B, bool upper, bool unit) {
  checkDefined(A, "linalg.solve_triangular");
  FG_CHECK(A.dim() < 2 || A.size(-1) != A.size(-2) || isFloatingType(A.scalar_type()),
           "\"triangular_solve_cpu\" not implemented for '", A.scalar_type(), "'");
  checkSquare(A, "linalg.solve_triangular", "triangular_solve_cpu");
  checkRight(A, B, "linalg.solve_triangular");
  const Tensor result = newContiguous(B.sizes(), B.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_solve_triangular_matrices, A, B, int64_t(upper), int64_t(unit), result);
  return result;
}

Tensor lu_factors(const Tensor &A, bool strict) {
  checkDefined(A, "torch.lu_factor");
  FG_CHECK(A.dim() >= 2, "torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: ", A.sizes(),
           " instead");
  FG_CHECK(A.scalar_type() == kFloat || A.scalar_type() == kDouble, "\"lu_cpu\" not implemented for '",
           A.scalar_type(), "'");
  const Tensor result = newPacked(A, A.size(-2) + 1, A.size(-1));
  const int pivot = callLibrary(fg_library_lu_factors, A, int64_t(strict), result);
  if (pivot != 0)
    fail({"torch.linalg.lu_factor: ",
          culprit(A, result,
                  [](const Tensor &matrix, const Tensor &into) {
                    return callLibrary(fg_library_lu_factors, matrix, int64_t(true), into);
                  }),
          "U[", int64_t(pivot), ",", int64_t(pivot),
          "] is zero and using it on lu_solve would result in a division by zero. If you still want to "
          "perform "
          "the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)"});
  return result;
}

Tensor pivot_order(const Tensor &pivots, int64_t size) {
  checkDefined(pivots, "linalg.lu_solve");
  FG_CHECK(pivots.scalar_type() == kInt,
           "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  FG_CHECK(pivots.dim() >= 1, "linalg.lu_solve: pivots must have at least 1 dimension.");
  std::vector<int64_t> sizes = pivots.sizes().slice(0, size_t(pivots.dim() - 1)).vec();
  sizes.push_back(size);
  const Tensor result = newContiguous(sizes, kLong);
  FG_CHECK(callLibrary(fg_library_pivot_order, pivots, size, result) == 0,
           "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you properly pass the "
           "result of lu_factor?");
  return result;
}

Tensor matrix_exponential(const Tensor &A) {
  checkSquare(A, "linalg.matrix_exp", "linalg_matrix_exp_cpu");
  const Tensor result = newContiguous(A.sizes(), A.scalar_type());
  if (result.numel() > 0)
    callLibrary(fg_library_matrix_exponential, A, result);
  return result;
}

Tensor linalg_cholesky(const Tensor &self) {
  checkSquare(self, "linalg.cholesky", "cholesky_cpu");
  const Tensor result = newContiguous(self.sizes(), self.scalar_type());
  const int minor = callLibrary(fg_library_linalg_cholesky, self, result);
  if (minor != 0)
    fail({"linalg.cholesky: ", culprit(self, result, callOf(fg_library_linalg_cholesky)),
          "The factorization could not be completed because the input is not positive-definite (the leading "
          "minor of "
          "order ",
          int64_t(minor), " is not positive-definite)."});
  return result;
}

Tensor cholesky_factor(const Tensor &A) {
  checkSquare(A, "linalg.cholesky", "cholesky_cpu");
  const Tensor result = newPacked(A, A.size(-1) + 1, A.size(-1));
  if (result.numel() > 0)
    callLibrary(fg_library_cholesky_factor, A, result);
  return result;
}

} // namespace host

} // namespace fg
