// What fullgraph costs a build: its time beside clang's own, the header's parse time, and the size of a
// program.
#include "ratios.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

const std::string folder = (std::filesystem::temp_directory_path() / "fullgraph-bench").string();
const std::string flags = " -std=c++20 -I" INCLUDE_FOLDER " ";

void registerCommand(const char *name, const std::string &command) {
  benchmark::RegisterBenchmark(name,
                               [command](benchmark::State &state) {
                                 for (auto _ : state)
                                   if (std::system((command + " >/dev/null 2>&1").c_str()) != 0)
                                     state.SkipWithError(command.c_str());
                               })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Iterations(5);
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
  const std::string model = DIGITS_FOLDER "/model.cpp", output = folder + "/model.fg.cpp";

  registerCommand("clang, nothing", CLANG_EXECUTABLE " -fsyntax-only" + flags + folder + "/empty.cpp");
  registerCommand("clang, header", CLANG_EXECUTABLE " -fsyntax-only" + flags + folder + "/header.cpp");
  registerCommand("clang, model.cpp", CLANG_EXECUTABLE " -fsyntax-only" + flags + model);
  registerCommand("fullgraph, model.cpp", FULLGRAPH_EXECUTABLE " " + model + " -o " + output + " --" + flags);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto milliseconds = [&](const std::string &name) {
    return reporter.time(name + "/iterations:5/real_time") / 1e6;
  };
  printAgainstBar("parsing fullgraph/fullgraph.h",
                  milliseconds("clang, header") - milliseconds("clang, nothing"), 500, "ms");
  const double kernels = numberFrom("ar t " + folder + "/model.fg.a | sort -u | wc -l");
  printAgainstBar("fullgraph on examples/digits/model.cpp", milliseconds("fullgraph, model.cpp"),
                  2 * milliseconds("clang, model.cpp") + 150 * kernels, "ms");
  std::printf("  (2 x clang -fsyntax-only + 150 ms a kernel; %.0f kernels)\n", kernels);
  if (std::system(
          ("cp " DIGITS_EXECUTABLE " " + folder + "/digits && " STRIP_EXECUTABLE " " + folder + "/digits")
              .c_str()) == 0)
    printAgainstBar("the digits example, stripped",
                    double(std::filesystem::file_size(folder + "/digits")) / 1e6, 3, "MB");
  std::filesystem::remove_all(folder);
}
