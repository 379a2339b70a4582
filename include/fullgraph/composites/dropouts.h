// Functions that drop elements, or change them, at random. A part of ops.h, which includes the parts in their
// order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// Without `train`, or with p of 0, all give the input. p is the probability of an element to be dropped;
// throws unless it is from 0 to 1. The numbers come from the generator that manual_seed seeds.
/// Whole channels [N, C, ...]: of 0, where dropped, else scaled by 1 / (1 - p). Throws for fewer than 2 dims.
Tensor feature_dropout(const Tensor &input, double p, bool train);
/// Dropped elements are SELU's limit of below, and all are scaled and moved so that mean and variance stay:
/// Klambauer et al., Self-Normalizing Neural Networks (2017).
Tensor alpha_dropout(const Tensor &input, double p, bool train);
/// The same of whole channels.
Tensor feature_alpha_dropout(const Tensor &input, double p, bool train);
Tensor &dropout_(Tensor &self, double p, bool train);
Tensor &feature_dropout_(Tensor &self, double p, bool train);
Tensor &alpha_dropout_(Tensor &self, double p, bool train);
Tensor &feature_alpha_dropout_(Tensor &self, double p, bool train);

/// leaky_relu with a slope of its own for each element, between lower and upper; their mean without
/// `training`.
Tensor rrelu(const Tensor &self, const Scalar &lower = 0.125, const Scalar &upper = 1.0 / 3,
             bool training = false);
Tensor &rrelu_(Tensor &self, const Scalar &lower = 0.125, const Scalar &upper = 1.0 / 3,
               bool training = false);

} // namespace fg
