// Sorting, running extrema and searching, over the indices that the library finds.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// The number of elements along dim; a 0-d tensor has one.
int64_t extent(const Tensor &self, int64_t dim);
} // namespace detail

/// (values, indices). Equal elements keep their order; NaN is the greatest.
std::tuple<Tensor, Tensor> sort(const Tensor &self, int64_t dim = -1, bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor &self, std::optional<bool> stable, int64_t dim = -1,
                                bool descending = false);
Tensor argsort(const Tensor &self, int64_t dim = -1, bool descending = false);
Tensor argsort(const Tensor &self, int dim, bool descending = false); // not in ATen: `argsort(x, 1)`
Tensor argsort(const Tensor &self, bool stable, int64_t dim = -1, bool descending = false);
Tensor msort(const Tensor &self);

/// (values, indices) of the k largest, or smallest, elements, in order.
std::tuple<Tensor, Tensor> topk(const Tensor &self, int64_t k, int64_t dim = -1, bool largest = true,
                                bool sorted = true);

/// (value, index) of the k-th smallest element, counted from 1.
std::tuple<Tensor, Tensor> kthvalue(const Tensor &self, int64_t k, int64_t dim = -1, bool keepdim = false);

/// (value, index) of the lower median; NaN where there is one.
std::tuple<Tensor, Tensor> median(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor median(const Tensor &self);

/// What a part q of the elements, in [0, 1], is at most; between two elements by `interpolation`: "linear",
/// "lower", "higher", "midpoint" or "nearest". One value a slice along dim, or of all elements; of a vector
/// q, one for each of its elements, as the first dim. NaN where there is one; nanquantile leaves NaNs out.
Tensor quantile(const Tensor &self, double q, std::optional<int64_t> dim = {}, bool keepdim = false,
                string_view interpolation = "linear");
Tensor quantile(const Tensor &self, const Tensor &q, std::optional<int64_t> dim = {}, bool keepdim = false,
                string_view interpolation = "linear");
Tensor nanquantile(const Tensor &self, double q, std::optional<int64_t> dim = {}, bool keepdim = false,
                   string_view interpolation = "linear");
Tensor nanquantile(const Tensor &self, const Tensor &q, std::optional<int64_t> dim = {}, bool keepdim = false,
                   string_view interpolation = "linear");

/// (values, indices) of the running maximum and minimum.
std::tuple<Tensor, Tensor> cummax(const Tensor &self, int64_t dim);
std::tuple<Tensor, Tensor> cummin(const Tensor &self, int64_t dim);
Tensor cumsum(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype);
Tensor cumprod(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype);
/// How many elements lie in each of `bins` equal parts of [min, max]; of the elements' own range where they
/// are equal.
Tensor histc(const Tensor &self, int64_t bins = 100, const Scalar &min = 0, const Scalar &max = 0);
/// self with, where index names a slice along dim, source's slices put together with it: "prod", "mean",
/// "amax" or "amin".
Tensor index_reduce(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                    string_view reduce, bool include_self = true);
Tensor &index_reduce_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                      string_view reduce, bool include_self = true);
// --- random choices ---
/// The numbers below n in a random order.
Tensor randperm(int64_t n, const TensorOptions &options = kLong);
Tensor &uniform_(Tensor &self, double from = 0, double to = 1);
Tensor &normal_(Tensor &self, double mean = 0, double std = 1);
/// Each element a number of density lambd exp(-lambd x), of log-normal and Cauchy's density, and the number
/// of the first success of trials that succeed with p.
Tensor &exponential_(Tensor &self, double lambd = 1);
Tensor &log_normal_(Tensor &self, double mean = 1, double std = 2);
Tensor &cauchy_(Tensor &self, double median = 0, double sigma = 1);
Tensor &geometric_(Tensor &self, double p);
Tensor normal(double mean, double std, IntArrayRef size, const TensorOptions &options = {});
Tensor normal(const Tensor &mean, const Tensor &std);
Tensor normal(const Tensor &mean, double std = 1);
/// Each element drawn with its probability, in [0, 1].
Tensor bernoulli(const Tensor &self);
Tensor bernoulli(const Tensor &self, double p);
Tensor &bernoulli_(Tensor &self, double p = 0.5);
/// num_samples places a row, drawn with the row's weights.
Tensor multinomial(const Tensor &self, int64_t num_samples, bool replacement = false);

/// The differences of neighbours along dim, n times.
Tensor diff(const Tensor &self, int64_t n = 1, int64_t dim = -1);

/// Where values go into the last dim of a sorted sequence: in front of equal elements, behind them with
/// `right`.
Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self, bool out_int32 = false,
                    bool right = false);
Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self, bool out_int32, bool right,
                    std::optional<string_view> side, const std::optional<Tensor> &sorter = {});
Tensor searchsorted(const Tensor &sorted_sequence, const Scalar &self, bool out_int32 = false,
                    bool right = false);
Tensor bucketize(const Tensor &self, const Tensor &boundaries, bool out_int32 = false, bool right = false);
Tensor bucketize(const Scalar &self, const Tensor &boundaries, bool out_int32 = false, bool right = false);

} // namespace fg
