// Fresh tensors for results.
#pragma once

#include <fullgraph/tensor.h>

namespace fg::detail {

/// A tensor with memory of its own, whose elements are not initialised. Strides in elements, without
/// overlaps.
Tensor newTensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);
Tensor newContiguous(IntArrayRef sizes, ScalarType dtype);

} // namespace fg::detail
