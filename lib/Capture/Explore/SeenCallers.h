// The functions of a source that call compiled ones: each is walked for the types of what it passes.
// Functions.cpp asks once for a source, and only when an annotated function has an input whose type is not
// declared.
#pragma once

#include "lib/Capture/Caller/SeenCalls.h"

#include "clang/AST/ASTContext.h"

namespace fullgraph {

/// `compiled`: the annotated functions, canonical.
SeenCalls findSeenCalls(clang::ASTContext &context, const std::set<const clang::FunctionDecl *> &compiled,
                        const std::string &ownPrefix, bool verbose);

} // namespace fullgraph
