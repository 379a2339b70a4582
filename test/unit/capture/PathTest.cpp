// One path of a walk: its decisions, what they make known, and attempts that fail.
#include "CaptureTestUtil.h"

#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

#include <gtest/gtest.h>

#include <set>

using namespace fullgraph;
using fullgraph::test::Source;

namespace {

/// A walk with the parts that a path needs, and no statements.
class PathTest : public testing::Test {
protected:
  Source source{"", "int f(int n) { return n; }"};
  FunctionContext function = contextFor(source.function("f"), {}, "fg_", std::make_shared<CaptureWork>());
  Walk walk{source.context(), function, /*verbose=*/false, /*region=*/nullptr};
  const bool bound = [this] {
    std::get<Reporter *>(walk.parts) = &report;
    std::get<Splits *>(walk.parts) = &splits;
    return true;
  }();
  Reporter report{walk};
  Splits splits{walk};
  Path path{walk};

  const Sym n = Sym::symbol("n"), m = Sym::symbol("m");
  const SourceLoc here{};
};

TEST_F(PathTest, ADecisionIsKnownBehindIt) {
  EXPECT_TRUE(path.decide(symLt(Sym(3), n), here));
  ASSERT_EQ(path.decisions.size(), 1u);
  EXPECT_FALSE(path.decisions[0].assumed);
  EXPECT_TRUE(path.decide(symLt(Sym(3), n), here));
  EXPECT_TRUE(path.decide(symLt(Sym(2), n), here)); // follows
  EXPECT_FALSE(path.decide(symLe(n, Sym(3)), here));
  EXPECT_EQ(path.decisions.size(), 1u);
}

TEST_F(PathTest, ThePrefixSaysWhichSideIsTaken) {
  PathDecision other;
  other.condition = symLt(Sym(3), n);
  other.taken = false;
  path.prefix.push_back(other);
  EXPECT_FALSE(path.decide(symLt(Sym(3), n), here));
  EXPECT_EQ(path.settle(symLe(n, Sym(3))), true);
  EXPECT_TRUE(path.decide(symLt(Sym(3), m), here)); // behind the prefix: the first side
}

TEST_F(PathTest, AnAssumptionIsAGuardAndNoFork) {
  path.assume(symEq(n, Sym(4)), here, "'n' to be 4");
  ASSERT_EQ(path.decisions.size(), 1u);
  EXPECT_TRUE(path.decisions[0].assumed);
  EXPECT_EQ(path.decisions[0].need, "'n' to be 4");
  EXPECT_EQ(path.settle(symEq(n, Sym(4))), true);
  path.assume(symLt(Sym(3), n), here); // known
  EXPECT_EQ(path.decisions.size(), 1u);
  EXPECT_TRUE(path.isAssumed(n + Sym(1), 0));
  EXPECT_FALSE(path.isAssumed(n, 1));
  EXPECT_FALSE(path.isAssumed(m, 0));
}

TEST_F(PathTest, WhileBreaksAreLookedForNothingIsDecided) {
  walk.diagnosing = true;
  EXPECT_TRUE(path.decide(symLt(Sym(3), n), here));
  path.assume(symEq(m, Sym(4)), here);
  EXPECT_TRUE(path.decisions.empty());
  EXPECT_FALSE(path.settle(symLt(Sym(3), n)).has_value());
}

TEST_F(PathTest, AConstructorThatAsksWhatIsNotKnownEnds) {
  walk.predicting = true;
  EXPECT_THROW(path.decide(symLt(Sym(3), n), here), SplitPoint);
}

TEST_F(PathTest, AllModulesAreInTheModeOfTheFirst) {
  const Sym first = Sym::symbol("training", SymType::Bool), second = Sym::symbol("training2", SymType::Bool);
  path.modeFlags = {first, second};
  EXPECT_TRUE(path.decide(symNot(first), here)); // in inference
  EXPECT_EQ(path.training, false);
  EXPECT_TRUE(path.decide(symNot(second), here));
  ASSERT_EQ(path.decisions.size(), 2u);
  EXPECT_TRUE(path.decisions[1].assumed); // a guard: no graph for one module in each mode
}

TEST_F(PathTest, AStepTooManyIsABreak) {
  EXPECT_NO_THROW(path.countStep(function.decl->getBody()));
  function.options.unrollLimit = -1;
  EXPECT_THROW(path.countStep(function.decl->getBody()), BreakError);
  function.work->statements = CaptureWork::most + 1;
  EXPECT_THROW(path.countWork(), WorkSpent);
}

TEST_F(PathTest, AnAttemptThatSucceedsLeavesThePathWhole) {
  bool ran = false;
  EXPECT_TRUE(Attempt(walk).run([&] {
    ran = true;
    EXPECT_EQ(walk.attempts.depth, 1u);
  }));
  EXPECT_TRUE(ran);
  EXPECT_FALSE(walk.attempts.failed);
  EXPECT_EQ(walk.attempts.depth, 0u);
}

TEST_F(PathTest, AnAttemptThatFailsIsTheEndOfTheGraph) {
  const auto fails = [&](auto end) {
    walk.attempts.failed = false;
    const bool done = Attempt(walk, Attempt::Throws::EndPath, function.decl).run([&] {
      EXPECT_EQ(walk.attempts.entering, function.decl);
      path.decide(symLt(Sym(3), n), here);
      throw end;
    });
    EXPECT_EQ(walk.attempts.depth, 0u);
    EXPECT_EQ(walk.attempts.entering, nullptr);
    return !done && walk.attempts.failed;
  };
  EXPECT_TRUE(fails(BreakError()));
  EXPECT_TRUE(fails(SplitPoint()));
  EXPECT_TRUE(fails(UnknownType("x", {})));
  EXPECT_TRUE(fails(UncountedLoop()));
}

TEST_F(PathTest, WhatTheProgramThrowsInAnAttempt) {
  const auto throws = [] { throw EagerPath("throws", {}); };
  EXPECT_THROW(Attempt(walk).run(throws), EagerPath);
  EXPECT_FALSE(walk.attempts.failed); // the path ends there
  EXPECT_FALSE(Attempt(walk, Attempt::Throws::Fail).run(throws));
  EXPECT_TRUE(walk.attempts.failed);
}

TEST_F(PathTest, SpentWorkIsNoFailedAttempt) {
  EXPECT_THROW(Attempt(walk, Attempt::Throws::Fail).run([] { throw WorkSpent(); }), WorkSpent);
  EXPECT_EQ(walk.attempts.depth, 0u);
}

/// What a failed attempt did is in no graph: the body of `tried` adds an operator and changes `count`, then
/// breaks.
TEST(Attempts, LeaveNothingInTheGraph) {
  Source source("fullgraph", R"(
void opaque();
FG_NONSTRICT_TRACE fg::Tensor tried(fg::Tensor x, int &count) {
  count += 1;
  fg::Tensor y = fg::sigmoid(x);
  opaque();
  return y;
}
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[4]") fg::Tensor x, int count) {
  fg::Tensor before = fg::relu(x);
  fg::Tensor y = tried(before, count);
  return fg::exp(y);
}
)");
  const std::vector<CapturedFunction> functions = source.captured();
  ASSERT_FALSE(functions.empty());
  std::set<std::string> regions;
  for (const auto &region : functions[0].regions)
    for (const CapturedVersion &version : region->versions) {
      ASSERT_EQ(version.tree->kind, DecisionNode::GraphLeaf);
      for (const auto &node : version.tree->graph->nodes())
        EXPECT_NE(node->opName(), "sigmoid") << "in region " << region->name;
      for (const CxxText &effect : version.tree->effects)
        EXPECT_EQ(test::textOf(effect).find("count"), std::string::npos) << test::textOf(effect);
      regions.insert(region->name);
    }
  EXPECT_EQ(regions.size(), 2u) << source.messages; // in front of the call, and behind it
}

} // namespace
