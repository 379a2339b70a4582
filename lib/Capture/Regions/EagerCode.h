// Internal to lib/Capture: operators that a call of a function runs and no compiled code does. Functions.cpp
// asks it of each marked function that has no region, so that none of them is eager in silence.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// The first call of one of the library's operators in the text of a function that has no region, and in the
/// functions and closures that the text names; null when there is none.
/// isCompiled: the function has compiled code of its own, or is told of on its own. kept: library calls that
/// stay in the program by design (fg::cond, stack of a list of any length).
const clang::Expr *firstEagerCall(const clang::FunctionDecl *function, const clang::ASTContext &context,
                                  const std::set<const clang::Expr *> &kept,
                                  llvm::function_ref<bool(const clang::FunctionDecl *)> isCompiled);

} // namespace fullgraph
