// Which kernels have code for AVX-512 beside AVX2: those that do most, as far as a build takes 1.6 times as
// long.
#include "lib/Driver/Stages.h"

#include <gtest/gtest.h>

using namespace fullgraph;

namespace {

Kernel kernelOf(const std::string &text, const std::string &name) {
  Kernel kernel;
  llvm::Expected<std::unique_ptr<Graph>> graph = parseGraph("graph @kernel(" + text + " return %r }");
  EXPECT_TRUE(bool(graph)) << text;
  if (graph)
    kernel.graph = std::move(*graph);
  else
    ADD_FAILURE() << llvm::toString(graph.takeError());
  kernel.name = name;
  return kernel;
}

Kernel productOf(int64_t size) {
  const std::string n = std::to_string(size), type = ": f32[" + n + ", " + n + "]";
  return kernelOf("%a0" + type + ", %a1" + type + ") { %r" + type + " = mm(%a0, %a1)", "fgk_" + n);
}

/// A convolution whose sizes are symbols takes several times as long to compile.
Kernel convolutionOf(int taps) {
  const std::string k = std::to_string(taps), p = std::to_string(taps / 2), image = ": f32[s0, s3, s1, s2]";
  return kernelOf("%a0" + image + ", %a1: f32[s3, s3, " + k + ", " + k +
                      "], s0: int, s1: int, s2: int, s3: int) { %r" + image +
                      " = convolution(%a0, %a1, none, stride = [1, 1], padding = [" + p + ", " + p +
                      "], dilation = [1, 1], groups = 1)",
                  "fgk_c" + k);
}

std::vector<bool> levelsOf(Program &program) {
  KernelSet kernels;
  kernels.add(program, {});
  kernels.chooseLevels();
  std::vector<bool> levels;
  for (const Kernel &kernel : program.kernels)
    levels.push_back(kernel.hasLevels);
  return levels;
}

TEST(Levels, ManyKernelsThatCompileQuicklyHaveBoth) {
  Program program;
  for (const int64_t size : {64, 96, 128, 160, 192, 224, 256, 320, 384, 512})
    program.kernels.push_back(productOf(size));
  EXPECT_EQ(levelsOf(program), std::vector<bool>(10, true));
}

TEST(Levels, OfSlowOnesThoseThatDoMost) {
  Program program;
  for (const int taps : {1, 3, 5, 7, 9, 11, 13, 15, 17, 19})
    program.kernels.push_back(convolutionOf(taps));
  double baseline = 0, higher = 0;
  for (Kernel &kernel : program.kernels)
    baseline += defaultBackend().compileMilliseconds(kernel).baseline;
  const std::vector<bool> levels = levelsOf(program);
  for (size_t i = 0; i < levels.size(); ++i)
    higher += levels[i] ? defaultBackend().compileMilliseconds(program.kernels[i]).higher : 0;
  EXPECT_FALSE(levels.front()) << "the least work";
  EXPECT_TRUE(levels.back()) << "the most work";
  EXPECT_TRUE(std::is_sorted(levels.begin(), levels.end())) << "more work first";
  EXPECT_LE(higher, 0.6 * (baseline + 500));
}

} // namespace
