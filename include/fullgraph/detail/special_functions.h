// Functions that formulas call, because a formula cannot loop until a sum has converged: C functions of the
// library (runtime/core/library/special.cpp). Kernels call them by their names, one lane at a time, as they
// call C's.
//
// `Math<T>::call<functions::zeta>(s, q)` is such a call. Where T is the compiler's expression, only `symbol`
// is used: the function of doubles; that of floats is called the same with an "f" behind it.
#pragma once

namespace fg::formulas::functions {

#define FG_FUNCTION_OF_ONE(name)                                                                             \
  extern "C" double fg_math_##name(double);                                                                  \
  extern "C" float fg_math_##name##f(float);                                                                 \
  struct name {                                                                                              \
    static constexpr const char *symbol = "fg_math_" #name;                                                  \
    static double call(double x) { return fg_math_##name(x); }                                               \
    static float call(float x) { return fg_math_##name##f(x); }                                              \
  };
#define FG_FUNCTION_OF_TWO(name)                                                                             \
  extern "C" double fg_math_##name(double, double);                                                          \
  extern "C" float fg_math_##name##f(float, float);                                                          \
  struct name {                                                                                              \
    static constexpr const char *symbol = "fg_math_" #name;                                                  \
    static double call(double a, double b) { return fg_math_##name(a, b); }                                  \
    static float call(float a, float b) { return fg_math_##name##f(a, b); }                                  \
  };

/// The parts of C's frexp: x = mantissa * 2^exponent, with |mantissa| in [1/2, 1).
FG_FUNCTION_OF_ONE(frexp_mantissa)
FG_FUNCTION_OF_ONE(frexp_exponent)
/// C's nextafter.
FG_FUNCTION_OF_TWO(nextafter)
/// Hurwitz's zeta function of (s, q): the sum of (q + k)^-s over k = 0, 1, 2, ...
FG_FUNCTION_OF_TWO(zeta)
/// The n-th derivative of digamma, of (n, x).
FG_FUNCTION_OF_TWO(polygamma)
/// The regularised incomplete gamma functions of (a, x), lower and upper: their sum is 1.
FG_FUNCTION_OF_TWO(igamma)
FG_FUNCTION_OF_TWO(igammac)

#undef FG_FUNCTION_OF_ONE
#undef FG_FUNCTION_OF_TWO

} // namespace fg::formulas::functions
