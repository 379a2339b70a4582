// The primitive operators of Ops.def: free functions without a body here, run eagerly by runtime/core and
// turned into graph nodes by the compiler, which binds arguments by the parameters' names.
//
// Meaning, defaults, type promotion, NaN and error behaviour are those of the ATen function of the same name.
// An overload with `const Scalar &` where the schema says Tensor is the same operator with a weak operand.
// `name_` is the in-place form: the result is cast to self's dtype and written to self, which must have the
// result's sizes.
//
// Everything else is a function over these: composites/*.h declares them, and composites/*.cpp defines them,
// in the library for programs and as text for the compiler, which inlines them.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

// --- unary pointwise ---
Tensor neg(const Tensor &self);
Tensor abs(const Tensor &self);
Tensor sign(const Tensor &self);
Tensor ceil(const Tensor &self);
Tensor floor(const Tensor &self);
Tensor round(const Tensor &self);
Tensor trunc(const Tensor &self);
Tensor frac(const Tensor &self);
Tensor square(const Tensor &self);
Tensor sqrt(const Tensor &self);
Tensor rsqrt(const Tensor &self);
Tensor reciprocal(const Tensor &self);
Tensor exp(const Tensor &self);
Tensor exp2(const Tensor &self);
Tensor expm1(const Tensor &self);
Tensor log(const Tensor &self);
Tensor log2(const Tensor &self);
Tensor log10(const Tensor &self);
Tensor log1p(const Tensor &self);
Tensor sin(const Tensor &self);
Tensor cos(const Tensor &self);
Tensor tan(const Tensor &self);
Tensor asin(const Tensor &self);
Tensor acos(const Tensor &self);
Tensor atan(const Tensor &self);
Tensor sinh(const Tensor &self);
Tensor cosh(const Tensor &self);
Tensor tanh(const Tensor &self);
Tensor asinh(const Tensor &self);
Tensor acosh(const Tensor &self);
Tensor atanh(const Tensor &self);
Tensor erf(const Tensor &self);
Tensor erfc(const Tensor &self);
Tensor lgamma(const Tensor &self);  // log(|gamma(self)|)
Tensor digamma(const Tensor &self); // its derivative
Tensor erfinv(const Tensor &self);
Tensor i0(const Tensor &self);                   // the modified Bessel function of order 0
Tensor special_i0e(const Tensor &self);          // exp(-|self|) * i0(self)
Tensor special_ndtri(const Tensor &self);        // the quantiles of the standard normal distribution
Tensor special_erfcx(const Tensor &self);        // exp(self^2) * erfc(self)
Tensor polygamma(int64_t n, const Tensor &self); // the n-th derivative of digamma
/// self = frexp_mantissa(self) * 2 ^ frexp_exponent(self), the mantissa in [1/2, 1): the parts of frexp, in
/// self's dtype.
Tensor frexp_mantissa(const Tensor &self);
Tensor frexp_exponent(const Tensor &self);
Tensor sigmoid(const Tensor &self);
Tensor relu(const Tensor &self);
Tensor relu6(const Tensor &self);
Tensor silu(const Tensor &self);
Tensor mish(const Tensor &self);
Tensor hardsigmoid(const Tensor &self);
Tensor hardswish(const Tensor &self);
Tensor logical_not(const Tensor &self); // bool
Tensor bitwise_not(const Tensor &self); // integers and bool
Tensor isnan(const Tensor &self);       // bool, as the next two
Tensor isinf(const Tensor &self);
Tensor isfinite(const Tensor &self);
Tensor log_sigmoid(const Tensor &self);
Tensor logit(const Tensor &self, const std::optional<Scalar> &eps = {});
Tensor gelu(const Tensor &self, string_view approximate = "none"); // or "tanh"
Tensor leaky_relu(const Tensor &self, const Scalar &negative_slope = 0.01);
Tensor elu(const Tensor &self, const Scalar &alpha = 1, const Scalar &scale = 1,
           const Scalar &input_scale = 1);
Tensor softplus(const Tensor &self, const Scalar &beta = 1, const Scalar &threshold = 20);
Tensor hardtanh(const Tensor &self, const Scalar &min_val = -1, const Scalar &max_val = 1);
Tensor threshold(const Tensor &self, const Scalar &threshold, const Scalar &value);

Tensor &neg_(Tensor &self);
Tensor &abs_(Tensor &self);
Tensor &sign_(Tensor &self);
Tensor &ceil_(Tensor &self);
Tensor &floor_(Tensor &self);
Tensor &round_(Tensor &self);
Tensor &trunc_(Tensor &self);
Tensor &frac_(Tensor &self);
Tensor &square_(Tensor &self);
Tensor &sqrt_(Tensor &self);
Tensor &rsqrt_(Tensor &self);
Tensor &reciprocal_(Tensor &self);
Tensor &exp_(Tensor &self);
Tensor &exp2_(Tensor &self);
Tensor &expm1_(Tensor &self);
Tensor &log_(Tensor &self);
Tensor &log2_(Tensor &self);
Tensor &log10_(Tensor &self);
Tensor &log1p_(Tensor &self);
Tensor &sin_(Tensor &self);
Tensor &cos_(Tensor &self);
Tensor &tan_(Tensor &self);
Tensor &asin_(Tensor &self);
Tensor &acos_(Tensor &self);
Tensor &atan_(Tensor &self);
Tensor &sinh_(Tensor &self);
Tensor &cosh_(Tensor &self);
Tensor &tanh_(Tensor &self);
Tensor &asinh_(Tensor &self);
Tensor &acosh_(Tensor &self);
Tensor &atanh_(Tensor &self);
Tensor &erf_(Tensor &self);
Tensor &erfc_(Tensor &self);
Tensor &lgamma_(Tensor &self);
Tensor &digamma_(Tensor &self);
Tensor &erfinv_(Tensor &self);
Tensor &i0_(Tensor &self);
Tensor &sigmoid_(Tensor &self);
Tensor &relu_(Tensor &self);
Tensor &relu6_(Tensor &self);
Tensor &silu_(Tensor &self);
Tensor &mish_(Tensor &self);
Tensor &hardsigmoid_(Tensor &self);
Tensor &hardswish_(Tensor &self);
Tensor &logical_not_(Tensor &self);
Tensor &bitwise_not_(Tensor &self);
Tensor &logit_(Tensor &self, const std::optional<Scalar> &eps = {});
Tensor &gelu_(Tensor &self, string_view approximate = "none");
Tensor &leaky_relu_(Tensor &self, const Scalar &negative_slope = 0.01);
Tensor &elu_(Tensor &self, const Scalar &alpha = 1, const Scalar &scale = 1, const Scalar &input_scale = 1);
Tensor &hardtanh_(Tensor &self, const Scalar &min_val = -1, const Scalar &max_val = 1);
Tensor &threshold_(Tensor &self, const Scalar &threshold, const Scalar &value);

// --- binary pointwise: operands broadcast ---
Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha = 1); // self + alpha * other
Tensor add(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha = 1); // self - alpha * other
Tensor sub(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor sub(const Scalar &self, const Tensor &other, const Scalar &alpha = 1); // rsub's; not in ATen
Tensor mul(const Tensor &self, const Tensor &other);
Tensor mul(const Tensor &self, const Scalar &other);
/// rounding_mode: none (true division), "trunc" or "floor".
Tensor div(const Tensor &self, const Tensor &other);
Tensor div(const Tensor &self, const Scalar &other);
Tensor div(const Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode);
Tensor div(const Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode);
Tensor pow(const Tensor &self, const Tensor &exponent);
Tensor pow(const Tensor &self, const Scalar &exponent);
Tensor pow(const Scalar &self, const Tensor &exponent);
Tensor maximum(const Tensor &self, const Tensor &other);
Tensor minimum(const Tensor &self, const Tensor &other);
Tensor fmax(const Tensor &self, const Tensor &other);
Tensor fmin(const Tensor &self, const Tensor &other);
Tensor atan2(const Tensor &self, const Tensor &other);
Tensor hypot(const Tensor &self, const Tensor &other);
Tensor logaddexp(const Tensor &self, const Tensor &other);
Tensor fmod(const Tensor &self, const Tensor &other);
Tensor fmod(const Tensor &self, const Scalar &other);
Tensor copysign(const Tensor &self, const Tensor &other);
Tensor copysign(const Tensor &self, const Scalar &other);
Tensor remainder(const Tensor &self, const Tensor &other);
Tensor remainder(const Tensor &self, const Scalar &other);
Tensor remainder(const Scalar &self, const Tensor &other);
Tensor xlogy(const Tensor &self, const Tensor &other);
Tensor xlogy(const Tensor &self, const Scalar &other);
Tensor xlogy(const Scalar &self, const Tensor &other);
/// Hurwitz's zeta function: the sum of (other + k) ^ -self over k = 0, 1, 2, ...
Tensor special_zeta(const Tensor &self, const Tensor &other);
Tensor special_zeta(const Tensor &self, const Scalar &other);
Tensor special_zeta(const Scalar &self, const Tensor &other);
/// The regularised lower incomplete gamma function of order self, up to other; and the upper one, 1 minus it.
Tensor igamma(const Tensor &self, const Tensor &other);
Tensor igammac(const Tensor &self, const Tensor &other);
/// The next number of self's dtype behind self in the direction of other.
Tensor nextafter(const Tensor &self, const Tensor &other);
Tensor bitwise_and(const Tensor &self, const Tensor &other);
Tensor bitwise_and(const Tensor &self, const Scalar &other);
Tensor bitwise_and(const Scalar &self, const Tensor &other);
Tensor bitwise_or(const Tensor &self, const Tensor &other);
Tensor bitwise_or(const Tensor &self, const Scalar &other);
Tensor bitwise_or(const Scalar &self, const Tensor &other);
Tensor bitwise_xor(const Tensor &self, const Tensor &other);
Tensor bitwise_xor(const Tensor &self, const Scalar &other);
Tensor bitwise_xor(const Scalar &self, const Tensor &other);
Tensor bitwise_left_shift(const Tensor &self, const Tensor &other);
Tensor bitwise_left_shift(const Tensor &self, const Scalar &other);
Tensor bitwise_left_shift(const Scalar &self, const Tensor &other);
Tensor bitwise_right_shift(const Tensor &self, const Tensor &other);
Tensor bitwise_right_shift(const Tensor &self, const Scalar &other);
Tensor bitwise_right_shift(const Scalar &self, const Tensor &other);

Tensor &add_(Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor &add_(Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor &sub_(Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor &sub_(Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor &mul_(Tensor &self, const Tensor &other);
Tensor &mul_(Tensor &self, const Scalar &other);
Tensor &div_(Tensor &self, const Tensor &other);
Tensor &div_(Tensor &self, const Scalar &other);
Tensor &div_(Tensor &self, const Tensor &other, std::optional<string_view> rounding_mode);
Tensor &div_(Tensor &self, const Scalar &other, std::optional<string_view> rounding_mode);
Tensor &pow_(Tensor &self, const Tensor &exponent);
Tensor &pow_(Tensor &self, const Scalar &exponent);
Tensor &atan2_(Tensor &self, const Tensor &other);
Tensor &igamma_(Tensor &self, const Tensor &other);
Tensor &igammac_(Tensor &self, const Tensor &other);
Tensor &nextafter_(Tensor &self, const Tensor &other);
Tensor &hypot_(Tensor &self, const Tensor &other);
Tensor &fmod_(Tensor &self, const Tensor &other);
Tensor &fmod_(Tensor &self, const Scalar &other);
Tensor &copysign_(Tensor &self, const Tensor &other);
Tensor &copysign_(Tensor &self, const Scalar &other);
Tensor &remainder_(Tensor &self, const Tensor &other);
Tensor &remainder_(Tensor &self, const Scalar &other);
Tensor &xlogy_(Tensor &self, const Tensor &other);
Tensor &xlogy_(Tensor &self, const Scalar &other);
Tensor &bitwise_and_(Tensor &self, const Tensor &other);
Tensor &bitwise_and_(Tensor &self, const Scalar &other);
Tensor &bitwise_or_(Tensor &self, const Tensor &other);
Tensor &bitwise_or_(Tensor &self, const Scalar &other);
Tensor &bitwise_xor_(Tensor &self, const Tensor &other);
Tensor &bitwise_xor_(Tensor &self, const Scalar &other);
Tensor &bitwise_left_shift_(Tensor &self, const Tensor &other);
Tensor &bitwise_left_shift_(Tensor &self, const Scalar &other);
Tensor &bitwise_right_shift_(Tensor &self, const Tensor &other);
Tensor &bitwise_right_shift_(Tensor &self, const Scalar &other);

// --- comparisons: bool ---
Tensor eq(const Tensor &self, const Tensor &other);
Tensor eq(const Tensor &self, const Scalar &other);
Tensor ne(const Tensor &self, const Tensor &other);
Tensor ne(const Tensor &self, const Scalar &other);
Tensor lt(const Tensor &self, const Tensor &other);
Tensor lt(const Tensor &self, const Scalar &other);
Tensor le(const Tensor &self, const Tensor &other);
Tensor le(const Tensor &self, const Scalar &other);
Tensor gt(const Tensor &self, const Tensor &other);
Tensor gt(const Tensor &self, const Scalar &other);
Tensor ge(const Tensor &self, const Tensor &other);
Tensor ge(const Tensor &self, const Scalar &other);
Tensor logical_and(const Tensor &self, const Tensor &other);
Tensor logical_or(const Tensor &self, const Tensor &other);
Tensor logical_xor(const Tensor &self, const Tensor &other);

Tensor &eq_(Tensor &self, const Tensor &other);
Tensor &eq_(Tensor &self, const Scalar &other);
Tensor &ne_(Tensor &self, const Tensor &other);
Tensor &ne_(Tensor &self, const Scalar &other);
Tensor &lt_(Tensor &self, const Tensor &other);
Tensor &lt_(Tensor &self, const Scalar &other);
Tensor &le_(Tensor &self, const Tensor &other);
Tensor &le_(Tensor &self, const Scalar &other);
Tensor &gt_(Tensor &self, const Tensor &other);
Tensor &gt_(Tensor &self, const Scalar &other);
Tensor &ge_(Tensor &self, const Tensor &other);
Tensor &ge_(Tensor &self, const Scalar &other);
Tensor &logical_and_(Tensor &self, const Tensor &other);
Tensor &logical_or_(Tensor &self, const Tensor &other);
Tensor &logical_xor_(Tensor &self, const Tensor &other);

// --- ternary pointwise ---
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor where(const Tensor &condition, const Scalar &self, const Tensor &other);
Tensor where(const Tensor &condition, const Tensor &self, const Scalar &other);
Tensor where(const Tensor &condition, const Scalar &self, const Scalar &other);
Tensor clamp(const Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max = {});
Tensor clamp(const Tensor &self, const std::optional<Tensor> &min = {},
             const std::optional<Tensor> &max = {});
Tensor lerp(const Tensor &self, const Tensor &end, const Tensor &weight);
Tensor lerp(const Tensor &self, const Tensor &end, const Scalar &weight);
Tensor addcmul(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1);
Tensor addcdiv(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1);
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Tensor &value); // value is 0-d
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Scalar &value);

Tensor &clamp_(Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max = {});
Tensor &clamp_(Tensor &self, const std::optional<Tensor> &min = {}, const std::optional<Tensor> &max = {});
Tensor &lerp_(Tensor &self, const Tensor &end, const Tensor &weight);
Tensor &lerp_(Tensor &self, const Tensor &end, const Scalar &weight);
Tensor &addcmul_(Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1);
Tensor &addcdiv_(Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value = 1);
Tensor &masked_fill_(Tensor &self, const Tensor &mask, const Tensor &value);
Tensor &masked_fill_(Tensor &self, const Tensor &mask, const Scalar &value);

// --- copies and casts ---
Tensor to(const Tensor &self, ScalarType dtype, bool copy = false); // self itself where nothing would change
Tensor clone(const Tensor &self);                                   // keeps the strides of a dense tensor
Tensor contiguous(const Tensor &self);                              // self itself where it is contiguous
Tensor &copy_(Tensor &self, const Tensor &src);                     // broadcasts and casts src

// --- reductions: an empty `dim` means all dims ---
Tensor sum(const Tensor &self, IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor mean(const Tensor &self, IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor prod(const Tensor &self, IntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor amax(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor amin(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor any(const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor all(const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor var(const Tensor &self, IntArrayRef dim, const Scalar &correction, bool keepdim = false);
Tensor argmax(const Tensor &self, std::optional<int64_t> dim = {}, bool keepdim = false);
Tensor argmin(const Tensor &self, std::optional<int64_t> dim = {}, bool keepdim = false);

// --- normalised along one dim ---
Tensor softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});
Tensor log_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = {});

// --- contractions ---
Tensor matmul(const Tensor &self, const Tensor &other);
Tensor mm(const Tensor &self, const Tensor &mat2);
Tensor bmm(const Tensor &self, const Tensor &mat2);
/// input [..., K], weight [N, K] or [K], bias [N] -> [..., N].
Tensor linear(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {});
/// input [N, C, H, W], weight [O, C / groups, KH, KW]; the int arrays have one element a spatial dim, or one
/// in all.
Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups);

// --- windows over the last two dims; an empty stride means kernel_size ---
Tensor max_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor avg_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  std::optional<int64_t> divisor_override = {});

// --- views: the result shares self's storage (reshape: where the strides allow it) ---
Tensor view(const Tensor &self, IntArrayRef size);
Tensor reshape(const Tensor &self, IntArrayRef shape);
Tensor permute(const Tensor &self, IntArrayRef dims);
Tensor expand(const Tensor &self, IntArrayRef size);
Tensor squeeze(const Tensor &self, IntArrayRef dim);
Tensor unsqueeze(const Tensor &self, int64_t dim);
Tensor select(const Tensor &self, int64_t dim, int64_t index);
Tensor slice(const Tensor &self, int64_t dim = 0, std::optional<int64_t> start = {},
             std::optional<int64_t> end = {}, int64_t step = 1);
/// A view of other sizes and strides, from an element of the storage on.
Tensor as_strided(const Tensor &self, IntArrayRef size, IntArrayRef stride,
                  std::optional<int64_t> storage_offset = {});
Tensor alias(const Tensor &self);
Tensor main_diagonal(const Tensor &self); // of square matrices
/// A complex tensor's memory as numbers [..., 2], the real part first; and back, where the last dim is 2 and
/// dense. Both throw for other dtypes: c64 is f32, c128 is f64.
Tensor view_as_real(const Tensor &self);
Tensor view_as_complex(const Tensor &self);

// --- indexing by tensors ---
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);
Tensor embedding(const Tensor &weight, const Tensor &indices);

Tensor cat(TensorList tensors, int64_t dim = 0);

// --- functions of the library: steps of a compiled program of their own ---
/// The k first indices along dim of its elements in order (ATen's: NaN above all), equal elements as they
/// stand.
Tensor sort_indices(const Tensor &self, int64_t dim, bool descending, int64_t k);
/// Where each value would go into the last dim of the sorted sequence: in front of equal ones, or behind
/// them.
Tensor sorted_positions(const Tensor &sorted_sequence, const Tensor &values, bool right);
Tensor cumsum(const Tensor &self, int64_t dim); // integers: i64
Tensor cumprod(const Tensor &self, int64_t dim);
Tensor logcumsumexp(const Tensor &self, int64_t dim);
/// Where along dim the running maximum (minimum) was met last.
Tensor running_extremum(const Tensor &self, int64_t dim, bool minimum);
/// Indices into a dim of `size` elements, those below 0 counted from its end; throws for one out of range of
/// dim `of`.
Tensor wrap_index(const Tensor &self, int64_t of, int64_t size);
/// The index as i64. Throws `below` where one is below 0, `above` where one is `size` or more; "{}" in them
/// is the first such index.
Tensor checked_index(const Tensor &self, int64_t size, string_view below, string_view above);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
/// reduce: "sum", "prod", "mean", "amax" or "amin".
Tensor scatter_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                      string_view reduce, bool include_self = true);
/// self with, where mask is true, source's elements one after the other; `exact`: all of them.
Tensor masked_scatter(const Tensor &self, const Tensor &mask, const Tensor &source, bool exact = false);
/// The next key of the generator: i64[2]. The functions of a key give the same numbers for the same one.
Tensor random_key();
Tensor random_uniform(const Tensor &key, IntArrayRef size, ScalarType dtype);           // in [0, 1)
Tensor random_normal(const Tensor &key, IntArrayRef size, ScalarType dtype);            // mean 0, variance 1
Tensor random_integers(const Tensor &key, int64_t low, int64_t high, IntArrayRef size); // i64 in [low, high)
Tensor linalg_inv(const Tensor &A);
Tensor linalg_det(const Tensor &A);
Tensor solve_matrices(const Tensor &A, const Tensor &B); // B: batches of matrices, as A
/// X of A X = B, where A is triangular: only that triangle is read, and with `unit` not its diagonal.
Tensor solve_triangular_matrices(const Tensor &A, const Tensor &B, bool upper, bool unit);
/// The LU decomposition with partial pivoting: L and U in one matrix, and below them, as numbers of A's
/// dtype, the rows that rows 1, 2, ... were swapped with. `strict`: throws where U has a 0 on its diagonal.
Tensor lu_factors(const Tensor &A, bool strict);
/// pivots i32[..., K], from 1: which of `size` rows stands where behind the swaps, i64[..., size].
Tensor pivot_order(const Tensor &pivots, int64_t size);
Tensor linalg_cholesky(const Tensor &self);
/// The factor, and below it a row with the order of the leading minor that is not positive, or 0, in front.
Tensor cholesky_factor(const Tensor &A);
Tensor matrix_exponential(const Tensor &A);
/// Q's first columns over R, side by side with zeros up to `width`; LAPACK's signs.
Tensor householder_qr(const Tensor &A, int64_t columns, int64_t width);
/// The eigenvalues in order, and below them the eigenvectors as columns, of a symmetric matrix of which one
/// triangle is read.
Tensor symmetric_eigen(const Tensor &A, bool upper);
/// The same of any matrix; complex numbers as pairs: [..., N + 1, N, 2].
Tensor general_eigen(const Tensor &A);
/// The first `left` columns of U, the singular values, the first `right` columns of V: above each other, with
/// zeros up to `width`.
Tensor singular_values(const Tensor &A, int64_t left, int64_t right, int64_t width);
Tensor gcd(const Tensor &self, const Tensor &other);
/// Which bag each of `count` indices is in, by where the bags begin; the number of bags behind the last one's
/// end.
Tensor bag_places(const Tensor &offsets, int64_t count, bool include_last_offset);
/// log_probs [T, N, C], lengths [N]: the losses of the N sequences.
Tensor ctc_losses(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                  const Tensor &target_lengths, int64_t blank);
/// The discrete Fourier transforms of lines of complex numbers as pairs, [..., N, 2], not scaled; backward
/// with the angles' signs turned.
Tensor fourier(const Tensor &self, bool forward);
/// Of lines of real numbers, [..., N]: the first N / 2 + 1 coefficients, [..., N / 2 + 1, 2].
Tensor fourier_of_real(const Tensor &self);
/// Lines of `size` real numbers from as many of such coefficients as they have; others count as 0. Not
/// scaled.
Tensor fourier_to_real(const Tensor &self, int64_t size);
/// The steps of one recurrent layer: gates [T, B, G * H], the input's part with its bias; state [1, B, H], of
/// "lstm" [2, B, H] (h and c); w_hh [G * H, H], b_hh [G * H]. cell: lstm (G is 4), gru (3), rnn_tanh or
/// rnn_relu (1). The hidden states in the order of the input [T, B, H], backward if `reverse`; of lstm one
/// row more, c behind the last step.
Tensor recurrent_steps(const Tensor &gates, const Tensor &state, const Tensor &w_hh, const Tensor &b_hh,
                       string_view cell, bool reverse);

Tensor &cumsum_(Tensor &self, int64_t dim);
Tensor &cumprod_(Tensor &self, int64_t dim);
Tensor &gcd_(Tensor &self, const Tensor &other);
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor &scatter_reduce_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce,
                        bool include_self = true);
Tensor &masked_scatter_(Tensor &self, const Tensor &mask, const Tensor &source, bool exact = false);

// --- creation ---
Tensor full(IntArrayRef size, const Scalar &fill_value, ScalarType dtype);
Tensor full_like(const Tensor &self, const Scalar &fill_value, std::optional<ScalarType> dtype = {});
Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step, ScalarType dtype);
Tensor eye(int64_t n, int64_t m, ScalarType dtype);

// --- not operators of the graph: a call of these in compiled code is a graph break ---
/// The generator of all random functions, and of every thread: their sequence is fixed by the seed.
void manual_seed(uint64_t seed);
// Functions whose results have sizes that the elements decide.
Tensor nonzero(const Tensor &self); // [count, dims], in C order
Tensor masked_select(const Tensor &self, const Tensor &mask);
/// How often each number from 0 on occurs, or the sum of its weights.
Tensor bincount(const Tensor &self, const std::optional<Tensor> &weights = {}, int64_t minlength = 0);
/// (distinct elements in order, where each element is among them, how often each occurs): at::_unique2.
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor &self, bool sorted = true,
                                            bool return_inverse = false, bool return_counts = false);
/// The same of runs of equal elements, in the order in which they stand.
std::tuple<Tensor, Tensor, Tensor> unique_consecutive(const Tensor &self, bool return_inverse = false,
                                                      bool return_counts = false,
                                                      std::optional<int64_t> dim = {});
/// The same of the slices along dim.
std::tuple<Tensor, Tensor, Tensor> unique_dim(const Tensor &self, int64_t dim, bool sorted = true,
                                              bool return_inverse = false, bool return_counts = false);
/// Each slice along dim as often as `repeats` says.
Tensor repeat_interleave(const Tensor &self, const Tensor &repeats, std::optional<int64_t> dim = {});

/// The first fits of the alternatives of `spec`, as in "f32[N, 784] | f64[N, 784]"; throws fg::Error for
/// none. A dim is an integer, a name (equal names are equal sizes), ?, a bounded name 1<=N<=1024 or a
/// multiple 8*K.
void check_shape(const Tensor &tensor, string_view spec);

/// A tensor over memory of the caller's, which must outlive it. Strides are in elements.
Tensor from_blob(void *data, IntArrayRef sizes, const TensorOptions &options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options = {});

} // namespace fg

// clang-format off: each part uses those before it
#include <fullgraph/composites/creation.h>
#include <fullgraph/composites/shape.h>
#include <fullgraph/composites/math.h>
#include <fullgraph/composites/nn.h>
#include <fullgraph/composites/ordering.h>
#include <fullgraph/composites/dropouts.h>
#include <fullgraph/composites/scatter.h>
#include <fullgraph/composites/losses.h>
#include <fullgraph/composites/arranging.h>
#include <fullgraph/composites/resample.h>
#include <fullgraph/composites/pooling.h>
#include <fullgraph/composites/linalg.h>
#include <fullgraph/composites/indexing.h>
#include <fullgraph/composites/einsum.h>
#include <fullgraph/composites/joining.h>
#include <fullgraph/composites/special.h>
#include <fullgraph/composites/decompositions.h>
#include <fullgraph/composites/selecting.h>
#include <fullgraph/composites/recurrent.h>
#include <fullgraph/composites/complex.h>
#include <fullgraph/composites/fourier.h>
#include <fullgraph/composites/sequences.h>
#include <fullgraph/composites/in_place.h>
#include <fullgraph/composites/quantization.h>
#include <fullgraph/composites/gradients.h>
#include <fullgraph/composites/overloads.h>
// clang-format on
