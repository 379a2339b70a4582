// Environments that are told what earlier ones were told answer as those did, and as ones without a memory
// do.
#include "lib/Graph/ProofMemory.h"

#include <gtest/gtest.h>

using namespace fullgraph;

namespace {

Sym size(ShapeEnv &env, const std::string &name) {
  SymbolDef def;
  def.name = name;
  def.lower = 0;
  return env.addSymbol(std::move(def));
}

/// Sizes that a walk reads, and what it learns of them; `equal`: on one of its paths.
std::string walk(bool equal) {
  ShapeEnv env;
  const Sym n = size(env, "n"), m = size(env, "m"), k = size(env, "k");
  const auto say = [](std::optional<bool> answer) {
    return answer ? std::string(*answer ? "yes " : "no ") : std::string("open ");
  };
  std::string said = say(env.prove(symEq(n, m)));
  env.assume(symEq(n * k, m * k), {}, "sizes must match");
  env.assume(symLe(2, k), {}, "two at least");
  said += say(env.prove(symEq(n, m))) + say(env.prove(symLe(1, k)));
  env.addFact(equal ? symEq(n, 4) : symLe(n, 3));
  said += env.simplify(m + 1).str() + " " + say(env.prove(symEq(n, 4))) + say(env.prove(symLe(n, 4)));
  said += std::to_string(env.lowerBound(k * 2).value_or(-1)) + " " +
          std::to_string(env.upperBound(n).value_or(-1));
  said += env.isContradictory() ? " never" : " sometimes";
  for (const Guard &guard : env.guards())
    said += " " + guard.condition.str();
  return said;
}

} // namespace

TEST(ProofMemory, AnswersAreThoseWithoutOne) {
  const std::string equal = walk(true), less = walk(false);
  EXPECT_NE(equal, less);
  const ProofMemory memory;
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(walk(true), equal);
    EXPECT_EQ(walk(false), less);
  }
}

// Limits of work stand for time: what is remembered counts an eighth of its steps, in each walk the same.
TEST(ProofMemory, CountsAnEighthOfWhatItRemembers) {
  const ProofMemory memory;
  const auto stepsOf = [](bool equal) {
    const uint64_t before = ShapeEnv::proofSteps;
    walk(equal);
    return ShapeEnv::proofSteps - before;
  };
  const uint64_t first = stepsOf(true);
  EXPECT_GT(first, 0u);
  const uint64_t again = stepsOf(true);
  EXPECT_LT(again, first);
  EXPECT_GE(again, first / 8);
  EXPECT_GT(stepsOf(false), 0u);
  EXPECT_EQ(stepsOf(true), again);
}

// What one environment learns, another one that is not told does not know.
TEST(ProofMemory, EachKnowsWhatItWasTold) {
  const ProofMemory memory;
  ShapeEnv one;
  const Sym n = size(one, "n");
  ShapeEnv other = one;
  one.addFact(symEq(n, 4));
  EXPECT_EQ(one.prove(symEq(n, 4)), true);
  EXPECT_EQ(other.prove(symEq(n, 4)), std::nullopt);
  other.addFact(symEq(n, 5));
  EXPECT_EQ(other.prove(symEq(n, 4)), false);
  EXPECT_EQ(one.prove(symEq(n, 4)), true);

  SymbolDef bounded;
  bounded.name = "n";
  bounded.lower = 7;
  ShapeEnv third;
  third.addSymbol(bounded); // of the same name, and other bounds
  EXPECT_EQ(third.prove(symEq(n, 4)), false);
}

// Environments outlive the memory, and may be told more while another one is there, or none.
TEST(ProofMemory, EnvironmentsOutliveIt) {
  std::optional<ShapeEnv> env;
  Sym n = 0;
  {
    const ProofMemory memory;
    env.emplace();
    n = size(*env, "n");
    {
      const ProofMemory inner;
      env->addFact(symLe(2, n));
    }
    EXPECT_EQ(env->prove(symLe(1, n)), true);
    ShapeEnv fresh;
    size(fresh, "n");
    EXPECT_EQ(fresh.prove(symLe(1, n)), std::nullopt);
  }
  env->addFact(symLe(n, 2));
  EXPECT_EQ(env->prove(symEq(n, 2)), true);
}
