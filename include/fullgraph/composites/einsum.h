// einsum: sums over products of tensors, by Einstein's notation.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// "ij,jk->ik"; without "->" the result has the letters that occur once, in alphabetical order.
Tensor einsum(string_view equation, TensorList operands);

} // namespace fg
