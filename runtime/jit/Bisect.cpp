#include "runtime/jit/Bisect.h"

#include "runtime/core/dispatch/bisect.h"

#include <fullgraph/detail/environment.h>

namespace fullgraph::jit::bisect {

namespace {
const fg::rt::UnitList &interpreted() {
  static const fg::rt::UnitList list(fg::detail::environment::Variable::Interp);
  return list;
}
} // namespace

bool interprets(const std::string &kernel) { return interpreted().has(kernel); }

void tellUnmatched() { interpreted().tellUnmatched(); }

int interpretedPasses() {
  namespace environment = fg::detail::environment;
  static const auto count = static_cast<int>(environment::numberOf(environment::Variable::InterpPasses));
  return count;
}

void note(const char *kind, const std::string &name, const std::string &what) {
  fg::rt::noteUnit(std::string(kind) + "\t" + name + "\t" + what, false); // the program's own copy tells
}

} // namespace fullgraph::jit::bisect
