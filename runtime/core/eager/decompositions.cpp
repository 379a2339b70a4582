// householder_qr, symmetric_eigen, general_eigen, singular_values.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

#include <string>

namespace fg::host {

using namespace detail;

Tensor householder_qr(const Tensor &A, int64_t columns, int64_t width) {
  checkMatrices(A, "linalg.qr", "geqrf_cpu");
  const Tensor result = newPacked(A, A.size(-2) + columns, width);
  if (result.numel() > 0)
    callLibrary(fg_library_householder_qr, A, columns, width, result);
  return result;
}

Tensor symmetric_eigen(const Tensor &A, bool upper) {
  checkDefined(A, "linalg.eigh");
  FG_CHECK(A.dim() >= 2, "linalg.eigh: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(A.size(-1) == A.size(-2), "linalg.eigh: A must be batches of square matrices, but they are ",
           A.size(-2), " by ", A.size(-1), " matrices");
  FG_CHECK(A.scalar_type() == kFloat || A.scalar_type() == kDouble,
           "\"linalg_eigh_cpu\" not implemented for '", A.scalar_type(), "'");
  const Tensor result = newPacked(A, A.size(-1) + 1, A.size(-1));
  FG_CHECK(callLibrary(fg_library_symmetric_eigen, A, int64_t(upper), result) == 0,
           "linalg.eigh: The algorithm failed to converge because the input matrix is ill-conditioned or has "
           "too many repeated eigenvalues.");
  return result;
}

Tensor general_eigen(const Tensor &A) {
  checkMatrices(A, "linalg.eig", "linalg_eig_out_cpu", true);
  std::vector<int64_t> sizes = A.sizes().vec();
  sizes[size_t(A.dim() - 2)] += 1;
  sizes.push_back(2);
  const Tensor result = newContiguous(sizes, A.scalar_type());
  const int failure = callLibrary(fg_library_general_eigen, A, result);
  FG_CHECK(failure != 1, "torch.linalg.eig: input tensor should not contain infs or NaNs.");
  FG_CHECK(failure == 0, "linalg.eig: The algorithm failed to converge.");
  return result;
}

Tensor singular_values(const Tensor &A, int64_t left, int64_t right, int64_t width) {
  checkMatrices(A, "linalg.svd", "linalg_svd_cpu");
  const Tensor result = newPacked(A, A.size(-2) + 1 + A.size(-1), width);
  if (callLibrary(fg_library_singular_values, A, left, right, width, result) == 0)
    return result;
  std::string culprit;
  if (A.dim() > 2) {
    const Tensor matrices = reshape(A, {-1, A.size(-2), A.size(-1)}),
                 finite = all(reshape(isfinite(matrices), {matrices.size(0), -1}), 1);
    int64_t at = 0;
    while (select(finite, 0, at).item<bool>())
      ++at;
    culprit = "(Batch element " + std::to_string(at) + "): ";
  }
  fail({"linalg.svd: ", culprit,
        "The algorithm failed to converge because the input matrix contained non-finite values."});
}

} // namespace fg::host
