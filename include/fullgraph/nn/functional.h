// fg::nn::functional: the modules as functions, with options structs where torch::nn::functional has them.
#pragma once

#include <fullgraph/nn/activation.h>
#include <fullgraph/nn/attention.h>
#include <fullgraph/nn/distance.h>
#include <fullgraph/nn/dropout.h>
#include <fullgraph/nn/embedding.h>
#include <fullgraph/nn/fold.h>
#include <fullgraph/nn/loss.h>
#include <fullgraph/nn/norm.h>
#include <fullgraph/nn/padding.h>
#include <fullgraph/nn/pooling.h>
#include <fullgraph/nn/upsample.h>

namespace fg::nn::functional {

// --- activations ---
inline Tensor silu(const Tensor &input) { return fg::silu(input); }
inline Tensor mish(const Tensor &input) { return fg::mish(input); }
inline Tensor softsign(const Tensor &input) { return fg::detail::softsign(input); }
inline Tensor tanhshrink(const Tensor &input) { return fg::detail::tanhshrink(input); }
inline Tensor logsigmoid(const Tensor &input) { return fg::log_sigmoid(input); }
inline Tensor hardswish(const Tensor &input) { return fg::hardswish(input); }
inline Tensor hardsigmoid(const Tensor &input) { return fg::hardsigmoid(input); }
inline Tensor sigmoid(const Tensor &input) { return fg::sigmoid(input); }
inline Tensor tanh(const Tensor &input) { return fg::tanh(input); }

using ReLUFuncOptions = ReLUOptions;
using ReLU6FuncOptions = ReLU6Options;
using SELUFuncOptions = SELUOptions;
inline Tensor relu(Tensor input, const ReLUFuncOptions &options = {}) {
  const Tensor result = fg::relu(input);
  return options.inplace() ? input.copy_(result) : result;
}
inline Tensor relu6(Tensor input, const ReLU6FuncOptions &options = {}) {
  const Tensor result = fg::relu6(input);
  return options.inplace() ? input.copy_(result) : result;
}
inline Tensor selu(Tensor input, const SELUFuncOptions &options = {}) {
  const Tensor result = fg::selu(input);
  return options.inplace() ? input.copy_(result) : result;
}
using LeakyReLUFuncOptions = LeakyReLUOptions;
inline Tensor leaky_relu(const Tensor &input, const LeakyReLUFuncOptions &options = {}) {
  return fg::leaky_relu(input, options.negative_slope());
}
using ELUFuncOptions = ELUOptions;
inline Tensor elu(const Tensor &input, const ELUFuncOptions &options = {}) {
  return fg::elu(input, options.alpha());
}
using CELUFuncOptions = CELUOptions;
inline Tensor celu(const Tensor &input, const CELUFuncOptions &options = {}) {
  return fg::celu(input, options.alpha());
}
using HardtanhFuncOptions = HardtanhOptions;
inline Tensor hardtanh(const Tensor &input, const HardtanhFuncOptions &options = {}) {
  return fg::hardtanh(input, options.min_val(), options.max_val());
}
using SoftplusFuncOptions = SoftplusOptions;
inline Tensor softplus(const Tensor &input, const SoftplusFuncOptions &options = {}) {
  return fg::softplus(input, options.beta(), options.threshold());
}
using GELUFuncOptions = GELUOptions;
inline Tensor gelu(const Tensor &input, const GELUFuncOptions &options = {}) {
  return fg::gelu(input, options.approximate() == "tanh" ? "tanh" : "none");
}
using GLUFuncOptions = GLUOptions;
inline Tensor glu(const Tensor &input, const GLUFuncOptions &options = {}) {
  return fg::glu(input, options.dim());
}
inline Tensor prelu(const Tensor &input, const Tensor &weight) { return fg::prelu(input, weight); }

/// Along dim, of the input cast to dtype where that is given.
struct SoftmaxFuncOptions {
  SoftmaxFuncOptions(int64_t dim) : dim_(dim) {}
  FG_ARG(int64_t, dim);
  FG_ARG(std::optional<ScalarType>, dtype) = std::nullopt;
};
using LogSoftmaxFuncOptions = SoftmaxFuncOptions;
using SoftminFuncOptions = SoftmaxFuncOptions;
inline Tensor softmax(const Tensor &input, const SoftmaxFuncOptions &options) {
  return fg::softmax(input, options.dim(), options.dtype());
}
inline Tensor log_softmax(const Tensor &input, const LogSoftmaxFuncOptions &options) {
  return fg::log_softmax(input, options.dim(), options.dtype());
}
inline Tensor softmin(const Tensor &input, const SoftminFuncOptions &options) {
  return fg::detail::softmin(input, options.dim(), options.dtype());
}
using HardshrinkFuncOptions = HardshrinkOptions;
inline Tensor hardshrink(const Tensor &input, const HardshrinkFuncOptions &options = {}) {
  return fg::hardshrink(input, options.lambda());
}
using SoftshrinkFuncOptions = SoftshrinkOptions;
inline Tensor softshrink(const Tensor &input, const SoftshrinkFuncOptions &options = {}) {
  return fg::softshrink(input, options.lambda());
}
using ThresholdFuncOptions = ThresholdOptions;
inline Tensor threshold(Tensor input, const ThresholdFuncOptions &options) {
  const Tensor result = fg::threshold(input, options.threshold(), options.value());
  return options.inplace() ? input.copy_(result) : result;
}
struct RReLUFuncOptions {
  FG_ARG(double, lower) = 1.0 / 8.0;
  FG_ARG(double, upper) = 1.0 / 3.0;
  FG_ARG(bool, training) = false;
  FG_ARG(bool, inplace) = false;
};
inline Tensor rrelu(Tensor input, const RReLUFuncOptions &options = {}) {
  const Tensor result = fg::rrelu(input, options.lower(), options.upper(), options.training());
  return options.inplace() ? input.copy_(result) : result;
}
struct GumbelSoftmaxFuncOptions {
  FG_ARG(double, tau) = 1.0; // the temperature
  FG_ARG(bool, hard) = false;
  FG_ARG(int, dim) = -1;
};
/// A draw from the categories along dim, whose logarithms of probabilities logits are: weights of sum 1, or
/// (hard) 1 for the category and 0 for the others. Jang et al., Categorical Reparameterization with
/// Gumbel-Softmax (2017).
inline Tensor gumbel_softmax(const Tensor &logits, const GumbelSoftmaxFuncOptions &options = {}) {
  Tensor times = fg::empty_like(logits);
  times = fg::exponential_(times);
  const Tensor soft = fg::softmax(fg::div(fg::sub(logits, fg::log(times)), options.tau()), options.dim());
  if (!options.hard())
    return soft;
  const Tensor index = fg::argmax(soft, options.dim(), true);
  return fg::scatter(fg::zeros_like(logits), options.dim(), index,
                     fg::ones_like(index, logits.scalar_type()));
}

// --- linear, embedding, normalisation ---
inline Tensor linear(const Tensor &input, const Tensor &weight, const Tensor &bias = {}) {
  return fg::linear(input, weight, bias);
}
inline Tensor bilinear(const Tensor &input1, const Tensor &input2, const Tensor &weight,
                       const Tensor &bias = {}) {
  return fg::bilinear(input1, input2, weight, bias);
}
inline Tensor one_hot(const Tensor &tensor, int64_t num_classes = -1) {
  return fg::one_hot(tensor, num_classes);
}

struct LayerNormFuncOptions {
  LayerNormFuncOptions(std::vector<int64_t> normalized_shape)
      : normalized_shape_(std::move(normalized_shape)) {}
  FG_ARG(std::vector<int64_t>, normalized_shape);
  FG_ARG(Tensor, weight) = {};
  FG_ARG(Tensor, bias) = {};
  FG_ARG(double, eps) = 1e-5;
};
inline Tensor layer_norm(const Tensor &input, const LayerNormFuncOptions &options) {
  return fg::layer_norm(input, options.normalized_shape(), options.weight(), options.bias(), options.eps());
}

struct GroupNormFuncOptions {
  GroupNormFuncOptions(int64_t num_groups) : num_groups_(num_groups) {}
  FG_ARG(int64_t, num_groups);
  FG_ARG(Tensor, weight) = {};
  FG_ARG(Tensor, bias) = {};
  FG_ARG(double, eps) = 1e-5;
};
inline Tensor group_norm(const Tensor &input, const GroupNormFuncOptions &options) {
  return fg::group_norm(input, options.num_groups(), options.weight(), options.bias(), options.eps());
}

struct BatchNormFuncOptions {
  FG_ARG(Tensor, weight) = {};
  FG_ARG(Tensor, bias) = {};
  FG_ARG(bool, training) = false;
  FG_ARG(double, momentum) = 0.1;
  FG_ARG(double, eps) = 1e-5;
};
inline Tensor batch_norm(const Tensor &input, const Tensor &running_mean, const Tensor &running_var,
                         const BatchNormFuncOptions &options = {}) {
  return nn::detail::batchNorm(input, running_mean, running_var, options.weight(), options.bias(),
                               options.training(), options.momentum(), options.eps());
}

struct InstanceNormFuncOptions {
  FG_ARG(Tensor, running_mean) = {};
  FG_ARG(Tensor, running_var) = {};
  FG_ARG(Tensor, weight) = {};
  FG_ARG(Tensor, bias) = {};
  FG_ARG(bool, use_input_stats) = true;
  FG_ARG(double, momentum) = 0.1;
  FG_ARG(double, eps) = 1e-5;
};
inline Tensor instance_norm(const Tensor &input, const InstanceNormFuncOptions &options = {}) {
  return fg::instance_norm(input, options.weight(), options.bias(), options.running_mean(),
                           options.running_var(), options.use_input_stats(), options.momentum(),
                           options.eps(), true);
}

struct NormalizeFuncOptions {
  FG_ARG(double, p) = 2.0;
  FG_ARG(int64_t, dim) = 1;
  FG_ARG(double, eps) = 1e-12;
};
inline Tensor normalize(const Tensor &input, const NormalizeFuncOptions &options = {}) {
  return fg::detail::normalize(input, options.p(), options.dim(), options.eps());
}

// --- convolution ---
template <size_t D> struct ConvFuncOptions {
  FG_ARG(Tensor, bias) = {};
  FG_ARG(ExpandingArray<D>, stride) = 1;
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(ExpandingArray<D>, dilation) = 1;
  FG_ARG(int64_t, groups) = 1;
};
using Conv1dFuncOptions = ConvFuncOptions<1>;
using Conv2dFuncOptions = ConvFuncOptions<2>;
using Conv3dFuncOptions = ConvFuncOptions<3>;
inline Tensor conv1d(const Tensor &input, const Tensor &weight, const Conv1dFuncOptions &options = {}) {
  return fg::conv1d(input, weight, options.bias(), options.stride(), options.padding(), options.dilation(),
                    options.groups());
}
inline Tensor conv2d(const Tensor &input, const Tensor &weight, const Conv2dFuncOptions &options = {}) {
  return fg::conv2d(input, weight, options.bias(), options.stride(), options.padding(), options.dilation(),
                    options.groups());
}
inline Tensor conv3d(const Tensor &input, const Tensor &weight, const Conv3dFuncOptions &options = {}) {
  return fg::conv3d(input, weight, options.bias(), options.stride(), options.padding(), options.dilation(),
                    options.groups());
}
template <size_t D> struct ConvTransposeFuncOptions {
  FG_ARG(Tensor, bias) = {};
  FG_ARG(ExpandingArray<D>, stride) = 1;
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(ExpandingArray<D>, output_padding) = 0;
  FG_ARG(int64_t, groups) = 1;
  FG_ARG(ExpandingArray<D>, dilation) = 1;
};
using ConvTranspose1dFuncOptions = ConvTransposeFuncOptions<1>;
using ConvTranspose2dFuncOptions = ConvTransposeFuncOptions<2>;
using ConvTranspose3dFuncOptions = ConvTransposeFuncOptions<3>;
inline Tensor conv_transpose1d(const Tensor &input, const Tensor &weight,
                               const ConvTranspose1dFuncOptions &options = {}) {
  return fg::conv_transpose1d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}
inline Tensor conv_transpose2d(const Tensor &input, const Tensor &weight,
                               const ConvTranspose2dFuncOptions &options = {}) {
  return fg::conv_transpose2d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}
inline Tensor conv_transpose3d(const Tensor &input, const Tensor &weight,
                               const ConvTranspose3dFuncOptions &options = {}) {
  return fg::conv_transpose3d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}

// --- padding and resizing ---
struct PadFuncOptions {
  PadFuncOptions(std::vector<int64_t> pad) : pad_(std::move(pad)) {}
  FG_ARG(std::vector<int64_t>, pad);
  FG_ARG(enumtype::Name, mode) = kConstant; // or kReflect, kReplicate, kCircular
  FG_ARG(double, value) = 0;
};
inline Tensor pad(const Tensor &input, const PadFuncOptions &options) {
  return detail::padded(input, options.pad(), options.mode(), options.value());
}

struct InterpolateFuncOptions {
  FG_ARG(std::optional<std::vector<int64_t>>, size) = std::nullopt;
  FG_ARG(std::optional<std::vector<double>>, scale_factor) = std::nullopt;
  FG_ARG(enumtype::Name, mode) = kNearest; // as UpsampleOptions has it
  FG_ARG(std::optional<bool>, align_corners) = std::nullopt;
  FG_ARG(std::optional<bool>, recompute_scale_factor) = std::nullopt;
};
inline Tensor interpolate(const Tensor &input, const InterpolateFuncOptions &options = {}) {
  return detail::interpolated(input, options.size(), options.scale_factor(), options.mode(),
                              options.align_corners(), options.recompute_scale_factor());
}

using PixelShuffleFuncOptions = PixelShuffleOptions;
inline Tensor pixel_shuffle(const Tensor &input, const PixelShuffleFuncOptions &options) {
  return fg::pixel_shuffle(input, options.upscale_factor());
}
using PixelUnshuffleFuncOptions = PixelUnshuffleOptions;
inline Tensor pixel_unshuffle(const Tensor &input, const PixelUnshuffleFuncOptions &options) {
  return fg::pixel_unshuffle(input, options.downscale_factor());
}

/// As fg::affine_grid: theta [N, 2, 3] and size [N, C, H, W], or [N, 3, 4] and [N, C, D, H, W].
inline Tensor affine_grid(const Tensor &theta, IntArrayRef size, bool align_corners = false) {
  return fg::detail::affine_grid(theta, size, align_corners);
}
struct GridSampleFuncOptions {
  FG_ARG(enumtype::Name, mode) = kBilinear;      // or kNearest, kBicubic
  FG_ARG(enumtype::Name, padding_mode) = kZeros; // or kBorder, kReflection
  FG_ARG(std::optional<bool>, align_corners) = std::nullopt;
};
inline Tensor grid_sample(const Tensor &input, const Tensor &grid,
                          const GridSampleFuncOptions &options = {}) {
  return fg::grid_sampler(input, grid,
                          options.mode() == kBilinear  ? 0
                          : options.mode() == kNearest ? 1
                                                       : 2,
                          options.padding_mode() == kZeros    ? 0
                          : options.padding_mode() == kBorder ? 1
                                                              : 2,
                          options.align_corners().value_or(false));
}

} // namespace fg::nn::functional
