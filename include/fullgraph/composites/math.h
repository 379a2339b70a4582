// Pointwise, reducing and linear-algebra functions over the primitive operators.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// --- ATen's other names ---
Tensor negative(const Tensor &self);
Tensor absolute(const Tensor &self);
Tensor fix(const Tensor &self);
Tensor arccos(const Tensor &self);
Tensor arcsin(const Tensor &self);
Tensor arctan(const Tensor &self);
Tensor arctan2(const Tensor &self, const Tensor &other);
Tensor arccosh(const Tensor &self);
Tensor arcsinh(const Tensor &self);
Tensor arctanh(const Tensor &self);
Tensor expit(const Tensor &self);
Tensor subtract(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor subtract(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor multiply(const Tensor &self, const Tensor &other);
Tensor multiply(const Tensor &self, const Scalar &other);
Tensor divide(const Tensor &self, const Tensor &other);
Tensor divide(const Tensor &self, const Scalar &other);
Tensor true_divide(const Tensor &self, const Tensor &other);
Tensor true_divide(const Tensor &self, const Scalar &other);
Tensor greater(const Tensor &self, const Tensor &other);
Tensor greater(const Tensor &self, const Scalar &other);
Tensor less(const Tensor &self, const Tensor &other);
Tensor less(const Tensor &self, const Scalar &other);
Tensor greater_equal(const Tensor &self, const Tensor &other);
Tensor greater_equal(const Tensor &self, const Scalar &other);
Tensor less_equal(const Tensor &self, const Tensor &other);
Tensor less_equal(const Tensor &self, const Scalar &other);
Tensor not_equal(const Tensor &self, const Tensor &other);
Tensor not_equal(const Tensor &self, const Scalar &other);

// --- pointwise ---
Tensor floor_divide(const Tensor &self, const Tensor &other);
Tensor floor_divide(const Tensor &self, const Scalar &other);
Tensor rsub(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor rsub(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor clamp_min(const Tensor &self, const Scalar &min);
Tensor clamp_min(const Tensor &self, const Tensor &min);
Tensor clamp_max(const Tensor &self, const Scalar &max);
Tensor clamp_max(const Tensor &self, const Tensor &max);
Tensor &clamp_min_(Tensor &self, const Scalar &min);
Tensor &clamp_max_(Tensor &self, const Scalar &max);
Tensor clip(const Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max = {});
Tensor max(const Tensor &self, const Tensor &other);
Tensor min(const Tensor &self, const Tensor &other);
Tensor isclose(const Tensor &self, const Tensor &other, double rtol = 1e-05, double atol = 1e-08,
               bool equal_nan = false);

// --- reductions ---
Tensor sum(const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor sum(const Tensor &self, std::nullopt_t, bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor mean(const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor mean(const Tensor &self, std::nullopt_t, bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor prod(const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor any(const Tensor &self);
Tensor any(const Tensor &self, std::nullopt_t, bool keepdim = false);
Tensor all(const Tensor &self);
Tensor all(const Tensor &self, std::nullopt_t, bool keepdim = false);

Tensor var(const Tensor &self, int dim);
Tensor var(const Tensor &self, bool unbiased);
// IntArrayRef and nullopt, which together take what ATen's OptionalIntArrayRef does: the operator of ops.h
// with an IntArrayRef would be as good a match.
Tensor var(const Tensor &self, IntArrayRef dim, bool unbiased, bool keepdim = false);
Tensor var(const Tensor &self, std::nullopt_t, bool unbiased, bool keepdim = false);
Tensor var(const Tensor &self, IntArrayRef dim, const std::optional<Scalar> &correction = {},
           bool keepdim = false);
Tensor var(const Tensor &self, std::nullopt_t = std::nullopt, const std::optional<Scalar> &correction = {},
           bool keepdim = false);
Tensor std(const Tensor &self, int dim);
Tensor std(const Tensor &self, bool unbiased);
Tensor std(const Tensor &self, OptionalIntArrayRef dim, bool unbiased, bool keepdim = false);
Tensor std(const Tensor &self, OptionalIntArrayRef dim = {}, const ::std::optional<Scalar> &correction = {},
           bool keepdim = false);

Tensor max(const Tensor &self);
Tensor min(const Tensor &self);
/// (values, indices). argmax finds the value that amax returns, the first NaN included.
::std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim, bool keepdim = false);
::std::tuple<Tensor, Tensor> min(const Tensor &self, int64_t dim, bool keepdim = false);

/// The vector norm of order p over `dim` (an empty one: over all).
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim = false);
Tensor norm(const Tensor &self, const Scalar &p = 2);

/// log(sum(exp(self))), of which the maximum is taken out first; infinite maxima stay as they are.
Tensor logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim = false);

// --- decided by the program: a graph break where the result leaves the graph ---
/// Same sizes and the same values.
bool equal(const Tensor &self, const Tensor &other);
bool allclose(const Tensor &self, const Tensor &other, double rtol = 1e-05, double atol = 1e-08,
              bool equal_nan = false);

// --- linear algebra ---
namespace detail {
/// beta * self + alpha * product; self is not read where beta is 0, so that its NaN do not spread.
Tensor scaledSum(const Tensor &self, const Tensor &product, const Scalar &beta, const Scalar &alpha);
} // namespace detail

Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1,
             const Scalar &alpha = 1);
Tensor baddbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta = 1,
               const Scalar &alpha = 1);
Tensor mv(const Tensor &self, const Tensor &vec);
Tensor addmv(const Tensor &self, const Tensor &mat, const Tensor &vec, const Scalar &beta = 1,
             const Scalar &alpha = 1);
Tensor dot(const Tensor &self, const Tensor &tensor);
Tensor outer(const Tensor &self, const Tensor &vec2);

// --- in-place forms that are compositions ---
Tensor &copy_(Tensor &self, const Tensor &src, bool); // non_blocking
Tensor &fill_(Tensor &self, const Scalar &value);
Tensor &fill_(Tensor &self, const Tensor &value);
Tensor &zero_(Tensor &self);

// --- operators ---
Tensor operator+(const Tensor &x, const Tensor &y);
Tensor operator+(const Tensor &x, const Scalar &y);
Tensor operator+(const Scalar &x, const Tensor &y);
Tensor operator*(const Tensor &x, const Tensor &y);
Tensor operator*(const Tensor &x, const Scalar &y);
Tensor operator*(const Scalar &x, const Tensor &y);
Tensor operator-(const Tensor &x, const Tensor &y);
Tensor operator-(const Tensor &x, const Scalar &y);
Tensor operator/(const Tensor &x, const Tensor &y);
Tensor operator/(const Tensor &x, const Scalar &y);
Tensor operator%(const Tensor &x, const Tensor &y);
Tensor operator%(const Tensor &x, const Scalar &y);
/// As in ATen, a number on the left is first cast to y's dtype: 1.5 - y is 1 - y for integers.
Tensor operator-(const Scalar &x, const Tensor &y);
Tensor operator%(const Scalar &x, const Tensor &y);
Tensor operator/(const Scalar &x, const Tensor &y);
Tensor operator&(const Tensor &x, const Tensor &y);
Tensor operator&(const Tensor &x, const Scalar &y);
Tensor operator&(const Scalar &x, const Tensor &y);
Tensor operator|(const Tensor &x, const Tensor &y);
Tensor operator|(const Tensor &x, const Scalar &y);
Tensor operator|(const Scalar &x, const Tensor &y);
Tensor operator^(const Tensor &x, const Tensor &y);
Tensor operator^(const Tensor &x, const Scalar &y);
Tensor operator^(const Scalar &x, const Tensor &y);
Tensor operator<(const Tensor &x, const Tensor &y);
Tensor operator<(const Tensor &x, const Scalar &y);
Tensor operator<(const Scalar &x, const Tensor &y);
Tensor operator<=(const Tensor &x, const Tensor &y);
Tensor operator<=(const Tensor &x, const Scalar &y);
Tensor operator<=(const Scalar &x, const Tensor &y);
Tensor operator>(const Tensor &x, const Tensor &y);
Tensor operator>(const Tensor &x, const Scalar &y);
Tensor operator>(const Scalar &x, const Tensor &y);
Tensor operator>=(const Tensor &x, const Tensor &y);
Tensor operator>=(const Tensor &x, const Scalar &y);
Tensor operator>=(const Scalar &x, const Tensor &y);
Tensor operator==(const Tensor &x, const Tensor &y);
Tensor operator==(const Tensor &x, const Scalar &y);
Tensor operator==(const Scalar &x, const Tensor &y);
Tensor operator!=(const Tensor &x, const Tensor &y);
Tensor operator!=(const Tensor &x, const Scalar &y);
Tensor operator!=(const Scalar &x, const Tensor &y);

} // namespace fg
