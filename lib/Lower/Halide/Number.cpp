#include "lib/Lower/Halide/Number.h"

#include "lib/Lower/Halide/VectorMath.h"

#include <bit>
#include <cmath>
#include <limits>

namespace fullgraph::lower {
using Halide::Expr;
using Halide::Type;
using Halide::Internal::Call;

thread_local bool FloatMode::strict = false;

namespace {

/// Halide may assume that int32 and int64 do not overflow; unsigned integers wrap.
template <class F> Expr wrapping(const Expr &a, const Expr &b, F f) {
  const Type type = a.type();
  if (!type.is_int() || type.bits() < 32)
    return f(a, b);
  const Type wide = type.with_code(halide_type_uint);
  return Halide::reinterpret(type, f(Halide::reinterpret(wide, a), Halide::reinterpret(wide, b)));
}

Expr intrinsic(Type type, Call::IntrinsicOp op, const Expr &a, const Expr &b) {
  return Call::make(type, op, {a, b}, Call::PureIntrinsic);
}

Expr libm(const char *name, const std::vector<Expr> &args) {
  const Type type = args[0].type();
  return Call::make(type, type.bits() == 32 ? std::string(name) + "f" : std::string(name), args,
                    Call::PureExtern);
}

bool isFloatOne(const Expr &e) { return Halide::Internal::is_const_one(e); }

} // namespace

Expr strictAdd(const Expr &a, const Expr &b) {
  if (a.type().is_float())
    return intrinsic(a.type(), Call::strict_add, a, b);
  return wrapping(a, b, [](const Expr &x, const Expr &y) { return x + y; });
}

Expr strictSub(const Expr &a, const Expr &b) {
  if (a.type().is_float())
    return intrinsic(a.type(), Call::strict_sub, a, b);
  return wrapping(a, b, [](const Expr &x, const Expr &y) { return x - y; });
}

Expr strictMul(const Expr &a, const Expr &b) {
  if (isFloatOne(a))
    return b;
  if (isFloatOne(b))
    return a;
  if (a.type().is_float())
    return intrinsic(a.type(), Call::strict_mul, a, b);
  return wrapping(a, b, [](const Expr &x, const Expr &y) { return x * y; });
}

Expr strictFma(const Expr &a, const Expr &b, const Expr &c) { return libm("fma", {a, b, c}); }

Expr processorFma(const Expr &a, const Expr &b, const Expr &c) {
  return Call::make(a.type(), "llvm.fma.f" + std::to_string(a.type().bits()), {a, b, c}, Call::PureExtern);
}

Expr negated(const Expr &a) { return fg::formulas::Math<Num>::neg(Num(a)).e(); }

Expr strictDiv(const Expr &a, const Expr &b) {
  // Halide refuses to divide by a constant 0. IEEE 754: x / 0 is x times infinity, NaN for 0 and NaN, too.
  if (a.type().is_float() && Halide::Internal::is_const_zero(Halide::Internal::simplify(b)))
    return strictMul(a, Halide::Internal::make_const(a.type(), std::numeric_limits<double>::infinity()));
  if (a.type().is_float())
    return intrinsic(a.type(), Call::strict_div, a, b);
  return Halide::div_round_to_zero(a, b);
}

Expr strictLt(const Expr &a, const Expr &b) {
  if (a.type().is_float())
    return intrinsic(Halide::Bool(a.type().lanes()), Call::strict_lt, a, b);
  return a < b;
}

Expr strictLe(const Expr &a, const Expr &b) {
  // Halide's strict_le is `not greater`: true for NaN.
  if (a.type().is_float())
    return strictLt(a, b) || strictEq(a, b);
  return a <= b;
}

Expr strictEq(const Expr &a, const Expr &b) {
  if (a.type().is_float())
    return intrinsic(Halide::Bool(a.type().lanes()), Call::strict_eq, a, b);
  return a == b;
}

Expr absolute(const Expr &a) {
  const Type bits = Halide::UInt(a.type().bits());
  const Expr sign = Halide::Internal::make_one(bits) << Halide::Internal::make_const(bits, bits.bits() - 1);
  return Halide::reinterpret(a.type(), Halide::reinterpret(bits, a) & Halide::Internal::simplify(~sign));
}

Expr isNan(const Expr &a) {
  return a.type().is_float() ? Halide::is_nan(a) : Halide::Internal::const_false();
}

namespace {

Expr signedInfinity(const Expr &value, Type type) {
  const Expr infinity = Halide::Internal::make_const(type, std::numeric_limits<double>::infinity());
  return select(strictLt(value, Halide::Internal::make_zero(value.type())), -infinity, infinity);
}

/// Between floating types. Halide's conversion carries the fast-math flags, under which the result is
/// undefined where it is NaN or infinite; those are chosen here.
Expr convertFloat(const Expr &value, Type type) {
  const Type from = value.type();
  if (from.is_bfloat() || type.is_bfloat()) // through bits, by Halide itself
    return Halide::cast(type, value);
  if (from.bits() == 16) {
    const Expr bits = Halide::cast<uint32_t>(Halide::reinterpret<uint16_t>(value));
    const Expr special =
        ((bits & Expr(0x8000u)) << Expr(16u)) | Expr(0x7f800000u) | ((bits & Expr(0x3ffu)) << Expr(13u));
    const Expr single = select((bits & Expr(0x7c00u)) == Expr(0x7c00u), Halide::reinterpret<float>(special),
                               Halide::cast<float>(value));
    return type.bits() == 32 ? single : convertFloat(single, type);
  }
  if (type.bits() == 16) {
    const Expr single = from.bits() == 32 ? value : convertFloat(value, Halide::Float(32));
    const Expr bits = Halide::reinterpret<uint32_t>(single);
    const Expr sign =
        Halide::cast<uint16_t>(bits >> Expr(16u)) & Halide::Internal::make_const(Halide::UInt(16), 0x8000);
    const Expr nan = Halide::Internal::make_const(Halide::UInt(16), 0x7e00),
               infinity = Halide::Internal::make_const(Halide::UInt(16), 0x7c00);
    const Expr large = (bits & Expr(0x7fffffffu)) >= Expr(0x477ff000u); // rounds to 65520 or more
    const Expr finite = Halide::reinterpret<uint16_t>(Halide::cast(type, single));
    return Halide::reinterpret(type, select(isNan(single), sign | nan, large, sign | infinity, finite));
  }
  // Halfway between the largest float and 2^128, a double rounds to infinity.
  const double limit = from.bits() == 64 ? 0x1.ffffffp127 : std::numeric_limits<double>::infinity();
  const Expr nan = Halide::Internal::make_const(type, std::numeric_limits<double>::quiet_NaN());
  const Expr finite = strictLt(absolute(value), Halide::Internal::make_const(from, limit));
  return select(finite, Halide::cast(type, value), isNan(value), nan, signedInfinity(value, type));
}

} // namespace

Expr convert(const Expr &value, Type type) {
  const Type from = value.type();
  if (from == type)
    return value;
  if (Halide::Internal::is_const(value) && !type.is_bool())
    return Halide::cast(type, value);
  if (from.is_float() && type.is_float())
    return convertFloat(value, type);
  if (type.is_bool())
    return !strictEq(value, Halide::Internal::make_zero(from));
  if (from.is_bool())
    return select(value, Halide::Internal::make_one(type), Halide::Internal::make_zero(type));
  if (from.is_float() && from.bits() == 16)
    return convert(convertFloat(value, Halide::Float(32)), type);
  if (type.is_float() && type.bits() == 16)
    return convertFloat(Halide::cast<float>(value), type);
  // C++ leaves a float outside of the integer's range undefined; through int64 it is at least what x86's and
  // ATen's conversions of the narrow types give.
  // The "| 0": of two casts between integers Halide drops the inner one, also where it truncates a float, and
  // a negative float is no unsigned number.
  if (from.is_float()) {
    const Expr truncated = Halide::cast(Halide::Int(std::max(type.bits(), 32)), value);
    return Halide::cast(type, truncated | Halide::Internal::make_zero(truncated.type()));
  }
  return Halide::cast(type, value);
}

Expr constantOf(Type type, double value) {
  if (!type.is_float() || value != 0 || !std::signbit(value))
    return Halide::Internal::make_const(type, value);
  const Type bits = type.with_code(Type::UInt);
  return Halide::reinterpret(type, Halide::Internal::make_const(bits, uint64_t(1) << (bits.bits() - 1)));
}

} // namespace fullgraph::lower

namespace fg::formulas {
using fullgraph::lower::Num;
using Halide::Expr;
using Halide::Type;
namespace lower = fullgraph::lower;
using M = Math<Num>;

Num M::constant(const Num &like, double value) { return Num(lower::constantOf(like.type(), value)); }

Num M::select(const Num &c, const Num &a, const Num &b) {
  if (Halide::Internal::is_const_one(c.e()))
    return a;
  if (Halide::Internal::is_const_zero(c.e()))
    return b;
  return Num(Halide::select(c.e(), a.e(), b.e()));
}

Num M::neg(const Num &a) {
  // 0 - x would turn +0 into +0; the sign bit is flipped instead.
  if (a.type() == Halide::Float(32))
    return Num(Halide::reinterpret<float>(Halide::reinterpret<uint32_t>(a.e()) ^ Expr(uint32_t(1) << 31)));
  if (a.type() == Halide::Float(64))
    return Num(Halide::reinterpret<double>(Halide::reinterpret<uint64_t>(a.e()) ^ Expr(uint64_t(1) << 63)));
  return constant(a, 0) - a;
}

Num M::isNan(const Num &x) { return Num(lower::isNan(x.e())); }
Num M::isInf(const Num &x) {
  if (!isFloat(x))
    return Num(Halide::Internal::const_false());
  return abs(x) == constant(x, std::numeric_limits<double>::infinity());
}

Num M::abs(const Num &x) {
  return Num(isFloat(x) ? lower::absolute(x.e()) : Halide::cast(x.type(), Halide::abs(x.e())));
}
Num M::floor(const Num &x) { return isFloat(x) ? Num(Halide::floor(x.e())) : x; }
Num M::ceil(const Num &x) { return isFloat(x) ? Num(Halide::ceil(x.e())) : x; }
Num M::trunc(const Num &x) { return isFloat(x) ? Num(Halide::trunc(x.e())) : x; }
Num M::round(const Num &x) { return isFloat(x) ? Num(Halide::round(x.e())) : x; }
Num M::sqrt(const Num &x) { return isFloat(x) ? Num(Halide::sqrt(x.e())) : x; }

// f32 in vector form; f64, one lane at a time, by C's function.
#define FG_POLYNOMIAL(name)                                                                                  \
  Num M::name(const Num &x) {                                                                                \
    return Num(x.type() == Halide::Float(32) ? lower::name##F32(x.e()) : lower::libm(#name, {x.e()}));       \
  }
FG_POLYNOMIAL(exp)
FG_POLYNOMIAL(exp2)
FG_POLYNOMIAL(expm1)
FG_POLYNOMIAL(log)
FG_POLYNOMIAL(log2)
FG_POLYNOMIAL(log10)
FG_POLYNOMIAL(log1p)
FG_POLYNOMIAL(tanh)
FG_POLYNOMIAL(erf)
FG_POLYNOMIAL(sin)
FG_POLYNOMIAL(cos)
#undef FG_POLYNOMIAL
#define FG_LIBM(name)                                                                                        \
  Num M::name(const Num &x) { return Num(lower::libm(#name, {x.e()})); }
FG_LIBM(tan)
FG_LIBM(asin)
FG_LIBM(acos)
FG_LIBM(atan)
FG_LIBM(sinh)
FG_LIBM(cosh)
FG_LIBM(asinh)
FG_LIBM(acosh)
FG_LIBM(atanh)
FG_LIBM(erfc)
FG_LIBM(lgamma)
#undef FG_LIBM
Num M::atan2(const Num &y, const Num &x) { return Num(lower::libm("atan2", {y.e(), x.e()})); }
Num M::hypot(const Num &x, const Num &y) { return Num(lower::libm("hypot", {x.e(), y.e()})); }

Num M::callOf(const char *function, std::initializer_list<Num> operands) {
  std::vector<Expr> list;
  for (const Num &operand : operands)
    list.push_back(operand.e());
  return Num(lower::libm(function, list));
}

Num M::copysign(const Num &x, const Num &s) {
  if (!isFloat(x)) {
    const Num zero = constant(x, 0);
    return select((x < zero) != (s < zero), neg(x), x);
  }
  const Type bits = Halide::UInt(x.type().bits());
  const Expr sign = Halide::Internal::make_one(bits) << Halide::Internal::make_const(bits, bits.bits() - 1);
  const Expr magnitude = Halide::reinterpret(bits, x.e()) & ~sign;
  return Num(Halide::reinterpret(x.type(), magnitude | (Halide::reinterpret(bits, s.e()) & sign)));
}

// An integer divisor of 0 is refused before the kernel runs, but lanes that a vector's mask turns off hold
// zeros, and the instruction traps on them; and on the least value / -1.
static Num divisorThatDivides(const Num &b) {
  const Num one = M::constant(b, 1);
  Num special = b == M::constant(b, 0);
  if (M::isSigned(b))
    special = special || b == M::constant(b, -1);
  return M::select(special, one, b);
}

Num M::fmod(const Num &a, const Num &b) {
  if (isFloat(a))
    // LLVM makes fmod(a, 2) of it with no regard to the sign of a zero.
    return copysign(Num(lower::libm("fmod", {a.e(), b.e()})), a);
  const Num remainder(Halide::mod_round_to_zero(a.e(), divisorThatDivides(b).e())); // of 1, it is that of -1
  return remainder;
}

Num M::quotient(const Num &a, const Num &b) {
  if (isFloat(a))
    return trunc(a / b);
  const Num quotient(Halide::div_round_to_zero(a.e(), divisorThatDivides(b).e()));
  return isSigned(a) ? select(b == constant(b, -1), neg(a), quotient) : quotient;
}

Num M::pow(const Num &a, const Num &b) {
  if (isFloat(a))
    return Num(lower::libm("pow", {a.e(), b.e()}));
  // Squaring, over all bits that matter: a^(2^k) is 0 or 1 modulo 2^bits for even a and k >= 6, and odd
  // numbers have an order that divides 2^(bits-2); so all bits of the exponent must be seen.
  int bits = isSigned(a) ? M::bits(a) - 1 : M::bits(a);
  const Num zero = constant(a, 0), one = constant(a, 1);
  if (const auto known = Halide::Internal::as_const_int(Halide::Internal::simplify(b.e()));
      known && *known >= 0)
    bits = std::min<int>(bits, std::bit_width(static_cast<uint64_t>(*known)));
  Num result = one, base = a;
  for (int k = 0; k < bits; ++k) {
    const Num bit = (b >> constant(b, k)) & one;
    result = select(bit == one, result * base, result);
    base = base * base;
  }
  if (!isSigned(a))
    return result;
  const Num minusOne = constant(a, -1);
  const Num odd = (b & one) == one;
  const Num negative = select(a == one, one, select(a == minusOne, select(odd, minusOne, one), zero));
  return select(b < zero, negative, result);
}

} // namespace fg::formulas
