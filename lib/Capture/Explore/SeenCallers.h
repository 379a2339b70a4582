// The functions of a source that call compiled ones: each is walked for the types of what it passes.
// Functions.cpp asks once for a source, and only when an annotated function has an input whose type is not
// declared.
#pragma once

#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Walk/Work.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace fullgraph {

/// `compiled`: the annotated functions, canonical.
SeenCalls findSeenCalls(clang::ASTContext &context, const std::set<const clang::FunctionDecl *> &compiled,
                        const std::string &ownPrefix, bool verbose);

/// Would a header's function have other graphs in another source, for what this one calls or defines?
bool dependsOnSource(const std::optional<SeenCalls> &seen, const CaptureWork &work,
                     const clang::ASTContext &context);

} // namespace fullgraph
