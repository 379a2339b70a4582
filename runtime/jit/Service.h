// What the library does for runtime/core. Entry.cpp alone includes it. Requests are served one after the
// other, whatever thread they come from.
#pragma once

#include "runtime/core/dispatch/plan.h"

namespace fullgraph::jit {

const fg::rt::plan::Library &library();

} // namespace fullgraph::jit
