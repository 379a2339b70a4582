// Positions and choices: triangles' indices, the most frequent and the middle element, combinations, and
// functions of all pairs or powers. A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// The rows, and the columns, of the lower (upper) triangle's elements, row by row.
Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0, const TensorOptions &options = {});
Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0, const TensorOptions &options = {});
/// The most frequent element along dim, the least of them, and where it stands last.
std::tuple<Tensor, Tensor> mode(const Tensor &self, int64_t dim = -1, bool keepdim = false);
/// The median of the elements that are no NaN.
Tensor nanmedian(const Tensor &self);
std::tuple<Tensor, Tensor> nanmedian(const Tensor &self, int64_t dim, bool keepdim = false);
/// The combinations of r elements of a vector, as rows.
Tensor combinations(const Tensor &self, int64_t r = 2, bool with_replacement = false);
/// self with the slices along dim whose p-norm is larger than maxnorm scaled down to it.
Tensor renorm(const Tensor &self, const Scalar &p, int64_t dim, const Scalar &maxnorm);
Tensor &renorm_(Tensor &self, const Scalar &p, int64_t dim, const Scalar &maxnorm);
/// The distances of all pairs of rows.
Tensor pdist(const Tensor &self, double p = 2);
/// The powers from 0 to N - 1 of each element, in the last dim; of a vector also from N - 1 to 0.
Tensor linalg_vander(const Tensor &x, std::optional<int64_t> N = {});
Tensor vander(const Tensor &x, std::optional<int64_t> N = {}, bool increasing = false);

} // namespace fg
