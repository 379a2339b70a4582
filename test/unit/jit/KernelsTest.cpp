#include "runtime/jit/Kernels.h"
#include "test/unit/ValueOr.h"

#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace fullgraph;
using test::valueOr;
using namespace fullgraph::jit;
namespace fs = std::filesystem;

namespace {

/// A kernel's failure is told with the file of its graph, which --from=graph takes: text that parses, and is
/// the graph.
TEST(Kernels, aFailureLeavesItsGraph) {
  std::string error;
  std::unique_ptr<Graph> graph = valueOr(error, parseGraph(R"g(graph @f(%x: f32[4] "x") {
  %0: f32[4] = exp(%x)
  return %0
}
)g"));
  ASSERT_TRUE(graph) << error;
  const std::unique_ptr<Program> program = valueOr(error, fuse(*graph));
  ASSERT_TRUE(program) << error;
  KernelSettings settings;
  settings.target.triple = "no such machine";
  Kernels kernels(KernelCache("", 0));
  settings.memory = {[](void *, size_t) -> void * { return nullptr; }, [](void *, void *) {}};
  llvm::Expected<KernelEntry> entry = kernels.get(program->kernels[0], settings);
  ASSERT_FALSE(entry);
  error = llvm::toString(entry.takeError());
  const std::string name = program->kernels[0].name;
  ASSERT_EQ(error.rfind("kernel '" + name + "' failed to compile: ", 0), 0u) << error;
  const size_t at = error.find("(its graph is in ");
  ASSERT_NE(at, std::string::npos) << error;
  const std::string path = error.substr(at + 17, error.find(')', at) - at - 17);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::string problem;
  const std::unique_ptr<Graph> again = valueOr(problem, parseGraph(text.str()));
  ASSERT_TRUE(again) << problem;
  EXPECT_EQ(printGraph(*again), printGraph(*program->kernels[0].graph));
  EXPECT_EQ(verifyGraph(*again), "");
  fs::remove(path);
}

} // namespace
