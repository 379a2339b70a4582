#include "lib/Driver/DefinitionScan.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace fullgraph;

namespace {

using Words = std::vector<llvm::StringRef>;

TEST(DefinitionScan, FindsFunctionsWithTheirScopes) {
  const std::string text = R"(#include <fullgraph/ops.h>
namespace fg {
namespace detail {
static constexpr int letters = 52;
struct Places { int first() const { return 1; } };
static Tensor placed(const Tensor &x, int64_t by) { return add(x, by * 2); } // "{"
} // namespace detail

Tensor Tensor::relu() const { return fg::relu(*this); }
Tensor &Tensor::operator+=(const Tensor &other) {
  const auto f = [&](int i) { return i; };
  return add_(*this, detail::placed(other, f('}')));
}
::std::tuple<Tensor, Tensor> max(const Tensor &self, IntArrayRef dim) { return {amax(self, {}), self}; }
} // namespace fg
)";
  const DefinitionScan scan = scanDefinitions(text);
  std::vector<std::string> names, texts;
  for (const ScannedFunction &function : scan.functions) {
    names.push_back(function.scope + " " + function.name);
    texts.push_back(text.substr(function.begin, function.end - function.begin));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"fg::detail placed", "fg::Tensor relu",
                                             "fg::Tensor operator+=", "fg max"}));
  EXPECT_EQ(texts[1], "Tensor Tensor::relu() const { return fg::relu(*this); }");
  EXPECT_EQ(texts[3].back(), '}');
  EXPECT_TRUE(llvm::is_contained(scan.functions[0].words, "add"));
  EXPECT_TRUE(llvm::is_contained(scan.functions[0].words, "operator*"));
  EXPECT_FALSE(llvm::is_contained(scan.functions[0].words, "x"));
  EXPECT_TRUE(llvm::is_contained(scan.functions[2].words, "placed"));
  EXPECT_FALSE(llvm::is_contained(scan.functions[2].words, "amax"));
  EXPECT_TRUE(llvm::is_contained(scan.words, "first")); // a type is never blanked out
}

TEST(DefinitionScan, TakesAFileThatEndsEarly) {
  for (const char *text :
       {"", "namespace", "namespace fg { Tensor f(", "namespace fg { int f() { {", "}", "int operator"})
    EXPECT_TRUE(scanDefinitions(text).functions.empty()) << text;
}

// No body is mistaken for something else, in any of the library's own files.
TEST(DefinitionScan, ReadsTheLibrarysDefinitions) {
  unsigned files = 0;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(FULLGRAPH_SOURCE_DIR "/library")) {
    if (entry.path().extension() != ".cpp")
      continue;
    ++files;
    std::ifstream stream(entry.path());
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const DefinitionScan scan = scanDefinitions(text);
    EXPECT_FALSE(scan.functions.empty()) << entry.path();
    std::string others = text;
    for (const ScannedFunction &function : scan.functions) {
      EXPECT_EQ(function.scope.rfind("fg", 0), 0u) << entry.path() << ": " << function.name;
      std::fill(others.begin() + function.begin, others.begin() + function.end, ' ');
    }
    EXPECT_EQ(others.find("return"), std::string::npos) << entry.path();
  }
  EXPECT_GT(files, 10u);
}

} // namespace
