// Shape functions over the view operators and `cat`.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

int64_t size(const Tensor &self, int64_t dim);
int64_t numel(const Tensor &self);
bool is_floating_point(const Tensor &self);

Tensor detach(const Tensor &self);

Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor swapaxes(const Tensor &self, int64_t axis0, int64_t axis1);
Tensor swapdims(const Tensor &self, int64_t dim0, int64_t dim1);

/// 2-d transposed; 0-d and 1-d as they are.
Tensor t(const Tensor &self);
/// All dims in reverse order: Tensor::T().
Tensor numpy_T(const Tensor &self);
/// The last two dims transposed: Tensor::mT().
Tensor matrix_transpose(const Tensor &self);

Tensor movedim(const Tensor &self, IntArrayRef source, IntArrayRef destination);
Tensor movedim(const Tensor &self, int64_t source, int64_t destination);

/// Without every dim of size 1.
Tensor squeeze(const Tensor &self);

Tensor view_as(const Tensor &self, const Tensor &other);
Tensor reshape_as(const Tensor &self, const Tensor &other);
Tensor expand_as(const Tensor &self, const Tensor &other);
Tensor type_as(const Tensor &self, const Tensor &other);
Tensor broadcast_to(const Tensor &self, IntArrayRef size);
Tensor ravel(const Tensor &self);

Tensor flatten(const Tensor &self, int64_t start_dim = 0, int64_t end_dim = -1);

Tensor unflatten(const Tensor &self, int64_t dim, IntArrayRef sizes);

Tensor narrow(const Tensor &self, int64_t dim, int64_t start, int64_t length);

std::vector<Tensor> split_with_sizes(const Tensor &self, IntArrayRef split_sizes, int64_t dim = 0);

/// Parts of `split_size` along `dim`; the last may be smaller.
std::vector<Tensor> split(const Tensor &self, int64_t split_size, int64_t dim = 0);
std::vector<Tensor> split(const Tensor &self, IntArrayRef split_size, int64_t dim = 0);

std::vector<Tensor> chunk(const Tensor &self, int64_t chunks, int64_t dim = 0);
/// As split and chunk: what ATen's are unsafe for is autograd.
std::vector<Tensor> unsafe_split(const Tensor &self, int64_t split_size, int64_t dim = 0);
std::vector<Tensor> unsafe_split_with_sizes(const Tensor &self, IntArrayRef split_sizes, int64_t dim = 0);
std::vector<Tensor> unsafe_chunk(const Tensor &self, int64_t chunks, int64_t dim = 0);
/// The sums over the dims that broadcasting `size` to self's sizes would add or expand.
Tensor sum_to_size(const Tensor &self, IntArrayRef size);
bool is_same_size(const Tensor &self, const Tensor &other);
/// A contiguous copy of narrow's part.
Tensor narrow_copy(const Tensor &self, int64_t dim, int64_t start, int64_t length);
/// The matrices of the last two dims transposed, their elements conjugated. A 0-d tensor stays.
Tensor adjoint(const Tensor &self);

std::vector<Tensor> unbind(const Tensor &self, int64_t dim = 0);

Tensor stack(TensorList tensors, int64_t dim = 0);
Tensor concat(TensorList tensors, int64_t dim = 0);
Tensor concatenate(TensorList tensors, int64_t dim = 0);

/// A copy with every dim repeated; further leading dims are added as needed.
Tensor repeat(const Tensor &self, IntArrayRef repeats);

/// The lower (upper) triangle of the last two dims, zero elsewhere.
Tensor tril(const Tensor &self, int64_t diagonal = 0);
Tensor triu(const Tensor &self, int64_t diagonal = 0);

Tensor embedding(const Tensor &weight, const Tensor &indices, int64_t, bool = false, bool = false);

} // namespace fg
