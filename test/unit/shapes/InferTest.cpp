// The entry points of lib/Shapes that the reference data does not reach.
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using test::valueOr;

namespace {

std::unique_ptr<Graph> parse(const std::string &text) {
  std::string error;
  std::unique_ptr<Graph> graph = valueOr(error, parseGraph(text));
  EXPECT_TRUE(graph) << error;
  return graph;
}

Value *find(const Graph &graph, const std::string &name) {
  for (const GraphInput &input : graph.inputs())
    if (input.value->name == name)
      return input.value;
  for (const std::unique_ptr<Node> &node : graph.nodes())
    if (node->result()->name == name)
      return node->result();
  return nullptr;
}

TEST(VerifyGraph, NamesTheValueWhoseTypeIsWrong) {
  const auto graph =
      parse("graph @f(%x: f32[3] \"x\") { %a: f32[3] = neg(%x)\n %b: f64[3] = exp(%a)\n return %b }");
  EXPECT_EQ(verifyGraph(*graph), "%b = exp: %b is f64[3], but inference gives f32[3]");
}

TEST(VerifyGraph, NamesTheViewWhoseStorageIsWrong) {
  const auto graph = parse("graph @f(%x: f32[3] \"x\") { %a: f32[3] = neg(%x)\n"
                           "%b: f32[] of %a = select(%x, dim = 0, index = 0)\n return %b }");
  EXPECT_EQ(verifyGraph(*graph),
            "%b = select: %b is written as a view of %a + 0, but inference gives a view of %x + 0");
}

TEST(VerifyGraph, RejectsAMutationOfAnotherType) {
  const auto graph =
      parse("graph @f(%x: f32[3] \"x\") { %a: f64[3] = to(%x, dtype = f64)\n mutate %x = %a\n return %x }");
  EXPECT_NE(verifyGraph(*graph).find("f32[3] cannot hold %a, which is f64[3]"), std::string::npos);
}

TEST(VerifyGraph, AddsNoGuards) {
  const auto graph = parse("graph @f(%x: f32[N] \"x\", %y: f32[M] \"y\", N: int \"n\", M: int \"m\") {\n"
                           "  %a: f32[N] = add(%x, %y)\n return %a }");
  EXPECT_EQ(verifyGraph(*graph), "");
  EXPECT_TRUE(graph->env.guards().empty());
  EXPECT_EQ(inferGraph(*graph), "");
  EXPECT_EQ(graph->env.guards().size(), 1u);
}

TEST(Broadcast, TakesASizeThatNeverMatchesForOne) {
  const auto graph = parse("graph @f(%x: f32[3] \"x\", %y: f32[N] \"y\", N: int \"n\" [0, *]) {\n"
                           "  %s = slice(%y, end = 1)\n %a = mul(%x, %s)\n return %a }");
  ASSERT_EQ(inferGraph(*graph), "");
  EXPECT_EQ(find(*graph, "a")->type.str(), "f32[3]");
  ASSERT_EQ(graph->env.guards().size(), 1u);
  EXPECT_EQ(graph->env.guards()[0].condition.str(), "min(1, N) == 1");
  const auto never = parse("graph @f(%x: f32[3] \"x\", %y: f32[N] \"y\", N: int \"n\" [4, *]) {\n"
                           "  %a = mul(%x, %y)\n return %a }");
  EXPECT_EQ(inferGraph(*never),
            "%a = mul: The size of tensor a (3) must match the size of tensor b (N) at non-singleton "
            "dimension 0");
}

TEST(CheckInPlace, KeepsTheDtypeAndTheSize) {
  const auto graph =
      parse("graph @f(%i: i64[3] \"i\", %x: f32[N] \"x\", %y: f32[2, N] \"y\", N: int \"n\" [0, *]) {\n"
            "  %a = add(%i, %x)\n %b = add(%x, %y)\n %c = mul(%x, %x)\n return %a, %b, %c }");
  ASSERT_EQ(inferGraph(*graph), "");
  const auto check = [&](const char *self, const char *result) {
    Value *target = find(*graph, self);
    const auto error = checkInPlace(graph->env, target, {Arg(target)}, find(*graph, result)->type, {});
    return error ? error->message : "";
  };
  EXPECT_EQ(check("i", "a"), "result type Float can't be cast to the desired output type Long");
  EXPECT_EQ(check("x", "b"), "output with shape [3] doesn't match the broadcast shape [2, 3]");
  EXPECT_EQ(check("x", "c"), "");
}

TEST(CheckInPlace, RefusesSharedMemory) {
  const auto graph =
      parse("graph @f(%x: f32[1] \"x\", %y: f32[6] \"y\", %s: f32[3, 3] \"s\") {\n"
            "  %e = expand(%x, size = [4])\n %a = slice(%y, end = 3)\n %b = slice(%y, start = 1, end = 4)\n"
            "  %c = slice(%y, start = 3)\n %t = permute(%s, dims = [1, 0])\n return %e }");
  ASSERT_EQ(inferGraph(*graph), "");
  const auto check = [&](const char *self, const char *operand) {
    Value *target = find(*graph, self);
    return checkInPlace(graph->env, target, {Arg(target), Arg(find(*graph, operand))}, target->type, {})
        .has_value();
  };
  EXPECT_TRUE(check("e", "e")) << "elements of an expanded tensor are one";
  EXPECT_TRUE(check("a", "b")) << "two slices that overlap in part";
  EXPECT_FALSE(check("a", "c")) << "two slices apart";
  EXPECT_FALSE(check("a", "a")) << "the tensor itself";
  EXPECT_TRUE(check("s", "t")) << "the same memory in another order";
}

TEST(Scalars, AreWeakAndAsWideAsTheProgramMakesThem) {
  Graph graph;
  EXPECT_EQ(appendScalar(graph, Sym(2), {})->type.str(), "i64[] weak");
  EXPECT_EQ(appendScalar(graph, Sym::real(0.5), {})->type.str(), "f64[] weak");
  EXPECT_EQ(appendScalar(graph, Sym::real(0.5, SymType::F32), {})->type.str(), "f64[] weak");
  EXPECT_EQ(appendScalar(graph, Sym::boolean(true), {})->type.str(), "bool[] weak");
}

/// The guards that `op(x, c)` adds, for a C++ number `c` of the given type.
std::string guardsFor(const std::string &op, ScalarType dtype, SymType number) {
  Graph graph;
  TensorType type;
  type.dtype = dtype;
  type.sizes = {Sym(4)};
  SymbolDef def;
  def.name = def.cxx = "c";
  def.type = number;
  const Sym c = graph.env.addSymbol(std::move(def));
  Value *x = graph.addInput("x", type, "x", {}), *value = appendScalar(graph, c, {});
  std::vector<Arg> args = {x, value};
  if (op == "threshold")
    args = {x, appendScalar(graph, Sym(0), {}), value};
  else if (op == "div")
    args.push_back(std::string("floor"));
  const Inference inference = inferTypes(graph.env, *findOp(op), args, {});
  EXPECT_FALSE(inference.error) << inference.error->message;
  std::string text;
  for (const Guard &guard : graph.env.guards())
    text += (text.empty() ? "" : "; ") + guard.condition.str();
  return text;
}

TEST(CxxNumbers, ThatEagerRefusesAreGuardedAgainst) {
  EXPECT_EQ(guardsFor("threshold", fg::kChar, SymType::Int), "c >= -128; c <= 127");
  EXPECT_EQ(guardsFor("threshold", fg::kByte, SymType::F64), "c >= 0.0; c <= 255.0");
  EXPECT_EQ(guardsFor("threshold", fg::kLong, SymType::Int), "");
  EXPECT_EQ(guardsFor("threshold", fg::kHalf, SymType::F64),
            "(c >= -65504.0 && c <= 65504.0) || !isfinite:bool(c)");
  EXPECT_EQ(guardsFor("threshold", fg::kFloat, SymType::F32), "");
  // 256 is 0 in a u8.
  EXPECT_EQ(guardsFor("div", fg::kByte, SymType::Int), "floormod(c, 256) != 0");
  EXPECT_EQ(guardsFor("remainder", fg::kLong, SymType::Int), "c != 0");
}

TEST(EveryOperator, HasAnInferenceRule) {
  for (const OpSchema &op : allOps()) {
    Graph graph;
    TensorType type;
    type.dtype = fg::kFloat;
    type.sizes = {Sym(2), Sym(2)};
    std::vector<Arg> args(op.args.size());
    for (size_t i = 0; i < args.size(); ++i) {
      const ArgSchema &schema = op.args[i];
      if (schema.kind == ArgKind::Tensor)
        args[i] = graph.addInput("x", type, "x", {});
      else if (schema.kind == ArgKind::TensorList)
        args[i] = std::vector<Value *>{graph.addInput("x", type, "x", {})};
      else if (schema.kind == ArgKind::Int)
        args[i] = schema.boolean ? Sym::boolean(false) : Sym(0);
      else if (schema.kind == ArgKind::IntList)
        args[i] = std::vector<Sym>{Sym(1)};
      else if (schema.kind == ArgKind::DType)
        args[i] = fg::kFloat;
      else
        args[i] = std::string("none");
    }
    const Inference inference = inferTypes(graph.env, op, args, {});
    if (inference.error) {
      EXPECT_EQ(inference.error->message.find("no inference rule"), std::string::npos) << op.name;
      EXPECT_EQ(inference.error->message.find("no pointwise rule"), std::string::npos) << op.name;
    } else {
      EXPECT_EQ(inference.results.size(), op.numResults) << op.name;
    }
  }
}

} // namespace
