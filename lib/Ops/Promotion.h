// What numbers of the user's program become where an operator is called with tensors only. lib/Emit and the
// run-time compiler's interpreter use it. It gives the dtype that eager code would give.
#pragma once

#include "lib/Ops/OpSchema.h"

namespace fullgraph {

/// The dtype at which a node's weak operands enter: what all of its operands together are promoted to, so
/// that a 0-d tensor of that dtype leaves the result's dtype as it was with the number.
inline ScalarType dtypeOfWeakOperands(const Node &node) {
  if (node.is(Op::masked_fill))
    return node.value("self")->type.dtype;
  fg::ResultTypeState state;
  for (size_t i = 0; i < node.args.size(); ++i) {
    const ArgSchema &arg = node.op->args[i];
    const auto *value = std::get_if<Value *>(&node.args[i]);
    const bool isMask =
        arg.name == "condition" || arg.name == "mask"; // no part of the promotion among the others
    if (value && !arg.scalar && !isMask)
      state.add((*value)->type.dtype, (*value)->type.rank() == 0, (*value)->type.weak);
  }
  return state.result();
}

} // namespace fullgraph
