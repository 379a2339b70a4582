// Products of tensors, small linear algebra, attention and norms over channels.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

Tensor ger(const Tensor &self, const Tensor &vec2);
Tensor inner(const Tensor &self, const Tensor &other);
Tensor kron(const Tensor &self, const Tensor &other);
/// Sums over the products of the dims that are paired.
Tensor tensordot(const Tensor &self, const Tensor &other, IntArrayRef dims_self, IntArrayRef dims_other);
Tensor linalg_cross(const Tensor &self, const Tensor &other, int64_t dim = -1);
Tensor cross(const Tensor &self, const Tensor &other, std::optional<int64_t> dim = {});
Tensor addr(const Tensor &self, const Tensor &vec1, const Tensor &vec2, const Scalar &beta = 1,
            const Scalar &alpha = 1);
Tensor chain_matmul(TensorList matrices);
Tensor matrix_power(const Tensor &self, int64_t n);

Tensor inverse(const Tensor &self);
Tensor det(const Tensor &self);
Tensor logdet(const Tensor &self);
/// (sign, logarithm of the absolute value) of the determinant.
std::tuple<Tensor, Tensor> linalg_slogdet(const Tensor &A);
std::tuple<Tensor, Tensor> slogdet(const Tensor &self);
Tensor linalg_cholesky(const Tensor &self, bool upper);
Tensor cholesky(const Tensor &self, bool upper = false);
/// X of A X = B, or of X A = B where `left` is false; B: matrices, or vectors where its rank or sizes say so.
Tensor linalg_solve(const Tensor &A, const Tensor &B, bool left = true);
/// X of A X = self, where input is the Cholesky factor of A.
Tensor cholesky_solve(const Tensor &self, const Tensor &input2, bool upper = false);
/// The inverse of A, where self is its Cholesky factor.
Tensor cholesky_inverse(const Tensor &self, bool upper = false);
/// X of A X = B where A is triangular; the other triangle is not read.
Tensor linalg_solve_triangular(const Tensor &self, const Tensor &B, bool upper, bool left = true,
                               bool unitriangular = false);

/// softmax(query key^T * scale + mask) value, over the last two dims.
Tensor scaled_dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                                    const std::optional<Tensor> &attn_mask = {}, double dropout_p = 0.0,
                                    bool is_causal = false, std::optional<double> scale = {},
                                    bool enable_gqa = false);

Tensor rms_norm(const Tensor &input, IntArrayRef normalized_shape, const std::optional<Tensor> &weight = {},
                std::optional<double> eps = {});
/// Over the spatial dims of each channel of each sample, or with the running statistics.
Tensor instance_norm(const Tensor &input, const std::optional<Tensor> &weight,
                     const std::optional<Tensor> &bias, const std::optional<Tensor> &running_mean,
                     const std::optional<Tensor> &running_var, bool use_input_stats, double momentum,
                     double eps, bool cudnn_enabled);
namespace detail {
Tensor local_response_norm(const Tensor &input, int64_t size, double alpha = 1e-4, double beta = 0.75,
                           double k = 1.0);
} // namespace detail

// --- pointwise and reducing functions ---
Tensor nan_to_num(const Tensor &self, std::optional<double> nan = {}, std::optional<double> posinf = {},
                  std::optional<double> neginf = {});
Tensor positive(const Tensor &self);
Tensor deg2rad(const Tensor &self);
Tensor rad2deg(const Tensor &self);
Tensor heaviside(const Tensor &self, const Tensor &values);
Tensor float_power(const Tensor &self, const Tensor &exponent);
Tensor float_power(const Tensor &self, const Scalar &exponent);
Tensor count_nonzero(const Tensor &self, IntArrayRef dim = {});
Tensor nansum(const Tensor &self, OptionalIntArrayRef dim = {}, bool keepdim = false,
              std::optional<ScalarType> dtype = {});
Tensor nanmean(const Tensor &self, OptionalIntArrayRef dim = {}, bool keepdim = false,
               std::optional<ScalarType> dtype = {});
std::tuple<Tensor, Tensor> aminmax(const Tensor &self);
std::tuple<Tensor, Tensor> aminmax(const Tensor &self, std::optional<int64_t> dim, bool keepdim = false);
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, int dim);
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, bool unbiased);
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, OptionalIntArrayRef dim = {},
                                    const std::optional<Scalar> &correction = {}, bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, int dim);
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, bool unbiased);
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
                                    bool keepdim = false);
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, OptionalIntArrayRef dim = {},
                                    const std::optional<Scalar> &correction = {}, bool keepdim = false);
namespace detail {
Tensor softmin(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
} // namespace detail
Tensor logspace(const Scalar &start, const Scalar &end, int64_t steps, double base = 10.0,
                const TensorOptions &options = {});
std::vector<Tensor> where(const Tensor &condition);
Tensor argwhere(const Tensor &self);
std::vector<Tensor> broadcast_tensors(TensorList tensors);

/// sin(pi x) / (pi x), 1 at 0.
Tensor sinc(const Tensor &self);
/// Is the sign bit set? Of -0 and of some NaNs, too.
Tensor signbit(const Tensor &self);
/// log2(2^self + 2^other).
Tensor logaddexp2(const Tensor &self, const Tensor &other);
/// self * 2^other.
Tensor ldexp(const Tensor &self, const Tensor &other);
Tensor isneginf(const Tensor &self);
Tensor isposinf(const Tensor &self);
/// Which elements equal any of the test elements?
Tensor isin(const Tensor &elements, const Tensor &test_elements, bool assume_unique = false,
            bool invert = false);
Tensor isin(const Tensor &elements, const Scalar &test_element, bool assume_unique = false,
            bool invert = false);
/// The integral along dim by the trapezoidal rule, between points that are dx apart, or at x.
Tensor trapezoid(const Tensor &y, const Scalar &dx = 1, int64_t dim = -1);
Tensor trapezoid(const Tensor &y, const Tensor &x, int64_t dim = -1);
Tensor trapz(const Tensor &y, const Tensor &x, int64_t dim = -1);
Tensor trapz(const Tensor &y, double dx = 1, int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor &y, const Scalar &dx = 1, int64_t dim = -1);
Tensor cumulative_trapezoid(const Tensor &y, const Tensor &x, int64_t dim = -1);
/// The covariances of the rows, whose columns are observations; of a vector its variance.
Tensor cov(const Tensor &self, int64_t correction = 1);
/// The correlation coefficients of the rows.
Tensor corrcoef(const Tensor &self);
/// beta * self + alpha * the sum of the batches' products.
Tensor addbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta = 1,
              const Scalar &alpha = 1);
Tensor linalg_matmul(const Tensor &self, const Tensor &other);
Tensor linalg_vecdot(const Tensor &x, const Tensor &y, int64_t dim = -1);
Tensor linalg_diagonal(const Tensor &A, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
Tensor linalg_matrix_power(const Tensor &self, int64_t n);
/// The product of all, from left to right; the first and the last may be vectors.
Tensor linalg_multi_dot(TensorList tensors);

} // namespace fg
