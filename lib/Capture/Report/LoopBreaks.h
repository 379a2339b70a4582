// Internal to lib/Capture: graph breaks that run in every iteration of a loop (FG706). Functions.cpp calls
// it, when the breaks of a function are known. It reports, and changes nothing of what is captured.
#pragma once

#include "lib/Breaks/Breaks.h"

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// A remark for each loop that compiled code is left and entered again in: the innermost one around a break,
/// or around the call that leads to it, when one of `regions` (offsets in the function's file) begins in it.
std::vector<Break> breaksInLoops(clang::ASTContext &context, const clang::FunctionDecl *function,
                                 const std::vector<Break> &breaks, const std::vector<unsigned> &regions);

} // namespace fullgraph
