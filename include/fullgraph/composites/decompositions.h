// QR, LU, eigenvalues, singular values, and what is made of them; torch::linalg's names.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// mode: "reduced", "complete", or "r", which leaves Q out.
std::tuple<Tensor, Tensor> linalg_qr(const Tensor &A, string_view mode = "reduced");
std::tuple<Tensor, Tensor> qr(const Tensor &self, bool some = true);
/// The eigenvalues in ascending order, and the eigenvectors as columns, whose signs are free. One triangle is
/// read: "L" or "U".
std::tuple<Tensor, Tensor> linalg_eigh(const Tensor &A, string_view UPLO = "L");
Tensor linalg_eigvalsh(const Tensor &A, string_view UPLO = "L");
/// U, the singular values in descending order, and V transposed; signs are free.
std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor &A, bool full_matrices = true);
std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor &A, bool full_matrices,
                                              std::optional<string_view> driver);
Tensor linalg_svdvals(const Tensor &A);
Tensor linalg_svdvals(const Tensor &A, std::optional<string_view> driver);
/// The same with V as it is; without compute_uv, zeros in place of U and V.
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &self, bool some = true, bool compute_uv = true);
/// Singular values up to max(atol, rtol * the largest one) count as 0.
Tensor linalg_pinv(const Tensor &self, std::optional<double> atol, std::optional<double> rtol,
                   bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, double rcond, bool hermitian = false);
Tensor pinverse(const Tensor &self, double rcond = 1e-15);
Tensor linalg_matrix_rank(const Tensor &self, std::optional<double> atol, std::optional<double> rtol,
                          bool hermitian = false);
/// (solution, residuals, rank, singular values); which of the last three there are depends on the driver, as
/// in ATen: "gelsy" unless given.
std::tuple<Tensor, Tensor, Tensor, Tensor> linalg_lstsq(const Tensor &self, const Tensor &b,
                                                        std::optional<double> rcond = {});
std::tuple<Tensor, Tensor, Tensor, Tensor> linalg_lstsq(const Tensor &self, const Tensor &b,
                                                        std::optional<double> rcond,
                                                        std::optional<string_view> driver);
/// The sum of the singular values, and the root of the sum of squares.
Tensor nuclear_norm(const Tensor &self, bool keepdim = false);
Tensor nuclear_norm(const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor frobenius_norm(const Tensor &self, IntArrayRef dim, bool keepdim = false);
/// ord: 1, -1, 2, -2, inf or -inf; "fro" or "nuc".
Tensor linalg_matrix_norm(const Tensor &self, double ord, IntArrayRef dim = {-2, -1}, bool keepdim = false,
                          std::optional<ScalarType> dtype = {});
Tensor linalg_matrix_norm(const Tensor &self, string_view ord = "fro", IntArrayRef dim = {-2, -1},
                          bool keepdim = false, std::optional<ScalarType> dtype = {});

/// The norm of all elements as one vector; with `ord`, or of two dims, that of the matrices, or of the vector
/// that there is only one dim of.
Tensor linalg_norm(const Tensor &self, const std::optional<Scalar> &ord = {}, OptionalIntArrayRef dim = {},
                   bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor linalg_norm(const Tensor &self, string_view ord, OptionalIntArrayRef dim = {}, bool keepdim = false,
                   std::optional<ScalarType> dtype = {});

/// A = P L U with partial pivoting: L below the diagonal and U in one matrix, and the rows that rows 1, 2,
/// ... were swapped with, i32. Throws for a matrix that is singular; the _ex form's third result is the place
/// of the first 0 on U's diagonal, from 1, or 0.
std::tuple<Tensor, Tensor> linalg_lu_factor(const Tensor &A, bool pivot = true);
std::tuple<Tensor, Tensor, Tensor> linalg_lu_factor_ex(const Tensor &A, bool pivot = true,
                                                       bool check_errors = false);
/// P, L, U.
std::tuple<Tensor, Tensor, Tensor> linalg_lu(const Tensor &A, bool pivot = true);
std::tuple<Tensor, Tensor, Tensor> lu_unpack(const Tensor &LU_data, const Tensor &LU_pivots,
                                             bool unpack_data = true, bool unpack_pivots = true);
/// X of A X = B, or of X A = B where `left` is false, from lu_factor's results; of A's transpose with
/// `adjoint`.
Tensor linalg_lu_solve(const Tensor &LU, const Tensor &pivots, const Tensor &B, bool left = true,
                       bool adjoint = false);
Tensor lu_solve(const Tensor &self, const Tensor &LU_data, const Tensor &LU_pivots);
/// The result and, i32, what failed: the place of a pivot that is 0, or the order of the leading minor that
/// is not positive, from 1; 0 where nothing did. The result means nothing where something did.
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor &A, bool check_errors = false);
std::tuple<Tensor, Tensor> linalg_solve_ex(const Tensor &A, const Tensor &B, bool left = true,
                                           bool check_errors = false);
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor &self, bool upper = false,
                                              bool check_errors = false);
/// Eigenvalues and eigenvectors as columns of length 1, complex; their order and their phases are free.
std::tuple<Tensor, Tensor> linalg_eig(const Tensor &self);
Tensor linalg_eigvals(const Tensor &self);
/// The sum of the powers of self over the factorials.
Tensor linalg_matrix_exp(const Tensor &self);
Tensor matrix_exp(const Tensor &self);
/// The norm by the inverse's; by the norm of order 2 unless given: 1, -1, 2, -2, inf or -inf, "fro" or "nuc".
Tensor linalg_cond(const Tensor &self, const std::optional<Scalar> &p = {});
Tensor linalg_cond(const Tensor &self, string_view p);
/// X of A X = self, where A is triangular, and a copy of A.
std::tuple<Tensor, Tensor> triangular_solve(const Tensor &self, const Tensor &A, bool upper = true,
                                            bool transpose = false, bool unitriangular = false);

namespace linalg {
Tensor inv(const Tensor &A);
Tensor det(const Tensor &A);
std::tuple<Tensor, Tensor> slogdet(const Tensor &A);
Tensor cholesky(const Tensor &self);
std::tuple<Tensor, Tensor> eig(const Tensor &self);
Tensor eigvals(const Tensor &self);
std::tuple<Tensor, Tensor> lu_factor(const Tensor &self, bool pivot = true);
std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &self, bool pivot = true);
Tensor matrix_exp(const Tensor &self);
Tensor solve(const Tensor &input, const Tensor &other, bool left = true);
Tensor solve_triangular(const Tensor &input, const Tensor &other, bool upper, bool left = true,
                        bool unitriangular = false);
std::tuple<Tensor, Tensor> qr(const Tensor &input, string_view mode = "reduced");
std::tuple<Tensor, Tensor> eigh(const Tensor &self, string_view uplo = "L");
Tensor eigvalsh(const Tensor &self, string_view uplo = "L");
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &input, bool full_matrices = true);
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &input, bool full_matrices,
                                       std::optional<string_view> driver);
Tensor svdvals(const Tensor &input);
Tensor svdvals(const Tensor &input, std::optional<string_view> driver);
Tensor pinv(const Tensor &input, double rcond = 1e-15, bool hermitian = false);
Tensor matrix_rank(const Tensor &input, std::optional<double> atol = {}, std::optional<double> rtol = {},
                   bool hermitian = false);
std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor &self, const Tensor &b,
                                                 std::optional<double> cond = {});
std::tuple<Tensor, Tensor, Tensor, Tensor>
lstsq(const Tensor &self, const Tensor &b, std::optional<double> cond, std::optional<string_view> driver);
Tensor matrix_norm(const Tensor &self, double ord, IntArrayRef dim = {-2, -1}, bool keepdim = false,
                   std::optional<ScalarType> dtype = {});
Tensor matrix_norm(const Tensor &self, string_view ord = "fro", IntArrayRef dim = {-2, -1},
                   bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor vector_norm(const Tensor &self, const Scalar &ord = 2, IntArrayRef dim = {}, bool keepdim = false,
                   std::optional<ScalarType> dtype = {});
Tensor norm(const Tensor &self, const std::optional<Scalar> &ord = {}, IntArrayRef dim = {},
            bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor norm(const Tensor &self, string_view ord, IntArrayRef dim = {}, bool keepdim = false,
            std::optional<ScalarType> dtype = {});
Tensor matrix_power(const Tensor &self, int64_t n);
Tensor multi_dot(TensorList tensors);
} // namespace linalg

} // namespace fg
