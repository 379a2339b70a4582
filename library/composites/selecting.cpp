// The definitions of composites/selecting.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// How many elements have column - row <= offset: rows that the diagonal crosses have one more each, those
/// behind are whole.
static int64_t triangleSize(int64_t row, int64_t col, int64_t offset) {
  const int64_t below = offset < 0 ? -offset : 0, first = below < row ? below : row;
  const int64_t end = col - offset > first ? col - offset : first, last = end < row ? end : row;
  return (last - first) * (first + last + 2 * offset + 1) / 2 + (row - last) * col;
}
/// `counts` elements of each row, from column `start` on.
static Tensor placesInRows(const Tensor &start, const Tensor &counts, int64_t count, ScalarType dtype) {
  const Tensor ends = cumsum(counts, 0), at = arange(count);
  const Tensor rows = sorted_positions(ends, at, true);
  const Tensor columns = add(sub(at, index_select(sub(ends, counts), 0, rows)), index_select(start, 0, rows));
  return to(stack({rows, columns}, 0), dtype);
}
static ScalarType checkTriangle(const char *name, int64_t row, int64_t col, const TensorOptions &options) {
  FG_CHECK(row >= 0, "row must be non-negative, got", row);
  FG_CHECK(col >= 0, "col must be non-negative, got", col);
  const ScalarType dtype = dtypeFor(options, kLong);
  FG_CHECK(isIntegralType(dtype, false), "\"", name, "\" not implemented for '", dtype, "'");
  return dtype;
}
} // namespace detail

Tensor tril_indices(int64_t row, int64_t col, int64_t offset, const TensorOptions &options) {
  const ScalarType dtype = detail::checkTriangle("tril_indices", row, col, options);
  const Tensor counts = clamp(add(arange(row), offset + 1), 0, col);
  return detail::onDeviceOf(options, detail::placesInRows(zeros_like(counts), counts,
                                                          detail::triangleSize(row, col, offset), dtype));
}
Tensor triu_indices(int64_t row, int64_t col, int64_t offset, const TensorOptions &options) {
  const ScalarType dtype = detail::checkTriangle("triu_indices", row, col, options);
  const Tensor start = clamp(add(arange(row), offset), 0, col);
  return detail::onDeviceOf(
      options, detail::placesInRows(start, sub(col, start),
                                    row * col - detail::triangleSize(row, col, offset - 1), dtype));
}

std::tuple<Tensor, Tensor> mode(const Tensor &self, int64_t dim, bool keepdim) {
  if (self.dim() == 0)
    return {clone(self), zeros({}, kLong)};
  FG_CHECK(self.size(dim) > 0, "mode(): Expected reduction dim ", detail::wrapDim(dim, self.dim()),
           " to have non-zero size.");
  const Tensor lines = movedim(self, dim, -1), order = argsort(lines, -1);
  const Tensor sorted = gather(lines, -1, order);
  const Tensor numbers = self.scalar_type() == kBool ? to(sorted, kByte) : sorted;
  const Tensor ends = sorted_positions(numbers, numbers, true);
  const Tensor counts = sub(ends, sorted_positions(numbers, numbers, false));
  const Tensor best = argmax(counts, -1, true);
  const Tensor values = squeeze(gather(sorted, -1, best), -1);
  const Tensor indices = squeeze(gather(order, -1, sub(gather(ends, -1, best), 1)), -1);
  if (keepdim)
    return {unsqueeze(values, detail::wrapDim(dim, self.dim())),
            unsqueeze(indices, detail::wrapDim(dim, self.dim()))};
  return {values, indices};
}

std::tuple<Tensor, Tensor> nanmedian(const Tensor &self, int64_t dim, bool keepdim) {
  if (self.dim() == 0 || !self.is_floating_point())
    return median(self, dim, keepdim);
  const int64_t count = self.size(dim);
  FG_CHECK(count > 0, "median(): Expected reduction dim ", detail::wrapDim(dim, self.dim()),
           " to have non-zero size.");
  const Tensor order = sort_indices(self, dim, false, count); // NaN are last
  const Tensor numbers = sum(logical_not(isnan(self)), dim, true);
  const Tensor indices = gather(order, dim, clamp_min(div(sub(numbers, 1), 2, "floor"), 0));
  const Tensor values = gather(self, dim, indices);
  if (keepdim)
    return {values, indices};
  return {squeeze(values, dim), squeeze(indices, dim)};
}
Tensor nanmedian(const Tensor &self) {
  if (!detail::expected(self.numel() > 0))
    return full({}, self.is_floating_point() ? __builtin_nan("") : 0.0, self.scalar_type());
  return std::get<0>(nanmedian(reshape(self, {-1}), 0));
}

Tensor combinations(const Tensor &self, int64_t r, bool with_replacement) {
  FG_CHECK(self.dim() == 1, "Expect a 1D vector, but got shape ", self.sizes());
  FG_CHECK(r >= 0, "Expect a non-negative number, but got ", r);
  if (r == 0)
    return zeros({0}, self.scalar_type());
  if (r == 1)
    return unsqueeze(self, 1);
  const int64_t count = self.size(0);
  if (r == 2) {
    const Tensor pairs = triu_indices(count, count, with_replacement ? 0 : 1);
    return stack({index_select(self, 0, select(pairs, 0, 0)), index_select(self, 0, select(pairs, 0, 1))}, 1);
  }
  const std::vector<Tensor> numbers(size_t(r), arange(count)), elements(size_t(r), self);
  const std::vector<Tensor> places = meshgrid(numbers, "ij"), grids = meshgrid(elements, "ij");
  Tensor ordered = ones_like(places[0], kBool);
  for (size_t i = 1; i < places.size(); ++i)
    ordered =
        logical_and(ordered, with_replacement ? le(places[i - 1], places[i]) : lt(places[i - 1], places[i]));
  std::vector<Tensor> columns;
  for (const Tensor &grid : grids)
    columns.push_back(masked_select(grid, ordered));
  return stack(columns, 1);
}

Tensor renorm(const Tensor &self, const Scalar &p, int64_t dim, const Scalar &maxnorm) {
  FG_CHECK(p.toDouble() > 0, "renorm: non-positive-norm not supported");
  FG_CHECK(maxnorm.toDouble() >= 0, "renorm: expected maxnorm to be >= 0 but got ", maxnorm.toDouble());
  FG_CHECK(self.dim() > 1, "renorm: input needs at least 2 dimensions, got ", self.dim(), " dimensions");
  const int64_t kept = detail::wrapDim(dim, self.dim());
  std::vector<int64_t> others;
  for (int64_t d = 0; d < self.dim(); ++d)
    if (d != kept)
      others.push_back(d);
  const Tensor sizes = linalg_vector_norm(self, p, others, true, detail::statisticsDtype(self));
  const Tensor factor = where(gt(sizes, maxnorm), div(full_like(sizes, maxnorm), add(sizes, 1e-7)), 1.0);
  return to(mul(self, factor), self.scalar_type());
}
Tensor &renorm_(Tensor &self, const Scalar &p, int64_t dim, const Scalar &maxnorm) {
  return copy_(self, renorm(self, p, dim, maxnorm));
}

Tensor pdist(const Tensor &self, double p) {
  FG_CHECK(self.dim() == 2, "pdist only supports 2D tensors, got: ", self.dim(), "D");
  FG_CHECK(self.is_floating_point(), "pdist only supports floating-point dtypes");
  FG_CHECK(p >= 0, "pdist only supports non-negative p values");
  const Tensor pairs = triu_indices(self.size(0), self.size(0), 1);
  const Tensor between =
      sub(index_select(self, 0, select(pairs, 0, 0)), index_select(self, 0, select(pairs, 0, 1)));
  return linalg_vector_norm(between, p, {1});
}

namespace detail {
/// The powers from 0 to count - 1.
static Tensor powers(const Tensor &x, int64_t count) {
  std::vector<int64_t> sizes;
  for (int64_t d = 0; d < x.dim(); ++d)
    sizes.push_back(x.size(d));
  sizes.push_back(count - 1);
  const Tensor numbers = x.is_floating_point() ? x : to(x, kLong);
  const Tensor column = unsqueeze(numbers, -1);
  return cat({ones_like(column), cumprod(expand(column, sizes), -1)}, -1);
}
} // namespace detail
Tensor linalg_vander(const Tensor &x, std::optional<int64_t> N) {
  const int64_t count = N.has_value() ? *N : x.dim() == 0 ? 1 : x.size(-1);
  FG_CHECK(count > 1, "N must be greater than 1.");
  return detail::powers(x, count);
}
Tensor vander(const Tensor &x, std::optional<int64_t> N, bool increasing) {
  FG_CHECK(x.dim() == 1, "x must be a one-dimensional tensor.");
  const int64_t count = N.has_value() ? *N : x.size(0);
  FG_CHECK(count >= 0, "N must be non-negative.");
  if (count == 0)
    return zeros({x.size(0), 0}, x.is_floating_point() ? x.scalar_type() : kLong);
  const Tensor rising = detail::powers(x, count);
  return increasing ? rising : flip(rising, {1});
}

} // namespace fg
