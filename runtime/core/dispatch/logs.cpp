#include "runtime/core/dispatch/logs.h"

#include "runtime/core/dispatch/environment.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/control.h>

#include <atomic>
#include <cstdio>
#include <string>

namespace fg {
namespace rt {
namespace {

constexpr int64_t unread = -2, nothingAsked = -1; // else a bit for each Log
constinit std::atomic<int64_t> wantedLogs{unread};

int64_t wanted() {
  int64_t known = wantedLogs.load(std::memory_order_relaxed);
  if (known != unread)
    return known;
  const int64_t found = environmentNumber(Variable::Logs);
  return wantedLogs.compare_exchange_strong(known, found) ? found : known;
}

} // namespace

uint32_t logBits() { return wanted() < 0 ? 0 : static_cast<uint32_t>(wanted()); }

bool logs(Log log) { return (logBits() >> static_cast<unsigned>(log) & 1) != 0; }

bool logsMisses() { return wanted() == nothingAsked || logs(Log::Guards) || logs(Log::Recompiles); }

} // namespace rt

void set_logs(const char *names) {
  const auto &row = detail::environment::rowOf(rt::Variable::Logs);
  std::string unknown;
  const int64_t bits = detail::environment::bitsOfNames(row.choices, names ? names : "", unknown);
  if (!unknown.empty())
    detail::fail({"set_logs: there is no ", unknown, "; expected ", detail::environment::allowed(row)});
  if (rt::environmentText(rt::Variable::Logs)) {
    static const int said =
        std::fprintf(stderr, "fullgraph: FULLGRAPH_LOGS is set: set_logs changes nothing\n");
    (void)said;
    return;
  }
  rt::wantedLogs.store(bits ? bits : rt::nothingAsked, std::memory_order_relaxed);
}

} // namespace fg
