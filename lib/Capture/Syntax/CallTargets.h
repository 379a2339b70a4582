// What a call through a std::function or a pointer to a function may run, as far as the source shows it: the
// functions and closures of that signature that it hands on. Such a call stays in the program, and Eval has these
// functions compiled where they stand.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace fullgraph {

/// In the order of the source. type: a std::function, a pointer or reference to a function. None where the source
/// has no main(): what calls it hands on functions that nobody has seen.
std::vector<const clang::FunctionDecl *> targetsInSight(clang::QualType type, const clang::ASTContext &context);

} // namespace fullgraph
