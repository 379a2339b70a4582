// The operations of Sym on registers of 64 bits (runtime/core/plan.h): integers as they are, bools as 0 and
// 1, floats as the bits of a double.
#pragma once

#include "lib/Graph/Sym.h"

namespace fullgraph::jit {

using Function = int64_t (*)(int64_t, int64_t, int64_t);

int64_t constantBits(const Sym &constant);
/// For one operation of `value`, over its first operands; operations of many operands are chains of two. Null
/// for what has none.
Function functionFor(const Sym &value);
/// a * b for sizes, or -1 when that is more than kernels can index (or a was).
Function boundedProduct();
Function lessOrEqual();

} // namespace fullgraph::jit
