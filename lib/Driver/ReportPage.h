// `fullgraph report`: what --report wrote, as one HTML page that needs neither scripts nor a network.
// Driver.cpp calls it. All text from the report is escaped: sources may hold anything.
#pragma once

#include "lib/Driver/TraceReport.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace fullgraph {

/// `reports` are those of a target's sources (lib/Emit/Report.h).
std::string reportPage(const llvm::json::Array &reports, const TraceReport &trace);

} // namespace fullgraph
