// The JSON report, the build log's line, the text forms of capture.

#include "EmitTestUtil.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

class ReportTest : public testing::Test {
protected:
  void SetUp() override {
    source.addFile("/src/model.cpp",
                   "fg::Tensor f(fg::Tensor x, bool b) { }\nfg::Tensor g(fg::Tensor x) { }\n");
    auto g = graph(R"g(graph @f(%x: f32[N, 4] "x", b: bool "b", s: f64 "s") {
  guard N >= 2 "too small" loc("/src/model.cpp:3:4")
  %0: f32[] weak = scalar(value = s) loc("/src/model.cpp:1:1")
  %1: f32[N, 4] = mul(%x, %0) loc("/src/model.cpp:5:6")
  %2: f32[N, 4] = relu(%1) loc("/src/model.cpp:6:7")
  return %2
})g");
    auto node = leaf(std::move(g), output(0));
    node->effects.push_back(text("++count, log(\"\xFF\")")); // a literal that is not UTF-8
    CapturedFunction &f =
        source.addFunction("f", "/src/model.cpp", "bool b) {",
                           branch(Sym::symbol("b", SymType::Bool), std::move(node), eager("throws")));
    f.regions[0]->versions[0].label = "f32[N, 4]";
    f.options.fullgraph = true;
    CapturedFunction &stays = source.addFunction("g", "/src/model.cpp", "g(fg::Tensor x) {", nullptr);
    Break graphBreak;
    graphBreak.kind = BreakKind::DataDependentBranch;
    graphBreak.range = clang::SourceLocation::getFromRawEncoding(77);
    graphBreak.args = {"h", "x"};
    graphBreak.notes.push_back({clang::SourceLocation::getFromRawEncoding(78), "'h' is computed here", {}});
    stays.breaks.push_back(graphBreak);
    stays.remarks = {"the rank of 'y' is not known"};
    input = source.input();
    report.mainFile = "/src/model.cpp";
    report.outputFile = "/build/model.fg.cpp";
    report.functions = &input.functions;
    report.seconds = 0.414;
    report.stages = {{"capture", 0.1}, {"kernels", 0.3}};
    report.builds = {{"fgk_f_0", "v3", true, 0, 100},
                     {"fgk_f_1", "v3", true, 0, 100},
                     {"fgk_f_1", "v4", false, 0.25, 120},
                     {"fgk_f_2", "v3", false, 0.5, 200}};
    report.locate = [](clang::SourceLocation loc) {
      return SourceLoc{"/src/model.cpp", loc.getRawEncoding() - 70, 9};
    };
  }
  llvm::json::Value parsed() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    writeReport(report, stream);
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(stream.str());
    if (!value) {
      ADD_FAILURE() << llvm::toString(value.takeError()) << text;
      return nullptr;
    }
    return *value;
  }

  Source source;
  EmitInput input;
  ReportInput report;
};

TEST_F(ReportTest, summary) {
  EXPECT_EQ(summaryLine(report),
            "fullgraph: model.cpp: 2 functions (1 eager), 1 graph, 2 operators in 3 kernels "
            "(2 built, 1 reused), 1 break, 0.41 s");
}

TEST_F(ReportTest, functionsVersionsLeavesAndGraphs) {
  const llvm::json::Value value = parsed();
  const llvm::json::Object &root = *value.getAsObject();
  EXPECT_EQ(root.getInteger("format"), 1);
  const llvm::json::Object &f = *(*root.getArray("functions"))[0].getAsObject();
  EXPECT_EQ(f.getString("name"), "f");
  EXPECT_EQ(f.getInteger("line"), 1);
  EXPECT_EQ(f.getObject("options")->getBoolean("fullgraph"), true);
  EXPECT_EQ(f.getObject("options")->getString("dynamic"), "Auto");
  const llvm::json::Object &version =
      *(*(*f.getArray("regions"))[0].getAsObject()->getArray("versions"))[0].getAsObject();
  EXPECT_EQ(version.getString("label"), "f32[N, 4]");
  const llvm::json::Array &leaves = *version.getArray("leaves");
  ASSERT_EQ(leaves.size(), 2u);
  const llvm::json::Object &taken = *leaves[0].getAsObject(), &eagerLeaf = *leaves[1].getAsObject();
  EXPECT_EQ(taken.getString("kind"), "graph");
  EXPECT_EQ((*taken.getArray("conditions"))[0].getAsString(), "b");
  EXPECT_EQ((*eagerLeaf.getArray("conditions"))[0].getAsString(), "!b");
  EXPECT_EQ(eagerLeaf.getString("reason"), "throws");
  const llvm::json::Object &g = *taken.getObject("graph");
  EXPECT_NE(g.getString("text")->find("relu(%1)"), llvm::StringRef::npos);
  ASSERT_EQ(g.getArray("nodes")->size(), 3u);
  EXPECT_EQ((*g.getArray("nodes"))[2].getAsObject()->getString("operator"), "relu");
  EXPECT_EQ((*g.getArray("nodes"))[2].getAsObject()->getInteger("line"), 6);
  // Everything that the generated function checks, in that order: the path, the tensors, sizes, conditions.
  const llvm::json::Array &guards = *g.getArray("guards");
  std::vector<std::string> conditions;
  for (const llvm::json::Value &checked : guards)
    conditions.push_back(checked.getAsObject()->getString("condition")->str());
  EXPECT_EQ(conditions,
            (std::vector<std::string>{"b", "x: f32[N, 4]", "x.size(0) <= 536870911", "x.size(0) >= 2"}));
  const llvm::json::Object &guard = *guards.back().getAsObject();
  EXPECT_EQ(guard.getString("reason"), "too small");
  EXPECT_EQ(guard.getInteger("column"), 4);
  EXPECT_EQ((*g.getArray("kernels"))[2].getAsString(), "fgk_f_2");
}

TEST_F(ReportTest, breaksKernelsAndStages) {
  const llvm::json::Value value = parsed();
  const llvm::json::Object &root = *value.getAsObject();
  const llvm::json::Object &graphBreak = *(*root.getArray("breaks"))[0].getAsObject();
  EXPECT_EQ(graphBreak.getString("function"), "g");
  EXPECT_EQ(graphBreak.getString("id"), "FG101");
  EXPECT_EQ(graphBreak.getString("slug"), "data-dependent-branch");
  EXPECT_EQ(graphBreak.getString("severity"), "warning");
  EXPECT_EQ(graphBreak.getString("message"), "branch depends on the values of tensor 'h'");
  EXPECT_EQ(graphBreak.getString("file"), "/src/model.cpp");
  EXPECT_EQ(graphBreak.getInteger("line"), 7);
  EXPECT_EQ(graphBreak.getInteger("column"), 9);
  EXPECT_EQ((*graphBreak.getArray("notes"))[0].getAsObject()->getInteger("line"), 8);
  const llvm::json::Object &kernel = *(*root.getArray("kernels"))[1].getAsObject();
  EXPECT_EQ(kernel.getString("name"), "fgk_f_1");
  EXPECT_EQ((*kernel.getArray("fused"))[0].getAsString(), "mul");
  const llvm::json::Array &builds = *kernel.getArray("builds");
  ASSERT_EQ(builds.size(), 2u);
  EXPECT_EQ(builds[0].getAsObject()->getBoolean("reused"), true);
  EXPECT_EQ(builds[1].getAsObject()->getString("target"), "v4");
  EXPECT_EQ(builds[1].getAsObject()->getInteger("bytes"), 120);
  EXPECT_EQ((*root.getArray("stages"))[1].getAsObject()->getString("stage"), "kernels");
  EXPECT_EQ(root.getObject("totals")->getInteger("operators"), 2);
}

TEST_F(ReportTest, captureTree) {
  const std::string text = printCapture(*source.functions[0]);
  size_t at = 0;
  for (const char *piece : {"function f {", "version \"f32[N, 4]\" {", "symbol b = b", "if b {", "graph @f(",
                            "relu(%1)", "effect ++count", "return <output 0>", "} else {", "eager: throws"}) {
    const size_t found = text.find(piece, at);
    ASSERT_NE(found, std::string::npos) << piece << " in\n" << text;
    at = found + 1;
  }
  const std::string stays = printCapture(*source.functions[1]);
  EXPECT_NE(stays.find("break FG101: branch depends on the values of tensor 'h'"), std::string::npos)
      << stays;
}

TEST_F(ReportTest, dot) {
  auto g = graph(R"g(graph @"a\"b"(%x: f32[N, 4] "this->x") {
  %0: f32[N] = sum(%x, dim = [1])
  mutate %x = %x
  return %0
})g");
  const std::string text = printDot(*g);
  for (const char *piece :
       {"i0 [shape=ellipse, label=\"x\\nf32[N, 4]\"];", "n0 [shape=box, label=\"sum([1], false)\"];",
        "i0 -> n0 [label=\"f32[N, 4]\"];", "n0 -> o0 [label=\"f32[N]\"];", "written back"})
    EXPECT_NE(text.find(piece), std::string::npos) << piece << " in\n" << text;
}

} // namespace
