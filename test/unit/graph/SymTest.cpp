#include "lib/Graph/Sym.h"
#include "Evaluate.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace fullgraph;
using test::valueOr;
using namespace fullgraph::test;

namespace {

const Sym N = Sym::symbol("N"), M = Sym::symbol("M"), K = Sym::symbol("K");
const Sym flag = Sym::symbol("flag", SymType::Bool), other = Sym::symbol("other", SymType::Bool);
const Sym p = Sym::symbol("p", SymType::F32), q = Sym::symbol("q", SymType::F64);
constexpr int64_t maxInt = std::numeric_limits<int64_t>::max(), minInt = std::numeric_limits<int64_t>::min();

std::optional<SymType> typeOf(const std::string &name) {
  for (const Sym &s : {N, M, K, flag, other, p, q})
    if (s.name() == name)
      return s.type();
  return std::nullopt;
}
Sym parse(const std::string &text) {
  std::string error;
  const Sym value = valueOr(error, parseSym(text, typeOf));
  EXPECT_EQ(error, "") << text;
  return value;
}
std::string errorOf(const std::string &text) {
  std::string error;
  valueOr(error, parseSym(text, typeOf));
  EXPECT_NE(error, "") << text;
  return error;
}
std::string cxx(const Sym &s) {
  return s.cxx([](const std::string &name) { return name; });
}

TEST(Sym, DefaultsToTheIntegerZero) {
  EXPECT_EQ(Sym().asInt(), 0);
  EXPECT_EQ(Sym().type(), SymType::Int);
  EXPECT_EQ(Sym().asBool(), std::nullopt);
}

TEST(Sym, EqualPolynomialsAreEqual) {
  EXPECT_EQ(N + M, M + N);
  EXPECT_EQ(N * (M + 2) + 3 - N, M * N + N + 3);
  EXPECT_EQ((N + M) * (N - M), N * N - M * M);
  EXPECT_EQ(N - N, Sym(0));
  EXPECT_EQ(product({N, M, 2, 3}), 6 * M * N);
  EXPECT_FALSE(N == M);
  EXPECT_EQ((2 * N + 1 + K * M).str(), "K*M + 2*N + 1");
  EXPECT_EQ((-N).str(), "-N");
  EXPECT_EQ((M - 2 * N - 1).str(), "M - 2*N - 1");
}

TEST(Sym, ArithmeticThatOverflowsStaysUnfolded) {
  const Sym big = maxInt;
  const Sym sum = big + 1;
  EXPECT_FALSE(sum.isConst());
  EXPECT_EQ(sum.str(), "1 + 9223372036854775807");
  EXPECT_EQ(parse(sum.str()), sum);
  EXPECT_EQ(big + 1, Sym(1) + big);
  EXPECT_FALSE((big * 2).isConst());
  EXPECT_EQ(big * 2 - big * 2, Sym(0)); // an unfolded product is an atom
  EXPECT_FALSE((-Sym(minInt)).isConst());
  EXPECT_FALSE(floorDiv(minInt, -1).isConst());
  EXPECT_FALSE(Sym::make(SymKind::TruncDiv, {minInt, -1}).isConst());
  EXPECT_EQ(floorMod(minInt, -1), Sym(0));
  EXPECT_EQ(symLe(N + minInt, M), parse(symLe(N + minInt, M).str()));
  EXPECT_EQ(symEq(minInt * M - N, 0), parse(symEq(minInt * M - N, 0).str()));
  EXPECT_EQ((N + minInt).str(), "N + -9223372036854775808");
}

// What has a form of its own in SymInt, because it is asked all the time, is what the general way makes.
TEST(Sym, ShortFormsAreTheGeneralOnes) {
  const std::vector<SymKind> kinds = {SymKind::Eq, SymKind::Le, SymKind::Lt};
  for (const Sym &atom : {N, floorDiv(N, 2), symMin(N, M)}) {
    for (const int64_t value : {-3, 0, 1, 7}) {
      for (const SymKind kind : kinds) {
        EXPECT_EQ(Sym::make(kind, {atom, value}), Sym::make(kind, {atom + K, value + K}));
        EXPECT_EQ(Sym::make(kind, {value, atom}), Sym::make(kind, {value + K, atom + K}));
      }
      EXPECT_EQ(atom - value + value, atom);
      EXPECT_EQ(atom * value, Sym(value) * atom);
    }
    for (const int64_t value : {minInt, minInt + 1, maxInt})
      for (const SymKind kind : kinds)
        for (const Sym &made : {Sym::make(kind, {atom, value}), Sym::make(kind, {value, atom})})
          EXPECT_EQ(made, parse(made.str())) << made.str();
  }
  EXPECT_EQ(symEq(Sym::cast(Sym::symbol("b", SymType::Bool), SymType::Int), 1).str(), "b");
  EXPECT_EQ(N - M + (M - N), Sym(0));
  EXPECT_EQ(1 * (2 * N + M), 2 * N + M);
  EXPECT_EQ(0 * (2 * N + M), Sym(0));
}

TEST(Sym, TermsAreSortedAndCollected) {
  EXPECT_EQ((N + M + 1) * (N - M + 2), N * N + 3 * N + M + 2 - M * M);
  EXPECT_EQ((K * M + N) * (K + M), K * K * M + K * M * M + N * K + N * M);
  EXPECT_EQ((N * M + 3) - (M * N + 3), Sym(0));
}

TEST(Sym, ProductsOfManyTermsStopExpanding) {
  Sym power = 1, sum = 0;
  for (int i = 0; i < 8; ++i)
    sum = sum + Sym::symbol("x" + std::to_string(i));
  for (int i = 0; i < 30; ++i)
    power = power * sum;
  EXPECT_LT(power.operands().size(), 300u);
}

TEST(Sym, FloorDivision) {
  EXPECT_EQ(floorDiv(4 * N, 4), N);
  EXPECT_EQ(floorDiv(4 * N + 7, 4), N + 1);
  EXPECT_EQ(floorDiv(6 * N + 5, 4), N + floorDiv(N + 2, 2));
  EXPECT_EQ(floorDiv(-7, 2), Sym(-4));
  EXPECT_EQ(floorDiv(7, -2), Sym(-4));
  EXPECT_EQ(floorDiv(N, -3), floorDiv(-N, 3));
  EXPECT_EQ(floorDiv(N, 1), N);
  EXPECT_EQ(floorDiv(N, -1), -N);
  EXPECT_EQ(floorDiv(N, N), Sym(1));
  EXPECT_EQ(floorDiv(0, N), Sym(0));
  EXPECT_EQ(floorDiv(N * M * K, M * K), N);
  EXPECT_EQ(floorDiv(N * M + M, N + 1), M);
  EXPECT_EQ(floorDiv(N * M + K, M), N + floorDiv(K, M));
  EXPECT_EQ(floorDiv(M * N, 2 * M), floorDiv(N, 2));
  EXPECT_EQ(floorDiv(floorDiv(N, 2) + 1, 3), floorDiv(N + 2, 6));
  EXPECT_EQ(floorDiv(N, 0).kind(), SymKind::FloorDiv);
  EXPECT_EQ(ceilDiv(N, 4), floorDiv(N + 3, 4));
  EXPECT_EQ(ceilDiv(7, 2), Sym(4));
  EXPECT_EQ(ceilDiv(7, -2), Sym(-3));
}

TEST(Sym, FloorRemainder) {
  EXPECT_EQ(floorMod(4 * N + 6, 4), Sym(2));
  EXPECT_EQ(floorMod(5 * N, 4), floorMod(N, 4));
  EXPECT_EQ(floorMod(2 * N, 4), 2 * floorMod(N, 2));
  EXPECT_EQ(floorMod(-7, 4), Sym(1));
  EXPECT_EQ(floorMod(7, -4), Sym(-1));
  EXPECT_EQ(floorMod(N * M, N), Sym(0));
  EXPECT_EQ(floorMod(N * M + K, N), floorMod(K, N));
  EXPECT_EQ(floorMod(floorMod(N, 8) + 3, 4), floorMod(N + 3, 4));
}

TEST(Sym, TruncatingDivision) {
  EXPECT_EQ(Sym::make(SymKind::TruncDiv, {-7, 2}), Sym(-3));
  EXPECT_EQ(Sym::make(SymKind::TruncMod, {-7, 2}), Sym(-1));
  EXPECT_EQ(Sym::make(SymKind::TruncDiv, {6 * N, 3}), 2 * N);
  EXPECT_EQ(Sym::make(SymKind::TruncMod, {6 * N, 3}), Sym(0));
  // (4*N + 7) / 4 truncates towards 0: for N = -1 it is 0, and N + 1 is 0, for N = -2 it is 0, and N + 1 is
  // -1.
  EXPECT_EQ(Sym::make(SymKind::TruncDiv, {4 * N + 7, 4}).kind(), SymKind::TruncDiv);
  EXPECT_EQ(Sym::make(SymKind::Div, {N, 2}).kind(), SymKind::TruncDiv);
}

TEST(Sym, MinAndMax) {
  EXPECT_EQ(symMin(N, N + 1), N);
  EXPECT_EQ(symMax(N, N + 1), N + 1);
  EXPECT_EQ(symMin(symMin(N, 4), 3), symMin(3, N));
  EXPECT_EQ(symMax(N, M), symMax(M, N));
  EXPECT_EQ(symMin(2, 3), Sym(2));
  EXPECT_EQ(symMin(symMin(N, M), K).str(), "min(K, M, N)");
  // Clamped twice is clamped once.
  const Sym clamped = symMax(0, symMin(N, M));
  EXPECT_EQ(symMax(0, symMin(M, clamped)), clamped);
  EXPECT_EQ(symMax(0, symMin(K, clamped)), symMax(0, symMin(K, symMin(N, M))));
  EXPECT_EQ(symMax(N, symMin(M, symMax(N, 0))), symMax(N, symMin(M, 0)));
  EXPECT_EQ(symMin(N, symMax(M, symMin(N, 0))), symMin(N, symMax(M, 0)));
  EXPECT_EQ(symMax(symMax(N, 0), symMin(M, symMax(N, 0))), symMax(N, 0));
}

TEST(Sym, IntegerComparisons) {
  EXPECT_EQ(symEq(N + 2, M + 2), symEq(M, N));
  EXPECT_EQ(symEq(2 * N, 2 * M), symEq(N, M));
  EXPECT_EQ(symEq(4 * N, 4 * M + 2), Sym::boolean(false));
  EXPECT_EQ(symEq(N, N), Sym::boolean(true));
  EXPECT_EQ(symLt(N, M), symLe(N + 1, M));
  EXPECT_EQ(symNot(symLt(N, M)), symLe(M, N));
  EXPECT_EQ(symLe(4 * N, 15), symLe(N, 3));
  EXPECT_EQ(symLe(-4, -4 * N), symLe(N, 1));
  EXPECT_EQ(symLt(N, N), Sym::boolean(false));
  EXPECT_EQ(symEq(N, 4).str(), "N == 4");
  EXPECT_EQ(symNe(N, M).str(), "M != N");
  EXPECT_EQ(symLe(1, N).str(), "N >= 1");
  EXPECT_EQ(symLt(N, M).str(), "N < M");
  EXPECT_EQ(symLe(N + 3, M).str(), "N + 3 <= M");
  EXPECT_EQ(symEq(4 * K - N, 0).str(), "4*K == N");
}

TEST(Sym, FloatComparisonsKeepNaNInMind) {
  EXPECT_EQ(symNot(symLt(p, 1)).kind(), SymKind::Not);
  EXPECT_EQ(symNot(symLt(p, 1)).str(), "!(p < 1.0f)");
  EXPECT_FALSE(symEq(p, p).isConst());
  EXPECT_FALSE(symLe(q, q).isConst());
  const Sym nan = Sym::real(std::nan(""));
  EXPECT_EQ(symEq(nan, nan), Sym::boolean(false));
  EXPECT_EQ(symLe(nan, 1), Sym::boolean(false));
  EXPECT_EQ(nan, Sym::real(-std::nan("")));
}

TEST(Sym, Conditions) {
  const Sym yes = Sym::boolean(true), no = Sym::boolean(false);
  EXPECT_EQ(symAnd(flag, yes), flag);
  EXPECT_EQ(symAnd(flag, no), no);
  EXPECT_EQ(symOr(flag, yes), yes);
  EXPECT_EQ(symAnd(flag, symNot(flag)), no);
  EXPECT_EQ(symOr(symNot(flag), flag), yes);
  EXPECT_EQ(symAnd(flag, symAnd(other, flag)), symAnd(flag, other));
  EXPECT_EQ(symNot(symNot(flag)), flag);
  EXPECT_EQ(symNot(symAnd(flag, symLe(N, M))), symOr(symNot(flag), symLt(M, N)));
  EXPECT_EQ(symEq(flag, yes), flag);
  EXPECT_EQ(symEq(no, flag), symNot(flag));
  EXPECT_EQ(symEq(symNot(flag), flag), no);
  // The first operand may be what makes the second one defined.
  const Sym guarded = symAnd(symNe(N, 0), symEq(Sym::make(SymKind::TruncMod, {M, N}), 0));
  EXPECT_EQ(guarded.str(), "N != 0 && M % N == 0");
}

// Two comparisons of one integer that cover all integers, or have none in common, are settled; each stays
// right.
TEST(Sym, ComparisonsThatSettleEachOther) {
  const Sym yes = Sym::boolean(true), no = Sym::boolean(false);
  EXPECT_EQ(symOr(symNe(N, 1), symLe(N, 1)), yes);
  EXPECT_EQ(symOr(symLe(N, 3), symLe(4, N)), yes);
  EXPECT_EQ(symOr(flag, symOr(symLe(N, 3), symLt(2, N))), yes);
  EXPECT_EQ(symAnd(symEq(N, 1), symLe(2, N)), no);
  EXPECT_EQ(symAnd(symEq(N, 1), symEq(N, 2)), no);
  EXPECT_FALSE(symOr(symNe(N, 1), symLe(M, 1)).isConst());
  EXPECT_FALSE(symOr(symNe(N, 1), symLe(N, 0)).isConst());
  std::vector<Sym> all;
  for (int64_t c = -1; c <= 2; ++c)
    for (const Sym &comparison :
         {symEq(N, c), symNe(N, c), symLe(N, c), symLe(c, N), symLt(N, c), symLt(c, N)})
      all.push_back(comparison);
  for (const Sym &a : all)
    for (const Sym &b : all)
      for (int64_t n = -4; n <= 5; ++n) {
        const Values values = {{"N", double(n)}};
        const bool left = evaluate(a, values), right = evaluate(b, values);
        EXPECT_EQ(evaluate(symOr(a, b), values), left || right)
            << a.str() << " || " << b.str() << " at " << n;
        EXPECT_EQ(evaluate(symAnd(a, b), values), left && right)
            << a.str() << " && " << b.str() << " at " << n;
      }
}

TEST(Sym, SelectsAndCasts) {
  const Sym select = Sym::make(SymKind::Select, {flag, N, M});
  EXPECT_EQ(select.str(), "flag ? N : M");
  EXPECT_EQ(Sym::make(SymKind::Select, {symNot(flag), M, N}), select);
  EXPECT_EQ(Sym::make(SymKind::Select, {flag, N, N}), N);
  EXPECT_EQ(Sym::make(SymKind::Select, {Sym::boolean(false), N, M}), M);
  EXPECT_EQ(Sym::make(SymKind::Select, {flag, other, Sym::boolean(false)}), symAnd(flag, other));
  EXPECT_EQ(Sym::cast(Sym::cast(flag, SymType::Int), SymType::Bool), flag);
  EXPECT_EQ(symEq(Sym::cast(flag, SymType::Int), 1), flag);
  EXPECT_EQ(symEq(Sym::cast(flag, SymType::Int), 2), Sym::boolean(false));
  EXPECT_EQ(Sym::cast(N, SymType::Bool), symNe(N, 0));
  EXPECT_EQ(Sym::cast(Sym::cast(p, SymType::F64), SymType::F32), p);
  EXPECT_EQ(Sym::cast(Sym::real(-2.9), SymType::Int), Sym(-2));
  EXPECT_FALSE(Sym::cast(Sym::real(1e30), SymType::Int).isConst()); // undefined in C++
  EXPECT_EQ((flag + flag), 2 * Sym::cast(flag, SymType::Int));
  EXPECT_EQ((N + p).type(), SymType::F32);
}

TEST(Sym, FloatsFoldInTheirOwnPrecision) {
  auto f32 = [](double v) { return Sym::real(v, SymType::F32); };
  EXPECT_EQ(f32(0.1) + f32(0.2), f32(double(0.1f + 0.2f)));
  EXPECT_EQ(f32(16777216) + f32(1), f32(16777216));
  EXPECT_EQ(f32(0.1).asDouble(), double(0.1f));
  // One rounding, not two: through double this would be 2^24 * 2^30.
  const int64_t tie = (int64_t(1) << 54) + (int64_t(1) << 30) + 1;
  EXPECT_EQ(Sym::cast(tie, SymType::F32).asDouble(), double(float(tie)));
  EXPECT_EQ(Sym::real(0.1) + Sym::real(0.2), Sym::real(0.1 + 0.2));
  EXPECT_NE(Sym::compare(Sym::real(0.0), Sym::real(-0.0)), 0);
  EXPECT_EQ(-Sym::real(0.0), Sym::real(-0.0));
  EXPECT_EQ(((p + 1) + 2).str(), "p + 1.0f + 2.0f"); // never reassociated
  EXPECT_EQ((p + (q + 1)).str(), "f64(p) + (q + 1.0)");
  EXPECT_EQ(Sym::make(SymKind::Div, {Sym::real(1), Sym::real(0)}),
            Sym::real(std::numeric_limits<double>::infinity()));
  const Sym nan = Sym::real(std::nan(""));
  EXPECT_EQ(Sym::make(SymKind::Max, {Sym::real(1), nan}), Sym::real(1)); // std::max(1, NaN)
  EXPECT_EQ(Sym::make(SymKind::Max, {nan, Sym::real(1)}), nan);
}

TEST(Sym, Calls) {
  EXPECT_EQ(Sym::call("sqrt", {Sym::real(64)}, SymType::F64), Sym::real(8));
  EXPECT_EQ(Sym::call("sqrt", {Sym::real(2, SymType::F32)}, SymType::F32),
            Sym::real(std::sqrt(2.0f), SymType::F32));
  EXPECT_EQ(Sym::call("exp", {Sym::real(1)}, SymType::F64).kind(), SymKind::Call);
  EXPECT_EQ(Sym::call("bitand", {12, 10}, SymType::Int), Sym(8));
  // Bits that a constant sets or clears.
  const Sym n = Sym::symbol("n"), or4 = Sym::call("bitor", {n, 4}, SymType::Int),
            and4 = Sym::call("bitand", {n, 4}, SymType::Int);
  EXPECT_EQ(symNe(or4, 0), Sym::boolean(true));
  EXPECT_EQ(symEq(3, or4), Sym::boolean(false));
  EXPECT_EQ(symEq(and4, 3), Sym::boolean(false));
  EXPECT_FALSE(symEq(or4, 5).asBool());
  EXPECT_FALSE(symEq(and4, 4).asBool());
  EXPECT_FALSE(symEq(and4, 0).asBool());
  EXPECT_EQ(Sym::call("shl", {1, 4}, SymType::Int), Sym(16));
  EXPECT_FALSE(Sym::call("shl", {1, 64}, SymType::Int).isConst());
  EXPECT_FALSE(Sym::call("shl", {maxInt, 1}, SymType::Int).isConst());
  EXPECT_FALSE(Sym::call("abs", {minInt}, SymType::Int).isConst());
  EXPECT_EQ(Sym::call("isnan", {Sym::real(0)}, SymType::Bool), Sym::boolean(false));
  EXPECT_EQ(callArity("pow"), 2u);
  EXPECT_EQ(callArity("floordiv"), std::nullopt);
}

TEST(Sym, TextReadsBack) {
  for (const char *text : {"2*N + 1",
                           "-N",
                           "floordiv(N, 2)",
                           "floormod(M + N, 4)",
                           "N == 4 && !flag",
                           "N % M",
                           "N / M / K",
                           "N / (M / K)",
                           "min(K, M, N)",
                           "max(M, N) + 1",
                           "flag ? N : M",
                           "2*(flag ? N : M)",
                           "(flag ? N : M) == K",
                           "flag == other",
                           "(N < M) == flag",
                           "p + 0.1f",
                           "p - (p - 1.0f)",
                           "p*p*p",
                           "p*(p*p)",
                           "p / p",
                           "-1.0f*p",
                           "q + -2.0",
                           "q + 1e+30",
                           "q < inf",
                           "p < -inff",
                           "nan < q",
                           "p == nanf",
                           "q + -0.0",
                           "sqrt(q)",
                           "sqrt:f64(N)",
                           "pow(q, 2.0)",
                           "isnan:bool(p)",
                           "bitand(M, N)",
                           "int(flag) + N",
                           "f32(N)",
                           "bool(1)",
                           "flag && (other || N >= 1)",
                           "flag || other && N >= 1",
                           "q + 0.1",
                           "q + 5e-324",
                           "q == 123456789012345.0",
                           "p < 16777216.0f",
                           "9223372036854775807",
                           "-9223372036854775808"}) {
    const Sym value = parse(text);
    EXPECT_EQ(parse(value.str()), value) << text << " printed as " << value.str();
  }
  EXPECT_EQ(parse("N - 1 - 1").str(), "N - 2");
  EXPECT_EQ(parse("N > M"), symLt(M, N));
  EXPECT_EQ(parse(" ( N )").str(), "N");
  EXPECT_EQ(parse("flag ? sqrt(q) : q").str(), "flag ? sqrt(q) : q");
  EXPECT_EQ(parse("q + 0.1").str(), "q + 0.1");
}

TEST(Sym, MalformedTextIsRefused) {
  EXPECT_EQ(errorOf("Z + 1"), "at 1: unknown symbol 'Z'");
  EXPECT_EQ(errorOf("N +"), "at 4: expected an expression");
  EXPECT_EQ(errorOf("(N"), "at 3: expected ')' in an expression");
  EXPECT_EQ(errorOf("N N"), "at 3: unexpected text after the expression");
  EXPECT_EQ(errorOf("flordiv(N, 2)"), "at 1: unknown function 'flordiv'");
  EXPECT_EQ(errorOf("floordiv(N)"), "at 1: 'floordiv' takes 2 operands");
  EXPECT_EQ(errorOf("floordiv(p, 2)"), "at 1: 'floordiv' needs integers");
  EXPECT_EQ(errorOf("p % 2"), "at 6: '%' needs integers");
  EXPECT_EQ(errorOf("99999999999999999999"), "at 1: malformed number, or one that no 64-bit type holds");
  EXPECT_EQ(errorOf("1.5x"), "at 1: malformed number, or one that no 64-bit type holds");
  EXPECT_EQ(errorOf(""), "at 1: expected an expression");
  EXPECT_NE(errorOf(std::string(100000, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(errorOf(std::string(100000, '!')).find("nested too deeply"), std::string::npos);
  std::string chain = "q";
  for (int i = 0; i < 2000; ++i)
    chain += " + q";
  EXPECT_NE(errorOf(chain).find("nested too deeply"), std::string::npos);
}

TEST(Sym, Cxx) {
  EXPECT_EQ(cxx(4), "4");
  EXPECT_EQ(cxx(-4), "-4");
  EXPECT_EQ(cxx(int64_t(1) << 40), "1099511627776LL");
  EXPECT_EQ(cxx(minInt), "-9223372036854775807LL - 1");
  EXPECT_EQ(cxx(2 * N * M + 1), "2 * M * N + 1");
  EXPECT_EQ(cxx(N * floorDiv(M + 1, 2)), "N * ::fg::rt::floor_div(M + 1, 2)");
  EXPECT_EQ(cxx(floorMod(N, 4)), "::fg::rt::floor_mod(N, 4)");
  EXPECT_EQ(cxx(symMin(symMin(N, M), K)), "::std::min<int64_t>(K, ::std::min<int64_t>(M, N))");
  EXPECT_EQ(cxx(symOr(symAnd(flag, other), symLt(N, 4))), "(flag && other) || N <= 3");
  EXPECT_EQ(cxx(symNot(symLt(p, 0.5 < 1 ? Sym::real(0.5) : Sym()))), "!(static_cast<double>(p) < 0.5)");
  EXPECT_EQ(cxx(Sym::make(SymKind::Select, {flag, 3, 4}) * N), "N * (flag ? int64_t(3) : int64_t(4))");
  EXPECT_EQ(cxx(p + 2), "p + 2.0f");
  EXPECT_EQ(cxx(Sym::real(std::numeric_limits<double>::infinity())), "__builtin_inf()");
  EXPECT_EQ(cxx(Sym::real(-std::numeric_limits<double>::infinity(), SymType::F32)), "-__builtin_inff()");
  EXPECT_EQ(cxx(Sym::real(std::nan(""), SymType::F32)), "__builtin_nanf(\"\")");
  EXPECT_EQ(cxx(Sym::real(-0.0)), "-0.0");
  EXPECT_EQ(cxx(Sym::call("shl", {1, N}, SymType::Int)), "int64_t(1) << N");
  EXPECT_EQ(cxx(Sym::call("sqrt", {p}, SymType::F32)), "::std::sqrt(p)");
  EXPECT_EQ(cxx(Sym::call("sqrt", {N}, SymType::F64)), "static_cast<double>(::std::sqrt(N))");
  EXPECT_EQ(N.cxx([](const std::string &) { return std::string("x.size(0)"); }), "x.size(0)");
}

TEST(Sym, SubstitutionSimplifies) {
  auto four = [](const std::string &name) { return name == "N" ? std::optional<Sym>(4) : std::nullopt; };
  EXPECT_EQ((N * M + N).substitute(four), 4 * M + 4);
  EXPECT_EQ(symLe(N, 5).substitute(four), Sym::boolean(true));
  EXPECT_EQ((M + 1).substitute(four), M + 1);
  std::vector<std::string> seen;
  (M * N + symMin(N, K)).forEachSymbol([&](const std::string &name, SymType) { seen.push_back(name); });
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_TRUE(floorDiv(N, M).dependsOn("M"));
  EXPECT_FALSE(floorDiv(N, M).dependsOn("K"));
}

TEST(Sym, SizeIsThatOfTheTree) {
  EXPECT_EQ(Sym(4).size(), 1u);
  EXPECT_EQ((2 * N + 1).size(), 5u);
  Sym square = q;
  for (int i = 0; i < 100; ++i)
    square = square * square;
  EXPECT_EQ(square.size(), UINT64_MAX);
}

TEST(Sym, CanonicalFormsComputeTheSame) {
  Random random(7);
  for (int round = 0; round < 4000; ++round) {
    std::vector<Values> samples;
    for (int i = 0; i < 6; ++i)
      samples.push_back({{"N", random.in(-9, 9)}, {"M", random.in(-9, 9)}, {"K", random.in(0, 20)}});
    Generator generator(random, samples);
    const Expected e = round % 2 ? generator.integer(4) : generator.condition(4);
    for (size_t i = 0; i < samples.size(); ++i)
      ASSERT_EQ(evaluate(e.sym, samples[i]), e.values[i]) << e.sym.str() << " in round " << round;
    ASSERT_EQ(parse(e.sym.str()), e.sym) << e.sym.str();
  }
}

} // namespace
