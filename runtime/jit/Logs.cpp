#include "runtime/jit/Logs.h"

#include <fullgraph/detail/environment.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace fullgraph::jit {

namespace environment = fg::detail::environment;

namespace {
std::atomic<uint32_t> wanted{0};
}

void setLogs(uint32_t bits) { wanted.store(bits, std::memory_order_relaxed); }

bool logs(std::string_view artifact) {
  std::string unknown;
  const int64_t bit =
      environment::bitsOfNames(environment::rowOf(environment::Variable::Logs).choices, artifact, unknown);
  return (wanted.load(std::memory_order_relaxed) & static_cast<uint32_t>(bit)) != 0;
}

void log(std::string_view artifact, const std::string &text) {
  if (logs(artifact))
    std::fprintf(stderr, "fullgraph: %.*s: %s%s", static_cast<int>(artifact.size()), artifact.data(),
                 text.c_str(), text.empty() || text.back() != '\n' ? "\n" : "");
}

std::string temporaryFolder() {
  const char *folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

std::string writeRepro(const std::string &name, const std::string &graph) {
  std::string path = temporaryFolder() + "/fullgraph-" + name + "-XXXXXX.graph";
  const int file = mkstemps(path.data(), 6);
  if (file < 0)
    return "";
  const bool written = write(file, graph.data(), graph.size()) == static_cast<ssize_t>(graph.size());
  return close(file) == 0 && written ? path : "";
}

} // namespace fullgraph::jit
