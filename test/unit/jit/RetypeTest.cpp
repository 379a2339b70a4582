#include "runtime/jit/PlanBuilder.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using namespace fullgraph::jit;

namespace {

InputSpec spec(ScalarType dtype, std::vector<int64_t> sizes, std::vector<bool> any = {}) {
  InputSpec s;
  s.dtype = dtype;
  s.sizes = std::move(sizes);
  s.strides.assign(s.sizes.size(), 0); // not looked at: contiguous
  s.anySize = any.empty() ? std::vector<bool>(s.sizes.size(), false) : std::move(any);
  s.anyStride.assign(s.sizes.size(), false);
  return s;
}

const char *const addition = R"g(graph @f(%x: f32[N, 4] "x", %y: f32[N, 4] "y", N: int "x.size(0)") {
  %0: i64[] weak = scalar(value = 1)
  %1: f32[N, 4] = add(%x, %y, %0)
  return %1
}
)g";

std::string outputOf(const Retyped &retyped) {
  return retyped.graph ? retyped.graph->outputs()[0]->type.str() : retyped.why;
}

TEST(Retype, typesAreInferredAnew) {
  EXPECT_EQ(
      outputOf(retype(addition, {spec(ScalarType::Double, {3, 4}), spec(ScalarType::Float, {3, 4})}, {})),
      "f64[3, 4]");
  EXPECT_EQ(
      outputOf(retype(addition, {spec(ScalarType::Float, {2, 3, 4}), spec(ScalarType::Float, {4})}, {})),
      "f32[2, 3, 4]");
  const Retyped wrong = retype(addition, {spec(ScalarType::Float, {3}), spec(ScalarType::Float, {5})}, {});
  EXPECT_FALSE(wrong.graph);
  EXPECT_NE(wrong.why.find("must match"), std::string::npos) << wrong.why;
}

TEST(Retype, aLetterStaysOneSymbolWhereTheSizesAreEqual) {
  const Retyped one = retype(
      addition,
      {spec(ScalarType::Double, {3, 4}, {true, false}), spec(ScalarType::Double, {3, 4}, {true, false})}, {});
  ASSERT_TRUE(one.graph) << one.why;
  EXPECT_EQ(one.sources.size(), 1u);
  EXPECT_TRUE(one.graph->env.guards().empty());
  // Of different sizes, each has its own; that they go together is a guard, which this call does not meet.
  const std::vector<InputSpec> two = {spec(ScalarType::Double, {3, 4}, {true, false}),
                                      spec(ScalarType::Double, {1, 4}, {true, false})};
  const Retyped apart = retype(addition, two, {});
  ASSERT_TRUE(apart.graph) << apart.why;
  EXPECT_EQ(apart.sources.size(), 2u);
  EXPECT_NE(unmetGuard(apart, two, {}), "");
}

TEST(Retype, aMarkedSizeHasItsRangeAndOtherVersionsAsGuards) {
  InputSpec x = spec(ScalarType::Double, {3, 4}, {true, false}), y = x;
  MarkedSize &marked = x.marked[0];
  marked.min = 2;
  marked.max = 64;
  marked.hint = 16;
  marked.others = {8};
  const Retyped retyped = retype(addition, {x, y}, {});
  ASSERT_TRUE(retyped.graph) << retyped.why;
  const ShapeEnv &env = retyped.graph->env;
  const Sym size = retyped.graph->inputs()[0].value->type.sizes[0];
  EXPECT_EQ(env.lowerBound(size), 2);
  EXPECT_EQ(env.upperBound(size), 64);
  EXPECT_EQ(env.prove(symEq(size, Sym(8))), false);
  EXPECT_EQ(env.estimate(size * Sym(4)), 64);
  EXPECT_EQ(env.guards().size(), 3u);
  EXPECT_EQ(unmetGuard(retyped, {x, y}, {}), "");
  for (const int64_t other : {1, 8, 65}) {
    x.sizes[0] = y.sizes[0] = other;
    EXPECT_NE(unmetGuard(retyped, {x, y}, {}), "") << other;
  }
}

TEST(Retype, whatCaptureReadMustHaveTheSameAnswer) {
  const auto withRead = [](const std::string &line) {
    return std::string(R"g(graph @f(%x: f32[N, 4] "x", N: int "x.size(0)") {
  %0: f32[N, 4] = relu(%x)
)g") + line +
           "\n  return %0\n}\n";
  };
  const auto result = [&](const std::string &line, const InputSpec &input) {
    return outputOf(retype(withRead(line), {input}, {}));
  };
  const InputSpec wide = spec(ScalarType::Double, {3, 5}), deep = spec(ScalarType::Float, {2, 3, 4});
  EXPECT_EQ(result("  read %0 rank 2", wide), "f64[3, 5]");
  EXPECT_EQ(result("  read %0 rank 2", deep), "the captured path read the rank of %0");
  EXPECT_EQ(result("  read %x dtype f32", deep), "f32[2, 3, 4]");
  EXPECT_EQ(result("  read %x dtype f32", wide), "the captured path read the dtype of %x");
  EXPECT_EQ(result("  read %0 size 0: N", wide), "f64[3, 5]");
  EXPECT_EQ(result("  read %0 size 1: 4", wide), "the captured path read %0.size(1) as 4");
  EXPECT_EQ(result("  read %0 numel 4*N", wide), "the captured path read %0.numel() as 4*N");
  EXPECT_EQ(result("  read %0 numel 4*N", spec(ScalarType::Double, {3, 4})), "f64[3, 4]");
  EXPECT_EQ(result("  settled N >= 2", wide), "f64[3, 5]");
  EXPECT_EQ(result("  settled N >= 2", spec(ScalarType::Float, {1, 4})),
            "the captured path relies on N >= 2");
  // Counted from the front, a dim is the same one whatever the rank.
  EXPECT_EQ(result("  settled N >= 2", deep), "f32[2, 3, 4]");
  EXPECT_EQ(result("  settled N >= 3", deep), "the captured path relies on N >= 3");
  EXPECT_EQ(result("  read %0 size 0: N", deep), "f32[2, 3, 4]");
  EXPECT_EQ(result("  read %0 size 1: 4", deep), "the captured path read %0.size(1) as 4");
  EXPECT_EQ(result("  read %0 numel 4*N", deep), "the captured path read %0.numel() as 4*N");
  EXPECT_EQ(result("  settled N >= 2", spec(ScalarType::Float, {})),
            "the captured path depends on N, which these inputs do not have");
}

TEST(Retype, aSettledConditionIsAGuardOfTheNewVersion) {
  const Retyped retyped = retype(R"g(graph @f(%x: f32[N] "x", N: int "x.size(0)") {
  settled N >= 2
  %0: f32[N] = relu(%x)
  return %0
}
)g",
                                 {spec(ScalarType::Double, {3}, {true})}, {});
  ASSERT_TRUE(retyped.graph) << retyped.why;
  ASSERT_EQ(retyped.graph->env.guards().size(), 1u);
  EXPECT_EQ(retyped.graph->env.guards()[0].condition.str(), "x_size0 >= 2");
}

TEST(Retype, inPlaceWritesThatEagerMightRefuseAreNotTaken) {
  const char *const text = R"g(graph @f(%x: f32[N] "x", %y: f32[N] "y", N: int "x.size(0)") {
  %0: i64[] weak = scalar(value = 1)
  %1: f32[N] = add(%x, %y, %0)
  %2: f32[N] of %x = copy_(%x, %1)
  return
}
)g";
  EXPECT_TRUE(retype(text, {spec(ScalarType::Double, {3}), spec(ScalarType::Float, {3})}, {}).graph);
  EXPECT_FALSE(retype(text, {spec(ScalarType::Int, {3}), spec(ScalarType::Float, {3})}, {}).graph);
  EXPECT_FALSE(retype(text, {spec(ScalarType::Float, {1}), spec(ScalarType::Float, {3})}, {}).graph);
  InputSpec strided = spec(ScalarType::Float, {3});
  strided.contiguous = false;
  strided.strides = {2};
  EXPECT_FALSE(retype(text, {strided, spec(ScalarType::Float, {3})}, {}).graph);
  EXPECT_TRUE(retype(text, {spec(ScalarType::Float, {3}), strided}, {}).graph);
}

} // namespace
