// Inference over symbolic sizes, on graph text: symbolic.txt holds pairs of a graph without types and the
// graph with the types and guards that inference gives, or "// error" and its message. FULLGRAPH_UPDATE=1
// writes what it gives now; read the difference before you keep it.
#include "lib/Shapes/Infer.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace fullgraph;
using test::valueOr;

namespace {

struct Case {
  std::string title, before, after;
};

std::vector<Case> readCases(const std::string &path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::vector<Case> cases;
  std::string line;
  bool isAfter = false;
  while (std::getline(file, line)) {
    if (line == "// to") {
      isAfter = true;
    } else if (line.rfind("// error ", 0) == 0) {
      cases.back().after = line + "\n";
    } else if (line.rfind("// ", 0) == 0) {
      cases.push_back({line.substr(3), "", ""});
      isAfter = false;
    } else if (!line.empty()) {
      (isAfter ? cases.back().after : cases.back().before) += line + "\n";
    }
  }
  return cases;
}

TEST(SymbolicGolden, GivesTheTypesAndGuards) {
  const std::string path = FULLGRAPH_SOURCE_DIR "/test/unit/shapes/symbolic.txt";
  const std::vector<Case> cases = readCases(path);
  EXPECT_GT(cases.size(), 30u);
  const bool update = std::getenv("FULLGRAPH_UPDATE");
  std::ostringstream updated;
  for (const Case &c : cases) {
    SCOPED_TRACE(c.title);
    std::string error;
    const std::unique_ptr<Graph> graph = valueOr(error, parseGraph(c.before));
    ASSERT_TRUE(graph) << error;
    error = inferGraph(*graph);
    const std::string found = error.empty() ? printGraph(*graph) : "// error " + error + "\n";
    if (error.empty()) {
      EXPECT_EQ(verifyGraph(*graph), "");
      // Nothing is assumed twice, and types are stable under what was assumed.
      const size_t guards = graph->env.guards().size();
      EXPECT_EQ(inferGraph(*graph), "");
      EXPECT_EQ(graph->env.guards().size(), guards);
      EXPECT_EQ(verifyGraph(*graph), "");
    }
    if (!update) {
      EXPECT_EQ(found, c.after);
    }
    updated << "// " << c.title << "\n" << c.before << (error.empty() ? "// to\n" : "") << found << "\n";
  }
  if (update)
    std::ofstream(path) << updated.str();
}

} // namespace
