#include "runtime/core/dispatch/bisect.h"

#include <fullgraph/dispatch.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <pthread.h>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace fg::rt {

namespace state {
constinit std::atomic<bool> bisects{false};
}

UnitList::UnitList(Variable of) : variable(of) {
  // Not environmentText: the compiler's library has this code, too, and the program tells what is wrong.
  const char *value = detail::environment::textOf(variable);
  if (!value)
    return;
  std::string text = value;
  typed = text[0] != '@';
  if (!typed) {
    std::ifstream file(text.substr(1));
    if (!file)
      std::fprintf(stderr, "fullgraph: cannot read %s, which %s names\n", value + 1,
                   detail::environment::rowOf(variable).name);
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
  unmatched = names;
}

bool UnitList::has(const std::string &name) const {
  const bool found = all || names.count(name) != 0;
  if (const std::unique_lock<std::mutex> lock(mutex, std::try_to_lock); lock.owns_lock() && !all) {
    unmatched.erase(name);
    if (asked.size() < mostAsked)
      asked.insert(name);
  }
  return found;
}

void UnitList::tellUnmatched() const {
  const std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
  if (!typed || !lock.owns_lock() || asked.empty())
    return;
  std::string known;
  for (const std::string &name : asked)
    known += (known.empty() ? "" : ", ") + name;
  for (const std::string &name : unmatched)
    std::fprintf(stderr, "fullgraph: %s=%s: the program has come to nothing of this name, but to %s%s\n",
                 detail::environment::rowOf(variable).name, name.c_str(), known.c_str(),
                 asked.size() == mostAsked ? ", ..." : "");
}

void noteUnit(const std::string &line, bool tells) {
  static const char *const path = detail::environment::textOf(Variable::Units);
  if (!path)
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
  static bool said = false;
  if ((file < 0 || write(file, text.data(), text.size()) != ssize_t(text.size())) && tells &&
      !std::exchange(said, true))
    std::fprintf(stderr, "fullgraph: cannot write to %s, which FULLGRAPH_UNITS names\n", path);
  if (file >= 0)
    close(file);
}

namespace {

/// Is the graph in the list, by its own name or its function's?
bool isIn(const UnitList &list, const Function &function, const char *graph) {
  if (list.empty())
    return false;
  const bool byGraph = list.has(graph), byFunction = list.has(function.name);
  return byGraph || byFunction;
}

} // namespace

void initBisection() {
  for (const Variable variable : {Variable::Eager, Variable::Remake, Variable::Units})
    if (environmentText(variable))
      state::bisects.store(true, std::memory_order_relaxed);
}

Way chooseWay(const Function &function, const char *graph) {
  static const UnitList &eager = *new UnitList(Variable::Eager), &remade = *new UnitList(Variable::Remake);
  static const int atEnd = std::atexit([] {
    eager.tellUnmatched();
    remade.tellUnmatched();
  });
  (void)atEnd;
  noteUnit(std::string("graph\t") + graph + "\t" + function.name + " (" + function.place + ")");
  return isIn(eager, function, graph)    ? Way::Eager
         : isIn(remade, function, graph) ? Way::Remade
                                         : Way::Compiled;
}

} // namespace fg::rt
