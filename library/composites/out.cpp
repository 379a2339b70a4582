#include <fullgraph/composites/out.h>
#include <fullgraph/log.h>

namespace fg {

namespace detail {
Tensor &written(Tensor &out, const Tensor &result) {
  FG_CHECK(out.defined(),
           "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument 'out'");
  FG_CHECK(canCast(result.scalar_type(), out.scalar_type()), "result type ", result.scalar_type(),
           " can't be cast to the desired output type ", out.scalar_type());
  if (is_compiling())
    FG_CHECK(is_same_size(out, result), "an out of other sizes is resized"); // by eager code
  else if (!is_same_size(out, result))
    resizeOutput(out, result.sizes());
  return copy_(out, result);
}
/// As ATen's messages name it where they print a caffe2::TypeMeta.
static const char *typeName(ScalarType dtype) {
  constexpr const char *names[] = {"unsigned char",
                                   "signed char",
                                   "short int",
                                   "int",
                                   "long int",
                                   "c10::Half",
                                   "float",
                                   "double",
                                   "",
                                   "c10::complex<float>",
                                   "c10::complex<double>",
                                   "bool"};
  return dtype == kBFloat16 ? "c10::BFloat16" : names[int(dtype)];
}
Tensor &writtenAs(Tensor &out, const Tensor &result) {
  FG_CHECK(out.scalar_type() == result.scalar_type(), "Expected out tensor to have dtype ",
           typeName(result.scalar_type()), ", but got ", typeName(out.scalar_type()), " instead");
  return written(out, result);
}
} // namespace detail

Tensor &zeros_out(Tensor &out, IntArrayRef size) {
  return detail::written(out, zeros(size, out.scalar_type()));
}
Tensor &ones_out(Tensor &out, IntArrayRef size) {
  return detail::written(out, ones(size, out.scalar_type()));
}
Tensor &empty_out(Tensor &out, IntArrayRef size) {
  return detail::written(out, empty(size, out.scalar_type()));
}
Tensor &full_out(Tensor &out, IntArrayRef size, const Scalar &fill_value) {
  return detail::written(out, full(size, fill_value, out.scalar_type()));
}
Tensor &rand_out(Tensor &out, IntArrayRef size) {
  return detail::written(out, rand(size, out.scalar_type()));
}
Tensor &randn_out(Tensor &out, IntArrayRef size) {
  return detail::written(out, randn(size, out.scalar_type()));
}
Tensor &eye_out(Tensor &out, int64_t n) { return detail::written(out, eye(n, out.scalar_type())); }
Tensor &eye_out(Tensor &out, int64_t n, int64_t m) {
  return detail::written(out, eye(n, m, out.scalar_type()));
}
Tensor &arange_out(Tensor &out, const Scalar &end) {
  return detail::written(out, arange(0, end, 1, out.scalar_type()));
}
Tensor &arange_out(Tensor &out, const Scalar &start, const Scalar &end, const Scalar &step) {
  return detail::written(out, arange(start, end, step, out.scalar_type()));
}
Tensor &linspace_out(Tensor &out, const Scalar &start, const Scalar &end, int64_t steps) {
  return detail::written(out, linspace(start, end, steps, out.scalar_type()));
}

std::tuple<Tensor &, Tensor &> max_out(Tensor &max, Tensor &max_values, const Tensor &self, int64_t dim,
                                       bool keepdim) {
  const std::tuple<Tensor, Tensor> results = fg::max(self, dim, keepdim);
  detail::writtenAs(max, std::get<0>(results));
  detail::writtenAs(max_values, std::get<1>(results));
  return {max, max_values};
}
std::tuple<Tensor &, Tensor &> min_out(Tensor &min, Tensor &min_indices, const Tensor &self, int64_t dim,
                                       bool keepdim) {
  const std::tuple<Tensor, Tensor> results = fg::min(self, dim, keepdim);
  detail::writtenAs(min, std::get<0>(results));
  detail::writtenAs(min_indices, std::get<1>(results));
  return {min, min_indices};
}
std::tuple<Tensor &, Tensor &> sort_out(Tensor &values, Tensor &indices, const Tensor &self, int64_t dim,
                                        bool descending) {
  const std::tuple<Tensor, Tensor> results = sort(self, dim, descending);
  detail::writtenAs(values, std::get<0>(results));
  detail::writtenAs(indices, std::get<1>(results));
  return {values, indices};
}
std::tuple<Tensor &, Tensor &> topk_out(Tensor &values, Tensor &indices, const Tensor &self, int64_t k,
                                        int64_t dim, bool largest, bool sorted) {
  const std::tuple<Tensor, Tensor> results = topk(self, k, dim, largest, sorted);
  detail::writtenAs(values, std::get<0>(results));
  detail::writtenAs(indices, std::get<1>(results));
  return {values, indices};
}

Tensor &neg_out(Tensor &out, const Tensor &self) { return detail::written(out, neg(self)); }
Tensor &abs_out(Tensor &out, const Tensor &self) { return detail::written(out, abs(self)); }
Tensor &sign_out(Tensor &out, const Tensor &self) { return detail::written(out, sign(self)); }
Tensor &ceil_out(Tensor &out, const Tensor &self) { return detail::written(out, ceil(self)); }
Tensor &floor_out(Tensor &out, const Tensor &self) { return detail::written(out, floor(self)); }
Tensor &round_out(Tensor &out, const Tensor &self) { return detail::written(out, round(self)); }
Tensor &trunc_out(Tensor &out, const Tensor &self) { return detail::written(out, trunc(self)); }
Tensor &frac_out(Tensor &out, const Tensor &self) { return detail::written(out, frac(self)); }
Tensor &square_out(Tensor &out, const Tensor &self) { return detail::written(out, square(self)); }
Tensor &sqrt_out(Tensor &out, const Tensor &self) { return detail::written(out, sqrt(self)); }
Tensor &rsqrt_out(Tensor &out, const Tensor &self) { return detail::written(out, rsqrt(self)); }
Tensor &reciprocal_out(Tensor &out, const Tensor &self) { return detail::written(out, reciprocal(self)); }
Tensor &exp_out(Tensor &out, const Tensor &self) { return detail::written(out, exp(self)); }
Tensor &expm1_out(Tensor &out, const Tensor &self) { return detail::written(out, expm1(self)); }
Tensor &log_out(Tensor &out, const Tensor &self) { return detail::written(out, log(self)); }
Tensor &log2_out(Tensor &out, const Tensor &self) { return detail::written(out, log2(self)); }
Tensor &log10_out(Tensor &out, const Tensor &self) { return detail::written(out, log10(self)); }
Tensor &log1p_out(Tensor &out, const Tensor &self) { return detail::written(out, log1p(self)); }
Tensor &sin_out(Tensor &out, const Tensor &self) { return detail::written(out, sin(self)); }
Tensor &cos_out(Tensor &out, const Tensor &self) { return detail::written(out, cos(self)); }
Tensor &tan_out(Tensor &out, const Tensor &self) { return detail::written(out, tan(self)); }
Tensor &asin_out(Tensor &out, const Tensor &self) { return detail::written(out, asin(self)); }
Tensor &acos_out(Tensor &out, const Tensor &self) { return detail::written(out, acos(self)); }
Tensor &atan_out(Tensor &out, const Tensor &self) { return detail::written(out, atan(self)); }
Tensor &sinh_out(Tensor &out, const Tensor &self) { return detail::written(out, sinh(self)); }
Tensor &cosh_out(Tensor &out, const Tensor &self) { return detail::written(out, cosh(self)); }
Tensor &tanh_out(Tensor &out, const Tensor &self) { return detail::written(out, tanh(self)); }
Tensor &erf_out(Tensor &out, const Tensor &self) { return detail::written(out, erf(self)); }
Tensor &erfinv_out(Tensor &out, const Tensor &self) { return detail::written(out, erfinv(self)); }
Tensor &sigmoid_out(Tensor &out, const Tensor &self) { return detail::written(out, sigmoid(self)); }
Tensor &silu_out(Tensor &out, const Tensor &self) { return detail::written(out, silu(self)); }
Tensor &hardsigmoid_out(Tensor &out, const Tensor &self) { return detail::written(out, hardsigmoid(self)); }
Tensor &hardswish_out(Tensor &out, const Tensor &self) { return detail::written(out, hardswish(self)); }
Tensor &logical_not_out(Tensor &out, const Tensor &self) { return detail::written(out, logical_not(self)); }
Tensor &bitwise_not_out(Tensor &out, const Tensor &self) { return detail::written(out, bitwise_not(self)); }
Tensor &gelu_out(Tensor &out, const Tensor &self, string_view approximate) {
  return detail::written(out, gelu(self, approximate));
}
Tensor &leaky_relu_out(Tensor &out, const Tensor &self, const Scalar &negative_slope) {
  return detail::written(out, leaky_relu(self, negative_slope));
}
Tensor &elu_out(Tensor &out, const Tensor &self, const Scalar &alpha, const Scalar &scale,
                const Scalar &input_scale) {
  return detail::written(out, elu(self, alpha, scale, input_scale));
}
Tensor &softplus_out(Tensor &out, const Tensor &self, const Scalar &beta, const Scalar &threshold) {
  return detail::written(out, softplus(self, beta, threshold));
}
Tensor &hardtanh_out(Tensor &out, const Tensor &self, const Scalar &min_val, const Scalar &max_val) {
  return detail::written(out, hardtanh(self, min_val, max_val));
}
Tensor &threshold_out(Tensor &out, const Tensor &self, const Scalar &threshold, const Scalar &value) {
  return detail::written(out, fg::threshold(self, threshold, value));
}
Tensor &add_out(Tensor &out, const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return detail::written(out, add(self, other, alpha));
}
Tensor &add_out(Tensor &out, const Tensor &self, const Scalar &other, const Scalar &alpha) {
  return detail::written(out, add(self, other, alpha));
}
Tensor &sub_out(Tensor &out, const Tensor &self, const Tensor &other, const Scalar &alpha) {
  return detail::written(out, sub(self, other, alpha));
}
Tensor &sub_out(Tensor &out, const Tensor &self, const Scalar &other, const Scalar &alpha) {
  return detail::written(out, sub(self, other, alpha));
}
Tensor &mul_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, mul(self, other));
}
Tensor &mul_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, mul(self, other));
}
Tensor &div_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, div(self, other));
}
Tensor &div_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, div(self, other));
}
Tensor &div_out(Tensor &out, const Tensor &self, const Tensor &other,
                std::optional<string_view> rounding_mode) {
  return detail::written(out, div(self, other, rounding_mode));
}
Tensor &div_out(Tensor &out, const Tensor &self, const Scalar &other,
                std::optional<string_view> rounding_mode) {
  return detail::written(out, div(self, other, rounding_mode));
}
Tensor &pow_out(Tensor &out, const Tensor &self, const Tensor &exponent) {
  return detail::written(out, pow(self, exponent));
}
Tensor &pow_out(Tensor &out, const Tensor &self, const Scalar &exponent) {
  return detail::written(out, pow(self, exponent));
}
Tensor &pow_out(Tensor &out, const Scalar &self, const Tensor &exponent) {
  return detail::written(out, pow(self, exponent));
}
Tensor &maximum_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, maximum(self, other));
}
Tensor &minimum_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, minimum(self, other));
}
Tensor &atan2_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, atan2(self, other));
}
Tensor &fmod_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, fmod(self, other));
}
Tensor &fmod_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, fmod(self, other));
}
Tensor &copysign_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, copysign(self, other));
}
Tensor &copysign_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, copysign(self, other));
}
Tensor &remainder_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, remainder(self, other));
}
Tensor &remainder_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, remainder(self, other));
}
Tensor &remainder_out(Tensor &out, const Scalar &self, const Tensor &other) {
  return detail::written(out, remainder(self, other));
}
Tensor &xlogy_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, xlogy(self, other));
}
Tensor &xlogy_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, xlogy(self, other));
}
Tensor &xlogy_out(Tensor &out, const Scalar &self, const Tensor &other) {
  return detail::written(out, xlogy(self, other));
}
Tensor &bitwise_and_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, bitwise_and(self, other));
}
Tensor &bitwise_and_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, bitwise_and(self, other));
}
Tensor &bitwise_and_out(Tensor &out, const Scalar &self, const Tensor &other) {
  return detail::written(out, bitwise_and(self, other));
}
Tensor &bitwise_or_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, bitwise_or(self, other));
}
Tensor &bitwise_or_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, bitwise_or(self, other));
}
Tensor &bitwise_or_out(Tensor &out, const Scalar &self, const Tensor &other) {
  return detail::written(out, bitwise_or(self, other));
}
Tensor &bitwise_xor_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, bitwise_xor(self, other));
}
Tensor &bitwise_xor_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, bitwise_xor(self, other));
}
Tensor &bitwise_xor_out(Tensor &out, const Scalar &self, const Tensor &other) {
  return detail::written(out, bitwise_xor(self, other));
}
Tensor &eq_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, eq(self, other));
}
Tensor &eq_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, eq(self, other));
}
Tensor &ne_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, ne(self, other));
}
Tensor &ne_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, ne(self, other));
}
Tensor &lt_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, lt(self, other));
}
Tensor &lt_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, lt(self, other));
}
Tensor &le_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, le(self, other));
}
Tensor &le_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, le(self, other));
}
Tensor &gt_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, gt(self, other));
}
Tensor &gt_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, gt(self, other));
}
Tensor &ge_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, ge(self, other));
}
Tensor &ge_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, ge(self, other));
}
Tensor &logical_and_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, logical_and(self, other));
}
Tensor &logical_or_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, logical_or(self, other));
}
Tensor &logical_xor_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, logical_xor(self, other));
}
Tensor &where_out(Tensor &out, const Tensor &condition, const Tensor &self, const Tensor &other) {
  return detail::written(out, where(condition, self, other));
}
Tensor &clamp_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &min,
                  const std::optional<Scalar> &max) {
  return detail::written(out, clamp(self, min, max));
}
Tensor &clamp_out(Tensor &out, const Tensor &self, const std::optional<Tensor> &min,
                  const std::optional<Tensor> &max) {
  return detail::written(out, clamp(self, min, max));
}
Tensor &lerp_out(Tensor &out, const Tensor &self, const Tensor &end, const Tensor &weight) {
  return detail::written(out, lerp(self, end, weight));
}
Tensor &lerp_out(Tensor &out, const Tensor &self, const Tensor &end, const Scalar &weight) {
  return detail::written(out, lerp(self, end, weight));
}
Tensor &addcmul_out(Tensor &out, const Tensor &self, const Tensor &tensor1, const Tensor &tensor2,
                    const Scalar &value) {
  return detail::written(out, addcmul(self, tensor1, tensor2, value));
}
Tensor &addcdiv_out(Tensor &out, const Tensor &self, const Tensor &tensor1, const Tensor &tensor2,
                    const Scalar &value) {
  return detail::written(out, addcdiv(self, tensor1, tensor2, value));
}
Tensor &masked_fill_out(Tensor &out, const Tensor &self, const Tensor &mask, const Tensor &value) {
  return detail::written(out, masked_fill(self, mask, value));
}
Tensor &masked_fill_out(Tensor &out, const Tensor &self, const Tensor &mask, const Scalar &value) {
  return detail::written(out, masked_fill(self, mask, value));
}
Tensor &sum_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim,
                std::optional<ScalarType> dtype) {
  return detail::written(out, sum(self, dim, keepdim, dtype));
}
Tensor &mean_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim,
                 std::optional<ScalarType> dtype) {
  return detail::written(out, mean(self, dim, keepdim, dtype));
}
Tensor &prod_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim,
                 std::optional<ScalarType> dtype) {
  return detail::written(out, prod(self, dim, keepdim, dtype));
}
Tensor &amax_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim) {
  return detail::written(out, amax(self, dim, keepdim));
}
Tensor &amin_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim) {
  return detail::written(out, amin(self, dim, keepdim));
}
Tensor &any_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim) {
  return detail::written(out, any(self, dim, keepdim));
}
Tensor &all_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim) {
  return detail::written(out, all(self, dim, keepdim));
}
Tensor &var_out(Tensor &out, const Tensor &self, IntArrayRef dim, const Scalar &correction, bool keepdim) {
  return detail::written(out, var(self, dim, correction, keepdim));
}
Tensor &argmax_out(Tensor &out, const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  return detail::written(out, argmax(self, dim, keepdim));
}
Tensor &argmin_out(Tensor &out, const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  return detail::written(out, argmin(self, dim, keepdim));
}
Tensor &softmax_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::writtenAs(out, softmax(self, dim, dtype));
}
Tensor &log_softmax_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::writtenAs(out, log_softmax(self, dim, dtype));
}
Tensor &matmul_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::writtenAs(out, matmul(self, other));
}
Tensor &mm_out(Tensor &out, const Tensor &self, const Tensor &mat2) {
  return detail::writtenAs(out, mm(self, mat2));
}
Tensor &bmm_out(Tensor &out, const Tensor &self, const Tensor &mat2) {
  return detail::writtenAs(out, bmm(self, mat2));
}
Tensor &avg_pool2d_out(Tensor &out, const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride,
                       IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                       std::optional<int64_t> divisor_override) {
  return detail::written(
      out, avg_pool2d(self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override));
}
Tensor &index_select_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index) {
  return detail::written(out, index_select(self, dim, index));
}
Tensor &cat_out(Tensor &out, TensorList tensors, int64_t dim) {
  return detail::written(out, cat(tensors, dim));
}
Tensor &linalg_inv_out(Tensor &out, const Tensor &A) { return detail::written(out, linalg_inv(A)); }
Tensor &nonzero_out(Tensor &out, const Tensor &self) { return detail::written(out, nonzero(self)); }
Tensor &masked_select_out(Tensor &out, const Tensor &self, const Tensor &mask) {
  return detail::written(out, masked_select(self, mask));
}
Tensor &stack_out(Tensor &out, TensorList tensors, int64_t dim) {
  return detail::written(out, stack(tensors, dim));
}
Tensor &concat_out(Tensor &out, TensorList tensors, int64_t dim) {
  return detail::written(out, concat(tensors, dim));
}
Tensor &tril_out(Tensor &out, const Tensor &self, int64_t diagonal) {
  return detail::writtenAs(out, tril(self, diagonal));
}
Tensor &triu_out(Tensor &out, const Tensor &self, int64_t diagonal) {
  return detail::writtenAs(out, triu(self, diagonal));
}
Tensor &embedding_out(Tensor &out, const Tensor &weight, const Tensor &indices, int64_t argument2,
                      bool argument3, bool argument4) {
  return detail::written(out, embedding(weight, indices, argument2, argument3, argument4));
}
Tensor &floor_divide_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, floor_divide(self, other));
}
Tensor &floor_divide_out(Tensor &out, const Tensor &self, const Scalar &other) {
  return detail::written(out, floor_divide(self, other));
}
Tensor &clamp_min_out(Tensor &out, const Tensor &self, const Scalar &min) {
  return detail::written(out, clamp_min(self, min));
}
Tensor &clamp_min_out(Tensor &out, const Tensor &self, const Tensor &min) {
  return detail::written(out, clamp_min(self, min));
}
Tensor &clamp_max_out(Tensor &out, const Tensor &self, const Scalar &max) {
  return detail::written(out, clamp_max(self, max));
}
Tensor &clamp_max_out(Tensor &out, const Tensor &self, const Tensor &max) {
  return detail::written(out, clamp_max(self, max));
}
Tensor &max_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, fg::max(self, other));
}
Tensor &min_out(Tensor &out, const Tensor &self, const Tensor &other) {
  return detail::written(out, fg::min(self, other));
}
Tensor &sum_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype) {
  return detail::written(out, sum(self, dtype));
}
Tensor &mean_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype) {
  return detail::written(out, mean(self, dtype));
}
Tensor &prod_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype) {
  return detail::written(out, prod(self, dtype));
}
Tensor &any_out(Tensor &out, const Tensor &self) { return detail::written(out, any(self)); }
Tensor &all_out(Tensor &out, const Tensor &self) { return detail::written(out, all(self)); }
Tensor &var_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::written(out, var(self, dim, unbiased, keepdim));
}
Tensor &std_out(Tensor &out, const Tensor &self, OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return detail::written(out, std(self, dim, unbiased, keepdim));
}
Tensor &max_out(Tensor &out, const Tensor &self) { return detail::written(out, fg::max(self)); }
Tensor &min_out(Tensor &out, const Tensor &self) { return detail::written(out, fg::min(self)); }
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
                 bool keepdim) {
  return detail::written(out, norm(self, p, dim, keepdim));
}
Tensor &norm_out(Tensor &out, const Tensor &self, const Scalar &p) {
  return detail::written(out, norm(self, p));
}
Tensor &logsumexp_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim) {
  return detail::written(out, logsumexp(self, dim, keepdim));
}
Tensor &addmm_out(Tensor &out, const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta,
                  const Scalar &alpha) {
  return detail::writtenAs(out, addmm(self, mat1, mat2, beta, alpha));
}
Tensor &baddbmm_out(Tensor &out, const Tensor &self, const Tensor &batch1, const Tensor &batch2,
                    const Scalar &beta, const Scalar &alpha) {
  return detail::writtenAs(out, baddbmm(self, batch1, batch2, beta, alpha));
}
Tensor &mv_out(Tensor &out, const Tensor &self, const Tensor &vec) {
  return detail::writtenAs(out, mv(self, vec));
}
Tensor &addmv_out(Tensor &out, const Tensor &self, const Tensor &mat, const Tensor &vec, const Scalar &beta,
                  const Scalar &alpha) {
  return detail::writtenAs(out, addmv(self, mat, vec, beta, alpha));
}
Tensor &dot_out(Tensor &out, const Tensor &self, const Tensor &tensor) {
  return detail::writtenAs(out, dot(self, tensor));
}
Tensor &outer_out(Tensor &out, const Tensor &self, const Tensor &vec2) {
  return detail::written(out, outer(self, vec2));
}
Tensor &glu_out(Tensor &out, const Tensor &self, int64_t dim) { return detail::written(out, glu(self, dim)); }
Tensor &adaptive_avg_pool2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size) {
  return detail::written(out, adaptive_avg_pool2d(self, output_size));
}
Tensor &cumsum_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::written(out, cumsum(self, dim, dtype));
}
Tensor &cumprod_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return detail::written(out, cumprod(self, dim, dtype));
}
Tensor &searchsorted_out(Tensor &out, const Tensor &sorted_sequence, const Tensor &self, bool out_int32,
                         bool right, std::optional<string_view> side, const std::optional<Tensor> &sorter) {
  return detail::written(out, searchsorted(sorted_sequence, self, out_int32, right, side, sorter));
}
Tensor &bucketize_out(Tensor &out, const Tensor &self, const Tensor &boundaries, bool out_int32, bool right) {
  return detail::written(out, bucketize(self, boundaries, out_int32, right));
}
Tensor &bucketize_out(Tensor &out, const Scalar &self, const Tensor &boundaries, bool out_int32, bool right) {
  return detail::written(out, bucketize(self, boundaries, out_int32, right));
}
Tensor &scatter_add_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index,
                        const Tensor &src) {
  return detail::written(out, scatter_add(self, dim, index, src));
}
Tensor &index_add_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                      const Scalar &alpha) {
  return detail::written(out, index_add(self, dim, index, source, alpha));
}
Tensor &take_out(Tensor &out, const Tensor &self, const Tensor &index) {
  return detail::written(out, take(self, index));
}
Tensor &linalg_vector_norm_out(Tensor &out, const Tensor &self, const Scalar &ord, OptionalIntArrayRef dim,
                               bool keepdim, std::optional<ScalarType> dtype) {
  return detail::written(out, linalg_vector_norm(self, ord, dim, keepdim, dtype));
}
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, ScalarType dtype) {
  return detail::written(out, norm(self, p, dtype));
}
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
                 bool keepdim, ScalarType dtype) {
  return detail::written(out, norm(self, p, dim, keepdim, dtype));
}
Tensor &flip_out(Tensor &out, const Tensor &self, IntArrayRef dims) {
  return detail::written(out, flip(self, dims));
}
Tensor &diag_out(Tensor &out, const Tensor &self, int64_t diagonal) {
  return detail::written(out, diag(self, diagonal));
}
Tensor &reflection_pad2d_out(Tensor &out, const Tensor &self, IntArrayRef padding) {
  return detail::written(out, reflection_pad2d(self, padding));
}
Tensor &upsample_nearest2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size,
                               std::optional<double> scales_h, std::optional<double> scales_w) {
  return detail::written(out, upsample_nearest2d(self, output_size, scales_h, scales_w));
}
Tensor &upsample_bilinear2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size, bool align_corners,
                                std::optional<double> scales_h, std::optional<double> scales_w) {
  return detail::written(out, upsample_bilinear2d(self, output_size, align_corners, scales_h, scales_w));
}
Tensor &linalg_solve_out(Tensor &out, const Tensor &A, const Tensor &B, bool left) {
  return detail::written(out, linalg_solve(A, B, left));
}
Tensor &nansum_out(Tensor &out, const Tensor &self, OptionalIntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  return detail::written(out, nansum(self, dim, keepdim, dtype));
}
Tensor &addbmm_out(Tensor &out, const Tensor &self, const Tensor &batch1, const Tensor &batch2,
                   const Scalar &beta, const Scalar &alpha) {
  return detail::writtenAs(out, addbmm(self, batch1, batch2, beta, alpha));
}
Tensor &round_out(Tensor &out, const Tensor &self, int64_t decimals) {
  return detail::written(out, round(self, decimals));
}
Tensor &gather_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index, bool sparse_grad) {
  return detail::writtenAs(out, gather(self, dim, index, sparse_grad));
}
Tensor &searchsorted_out(Tensor &out, const Tensor &sorted_sequence, const Scalar &self, bool out_int32,
                         bool right, std::optional<string_view> side, const std::optional<Tensor> &sorter) {
  return detail::written(out, searchsorted(sorted_sequence, self, out_int32, right, side, sorter));
}

} // namespace fg
