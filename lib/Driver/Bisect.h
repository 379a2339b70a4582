// `fullgraph bisect -- <command>`: which part of compiled code makes a command fail. Driver.cpp calls it. It
// only runs the command with other environment variables, so it can say nothing of parts that no variable
// switches.
#pragma once

#include "lib/Driver/Options.h"

namespace fullgraph {

/// Runs the command again and again, each time with other graphs, kernels or passes replaced by the user's
/// own code or by an interpreter, which the environment tells the program (docs/bisect.md). Prints what it
/// finds; the exit status.
int bisect(const DriverOptions &options);

} // namespace fullgraph
