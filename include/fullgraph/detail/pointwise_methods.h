// The bodies of fg::Tensor's pointwise methods: the free functions of the same names.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// unary
inline Tensor Tensor::neg() const { return fg::neg(*this); }
inline Tensor Tensor::abs() const { return fg::abs(*this); }
inline Tensor Tensor::sign() const { return fg::sign(*this); }
inline Tensor Tensor::ceil() const { return fg::ceil(*this); }
inline Tensor Tensor::floor() const { return fg::floor(*this); }
inline Tensor Tensor::round() const { return fg::round(*this); }
inline Tensor Tensor::trunc() const { return fg::trunc(*this); }
inline Tensor Tensor::frac() const { return fg::frac(*this); }
inline Tensor Tensor::square() const { return fg::square(*this); }
inline Tensor Tensor::sqrt() const { return fg::sqrt(*this); }
inline Tensor Tensor::rsqrt() const { return fg::rsqrt(*this); }
inline Tensor Tensor::reciprocal() const { return fg::reciprocal(*this); }
inline Tensor Tensor::exp() const { return fg::exp(*this); }
inline Tensor Tensor::exp2() const { return fg::exp2(*this); }
inline Tensor Tensor::expm1() const { return fg::expm1(*this); }
inline Tensor Tensor::log() const { return fg::log(*this); }
inline Tensor Tensor::log2() const { return fg::log2(*this); }
inline Tensor Tensor::log10() const { return fg::log10(*this); }
inline Tensor Tensor::log1p() const { return fg::log1p(*this); }
inline Tensor Tensor::sin() const { return fg::sin(*this); }
inline Tensor Tensor::cos() const { return fg::cos(*this); }
inline Tensor Tensor::tan() const { return fg::tan(*this); }
inline Tensor Tensor::asin() const { return fg::asin(*this); }
inline Tensor Tensor::acos() const { return fg::acos(*this); }
inline Tensor Tensor::atan() const { return fg::atan(*this); }
inline Tensor Tensor::sinh() const { return fg::sinh(*this); }
inline Tensor Tensor::cosh() const { return fg::cosh(*this); }
inline Tensor Tensor::tanh() const { return fg::tanh(*this); }
inline Tensor Tensor::asinh() const { return fg::asinh(*this); }
inline Tensor Tensor::acosh() const { return fg::acosh(*this); }
inline Tensor Tensor::atanh() const { return fg::atanh(*this); }
inline Tensor Tensor::erf() const { return fg::erf(*this); }
inline Tensor Tensor::erfc() const { return fg::erfc(*this); }
inline Tensor Tensor::sigmoid() const { return fg::sigmoid(*this); }
inline Tensor Tensor::relu() const { return fg::relu(*this); }
inline Tensor Tensor::logical_not() const { return fg::logical_not(*this); }
inline Tensor Tensor::bitwise_not() const { return fg::bitwise_not(*this); }
inline Tensor Tensor::negative() const { return fg::negative(*this); }
inline Tensor Tensor::absolute() const { return fg::absolute(*this); }
inline Tensor Tensor::isnan() const { return fg::isnan(*this); }
inline Tensor Tensor::isinf() const { return fg::isinf(*this); }
inline Tensor Tensor::isfinite() const { return fg::isfinite(*this); }
inline Tensor Tensor::logit(const std::optional<Scalar> &eps) const { return fg::logit(*this, eps); }
inline Tensor &Tensor::neg_() const { return fg::neg_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::abs_() const { return fg::abs_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::sign_() const { return fg::sign_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::ceil_() const { return fg::ceil_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::floor_() const { return fg::floor_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::round_() const { return fg::round_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::trunc_() const { return fg::trunc_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::frac_() const { return fg::frac_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::square_() const { return fg::square_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::sqrt_() const { return fg::sqrt_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::rsqrt_() const { return fg::rsqrt_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::reciprocal_() const { return fg::reciprocal_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::exp_() const { return fg::exp_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::exp2_() const { return fg::exp2_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::expm1_() const { return fg::expm1_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::log_() const { return fg::log_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::log2_() const { return fg::log2_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::log10_() const { return fg::log10_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::log1p_() const { return fg::log1p_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::sin_() const { return fg::sin_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::cos_() const { return fg::cos_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::tan_() const { return fg::tan_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::asin_() const { return fg::asin_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::acos_() const { return fg::acos_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::atan_() const { return fg::atan_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::sinh_() const { return fg::sinh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::cosh_() const { return fg::cosh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::tanh_() const { return fg::tanh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::asinh_() const { return fg::asinh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::acosh_() const { return fg::acosh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::atanh_() const { return fg::atanh_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::erf_() const { return fg::erf_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::erfc_() const { return fg::erfc_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::sigmoid_() const { return fg::sigmoid_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::relu_() const { return fg::relu_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::logical_not_() const { return fg::logical_not_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::bitwise_not_() const { return fg::bitwise_not_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::logit_(const std::optional<Scalar> &eps) const {
  return fg::logit_(const_cast<Tensor &>(*this), eps);
}

// binary
inline Tensor Tensor::add(const Tensor &other, const Scalar &alpha) const {
  return fg::add(*this, other, alpha);
}
inline Tensor Tensor::add(const Scalar &other, const Scalar &alpha) const {
  return fg::add(*this, other, alpha);
}
inline Tensor Tensor::sub(const Tensor &other, const Scalar &alpha) const {
  return fg::sub(*this, other, alpha);
}
inline Tensor Tensor::sub(const Scalar &other, const Scalar &alpha) const {
  return fg::sub(*this, other, alpha);
}
inline Tensor Tensor::rsub(const Tensor &other, const Scalar &alpha) const {
  return fg::rsub(*this, other, alpha);
}
inline Tensor Tensor::rsub(const Scalar &other, const Scalar &alpha) const {
  return fg::rsub(*this, other, alpha);
}
inline Tensor Tensor::mul(const Tensor &other) const { return fg::mul(*this, other); }
inline Tensor Tensor::mul(const Scalar &other) const { return fg::mul(*this, other); }
inline Tensor Tensor::div(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
inline Tensor Tensor::div(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
inline Tensor Tensor::pow(const Tensor &exponent) const { return fg::pow(*this, exponent); }
inline Tensor Tensor::pow(const Scalar &exponent) const { return fg::pow(*this, exponent); }
inline Tensor Tensor::maximum(const Tensor &other) const { return fg::maximum(*this, other); }
inline Tensor Tensor::minimum(const Tensor &other) const { return fg::minimum(*this, other); }
inline Tensor Tensor::fmax(const Tensor &other) const { return fg::fmax(*this, other); }
inline Tensor Tensor::fmin(const Tensor &other) const { return fg::fmin(*this, other); }
inline Tensor Tensor::atan2(const Tensor &other) const { return fg::atan2(*this, other); }
inline Tensor Tensor::hypot(const Tensor &other) const { return fg::hypot(*this, other); }
inline Tensor Tensor::logaddexp(const Tensor &other) const { return fg::logaddexp(*this, other); }
inline Tensor Tensor::logical_and(const Tensor &other) const { return fg::logical_and(*this, other); }
inline Tensor Tensor::logical_or(const Tensor &other) const { return fg::logical_or(*this, other); }
inline Tensor Tensor::logical_xor(const Tensor &other) const { return fg::logical_xor(*this, other); }
inline Tensor Tensor::max(const Tensor &other) const { return fg::max(*this, other); }
inline Tensor Tensor::min(const Tensor &other) const { return fg::min(*this, other); }
inline Tensor Tensor::fmod(const Tensor &other) const { return fg::fmod(*this, other); }
inline Tensor Tensor::fmod(const Scalar &other) const { return fg::fmod(*this, other); }
inline Tensor Tensor::copysign(const Tensor &other) const { return fg::copysign(*this, other); }
inline Tensor Tensor::copysign(const Scalar &other) const { return fg::copysign(*this, other); }
inline Tensor Tensor::remainder(const Tensor &other) const { return fg::remainder(*this, other); }
inline Tensor Tensor::remainder(const Scalar &other) const { return fg::remainder(*this, other); }
inline Tensor Tensor::xlogy(const Tensor &other) const { return fg::xlogy(*this, other); }
inline Tensor Tensor::xlogy(const Scalar &other) const { return fg::xlogy(*this, other); }
inline Tensor Tensor::bitwise_and(const Tensor &other) const { return fg::bitwise_and(*this, other); }
inline Tensor Tensor::bitwise_and(const Scalar &other) const { return fg::bitwise_and(*this, other); }
inline Tensor Tensor::bitwise_or(const Tensor &other) const { return fg::bitwise_or(*this, other); }
inline Tensor Tensor::bitwise_or(const Scalar &other) const { return fg::bitwise_or(*this, other); }
inline Tensor Tensor::bitwise_xor(const Tensor &other) const { return fg::bitwise_xor(*this, other); }
inline Tensor Tensor::bitwise_xor(const Scalar &other) const { return fg::bitwise_xor(*this, other); }
inline Tensor Tensor::bitwise_left_shift(const Tensor &other) const {
  return fg::bitwise_left_shift(*this, other);
}
inline Tensor Tensor::bitwise_left_shift(const Scalar &other) const {
  return fg::bitwise_left_shift(*this, other);
}
inline Tensor Tensor::bitwise_right_shift(const Tensor &other) const {
  return fg::bitwise_right_shift(*this, other);
}
inline Tensor Tensor::bitwise_right_shift(const Scalar &other) const {
  return fg::bitwise_right_shift(*this, other);
}
inline Tensor Tensor::floor_divide(const Tensor &other) const { return fg::floor_divide(*this, other); }
inline Tensor Tensor::floor_divide(const Scalar &other) const { return fg::floor_divide(*this, other); }
inline Tensor Tensor::true_divide(const Tensor &other) const { return fg::true_divide(*this, other); }
inline Tensor Tensor::true_divide(const Scalar &other) const { return fg::true_divide(*this, other); }
inline Tensor Tensor::eq(const Tensor &other) const { return fg::eq(*this, other); }
inline Tensor Tensor::eq(const Scalar &other) const { return fg::eq(*this, other); }
inline Tensor Tensor::ne(const Tensor &other) const { return fg::ne(*this, other); }
inline Tensor Tensor::ne(const Scalar &other) const { return fg::ne(*this, other); }
inline Tensor Tensor::lt(const Tensor &other) const { return fg::lt(*this, other); }
inline Tensor Tensor::lt(const Scalar &other) const { return fg::lt(*this, other); }
inline Tensor Tensor::le(const Tensor &other) const { return fg::le(*this, other); }
inline Tensor Tensor::le(const Scalar &other) const { return fg::le(*this, other); }
inline Tensor Tensor::gt(const Tensor &other) const { return fg::gt(*this, other); }
inline Tensor Tensor::gt(const Scalar &other) const { return fg::gt(*this, other); }
inline Tensor Tensor::ge(const Tensor &other) const { return fg::ge(*this, other); }
inline Tensor Tensor::ge(const Scalar &other) const { return fg::ge(*this, other); }
inline Tensor &Tensor::add_(const Tensor &other, const Scalar &alpha) const {
  return fg::add_(const_cast<Tensor &>(*this), other, alpha);
}
inline Tensor &Tensor::add_(const Scalar &other, const Scalar &alpha) const {
  return fg::add_(const_cast<Tensor &>(*this), other, alpha);
}
inline Tensor &Tensor::sub_(const Tensor &other, const Scalar &alpha) const {
  return fg::sub_(const_cast<Tensor &>(*this), other, alpha);
}
inline Tensor &Tensor::sub_(const Scalar &other, const Scalar &alpha) const {
  return fg::sub_(const_cast<Tensor &>(*this), other, alpha);
}
inline Tensor &Tensor::mul_(const Tensor &other) const {
  return fg::mul_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::mul_(const Scalar &other) const {
  return fg::mul_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::div_(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
inline Tensor &Tensor::div_(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
inline Tensor &Tensor::pow_(const Tensor &exponent) const {
  return fg::pow_(const_cast<Tensor &>(*this), exponent);
}
inline Tensor &Tensor::pow_(const Scalar &exponent) const {
  return fg::pow_(const_cast<Tensor &>(*this), exponent);
}
inline Tensor &Tensor::atan2_(const Tensor &other) const {
  return fg::atan2_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::hypot_(const Tensor &other) const {
  return fg::hypot_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::logical_and_(const Tensor &other) const {
  return fg::logical_and_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::logical_or_(const Tensor &other) const {
  return fg::logical_or_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::logical_xor_(const Tensor &other) const {
  return fg::logical_xor_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::fmod_(const Tensor &other) const {
  return fg::fmod_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::fmod_(const Scalar &other) const {
  return fg::fmod_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::copysign_(const Tensor &other) const {
  return fg::copysign_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::copysign_(const Scalar &other) const {
  return fg::copysign_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::remainder_(const Tensor &other) const {
  return fg::remainder_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::remainder_(const Scalar &other) const {
  return fg::remainder_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::xlogy_(const Tensor &other) const {
  return fg::xlogy_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::xlogy_(const Scalar &other) const {
  return fg::xlogy_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_and_(const Tensor &other) const {
  return fg::bitwise_and_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_and_(const Scalar &other) const {
  return fg::bitwise_and_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_or_(const Tensor &other) const {
  return fg::bitwise_or_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_or_(const Scalar &other) const {
  return fg::bitwise_or_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_xor_(const Tensor &other) const {
  return fg::bitwise_xor_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_xor_(const Scalar &other) const {
  return fg::bitwise_xor_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_left_shift_(const Tensor &other) const {
  return fg::bitwise_left_shift_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_left_shift_(const Scalar &other) const {
  return fg::bitwise_left_shift_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_right_shift_(const Tensor &other) const {
  return fg::bitwise_right_shift_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::bitwise_right_shift_(const Scalar &other) const {
  return fg::bitwise_right_shift_(const_cast<Tensor &>(*this), other);
}
inline Tensor &Tensor::eq_(const Tensor &other) const { return fg::eq_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::eq_(const Scalar &other) const { return fg::eq_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::ne_(const Tensor &other) const { return fg::ne_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::ne_(const Scalar &other) const { return fg::ne_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::lt_(const Tensor &other) const { return fg::lt_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::lt_(const Scalar &other) const { return fg::lt_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::le_(const Tensor &other) const { return fg::le_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::le_(const Scalar &other) const { return fg::le_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::gt_(const Tensor &other) const { return fg::gt_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::gt_(const Scalar &other) const { return fg::gt_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::ge_(const Tensor &other) const { return fg::ge_(const_cast<Tensor &>(*this), other); }
inline Tensor &Tensor::ge_(const Scalar &other) const { return fg::ge_(const_cast<Tensor &>(*this), other); }

// ternary
inline Tensor Tensor::where(const Tensor &condition, const Tensor &other) const {
  return fg::where(condition, *this, other);
}
inline Tensor Tensor::where(const Tensor &condition, const Scalar &other) const {
  return fg::where(condition, *this, other);
}
inline Tensor Tensor::clamp(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clamp(*this, min, max);
}
inline Tensor Tensor::clip(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clip(*this, min, max);
}
inline Tensor Tensor::clamp(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp(*this, min, max);
}
inline Tensor Tensor::clamp_min(const Scalar &min) const { return fg::clamp_min(*this, min); }
inline Tensor Tensor::clamp_min(const Tensor &min) const { return fg::clamp_min(*this, min); }
inline Tensor Tensor::clamp_max(const Scalar &max) const { return fg::clamp_max(*this, max); }
inline Tensor Tensor::clamp_max(const Tensor &max) const { return fg::clamp_max(*this, max); }
inline Tensor Tensor::lerp(const Tensor &end, const Tensor &weight) const {
  return fg::lerp(*this, end, weight);
}
inline Tensor Tensor::lerp(const Tensor &end, const Scalar &weight) const {
  return fg::lerp(*this, end, weight);
}
inline Tensor Tensor::addcmul(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcmul(*this, tensor1, tensor2, value);
}
inline Tensor Tensor::addcdiv(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcdiv(*this, tensor1, tensor2, value);
}
inline Tensor Tensor::masked_fill(const Tensor &mask, const Tensor &value) const {
  return fg::masked_fill(*this, mask, value);
}
inline Tensor Tensor::masked_fill(const Tensor &mask, const Scalar &value) const {
  return fg::masked_fill(*this, mask, value);
}
inline Tensor &Tensor::clamp_(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return fg::clamp_(const_cast<Tensor &>(*this), min, max);
}
inline Tensor &Tensor::clamp_(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp_(const_cast<Tensor &>(*this), min, max);
}
inline Tensor &Tensor::clamp_min_(const Scalar &min) const {
  return fg::clamp_min_(const_cast<Tensor &>(*this), min);
}
inline Tensor &Tensor::clamp_max_(const Scalar &max) const {
  return fg::clamp_max_(const_cast<Tensor &>(*this), max);
}
inline Tensor &Tensor::lerp_(const Tensor &end, const Tensor &weight) const {
  return fg::lerp_(const_cast<Tensor &>(*this), end, weight);
}
inline Tensor &Tensor::lerp_(const Tensor &end, const Scalar &weight) const {
  return fg::lerp_(const_cast<Tensor &>(*this), end, weight);
}
inline Tensor &Tensor::addcmul_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcmul_(const_cast<Tensor &>(*this), tensor1, tensor2, value);
}
inline Tensor &Tensor::addcdiv_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) const {
  return fg::addcdiv_(const_cast<Tensor &>(*this), tensor1, tensor2, value);
}
inline Tensor &Tensor::masked_fill_(const Tensor &mask, const Tensor &value) const {
  return fg::masked_fill_(const_cast<Tensor &>(*this), mask, value);
}
inline Tensor &Tensor::masked_fill_(const Tensor &mask, const Scalar &value) const {
  return fg::masked_fill_(const_cast<Tensor &>(*this), mask, value);
}

} // namespace fg
