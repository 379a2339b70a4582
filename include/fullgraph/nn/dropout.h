// Dropout: in training, elements or whole channels are dropped; in inference nothing is.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

struct DropoutOptions {
  DropoutOptions(double p = 0.5) : p_(p) {}
  FG_ARG(double, p);
  FG_ARG(bool, inplace) = false;
};
using Dropout1dOptions = DropoutOptions;
using Dropout2dOptions = DropoutOptions;
using Dropout3dOptions = DropoutOptions;
using AlphaDropoutOptions = DropoutOptions;
using FeatureAlphaDropoutOptions = DropoutOptions;

namespace functional {

struct DropoutFuncOptions {
  FG_ARG(double, p) = 0.5;
  FG_ARG(bool, training) = true;
  FG_ARG(bool, inplace) = false;
};
using Dropout1dFuncOptions = DropoutFuncOptions;
using Dropout2dFuncOptions = DropoutFuncOptions;
using Dropout3dFuncOptions = DropoutFuncOptions;
struct AlphaDropoutFuncOptions {
  FG_ARG(double, p) = 0.5;
  FG_ARG(bool, training) = false;
  FG_ARG(bool, inplace) = false;
};
struct FeatureAlphaDropoutFuncOptions {
  FG_ARG(double, p) = 0.5;
  FG_ARG(bool, training) = false;
  FG_ARG(bool, inplace) = false;
};

} // namespace functional

namespace detail {
/// Channels of an input of `batched` dims, or of one without a batch.
inline Tensor channelsDropped(Tensor input, const functional::DropoutFuncOptions &options, int64_t batched) {
  const bool one = input.dim() != batched;
  const Tensor result = fg::feature_dropout(one ? fg::unsqueeze(input, 0) : input, options.p(), true);
  const Tensor dropped = one ? fg::squeeze(result, 0) : result;
  return options.inplace() ? input.copy_(dropped) : dropped;
}
inline void checkProbability(double p) {
  FG_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
}
} // namespace detail

namespace functional {

inline Tensor dropout(Tensor input, const DropoutFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  if (!options.training())
    return input;
  return options.inplace() ? fg::dropout_(input, options.p(), true) : fg::dropout(input, options.p(), true);
}
/// Whole channels of [N, C, L] or [C, L].
inline Tensor dropout1d(Tensor input, const Dropout1dFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  return options.training() ? detail::channelsDropped(std::move(input), options, 3) : input;
}
/// Whole channels of [N, C, H, W] or [C, H, W].
inline Tensor dropout2d(Tensor input, const Dropout2dFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  return options.training() ? detail::channelsDropped(std::move(input), options, 4) : input;
}
/// Whole channels of [N, C, D, H, W] or [C, D, H, W].
inline Tensor dropout3d(Tensor input, const Dropout3dFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  return options.training() ? detail::channelsDropped(std::move(input), options, 5) : input;
}
inline Tensor alpha_dropout(Tensor input, const AlphaDropoutFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  if (!options.training())
    return input;
  return options.inplace() ? fg::alpha_dropout_(input, options.p(), true)
                           : fg::alpha_dropout(input, options.p(), true);
}
inline Tensor feature_alpha_dropout(Tensor input, const FeatureAlphaDropoutFuncOptions &options = {}) {
  detail::checkProbability(options.p());
  if (!options.training())
    return input;
  return options.inplace() ? fg::feature_alpha_dropout_(input, options.p(), true)
                           : fg::feature_alpha_dropout(input, options.p(), true);
}

} // namespace functional

/// Declares the module Name, which calls functional::function in training.
#define FG_DROPOUT_MODULE(Name, function)                                                                    \
  class Name##Impl : public Module {                                                                         \
  public:                                                                                                    \
    explicit Name##Impl(double p) : Name##Impl(DropoutOptions(p)) {}                                         \
    explicit Name##Impl(const DropoutOptions &options_ = {}) : options(options_) {                           \
      detail::checkProbability(options.p());                                                                 \
    }                                                                                                        \
    Tensor forward(const Tensor &input) {                                                                    \
      if (!is_training())                                                                                    \
        return input;                                                                                        \
      return functional::function(                                                                           \
          input, functional::Name##FuncOptions().p(options.p()).training(true).inplace(options.inplace()));  \
    }                                                                                                        \
                                                                                                             \
    DropoutOptions options;                                                                                  \
  };                                                                                                         \
  FG_MODULE(Name)
FG_DROPOUT_MODULE(Dropout, dropout);
/// Whole channels.
FG_DROPOUT_MODULE(Dropout2d, dropout2d);
FG_DROPOUT_MODULE(Dropout3d, dropout3d);
/// For networks of SELU: mean and variance stay.
FG_DROPOUT_MODULE(AlphaDropout, alpha_dropout);
FG_DROPOUT_MODULE(FeatureAlphaDropout, feature_alpha_dropout);
#undef FG_DROPOUT_MODULE

} // namespace fg::nn
