// Losses and distances over the primitive operators. `reduction` is one of fg::Reduction, as in ATen.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace Reduction {
enum Reduction { None, Mean, Sum, END };
} // namespace Reduction

namespace detail {
Tensor reduced(const Tensor &loss, int64_t reduction);
} // namespace detail

Tensor mse_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean);
Tensor l1_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean);
Tensor smooth_l1_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean,
                      double beta = 1.0);
Tensor huber_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean,
                  double delta = 1.0);
Tensor soft_margin_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean);

Tensor binary_cross_entropy(const Tensor &self, const Tensor &target,
                            const std::optional<Tensor> &weight = {}, int64_t reduction = Reduction::Mean);
Tensor binary_cross_entropy_with_logits(const Tensor &self, const Tensor &target,
                                        const std::optional<Tensor> &weight = {},
                                        const std::optional<Tensor> &pos_weight = {},
                                        int64_t reduction = Reduction::Mean);

Tensor kl_div(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean,
              bool log_target = false);
Tensor poisson_nll_loss(const Tensor &input, const Tensor &target, bool log_input, bool full, double eps,
                        int64_t reduction);

/// Classes in dim 1, or dim 0 of a 1-d input; targets are classes.
Tensor nll_loss_nd(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight = {},
                   int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
Tensor nll_loss(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight = {},
                int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);
Tensor nll_loss2d(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight = {},
                  int64_t reduction = Reduction::Mean, int64_t ignore_index = -100);

/// Targets are classes, or probabilities where they have self's sizes.
Tensor cross_entropy_loss(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight = {},
                          int64_t reduction = Reduction::Mean, int64_t ignore_index = -100,
                          double label_smoothing = 0.0);

// --- distances ---
Tensor linalg_vector_norm(const Tensor &self, const Scalar &ord = 2, OptionalIntArrayRef dim = {},
                          bool keepdim = false, std::optional<ScalarType> dtype = {});
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, ScalarType dtype);
Tensor norm(const Tensor &self, const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim,
            ScalarType dtype);
Tensor dist(const Tensor &self, const Tensor &other, const Scalar &p = 2);

namespace detail {
/// self divided by its norm along dim, which counts as eps at least.
Tensor normalize(const Tensor &self, double p = 2.0, int64_t dim = 1, double eps = 1e-12);
} // namespace detail
Tensor cosine_similarity(const Tensor &x1, const Tensor &x2, int64_t dim = 1, double eps = 1e-8);
Tensor pairwise_distance(const Tensor &x1, const Tensor &x2, double p = 2, double eps = 1e-6,
                         bool keepdim = false);
/// The distances of all rows of x1 from all rows of x2.
Tensor cdist(const Tensor &x1, const Tensor &x2, double p = 2, std::optional<int64_t> compute_mode = {});

Tensor hinge_embedding_loss(const Tensor &self, const Tensor &target, double margin = 1.0,
                            int64_t reduction = Reduction::Mean);
Tensor margin_ranking_loss(const Tensor &input1, const Tensor &input2, const Tensor &target,
                           double margin = 0.0, int64_t reduction = Reduction::Mean);
Tensor cosine_embedding_loss(const Tensor &input1, const Tensor &input2, const Tensor &target,
                             double margin = 0.0, int64_t reduction = Reduction::Mean);
Tensor triplet_margin_loss(const Tensor &anchor, const Tensor &positive, const Tensor &negative,
                           double margin = 1.0, double p = 2.0, double eps = 1e-6, bool swap = false,
                           int64_t reduction = Reduction::Mean);

/// self [N, C] or [C], target: the classes. The mean over the other classes of how far each comes within
/// `margin` of the target's score, to the power p (1 or 2), times the target's weight.
Tensor multi_margin_loss(const Tensor &self, const Tensor &target, const Scalar &p = 1,
                         const Scalar &margin = 1, const std::optional<Tensor> &weight = {},
                         int64_t reduction = Reduction::Mean);
/// self [N, C] or [C], target of its sizes: a row's classes, up to the first -1. The sum over them and the
/// other classes of how far these come within 1 of their scores, divided by C.
Tensor multilabel_margin_loss(const Tensor &self, const Tensor &target, int64_t reduction = Reduction::Mean);

} // namespace fg
