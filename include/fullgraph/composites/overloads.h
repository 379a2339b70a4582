// ATen's further overloads of functions that other parts declare: which of them a call selects is pinned by
// test/Overloads, against ATen's own headers.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

Tensor divide(const Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode);
Tensor divide(const Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode);
Tensor float_power(const Scalar &self, const Tensor &exponent);
Tensor clip(const Tensor &self, const std::optional<Tensor> &min = {}, const std::optional<Tensor> &max = {});
Tensor &clamp_min_(Tensor &self, const Tensor &min);
Tensor &clamp_max_(Tensor &self, const Tensor &max);
Tensor &round_(Tensor &self, int64_t decimals);
Tensor &cumsum_(Tensor &self, int64_t dim, std::optional<ScalarType> dtype);
Tensor &cumprod_(Tensor &self, int64_t dim, std::optional<ScalarType> dtype);

Tensor count_nonzero(const Tensor &self, std::nullopt_t dim);
/// Singular values up to max(atol, rtol * the largest one) count as 0; `tol` is atol. The bounds may be
/// tensors, one a matrix.
Tensor linalg_matrix_rank(const Tensor &self, double tol, bool hermitian = false);
Tensor linalg_matrix_rank(const Tensor &input, const Tensor &tol, bool hermitian = false);
Tensor linalg_matrix_rank(const Tensor &input, const std::optional<Tensor> &atol = {},
                          const std::optional<Tensor> &rtol = {}, bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, const Tensor &rcond, bool hermitian = false);
Tensor linalg_pinv(const Tensor &self, const std::optional<Tensor> &atol = {},
                   const std::optional<Tensor> &rtol = {}, bool hermitian = false);
Tensor linalg_matrix_norm(const Tensor &self, const Scalar &ord, IntArrayRef dim = {-2, -1},
                          bool keepdim = false, std::optional<ScalarType> dtype = {});
/// Observations are columns. fweights: how often each counts, whole numbers; aweights: how much.
Tensor cov(const Tensor &self, int64_t correction, const std::optional<Tensor> &fweights,
           const std::optional<Tensor> &aweights = {});
/// The differences of self with `prepend` in front of it and `append` behind it, along dim.
Tensor diff(const Tensor &self, int64_t n, int64_t dim, const std::optional<Tensor> &prepend,
            const std::optional<Tensor> &append = {});

/// `transposed`: conv_transpose1d, 2d or 3d, by the rank of the input.
Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                   IntArrayRef output_padding, int64_t groups);
Tensor einsum(string_view equation, TensorList operands, OptionalIntArrayRef path); // the path is only speed
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index, bool sparse_grad);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value, string_view reduce);
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value, string_view reduce);
Tensor isin(const Scalar &element, const Tensor &test_elements, bool assume_unique = false,
            bool invert = false);
Tensor searchsorted(const Tensor &sorted_sequence, const Scalar &self, bool out_int32, bool right,
                    std::optional<string_view> side, const std::optional<Tensor> &sorter = {});
/// Where the elements of repeat_interleave(x, repeats) are from.
Tensor repeat_interleave(const Tensor &repeats, std::optional<int64_t> output_size = {});
Tensor repeat_interleave(const Tensor &self, const Tensor &repeats, std::optional<int64_t> dim,
                         std::optional<int64_t> output_size);
Tensor repeat_interleave(const Tensor &self, int64_t repeats, std::optional<int64_t> dim,
                         std::optional<int64_t> output_size);
// Places and bounds that tensors of one element hold: reading them is a graph break where an operator needs
// them as sizes.
Tensor narrow(const Tensor &self, int64_t dim, const Tensor &start, int64_t length);
std::vector<Tensor> tensor_split(const Tensor &self, const Tensor &tensor_indices_or_sections,
                                 int64_t dim = 0);
Tensor linspace(const Tensor &start, const Tensor &end, int64_t steps, const TensorOptions &options = {});
Tensor linspace(const Tensor &start, const Scalar &end, int64_t steps, const TensorOptions &options = {});
Tensor linspace(const Scalar &start, const Tensor &end, int64_t steps, const TensorOptions &options = {});

Tensor bernoulli(const Tensor &self, const Tensor &p);
Tensor &bernoulli_(Tensor &self, const Tensor &p);

// Windows, periodic unless said otherwise.
Tensor bartlett_window(int64_t window_length, const TensorOptions &options);
Tensor blackman_window(int64_t window_length, const TensorOptions &options);
Tensor hann_window(int64_t window_length, const TensorOptions &options);
Tensor hamming_window(int64_t window_length, const TensorOptions &options);
Tensor hamming_window(int64_t window_length, bool periodic, const TensorOptions &options);
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, const TensorOptions &options);
Tensor kaiser_window(int64_t window_length, const TensorOptions &options);
Tensor kaiser_window(int64_t window_length, bool periodic, const TensorOptions &options);
Tensor range(const Scalar &start, const Scalar &end, const TensorOptions &options);

} // namespace fg
