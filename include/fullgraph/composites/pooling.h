// Pooling of volumes, by places, by norms; maxima with their places, and back. A part of ops.h, which
// includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// --- sizes have one element a spatial dim, or one in all; an empty stride means kernel_size. Inputs are
// planes (volumes) with or without a batch: [N, C, ...] or [C, ...] ---
/// (max_pool, where in its plane each of them stands), for max_unpool. Of several NaN, the last one's place.
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride = {}, IntArrayRef padding = 0,
                                                   IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool3d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
/// Integers are i64, with windows inside the volume.
Tensor avg_pool3d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  std::optional<int64_t> divisor_override = {});

namespace detail {
/// (sum of x^p over each window)^(1/p): NaN where the sum is below 0 and 1/p is no integer.
Tensor lp_pool1d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride = {},
                 bool ceil_mode = false);
Tensor lp_pool2d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride = {},
                 bool ceil_mode = false);
Tensor lp_pool3d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride = {},
                 bool ceil_mode = false);
} // namespace detail

/// Windows that divide the plane into output_size ones: (maxima, their places in the plane).
std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor &self, IntArrayRef output_size);
std::tuple<Tensor, Tensor> adaptive_max_pool2d(const Tensor &self, IntArrayRef output_size);
std::tuple<Tensor, Tensor> adaptive_max_pool3d(const Tensor &self, IntArrayRef output_size);

/// Windows whose places follow from a number in [0, 1) for each plane and dim, random_samples [N, C, 2]
/// (width, height) or [N, C, 3] (depth, height, width), of self's dtype: Graham, Fractional Max-Pooling
/// (2014), its pseudorandom sequences. (maxima, their places in the plane).
std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor &self, IntArrayRef kernel_size,
                                                 IntArrayRef output_size, const Tensor &random_samples);
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor &self, IntArrayRef kernel_size,
                                                 IntArrayRef output_size, const Tensor &random_samples);

/// self's elements at the places that a max_pool gave, in planes that are 0 elsewhere. Throws for a place out
/// of output_size.
Tensor max_unpool2d(const Tensor &self, const Tensor &indices, IntArrayRef output_size);
Tensor max_unpool3d(const Tensor &self, const Tensor &indices, IntArrayRef output_size, IntArrayRef stride,
                    IntArrayRef padding);

} // namespace fg
