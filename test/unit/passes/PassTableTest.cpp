// The table of passes, and what is checked after each of them.
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using test::valueOr;

namespace {

std::unique_ptr<Graph> sample() {
  std::string error;
  std::unique_ptr<Graph> graph = valueOr(error, parseGraph("graph @f(%x: f32[2, 3] \"x\") {\n"
                                                           "  %a = exp(%x)\n"
                                                           "  %b = relu(%a)\n"
                                                           "  %c = exp(%x)\n"
                                                           "  return %b, %c\n"
                                                           "}\n"));
  EXPECT_EQ(error, "");
  EXPECT_EQ(inferGraph(*graph), "");
  return graph;
}

std::string run(const Pass &pass) {
  const std::unique_ptr<Graph> graph = sample();
  const Pass *const list[] = {&pass};
  return runPasses(*graph, list);
}

TEST(PassTable, HasEachPassOnceUnderBothNames) {
  for (const Pass &pass : passTable()) {
    EXPECT_EQ(findPass(pass.name), &pass);
    EXPECT_NE(std::string(pass.why), "") << pass.name;
    for (const Pass &other : passTable())
      if (&other != &pass) {
        EXPECT_STRNE(other.function, pass.function);
      }
  }
  EXPECT_EQ(findPass("eliminateDeadCode"), nullptr);
}

TEST(PassTable, PassesThatRunOnceComeFirst) {
  bool repeats = false;
  for (const Pass &pass : passTable()) {
    EXPECT_GE(pass.repeats, repeats) << pass.name;
    repeats = pass.repeats;
    EXPECT_EQ(pass.repeats, pass.keeps == Keeps::Outputs) << pass.name;
  }
}

TEST(PassTable, ThePipelineRunsItInItsOrder) {
  std::vector<std::string> ran;
  const std::unique_ptr<Graph> graph = sample();
  EXPECT_EQ(runPasses(*graph, [&](const char *pass, const Graph &) { ran.emplace_back(pass); }), "");
  ASSERT_GE(ran.size(), passTable().size());
  for (size_t i = 0; i < passTable().size(); ++i)
    EXPECT_EQ(ran[i], passTable()[i].function);
}

std::string breakType(Graph &graph) {
  for (const auto &node : graph.nodes())
    if (node->opName() == "relu") {
      node->results[0]->type.dtype = fg::kLong;
      return "";
    }
  return "";
}
std::string swapOutputs(Graph &graph) {
  graph.outputs()[0] = graph.outputs()[1];
  return "";
}
std::string outputsAnother(Graph &graph) {
  graph.outputs()[1] = graph.inputs()[0].value;
  return "";
}
std::string refuse(Graph &) { return "%a has no form"; }

TEST(PassTable, TheVerifierNamesThePass) {
  const std::string error = run({"bad", "makeBad", breakType, Keeps::Results, false, ""});
  EXPECT_EQ(error.rfind("after bad: ", 0), 0u) << error;
  EXPECT_NE(error.find("%b"), std::string::npos) << error;
}

TEST(PassTable, APromiseThatIsNotKeptNamesThePass) {
  EXPECT_EQ(run({"same", "makeSame", swapOutputs, Keeps::Results, false, ""}), "");
  EXPECT_EQ(run({"same", "makeSame", swapOutputs, Keeps::Memory, false, ""}),
            "after same: an output shares memory with others than before");
  const std::string error = run({"other", "makeOther", outputsAnother, Keeps::Outputs, false, ""});
  EXPECT_EQ(error.rfind("after other: outputs were\n", 0), 0u) << error;
}

TEST(PassTable, WhatAPassRefusesNamesIt) {
  EXPECT_EQ(run({"no", "makeNothing", refuse, Keeps::Outputs, false, ""}), "after no: %a has no form");
}

} // namespace
