// Joining tensors and taking them apart: stacks along a first or later dim, parts by count or place; and
// copies with a part replaced. A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// With further dims of size 1, up to 1, 2 or 3 of them.
Tensor atleast_1d(const Tensor &self);
Tensor atleast_2d(const Tensor &self);
Tensor atleast_3d(const Tensor &self);
std::vector<Tensor> atleast_1d(TensorList tensors);
std::vector<Tensor> atleast_2d(TensorList tensors);
std::vector<Tensor> atleast_3d(TensorList tensors);
/// Beside each other: along dim 1, of vectors along dim 0.
Tensor hstack(TensorList tensors);
/// Above each other: along dim 0, vectors as rows.
Tensor vstack(TensorList tensors);
Tensor row_stack(TensorList tensors);
/// Behind each other: along dim 2.
Tensor dstack(TensorList tensors);
/// As hstack, vectors as columns.
Tensor column_stack(TensorList tensors);
/// Rows of one element of each vector, the last vector's changing fastest.
Tensor cartesian_prod(TensorList tensors);

/// Views of `sections` parts along dim, the first ones larger by one where they do not all have one size.
std::vector<Tensor> tensor_split(const Tensor &self, int64_t sections, int64_t dim = 0);
/// Views of the parts in front of, between and behind the places.
std::vector<Tensor> tensor_split(const Tensor &self, IntArrayRef indices, int64_t dim = 0);
/// Along dim 1 (dim 0 of a vector), 0, or 2.
std::vector<Tensor> hsplit(const Tensor &self, int64_t sections);
std::vector<Tensor> hsplit(const Tensor &self, IntArrayRef indices);
std::vector<Tensor> vsplit(const Tensor &self, int64_t sections);
std::vector<Tensor> vsplit(const Tensor &self, IntArrayRef indices);
std::vector<Tensor> dsplit(const Tensor &self, int64_t sections);
std::vector<Tensor> dsplit(const Tensor &self, IntArrayRef indices);

Tensor moveaxis(const Tensor &self, IntArrayRef source, IntArrayRef destination);
Tensor moveaxis(const Tensor &self, int64_t source, int64_t destination);

/// A copy of self with src in the place of self.select(dim, index) or self.slice(dim, start, end, step).
Tensor select_scatter(const Tensor &self, const Tensor &src, int64_t dim, int64_t index);
Tensor diagonal_scatter(const Tensor &self, const Tensor &src, int64_t offset = 0, int64_t dim1 = 0,
                        int64_t dim2 = 1);
Tensor slice_scatter(const Tensor &self, const Tensor &src, int64_t dim = 0,
                     std::optional<int64_t> start = {}, std::optional<int64_t> end = {}, int64_t step = 1);
/// The main diagonal, of a matrix or of equal sizes; with `wrap`, a tall matrix's diagonal goes on behind its
/// last column.
Tensor &fill_diagonal_(Tensor &self, const Scalar &fill_value, bool wrap = false);

} // namespace fg
