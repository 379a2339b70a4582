// Diagnostics in the Static Analysis Results Interchange Format (SARIF) 2.1.0, for code hosts and editors.
//
// Clang has a writer of its own; that of clang 19 stops at an assertion in sources with #line directives, and
// has neither fixes nor related locations.
#pragma once

#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace fullgraph {

/// One log with one run. `diagnostics` are Messages' (Messages.h).
void writeSarif(const llvm::json::Array &diagnostics, llvm::raw_ostream &out);

} // namespace fullgraph
