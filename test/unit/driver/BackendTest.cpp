// A backend of a few lines, added through lib/Lower/Backend.h alone: kernels of one pointwise operator over
// one input, as C. It goes the way that the driver's kernels go, from a graph to a function that is called.
#include "lib/Driver/BackendPlugins.h"
#include "lib/Driver/Stages.h"
#include "lib/Frontend/CompileOptions.h"
#include "lib/Graph/Failure.h"
#include "lib/Passes/Passes.h"
#include "test/unit/ValueOr.h"

#include <fullgraph/abi.h>
#include <fullgraph/annotations.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace fullgraph;
using test::valueOr;
namespace fs = std::filesystem;

namespace {

class TinyBackend : public Backend {
public:
  TinyBackend() : Backend("tiny") {}

  std::string version() const override { return "tiny 1"; }
  llvm::Expected<std::vector<TargetSpec>> parseTarget(const std::string &text) const override {
    if (text != "host")
      return failure("unknown target '" + text + "'; known is \"host\"");
    return std::vector<TargetSpec>(1);
  }
  llvm::Error supports(const Kernel &kernel, const TargetSpec &) const override {
    for (const auto &node : kernel.graph->nodes())
      if (node->opName() != "neg" && node->opName() != "relu")
        return failure("no code for " + std::string(node->opName()));
    return llvm::Error::success();
  }
  llvm::Error compileKernel(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                            const std::string &symbol, const std::string &objectPath) const override {
    llvm::Expected<std::string> text = printKernel(kernel, target, options, symbol);
    if (!text)
      return text.takeError();
    const std::string source = objectPath + ".c";
    std::ofstream(source) << *text;
    const std::string command =
        "cc -c -fPIC -I" FULLGRAPH_SOURCE_DIR "/include " + source + " -o " + objectPath;
    return std::system(command.c_str()) == 0 ? llvm::Error::success() : failure("failed: " + command);
  }
  llvm::Expected<std::string> printKernel(const Kernel &kernel, const TargetSpec &, const LowerOptions &,
                                          const std::string &symbol) const override {
    std::string text = "#include <fullgraph/abi.h>\nint " + symbol +
                       "(struct fg_buffer *in, struct fg_buffer *out) {\n"
                       "  for (int i = 0; i < out->dim[0].extent; ++i) {\n"
                       "    float v = ((float *)in->host)[i];\n";
    for (const auto &node : kernel.graph->nodes())
      text += node->opName() == "neg" ? "    v = -v;\n" : "    v = v < 0 ? 0 : v;\n";
    return text + "    ((float *)out->host)[i] = v;\n  }\n  return 0;\n}\n";
  }
  llvm::Error compileRuntime(const TargetSpec &, const std::string &objectPath) const override {
    std::ofstream file(objectPath);
    return file ? llvm::Error::success() : failure("cannot write '" + objectPath + "'");
  }
};

struct BackendTest : ::testing::Test {
  fs::path folder = fs::path(::testing::TempDir()) / ("backend" + std::to_string(getpid()));
  TinyBackend tiny;
  void SetUp() override { fs::create_directories(folder); }
  void TearDown() override { fs::remove_all(folder); }

  std::unique_ptr<Program> programOf(const std::string &body) {
    std::string error;
    const std::unique_ptr<Graph> graph =
        valueOr(error, parseGraph("graph @f(%x: f32[5] \"x\") {\n" + body + "  return %r\n}\n"));
    EXPECT_EQ(error, "");
    EXPECT_EQ(runPasses(*graph), "");
    std::unique_ptr<Program> program = valueOr(error, fuse(*graph));
    EXPECT_EQ(error, "");
    return program;
  }
};

TEST_F(BackendTest, CompilesKernelsThroughTheDriver) {
  const std::unique_ptr<Program> program = programOf("  %n = neg(%x)\n  %r = relu(%n)\n");
  KernelSet kernels;
  kernels.add(*program, LowerOptions(), tiny);
  std::vector<KernelTask> tasks = kernels.tasks(llvm::cantFail(tiny.parseTarget("host")), folder, "hash");
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_NE(tasks[0].symbol.find("_tiny"), std::string::npos) << "another code than the default backend's";
  EXPECT_NE(llvm::cantFail(kernels.printAll({})).find("v = v < 0 ? 0 : v;"), std::string::npos);
  buildKernels(tasks, 1);
  ASSERT_EQ(tasks[0].error, "");

  const std::string library = folder / "kernel.so";
  ASSERT_EQ(std::system(("cc -shared -o " + library + " " + tasks[0].objectPath).c_str()), 0);
  void *const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  const auto kernel =
      reinterpret_cast<int (*)(fg_buffer *, fg_buffer *)>(dlsym(handle, tasks[0].symbol.c_str()));
  ASSERT_NE(kernel, nullptr);
  float x[] = {-2, -1, 0, 1, 2}, y[5] = {};
  fg_dim dim{0, 5, 1, 0};
  fg_buffer in{}, out{};
  in.host = reinterpret_cast<uint8_t *>(x);
  out.host = reinterpret_cast<uint8_t *>(y);
  in.dimensions = out.dimensions = 1;
  in.dim = out.dim = &dim;
  EXPECT_EQ(kernel(&in, &out), 0);
  const float expected[] = {2, 1, 0, 0, 0};
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(y[i], expected[i]);
  dlclose(handle);
}

TEST_F(BackendTest, WhatItDoesNotSupportIsSaid) {
  const std::unique_ptr<Program> program = programOf("  %r = exp(%x)\n");
  KernelSet kernels;
  kernels.add(*program, LowerOptions(), tiny);
  std::vector<KernelTask> tasks = kernels.tasks({TargetSpec()}, folder, "hash");
  buildKernels(tasks, 1);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].error, "no code for exp");
}

TEST(Backends, TheTableSaysWhatANameMeans) {
  EXPECT_EQ(backendKind(defaultBackendName), BackendKind::Kernels);
  EXPECT_EQ(defaultBackend().name(), defaultBackendName);
  EXPECT_EQ(backendKind("the program's own"), BackendKind::Program);
  EXPECT_EQ(fg::CompileOptions().backend, std::string(defaultBackendName)); // a user's header has no table
  const std::string list = backendListText({});
  for (const BackendRow &row : backendRows) {
    EXPECT_EQ(findBackend(row.name) != nullptr, row.kind == BackendKind::Kernels) << row.name;
    EXPECT_NE(list.find(std::string(row.name) + " "), std::string::npos);
    EXPECT_NE(list.find(row.description), std::string::npos);
  }
}

} // namespace
