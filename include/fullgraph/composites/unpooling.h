// Maxima with their places, and back. A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// (max_pool2d, where in its plane each of them stands), for max_unpool2d.
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);
/// self's elements at those places of planes that are 0 elsewhere.
Tensor max_unpool2d(const Tensor &self, const Tensor &indices, IntArrayRef output_size);

} // namespace fg
