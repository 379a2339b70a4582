// Resampling, transposed and 3-d convolution, pooling in other ranks, sampling on a grid.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// --- interpolation: dim by dim, as the formulas are products over dims ---
Tensor upsample_nearest1d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales = {});
Tensor upsample_nearest2d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales_h = {},
                          std::optional<double> scales_w = {});
Tensor upsample_nearest3d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales_d = {},
                          std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
Tensor upsample_linear1d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                         std::optional<double> scales = {});
Tensor upsample_trilinear3d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                            std::optional<double> scales_d = {}, std::optional<double> scales_h = {},
                            std::optional<double> scales_w = {});
Tensor upsample_bilinear2d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                           std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
Tensor upsample_bicubic2d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                          std::optional<double> scales_h = {}, std::optional<double> scales_w = {});

// --- pooling ---

Tensor adaptive_avg_pool1d(const Tensor &self, IntArrayRef output_size);
Tensor adaptive_avg_pool3d(const Tensor &self, IntArrayRef output_size);
namespace detail {
/// F::interpolate: mode "nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic" or "area";
/// either `size` or `scale_factor`, one number or one a spatial dim.
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size);
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode = "nearest");
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode,
                   std::optional<bool> align_corners);
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode,
                   std::optional<bool> align_corners, std::optional<bool> recompute_scale_factor);
} // namespace detail

// --- convolution ---
Tensor conv_transpose2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
                        IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                        int64_t groups = 1, IntArrayRef dilation = 1);
Tensor conv_transpose1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
                        IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                        int64_t groups = 1, IntArrayRef dilation = 1);
Tensor conv_transpose3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
                        IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef output_padding = 0,
                        int64_t groups = 1, IntArrayRef dilation = 1);
/// input [N, C, D, H, W] or [C, D, H, W]: the sum of 2-d convolutions, one a plane of the kernel.
Tensor conv3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
              IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1, int64_t groups = 1);
Tensor conv3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation = 1, int64_t groups = 1);

// --- grids ---
/// Places of a [N, H, W] result in an affine map's input, in [-1, 1]: theta is [N, 2, 3], size [N, C, H, W];
/// or [N, 3, 4] and [N, C, D, H, W].
Tensor affine_grid_generator(const Tensor &theta, IntArrayRef size, bool align_corners);
namespace detail {
Tensor affine_grid(const Tensor &theta, IntArrayRef size, bool align_corners = false);
} // namespace detail

/// mode: 0 bilinear (trilinear), 1 nearest, 2 bicubic; padding: 0 zeros, 1 border, 2 reflection. input
/// [N, C, H, W] and grid [N, H', W', 2], or [N, C, D, H, W] and [N, D', H', W', 3], of one dtype.
Tensor grid_sampler(const Tensor &input, const Tensor &grid, int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners);
namespace detail {
/// mode: "bilinear", "nearest", "bicubic"; padding_mode: "zeros", "border", "reflection".
Tensor grid_sample(const Tensor &input, const Tensor &grid, string_view mode = "bilinear",
                   string_view padding_mode = "zeros", bool align_corners = false);
} // namespace detail

} // namespace fg
