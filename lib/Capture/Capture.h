// Capture: an abstract interpreter over clang's AST (docs/architecture.md). It is the door of lib/Capture,
// for lib/Driver alone. A function is captured right or not at all: what stays eager is reported.
#pragma once

#include "lib/Capture/CaptureResult.h"
#include "lib/Capture/Walk/Profile.h"

#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class Sema;
} // namespace clang

namespace fullgraph {

struct CaptureOptions {
  BreakFlags breakFlags;
  Profile profile;
  Profile staticProfile;  // the same for functions with .dynamic = Never: each size is a call of its own
  bool fullgraph = false; // --fullgraph: of every function
  bool ahead = false;     // --ahead: of every function
  int aheadVersions = 16; // --ahead-versions: of every function at most
  bool verbose = false;   // FULLGRAPH_VERBOSE=1: what the interpreter does, on stderr
};

/// Captures every annotated function of the translation unit, in source order, and reports breaks, remarks
/// and malformed annotations through the context's DiagnosticsEngine. Errors are counted there.
std::vector<CapturedFunction> captureTranslationUnit(clang::ASTContext &context,
                                                     const CaptureOptions &options);

} // namespace fullgraph
