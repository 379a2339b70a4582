// A break that the planner tells of a place, and not a walk that met it there (Reporter). All rooms above
// Report may make one; nothing is reported here.
#pragma once

#include "lib/Breaks/Breaks.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// `args` are those of the kind's message, in order.
Break breakAt(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
              const clang::FunctionDecl *function);

/// Of an instantiation whose regions are not those of another one of its template: they stand in one text.
Break otherRegions(const clang::FunctionDecl *decl);

} // namespace fullgraph
