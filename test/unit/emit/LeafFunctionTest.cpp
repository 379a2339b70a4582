// What a leaf's function does, and in which order. That it compiles is CompileTest's.

#include "lib/Emit/LeafFunction.h"
#include "EmitTestUtil.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

class LeafFunctionTest : public testing::Test {
protected:
  std::string print(const std::string &graphText) {
    node = leaf(graph(graphText), output(0));
    program = programOf(*node->graph);
    return print();
  }
  std::string print() {
    function.id = "f_0";
    function.name = "f";
    function.regions.clear();
    function.regions.push_back(std::make_unique<CapturedRegion>());
    function.regions[0]->versions.resize(1);
    LeafFunction described;
    CompiledFunction compiled;
    compiled.function = &function;
    function.regions[0]->versions[0].tree = std::move(node);
    const DecisionNode *leafNode = function.regions[0]->versions[0].tree.get();
    compiled.leaves.push_back({leafNode, std::move(program), captured});
    const std::vector<LeafFunction> leaves = collectLeafFunctions(compiled);
    EXPECT_EQ(leaves.size(), 1u);
    const std::string text = printLeafFunction(leaves[0], "static", targets);
    node = std::move(function.regions[0]->versions[0].tree);
    program = std::move(compiled.leaves[0].program);
    return text;
  }
  CapturedText captured;
  static void expectInOrder(const std::string &text, const std::vector<std::string> &pieces) {
    size_t at = 0;
    for (const std::string &piece : pieces) {
      const size_t found = text.find(piece, at);
      ASSERT_NE(found, std::string::npos) << "no '" << piece << "' behind offset " << at << " of\n" << text;
      at = found + 1;
    }
  }
  static bool has(const std::string &text, const std::string &piece) {
    return text.find(piece) != std::string::npos;
  }

  CapturedFunction function;
  std::unique_ptr<DecisionNode> node;
  std::unique_ptr<Program> program;
  std::vector<TargetSpec> targets = std::vector<TargetSpec>(1);
};

TEST_F(LeafFunctionTest, guardsComeBeforeAnythingIsDone) {
  const std::string text = print(R"g(graph @g(%x: f32[N, 784] "x", %y: f32[N] "this->y") {
  guard N >= 2 "why" loc("/a/b.cpp:3:4")
  %0: f32[N, 784] = relu(%x)
  mutate %x = %0
  return %0
})g");
  expectInOrder(text, {"cpu_level()", "fits(fg_x, ::fg::kFloat, 2)",
                       "const int64_t fg_N = ::fg::rt::size(fg_x, 0);", "::fg::rt::size(fg_x, 1) != 784",
                       "fits(fg_y, ::fg::kFloat, 1)", "::fg::rt::size(fg_y, 0) != fg_N", "fg_N > 2739137",
                       "x.size(0) >= 2: why (b.cpp:3:4)", "fg_N <= 1", "overlap(fg_x, fg_y)",
                       "fg_out0 = ::fg::rt::empty(::fg::kFloat, {fg_N, 784});", "fgk_g_0_v3(",
                       "write_back(fg_x, fg_out0_view)", "return true;"});
  EXPECT_TRUE(has(text, "miss_size(f_0, \"y\", 0, fg_N,")) << text; // in the user's words: y, not this->y
}

TEST_F(LeafFunctionTest, aSizeMayBeAMultipleOfASymbol) {
  node = leaf(graph(R"g(graph @g(%z: f32[M] "z", %y: f32[K] "y", %x: f32[8*K, 3*M] "x") {
  %0: f32[8*K, 3*M] = relu(%x)
  return %0
})g"),
              output(0));
  std::rotate(node->graph->inputs().begin(), node->graph->inputs().begin() + 1, node->graph->inputs().end());
  program = programOf(*node->graph);
  const std::string text = print();
  // %z comes last: %x's second dim is checked once M is known.
  expectInOrder(text,
                {"const int64_t fg_K = ::fg::rt::size(fg_y, 0);", "::fg::rt::size(fg_x, 0) != 8 * fg_K",
                 "const int64_t fg_M = ::fg::rt::size(fg_z, 0);", "::fg::rt::size(fg_x, 1) != 3 * fg_M"});
}

TEST_F(LeafFunctionTest, aSymbolThatOnlyAMultipleDefines) {
  auto g = std::make_unique<Graph>();
  SymbolDef k;
  k.name = "K";
  k.tensor = "x";
  k.cxx = "(::fg::rt::size(x, 0) / 8)";
  const Sym size = g->env.addSymbol(k);
  TensorType type;
  type.dtype = fg::kFloat;
  type.sizes = {Sym(8) * size};
  g->name = "g";
  g->outputs().push_back(g->addInput("x", type, "x", {}));
  node = leaf(std::move(g), output(0));
  program = programOf(*node->graph);
  const std::string text = print();
  expectInOrder(text, {"const int64_t fg_K = ::fg::rt::size(fg_x, 0) / 8;",
                       "::fg::rt::size(fg_x, 0) != 8 * fg_K", "floordiv(x.size(0), 8): expected at most"});
}

TEST_F(LeafFunctionTest, elementCountsAreBounded) {
  // One bound where a count has one symbol (the tightest), a product with overflow where it has several.
  const std::string text = print(R"g(graph @g(%x: f32[N, 100] "x", %y: f32[N, M, 2] "y") {
  %0: f32[N, 100] = relu(%x)
  %1: f32[N, M, 2] = relu(%y)
  return %0, %1
})g");
  EXPECT_TRUE(has(text, "if (fg_N > 21474836)")) << text;
  EXPECT_TRUE(has(text, "if (fg_M > 2147483647)")) << text;
  EXPECT_TRUE(has(text, "indexable({2, fg_N, fg_M})")) << text;
  EXPECT_FALSE(has(print(R"g(graph @g(%x: f32[3, 4] "x") {
  %0: f32[3, 4] = relu(%x)
  return %0
})g"),
                   "expected at most"));
}

TEST_F(LeafFunctionTest, emptyOutputsAreNotComputed) {
  // Only where a size may be 0: a guard or a literal settles it at build time.
  EXPECT_TRUE(has(print("graph @g(%x: f32[N] \"x\") {\n  %0: f32[N] = relu(%x)\n  return %0\n}"),
                  "if (fg_N != 0) {"));
  EXPECT_FALSE(
      has(print("graph @g(%x: f32[N] \"x\") {\n  guard N >= 1\n  %0: f32[N] = relu(%x)\n  return %0\n}"),
          "fg_N != 0"));
  EXPECT_FALSE(
      has(print("graph @g(%x: f32[3] \"x\") {\n  %0: f32[3] = relu(%x)\n  return %0\n}"), "!= 0) {"));
  const std::string empty =
      print("graph @g(%x: f32[0, N] \"x\") {\n  %0: f32[0, N] = relu(%x)\n  return %0\n}");
  EXPECT_FALSE(has(empty, "fgk_g_0_v3(")) << empty;
  EXPECT_TRUE(has(empty, "empty(::fg::kFloat, {0, fg_N})")) << empty;
}

TEST_F(LeafFunctionTest, outputsThatAreInputsOrViews) {
  node = leaf(graph(R"g(graph @g(%x: f32[N, 4] "x") {
  %0: f32[N, 4] = relu(%x)
  return %x, %0
})g"),
              output(0));
  program = programOf(*node->graph);
  const TensorType column{fg::kFloat, {Sym::symbol("N")}, {4}, false};
  program->outputs.push_back({ProgramOutput::ViewOfOutput, 3, nullptr, column, 1, false});
  program->outputs.push_back({ProgramOutput::ViewOfInput, 0, nullptr, column, 2, false});
  program->outputs.push_back({ProgramOutput::ViewOfOutput, 1, nullptr, program->outputs[1].type, 0, true});
  const std::string text = print();
  expectInOrder(text, {"fg_out1 = ::fg::rt::empty(", "fgk_g_0_v3(", "fg_out0 = fg_x;",
                       "fg_out3 = ::fg::rt::as_strided(fg_x, ::fg::kFloat, {fg_N}, {4}, 2);",
                       "fg_out2 = ::fg::rt::as_strided(fg_out3, ::fg::kFloat, {fg_N}, {4}, 1);",
                       "fg_out4 = fg_out1;", "return true;"});
}

TEST_F(LeafFunctionTest, indicesAreCheckedWhereTheProgramSaysSo) {
  node = leaf(graph(R"g(graph @g(%x: f32[N] "x", %i: i64[M] "ids") {
  %0: f32[N] = relu(%x)
  return %0
})g"),
              output(0));
  program = programOf(*node->graph);
  Buffer index;
  index.kind = BufferKind::Input;
  index.index = 1;
  index.type = node->graph->inputs()[1].value->type;
  program->buffers.push_back(index);
  BufferView view{static_cast<unsigned>(program->buffers.size() - 1), index.type, 0};
  program->steps.insert(program->steps.begin(), Step{IndexCheck{view, -Sym::symbol("N"), Sym::symbol("N")}});
  expectInOrder(print(), {"View<1> fg_ids_view(::fg::rt::data(fg_ids), ::fg::kLong, {{fg_M, 1}});",
                          "!::fg::rt::in_range(fg_ids_view, -fg_N, fg_N)", "fgk_g_0_v3("});
}

// The user's own code must not run on inputs that a kernel has written already.
TEST_F(LeafFunctionTest, aKernelThatFailsBehindAWriteThrows) {
  node = leaf(graph(R"g(graph @g(%x: f32[4] "x") {
  %0: f32[4] = relu(%x)
  %1: f32[4] = exp(%0)
  return %1
})g"),
              output(0));
  program = programOf(*node->graph);
  std::get<KernelCall>(program->steps[1].action)
      .outputs.push_back(std::get<KernelCall>(program->steps[0].action).inputs[0]);
  const std::string text = print();
  expectInOrder(text,
                {"return ::fg::rt::miss(f_0, {\"a kernel failed: relu\"}) || ::fg::rt::no_version(f_0);",
                 "::fg::detail::fail({\"a kernel failed: exp\"});"});
}

// A guard that other inputs could pass goes on with a version made at run time; the text that this one is
// made from is the graph before the passes, with what capture read.
TEST_F(LeafFunctionTest, aGuardOnTheInputsGoesOnWithAVersionMadeAtRunTime) {
  node = leaf(graph(R"g(graph @g(%x: f32[N, 4] "x", k: f64 "k") {
  %0: f64[] weak = scalar(value = k)
  %1: f32[N, 4] = mul(%x, %0)
  return %1
})g"),
              output(0));
  node->graph->reads.push_back({TypeRead::Size, node->graph->inputs()[0].value, 1, 4});
  captured = capturedText(*node->graph);
  program = programOf(*node->graph);
  const std::string text = print();
  expectInOrder(text,
                {"static constexpr char f_0_0_graph[] =", "\"  read %x size 1: 4\\n\"",
                 "static constinit ::fg::rt::Leaf f_0_0_leaf{f_0, f_0_0_graph, \"k\", 0, 31, false, false};",
                 "[&] { return ::fg::rt::recompiled(f_0_0_leaf, {&fg_x}, {fg_k}, {&fg_out0}) || "
                 "::fg::rt::no_version(f_0); };",
                 "x86-64-v3\"}) || ::fg::rt::no_version(f_0);", "::fg::kFloat, 2) || fg_recompiled();"});
}

TEST_F(LeafFunctionTest, viewsAreInnermostFirstAndMadeOnce) {
  const std::string text = print(R"g(graph @g(%x: f32[2, 3, 5] "x") {
  %0: f32[2, 3, 5] = relu(%x)
  %1: f32[2, 3, 5] = mul(%x, %0)
  return %1
})g");
  const std::string view =
      "View<3> fg_x_view(::fg::rt::data(fg_x), ::fg::kFloat, {{5, 1}, {3, 5}, {2, 15}});";
  const size_t first = text.find(view);
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("fg_x_view(", first + view.size()), std::string::npos) << text;
}

// Each buffer lies behind others: sums of many products are written once.
TEST_F(LeafFunctionTest, offsetsOfTheWorkspaceAreSumsOfThoseInFront) {
  node = leaf(graph(R"g(graph @g(%x: f32[N, M] "x") {
  %0: f32[N, M] = relu(%x)
  return %0
})g"),
              output(0));
  program = programOf(*node->graph);
  auto &call = std::get<KernelCall>(program->steps[0].action);
  const Sym n = Sym::symbol("N"), m = Sym::symbol("M"), first = floorDiv(n * m + Sym(15), 16) * Sym(64),
            second = first + floorDiv(m + Sym(7), 8) * Sym(32);
  for (const Sym &offset : {first, second}) {
    Buffer &buffer = program->buffers.emplace_back(program->buffers[call.outputs[0].buffer]);
    buffer.kind = BufferKind::Workspace;
    buffer.offset = offset;
    call.inputs.push_back({unsigned(program->buffers.size() - 1), buffer.type, Sym(0)});
  }
  program->workspaceBytes = second + n;
  expectInOrder(
      print(),
      {"[[maybe_unused]] const int64_t fg_offset0 = 64 * ::fg::rt::floor_div(fg_M * fg_N + 15, 16);",
       "[[maybe_unused]] const int64_t fg_offset1 = fg_offset0 + 32 * ::fg::rt::floor_div(fg_M + 7, 8);",
       "[[maybe_unused]] const int64_t fg_offset2 = fg_offset1 + fg_N;",
       "const ::fg::rt::Workspace fg_workspace(fg_offset2);", "fg_workspace.at(fg_offset0)",
       "fg_workspace.at(fg_offset1)"});
}

TEST_F(LeafFunctionTest, aSlicedViewBeginsAtItsOffset) {
  node =
      leaf(graph("graph @g(%x: f32[N, 4] \"x\") {\n  %0: f32[N, 4] = relu(%x)\n  return %0\n}"), output(0));
  program = programOf(*node->graph);
  auto &call = std::get<KernelCall>(program->steps[0].action);
  call.inputs[0].offset = Sym::symbol("N") * Sym(2);
  call.inputs[0].type.strides = {1, Sym::symbol("N")};
  const std::string text = print();
  EXPECT_TRUE(has(text,
                  "fg_x_view(::fg::rt::element(::fg::rt::data(fg_x), ::fg::kFloat, 2 * fg_N), ::fg::kFloat, "
                  "{{4, fg_N}, {fg_N, 1}});"))
      << text;
}

TEST_F(LeafFunctionTest, levelsOfOneArchitecture) {
  const std::string graphText = "graph @g(%x: f32[3] \"x\") {\n  %0: f32[3] = relu(%x)\n  return %0\n}";
  std::string text = print(graphText);
  EXPECT_TRUE(has(text, "if (fg_level < 3)")) << text;
  EXPECT_TRUE(has(text, "if (fgk_g_0_v3(")) << text;
  targets.push_back(targets[0]);
  targets[0].level = 4; // in any order
  text = print(graphText);
  EXPECT_TRUE(has(text, "(fg_level >= 4 ? fgk_g_0_v4 : fgk_g_0_v3)(")) << text;
  targets.resize(1);
  targets[0].triple = "arm-64-linux";
  targets[0].level = 0;
  text = print(graphText);
  EXPECT_FALSE(has(text, "fg_level")) << text;
  EXPECT_FALSE(has(text, "#if")) << text;
}

TEST_F(LeafFunctionTest, scalarsThatNothingNeedsAreNotPassed) {
  const std::string text = print(R"g(graph @g(%x: f32[3] "x", n: int "n", m: int "m", s: f64 "s") {
  guard n > 3
  %0: f32[] weak = scalar(value = s)
  %1: f32[3] = mul(%x, %0)
  return %1
})g");
  EXPECT_TRUE(has(text, "(const ::fg::Tensor &fg_x, int64_t fg_n, double fg_s, ::fg::Tensor &fg_out0)"))
      << text;
}

TEST_F(LeafFunctionTest, aFloatGuardTurnsNanAway) {
  // !(a < b), not a >= b: the guard assumed that the comparison is true.
  const std::string text = print(R"g(graph @g(%x: f32[3] "x", s: f64 "s") {
  guard s < 2.5
  %0: f32[3] = relu(%x)
  return %0
})g");
  EXPECT_TRUE(has(text, "if (!(fg_s < 2.5))")) << text;
}

} // namespace
