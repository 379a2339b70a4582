#include "runtime/core/dispatch/profile.h"

#include "runtime/core/dispatch/environment.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <string>
#include <unistd.h>

namespace fg::rt {

namespace {

/// The user's expressions of the inputs, which the text of a graph begins with:
/// graph @f(%x: f32[N] "x", %w: f32[N] "this->w", ...
class Expressions {
public:
  explicit Expressions(const char *graph) : at(std::strstr(graph, "(%")) {}
  /// False at the end, and where an expression is no plain text.
  bool next(std::string &expression) {
    at = at ? std::strchr(at, '"') : nullptr;
    const char *end = at ? std::strchr(at + 1, '"') : nullptr;
    if (!end)
      return false;
    expression.assign(at + 1, end);
    at = end + 1;
    return expression.find_first_of("\\;\t") == expression.npos;
  }

private:
  const char *at;
};

/// Empty where the inputs are none that FG_SHAPE can describe.
std::string describe(const Leaf &leaf, std::initializer_list<const Tensor *> inputs) {
  Expressions expressions(leaf.graph);
  std::string text, expression;
  for (const Tensor *input : inputs) {
    if (!expressions.next(expression) || !input->defined() || !input->is_contiguous() || !input->is_cpu())
      return "";
    text += (text.empty() ? "" : "; ") + expression + ": " + shortName(input->scalar_type()) + "[";
    for (int64_t d = 0; d < input->dim(); ++d)
      text += (d ? ", " : "") + std::to_string(input->size(d));
    text += "]";
  }
  return text;
}

/// A profile is for some kinds of calls, not for a trace of them.
constexpr size_t maxLines = 10'000;

void addLine(const char *path, const std::string &line) {
  static std::mutex mutex;
  static const int forks =
      pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
  (void)forks;
  static auto &seen = *new std::set<std::string>; // never destroyed: other threads may miss at the end
  const std::lock_guard<std::mutex> lock(mutex);
  if (seen.size() >= maxLines || !seen.insert(line).second)
    return;
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  const bool written = file >= 0 && write(file, line.data(), line.size()) == ssize_t(line.size());
  if (!written && seen.size() == 1)
    std::fprintf(stderr, "fullgraph: cannot write to the profile %s: %s\n", path, std::strerror(errno));
  if (file >= 0)
    close(file);
}

} // namespace

static const char *profilePath() {
  static const char *const path = environmentText(Variable::Profile);
  return path;
}

bool profiles() { return profilePath() != nullptr; }

void profileLine(const Function &function, const std::string &call) {
  if (const char *path = profilePath())
    addLine(path, std::string(function.name) + "\t" + function.place + "\t" + call + "\n");
}

void profileCall(const Leaf &leaf, std::initializer_list<const Tensor *> inputs) {
  if (!profiles())
    return;
  if (const std::string text = describe(leaf, inputs); !text.empty())
    profileLine(leaf.function, text);
}

} // namespace fg::rt
