#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using test::valueOr;

namespace {

class VerifyTest : public testing::Test {
protected:
  std::unique_ptr<Graph> graph;
  void SetUp() override {
    std::string error;
    graph = valueOr(error, parseGraph("graph @f(%x: f32[N, 4] \"x\") {\n"
                                      "  guard N >= 1\n"
                                      "  %a: f32[N, 4] = relu(%x)\n"
                                      "  %v: f32[4] of %x + 4 = select(%x, dim = 0, index = 1)\n"
                                      "  %s: f32[] weak = scalar(value = 2)\n"
                                      "  %b: f32[N, 4] = add(%a, %v, %s)\n"
                                      "  mutate %x = %b\n"
                                      "  return %b\n}"));
    ASSERT_TRUE(graph) << error;
    ASSERT_EQ(verifyStructure(*graph), "");
  }
  Node &node(size_t i) { return **std::next(graph->nodes().begin(), ptrdiff_t(i)); }
  Value *input() { return graph->inputs()[0].value; }
  std::string verify() { return verifyStructure(*graph); }
};

TEST_F(VerifyTest, OperandsAreDefinedBefore) {
  graph->nodes().splice(graph->nodes().begin(), graph->nodes(), std::prev(graph->nodes().end()));
  EXPECT_EQ(verify(), "add (which defines %b) uses %a, which is not defined before");
}
TEST_F(VerifyTest, OperandsBelongToTheGraph) {
  Graph stranger;
  node(0).arg("self") = stranger.addInput("y", input()->type, "y", {});
  EXPECT_EQ(verify(), "relu (which defines %a) uses %y, which is not defined before");
}
TEST_F(VerifyTest, NullOperand) {
  node(0).arg("self") = static_cast<Value *>(nullptr);
  EXPECT_EQ(verify(), "relu (which defines %a) uses a null value");
}
TEST_F(VerifyTest, ArgumentsFitTheSchema) {
  node(1).arg("dim") = std::string("zero");
  EXPECT_EQ(verify(), "select (which defines %v), argument 'dim' is of another kind than the schema's");
  node(1).arg("dim") = Sym::boolean(true);
  EXPECT_EQ(verify(), "select (which defines %v), argument 'dim': 'true' has type bool");
  node(1).arg("dim") = std::monostate();
  EXPECT_EQ(verify(), "select (which defines %v), argument 'dim' is left out");
}
TEST_F(VerifyTest, ScalarOperandsAreNumbers) {
  node(3).arg("alpha") = input();
  EXPECT_EQ(verify(), "add (which defines %b), argument 'alpha': %x is not 0-d");
}
TEST_F(VerifyTest, Arity) {
  node(0).args.push_back(input());
  EXPECT_EQ(verify(), "relu (which defines %a) has 2 arguments, not 1");
  node(0).args.clear();
  EXPECT_EQ(verify(), "relu (which defines %a) has 0 arguments, not 1");
}
TEST_F(VerifyTest, NamesAreUnique) {
  node(3).result()->name = "a";
  EXPECT_EQ(verify(), "%a is defined twice");
  node(3).result()->name = "";
  EXPECT_EQ(verify(), "a value has no name");
}
TEST_F(VerifyTest, Views) {
  node(3).result()->base = node(1).result();
  EXPECT_EQ(verify(), "%b is a view of %v, which is not a root");
  node(3).result()->base = nullptr;
  node(3).result()->offset = 1;
  EXPECT_EQ(verify(), "%b has an offset, and is no view");
  node(3).result()->offset = 0;
  node(0).result()->base = node(3).result();
  EXPECT_EQ(verify(), "%a is a view of %b, which is not defined before");
}
TEST_F(VerifyTest, Mutations) {
  graph->mutations()[0].input = node(0).result();
  EXPECT_EQ(verify(), "a mutation writes %a, which is no input");
  graph->mutations() = {{input(), input()}, {input(), input()}};
  EXPECT_EQ(verify(), "%x is written by two mutations");
  graph->mutations() = {{input(), nullptr}};
  EXPECT_EQ(verify(), "a mutation stores a null value");
}
TEST_F(VerifyTest, Outputs) {
  Value lost;
  lost.name = "lost";
  graph->outputs() = {&lost};
  EXPECT_EQ(verify(), "the graph returns %lost, which is not defined before");
}
TEST_F(VerifyTest, SymbolsAreDeclared) {
  node(0).result()->type.sizes[0] = Sym::symbol("Z");
  EXPECT_EQ(verify(), "%a's sizes: symbol 'Z' is not declared");
  node(0).result()->type.sizes[0] = Sym::symbol("N", SymType::F32);
  EXPECT_EQ(verify(), "%a's sizes: symbol 'N' is declared int, and used as f32");
  node(0).result()->type.sizes[0] = -3;
  EXPECT_EQ(verify(), "%a has the negative size -3");
  node(0).result()->type.sizes[0] = 3;
  graph->env.addFact(Sym::symbol("q", SymType::Bool));
  EXPECT_EQ(verify(), "fact 'q': symbol 'q' is not declared");
}
TEST_F(VerifyTest, Types) {
  node(0).result()->type.strides = {1};
  EXPECT_EQ(verify(), "%a has 2 sizes and 1 strides");
  node(0).result()->type.strides = {};
  node(0).result()->type.weak = true;
  EXPECT_EQ(verify(), "%a is weak, and not 0-d");
  node(0).result()->type = TensorType(); // not inferred yet
  EXPECT_EQ(verify(), "");
  input()->type.dtype = ScalarType::Undefined;
  EXPECT_EQ(verify(), "%x is an input, and has no type");
}
TEST_F(VerifyTest, DefiningNodes) {
  node(0).result()->def = &node(1);
  EXPECT_EQ(verify(), "%a does not know its defining node");
  node(0).result()->def = &node(0);
  input()->def = &node(0);
  EXPECT_EQ(verify(), "%x is an input, and has a defining node");
}

} // namespace
