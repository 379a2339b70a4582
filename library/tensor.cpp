// The definitions of tensor.h's methods: the free functions of the same names.
#include <fullgraph/ops.h>

namespace fg {

// unary
Tensor Tensor::neg() const { return fg::neg(*this); }
Tensor Tensor::abs() const { return fg::abs(*this); }
Tensor Tensor::sign() const { return fg::sign(*this); }
Tensor Tensor::ceil() const { return fg::ceil(*this); }
Tensor Tensor::floor() const { return fg::floor(*this); }
Tensor Tensor::round() const { return fg::round(*this); }
Tensor Tensor::trunc() const { return fg::trunc(*this); }
Tensor Tensor::frac() const { return fg::frac(*this); }
Tensor Tensor::square() const { return fg::square(*this); }
Tensor Tensor::sqrt() const { return fg::sqrt(*this); }
Tensor Tensor::rsqrt() const { return fg::rsqrt(*this); }
Tensor Tensor::reciprocal() const { return fg::reciprocal(*this); }
Tensor Tensor::exp() const { return fg::exp(*this); }
Tensor Tensor::exp2() const { return fg::exp2(*this); }
Tensor Tensor::expm1() const { return fg::expm1(*this); }
Tensor Tensor::log() const { return fg::log(*this); }
Tensor Tensor::log2() const { return fg::log2(*this); }
Tensor Tensor::log10() const { return fg::log10(*this); }
Tensor Tensor::log1p() const { return fg::log1p(*this); }
Tensor Tensor::sin() const { return fg::sin(*this); }
Tensor Tensor::cos() const { return fg::cos(*this); }
Tensor Tensor::tan() const { return fg::tan(*this); }
Tensor Tensor::asin() const { return fg::asin(*this); }
Tensor Tensor::acos() const { return fg::acos(*this); }
Tensor Tensor::atan() const { return fg::atan(*this); }
Tensor Tensor::sinh() const { return fg::sinh(*this); }
Tensor Tensor::cosh() const { return fg::cosh(*this); }
Tensor Tensor::tanh() const { return fg::tanh(*this); }
Tensor Tensor::asinh() const { return fg::asinh(*this); }
Tensor Tensor::acosh() const { return fg::acosh(*this); }
Tensor Tensor::atanh() const { return fg::atanh(*this); }
Tensor Tensor::erf() const { return fg::erf(*this); }
Tensor Tensor::erfc() const { return fg::erfc(*this); }
Tensor Tensor::lgamma() const { return fg::lgamma(*this); }
Tensor Tensor::digamma() const { return fg::digamma(*this); }
Tensor Tensor::erfinv() const { return fg::erfinv(*this); }
Tensor Tensor::i0() const { return fg::i0(*this); }
Tensor Tensor::polygamma(int64_t n) const { return fg::polygamma(n, *this); }
Tensor Tensor::sigmoid() const { return fg::sigmoid(*this); }
Tensor Tensor::relu() const { return fg::relu(*this); }
Tensor Tensor::logical_not() const { return fg::logical_not(*this); }
Tensor Tensor::bitwise_not() const { return fg::bitwise_not(*this); }
Tensor Tensor::negative() const { return fg::negative(*this); }
Tensor Tensor::absolute() const { return fg::absolute(*this); }
Tensor Tensor::isnan() const { return fg::isnan(*this); }
Tensor Tensor::isinf() const { return fg::isinf(*this); }
Tensor Tensor::isfinite() const { return fg::isfinite(*this); }
Tensor Tensor::logit(const std::optional<Scalar> &eps) const { return fg::logit(*this, eps); }
Tensor &Tensor::neg_() const { return fg::neg_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::abs_() const { return fg::abs_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sign_() const { return fg::sign_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::ceil_() const { return fg::ceil_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::floor_() const { return fg::floor_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::round_() const { return fg::round_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::trunc_() const { return fg::trunc_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::frac_() const { return fg::frac_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::square_() const { return fg::square_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sqrt_() const { return fg::sqrt_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::rsqrt_() const { return fg::rsqrt_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::reciprocal_() const { return fg::reciprocal_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::exp_() const { return fg::exp_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::exp2_() const { return fg::exp2_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::expm1_() const { return fg::expm1_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::log_() const { return fg::log_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::log2_() const { return fg::log2_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::log10_() const { return fg::log10_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::log1p_() const { return fg::log1p_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sin_() const { return fg::sin_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::cos_() const { return fg::cos_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::tan_() const { return fg::tan_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::asin_() const { return fg::asin_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::acos_() const { return fg::acos_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::atan_() const { return fg::atan_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sinh_() const { return fg::sinh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::cosh_() const { return fg::cosh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::tanh_() const { return fg::tanh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::asinh_() const { return fg::asinh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::acosh_() const { return fg::acosh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::atanh_() const { return fg::atanh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::erf_() const { return fg::erf_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::erfc_() const { return fg::erfc_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::lgamma_() const { return fg::lgamma_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::digamma_() const { return fg::digamma_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::erfinv_() const { return fg::erfinv_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::i0_() const { return fg::i0_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sigmoid_() const { return fg::sigmoid_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::relu_() const { return fg::relu_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::logical_not_() const { return fg::logical_not_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::bitwise_not_() const { return fg::bitwise_not_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::logit_(const std::optional<Scalar> &eps) const {
  return fg::logit_(const_cast<Tensor &>(*this), eps);
}

// binary
Tensor Tensor::add(const Tensor &other, const Scalar &alpha) const { return fg::add(*this, other, alpha); }
Tensor Tensor::add(const Scalar &other, const Scalar &alpha) const { return fg::add(*this, other, alpha); }
Tensor Tensor::sub(const Tensor &other, const Scalar &alpha) const { return fg::sub(*this, other, alpha); }
Tensor Tensor::sub(const Scalar &other, const Scalar &alpha) const { return fg::sub(*this, other, alpha); }
Tensor Tensor::rsub(const Tensor &other, const Scalar &alpha) const { return fg::rsub(*this, other, alpha); }
Tensor Tensor::rsub(const Scalar &other, const Scalar &alpha) const { return fg::rsub(*this, other, alpha); }
Tensor Tensor::mul(const Tensor &other) const { return fg::mul(*this, other); }
Tensor Tensor::mul(const Scalar &other) const { return fg::mul(*this, other); }
Tensor Tensor::div(const Tensor &other) const { return fg::div(*this, other); }
Tensor Tensor::div(const Scalar &other) const { return fg::div(*this, other); }
Tensor Tensor::div(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
Tensor Tensor::div(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
Tensor Tensor::pow(const Tensor &exponent) const { return fg::pow(*this, exponent); }
Tensor Tensor::pow(const Scalar &exponent) const { return fg::pow(*this, exponent); }
Tensor Tensor::maximum(const Tensor &other) const { return fg::maximum(*this, other); }
Tensor Tensor::minimum(const Tensor &other) const { return fg::minimum(*this, other); }
Tensor Tensor::fmax(const Tensor &other) const { return fg::fmax(*this, other); }
Tensor Tensor::fmin(const Tensor &other) const { return fg::fmin(*this, other); }
Tensor Tensor::atan2(const Tensor &other) const { return fg::atan2(*this, other); }
Tensor Tensor::hypot(const Tensor &other) const { return fg::hypot(*this, other); }
Tensor Tensor::igamma(const Tensor &other) const { return fg::igamma(*this, other); }
Tensor Tensor::igammac(const Tensor &other) const { return fg::igammac(*this, other); }
Tensor Tensor::nextafter(const Tensor &other) const { return fg::nextafter(*this, other); }
Tensor Tensor::logaddexp(const Tensor &other) const { return fg::logaddexp(*this, other); }
Tensor Tensor::logical_and(const Tensor &other) const { return fg::logical_and(*this, other); }
Tensor Tensor::logical_or(const Tensor &other) const { return fg::logical_or(*this, other); }
Tensor Tensor::logical_xor(const Tensor &other) const { return fg::logical_xor(*this, other); }
Tensor Tensor::max(const Tensor &other) const { return fg::max(*this, other); }
Tensor Tensor::min(const Tensor &other) const { return fg::min(*this, other); }
Tensor Tensor::fmod(const Tensor &other) const { return fg::fmod(*this, other); }
Tensor Tensor::fmod(const Scalar &other) const { return fg::fmod(*this, other); }
Tensor Tensor::copysign(const Tensor &other) const { return fg::copysign(*this, other); }
Tensor Tensor::copysign(const Scalar &other) const { return fg::copysign(*this, other); }
Tensor Tensor::remainder(const Tensor &other) const { return fg::remainder(*this, other); }
Tensor Tensor::remainder(const Scalar &other) const { return fg::remainder(*this, other); }
Tensor Tensor::xlogy(const Tensor &other) const { return fg::xlogy(*this, other); }
Tensor Tensor::xlogy(const Scalar &other) const { return fg::xlogy(*this, other); }
Tensor Tensor::bitwise_and(const Tensor &other) const { return fg::bitwise_and(*this, other); }
Tensor Tensor::bitwise_and(const Scalar &other) const { return fg::bitwise_and(*this, other); }
Tensor Tensor::bitwise_or(const Tensor &other) const { return fg::bitwise_or(*this, other); }
Tensor Tensor::bitwise_or(const Scalar &other) const { return fg::bitwise_or(*this, other); }
Tensor Tensor::bitwise_xor(const Tensor &other) const { return fg::bitwise_xor(*this, other); }
Tensor Tensor::bitwise_xor(const Scalar &other) const { return fg::bitwise_xor(*this, other); }
Tensor Tensor::bitwise_left_shift(const Tensor &other) const { return fg::bitwise_left_shift(*this, other); }
Tensor Tensor::bitwise_left_shift(const Scalar &other) const { return fg::bitwise_left_shift(*this, other); }
Tensor Tensor::bitwise_right_shift(const Tensor &other) const {
  return fg::bitwise_right_shift(*this, other);
}
Tensor Tensor::bitwise_right_shift(const Scalar &other) const {
  return fg::bitwise_right_shift(*this, other);
}
Tensor Tensor::floor_divide(const Tensor &other) const { return fg::floor_divide(*this, other); }
Tensor Tensor::floor_divide(const Scalar &other) const { return fg::floor_divide(*this, other); }
Tensor Tensor::true_divide(const Tensor &other) const { return fg::true_divide(*this, other); }
Tensor Tensor::true_divide(const Scalar &other) const { return fg::true_divide(*this, other); }
Tensor Tensor::eq(const Tensor &other) const { return fg::eq(*this, other); }
Tensor Tensor::eq(const Scalar &other) const { return fg::eq(*this, other); }
Tensor Tensor::ne(const Tensor &other) const { return fg::ne(*this, other); }
Tensor Tensor::ne(const Scalar &other) const { return fg::ne(*this, other); }
Tensor Tensor::lt(const Tensor &other) const { return fg::lt(*this, other); }
Tensor Tensor::lt(const Scalar &other) const { return fg::lt(*this, other); }
Tensor Tensor::le(const Tensor &other) const { return fg::le(*this, other); }
Tensor Tensor::le(const Scalar &other) const { return fg::le(*this, other); }
Tensor Tensor::gt(const Tensor &other) const { return fg::gt(*this, other); }
Tensor Tensor::gt(const Scalar &other) const { return fg::gt(*this, other); }
Tensor Tensor::ge(const Tensor &other) const { return fg::ge(*this, other); }
Tensor Tensor::ge(const Scalar &other) const { return fg::ge(*this, other); }
Tensor &Tensor::add_(const Tensor &other, const Scalar &alpha) const {
  return fg::add_(const_cast<Tensor &>(*this), other, alpha);
}
Tensor &Tensor::add_(const Scalar &other, const Scalar &alpha) const {
  return fg::add_(const_cast<Tensor &>(*this), other, alpha);
}
Tensor &Tensor::sub_(const Tensor &other, const Scalar &alpha) const {
  return fg::sub_(const_cast<Tensor &>(*this), other, alpha);
}
Tensor &Tensor::sub_(const Scalar &other, const Scalar &alpha) const {
  return fg::sub_(const_cast<Tensor &>(*this), other, alpha);
}
Tensor &Tensor::mul_(const Tensor &other) const { return fg::mul_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::mul_(const Scalar &other) const { return fg::mul_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::div_(const Tensor &other) const { return fg::div_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::div_(const Scalar &other) const { return fg::div_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::div_(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
Tensor &Tensor::div_(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
Tensor &Tensor::pow_(const Tensor &exponent) const { return fg::pow_(const_cast<Tensor &>(*this), exponent); }
Tensor &Tensor::pow_(const Scalar &exponent) const { return fg::pow_(const_cast<Tensor &>(*this), exponent); }
Tensor &Tensor::atan2_(const Tensor &other) const { return fg::atan2_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::hypot_(const Tensor &other) const { return fg::hypot_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::igamma_(const Tensor &other) const { return fg::igamma_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::igammac_(const Tensor &other) const {
  return fg::igammac_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::nextafter_(const Tensor &other) const {
  return fg::nextafter_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::logical_and_(const Tensor &other) const {
  return fg::logical_and_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::logical_or_(const Tensor &other) const {
  return fg::logical_or_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::logical_xor_(const Tensor &other) const {
  return fg::logical_xor_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::fmod_(const Tensor &other) const { return fg::fmod_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::fmod_(const Scalar &other) const { return fg::fmod_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::copysign_(const Tensor &other) const {
  return fg::copysign_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::copysign_(const Scalar &other) const {
  return fg::copysign_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::remainder_(const Tensor &other) const {
  return fg::remainder_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::remainder_(const Scalar &other) const {
  return fg::remainder_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::xlogy_(const Tensor &other) const { return fg::xlogy_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::xlogy_(const Scalar &other) const { return fg::xlogy_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::bitwise_and_(const Tensor &other) const {
  return fg::bitwise_and_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_and_(const Scalar &other) const {
  return fg::bitwise_and_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_or_(const Tensor &other) const {
  return fg::bitwise_or_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_or_(const Scalar &other) const {
  return fg::bitwise_or_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_xor_(const Tensor &other) const {
  return fg::bitwise_xor_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_xor_(const Scalar &other) const {
  return fg::bitwise_xor_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_left_shift_(const Tensor &other) const {
  return fg::bitwise_left_shift_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_left_shift_(const Scalar &other) const {
  return fg::bitwise_left_shift_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_right_shift_(const Tensor &other) const {
  return fg::bitwise_right_shift_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::bitwise_right_shift_(const Scalar &other) const {
  return fg::bitwise_right_shift_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::eq_(const Tensor &other) const { return fg::eq_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::eq_(const Scalar &other) const { return fg::eq_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::ne_(const Tensor &other) const { return fg::ne_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::ne_(const Scalar &other) const { return fg::ne_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::lt_(const Tensor &other) const { return fg::lt_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::lt_(const Scalar &other) const { return fg::lt_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::le_(const Tensor &other) const { return fg::le_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::le_(const Scalar &other) const { return fg::le_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::gt_(const Tensor &other) const { return fg::gt_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::gt_(const Scalar &other) const { return fg::gt_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::ge_(const Tensor &other) const { return fg::ge_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::ge_(const Scalar &other) const { return fg::ge_(const_cast<Tensor &>(*this), other); }

// ternary
Tensor Tensor::where(const Tensor &condition, const Tensor &other) const {
  return fg::where(condition, *this, other);
}
Tensor Tensor::where(const Tensor &condition, const Scalar &other) const {
  return fg::where(condition, *this, other);
}
Tensor Tensor::clamp(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clamp(*this, min, max);
}
Tensor Tensor::clip(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clip(*this, min, max);
}
Tensor Tensor::clamp(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp(*this, min, max);
}
Tensor Tensor::clamp_min(const Scalar &min) const { return fg::clamp_min(*this, min); }
Tensor Tensor::clamp_min(const Tensor &min) const { return fg::clamp_min(*this, min); }
Tensor Tensor::clamp_max(const Scalar &max) const { return fg::clamp_max(*this, max); }
Tensor Tensor::clamp_max(const Tensor &max) const { return fg::clamp_max(*this, max); }
Tensor Tensor::lerp(const Tensor &end, const Tensor &weight) const { return fg::lerp(*this, end, weight); }
Tensor Tensor::lerp(const Tensor &end, const Scalar &weight) const { return fg::lerp(*this, end, weight); }
Tensor Tensor::addcmul(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcmul(*this, tensor1, tensor2, value);
}
Tensor Tensor::addcdiv(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcdiv(*this, tensor1, tensor2, value);
}
Tensor Tensor::masked_fill(const Tensor &mask, const Tensor &value) const {
  return fg::masked_fill(*this, mask, value);
}
Tensor Tensor::masked_fill(const Tensor &mask, const Scalar &value) const {
  return fg::masked_fill(*this, mask, value);
}
Tensor &Tensor::clamp_(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clamp_(const_cast<Tensor &>(*this), min, max);
}
Tensor &Tensor::clamp_(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp_(const_cast<Tensor &>(*this), min, max);
}
Tensor &Tensor::clamp_min_(const Scalar &min) const {
  return fg::clamp_min_(const_cast<Tensor &>(*this), min);
}
Tensor &Tensor::clamp_max_(const Scalar &max) const {
  return fg::clamp_max_(const_cast<Tensor &>(*this), max);
}
Tensor &Tensor::lerp_(const Tensor &end, const Tensor &weight) const {
  return fg::lerp_(const_cast<Tensor &>(*this), end, weight);
}
Tensor &Tensor::lerp_(const Tensor &end, const Scalar &weight) const {
  return fg::lerp_(const_cast<Tensor &>(*this), end, weight);
}
Tensor &Tensor::addcmul_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcmul_(const_cast<Tensor &>(*this), tensor1, tensor2, value);
}
Tensor &Tensor::addcdiv_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcdiv_(const_cast<Tensor &>(*this), tensor1, tensor2, value);
}
Tensor &Tensor::masked_fill_(const Tensor &mask, const Tensor &value) const {
  return fg::masked_fill_(const_cast<Tensor &>(*this), mask, value);
}
Tensor &Tensor::masked_fill_(const Tensor &mask, const Scalar &value) const {
  return fg::masked_fill_(const_cast<Tensor &>(*this), mask, value);
}

// copies and casts: self itself where nothing would change, unless `copy`
Tensor Tensor::to(ScalarType dtype, bool non_blocking, bool copy) const {
  return (void)non_blocking, fg::to(*this, dtype, copy);
}
Tensor Tensor::toType(ScalarType dtype) const { return fg::to(*this, dtype); }
Tensor Tensor::type_as(const Tensor &other) const { return fg::type_as(*this, other); }
Tensor Tensor::clone() const { return fg::clone(*this); }
Tensor Tensor::contiguous() const { return fg::contiguous(*this); }
Tensor Tensor::detach() const { return fg::detach(*this); }
Tensor Tensor::data() const { return fg::detach(*this); }
Tensor &Tensor::detach_() const { return const_cast<Tensor &>(*this); }
const Tensor &Tensor::set_requires_grad(bool requires_grad) const { return (void)requires_grad, *this; }
const Tensor &Tensor::requires_grad_(bool requires_grad) const { return (void)requires_grad, *this; }
Tensor &Tensor::copy_(const Tensor &src, bool non_blocking) const {
  return fg::copy_(const_cast<Tensor &>(*this), src, non_blocking);
}
Tensor &Tensor::fill_(const Scalar &value) const { return fg::fill_(const_cast<Tensor &>(*this), value); }
Tensor &Tensor::fill_(const Tensor &value) const { return fg::fill_(const_cast<Tensor &>(*this), value); }
Tensor &Tensor::zero_() const { return fg::zero_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::uniform_(double from, double to) const {
  return fg::uniform_(const_cast<Tensor &>(*this), from, to);
}
Tensor &Tensor::normal_(double mean, double std) const {
  return fg::normal_(const_cast<Tensor &>(*this), mean, std);
}

// new tensors of this dtype, on this device
Tensor Tensor::new_zeros(IntArrayRef size, const TensorOptions &options) const {
  return fg::zeros(size, detail::optionsBeside(*this, options));
}
Tensor Tensor::new_ones(IntArrayRef size, const TensorOptions &options) const {
  return fg::ones(size, detail::optionsBeside(*this, options));
}
Tensor Tensor::new_empty(IntArrayRef size, const TensorOptions &options) const {
  return fg::empty(size, detail::optionsBeside(*this, options));
}
Tensor Tensor::new_full(IntArrayRef size, const Scalar &fill_value, const TensorOptions &options) const {
  return fg::full(size, fill_value, detail::optionsBeside(*this, options));
}

// reductions
Tensor Tensor::sum(std::optional<ScalarType> dtype) const { return fg::sum(*this, dtype); }
Tensor Tensor::sum(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::sum(*this, dim, keepdim, dtype);
}
Tensor Tensor::mean(std::optional<ScalarType> dtype) const { return fg::mean(*this, dtype); }
Tensor Tensor::mean(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::mean(*this, dim, keepdim, dtype);
}
Tensor Tensor::prod(std::optional<ScalarType> dtype) const { return fg::prod(*this, dtype); }
Tensor Tensor::prod(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::prod(*this, dim, keepdim, dtype);
}
Tensor Tensor::sum(std::nullopt_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::sum(*this, dim, keepdim, dtype);
}
Tensor Tensor::mean(std::nullopt_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::mean(*this, dim, keepdim, dtype);
}
Tensor Tensor::amax(IntArrayRef dim, bool keepdim) const { return fg::amax(*this, dim, keepdim); }
Tensor Tensor::amin(IntArrayRef dim, bool keepdim) const { return fg::amin(*this, dim, keepdim); }
Tensor Tensor::any() const { return fg::any(*this); }
Tensor Tensor::any(IntArrayRef dim, bool keepdim) const { return fg::any(*this, dim, keepdim); }
Tensor Tensor::all() const { return fg::all(*this); }
Tensor Tensor::all(IntArrayRef dim, bool keepdim) const { return fg::all(*this, dim, keepdim); }
Tensor Tensor::var(int dim) const { return fg::var(*this, dim); }
Tensor Tensor::var(bool unbiased) const { return fg::var(*this, unbiased); }
Tensor Tensor::var(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return fg::var(*this, dim.value_or(IntArrayRef()), unbiased, keepdim);
}
Tensor Tensor::var(OptionalIntArrayRef dim, const ::std::optional<Scalar> &correction, bool keepdim) const {
  return fg::var(*this, dim.value_or(IntArrayRef()), correction, keepdim);
}
Tensor Tensor::std(int dim) const { return fg::std(*this, dim); }
Tensor Tensor::std(bool unbiased) const { return fg::std(*this, unbiased); }
Tensor Tensor::std(OptionalIntArrayRef dim, bool unbiased, bool keepdim) const {
  return fg::std(*this, dim, unbiased, keepdim);
}
Tensor Tensor::std(OptionalIntArrayRef dim, const ::std::optional<Scalar> &correction, bool keepdim) const {
  return fg::std(*this, dim, correction, keepdim);
}
Tensor Tensor::argmax(std::optional<int64_t> dim, bool keepdim) const {
  return fg::argmax(*this, dim, keepdim);
}
Tensor Tensor::argmin(std::optional<int64_t> dim, bool keepdim) const {
  return fg::argmin(*this, dim, keepdim);
}
Tensor Tensor::max() const { return fg::max(*this); }
std::tuple<Tensor, Tensor> Tensor::max(int64_t dim, bool keepdim) const {
  return fg::max(*this, dim, keepdim);
}
Tensor Tensor::min() const { return fg::min(*this); }
std::tuple<Tensor, Tensor> Tensor::min(int64_t dim, bool keepdim) const {
  return fg::min(*this, dim, keepdim);
}
Tensor Tensor::norm(const Scalar &p) const { return fg::norm(*this, p); }
Tensor Tensor::norm(const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim) const {
  return fg::norm(*this, p, dim, keepdim);
}
Tensor Tensor::logsumexp(IntArrayRef dim, bool keepdim) const { return fg::logsumexp(*this, dim, keepdim); }
Tensor Tensor::softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::softmax(*this, dim, dtype);
}
Tensor Tensor::log_softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::log_softmax(*this, dim, dtype);
}
bool Tensor::equal(const Tensor &other) const { return fg::equal(*this, other); }
bool Tensor::allclose(const Tensor &other, double rtol, double atol, bool equal_nan) const {
  return fg::allclose(*this, other, rtol, atol, equal_nan);
}
Tensor Tensor::isclose(const Tensor &other, double rtol, double atol, bool equal_nan) const {
  return fg::isclose(*this, other, rtol, atol, equal_nan);
}

// linear algebra
Tensor Tensor::matmul(const Tensor &other) const { return fg::matmul(*this, other); }
Tensor Tensor::mm(const Tensor &mat2) const { return fg::mm(*this, mat2); }
Tensor Tensor::bmm(const Tensor &mat2) const { return fg::bmm(*this, mat2); }
Tensor Tensor::mv(const Tensor &vec) const { return fg::mv(*this, vec); }
Tensor Tensor::dot(const Tensor &tensor) const { return fg::dot(*this, tensor); }
Tensor Tensor::outer(const Tensor &vec2) const { return fg::outer(*this, vec2); }
Tensor Tensor::addmm(const Tensor &mat1, const Tensor &mat2, const Scalar &beta, const Scalar &alpha) const {
  return fg::addmm(*this, mat1, mat2, beta, alpha);
}
Tensor Tensor::baddbmm(const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                       const Scalar &alpha) const {
  return fg::baddbmm(*this, batch1, batch2, beta, alpha);
}
Tensor Tensor::addmv(const Tensor &mat, const Tensor &vec, const Scalar &beta, const Scalar &alpha) const {
  return fg::addmv(*this, mat, vec, beta, alpha);
}

// shape
Tensor Tensor::view(IntArrayRef size) const { return fg::view(*this, size); }
Tensor Tensor::reshape(IntArrayRef shape) const { return fg::reshape(*this, shape); }
Tensor Tensor::permute(IntArrayRef dims) const { return fg::permute(*this, dims); }
Tensor Tensor::expand(IntArrayRef size) const { return fg::expand(*this, size); }
Tensor Tensor::squeeze() const { return fg::squeeze(*this); }
Tensor Tensor::squeeze(IntArrayRef dim) const { return fg::squeeze(*this, dim); }
Tensor Tensor::unsqueeze(int64_t dim) const { return fg::unsqueeze(*this, dim); }
Tensor Tensor::select(int64_t dim, int64_t index) const { return fg::select(*this, dim, index); }
Tensor Tensor::slice(int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                     int64_t step) const {
  return fg::slice(*this, dim, start, end, step);
}
Tensor Tensor::alias() const { return fg::alias(*this); }
Tensor Tensor::transpose(int64_t dim0, int64_t dim1) const { return fg::transpose(*this, dim0, dim1); }
Tensor Tensor::swapaxes(int64_t axis0, int64_t axis1) const { return fg::swapaxes(*this, axis0, axis1); }
Tensor Tensor::t() const { return fg::t(*this); }
Tensor Tensor::T() const { return fg::numpy_T(*this); }
Tensor Tensor::numpy_T() const { return fg::numpy_T(*this); }
Tensor Tensor::mT() const { return fg::matrix_transpose(*this); }
Tensor Tensor::movedim(IntArrayRef source, IntArrayRef destination) const {
  return fg::movedim(*this, source, destination);
}
Tensor Tensor::movedim(int64_t source, int64_t destination) const {
  return fg::movedim(*this, source, destination);
}
Tensor Tensor::view_as(const Tensor &other) const { return fg::view_as(*this, other); }
Tensor Tensor::reshape_as(const Tensor &other) const { return fg::reshape_as(*this, other); }
Tensor Tensor::expand_as(const Tensor &other) const { return fg::expand_as(*this, other); }
Tensor Tensor::broadcast_to(IntArrayRef size) const { return fg::broadcast_to(*this, size); }
Tensor Tensor::ravel() const { return fg::ravel(*this); }
Tensor Tensor::flatten(int64_t start_dim, int64_t end_dim) const {
  return fg::flatten(*this, start_dim, end_dim);
}
Tensor Tensor::unflatten(int64_t dim, IntArrayRef sizes) const { return fg::unflatten(*this, dim, sizes); }
Tensor Tensor::narrow(int64_t dim, int64_t start, int64_t length) const {
  return fg::narrow(*this, dim, start, length);
}
Tensor Tensor::repeat(IntArrayRef repeats) const { return fg::repeat(*this, repeats); }
std::vector<Tensor> Tensor::split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return fg::split_with_sizes(*this, split_sizes, dim);
}
std::vector<Tensor> Tensor::split(int64_t split_size, int64_t dim) const {
  return fg::split(*this, split_size, dim);
}
std::vector<Tensor> Tensor::split(IntArrayRef split_size, int64_t dim) const {
  return fg::split(*this, split_size, dim);
}
std::vector<Tensor> Tensor::chunk(int64_t chunks, int64_t dim) const { return fg::chunk(*this, chunks, dim); }
std::vector<Tensor> Tensor::unbind(int64_t dim) const { return fg::unbind(*this, dim); }
Tensor Tensor::tril(int64_t diagonal) const { return fg::tril(*this, diagonal); }
Tensor Tensor::triu(int64_t diagonal) const { return fg::triu(*this, diagonal); }

// indexing
Tensor Tensor::gather(int64_t dim, const Tensor &index) const { return fg::gather(*this, dim, index); }
Tensor Tensor::index_select(int64_t dim, const Tensor &index) const {
  return fg::index_select(*this, dim, index);
}
Tensor Tensor::index(ArrayRef<indexing::TensorIndex> indices) const { return fg::index(*this, indices); }
Tensor Tensor::index(std::initializer_list<indexing::TensorIndex> indices) const {
  return fg::index(*this, ArrayRef<indexing::TensorIndex>(indices));
}
Tensor &Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                           bool accumulate) const {
  return fg::index_put_(const_cast<Tensor &>(*this), indices, value, accumulate);
}
Tensor &Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor &value,
                           bool accumulate) const {
  return fg::index_put_(const_cast<Tensor &>(*this), ArrayRef<indexing::TensorIndex>(indices), value,
                        accumulate);
}
Tensor &Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar &value) const {
  return fg::index_put_(const_cast<Tensor &>(*this), indices, value);
}
Tensor &Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar &value) const {
  return fg::index_put_(const_cast<Tensor &>(*this), ArrayRef<indexing::TensorIndex>(indices), value);
}
Tensor Tensor::operator[](int64_t index) const { return fg::select(*this, 0, index); }

// operators
Tensor Tensor::operator-() const { return fg::neg(*this); }
Tensor Tensor::operator!() const { return fg::logical_not(*this); }
Tensor Tensor::operator~() const { return fg::bitwise_not(*this); }
Tensor &Tensor::operator+=(const Tensor &other) { return fg::add_(*this, other); }
Tensor &Tensor::operator+=(const Scalar &other) { return fg::add_(*this, other); }
Tensor &Tensor::operator-=(const Tensor &other) { return fg::sub_(*this, other); }
Tensor &Tensor::operator-=(const Scalar &other) { return fg::sub_(*this, other); }
Tensor &Tensor::operator*=(const Tensor &other) { return fg::mul_(*this, other); }
Tensor &Tensor::operator*=(const Scalar &other) { return fg::mul_(*this, other); }
Tensor &Tensor::operator/=(const Tensor &other) { return fg::div_(*this, other); }
Tensor &Tensor::operator/=(const Scalar &other) { return fg::div_(*this, other); }
Tensor &Tensor::operator&=(const Tensor &other) { return fg::bitwise_and_(*this, other); }
Tensor &Tensor::operator&=(const Scalar &other) { return fg::bitwise_and_(*this, other); }
Tensor &Tensor::operator|=(const Tensor &other) { return fg::bitwise_or_(*this, other); }
Tensor &Tensor::operator|=(const Scalar &other) { return fg::bitwise_or_(*this, other); }
Tensor &Tensor::operator^=(const Tensor &other) { return fg::bitwise_xor_(*this, other); }
Tensor &Tensor::operator^=(const Scalar &other) { return fg::bitwise_xor_(*this, other); }
Tensor &Tensor::operator<<=(const Tensor &other) { return fg::bitwise_left_shift_(*this, other); }
Tensor &Tensor::operator<<=(const Scalar &other) { return fg::bitwise_left_shift_(*this, other); }
Tensor &Tensor::operator>>=(const Tensor &other) { return fg::bitwise_right_shift_(*this, other); }
Tensor &Tensor::operator>>=(const Scalar &other) { return fg::bitwise_right_shift_(*this, other); }

Tensor &Tensor::operator=(const Tensor &other) && { return fg::copy_(*this, other); }
Tensor &Tensor::operator=(Tensor &&other) && { return fg::copy_(*this, other); }
Tensor &Tensor::operator=(const Scalar &value) && { return fg::fill_(*this, value); }

} // namespace fg
