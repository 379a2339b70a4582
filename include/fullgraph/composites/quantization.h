// What a network trained to be quantized computes: values rounded to those that a scale and a zero point
// give.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

/// (clamp(round(self / scale) + zero_point, quant_min, quant_max) - zero_point) * scale, halves rounded to
/// even, as ATen's CPU kernels: the quotient is a product with 1 / scale in f32, and NaN counts as quant_min.
Tensor fake_quantize_per_tensor_affine(const Tensor &self, double scale, int64_t zero_point,
                                       int64_t quant_min, int64_t quant_max);
/// The same, with a `scale` and a `zero_point` that tensors of one element hold, as those that a network learns
/// or an observer counts. The zero point is cut to an integer, and need not lie between the limits.
Tensor fake_quantize_per_tensor_affine(const Tensor &self, const Tensor &scale, const Tensor &zero_point,
                                       int64_t quant_min, int64_t quant_max);
/// `scale` (f32, bf16) and `zero_point` (i32, f32, f16) have an element for each position along `axis`. That
/// zero points lie between the limits is not checked: it would end a graph.
Tensor fake_quantize_per_channel_affine(const Tensor &self, const Tensor &scale, const Tensor &zero_point,
                                        int64_t axis, int64_t quant_min, int64_t quant_max);

} // namespace fg
