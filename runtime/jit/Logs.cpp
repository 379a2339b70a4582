#include "runtime/jit/Logs.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace fullgraph::jit {

bool logs(std::string_view artifact) {
  static const std::string wanted = [] {
    const char *value = std::getenv("FULLGRAPH_LOGS");
    return value ? "," + std::string(value) + "," : std::string();
  }();
  return wanted.find("," + std::string(artifact) + ",") != std::string::npos ||
         wanted.find(",all,") != std::string::npos;
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
