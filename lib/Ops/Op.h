// The operators of Ops.def as C++ names: `node.is(Op::reshape)`, `schemaOf(Op::reshape)`. Code writes an
// operator so and never as a string: a name that is misspelt, or no row any more, does not compile. Text that
// may or may not name an operator (a parsed graph, a callee) is looked up with findOp (lib/Ops/OpSchema.h).
#pragma once

#include <cstdint>

namespace fullgraph {

/// In the order of the rows, each by its row's name.
enum class Op : uint16_t {
#define FG_OP(name, family, schema, cost, rounding, effect) name,
#include <fullgraph/Ops.def>
};

} // namespace fullgraph
