// Included in front of the generated source of each program of the corpus: counts the calls of compiled graphs.
#pragma once

#include <fullgraph/dispatch.h>

namespace corpus {

inline unsigned long long calls = 0;

/// In place of fg::rt::enabled(), which each function and each region asks first.
inline bool enabled() {
  ++calls;
  return ::fg::rt::enabled();
}

} // namespace corpus
