#pragma once

namespace fg::rt {

/// Has the trace, if there is one, tell at the program's end what stats() says.
void traceStatsAtEnd();

} // namespace fg::rt
