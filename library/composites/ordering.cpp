// The definitions of composites/ordering.h's functions.
#include <fullgraph/ops.h>

#include <algorithm>

namespace fg {

namespace detail {
int64_t extent(const Tensor &self, int64_t dim) { return self.dim() == 0 ? 1 : self.size(dim); }
} // namespace detail

std::tuple<Tensor, Tensor> sort(const Tensor &self, int64_t dim, bool descending) {
  const Tensor indices = sort_indices(self, dim, descending, detail::extent(self, dim));
  return {gather(self, dim, indices), indices};
}
std::tuple<Tensor, Tensor> sort(const Tensor &self, std::optional<bool> stable, int64_t dim,
                                bool descending) {
  return (void)stable, sort(self, dim, descending);
}
Tensor argsort(const Tensor &self, int64_t dim, bool descending) {
  return sort_indices(self, dim, descending, detail::extent(self, dim));
}
Tensor argsort(const Tensor &self, int dim, bool descending) {
  return argsort(self, int64_t(dim), descending);
}
Tensor argsort(const Tensor &self, bool stable, int64_t dim, bool descending) {
  return (void)stable, argsort(self, dim, descending);
}
Tensor msort(const Tensor &self) { return std::get<0>(sort(self, 0)); }

std::tuple<Tensor, Tensor> topk(const Tensor &self, int64_t k, int64_t dim, bool largest, bool sorted) {
  FG_CHECK(k >= 0 && k <= detail::extent(self, dim), "selected index k out of range");
  const Tensor indices = sort_indices(self, dim, largest, k);
  return (void)sorted, std::tuple<Tensor, Tensor>(gather(self, dim, indices), indices);
}

std::tuple<Tensor, Tensor> kthvalue(const Tensor &self, int64_t k, int64_t dim, bool keepdim) {
  FG_CHECK(k > 0 && k <= detail::extent(self, dim),
           "kthvalue(): selected number k out of range for dimension ", detail::wrapDim(dim, self.dim()));
  Tensor indices = sort_indices(self, dim, false, k);
  if (self.dim() == 0)
    return {gather(self, dim, indices), indices};
  indices = slice(indices, dim, k - 1, k, 1);
  const Tensor values = gather(self, dim, indices);
  if (keepdim)
    return {values, indices};
  return {squeeze(values, dim), squeeze(indices, dim)};
}

std::tuple<Tensor, Tensor> median(const Tensor &self, int64_t dim, bool keepdim) {
  if (self.dim() == 0)
    return {clone(self), zeros({}, kLong)};
  const int64_t count = self.size(dim);
  FG_CHECK(count > 0, "median(): Expected reduction dim ", detail::wrapDim(dim, self.dim()),
           " to have non-zero size.");
  const Tensor order = sort_indices(self, dim, false, count);
  Tensor indices = slice(order, dim, (count - 1) / 2, (count - 1) / 2 + 1, 1);
  if (self.is_floating_point()) { // NaN are behind the numbers: the first of them stands where these end
    const Tensor numbers = sum(logical_not(isnan(self)), dim, true);
    const Tensor wanted = where(eq(numbers, count), full_like(numbers, (count - 1) / 2), numbers);
    indices = gather(order, dim, wanted);
  }
  const Tensor values = gather(self, dim, indices);
  if (keepdim)
    return {values, indices};
  return {squeeze(values, dim), squeeze(indices, dim)};
}
Tensor median(const Tensor &self) {
  if (!detail::expected(self.numel() > 0))
    return full({}, self.is_floating_point() ? __builtin_nan("") : 0.0, self.scalar_type());
  return std::get<0>(median(reshape(self, {-1}), 0));
}

namespace detail {
/// For quantile and nanquantile, by ATen's quantile_compute: ranks among the sorted elements, as numbers of
/// self's dtype, and what stands on both sides of them.
static Tensor quantiles(const char *name, const Tensor &self, const Tensor &q, std::optional<int64_t> dim,
                        bool keepdim, string_view interpolation, bool skipsNan) {
  FG_CHECK(self.scalar_type() == kFloat || self.scalar_type() == kDouble, name,
           "() input tensor must be either float or double dtype");
  FG_CHECK(q.dim() <= 1, name, "() q must be a scalar or 1D tensor, but got q with ", q.dim(),
           " dimension(s).");
  FG_CHECK(q.scalar_type() == self.scalar_type(), name, "() q tensor must be same dtype as the input tensor");
  FG_CHECK(interpolation == "linear" || interpolation == "lower" || interpolation == "higher" ||
               interpolation == "midpoint" || interpolation == "nearest",
           name, "() interpolation must be one of linear, lower, higher, midpoint or nearest, but got ",
           interpolation);
  FG_CHECK(self.numel() > 0, name, "() input tensor must be non-empty");
  const Tensor rows = !dim ? flatten(self) : self.dim() == 0 ? unsqueeze(self, 0) : movedim(self, *dim, -1);
  const Tensor sorted = std::get<0>(sort(rows, -1));
  const Tensor numbers = sum(logical_not(isnan(sorted)), -1, true); // of a row; NaNs are behind them
  const Tensor last = skipsNan ? clamp_min(sub(numbers, 1), 0) : full_like(numbers, sorted.size(-1) - 1);
  const Tensor wanted = mul(to(last, self.scalar_type()), q.dim() == 0 ? unsqueeze(q, 0) : q);
  Tensor ranks =
      skipsNan ? wanted : where(eq(numbers, sorted.size(-1)), wanted, to(last, self.scalar_type()));
  if (interpolation == "lower")
    ranks = floor(ranks);
  else if (interpolation == "higher")
    ranks = ceil(ranks);
  else if (interpolation == "nearest")
    ranks = round(ranks);
  const Tensor below = floor(ranks);
  const Tensor low = gather(sorted, -1, to(below, kLong)), high = gather(sorted, -1, to(ceil(ranks), kLong));
  const Tensor weight = interpolation == "midpoint" ? full_like(ranks, 0.5) : sub(ranks, below);
  Tensor result = lerp(low, high, weight); // [..., Q]
  if (keepdim && dim && self.dim() > 0)
    result = unsqueeze(result, *dim < 0 ? *dim - 1 : *dim);
  for (int64_t d = 0; keepdim && !dim && d < self.dim(); ++d)
    result = unsqueeze(result, 0);
  return q.dim() == 0 ? squeeze(result, -1) : movedim(result, -1, 0);
}
static Tensor partOf(const char *name, const Tensor &self, double q) {
  FG_CHECK(q >= 0 && q <= 1, name, "() q must be in the range [0, 1] but got ", q);
  return full({}, q, self.scalar_type());
}
} // namespace detail
Tensor quantile(const Tensor &self, double q, std::optional<int64_t> dim, bool keepdim,
                string_view interpolation) {
  return detail::quantiles("quantile", self, detail::partOf("quantile", self, q), dim, keepdim, interpolation,
                           false);
}
Tensor quantile(const Tensor &self, const Tensor &q, std::optional<int64_t> dim, bool keepdim,
                string_view interpolation) {
  return detail::quantiles("quantile", self, q, dim, keepdim, interpolation, false);
}
Tensor nanquantile(const Tensor &self, double q, std::optional<int64_t> dim, bool keepdim,
                   string_view interpolation) {
  return detail::quantiles("nanquantile", self, detail::partOf("nanquantile", self, q), dim, keepdim,
                           interpolation, true);
}
Tensor nanquantile(const Tensor &self, const Tensor &q, std::optional<int64_t> dim, bool keepdim,
                   string_view interpolation) {
  return detail::quantiles("nanquantile", self, q, dim, keepdim, interpolation, true);
}

std::tuple<Tensor, Tensor> cummax(const Tensor &self, int64_t dim) {
  const Tensor indices = running_extremum(self, dim, false);
  return {gather(self, dim, indices), indices};
}
std::tuple<Tensor, Tensor> cummin(const Tensor &self, int64_t dim) {
  const Tensor indices = running_extremum(self, dim, true);
  return {gather(self, dim, indices), indices};
}
Tensor cumsum(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return dtype.has_value() ? to(cumsum(to(self, *dtype), dim), *dtype) : cumsum(self, dim);
}
Tensor cumprod(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return dtype.has_value() ? to(cumprod(to(self, *dtype), dim), *dtype) : cumprod(self, dim);
}
// --- random choices ---
Tensor randperm(int64_t n, const TensorOptions &options) {
  FG_CHECK(n >= 0, "n must be non-negative, got", n);
  return detail::onDeviceOf(options, to(sort_indices(random_uniform(random_key(), {n}, kDouble), 0, false, n),
                                        detail::dtypeFor(options, kLong)));
}
Tensor &uniform_(Tensor &self, double from, double to) {
  FG_CHECK(from <= to, "uniform_ expects to return a [from, to) range, but found from=", from, " > to=", to);
  FG_CHECK(self.is_floating_point(), "\"check_uniform_bounds\" not implemented for '", self.scalar_type(),
           "'");
  return copy_(self,
               add(mul(random_uniform(random_key(), self.sizes(), self.scalar_type()), to - from), from));
}
Tensor &normal_(Tensor &self, double mean, double std) {
  FG_CHECK(std >= 0, "normal expects std >= 0.0, but found std ", std);
  FG_CHECK(self.is_floating_point(), "\"normal_kernel_cpu\" not implemented for '", self.scalar_type(), "'");
  return copy_(self, add(mul(random_normal(random_key(), self.sizes(), self.scalar_type()), std), mean));
}
namespace detail {
/// In (0, 1]: one minus what random_uniform gives.
static Tensor randomAboveZero(const Tensor &self, const char *name) {
  FG_CHECK(self.is_floating_point(), "\"", name, "\" not implemented for '", self.scalar_type(), "'");
  return rsub(random_uniform(random_key(), self.sizes(), kDouble), 1);
}
} // namespace detail
Tensor &exponential_(Tensor &self, double lambd) {
  FG_CHECK(lambd > 0, "exponential_ expects lambda > 0.0, but found lambda=", lambd);
  return copy_(self, div(neg(log(detail::randomAboveZero(self, "exponential"))), lambd));
}
Tensor &log_normal_(Tensor &self, double mean, double std) {
  FG_CHECK(std > 0, "log_normal_ expects std > 0.0, but found std=", std);
  FG_CHECK(self.is_floating_point(), "\"log_normal\" not implemented for '", self.scalar_type(), "'");
  return copy_(self, exp(add(mul(random_normal(random_key(), self.sizes(), kDouble), std), mean)));
}
Tensor &cauchy_(Tensor &self, double median, double sigma) {
  FG_CHECK(sigma > 0, "cauchy_ expects sigma > 0.0, but found sigma=", sigma);
  const Tensor turn = sub(detail::randomAboveZero(self, "cauchy"), 0.5);
  return copy_(self, add(mul(tan(mul(turn, 3.14159265358979323846)), sigma), median));
}
Tensor &geometric_(Tensor &self, double p) {
  FG_CHECK(0 < p && p < 1, "geometric_ expects p to be in (0, 1), but got p=", p);
  FG_CHECK(self.scalar_type() != kBool, "\"geometric\" not implemented for 'Bool'");
  const Tensor chance = rsub(random_uniform(random_key(), self.sizes(), kDouble), 1);
  return copy_(self, ceil(div(log(chance), log1p(full({}, -p, kDouble)))));
}
Tensor normal(double mean, double std, IntArrayRef size, const TensorOptions &options) {
  return add(mul(randn(size, options), std), mean);
}
Tensor normal(const Tensor &mean, const Tensor &std) {
  return add(mul(randn_like(add(mean, std)), std), mean);
}
Tensor normal(const Tensor &mean, double std) { return add(mul(randn_like(mean), std), mean); }
Tensor bernoulli(const Tensor &self) {
  FG_CHECK(self.is_floating_point(), "\"bernoulli_tensor_cpu_self_\" not implemented for '",
           self.scalar_type(), "'");
  return to(lt(rand_like(self), self), self.scalar_type());
}
Tensor bernoulli(const Tensor &self, double p) { return to(lt(rand(self.sizes()), p), self.scalar_type()); }
Tensor &bernoulli_(Tensor &self, double p) { return copy_(self, bernoulli(self, p)); }
Tensor multinomial(const Tensor &self, int64_t num_samples, bool replacement) {
  FG_CHECK(self.is_floating_point(),
           "multinomial only supports floating-point dtypes for input, got: ", self.scalar_type());
  FG_CHECK(self.dim() == 1 || self.dim() == 2, "prob_dist must be 1 or 2 dim");
  FG_CHECK(num_samples > 0, "cannot sample n_sample <= 0 samples");
  const int64_t categories = self.size(-1);
  FG_CHECK(replacement || num_samples <= categories,
           "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  const Tensor weights = to(self, kDouble);
  if (!replacement) {
    // The smallest of exponential times with the weights as rates: Efraimidis and Spirakis, Weighted Random
    // Sampling (2006). A weight of 0 never comes first.
    const Tensor times = div(neg(log1p(neg(random_uniform(random_key(), self.sizes(), kDouble)))), weights);
    return sort_indices(times, -1, false, num_samples);
  }
  const Tensor sums = cumsum(weights, -1), total = slice(sums, -1, categories - 1, categories, 1);
  std::vector<int64_t> sizes = self.sizes().vec();
  sizes.back() = num_samples;
  const Tensor draws = mul(random_uniform(random_key(), sizes, kDouble), total);
  return clamp(sorted_positions(sums, draws, true), 0, categories - 1);
}

Tensor diff(const Tensor &self, int64_t n, int64_t dim) {
  FG_CHECK(self.dim() > 0, "diff expects input to be at least one-dimensional");
  FG_CHECK(n >= 0, "order must be non-negative but got ", n);
  Tensor result = self;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t size = result.size(dim), kept = ::std::max<int64_t>(size - 1, 0);
    const Tensor behind = slice(result, dim, size - kept, size, 1), front = slice(result, dim, 0, kept, 1);
    result = self.scalar_type() == kBool ? logical_xor(behind, front) : sub(behind, front);
  }
  return result;
}

Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self, bool out_int32, bool right) {
  return searchsorted(sorted_sequence, self, out_int32, right, std::nullopt);
}
Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self, bool out_int32, bool right,
                    std::optional<string_view> side, const std::optional<Tensor> &sorter) {
  bool behind = right;
  if (side.has_value()) {
    FG_CHECK(*side == "left" || *side == "right",
             "torch.searchsorted(): side can only be 'left' or 'right' but got ", *side);
    FG_CHECK(!right || *side == "right",
             "torch.searchsorted(): side and right can't be set to opposites, got side of ", *side,
             " while right was True");
    behind = *side == "right";
  }
  const Tensor sequence =
      sorter.has_value() && sorter->defined() ? gather(sorted_sequence, -1, *sorter) : sorted_sequence;
  const ScalarType common = promoteTypes(sequence.scalar_type(), self.scalar_type());
  const Tensor positions = sorted_positions(to(sequence, common), to(self, common), behind);
  return out_int32 ? to(positions, kInt) : positions;
}
Tensor searchsorted(const Tensor &sorted_sequence, const Scalar &self, bool out_int32, bool right) {
  const bool real = self.isFloatingPoint() && !sorted_sequence.is_floating_point();
  const Tensor sequence = real ? to(sorted_sequence, kFloat) : sorted_sequence;
  return searchsorted(sequence, full({}, self, sequence.scalar_type()), out_int32, right);
}
Tensor bucketize(const Tensor &self, const Tensor &boundaries, bool out_int32, bool right) {
  FG_CHECK(boundaries.dim() == 1, "bucketize(): boundaries tensor must be 1 dimension, but got dim(",
           boundaries.dim(), ")");
  return searchsorted(boundaries, self, out_int32, right);
}
Tensor bucketize(const Scalar &self, const Tensor &boundaries, bool out_int32, bool right) {
  return searchsorted(boundaries, self, out_int32, right);
}

Tensor histc(const Tensor &self, int64_t bins, const Scalar &min, const Scalar &max) {
  FG_CHECK(self.is_floating_point(), "\"histogram_cpu\" not implemented for '", self.scalar_type(), "'");
  FG_CHECK(bins > 0, "bins must be > 0");
  const double least = min.toDouble(), most = max.toDouble();
  FG_CHECK(least - least == 0 && most - most == 0, "range of [", least, ", ", most, "] is not finite");
  FG_CHECK(least <= most, "max must be larger than min");
  const Tensor values = to(reshape(self, {-1}), kDouble);
  Tensor low = full({}, least, kDouble), high = full({}, most, kDouble);
  if (least == most && values.numel() > 0) {
    low = amin(values);
    high = amax(values);
    // An index of 0 where both are finite, -1 else.
    const Tensor finite = sub(to(isfinite(sub(high, low)), kLong), 1);
    low = add(low, to(checked_index(finite, 1, "range of [nan, nan] is not finite", ""), kDouble));
  }
  const Tensor one_value = eq(low, high);
  const Tensor first = where(one_value, sub(low, 1), low), last = where(one_value, add(high, 1), high);
  // What lies outside is counted behind the last bin, and left out.
  const Tensor places = to(trunc(mul(div(sub(values, first), sub(last, first)), double(bins))), kLong);
  const Tensor within = logical_and(ge(values, first), le(values, last));
  const Tensor bin = where(within, clamp(places, 0, bins - 1), full_like(places, bins));
  const Tensor counts = scatter_reduce(zeros({bins + 1}, kDouble), 0, bin, ones_like(values), "sum");
  return to(narrow(counts, 0, 0, bins), self.scalar_type());
}

Tensor index_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                    string_view reduce, bool include_self) {
  FG_CHECK(reduce == "prod" || reduce == "mean" || reduce == "amax" || reduce == "amin",
           "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got ", reduce, ".");
  FG_CHECK(index.dim() <= 1, "index_reduce_(): Index is supposed to be a vector");
  FG_CHECK(self.scalar_type() == source.scalar_type(),
           "index_reduce_(): self and source expected to have the same dtype, but got (self) ",
           self.scalar_type(), " and (source) ", source.scalar_type());
  FG_CHECK(source.dim() == 0 || index.numel() == source.size(dim), "index_reduce_(): Number of indices (",
           index.numel(), ") should be equal to source.size(dim) (", source.dim() == 0 ? 1 : source.size(dim),
           ")");
  return scatter_reduce(self, dim, detail::indexForEach(to(index, kLong), dim, source), source, reduce,
                        include_self);
}
Tensor &index_reduce_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                      string_view reduce, bool include_self) {
  return copy_(self, index_reduce(self, dim, index, source, reduce, include_self));
}

} // namespace fg
