// Internal to lib/Capture: edits of FG_SHAPE that make a declaration say what the code needs.
// Caller/DeclaredDims and Explore/DeclaredDims call it. All declarations that share a letter are edited, or
// none.
#pragma once

#include "lib/Breaks/Breaks.h"
#include "lib/Frontend/ShapeSpec.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

/// Adds a note with the edit of every dim that names `letter`, in the declarations that share their letters
/// with the one at `declaration`: the parameters of the function, or the members of an object. `replacement`
/// gives the text of a dim; "" leaves it. Nothing is added where a declaration cannot be edited: the others
/// would say something else.
void addShapeFix(Break &b, clang::ASTContext &context, const clang::FunctionDecl *function,
                 clang::SourceLocation declaration, const std::string &letter,
                 llvm::function_ref<std::string(const ShapeDim &)> replacement);

} // namespace fullgraph
