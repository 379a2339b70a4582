// ATen's functions that write their result to a tensor of the caller's, `out`, the first argument: declared
// for sources that were written for LibTorch (torch.h). The result is computed, and copied to `out`: there is
// no saving in memory.
//
// A dtype that the result cannot be cast to throws, as in ATen (where a product of matrices must have the
// very dtype). An `out` of other sizes is given the result's, and memory of its own: all handles of the
// tensor see it. ATen warns where `out` had elements; here a line of the log says so. In compiled code such a
// call runs eagerly.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace detail {
Tensor &written(Tensor &out, const Tensor &result);
Tensor &writtenAs(Tensor &out, const Tensor &result); // of the very dtype
void resizeOutput(Tensor &out, IntArrayRef sizes);    // runtime/core
} // namespace detail

// --- creation: with the dtype of `out` ---
Tensor &zeros_out(Tensor &out, IntArrayRef size);
Tensor &ones_out(Tensor &out, IntArrayRef size);
Tensor &empty_out(Tensor &out, IntArrayRef size);
Tensor &full_out(Tensor &out, IntArrayRef size, const Scalar &fill_value);
Tensor &rand_out(Tensor &out, IntArrayRef size);
Tensor &randn_out(Tensor &out, IntArrayRef size);
Tensor &eye_out(Tensor &out, int64_t n);
Tensor &eye_out(Tensor &out, int64_t n, int64_t m);
Tensor &arange_out(Tensor &out, const Scalar &end);
Tensor &arange_out(Tensor &out, const Scalar &start, const Scalar &end, const Scalar &step = 1);
Tensor &linspace_out(Tensor &out, const Scalar &start, const Scalar &end, int64_t steps);

// --- two results ---
std::tuple<Tensor &, Tensor &> max_out(Tensor &max, Tensor &max_values, const Tensor &self, int64_t dim,
                                       bool keepdim = false);
std::tuple<Tensor &, Tensor &> min_out(Tensor &min, Tensor &min_indices, const Tensor &self, int64_t dim,
                                       bool keepdim = false);
std::tuple<Tensor &, Tensor &> sort_out(Tensor &values, Tensor &indices, const Tensor &self, int64_t dim = -1,
                                        bool descending = false);
std::tuple<Tensor &, Tensor &> topk_out(Tensor &values, Tensor &indices, const Tensor &self, int64_t k,
                                        int64_t dim = -1, bool largest = true, bool sorted = true);

// --- one result ---
Tensor &neg_out(Tensor &out, const Tensor &self);
Tensor &abs_out(Tensor &out, const Tensor &self);
Tensor &sign_out(Tensor &out, const Tensor &self);
Tensor &ceil_out(Tensor &out, const Tensor &self);
Tensor &floor_out(Tensor &out, const Tensor &self);
Tensor &round_out(Tensor &out, const Tensor &self);
Tensor &trunc_out(Tensor &out, const Tensor &self);
Tensor &frac_out(Tensor &out, const Tensor &self);
Tensor &square_out(Tensor &out, const Tensor &self);
Tensor &sqrt_out(Tensor &out, const Tensor &self);
Tensor &rsqrt_out(Tensor &out, const Tensor &self);
Tensor &reciprocal_out(Tensor &out, const Tensor &self);
Tensor &exp_out(Tensor &out, const Tensor &self);
Tensor &expm1_out(Tensor &out, const Tensor &self);
Tensor &log_out(Tensor &out, const Tensor &self);
Tensor &log2_out(Tensor &out, const Tensor &self);
Tensor &log10_out(Tensor &out, const Tensor &self);
Tensor &log1p_out(Tensor &out, const Tensor &self);
Tensor &sin_out(Tensor &out, const Tensor &self);
Tensor &cos_out(Tensor &out, const Tensor &self);
Tensor &tan_out(Tensor &out, const Tensor &self);
Tensor &asin_out(Tensor &out, const Tensor &self);
Tensor &acos_out(Tensor &out, const Tensor &self);
Tensor &atan_out(Tensor &out, const Tensor &self);
Tensor &sinh_out(Tensor &out, const Tensor &self);
Tensor &cosh_out(Tensor &out, const Tensor &self);
Tensor &tanh_out(Tensor &out, const Tensor &self);
Tensor &erf_out(Tensor &out, const Tensor &self);
Tensor &erfinv_out(Tensor &out, const Tensor &self);
Tensor &sigmoid_out(Tensor &out, const Tensor &self);
Tensor &silu_out(Tensor &out, const Tensor &self);
Tensor &hardsigmoid_out(Tensor &out, const Tensor &self);
Tensor &hardswish_out(Tensor &out, const Tensor &self);
Tensor &logical_not_out(Tensor &out, const Tensor &self);
Tensor &bitwise_not_out(Tensor &out, const Tensor &self);
Tensor &gelu_out(Tensor &out, const Tensor &self, string_view approximate = "none");
Tensor &leaky_relu_out(Tensor &out, const Tensor &self, const Scalar &negative_slope = 0.01);
Tensor &elu_out(Tensor &out, const Tensor &self, const Scalar &alpha = 1, const Scalar &scale = 1,
                const Scalar &input_scale = 1);
Tensor &softplus_out(Tensor &out, const Tensor &self, const Scalar &beta = 1, const Scalar &threshold = 20);
Tensor &hardtanh_out(Tensor &out, const Tensor &self, const Scalar &min_val = -1, const Scalar &max_val = 1);
Tensor &threshold_out(Tensor &out, const Tensor &self, const Scalar &threshold, const Scalar &value);
Tensor &add_out(Tensor &out, const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor &add_out(Tensor &out, const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor &sub_out(Tensor &out, const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor &sub_out(Tensor &out, const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor &mul_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &mul_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &div_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &div_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &div_out(Tensor &out, const Tensor &self, const Tensor &other,
                std::optional<string_view> rounding_mode);
Tensor &div_out(Tensor &out, const Tensor &self, const Scalar &other,
                std::optional<string_view> rounding_mode);
Tensor &pow_out(Tensor &out, const Tensor &self, const Tensor &exponent);
Tensor &pow_out(Tensor &out, const Tensor &self, const Scalar &exponent);
Tensor &pow_out(Tensor &out, const Scalar &self, const Tensor &exponent);
Tensor &maximum_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &minimum_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &atan2_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &fmod_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &fmod_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &copysign_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &copysign_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &remainder_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &remainder_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &remainder_out(Tensor &out, const Scalar &self, const Tensor &other);
Tensor &xlogy_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &xlogy_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &xlogy_out(Tensor &out, const Scalar &self, const Tensor &other);
Tensor &bitwise_and_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &bitwise_and_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &bitwise_and_out(Tensor &out, const Scalar &self, const Tensor &other);
Tensor &bitwise_or_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &bitwise_or_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &bitwise_or_out(Tensor &out, const Scalar &self, const Tensor &other);
Tensor &bitwise_xor_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &bitwise_xor_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &bitwise_xor_out(Tensor &out, const Scalar &self, const Tensor &other);
Tensor &eq_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &eq_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &ne_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &ne_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &lt_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &lt_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &le_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &le_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &gt_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &gt_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &ge_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &ge_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &logical_and_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &logical_or_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &logical_xor_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &where_out(Tensor &out, const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor &clamp_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &min,
                  const std::optional<Scalar> &max = {});
Tensor &clamp_out(Tensor &out, const Tensor &self, const std::optional<Tensor> &min = {},
                  const std::optional<Tensor> &max = {});
Tensor &lerp_out(Tensor &out, const Tensor &self, const Tensor &end, const Tensor &weight);
Tensor &lerp_out(Tensor &out, const Tensor &self, const Tensor &end, const Scalar &weight);
Tensor &addcmul_out(Tensor &out, const Tensor &self, const Tensor &tensor1, const Tensor &tensor2,
                    const Scalar &value = 1);
Tensor &addcdiv_out(Tensor &out, const Tensor &self, const Tensor &tensor1, const Tensor &tensor2,
                    const Scalar &value = 1);
Tensor &masked_fill_out(Tensor &out, const Tensor &self, const Tensor &mask, const Tensor &value);
Tensor &masked_fill_out(Tensor &out, const Tensor &self, const Tensor &mask, const Scalar &value);
Tensor &sum_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false,
                std::optional<ScalarType> dtype = {});
Tensor &mean_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false,
                 std::optional<ScalarType> dtype = {});
Tensor &prod_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false,
                 std::optional<ScalarType> dtype = {});
Tensor &amax_out(Tensor &out, const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor &amin_out(Tensor &out, const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor &any_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor &all_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor &var_out(Tensor &out, const Tensor &self, IntArrayRef dim, const Scalar &correction,
                bool keepdim = false);
Tensor &argmax_out(Tensor &out, const Tensor &self, std::optional<int64_t> dim = {}, bool keepdim = false);
Tensor &argmin_out(Tensor &out, const Tensor &self, std::optional<int64_t> dim = {}, bool keepdim = false);
Tensor &softmax_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
Tensor &log_softmax_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
Tensor &matmul_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &mm_out(Tensor &out, const Tensor &self, const Tensor &mat2);
Tensor &bmm_out(Tensor &out, const Tensor &self, const Tensor &mat2);
Tensor &avg_pool2d_out(Tensor &out, const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                       IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                       std::optional<int64_t> divisor_override = {});
Tensor &index_select_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index);
Tensor &cat_out(Tensor &out, TensorList tensors, int64_t dim = 0);
Tensor &linalg_inv_out(Tensor &out, const Tensor &A);
Tensor &nonzero_out(Tensor &out, const Tensor &self);
Tensor &masked_select_out(Tensor &out, const Tensor &self, const Tensor &mask);
Tensor &stack_out(Tensor &out, TensorList tensors, int64_t dim = 0);
Tensor &concat_out(Tensor &out, TensorList tensors, int64_t dim = 0);
Tensor &tril_out(Tensor &out, const Tensor &self, int64_t diagonal = 0);
Tensor &triu_out(Tensor &out, const Tensor &self, int64_t diagonal = 0);
Tensor &embedding_out(Tensor &out, const Tensor &weight, const Tensor &indices, int64_t argument2,
                      bool argument3 = false, bool argument4 = false);
Tensor &floor_divide_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &floor_divide_out(Tensor &out, const Tensor &self, const Scalar &other);
Tensor &clamp_min_out(Tensor &out, const Tensor &self, const Scalar &min);
Tensor &clamp_min_out(Tensor &out, const Tensor &self, const Tensor &min);
Tensor &clamp_max_out(Tensor &out, const Tensor &self, const Scalar &max);
Tensor &clamp_max_out(Tensor &out, const Tensor &self, const Tensor &max);
Tensor &max_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &min_out(Tensor &out, const Tensor &self, const Tensor &other);
Tensor &sum_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor &mean_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor &prod_out(Tensor &out, const Tensor &self, std::optional<ScalarType> dtype = {});
Tensor &any_out(Tensor &out, const Tensor &self);
Tensor &all_out(Tensor &out, const Tensor &self);
Tensor &var_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool unbiased, bool keepdim = false);
Tensor &std_out(Tensor &out, const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
                bool keepdim = false);
Tensor &max_out(Tensor &out, const Tensor &self);
Tensor &min_out(Tensor &out, const Tensor &self);
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
                 bool keepdim = false);
Tensor &norm_out(Tensor &out, const Tensor &self, const Scalar &p = 2);
Tensor &logsumexp_out(Tensor &out, const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor &addmm_out(Tensor &out, const Tensor &self, const Tensor &mat1, const Tensor &mat2,
                  const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor &baddbmm_out(Tensor &out, const Tensor &self, const Tensor &batch1, const Tensor &batch2,
                    const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor &mv_out(Tensor &out, const Tensor &self, const Tensor &vec);
Tensor &addmv_out(Tensor &out, const Tensor &self, const Tensor &mat, const Tensor &vec,
                  const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor &dot_out(Tensor &out, const Tensor &self, const Tensor &tensor);
Tensor &outer_out(Tensor &out, const Tensor &self, const Tensor &vec2);
Tensor &glu_out(Tensor &out, const Tensor &self, int64_t dim = -1);
Tensor &adaptive_avg_pool2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size);
Tensor &cumsum_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype);
Tensor &cumprod_out(Tensor &out, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype);
Tensor &searchsorted_out(Tensor &out, const Tensor &sorted_sequence, const Tensor &self, bool out_int32,
                         bool right, std::optional<string_view> side,
                         const std::optional<Tensor> &sorter = {});
Tensor &bucketize_out(Tensor &out, const Tensor &self, const Tensor &boundaries, bool out_int32 = false,
                      bool right = false);
Tensor &bucketize_out(Tensor &out, const Scalar &self, const Tensor &boundaries, bool out_int32 = false,
                      bool right = false);
Tensor &scatter_add_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor &index_add_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                      const Scalar &alpha = 1);
Tensor &take_out(Tensor &out, const Tensor &self, const Tensor &index);
Tensor &linalg_vector_norm_out(Tensor &out, const Tensor &self, const Scalar &ord = 2,
                               OptionalIntArrayRef dim = {}, bool keepdim = false,
                               std::optional<ScalarType> dtype = {});
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, ScalarType dtype);
Tensor &norm_out(Tensor &out, const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim,
                 bool keepdim, ScalarType dtype);
Tensor &flip_out(Tensor &out, const Tensor &self, IntArrayRef dims);
Tensor &diag_out(Tensor &out, const Tensor &self, int64_t diagonal = 0);
Tensor &reflection_pad2d_out(Tensor &out, const Tensor &self, IntArrayRef padding);
Tensor &upsample_nearest2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size,
                               std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
Tensor &upsample_bilinear2d_out(Tensor &out, const Tensor &self, IntArrayRef output_size, bool align_corners,
                                std::optional<double> scales_h = {}, std::optional<double> scales_w = {});
Tensor &linalg_solve_out(Tensor &out, const Tensor &A, const Tensor &B, bool left = true);
Tensor &nansum_out(Tensor &out, const Tensor &self, OptionalIntArrayRef dim = {}, bool keepdim = false,
                   std::optional<ScalarType> dtype = {});
Tensor &addbmm_out(Tensor &out, const Tensor &self, const Tensor &batch1, const Tensor &batch2,
                   const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor &round_out(Tensor &out, const Tensor &self, int64_t decimals);
Tensor &gather_out(Tensor &out, const Tensor &self, int64_t dim, const Tensor &index, bool sparse_grad);
Tensor &searchsorted_out(Tensor &out, const Tensor &sorted_sequence, const Scalar &self, bool out_int32,
                         bool right, std::optional<string_view> side,
                         const std::optional<Tensor> &sorter = {});

} // namespace fg
