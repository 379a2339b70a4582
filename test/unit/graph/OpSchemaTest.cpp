#include "lib/Ops/OpSchema.h"

#include <gtest/gtest.h>

#include <set>

using namespace fullgraph;

namespace {

TEST(OpSchema, EveryRowOfOpsDefParses) {
  for (const std::string &row : malformedOps())
    ADD_FAILURE() << row;
  size_t rows = 0;
#define FG_OP(NAME, FAMILY, SCHEMA) ++rows;
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

TEST(OpSchema, MalformedRowsAreRefused) {
  auto errorOf = [](const char *text) {
    OpSchema op;
    std::string error;
    EXPECT_FALSE(parseSchema(text, op, error)) << text;
    return error;
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
  std::string error;
  EXPECT_TRUE(parseSchema("(Tensor self, int[] d=[1, 2]) -> (Tensor, Tensor)", op, error)) << error;
  EXPECT_EQ(op.numResults, 2u);
  EXPECT_EQ(op.args[1].defaultValue, Arg(std::vector<Sym>{1, 2}));
  EXPECT_TRUE(parseSchema("() -> Tensor", op, error)) << error;
  EXPECT_TRUE(op.args.empty());
}

} // namespace
