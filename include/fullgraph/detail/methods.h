// The bodies of fg::Tensor's methods: the free functions of the same names.
#pragma once

#include <fullgraph/detail/composite_methods.h>
#include <fullgraph/detail/pointwise_methods.h>
#include <fullgraph/ops.h>

namespace fg {

// copies and casts: self itself where nothing would change, unless `copy`
inline Tensor Tensor::to(ScalarType dtype, bool non_blocking, bool copy) const {
  return (void)non_blocking, fg::to(*this, dtype, copy);
}
inline Tensor Tensor::to(const TensorOptions &options, bool non_blocking, bool copy) const {
  return (void)non_blocking, fg::to(*this, detail::dtypeFor(options, scalar_type()), copy);
}
inline Tensor Tensor::to(DeviceType device, bool non_blocking, bool copy) const {
  return to(TensorOptions(device), non_blocking, copy);
}
inline Tensor Tensor::to(Device device, bool non_blocking, bool copy) const {
  return to(TensorOptions(device), non_blocking, copy);
}
inline Tensor Tensor::to(Device device, ScalarType dtype, bool non_blocking, bool copy) const {
  return to(TensorOptions(dtype).device(device), non_blocking, copy);
}
inline Tensor Tensor::to(const Tensor &other, bool non_blocking, bool copy) const {
  return to(other.options(), non_blocking, copy);
}
inline Tensor Tensor::toType(ScalarType dtype) const { return fg::to(*this, dtype); }
inline Tensor Tensor::type_as(const Tensor &other) const { return fg::type_as(*this, other); }
inline Tensor Tensor::cpu() const { return to(Device(kCPU)); }
inline Tensor Tensor::cuda() const { return to(Device(kCUDA)); }
inline Tensor Tensor::clone() const { return fg::clone(*this); }
inline Tensor Tensor::contiguous() const { return fg::contiguous(*this); }
inline Tensor Tensor::detach() const { return fg::detach(*this); }
inline Tensor &Tensor::detach_() const { return const_cast<Tensor &>(*this); }
inline const Tensor &Tensor::set_requires_grad(bool requires_grad) const {
  return (void)requires_grad, *this;
}
inline const Tensor &Tensor::requires_grad_(bool requires_grad) const { return (void)requires_grad, *this; }
inline Tensor &Tensor::copy_(const Tensor &src, bool non_blocking) const {
  return fg::copy_(const_cast<Tensor &>(*this), src, non_blocking);
}
inline Tensor &Tensor::fill_(const Scalar &value) const {
  return fg::fill_(const_cast<Tensor &>(*this), value);
}
inline Tensor &Tensor::fill_(const Tensor &value) const {
  return fg::fill_(const_cast<Tensor &>(*this), value);
}
inline Tensor &Tensor::zero_() const { return fg::zero_(const_cast<Tensor &>(*this)); }
inline Tensor &Tensor::uniform_(double from, double to) const {
  return fg::uniform_(const_cast<Tensor &>(*this), from, to);
}
inline Tensor &Tensor::normal_(double mean, double std) const {
  return fg::normal_(const_cast<Tensor &>(*this), mean, std);
}

// new tensors of this dtype
inline Tensor Tensor::new_zeros(IntArrayRef size, const TensorOptions &options) const {
  return fg::zeros(size, detail::dtypeFor(options, scalar_type()));
}
inline Tensor Tensor::new_ones(IntArrayRef size, const TensorOptions &options) const {
  return fg::ones(size, detail::dtypeFor(options, scalar_type()));
}
inline Tensor Tensor::new_empty(IntArrayRef size, const TensorOptions &options) const {
  return fg::empty(size, detail::dtypeFor(options, scalar_type()));
}
inline Tensor Tensor::new_full(IntArrayRef size, const Scalar &fill_value,
                               const TensorOptions &options) const {
  return fg::full(size, fill_value, detail::dtypeFor(options, scalar_type()));
}

// reductions
inline Tensor Tensor::sum(std::optional<ScalarType> dtype) const { return fg::sum(*this, dtype); }
inline Tensor Tensor::sum(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::sum(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::mean(std::optional<ScalarType> dtype) const { return fg::mean(*this, dtype); }
inline Tensor Tensor::mean(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::mean(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::prod(std::optional<ScalarType> dtype) const { return fg::prod(*this, dtype); }
inline Tensor Tensor::prod(IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::prod(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::sum(std::nullopt_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::sum(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::mean(std::nullopt_t dim, bool keepdim, std::optional<ScalarType> dtype) const {
  return fg::mean(*this, dim, keepdim, dtype);
}
inline Tensor Tensor::amax(IntArrayRef dim, bool keepdim) const { return fg::amax(*this, dim, keepdim); }
inline Tensor Tensor::amin(IntArrayRef dim, bool keepdim) const { return fg::amin(*this, dim, keepdim); }
inline Tensor Tensor::any() const { return fg::any(*this); }
inline Tensor Tensor::any(IntArrayRef dim, bool keepdim) const { return fg::any(*this, dim, keepdim); }
inline Tensor Tensor::all() const { return fg::all(*this); }
inline Tensor Tensor::all(IntArrayRef dim, bool keepdim) const { return fg::all(*this, dim, keepdim); }
inline Tensor Tensor::var(bool unbiased) const { return fg::var(*this, unbiased); }
inline Tensor Tensor::var(IntArrayRef dim, bool unbiased, bool keepdim) const {
  return fg::var(*this, dim, unbiased, keepdim);
}
inline Tensor Tensor::var(IntArrayRef dim, const ::std::optional<Scalar> &correction, bool keepdim) const {
  return fg::var(*this, dim, correction, keepdim);
}
inline Tensor Tensor::std(bool unbiased) const { return fg::std(*this, unbiased); }
inline Tensor Tensor::std(IntArrayRef dim, bool unbiased, bool keepdim) const {
  return fg::std(*this, dim, unbiased, keepdim);
}
inline Tensor Tensor::std(IntArrayRef dim, const ::std::optional<Scalar> &correction, bool keepdim) const {
  return fg::std(*this, dim, correction, keepdim);
}
inline Tensor Tensor::argmax(std::optional<int64_t> dim, bool keepdim) const {
  return fg::argmax(*this, dim, keepdim);
}
inline Tensor Tensor::argmin(std::optional<int64_t> dim, bool keepdim) const {
  return fg::argmin(*this, dim, keepdim);
}
inline Tensor Tensor::max() const { return fg::max(*this); }
inline std::tuple<Tensor, Tensor> Tensor::max(int64_t dim, bool keepdim) const {
  return fg::max(*this, dim, keepdim);
}
inline Tensor Tensor::min() const { return fg::min(*this); }
inline std::tuple<Tensor, Tensor> Tensor::min(int64_t dim, bool keepdim) const {
  return fg::min(*this, dim, keepdim);
}
inline Tensor Tensor::norm(const Scalar &p) const { return fg::norm(*this, p); }
inline Tensor Tensor::norm(const Scalar &p, IntArrayRef dim, bool keepdim) const {
  return fg::norm(*this, p, dim, keepdim);
}
inline Tensor Tensor::logsumexp(IntArrayRef dim, bool keepdim) const {
  return fg::logsumexp(*this, dim, keepdim);
}
inline Tensor Tensor::softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::softmax(*this, dim, dtype);
}
inline Tensor Tensor::log_softmax(int64_t dim, std::optional<ScalarType> dtype) const {
  return fg::log_softmax(*this, dim, dtype);
}
inline bool Tensor::equal(const Tensor &other) const { return fg::equal(*this, other); }
inline bool Tensor::allclose(const Tensor &other, double rtol, double atol, bool equal_nan) const {
  return fg::allclose(*this, other, rtol, atol, equal_nan);
}
inline Tensor Tensor::isclose(const Tensor &other, double rtol, double atol, bool equal_nan) const {
  return fg::isclose(*this, other, rtol, atol, equal_nan);
}

// linear algebra
inline Tensor Tensor::matmul(const Tensor &other) const { return fg::matmul(*this, other); }
inline Tensor Tensor::mm(const Tensor &mat2) const { return fg::mm(*this, mat2); }
inline Tensor Tensor::bmm(const Tensor &mat2) const { return fg::bmm(*this, mat2); }
inline Tensor Tensor::mv(const Tensor &vec) const { return fg::mv(*this, vec); }
inline Tensor Tensor::dot(const Tensor &tensor) const { return fg::dot(*this, tensor); }
inline Tensor Tensor::outer(const Tensor &vec2) const { return fg::outer(*this, vec2); }
inline Tensor Tensor::addmm(const Tensor &mat1, const Tensor &mat2, const Scalar &beta,
                            const Scalar &alpha) const {
  return fg::addmm(*this, mat1, mat2, beta, alpha);
}
inline Tensor Tensor::baddbmm(const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
                              const Scalar &alpha) const {
  return fg::baddbmm(*this, batch1, batch2, beta, alpha);
}
inline Tensor Tensor::addmv(const Tensor &mat, const Tensor &vec, const Scalar &beta,
                            const Scalar &alpha) const {
  return fg::addmv(*this, mat, vec, beta, alpha);
}

// shape
inline Tensor Tensor::view(IntArrayRef size) const { return fg::view(*this, size); }
inline Tensor Tensor::reshape(IntArrayRef shape) const { return fg::reshape(*this, shape); }
inline Tensor Tensor::permute(IntArrayRef dims) const { return fg::permute(*this, dims); }
inline Tensor Tensor::expand(IntArrayRef size) const { return fg::expand(*this, size); }
inline Tensor Tensor::squeeze() const { return fg::squeeze(*this); }
inline Tensor Tensor::squeeze(IntArrayRef dim) const { return fg::squeeze(*this, dim); }
inline Tensor Tensor::unsqueeze(int64_t dim) const { return fg::unsqueeze(*this, dim); }
inline Tensor Tensor::select(int64_t dim, int64_t index) const { return fg::select(*this, dim, index); }
inline Tensor Tensor::slice(int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                            int64_t step) const {
  return fg::slice(*this, dim, start, end, step);
}
inline Tensor Tensor::alias() const { return fg::alias(*this); }
inline Tensor Tensor::transpose(int64_t dim0, int64_t dim1) const { return fg::transpose(*this, dim0, dim1); }
inline Tensor Tensor::swapaxes(int64_t axis0, int64_t axis1) const {
  return fg::swapaxes(*this, axis0, axis1);
}
inline Tensor Tensor::t() const { return fg::t(*this); }
inline Tensor Tensor::T() const { return fg::numpy_T(*this); }
inline Tensor Tensor::numpy_T() const { return fg::numpy_T(*this); }
inline Tensor Tensor::mT() const { return fg::matrix_transpose(*this); }
inline Tensor Tensor::movedim(IntArrayRef source, IntArrayRef destination) const {
  return fg::movedim(*this, source, destination);
}
inline Tensor Tensor::movedim(int64_t source, int64_t destination) const {
  return fg::movedim(*this, source, destination);
}
inline Tensor Tensor::view_as(const Tensor &other) const { return fg::view_as(*this, other); }
inline Tensor Tensor::reshape_as(const Tensor &other) const { return fg::reshape_as(*this, other); }
inline Tensor Tensor::expand_as(const Tensor &other) const { return fg::expand_as(*this, other); }
inline Tensor Tensor::broadcast_to(IntArrayRef size) const { return fg::broadcast_to(*this, size); }
inline Tensor Tensor::ravel() const { return fg::ravel(*this); }
inline Tensor Tensor::flatten(int64_t start_dim, int64_t end_dim) const {
  return fg::flatten(*this, start_dim, end_dim);
}
inline Tensor Tensor::unflatten(int64_t dim, IntArrayRef sizes) const {
  return fg::unflatten(*this, dim, sizes);
}
inline Tensor Tensor::narrow(int64_t dim, int64_t start, int64_t length) const {
  return fg::narrow(*this, dim, start, length);
}
inline Tensor Tensor::repeat(IntArrayRef repeats) const { return fg::repeat(*this, repeats); }
inline std::vector<Tensor> Tensor::split_with_sizes(IntArrayRef split_sizes, int64_t dim) const {
  return fg::split_with_sizes(*this, split_sizes, dim);
}
inline std::vector<Tensor> Tensor::split(int64_t split_size, int64_t dim) const {
  return fg::split(*this, split_size, dim);
}
inline std::vector<Tensor> Tensor::split(IntArrayRef split_size, int64_t dim) const {
  return fg::split(*this, split_size, dim);
}
inline std::vector<Tensor> Tensor::chunk(int64_t chunks, int64_t dim) const {
  return fg::chunk(*this, chunks, dim);
}
inline std::vector<Tensor> Tensor::unbind(int64_t dim) const { return fg::unbind(*this, dim); }
inline Tensor Tensor::tril(int64_t diagonal) const { return fg::tril(*this, diagonal); }
inline Tensor Tensor::triu(int64_t diagonal) const { return fg::triu(*this, diagonal); }

// indexing
inline Tensor Tensor::gather(int64_t dim, const Tensor &index) const { return fg::gather(*this, dim, index); }
inline Tensor Tensor::index_select(int64_t dim, const Tensor &index) const {
  return fg::index_select(*this, dim, index);
}
inline Tensor Tensor::index(ArrayRef<indexing::TensorIndex> indices) const {
  return fg::index(*this, indices);
}
inline Tensor Tensor::index(std::initializer_list<indexing::TensorIndex> indices) const {
  return fg::index(*this, ArrayRef<indexing::TensorIndex>(indices));
}
inline Tensor &Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                                  bool accumulate) const {
  return fg::index_put_(const_cast<Tensor &>(*this), indices, value, accumulate);
}
inline Tensor &Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices,
                                  const Tensor &value, bool accumulate) const {
  return fg::index_put_(const_cast<Tensor &>(*this), ArrayRef<indexing::TensorIndex>(indices), value,
                        accumulate);
}
inline Tensor &Tensor::index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar &value) const {
  return fg::index_put_(const_cast<Tensor &>(*this), indices, value);
}
inline Tensor &Tensor::index_put_(std::initializer_list<indexing::TensorIndex> indices,
                                  const Scalar &value) const {
  return fg::index_put_(const_cast<Tensor &>(*this), ArrayRef<indexing::TensorIndex>(indices), value);
}
inline Tensor Tensor::operator[](int64_t index) const { return fg::select(*this, 0, index); }

// operators
inline Tensor Tensor::operator-() const { return fg::neg(*this); }
inline Tensor Tensor::operator!() const { return fg::logical_not(*this); }
inline Tensor Tensor::operator~() const { return fg::bitwise_not(*this); }
inline Tensor &Tensor::operator+=(const Tensor &other) { return fg::add_(*this, other); }
inline Tensor &Tensor::operator+=(const Scalar &other) { return fg::add_(*this, other); }
inline Tensor &Tensor::operator-=(const Tensor &other) { return fg::sub_(*this, other); }
inline Tensor &Tensor::operator-=(const Scalar &other) { return fg::sub_(*this, other); }
inline Tensor &Tensor::operator*=(const Tensor &other) { return fg::mul_(*this, other); }
inline Tensor &Tensor::operator*=(const Scalar &other) { return fg::mul_(*this, other); }
inline Tensor &Tensor::operator/=(const Tensor &other) { return fg::div_(*this, other); }
inline Tensor &Tensor::operator/=(const Scalar &other) { return fg::div_(*this, other); }
inline Tensor &Tensor::operator&=(const Tensor &other) { return fg::bitwise_and_(*this, other); }
inline Tensor &Tensor::operator&=(const Scalar &other) { return fg::bitwise_and_(*this, other); }
inline Tensor &Tensor::operator|=(const Tensor &other) { return fg::bitwise_or_(*this, other); }
inline Tensor &Tensor::operator|=(const Scalar &other) { return fg::bitwise_or_(*this, other); }
inline Tensor &Tensor::operator^=(const Tensor &other) { return fg::bitwise_xor_(*this, other); }
inline Tensor &Tensor::operator^=(const Scalar &other) { return fg::bitwise_xor_(*this, other); }
inline Tensor &Tensor::operator<<=(const Tensor &other) { return fg::bitwise_left_shift_(*this, other); }
inline Tensor &Tensor::operator<<=(const Scalar &other) { return fg::bitwise_left_shift_(*this, other); }
inline Tensor &Tensor::operator>>=(const Tensor &other) { return fg::bitwise_right_shift_(*this, other); }
inline Tensor &Tensor::operator>>=(const Scalar &other) { return fg::bitwise_right_shift_(*this, other); }

inline Tensor &Tensor::operator=(const Tensor &other) && { return fg::copy_(*this, other); }
inline Tensor &Tensor::operator=(Tensor &&other) && { return fg::copy_(*this, other); }
inline Tensor &Tensor::operator=(const Scalar &value) && { return fg::fill_(*this, value); }

} // namespace fg
