// What is told on stderr: FULLGRAPH_LOGS, or fg::set_logs. dispatch/misses.cpp and jitclient/jit.cpp use it.
// The text of a line is made only where it is asked for.
#pragma once

#include <cstdint>

namespace fg::rt {

/// In the order of FULLGRAPH_LOGS' names (fullgraph/detail/Environment.def).
enum class Log : uint8_t {
  GraphBreaks, // the build's to tell: nothing at run time
  Guards,
  Recompiles,
  Dynamic,
  GraphCode,
  KernelCode,
  PerfHints,
  Cache,
};

/// Is it asked for?
bool logs(Log wanted);
/// Are the lines told that are told where nothing is asked for: calls that no version took?
bool logsMisses();
/// A bit for each Log that is asked for.
uint32_t logBits();

} // namespace fg::rt
