// The scalar formula of each pointwise operator, written once.
//
// A formula is a function object named as the operator, over one value type T: float, double or an integer in
// the eager operators, the expression type (Halide::Expr) in kernels. It is written over `Math<T>`
// (scalar_math.h says what that must provide) and the operators of T; it never branches on a value, only
// selects.
//
// The caller converts the operands to one type first, the accumulateDtype(computeDtype(...)) of
// detail/pointwise_rules.h, and converts the result to the result's dtype. bool operands are converted to an
// integer type and back by `!= 0`; the one formula that this is wrong for is bitwise_not, which for bool is
// logical_not. Numbers that are arguments (alpha, eps, negative_slope) are operands of the formula, in its
// type.
//
// Semantics are those of ATen's CPU kernels, PyTorch 2.13, held to by test/Ops. Names beyond Ops.def's:
//   div_floor div_trunc   div with a rounding mode          gelu_tanh   gelu(approximate="tanh")
//   clamp_min clamp_max   clamp with one bound              logit_eps   logit with eps
//   pow_scalar            pow whose exponent is a number, not a tensor: ATen then takes sqrt for 0.5,
//   products for 2, ...
//   nextafter_half nextafter_bfloat16   nextafter among 16-bit floats
//
// `evaluate` at the end calls a formula by its name.
#pragma once

#include <fullgraph/detail/scalar_math.h>
#include <fullgraph/detail/special_formulas.h>

#include <string_view>

namespace fg::formulas {

// Unary.

struct neg {
  template <class T> T operator()(const T &x) const { return Math<T>::neg(x); }
};
struct abs {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    if (M::isFloat(x))
      return M::abs(x);
    return M::isSigned(x) ? M::select(x < M::constant(x, 0), M::neg(x), x) : x;
  }
};
struct sign { // 0 for NaN
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T zero = M::constant(x, 0), one = M::constant(x, 1);
    const T positive = M::select(x > zero, one, zero);
    return M::isSigned(x) ? M::select(x < zero, M::constant(x, -1), positive) : positive;
  }
};
struct ceil {
  template <class T> T operator()(const T &x) const { return Math<T>::isFloat(x) ? Math<T>::ceil(x) : x; }
};
struct floor {
  template <class T> T operator()(const T &x) const { return Math<T>::isFloat(x) ? Math<T>::floor(x) : x; }
};
struct round { // ties to even
  template <class T> T operator()(const T &x) const { return Math<T>::isFloat(x) ? Math<T>::round(x) : x; }
};
struct trunc {
  template <class T> T operator()(const T &x) const { return Math<T>::isFloat(x) ? Math<T>::trunc(x) : x; }
};
struct frac {
  template <class T> T operator()(const T &x) const { return Math<T>::sub(x, Math<T>::trunc(x)); }
};
struct square {
  template <class T> T operator()(const T &x) const { return Math<T>::mul(x, x); }
};
struct rsqrt {
  template <class T> T operator()(const T &x) const { return Math<T>::constant(x, 1) / Math<T>::sqrt(x); }
};
struct reciprocal {
  template <class T> T operator()(const T &x) const { return Math<T>::constant(x, 1) / x; }
};

#define FG_MATH_FORMULA(name)                                                                                \
  struct name {                                                                                              \
    template <class T> T operator()(const T &x) const { return Math<T>::name(x); }                           \
  };
FG_MATH_FORMULA(sqrt)
FG_MATH_FORMULA(exp)
FG_MATH_FORMULA(exp2)
FG_MATH_FORMULA(expm1)
FG_MATH_FORMULA(log)
FG_MATH_FORMULA(log2)
FG_MATH_FORMULA(log10)
FG_MATH_FORMULA(log1p)
FG_MATH_FORMULA(sin)
FG_MATH_FORMULA(cos)
FG_MATH_FORMULA(tan)
FG_MATH_FORMULA(asin)
FG_MATH_FORMULA(acos)
FG_MATH_FORMULA(atan)
FG_MATH_FORMULA(sinh)
FG_MATH_FORMULA(cosh)
FG_MATH_FORMULA(tanh)
FG_MATH_FORMULA(asinh)
FG_MATH_FORMULA(acosh)
FG_MATH_FORMULA(atanh)
FG_MATH_FORMULA(erf)
FG_MATH_FORMULA(erfc)
FG_MATH_FORMULA(lgamma)
#undef FG_MATH_FORMULA

struct sigmoid {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T one = M::constant(x, 1);
    return one / (one + M::exp(M::neg(x)));
  }
};
struct logit {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    return M::log(x / (M::constant(x, 1) - x));
  }
};
struct logit_eps { // x is clamped to [eps, 1 - eps]; NaN stays
  template <class T> T operator()(const T &x, const T &eps) const {
    using M = Math<T>;
    const T high = M::constant(x, 1) - eps;
    return logit{}(M::select(x < eps, eps, M::select(x > high, high, x)));
  }
};
struct hardtanh { // NaN stays, and max wins where min > max, as in clamp
  template <class T> T operator()(const T &x, const T &low, const T &high) const {
    using M = Math<T>;
    const T raised = M::select(x < low, low, x);
    return M::select(raised > high, high, raised);
  }
};
struct relu {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T zero = M::constant(x, 0);
    return M::isSigned(x) ? M::select(x < zero, zero, x) : x;
  }
};
struct relu6 {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T six = M::constant(x, 6), y = relu{}(x);
    return M::select(y > six, six, y);
  }
};
struct silu {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    return x / (M::constant(x, 1) + M::exp(M::neg(x)));
  }
};
struct mish {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    return x * M::tanh(M::log1p(M::exp(x)));
  }
};
struct hardsigmoid {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    return relu6{}(T(x + M::constant(x, 3))) / M::constant(x, 6);
  }
};
struct hardswish {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    return x * relu6{}(T(x + M::constant(x, 3))) / M::constant(x, 6);
  }
};
struct log_sigmoid { // the exponent is never positive, so that it cannot overflow
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T zero = M::constant(x, 0);
    return M::select(x < zero, x, zero) - M::log1p(M::exp(M::neg(M::abs(x))));
  }
};
struct gelu {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T cdf = M::constant(x, 1) + M::erf(x * M::constant(x, 0.70710678118654752440)); // sqrt(1/2)
    return x * M::constant(x, 0.5) * cdf;
  }
};
struct gelu_tanh {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T inner =
        M::constant(x, 0.79788456080286535588) * (x + M::constant(x, 0.044715) * x * x * x); // sqrt(2/pi)
    return M::constant(x, 0.5) * x * (M::constant(x, 1) + M::tanh(inner));
  }
};
struct leaky_relu {
  template <class T> T operator()(const T &x, const T &slope) const {
    using M = Math<T>;
    return M::select(x > M::constant(x, 0), x, x * slope);
  }
};
struct elu {
  template <class T> T operator()(const T &x, const T &alpha, const T &scale, const T &inputScale) const {
    using M = Math<T>;
    return M::select(x < M::constant(x, 0), M::expm1(x * inputScale) * (alpha * scale), x * scale);
  }
};
struct softplus {
  template <class T> T operator()(const T &x, const T &beta, const T &threshold) const {
    using M = Math<T>;
    const T scaled = x * beta;
    return M::select(scaled > threshold, x, M::log1p(M::exp(scaled)) / beta);
  }
};
struct threshold {
  template <class T> T operator()(const T &x, const T &limit, const T &value) const {
    return Math<T>::select(x <= limit, value, x);
  }
};
struct logical_not {
  template <class T> typename Math<T>::Bool operator()(const T &x) const {
    return x == Math<T>::constant(x, 0);
  }
};
struct bitwise_not {
  template <class T> T operator()(const T &x) const { return static_cast<T>(~x); }
};
struct isnan {
  template <class T> typename Math<T>::Bool operator()(const T &x) const { return Math<T>::isNan(x); }
};
struct isinf {
  template <class T> typename Math<T>::Bool operator()(const T &x) const { return Math<T>::isInf(x); }
};
struct isfinite {
  template <class T> typename Math<T>::Bool operator()(const T &x) const {
    return !(Math<T>::isNan(x) || Math<T>::isInf(x));
  }
};

// Binary.

struct add {
  template <class T> T operator()(const T &a, const T &b, const T &alpha) const {
    return Math<T>::add(a, Math<T>::mul(alpha, b));
  }
};
struct sub {
  template <class T> T operator()(const T &a, const T &b, const T &alpha) const {
    return Math<T>::sub(a, Math<T>::mul(alpha, b));
  }
};
struct mul {
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::mul(a, b); }
};
struct div {
  template <class T> T operator()(const T &a, const T &b) const { return a / b; }
};
struct div_trunc { // an integer divisor of 0 is an error of the call
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    if (M::isFloat(a))
      return M::trunc(a / b);
    return M::quotient(a, b);
  }
};
struct div_floor {
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T zero = M::constant(a, 0), one = M::constant(a, 1);
    const T remainder = M::fmod(a, b);
    const auto adjust = remainder != zero && (remainder < zero) != (b < zero);
    if (!M::isFloat(a))
      return M::isSigned(a) ? M::sub(M::quotient(a, b), M::select(adjust, one, zero)) : M::quotient(a, b);
    // Python's float floor division: floor(a / b) alone is one too large where a / b rounds up to an integer.
    const T ratio = a / b;
    const T exact = (a - remainder) / b;
    const T quotient = M::select(adjust, exact - one, exact);
    const T floored = M::floor(quotient);
    const T nearest = M::select(quotient - floored > M::constant(a, 0.5), floored + one, floored);
    return M::select(b == zero, ratio, M::select(quotient == zero, M::copysign(zero, ratio), nearest));
  }
};
struct pow {
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::pow(a, b); }
};
struct pow_scalar { // differs from pow in (-inf)^0.5 = NaN, in (-0)^0.5 = -0 and in rounding; not for f16
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    if constexpr (std::is_integral_v<T>) {
      return M::pow(a, b);
    } else {
      if (!M::isFloat(a))
        return M::pow(a, b);
      const auto is = [&](double exponent) { return b == M::constant(b, exponent); };
      const T one = M::constant(a, 1), squared = a * a, root = M::sqrt(a);
      const T fractional = M::select(is(0.5), root, M::select(is(-0.5), one / root, M::pow(a, b)));
      const T negative = M::select(is(-1), one / a, M::select(is(-2), one / squared, fractional));
      return M::select(is(2), squared, M::select(is(3), squared * a, negative));
    }
  }
};
struct maximum { // NaN if either is; a where both are equal
  template <class T> T operator()(const T &a, const T &b) const {
    return Math<T>::select(a < b || Math<T>::isNan(b), b, a);
  }
};
struct minimum {
  template <class T> T operator()(const T &a, const T &b) const {
    return Math<T>::select(b < a || Math<T>::isNan(b), b, a);
  }
};
struct fmax { // the other operand where one is NaN
  template <class T> T operator()(const T &a, const T &b) const {
    return Math<T>::select(a < b || Math<T>::isNan(a), b, a);
  }
};
struct fmin {
  template <class T> T operator()(const T &a, const T &b) const {
    return Math<T>::select(b < a || Math<T>::isNan(a), b, a);
  }
};
struct fmod { // the dividend's sign; an integer divisor of 0 is an error of the call
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::fmod(a, b); }
};
struct remainder { // the divisor's sign; an integer divisor of 0 is an error of the call
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T r = M::fmod(a, b), zero = M::constant(a, 0);
    if (!M::isSigned(a))
      return r;
    return M::select(r != zero && (r < zero) != (b < zero), M::add(r, b), r);
  }
};
struct atan2 {
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::atan2(a, b); }
};
struct hypot {
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::hypot(a, b); }
};
struct copysign {
  template <class T> T operator()(const T &a, const T &b) const { return Math<T>::copysign(a, b); }
};
struct logaddexp { // log(exp(a) + exp(b)); equal infinities would give inf - inf
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T larger = M::select(a < b, b, a);
    return M::select(M::isInf(a) && a == b, a, larger + M::log1p(M::exp(M::neg(M::abs(T(a - b))))));
  }
};
struct xlogy { // 0 for a = 0, whatever b is but NaN
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T zero = M::constant(a, 0);
    return M::select(M::isNan(b), b, M::select(a == zero, zero, a * M::log(b)));
  }
};
struct bitwise_and {
  template <class T> T operator()(const T &a, const T &b) const { return static_cast<T>(a & b); }
};
struct bitwise_or {
  template <class T> T operator()(const T &a, const T &b) const { return static_cast<T>(a | b); }
};
struct bitwise_xor {
  template <class T> T operator()(const T &a, const T &b) const { return static_cast<T>(a ^ b); }
};
struct bitwise_left_shift { // 0 for a count outside [0, bits); the count is replaced first, as << is
                            // undefined there
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T zero = M::constant(a, 0);
    const auto outside = b >= M::constant(b, M::bits(b)) || b < zero;
    return M::select(outside, zero, static_cast<T>(a << M::select(outside, zero, b)));
  }
};
struct bitwise_right_shift { // for a count outside [0, bits) only the sign is left
  template <class T> T operator()(const T &a, const T &b) const {
    using M = Math<T>;
    const T zero = M::constant(a, 0), most = M::constant(b, M::bits(b) - 1);
    const auto outside = b > most || b < zero;
    const T shifted = static_cast<T>(a >> M::select(outside, most, b));
    return M::isSigned(a) ? shifted : M::select(outside, zero, shifted);
  }
};

// Comparisons, whose result is bool.

struct eq {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a == b; }
};
struct ne {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a != b; }
};
struct lt {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a < b; }
};
struct le {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a <= b; }
};
struct gt {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a > b; }
};
struct ge {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const { return a >= b; }
};
struct logical_and {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const {
    const T zero = Math<T>::constant(a, 0);
    return a != zero && b != zero;
  }
};
struct logical_or {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const {
    const T zero = Math<T>::constant(a, 0);
    return a != zero || b != zero;
  }
};
struct logical_xor {
  template <class T> typename Math<T>::Bool operator()(const T &a, const T &b) const {
    const T zero = Math<T>::constant(a, 0);
    return (a != zero) != (b != zero);
  }
};

// Ternary.

struct where { // the condition is a number here, as all operands are: true where it is not 0
  template <class T> T operator()(const T &condition, const T &a, const T &b) const {
    return Math<T>::select(condition != Math<T>::constant(condition, 0), a, b);
  }
};
struct masked_fill {
  template <class T> T operator()(const T &x, const T &mask, const T &value) const {
    return where{}(mask, value, x);
  }
};
struct clamp { // max wins where min > max; NaN anywhere gives NaN
  template <class T> T operator()(const T &x, const T &low, const T &high) const {
    return minimum{}(maximum{}(x, low), high);
  }
};
struct clamp_min {
  template <class T> T operator()(const T &x, const T &low) const { return maximum{}(x, low); }
};
struct clamp_max {
  template <class T> T operator()(const T &x, const T &high) const { return minimum{}(x, high); }
};
struct lerp { // from the nearer end, so that weight 1 gives `end` exactly
  template <class T> T operator()(const T &start, const T &end, const T &weight) const {
    using M = Math<T>;
    const T difference = end - start;
    return M::select(M::abs(weight) < M::constant(weight, 0.5), start + weight * difference,
                     end - difference * (M::constant(weight, 1) - weight));
  }
};
struct addcmul {
  template <class T> T operator()(const T &x, const T &a, const T &b, const T &value) const {
    using M = Math<T>;
    return M::add(x, M::mul(M::mul(value, a), b));
  }
};
struct addcdiv {
  template <class T> T operator()(const T &x, const T &a, const T &b, const T &value) const {
    return x + value * a / b;
  }
};

/// Calls X(formula, operands) for every formula.
// clang-format off
#define FG_FORMULAS(X)                                                                                      \
  X(neg, 1) X(abs, 1) X(sign, 1) X(ceil, 1) X(floor, 1) X(round, 1) X(trunc, 1) X(frac, 1) X(square, 1)     \
  X(sqrt, 1) X(rsqrt, 1) X(reciprocal, 1) X(exp, 1) X(exp2, 1) X(expm1, 1) X(log, 1) X(log2, 1)             \
  X(log10, 1) X(log1p, 1) X(sin, 1) X(cos, 1) X(tan, 1) X(asin, 1) X(acos, 1) X(atan, 1) X(sinh, 1)         \
  X(cosh, 1) X(tanh, 1) X(asinh, 1) X(acosh, 1) X(atanh, 1) X(erf, 1) X(erfc, 1) X(lgamma, 1) X(digamma, 1)    \
  X(erfinv, 1) X(i0, 1) X(special_i0e, 1) X(special_ndtri, 1) X(special_erfcx, 1) X(sigmoid, 1) X(logit, 1)  \
  X(logit_eps, 2) X(relu, 1) X(relu6, 1) X(silu, 1) X(mish, 1) X(hardsigmoid, 1) X(hardswish, 1)            \
  X(log_sigmoid, 1) X(gelu, 1) X(gelu_tanh, 1) X(leaky_relu, 2) X(elu, 4) X(softplus, 3) X(hardtanh, 3)     \
  X(threshold, 3) X(logical_not, 1) X(bitwise_not, 1) X(isnan, 1) X(isinf, 1) X(isfinite, 1) X(add, 3)      \
  X(sub, 3) X(mul, 2) X(div, 2) X(div_floor, 2) X(div_trunc, 2) X(pow, 2) X(pow_scalar, 2) X(maximum, 2)    \
  X(minimum, 2) X(fmax, 2) X(fmin, 2) X(fmod, 2) X(remainder, 2) X(atan2, 2) X(hypot, 2) X(copysign, 2)     \
  X(logaddexp, 2) X(xlogy, 2) X(bitwise_and, 2) X(bitwise_or, 2) X(bitwise_xor, 2)                          \
  X(bitwise_left_shift, 2) X(bitwise_right_shift, 2) X(eq, 2) X(ne, 2) X(lt, 2) X(le, 2) X(gt, 2) X(ge, 2)  \
  X(logical_and, 2) X(logical_or, 2) X(logical_xor, 2) X(where, 3) X(masked_fill, 3) X(clamp, 3)            \
  X(clamp_min, 2) X(clamp_max, 2) X(lerp, 3) X(addcmul, 4) X(addcdiv, 4) X(special_zeta, 2) X(polygamma, 2)  \
  X(igamma, 2) X(igammac, 2) X(nextafter, 2) X(nextafter_half, 2) X(nextafter_bfloat16, 2)                   \
  X(frexp_mantissa, 1) X(frexp_exponent, 1)
// clang-format on

/// How many operands the formula takes, number arguments included; 0 when there is none of that name.
constexpr int operandCount(std::string_view formula) {
#define FG_COUNT(name, count)                                                                                \
  if (formula == #name)                                                                                      \
    return count;
  FG_FORMULAS(FG_COUNT)
#undef FG_COUNT
  return 0;
}

/// Evaluates the formula called `formula` on operandCount(formula) operands, for value types whose conditions
/// are values of the same type (expressions). The name must be one of FG_FORMULAS; another gives args[0].
template <class T>
  requires std::is_same_v<typename Math<T>::Bool, T>
T evaluate(std::string_view formula, const T *args) {
  const auto call = [args](const auto &f, auto count) -> T {
    if constexpr (count() == 1)
      return f(args[0]);
    else if constexpr (count() == 2)
      return f(args[0], args[1]);
    else if constexpr (count() == 3)
      return f(args[0], args[1], args[2]);
    else
      return f(args[0], args[1], args[2], args[3]);
  };
#define FG_CALL(name, count)                                                                                 \
  if (formula == #name)                                                                                      \
    return call(name{}, std::integral_constant<int, count>{});
  FG_FORMULAS(FG_CALL)
#undef FG_CALL
  return args[0];
}

} // namespace fg::formulas
