// Losses.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {
inline Tensor reduced(const Tensor &loss, enumtype::Name reduction) {
  return reduction == kMean ? fg::mean(loss) : reduction == kSum ? fg::sum(loss) : loss;
}
inline void checkSameSizes(const char *name, const Tensor &input, const Tensor &target) {
  FG_CHECK(input.sizes() == target.sizes(), name, ": target size ", target.sizes(),
           " is different to the input size ", input.sizes());
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
using BCELossOptions = LossOptions;
using BCEWithLogitsLossOptions = LossOptions;

class L1LossImpl : public Module {
public:
  explicit L1LossImpl(const L1LossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    return detail::reduced(fg::abs(fg::sub(input, target)), options.reduction());
  }

  L1LossOptions options;
};
FG_MODULE(L1Loss);

class MSELossImpl : public Module {
public:
  explicit MSELossImpl(const MSELossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    return detail::reduced(fg::square(fg::sub(input, target)), options.reduction());
  }

  MSELossOptions options;
};
FG_MODULE(MSELoss);

struct SmoothL1LossOptions {
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(double, beta) = 1.0;
};

class SmoothL1LossImpl : public Module {
public:
  explicit SmoothL1LossImpl(const SmoothL1LossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    const Tensor distance = fg::abs(fg::sub(input, target));
    if (options.beta() == 0)
      return detail::reduced(distance, options.reduction());
    return detail::reduced(fg::where(fg::lt(distance, options.beta()),
                                     fg::div(fg::mul(fg::square(distance), 0.5), options.beta()),
                                     fg::sub(distance, 0.5 * options.beta())),
                           options.reduction());
  }

  SmoothL1LossOptions options;
};
FG_MODULE(SmoothL1Loss);

struct HuberLossOptions {
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(double, delta) = 1.0;
};

class HuberLossImpl : public Module {
public:
  explicit HuberLossImpl(const HuberLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    const Tensor distance = fg::abs(fg::sub(input, target));
    return detail::reduced(fg::where(fg::le(distance, options.delta()), fg::mul(fg::square(distance), 0.5),
                                     fg::mul(fg::sub(distance, 0.5 * options.delta()), options.delta())),
                           options.reduction());
  }

  HuberLossOptions options;
};
FG_MODULE(HuberLoss);

class BCELossImpl : public Module {
public:
  explicit BCELossImpl(const BCELossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    detail::checkSameSizes("binary_cross_entropy", input, target);
    const Tensor hit = fg::clamp(fg::log(input), -100), miss = fg::clamp(fg::log1p(fg::neg(input)), -100);
    return detail::reduced(fg::neg(fg::add(fg::mul(target, hit), fg::mul(fg::sub(1, target), miss))),
                           options.reduction());
  }

  BCELossOptions options;
};
FG_MODULE(BCELoss);

class BCEWithLogitsLossImpl : public Module {
public:
  explicit BCEWithLogitsLossImpl(const BCEWithLogitsLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    detail::checkSameSizes("binary_cross_entropy_with_logits", input, target);
    return detail::reduced(fg::sub(fg::mul(fg::sub(1, target), input), fg::log_sigmoid(input)),
                           options.reduction());
  }

  BCEWithLogitsLossOptions options;
};
FG_MODULE(BCEWithLogitsLoss);

struct KLDivLossOptions {
  KLDivLossOptions() {}
  KLDivLossOptions(enumtype::Name reduction) : reduction_(reduction) {}
  FG_ARG(enumtype::Name, reduction) = kMean; // or kBatchMean, kSum, kNone
  FG_ARG(bool, log_target) = false;
};

class KLDivLossImpl : public Module {
public:
  explicit KLDivLossImpl(const KLDivLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    const Tensor loss = options.log_target() ? fg::mul(fg::exp(target), fg::sub(target, input))
                                             : fg::sub(fg::xlogy(target, target), fg::mul(target, input));
    return options.reduction() == kBatchMean ? fg::div(fg::sum(loss), input.size(0))
                                             : detail::reduced(loss, options.reduction());
  }

  KLDivLossOptions options;
};
FG_MODULE(KLDivLoss);

struct NLLLossOptions {
  FG_ARG(int64_t, ignore_index) = -100;
  FG_ARG(enumtype::Name, reduction) = kMean;
};

namespace detail {
/// From log-probabilities [N, C, ...] and classes [N, ...].
inline Tensor negativeLikelihood(const Tensor &input, const Tensor &target, int64_t ignore_index,
                                 enumtype::Name reduction) {
  FG_CHECK(input.dim() == target.dim() + 1, "size mismatch (got input: ", input.sizes(),
           ", target: ", target.sizes(), ")");
  const int64_t classes = input.dim() == 1 ? 0 : 1;
  const Tensor counted = fg::ne(target, ignore_index);
  const Tensor index = fg::unsqueeze(fg::where(counted, target, 0), classes);
  const Tensor loss =
      fg::where(counted, fg::neg(fg::squeeze(fg::gather(input, classes, index), classes)), 0.0);
  if (reduction == kMean)
    return fg::div(fg::sum(loss), fg::sum(fg::to(counted, input.scalar_type())));
  return reduced(loss, reduction);
}
} // namespace detail

class NLLLossImpl : public Module {
public:
  explicit NLLLossImpl(const NLLLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    return detail::negativeLikelihood(input, target, options.ignore_index(), options.reduction());
  }

  NLLLossOptions options;
};
FG_MODULE(NLLLoss);

struct CrossEntropyLossOptions {
  FG_ARG(int64_t, ignore_index) = -100;
  FG_ARG(enumtype::Name, reduction) = kMean;
};

/// From logits [N, C, ...] and classes [N, ...], or probabilities of the logits' sizes.
class CrossEntropyLossImpl : public Module {
public:
  explicit CrossEntropyLossImpl(const CrossEntropyLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input, const Tensor &target) {
    const int64_t classes = input.dim() == 1 ? 0 : 1;
    const Tensor logs = fg::log_softmax(input, classes);
    if (!target.is_floating_point())
      return detail::negativeLikelihood(logs, target, options.ignore_index(), options.reduction());
    detail::checkSameSizes("cross_entropy", input, target);
    const Tensor loss = fg::neg(fg::sum(fg::mul(logs, target), classes));
    return detail::reduced(loss, options.reduction());
  }

  CrossEntropyLossOptions options;
};
FG_MODULE(CrossEntropyLoss);

struct CTCLossOptions {
  FG_ARG(int64_t, blank) = 0;
  FG_ARG(enumtype::Name, reduction) = kMean;
  FG_ARG(bool, zero_infinity) = false; // the loss of a target that cannot be aligned is 0
};

class CTCLossImpl : public Module {
public:
  explicit CTCLossImpl(const CTCLossOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                 const Tensor &target_lengths) {
    return fg::ctc_loss(log_probs, targets, input_lengths, target_lengths, options.blank(),
                        options.reduction() == kMean  ? fg::Reduction::Mean
                        : options.reduction() == kSum ? fg::Reduction::Sum
                                                      : fg::Reduction::None,
                        options.zero_infinity());
  }

  CTCLossOptions options;
};
FG_MODULE(CTCLoss);

} // namespace fg::nn
