// Complex numbers: making them of two parts and taking them apart; and, in complex_forms, what the primitive
// operators do to them. A part of ops.h, which includes the parts in their order.
//
// A complex tensor's memory is that of numbers [..., 2] (view_as_real), and all of this is composed of real
// operators on such parts: so are eager code's results and graphs, which have no complex arithmetic. A result
// has the strides that ATen's has.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// real + imag i, of two f32 (c64) or two f64 (c128) tensors, which broadcast.
Tensor complex(const Tensor &real, const Tensor &imag);
/// abs cos(angle) + abs sin(angle) i.
Tensor polar(const Tensor &abs, const Tensor &angle);
/// The real parts, a view; self itself where it is real.
Tensor real(const Tensor &self);
/// The imaginary parts, a view; throws for a real tensor.
Tensor imag(const Tensor &self);
/// The conjugate: a copy (ATen's is a view that is computed when it is read); self itself where it is real.
Tensor conj(const Tensor &self);
Tensor conj_physical(const Tensor &self);
Tensor resolve_conj(const Tensor &self);
Tensor resolve_neg(const Tensor &self);
/// The argument, in (-pi, pi]; of real numbers 0, pi or NaN.
Tensor angle(const Tensor &self);
/// self / abs(self), 0 for 0; of real numbers the sign.
Tensor sgn(const Tensor &self);
Tensor isreal(const Tensor &self);
bool is_complex(const Tensor &self);
/// The product of the first one's conjugate and the second, two vectors.
Tensor vdot(const Tensor &self, const Tensor &other);

/// What the operators of these names do where an operand is complex: eager operators call them, and capture
/// puts them in the place of a call. A parameter has the name that the operator's has, and is a tensor where
/// the operator takes a Tensor or a Scalar in its place. Operators without a form here refuse complex
/// operands.
namespace complex_forms {
Tensor neg(const Tensor &self);
Tensor abs(const Tensor &self);
Tensor square(const Tensor &self);
Tensor sqrt(const Tensor &self);
Tensor rsqrt(const Tensor &self);
Tensor reciprocal(const Tensor &self);
Tensor exp(const Tensor &self);
Tensor log(const Tensor &self);
Tensor log2(const Tensor &self);
Tensor log10(const Tensor &self);
Tensor sin(const Tensor &self);
Tensor cos(const Tensor &self);
Tensor tan(const Tensor &self);
Tensor sinh(const Tensor &self);
Tensor cosh(const Tensor &self);
Tensor tanh(const Tensor &self);
Tensor sigmoid(const Tensor &self);
Tensor logical_not(const Tensor &self);
Tensor isnan(const Tensor &self);
Tensor isinf(const Tensor &self);
Tensor isfinite(const Tensor &self);
Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha);
Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha);
Tensor mul(const Tensor &self, const Tensor &other);
Tensor div(const Tensor &self, const Tensor &other);
Tensor pow(const Tensor &self, const Tensor &exponent);
Tensor eq(const Tensor &self, const Tensor &other);
Tensor ne(const Tensor &self, const Tensor &other);
Tensor logical_and(const Tensor &self, const Tensor &other);
Tensor logical_or(const Tensor &self, const Tensor &other);
Tensor logical_xor(const Tensor &self, const Tensor &other);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight);
Tensor addcmul(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value);
Tensor addcdiv(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value);
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Tensor &value);
Tensor to(const Tensor &self, ScalarType dtype, bool copy);
Tensor clone(const Tensor &self);
Tensor contiguous(const Tensor &self);
Tensor &copy_(Tensor &self, const Tensor &src);
Tensor sum(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor mean(const Tensor &self, IntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype);
Tensor var(const Tensor &self, IntArrayRef dim, const Scalar &correction, bool keepdim);
Tensor any(const Tensor &self, IntArrayRef dim, bool keepdim);
Tensor all(const Tensor &self, IntArrayRef dim, bool keepdim);
Tensor matmul(const Tensor &self, const Tensor &other);
Tensor mm(const Tensor &self, const Tensor &mat2);
Tensor bmm(const Tensor &self, const Tensor &mat2);
Tensor linear(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias);
Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups);
/// A view where the strides allow it; the other views are what they are.
Tensor reshape(const Tensor &self, IntArrayRef shape);
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);
Tensor embedding(const Tensor &weight, const Tensor &indices);
Tensor cat(TensorList tensors, int64_t dim);
Tensor cumsum(const Tensor &self, int64_t dim);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                      string_view reduce, bool include_self);
Tensor masked_scatter(const Tensor &self, const Tensor &mask, const Tensor &source, bool exact);
Tensor random_uniform(const Tensor &key, IntArrayRef size, ScalarType dtype);
Tensor random_normal(const Tensor &key, IntArrayRef size, ScalarType dtype);
Tensor full(IntArrayRef size, const Scalar &fill_value, ScalarType dtype);
Tensor full_like(const Tensor &self, const Scalar &fill_value, std::optional<ScalarType> dtype);
Tensor eye(int64_t n, int64_t m, ScalarType dtype);
} // namespace complex_forms

} // namespace fg
