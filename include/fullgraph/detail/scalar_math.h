// The functions that the formulas of detail/formulas.h are written over, for arithmetic types.
//
// `Math<T>` is the customisation point: the compiler specialises it for its expression type. It provides
//
//   using Bool = ...;                       the type of `a < b`: bool here, the expression type there
//   constant(like, double) -> T             a number in the type of `like`
//   select(Bool, T, T) -> T                 both arms are evaluated
//   isFloat(like) isSigned(like) bits(like) what kind of number T is. C++ values, never expressions: a
//   formula may
//                                           branch on them
//   add sub mul neg                         of integers: wrap around (C++'s and Halide's overflow is
//   undefined) isNan isInf -> Bool                     must not be optimised away by fast-math assumptions
//   abs floor ceil trunc round              floats; round is to nearest, ties to even
//   sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf
//   erfc lgamma atan2 hypot copysign                    floats, as C's functions of these names fmod float:
//   C's. Integer: C's %, but defined for a divisor of -1 quotient                                integers:
//   C's /, wrapping for the least value / -1 pow                                     float: C's. Integer:
//   exact modulo 2^bits; with a negative exponent
//                                           1 for 1, +-1 for -1, else 0
//   call<F>(x...)                           floats: a function of special_functions.h
//
// plus the operators < <= > >= == != && || ! on T and Bool, / on floats, & | ^ ~ << >> on integers. Formulas
// are only evaluated on types their PointwiseRule accepts; the integer-only and float-only functions above
// need not mean anything for the other kind, but must compile.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace fg::formulas {

template <class T> struct Math;

template <class T>
  requires std::is_floating_point_v<T>
struct Math<T> {
  using Bool = bool;

  static constexpr T constant(T, double value) { return static_cast<T>(value); }
  static constexpr T select(bool c, T a, T b) { return c ? a : b; }
  static constexpr bool isFloat(T) { return true; }
  static constexpr bool isSigned(T) { return true; }
  static constexpr int bits(T) { return sizeof(T) * 8; }

  static T add(T a, T b) { return a + b; }
  static T sub(T a, T b) { return a - b; }
  static T mul(T a, T b) { return a * b; }
  static T neg(T a) { return -a; }

  static bool isNan(T x) { return x != x; }
  static bool isInf(T x) { return std::fabs(x) == std::numeric_limits<T>::infinity(); }

  static T abs(T x) { return std::fabs(x); }
  static T floor(T x) { return std::floor(x); }
  static T ceil(T x) { return std::ceil(x); }
  static T trunc(T x) { return std::trunc(x); }
  static T round(T x) { return std::nearbyint(x); }
  static T sqrt(T x) { return std::sqrt(x); }
  static T exp(T x) { return std::exp(x); }
  static T exp2(T x) { return std::exp2(x); }
  static T expm1(T x) { return std::expm1(x); }
  static T log(T x) { return std::log(x); }
  static T log2(T x) { return std::log2(x); }
  static T log10(T x) { return std::log10(x); }
  static T log1p(T x) { return std::log1p(x); }
  static T sin(T x) { return std::sin(x); }
  static T cos(T x) { return std::cos(x); }
  static T tan(T x) { return std::tan(x); }
  static T asin(T x) { return std::asin(x); }
  static T acos(T x) { return std::acos(x); }
  static T atan(T x) { return std::atan(x); }
  static T sinh(T x) { return std::sinh(x); }
  static T cosh(T x) { return std::cosh(x); }
  static T tanh(T x) { return std::tanh(x); }
  static T asinh(T x) { return std::asinh(x); }
  static T acosh(T x) { return std::acosh(x); }
  static T atanh(T x) { return std::atanh(x); }
  static T erf(T x) { return std::erf(x); }
  static T erfc(T x) { return std::erfc(x); }
  static T lgamma(T x) { return std::lgamma(x); }
  static T atan2(T y, T x) { return std::atan2(y, x); }
  static T hypot(T x, T y) { return std::hypot(x, y); }
  static T copysign(T x, T s) { return std::copysign(x, s); }
  static T fmod(T a, T b) { return std::fmod(a, b); }
  static T quotient(T a, T b) { return std::trunc(a / b); }
  static T pow(T a, T b) { return std::pow(a, b); }
  template <class F, class... X> static T call(X... x) { return F::call(x...); }
};

/// Integers. bool is computed in a wider integer and stored as `!= 0`, so that `add` is "or" and `mul` is
/// "and".
template <class T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
struct Math<T> {
  using Bool = bool;
  using Unsigned = std::make_unsigned_t<T>;
  // Narrow types are computed in int by C++, whose product of two u16 overflows: widen to unsigned first.
  using Wide = std::conditional_t<sizeof(T) < 4, uint32_t, Unsigned>;

  static constexpr T constant(T, double value) { return static_cast<T>(value); }
  static constexpr T select(bool c, T a, T b) { return c ? a : b; }
  static constexpr bool isFloat(T) { return false; }
  static constexpr bool isSigned(T) { return std::is_signed_v<T>; }
  static constexpr int bits(T) { return sizeof(T) * 8; }

  static T add(T a, T b) { return static_cast<T>(Wide(a) + Wide(b)); }
  static T sub(T a, T b) { return static_cast<T>(Wide(a) - Wide(b)); }
  static T mul(T a, T b) { return static_cast<T>(Wide(a) * Wide(b)); }
  static T neg(T a) { return static_cast<T>(Wide(0) - Wide(a)); }

  static bool isNan(T) { return false; }
  static bool isInf(T) { return false; }

  static T abs(T x) { return x < 0 ? neg(x) : x; }
  static T floor(T x) { return x; }
  static T ceil(T x) { return x; }
  static T trunc(T x) { return x; }
  static T round(T x) { return x; }
  static T fmod(T a, T b) { return isMinusOne(b) ? T(0) : static_cast<T>(a % b); }
  static T quotient(T a, T b) { return isMinusOne(b) ? neg(a) : static_cast<T>(a / b); }
  static T copysign(T x, T s) { return (x < 0) == (s < 0) ? x : neg(x); }
  static T pow(T base, T exponent) {
    if (exponent < 0) {
      if (base == 1)
        return 1;
      return isMinusOne(base) ? (exponent % 2 ? base : T(1)) : T(0);
    }
    T result = 1;
    for (Unsigned e = static_cast<Unsigned>(exponent); e; e = static_cast<Unsigned>(e >> 1)) {
      if (e & 1)
        result = mul(result, base);
      base = mul(base, base);
    }
    return result;
  }

private:
  static constexpr bool isMinusOne(T x) { return std::is_signed_v<T> && x == static_cast<T>(-1); }
};

} // namespace fg::formulas
