// fg::Tensor: the handle of a tensor, with ATen's C++ interface.
//
// A handle is one pointer to a reference-counted TensorImpl (sizes, strides, dtype, device, data pointer),
// which holds a reference-counted Storage. Views are further TensorImpls of the same Storage. Copying a
// handle never copies data. Reference counts are atomic; the data is as thread-safe as an array.
//
// The methods below that are not metadata forward to the free function of the same name: ops.h and
// composites/.
#pragma once

#include <fullgraph/detail/tensor_impl.h>

#include <iosfwd>
#include <tuple>

namespace fg {

class Tensor;
using TensorList = ArrayRef<Tensor>;

namespace indexing {
struct TensorIndex;
}

/// Element access by dims: `auto a = x.accessor<float, 2>(); a[i][j]`. Borrows from the tensor.
template <class T, size_t N> class TensorAccessor {
public:
  TensorAccessor(T *data, const int64_t *sizes, const int64_t *strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  T *data() const { return data_; }
  int64_t size(int64_t dim) const { return sizes_[dim]; }
  int64_t stride(int64_t dim) const { return strides_[dim]; }
  IntArrayRef sizes() const { return IntArrayRef(sizes_, N); }
  IntArrayRef strides() const { return IntArrayRef(strides_, N); }
  decltype(auto) operator[](int64_t i) const {
    if constexpr (N == 1)
      return (data_[i * strides_[0]]);
    else
      return TensorAccessor<T, N - 1>(data_ + i * strides_[0], sizes_ + 1, strides_ + 1);
  }

private:
  T *data_;
  const int64_t *sizes_, *strides_;
};

template <class T, size_t N> using PackedTensorAccessor32 = TensorAccessor<T, N>;
template <class T, size_t N> using PackedTensorAccessor64 = TensorAccessor<T, N>;

class Tensor {
public:
  Tensor() noexcept = default;
  Tensor(const Tensor &other) noexcept : impl_(other.impl_) { detail::retain(impl_); }
  Tensor(Tensor &&other) noexcept : impl_(other.impl_) { other.impl_ = nullptr; }
  ~Tensor() { detail::release(impl_); }

  /// Assigning to a named tensor makes it another handle; assigning to a temporary view, as in `x[0] = y` and
  /// `x.index({...}) = 1.0`, writes through it.
  Tensor &operator=(const Tensor &other) & noexcept {
    detail::retain(other.impl_);
    detail::release(impl_);
    impl_ = other.impl_;
    return *this;
  }
  Tensor &operator=(Tensor &&other) & noexcept {
    detail::TensorImpl *const taken = other.impl_;
    other.impl_ = nullptr;
    detail::release(impl_);
    impl_ = taken;
    return *this;
  }
  Tensor &operator=(const Tensor &other) &&;
  Tensor &operator=(Tensor &&other) &&;
  Tensor &operator=(const Scalar &value) &&;

  // --- metadata ---
  bool defined() const noexcept { return impl_ != nullptr; }
  int64_t dim() const { return impl("dim").rank(); }
  int64_t ndimension() const { return dim(); }
  int64_t numel() const { return impl("numel").numel; }
  IntArrayRef sizes() const { return IntArrayRef(impl("sizes").sizes, size_t(impl_->rank())); }
  IntArrayRef strides() const { return IntArrayRef(impl("strides").strides, size_t(impl_->rank())); }
  int64_t size(int64_t dim) const {
    const int64_t rank = impl("size").rank();
    if (rank == 0) [[unlikely]]
      detail::failNoDims(dim);
    return impl_->sizes[detail::wrapDim(dim, rank)];
  }
  int64_t stride(int64_t dim) const {
    const int64_t rank = impl("stride").rank();
    if (rank == 0) [[unlikely]]
      detail::failNoDims(dim);
    return impl_->strides[detail::wrapDim(dim, rank)];
  }
  /// Undefined for an undefined tensor.
  ScalarType scalar_type() const { return impl_ ? impl_->dtype() : ScalarType::Undefined; }
  ScalarType dtype() const { return scalar_type(); }
  /// "CPUFloatType".
  std::string toString() const;
  /// "[CPUFloatType [2, 3]]" and a newline, to std::cout.
  void print() const;
  Device device() const { return Device(impl("device").device(), impl_->deviceIndex); }
  TensorOptions options() const { return TensorOptions(scalar_type()).device(device()); }
  bool is_cpu() const { return device().is_cpu(); }
  bool is_cuda() const { return device().is_cuda(); }
  bool is_contiguous() const { return impl("is_contiguous").contiguous(); }
  bool is_floating_point() const { return isFloatingType(scalar_type()); }
  bool is_complex() const { return isComplexType(scalar_type()); }
  bool is_signed() const { return scalar_type() != kByte && scalar_type() != kBool; }
  size_t element_size() const { return elementSize(impl("element_size").dtype()); }
  size_t itemsize() const { return element_size(); }
  size_t nbytes() const { return size_t(numel()) * element_size(); }
  /// In elements, from the start of the storage.
  int64_t storage_offset() const {
    const detail::TensorImpl &i = impl("storage_offset");
    return (static_cast<const char *>(i.data) - static_cast<const char *>(i.storage->data)) /
           int64_t(elementSize(i.dtype()));
  }
  bool is_same(const Tensor &other) const noexcept { return impl_ == other.impl_; }
  bool is_alias_of(const Tensor &other) const {
    return impl("is_alias_of").storage == other.impl("is_alias_of").storage;
  }
  size_t use_count() const noexcept {
    return impl_ ? __atomic_load_n(&impl_->references, __ATOMIC_RELAXED) : 0;
  }
  void reset() noexcept {
    detail::release(impl_);
    impl_ = nullptr;
  }
  bool requires_grad() const { return false; }
  bool is_leaf() const { return true; }

  // --- data ---
  void *data_ptr() const { return impl("data_ptr").data; }
  void *mutable_data_ptr() const { return data_ptr(); }
  const void *const_data_ptr() const { return data_ptr(); }
  /// Throws unless the elements are stored as T.
  template <class T> T *data_ptr() const {
    if (impl("data_ptr").dtype() != detail::scalarTypeOf<T>) [[unlikely]]
      detail::failDtype(detail::scalarTypeOf<T>, impl_->dtype());
    return static_cast<T *>(impl_->data);
  }
  template <class T> T *mutable_data_ptr() const { return data_ptr<T>(); }
  template <class T> const T *const_data_ptr() const { return data_ptr<T>(); }
  template <class T, size_t N> TensorAccessor<T, N> accessor() && = delete; // it would outlive the tensor
  template <class T, size_t N> TensorAccessor<T, N> accessor() const & {
    FG_CHECK(dim() == int64_t(N), "TensorAccessor expected ", int64_t(N), " dims but tensor has ", dim());
    return TensorAccessor<T, N>(data_ptr<T>(), impl_->sizes, impl_->strides);
  }
  template <class T, size_t N> TensorAccessor<T, N> packed_accessor32() const & { return accessor<T, N>(); }
  template <class T, size_t N> TensorAccessor<T, N> packed_accessor64() const & { return accessor<T, N>(); }
  /// The value of a tensor of one element; throws for any other.
  Scalar item() const { return detail::item(&impl("item")); }
  template <class T> T item() const { return item().template to<T>(); }

  /// For guards, generated code and the runtime; null for an undefined tensor. No reference is handed over.
  detail::TensorImpl *unsafeGetImpl() const noexcept { return impl_; }
  /// Takes over the caller's reference.
  static Tensor fromImpl(detail::TensorImpl *impl) noexcept {
    Tensor t;
    t.impl_ = impl;
    return t;
  }

  // --- everything else: one-liners over the free functions, defined in tensor.cpp ---
  // unary
  Tensor neg() const;
  Tensor abs() const;
  Tensor sign() const;
  Tensor ceil() const;
  Tensor floor() const;
  Tensor round() const;
  Tensor trunc() const;
  Tensor frac() const;
  Tensor square() const;
  Tensor sqrt() const;
  Tensor rsqrt() const;
  Tensor reciprocal() const;
  Tensor exp() const;
  Tensor exp2() const;
  Tensor expm1() const;
  Tensor log() const;
  Tensor log2() const;
  Tensor log10() const;
  Tensor log1p() const;
  Tensor sin() const;
  Tensor cos() const;
  Tensor tan() const;
  Tensor asin() const;
  Tensor acos() const;
  Tensor atan() const;
  Tensor sinh() const;
  Tensor cosh() const;
  Tensor tanh() const;
  Tensor asinh() const;
  Tensor acosh() const;
  Tensor atanh() const;
  Tensor erf() const;
  Tensor erfc() const;
  Tensor lgamma() const;
  Tensor digamma() const;
  Tensor erfinv() const;
  Tensor i0() const;
  Tensor polygamma(int64_t n) const;
  Tensor sigmoid() const;
  Tensor relu() const;
  Tensor logical_not() const;
  Tensor bitwise_not() const;
  Tensor negative() const;
  Tensor absolute() const;
  Tensor isnan() const;
  Tensor isinf() const;
  Tensor isfinite() const;
  Tensor logit(const std::optional<Scalar> &eps = {}) const;
  Tensor &neg_() const;
  Tensor &abs_() const;
  Tensor &sign_() const;
  Tensor &ceil_() const;
  Tensor &floor_() const;
  Tensor &round_() const;
  Tensor &trunc_() const;
  Tensor &frac_() const;
  Tensor &square_() const;
  Tensor &sqrt_() const;
  Tensor &rsqrt_() const;
  Tensor &reciprocal_() const;
  Tensor &exp_() const;
  Tensor &exp2_() const;
  Tensor &expm1_() const;
  Tensor &log_() const;
  Tensor &log2_() const;
  Tensor &log10_() const;
  Tensor &log1p_() const;
  Tensor &sin_() const;
  Tensor &cos_() const;
  Tensor &tan_() const;
  Tensor &asin_() const;
  Tensor &acos_() const;
  Tensor &atan_() const;
  Tensor &sinh_() const;
  Tensor &cosh_() const;
  Tensor &tanh_() const;
  Tensor &asinh_() const;
  Tensor &acosh_() const;
  Tensor &atanh_() const;
  Tensor &erf_() const;
  Tensor &erfc_() const;
  Tensor &lgamma_() const;
  Tensor &digamma_() const;
  Tensor &erfinv_() const;
  Tensor &i0_() const;
  Tensor &sigmoid_() const;
  Tensor &relu_() const;
  Tensor &logical_not_() const;
  Tensor &bitwise_not_() const;
  Tensor &logit_(const std::optional<Scalar> &eps = {}) const;

  // binary
  Tensor add(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor add(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor sub(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor sub(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor rsub(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor rsub(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor mul(const Tensor &other) const;
  Tensor mul(const Scalar &other) const;
  Tensor div(const Tensor &other) const;
  Tensor div(const Scalar &other) const;
  Tensor div(const Tensor &other, std::optional<string_view> rounding_mode) const;
  Tensor div(const Scalar &other, std::optional<string_view> rounding_mode) const;
  Tensor pow(const Tensor &exponent) const;
  Tensor pow(const Scalar &exponent) const;
  Tensor maximum(const Tensor &other) const;
  Tensor minimum(const Tensor &other) const;
  Tensor fmax(const Tensor &other) const;
  Tensor fmin(const Tensor &other) const;
  Tensor atan2(const Tensor &other) const;
  Tensor hypot(const Tensor &other) const;
  Tensor igamma(const Tensor &other) const;
  Tensor igammac(const Tensor &other) const;
  Tensor nextafter(const Tensor &other) const;
  Tensor logaddexp(const Tensor &other) const;
  Tensor logical_and(const Tensor &other) const;
  Tensor logical_or(const Tensor &other) const;
  Tensor logical_xor(const Tensor &other) const;
  Tensor max(const Tensor &other) const;
  Tensor min(const Tensor &other) const;
  Tensor fmod(const Tensor &other) const;
  Tensor fmod(const Scalar &other) const;
  Tensor copysign(const Tensor &other) const;
  Tensor copysign(const Scalar &other) const;
  Tensor remainder(const Tensor &other) const;
  Tensor remainder(const Scalar &other) const;
  Tensor xlogy(const Tensor &other) const;
  Tensor xlogy(const Scalar &other) const;
  Tensor bitwise_and(const Tensor &other) const;
  Tensor bitwise_and(const Scalar &other) const;
  Tensor bitwise_or(const Tensor &other) const;
  Tensor bitwise_or(const Scalar &other) const;
  Tensor bitwise_xor(const Tensor &other) const;
  Tensor bitwise_xor(const Scalar &other) const;
  Tensor __and__(const Tensor &other) const { return bitwise_and(other); } // ATen has such names, too
  Tensor __and__(const Scalar &other) const { return bitwise_and(other); }
  Tensor &__iand__(const Tensor &other) const { return bitwise_and_(other); }
  Tensor &__iand__(const Scalar &other) const { return bitwise_and_(other); }
  Tensor __or__(const Tensor &other) const { return bitwise_or(other); }
  Tensor __or__(const Scalar &other) const { return bitwise_or(other); }
  Tensor &__ior__(const Tensor &other) const { return bitwise_or_(other); }
  Tensor &__ior__(const Scalar &other) const { return bitwise_or_(other); }
  Tensor __xor__(const Tensor &other) const { return bitwise_xor(other); }
  Tensor __xor__(const Scalar &other) const { return bitwise_xor(other); }
  Tensor &__ixor__(const Tensor &other) const { return bitwise_xor_(other); }
  Tensor &__ixor__(const Scalar &other) const { return bitwise_xor_(other); }
  Tensor __lshift__(const Tensor &other) const { return bitwise_left_shift(other); }
  Tensor __lshift__(const Scalar &other) const { return bitwise_left_shift(other); }
  Tensor &__ilshift__(const Tensor &other) const { return bitwise_left_shift_(other); }
  Tensor &__ilshift__(const Scalar &other) const { return bitwise_left_shift_(other); }
  Tensor __rshift__(const Tensor &other) const { return bitwise_right_shift(other); }
  Tensor __rshift__(const Scalar &other) const { return bitwise_right_shift(other); }
  Tensor &__irshift__(const Tensor &other) const { return bitwise_right_shift_(other); }
  Tensor &__irshift__(const Scalar &other) const { return bitwise_right_shift_(other); }
  Tensor bitwise_left_shift(const Tensor &other) const;
  Tensor bitwise_left_shift(const Scalar &other) const;
  Tensor bitwise_right_shift(const Tensor &other) const;
  Tensor bitwise_right_shift(const Scalar &other) const;
  Tensor floor_divide(const Tensor &other) const;
  Tensor floor_divide(const Scalar &other) const;
  Tensor true_divide(const Tensor &other) const;
  Tensor true_divide(const Scalar &other) const;
  Tensor eq(const Tensor &other) const;
  Tensor eq(const Scalar &other) const;
  Tensor ne(const Tensor &other) const;
  Tensor ne(const Scalar &other) const;
  Tensor lt(const Tensor &other) const;
  Tensor lt(const Scalar &other) const;
  Tensor le(const Tensor &other) const;
  Tensor le(const Scalar &other) const;
  Tensor gt(const Tensor &other) const;
  Tensor gt(const Scalar &other) const;
  Tensor ge(const Tensor &other) const;
  Tensor ge(const Scalar &other) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &add_(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &sub_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &sub_(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &mul_(const Tensor &other) const;
  Tensor &mul_(const Scalar &other) const;
  Tensor &div_(const Tensor &other) const;
  Tensor &div_(const Scalar &other) const;
  Tensor &div_(const Tensor &other, std::optional<string_view> rounding_mode) const;
  Tensor &div_(const Scalar &other, std::optional<string_view> rounding_mode) const;
  Tensor &pow_(const Tensor &exponent) const;
  Tensor &pow_(const Scalar &exponent) const;
  Tensor &atan2_(const Tensor &other) const;
  Tensor &hypot_(const Tensor &other) const;
  Tensor &igamma_(const Tensor &other) const;
  Tensor &igammac_(const Tensor &other) const;
  Tensor &nextafter_(const Tensor &other) const;
  Tensor &logical_and_(const Tensor &other) const;
  Tensor &logical_or_(const Tensor &other) const;
  Tensor &logical_xor_(const Tensor &other) const;
  Tensor &fmod_(const Tensor &other) const;
  Tensor &fmod_(const Scalar &other) const;
  Tensor &copysign_(const Tensor &other) const;
  Tensor &copysign_(const Scalar &other) const;
  Tensor &remainder_(const Tensor &other) const;
  Tensor &remainder_(const Scalar &other) const;
  Tensor &xlogy_(const Tensor &other) const;
  Tensor &xlogy_(const Scalar &other) const;
  Tensor &bitwise_and_(const Tensor &other) const;
  Tensor &bitwise_and_(const Scalar &other) const;
  Tensor &bitwise_or_(const Tensor &other) const;
  Tensor &bitwise_or_(const Scalar &other) const;
  Tensor &bitwise_xor_(const Tensor &other) const;
  Tensor &bitwise_xor_(const Scalar &other) const;
  Tensor &bitwise_left_shift_(const Tensor &other) const;
  Tensor &bitwise_left_shift_(const Scalar &other) const;
  Tensor &bitwise_right_shift_(const Tensor &other) const;
  Tensor &bitwise_right_shift_(const Scalar &other) const;
  Tensor &eq_(const Tensor &other) const;
  Tensor &eq_(const Scalar &other) const;
  Tensor &ne_(const Tensor &other) const;
  Tensor &ne_(const Scalar &other) const;
  Tensor &lt_(const Tensor &other) const;
  Tensor &lt_(const Scalar &other) const;
  Tensor &le_(const Tensor &other) const;
  Tensor &le_(const Scalar &other) const;
  Tensor &gt_(const Tensor &other) const;
  Tensor &gt_(const Scalar &other) const;
  Tensor &ge_(const Tensor &other) const;
  Tensor &ge_(const Scalar &other) const;

  // ternary
  Tensor where(const Tensor &condition, const Tensor &other) const;
  Tensor where(const Tensor &condition, const Scalar &other) const;
  Tensor clamp(const std::optional<Scalar> &min, const std::optional<Scalar> &max = {}) const;
  Tensor clip(const std::optional<Scalar> &min, const std::optional<Scalar> &max = {}) const;
  Tensor clamp(const std::optional<Tensor> &min = {}, const std::optional<Tensor> &max = {}) const;
  Tensor clamp_min(const Scalar &min) const;
  Tensor clamp_min(const Tensor &min) const;
  Tensor clamp_max(const Scalar &max) const;
  Tensor clamp_max(const Tensor &max) const;
  Tensor lerp(const Tensor &end, const Tensor &weight) const;
  Tensor lerp(const Tensor &end, const Scalar &weight) const;
  Tensor addcmul(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1) const;
  Tensor addcdiv(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1) const;
  Tensor masked_fill(const Tensor &mask, const Tensor &value) const;
  Tensor masked_fill(const Tensor &mask, const Scalar &value) const;
  Tensor &clamp_(const std::optional<Scalar> &min, const std::optional<Scalar> &max = {}) const;
  Tensor &clamp_(const std::optional<Tensor> &min = {}, const std::optional<Tensor> &max = {}) const;
  Tensor &clamp_min_(const Scalar &min) const;
  Tensor &clamp_max_(const Scalar &max) const;
  Tensor &lerp_(const Tensor &end, const Tensor &weight) const;
  Tensor &lerp_(const Tensor &end, const Scalar &weight) const;
  Tensor &addcmul_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1) const;
  Tensor &addcdiv_(const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1) const;
  Tensor &masked_fill_(const Tensor &mask, const Tensor &value) const;
  Tensor &masked_fill_(const Tensor &mask, const Scalar &value) const;

  // copies and casts: self itself where nothing would change, unless `copy`
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false) const;
  Tensor toType(ScalarType dtype) const;
  Tensor type_as(const Tensor &other) const;
  Tensor clone() const;
  Tensor contiguous() const;
  Tensor detach() const;
  /// The same memory, as detach(). set_data: all handles of this tensor are then handles of `other`'s memory,
  /// with its dtype and sizes.
  Tensor data() const;
  void set_data(const Tensor &other) const;
  Layout layout() const { return kStrided; }
  Tensor &detach_() const;
  const Tensor &set_requires_grad(bool requires_grad) const;
  const Tensor &requires_grad_(bool requires_grad = true) const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor &fill_(const Scalar &value) const;
  Tensor &fill_(const Tensor &value) const;
  Tensor &zero_() const;
  Tensor &uniform_(double from = 0, double to = 1) const;
  Tensor &normal_(double mean = 0, double std = 1) const;

  // new tensors of this dtype
  Tensor new_zeros(IntArrayRef size, const TensorOptions &options = {}) const;
  Tensor new_ones(IntArrayRef size, const TensorOptions &options = {}) const;
  Tensor new_empty(IntArrayRef size, const TensorOptions &options = {}) const;
  Tensor new_full(IntArrayRef size, const Scalar &fill_value, const TensorOptions &options = {}) const;

  // reductions
  Tensor sum(std::optional<ScalarType> dtype = {}) const;
  Tensor sum(IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {}) const;
  Tensor mean(std::optional<ScalarType> dtype = {}) const;
  Tensor mean(IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {}) const;
  Tensor prod(std::optional<ScalarType> dtype = {}) const;
  Tensor prod(IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {}) const;
  Tensor sum(std::nullopt_t dim, bool keepdim = false, std::optional<ScalarType> dtype = {}) const;
  Tensor mean(std::nullopt_t dim, bool keepdim = false, std::optional<ScalarType> dtype = {}) const;
  Tensor amax(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor amin(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor any() const;
  Tensor any(IntArrayRef dim, bool keepdim = false) const;
  Tensor all() const;
  Tensor all(IntArrayRef dim, bool keepdim = false) const;
  Tensor var(int dim) const;
  Tensor var(bool unbiased) const;
  Tensor var(OptionalIntArrayRef dim, bool unbiased, bool keepdim = false) const;
  Tensor var(OptionalIntArrayRef dim = {}, const ::std::optional<Scalar> &correction = {},
             bool keepdim = false) const;
  Tensor std(int dim) const;
  Tensor std(bool unbiased) const;
  Tensor std(OptionalIntArrayRef dim, bool unbiased, bool keepdim = false) const;
  Tensor std(OptionalIntArrayRef dim = {}, const ::std::optional<Scalar> &correction = {},
             bool keepdim = false) const;
  Tensor argmax(std::optional<int64_t> dim = {}, bool keepdim = false) const;
  Tensor argmin(std::optional<int64_t> dim = {}, bool keepdim = false) const;
  Tensor max() const;
  std::tuple<Tensor, Tensor> max(int64_t dim, bool keepdim = false) const;
  Tensor min() const;
  std::tuple<Tensor, Tensor> min(int64_t dim, bool keepdim = false) const;
  Tensor norm(const Scalar &p = 2) const;
  Tensor norm(const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim = false) const;
  Tensor logsumexp(IntArrayRef dim, bool keepdim = false) const;
  Tensor softmax(int64_t dim, std::optional<ScalarType> dtype = {}) const;
  Tensor log_softmax(int64_t dim, std::optional<ScalarType> dtype = {}) const;
  bool equal(const Tensor &other) const;
  bool allclose(const Tensor &other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false) const;
  Tensor isclose(const Tensor &other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false) const;

  // linear algebra
  Tensor matmul(const Tensor &other) const;
  Tensor mm(const Tensor &mat2) const;
  Tensor bmm(const Tensor &mat2) const;
  Tensor mv(const Tensor &vec) const;
  Tensor dot(const Tensor &tensor) const;
  Tensor outer(const Tensor &vec2) const;
  Tensor addmm(const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1, const Scalar &alpha = 1) const;
  Tensor baddbmm(const Tensor &batch1, const Tensor &batch2, const Scalar &beta = 1,
                 const Scalar &alpha = 1) const;
  Tensor addmv(const Tensor &mat, const Tensor &vec, const Scalar &beta = 1, const Scalar &alpha = 1) const;

  // shape
  Tensor view(IntArrayRef size) const;
  Tensor reshape(IntArrayRef shape) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor expand(IntArrayRef size) const;
  Tensor squeeze() const;
  Tensor squeeze(IntArrayRef dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor select(int64_t dim, int64_t index) const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> start = {}, std::optional<int64_t> end = {},
               int64_t step = 1) const;
  Tensor alias() const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor swapaxes(int64_t axis0, int64_t axis1) const;
  Tensor t() const;
  Tensor T() const;
  Tensor numpy_T() const;
  Tensor mT() const;
  Tensor movedim(IntArrayRef source, IntArrayRef destination) const;
  Tensor movedim(int64_t source, int64_t destination) const;
  Tensor view_as(const Tensor &other) const;
  Tensor reshape_as(const Tensor &other) const;
  Tensor expand_as(const Tensor &other) const;
  Tensor broadcast_to(IntArrayRef size) const;
  Tensor ravel() const;
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  Tensor unflatten(int64_t dim, IntArrayRef sizes) const;
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor repeat(IntArrayRef repeats) const;
  std::vector<Tensor> split_with_sizes(IntArrayRef split_sizes, int64_t dim = 0) const;
  std::vector<Tensor> split(int64_t split_size, int64_t dim = 0) const;
  std::vector<Tensor> split(IntArrayRef split_size, int64_t dim = 0) const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dim = 0) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor tril(int64_t diagonal = 0) const;
  Tensor triu(int64_t diagonal = 0) const;

  // indexing
  Tensor gather(int64_t dim, const Tensor &index) const;
  Tensor index_select(int64_t dim, const Tensor &index) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor &index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor &value,
                     bool accumulate = false) const;
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor &value,
                     bool accumulate = false) const;
  Tensor &index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar &value) const;
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar &value) const;
  Tensor operator[](int64_t index) const;

#include <fullgraph/detail/composite_methods.inc>
#include <fullgraph/detail/device_methods.inc>
#include <fullgraph/detail/overload_methods.inc>

  // operators
  Tensor operator-() const;
  Tensor operator!() const;
  Tensor operator~() const;
  Tensor &operator+=(const Tensor &other);
  Tensor &operator+=(const Scalar &other);
  Tensor &operator-=(const Tensor &other);
  Tensor &operator-=(const Scalar &other);
  Tensor &operator*=(const Tensor &other);
  Tensor &operator*=(const Scalar &other);
  Tensor &operator/=(const Tensor &other);
  Tensor &operator/=(const Scalar &other);
  Tensor &operator&=(const Tensor &other);
  Tensor &operator&=(const Scalar &other);
  Tensor &operator|=(const Tensor &other);
  Tensor &operator|=(const Scalar &other);
  Tensor &operator^=(const Tensor &other);
  Tensor &operator^=(const Scalar &other);
  Tensor &operator<<=(const Tensor &other);
  Tensor &operator<<=(const Scalar &other);
  Tensor &operator>>=(const Tensor &other);
  Tensor &operator>>=(const Scalar &other);

private:
  const detail::TensorImpl &impl(const char *method) const {
    if (!impl_) [[unlikely]]
      detail::failUndefined(method);
    return *impl_;
  }

  detail::TensorImpl *impl_ = nullptr;
};

std::ostream &operator<<(std::ostream &stream, const Tensor &tensor);
std::ostream &operator<<(std::ostream &stream, const Scalar &scalar);
std::ostream &operator<<(std::ostream &stream, IntArrayRef sizes);
std::ostream &operator<<(std::ostream &stream, ScalarType dtype);
std::ostream &operator<<(std::ostream &stream, Device device);

} // namespace fg

// The free functions.
#include <fullgraph/ops.h>
