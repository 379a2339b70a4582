// The tool, but for main(). tool/main.cpp calls it, and the two ways in, FromSource.cpp and FromGraph.cpp, are
// told of each other here. All that a run says goes through Messages.
#pragma once

#include "lib/Driver/Messages.h"
#include "lib/Driver/Options.h"

namespace fullgraph {

/// Does what the command line says. Returns the exit status: 0, or 1 when an error was reported.
int runDriver(const DriverOptions &options);

/// Graph text to one of the later stages (`--from=graph`).
bool compileGraphs(const DriverOptions &options, const std::string &input, Messages &messages);
/// C++ to a rewritten source and kernels, or to one of the stages between.
bool compileSource(const DriverOptions &options, const std::string &input, Messages &messages);

} // namespace fullgraph
