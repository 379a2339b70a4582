// What the run-time compiler needs of the log of misses.
#pragma once

#include <fullgraph/dispatch.h>

#include <string>
#include <string_view>

namespace fg::rt {

/// Is `name`, or "all", in FULLGRAPH_LOGS?
bool logsArtifact(std::string_view name);

/// Notes why no version was made for the call whose misses were noted; `why` must stay where it is.
void explainMiss(Function &function, const char *why);
/// The guards that the call failed: "x: expected dtype f32, got f64".
std::string missedGuards(const Function &function);
/// A version took the call after all: its misses are no news.
void servedMiss();

} // namespace fg::rt
