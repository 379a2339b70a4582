#include "lib/Ops/OpSchema.h"

#include <gtest/gtest.h>

#include <set>

using namespace fullgraph;

namespace {

TEST(OpSchema, EveryRowOfOpsDefParses) {
  for (const std::string &row : malformedOps())
    ADD_FAILURE() << row;
  size_t rows = 0;
#define FG_OP(NAME, ...) ++rows;
#include <fullgraph/Ops.def>
  EXPECT_EQ(allOps().size(), rows);
  EXPECT_GT(rows, 100u);
  for (const OpSchema &op : allOps()) {
    EXPECT_EQ(findOp(op.name), &op);
    EXPECT_EQ(op.numResults, 1u) << op.name;
    std::set<std::string> names;
    for (const ArgSchema &arg : op.args) {
      EXPECT_TRUE(names.insert(arg.name).second) << op.name;
      if (arg.scalar)
        EXPECT_EQ(arg.kind, ArgKind::Tensor) << op.name;
    }
  }
  EXPECT_EQ(findOp("rellu"), nullptr);
}

TEST(OpSchema, ArgumentsAndDefaults) {
  const OpSchema *add = findOp("add");
  ASSERT_TRUE(add);
  EXPECT_EQ(add->family, OpFamily::Binary);
  EXPECT_TRUE(add->isPointwise());
  ASSERT_EQ(add->args.size(), 3u);
  EXPECT_FALSE(add->args[1].mayBeLeftOut());
  EXPECT_TRUE(add->args[2].scalar);
  EXPECT_EQ(add->args[2].defaultNumber, 1);
  EXPECT_FALSE(add->args[2].optional);
  EXPECT_TRUE(add->args[2].mayBeLeftOut());
  EXPECT_EQ(findOp("leaky_relu")->args[1].defaultNumber, 0.01);

  const OpSchema *pool = findOp("avg_pool2d");
  ASSERT_TRUE(pool);
  EXPECT_EQ(pool->argIndex("padding"), 3u);
  EXPECT_EQ(pool->argIndex("pad"), std::nullopt);
  EXPECT_EQ(pool->args[2].defaultValue, Arg(std::vector<Sym>{}));
  EXPECT_EQ(pool->args[3].defaultValue, Arg(std::vector<Sym>{0}));
  EXPECT_TRUE(pool->args[5].boolean);
  EXPECT_EQ(pool->args[5].defaultValue, Arg(Sym::boolean(true)));
  EXPECT_TRUE(pool->args[6].optional);
  EXPECT_EQ(pool->args[6].defaultValue, Arg());

  EXPECT_EQ(findOp("gelu")->args[1].defaultValue, Arg(std::string("none")));
  EXPECT_EQ(findOp("cat")->args[0].kind, ArgKind::TensorList);
  EXPECT_TRUE(findOp("scalar")->args[0].anyType);
  EXPECT_EQ(findOp("to")->args[1].kind, ArgKind::DType);
  EXPECT_FALSE(findOp("to")->args[1].optional);
  EXPECT_TRUE(findOp("linear")->args[2].optional);
  EXPECT_FALSE(findOp("convolution")->args[2].defaultValue);
  EXPECT_TRUE(findOp("select")->isView());
}

TEST(OpSchema, FactsAgreeWithTheFamily) {
  for (const OpSchema &op : allOps()) {
    SCOPED_TRACE(op.name);
    const bool inKernels = op.isPointwise() || op.family == OpFamily::Cast || op.family == OpFamily::Creation;
    EXPECT_EQ(op.cost == OpCost::Once, !inKernels);
    if (op.effect == OpEffect::DivisorError) { // integerDivisor
      ASSERT_TRUE(op.argIndex("other"));
      EXPECT_EQ(op.family, OpFamily::Binary);
    }
    if (op.effect == OpEffect::IndexError) // the checks in front of kernels: Fusion's collectDemands
      EXPECT_EQ(op.family, OpFamily::Index);
    if (op.effect == OpEffect::ElementError)
      EXPECT_EQ(op.family, OpFamily::Library);
    if (op.isView())
      EXPECT_EQ(op.rounding, OpRounding::Keeps);
    EXPECT_TRUE(op.forms.empty() || op.isPointwise());
    if (op.family == OpFamily::Contraction || op.family == OpFamily::Window || op.family == OpFamily::Index)
      EXPECT_TRUE(op.saysRanks) << "no FG_RANK";
  }
}

TEST(OpSchema, MayThrowAndEffects) {
  std::set<std::string> state, index, divisor;
  for (const OpSchema &op : allOps()) {
    if (op.effect == OpEffect::State)
      state.insert(op.name);
    if (op.effect == OpEffect::IndexError)
      index.insert(op.name);
    if (op.effect == OpEffect::DivisorError)
      divisor.insert(op.name);
  }
  EXPECT_EQ(state, std::set<std::string>({"random_key"}));
  EXPECT_EQ(index, std::set<std::string>({"gather", "index_select", "embedding"}));
  EXPECT_EQ(divisor, std::set<std::string>({"div", "fmod", "remainder"}));
  EXPECT_EQ(findOp("linalg_inv")->effect, OpEffect::ElementError);
  EXPECT_EQ(findOp("cholesky_factor")->effect, OpEffect::Pure);
}

TEST(OpSchema, LikelyRanks) {
  const OpSchema *linear = findOp("linear"), *convolution = findOp("convolution");
  EXPECT_EQ(linear->args[0].likelyRank, std::nullopt);
  EXPECT_EQ(linear->args[1].likelyRank, 2u);
  EXPECT_EQ(linear->args[2].likelyRank, 1u);
  EXPECT_EQ(convolution->args[0].likelyRank, 2u);
  EXPECT_EQ(convolution->args[0].likelyRankOf, "stride");
  EXPECT_EQ(convolution->args[2].likelyRankOf, "");
}

TEST(OpSchema, FormulasOfCalls) {
  Value f32, f16, weak;
  f32.type.dtype = ScalarType::Float;
  f16.type.dtype = ScalarType::Half;
  weak.type.dtype = ScalarType::Double;
  weak.type.weak = true;
  const auto formula = [](const char *op, std::vector<Arg> args) {
    const OpSchema *schema = findOp(op);
    args.resize(schema->args.size());
    return std::string(formulaOf(*schema, args));
  };
  EXPECT_EQ(formula("add", {&f32, &f32}), "add");
  EXPECT_EQ(formula("div", {&f32, &f32}), "div");
  EXPECT_EQ(formula("div", {&f32, &f32, std::string("floor")}), "div_floor");
  EXPECT_EQ(formula("div", {&f32, &f32, std::string("trunc")}), "div_trunc");
  EXPECT_EQ(formula("gelu", {&f32}), "gelu");
  EXPECT_EQ(formula("gelu", {&f32, std::string("tanh")}), "gelu_tanh");
  EXPECT_EQ(formula("logit", {&f32}), "logit");
  EXPECT_EQ(formula("logit", {&f32, &weak}), "logit_eps");
  EXPECT_EQ(formula("clamp", {&f32, &weak, &weak}), "clamp");
  EXPECT_EQ(formula("clamp", {&f32, &weak}), "clamp_min");
  EXPECT_EQ(formula("clamp", {&f32, std::monostate(), &weak}), "clamp_max");
  EXPECT_EQ(formula("clamp", {&f32, static_cast<Value *>(nullptr), &weak}), "clamp_max");
  EXPECT_EQ(formula("pow", {&f32, &f32}), "pow");
  EXPECT_EQ(formula("pow", {&f32, &weak}), "pow_scalar");
  EXPECT_EQ(formula("pow", {&f16, &weak}), "pow");
  Value number = f32, bf16;
  f16.type.sizes = f32.type.sizes = bf16.type.sizes = {Sym(3)};
  bf16.type.dtype = ScalarType::BFloat16;
  EXPECT_EQ(formula("nextafter", {&f32, &f16}), "nextafter");
  EXPECT_EQ(formula("nextafter", {&f16, &number}), "nextafter_half"); // 0-d
  EXPECT_EQ(formula("nextafter", {&bf16, &bf16}), "nextafter_bfloat16");
  EXPECT_EQ(formula("nextafter", {&bf16, &f16}), "nextafter"); // both fit into f32 only
}

TEST(OpSchema, MalformedRowsAreRefused) {
  auto errorOf = [](const char *text) {
    OpSchema op;
    return llvm::toString(parseSchema(text, op));
  };
  EXPECT_EQ(errorOf(""), "at 1: expected '('");
  EXPECT_EQ(errorOf("(Tensor self)"), "at 14: expected '->'");
  EXPECT_EQ(errorOf("(Tenser self) -> Tensor"), "at 8: unknown type 'Tenser'");
  EXPECT_EQ(errorOf("(Tensor) -> Tensor"), "at 8: expected the argument's name");
  EXPECT_EQ(errorOf("(Tensor a, Tensor a) -> Tensor"), "at 20: two arguments named 'a'");
  EXPECT_EQ(errorOf("(int dim=None) -> Tensor"), "at 14: 'dim' is not optional");
  EXPECT_EQ(errorOf("(int dim=x) -> Tensor"), "at 10: expected a number");
  EXPECT_EQ(errorOf("(bool b=0) -> Tensor"), "at 9: expected 'False'");
  EXPECT_EQ(errorOf("(str s=none) -> Tensor"), "at 8: expected '\"'");
  EXPECT_EQ(errorOf("(Scalar[] s) -> Tensor"), "at 10: no list of 'Scalar'");
  EXPECT_EQ(errorOf("(Tensor a=1) -> Tensor"), "at 11: 'a' can have no default of this kind");
  EXPECT_EQ(errorOf("(Tensor a) -> Tensor x"), "at 22: unexpected text after the results");
  OpSchema op;
  EXPECT_EQ(llvm::toString(parseSchema("(Tensor self, int[] d=[1, 2]) -> (Tensor, Tensor)", op)), "");
  EXPECT_EQ(op.numResults, 2u);
  EXPECT_EQ(op.args[1].defaultValue, Arg(std::vector<Sym>{1, 2}));
  EXPECT_EQ(llvm::toString(parseSchema("() -> Tensor", op)), "");
  EXPECT_TRUE(op.args.empty());
}

} // namespace
