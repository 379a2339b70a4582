// Difference quotients of samples, and products and inverses of tensors taken as matrices.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// torch.gradient: for each dim (every one unless given) the derivative along it, from the differences
/// between the neighbours; at the ends from one more element (edge_order 1) or two (2). spacing: the samples'
/// distance, 1 unless given. Whole numbers and flags give the default floating dtype, uint8 throws.
std::vector<Tensor> gradient(const Tensor &self, const std::optional<Scalar> &spacing = {},
                             std::optional<int64_t> dim = {}, int64_t edge_order = 1);
std::vector<Tensor> gradient(const Tensor &self, const Scalar &spacing, IntArrayRef dim,
                             int64_t edge_order = 1);
std::vector<Tensor> gradient(const Tensor &self, IntArrayRef dim, int64_t edge_order = 1);
/// The same where spacing has for each dim the places of its samples, a vector.
std::vector<Tensor> gradient(const Tensor &self, TensorList spacing, std::optional<int64_t> dim = {},
                             int64_t edge_order = 1);
std::vector<Tensor> gradient(const Tensor &self, TensorList spacing, IntArrayRef dim, int64_t edge_order = 1);

/// The inverse of self as a map from its dims from `ind` on to those before: of sizes [after..., before...].
Tensor linalg_tensorinv(const Tensor &self, int64_t ind = 2);
/// X of tensordot(self, X, X.dim()) = other; `dims` of self are moved behind its others first.
Tensor linalg_tensorsolve(const Tensor &self, const Tensor &other, OptionalIntArrayRef dims = {});
/// The first columns, as many as input has, of the product of the reflections I - tau[i] v v^H, whose v is
/// column i of input [..., m, n] below its diagonal, with 1 at it and 0 above (LAPACK's orgqr).
Tensor linalg_householder_product(const Tensor &input, const Tensor &tau);

namespace linalg {
Tensor tensorinv(const Tensor &self, int64_t ind = 2);
Tensor tensorsolve(const Tensor &self, const Tensor &other, OptionalIntArrayRef dims = {});
Tensor householder_product(const Tensor &input, const Tensor &tau);
} // namespace linalg

} // namespace fg
