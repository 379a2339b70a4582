// Masks of the last vector of a row. The backend passes what Halide made of a schedule through it.
#pragma once

#include <Halide.h>

namespace fullgraph::lower {

/// `module` without masks where they only keep LLVM from its registers: a vector of a kernel's own that is
/// written in part, such as the accumulators of a row's last elements, is written whole, with a choice of the
/// old and the new element in each lane. A masked store would go through memory, and the load behind it would
/// wait for that.
Halide::Module wholeAccumulators(const Halide::Module &module);

} // namespace fullgraph::lower
