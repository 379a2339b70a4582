#include "runtime/core/bisect.h"

#include <fullgraph/dispatch.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <pthread.h>
#include <sstream>
#include <unistd.h>

namespace fg::rt {

namespace state {
constinit std::atomic<bool> bisects{false};
}

UnitList::UnitList(const char *variable) {
  const char *value = std::getenv(variable);
  if (!value || !*value)
    return;
  std::string text = value;
  if (text[0] == '@') {
    std::ifstream file(text.substr(1));
    if (!file)
      std::fprintf(stderr, "fullgraph: cannot read %s, which %s names\n", value + 1, variable);
    std::ostringstream content;
    content << file.rdbuf();
    text = content.str();
  }
  std::string name;
  for (const char c : text + ",") {
    if (c != ',' && c != '\n') {
      name += c;
      continue;
    }
    if (name == "*")
      all = true;
    else if (!name.empty())
      names.insert(name);
    name.clear();
  }
}

void noteUnit(const std::string &line) {
  static const char *const path = std::getenv("FULLGRAPH_UNITS");
  if (!path || !*path)
    return;
  static std::mutex mutex;
  static const int forks =
      pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
  (void)forks;
  static auto &seen = *new std::set<std::string>; // never destroyed: other threads may come here at the end
  const std::lock_guard<std::mutex> lock(mutex);
  if (!seen.insert(line).second)
    return;
  const std::string text = line + "\n";
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || write(file, text.data(), text.size()) != ssize_t(text.size()))
    std::fprintf(stderr, "fullgraph: cannot write to %s, which FULLGRAPH_UNITS names\n", path);
  if (file >= 0)
    close(file);
}

namespace {

/// Is the graph in the list, by its own name or its function's?
bool isIn(const UnitList &list, const Function &function, const char *graph) {
  return !list.empty() && (list.has(graph) || list.has(function.name));
}

} // namespace

void initBisection() {
  for (const char *variable : {"FULLGRAPH_EAGER", "FULLGRAPH_REMAKE", "FULLGRAPH_UNITS"})
    if (const char *value = std::getenv(variable); value && *value)
      state::bisects.store(true, std::memory_order_relaxed);
}

Way chooseWay(const Function &function, const char *graph) {
  static const UnitList &eager = *new UnitList("FULLGRAPH_EAGER"),
                        &remade = *new UnitList("FULLGRAPH_REMAKE");
  noteUnit(std::string("graph\t") + graph + "\t" + function.name + " (" + function.place + ")");
  return isIn(eager, function, graph)    ? Way::Eager
         : isIn(remade, function, graph) ? Way::Remade
                                         : Way::Compiled;
}

} // namespace fg::rt
