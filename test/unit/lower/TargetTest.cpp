// Targets, objects for other machines, determinism, and the printed Halide program.
#include "KernelRunner.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fullgraph;
using namespace fullgraph::test;

namespace {

const char *const linear =
    "graph @k(%a0: f32[s0, 24], %a1: f32[16, 24], %a2: f32[16]) { %0: f32[s0, 16] = linear(%a0, %a1, %a2)"
    " %1: f32[s0, 16] = gelu(%0) return %1 }";
const char *const softmax =
    "graph @k(%a0: f32[s0, s1]) { %0: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none) return %0 }";

std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In a child process, as the driver does: Halide numbers its names through the process.
std::string compileInChild(const std::string &text, const std::string &path);

std::string compile(const std::string &text, const TargetSpec &target, const std::string &path) {
  std::string error;
  Kernel kernel = kernelFromText(text, error);
  return kernel.graph ? llvm::toString(defaultBackend().compileKernel(kernel, target, {}, "k", path)) : error;
}

std::string compileInChild(const std::string &text, const std::string &path) {
  const pid_t child = fork();
  if (child == 0)
    _exit(compile(text, {"x86-64-linux", 3}, path).empty() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0 ? "" : "the child failed";
}

} // namespace

TEST(Target, Names) {
  std::vector<TargetSpec> targets;
  for (const char *name : {"x86-64-v3", "x86-64-v4", "aarch64-linux", "host", "arm-64-linux"}) {
    llvm::Expected<std::vector<TargetSpec>> named = defaultBackend().parseTarget(name);
    ASSERT_TRUE(bool(named)) << llvm::toString(named.takeError());
    targets.insert(targets.end(), named->begin(), named->end());
  }
  ASSERT_EQ(targets.size(), 6u);
  EXPECT_EQ(targets[0].suffix(), "_v3");
  EXPECT_EQ(targets[1].suffix(), "_v4");
  EXPECT_EQ(targets[2].suffix(), "_a64");
  EXPECT_FALSE(targets[1].whereItPays) << "a target that is named has all kernels";
  EXPECT_EQ(targets[3].suffix(), "_v3");
  EXPECT_FALSE(targets[3].whereItPays);
  EXPECT_EQ(targets[4].suffix(), "_v4");
  EXPECT_TRUE(targets[4].whereItPays);
  EXPECT_EQ(targets[5].suffix(), "_a64");
  llvm::Expected<std::vector<TargetSpec>> unknown = defaultBackend().parseTarget("pdp11");
  ASSERT_FALSE(unknown);
  const std::string error = llvm::toString(unknown.takeError());
  EXPECT_NE(error.find("x86-64-v3"), std::string::npos) << error;
}

TEST(Target, KernelsThatGainByALevel) {
  const auto gains = [](const std::string &inputs, const std::string &body) {
    std::string error;
    const Kernel kernel = kernelFromText("graph @k(" + inputs + ") { " + body + " return %r }", error);
    EXPECT_TRUE(kernel.graph) << error;
    return kernel.graph && defaultBackend().gainByLevel(kernel) > 0;
  };
  const std::string vector = "%a0: f32[s0]", rows = "%a0: f32[s0, s1]";
  EXPECT_TRUE(gains(vector, "%r: f32[s0] = exp(%a0)"));
  EXPECT_FALSE(gains(vector, "%r: f32[s0] = relu(%a0)")) << "memory";
  EXPECT_FALSE(gains("%a0: f32[100]", "%r: f32[100] = exp(%a0)")) << "tiny";
  EXPECT_FALSE(gains("%a0: i64[s0]", "%r: i64[s0] = mul(%a0, %a0)")) << "integers";
  EXPECT_TRUE(gains(rows, "%r: f32[s0, s1] = softmax(%a0, dim = 1, dtype = none)"));
  EXPECT_TRUE(gains(rows, "%r: i64[s0] = argmax(%a0, dim = 1)"));
  EXPECT_FALSE(gains(rows, "%r: f32[s0] = sum(%a0, dim = [1], dtype = f32)")) << "memory";
  EXPECT_TRUE(gains("%a0: f32[s0, 1, s1], %a1: f32[1, s2, s1]",
                    "%0: f32[s0, s2, s1] = sub(%a0, %a1) %r: f32[s0, s2] = sum(%0, dim = [2], dtype = f32)"));
  EXPECT_TRUE(gains("%a0: f32[s0, s1], %a1: f32[s2, s1]", "%r: f32[s0, s2] = linear(%a0, %a1, none)"));
  EXPECT_FALSE(gains("%a0: f32[1, s1], %a1: f32[s2, s1]", "%r: f32[1, s2] = linear(%a0, %a1, none)"))
      << "one row";
  EXPECT_FALSE(gains("%a0: i32[s0, s1], %a1: i32[s1, s2]", "%r: i32[s0, s2] = mm(%a0, %a1)")) << "integers";
}

TEST(Target, EveryTargetGivesAnObject) {
  for (const TargetSpec &target :
       {TargetSpec{"x86-64-linux", 3}, TargetSpec{"x86-64-linux", 4}, TargetSpec{"arm-64-linux", 0}}) {
    for (const char *text : {linear, softmax}) {
      const std::string path = scratchFolder() + "/target" + target.suffix() + ".o";
      EXPECT_EQ(compile(text, target, path), "");
      const std::string object = contents(path);
      ASSERT_GT(object.size(), 20u);
      EXPECT_EQ(object.substr(0, 4), "\x7f"
                                     "ELF");
      EXPECT_EQ(static_cast<unsigned char>(object[18]), target.triple[0] == 'a' ? 183 : 62) << "e_machine";
    }
  }
}

TEST(Target, ObjectsAreTheSameEachTime) {
  const std::string a = scratchFolder() + "/a.o", b = scratchFolder() + "/b.o";
  for (const char *text : {linear, softmax}) {
    ASSERT_EQ(compileInChild(text, a), "");
    ASSERT_EQ(compileInChild(text, b), "");
    EXPECT_EQ(contents(a), contents(b));
  }
}

TEST(Target, FailuresAreText) {
  EXPECT_NE(compile("graph @k(%a0: f32[4]) { %0: f32[4] = alias(%a0) %1: f32[5] = relu(%a0) return %0, %1 }",
                    {"x86-64-linux", 3}, scratchFolder() + "/x.o")
                .find("one shape"),
            std::string::npos);
  EXPECT_NE(compile(softmax, {"x86-64-linux", 3}, "/nowhere/x.o"), "");
}

/// The path of libHalide.so in this process.
static std::string halideLibrary() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        if (std::string(info->dlpi_name).find("libHalide.so") != std::string::npos)
          *static_cast<std::string *>(data) = info->dlpi_name;
        return 0;
      },
      &path);
  return path;
}

TEST(Target, ShortRowsHaveAVariant) {
  const auto printed = [](const std::string &rows, const std::string &call, int level) {
    std::string error;
    Kernel kernel = kernelFromText("graph @k(%a0: f32" + rows + ") { %0: " + call + " return %0 }", error);
    EXPECT_TRUE(kernel.graph) << error;
    llvm::Expected<std::string> program =
        defaultBackend().printKernel(kernel, {"x86-64-linux", level}, {}, "k");
    EXPECT_TRUE(bool(program));
    return program ? *program : "";
  };
  const std::string positions = "i64[s0] = argmax(%a0, dim = 1, keepdim = false)";
  const auto has = [](const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(printed("[s0, s1]", positions, 3), "others, for s1 <= 20."));
  EXPECT_TRUE(has(printed("[s0, s1]", positions, 4), "others, for s1 <= 48."));
  // Of known length: vectors across the rows alone, so nothing is put together from lanes.
  EXPECT_FALSE(has(printed("[s0, 20]", positions, 3), "_lanes"));
  EXPECT_TRUE(has(printed("[s0, 21]", positions, 3), "_lanes"));
  // One row has nothing across it, and a sum is as fast along the row.
  EXPECT_FALSE(has(printed("[s0]", "i64[] = argmax(%a0, dim = none, keepdim = false)", 3), "others"));
  EXPECT_FALSE(
      has(printed("[s0, s1]", "f32[s0] = sum(%a0, dim = [1], keepdim = false, dtype = none)", 3), "others"));
}

TEST(Target, VectorsRunOutsideOfFewElements) {
  const auto printed = [](const std::string &sizes, const std::string &result) {
    std::string error;
    Kernel kernel =
        kernelFromText("graph @k(%a0: f32" + sizes + ") { %0: f32" + sizes + " = exp(%a0) %1: f32" + result +
                           " = sum(%0, dim = [1], keepdim = false, dtype = none) return %1 }",
                       error);
    EXPECT_TRUE(kernel.graph) << error;
    llvm::Expected<std::string> program = defaultBackend().printKernel(kernel, {"x86-64-linux", 3}, {}, "k");
    EXPECT_TRUE(bool(program));
    return program ? *program : "";
  };
  const auto unrolls = [](const std::string &text) {
    return text.find("out.unroll(d1)") != std::string::npos;
  };
  EXPECT_TRUE(unrolls(printed("[s0, s1, 3]", "[s0, 3]")));
  EXPECT_FALSE(unrolls(printed("[s0, s1, 5]", "[s0, 5]"))) << "more than half a vector";
  EXPECT_FALSE(unrolls(printed("[4, s0, 3]", "[4, 3]"))) << "too few rows for a vector";
}

TEST(Target, PrintedProgramsCompileAndGiveTheSameResult) {
  const std::filesystem::path library = halideLibrary(), include = HALIDE_INCLUDE_DIR;
  struct Case {
    std::string text;
    std::vector<ScalarArg> scalars;
    std::vector<std::pair<ScalarType, std::vector<int64_t>>> inputs, outputs;
  };
  const ScalarType f32 = ScalarType::Float, i64 = ScalarType::Long;
  const std::vector<Case> cases = {
      {softmax, {3, 21}, {{f32, {3, 21}}}, {{f32, {3, 21}}}},
      {"graph @k(%a0: f32[s0, 3, 8, 8], %a1: f32[4, 3, 3, 3]) { %0: f32[s0, 4, 8, 8] = convolution(%a0, %a1, "
       "none,"
       " stride = [1, 1], padding = [1, 1], dilation = [1, 1], groups = 1) %1: f32[s0, 4, 8, 8] = exp(%0) "
       "%2: f32[s0, 4, 8, 8] = sin(%1) return %2 }", // angles of all sizes
       {2},
       {{f32, {2, 3, 8, 8}}, {f32, {4, 3, 3, 3}}},
       {{f32, {2, 4, 8, 8}}}},
      {"graph @k(%a0: i64[s0], %a1: i64[s0]) { %0: i64[s0] = pow(%a0, %a1) %1: bool[s0] = lt(%0, %a1) return "
       "%0, %1 }",
       {17},
       {{i64, {17}}, {i64, {17}}},
       {{i64, {17}}, {ScalarType::Bool, {17}}}},
      {linear, {40}, {{f32, {40, 24}}, {f32, {16, 24}}, {f32, {16}}}, {{f32, {40, 16}}}}};
  int number = 0;
  for (const Case &c : cases) {
    SCOPED_TRACE(c.text);
    std::string error;
    Kernel kernel = kernelFromText(c.text, error);
    ASSERT_TRUE(kernel.graph) << error;
    llvm::Expected<std::string> program = defaultBackend().printKernel(kernel, {"x86-64-linux", 3}, {}, "k");
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    const std::string stem = scratchFolder() + "/printed" + std::to_string(number++);
    std::ofstream(stem + ".cpp") << *program;
    const std::string build = "c++ -std=c++17 -O0 -w -I" + include.string() + " " + stem + ".cpp " +
                              library.string() + " -Wl,-rpath," + library.parent_path().string() + " -o " +
                              stem + " && " + stem + " " + stem + ".o 2>/dev/null";
    ASSERT_EQ(std::system(build.c_str()), 0) << *program;
    ASSERT_EQ(compile(c.text, {"x86-64-linux", 3}, stem + "_ours.o"), "");
    const CompiledKernel printed(stem + ".o", "k"), ours(stem + "_ours.o", "k");
    ASSERT_TRUE(printed.ok() && ours.ok()) << printed.error() << ours.error();
    std::vector<Array> inputs, left, right;
    std::vector<Array *> in, a, b;
    for (const auto &[dtype, sizes] : c.inputs)
      inputs.emplace_back(dtype, sizes).fill();
    for (const auto &[dtype, sizes] : c.outputs) {
      left.emplace_back(dtype, sizes);
      right.emplace_back(dtype, sizes);
    }
    for (Array &x : inputs)
      in.push_back(&x);
    for (size_t i = 0; i < left.size(); ++i) {
      a.push_back(&left[i]);
      b.push_back(&right[i]);
    }
    printed(in, c.scalars, a);
    ours(in, c.scalars, b);
    for (size_t i = 0; i < left.size(); ++i)
      EXPECT_EQ(left[i].storage, right[i].storage) << *program;
  }
}
