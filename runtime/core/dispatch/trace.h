// FULLGRAPH_TRACE=<file>: what the run-time compiler does, as events of Chrome's trace format, one a line.
// jitclient/jit.cpp and stats.cpp call it. Without the variable it does nothing.
#pragma once

#include <string>

namespace fg::rt {

bool traces();
/// Microseconds since the program began to trace.
double traceNow();
/// Adds an event. `arguments` is the text of a JSON object; `microseconds` is negative for a moment.
void traceEvent(const std::string &name, const char *kind, double begin, double microseconds,
                const std::string &arguments);

} // namespace fg::rt
