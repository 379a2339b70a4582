// Stances, policies and limits: from the environment until the program sets them.
#include "runtime/core/jit_settings.h"

#include <fullgraph/dispatch.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fg {

namespace rt::settings {
namespace {

constinit std::atomic<int> currentStance{-1}, currentPolicy{-1}, limit{-1}, fails{-1}; // -1: not looked at

/// The setting, which the environment gives as long as it is -1.
template <class Read> int valueOf(std::atomic<int> &setting, Read read) {
  int known = setting.load(std::memory_order_relaxed);
  if (known >= 0)
    return known;
  const int found = read();
  if (setting.compare_exchange_strong(known, found))
    return found;
  return known; // the program was faster
}

/// The place of the variable's value in a list of names; 0, and a line, where it is none of them.
template <size_t N> int choice(const char *variable, const char *const (&names)[N]) {
  const char *value = std::getenv(variable);
  if (!value || !*value)
    return 0;
  for (size_t i = 0; i < N; ++i)
    if (std::strcmp(value, names[i]) == 0)
      return static_cast<int>(i);
  std::fprintf(stderr, "fullgraph: %s=%s is unknown; known are", variable, value);
  for (size_t i = 0; i < N; ++i)
    std::fprintf(stderr, "%s %s", i ? "," : "", names[i]);
  std::fprintf(stderr, "\n");
  return 0;
}

bool isOn(const char *variable) {
  const char *value = std::getenv(variable);
  return value && *value && std::strcmp(value, "0") != 0;
}

} // namespace

int accumulatedLimit() {
  return valueOf(limit, [] {
    const char *value = std::getenv("FULLGRAPH_ACCUMULATED_RECOMPILE_LIMIT");
    const long number = value ? std::strtol(value, nullptr, 10) : 0;
    return number > 0 && number < 1'000'000 ? static_cast<int>(number) : 256;
  });
}

bool hasBackendPlugins() {
  const char *value = std::getenv("FULLGRAPH_BACKENDS");
  return value && *value;
}

bool failsBeyondLimit() {
  return valueOf(fails, [] { return isOn("FULLGRAPH_FAIL_ON_RECOMPILE_LIMIT_HIT") ? 1 : 0; }) != 0;
}

} // namespace rt::settings

using namespace rt::settings;

Stance stance() {
  static constexpr const char *names[] = {"default", "force_eager", "eager_on_recompile", "fail_on_recompile",
                                          "eager_then_compile"};
  return static_cast<Stance>(valueOf(currentStance, [] { return choice("FULLGRAPH_STANCE", names); }));
}

void set_stance(Stance wanted) {
  rt::enabled(); // looks at the environment, if nobody has
  const bool wasEager = stance() == Stance::ForceEager;
  currentStance.store(static_cast<int>(wanted), std::memory_order_relaxed);
  if (wanted == Stance::ForceEager)
    rt::state::enabled.store(0, std::memory_order_relaxed);
  else if (wasEager)
    rt::state::enabled.store(isOn("FULLGRAPH_DISABLE") ? 0 : 1, std::memory_order_relaxed);
}

CompilePolicy compile_policy() {
  static constexpr const char *names[] = {"synchronous", "background"};
  return static_cast<CompilePolicy>(
      valueOf(currentPolicy, [] { return choice("FULLGRAPH_COMPILE_POLICY", names); }));
}

void set_compile_policy(CompilePolicy policy) {
  currentPolicy.store(static_cast<int>(policy), std::memory_order_relaxed);
}

void set_accumulated_recompile_limit(int versions) {
  limit.store(versions < 0 ? 0 : versions, std::memory_order_relaxed);
}

void set_fail_on_recompile_limit_hit(bool wanted) { fails.store(wanted, std::memory_order_relaxed); }

} // namespace fg
