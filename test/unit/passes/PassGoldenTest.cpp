// Passes on graph text: data/<pass>.txt holds pairs of graphs, before and after, each pair behind a comment
// that says what it shows. FULLGRAPH_UPDATE=1 writes what the passes give now; read the difference before you
// keep it.
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace fullgraph;
using test::valueOr;

namespace {

struct Case {
  std::string title, before, after;
};

/// "// title", a graph, "// to", a graph.
std::vector<Case> readCases(const std::string &path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::vector<Case> cases;
  std::string line;
  bool isAfter = false;
  while (std::getline(file, line)) {
    if (line == "// to") {
      isAfter = true;
    } else if (line.rfind("// ", 0) == 0 && (cases.empty() || !cases.back().before.empty())) {
      cases.push_back({line.substr(3), "", ""});
      isAfter = false;
    } else if (!cases.empty() && !line.empty()) {
      (isAfter ? cases.back().after : cases.back().before) += line + "\n";
    }
  }
  return cases;
}

std::unique_ptr<Graph> parse(const std::string &text) {
  std::string error;
  std::unique_ptr<Graph> graph = valueOr(error, parseGraph(text));
  EXPECT_TRUE(graph) << error;
  return graph;
}

std::string runPassOf(const std::string &name, Graph &graph) {
  if (name == "pipeline")
    return runPasses(graph);
  return findPass(name)->run(graph);
}

class PassGolden : public testing::TestWithParam<std::string> {};

TEST_P(PassGolden, GivesTheText) {
  const std::string path = FULLGRAPH_SOURCE_DIR "/test/unit/passes/data/" + GetParam() + ".txt";
  std::vector<Case> cases = readCases(path);
  EXPECT_FALSE(cases.empty());
  std::ostringstream updated;
  for (Case &c : cases) {
    SCOPED_TRACE(c.title);
    const std::unique_ptr<Graph> graph = parse(c.before);
    if (!graph)
      continue;
    ASSERT_EQ(inferGraph(*graph), "");
    EXPECT_EQ(runPassOf(GetParam(), *graph), "");
    EXPECT_EQ(verifyGraph(*graph), "");
    const std::string found = printGraph(*graph);
    const bool update = std::getenv("FULLGRAPH_UPDATE");
    if (!update) {
      EXPECT_EQ(found, c.after);
    }
    updated << "// " << c.title << "\n" << c.before << "// to\n" << (update ? found : c.after) << "\n";
  }
  if (std::getenv("FULLGRAPH_UPDATE"))
    std::ofstream(path) << updated.str();
}

INSTANTIATE_TEST_SUITE_P(Passes, PassGolden,
                         testing::Values("functionalise", "canonicalise", "fold", "cse", "dce", "pipeline"),
                         [](const testing::TestParamInfo<std::string> &info) { return info.param; });

} // namespace
