// Scalars of kernels: a Halide expression with the arithmetic that ATen's kernels have.
//
// Halide takes floats for reals and int32 overflow for impossible: `x != x` folds to false, and a*b + a
// becomes (b + 1)*a. A Num builds IEEE operations that neither Halide nor LLVM may rearrange, and integers
// that wrap. The formulas of include/fullgraph/detail/formulas.h are instantiated with it.
#pragma once

#include <Halide.h>

#include <fullgraph/detail/formulas.h>

namespace fullgraph::lower {

/// Set where a float multiplication and an addition must not become one rounding (`.fp = Strict`):
/// polynomials then are evaluated without FMA. One kernel is built at a time in a thread.
struct FloatMode {
  static thread_local bool strict;
};

class Num {
public:
  Num() = default;
  explicit Num(Halide::Expr e) : expr(std::move(e)) {}
  const Halide::Expr &e() const { return expr; }
  Halide::Type type() const { return expr.type(); }

private:
  Halide::Expr expr;
};

/// A constant. Halide takes -0.0 and 0.0 for one where it merges equal expressions, so -0.0 is its bits.
Halide::Expr constantOf(Halide::Type type, double value);
/// IEEE operations (integers wrap). Operands have one type.
Halide::Expr strictAdd(const Halide::Expr &a, const Halide::Expr &b);
Halide::Expr strictSub(const Halide::Expr &a, const Halide::Expr &b);
Halide::Expr strictMul(const Halide::Expr &a, const Halide::Expr &b);
/// a * b + c, rounded once: C's fma, which is one instruction of a device.
Halide::Expr strictFma(const Halide::Expr &a, const Halide::Expr &b, const Halide::Expr &c);
/// The same of scalars, as one instruction of a CPU that has it.
Halide::Expr processorFma(const Halide::Expr &a, const Halide::Expr &b, const Halide::Expr &c);
/// -a, also of NaN.
Halide::Expr negated(const Halide::Expr &a);
Halide::Expr strictDiv(const Halide::Expr &a, const Halide::Expr &b);
Halide::Expr strictLt(const Halide::Expr &a, const Halide::Expr &b);
Halide::Expr strictLe(const Halide::Expr &a, const Halide::Expr &b);
Halide::Expr strictEq(const Halide::Expr &a, const Halide::Expr &b);
/// A float without its sign bit. Halide's abs of doubles compares under fast-math rules.
Halide::Expr absolute(const Halide::Expr &a);
/// True for NaN; never folded away.
Halide::Expr isNan(const Halide::Expr &a);
/// `value` converted to `type` as C++ and ATen convert: floats to integers truncate, anything to bool is `!=
/// 0`.
Halide::Expr convert(const Halide::Expr &value, Halide::Type type);

inline Num operator+(const Num &a, const Num &b) { return Num(strictAdd(a.e(), b.e())); }
inline Num operator-(const Num &a, const Num &b) { return Num(strictSub(a.e(), b.e())); }
inline Num operator*(const Num &a, const Num &b) { return Num(strictMul(a.e(), b.e())); }
inline Num operator/(const Num &a, const Num &b) { return Num(strictDiv(a.e(), b.e())); }
inline Num operator<(const Num &a, const Num &b) { return Num(strictLt(a.e(), b.e())); }
inline Num operator<=(const Num &a, const Num &b) { return Num(strictLe(a.e(), b.e())); }
inline Num operator>(const Num &a, const Num &b) { return Num(strictLt(b.e(), a.e())); }
inline Num operator>=(const Num &a, const Num &b) { return Num(strictLe(b.e(), a.e())); }
inline Num operator==(const Num &a, const Num &b) { return Num(strictEq(a.e(), b.e())); }
inline Num operator!=(const Num &a, const Num &b) { return Num(!strictEq(a.e(), b.e())); }
inline Num operator&&(const Num &a, const Num &b) { return Num(a.e() && b.e()); }
inline Num operator||(const Num &a, const Num &b) { return Num(a.e() || b.e()); }
inline Num operator!(const Num &a) { return Num(!a.e()); }
inline Num operator&(const Num &a, const Num &b) { return Num(a.e() & b.e()); }
inline Num operator|(const Num &a, const Num &b) { return Num(a.e() | b.e()); }
inline Num operator^(const Num &a, const Num &b) { return Num(a.e() ^ b.e()); }
inline Num operator~(const Num &a) { return Num(~a.e()); }
inline Num operator<<(const Num &a, const Num &b) { return Num(a.e() << b.e()); }
inline Num operator>>(const Num &a, const Num &b) { return Num(a.e() >> b.e()); }

} // namespace fullgraph::lower

template <> struct fg::formulas::Math<fullgraph::lower::Num> {
  using Num = fullgraph::lower::Num;
  using Bool = Num;

  static Num constant(const Num &like, double value);
  static Num select(const Num &c, const Num &a, const Num &b);
  static bool isFloat(const Num &x) { return x.type().is_float(); }
  static bool isSigned(const Num &x) { return !x.type().is_uint(); }
  static int bits(const Num &x) { return x.type().bits(); }

  static Num add(const Num &a, const Num &b) { return a + b; }
  static Num sub(const Num &a, const Num &b) { return a - b; }
  static Num mul(const Num &a, const Num &b) { return a * b; }
  static Num neg(const Num &a);

  static Num isNan(const Num &x);
  static Num isInf(const Num &x);

  static Num abs(const Num &x);
  static Num floor(const Num &x);
  static Num ceil(const Num &x);
  static Num trunc(const Num &x);
  static Num round(const Num &x);
  static Num sqrt(const Num &x);
  static Num exp(const Num &x);
  static Num exp2(const Num &x);
  static Num expm1(const Num &x);
  static Num log(const Num &x);
  static Num log2(const Num &x);
  static Num log10(const Num &x);
  static Num log1p(const Num &x);
  static Num sin(const Num &x);
  static Num cos(const Num &x);
  static Num tan(const Num &x);
  static Num asin(const Num &x);
  static Num acos(const Num &x);
  static Num atan(const Num &x);
  static Num sinh(const Num &x);
  static Num cosh(const Num &x);
  static Num tanh(const Num &x);
  static Num asinh(const Num &x);
  static Num acosh(const Num &x);
  static Num atanh(const Num &x);
  static Num erf(const Num &x);
  static Num erfc(const Num &x);
  static Num lgamma(const Num &x);
  static Num atan2(const Num &y, const Num &x);
  static Num hypot(const Num &x, const Num &y);
  static Num copysign(const Num &x, const Num &s);
  static Num fmod(const Num &a, const Num &b);
  static Num quotient(const Num &a, const Num &b);
  static Num pow(const Num &a, const Num &b);
  /// A function of the library, called as those of C are: see detail/special_functions.h.
  template <class F, class... X> static Num call(const X &...x) { return callOf(F::symbol, {x...}); }

private:
  static Num callOf(const char *function, std::initializer_list<Num> operands);
};
