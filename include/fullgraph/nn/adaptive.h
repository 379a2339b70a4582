// AdaptiveLogSoftmaxWithLoss.
#pragma once

#include <fullgraph/nn/containers.h>
#include <fullgraph/nn/linear.h>

#include <cmath>

namespace fg::nn {

/// Classes are in order of their frequency: those below the first cutoff have scores of their own, the others
/// are clusters from cutoff to cutoff.
struct AdaptiveLogSoftmaxWithLossOptions {
  AdaptiveLogSoftmaxWithLossOptions(int64_t in_features, int64_t n_classes, std::vector<int64_t> cutoffs)
      : in_features_(in_features), n_classes_(n_classes), cutoffs_(std::move(cutoffs)) {}
  FG_ARG(int64_t, in_features);
  FG_ARG(int64_t, n_classes);
  FG_ARG(std::vector<int64_t>, cutoffs); // rising, above 0 and below n_classes
  FG_ARG(double, div_value) = 4.0;       // cluster i has in_features / div_value^(i + 1) features
  FG_ARG(bool, head_bias) = false;
};

/// The log-probability of each row's target, and its negative mean.
struct ASMoutput {
  ASMoutput(Tensor output_, double loss_) : output(std::move(output_)), loss(loss_) {}
  Tensor output;
  double loss;
};

/// Grave et al., Efficient softmax approximation for GPUs (2017). All clusters are computed for all rows, so
/// that what is computed does not depend on the targets.
class AdaptiveLogSoftmaxWithLossImpl : public Module {
public:
  AdaptiveLogSoftmaxWithLossImpl(int64_t in_features, int64_t n_classes, std::vector<int64_t> cutoffs)
      : AdaptiveLogSoftmaxWithLossImpl(
            AdaptiveLogSoftmaxWithLossOptions(in_features, n_classes, std::move(cutoffs))) {}
  explicit AdaptiveLogSoftmaxWithLossImpl(const AdaptiveLogSoftmaxWithLossOptions &options_)
      : options(options_) {
    const std::vector<int64_t> &given = options.cutoffs();
    bool rising = !given.empty();
    for (size_t i = 0; rising && i < given.size(); ++i)
      rising = given[i] > (i == 0 ? 0 : given[i - 1]) && given[i] < options.n_classes();
    FG_CHECK(rising, "cutoffs should be a sequence of unique, positive integers sorted in an increasing "
                     "order, where each value is between 1 and n_classes-1");
    cutoffs = given;
    cutoffs.push_back(options.n_classes());
    shortlist_size = cutoffs[0];
    n_clusters = static_cast<int64_t>(cutoffs.size()) - 1;
    head_size = shortlist_size + n_clusters;
    head = register_module("head",
                           Linear(LinearOptions(options.in_features(), head_size).bias(options.head_bias())));
    tail = register_module("tail", ModuleList());
    for (size_t i = 0; i + 1 < cutoffs.size(); ++i) {
      const int64_t features =
          options.in_features() / static_cast<int64_t>(std::pow(options.div_value(), double(i + 1)));
      tail->push_back(Sequential(Linear(LinearOptions(options.in_features(), features).bias(false)),
                                 Linear(LinearOptions(features, cutoffs[i + 1] - cutoffs[i]).bias(false))));
    }
  }

  /// input [N, in_features] and target [N], or of one row without N. Throws for a target that is no class.
  ASMoutput forward(const Tensor &input, const Tensor &target) {
    if (target.dim() == 0) {
      FG_CHECK(input.dim() == 1, "0D target tensor expects 1D input tensors, but found inputs with sizes ",
               input.sizes(), " and targets with sizes ", target.sizes());
      const ASMoutput one = forward(fg::unsqueeze(input, 0), fg::unsqueeze(target, 0));
      return ASMoutput(fg::squeeze(one.output, 0), one.loss);
    }
    FG_CHECK(target.dim() == 1, "0D or 1D target tensor expected, multi-target not supported");
    FG_CHECK(input.size(0) == target.size(0),
             "Input and target should have the same size in the batch dimension.");
    FG_CHECK(input.dim() == 2, "1D target tensor expects 2D input tensors, but found inputs with sizes ",
             input.sizes(), " and targets with sizes ", target.sizes());
    const Tensor chosen = fg::checked_index(
        target, options.n_classes(), "Target values should be in [0, n_classes - 1], but {} was found.",
        "Target values should be in [0, n_classes - 1], but {} was found.");
    const Tensor output = fg::squeeze(fg::gather(log_prob(input), 1, fg::unsqueeze(chosen, 1)), 1);
    return ASMoutput(output, fg::mean(fg::neg(output)).item<double>());
  }
  /// The log-probabilities [N, n_classes] for the head's scores [N, head_size].
  Tensor _get_full_log_prob(const Tensor &input, const Tensor &head_output) {
    const Tensor scores = fg::log_softmax(head_output, 1);
    std::vector<Tensor> parts = {fg::slice(scores, 1, 0, shortlist_size, 1)};
    int64_t cluster = shortlist_size;
    for (const std::shared_ptr<Module> &module : *tail) {
      const Tensor inner = fg::log_softmax(module->as<Sequential>()->forward(input), 1);
      parts.push_back(fg::add(inner, fg::slice(scores, 1, cluster, cluster + 1, 1)));
      ++cluster;
    }
    return fg::cat(parts, 1);
  }
  Tensor log_prob(const Tensor &input) { return _get_full_log_prob(input, head->forward(input)); }
  /// The most probable class of each row.
  Tensor predict(const Tensor &input) { return fg::argmax(log_prob(input), 1); }

  AdaptiveLogSoftmaxWithLossOptions options;
  std::vector<int64_t> cutoffs; // with n_classes behind them
  int64_t shortlist_size = 0, n_clusters = 0, head_size = 0;
  Linear head{nullptr};
  ModuleList tail{nullptr};
};
FG_MODULE(AdaptiveLogSoftmaxWithLoss);

} // namespace fg::nn
