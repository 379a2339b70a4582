// The definitions of composite_methods.inc's methods: the free functions of the same names.
#include <fullgraph/ops.h>

namespace fg {

// unary and binary
Tensor Tensor::softplus(const Scalar &beta, const Scalar &threshold) const {
  return fg::softplus(*this, beta, threshold);
}
Tensor Tensor::nan_to_num(std::optional<double> nan, std::optional<double> posinf,
                          std::optional<double> neginf) const {
  return fg::nan_to_num(*this, nan, posinf, neginf);
}
Tensor Tensor::multiply(const Tensor &other) const { return fg::multiply(*this, other); }
Tensor Tensor::multiply(const Scalar &other) const { return fg::multiply(*this, other); }
Tensor Tensor::divide(const Tensor &other) const { return fg::divide(*this, other); }
Tensor Tensor::divide(const Scalar &other) const { return fg::divide(*this, other); }
Tensor Tensor::subtract(const Tensor &other, const Scalar &alpha) const {
  return fg::subtract(*this, other, alpha);
}
Tensor Tensor::subtract(const Scalar &other, const Scalar &alpha) const {
  return fg::subtract(*this, other, alpha);
}
Tensor Tensor::greater(const Tensor &other) const { return fg::greater(*this, other); }
Tensor Tensor::greater(const Scalar &other) const { return fg::greater(*this, other); }
Tensor Tensor::less(const Tensor &other) const { return fg::less(*this, other); }
Tensor Tensor::less(const Scalar &other) const { return fg::less(*this, other); }
Tensor Tensor::not_equal(const Tensor &other) const { return fg::not_equal(*this, other); }
Tensor Tensor::not_equal(const Scalar &other) const { return fg::not_equal(*this, other); }
Tensor Tensor::arctan2(const Tensor &other) const { return fg::arctan2(*this, other); }
Tensor Tensor::float_power(const Tensor &exponent) const { return fg::float_power(*this, exponent); }
Tensor Tensor::float_power(const Scalar &exponent) const { return fg::float_power(*this, exponent); }

Tensor Tensor::round(int64_t decimals) const { return fg::round(*this, decimals); }
Tensor Tensor::mvlgamma(int64_t p) const { return fg::mvlgamma(*this, p); }
Tensor &Tensor::polygamma_(int64_t n) const { return fg::polygamma_(const_cast<Tensor &>(*this), n); }
std::tuple<Tensor, Tensor> Tensor::frexp() const { return fg::frexp(*this); }
Tensor Tensor::gcd(const Tensor &other) const { return fg::gcd(*this, other); }
Tensor Tensor::lcm(const Tensor &other) const { return fg::lcm(*this, other); }
Tensor &Tensor::gcd_(const Tensor &other) const { return fg::gcd_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::lcm_(const Tensor &other) const { return fg::lcm_(const_cast<Tensor &>(*this), other); }

// sorting and scanning
Tensor Tensor::nanmedian() const { return fg::nanmedian(*this); }
std::tuple<Tensor, Tensor> Tensor::nanmedian(int64_t dim, bool keepdim) const {
  return fg::nanmedian(*this, dim, keepdim);
}
std::tuple<Tensor, Tensor> Tensor::mode(int64_t dim, bool keepdim) const {
  return fg::mode(*this, dim, keepdim);
}
Tensor Tensor::renorm(const Scalar &p, int64_t dim, const Scalar &maxnorm) const {
  return fg::renorm(*this, p, dim, maxnorm);
}
Tensor &Tensor::renorm_(const Scalar &p, int64_t dim, const Scalar &maxnorm) const {
  return fg::renorm_(const_cast<Tensor &>(*this), p, dim, maxnorm);
}
std::tuple<Tensor, Tensor> Tensor::slogdet() const { return fg::slogdet(*this); }
std::tuple<Tensor, Tensor> Tensor::qr(bool some) const { return fg::qr(*this, some); }
std::tuple<Tensor, Tensor, Tensor> Tensor::svd(bool some, bool compute_uv) const {
  return fg::svd(*this, some, compute_uv);
}
Tensor Tensor::pinverse(double rcond) const { return fg::pinverse(*this, rcond); }
Tensor Tensor::stft(int64_t n_fft, std::optional<int64_t> hop_length, std::optional<int64_t> win_length,
                    const std::optional<Tensor> &window, bool normalized, std::optional<bool> onesided,
                    std::optional<bool> return_complex) const {
  return fg::stft(*this, n_fft, hop_length, win_length, window, normalized, onesided, return_complex);
}
std::tuple<Tensor, Tensor> Tensor::sort(int64_t dim, bool descending) const {
  return fg::sort(*this, dim, descending);
}
std::tuple<Tensor, Tensor> Tensor::sort(std::optional<bool> stable, int64_t dim, bool descending) const {
  return fg::sort(*this, stable, dim, descending);
}
Tensor Tensor::argsort(int64_t dim, bool descending) const { return fg::argsort(*this, dim, descending); }
Tensor Tensor::msort() const { return fg::msort(*this); }
std::tuple<Tensor, Tensor> Tensor::topk(int64_t k, int64_t dim, bool largest, bool sorted) const {
  return fg::topk(*this, k, dim, largest, sorted);
}
std::tuple<Tensor, Tensor> Tensor::kthvalue(int64_t k, int64_t dim, bool keepdim) const {
  return fg::kthvalue(*this, k, dim, keepdim);
}
Tensor Tensor::median() const { return fg::median(*this); }
std::tuple<Tensor, Tensor> Tensor::median(int64_t dim, bool keepdim) const {
  return fg::median(*this, dim, keepdim);
}
Tensor Tensor::cumsum(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::cumsum(*this, dim, dtype);
}
Tensor Tensor::cumprod(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::cumprod(*this, dim, dtype);
}
Tensor &Tensor::fill_diagonal_(const Scalar &fill_value, bool wrap) const {
  return fg::fill_diagonal_(const_cast<Tensor &>(*this), fill_value, wrap);
}
Tensor &Tensor::cumsum_(int64_t dim) const { return fg::cumsum_(const_cast<Tensor &>(*this), dim); }
Tensor &Tensor::cumprod_(int64_t dim) const { return fg::cumprod_(const_cast<Tensor &>(*this), dim); }
Tensor Tensor::logcumsumexp(int64_t dim) const { return fg::logcumsumexp(*this, dim); }
std::tuple<Tensor, Tensor> Tensor::cummax(int64_t dim) const { return fg::cummax(*this, dim); }
std::tuple<Tensor, Tensor> Tensor::cummin(int64_t dim) const { return fg::cummin(*this, dim); }
Tensor Tensor::diff(int64_t n, int64_t dim) const { return fg::diff(*this, n, dim); }
std::tuple<Tensor, Tensor> Tensor::aminmax(std::optional<int64_t> dim, bool keepdim) const {
  return fg::aminmax(*this, dim, keepdim);
}
Tensor Tensor::nansum(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::nansum(*this, dim, keepdim, dtype);
}
Tensor Tensor::count_nonzero(IntArrayRef dim) const { return fg::count_nonzero(*this, dim); }
Tensor Tensor::norm(const std::optional<Scalar> &p, ScalarType dtype) const {
  return fg::norm(*this, p, dtype);
}
Tensor Tensor::norm(const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim, ScalarType dtype) const {
  return fg::norm(*this, p, dim, keepdim, dtype);
}
Tensor Tensor::dist(const Tensor &other, const Scalar &p) const { return fg::dist(*this, other, p); }

// linear algebra
Tensor Tensor::inverse() const { return fg::inverse(*this); }
Tensor Tensor::det() const { return fg::det(*this); }
Tensor Tensor::logdet() const { return fg::logdet(*this); }
Tensor Tensor::cholesky(bool upper) const { return fg::cholesky(*this, upper); }
Tensor Tensor::cholesky_solve(const Tensor &input2, bool upper) const {
  return fg::cholesky_solve(*this, input2, upper);
}
Tensor Tensor::cholesky_inverse(bool upper) const { return fg::cholesky_inverse(*this, upper); }
std::tuple<Tensor, Tensor> Tensor::triangular_solve(const Tensor &A, bool upper, bool transpose,
                                                    bool unitriangular) const {
  return fg::triangular_solve(*this, A, upper, transpose, unitriangular);
}
Tensor Tensor::lu_solve(const Tensor &LU_data, const Tensor &LU_pivots) const {
  return fg::lu_solve(*this, LU_data, LU_pivots);
}
Tensor Tensor::matrix_exp() const { return fg::matrix_exp(*this); }
Tensor Tensor::matrix_power(int64_t n) const { return fg::matrix_power(*this, n); }
Tensor Tensor::kron(const Tensor &other) const { return fg::kron(*this, other); }
Tensor Tensor::ger(const Tensor &vec2) const { return fg::ger(*this, vec2); }
Tensor Tensor::inner(const Tensor &other) const { return fg::inner(*this, other); }
Tensor Tensor::cross(const Tensor &other, std::optional<int64_t> dim) const {
  return fg::cross(*this, other, dim);
}
Tensor Tensor::trace() const { return fg::trace(*this); }

// shape
Tensor Tensor::flip(IntArrayRef dims) const { return fg::flip(*this, dims); }
Tensor Tensor::fliplr() const { return fg::fliplr(*this); }
Tensor Tensor::flipud() const { return fg::flipud(*this); }
Tensor Tensor::roll(IntArrayRef shifts, IntArrayRef dims) const { return fg::roll(*this, shifts, dims); }
std::vector<Tensor> Tensor::tensor_split(int64_t sections, int64_t dim) const {
  return fg::tensor_split(*this, sections, dim);
}
std::vector<Tensor> Tensor::tensor_split(IntArrayRef indices, int64_t dim) const {
  return fg::tensor_split(*this, indices, dim);
}
std::vector<Tensor> Tensor::hsplit(int64_t sections) const { return fg::hsplit(*this, sections); }
std::vector<Tensor> Tensor::hsplit(IntArrayRef indices) const { return fg::hsplit(*this, indices); }
std::vector<Tensor> Tensor::vsplit(int64_t sections) const { return fg::vsplit(*this, sections); }
std::vector<Tensor> Tensor::vsplit(IntArrayRef indices) const { return fg::vsplit(*this, indices); }
std::vector<Tensor> Tensor::dsplit(int64_t sections) const { return fg::dsplit(*this, sections); }
std::vector<Tensor> Tensor::dsplit(IntArrayRef indices) const { return fg::dsplit(*this, indices); }
Tensor Tensor::moveaxis(IntArrayRef source, IntArrayRef destination) const {
  return fg::moveaxis(*this, source, destination);
}
Tensor Tensor::moveaxis(int64_t source, int64_t destination) const {
  return fg::moveaxis(*this, source, destination);
}
Tensor Tensor::select_scatter(const Tensor &src, int64_t dim, int64_t index) const {
  return fg::select_scatter(*this, src, dim, index);
}
Tensor Tensor::slice_scatter(const Tensor &src, int64_t dim, std::optional<int64_t> start,
                             std::optional<int64_t> end, int64_t step) const {
  return fg::slice_scatter(*this, src, dim, start, end, step);
}
Tensor Tensor::sinc() const { return fg::sinc(*this); }
Tensor Tensor::signbit() const { return fg::signbit(*this); }
Tensor Tensor::heaviside(const Tensor &values) const { return fg::heaviside(*this, values); }
Tensor Tensor::logaddexp2(const Tensor &other) const { return fg::logaddexp2(*this, other); }
Tensor Tensor::ldexp(const Tensor &other) const { return fg::ldexp(*this, other); }
Tensor Tensor::isneginf() const { return fg::isneginf(*this); }
Tensor Tensor::isposinf() const { return fg::isposinf(*this); }
Tensor Tensor::isreal() const { return fg::isreal(*this); }
Tensor Tensor::cov(int64_t correction) const { return fg::cov(*this, correction); }
Tensor Tensor::corrcoef() const { return fg::corrcoef(*this); }
Tensor Tensor::addbmm(const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                      const Scalar &alpha) const {
  return fg::addbmm(*this, batch1, batch2, beta, alpha);
}
Tensor Tensor::nanmean(OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::nanmean(*this, dim, keepdim, dtype);
}
Tensor Tensor::rot90(int64_t k, IntArrayRef dims) const { return fg::rot90(*this, k, dims); }
Tensor Tensor::repeat_interleave(int64_t repeats, std::optional<int64_t> dim) const {
  return fg::repeat_interleave(*this, repeats, dim);
}
Tensor Tensor::repeat_interleave(const Tensor &repeats, std::optional<int64_t> dim) const {
  return fg::repeat_interleave(*this, repeats, dim);
}
Tensor Tensor::tile(IntArrayRef dims) const { return fg::tile(*this, dims); }
Tensor Tensor::diag(int64_t diagonal) const { return fg::diag(*this, diagonal); }
Tensor Tensor::diagonal(int64_t offset, int64_t dim1, int64_t dim2) const {
  return fg::diagonal(*this, offset, dim1, dim2);
}
Tensor Tensor::diag_embed(int64_t offset, int64_t dim1, int64_t dim2) const {
  return fg::diag_embed(*this, offset, dim1, dim2);
}
Tensor Tensor::diagflat(int64_t offset) const { return fg::diagflat(*this, offset); }
Tensor Tensor::unfold(int64_t dimension, int64_t size, int64_t step) const {
  return detail::windows(*this, dimension, size, step);
}
Tensor Tensor::as_strided(IntArrayRef size, IntArrayRef stride, std::optional<int64_t> storage_offset) const {
  return fg::as_strided(*this, size, stride, storage_offset);
}
Tensor Tensor::swapdims(int64_t dim0, int64_t dim1) const { return fg::swapdims(*this, dim0, dim1); }
Tensor &Tensor::unsqueeze_(int64_t dim) { return *this = fg::unsqueeze(*this, dim); }
Tensor &Tensor::squeeze_(int64_t dim) { return *this = fg::squeeze(*this, dim); }
Tensor &Tensor::squeeze_() { return *this = fg::squeeze(*this); }
Tensor &Tensor::transpose_(int64_t dim0, int64_t dim1) { return *this = fg::transpose(*this, dim0, dim1); }
Tensor &Tensor::t_() { return *this = fg::t(*this); }
Tensor &Tensor::tril_(int64_t diagonal) const {
  return fg::copy_(const_cast<Tensor &>(*this), fg::tril(*this, diagonal));
}
Tensor &Tensor::triu_(int64_t diagonal) const {
  return fg::copy_(const_cast<Tensor &>(*this), fg::triu(*this, diagonal));
}

// indexing
Tensor Tensor::take(const Tensor &index) const { return fg::take(*this, index); }
Tensor Tensor::take_along_dim(const Tensor &indices, std::optional<int64_t> dim) const {
  return fg::take_along_dim(*this, indices, dim);
}
Tensor Tensor::scatter(int64_t dim, const Tensor &index, const Tensor &src) const {
  return fg::scatter(*this, dim, index, src);
}
Tensor Tensor::scatter(int64_t dim, const Tensor &index, const Scalar &value) const {
  return fg::scatter(*this, dim, index, value);
}
Tensor Tensor::scatter(int64_t dim, const Tensor &index, const Tensor &src, string_view reduce) const {
  return fg::scatter(*this, dim, index, src, reduce);
}
Tensor Tensor::scatter_add(int64_t dim, const Tensor &index, const Tensor &src) const {
  return fg::scatter_add(*this, dim, index, src);
}
Tensor Tensor::scatter_reduce(int64_t dim, const Tensor &index, const Tensor &src, string_view reduce,
                              bool include_self) const {
  return fg::scatter_reduce(*this, dim, index, src, reduce, include_self);
}
Tensor &Tensor::scatter_(int64_t dim, const Tensor &index, const Tensor &src) const {
  return fg::scatter_(const_cast<Tensor &>(*this), dim, index, src);
}
Tensor &Tensor::scatter_(int64_t dim, const Tensor &index, const Scalar &value) const {
  return fg::scatter_(const_cast<Tensor &>(*this), dim, index, value);
}
Tensor &Tensor::scatter_(int64_t dim, const Tensor &index, const Tensor &src, string_view reduce) const {
  return fg::scatter_(const_cast<Tensor &>(*this), dim, index, src, reduce);
}
Tensor &Tensor::scatter_add_(int64_t dim, const Tensor &index, const Tensor &src) const {
  return fg::scatter_add_(const_cast<Tensor &>(*this), dim, index, src);
}
Tensor &Tensor::scatter_reduce_(int64_t dim, const Tensor &index, const Tensor &src, string_view reduce,
                                bool include_self) const {
  return fg::scatter_reduce_(const_cast<Tensor &>(*this), dim, index, src, reduce, include_self);
}
Tensor Tensor::index_add(int64_t dim, const Tensor &index, const Tensor &source, const Scalar &alpha) const {
  return fg::index_add(*this, dim, index, source, alpha);
}
Tensor Tensor::index_copy(int64_t dim, const Tensor &index, const Tensor &source) const {
  return fg::index_copy(*this, dim, index, source);
}
Tensor Tensor::index_fill(int64_t dim, const Tensor &index, const Scalar &value) const {
  return fg::index_fill(*this, dim, index, value);
}
Tensor Tensor::index_fill(int64_t dim, const Tensor &index, const Tensor &value) const {
  return fg::index_fill(*this, dim, index, value);
}
Tensor &Tensor::index_add_(int64_t dim, const Tensor &index, const Tensor &source,
                           const Scalar &alpha) const {
  return fg::index_add_(const_cast<Tensor &>(*this), dim, index, source, alpha);
}
Tensor &Tensor::index_copy_(int64_t dim, const Tensor &index, const Tensor &source) const {
  return fg::index_copy_(const_cast<Tensor &>(*this), dim, index, source);
}
Tensor &Tensor::index_fill_(int64_t dim, const Tensor &index, const Scalar &value) const {
  return fg::index_fill_(const_cast<Tensor &>(*this), dim, index, value);
}
Tensor &Tensor::index_fill_(int64_t dim, const Tensor &index, const Tensor &value) const {
  return fg::index_fill_(const_cast<Tensor &>(*this), dim, index, value);
}
Tensor Tensor::masked_scatter(const Tensor &mask, const Tensor &source) const {
  return fg::masked_scatter(*this, mask, source);
}
Tensor &Tensor::masked_scatter_(const Tensor &mask, const Tensor &source) const {
  return fg::masked_scatter_(const_cast<Tensor &>(*this), mask, source);
}
Tensor Tensor::masked_select(const Tensor &mask) const { return fg::masked_select(*this, mask); }
Tensor Tensor::nonzero() const { return fg::nonzero(*this); }
Tensor Tensor::bincount(const std::optional<Tensor> &weights, int64_t minlength) const {
  return fg::bincount(*this, weights, minlength);
}
Tensor Tensor::histc(int64_t bins, const Scalar &min, const Scalar &max) const {
  return fg::histc(*this, bins, min, max);
}
Tensor Tensor::multinomial(int64_t num_samples, bool replacement) const {
  return fg::multinomial(*this, num_samples, replacement);
}
Tensor Tensor::bernoulli() const { return fg::bernoulli(*this); }
Tensor Tensor::bernoulli(double p) const { return fg::bernoulli(*this, p); }
Tensor &Tensor::bernoulli_(double p) const { return fg::bernoulli_(const_cast<Tensor &>(*this), p); }
Tensor Tensor::index_put(ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                         bool accumulate) const {
  return fg::index_put(*this, indices, value, accumulate);
}
Tensor Tensor::index_put(std::initializer_list<indexing::TensorIndex> indices, const Tensor &value,
                         bool accumulate) const {
  return fg::index_put(*this, ArrayRef<indexing::TensorIndex>(indices), value, accumulate);
}

// other names and forms
namespace detail {
/// For forms in place of what does not broadcast self.
static Tensor &written(const Tensor &self, const Tensor &result) {
  FG_CHECK(self.sizes() == result.sizes(), "Bad in-place call: input tensor size ", self.sizes(),
           " and output tensor size ", result.sizes(), " should match");
  return fg::copy_(const_cast<Tensor &>(self), result);
}
} // namespace detail
Tensor Tensor::greater_equal(const Tensor &other) const { return fg::greater_equal(*this, other); }
Tensor Tensor::greater_equal(const Scalar &other) const { return fg::greater_equal(*this, other); }
Tensor Tensor::less_equal(const Tensor &other) const { return fg::less_equal(*this, other); }
Tensor Tensor::less_equal(const Scalar &other) const { return fg::less_equal(*this, other); }
Tensor &Tensor::multiply_(const Tensor &other) const { return mul_(other); }
Tensor &Tensor::multiply_(const Scalar &other) const { return mul_(other); }
Tensor &Tensor::divide_(const Tensor &other) const { return div_(other); }
Tensor &Tensor::divide_(const Scalar &other) const { return div_(other); }
Tensor &Tensor::subtract_(const Tensor &other, const Scalar &alpha) const { return sub_(other, alpha); }
Tensor &Tensor::subtract_(const Scalar &other, const Scalar &alpha) const { return sub_(other, alpha); }
Tensor &Tensor::floor_divide_(const Tensor &other) const { return div_(other, "floor"); }
Tensor &Tensor::floor_divide_(const Scalar &other) const { return div_(other, "floor"); }
Tensor &Tensor::clip_(const std::optional<Scalar> &min, const std::optional<Scalar> &max) const {
  return clamp_(min, max);
}
Tensor &Tensor::nan_to_num_(std::optional<double> nan, std::optional<double> posinf,
                            std::optional<double> neginf) const {
  return copy_(fg::nan_to_num(*this, nan, posinf, neginf));
}
Tensor &Tensor::addmm_(const Tensor &mat1, const Tensor &mat2, const Scalar &beta,
                       const Scalar &alpha) const {
  return detail::written(*this, fg::addmm(*this, mat1, mat2, beta, alpha));
}
Tensor &Tensor::addmv_(const Tensor &mat, const Tensor &vec, const Scalar &beta, const Scalar &alpha) const {
  return detail::written(*this, fg::addmv(*this, mat, vec, beta, alpha));
}
Tensor &Tensor::baddbmm_(const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                         const Scalar &alpha) const {
  return detail::written(*this, fg::baddbmm(*this, batch1, batch2, beta, alpha));
}
Tensor Tensor::deg2rad() const { return fg::deg2rad(*this); }
Tensor Tensor::rad2deg() const { return fg::rad2deg(*this); }
Tensor Tensor::sgn() const { return fg::sgn(*this); }
Tensor Tensor::argwhere() const { return fg::argwhere(*this); }
Tensor Tensor::prelu(const Tensor &weight) const { return fg::prelu(*this, weight); }
std::tuple<Tensor, Tensor, Tensor> Tensor::unique_consecutive(bool return_inverse, bool return_counts,
                                                              std::optional<int64_t> dim) const {
  return fg::unique_consecutive(*this, return_inverse, return_counts, dim);
}

// complex numbers
Tensor Tensor::conj() const { return fg::conj(*this); }
Tensor Tensor::conj_physical() const { return fg::conj_physical(*this); }
Tensor Tensor::resolve_conj() const { return fg::resolve_conj(*this); }
Tensor Tensor::resolve_neg() const { return fg::resolve_neg(*this); }
Tensor Tensor::angle() const { return fg::angle(*this); }
Tensor Tensor::istft(int64_t n_fft, std::optional<int64_t> hop_length, std::optional<int64_t> win_length,
                     const std::optional<Tensor> &window, bool center, bool normalized,
                     std::optional<bool> onesided, std::optional<int64_t> length, bool return_complex) const {
  return fg::istft(*this, n_fft, hop_length, win_length, window, center, normalized, onesided, length,
                   return_complex);
}

// reductions to places, and random numbers
Tensor Tensor::index_reduce(int64_t dim, const Tensor &index, const Tensor &source, string_view reduce,
                            bool include_self) const {
  return fg::index_reduce(*this, dim, index, source, reduce, include_self);
}
Tensor &Tensor::index_reduce_(int64_t dim, const Tensor &index, const Tensor &source, string_view reduce,
                              bool include_self) const {
  return fg::index_reduce_(const_cast<Tensor &>(*this), dim, index, source, reduce, include_self);
}
Tensor &Tensor::exponential_(double lambd) const {
  return fg::exponential_(const_cast<Tensor &>(*this), lambd);
}
Tensor &Tensor::log_normal_(double mean, double std) const {
  return fg::log_normal_(const_cast<Tensor &>(*this), mean, std);
}
Tensor &Tensor::cauchy_(double median, double sigma) const {
  return fg::cauchy_(const_cast<Tensor &>(*this), median, sigma);
}
Tensor &Tensor::geometric_(double p) const { return fg::geometric_(const_cast<Tensor &>(*this), p); }

// in place, under ATen's other names
Tensor &Tensor::absolute_() const { return fg::absolute_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::negative_() const { return fg::negative_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::fix_() const { return fg::fix_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arccos_() const { return fg::arccos_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arcsin_() const { return fg::arcsin_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arctan_() const { return fg::arctan_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arccosh_() const { return fg::arccosh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arcsinh_() const { return fg::arcsinh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arctanh_() const { return fg::arctanh_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::deg2rad_() const { return fg::deg2rad_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::rad2deg_() const { return fg::rad2deg_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sgn_() const { return fg::sgn_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::sinc_() const { return fg::sinc_(const_cast<Tensor &>(*this)); }
Tensor &Tensor::arctan2_(const Tensor &other) const {
  return fg::arctan2_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::true_divide_(const Tensor &other) const {
  return fg::true_divide_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::less_(const Tensor &other) const { return fg::less_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::less_equal_(const Tensor &other) const {
  return fg::less_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::greater_(const Tensor &other) const {
  return fg::greater_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::greater_equal_(const Tensor &other) const {
  return fg::greater_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::not_equal_(const Tensor &other) const {
  return fg::not_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::ldexp_(const Tensor &other) const { return fg::ldexp_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::float_power_(const Tensor &exponent) const {
  return fg::float_power_(const_cast<Tensor &>(*this), exponent);
}
Tensor &Tensor::heaviside_(const Tensor &values) const {
  return fg::heaviside_(const_cast<Tensor &>(*this), values);
}
Tensor &Tensor::true_divide_(const Scalar &other) const {
  return fg::true_divide_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::less_(const Scalar &other) const { return fg::less_(const_cast<Tensor &>(*this), other); }
Tensor &Tensor::less_equal_(const Scalar &other) const {
  return fg::less_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::greater_(const Scalar &other) const {
  return fg::greater_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::greater_equal_(const Scalar &other) const {
  return fg::greater_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::not_equal_(const Scalar &other) const {
  return fg::not_equal_(const_cast<Tensor &>(*this), other);
}
Tensor &Tensor::float_power_(const Scalar &exponent) const {
  return fg::float_power_(const_cast<Tensor &>(*this), exponent);
}
Tensor &Tensor::mvlgamma_(int64_t p) const { return fg::mvlgamma_(const_cast<Tensor &>(*this), p); }
Tensor &Tensor::addr_(const Tensor &vec1, const Tensor &vec2, const Scalar &beta, const Scalar &alpha) const {
  return fg::addr_(const_cast<Tensor &>(*this), vec1, vec2, beta, alpha);
}
Tensor &Tensor::addbmm_(const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                        const Scalar &alpha) const {
  return fg::addbmm_(const_cast<Tensor &>(*this), batch1, batch2, beta, alpha);
}
Tensor Tensor::put(const Tensor &index, const Tensor &source, bool accumulate) const {
  return fg::put(*this, index, source, accumulate);
}
Tensor &Tensor::put_(const Tensor &index, const Tensor &source, bool accumulate) const {
  return fg::put_(const_cast<Tensor &>(*this), index, source, accumulate);
}
Tensor &Tensor::random_(int64_t from, std::optional<int64_t> to) const {
  return fg::random_(const_cast<Tensor &>(*this), from, to);
}
Tensor &Tensor::random_(int64_t to) const { return fg::random_(const_cast<Tensor &>(*this), to); }
Tensor &Tensor::random_() const { return fg::random_(const_cast<Tensor &>(*this)); }
Tensor Tensor::arccos() const { return fg::arccos(*this); }
Tensor Tensor::arcsin() const { return fg::arcsin(*this); }
Tensor Tensor::arctan() const { return fg::arctan(*this); }
Tensor Tensor::arccosh() const { return fg::arccosh(*this); }
Tensor Tensor::arcsinh() const { return fg::arcsinh(*this); }
Tensor Tensor::arctanh() const { return fg::arctanh(*this); }
Tensor Tensor::fix() const { return fg::fix(*this); }
Tensor Tensor::positive() const { return fg::positive(*this); }
Tensor Tensor::adjoint() const { return fg::adjoint(*this); }
Tensor Tensor::hardshrink(const Scalar &lambd) const { return fg::hardshrink(*this, lambd); }
Tensor Tensor::addr(const Tensor &vec1, const Tensor &vec2, const Scalar &beta, const Scalar &alpha) const {
  return fg::addr(*this, vec1, vec2, beta, alpha);
}
Tensor Tensor::vdot(const Tensor &other) const { return fg::vdot(*this, other); }
Tensor Tensor::sum_to_size(IntArrayRef size) const { return fg::sum_to_size(*this, size); }
bool Tensor::is_same_size(const Tensor &other) const { return fg::is_same_size(*this, other); }
std::vector<Tensor> Tensor::unsafe_split(int64_t split_size, int64_t dim) const {
  return fg::unsafe_split(*this, split_size, dim);
}
std::vector<Tensor> Tensor::unsafe_split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return fg::unsafe_split_with_sizes(*this, split_sizes, dim);
}
std::vector<Tensor> Tensor::unsafe_chunk(int64_t chunks, int64_t dim) const {
  return fg::unsafe_chunk(*this, chunks, dim);
}
Tensor Tensor::narrow_copy(int64_t dim, int64_t start, int64_t length) const {
  return fg::narrow_copy(*this, dim, start, length);
}
Tensor Tensor::diagonal_scatter(const Tensor &src, int64_t offset, int64_t dim1, int64_t dim2) const {
  return fg::diagonal_scatter(*this, src, offset, dim1, dim2);
}
Tensor Tensor::quantile(double q, std::optional<int64_t> dim, bool keepdim, string_view interpolation) const {
  return fg::quantile(*this, q, dim, keepdim, interpolation);
}
Tensor Tensor::nanquantile(double q, std::optional<int64_t> dim, bool keepdim,
                           string_view interpolation) const {
  return fg::nanquantile(*this, q, dim, keepdim, interpolation);
}
Tensor Tensor::quantile(const Tensor &q, std::optional<int64_t> dim, bool keepdim,
                        string_view interpolation) const {
  return fg::quantile(*this, q, dim, keepdim, interpolation);
}
Tensor Tensor::nanquantile(const Tensor &q, std::optional<int64_t> dim, bool keepdim,
                           string_view interpolation) const {
  return fg::nanquantile(*this, q, dim, keepdim, interpolation);
}
Tensor Tensor::mH() const {
  FG_CHECK(dim() >= 2, "tensor.mH is only supported on matrices or batches of matrices. Got ", dim(),
           "-D tensor.");
  return fg::adjoint(*this);
}
Tensor Tensor::H() const {
  FG_CHECK(dim() == 0 || dim() == 2, "tensor.H is only supported on matrices (2-D tensors). Got ", dim(),
           "-D tensor.", dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
  return fg::adjoint(*this);
}
bool Tensor::is_nonzero() const {
  FG_CHECK(numel() != 0, "Boolean value of Tensor with no values is ambiguous");
  FG_CHECK(numel() < 2, "Boolean value of Tensor with more than one value is ambiguous");
  return reshape({}).ne(0).item<bool>();
}
Tensor &Tensor::swapaxes_(int64_t axis0, int64_t axis1) { return transpose_(axis0, axis1); }
Tensor &Tensor::swapdims_(int64_t dim0, int64_t dim1) { return transpose_(dim0, dim1); }

} // namespace fg
