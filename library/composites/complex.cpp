// The definitions of composites/complex.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// re + im i, laid out as ATen lays out a result of operands that are laid out so: the two parts stand side
/// by side behind whatever order re and im have.
static Tensor joined(const Tensor &re, const Tensor &im) {
  return view_as_complex(where(eq(arange(2), 0), unsqueeze(re, -1), unsqueeze(im, -1)));
}
/// The parts as numbers of the dtype that `dtype`'s have.
static Tensor realPart(const Tensor &self, ScalarType dtype) {
  return to(self.is_complex() ? select(view_as_real(self), -1, 0) : self, realType(dtype));
}
static Tensor imaginaryPart(const Tensor &self, ScalarType dtype) {
  return self.is_complex() ? to(select(view_as_real(self), -1, 1), realType(dtype))
                           : full_like(self, 0, realType(dtype));
}
/// ATen's result_type of two operands of which one is complex.
static ScalarType complexResult(const Tensor &self, const Tensor &other) {
  ResultTypeState state;
  state.add(self.scalar_type(), self.dim() == 0, false);
  state.add(other.scalar_type(), other.dim() == 0, false);
  return state.result();
}
/// An index as it stands beside parts: of both.
static Tensor ofBothParts(const Tensor &index) {
  std::vector<int64_t> sizes = index.sizes().vec();
  sizes.push_back(2);
  return expand(unsqueeze(index, -1), sizes);
}
/// Dims of the parts: `dim` counted from the front, all of them where it is empty.
static std::vector<int64_t> partDims(const Tensor &self, IntArrayRef dim) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < dim.size(); ++i)
    dims.push_back(wrapDim(dim[i], self.dim()));
  if (dim.empty())
    for (int64_t d = 0; d < self.dim(); ++d)
      dims.push_back(d);
  return dims;
}
/// The dtype of a sum of complex numbers.
static ScalarType sumDtype(const Tensor &self, std::optional<ScalarType> dtype) {
  return dtype.has_value() ? *dtype : self.scalar_type();
}
/// The C++ type as ATen's messages name it.
static const char *elementName(ScalarType dtype) {
  return dtype == kComplexFloat    ? "c10::complex<float>"
         : dtype == kComplexDouble ? "c10::complex<double>"
         : dtype == kFloat         ? "float"
         : dtype == kDouble        ? "double"
                                   : toString(dtype);
}
/// Contractions do not promote.
static void checkMatrixDtypes(const Tensor &self, const Tensor &other) {
  FG_CHECK(self.scalar_type() == other.scalar_type(),
           "expected m1 and m2 to have the same dtype, but got: ", elementName(self.scalar_type()),
           " != ", elementName(other.scalar_type()));
}
} // namespace detail

Tensor complex(const Tensor &real, const Tensor &imag) {
  FG_CHECK((real.scalar_type() == kFloat || real.scalar_type() == kDouble) &&
               (imag.scalar_type() == kFloat || imag.scalar_type() == kDouble),
           "Expected both inputs to be Half, Float or Double tensors but got ", real.scalar_type(), " and ",
           imag.scalar_type());
  FG_CHECK(real.scalar_type() == imag.scalar_type(), "Expected object of scalar type ", real.scalar_type(),
           " but got scalar type ", imag.scalar_type(), " for second argument");
  return detail::joined(real, imag);
}
Tensor polar(const Tensor &abs, const Tensor &angle) {
  FG_CHECK((abs.scalar_type() == kFloat || abs.scalar_type() == kDouble) &&
               (angle.scalar_type() == kFloat || angle.scalar_type() == kDouble),
           "Expected both inputs to be Half, Float or Double tensors but got ", abs.scalar_type(), " and ",
           angle.scalar_type());
  FG_CHECK(abs.scalar_type() == angle.scalar_type(), "Expected object of scalar type ", abs.scalar_type(),
           " but got scalar type ", angle.scalar_type(), " for second argument");
  return detail::joined(mul(abs, cos(angle)), mul(abs, sin(angle)));
}
Tensor real(const Tensor &self) { return self.is_complex() ? select(view_as_real(self), -1, 0) : self; }
Tensor imag(const Tensor &self) {
  FG_CHECK(self.is_complex(), "imag is not implemented for tensors with non-complex dtypes.");
  return select(view_as_real(self), -1, 1);
}
Tensor conj_physical(const Tensor &self) {
  if (!self.is_complex())
    return self;
  const Tensor parts = view_as_real(self);
  return view_as_complex(where(eq(arange(2), 0), parts, neg(parts)));
}
Tensor conj(const Tensor &self) { return conj_physical(self); }
Tensor resolve_conj(const Tensor &self) { return self; }
Tensor resolve_neg(const Tensor &self) { return self; }
Tensor angle(const Tensor &self) {
  if (self.is_complex())
    return contiguous(atan2(imag(self), real(self)));
  const Tensor values = self.is_floating_point() ? self : to(self, kFloat);
  return where(isnan(values), values, mul(to(lt(values, 0), values.scalar_type()), 3.14159265358979323846));
}
Tensor sgn(const Tensor &self) {
  if (!self.is_complex())
    return sign(self);
  const Tensor size = unsqueeze(abs(self), -1), parts = view_as_real(self);
  return view_as_complex(where(eq(size, 0), zeros_like(parts), div(parts, size)));
}
Tensor isreal(const Tensor &self) {
  return self.is_complex() ? eq(imag(self), 0) : full_like(self, true, kBool);
}
bool is_complex(const Tensor &self) { return self.is_complex(); }
Tensor vdot(const Tensor &self, const Tensor &other) { return dot(conj_physical(self), other); }

namespace complex_forms {

/// 0 - 0, as ATen's: its zeros are positive.
Tensor neg(const Tensor &self) { return view_as_complex(fg::sub(0, view_as_real(self))); }
Tensor abs(const Tensor &self) { return hypot(real(self), imag(self)); }
Tensor square(const Tensor &self) { return fg::mul(self, self); }
/// Halves before the sum: what is added is at most the root of the largest number.
Tensor sqrt(const Tensor &self) {
  const Tensor re = real(self), im = imag(self), size = fg::abs(re);
  const Tensor larger = fg::sqrt(fg::add(fg::mul(size, 0.5), fg::mul(hypot(re, im), 0.5)));
  const Tensor smaller = fg::where(fg::eq(larger, 0), im, fg::div(im, fg::mul(larger, 2)));
  const Tensor front = ge(re, 0);
  return detail::joined(fg::where(front, larger, fg::abs(smaller)),
                        fg::where(front, smaller, copysign(larger, im)));
}
Tensor rsqrt(const Tensor &self) { return fg::reciprocal(fg::sqrt(self)); }
Tensor reciprocal(const Tensor &self) { return fg::div(fg::full({}, 1, self.scalar_type()), self); }
Tensor exp(const Tensor &self) {
  const Tensor size = fg::exp(real(self)), turn = imag(self);
  // Of a real number: inf * sin(0) would be NaN.
  const Tensor flat = fg::eq(turn, 0);
  return detail::joined(fg::where(flat, size, fg::mul(size, fg::cos(turn))),
                        fg::where(flat, turn, fg::mul(size, fg::sin(turn))));
}
Tensor log(const Tensor &self) { return detail::joined(fg::log(fg::abs(self)), angle(self)); }
Tensor log2(const Tensor &self) {
  return view_as_complex(fg::div(view_as_real(fg::log(self)), 0.693147180559945309417));
}
Tensor log10(const Tensor &self) {
  return view_as_complex(fg::div(view_as_real(fg::log(self)), 2.302585092994045684018));
}
Tensor sin(const Tensor &self) {
  const Tensor re = real(self), im = imag(self);
  return detail::joined(fg::mul(fg::sin(re), fg::cosh(im)), fg::mul(fg::cos(re), fg::sinh(im)));
}
Tensor cos(const Tensor &self) {
  const Tensor re = real(self), im = imag(self);
  return detail::joined(fg::mul(fg::cos(re), fg::cosh(im)), fg::neg(fg::mul(fg::sin(re), fg::sinh(im))));
}
Tensor sinh(const Tensor &self) {
  const Tensor re = real(self), im = imag(self);
  return detail::joined(fg::mul(fg::sinh(re), fg::cos(im)), fg::mul(fg::cosh(re), fg::sin(im)));
}
Tensor cosh(const Tensor &self) {
  const Tensor re = real(self), im = imag(self);
  return detail::joined(fg::mul(fg::cosh(re), fg::cos(im)), fg::mul(fg::sinh(re), fg::sin(im)));
}
} // namespace complex_forms
namespace detail {
/// The parts of tanh(re + im i), from Kahan's formula (Branch cuts for complex elementary functions, 1987):
/// the terms of larger numbers are those of 20, beyond which the first is 1 and the second below 1e-16.
static std::vector<Tensor> hyperbolicTangent(const Tensor &re, const Tensor &im) {
  const Tensor t = fg::tan(im), beta = fg::add(fg::mul(t, t), 1), bounded = clamp(re, -20, 20);
  const Tensor s = fg::sinh(bounded), rho = fg::sqrt(fg::add(fg::mul(s, s), 1));
  const Tensor below = fg::add(fg::mul(beta, fg::mul(s, s)), 1);
  return {fg::div(fg::mul(fg::mul(beta, rho), s), below), fg::div(t, below)};
}
} // namespace detail
namespace complex_forms {
Tensor tanh(const Tensor &self) {
  const std::vector<Tensor> parts = detail::hyperbolicTangent(real(self), imag(self));
  return detail::joined(parts[0], parts[1]);
}
/// -i tanh(i self)
Tensor tan(const Tensor &self) {
  const std::vector<Tensor> parts = detail::hyperbolicTangent(fg::neg(imag(self)), real(self));
  return detail::joined(parts[1], fg::neg(parts[0]));
}
Tensor sigmoid(const Tensor &self) {
  return fg::div(fg::full({}, 1, self.scalar_type()), fg::add(fg::exp(fg::neg(self)), 1));
}
Tensor logical_not(const Tensor &self) { return fg::eq(self, 0); }
Tensor isnan(const Tensor &self) { return fg::logical_or(fg::isnan(real(self)), fg::isnan(imag(self))); }
Tensor isinf(const Tensor &self) { return fg::logical_or(fg::isinf(real(self)), fg::isinf(imag(self))); }
Tensor isfinite(const Tensor &self) {
  return fg::logical_and(fg::isfinite(real(self)), fg::isfinite(imag(self)));
}

Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  const ScalarType dtype = detail::complexResult(self, other);
  return detail::joined(
      fg::add(detail::realPart(self, dtype), detail::realPart(other, dtype), alpha),
      fg::add(detail::imaginaryPart(self, dtype), detail::imaginaryPart(other, dtype), alpha));
}
Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha) {
  FG_CHECK(
      self.scalar_type() != kBool && other.scalar_type() != kBool,
      "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
      "mask, use the `~` or `logical_not()` operator instead.");
  const ScalarType dtype = detail::complexResult(self, other);
  return detail::joined(
      fg::sub(detail::realPart(self, dtype), detail::realPart(other, dtype), alpha),
      fg::sub(detail::imaginaryPart(self, dtype), detail::imaginaryPart(other, dtype), alpha));
}
Tensor mul(const Tensor &self, const Tensor &other) {
  const ScalarType dtype = detail::complexResult(self, other);
  const Tensor a = detail::realPart(self, dtype), b = detail::imaginaryPart(self, dtype),
               c = detail::realPart(other, dtype), d = detail::imaginaryPart(other, dtype);
  return detail::joined(fg::sub(fg::mul(a, c), fg::mul(b, d)), fg::add(fg::mul(a, d), fg::mul(b, c)));
}
/// Smith's: by the larger part of the divisor, whose square could overflow. What is computed of the divisor
/// alone comes second everywhere: results have self's layout where the two differ.
Tensor div(const Tensor &self, const Tensor &other) {
  const ScalarType dtype = detail::complexResult(self, other);
  const Tensor a = detail::realPart(self, dtype), b = detail::imaginaryPart(self, dtype),
               c = detail::realPart(other, dtype), d = detail::imaginaryPart(other, dtype);
  const Tensor flat = ge(fg::abs(c), fg::abs(d)), none = fg::logical_and(fg::eq(c, 0), fg::eq(d, 0));
  const Tensor larger = fg::where(flat, c, d), smaller = fg::where(flat, d, c);
  const Tensor ratio = fg::div(smaller, larger);
  const Tensor scale =
      fg::where(none, __builtin_huge_val(), fg::reciprocal(fg::add(larger, fg::mul(smaller, ratio))));
  const Tensor along = fg::where(flat, 1, ratio), across = fg::where(none, 0, fg::where(flat, ratio, 1));
  return detail::joined(fg::mul(fg::add(fg::mul(a, along), fg::mul(b, across)), scale),
                        fg::mul(fg::sub(fg::mul(b, along), fg::mul(a, across)), scale));
}
/// exp(exponent * log(self)); 0 to a power of the right half plane is 0, and anything to 0 is 1.
Tensor pow(const Tensor &self, const Tensor &exponent) {
  const ScalarType dtype = detail::complexResult(self, exponent);
  const Tensor base = fg::to(self, dtype), power = fg::to(exponent, dtype);
  const Tensor general = fg::exp(fg::mul(power, fg::log(base)));
  const Tensor one = fg::full({}, 1, dtype), zero = fg::full({}, 0, dtype);
  const Tensor vanishing = fg::logical_and(fg::eq(base, 0), gt(real(power), 0));
  return fg::where(fg::eq(power, 0), one, fg::where(vanishing, zero, general));
}
Tensor eq(const Tensor &self, const Tensor &other) {
  const ScalarType dtype = detail::complexResult(self, other);
  return fg::logical_and(fg::eq(detail::realPart(self, dtype), detail::realPart(other, dtype)),
                         fg::eq(detail::imaginaryPart(self, dtype), detail::imaginaryPart(other, dtype)));
}
Tensor ne(const Tensor &self, const Tensor &other) { return fg::logical_not(fg::eq(self, other)); }
Tensor logical_and(const Tensor &self, const Tensor &other) {
  return fg::logical_and(fg::ne(self, 0), fg::ne(other, 0));
}
Tensor logical_or(const Tensor &self, const Tensor &other) {
  return fg::logical_or(fg::ne(self, 0), fg::ne(other, 0));
}
Tensor logical_xor(const Tensor &self, const Tensor &other) {
  return fg::logical_xor(fg::ne(self, 0), fg::ne(other, 0));
}

Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other) {
  const ScalarType dtype = detail::complexResult(self, other);
  return view_as_complex(fg::where(unsqueeze(condition, -1), view_as_real(fg::to(self, dtype)),
                                   view_as_real(fg::to(other, dtype))));
}
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight) {
  FG_CHECK(self.scalar_type() == end.scalar_type(), "expected dtype ",
           detail::elementName(self.scalar_type()), " for `end` but got dtype ",
           detail::elementName(end.scalar_type()));
  return fg::add(self, fg::mul(weight, fg::sub(end, self)));
}
Tensor addcmul(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  return fg::add(self, fg::mul(fg::mul(tensor1, value), tensor2));
}
Tensor addcdiv(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value) {
  return fg::add(self, fg::mul(fg::div(tensor1, tensor2), value));
}
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Tensor &value) {
  FG_CHECK(self.is_complex(), "value cannot be converted to type ", self.scalar_type(), " without overflow");
  FG_CHECK(mask.scalar_type() == kBool, "masked_fill_ only supports boolean masks, but got mask with dtype ",
           mask.scalar_type());
  return fg::where(mask, fg::to(value, self.scalar_type()), self);
}

Tensor to(const Tensor &self, ScalarType dtype, bool copy) {
  if (!self.is_complex())
    return detail::joined(fg::to(self, realType(dtype)), full_like(self, 0, realType(dtype)));
  if (isComplexType(dtype)) {
    const Tensor parts = view_as_real(self), cast = fg::to(parts, realType(dtype), copy);
    return cast.is_same(parts) ? self : view_as_complex(cast);
  }
  return dtype == kBool ? fg::ne(self, 0) : fg::to(real(self), dtype, true);
}
Tensor clone(const Tensor &self) { return view_as_complex(fg::clone(view_as_real(self))); }
Tensor contiguous(const Tensor &self) {
  const Tensor parts = view_as_real(self), dense = fg::contiguous(parts);
  return dense.is_same(parts) ? self : view_as_complex(dense);
}
Tensor &copy_(Tensor &self, const Tensor &src) {
  Tensor parts = self.is_complex() ? view_as_real(self) : self;
  fg::copy_(parts, self.is_complex() ? view_as_real(fg::to(src, self.scalar_type())) : real(src));
  return self;
}
Tensor sum(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  const ScalarType result = detail::sumDtype(self, dtype);
  if (!isComplexType(result))
    return fg::sum(fg::to(self, result), dim, keepdim);
  const Tensor numbers = fg::to(self, result);
  if (numbers.dim() == 0)
    return fg::clone(numbers);
  return view_as_complex(fg::sum(view_as_real(numbers), detail::partDims(self, dim), keepdim));
}
Tensor mean(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  const ScalarType result = detail::sumDtype(self, dtype);
  if (!isComplexType(result))
    return fg::mean(fg::to(self, result), dim, keepdim);
  const Tensor numbers = fg::to(self, result);
  if (numbers.dim() == 0)
    return fg::clone(numbers);
  return view_as_complex(fg::mean(view_as_real(numbers), detail::partDims(self, dim), keepdim));
}
Tensor var(const Tensor &self, IntArrayRef dim, const Scalar &correction, bool keepdim) {
  return fg::add(fg::var(real(self), dim, correction, keepdim),
                 fg::var(imag(self), dim, correction, keepdim));
}
Tensor any(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return fg::any(fg::ne(self, 0), dim, keepdim);
}
Tensor all(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return fg::all(fg::ne(self, 0), dim, keepdim);
}

Tensor matmul(const Tensor &self, const Tensor &other) {
  detail::checkMatrixDtypes(self, other);
  const Tensor a = real(self), b = imag(self), c = real(other), d = imag(other);
  return detail::joined(fg::sub(fg::matmul(a, c), fg::matmul(b, d)),
                        fg::add(fg::matmul(a, d), fg::matmul(b, c)));
}
Tensor mm(const Tensor &self, const Tensor &mat2) {
  detail::checkMatrixDtypes(self, mat2);
  const Tensor a = real(self), b = imag(self), c = real(mat2), d = imag(mat2);
  return detail::joined(fg::sub(fg::mm(a, c), fg::mm(b, d)), fg::add(fg::mm(a, d), fg::mm(b, c)));
}
Tensor bmm(const Tensor &self, const Tensor &mat2) {
  detail::checkMatrixDtypes(self, mat2);
  const Tensor a = real(self), b = imag(self), c = real(mat2), d = imag(mat2);
  return detail::joined(fg::sub(fg::bmm(a, c), fg::bmm(b, d)), fg::add(fg::bmm(a, d), fg::bmm(b, c)));
}
Tensor linear(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias) {
  detail::checkMatrixDtypes(input, weight);
  const Tensor a = real(input), b = imag(input), c = real(weight), d = imag(weight);
  const Tensor product = detail::joined(fg::sub(fg::linear(a, c), fg::linear(b, d)),
                                        fg::add(fg::linear(a, d), fg::linear(b, c)));
  return detail::given(bias) ? fg::add(product, *bias) : product;
}
Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  detail::checkMatrixDtypes(input, weight);
  const Tensor a = real(input), b = imag(input), c = real(weight), d = imag(weight);
  const std::optional<Tensor> none;
  const Tensor re = fg::sub(fg::convolution(a, c, none, stride, padding, dilation, groups),
                            fg::convolution(b, d, none, stride, padding, dilation, groups));
  const Tensor im = fg::add(fg::convolution(a, d, none, stride, padding, dilation, groups),
                            fg::convolution(b, c, none, stride, padding, dilation, groups));
  const Tensor product = detail::joined(re, im);
  if (!detail::given(bias))
    return product;
  std::vector<int64_t> sizes(size_t(weight.dim() - 1), 1);
  sizes[0] = bias->size(0);
  return fg::add(product, fg::reshape(*bias, sizes));
}

Tensor reshape(const Tensor &self, IntArrayRef shape) {
  std::vector<int64_t> sizes = shape.vec();
  sizes.push_back(2);
  return view_as_complex(fg::reshape(view_as_real(self), sizes));
}
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index) {
  if (self.dim() == 0)
    return fg::index_select(fg::reshape(self, {1}), 0, fg::reshape(index, {-1})).reshape(index.sizes());
  return view_as_complex(
      fg::gather(view_as_real(self), detail::wrapDim(dim, self.dim()), detail::ofBothParts(index)));
}
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index) {
  if (self.dim() == 0)
    return fg::reshape(fg::index_select(fg::reshape(self, {1}), dim, index), {});
  return view_as_complex(fg::index_select(view_as_real(self), detail::wrapDim(dim, self.dim()), index));
}
Tensor embedding(const Tensor &weight, const Tensor &indices) {
  const Tensor rows = flatten(view_as_real(weight), 1);
  return view_as_complex(unflatten(fg::embedding(rows, indices), -1, {-1, 2}));
}
Tensor cat(TensorList tensors, int64_t dim) {
  ResultTypeState state;
  for (const Tensor &tensor : tensors)
    state.add(tensor.scalar_type(), tensor.dim() == 0, false);
  const ScalarType dtype = state.result();
  int64_t rank = 1;
  for (const Tensor &tensor : tensors)
    rank = tensor.dim() > rank ? tensor.dim() : rank;
  std::vector<Tensor> parts;
  for (const Tensor &tensor : tensors)
    if (rank == 1 || tensor.dim() != 1 || tensor.size(0) != 0) // ATen skips empty vectors
      parts.push_back(view_as_real(fg::to(tensor, dtype)));
  return view_as_complex(fg::cat(parts, detail::wrapDim(dim, rank)));
}
Tensor cumsum(const Tensor &self, int64_t dim) {
  if (self.dim() == 0)
    return fg::clone(self);
  return view_as_complex(fg::cumsum(view_as_real(self), detail::wrapDim(dim, self.dim())));
}
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  FG_CHECK(self.scalar_type() == src.scalar_type(),
           "scatter(): Expected self.dtype to be equal to src.dtype");
  return view_as_complex(fg::scatter(view_as_real(self), detail::wrapDim(dim, self.dim()),
                                     detail::ofBothParts(index), view_as_real(src)));
}
Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                      string_view reduce, bool include_self) {
  FG_CHECK(self.scalar_type() == src.scalar_type(),
           "scatter(): Expected self.dtype to be equal to src.dtype");
  FG_CHECK(reduce == "sum" || reduce == "mean",
           "scatter_reduce: of complex numbers there are sums and means, "
           "but reduce is ",
           reduce);
  return view_as_complex(fg::scatter_reduce(view_as_real(self), detail::wrapDim(dim, self.dim()),
                                            detail::ofBothParts(index), view_as_real(src), reduce,
                                            include_self));
}
Tensor masked_scatter(const Tensor &self, const Tensor &mask, const Tensor &source, bool exact) {
  FG_CHECK(self.scalar_type() == source.scalar_type(),
           "masked_scatter: expected self and source to have same dtypes but got", self.scalar_type(),
           " and ", source.scalar_type());
  return view_as_complex(fg::masked_scatter(view_as_real(self), detail::ofBothParts(mask),
                                            view_as_real(fg::contiguous(source)), exact));
}

Tensor random_uniform(const Tensor &key, IntArrayRef size, ScalarType dtype) {
  std::vector<int64_t> sizes = size.vec();
  sizes.push_back(2);
  return view_as_complex(fg::random_uniform(key, sizes, realType(dtype)));
}
/// Of variance 1: a half in each part.
Tensor random_normal(const Tensor &key, IntArrayRef size, ScalarType dtype) {
  std::vector<int64_t> sizes = size.vec();
  sizes.push_back(2);
  return view_as_complex(fg::mul(fg::random_normal(key, sizes, realType(dtype)), 0.70710678118654752440));
}
Tensor full(IntArrayRef size, const Scalar &fill_value, ScalarType dtype) {
  return detail::joined(fg::full(size, fill_value, realType(dtype)), fg::full(size, 0, realType(dtype)));
}
Tensor full_like(const Tensor &self, const Scalar &fill_value, std::optional<ScalarType> dtype) {
  const ScalarType result = dtype.has_value() ? *dtype : self.scalar_type();
  if (!self.is_complex()) {
    const Tensor re = fg::full_like(self, fill_value, realType(result));
    return detail::joined(re, fg::full_like(re, 0));
  }
  if (!isComplexType(result))
    return fg::full_like(real(self), fill_value, result);
  const Tensor zeros = fg::full_like(view_as_real(self), 0, realType(result));
  return view_as_complex(fg::where(fg::eq(arange(2), 0), fg::full_like(zeros, fill_value), zeros));
}
Tensor eye(int64_t n, int64_t m, ScalarType dtype) { return fg::to(fg::eye(n, m, realType(dtype)), dtype); }

} // namespace complex_forms

} // namespace fg
