// The definitions of composites/linalg.h's functions.
#include <fullgraph/ops.h>

#include <limits>

namespace fg {

Tensor ger(const Tensor &self, const Tensor &vec2) { return outer(self, vec2); }
Tensor inner(const Tensor &self, const Tensor &other) {
  if (self.dim() == 0 || other.dim() == 0)
    return mul(self, other);
  FG_CHECK(self.size(-1) == other.size(-1),
           "inner() the last dimension must match on both input tensors but got shapes ", self.sizes(),
           " and ", other.sizes());
  std::vector<int64_t> shape;
  for (int64_t d = 0; d + 1 < self.dim(); ++d)
    shape.push_back(self.size(d));
  for (int64_t d = 0; d + 1 < other.dim(); ++d)
    shape.push_back(other.size(d));
  return reshape(mm(reshape(self, {-1, self.size(-1)}), t(reshape(other, {-1, other.size(-1)}))), shape);
}
Tensor kron(const Tensor &self, const Tensor &other) {
  const int64_t rank = self.dim() > other.dim() ? self.dim() : other.dim();
  std::vector<int64_t> a, b, merged;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t mine = d - (rank - self.dim()), theirs = d - (rank - other.dim());
    const int64_t m = mine < 0 ? 1 : self.size(mine), n = theirs < 0 ? 1 : other.size(theirs);
    a.push_back(m);
    a.push_back(1);
    b.push_back(1);
    b.push_back(n);
    merged.push_back(m * n);
  }
  return reshape(mul(reshape(self, a), reshape(other, b)), merged);
}
Tensor tensordot(const Tensor &self, const Tensor &other, IntArrayRef dims_self, IntArrayRef dims_other) {
  FG_CHECK(dims_self.size() == dims_other.size(), "both dimension lists should have same length");
  std::vector<int64_t> pairedSelf(size_t(self.dim()), 0), pairedOther(size_t(other.dim()), 0);
  int64_t common = 1;
  for (size_t i = 0; i < dims_self.size(); ++i) {
    const int64_t a = detail::wrapDim(dims_self[i], self.dim()),
                  b = detail::wrapDim(dims_other[i], other.dim());
    FG_CHECK(self.size(a) == other.size(b), "contracted dimensions need to match, but first has size ",
             self.size(a), " in dim ", a, " and second has size ", other.size(b), " in dim ", b);
    pairedSelf[size_t(a)] = 1;
    pairedOther[size_t(b)] = 1;
    common *= self.size(a);
  }
  std::vector<int64_t> orderSelf, orderOther, shape;
  int64_t rows = 1, columns = 1;
  for (int64_t d = 0; d < self.dim(); ++d)
    if (!pairedSelf[size_t(d)]) {
      orderSelf.push_back(d);
      shape.push_back(self.size(d));
      rows *= self.size(d);
    }
  for (size_t i = 0; i < dims_self.size(); ++i) {
    orderSelf.push_back(detail::wrapDim(dims_self[i], self.dim()));
    orderOther.push_back(detail::wrapDim(dims_other[i], other.dim()));
  }
  for (int64_t d = 0; d < other.dim(); ++d)
    if (!pairedOther[size_t(d)]) {
      orderOther.push_back(d);
      shape.push_back(other.size(d));
      columns *= other.size(d);
    }
  return reshape(mm(reshape(permute(self, orderSelf), {rows, common}),
                    reshape(permute(other, orderOther), {common, columns})),
                 shape);
}
Tensor linalg_cross(const Tensor &self, const Tensor &other, int64_t dim) {
  FG_CHECK(self.dim() == other.dim(), "linalg.cross: inputs must have the same number of dimensions.");
  FG_CHECK(self.size(dim) == 3 && other.size(dim) == 3, "linalg.cross: inputs dimension ", dim,
           " must have length 3. Got ", self.size(dim), " and ", other.size(dim));
  const auto turned = [&](const Tensor &x) { // components 1, 2, 0
    return cat({slice(x, dim, 1, 3, 1), slice(x, dim, 0, 1, 1)}, dim);
  };
  const Tensor difference = sub(mul(self, turned(other)), mul(turned(self), other)); // components 2, 0, 1
  return turned(difference);
}
Tensor cross(const Tensor &self, const Tensor &other, std::optional<int64_t> dim) {
  int64_t at = dim.value_or(-1);
  if (!dim.has_value()) {
    at = self.dim();
    for (int64_t d = self.dim() - 1; d >= 0; --d)
      if (self.size(d) == 3)
        at = d;
    FG_CHECK(at < self.dim(), "no dimension of size 3 in input");
  }
  return linalg_cross(self, other, at);
}
Tensor addr(const Tensor &self, const Tensor &vec1, const Tensor &vec2, const Scalar &beta,
            const Scalar &alpha) {
  return detail::scaledSum(self, outer(vec1, vec2), beta, alpha);
}
Tensor chain_matmul(TensorList matrices) {
  FG_CHECK(!matrices.empty(), "chain_matmul(): Expected one or more matrices");
  Tensor result = matrices[0];
  for (size_t i = 1; i < matrices.size(); ++i)
    result = mm(result, matrices[i]);
  return result;
}
Tensor matrix_power(const Tensor &self, int64_t n) {
  FG_CHECK(self.dim() >= 2 && self.size(-1) == self.size(-2),
           "linalg.matrix_power: A must be batches of square matrices, but they are ", self.size(-2), " by ",
           self.size(-1), " matrices");
  if (n == 0)
    return clone(expand(eye(self.size(-1), self.options()), self.sizes()));
  Tensor square = n < 0 ? linalg_inv(self) : self, result;
  for (int64_t left = n < 0 ? -n : n; left > 0; left /= 2) { // the binary digits of n
    if (left % 2 == 1)
      result = result.defined() ? matmul(result, square) : square;
    if (left > 1)
      square = matmul(square, square);
  }
  return n == 1 ? clone(result) : result;
}

Tensor inverse(const Tensor &self) { return linalg_inv(self); }
Tensor det(const Tensor &self) { return linalg_det(self); }
std::tuple<Tensor, Tensor> linalg_slogdet(const Tensor &A) {
  if (!A.is_floating_point()) { // which det refuses
    const Tensor determinant = linalg_det(A);
    return {sign(determinant), log(abs(determinant))};
  }
  // Determinants of a few dozen rows are beyond what dtypes hold: of rows that powers of two bring near 1, in
  // f64.
  const Tensor wide = to(A, kDouble), size = sum(abs(wide), -1, true);
  const Tensor unit = where(logical_and(gt(size, 0), isfinite(size)), exp2(floor(log2(size))), 1.0);
  const Tensor determinant = linalg_det(div(wide, unit));
  const Tensor logarithm = add(log(abs(determinant)), sum(log(unit), {-2, -1}));
  return {to(sign(determinant), A.scalar_type()), to(logarithm, A.scalar_type())};
}
Tensor logdet(const Tensor &self) {
  const auto [sign, logarithm] = linalg_slogdet(self);
  return where(lt(sign, 0), std::numeric_limits<double>::quiet_NaN(), logarithm);
}
std::tuple<Tensor, Tensor> slogdet(const Tensor &self) { return linalg_slogdet(self); }
Tensor linalg_cholesky(const Tensor &self, bool upper) {
  return upper ? matrix_transpose(linalg_cholesky(matrix_transpose(self))) : linalg_cholesky(self);
}
Tensor cholesky(const Tensor &self, bool upper) { return linalg_cholesky(self, upper); }
namespace detail {
/// With the batches that the two broadcast to; ATen's error about them names b's first.
static std::tuple<Tensor, Tensor> withOneBatch(const Tensor &a, const Tensor &b) {
  const auto batchOf = [](const Tensor &x) { return x.sizes().slice(0, static_cast<size_t>(x.dim() - 2)); };
  const std::vector<int64_t> batch = broadcastSizes(batchOf(b), batchOf(a));
  const auto expanded = [&](const Tensor &x) {
    std::vector<int64_t> sizes = batch;
    sizes.push_back(x.size(-2));
    sizes.push_back(x.size(-1));
    return expand(x, sizes);
  };
  return {expanded(a), expanded(b)};
}
} // namespace detail
Tensor linalg_solve(const Tensor &A, const Tensor &B, bool left) {
  FG_CHECK(A.dim() >= 2, "linalg.solve: The input tensor A must have at least 2 dimensions.");
  bool vector = B.dim() == 1;
  if (A.dim() - 1 == B.dim()) {
    vector = true;
    for (int64_t d = 0; d < B.dim(); ++d)
      vector = vector && B.size(d) == A.size(d);
    vector = vector || B.dim() == 1;
  }
  const Tensor right = vector ? unsqueeze(B, -1) : B;
  FG_CHECK(right.dim() >= 2, "linalg.solve: The input tensor B must have at least 2 dimensions.");
  if (!left)
    return matrix_transpose(linalg_solve(matrix_transpose(A), matrix_transpose(right)));
  const auto [a, b] = detail::withOneBatch(A, right);
  const Tensor result = solve_matrices(a, b);
  return vector ? squeeze(result, -1) : result;
}
Tensor linalg_solve_triangular(const Tensor &self, const Tensor &B, bool upper, bool left,
                               bool unitriangular) {
  FG_CHECK(self.dim() >= 2, "linalg.solve_triangular: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(B.dim() >= 2, "linalg.solve_triangular: The input tensor B must have at least 2 dimensions.");
  FG_CHECK(self.size(-1) == self.size(-2),
           "linalg.solve_triangular: A must be batches of square matrices, but they are ", self.size(-2),
           " by ", self.size(-1), " matrices");
  FG_CHECK(B.size(left ? -2 : -1) == self.size(-1),
           "linalg.solve_triangular: Incompatible shapes of A and B for the equation ", left ? "AX" : "XA",
           " = B (", self.size(-2), "x", self.size(-1), " and ", B.size(-2), "x", B.size(-1), ")");
  const auto [a, b] = detail::withOneBatch(self, to(B, self.scalar_type()));
  if (left)
    return solve_triangular_matrices(a, b, upper, unitriangular);
  // The transposed equation.
  return matrix_transpose(
      solve_triangular_matrices(matrix_transpose(a), matrix_transpose(b), !upper, unitriangular));
}
Tensor cholesky_solve(const Tensor &self, const Tensor &input2, bool upper) {
  FG_CHECK(self.dim() >= 2, "b should have at least 2 dimensions, but has ", self.dim(),
           " dimensions instead");
  FG_CHECK(input2.dim() >= 2, "u should have at least 2 dimensions, but has ", input2.dim(),
           " dimensions instead");
  FG_CHECK(input2.size(-1) == input2.size(-2), "A must be batches of square matrices, but they are ",
           input2.size(-2), " by ", input2.size(-1), " matrices");
  FG_CHECK(self.size(-2) == input2.size(-1),
           "Incompatible matrix sizes for cholesky_solve: each A matrix is ", input2.size(-1), " by ",
           input2.size(-1), " but each b matrix is ", self.size(-2), " by ", self.size(-1));
  FG_CHECK(self.scalar_type() == input2.scalar_type(),
           "Expected b and A to have the same dtype, but found b of type ", self.scalar_type(),
           " and A of type ", input2.scalar_type(), " instead.");
  const Tensor factor = upper ? matrix_transpose(input2) : input2;
  return linalg_solve_triangular(matrix_transpose(factor), linalg_solve_triangular(factor, self, false),
                                 true);
}
Tensor cholesky_inverse(const Tensor &self, bool upper) {
  FG_CHECK(self.dim() >= 2, "cholesky_inverse: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(self.size(-1) == self.size(-2),
           "cholesky_inverse: A must be batches of square matrices, but they are ", self.size(-2), " by ",
           self.size(-1), " matrices");
  const Tensor inverse = linalg_inv(upper ? matrix_transpose(triu(self)) : tril(self));
  return matmul(matrix_transpose(inverse), inverse);
}

/// The scores of rows from `first` on, without those of keys behind a row's own place.
static Tensor causal_scores(const Tensor &scores, int64_t first) {
  const TensorOptions places = scores.options().dtype(kLong);
  const Tensor row = unsqueeze(arange(first, first + scores.size(-2), places), 1),
               column = arange(scores.size(-1), places);
  return masked_fill(scores, gt(column, row), -__builtin_huge_val());
}

/// Row i sees the keys 0 to i. Rows in two halves, the first with half of the keys: three quarters of the work.
static Tensor causal_attention(const Tensor &query, const Tensor &keys, const Tensor &values, double factor) {
  const int64_t rows = query.size(-2), half = rows / 2;
  const auto attend = [&](int64_t first, int64_t last) {
    const Tensor seen = matrix_transpose(slice(keys, -2, 0, last));
    const Tensor scores = mul(matmul(slice(query, -2, first, last), seen), factor);
    return matmul(softmax(causal_scores(scores, first), -1), slice(values, -2, 0, last));
  };
  return cat({attend(0, half), attend(half, rows)}, -2);
}

Tensor scaled_dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value,
                                    const std::optional<Tensor> &attn_mask, double dropout_p, bool is_causal,
                                    std::optional<double> scale, bool enable_gqa) {
  FG_CHECK(query.dim() >= 2 && key.dim() >= 2 && value.dim() >= 2,
           "scaled_dot_product_attention: Expected query, key, and value to all be  at least 2 dimensional, "
           "but got "
           "query->dim(): ",
           query.dim(), ", key->dim(): ", key.dim(), " and value->dim(): ", value.dim(), " instead.");
  FG_CHECK(!is_causal || !detail::given(attn_mask),
           "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
  Tensor keys = key, values = value;
  if (enable_gqa) { // several heads of the query share one of the key
    FG_CHECK(query.dim() >= 3 && query.size(-3) % key.size(-3) == 0 && query.size(-3) % value.size(-3) == 0,
             "Number of heads in key and value must divide the number of heads in query");
    keys = repeat_interleave(key, query.size(-3) / key.size(-3), -3);
    values = repeat_interleave(value, query.size(-3) / value.size(-3), -3);
  }
  const double factor = scale.has_value() ? *scale : 1.0 / __builtin_sqrt(double(query.size(-1)));
  if (is_causal && dropout_p == 0)
    return causal_attention(query, keys, values, factor);
  Tensor scores = mul(matmul(query, matrix_transpose(keys)), factor);
  const double lowest = -__builtin_huge_val();
  if (is_causal)
    scores = causal_scores(scores, 0);
  if (!detail::given(attn_mask)) {
    scores = softmax(scores, -1);
  } else if (attn_mask->scalar_type() == kBool) {
    // A row that may see nothing is 0, not NaN.
    const Tensor attention = softmax(where(*attn_mask, scores, lowest), -1);
    scores = where(any(*attn_mask, -1, true), attention, zeros_like(attention));
  } else {
    scores = softmax(add(scores, *attn_mask), -1);
  }
  return matmul(dropout_p > 0 ? dropout(scores, dropout_p, true) : scores, values);
}

Tensor rms_norm(const Tensor &input, IntArrayRef normalized_shape, const std::optional<Tensor> &weight,
                std::optional<double> eps) {
  const int64_t rank = input.dim(), normalized = int64_t(normalized_shape.size());
  FG_CHECK(normalized >= 1 && rank >= normalized, "Given normalized_shape=", normalized_shape,
           ", expected input with shape [*, ", normalized_shape, "], but got input of size", input.sizes());
  std::vector<int64_t> dims;
  for (int64_t d = rank - normalized; d < rank; ++d) {
    FG_CHECK(input.size(d) == normalized_shape[size_t(d - rank + normalized)],
             "Given normalized_shape=", normalized_shape, ", expected input with shape [*, ",
             normalized_shape, "], but got input of size", input.sizes());
    dims.push_back(d);
  }
  const ScalarType compute = detail::statisticsDtype(input);
  const Tensor x = to(input, compute);
  const double byDefault = compute == kDouble ? 0x1p-52 : 0x1p-23; // the machine epsilon
  Tensor result = mul(x, rsqrt(add(mean(mul(x, x), dims, true), eps.value_or(byDefault))));
  if (detail::given(weight))
    result = mul(result, to(*weight, compute));
  return to(result, input.scalar_type());
}
Tensor instance_norm(const Tensor &input, const std::optional<Tensor> &weight,
                     const std::optional<Tensor> &bias, const std::optional<Tensor> &running_mean,
                     const std::optional<Tensor> &running_var, bool use_input_stats, double momentum,
                     double eps, bool cudnn_enabled) {
  if (!use_input_stats)
    return batch_norm(input, weight, bias, running_mean, running_var, false, momentum, eps, cudnn_enabled);
  FG_CHECK(input.dim() >= 3, "instance_norm: expected an input of at least 3 dims, got ", input.dim());
  if (detail::given(running_mean) &&
      detail::given(running_var)) { // the mean over the batch of what each sample gives
    const Tensor samples = to(flatten(input, 2), detail::statisticsDtype(input));
    const int64_t count = samples.size(2);
    const Tensor mean = fg::mean(samples, 2, true), centred = sub(samples, mean);
    const Tensor variance = div(sum(mul(centred, centred), 2), count - 1);
    detail::updateRunning(*running_mean, fg::mean(squeeze(mean, 2), 0), momentum);
    detail::updateRunning(*running_var, fg::mean(variance, 0), momentum);
  }
  return group_norm(input, input.size(1), weight, bias, eps);
}
namespace detail {
Tensor local_response_norm(const Tensor &input, int64_t size, double alpha, double beta, double k) {
  FG_CHECK(input.dim() >= 3, "Expected 3D or higher dimensionality input (got ", input.dim(), " dimensions)");
  std::vector<int64_t> shape = {input.size(0), 1, input.size(1), -1};
  const Tensor squares = constant_pad_nd(reshape(mul(input, input), shape), {0, 0, size / 2, (size - 1) / 2});
  const Tensor near = reshape(avg_pool2d(squares, {size, 1}, 1), input.sizes());
  return div(input, pow(add(mul(near, alpha), k), beta));
}
} // namespace detail

// --- pointwise and reducing functions ---
Tensor nan_to_num(const Tensor &self, std::optional<double> nan, std::optional<double> posinf,
                  std::optional<double> neginf) {
  if (!self.is_floating_point())
    return clone(self);
  const double most = detail::largestValue(self.scalar_type()), infinite = __builtin_huge_val();
  const Tensor numbers = where(isnan(self), full({}, nan.value_or(0), self.scalar_type()), self);
  const Tensor above =
      where(eq(self, infinite), full({}, posinf.value_or(most), self.scalar_type()), numbers);
  return where(eq(self, -infinite), full({}, neginf.value_or(-most), self.scalar_type()), above);
}
Tensor positive(const Tensor &self) { return self; }
Tensor deg2rad(const Tensor &self) { return mul(self, 3.14159265358979323846 / 180); }
Tensor rad2deg(const Tensor &self) { return mul(self, 180 / 3.14159265358979323846); }
Tensor heaviside(const Tensor &self, const Tensor &values) {
  return where(eq(self, 0), values, to(gt(self, 0), self.scalar_type()));
}
Tensor float_power(const Tensor &self, const Tensor &exponent) {
  return pow(to(self, kDouble), to(exponent, kDouble));
}
Tensor float_power(const Tensor &self, const Scalar &exponent) { return pow(to(self, kDouble), exponent); }
Tensor count_nonzero(const Tensor &self, IntArrayRef dim) { return sum(ne(self, 0), dim); }
Tensor nansum(const Tensor &self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return sum(self.is_floating_point() ? masked_fill(self, isnan(self), 0) : self, dim.value_or(IntArrayRef()),
             keepdim, dtype);
}
Tensor nanmean(const Tensor &self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype) {
  return div(nansum(self, dim, keepdim, dtype),
             sum(logical_not(isnan(self)), dim.value_or(IntArrayRef()), keepdim));
}
std::tuple<Tensor, Tensor> aminmax(const Tensor &self) { return {amin(self), amax(self)}; }
std::tuple<Tensor, Tensor> aminmax(const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  if (!dim.has_value())
    return aminmax(self);
  return {amin(self, *dim, keepdim), amax(self, *dim, keepdim)};
}
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, int dim) {
  return {fg::var(self, dim), mean(self, dim)};
}
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, bool unbiased) {
  return {fg::var(self, unbiased), mean(self)};
}
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
                                    bool keepdim) {
  return {fg::var(self, dim.value_or(IntArrayRef()), unbiased, keepdim),
          mean(self, dim.value_or(IntArrayRef()), keepdim)};
}
std::tuple<Tensor, Tensor> var_mean(const Tensor &self, OptionalIntArrayRef dim,
                                    const std::optional<Scalar> &correction, bool keepdim) {
  return {fg::var(self, dim.value_or(IntArrayRef()), correction, keepdim),
          mean(self, dim.value_or(IntArrayRef()), keepdim)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, int dim) {
  return {fg::std(self, dim), mean(self, dim)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, bool unbiased) {
  return {fg::std(self, unbiased), mean(self)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, OptionalIntArrayRef dim, bool unbiased,
                                    bool keepdim) {
  return {fg::std(self, dim, unbiased, keepdim), mean(self, dim.value_or(IntArrayRef()), keepdim)};
}
std::tuple<Tensor, Tensor> std_mean(const Tensor &self, OptionalIntArrayRef dim,
                                    const std::optional<Scalar> &correction, bool keepdim) {
  return {fg::std(self, dim, correction, keepdim), mean(self, dim.value_or(IntArrayRef()), keepdim)};
}
namespace detail {
Tensor softmin(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return softmax(neg(self), dim, dtype);
}
} // namespace detail
Tensor logspace(const Scalar &start, const Scalar &end, int64_t steps, double base,
                const TensorOptions &options) {
  return pow(base, linspace(start, end, steps, options));
}
std::vector<Tensor> where(const Tensor &condition) { return unbind(nonzero(condition), 1); }
Tensor argwhere(const Tensor &self) { return nonzero(self); }
std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  std::vector<int64_t> shape;
  for (size_t i = 0; i < tensors.size(); ++i)
    shape = detail::broadcastSizes(shape, tensors[i].sizes());
  std::vector<Tensor> result;
  for (size_t i = 0; i < tensors.size(); ++i)
    result.push_back(expand(tensors[i], shape));
  return result;
}

Tensor sinc(const Tensor &self) {
  const Tensor angle = mul(self, 3.14159265358979323846);
  return where(eq(self, 0), 1.0, div(sin(angle), angle));
}
Tensor signbit(const Tensor &self) {
  return lt(self.is_floating_point() ? copysign(ones_like(self), self) : self, 0);
}
Tensor logaddexp2(const Tensor &self, const Tensor &other) {
  const Tensor far = exp2(neg(abs(sub(self, other))));
  const Tensor result = add(maximum(self, other), mul(log1p(far), 1.44269504088896340736)); // 1 / ln 2
  return where(logical_and(isinf(self), eq(self, other)), self, result);
}
Tensor ldexp(const Tensor &self, const Tensor &other) { return mul(self, pow(2.0, other)); }
Tensor isneginf(const Tensor &self) {
  return self.is_floating_point() ? logical_and(isinf(self), lt(self, 0)) : zeros_like(self, kBool);
}
Tensor isposinf(const Tensor &self) {
  return self.is_floating_point() ? logical_and(isinf(self), gt(self, 0)) : zeros_like(self, kBool);
}
Tensor isin(const Tensor &elements, const Tensor &test_elements, bool, bool invert) {
  const Tensor found = any(eq(unsqueeze(elements, -1), flatten(test_elements)), -1);
  return invert ? logical_not(found) : found;
}
Tensor isin(const Tensor &elements, const Scalar &test_element, bool, bool invert) {
  return invert ? ne(elements, test_element) : eq(elements, test_element);
}

namespace detail {
/// The distances of y's points along dim, as a tensor that broadcasts against them.
static Tensor distances(const char *name, const Tensor &y, const Tensor &x, int64_t dim) {
  if (x.dim() != 1)
    return diff(x, 1, dim);
  FG_CHECK(x.size(0) == y.size(dim), name, ": There must be one `x` value for each sample point");
  const int64_t at = wrapDim(dim, y.dim());
  Tensor result = diff(x, 1, 0);
  for (int64_t d = y.dim() - 1; d > at; --d)
    result = unsqueeze(result, -1);
  return result;
}
/// The sums of neighbours along dim.
static Tensor neighbours(const Tensor &y, int64_t dim) {
  return add(slice(y, dim, 1, std::nullopt, 1), slice(y, dim, 0, -1, 1));
}
} // namespace detail
Tensor trapezoid(const Tensor &y, const Scalar &dx, int64_t dim) {
  return div(mul(sum(detail::neighbours(y, dim), {dim}), dx), 2.0);
}
Tensor trapezoid(const Tensor &y, const Tensor &x, int64_t dim) {
  return div(sum(mul(detail::distances("trapezoid", y, x, dim), detail::neighbours(y, dim)), {dim}), 2.0);
}
Tensor trapz(const Tensor &y, const Tensor &x, int64_t dim) { return trapezoid(y, x, dim); }
Tensor trapz(const Tensor &y, double dx, int64_t dim) { return trapezoid(y, dx, dim); }
Tensor cumulative_trapezoid(const Tensor &y, const Scalar &dx, int64_t dim) {
  return div(mul(cumsum(detail::neighbours(y, dim), dim), dx), 2.0);
}
Tensor cumulative_trapezoid(const Tensor &y, const Tensor &x, int64_t dim) {
  return div(
      cumsum(mul(detail::distances("cumulative_trapezoid", y, x, dim), detail::neighbours(y, dim)), dim),
      2.0);
}

Tensor cov(const Tensor &self, int64_t correction) {
  FG_CHECK(self.dim() <= 2, "cov(): expected input to have two or fewer dimensions but got an input with ",
           self.dim(), " dimensions");
  FG_CHECK(self.scalar_type() != kBool, "cov(): bool dtype is not supported for input");
  const Tensor rows = self.dim() < 2 ? reshape(self, {1, self.numel()}) : self;
  const int64_t observations = rows.size(1), divisor = observations - correction;
  const Tensor from = sub(rows, unsqueeze(div(sum(rows, {1}), observations), 1));
  return squeeze(div(mm(from, t(from)), divisor > 0 ? divisor : 0));
}
Tensor corrcoef(const Tensor &self) {
  FG_CHECK(self.dim() <= 2,
           "corrcoef(): expected input to have two or fewer dimensions but got an input with ", self.dim(),
           " dimensions");
  const Tensor covariances = cov(self);
  if (covariances.dim() == 0)
    return div(covariances, covariances);
  const Tensor deviations = sqrt(diagonal(covariances));
  return clamp(div(div(covariances, unsqueeze(deviations, 1)), unsqueeze(deviations, 0)), -1, 1);
}
Tensor addbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
              const Scalar &alpha) {
  const Tensor product = mul(sum(bmm(batch1, batch2), {0}), alpha);
  // What self holds does not count then, NaN neither.
  return beta.equal(0) ? product : add(product, mul(self, beta));
}
Tensor linalg_matmul(const Tensor &self, const Tensor &other) { return matmul(self, other); }
Tensor linalg_vecdot(const Tensor &x, const Tensor &y, int64_t dim) { return sum(mul(x, y), {dim}); }
Tensor linalg_diagonal(const Tensor &A, int64_t offset, int64_t dim1, int64_t dim2) {
  return diagonal(A, offset, dim1, dim2);
}
Tensor linalg_matrix_power(const Tensor &self, int64_t n) { return matrix_power(self, n); }
Tensor linalg_multi_dot(TensorList tensors) {
  FG_CHECK(tensors.size() >= 2, "multi_dot(): expected at least 2 tensors but got ", tensors.size());
  Tensor result = tensors[0];
  for (size_t i = 1; i < tensors.size(); ++i)
    result = matmul(result, tensors[i]);
  return result;
}

} // namespace fg
