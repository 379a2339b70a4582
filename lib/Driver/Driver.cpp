#include "lib/Driver/Driver.h"

#include "lib/Breaks/Breaks.h"
#include "lib/Config.h"
#include "lib/Driver/BackendPlugins.h"
#include "lib/Driver/Bisect.h"
#include "lib/Driver/Outputs.h"
#include "lib/Driver/ReportPage.h"
#include "lib/Driver/Stages.h"
#include "lib/Graph/Failure.h"

#include <fullgraph/detail/environment.h>

#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullgraph {

namespace {

constexpr rlim_t largeStack = rlim_t(100) << 20;

/// torch.compile's list_mode_options and list_options: what FG_COMPILE takes.
constexpr const char *modeList =
    "default                     fg::Mode::Default: schedules from cost rules, and from --tuning\n"
    "reduce-overhead             fg::Mode::ReduceOverhead: no effect yet, and a remark of the build\n"
    "max-autotune                fg::Mode::MaxAutotune: the build measures kernels on its machine's "
    "processor\n"
    "max-autotune-no-cudagraphs  fg::Mode::MaxAutotuneNoCudaGraphs: the same\n";
constexpr const char *optionList =
    "fullgraph        bool         false         a graph break is an error of the build\n"
    "dynamic          fg::Dynamic  Auto          which sizes are symbolic: Auto, Always, Never\n"
    "backend          const char*  \"halide\"      see --list-backends\n"
    "mode             fg::Mode     Default       see --list-modes\n"
    "fp               fg::Fp       Relaxed       Strict keeps the order and precision of the source's "
    "operations\n"
    "disable          bool         false         as if the annotation were not there\n"
    "recompile_limit  int          8             versions at run time before a call stays eager\n"
    "max_graphs       int          32            leaves of the decision tree on C++ conditions\n"
    "unroll_limit     int          4096          operators of one graph before a loop is refused\n"
    "guards           fg::Guards   All           the kinds of guards that are checked; leaving some out "
    "is unsafe\n"
    "ahead_versions   int          4             likeliest types that code is built ahead for, where "
    "FG_SHAPE says "
    "none\n"
    "ahead            bool         false         an error where a call in sight, or one of undeclared types, "
    "has no "
    "code\n";

/// The table of docs/run-time.md, which test/Driver/options_table.test compares with this.
std::string environmentTable() {
  namespace environment = fg::detail::environment;
  std::string text = "| in the environment | values | in the program | |\n|---|---|---|---|\n";
  for (const environment::Row &row : environment::rows) {
    std::string values = environment::allowed(row);
    if (row.kind == environment::Kind::Choice) // the first one holds
      values = "`" + llvm::join(environment::splitAt(row.choices, '|'), "`, `") + "`";
    else if (row.kind == environment::Kind::Names)
      values = "names, with commas between";
    else if (const std::string standard = environment::standardText(row);
             !standard.empty() && row.kind == environment::Kind::Number)
      values += " (" + standard + ")";
    text +=
        "| `" + std::string(row.name) + "` | " + values + " | " + row.program + " | " + row.meaning + " |\n";
  }
  return text;
}

/// The exit status of a command.
int finish(Messages &messages, llvm::Error failed) { return messages.succeeded(std::move(failed)) ? 0 : 1; }

int listBackends(const DriverOptions &options, Messages &messages) {
  llvm::Expected<std::vector<LoadedBackend>> loaded = loadBackends(options.plugins);
  return finish(messages, loaded ? writeText("", backendListText(*loaded)) : loaded.takeError());
}

int explain(const DriverOptions &options, Messages &messages) {
  if (!options.explain.markdown.empty()) {
    if (llvm::Error failed = makeFolder(options.explain.markdown))
      return finish(messages, std::move(failed));
    OutputFiles files;
    for (const auto &[name, text] : breakPages())
      files.add(options.explain.markdown + "/" + name, text);
    return finish(messages, files.commit());
  }
  if (options.explain.rule.empty()) {
    std::string text;
    for (const BreakRule &rule : allBreakRules())
      text += rule.idText() + " " + std::string(rule.slug) + "\n";
    return finish(messages, writeText("", text));
  }
  const BreakRule *rule = findBreakRule(options.explain.rule);
  if (!rule)
    return finish(messages, failure(unknownBreakRule(options.explain.rule)));
  return finish(messages, writeText("", explainBreak(*rule)));
}

/// What --report wrote of each source of a target, and FULLGRAPH_TRACE of its runs, as one page.
int makePage(const DriverOptions &options, Messages &messages) {
  llvm::json::Array reports;
  TraceReport trace;
  for (const std::string &input : options.inputs) {
    const auto buffer = llvm::MemoryBuffer::getFile(input);
    if (!buffer)
      return finish(messages, failure("cannot read '" + input + "': " + buffer.getError().message()));
    if (TraceReport::isTrace((*buffer)->getBuffer())) {
      if (llvm::Error problem = trace.add((*buffer)->getBuffer()))
        return finish(messages,
                      failure("'" + input + "' is no trace: " + llvm::toString(std::move(problem))));
      continue;
    }
    llvm::Expected<llvm::json::Value> report = llvm::json::parse((*buffer)->getBuffer());
    if (!report)
      return finish(messages, failure("'" + input + "' is no report: " + llvm::toString(report.takeError())));
    const llvm::json::Object *object = report->getAsObject();
    if (!object || object->getInteger("format") != 1)
      return finish(messages, failure("'" + input + "' is no report of this version of fullgraph"));
    reports.push_back(std::move(*report));
  }
  OutputFiles files;
  files.add(options.output, reportPage(reports, trace));
  return finish(messages, files.commit());
}

int emitRuntime(const DriverOptions &options, Messages &messages) {
  llvm::Expected<std::vector<TargetSpec>> targets = parseTargets(options);
  if (!targets)
    return finish(messages, targets.takeError());
  const std::string temporary = options.output + ".tmp" + std::to_string(llvm::sys::Process::getProcessId());
  // A backend that cannot write says so in its own way; a missing folder is found here.
  const std::string folder = llvm::sys::path::parent_path(absolutePath(options.output)).str();
  if (!llvm::sys::fs::is_directory(folder))
    return finish(messages,
                  failure("cannot write '" + options.output + "': there is no folder '" + folder + "'"));
  llvm::Error failed = defaultBackend().compileRuntime(targets->front(), temporary);
  if (!failed)
    if (const std::error_code code = llvm::sys::fs::rename(temporary, options.output))
      failed = failure("cannot write '" + options.output + "': " + code.message());
  const int status = finish(messages, std::move(failed));
  if (status != 0)
    llvm::sys::fs::remove(temporary);
  return status;
}

bool compileOne(const DriverOptions &options, const std::string &input, Messages &messages) {
  try {
    return options.stages.fromGraph ? compileGraphs(options, input, messages)
                                    : compileSource(options, input, messages);
  } catch (const std::exception &e) {
    messages.error("internal error while compiling '" + input + "': " + e.what());
  } catch (...) {
    messages.error("internal error while compiling '" + input + "': an exception of unknown type");
  }
  return false;
}

/// The child's part: its messages go to the parent, who prints one document for all inputs.
[[noreturn]] void compileAndExit(const DriverOptions &options, const std::string &input, int toParent) {
  // Grows up to the gap that the kernel leaves below every main thread's stack.
  rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < largeStack) {
    stack.rlim_cur =
        stack.rlim_max == RLIM_INFINITY ? largeStack : std::min<rlim_t>(largeStack, stack.rlim_max);
    setrlimit(RLIMIT_STACK, &stack);
  }
  Messages messages(options.format);
  const bool ok = compileOne(options, input, messages);
  llvm::outs().flush();
  std::fflush(nullptr);
  const std::string text = messages.handOver();
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = write(toParent, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR)
      break;
    done += count > 0 ? static_cast<size_t>(count) : 0;
  }
  _exit(ok ? 0 : 1);
}

/// Until the other end is closed, also by a crash.
std::string readAll(int file) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(file, buffer, sizeof buffer);
    if (count > 0)
      text.append(buffer, static_cast<size_t>(count));
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

/// The process that measures, and has to write what it knows before it ends.
volatile sig_atomic_t measuring = 0, isInterrupted = 0;

void passOn(int signal) {
  isInterrupted = 1;
  if (measuring > 0)
    kill(measuring, signal);
}

/// Each input is compiled in a process of its own: a crash, or a stack that overflows on code nested
/// thousands deep, is a message and an exit status of 1, as any other input that cannot be compiled.
bool compileInChild(const DriverOptions &options, const std::string &input, Messages &messages) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    messages.error(std::string("cannot make a pipe: ") + std::strerror(errno));
    return false;
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG,
          SIGTERM); // as the shell's interrupt key does: it cleans up, and so do its workers
#endif
    compileAndExit(options, input, ends[1]);
  }
  if (options.command == Command::Tune)
    measuring = child;
  close(ends[1]);
  const std::string handed = child > 0 ? readAll(ends[0]) : "";
  close(ends[0]);
  messages.takeOver(handed);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  measuring = 0;
  if (child > 0 && WIFEXITED(status))
    return WEXITSTATUS(status) == 0;
  if (child < 0)
    messages.error(std::string("cannot start a process: ") + std::strerror(errno));
  else
    messages.error("internal error while compiling '" + input + "': crashed (" + strsignal(WTERMSIG(status)) +
                   "); no output was written");
  return false;
}

int compile(const DriverOptions &options, Messages &messages) {
  bool ok = true;
  for (const std::string &input : options.inputs)
    ok &= compileInChild(options, input, messages);
  return ok ? 0 : 1;
}

/// Measures what the inputs have, until the budget of all is spent. The interrupt key ends it early, with a
/// file of what is known by then.
int tuneInputs(DriverOptions options, Messages &messages) {
  options.tuning.end = std::chrono::steady_clock::now() + std::chrono::seconds(options.tuning.budget);
  struct sigaction action{};
  action.sa_handler = passOn;
  for (const int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
  bool ok = true;
  for (const std::string &input : options.inputs)
    if (!isInterrupted)
      ok &= compileInChild(options, input, messages);
  return ok ? 0 : 1;
}

} // namespace

int runDriver(const DriverOptions &options) {
  Messages messages(options.format);
  switch (options.command) {
  case Command::Compile:
    return compile(options, messages);
  case Command::Explain:
    return explain(options, messages);
  case Command::Report:
    return makePage(options, messages);
  case Command::Bisect:
    return bisect(options);
  case Command::Tune:
    return tuneInputs(options, messages);
  case Command::EmitRuntime:
    return emitRuntime(options, messages);
  case Command::ListBackends:
    return listBackends(options, messages);
  case Command::ListModes:
    return finish(messages, writeText("", modeList));
  case Command::ListOptions:
    return finish(messages, writeText("", optionList));
  case Command::ListEnvironment:
    return finish(messages, writeText("", environmentTable()));
  case Command::Version:
    return finish(messages, writeText("", "fullgraph " FULLGRAPH_VERSION
                                          "\nbuilt on clang " CLANG_VERSION_STRING "\n"));
  case Command::Help:
    return finish(messages, writeText("", helpText()));
  }
  return 1;
}

} // namespace fullgraph
