#include "lib/Graph/ShapeEnv.h"
#include "Evaluate.h"
#include "lib/Graph/Prover.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

class ShapeEnvTest : public testing::Test {
protected:
  ShapeEnv env;
  Sym size(const std::string &name, int64_t multipleOf = 1) {
    SymbolDef def;
    def.name = name;
    def.lower = 0;
    def.multipleOf = multipleOf;
    return env.addSymbol(std::move(def));
  }
  Sym flag(const std::string &name) {
    SymbolDef def;
    def.name = name;
    def.type = SymType::Bool;
    return env.addSymbol(std::move(def));
  }
  void proves(const Sym &condition) { EXPECT_EQ(env.prove(condition), true) << condition.str(); }
  void refutes(const Sym &condition) { EXPECT_EQ(env.prove(condition), false) << condition.str(); }
  void open(const Sym &condition) { EXPECT_EQ(env.prove(condition), std::nullopt) << condition.str(); }
  bool assume(const Sym &condition) { return env.assume(condition, {}, "test"); }
};

TEST_F(ShapeEnvTest, NamesAreUniqueIdentifiers) {
  EXPECT_EQ(size("N").name(), "N");
  EXPECT_EQ(size("N").name(), "N_1");
  EXPECT_EQ(size("N").name(), "N_2");
  EXPECT_EQ(size("x.size(0)").name(), "x_size_0");
  EXPECT_EQ(size("nan").name(), "nan_1"); // the text form has a constant of that name
  EXPECT_EQ(size("").name(), "s");
  ASSERT_TRUE(env.lookup("N_1"));
  EXPECT_FALSE(env.lookup("N_3"));
  EXPECT_EQ(env.symbols().size(), 6u);
}

TEST_F(ShapeEnvTest, SizesAreNotNegative) {
  Sym N = size("N"), M = size("M");
  proves(symLe(0, N));
  proves(symLe(0, N * M + N));
  refutes(symEq(N, -1));
  refutes(symLt(N * M, 0));
  open(symLe(1, N));
  open(symEq(N, M));
  EXPECT_EQ(env.lowerBound(N + 3), 3);
  EXPECT_EQ(env.upperBound(N), std::nullopt);
  EXPECT_EQ(env.upperBound(2 - N), 2);
}

TEST_F(ShapeEnvTest, AssumeAddsOneGuardForWhatIsOpen) {
  Sym N = size("N"), M = size("M");
  SourceLoc loc{"model.cpp", 9, 12};
  EXPECT_TRUE(env.assume(symLe(0, N), loc, "no guard"));
  EXPECT_EQ(env.guards().size(), 0u);
  EXPECT_TRUE(env.assume(symEq(N, M), loc, "sizes must match"));
  ASSERT_EQ(env.guards().size(), 1u);
  EXPECT_EQ(env.guards()[0].reason, "sizes must match");
  EXPECT_EQ(env.guards()[0].loc, loc);
  EXPECT_EQ(env.guards()[0].condition, symEq(N, M));
  EXPECT_TRUE(assume(symEq(M, N)));
  EXPECT_TRUE(assume(symEq(2 * M + 1, N + M + 1)));
  EXPECT_EQ(env.guards().size(), 1u);
  EXPECT_FALSE(assume(symLt(N, M)));
  EXPECT_EQ(env.guards().size(), 1u);
  EXPECT_EQ(env.simplify(M * 3), N * 3);
}

TEST_F(ShapeEnvTest, ConjunctionsGuardTheirOpenPartsOrNothing) {
  Sym N = size("N"), M = size("M");
  EXPECT_TRUE(assume(symAnd(symLe(0, N), symLe(2, M))));
  ASSERT_EQ(env.guards().size(), 1u);
  EXPECT_EQ(env.guards()[0].condition, symLe(2, M));
  EXPECT_FALSE(assume(symAnd(symLe(5, N), symLt(N, M * 0))));
  EXPECT_EQ(env.guards().size(), 1u);
  open(symLe(5, N));
}

TEST_F(ShapeEnvTest, EqualitiesSubstitute) {
  Sym N = size("N"), M = size("M"), K = size("K");
  assume(symEq(M, N));
  assume(symEq(K, M + 1));
  assume(symEq(N, 4));
  EXPECT_EQ(env.simplify(K * N + M), Sym(24));
  proves(symEq(K, 5));
  refutes(symEq(M, 5));
}

TEST_F(ShapeEnvTest, EqualitiesWithFactorsAreUsed) {
  Sym N = size("N"), K = size("K"), M = size("M");
  assume(symEq(4 * K, N));
  EXPECT_EQ(env.simplify(floorDiv(N, 4)), K);
  proves(symEq(floorMod(N, 4), 0));
  proves(symLe(K, N));
  assume(symEq(2 * K, 3 * M)); // solves for no symbol
  proves(symEq(4 * K, 6 * M));
  proves(symLe(M, K));
  assume(symEq(M, 2));
  proves(symEq(K, 3));
  EXPECT_EQ(env.simplify(N), Sym(12));
}

TEST_F(ShapeEnvTest, ADefinitionMaySettleWhatWasKnownBefore) {
  Sym M = size("M"), K = size("K");
  assume(symEq(M * K, 12));
  open(symEq(K, 4));
  assume(symEq(M, 3));
  proves(symEq(K, 4));
}

TEST_F(ShapeEnvTest, NoCycles) {
  Sym N = size("N"), M = size("M");
  assume(symEq(N, floorDiv(M, 2) + 1));
  assume(symEq(M, floorDiv(N, 2) + 3));
  EXPECT_EQ(env.simplify(N), env.simplify(env.simplify(N)));
  refutes(symEq(N * M, N)); // M is at least 3
}

TEST_F(ShapeEnvTest, LinearReasoning) {
  Sym N = size("N"), M = size("M"), K = size("K");
  assume(symLe(N, M));
  assume(symLt(M, K));
  proves(symLt(N, K));
  proves(symLe(N + 1, K));
  refutes(symEq(N, K));
  proves(symLe(2 * N + M, 2 * K + M));
  proves(symLe(N + M, 2 * K - 2));
  assume(symLe(K, 8));
  proves(symLe(N, 7));
  EXPECT_EQ(env.upperBound(N + M), 14);
  proves(symLe(1, K));
}

TEST_F(ShapeEnvTest, NotEqualTightens) {
  Sym N = size("N"), M = size("M");
  assume(symNe(N, 0));
  proves(symLe(1, N));
  assume(symNe(N, 1));
  proves(symLe(2, N));
  refutes(symEq(N, 1));
  assume(symLe(N, M));
  open(symLt(N, M));
  assume(symNe(N, M));
  proves(symLt(N, M));
}

TEST_F(ShapeEnvTest, ProductsThatAreNotEmpty) {
  Sym N = size("N"), M = size("M"), K = size("K");
  assume(symLe(1, N * M));
  proves(symLe(1, N));
  proves(symNe(M, 0));
  open(symLe(1, K));
  assume(symLe(1, K));
  proves(symLe(1, N * M * K));
  refutes(symEq(N * M * K, 0));
  proves(symLe(N * M, N * M * K));
}

TEST_F(ShapeEnvTest, CommonFactorsCancel) {
  Sym N = size("N"), M = size("M"), K = size("K");
  assume(symLe(1, N));
  assume(symEq(N * M, N * K));
  assume(symLe(M, K));
  proves(symLe(N * M, N * K));
  proves(symEq(M, K));
  Sym P = size("P"), Q = size("Q");
  assume(symLe(P, Q));
  proves(symLe(N * P, N * Q));
  Sym R = size("R"), S = size("S");
  assume(symLe(N * R, N * S));
  proves(symLe(R, S));
  Sym T = size("T"), U = size("U"), V = size("V");
  assume(symEq(T * U, T * V)); // and only later
  open(symEq(U, V));
  assume(symLe(1, T));
  proves(symEq(U, V));
}

TEST_F(ShapeEnvTest, Divisions) {
  Sym H = size("H");
  const Sym out = floorDiv(H - 3, 2) + 1; // a convolution's output
  open(symLe(1, out));
  assume(symLe(3, H));
  proves(symLe(1, out));
  proves(symLe(2 * (out - 1) + 3, H)); // the last window fits
  proves(symLe(out, H));
  proves(symLe(floorMod(H, 5), 4));
  proves(symEq(5 * floorDiv(H, 5) + floorMod(H, 5), H));
  EXPECT_EQ(env.lowerBound(floorDiv(H, 3)), 1);
  // C++'s division of numbers that are not negative is the flooring one.
  EXPECT_EQ(env.simplify(Sym::make(SymKind::TruncDiv, {2 * H + 5, 2})), H + 2);
}

TEST_F(ShapeEnvTest, MultiplesOfANumber) {
  Sym N = size("N", 8), M = size("M");
  proves(symEq(floorMod(N, 4), 0));
  EXPECT_EQ(env.simplify(floorMod(N + 3, 4)), Sym(3));
  refutes(symEq(N, 12));
  open(symEq(floorMod(N, 16), 0));
  assume(symEq(floorMod(M, 6), 0));
  proves(symEq(floorMod(M, 3), 0));
  proves(symEq(floorMod(N * M, 48), 0));
  refutes(symEq(floorMod(M, 2), 1));
}

TEST_F(ShapeEnvTest, MinAndMax) {
  Sym N = size("N"), M = size("M");
  proves(symLe(symMin(N, M), N));
  proves(symLe(N, symMax(N, M)));
  proves(symLe(symMin(N, M), symMax(N, M)));
  proves(symLe(0, symMin(N, M)));
  open(symEq(symMin(N, 4), 4));
  assume(symLe(4, N));
  EXPECT_EQ(env.simplify(symMin(N, 4)), Sym(4));
  EXPECT_EQ(env.simplify(symMax(N, 4) + M), N + M);
  // The length of x.slice(0, start, end) with both clamped.
  const Sym start = symMin(M, N), end = symMin(symMax(M, 7), N);
  proves(symLe(0, end - start));
  proves(symLe(end - start, N));
}

TEST_F(ShapeEnvTest, Flags) {
  Sym a = flag("a"), b = flag("b"), N = size("N");
  open(a);
  env.addFact(symNot(a));
  refutes(a);
  EXPECT_EQ(env.simplify(Sym::make(SymKind::Select, {a, N, 3})), Sym(3));
  env.addFact(symOr(a, symLe(2, N))); // a is out
  proves(symLe(2, N));
  Sym M = size("M"), c = flag("c");
  env.addFact(symOr(c, symLe(M, 3)));
  open(c);
  env.addFact(symLe(5, M));
  proves(c);
  open(b);
  env.addFact(symEq(b, a));
  refutes(b);
  EXPECT_EQ(env.facts().size(), 5u);
  EXPECT_EQ(env.guards().size(), 0u);
}

TEST_F(ShapeEnvTest, FloatsAreOnlyLookedUp) {
  SymbolDef def;
  def.name = "p";
  def.type = SymType::F64;
  Sym p = env.addSymbol(def);
  env.addFact(symLt(0, p));
  proves(symLt(0, p));
  open(symLe(p, 0)); // NaN is excluded by the fact, but no rule says so
  def.name = "r";
  Sym r = env.addSymbol(def);
  env.addFact(symEq(r, 0));
  EXPECT_EQ(env.simplify(r), r); // it may be -0.0
  def.name = "t";
  Sym t = env.addSymbol(def);
  env.addFact(symEq(t, Sym::real(0.5)));
  EXPECT_EQ(env.simplify(t + 1), Sym::real(1.5));
}

TEST_F(ShapeEnvTest, BoundsThatLeaveOneValueDefineASymbol) {
  Sym N = size("N");
  assume(symLe(N, 4));
  assume(symLe(4, N));
  EXPECT_EQ(env.simplify(N + 1), Sym(5));
}

/// Products of sixteen numbers of the user's program, with what bounds them: the facts can be combined in
/// more ways than can be tried.
TEST_F(ShapeEnvTest, AQuestionCostsABoundedAmountOfWork) {
  std::vector<Sym> k;
  for (int i = 0; i < 16; ++i) {
    SymbolDef def;
    def.name = "k" + std::to_string(i);
    def.lower = -(int64_t(1) << 31);
    def.upper = (int64_t(1) << 31) - 1;
    k.push_back(env.addSymbol(std::move(def)));
  }
  for (const Sym &number : k) {
    assume(symLe(0, number));
    assume(symLt(number, 4));
  }
  Sym squares = 0;
  for (size_t i = 0; i < k.size(); ++i) {
    if (i + 1 < k.size())
      assume(symLe(k[i], k[i + 1] + k[(i * 7 + 3) % 16]));
    squares = squares + k[i] * k[i];
  }
  const auto knowledge = Prover::gather(env);
  Prover prover(*knowledge);
  const Sym hard = symLe(k[3] * k[5] + k[9], k[2] * k[7] + squares);
  EXPECT_EQ(prover.decide(hard), std::nullopt);
  // Two proofs are tried, of the claim and of its opposite.
  EXPECT_LE(prover.work(), 2 * (Prover::maxWork + 1000));
  EXPECT_EQ(prover.decide(symLe(k[3] + k[5], 6)), true);
  // The answer is remembered, for as long as nothing else is known.
  Prover again(*knowledge);
  EXPECT_EQ(again.decide(hard), std::nullopt);
  EXPECT_EQ(again.work(), 0u);
  assume(hard);
  EXPECT_EQ(Prover(*Prover::gather(env)).decide(hard), true);
}

TEST_F(ShapeEnvTest, CopiesAreIndependent) {
  Sym N = size("N");
  ShapeEnv copy = env;
  assume(symEq(N, 4));
  proves(symEq(N, 4));
  EXPECT_EQ(copy.prove(symEq(N, 4)), std::nullopt);
}

TEST_F(ShapeEnvTest, LargeNumbersDoNotWrap) {
  Sym N = size("N"), M = size("M");
  const int64_t huge = std::numeric_limits<int64_t>::max();
  assume(symLe(huge - 1, N));
  proves(symLe(0, N * N * M));
  open(symLe(N * M, huge));
  EXPECT_EQ(env.lowerBound(N * 2), std::nullopt);
  EXPECT_EQ(env.upperBound(-N), -(huge - 1));
}

// Random facts that some samples satisfy, random questions: an answer must hold for all of those samples.
TEST_F(ShapeEnvTest, AMultipleIsAtLeastItsDivisor) {
  Sym N = size("N"), M = size("M");
  EXPECT_TRUE(assume(symEq(floorMod(N, 3), 0)));
  EXPECT_TRUE(assume(symEq(floorMod(M, 4), 0)));
  open(symLe(3, N)); // it may be 0
  EXPECT_TRUE(assume(symLe(1, N)));
  proves(symLe(3, N));
  refutes(symEq(floorDiv(N, 3), 0));
  open(symLe(4, N));
  EXPECT_TRUE(assume(symLe(6, M)));
  proves(symLe(8, M));
}

TEST(ShapeEnv, aQuotientBoundsItsDividend) {
  ShapeEnv env;
  SymbolDef n;
  n.name = "N";
  n.lower = 0;
  const Sym size = env.addSymbol(n), half = floorDiv(size, Sym(2)), quarter = floorDiv(half + Sym(1), Sym(3));
  EXPECT_EQ(env.prove(symEq(size, Sym(1))), std::nullopt);
  EXPECT_TRUE(env.assume(symLe(Sym(1), half), {}, ""));
  EXPECT_EQ(env.prove(symEq(size, Sym(1))), false);
  EXPECT_EQ(env.lowerBound(size), 2);
  EXPECT_TRUE(env.assume(symLe(Sym(2), quarter), {}, "")); // N/2 >= 5
  EXPECT_EQ(env.lowerBound(size), 10);
  EXPECT_TRUE(env.assume(symLe(half, Sym(7)), {}, ""));
  EXPECT_EQ(env.upperBound(size), 15);
  EXPECT_EQ(env.prove(symLt(size, Sym(15))), std::nullopt);
}

TEST(ShapeEnv, guardsThatOthersImplyNeedNoCheck) {
  ShapeEnv env;
  SymbolDef n, rows;
  n.name = "N";
  n.lower = 0;
  rows.name = "rows";
  const Sym size = env.addSymbol(n), count = env.addSymbol(rows);
  EXPECT_TRUE(env.assume(symLe(Sym(0), count), {}, "a size"));
  EXPECT_TRUE(env.assume(symLe(Sym(2), size), {}, "two at least"));
  EXPECT_EQ(env.impliedGuards(), std::set<size_t>());
  EXPECT_TRUE(env.assume(symEq(count, size), {}, "must match"));
  EXPECT_EQ(env.impliedGuards(), std::set<size_t>{0});
  EXPECT_TRUE(env.assume(symLe(Sym(4), size), {}, "four at least"));
  EXPECT_EQ(env.impliedGuards(), (std::set<size_t>{0, 1}));
  // Two that say the same of each other: one stays.
  ShapeEnv both;
  const Sym a = both.addSymbol(n);
  both.addGuard({symLe(Sym(2), a), {}, ""});
  both.addGuard({symLt(Sym(1), a), {}, ""});
  EXPECT_EQ(both.impliedGuards(), std::set<size_t>{0});
}

TEST(ShapeEnv, AnswersAreSound) {
  Random random(11);
  unsigned answered = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<Values> samples;
    for (int i = 0; i < 12; ++i)
      samples.push_back({{"N", random.in(0, 6)}, {"M", random.in(0, 6)}, {"K", random.in(0, 12)}});
    ShapeEnv env;
    for (const char *name : {"K", "M", "N"}) {
      SymbolDef def;
      def.name = name;
      def.lower = 0;
      env.addSymbol(def);
    }
    Generator generator(random, samples);
    std::vector<bool> possible(samples.size(), true);
    for (int f = 0; f < 4; ++f) {
      Expected fact = generator.condition(2);
      size_t left = 0;
      for (size_t i = 0; i < samples.size(); ++i)
        left += possible[i] && fact.values[i];
      if (left == 0)
        continue;
      for (size_t i = 0; i < samples.size(); ++i)
        possible[i] = possible[i] && fact.values[i];
      env.addFact(fact.sym);
    }
    auto facts = [&] {
      std::string text;
      for (const Sym &fact : env.facts())
        text += "\n  " + fact.str();
      return text;
    };
    for (int question = 0; question < 4; ++question) {
      const Expected asked = generator.condition(2), value = generator.integer(3);
      const auto answer = env.prove(asked.sym);
      const Sym simple = env.simplify(value.sym);
      const auto lower = env.lowerBound(value.sym), upper = env.upperBound(value.sym);
      answered += answer.has_value();
      for (size_t i = 0; i < samples.size(); ++i) {
        if (!possible[i])
          continue;
        if (answer)
          ASSERT_EQ(*answer, asked.values[i] != 0) << asked.sym.str() << " given" << facts();
        ASSERT_EQ(evaluate(simple, samples[i]), value.values[i]) << value.sym.str() << " given" << facts();
        if (lower)
          ASSERT_LE(*lower, value.values[i]) << value.sym.str() << " given" << facts();
        if (upper)
          ASSERT_GE(*upper, value.values[i]) << value.sym.str() << " given" << facts();
      }
    }
  }
  EXPECT_GT(answered, 200u);
}

} // namespace
