// Stances, policies and limits: from the environment until the program sets them.
#include "runtime/core/jitclient/jit_settings.h"

#include "runtime/core/dispatch/environment.h"

#include <fullgraph/dispatch.h>

namespace fg {

namespace rt::settings {
namespace {

constinit std::atomic<int> currentStance{-1}, currentPolicy{-1}, limit{-1}, fails{-1}; // -1: not looked at

/// The setting, which the environment gives as long as it is -1.
int valueOf(std::atomic<int> &setting, Variable variable) {
  int known = setting.load(std::memory_order_relaxed);
  if (known >= 0)
    return known;
  const int found = static_cast<int>(environmentNumber(variable));
  if (setting.compare_exchange_strong(known, found))
    return found;
  return known; // the program was faster
}

} // namespace

int accumulatedLimit() { return valueOf(limit, Variable::AccumulatedLimit); }

bool hasBackendPlugins() { return environmentText(Variable::Backends) != nullptr; }

bool failsBeyondLimit() { return valueOf(fails, Variable::FailsBeyondLimit) != 0; }

} // namespace rt::settings

using namespace rt::settings;

Stance stance() { return static_cast<Stance>(valueOf(currentStance, rt::Variable::Stance)); }

void set_stance(Stance wanted) {
  rt::enabled(); // looks at the environment, if nobody has
  const bool wasEager = stance() == Stance::ForceEager;
  currentStance.store(static_cast<int>(wanted), std::memory_order_relaxed);
  if (wanted == Stance::ForceEager)
    rt::state::enabled.store(0, std::memory_order_relaxed);
  else if (wasEager)
    rt::state::enabled.store(rt::environmentNumber(rt::Variable::Disable) ? 0 : 1, std::memory_order_relaxed);
}

CompilePolicy compile_policy() {
  return static_cast<CompilePolicy>(valueOf(currentPolicy, rt::Variable::CompilePolicy));
}

void set_compile_policy(CompilePolicy policy) {
  currentPolicy.store(static_cast<int>(policy), std::memory_order_relaxed);
}

void set_accumulated_recompile_limit(int versions) {
  limit.store(versions < 0 ? 0 : versions, std::memory_order_relaxed);
}

void set_fail_on_recompile_limit_hit(bool wanted) { fails.store(wanted, std::memory_order_relaxed); }

} // namespace fg
