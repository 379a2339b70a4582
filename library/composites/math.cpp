// The definitions of composites/math.h's functions.
#include <fullgraph/ops.h>

namespace fg {

// --- ATen's other names ---
Tensor negative(const Tensor &self) { return neg(self); }
Tensor absolute(const Tensor &self) { return abs(self); }
Tensor fix(const Tensor &self) { return trunc(self); }
Tensor arccos(const Tensor &self) { return acos(self); }
Tensor arcsin(const Tensor &self) { return asin(self); }
Tensor arccosh(const Tensor &self) { return acosh(self); }
Tensor arcsinh(const Tensor &self) { return asinh(self); }
Tensor arctanh(const Tensor &self) { return atanh(self); }
Tensor arctan(const Tensor &self) { return atan(self); }
Tensor arctan2(const Tensor &self, const Tensor &other) { return atan2(self, other); }
Tensor expit(const Tensor &self) { return sigmoid(self); }
Tensor subtract(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return sub(self, other, alpha);
}
Tensor subtract(const Tensor &self, const Scalar &other, const Scalar &alpha) {
  return sub(self, other, alpha);
}
Tensor multiply(const Tensor &self, const Tensor &other) { return mul(self, other); }
Tensor multiply(const Tensor &self, const Scalar &other) { return mul(self, other); }
Tensor divide(const Tensor &self, const Tensor &other) { return div(self, other); }
Tensor divide(const Tensor &self, const Scalar &other) { return div(self, other); }
Tensor true_divide(const Tensor &self, const Tensor &other) { return div(self, other); }
Tensor true_divide(const Tensor &self, const Scalar &other) { return div(self, other); }
Tensor greater(const Tensor &self, const Tensor &other) { return gt(self, other); }
Tensor greater(const Tensor &self, const Scalar &other) { return gt(self, other); }
Tensor less(const Tensor &self, const Tensor &other) { return lt(self, other); }
Tensor less(const Tensor &self, const Scalar &other) { return lt(self, other); }
Tensor greater_equal(const Tensor &self, const Tensor &other) { return ge(self, other); }
Tensor greater_equal(const Tensor &self, const Scalar &other) { return ge(self, other); }
Tensor less_equal(const Tensor &self, const Tensor &other) { return le(self, other); }
Tensor less_equal(const Tensor &self, const Scalar &other) { return le(self, other); }
Tensor not_equal(const Tensor &self, const Tensor &other) { return ne(self, other); }
Tensor not_equal(const Tensor &self, const Scalar &other) { return ne(self, other); }

// --- pointwise ---
Tensor floor_divide(const Tensor &self, const Tensor &other) { return div(self, other, "floor"); }
Tensor floor_divide(const Tensor &self, const Scalar &other) { return div(self, other, "floor"); }
Tensor rsub(const Tensor &self, const Tensor &other, const Scalar &alpha) { return sub(other, self, alpha); }
Tensor rsub(const Tensor &self, const Scalar &other, const Scalar &alpha) { return sub(other, self, alpha); }
Tensor clamp_min(const Tensor &self, const Scalar &min) { return clamp(self, min, std::nullopt); }
Tensor clamp_min(const Tensor &self, const Tensor &min) { return clamp(self, min, std::nullopt); }
Tensor clamp_max(const Tensor &self, const Scalar &max) { return clamp(self, std::nullopt, max); }
Tensor clamp_max(const Tensor &self, const Tensor &max) { return clamp(self, std::nullopt, max); }
Tensor &clamp_min_(Tensor &self, const Scalar &min) { return clamp_(self, min, std::nullopt); }
Tensor &clamp_max_(Tensor &self, const Scalar &max) { return clamp_(self, std::nullopt, max); }
Tensor clip(const Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max) {
  return clamp(self, min, max);
}
Tensor max(const Tensor &self, const Tensor &other) { return maximum(self, other); }
Tensor min(const Tensor &self, const Tensor &other) { return minimum(self, other); }
Tensor isclose(const Tensor &self, const Tensor &other, double rtol, double atol, bool equal_nan) {
  FG_CHECK(self.scalar_type() == other.scalar_type(), self.scalar_type(), " did not match ",
           other.scalar_type());
  Tensor close = eq(self, other);
  if (equal_nan && self.is_floating_point())
    close = logical_or(close, logical_and(isnan(self), isnan(other)));
  if (rtol == 0 && atol == 0)
    return close;
  const ScalarType compute = self.is_floating_point() ? self.scalar_type() : kDouble;
  const Tensor a = to(self, compute), b = to(other, compute);
  const Tensor allowed = add(abs(mul(b, rtol)), atol), actual = abs(sub(a, b));
  return logical_or(close, logical_and(isfinite(actual), le(actual, allowed)));
}

// --- reductions ---
Tensor sum(const Tensor &self, std::optional<ScalarType> dtype) {
  return sum(self, IntArrayRef(), false, dtype);
}
Tensor sum(const Tensor &self, std::nullopt_t, bool keepdim, std::optional<ScalarType> dtype) {
  return sum(self, IntArrayRef(), keepdim, dtype);
}
Tensor mean(const Tensor &self, std::optional<ScalarType> dtype) {
  return mean(self, IntArrayRef(), false, dtype);
}
Tensor mean(const Tensor &self, std::nullopt_t, bool keepdim, std::optional<ScalarType> dtype) {
  return mean(self, IntArrayRef(), keepdim, dtype);
}
Tensor prod(const Tensor &self, std::optional<ScalarType> dtype) {
  return prod(self, IntArrayRef(), false, dtype);
}
Tensor any(const Tensor &self) { return any(self, IntArrayRef(), false); }
Tensor any(const Tensor &self, std::nullopt_t, bool keepdim) { return any(self, IntArrayRef(), keepdim); }
Tensor all(const Tensor &self) { return all(self, IntArrayRef(), false); }
Tensor all(const Tensor &self, std::nullopt_t, bool keepdim) { return all(self, IntArrayRef(), keepdim); }

Tensor var(const Tensor &self, int dim) { return var(self, IntArrayRef(int64_t(dim)), Scalar(1)); }
Tensor var(const Tensor &self, bool unbiased) { return var(self, IntArrayRef(), Scalar(int(unbiased))); }
Tensor var(const Tensor &self, IntArrayRef dim, bool unbiased, bool keepdim) {
  return var(self, dim, Scalar(int(unbiased)), keepdim);
}
Tensor var(const Tensor &self, std::nullopt_t, bool unbiased, bool keepdim) {
  return var(self, IntArrayRef(), Scalar(int(unbiased)), keepdim);
}
Tensor var(const Tensor &self, IntArrayRef dim, const std::optional<Scalar> &correction, bool keepdim) {
  return var(self, dim, correction.value_or(1), keepdim);
}
Tensor var(const Tensor &self, std::nullopt_t, const std::optional<Scalar> &correction, bool keepdim) {
  return var(self, IntArrayRef(), correction.value_or(1), keepdim);
}
Tensor std(const Tensor &self, int dim) { return sqrt(var(self, dim)); }
Tensor std(const Tensor &self, bool unbiased) { return sqrt(var(self, unbiased)); }
Tensor std(const Tensor &self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return sqrt(var(self, dim.value_or(IntArrayRef()), unbiased, keepdim));
}
Tensor std(const Tensor &self, OptionalIntArrayRef dim, const ::std::optional<Scalar> &correction,
           bool keepdim) {
  return sqrt(var(self, dim.value_or(IntArrayRef()), correction, keepdim));
}

Tensor max(const Tensor &self) { return amax(self, IntArrayRef(), false); }
Tensor min(const Tensor &self) { return amin(self, IntArrayRef(), false); }
::std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim, bool keepdim) {
  return {amax(self, dim, keepdim), argmax(self, dim, keepdim)};
}
::std::tuple<Tensor, Tensor> min(const Tensor &self, int64_t dim, bool keepdim) {
  return {amin(self, dim, keepdim), argmin(self, dim, keepdim)};
}

Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim) {
  if (self.is_complex())
    return norm(abs(self), p, dim, keepdim);
  FG_CHECK(self.is_floating_point(),
           "linalg.vector_norm: Expected a floating point or complex tensor as input. Got ",
           self.scalar_type());
  if (self.scalar_type() == kHalf || self.scalar_type() == kBFloat16) // whose squares have no room in them
    return to(norm(to(self, kFloat), p, dim, keepdim), self.scalar_type());
  const double order = p.value_or(2).toDouble();
  if ((order < 0 || order == __builtin_huge_val()) && self.numel() == 0) {
    FG_CHECK(!dim.empty(), "linalg.vector_norm cannot compute the ", order,
             " norm on an empty tensor because the operation does not have an identity");
    for (size_t i = 0; i < dim.size(); ++i)
      FG_CHECK(self.size(dim[i]) != 0, "linalg.vector_norm cannot compute the ", order,
               " norm on the dimension ", dim[i],
               "because this dimension is empty and the operation does not have an identity");
  }
  if (order == 2)
    return sqrt(sum(mul(self, self), dim, keepdim));
  const Tensor magnitude = abs(self);
  if (order == 1)
    return sum(magnitude, dim, keepdim);
  if (order == 0)
    return sum(ne(self, 0), dim, keepdim, self.scalar_type());
  if (order == __builtin_huge_val())
    return amax(magnitude, dim, keepdim);
  if (order == -__builtin_huge_val())
    return amin(magnitude, dim, keepdim);
  return pow(sum(pow(magnitude, order), dim, keepdim), 1 / order);
}
Tensor norm(const Tensor &self, const Scalar &p) { return norm(self, p, IntArrayRef(), false); }

Tensor logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim) {
  const Tensor input = self.is_floating_point() ? self : to(self, kFloat);
  Tensor highest = amax(input, dim, true);
  highest = masked_fill(highest, isinf(highest), 0);
  const Tensor result = add(log(sum(exp(sub(input, highest)), dim, true)), highest);
  return keepdim ? result : dim.empty() ? reshape(result, {}) : squeeze(result, dim);
}

// --- decided by the program: a graph break where the result leaves the graph ---
bool equal(const Tensor &self, const Tensor &other) {
  return self.sizes() == other.sizes() && all(eq(self, other)).item<bool>();
}
bool allclose(const Tensor &self, const Tensor &other, double rtol, double atol, bool equal_nan) {
  return all(isclose(self, other, rtol, atol, equal_nan)).item<bool>();
}

// --- linear algebra ---
namespace detail {
Tensor scaledSum(const Tensor &self, const Tensor &product, const Scalar &beta, const Scalar &alpha) {
  FG_CHECK(self.scalar_type() == product.scalar_type(), "self and mat2 must have the same dtype, but got ",
           self.scalar_type(), " and ", product.scalar_type());
  const Tensor scaled = alpha.equal(1) ? product : mul(product, alpha);
  if (beta.equal(0)) {
    expand(self, product.sizes()); // throws where self does not broadcast
    return scaled;
  }
  const Tensor addend = expand(self, product.sizes());
  return add(scaled, beta.equal(1) ? addend : mul(addend, beta));
}
} // namespace detail

Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta,
             const Scalar &alpha) {
  return detail::scaledSum(self, mm(mat1, mat2), beta, alpha);
}
Tensor baddbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
               const Scalar &alpha) {
  return detail::scaledSum(self, bmm(batch1, batch2), beta, alpha);
}
Tensor mv(const Tensor &self, const Tensor &vec) {
  FG_CHECK(self.dim() == 2 && vec.dim() == 1, "vector + matrix @ vector expected, got 1, ", self.dim(), ", ",
           vec.dim());
  FG_CHECK(self.size(1) == vec.size(0), "size mismatch, got input (", self.size(0), "), mat (", self.size(0),
           "x", self.size(1), "), vec (", vec.size(0), ")");
  return matmul(self, vec);
}
Tensor addmv(const Tensor &self, const Tensor &mat, const Tensor &vec, const Scalar &beta,
             const Scalar &alpha) {
  return detail::scaledSum(self, mv(mat, vec), beta, alpha);
}
Tensor dot(const Tensor &self, const Tensor &tensor) {
  FG_CHECK(self.dim() == 1 && tensor.dim() == 1, "1D tensors expected, but got ", self.dim(), "D and ",
           tensor.dim(), "D tensors");
  FG_CHECK(self.scalar_type() == tensor.scalar_type(),
           "dot : expected both vectors to have same dtype, but found ", self.scalar_type(), " and ",
           tensor.scalar_type());
  FG_CHECK(self.size(0) == tensor.size(0), "inconsistent tensor size, expected tensor [", self.size(0),
           "] and src [", tensor.size(0), "] to have the same number of elements, but got ", self.size(0),
           " and ", tensor.size(0), " elements respectively");
  return matmul(self, tensor);
}
Tensor outer(const Tensor &self, const Tensor &vec2) {
  FG_CHECK(self.dim() == 1, "outer: Expected 1-D argument self, but got ", self.dim(), "-D");
  FG_CHECK(vec2.dim() == 1, "outer: Expected 1-D argument vec2, but got ", vec2.dim(), "-D");
  return mul(unsqueeze(self, 1), vec2);
}

// --- in-place forms that are compositions ---
Tensor &copy_(Tensor &self, const Tensor &src, bool) { return copy_(self, src); }
Tensor &fill_(Tensor &self, const Scalar &value) { return copy_(self, full({}, value, self.options())); }
Tensor &fill_(Tensor &self, const Tensor &value) {
  FG_CHECK(value.dim() == 0, "fill_ only supports 0-dimension value tensor but got tensor with ", value.dim(),
           " dimensions.");
  return copy_(self, value);
}
Tensor &zero_(Tensor &self) { return fill_(self, 0); }

// --- operators ---
Tensor operator+(const Tensor &x, const Tensor &y) { return add(x, y); }
Tensor operator+(const Tensor &x, const Scalar &y) { return add(x, y); }
Tensor operator+(const Scalar &x, const Tensor &y) { return add(y, x); }
Tensor operator*(const Tensor &x, const Tensor &y) { return mul(x, y); }
Tensor operator*(const Tensor &x, const Scalar &y) { return mul(x, y); }
Tensor operator*(const Scalar &x, const Tensor &y) { return mul(y, x); }
Tensor operator-(const Tensor &x, const Tensor &y) { return sub(x, y); }
Tensor operator-(const Tensor &x, const Scalar &y) { return sub(x, y); }
Tensor operator/(const Tensor &x, const Tensor &y) { return div(x, y); }
Tensor operator/(const Tensor &x, const Scalar &y) { return div(x, y); }
Tensor operator%(const Tensor &x, const Tensor &y) { return remainder(x, y); }
Tensor operator%(const Tensor &x, const Scalar &y) { return remainder(x, y); }
Tensor operator-(const Scalar &x, const Tensor &y) { return sub(full_like(y, x), y); }
Tensor operator%(const Scalar &x, const Tensor &y) { return remainder(full_like(y, x), y); }
Tensor operator/(const Scalar &x, const Tensor &y) {
  const Tensor quotient = div(full_like(y, x), y);
  FG_CHECK(canCast(quotient.scalar_type(), y.scalar_type()), "result type ", quotient.scalar_type(),
           " can't be cast to the desired output type ", y.scalar_type());
  return quotient;
}
Tensor operator&(const Tensor &x, const Tensor &y) { return bitwise_and(x, y); }
Tensor operator&(const Tensor &x, const Scalar &y) { return bitwise_and(x, y); }
Tensor operator&(const Scalar &x, const Tensor &y) { return bitwise_and(y, x); }
Tensor operator|(const Tensor &x, const Tensor &y) { return bitwise_or(x, y); }
Tensor operator|(const Tensor &x, const Scalar &y) { return bitwise_or(x, y); }
Tensor operator|(const Scalar &x, const Tensor &y) { return bitwise_or(y, x); }
Tensor operator^(const Tensor &x, const Tensor &y) { return bitwise_xor(x, y); }
Tensor operator^(const Tensor &x, const Scalar &y) { return bitwise_xor(x, y); }
Tensor operator^(const Scalar &x, const Tensor &y) { return bitwise_xor(y, x); }
Tensor operator<(const Tensor &x, const Tensor &y) { return lt(x, y); }
Tensor operator<(const Tensor &x, const Scalar &y) { return lt(x, y); }
Tensor operator<(const Scalar &x, const Tensor &y) { return gt(y, x); }
Tensor operator<=(const Tensor &x, const Tensor &y) { return le(x, y); }
Tensor operator<=(const Tensor &x, const Scalar &y) { return le(x, y); }
Tensor operator<=(const Scalar &x, const Tensor &y) { return ge(y, x); }
Tensor operator>(const Tensor &x, const Tensor &y) { return gt(x, y); }
Tensor operator>(const Tensor &x, const Scalar &y) { return gt(x, y); }
Tensor operator>(const Scalar &x, const Tensor &y) { return lt(y, x); }
Tensor operator>=(const Tensor &x, const Tensor &y) { return ge(x, y); }
Tensor operator>=(const Tensor &x, const Scalar &y) { return ge(x, y); }
Tensor operator>=(const Scalar &x, const Tensor &y) { return le(y, x); }
Tensor operator==(const Tensor &x, const Tensor &y) { return eq(x, y); }
Tensor operator==(const Tensor &x, const Scalar &y) { return eq(x, y); }
Tensor operator==(const Scalar &x, const Tensor &y) { return eq(y, x); }
Tensor operator!=(const Tensor &x, const Tensor &y) { return ne(x, y); }
Tensor operator!=(const Tensor &x, const Scalar &y) { return ne(x, y); }
Tensor operator!=(const Scalar &x, const Tensor &y) { return ne(y, x); }

} // namespace fg
