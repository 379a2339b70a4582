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
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto milliseconds = [&](const std::string &name) {
    return reporter.time(name + "/iterations:1/repeats:11/real_time_median") / 1e6;
  };
  printAgainstBar("parsing fullgraph/fullgraph.h",
                  milliseconds("clang, header") - milliseconds("clang, nothing"), 500, "ms");
  const double kernels = numberFrom("ar t " + output.substr(0, output.size() - 3) + "a | sort -u | wc -l");
  printAgainstBar("fullgraph on examples/digits/model.cpp", milliseconds("fullgraph, model.cpp"),
                  2 * milliseconds("clang, model.cpp") + 150 * kernels, "ms");
  std::printf("  (2 x clang -fsyntax-only + 150 ms a kernel; %.0f kernels; %.2fx as fast as with -j1)\n",
              kernels, milliseconds("fullgraph -j1, model.cpp") / milliseconds("fullgraph, model.cpp"));
  if (std::system(
          ("cp " DIGITS_EXECUTABLE " " + folder + "/digits && " STRIP_EXECUTABLE " " + folder + "/digits")
              .c_str()) == 0)
    printAgainstBar("the digits example, stripped",
                    double(std::filesystem::file_size(folder + "/digits")) / 1e6, 3, "MB");
  std::filesystem::remove_all(folder);
}
