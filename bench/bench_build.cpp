// What fullgraph costs a build: its time beside clang's own, the header's parse time, and the size of a
// program.
#include "ratios.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

const std::string folder = (std::filesystem::temp_directory_path() / "fullgraph-bench").string();
const std::string flags = " -std=c++20 -I" INCLUDE_FOLDER " ";

/// Eleven runs, of which the median counts; each starts without the outputs of the last.
void registerCommand(const char *name, const std::string &command) {
  benchmark::RegisterBenchmark(name,
                               [command](benchmark::State &state) {
                                 std::filesystem::remove_all(folder + "/out");
                                 std::filesystem::create_directories(folder + "/out");
                                 for (auto _ : state)
                                   if (std::system((command + " >/dev/null 2>&1").c_str()) != 0)
                                     state.SkipWithError(command.c_str());
                               })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Iterations(1)
      ->Repetitions(11)
      ->ReportAggregatesOnly();
}

/// The first number that a command prints.
double numberFrom(const std::string &command) {
  double value = -1;
  if (FILE *pipe = popen(command.c_str(), "r")) {
    if (std::fscanf(pipe, "%lf", &value) != 1)
      value = -1;
    pclose(pipe);
  }
  return value;
}

const char *const breaking = "#include <fullgraph/fullgraph.h>\nint counter;\n"
                             "FG_DISABLE(\"a break\") inline void tick() { ++counter; }\n";

/// One function with so many breaks, one behind the other.
std::string writeBreaks(int count) {
  const std::string path = folder + "/breaks" + std::to_string(count) + ".cpp";
  std::ofstream out(path);
  out << breaking << "FG_COMPILE()\nfg::Tensor f(FG_SHAPE(\"f32[N]\") fg::Tensor x) {\n";
  for (int i = 0; i < count; ++i)
    out << "  x = fg::tanh(x) + " << i % 7 << ";\n  tick();\n";
  out << "  return x * 2;\n}\n";
  return path;
}

/// A break behind so many calls.
std::string writeDepth(int depth) {
  const std::string path = folder + "/depth" + std::to_string(depth) + ".cpp";
  std::ofstream out(path);
  out << breaking << "static fg::Tensor g0(const fg::Tensor &x) { auto h = x + 1; tick(); return h * 2; }\n";
  for (int i = 1; i <= depth; ++i)
    out << "static fg::Tensor g" << i << "(const fg::Tensor &x) { auto h = fg::tanh(x); auto y = g" << i - 1
        << "(h); return y + h; }\n";
  out << "FG_COMPILE()\nfg::Tensor f(FG_SHAPE(\"f32[N]\") fg::Tensor x) { return g" << depth
      << "(x * 2) + x; }\n";
  return path;
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/header.cpp") << "#include <fullgraph/fullgraph.h>\n";
  std::ofstream(folder + "/empty.cpp") << "\n";
  const std::string model = DIGITS_FOLDER "/model.cpp", output = folder + "/out/model.fg.cpp";

  registerCommand("clang, nothing", CLANG_EXECUTABLE " -fsyntax-only" + flags + folder + "/empty.cpp");
  registerCommand("clang, header", CLANG_EXECUTABLE " -fsyntax-only" + flags + folder + "/header.cpp");
  registerCommand("clang, model.cpp", CLANG_EXECUTABLE " -fsyntax-only" + flags + model);
  const std::string tool = FULLGRAPH_EXECUTABLE " " + model + " -o " + output;
  registerCommand("fullgraph, model.cpp", tool + " --" + flags);
  registerCommand("fullgraph -j1, model.cpp", tool + " -j1 --" + flags);
  // Tool time with the number of breaks, and with the depth of calls that a break stands behind.
  const std::string broken = folder + "/out/broken.fg.cpp";
  const std::string silent = " -Wno-graph-break --" + flags;
  for (const int breaks : {10, 100, 1000})
    registerCommand((std::to_string(breaks) + " breaks").c_str(),
                    FULLGRAPH_EXECUTABLE " " + writeBreaks(breaks) + " -o " + broken + silent);
  for (const int depth : {1, 10, 50})
    registerCommand(("break at depth " + std::to_string(depth)).c_str(),
                    FULLGRAPH_EXECUTABLE " " + writeDepth(depth) + " -o " + broken + silent);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto milliseconds = [&](const std::string &name) {
    return reporter.time(name + "/iterations:1/repeats:11/real_time_median") / 1e6;
  };
  printAgainstBar("parsing fullgraph/fullgraph.h",
                  milliseconds("clang, header") - milliseconds("clang, nothing"), 500, "ms");
  if (const double whole = milliseconds("fullgraph, model.cpp"); !std::isnan(whole)) {
    // Once more: each command of the benchmark begins by removing what the others wrote.
    const double kernels = numberFrom("{ " + tool + " --" + flags + "; } >/dev/null 2>&1; ar t " +
                                      output.substr(0, output.size() - 3) + "a | sort -u | wc -l");
    printAgainstBar("fullgraph on examples/digits/model.cpp", whole,
                    2 * milliseconds("clang, model.cpp") + 150 * kernels, "ms");
    std::printf("  (2 x clang -fsyntax-only + 150 ms a kernel; %.0f kernels; %.2fx as fast as with -j1)\n",
                kernels, milliseconds("fullgraph -j1, model.cpp") / whole);
  }
  const auto perBreak = [&](int few, int many) {
    return (milliseconds(std::to_string(many) + " breaks") - milliseconds(std::to_string(few) + " breaks")) /
           (many - few);
  };
  if (const double few = perBreak(10, 100), many = perBreak(100, 1000); !std::isnan(few + many))
    std::printf("a break costs the tool %.2f ms between 10 and 100 breaks, %.2f ms between 100 and 1,000\n",
                few, many);
  const double shallow = milliseconds("break at depth 1"), deep = milliseconds("break at depth 10"),
               deepest = milliseconds("break at depth 50");
  if (!std::isnan(shallow + deep + deepest))
    std::printf("a level of calls around a break costs %.2f ms between 1 and 10, %.2f ms between 10 and 50\n",
                (deep - shallow) / 9, (deepest - deep) / 40);
  const auto strippedBytes = [&](const std::string &program) {
    const std::string copy = folder + "/stripped";
    return std::system(("cp " + program + " " + copy + " && " STRIP_EXECUTABLE " " + copy).c_str()) == 0
               ? double(std::filesystem::file_size(copy))
               : 1e30;
  };
  printAgainstBar("the digits example, stripped", strippedBytes(DIGITS_EXECUTABLE) / 1e6, 3, "MB");
  printAgainstBar("a hello-world with one compiled function, stripped", strippedBytes(HELLO_EXECUTABLE) / 1e3,
                  500, "kB");
  std::filesystem::remove_all(folder);
}
