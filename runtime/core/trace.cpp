#include "runtime/core/trace.h"

#include "runtime/core/json.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fg::rt {

namespace {

const char *tracePath() {
  static const char *const path = [] {
    const char *value = std::getenv("FULLGRAPH_TRACE");
    return value && *value ? value : nullptr;
  }();
  return path;
}

void append(const std::string &text) {
  // Each line is one write: those of several threads and processes stay apart.
  const int file = open(tracePath(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || write(file, text.data(), text.size()) != ssize_t(text.size())) {
    static std::atomic<bool> said{false};
    if (!said.exchange(true))
      std::fprintf(stderr, "fullgraph: cannot write to the trace %s: %s\n", tracePath(),
                   std::strerror(errno));
  }
  if (file >= 0)
    close(file);
}

/// The array that the format wants, in a file that is there anew. Its end may be missing.
void beginFile() {
  const int file = open(tracePath(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0)
    return;
  close(file);
  append("[\n");
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
  static const bool begun = (beginFile(), true);
  (void)begun;
  char numbers[160];
  if (microseconds < 0)
    std::snprintf(numbers, sizeof numbers, "\"ph\":\"i\",\"s\":\"p\",\"ts\":%.0f", begin);
  else
    std::snprintf(numbers, sizeof numbers, "\"ph\":\"X\",\"ts\":%.0f,\"dur\":%.0f", begin, microseconds);
  append("{\"name\":" + detail::jsonString(name) + ",\"cat\":\"" + kind + "\"," + numbers +
         ",\"pid\":" + std::to_string(getpid()) + ",\"tid\":" + std::to_string(gettid()) +
         ",\"args\":" + arguments + "},\n");
}

} // namespace fg::rt
