// Where a function is cut, and what stays in the user's text: Regions/Regions.h.
#include "CaptureTestUtil.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using fullgraph::test::Source;

namespace {

const char *const head = R"(
void opaque(const fg::Tensor &);
int cxx();
)";

/// The operators of each region of the only annotated function, in order.
std::vector<std::vector<std::string>> operatorsOf(Source &source, std::vector<CapturedFunction> &functions) {
  std::vector<std::vector<std::string>> found;
  functions = source.captured();
  EXPECT_FALSE(functions.empty()) << source.messages;
  for (const auto &region : functions.at(0).regions) {
    found.emplace_back();
    for (const CapturedVersion &version : region->versions)
      if (version.tree->kind == DecisionNode::GraphLeaf)
        for (const auto &node : version.tree->graph->nodes())
          found.back().emplace_back(node->opName());
  }
  return found;
}

using Operators = std::vector<std::vector<std::string>>;

TEST(Regions, AWholeBodyIsOne) {
  Source source("fullgraph", std::string(head) + R"(
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::exp(fg::relu(x)); })");
  std::vector<CapturedFunction> functions;
  EXPECT_EQ(operatorsOf(source, functions), (Operators{{"relu", "exp"}}));
  EXPECT_EQ(functions[0].regions[0]->name, "");
  for (const SourceEdit &edit : functions[0].edits) // the prologue, and nothing of the user's text changes
    EXPECT_TRUE(edit.isLines && edit.moved.empty()) << edit.text;
}

TEST(Regions, ABreakIsLeftBetweenTwo) {
  Source source("fullgraph", std::string(head) + R"(
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x);
  opaque(y);
  return fg::exp(y);
})");
  std::vector<CapturedFunction> functions;
  EXPECT_EQ(operatorsOf(source, functions), (Operators{{"relu"}, {"exp"}}));
  const auto &regions = functions[0].regions;
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[1]->before, regions[0].get());
  EXPECT_FALSE(regions[1]->name.empty());
  ASSERT_EQ(regions[0]->values.size(), 1u); // what the code behind needs
  EXPECT_EQ(regions[0]->values[0].variable, "y");
  ASSERT_EQ(functions[0].breaks.size(), 1u);
}

TEST(Regions, ABlockInsideABreakHasItsOwn) {
  Source source("fullgraph", std::string(head) + R"(
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x);
  while (cxx() > 0) {
    y = fg::exp(y);
    opaque(y);
  }
  return fg::sin(y);
})");
  std::vector<CapturedFunction> functions;
  EXPECT_EQ(operatorsOf(source, functions), (Operators{{"relu"}, {"exp"}, {"sin"}}));
}

TEST(Regions, AStatementThatComputesNothingIsNone) {
  Source source("fullgraph", std::string(head) + R"(
FG_COMPILE() int f(FG_SHAPE("f32[N]") fg::Tensor x, int n) {
  opaque(x);
  n += 1;
  opaque(x);
  return n;
})");
  std::vector<CapturedFunction> functions;
  EXPECT_EQ(operatorsOf(source, functions), Operators{});
}

TEST(Regions, AValueThatNothingReadsIsNotKept) {
  Source source("fullgraph", std::string(head) + R"(
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor used = fg::relu(x);
  fg::Tensor unused = fg::exp(x);
  opaque(x);
  return fg::sin(used);
})");
  std::vector<CapturedFunction> functions;
  const Operators operators = operatorsOf(source, functions);
  ASSERT_EQ(operators.size(), 2u) << source.messages;
  ASSERT_EQ(functions[0].regions[0]->values.size(), 1u);
  EXPECT_EQ(functions[0].regions[0]->values[0].variable, "used");
}

} // namespace
