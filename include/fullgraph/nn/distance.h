// Distances of vectors.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

struct CosineSimilarityOptions {
  FG_ARG(int64_t, dim) = 1;
  FG_ARG(double, eps) = 1e-8; // the least that a length counts as
};
struct PairwiseDistanceOptions {
  FG_ARG(double, p) = 2.0;
  FG_ARG(double, eps) = 1e-6; // added to each difference
  FG_ARG(bool, keepdim) = false;
};

namespace functional {
using CosineSimilarityFuncOptions = CosineSimilarityOptions;
using PairwiseDistanceFuncOptions = PairwiseDistanceOptions;
inline Tensor cosine_similarity(const Tensor &x1, const Tensor &x2,
                                const CosineSimilarityFuncOptions &options = {}) {
  return fg::cosine_similarity(x1, x2, options.dim(), options.eps());
}
inline Tensor pairwise_distance(const Tensor &x1, const Tensor &x2,
                                const PairwiseDistanceFuncOptions &options = {}) {
  return fg::pairwise_distance(x1, x2, options.p(), options.eps(), options.keepdim());
}
inline Tensor pdist(const Tensor &input, double p = 2.0) { return fg::pdist(input, p); }
} // namespace functional

class CosineSimilarityImpl : public Module {
public:
  explicit CosineSimilarityImpl(const CosineSimilarityOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input1, const Tensor &input2) {
    return functional::cosine_similarity(input1, input2, options);
  }

  CosineSimilarityOptions options;
};
FG_MODULE(CosineSimilarity);

class PairwiseDistanceImpl : public Module {
public:
  explicit PairwiseDistanceImpl(const PairwiseDistanceOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input1, const Tensor &input2) {
    return functional::pairwise_distance(input1, input2, options);
  }

  PairwiseDistanceOptions options;
};
FG_MODULE(PairwiseDistance);

} // namespace fg::nn
