// The dtype rule of each pointwise operator, as ATen's CPU kernels have it (PyTorch 2.13).
//
// Read by the eager operators and by shape inference: a rule kept twice would let compiled code change a
// result's dtype. Rows are named as the formulas of detail/formulas.h: an operator of Ops.def, or an operator
// with the value of its string attribute ("div_floor", "gelu_tanh"), or the operand it lacks ("clamp_min" is
// clamp without max).
//
// How a result's dtype comes about:
//   common = ATen's result_type (ResultTypeState) of the operands in `promoting`
//   compute = computeDtype(rule, common)      Undefined: ATen has no CPU kernel for it, the call throws
//   result = resultDtype(rule, common)
// A formula is evaluated in `accumulateDtype(compute)`: the 16-bit floats in f32, and rounded once at the
// end.
#pragma once

#include <fullgraph/dtype.h>

#include <string_view>

namespace fg {

struct PointwiseRule {
  /// Dtypes (after promotion) that have a kernel.
  enum Accepts : uint8_t { Float = 1, Int = 2, Bool = 4, FloatInt = 3, IntBool = 6, All = 7 };

  std::string_view name;
  uint8_t accepts = All;
  /// Integers and bool are computed in, and give, the default dtype (f32).
  bool intToFloat = false;
  /// The result is bool, whatever the operands are compared in.
  bool boolResult = false;
  /// Bit i: tensor operand i takes part in type promotion. Operands that do not are converted to the result's
  /// dtype (`value` of masked_fill) or are conditions (of where and masked_fill).
  uint8_t promoting = 0xff;
  /// Operands are converted to `compute` (a 0-d f32 meeting f16 tensors is rounded to f16), also where the
  /// formula is then evaluated in f32. But of these operators the second operand, where it is a number or
  /// 0-d, is not rounded to a 16-bit float: x * 1e-8 is not 0.
  bool wideSecond = false;
};

inline constexpr PointwiseRule pointwiseRules[] = {
    {"neg", PointwiseRule::FloatInt},
    {"abs", PointwiseRule::FloatInt},
    {"sign"},
    {"ceil", PointwiseRule::FloatInt},
    {"floor", PointwiseRule::FloatInt},
    {"round", PointwiseRule::FloatInt},
    {"trunc", PointwiseRule::FloatInt},
    {"frac", PointwiseRule::Float},
    {"square"}, // pow(self, 2): bool gives i64, see computeDtype
    {"sqrt", PointwiseRule::All, true},
    {"rsqrt", PointwiseRule::All, true},
    {"reciprocal", PointwiseRule::All, true},
    {"exp", PointwiseRule::All, true},
    {"exp2", PointwiseRule::All, true},
    {"expm1", PointwiseRule::All, true},
    {"log", PointwiseRule::All, true},
    {"log2", PointwiseRule::All, true},
    {"log10", PointwiseRule::All, true},
    {"log1p", PointwiseRule::All, true},
    {"sin", PointwiseRule::All, true},
    {"cos", PointwiseRule::All, true},
    {"tan", PointwiseRule::All, true},
    {"asin", PointwiseRule::All, true},
    {"acos", PointwiseRule::All, true},
    {"atan", PointwiseRule::All, true},
    {"sinh", PointwiseRule::All, true},
    {"cosh", PointwiseRule::All, true},
    {"tanh", PointwiseRule::All, true},
    {"asinh", PointwiseRule::All, true},
    {"acosh", PointwiseRule::All, true},
    {"atanh", PointwiseRule::All, true},
    {"erf", PointwiseRule::All, true},
    {"erfc", PointwiseRule::All, true},
    {"lgamma", PointwiseRule::All, true},
    {"digamma", PointwiseRule::All, true},
    {"erfinv", PointwiseRule::All, true},
    {"i0", PointwiseRule::All, true},
    {"special_i0e", PointwiseRule::All, true},
    {"special_ndtri", PointwiseRule::All, true},
    {"special_erfcx", PointwiseRule::All, true},
    {"polygamma", PointwiseRule::All, true},
    {"frexp_mantissa", PointwiseRule::Float},
    {"frexp_exponent", PointwiseRule::Float}, // a whole number in the operand's dtype
    {"sigmoid", PointwiseRule::All, true},
    {"logit", PointwiseRule::All, true},
    {"logit_eps", PointwiseRule::All, true},
    {"relu", PointwiseRule::FloatInt},
    {"relu6", PointwiseRule::FloatInt},
    {"silu", PointwiseRule::Float},
    {"mish", PointwiseRule::Float},
    {"hardsigmoid", PointwiseRule::Float},
    {"hardswish", PointwiseRule::Float},
    {"log_sigmoid", PointwiseRule::Float},
    {"gelu", PointwiseRule::Float},
    {"gelu_tanh", PointwiseRule::Float},
    {"leaky_relu", PointwiseRule::Float},
    {"elu", PointwiseRule::Float},
    {"softplus", PointwiseRule::Float},
    {"hardtanh", PointwiseRule::FloatInt}, // u8 only with limits >= 0
    {"threshold", PointwiseRule::FloatInt},
    {"logical_not", PointwiseRule::All, false, true},
    {"bitwise_not", PointwiseRule::IntBool},
    {"isnan", PointwiseRule::All, false, true},
    {"isinf", PointwiseRule::All, false, true},
    {"isfinite", PointwiseRule::All, false, true},
    {"add"},
    {"sub", PointwiseRule::FloatInt}, // and neither operand may be bool
    {"mul", PointwiseRule::All, false, false, 0xff, true},
    {"div", PointwiseRule::All, true, false, 0xff, true},
    {"div_floor", PointwiseRule::FloatInt, false, false, 0xff, true},
    {"div_trunc", PointwiseRule::FloatInt, false, false, 0xff, true},
    {"pow", PointwiseRule::FloatInt},
    {"pow_scalar",
     PointwiseRule::FloatInt}, // the exponent is a number and self not f16: other formulas for 0.5, 2, ...
    {"maximum"},
    {"minimum"},
    {"fmax"},
    {"fmin"},
    {"fmod", PointwiseRule::FloatInt},
    {"remainder", PointwiseRule::FloatInt},
    {"atan2", PointwiseRule::All, true},
    {"hypot", PointwiseRule::Float},
    {"copysign", PointwiseRule::All, true},
    {"logaddexp", PointwiseRule::Float},
    {"xlogy", PointwiseRule::All, true},
    {"special_zeta", PointwiseRule::All, true},
    {"igamma", PointwiseRule::Float},
    {"igammac", PointwiseRule::Float},
    {"nextafter", PointwiseRule::Float},
    {"nextafter_half", PointwiseRule::Float},
    {"nextafter_bfloat16", PointwiseRule::Float},
    {"bitwise_and", PointwiseRule::IntBool},
    {"bitwise_or", PointwiseRule::IntBool},
    {"bitwise_xor", PointwiseRule::IntBool},
    {"bitwise_left_shift", PointwiseRule::Int},
    {"bitwise_right_shift", PointwiseRule::Int},
    {"eq", PointwiseRule::All, false, true},
    {"ne", PointwiseRule::All, false, true},
    {"lt", PointwiseRule::All, false, true},
    {"le", PointwiseRule::All, false, true},
    {"gt", PointwiseRule::All, false, true},
    {"ge", PointwiseRule::All, false, true},
    {"logical_and", PointwiseRule::All, false, true},
    {"logical_or", PointwiseRule::All, false, true},
    {"logical_xor", PointwiseRule::All, false, true},
    {"where", PointwiseRule::All, false, false, 0b110},
    {"clamp", PointwiseRule::FloatInt},
    {"clamp_min"},                                       // maximum(self, min)
    {"clamp_max"},                                       // minimum(self, max)
    {"lerp", PointwiseRule::Float, false, false, 0b011}, // self and end must have one dtype
    {"addcmul", PointwiseRule::FloatInt},
    {"addcdiv", PointwiseRule::Float},
    {"masked_fill", PointwiseRule::All, false, false, 0b001},
};

/// The row of a formula; nullptr when the operator is not pointwise. A call in a constant expression
/// (`constexpr const PointwiseRule &rule = *pointwiseRule("add")`) fails to compile for an unknown name.
constexpr const PointwiseRule *pointwiseRule(std::string_view formula) {
  for (const PointwiseRule &rule : pointwiseRules)
    if (rule.name == formula)
      return &rule;
  return nullptr;
}

/// The dtype that operands of common dtype `common` are converted to; Undefined where ATen has no kernel.
constexpr ScalarType computeDtype(const PointwiseRule &rule, ScalarType common) {
  const uint8_t category = isFloatingType(common)          ? PointwiseRule::Float
                           : common == kBool               ? PointwiseRule::Bool
                           : isIntegralType(common, false) ? PointwiseRule::Int
                                                           : 0;
  if (!(rule.accepts & category))
    return ScalarType::Undefined;
  if (rule.intToFloat && category != PointwiseRule::Float)
    return kFloat;
  if (common == kBool && rule.name == "square")
    return kLong; // the exponent 2 is an integer
  return common;
}

/// The dtype of the result; Undefined where ATen has no kernel.
constexpr ScalarType resultDtype(const PointwiseRule &rule, ScalarType common) {
  const ScalarType compute = computeDtype(rule, common);
  return compute != ScalarType::Undefined && rule.boolResult ? kBool : compute;
}

/// at::opmath_type: the dtype in which formulas, sums and products of `t` are evaluated.
constexpr ScalarType accumulateDtype(ScalarType t) { return isReducedFloatingType(t) ? kFloat : t; }

} // namespace fg
