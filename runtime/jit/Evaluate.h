// The operations of Sym on registers of 64 bits (runtime/core/dispatch/plan.h): integers as they are, bools as
// 0 and 1, floats as the bits of a double. PlanBuilder, GraphRunner and Service use it. A value is what
// generated code would compute.
#pragma once

#include "lib/Graph/Sym.h"

#include <functional>
#include <optional>

namespace fullgraph::jit {

using Function = int64_t (*)(int64_t, int64_t, int64_t);

int64_t constantBits(const Sym &constant);
/// For one operation of `value`, over its first operands; operations of many operands are chains of two. Null
/// for what has none.
Function functionFor(const Sym &value);
/// a * b for sizes, or -1 when that is more than kernels can index (or a was).
Function boundedProduct();
Function lessOrEqual();

/// The bits of a value over symbols of which `bitsOf` gives the bits. Null where that does not know one, or
/// an operation has no function.
std::optional<int64_t>
evaluate(const Sym &value, const std::function<std::optional<int64_t>(const std::string &symbol)> &bitsOf);
/// Is an operation of more than two operands a chain of its function on two?
bool isChain(const Sym &value);

} // namespace fullgraph::jit
