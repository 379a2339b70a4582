// The definitions of composites/gradients.h's functions.
#include <fullgraph/ops.h>

namespace fg {

static std::vector<int64_t> gradientDims(const Tensor &self, IntArrayRef dim, bool given, int64_t edgeOrder) {
  FG_CHECK(self.scalar_type() != kByte, "torch.gradient does not support uint8 input.");
  FG_CHECK(edgeOrder == 1 || edgeOrder == 2, "torch.gradient only supports edge_order=1 and edge_order=2.");
  std::vector<int64_t> dims;
  if (given)
    for (size_t i = 0; i < dim.size(); ++i) {
      FG_CHECK(dim[i] >= -self.dim() && dim[i] < self.dim(),
               "Dimension out of range (expected to be in range of [", -self.dim(), ", ", self.dim() - 1,
               "], but got ", dim[i], ")");
      const int64_t d = dim[i] < 0 ? dim[i] + self.dim() : dim[i];
      for (size_t j = 0; j < dims.size(); ++j)
        FG_CHECK(dims[j] != d, "dim ", d, " appears multiple times in the list of dims");
      dims.push_back(d);
    }
  else
    for (int64_t d = 0; d < self.dim(); ++d)
      dims.push_back(d);
  for (size_t i = 0; i < dims.size(); ++i)
    FG_CHECK(self.size(dims[i]) >= edgeOrder + 1,
             "torch.gradient expected each dimension size to be at least edge_order+1");
  return dims;
}

/// Elements [from, size - less) of dim.
static Tensor samples(const Tensor &x, int64_t dim, int64_t from, int64_t less) {
  return narrow(x, dim, from, x.size(dim) - from - less);
}

static Tensor evenGradient(const Tensor &x, int64_t dim, const Scalar &spacing, int64_t edgeOrder) {
  const int64_t n = x.size(dim);
  const Tensor inner = div(div(sub(samples(x, dim, 2, 0), samples(x, dim, 0, 2)), spacing), 2.0);
  const Tensor first = narrow(x, dim, 0, 1), second = narrow(x, dim, 1, 1);
  const Tensor last = narrow(x, dim, n - 1, 1), before = narrow(x, dim, n - 2, 1);
  if (edgeOrder == 1)
    return cat({div(sub(second, first), spacing), inner, div(sub(last, before), spacing)}, dim);
  const Tensor third = narrow(x, dim, 2, 1), beforeThat = narrow(x, dim, n - 3, 1);
  const Tensor low = sub(sub(mul(second, 2.0), mul(first, 1.5)), mul(third, 0.5));
  const Tensor high = add(sub(mul(last, 1.5), mul(before, 2.0)), mul(beforeThat, 0.5));
  return cat({div(low, spacing), inner, div(high, spacing)}, dim);
}

/// The derivative of the parabola through three neighbours at unequal distances a, b, at the first of them,
/// at the middle one, or at the last (Fornberg, Generation of finite difference formulas, 1988).
static Tensor parabolaSlope(const Tensor &f0, const Tensor &f1, const Tensor &f2, const Tensor &a,
                            const Tensor &b, int64_t at) {
  const Tensor left = div(sub(f1, f0), a), right = div(sub(f2, f1), b), whole = add(a, b);
  const Tensor bend = div(sub(right, left), whole); // the second divided difference
  if (at == 0)
    return sub(left, mul(bend, a));
  return at == 1 ? add(left, mul(bend, a)) : add(right, mul(bend, b));
}

static Tensor unevenGradient(const Tensor &x, int64_t dim, const Tensor &places, int64_t edgeOrder) {
  FG_CHECK(places.dim() == 1,
           "torch.gradient expected each element of spacing to have one dimension, but got an element with ",
           places.dim(), " dimensions!");
  const int64_t n = x.size(dim);
  FG_CHECK(places.size(0) == n, "torch.gradient: dim ", dim, " has ", n, " elements, and its spacing ",
           places.size(0));
  std::vector<int64_t> sizes(static_cast<size_t>(x.dim()), 1);
  sizes[static_cast<size_t>(dim)] = n - 1;
  const Tensor steps = reshape(sub(narrow(places, 0, 1, n - 1), narrow(places, 0, 0, n - 1)), sizes);
  const Tensor first = narrow(x, dim, 0, 1), second = narrow(x, dim, 1, 1);
  const Tensor last = narrow(x, dim, n - 1, 1), before = narrow(x, dim, n - 2, 1);
  const Tensor step = narrow(steps, dim, 0, 1), lastStep = narrow(steps, dim, n - 2, 1);
  const Tensor inner = parabolaSlope(samples(x, dim, 0, 2), samples(x, dim, 1, 1), samples(x, dim, 2, 0),
                                     samples(steps, dim, 0, 1), samples(steps, dim, 1, 0), 1);
  if (edgeOrder == 1)
    return cat({div(sub(second, first), step), inner, div(sub(last, before), lastStep)}, dim);
  return cat(
      {parabolaSlope(first, second, narrow(x, dim, 2, 1), step, narrow(steps, dim, 1, 1), 0), inner,
       parabolaSlope(narrow(x, dim, n - 3, 1), before, last, narrow(steps, dim, n - 3, 1), lastStep, 2)},
      dim);
}

static std::vector<Tensor> evenGradients(const Tensor &self, const Scalar &spacing,
                                         const std::vector<int64_t> &dims, int64_t edgeOrder) {
  std::vector<Tensor> results;
  for (size_t i = 0; i < dims.size(); ++i)
    results.push_back(evenGradient(self, dims[i], spacing, edgeOrder));
  return results;
}
static std::vector<Tensor> unevenGradients(const Tensor &self, TensorList spacing,
                                           const std::vector<int64_t> &dims, int64_t edgeOrder) {
  std::vector<Tensor> results;
  for (size_t i = 0; i < dims.size(); ++i)
    results.push_back(unevenGradient(self, dims[i], spacing[i], edgeOrder));
  return results;
}

std::vector<Tensor> gradient(const Tensor &self, const std::optional<Scalar> &spacing,
                             std::optional<int64_t> dim, int64_t edge_order) {
  const std::vector<int64_t> one = {dim.value_or(0)};
  return evenGradients(self, spacing.has_value() ? *spacing : Scalar(1),
                       gradientDims(self, one, dim.has_value(), edge_order), edge_order);
}
std::vector<Tensor> gradient(const Tensor &self, const Scalar &spacing, IntArrayRef dim, int64_t edge_order) {
  return evenGradients(self, spacing, gradientDims(self, dim, true, edge_order), edge_order);
}
std::vector<Tensor> gradient(const Tensor &self, IntArrayRef dim, int64_t edge_order) {
  return evenGradients(self, 1, gradientDims(self, dim, true, edge_order), edge_order);
}
std::vector<Tensor> gradient(const Tensor &self, TensorList spacing, std::optional<int64_t> dim,
                             int64_t edge_order) {
  if (dim.has_value()) {
    const std::vector<int64_t> one = {*dim};
    return gradient(self, spacing, IntArrayRef(one), edge_order);
  }
  const std::vector<int64_t> dims = gradientDims(self, {}, false, edge_order);
  FG_CHECK(spacing.size() == dims.size(),
           "torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to "
           "'self.dim() = ",
           self.dim(), "', since dim argument was not given, but got a list of length ", spacing.size());
  return unevenGradients(self, spacing, dims, edge_order);
}
std::vector<Tensor> gradient(const Tensor &self, TensorList spacing, IntArrayRef dim, int64_t edge_order) {
  const std::vector<int64_t> dims = gradientDims(self, dim, true, edge_order);
  FG_CHECK(spacing.size() == dims.size(),
           "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to "
           "have the same length, but got a spacing argument of length ",
           spacing.size(), " and a dim argument of length ", dims.size(), ".");
  return unevenGradients(self, spacing, dims, edge_order);
}

// --- tensors as matrices ---

static int64_t product(const Tensor &x, int64_t from, int64_t to) {
  int64_t count = 1;
  for (int64_t d = from; d < to; ++d)
    count *= x.size(d);
  return count;
}

Tensor linalg_tensorinv(const Tensor &self, int64_t ind) {
  FG_CHECK(ind > 0, "Expected a strictly positive integer for 'ind', but got ", ind);
  const int64_t split = ind < self.dim() ? ind : self.dim();
  const int64_t rows = product(self, 0, split), columns = product(self, split, self.dim());
  FG_CHECK(
      rows == columns,
      "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got ",
      columns, " != ", rows);
  std::vector<int64_t> sizes;
  for (int64_t d = split; d < self.dim(); ++d)
    sizes.push_back(self.size(d));
  for (int64_t d = 0; d < split; ++d)
    sizes.push_back(self.size(d));
  return reshape(linalg_inv(reshape(self, {rows, columns})), sizes);
}

Tensor linalg_tensorsolve(const Tensor &self, const Tensor &other, OptionalIntArrayRef dims) {
  Tensor map = self;
  if (dims.has_value()) {
    std::vector<int64_t> behind;
    const int64_t count = static_cast<int64_t>(dims->size());
    for (int64_t i = 0; i < count; ++i)
      behind.push_back(self.dim() - count + i);
    map = movedim(self, *dims, behind);
  }
  const int64_t split = other.dim() < map.dim() ? other.dim() : map.dim();
  const int64_t rows = product(map, 0, split), columns = product(map, split, map.dim());
  FG_CHECK(rows == columns,
           "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
           "prod(self.shape[:other.ndim]), but got ",
           columns, " != ", rows);
  std::vector<int64_t> sizes;
  for (int64_t d = split; d < map.dim(); ++d)
    sizes.push_back(map.size(d));
  return reshape(linalg_solve(reshape(map, {rows, columns}), reshape(other, {-1})), sizes);
}

Tensor linalg_householder_product(const Tensor &input, const Tensor &tau) {
  FG_CHECK(input.dim() >= 2, "torch.linalg.householder_product: input must have at least 2 dimensions.");
  const int64_t rows = input.size(-2), columns = input.size(-1);
  FG_CHECK(
      rows >= columns,
      "torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]");
  FG_CHECK(
      tau.dim() >= 1 && columns >= tau.size(-1),
      "torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]");
  FG_CHECK(input.dim() - tau.dim() == 1,
           "torch.linalg.householder_product: Expected tau to have one dimension less than input, but got "
           "tau.ndim equal to ",
           tau.dim(), " and input.ndim is equal to ", input.dim());
  for (int64_t d = 0; d + 1 < tau.dim(); ++d)
    FG_CHECK(tau.size(d) == input.size(d),
             "torch.linalg.householder_product: Expected batch dimensions of tau to be equal to "
             "input.shape[:-2], but got ",
             tau.sizes().slice(0, static_cast<size_t>(tau.dim() - 1)));
  FG_CHECK(tau.scalar_type() == input.scalar_type(), "torch.linalg.householder_product: tau dtype ",
           tau.scalar_type(), " does not match input dtype ", input.scalar_type());
  const Tensor unit = eye(rows, columns, input.options());
  const Tensor directions = add(tril(input, -1), unit);
  Tensor result = expand(unit, input.sizes());
  for (int64_t i = tau.size(-1) - 1; i >= 0; --i) {
    const Tensor v = narrow(directions, -1, i, 1);
    const Tensor along = matmul(conj(matrix_transpose(v)), result);
    result = sub(result, mul(mul(unsqueeze(narrow(tau, -1, i, 1), -1), v), along));
  }
  return clone(result);
}

namespace linalg {
Tensor tensorinv(const Tensor &self, int64_t ind) { return linalg_tensorinv(self, ind); }
Tensor tensorsolve(const Tensor &self, const Tensor &other, OptionalIntArrayRef dims) {
  return linalg_tensorsolve(self, other, dims);
}
Tensor householder_product(const Tensor &input, const Tensor &tau) {
  return linalg_householder_product(input, tau);
}
} // namespace linalg

} // namespace fg
