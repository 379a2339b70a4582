#include "lib/Driver/CompilerFlags.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace fullgraph;

namespace {

using Flags = std::vector<std::string>;

TEST(CompilerFlags, KeepsWhatParsingNeeds) {
  const Flags kept = {"-D",
                      "X=1",
                      "-U",
                      "Y",
                      "-I",
                      "/a b",
                      "-isystem",
                      "/inc",
                      "-include",
                      "pre.h",
                      "-std=gnu++23",
                      "-O2",
                      "-march=native",
                      "-fPIC",
                      "-fopenmp",
                      "-fno-exceptions",
                      "-g",
                      "-fsanitize=address",
                      "--sysroot=/s",
                      "-pthread",
                      "-Wp,-D_FORTIFY_SOURCE=2",
                      "-ftemplate-depth=2000"};
  EXPECT_EQ(filterCompilerFlags(kept), kept);
}

TEST(CompilerFlags, DropsWhatOnlyGccKnows) {
  EXPECT_EQ(filterCompilerFlags({"-fno-gnu-unique", "-fanalyzer", "-Wlogical-op", "-Wduplicated-cond",
                                 "-fconcepts", "-DX", "-fmodules-ts", "-fdeps-format=p1689r5",
                                 "-mno-such-thing", "-fno-such-thing=3"}),
            (Flags{"-D", "X"}));
}

TEST(CompilerFlags, DropsOutputsWarningsAndInputs) {
  EXPECT_EQ(filterCompilerFlags({"-c",
                                 "-o",
                                 "x.o",
                                 "-MD",
                                 "-MT",
                                 "x.o",
                                 "-MF",
                                 "x.d",
                                 "-MMD",
                                 "-MP",
                                 "-S",
                                 "-E",
                                 "-Wall",
                                 "-Werror",
                                 "-Wno-unused",
                                 "-pedantic-errors",
                                 "-w",
                                 "input.cpp",
                                 "-lm",
                                 "-L/lib",
                                 "-Wl,-rpath,/x",
                                 "-save-temps",
                                 "-DKEPT",
                                 "--",
                                 "other.cpp"}),
            (Flags{"-D", "KEPT"}));
}

TEST(CompilerFlags, KeepsWhatLetsErrorsThrough) {
  EXPECT_EQ(filterCompilerFlags({"-Wno-narrowing", "-Wno-error=c++11-narrowing", "-Wno-everything",
                                 "-Weverything", "-Wno-register", "-Wno-unused", "-Werror", "-Wno-error",
                                 "-Werror=unused", "-Wno-nothing-known", "-Wfatal-errors", "-Wregister"}),
            (Flags{"-Wno-narrowing", "-Wno-error=c++11-narrowing"}));
  EXPECT_EQ(filterCompilerFlags({"-Wregister", "-Wno-register", "-DX"}), (Flags{"-D", "X", "-Wno-register"}));
}

TEST(CompilerFlags, DropsPrecompiledHeadersAndPlugins) {
  EXPECT_EQ(filterCompilerFlags({"-include-pch", "a.pch", "-Winvalid-pch", "-Xclang", "-include-pch",
                                 "-Xclang", "b.pch", "-Xclang", "-include", "-Xclang", "cmake_pch.hxx",
                                 "-fplugin=x.so", "-Xclang", "-load", "-Xclang", "y.so"}),
            (Flags{"-Xclang", "-include", "-Xclang", "cmake_pch.hxx"}));
}

bool has(const Flags &flags, const std::string &flag) {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

TEST(CompilerFlags, CommandLine) {
  const Flags plain = clangCommandLine("/nonexistent/bin/fullgraph", {"-DX"}, "a.cpp");
  EXPECT_TRUE(has(plain, "-std=c++20"));
  EXPECT_TRUE(has(plain, "-resource-dir"));
  EXPECT_EQ(plain.back(), "a.cpp");
  const Flags chosen =
      clangCommandLine("/nonexistent/bin/fullgraph", {"-std=c++23", "-resource-dir=/r"}, "a.cpp");
  EXPECT_FALSE(has(chosen, "-std=c++20"));
  EXPECT_FALSE(has(chosen, "-resource-dir"));
}

} // namespace
