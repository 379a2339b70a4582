// The memory plan: intermediate values share one workspace. Fuse.cpp calls it, when the order of the steps is
// final. Two buffers share memory only where no step needs both.
#pragma once

#include "lib/Fusion/Program.h"

namespace fullgraph::fusion {

/// Sets the offsets of workspace buffers, and workspaceBytes, from the steps' order. Buffers whose lives do
/// not overlap share memory where their sizes can be compared: constants, or equal expressions.
void planWorkspace(Program &program);

} // namespace fullgraph::fusion
