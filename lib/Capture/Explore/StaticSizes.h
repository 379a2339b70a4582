// `.dynamic = fg::Dynamic::Never`: versions with sizes that are numbers. Functions.cpp and lib/Driver call
// it. No kernel of such a function is ever compiled for a size that is a symbol.
#pragma once

#include "lib/Capture/CaptureResult.h"

namespace fullgraph {

/// A kernel for any size is what Never rules out. So versions of the function with sizes that are symbols
/// have no code of their own: the run-time compiler makes one for each size that comes. They are tried behind
/// those that have code. A remark says so.
void leaveSizesToRunTime(clang::ASTContext &context, CapturedFunction &function);

} // namespace fullgraph
