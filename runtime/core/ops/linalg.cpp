// linalg_inv, linalg_det, solve_matrices, linalg_cholesky.
#include "runtime/core/ops/checks.h"
#include "runtime/core/ops/library_call.h"

#include <string>

namespace fg {

using namespace detail;

void detail::checkMatrices(const Tensor &A, const char *name, const char *kernel, bool square) {
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

namespace {

void checkSquare(const Tensor &A, const char *name, const char *kernel) {
  checkMatrices(A, name, kernel, true);
}

/// Which matrix of the batch is to blame, as ATen's messages say it: "(Batch element 1): ".
std::string culprit(const Tensor &A, const Tensor &result, int (*function)(void **)) {
  if (A.dim() == 2)
    return "";
  const Tensor matrices = reshape(A, {-1, A.size(-2), A.size(-1)}),
               results = reshape(result, {-1, A.size(-2), A.size(-1)});
  int64_t at = 0;
  while (at + 1 < matrices.size(0) &&
         callLibrary(function, select(matrices, 0, at), select(results, 0, at)) == 0)
    ++at;
  return "(Batch element " + std::to_string(at) + "): ";
}

} // namespace

Tensor linalg_inv(const Tensor &A) {
  checkSquare(A, "linalg.inv", nullptr);
  const Tensor result = newContiguous(A.sizes(), A.scalar_type());
  if (result.numel() == 0)
    return result;
  const int pivot = callLibrary(fg_library_linalg_inv, A, result);
  if (pivot != 0)
    fail({"linalg.inv: ", culprit(A, result, fg_library_linalg_inv), "The diagonal element ", int64_t(pivot),
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
  checkDefined(B, "linalg.solve");
  FG_CHECK(A.scalar_type() == B.scalar_type(),
           "linalg.solve: Expected A and B to have the same dtype, but found A of type ", A.scalar_type(),
           " and B of type ", B.scalar_type(), " instead");
  bool same = A.dim() == B.dim() && A.size(-1) == B.size(-2);
  for (int64_t d = 0; same && d < A.dim() - 2; ++d)
    same = A.size(d) == B.size(d);
  FG_CHECK(same, "linalg.solve: Incompatible shapes of A and B for the equation AX = B (", A.size(-2), "x",
           A.size(-1), " and ", B.size(-2), "x", B.size(-1), ")");
  const Tensor result = newContiguous(B.sizes(), B.scalar_type());
  FG_CHECK(result.numel() == 0 || callLibrary(fg_library_solve_matrices, A, B, result) == 0,
           "torch.linalg.solve: The solver failed because the input matrix is singular.");
  return result;
}

Tensor linalg_cholesky(const Tensor &self) {
  checkSquare(self, "linalg.cholesky", "cholesky_cpu");
  const Tensor result = newContiguous(self.sizes(), self.scalar_type());
  if (result.numel() == 0)
    return result;
  const int minor = callLibrary(fg_library_linalg_cholesky, self, result);
  if (minor != 0)
    fail({"linalg.cholesky: ", culprit(self, result, fg_library_linalg_cholesky),
          "The factorization could not be completed because the input is not positive-definite (the leading "
          "minor of "
          "order ",
          int64_t(minor), " is not positive-definite)."});
  return result;
}

} // namespace fg
