// Writing to places that tensors name, over scatter and scatter_reduce.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// One index a slice along dim, as an index for each element of `like`.
Tensor indexForEach(const Tensor &index, int64_t dim, const Tensor &like);
/// The common size of two operands' dims; -1 where they do not broadcast. In a graph, a size that is not
/// known to be 1 is not taken for it, as that of an operator's operand: one graph, guarded, for all sizes.
int64_t broadcastSize(int64_t a, int64_t b);
/// The common sizes of two operands, as ATen's infer_size.
std::vector<int64_t> broadcastSizes(IntArrayRef a, IntArrayRef b);
string_view reduction(string_view reduce);
} // namespace detail

Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce);
Tensor scatter_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value);
Tensor &scatter_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, string_view reduce);
Tensor &scatter_add_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);

/// self with alpha * source's slices added to those that index names.
Tensor index_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                 const Scalar &alpha = 1);
Tensor &index_add_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source,
                   const Scalar &alpha = 1);
/// self with the slices that index names replaced by source's.
Tensor index_copy(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source);
Tensor &index_copy_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &source);
/// self with the slices that index names filled; indices below 0 count from the end.
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value);
Tensor index_fill(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &value);
Tensor &index_fill_(Tensor &self, int64_t dim, const Tensor &index, const Scalar &value);
Tensor &index_fill_(Tensor &self, int64_t dim, const Tensor &index, const Tensor &value);

/// Elements of self in C order, by their places.
Tensor take(const Tensor &self, const Tensor &index);
/// gather with the other dims broadcast.
Tensor take_along_dim(const Tensor &self, const Tensor &indices, std::optional<int64_t> dim = {});

} // namespace fg
