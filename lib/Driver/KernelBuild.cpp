#include "lib/Driver/KernelBuild.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/xxhash.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <link.h>
#include <map>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

namespace fullgraph {

namespace {

using Clock = std::chrono::steady_clock;

/// Exit status of a child that could not even open its log.
constexpr int cannotLog = 2;

struct Worker {
  KernelTask *task = nullptr;
  std::string logPath, temporaryPath;
  Clock::time_point start;
};

/// The child's part: compiles, and leaves what went wrong in the log.
[[noreturn]] void compileInChild(const KernelTask &task, const std::string &logPath,
                                 const std::string &temporaryPath) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody waits for the object of a tool that was killed
#endif
  const int log = open(logPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (log < 0)
    _exit(cannotLog);
  // What the backend prints belongs to the message about this kernel, not between other diagnostics.
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM, SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
  alarm(task.timeLimitSeconds);
  std::string error;
  try {
    error = llvm::toString(
        task.backend->compileKernel(*task.kernel, task.target, task.options, task.symbol, temporaryPath));
  } catch (const std::exception &e) {
    error = e.what();
  } catch (...) {
    error = "the backend threw an exception of unknown type";
  }
  if (error.empty() && std::rename(temporaryPath.c_str(), task.objectPath.c_str()) != 0)
    error = "cannot write '" + task.objectPath + "': " + std::strerror(errno);
  if (error.empty())
    _exit(0);
  ssize_t written = write(log, error.data(), error.size());
  (void)written; // a short message is still a failure: the exit status says so
  _exit(1);
}

/// The end of a log, as one line of a message.
std::string logTail(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return "";
  llvm::StringRef text = (*buffer)->getBuffer().trim();
  if (text.size() > 600)
    text = text.take_back(600);
  std::string line;
  for (const char c : text)
    line += c == '\n' || !llvm::isPrint(c) ? ' ' : c;
  return line;
}

std::string failure(int status, const std::string &logPath, unsigned timeLimitSeconds) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == cannotLog)
    return "cannot create '" + logPath + "'";
  const std::string tail = logTail(logPath);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    std::string message = signal == SIGALRM
                              ? "the backend did not end within " + std::to_string(timeLimitSeconds) + " s"
                              : std::string("the backend crashed (") + strsignal(signal) + ")";
    return tail.empty() ? message : message + ": " + tail;
  }
  return tail.empty() ? "the backend's process failed" : tail;
}

void finish(Worker &worker, int status) {
  KernelTask &task = *worker.task;
  task.seconds = std::chrono::duration<double>(Clock::now() - worker.start).count();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    task.error = failure(status, worker.logPath, task.timeLimitSeconds);
    unlink(worker.temporaryPath.c_str());
  }
  unlink(worker.logPath.c_str());
  for (const std::string &path : {worker.temporaryPath, worker.logPath})
    llvm::sys::DontRemoveFileOnSignal(path);
}

} // namespace

void buildKernels(std::vector<KernelTask> &tasks, unsigned jobs) {
  std::map<pid_t, Worker> running;
  const auto waitForOne = [&] {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR)
      return;
    const auto found = running.find(pid);
    if (found == running.end())
      return;
    finish(found->second, status);
    running.erase(found);
  };
  for (KernelTask &task : tasks) {
    if (llvm::sys::fs::exists(task.objectPath)) {
      task.reused = true;
      continue;
    }
    task.error = llvm::toString(task.backend->supports(*task.kernel, task.target));
    if (!task.error.empty())
      continue;
    while (running.size() >= std::max(jobs, 1u))
      waitForOne();
    Worker worker;
    worker.task = &task;
    // Other runs of the tool may build the same kernel in the same folder at this moment.
    worker.temporaryPath = task.objectPath + ".tmp" + std::to_string(getpid());
    worker.logPath = task.objectPath + ".log" + std::to_string(getpid());
    worker.start = Clock::now();
    for (const std::string &path : {worker.temporaryPath, worker.logPath})
      llvm::sys::RemoveFileOnSignal(path);
    fflush(nullptr); // what is buffered would be written by the child, too
    const pid_t pid = fork();
    if (pid == 0)
      compileInChild(task, worker.logPath, worker.temporaryPath);
    if (pid < 0) {
      task.error = std::string("cannot start a process: ") + std::strerror(errno);
      continue;
    }
    running[pid] = worker;
  }
  while (!running.empty())
    waitForOne();
}

std::string toolHash(const std::string &executable) {
  std::string identity;
  if (auto buffer = llvm::MemoryBuffer::getFile(executable, false, /*RequiresNullTerminator=*/false))
    identity += llvm::utohexstr(llvm::xxh3_64bits((*buffer)->getBuffer()));
  // Halide is a hundred megabytes: its place, size and time must do.
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        if (!std::strstr(info->dlpi_name, "libHalide"))
          return 0;
        llvm::sys::fs::file_status status;
        if (!llvm::sys::fs::status(info->dlpi_name, status))
          *static_cast<std::string *>(data) +=
              std::string(info->dlpi_name) + ":" + std::to_string(status.getSize()) + ":" +
              std::to_string(status.getLastModificationTime().time_since_epoch().count());
        return 0;
      },
      &identity);
  return llvm::utohexstr(llvm::xxh3_64bits(identity), /*LowerCase=*/true, 16);
}

} // namespace fullgraph
