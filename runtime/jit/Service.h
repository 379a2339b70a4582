// What the library does for runtime/core.
#pragma once

#include "runtime/core/dispatch/plan.h"

namespace fullgraph::jit {

const fg::rt::plan::Library &library();

} // namespace fullgraph::jit
