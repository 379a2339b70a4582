#include "lib/Lower/Halide/VectorMath.h"

#include "lib/Lower/Halide/Number.h"

#include <limits>
#include <string>

namespace fullgraph::lower {
using Halide::Expr;
using Halide::Internal::Call;

// The polynomials' coefficients are weighted least-squares fits in double, iterated to equal ripple (Lawson),
// for the relative error of the function.

namespace {

Expr f32(double value) { return Expr(static_cast<float>(value)); }
Expr inf() { return Expr(std::numeric_limits<float>::infinity()); }
Expr nan() { return Expr(std::numeric_limits<float>::quiet_NaN()); }
Expr bitsOf(const Expr &x) { return Halide::reinterpret<int32_t>(x); }
Expr floatOf(const Expr &bits) { return Halide::reinterpret<float>(bits); }

/// c[0] + x*(c[1] + x*(…)). Operands are finite: the multiply-adds may contract.
Expr horner(const Expr &x, std::initializer_list<double> coefficients) {
  Expr sum;
  for (auto c = std::rbegin(coefficients); c != std::rend(coefficients); ++c) {
    if (!sum.defined())
      sum = f32(*c);
    else
      sum = FloatMode::strict ? strictAdd(strictMul(sum, x), f32(*c)) : sum * x + f32(*c);
  }
  return sum;
}

/// To nearest, by adding 1.5 * 2^23; for |x| < 2^22. The integer is in the low bits, NaN included, where a
/// conversion of NaN to an integer would be undefined.
struct Nearest {
  Expr value, integer;
  explicit Nearest(const Expr &x) {
    const Expr magic = f32(12582912.0);
    const Expr shifted = strictAdd(x, magic);
    value = strictSub(shifted, magic);
    integer = strictSub(bitsOf(shifted), Expr(0x4B400000));
  }
};

/// 2^n for -126 <= n <= 127. Unsigned: Halide takes a shift into the sign bit for impossible.
Expr power2(const Expr &n) {
  return floatOf(Halide::reinterpret<uint32_t>(strictAdd(n, Expr(127))) << Expr(23u));
}

/// value * 2^n for -252 <= n <= 254, with one rounding at most.
Expr scale(const Expr &value, const Expr &n) {
  const Expr half = n >> 1;
  return strictMul(strictMul(value, power2(half)), power2(strictSub(n, half)));
}

Expr clampNumber(const Expr &x, double low, double high) { // NaN stays
  return select(strictLt(x, f32(low)), f32(low), select(strictLt(f32(high), x), f32(high), x));
}

/// x = n*ln(2) + r, |r| <= ln(2)/2; Cody and Waite: n times the first part is exact.
struct LogReduction {
  Expr n, r;
  explicit LogReduction(const Expr &x) {
    const Nearest nearest(strictMul(x, f32(1.44269504088896340736)));
    n = nearest.integer;
    r = strictSub(strictSub(x, strictMul(nearest.value, f32(0.693359375))),
                  strictMul(nearest.value, f32(-2.12194440054690583e-4)));
  }
};

/// exp(r) for |r| <= ln(2)/2
Expr expSmall(const Expr &r) {
  return horner(r, {1.0, 1.0, 0.49999994039535522461, 0.16666515171527862549, 0.04166845604777336121,
                    0.00836941879242658615, 0.00138131435960531235});
}

/// (exp(r) - 1 - r) / r^2
Expr expTail(const Expr &r) {
  return horner(r, {0.49999994039535522461, 0.16666515171527862549, 0.04166845604777336121,
                    0.00836941879242658615, 0.00138131435960531235});
}

struct LogParts {
  Expr exponent, f; // x = 2^exponent * (1 + f), sqrt(1/2) <= 1 + f < sqrt(2)
  Expr logf;        // log(1 + f)
  explicit LogParts(const Expr &x) {
    const Expr subnormal = strictLt(x, f32(1.17549435e-38));
    const Expr scaled = select(subnormal, strictMul(x, f32(8388608.0)), x);
    const Expr bits = bitsOf(scaled);
    const Expr e = strictSub(bits, Expr(0x3F3504F3)) >> 23; // sqrt(1/2)
    const Expr mantissa =
        Halide::reinterpret<uint32_t>(bits) - (Halide::reinterpret<uint32_t>(e) << Expr(23u));
    f = strictSub(floatOf(mantissa), f32(1.0));
    exponent = Halide::cast<float>(strictSub(e, select(subnormal, 23, 0)));
    const Expr square = strictMul(f, f);
    const Expr tail = horner(f, {0.33333331346511840820, -0.25000825524330139160, 0.20001235604286193848,
                                 -0.16623143851757049561, 0.14201371371746063232, -0.13162010908126831055,
                                 0.12765413522720336914, -0.07634350657463073730});
    logf = strictAdd(f, strictMul(square, strictAdd(f32(-0.5), strictMul(f, tail))));
  }
};

/// The values of a logarithm outside (0, inf); `finite` inside.
Expr logSpecials(const Expr &x, const Expr &finite) {
  return select(isNan(x), x, strictLt(x, f32(0.0)), nan(), strictEq(x, f32(0.0)), -inf(), strictEq(x, inf()),
                inf(), finite);
}

/// x*P(x^2) / Q(x^2)
Expr oddRational(const Expr &x, std::initializer_list<double> p, std::initializer_list<double> q) {
  const Expr square = strictMul(x, x);
  return strictDiv(strictMul(x, horner(square, p)), horner(square, q));
}

} // namespace

Expr expF32(const Expr &x) {
  const LogReduction reduced(clampNumber(x, -105.0, 89.0));
  return select(isNan(x), x, scale(expSmall(reduced.r), reduced.n));
}

Expr exp2F32(const Expr &x) {
  const Expr clamped = clampNumber(x, -151.0, 129.0);
  const Nearest nearest(clamped);
  const Expr r = strictMul(strictSub(clamped, nearest.value), f32(0.69314718055994530942));
  return select(isNan(x), x, scale(expSmall(r), nearest.integer));
}

Expr expm1F32(const Expr &x) {
  const LogReduction reduced(clampNumber(x, -25.0, 89.0));
  const Expr r = reduced.r;
  const Expr y = strictAdd(r, strictMul(strictMul(r, r), expTail(r)));
  // 2^n*(1 + y) - 1 as 2*(2^(n-1)*y + (2^(n-1) - 1/2)): 2^n itself is out of range for n = 128.
  const Expr s = power2(strictSub(reduced.n, Expr(1)));
  const Expr result = strictMul(strictAdd(strictMul(s, y), strictSub(s, f32(0.5))), f32(2.0));
  return select(isNan(x) || strictEq(x, f32(0.0)), x, result);
}

Expr logF32(const Expr &x) {
  const LogParts parts(x);
  const Expr finite =
      strictAdd(strictMul(parts.exponent, f32(0.693359375)),
                strictAdd(strictMul(parts.exponent, f32(-2.12194440054690583e-4)), parts.logf));
  return logSpecials(x, finite);
}

Expr log2F32(const Expr &x) {
  const LogParts parts(x);
  // 1/ln(2) in two parts, so that the product keeps its low bits.
  const Expr product = strictAdd(strictMul(parts.logf, f32(0.44269504088896340736)), parts.logf);
  return logSpecials(x, strictAdd(parts.exponent, product));
}

Expr log10F32(const Expr &x) {
  const LogParts parts(x);
  const Expr high = strictMul(parts.exponent, f32(0.301025390625)); // 8 bits: the product is exact
  const Expr low = strictMul(parts.exponent, f32(4.60503898119521e-6));
  return logSpecials(x, strictAdd(high, strictAdd(low, strictMul(parts.logf, f32(0.43429448190325182765)))));
}

Expr log1pF32(const Expr &x) {
  // log(1 + x) = log(u) + (1 + x - u)/u for the rounded u = 1 + x.
  const Expr u = strictAdd(x, f32(1.0));
  const Expr lost = strictSub(x, strictSub(u, f32(1.0)));
  const Expr small = strictLt(absolute(x), f32(5.9604644775390625e-8)); // u would be 1, and -0 must stay
  const Expr exact = small || strictEq(x, inf()) || isNan(x);
  const Expr special = select(strictLt(x, f32(-1.0)), nan(), strictEq(x, f32(-1.0)), -inf(), f32(0.0));
  return select(exact, x, strictLe(x, f32(-1.0)), special, strictAdd(logF32(u), strictDiv(lost, u)));
}

Expr tanhF32(const Expr &x) {
  const Expr y = oddRational(
      clampNumber(x, -9.02, 9.02),
      {0.9999999986916716, 0.13679915722792554, 0.0038683285724814584, 2.8007475815020862e-05,
       3.0585063244885393e-08, -1.2203495617939541e-11},
      {1.0, 0.4701324778340825, 0.027245841812021006, 0.0003938632584434317, 1.2873677869143695e-06});
  return select(isNan(x), x, clampNumber(y, -1.0, 1.0));
}

Expr erfF32(const Expr &x) {
  const Expr y = oddRational(clampNumber(x, -4.0, 4.0),
                             {1.1283791393121423, 0.19354514559547317, 0.05310176174159211,
                              0.003883349398388519, 0.0002845663448280612, 1.986785700268487e-06},
                             {1.0, 0.5048574748769784, 0.11535003910083207, 0.015207261028452277,
                              0.0011855730919762876, 3.742023335055692e-05});
  return select(isNan(x), x, clampNumber(y, -1.0, 1.0));
}

namespace {

/// x = n*pi/2 + r in double, for |x| < 2^29. `quadrant` is n.
struct PiReduction {
  Expr r, quadrant;
  explicit PiReduction(const Expr &x) {
    const Expr wide = Halide::cast<double>(x);
    const Expr magic = Expr(6755399441055744.0); // 1.5 * 2^52
    const Expr shifted = strictAdd(strictMul(wide, Expr(0.63661977236758134308)), magic);
    const Expr n = strictSub(shifted, magic);
    // The first part of pi/2 has 24 bits: n times it is exact while n has no more than 29.
    const Expr remainder = strictSub(strictSub(wide, strictMul(n, Expr(1.5707962512969970703125))),
                                     strictMul(n, Expr(7.549789954891883e-8)));
    r = Halide::cast<float>(remainder);
    quadrant = Halide::cast<int32_t>(Halide::reinterpret<int64_t>(shifted));
  }
  Expr sine() const {
    const Expr q = strictMul(r, r);
    return strictAdd(r,
                     strictMul(strictMul(r, q), horner(q, {-0.1666666716337204, 0.008333329111337662,
                                                           -0.00019839232845697552, 2.717366669457988e-06})));
  }
  Expr cosine() const {
    const Expr q = strictMul(r, r);
    const Expr tail = horner(q, {0.04166664555668831, -0.0013887251261621714, 2.4425680749118328e-05});
    return strictAdd(strictSub(f32(1.0), strictMul(q, f32(0.5))), strictMul(strictMul(q, q), tail));
  }
};

Expr sineOfQuadrant(const PiReduction &reduced, const Expr &quadrant) {
  const Expr magnitude = select((quadrant & 1) == 0, reduced.sine(), reduced.cosine());
  return floatOf(bitsOf(magnitude) ^
                 Halide::reinterpret<int32_t>(Halide::reinterpret<uint32_t>(quadrant & 2) << Expr(30u)));
}

constexpr const char *sineCall = "fullgraph_sin", *cosineCall = "fullgraph_cos";

/// `y` where the reduction holds. Where it does not, which is rare, C's function: HugeAngles puts in the
/// branch.
Expr unlessHuge(const char *name, const Expr &x, const Expr &y) {
  return Call::make(y.type(), name, {strictLe(f32(536870912.0), absolute(x)), x, y}, Call::PureExtern);
}

/// A select would compute both sides, and C's functions take one lane at a time: kernels would be several
/// times slower for arguments that hardly any program has. Vectors are only known after Halide's own passes.
class HugeAngles : public Halide::Internal::IRMutator {
  using IRMutator::visit;
  Expr visit(const Call *op) override {
    const char *const function = libmOfHugeAngles(op);
    if (!function)
      return IRMutator::visit(op);
    const Expr huge = mutate(op->args[0]), x = mutate(op->args[1]), y = mutate(op->args[2]);
    const std::string value = Halide::Internal::unique_name('y'), where = Halide::Internal::unique_name('h');
    const Expr near = Halide::Internal::Variable::make(y.type(), value);
    const Expr mask = Halide::Internal::Variable::make(huge.type(), where);
    const Expr any = huge.type().is_scalar()
                         ? mask
                         : Halide::Internal::VectorReduce::make(Halide::Internal::VectorReduce::Or, mask, 1);
    const Expr far = Call::make(op->type, function, {x}, Call::PureExtern);
    const Expr chosen =
        Call::make(op->type, Call::if_then_else, {any, Halide::Internal::Select::make(mask, far, near), near},
                   Call::PureIntrinsic);
    return Halide::Internal::Let::make(value, y, Halide::Internal::Let::make(where, huge, chosen));
  }
};

} // namespace

const char *libmOfHugeAngles(const Call *call) {
  return call->name == sineCall ? "sinf" : call->name == cosineCall ? "cosf" : nullptr;
}

void branchOnHugeAngles(Halide::Pipeline &pipeline) { pipeline.add_custom_lowering_pass(new HugeAngles); }

Expr sinF32(const Expr &x) {
  const PiReduction reduced(x);
  const Expr y = sineOfQuadrant(reduced, reduced.quadrant);
  return unlessHuge(sineCall, x, select(strictEq(x, f32(0.0)), x, y));
}

Expr cosF32(const Expr &x) {
  const PiReduction reduced(x);
  return unlessHuge(cosineCall, x, sineOfQuadrant(reduced, strictAdd(reduced.quadrant, Expr(1))));
}

} // namespace fullgraph::lower
