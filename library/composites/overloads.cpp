#include <fullgraph/ops.h>

namespace fg {

Tensor divide(const Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode) {
  return div(self, other, rounding_mode);
}
Tensor divide(const Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode) {
  return div(self, other, rounding_mode);
}
Tensor float_power(const Scalar &self, const Tensor &exponent) {
  return pow(Scalar(self.toDouble()), to(exponent, kDouble));
}
Tensor clip(const Tensor &self, const std::optional<Tensor> &min, const std::optional<Tensor> &max) {
  return clamp(self, min, max);
}
Tensor &clamp_min_(Tensor &self, const Tensor &min) { return clamp_(self, min, std::nullopt); }
Tensor &clamp_max_(Tensor &self, const Tensor &max) { return clamp_(self, std::nullopt, max); }
Tensor &round_(Tensor &self, int64_t decimals) { return copy_(self, round(self, decimals)); }
Tensor &cumsum_(Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return copy_(self, cumsum(self, dim, dtype.value_or(self.scalar_type())));
}
Tensor &cumprod_(Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return copy_(self, cumprod(self, dim, dtype.value_or(self.scalar_type())));
}

Tensor count_nonzero(const Tensor &self, std::nullopt_t) { return count_nonzero(self); }
Tensor linalg_matrix_norm(const Tensor &self, const Scalar &ord, IntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  return linalg_matrix_norm(self, ord.toDouble(), dim, keepdim, dtype);
}

// The formulas of aten/src/ATen/native/Correlation.cpp.
Tensor cov(const Tensor &self, int64_t correction, const std::optional<Tensor> &fweights,
           const std::optional<Tensor> &aweights) {
  const bool counted = detail::given(fweights), weighted = detail::given(aweights);
  if (!counted && !weighted)
    return cov(self, correction);
  FG_CHECK(self.dim() <= 2, "cov(): expected input to have two or fewer dimensions but got an input with ",
           self.dim(), " dimensions");
  FG_CHECK(self.scalar_type() != kBool, "cov(): bool dtype is not supported for input");
  const Tensor rows = self.dim() < 2 ? reshape(self, {1, self.numel()}) : self;
  const int64_t observations = rows.size(1);
  Tensor weights;
  if (counted) {
    FG_CHECK(fweights->dim() <= 1,
             "cov(): expected fweights to have one or fewer dimensions but got fweights with ",
             fweights->dim(), " dimensions");
    FG_CHECK(!fweights->is_floating_point() && !fweights->is_complex() && fweights->scalar_type() != kBool,
             "cov(): expected fweights to have integral dtype but got fweights with ",
             fweights->scalar_type(), " dtype");
    FG_CHECK(
        fweights->numel() == observations,
        "cov(): expected fweights to have the same numel as there are observations in the input but got ",
        fweights->numel(), " != ", observations);
    weights = *fweights;
  }
  if (weighted) {
    FG_CHECK(aweights->dim() <= 1,
             "cov(): expected aweights to have one or fewer dimensions but got aweights with ",
             aweights->dim(), " dimensions");
    FG_CHECK(aweights->is_floating_point(),
             "cov(): expected aweights to have floating point dtype but got aweights with ",
             aweights->scalar_type(), " dtype");
    FG_CHECK(
        aweights->numel() == observations,
        "cov(): expected aweights to have the same numel as there are observations in the input but got ",
        aweights->numel(), " != ", observations);
    weights = counted ? mul(weights, *aweights) : *aweights;
  }
  const Tensor total = sum(weights);
  const Tensor from = sub(rows, unsqueeze(div(sum(mul(rows, weights), {1}), total), 1));
  const Tensor left = weighted && correction != 0
                          ? sub(total, mul(div(sum(mul(weights, *aweights)), total), correction))
                          : sub(total, correction);
  return squeeze(div(mm(from, t(mul(from, weights))), clamp_min(left, 0)));
}
Tensor diff(const Tensor &self, int64_t n, int64_t dim, const std::optional<Tensor> &prepend,
            const std::optional<Tensor> &append) {
  if (!detail::given(prepend) && !detail::given(append))
    return diff(self, n, dim);
  FG_CHECK(self.dim() > 0, "diff expects input to be at least one-dimensional");
  std::vector<Tensor> parts;
  if (detail::given(prepend))
    parts.push_back(*prepend);
  parts.push_back(self);
  if (detail::given(append))
    parts.push_back(*append);
  return diff(cat(parts, dim), n, dim);
}

Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed,
                   IntArrayRef output_padding, int64_t groups) {
  if (transposed)
    return weight.dim() == 3
               ? conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)
           : weight.dim() == 4
               ? conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)
               : conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation);
  return weight.dim() == 3   ? conv1d(input, weight, bias, stride, padding, dilation, groups)
         : weight.dim() == 4 ? conv2d(input, weight, bias, stride, padding, dilation, groups)
                             : conv3d(input, weight, bias, stride, padding, dilation, groups);
}
Tensor einsum(string_view equation, TensorList operands, OptionalIntArrayRef) {
  return einsum(equation, operands);
}
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index, bool) { return gather(self, dim, index); }
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value,
               string_view reduce) {
  return scatter(self, dim, index, full(index.sizes(), value, self.scalar_type()), reduce);
}
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value, string_view reduce) {
  return copy_(self, scatter(self, dim, index, value, reduce));
}
Tensor isin(const Scalar &element, const Tensor &test_elements, bool, bool invert) {
  const Tensor found = any(eq(test_elements, element));
  return invert ? logical_not(found) : found;
}
Tensor searchsorted(const Tensor &sorted_sequence, const Scalar &self, bool out_int32, bool right,
                    std::optional<string_view> side, const std::optional<Tensor> &sorter) {
  const bool real = self.isFloatingPoint() && !sorted_sequence.is_floating_point();
  const Tensor sequence = real ? to(sorted_sequence, kFloat) : sorted_sequence;
  return searchsorted(sequence, full({}, self, sequence.scalar_type()), out_int32, right, side, sorter);
}
Tensor repeat_interleave(const Tensor &repeats, std::optional<int64_t>) {
  FG_CHECK(repeats.dim() == 1, "repeat_interleave only accept 1D vector as repeat");
  return repeat_interleave(arange(repeats.size(0)), repeats, 0);
}
Tensor repeat_interleave(const Tensor &self, const Tensor &repeats, std::optional<int64_t> dim,
                         std::optional<int64_t>) {
  return repeat_interleave(self, repeats, dim);
}
Tensor repeat_interleave(const Tensor &self, int64_t repeats, std::optional<int64_t> dim,
                         std::optional<int64_t>) {
  return repeat_interleave(self, repeats, dim);
}
Tensor narrow(const Tensor &self, int64_t dim, const Tensor &start, int64_t length) {
  FG_CHECK(start.dim() == 0 && !start.is_floating_point() && start.scalar_type() != kBool,
           "start must be an 0-dim integral Tensor.");
  return narrow(self, dim, start.item<int64_t>(), length);
}
std::vector<Tensor> tensor_split(const Tensor &self, const Tensor &tensor_indices_or_sections, int64_t dim) {
  const Tensor &at = tensor_indices_or_sections;
  FG_CHECK(self.dim() > 0, "tensor_split expected at least a 1-dimensional tensor, but got a tensor with ",
           self.dim(), " dims");
  FG_CHECK(at.scalar_type() == kLong,
           "tensor_split expected tensor_indices_or_sections to have dtype of long, but got ",
           at.scalar_type());
  FG_CHECK(at.dim() == 0 || at.dim() == 1,
           "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
           "tensor, but got a tensor with ",
           at.dim(), " dims");
  if (at.dim() == 0)
    return tensor_split(self, at.item<int64_t>(), dim);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < at.size(0); ++i)
    indices.push_back(select(at, 0, i).item<int64_t>());
  return tensor_split(self, IntArrayRef(indices), dim);
}
namespace detail {
static Scalar bound(const Tensor &of, const char *name) {
  FG_CHECK(of.dim() == 0, "linspace only supports 0-dimensional start and end tensors, but got ", name,
           " with ", of.dim(), " dimension(s).");
  return of.item();
}
} // namespace detail
Tensor linspace(const Tensor &start, const Tensor &end, int64_t steps, const TensorOptions &options) {
  return linspace(detail::bound(start, "start"), detail::bound(end, "end"), steps, options);
}
Tensor linspace(const Tensor &start, const Scalar &end, int64_t steps, const TensorOptions &options) {
  return linspace(detail::bound(start, "start"), end, steps, options);
}
Tensor linspace(const Scalar &start, const Tensor &end, int64_t steps, const TensorOptions &options) {
  return linspace(start, detail::bound(end, "end"), steps, options);
}

Tensor bernoulli(const Tensor &self, const Tensor &p) {
  return to(lt(rand(self.sizes()), p), self.scalar_type());
}
Tensor &bernoulli_(Tensor &self, const Tensor &p) { return copy_(self, bernoulli(self, p)); }

Tensor bartlett_window(int64_t window_length, const TensorOptions &options) {
  return bartlett_window(window_length, true, options);
}
Tensor blackman_window(int64_t window_length, const TensorOptions &options) {
  return blackman_window(window_length, true, options);
}
Tensor hann_window(int64_t window_length, const TensorOptions &options) {
  return hann_window(window_length, true, options);
}
Tensor hamming_window(int64_t window_length, const TensorOptions &options) {
  return hamming_window(window_length, true, 0.54, 0.46, options);
}
Tensor hamming_window(int64_t window_length, bool periodic, const TensorOptions &options) {
  return hamming_window(window_length, periodic, 0.54, 0.46, options);
}
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, const TensorOptions &options) {
  return hamming_window(window_length, periodic, alpha, 0.46, options);
}
Tensor kaiser_window(int64_t window_length, const TensorOptions &options) {
  return kaiser_window(window_length, true, 12.0, options);
}
Tensor kaiser_window(int64_t window_length, bool periodic, const TensorOptions &options) {
  return kaiser_window(window_length, periodic, 12.0, options);
}
Tensor range(const Scalar &start, const Scalar &end, const TensorOptions &options) {
  return range(start, end, 1, options);
}

} // namespace fg
