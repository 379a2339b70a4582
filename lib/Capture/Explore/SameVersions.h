// Two kinds of calls may have the same code: networks of two widths, whose layers' sizes are symbols. It is
// emitted once.
#pragma once

#include "lib/Capture/CaptureResult.h"

namespace fullgraph {

/// Do both take the same calls, and do the same with them? Only their labels may differ.
bool areSame(const CapturedVersion &a, const CapturedVersion &b);

/// Leaves the first of versions that are the same.
void dropSameVersions(std::vector<CapturedVersion> &versions);

} // namespace fullgraph
