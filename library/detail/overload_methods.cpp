// The definitions of overload_methods.inc's methods: the free functions of the same names.
#include <fullgraph/ops.h>

namespace fg {

Tensor Tensor::any(std::nullopt_t dim, bool keepdim) const { return fg::any(*this, dim, keepdim); }
Tensor Tensor::all(std::nullopt_t dim, bool keepdim) const { return fg::all(*this, dim, keepdim); }
Tensor Tensor::divide(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
Tensor Tensor::divide(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div(*this, other, rounding_mode);
}
Tensor &Tensor::divide_(const Tensor &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
Tensor &Tensor::divide_(const Scalar &other, std::optional<string_view> rounding_mode) const {
  return fg::div_(const_cast<Tensor &>(*this), other, rounding_mode);
}
Tensor Tensor::clip(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp(*this, min, max);
}
Tensor &Tensor::clip_(const std::optional<Tensor> &min, const std::optional<Tensor> &max) const {
  return fg::clamp_(const_cast<Tensor &>(*this), min, max);
}
Tensor &Tensor::clamp_min_(const Tensor &min) const {
  return fg::clamp_min_(const_cast<Tensor &>(*this), min);
}
Tensor &Tensor::clamp_max_(const Tensor &max) const {
  return fg::clamp_max_(const_cast<Tensor &>(*this), max);
}
Tensor &Tensor::round_(int64_t decimals) const { return fg::round_(const_cast<Tensor &>(*this), decimals); }
Tensor &Tensor::cumsum_(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::cumsum_(const_cast<Tensor &>(*this), dim, dtype);
}
Tensor &Tensor::cumprod_(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::cumprod_(const_cast<Tensor &>(*this), dim, dtype);
}
Tensor Tensor::count_nonzero(std::nullopt_t dim) const { return fg::count_nonzero(*this, dim); }
Tensor Tensor::cov(int64_t correction, const std::optional<Tensor> &fweights,
                   const std::optional<Tensor> &aweights) const {
  return fg::cov(*this, correction, fweights, aweights);
}
Tensor Tensor::diff(int64_t n, int64_t dim, const std::optional<Tensor> &prepend,
                    const std::optional<Tensor> &append) const {
  return fg::diff(*this, n, dim, prepend, append);
}
Tensor Tensor::argsort(int dim, bool descending) const { return fg::argsort(*this, dim, descending); }
Tensor Tensor::argsort(bool stable, int64_t dim, bool descending) const {
  return fg::argsort(*this, stable, dim, descending);
}
Tensor Tensor::expand(IntArrayRef size, bool) const { return fg::expand(*this, size); }
Tensor Tensor::gather(int64_t dim, const Tensor &index, bool) const { return fg::gather(*this, dim, index); }
Tensor Tensor::scatter(int64_t dim, const Tensor &index, const Scalar &value, string_view reduce) const {
  return fg::scatter(*this, dim, index, value, reduce);
}
Tensor &Tensor::scatter_(int64_t dim, const Tensor &index, const Scalar &value, string_view reduce) const {
  return fg::scatter_(const_cast<Tensor &>(*this), dim, index, value, reduce);
}
Tensor Tensor::repeat_interleave(const Tensor &repeats, std::optional<int64_t> dim,
                                 std::optional<int64_t>) const {
  return fg::repeat_interleave(*this, repeats, dim);
}
Tensor Tensor::repeat_interleave(int64_t repeats, std::optional<int64_t> dim, std::optional<int64_t>) const {
  return fg::repeat_interleave(*this, repeats, dim);
}
Tensor Tensor::narrow(int64_t dim, const Tensor &start, int64_t length) const {
  return fg::narrow(*this, dim, start, length);
}
std::vector<Tensor> Tensor::tensor_split(const Tensor &tensor_indices_or_sections, int64_t dim) const {
  return fg::tensor_split(*this, tensor_indices_or_sections, dim);
}
Tensor &Tensor::squeeze_(IntArrayRef dim) { return *this = squeeze(dim); }
Tensor &Tensor::bernoulli_(const Tensor &p) const { return fg::bernoulli_(const_cast<Tensor &>(*this), p); }
Tensor Tensor::stft(int64_t n_fft, std::optional<int64_t> hop_length, std::optional<int64_t> win_length,
                    const std::optional<Tensor> &window, bool center, string_view pad_mode, bool normalized,
                    std::optional<bool> onesided, std::optional<bool> return_complex) const {
  return fg::stft(*this, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided,
                  return_complex);
}
Tensor Tensor::pin_memory() const { return *this; }

} // namespace fg
