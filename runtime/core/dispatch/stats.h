// What the rest of the runtime needs of stats() and reset(). The client of the run-time compiler calls it
// (jitclient/jit.cpp); the numbers are those of all threads.
#pragma once

namespace fg::rt {

/// Has the trace, if there is one, tell at the program's end what stats() says.
void traceStatsAtEnd();

} // namespace fg::rt
