// Which part of a translation unit was read from the target's other sources (lib/Driver/TargetSources). Code
// there may be walked, but nothing of it is compiled, edited or named in the output. Whoever lists
// declarations of the unit asks this.
#pragma once

#include "clang/Basic/SourceManager.h"

namespace fullgraph {

struct OtherSources {
  /// clang's SourceManager numbers places in the order in which it reads them: from `begin`, in front of
  /// `end`.
  unsigned begin = 0, end = 0;

  bool hold(clang::SourceLocation where) const {
    const unsigned place = where.getRawEncoding() & ~(1u << 31); // the bit of places within macros
    return place >= begin && place < end;
  }
};

} // namespace fullgraph
