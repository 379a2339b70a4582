#include "lib/Driver/Bisect.h"

#include "lib/Driver/Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace fullgraph {

namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// A part of compiled code, as a line of FULLGRAPH_UNITS says it.
struct Unit {
  std::string name, what;
};
struct Units {
  std::vector<Unit> graphs, kernels, passes, backends;
};

/// Ends the search; `text` is why.
struct Stopped {
  std::string text;
};

std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what +
         (count == 1                           ? ""
          : what[std::strlen(what) - 1] == 's' ? "es"
                                               : "s");
}

/// The user's command.
class TestCommand {
public:
  explicit TestCommand(std::vector<std::string> words) : words(std::move(words)) {
    if (llvm::sys::fs::createUniqueDirectory("fullgraph-bisect", folder))
      throw Stopped{"cannot make a temporary folder"};
  }
  ~TestCommand() { llvm::sys::fs::remove_directories(folder); }
  TestCommand(const TestCommand &) = delete;

  unsigned runs = 0;

  /// Does it pass? `units`, if given, gets what ran.
  bool passes(Environment environment, Units *units = nullptr) {
    const std::string list = path("units");
    if (units) {
      llvm::sys::fs::remove(list);
      environment.emplace_back("FULLGRAPH_UNITS", list);
    }
    ++runs;
    const bool passed = run(environment);
    if (units)
      *units = read(list);
    return passed;
  }

  /// The value of a variable that is a list of these names.
  std::string listOf(const std::vector<std::string> &names) {
    const std::string file = path("list" + std::to_string(runs));
    std::error_code error;
    llvm::raw_fd_ostream out(file, error);
    for (const std::string &name : names)
      out << name << "\n";
    return "@" + file;
  }

  /// The end of what the last run printed, indented.
  std::string tail() const {
    const auto buffer = llvm::MemoryBuffer::getFile(path("output"));
    if (!buffer)
      return "";
    llvm::SmallVector<llvm::StringRef> lines;
    (*buffer)->getBuffer().rtrim('\n').split(lines, '\n');
    std::string text;
    for (const llvm::StringRef line : llvm::ArrayRef(lines).take_back(10))
      text += "\n  | " + line.str();
    return text;
  }

private:
  const std::vector<std::string> words;
  llvm::SmallString<128> folder;

  std::string path(const std::string &name) const {
    llvm::SmallString<128> file = folder;
    llvm::sys::path::append(file, name);
    return file.str().str();
  }

  bool run(const Environment &environment) {
    const std::string output = path("output");
    const pid_t child = fork();
    if (child == 0) {
      const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600),
                none = open("/dev/null", O_RDONLY);
      dup2(none, 0);
      dup2(file, 1);
      dup2(file, 2);
      for (const auto &[name, value] : environment)
        setenv(name.c_str(), value.c_str(), 1);
      std::vector<char *> arguments;
      for (const std::string &word : words)
        arguments.push_back(const_cast<char *>(word.c_str()));
      arguments.push_back(nullptr);
      execvp(arguments[0], arguments.data());
      _exit(errno == ENOENT ? 127 : 126);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0)
      throw Stopped{std::string("cannot start a process: ") + std::strerror(errno)};
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126))
      throw Stopped{"cannot run '" + words[0] + "'" + tail()};
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
      throw Stopped{"interrupted"};
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  static Units read(const std::string &file) {
    Units units;
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return units;
    llvm::SmallVector<llvm::StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, false);
    for (const llvm::StringRef line : lines) {
      const auto [kind, rest] = line.split('\t');
      const auto [name, what] = rest.split('\t');
      std::vector<Unit> *list = kind == "graph"     ? &units.graphs
                                : kind == "kernel"  ? &units.kernels
                                : kind == "pass"    ? &units.passes
                                : kind == "backend" ? &units.backends
                                                    : nullptr;
      const auto same = [&](const Unit &unit) { return unit.name == name; };
      if (list && llvm::none_of(*list, same)) // several processes may have written the file
        list->push_back({name.str(), what.str()});
    }
    return units;
  }
};

class Bisection {
public:
  explicit Bisection(TestCommand &command) : command(command) {}

  void run() {
    findGraph();
    findPart();
    say("");
    say("to blame: " + verdict);
    say("  function  " + graph.what);
    say("  graph     " + graph.name);
    for (const std::string &line : details)
      say("  " + line);
    say("after " + counted(command.runs, "run") + "; FULLGRAPH_EAGER=" + graph.name +
        " has this graph run as it is written");
  }

private:
  TestCommand &command;
  Unit graph;
  Environment base; // what the search within the graph leaves as it is
  std::string verdict;
  std::vector<std::string> details;

  static void say(const std::string &text) {
    llvm::outs() << text << "\n";
    llvm::outs().flush();
  }

  bool passes(const std::string &what, const Environment &more, Units *units = nullptr) {
    Environment environment = base;
    environment.insert(environment.end(), more.begin(), more.end());
    const bool passed = command.passes(environment, units);
    say(what + ": " + (passed ? "passes" : "fails"));
    return passed;
  }

  /// The command passes with none and fails with all of `count` things. The one that, added to those before
  /// it, makes it fail.
  size_t search(size_t count, const std::function<bool(size_t)> &passesWith) {
    size_t good = 0, bad = count;
    while (bad - good > 1) {
      const size_t middle = good + (bad - good) / 2;
      (passesWith(middle) ? good : bad) = middle;
    }
    if (passesWith(bad) || !passesWith(good)) // each ran before
      throw Stopped{"the command is flaky: two equal runs of it ended differently"};
    return good;
  }

  static std::vector<std::string> namesFrom(const std::vector<Unit> &units, size_t first) {
    std::vector<std::string> names;
    for (size_t i = first; i < units.size(); ++i)
      names.push_back(units[i].name);
    return names;
  }

  void findGraph() {
    Units units;
    const bool first = passes("as it is", {}, &units);
    const bool again = passes("as it is, again", {});
    if (first != again)
      throw Stopped{"the command is flaky: of two equal runs, one passed"};
    if (first)
      throw Stopped{"the command passes: there is nothing to find"};
    if (units.graphs.empty())
      throw Stopped{"no compiled function ran in the command" + command.tail()};
    if (!passes("all as written", {{"FULLGRAPH_EAGER", "*"}}))
      throw Stopped{
          "the command fails also when every function runs as it is written: the compiler is not to blame" +
          command.tail()};
    const std::vector<Unit> &graphs = units.graphs;
    const auto only = [&](size_t count) {
      return passes("compiled: " + std::to_string(count) + " of " + counted(graphs.size(), "graph"),
                    {{"FULLGRAPH_EAGER", command.listOf(namesFrom(graphs, count))}});
    };
    const size_t found = search(graphs.size(), only);
    graph = graphs[found];
    std::vector<std::string> others = namesFrom(graphs, 0);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(found));
    Environment alone{{"FULLGRAPH_EAGER", command.listOf(others)}};
    if (passes("compiled: '" + graph.name + "' alone", alone)) {
      details.push_back("it needs graphs before it to be compiled, too");
      alone = {{"FULLGRAPH_EAGER", command.listOf(namesFrom(graphs, found + 1))}};
    }
    base = alone;
    base.emplace_back("FULLGRAPH_CACHE", "0");
    base.emplace_back("FULLGRAPH_REMAKE", graph.name);
  }

  void findPart() {
    Units units;
    const bool remade = passes("the graph, made again at run time", {}, &units);
    if (units.passes.empty()) {
      verdict = "a graph";
      details.push_back("there is no run-time compiler, which would tell its kernels and passes apart");
      return;
    }
    if (remade) {
      verdict = "what was built ahead, or a cached kernel";
      details.push_back("made again at run time, the graph is right");
      return;
    }
    const Environment all{{"FULLGRAPH_INTERP", "*"}};
    if (!units.kernels.empty() && passes("all kernels interpreted", all))
      return findKernel(units.kernels);
    const size_t count = units.passes.size();
    const auto after = [&](size_t passesRun) {
      return passes("interpreted after " + std::to_string(passesRun) + " of " + counted(count, "pass"),
                    {{"FULLGRAPH_INTERP_PASSES", std::to_string(passesRun)}});
    };
    if (after(count)) {
      verdict = units.backends.empty() ? "how the graph is cut into kernels, or their memory"
                                       : "the backend '" + units.backends[0].name + "'";
      return;
    }
    if (!after(1)) {
      verdict = "capture, or the pass " + units.passes[0].what;
      return;
    }
    const size_t pass = search(count - 1, [&](size_t passesRun) { return after(passesRun + 1); }) + 1;
    verdict = "a pass";
    details.push_back("pass      " + units.passes[pass].what + " (number " + units.passes[pass].name + ")");
  }

  void findKernel(const std::vector<Unit> &kernels) {
    const size_t found = search(kernels.size(), [&](size_t count) {
      return passes("compiled: " + std::to_string(count) + " of " + counted(kernels.size(), "kernel"),
                    {{"FULLGRAPH_INTERP", count == 0 ? "*" : command.listOf(namesFrom(kernels, count))}});
    });
    verdict = "a kernel";
    details.push_back("kernel    " + kernels[found].name + ": " + kernels[found].what);
  }
};

} // namespace

int bisect(const DriverOptions &options) {
  try {
    TestCommand command(options.flags);
    Bisection(command).run();
    return 0;
  } catch (const Stopped &stopped) {
    Messages(options.format).error(stopped.text);
    return 1;
  }
}

} // namespace fullgraph
