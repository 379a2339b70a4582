#include "lib/Driver/Options.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

using namespace fullgraph;

namespace {

using Args = std::vector<std::string>;

DriverOptions parse(const Args &args) {
  DriverOptions options;
  EXPECT_EQ(llvm::toString(parseOptions(args, options)), "");
  return options;
}

std::string errorOf(const Args &args) {
  DriverOptions options;
  const std::string error = llvm::toString(parseOptions(args, options));
  EXPECT_NE(error, "");
  return error;
}

TEST(Options, ValuesInEveryForm) {
  for (const Args &args : {Args{"a.cpp", "-o", "b.cpp"}, Args{"-ob.cpp", "a.cpp"},
                           Args{"--output=b.cpp", "a.cpp"}, Args{"compile", "--output", "b.cpp", "a.cpp"}}) {
    const DriverOptions o = parse(args);
    EXPECT_EQ(o.command, Command::Compile);
    EXPECT_EQ(o.output, "b.cpp");
    EXPECT_EQ(o.inputs, Args{"a.cpp"});
  }
  EXPECT_EQ(parse({"a.cpp", "-j4"}).jobs, 4u);
  EXPECT_EQ(parse({"a.cpp", "--jobs", "7"}).jobs, 7u);
}

TEST(Options, CompilerFlagsFollowTwoDashes) {
  const DriverOptions o =
      parse({"a.cpp", "-Wno-graph-break=io", "--", "-O2", "--verify", "-Werror=graph-break", "-Wall"});
  EXPECT_EQ(o.flags, (Args{"-O2", "--verify", "-Wall"}));
  EXPECT_EQ(o.breakFlags, (Args{"-Wno-graph-break=io", "-Werror=graph-break"}));
  EXPECT_FALSE(o.verify);
}

TEST(Options, Subcommands) {
  EXPECT_EQ(parse({"explain"}).command, Command::Explain);
  EXPECT_EQ(parse({"explain", "FG101"}).explain.rule, "FG101");
  EXPECT_EQ(parse({"report", "a.json", "b.json", "-o", "c.html"}).command, Command::Report);
  EXPECT_TRUE(parse({"--fix", "a.cpp"}).fix);
  EXPECT_EQ(parse({"a.cpp", "--format=sarif"}).format, MessageFormat::Sarif);
  EXPECT_EQ(parse({"explain", "--markdown=pages"}).explain.markdown, "pages");
  const DriverOptions runtime = parse({"emit-runtime", "--target", "aarch64-linux", "-o", "r.o"});
  EXPECT_EQ(runtime.command, Command::EmitRuntime);
  EXPECT_EQ(runtime.targets, Args{"aarch64-linux"});
  EXPECT_EQ(parse({"--list-backends"}).command, Command::ListBackends);
  EXPECT_EQ(parse({"--help"}).command, Command::Help);
}

TEST(Options, Contradictions) {
  EXPECT_EQ(errorOf({}), "no input file; 'fullgraph --help' shows how it is used");
  EXPECT_EQ(errorOf({"a.cpp", "b.cpp", "-o", "c.cpp"}), "'-o' names one file, but there are 2 inputs");
  EXPECT_EQ(errorOf({"a.cpp", "b.cpp", "--report=r"}), "'--report' names one file, but there are 2 inputs");
  EXPECT_EQ(errorOf({"a.cpp", "-o", "a.cpp"}), "'-o' would overwrite the input 'a.cpp'");
  EXPECT_EQ(errorOf({"a.cpp", "-o", "x", "--depfile", "x"}), "two outputs have the same name 'x'");
  EXPECT_EQ(errorOf({"a.cpp", "-o", "x", "-o", "y"}), "'-o': given twice, as 'x' and 'y'");
  EXPECT_EQ(errorOf({"a.graph", "--from=graph", "--emit=graph", "--"}),
            "'--from=graph' reads no C++, so it takes no compiler flags");
  EXPECT_EQ(errorOf({"a.graph", "--from=graph"}), "'--from=graph' needs '--emit'");
  EXPECT_EQ(errorOf({"a.graph", "--from=graph", "--emit=cpp"}),
            "'--from=graph' has no C++ to rewrite: '--emit=cpp' needs a source");
  EXPECT_EQ(errorOf({"a.cpp", "--emit=graph", "--report=r"}),
            "'--report' is written by a whole run, without '--emit'");
  EXPECT_EQ(errorOf({"a.cpp", "--emit=graph", "--emit=cpp"}), "'--emit': given twice");
  EXPECT_EQ(errorOf({"a.cpp", "--emit=object"}), "'--emit=object' needs '-o <file>'");
  EXPECT_EQ(errorOf({"a.cpp", "-o", "-"}), "'-o -' needs '--emit': a whole run writes several files");
  EXPECT_EQ(errorOf({"explain", "FG101", "--", "-O2"}), "compiler flags have no use in 'explain'");
  EXPECT_EQ(errorOf({"emit-runtime"}), "'emit-runtime' needs '-o <file>'");
}

TEST(Options, WrongValues) {
  EXPECT_EQ(errorOf({"a.cpp", "--outptu", "x"}), "unknown option '--outptu'; did you mean '--output'?");
  EXPECT_EQ(errorOf({"a.cpp", "-O2"}),
            "unknown option '-O2'; 'fullgraph --help' lists them, and the compiler's flags follow '--'");
  EXPECT_EQ(errorOf({"explain", "--target=host"}),
            "unknown option '--target'; 'fullgraph --help' lists them, and the compiler's flags follow '--'");
  EXPECT_EQ(errorOf({"a.cpp", "-o"}), "'-o' needs a value: <file>");
  EXPECT_EQ(errorOf({"a.cpp", "--output="}), "'--output' needs a value: <file>");
  EXPECT_EQ(errorOf({"a.cpp", "-o", "--"}), "'-o' needs a value: <file>");
  EXPECT_EQ(errorOf({"a.cpp", "--verify=1"}), "'--verify' takes no value");
  EXPECT_EQ(errorOf({"a.cpp", "-j", "0"}), "'-j': expected a number from 1 to 4096, found '0'");
  EXPECT_EQ(errorOf({"a.cpp", "-j-1"}), "'-j': expected a number from 1 to 4096, found '-1'");
  EXPECT_EQ(
      errorOf({"a.cpp", "--emit=nothing"}),
      "'--emit': unknown stage 'nothing'; stages are capture, graph, dot, program, halide, cpp, object");
  EXPECT_EQ(errorOf({"report", "a.json"}), "'report' needs what '--report' wrote, and '-o <page.html>'");
  EXPECT_EQ(errorOf({"report", "a.json", "-o", "a.json"}), "'-o' would overwrite the input 'a.json'");
  EXPECT_EQ(errorOf({"--fix", "a.cpp", "-o", "b.cpp"}),
            "'--fix' writes to the sources alone: no outputs, no '--emit', no '--verify', no standard input");
  EXPECT_EQ(errorOf({"a.cpp", "--format=xml"}),
            "'--format': unknown format 'xml'; formats are text, json, sarif");
  EXPECT_EQ(errorOf({"a.cpp", "--flags-file=/nonexistent/x"}),
            "'--flags-file': cannot read '/nonexistent/x': No such file or directory");
  EXPECT_EQ(errorOf({"@/nonexistent/x"}), "cannot read response file '/nonexistent/x'");
  EXPECT_EQ(errorOf({""}), "an empty argument stands where an input file is expected");
}

TEST(Options, ResponseAndFlagsFiles) {
  const std::string folder = ::testing::TempDir();
  std::ofstream(folder + "fg.rsp") << "a.cpp -o 'b c.cpp'\n--report=r.json";
  std::ofstream(folder + "fg.flags") << "-DX=a b\nSHELL:-O2 -DY='1 2'\n\n-I/x y";
  const DriverOptions o =
      parse({"@" + folder + "fg.rsp", "--flags-file=" + folder + "fg.flags", "--", "-DZ"});
  EXPECT_EQ(o.inputs, Args{"a.cpp"});
  EXPECT_EQ(o.output, "b c.cpp");
  EXPECT_EQ(o.report, "r.json");
  EXPECT_EQ(o.flags, (Args{"-DX=a b", "-O2", "-DY=1 2", "-I/x y", "-DZ"}));
}

TEST(Options, EveryOptionIsInTheHelp) {
  const std::string help = helpText();
  for (const char *name :
       {"--output", "--object-dir", "--archive", "--report", "--depfile", "--target", "--emit", "--from",
        "--jobs", "--format", "--verify", "--list-options", "explain", "emit-runtime"})
    EXPECT_NE(help.find(name), std::string::npos) << name;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 120u) << line;
}

// Random command lines out of the words that mean something: accepted or refused with a message, never a
// crash.
TEST(Options, RandomCommandLines) {
  const Args words = {"a.cpp",
                      "b.cpp",
                      "-o",
                      "x",
                      "-",
                      "--",
                      "-j",
                      "4",
                      "--emit=graph",
                      "--emit",
                      "--from=graph",
                      "explain",
                      "emit-runtime",
                      "--target",
                      "host",
                      "--verify",
                      "-Wgraph-break",
                      "--passes=fold",
                      "=",
                      "--report=",
                      "-W",
                      "\xff",
                      "--format=json",
                      "-p",
                      ".",
                      "@",
                      "--flags-file"};
  std::mt19937 random(3);
  unsigned accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    Args args;
    for (size_t n = random() % 7; n > 0; --n)
      args.push_back(words[random() % words.size()]);
    DriverOptions options;
    llvm::Error error = parseOptions(args, options);
    accepted += !error;
    llvm::consumeError(std::move(error));
  }
  EXPECT_GT(accepted, 100u);
}

} // namespace
