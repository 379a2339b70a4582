// The functions of numbers that formulas call (detail/special_functions.h). The functions of floats are
// computed in double, which costs less than the loops, and rounded once.
#include <fullgraph/detail/special_formulas.h>
#include <fullgraph/detail/special_functions.h>

#include <cmath>
#include <limits>

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = 3.14159265358979323846;
constexpr double epsilon = std::numeric_limits<double>::epsilon() / 4;

using fg::formulas::special::polynomial;

// --- zeta

/// For q > 0: the first terms, and for the others the Euler-Maclaurin formula (Abramowitz and
/// Stegun 23.1.30).
double zetaOfPositive(double s, double q) {
  constexpr double far = 12;
  double sum = 0;
  for (; q < far; ++q) {
    const double term = std::pow(q, -s);
    sum += term;
    if (term < epsilon * sum)
      return sum;
  }
  const double power = std::pow(q, -s);
  if (power == 0)
    return sum;
  sum += power * (q / (s - 1) + 0.5);
  // B_2 / 2!, B_4 / 4!, ...
  constexpr double bernoulli[] = {
      0.083333333333333333333,   -0.0013888888888888888889,  0.000033068783068783068783,
      -8.2671957671957671958e-7, 2.0876756987868098979e-8,   -5.2841901386874931848e-10,
      1.3382536530684678833e-11, -3.3896802963225828668e-13, 8.5860620562778445641e-15,
      -2.174868698558061873e-16, 5.5090028283602295152e-18,  -1.3954464685812523341e-19};
  double factor = s * power / q; // s (s+1) ... (s+2j) q^-(s+2j+1)
  for (int j = 0; j < 12; ++j) {
    const double term = bernoulli[j] * factor;
    sum += term;
    if (std::fabs(term) < epsilon * std::fabs(sum))
      break;
    factor *= (s + 2 * j + 1) * (s + 2 * j + 2) / (q * q);
  }
  return sum;
}

double zeta(double s, double q) {
  if (s == 1)
    return inf;
  if (s < 1)
    return nan;
  if (q <= 0 && q == std::floor(q))
    return inf; // one of the terms is 1 / 0
  if (std::isnan(s) || std::isnan(q) || std::isinf(q))
    return nan;
  if (std::isinf(s)) // as ATen has it
    return q < 1 ? inf : q == 1 ? 1 : nan;
  if (q > 0)
    return zetaOfPositive(s, q);
  if (s != std::floor(s))
    return nan; // a power of a negative number
  // Terms on both sides of 0, which nearly cancel for an odd s and q near a half: they are added in pairs.
  // The rest of them are the first terms of another sum, so that there is no loop over all.
  const double sign = std::fmod(s, 2) == 0 ? 1 : -1, count = -std::floor(q);
  double sum = 0, pairs = 0;
  for (; pairs < count && pairs < 12; ++pairs)
    sum += std::pow(q + count + pairs, -s) + sign * std::pow(-q - (count - 1 - pairs), -s);
  return sum + (zetaOfPositive(s, q + count + pairs) +
                sign * (zetaOfPositive(s, pairs + 1 - (q + count)) - zetaOfPositive(s, 1 - q)));
}

// --- polygamma

/// At its poles, 0, -1, -2, ..., it is infinite; ATen's is large there, because its sine of a multiple of pi
/// is not 0. Abramowitz and Stegun: 6.4.7 (reflection) below 1/2, 6.4.6 (recurrence) up to 12, 6.4.12
/// (asymptotic) above.
double trigamma(double x) {
  if (x < 0.5) {
    const double part = x - std::round(x),
                 sine = std::sin(pi * part); // exact, and its square has the period 1
    return std::isinf(x) ? nan : pi * pi / (sine * sine) - trigamma(1 - x);
  }
  double sum = 0;
  for (; x < 12; ++x)
    sum += 1 / (x * x);
  const double square = 1 / (x * x);
  const double bernoulli[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6};
  return sum + 1 / x + square / 2 + square / x * polynomial(square, bernoulli);
}

/// For n > 1: (-1)^(n+1) n! zeta(n + 1, x), whose factorial overflows where ATen's does.
template <class T> T polygamma(T n, T x) {
  if (n == 0)
    return fg::formulas::digamma()(x);
  if (n == 1)
    return static_cast<T>(trigamma(x));
  const T factorial = std::exp(std::lgamma(n + 1));
  return (std::fmod(n, T(2)) == 0 ? T(-1) : T(1)) * factorial * static_cast<T>(zeta(double(n) + 1, x));
}

// --- incomplete gamma functions

/// mu - log(1 + mu), from x / a = 1 + mu. Near mu = 0, log(1 + mu) = 2 artanh(r) with r = mu / (2 + mu), and
/// mu - 2r is mu r.
double logarithmGap(double a, double x) {
  const double mu = (x - a) / a;
  if (std::fabs(mu) > 0.4)
    return mu - std::log(x / a);
  const double r = mu / (2 + mu), square = r * r;
  double sum = 0;
  for (int k = 27; k >= 3; k -= 2)
    sum = sum * square + 1.0 / k;
  return mu * r - 2 * r * square * sum;
}

/// log(Gamma(1 + a)) for 0 <= a <= 1/2, where 1 + a would be rounded: Abramowitz and Stegun 6.1.33.
double logGammaBesideOne(double a) {
  constexpr double c[] = {0.32246703342411321824,    -0.067352301053198095133,   0.020580808427784547879,
                          -0.0073855510286739852663, 0.0028905103307415232858,   -0.0011927539117032609771,
                          0.00050966952474304242234, -0.00022315475845357937976, 0.000099457512781808533715,
                          -0.0000449262367381331417, 0.000020507212775670691553, -9.439488275268395904e-6,
                          4.3748667899074878042e-6,  -2.0392157538013662368e-6,  9.5514121304074198329e-7,
                          -4.4924691987645660433e-7, 2.1207184805554665869e-7,   -1.0043224823968099609e-7,
                          4.7698101693639805658e-8,  -2.271109460894316491e-8,   1.0838659214896954091e-8,
                          -5.1834750419700466551e-9, 2.4836745438024783172e-9,   -1.1921401405860912074e-9};
  return a * (0.4227843350984671393935 + a * polynomial(a, c)) - std::log1p(a);
}

/// x^a exp(-x) / Gamma(a + 1), which both expansions have as a factor.
double gammaFactor(double a, double x) {
  if (a < 10)
    return std::exp(a * std::log(x) - x - (a <= 0.5 ? logGammaBesideOne(a) : std::lgamma(a + 1)));
  // Gamma by Stirling's series (Abramowitz and Stegun 6.1.40), whose large parts cancel against the powers.
  const double square = 1 / (a * a);
  const double stirling[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                             1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  return std::exp(-a * logarithmGap(a, x) - polynomial(square, stirling) / a) / std::sqrt(2 * pi * a);
}

/// The lower function: Abramowitz and Stegun 6.5.29.
double lowerBySeries(double a, double x) {
  double term = 1, sum = 1;
  for (double k = a + 1; term > epsilon * sum; ++k) {
    term *= x / k;
    sum += term;
  }
  return gammaFactor(a, x) * sum;
}

/// The upper function for x <= 1.1: 1 minus the same, of which the parts that cancel for a small a are taken
/// apart.
double upperBySeries(double a, double x) {
  double term = 1, sum = 0;
  for (int k = 1; k < 100; ++k) {
    term *= -x / k;
    sum += term / (a + k);
    if (std::fabs(term) < epsilon * std::fabs(sum))
      break;
  }
  const double logarithm = a * std::log(x) - (a <= 0.5 ? logGammaBesideOne(a) : std::lgamma(a + 1));
  return -(std::expm1(logarithm) + std::exp(logarithm) * a * sum);
}

/// The upper function for x > 1: the continued fraction of Abramowitz and Stegun 6.5.31 in its even form,
/// evaluated from the front (Lentz, Applied Optics 15 (1976)).
double upperByFraction(double a, double x) {
  double b = x + 1 - a, d = 1 / b, c = inf, fraction = d;
  for (int k = 1; k < 10000; ++k) {
    const double numerator = k * (a - k);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    fraction *= c * d;
    if (std::fabs(c * d - 1) < epsilon * 4)
      break;
  }
  return a * gammaFactor(a, x) * fraction;
}

/// For a large a and x near it: Temme, The Asymptotic Expansion of the Incomplete Gamma Functions, SIAM
/// Journal on Mathematical Analysis 10 (1979). `sign` is 1 for the upper function, -1 for the lower one.
double uniformExpansion(double a, double x, double sign) {
  // The first coefficients of 1/a^k as power series in eta, computed in fractions from the recursion of the
  // paper.
  constexpr double c0[] = {-0.33333333333333333333,    0.083333333333333333333,   -0.014814814814814814815,
                           0.0011574074074074074074,   0.00035273368606701940035, -0.0001787551440329218107,
                           0.000039192631785224377817, -2.1854485106799921615e-6, -1.8540622107151599607e-6,
                           8.296711340953086005e-7,    -1.7665952736826079304e-7, 6.7078535434014985804e-9};
  constexpr double c1[] = {-0.0018518518518518518519,   -0.0034722222222222222222, 0.0026455026455026455026,
                           -0.00099022633744855967078,  0.00020576131687242798354, -4.0187757201646090535e-7,
                           -0.000018098550334489977837, 7.6491609160811100846e-6,  -1.6120900894563446004e-6};
  constexpr double c2[] = {0.0041335978835978835979, -0.0026813271604938271605,  0.00077160493827160493827,
                           2.0093878600823045267e-6, -0.00010736653226365160522, 0.000052923448829120125416};
  constexpr double c3[] = {0.00064943415637860082305, 0.00022947209362139917695, -0.00046918949439525571213};
  const double gap = logarithmGap(a, x), eta = std::copysign(std::sqrt(2 * gap), x - a);
  const double sum =
      polynomial(eta, c0) + (polynomial(eta, c1) + (polynomial(eta, c2) + polynomial(eta, c3) / a) / a) / a;
  return std::erfc(sign * eta * std::sqrt(a / 2)) / 2 +
         sign * std::exp(-a * gap) / std::sqrt(2 * pi * a) * sum;
}

/// One of the two, `upper` or not: whichever is small is computed, and the other is 1 minus it.
double incompleteGamma(double a, double x, bool upper) {
  if (a < 0 || x < 0)
    return nan;
  const double none = upper ? 1 : 0, all = 1 - none; // at x = 0, and at infinity
  if (a == 0)
    return x > 0 ? all : nan;
  if (x == 0)
    return none;
  if (std::isinf(a))
    return std::isinf(x) ? nan : none;
  if (std::isinf(x))
    return all;
  if (std::isnan(a) || std::isnan(x))
    return nan;
  if (a > 1000 && std::fabs(x - a) < 0.1 * a)
    return uniformExpansion(a, x, upper ? 1 : -1);
  // Where x is small the upper function is the greater one for a below about -0.4 / log(x).
  const bool lowerIsSmall = x > 1.1 ? x < a : x > 0.5 ? x < a * 1.1 : a > -0.4 / std::log(x);
  if (lowerIsSmall)
    return upper ? 1 - lowerBySeries(a, x) : lowerBySeries(a, x);
  const double value = x > 1.1 ? upperByFraction(a, x) : upperBySeries(a, x);
  return upper ? value : x > 1.1 ? 1 - value : lowerBySeries(a, x);
}

/// frexp; of what is not finite the exponent is 0, which C leaves open.
int exponentOf(double x, double &mantissa) {
  int exponent = 0;
  mantissa = std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}

} // namespace

#define FG_OF_ONE(name, expression)                                                                          \
  extern "C" double fg_math_##name(double x) { return expression; }                                          \
  extern "C" float fg_math_##name##f(float x) { return static_cast<float>(expression); }
#define FG_OF_TWO(name, expression)                                                                          \
  extern "C" double fg_math_##name(double a, double b) { return expression; }                                \
  extern "C" float fg_math_##name##f(float a, float b) { return static_cast<float>(expression); }

namespace fg::formulas::functions {

static double mantissaOf(double x) {
  double mantissa;
  exponentOf(x, mantissa);
  return mantissa;
}
static double exponentAlone(double x) {
  double mantissa;
  return exponentOf(x, mantissa);
}
FG_OF_ONE(frexp_mantissa, mantissaOf(x))
FG_OF_ONE(frexp_exponent, exponentAlone(x))
FG_OF_TWO(nextafter, std::nextafter(a, b))
FG_OF_TWO(zeta, ::zeta(a, b))
FG_OF_TWO(polygamma, ::polygamma(a, b))
FG_OF_TWO(igamma, incompleteGamma(a, b, false))
FG_OF_TWO(igammac, incompleteGamma(a, b, true))

} // namespace fg::formulas::functions
