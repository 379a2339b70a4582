// What the run-time compiler has done: for the program, and for the trace.
#include <fullgraph/stats.h>

#include "runtime/core/jitclient/jit_state.h"
#include "runtime/core/io/json.h"
#include "runtime/core/dispatch/stats.h"
#include "runtime/core/dispatch/trace.h"

#include <algorithm>
#include <cstdlib>
#include <deque>

namespace fg {

Stats stats() {
  Stats all;
  const uint64_t generation = rt::registry.generation.load(std::memory_order_acquire);
  std::deque<const rt::LeafState *> states;
  for (const rt::LeafState *state = rt::registry.newest.load(std::memory_order_acquire); state;
       state = state->before)
    if (state->generation == generation)
      states.push_front(state);
  for (const rt::LeafState *state : states) {
    FunctionStats function;
    function.name = state->name;
    function.place = state->place;
    for (const rt::EagerReason *reason = state->eager.load(std::memory_order_acquire); reason;
         reason = reason->next) {
      const uint64_t calls = reason->calls.load(std::memory_order_relaxed);
      const auto same = std::find_if(function.eager.begin(), function.eager.end(),
                                     [&](const EagerStats &other) { return other.why == reason->why; });
      if (same == function.eager.end())
        function.eager.insert(function.eager.begin(), {reason->why, calls});
      else
        same->calls += calls;
      function.eager_calls += calls;
    }
    function.limit_reached = state->limitReached.load(std::memory_order_relaxed);
    for (const rt::Version *version = state->first.load(std::memory_order_acquire); version;
         version = version->next) {
      function.versions.insert(function.versions.begin(),
                               {version->plan->description, version->hits.sum(), version->milliseconds,
                                version->bytes, version->missed});
      all.bytes += version->bytes;
      all.hits += function.versions.front().hits;
      all.compile_ms += version->milliseconds;
      ++all.versions;
    }
    for (const rt::Refusal *refusal = state->refusals.load(std::memory_order_acquire); refusal;
         refusal = refusal->next) {
      bool known = false;
      for (const std::string &other : function.refusals)
        known |= other == refusal->why;
      if (!known)
        function.refusals.insert(function.refusals.begin(), refusal->why);
    }
    all.eager_calls += function.eager_calls;
    all.functions.push_back(std::move(function));
  }
  return all;
}

namespace rt {
namespace {

/// One event for each function, at the end.
void traceStats() {
  const double now = traceNow();
  for (const FunctionStats &function : stats().functions) {
    std::string versions, eager;
    for (const VersionStats &version : function.versions)
      versions += (versions.empty() ? "" : ",") + ("{\"inputs\":" + detail::jsonString(version.inputs)) +
                  ",\"hits\":" + std::to_string(version.hits) +
                  ",\"compile_ms\":" + detail::jsonNumber(version.compile_ms) +
                  ",\"bytes\":" + std::to_string(version.bytes) +
                  ",\"missed\":" + detail::jsonString(version.missed) + "}";
    for (const EagerStats &reason : function.eager)
      eager += (eager.empty() ? "" : ",") + ("{\"why\":" + detail::jsonString(reason.why)) +
               ",\"calls\":" + std::to_string(reason.calls) + "}";
    traceEvent(function.name, "function", now, -1,
               "{\"place\":" + detail::jsonString(function.place) + ",\"versions\":[" + versions +
                   "],\"eager\":[" + eager + "]}");
  }
}

} // namespace

void traceStatsAtEnd() {
  if (!traces())
    return;
  traceNow();
  static const int registered = std::atexit(traceStats);
  (void)registered;
}

} // namespace rt
} // namespace fg
