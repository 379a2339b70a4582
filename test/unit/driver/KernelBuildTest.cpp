#include "lib/Driver/KernelBuild.h"

#include "lib/Graph/Failure.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace fullgraph;
namespace fs = std::filesystem;

namespace {

/// What it does is in the symbol's name.
llvm::Error compile(const std::string &symbol, const std::string &path) {
  if (symbol == "refuses")
    return failure("no such thing");
  if (symbol == "throws")
    throw std::runtime_error("thrown");
  if (symbol == "aborts") {
    std::fputs("internal error at CodeGen\n", stderr);
    std::abort();
  }
  if (symbol == "segfaults")
    std::raise(SIGSEGV);
  if (symbol == "leaves")
    _exit(7);
  std::ofstream(path) << symbol;
  if (symbol == "half") {
    std::raise(SIGKILL);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return llvm::Error::success();
}

class FakeBackend : public Backend {
public:
  FakeBackend() : Backend("fake") {}
  std::string version() const override { return "1"; }
  llvm::Expected<std::vector<TargetSpec>> parseTarget(const std::string &) const override {
    return std::vector<TargetSpec>();
  }
  llvm::Error supports(const Kernel &, const TargetSpec &target) const override {
    return target.level == 4 ? failure("no code for this level") : llvm::Error::success();
  }
  llvm::Error compileKernel(const Kernel &, const TargetSpec &, const LowerOptions &,
                            const std::string &symbol, const std::string &path) const override {
    return compile(symbol, path);
  }
  llvm::Expected<std::string> printKernel(const Kernel &, const TargetSpec &, const LowerOptions &,
                                          const std::string &symbol) const override {
    return symbol;
  }
  llvm::Error compileRuntime(const TargetSpec &, const std::string &) const override {
    return llvm::Error::success();
  }
};

struct KernelBuildTest : ::testing::Test {
  fs::path folder = fs::path(::testing::TempDir()) / ("kernels" + std::to_string(getpid()));
  Kernel kernel;
  FakeBackend backend;
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  std::vector<KernelTask> build(const std::vector<std::string> &symbols, unsigned jobs, int level = 3) {
    std::vector<KernelTask> tasks;
    for (const std::string &symbol : symbols) {
      KernelTask task;
      task.kernel = &kernel;
      task.backend = &backend;
      task.target.level = level;
      task.symbol = task.kernelName = symbol;
      task.objectPath = folder / (symbol + ".o");
      tasks.push_back(task);
    }
    buildKernels(tasks, jobs);
    return tasks;
  }
};

TEST_F(KernelBuildTest, BuildsAndReuses) {
  std::vector<std::string> symbols;
  for (int i = 0; i < 9; ++i)
    symbols.push_back("k" + std::to_string(i));
  for (const KernelTask &task : build(symbols, 3)) {
    EXPECT_EQ(task.error, "");
    EXPECT_FALSE(task.reused);
    EXPECT_TRUE(fs::exists(task.objectPath));
  }
  symbols.push_back("another");
  for (const KernelTask &task : build(symbols, 3))
    EXPECT_EQ(task.reused, task.symbol != "another");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 10);
}

TEST_F(KernelBuildTest, AFailingWorkerCostsItsKernelOnly) {
  const std::vector<KernelTask> tasks =
      build({"good", "refuses", "throws", "aborts", "segfaults", "half", "leaves", "fine"}, 2);
  EXPECT_EQ(tasks[0].error, "");
  EXPECT_EQ(tasks[1].error, "no such thing");
  EXPECT_EQ(tasks[2].error, "thrown");
  EXPECT_EQ(tasks[3].error, "the backend crashed (Aborted): internal error at CodeGen");
  EXPECT_EQ(tasks[4].error, "the backend crashed (Segmentation fault)");
  EXPECT_EQ(tasks[5].error, "the backend crashed (Killed)");
  EXPECT_EQ(tasks[6].error, "the backend's process failed");
  EXPECT_EQ(tasks[7].error, "");
  // Neither logs nor half an object stay behind.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2);
}

TEST_F(KernelBuildTest, WhatTheBackendHasNoCodeForIsNotCompiled) {
  EXPECT_EQ(build({"aborts"}, 1, 4)[0].error, "no code for this level");
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(KernelBuildTest, RunsTasksAtTheSameTime) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> symbols;
  for (int i = 0; i < 20; ++i)
    symbols.push_back("p" + std::to_string(i));
  build(symbols, 20);
  // One after the other they would sleep 400 ms.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(390));
}

TEST_F(KernelBuildTest, AFolderThatIsGone) {
  fs::remove_all(folder);
  EXPECT_NE(build({"good"}, 1)[0].error, "");
}

TEST(ToolHash, ChangesWithTheExecutable) {
  const std::string path = fs::path(::testing::TempDir()) / ("tool" + std::to_string(getpid()));
  std::ofstream(path) << "one";
  const std::string one = toolHash(path);
  EXPECT_EQ(one.size(), 16u);
  EXPECT_EQ(toolHash(path), one);
  std::ofstream(path) << "two";
  EXPECT_NE(toolHash(path), one);
  fs::remove(path);
}

} // namespace
