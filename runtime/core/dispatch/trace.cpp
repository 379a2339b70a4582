#include "runtime/core/dispatch/trace.h"

#include "runtime/core/dispatch/environment.h"
#include "runtime/core/io/json.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fg::rt {

namespace {

const char *tracePath() {
  static const char *const path = environmentText(Variable::Trace);
  return path;
}

void complain(const char *why) {
  static std::atomic<bool> said{false};
  if (!said.exchange(true))
    std::fprintf(stderr, "fullgraph: cannot write to the trace %s: %s\n", tracePath(), why);
}

/// The file's end, whenever nobody is writing: it is a whole JSON array after each event, so that it can be
/// read while programs run, and after one was killed.
constexpr std::string_view closing = "\n]\n";

/// Puts the event in front of the file's end. Other threads and processes that write to the file wait; a
/// child of fork opens it anew.
void append(const std::string &event) {
  const int file = open(tracePath(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0)
    return complain(std::strerror(errno));
  while (flock(file, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat status{};
  char end[closing.size()] = {};
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    complain("it is no file that events can be added to");
  } else {
    const bool isNew = status.st_size == 0;
    const off_t at = isNew ? 0 : status.st_size - off_t(closing.size());
    if (!isNew && (at < 1 || pread(file, end, closing.size(), at) != ssize_t(closing.size()) ||
                   std::string_view(end, closing.size()) != closing)) {
      complain("it is there already, and no trace");
    } else { // one write: a process that is killed has written all of it, or nothing
      const std::string text = (isNew ? "[\n" : ",\n") + event + std::string(closing);
      if (pwrite(file, text.data(), text.size(), at) != ssize_t(text.size()))
        complain(std::strerror(errno));
    }
  }
  flock(file, LOCK_UN); // closing would not do: a child that was forked meanwhile has the file open, too
  close(file);
}

} // namespace

bool traces() { return tracePath() != nullptr; }

double traceNow() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

void traceEvent(const std::string &name, const char *kind, double begin, double microseconds,
                const std::string &arguments) {
  char numbers[160];
  if (microseconds < 0)
    std::snprintf(numbers, sizeof numbers, "\"ph\":\"i\",\"s\":\"p\",\"ts\":%.0f", begin);
  else
    std::snprintf(numbers, sizeof numbers, "\"ph\":\"X\",\"ts\":%.0f,\"dur\":%.0f", begin, microseconds);
  append("{\"name\":" + detail::jsonString(name) + ",\"cat\":\"" + kind + "\"," + numbers + ",\"pid\":" +
         std::to_string(getpid()) + ",\"tid\":" + std::to_string(gettid()) + ",\"args\":" + arguments + "}");
}

} // namespace fg::rt
