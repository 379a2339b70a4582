// Which of a module's modes, training and inference, have kernels built ahead. Functions.cpp calls it, when
// all functions of the source are captured. A mode that is not built ahead is made at run time, with the same
// result.
#pragma once

#include "lib/Capture/CaptureResult.h"

namespace clang {
class ASTContext;
}

namespace fullgraph {

struct SeenCalls;

/// A function whose modules are asked for their mode has a graph for each. Most programs only run inference,
/// and kernels for training would double their builds: these are built ahead where the source calls train(),
/// passes a module in training to a compiled function, or is a whole program (it has main) that never calls
/// eval(). Elsewhere they are made at run time, by the first call in training. seen: null where no calls are
/// looked for.
void planModes(clang::ASTContext &context, const SeenCalls *seen, std::vector<CapturedFunction> &functions);

} // namespace fullgraph
