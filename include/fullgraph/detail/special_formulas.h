// Functions of mathematics that C has not, with the sources of their formulas. Coefficients without one were
// computed for these expansions in 40 digits. A part of formulas.h, which says how formulas are written.
#pragma once

#include <fullgraph/detail/scalar_math.h>
#include <fullgraph/detail/special_functions.h>

namespace fg::formulas {

namespace special {
/// c[0] + c[1] x + c[2] x^2 + ...
template <class T, size_t N> T polynomial(const T &x, const double (&c)[N]) {
  T sum = Math<T>::constant(x, c[N - 1]);
  for (size_t i = N - 1; i-- > 0;)
    sum = sum * x + Math<T>::constant(x, c[i]);
  return sum;
}
/// c[0] + c[1] T1(x) + c[2] T2(x) + ...: Clenshaw's recurrence.
template <class T, size_t N> T chebyshev(const T &x, const double (&c)[N]) {
  using M = Math<T>;
  const T twice = x + x;
  T next = M::constant(x, 0), sum = M::constant(x, c[N - 1]);
  for (size_t i = N - 1; i-- > 1;) {
    const T before = twice * sum - next + M::constant(x, c[i]);
    next = sum;
    sum = before;
  }
  return x * sum - next + M::constant(x, c[0]);
}

/// The normal distribution's quantile, from p - 1/2 and min(p, 1 - p): Wichura, Algorithm AS 241, Applied
/// Statistics 37 (1988), PPND16. Both are handed in, as each is exact where the other has lost digits.
template <class T> T normalQuantile(const T &fromMiddle, const T &tail) {
  using M = Math<T>;
  const double a[] = {3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427,
                      13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
                      33430.575583588128105, 2509.0809287301226727};
  const double b[] = {1,
                      42.313330701600911252,
                      687.18700749205790830,
                      5394.1960214247511077,
                      21213.794301586595867,
                      39307.895800092710610,
                      28729.085735721942674,
                      5226.4952788528545610};
  const double c[] = {1.42343711074968357734,   4.63033784615654529590,    5.76949722146069140550,
                      3.64784832476320460504,   1.27045825245236838258,    0.241780725177450611770,
                      0.0227238449892691845833, 0.000774545014278341407640};
  const double d[] = {1,
                      2.05319162663775882187,
                      1.67638483018380384940,
                      0.689767334985100004550,
                      0.148103976427480074590,
                      0.0151986665636164571966,
                      0.000547593808499534494600,
                      1.05075007164441684324e-9};
  const double e[] = {6.65790464350110377720,    5.46378491116411436990,   1.78482653991729133580,
                      0.296560571828504891230,   0.0265321895265761230930, 0.00124266094738807843860,
                      2.71155556874348757815e-5, 2.01033439929228813265e-7};
  const double f[] = {1,
                      0.599832206555887937690,
                      0.136929880922735805310,
                      0.0148753612908506148525,
                      0.000786869131145613259100,
                      1.84631831751005468180e-5,
                      1.42151175831644588870e-7,
                      2.04426310338993978564e-15};
  const T zero = M::constant(tail, 0);
  const T inner = M::constant(tail, 0.180625) - fromMiddle * fromMiddle;
  const T central = fromMiddle * (polynomial(inner, a) / polynomial(inner, b));
  const T root = M::sqrt(M::neg(M::log(tail)));
  const T near = root - M::constant(tail, 1.6), far = root - M::constant(tail, 5);
  const T outer = M::select(root <= M::constant(tail, 5), polynomial(near, c) / polynomial(near, d),
                            polynomial(far, e) / polynomial(far, f));
  const T infinite = M::constant(tail, std::numeric_limits<double>::infinity());
  const T away = M::copysign(M::select(tail == zero, infinite, outer), fromMiddle);
  const T inside = M::select(M::abs(fromMiddle) <= M::constant(tail, 0.425), central, away);
  return M::select(tail < zero, M::constant(tail, std::numeric_limits<double>::quiet_NaN()), inside);
}

/// exp(-x) I0(x) for x >= 8 is this divided by sqrt(x).
template <class T> T scaledI0Far(const T &x) {
  const double c[] = {0.402245205507054416,     0.00336911647825569409,   0.0000688975834691682398,
                      2.89137052083475648e-6,   2.04891858946906374e-7,   2.26666899049817806e-8,
                      3.39623202570838635e-9,   4.94060238822496959e-10,  1.18891471078464383e-11,
                      -3.14991652796324136e-11, -1.32158118404477131e-11, -1.79417853150680612e-12,
                      7.18012445138366623e-13,  3.8527783827421427e-13,   1.54008621752140983e-14,
                      -4.15056934728722209e-14, -9.55484669882830765e-15, 3.81168066935262242e-15,
                      1.77256013305652638e-15,  -3.42548561967721914e-16, -2.82762398051658348e-16};
  return chebyshev(T(Math<T>::constant(x, 16) / x - Math<T>::constant(x, 1)), c);
}
/// I0(x) for |x| <= 8, by its series: Abramowitz and Stegun, Handbook of Mathematical Functions, 9.6.12.
template <class T> T i0Near(const T &x) {
  using M = Math<T>;
  const T quarter = x * x * M::constant(x, 0.25), one = M::constant(x, 1);
  T sum = one;
  for (int k = 26; k > 0; --k)
    sum = one + sum * (quarter * M::constant(x, 1.0 / (k * k)));
  return sum;
}
} // namespace special

/// Abramowitz and Stegun: 6.3.7 (reflection) below 0, 6.3.5 (recurrence) up to 10, 6.3.18 (asymptotic) above.
struct digamma {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const double bernoulli[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                1.0 / 132, -691.0 / 32760, 1.0 / 12};
    const T zero = M::constant(x, 0), one = M::constant(x, 1), ten = M::constant(x, 10);
    const T part = x - M::round(x); // exact, and the tangent's period is pi
    const T reflected =
        M::constant(x, 3.14159265358979323846) / M::tan(M::constant(x, 3.14159265358979323846) * part);
    T at = M::select(x < zero, one - x, x), sum = zero;
    for (int i = 0; i < 10; ++i) {
      const T less = sum - one / at, further = at + one;
      sum = M::select(at < ten, less, sum);
      at = M::select(at < ten, further, at);
    }
    const T square = one / (at * at);
    const T series = M::log(at) - M::constant(x, 0.5) / at - square * special::polynomial(square, bernoulli);
    const T value = sum + series, mirrored = value - reflected;
    const T pole = M::constant(x, std::numeric_limits<double>::quiet_NaN());
    const T below = M::select(part == zero, pole, mirrored);
    const T infinite = M::copysign(M::constant(x, std::numeric_limits<double>::infinity()), M::neg(x));
    return M::select(x < zero, below, M::select(x == zero, infinite, value));
  }
};
struct erfinv { // the quantile at (x + 1) / 2, over sqrt(2)
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T half = M::constant(x, 0.5);
    return special::normalQuantile(T(x * half), T((M::constant(x, 1) - M::abs(x)) * half)) *
           M::constant(x, 0.70710678118654752440);
  }
};
struct special_ndtri {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T fromMiddle = x - M::constant(x, 0.5);
    return special::normalQuantile(fromMiddle,
                                   T(M::select(fromMiddle < M::constant(x, 0), x, M::constant(x, 1) - x)));
  }
};
struct special_i0e {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const T size = M::abs(x);
    return M::select(size <= M::constant(x, 8), M::exp(M::neg(size)) * special::i0Near(x),
                     special::scaledI0Far(size) / M::sqrt(size));
  }
};
struct i0 { // through the scaled one: Halide would follow the range of small integers through the whole
            // series
  template <class T> T operator()(const T &x) const {
    return Math<T>::exp(Math<T>::abs(x)) * special_i0e()(x);
  }
};
/// (1 + 2x) exp(x^2) erfc(x) in (x - 3.75) / (x + 3.75): Shepherd and Laframboise, Chebyshev Approximation of
/// (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity, Mathematics of Computation 36 (1981).
struct special_erfcx {
  template <class T> T operator()(const T &x) const {
    using M = Math<T>;
    const double c[] = {1.17757893456740175,      -0.00459005458064647733,  -0.0842491333665179156,
                        0.0592099399981918905,    -0.0266586684353057523,   0.00907499767070526509,
                        -0.00241316354041760819,  0.000490775836525808632,  -0.0000691697330250120637,
                        4.13902798607301017e-6,   7.74038306619849067e-7,   -2.18864010492343957e-7,
                        1.07649994656709104e-8,   4.5219598112182869e-9,    -7.75440020883135111e-10,
                        -6.31808834088668449e-11, 2.8687950109306699e-11,   1.94558685457773472e-13,
                        -9.65469674843343891e-13, 3.25254814814873984e-14,  3.34781194828680539e-14,
                        -1.8645628804193131e-15,  -1.25079505306886471e-15, 7.41823525662404346e-17};
    const T size = M::abs(x), one = M::constant(x, 1), two = M::constant(x, 2), middle = M::constant(x, 3.75);
    const T infinite = M::constant(x, std::numeric_limits<double>::infinity());
    const T at = M::select(size == infinite, one, (size - middle) / (size + middle));
    const T right = special::chebyshev(at, c) / (one + two * size);
    return M::select(x < M::constant(x, 0), two * M::exp(x * x) - right, right);
  }
};

struct frexp_mantissa {
  template <class T> T operator()(const T &x) const {
    return Math<T>::template call<functions::frexp_mantissa>(x);
  }
};
struct frexp_exponent {
  template <class T> T operator()(const T &x) const {
    return Math<T>::template call<functions::frexp_exponent>(x);
  }
};
struct special_zeta {
  template <class T> T operator()(const T &s, const T &q) const {
    return Math<T>::template call<functions::zeta>(s, q);
  }
};
struct polygamma {
  template <class T> T operator()(const T &n, const T &x) const {
    return Math<T>::template call<functions::polygamma>(n, x);
  }
};
struct igamma {
  template <class T> T operator()(const T &a, const T &x) const {
    return Math<T>::template call<functions::igamma>(a, x);
  }
};
struct igammac {
  template <class T> T operator()(const T &a, const T &x) const {
    return Math<T>::template call<functions::igammac>(a, x);
  }
};

struct nextafter {
  template <class T> T operator()(const T &from, const T &to) const {
    return Math<T>::template call<functions::nextafter>(from, to);
  }
};
namespace special {
/// nextafter among 16-bit floats with `digits` binary digits, the least of which is `least`, evaluated in
/// float: a number that rounding takes to the neighbour, because it is nearer to it than to `from`. Relative
/// to a number of a binade, the neighbours are at 1 to 2 half steps; 1.25 halves of the largest step are at
/// 5/8 to 5/4 of each.
template <class T> T neighbour(const T &from, const T &to, int digits, double least, double largest) {
  using M = Math<T>;
  const T size = M::abs(from), atLeast = M::constant(from, 0.75 * least);
  const T relative = size * M::constant(from, std::ldexp(1.25, -digits));
  const T step = M::select(relative < atLeast, atLeast, relative);
  const T moved = M::select(from < to, from + step, from - step);
  const T finite = M::select(M::isInf(from), M::copysign(M::constant(from, largest), from), moved);
  return M::select(M::isNan(from), from, M::select(from == to || M::isNan(to), to, finite));
}
} // namespace special
struct nextafter_half {
  template <class T> T operator()(const T &from, const T &to) const {
    return special::neighbour(from, to, 11, 0x1p-24, 65504);
  }
};
struct nextafter_bfloat16 {
  template <class T> T operator()(const T &from, const T &to) const {
    return special::neighbour(from, to, 8, 0x1p-133, 0x1.fep127);
  }
};

} // namespace fg::formulas
