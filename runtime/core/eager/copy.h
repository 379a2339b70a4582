// Copying elements between strided tensors of any dtypes. Eager operators call it, and copy_. Elements are
// converted as ATen converts them.
#pragma once

#include "runtime/core/eager/loop_nest.h"

namespace fg::detail {

/// output = input, converted; input broadcasts to output. No checks.
void copyInto(const Tensor &output, const Tensor &input);
/// A copy of `self` as `dtype`, with the strides of empty_like.
Tensor copyLike(const Tensor &self, ScalarType dtype);
/// `self`, or a copy, as `dtype` in C order.
Tensor contiguousAs(const Tensor &self, ScalarType dtype);

} // namespace fg::detail
