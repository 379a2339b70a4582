#include "lib/Breaks/Breaks.h"
#include "test/unit/ValueOr.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace fullgraph;
using test::valueOr;

namespace {

TEST(BreakRules, IdsAndSlugsAreDistinctAndFindable) {
  std::set<unsigned> ids;
  std::set<std::string_view> slugs;
  for (const BreakRule &rule : allBreakRules()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.idText();
    EXPECT_TRUE(slugs.insert(rule.slug).second) << rule.slug;
    EXPECT_EQ(&breakRule(rule.kind), &rule) << rule.slug;
    EXPECT_EQ(findBreakRule(rule.idText()), &rule);
    EXPECT_EQ(findBreakRule(std::to_string(rule.id)), &rule);
    EXPECT_EQ(findBreakRule(rule.slug), &rule);
  }
  EXPECT_EQ(breakRule(BreakKind::DataDependentBranch).idText(), "FG101");
  EXPECT_EQ(breakRule(BreakKind::UnsupportedConstruct).idText(), "FG003");
  for (const char *unknown : {"", "FG", "FG000", "FG999", "99999999999999999999", "io ", "fg-101"})
    EXPECT_EQ(findBreakRule(unknown), nullptr) << unknown;
}

// graph-breaks.md's wording: what users see begins in lower case and has no full stop.
TEST(BreakRules, Wording) {
  for (const BreakRule &rule : allBreakRules()) {
    const std::string slug(rule.slug);
    EXPECT_FALSE(rule.message.empty()) << slug;
    EXPECT_FALSE(std::isupper(static_cast<unsigned char>(rule.message.front()))) << slug;
    EXPECT_NE(rule.message.back(), '.') << slug;
    EXPECT_EQ(rule.message.find("not allowed"), std::string_view::npos) << slug;
    EXPECT_EQ(rule.explanation.back(), '.') << slug;
    EXPECT_GE(rule.hints.size(), 1u) << slug;
    for (const std::string_view hint : rule.hints)
      EXPECT_FALSE(hint.empty()) << slug;
    EXPECT_TRUE(rule.example.empty() || rule.example.find("FG_COMPILE(") != std::string_view::npos) << slug;
  }
}

TEST(BreakRules, MessageTakesArguments) {
  Break b{BreakKind::VirtualCall, {}, {"Layer::forward", "3"}, {}, {}, "f"};
  EXPECT_EQ(breakMessage(b), "virtual 'Layer::forward' may dispatch to 3 overriders");
  b.args = {"100%1"}; // arguments are not expanded again, and a missing one is no crash
  EXPECT_EQ(breakMessage(b), "virtual '100%1' may dispatch to  overriders");
}

TEST(BreakRules, UnknownOnesSuggest) {
  EXPECT_EQ(unknownBreakRule("data-dependent-brunch"),
            "unknown graph break 'data-dependent-brunch'; did you mean 'data-dependent-branch'?");
  EXPECT_EQ(unknownBreakRule("FG999"),
            "unknown graph break 'FG999'; ids are FG001 to FG901, 'fullgraph explain' lists them");
}

TEST(BreakRules, ExplainSaysEverything) {
  for (const BreakRule &rule : allBreakRules()) {
    const std::string text = explainBreak(rule);
    EXPECT_EQ(text.find(rule.idText() + " " + std::string(rule.slug)), 0u);
    EXPECT_NE(text.find("Ways out"), std::string::npos);
    EXPECT_EQ(text.find("Example") != std::string::npos, !rule.example.empty());
    EXPECT_EQ(text.find("%0"), std::string::npos) << rule.slug;
  }
}

// The pages are generated: `fullgraph explain --markdown=docs/graph-breaks` after a change of Breaks.def or
// of an example.
TEST(BreakRules, PagesAreCurrent) {
  const std::filesystem::path folder = FULLGRAPH_SOURCE_DIR "/docs/graph-breaks";
  std::set<std::string> names;
  for (const auto &[name, text] : breakPages()) {
    names.insert(name);
    std::ifstream file(folder / name);
    ASSERT_TRUE(file) << name;
    std::stringstream page;
    page << file.rdbuf();
    EXPECT_EQ(page.str(), text) << "run: fullgraph explain --markdown=docs/graph-breaks";
  }
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    EXPECT_TRUE(names.count(entry.path().filename())) << entry.path() << " belongs to no rule";
}

BreakSeverity severityAfter(const std::vector<const char *> &flags, BreakKind kind, bool fullgraph = false) {
  BreakFlags parsed;
  for (const char *flag : flags) {
    std::string error;
    EXPECT_TRUE(valueOr(error, parsed.parse(flag))) << flag;
    EXPECT_EQ(error, "") << flag;
  }
  return breakSeverity(kind, fullgraph, parsed);
}

TEST(BreakFlags, LastFlagHolds) {
  using enum BreakSeverity;
  const BreakKind io = BreakKind::Io, branch = BreakKind::DataDependentBranch;
  EXPECT_EQ(severityAfter({}, io), Warning);
  EXPECT_EQ(severityAfter({"-Wno-graph-break"}, io), Ignored);
  EXPECT_EQ(severityAfter({"-Wno-graph-break", "-Wgraph-break"}, io), Warning);
  EXPECT_EQ(severityAfter({"-Wno-graph-break=io"}, io), Ignored);
  EXPECT_EQ(severityAfter({"-Wno-graph-break=FG501"}, io), Ignored);
  EXPECT_EQ(severityAfter({"-Wno-graph-break=io"}, branch), Warning);
  EXPECT_EQ(severityAfter({"-Wno-graph-break=io", "-Wgraph-break=io"}, io), Warning);
  EXPECT_EQ(severityAfter({"-Wno-graph-break", "-Wgraph-break=io"}, io), Warning);
  EXPECT_EQ(severityAfter({"-Wno-graph-break", "-Wgraph-break=io"}, branch), Ignored);
  EXPECT_EQ(severityAfter({"-Werror=graph-break"}, io), Error);
  EXPECT_EQ(severityAfter({"-Wno-graph-break", "-Werror=graph-break"}, io), Error);
  EXPECT_EQ(severityAfter({"-Werror=graph-break=io"}, io), Error);
  EXPECT_EQ(severityAfter({"-Werror=graph-break=io"}, branch), Warning);
  EXPECT_EQ(severityAfter({"-Werror=graph-break", "-Wno-error=graph-break=io"}, io), Warning);
  EXPECT_EQ(severityAfter({"-Werror=graph-break", "-Wno-error=graph-break=io"}, branch), Error);
  EXPECT_EQ(severityAfter({"-Werror=graph-break", "-Wno-error=graph-break"}, branch), Warning);
  EXPECT_EQ(severityAfter({"-Werror=graph-break", "-Wno-graph-break=io"}, io), Ignored);
}

TEST(BreakFlags, FullgraphCannotBeSilenced) {
  using enum BreakSeverity;
  EXPECT_EQ(severityAfter({"-Wno-graph-break"}, BreakKind::Io, true), Error);
  EXPECT_EQ(severityAfter({"-Wno-graph-break=io"}, BreakKind::Io, true), Error);
  EXPECT_EQ(severityAfter({}, BreakKind::UnknownRank, true), Remark);
  EXPECT_EQ(severityAfter({"-Werror=graph-break"}, BreakKind::UnknownRank), Remark);
  EXPECT_EQ(severityAfter({"-Werror=graph-break=unknown-rank"}, BreakKind::UnknownRank), Error);
  EXPECT_EQ(severityAfter({"-Wno-graph-break"}, BreakKind::BoundViolation), Error);
}

TEST(BreakFlags, OtherFlagsAndUnknownSlugs) {
  BreakFlags flags;
  std::string error;
  for (const char *other :
       {"", "-W", "-Wall", "-Wgraph", "-Wgraph-breaks", "-Werror", "-Wno-error=all", "graph-break"})
    EXPECT_TRUE(!valueOr(error, flags.parse(other)) && error.empty()) << other << ": " << error;
  valueOr(error, flags.parse("-Wgraph-break=ioo"));
  EXPECT_EQ(error, "unknown graph break 'ioo'; did you mean 'io'?");
}

} // namespace
