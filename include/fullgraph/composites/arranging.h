// Functions that put elements to other places: flip, roll, diagonals, padding, windows as dims.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// The order of elements along each of dims reversed, as a copy.
Tensor flip(const Tensor &self, IntArrayRef dims);
Tensor fliplr(const Tensor &self);
Tensor flipud(const Tensor &self);
/// Elements moved along dims, those beyond the end to the front; without dims, in C order.
Tensor roll(const Tensor &self, IntArrayRef shifts, IntArrayRef dims = {});
Tensor rot90(const Tensor &self, int64_t k = 1, IntArrayRef dims = {0, 1});
/// Each slice along dim, or each element of the flattened tensor, `repeats` times.
Tensor repeat_interleave(const Tensor &self, int64_t repeats, std::optional<int64_t> dim = {});
Tensor tile(const Tensor &self, IntArrayRef dims);
/// Each tensor as a grid over the sizes of all of them; "xy" swaps the first two dims.
std::vector<Tensor> meshgrid(TensorList tensors, string_view indexing = "ij");

/// The diagonals of the planes that dim1 and dim2 span, as the last dim.
Tensor diagonal(const Tensor &self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);
/// Matrices with the last dim on their diagonals, as dims dim1 and dim2.
Tensor diag_embed(const Tensor &self, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1);
/// A vector as a diagonal matrix, or a matrix's diagonal.
Tensor diag(const Tensor &self, int64_t diagonal = 0);
Tensor diagflat(const Tensor &self, int64_t offset = 0);
Tensor trace(const Tensor &self);
Tensor block_diag(TensorList tensors);

// --- padding: from the last dim on, two numbers a dim ---

Tensor constant_pad_nd(const Tensor &self, IntArrayRef pad, const Scalar &value = 0);
/// mode: "constant", "reflect", "replicate" or "circular"; the last three pad the last dims of a batch.
Tensor pad(const Tensor &self, IntArrayRef pad, string_view mode = "constant",
           std::optional<double> value = {});
Tensor reflection_pad1d(const Tensor &self, IntArrayRef padding);
Tensor reflection_pad2d(const Tensor &self, IntArrayRef padding);
Tensor reflection_pad3d(const Tensor &self, IntArrayRef padding);
Tensor replication_pad1d(const Tensor &self, IntArrayRef padding);
Tensor replication_pad2d(const Tensor &self, IntArrayRef padding);
Tensor replication_pad3d(const Tensor &self, IntArrayRef padding);

// --- windows and blocks as dims ---
namespace detail {
/// The windows of `size` elements along dim, `step` apart, as a new last dim: a view.
Tensor windows(const Tensor &self, int64_t dimension, int64_t size, int64_t step);
} // namespace detail

/// [N, C, H, W] as [N, C * KH * KW, L]: F::unfold, at::im2col.
Tensor im2col(const Tensor &self, IntArrayRef kernel_size, IntArrayRef dilation, IntArrayRef padding,
              IntArrayRef stride);
/// The sum of the windows that im2col makes, at their places: F::fold.
Tensor col2im(const Tensor &self, IntArrayRef output_size, IntArrayRef kernel_size, IntArrayRef dilation,
              IntArrayRef padding, IntArrayRef stride);

/// [..., C * r * r, H, W] as [..., C, H * r, W * r].
Tensor pixel_shuffle(const Tensor &self, int64_t upscale_factor);
/// [..., C, H * r, W * r] as [..., C * r * r, H, W].
Tensor pixel_unshuffle(const Tensor &self, int64_t downscale_factor);
Tensor channel_shuffle(const Tensor &self, int64_t groups);
Tensor native_channel_shuffle(const Tensor &self, int64_t groups);

} // namespace fg
