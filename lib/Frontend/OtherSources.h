// Which code of a translation unit was read from the target's other sources (lib/Driver/TargetSources). It
// may be walked, but nothing of it is compiled, edited or named in the output. Whoever lists declarations of
// the unit asks this.
#pragma once

#include "clang/Basic/SourceManager.h"

namespace fullgraph {

/// Was the file in which the place stands, or its macro is expanded, entered behind the main file's text? So
/// are the library's definitions, which no one takes for the user's (LibraryFiles).
bool isOfOtherSource(clang::SourceLocation where, const clang::SourceManager &sources);

} // namespace fullgraph
