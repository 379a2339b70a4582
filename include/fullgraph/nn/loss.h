// Losses.
#pragma once

#include <fullgraph/nn/distance.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {
/// As the functions of fg have it. kBatchMean is kl_div's own.
inline int64_t reductionOf(enumtype::Name reduction) {
  return reduction == kMean   ? fg::Reduction::Mean
         : reduction == kNone ? fg::Reduction::None
                              : fg::Reduction::Sum;
}
} // namespace detail

/// What most losses have: how the elements' losses are put together.
struct LossOptions {
  LossOptions() {}
  LossOptions(enumtype::Name reduction) : reduction_(reduction) {}
  FG_ARG(enumtype::Name, reduction) = kMean; // or kSum, kNone
};
using L1LossOptions = LossOptions;
using MSELossOptions = LossOptions;
using SoftMarginLossOptions = LossOptions;

struct BCELossOptions {
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct BCEWithLogitsLossOptions {
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(Tensor, pos_weight) = Tensor();
};
struct SmoothL1LossOptions {
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(double, beta) = 1.0;
};
struct HuberLossOptions {
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(double, delta) = 1.0;
};
struct KLDivLossOptions {
  KLDivLossOptions() {}
  KLDivLossOptions(enumtype::Name reduction) : reduction_(reduction) {}
  FG_ARG(enumtype::Name, reduction) = kMean; // or kBatchMean, kSum, kNone
  FG_ARG(bool, log_target) = false;
};
struct NLLLossOptions {
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(int64_t, ignore_index) = -100;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct CrossEntropyLossOptions {
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(int64_t, ignore_index) = -100;
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(double, label_smoothing) = 0.0;
};
struct PoissonNLLLossOptions {
  FG_ARG(bool, log_input) = true;
  FG_ARG(bool, full) = false;
  FG_ARG(double, eps) = 1e-8;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct HingeEmbeddingLossOptions {
  FG_ARG(double, margin) = 1.0;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct MarginRankingLossOptions {
  FG_ARG(double, margin) = 0.0;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
using CosineEmbeddingLossOptions = MarginRankingLossOptions;
struct TripletMarginLossOptions {
  FG_ARG(double, margin) = 1.0;
  FG_ARG(double, p) = 2.0;
  FG_ARG(double, eps) = 1e-6;
  FG_ARG(bool, swap) = false;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
/// The distance is pairwise_distance's unless it is given.
struct TripletMarginWithDistanceLossOptions {
  using distance_function_t = std::function<Tensor(const Tensor &, const Tensor &)>;
  FG_ARG(std::optional<distance_function_t>, distance_function) = std::nullopt;
  FG_ARG(double, margin) = 1.0;
  FG_ARG(bool, swap) = false;
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct MultiMarginLossOptions {
  FG_ARG(int64_t, p) = 1; // or 2
  FG_ARG(double, margin) = 1.0;
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(enumtype::Name, reduction) = kMean;
};
using MultiLabelMarginLossOptions = LossOptions;
struct MultiLabelSoftMarginLossOptions {
  FG_ARG(Tensor, weight) = Tensor();
  FG_ARG(enumtype::Name, reduction) = kMean;
};
struct CTCLossOptions {
  FG_ARG(int64_t, blank) = 0;
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(bool, zero_infinity) = false; // the loss of a target that cannot be aligned is 0
};

namespace functional {

using L1LossFuncOptions = L1LossOptions;
using MSELossFuncOptions = MSELossOptions;
using SoftMarginLossFuncOptions = SoftMarginLossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using KLDivFuncOptions = KLDivLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using PoissonNLLLossFuncOptions = PoissonNLLLossOptions;
using HingeEmbeddingLossFuncOptions = HingeEmbeddingLossOptions;
using MarginRankingLossFuncOptions = MarginRankingLossOptions;
using CosineEmbeddingLossFuncOptions = CosineEmbeddingLossOptions;
using TripletMarginLossFuncOptions = TripletMarginLossOptions;
using CTCLossFuncOptions = CTCLossOptions;
using TripletMarginWithDistanceLossFuncOptions = TripletMarginWithDistanceLossOptions;
using MultiMarginLossFuncOptions = MultiMarginLossOptions;
using MultilabelMarginLossFuncOptions = MultiLabelMarginLossOptions;
using MultilabelSoftMarginLossFuncOptions = MultiLabelSoftMarginLossOptions;

inline Tensor l1_loss(const Tensor &input, const Tensor &target, const L1LossFuncOptions &options = {}) {
  return fg::l1_loss(input, target, detail::reductionOf(options.reduction()));
}
inline Tensor mse_loss(const Tensor &input, const Tensor &target, const MSELossFuncOptions &options = {}) {
  return fg::mse_loss(input, target, detail::reductionOf(options.reduction()));
}
inline Tensor soft_margin_loss(const Tensor &input, const Tensor &target,
                               const SoftMarginLossFuncOptions &options = {}) {
  return fg::soft_margin_loss(input, target, detail::reductionOf(options.reduction()));
}
inline Tensor binary_cross_entropy(const Tensor &input, const Tensor &target,
                                   const BinaryCrossEntropyFuncOptions &options = {}) {
  return fg::binary_cross_entropy(input, target, options.weight(), detail::reductionOf(options.reduction()));
}
inline Tensor binary_cross_entropy_with_logits(const Tensor &input, const Tensor &target,
                                               const BinaryCrossEntropyWithLogitsFuncOptions &options = {}) {
  return fg::binary_cross_entropy_with_logits(input, target, options.weight(), options.pos_weight(),
                                              detail::reductionOf(options.reduction()));
}
inline Tensor smooth_l1_loss(const Tensor &input, const Tensor &target,
                             const SmoothL1LossFuncOptions &options = {}) {
  return fg::smooth_l1_loss(input, target, detail::reductionOf(options.reduction()), options.beta());
}
inline Tensor smooth_l1_loss(const Tensor &input, const Tensor &target,
                             const SmoothL1LossFuncOptions &options, double beta) {
  return fg::smooth_l1_loss(input, target, detail::reductionOf(options.reduction()), beta);
}
inline Tensor huber_loss(const Tensor &input, const Tensor &target,
                         const HuberLossFuncOptions &options = {}) {
  return fg::huber_loss(input, target, detail::reductionOf(options.reduction()), options.delta());
}
inline Tensor kl_div(const Tensor &input, const Tensor &target, const KLDivFuncOptions &options = {}) {
  const Tensor loss =
      fg::kl_div(input, target, detail::reductionOf(options.reduction()), options.log_target());
  return options.reduction() == kBatchMean && input.dim() != 0 ? fg::div(loss, input.size(0)) : loss;
}
inline Tensor nll_loss(const Tensor &input, const Tensor &target, const NLLLossFuncOptions &options = {}) {
  return fg::nll_loss_nd(input, target, options.weight(), detail::reductionOf(options.reduction()),
                         options.ignore_index());
}
/// From logits [N, C, ...] and classes [N, ...], or probabilities of the logits' sizes.
inline Tensor cross_entropy(const Tensor &input, const Tensor &target,
                            const CrossEntropyFuncOptions &options = {}) {
  return fg::cross_entropy_loss(input, target, options.weight(), detail::reductionOf(options.reduction()),
                                options.ignore_index(), options.label_smoothing());
}
inline Tensor poisson_nll_loss(const Tensor &input, const Tensor &target,
                               const PoissonNLLLossFuncOptions &options = {}) {
  return fg::poisson_nll_loss(input, target, options.log_input(), options.full(), options.eps(),
                              detail::reductionOf(options.reduction()));
}
inline Tensor hinge_embedding_loss(const Tensor &input, const Tensor &target,
                                   const HingeEmbeddingLossFuncOptions &options = {}) {
  return fg::hinge_embedding_loss(input, target, options.margin(), detail::reductionOf(options.reduction()));
}
inline Tensor margin_ranking_loss(const Tensor &input1, const Tensor &input2, const Tensor &target,
                                  const MarginRankingLossFuncOptions &options = {}) {
  return fg::margin_ranking_loss(input1, input2, target, options.margin(),
                                 detail::reductionOf(options.reduction()));
}
inline Tensor cosine_embedding_loss(const Tensor &input1, const Tensor &input2, const Tensor &target,
                                    const CosineEmbeddingLossFuncOptions &options = {}) {
  return fg::cosine_embedding_loss(input1, input2, target, options.margin(),
                                   detail::reductionOf(options.reduction()));
}
inline Tensor triplet_margin_loss(const Tensor &anchor, const Tensor &positive, const Tensor &negative,
                                  const TripletMarginLossFuncOptions &options = {}) {
  return fg::triplet_margin_loss(anchor, positive, negative, options.margin(), options.p(), options.eps(),
                                 options.swap(), detail::reductionOf(options.reduction()));
}
inline Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                       const Tensor &target_lengths, const CTCLossFuncOptions &options = {}) {
  return fg::ctc_loss(log_probs, targets, input_lengths, target_lengths, options.blank(),
                      detail::reductionOf(options.reduction()), options.zero_infinity());
}
inline Tensor
triplet_margin_with_distance_loss(const Tensor &anchor, const Tensor &positive, const Tensor &negative,
                                  const TripletMarginWithDistanceLossFuncOptions &options = {}) {
  const auto distance = [&](const Tensor &from, const Tensor &to) {
    return options.distance_function().has_value() ? (*options.distance_function())(from, to)
                                                   : fg::pairwise_distance(from, to);
  };
  const Tensor near = distance(anchor, positive);
  Tensor far = distance(anchor, negative);
  if (options.swap())
    far = fg::minimum(far, distance(positive, negative));
  return fg::detail::reduced(fg::clamp_min(fg::add(fg::sub(near, far), options.margin()), 0),
                             detail::reductionOf(options.reduction()));
}
/// input [N, C] or [C] and the classes, of which each of the others may come within `margin`.
inline Tensor multi_margin_loss(const Tensor &input, const Tensor &target,
                                const MultiMarginLossFuncOptions &options = {}) {
  FG_CHECK(options.p() == 1 || options.p() == 2, "only p == 1 and p == 2 supported");
  const Tensor weight = options.weight();
  FG_CHECK(!weight.defined() || weight.dim() == 1, "weight must be one-dimensional");
  return fg::multi_margin_loss(input, target, options.p(), options.margin(), weight,
                               detail::reductionOf(options.reduction()));
}
/// target has input's sizes [N, C] or [C]: the classes of a row, then -1.
inline Tensor multilabel_margin_loss(const Tensor &input, const Tensor &target,
                                     const MultilabelMarginLossFuncOptions &options = {}) {
  return fg::multilabel_margin_loss(input, target, detail::reductionOf(options.reduction()));
}
/// target has input's sizes [..., C]: 1 where a class is meant, else 0.
inline Tensor multilabel_soft_margin_loss(const Tensor &input, const Tensor &target,
                                          const MultilabelSoftMarginLossFuncOptions &options = {}) {
  Tensor loss = fg::neg(fg::add(fg::mul(target, fg::log_sigmoid(input)),
                                fg::mul(fg::rsub(target, 1), fg::log_sigmoid(fg::neg(input)))));
  const Tensor weight = options.weight();
  if (weight.defined())
    loss = fg::mul(loss, weight);
  return fg::detail::reduced(fg::div(fg::sum(loss, -1), input.size(-1)),
                             detail::reductionOf(options.reduction()));
}

} // namespace functional

template <class Options> class LossImpl : public Module {
public:
  explicit LossImpl(const Options &options_ = {}) : options(options_) {
    if constexpr (requires { options.weight(); })
      register_buffer("weight", options.weight());
    if constexpr (requires { options.pos_weight(); })
      register_buffer("pos_weight", options.pos_weight());
  }

  Options options;
};

/// Declares the module Name, which calls functional::function with its own options.
#define FG_LOSS_MODULE(Name, function)                                                                       \
  class Name##Impl : public LossImpl<Name##Options> {                                                        \
  public:                                                                                                    \
    using LossImpl<Name##Options>::LossImpl;                                                                 \
    template <class... Inputs> Tensor forward(const Inputs &...inputs) {                                     \
      return functional::function(inputs..., options);                                                       \
    }                                                                                                        \
  };                                                                                                         \
  FG_MODULE(Name)
FG_LOSS_MODULE(L1Loss, l1_loss);
FG_LOSS_MODULE(MSELoss, mse_loss);
FG_LOSS_MODULE(SoftMarginLoss, soft_margin_loss);
FG_LOSS_MODULE(BCELoss, binary_cross_entropy);
FG_LOSS_MODULE(BCEWithLogitsLoss, binary_cross_entropy_with_logits);
FG_LOSS_MODULE(SmoothL1Loss, smooth_l1_loss);
FG_LOSS_MODULE(HuberLoss, huber_loss);
FG_LOSS_MODULE(KLDivLoss, kl_div);
FG_LOSS_MODULE(NLLLoss, nll_loss);
FG_LOSS_MODULE(CrossEntropyLoss, cross_entropy);
FG_LOSS_MODULE(PoissonNLLLoss, poisson_nll_loss);
FG_LOSS_MODULE(HingeEmbeddingLoss, hinge_embedding_loss);
FG_LOSS_MODULE(MarginRankingLoss, margin_ranking_loss);
FG_LOSS_MODULE(CosineEmbeddingLoss, cosine_embedding_loss);
FG_LOSS_MODULE(TripletMarginLoss, triplet_margin_loss);
FG_LOSS_MODULE(CTCLoss, ctc_loss);
FG_LOSS_MODULE(TripletMarginWithDistanceLoss, triplet_margin_with_distance_loss);
FG_LOSS_MODULE(MultiMarginLoss, multi_margin_loss);
FG_LOSS_MODULE(MultiLabelMarginLoss, multilabel_margin_loss);
FG_LOSS_MODULE(MultiLabelSoftMarginLoss, multilabel_soft_margin_loss);
#undef FG_LOSS_MODULE

} // namespace fg::nn
