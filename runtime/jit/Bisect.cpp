#include "runtime/jit/Bisect.h"

#include "runtime/core/bisect.h"

#include <cstdlib>

namespace fullgraph::jit::bisect {

bool interprets(const std::string &kernel) {
  static const fg::rt::UnitList list("FULLGRAPH_INTERP");
  return list.has(kernel);
}

int interpretedPasses() {
  static const int count = [] {
    const char *value = std::getenv("FULLGRAPH_INTERP_PASSES");
    return value ? std::atoi(value) : 0;
  }();
  return count;
}

void note(const char *kind, const std::string &name, const std::string &what) {
  fg::rt::noteUnit(std::string(kind) + "\t" + name + "\t" + what);
}

} // namespace fullgraph::jit::bisect
