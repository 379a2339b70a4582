// fg::nn::functional: the modules as functions, with options structs where torch::nn::functional has them.
#pragma once

#include <fullgraph/nn/activation.h>
#include <fullgraph/nn/attention.h>
#include <fullgraph/nn/embedding.h>
#include <fullgraph/nn/loss.h>
#include <fullgraph/nn/padding.h>
#include <fullgraph/nn/pooling.h>
#include <fullgraph/nn/upsample.h>

namespace fg::nn::functional {

// --- activations ---
inline Tensor relu(const Tensor &input, bool = false) { return fg::relu(input); }
inline Tensor relu6(const Tensor &input, bool = false) { return fg::relu6(input); }
inline Tensor selu(const Tensor &input) { return fg::selu(input); }
inline Tensor silu(const Tensor &input) { return fg::silu(input); }
inline Tensor mish(const Tensor &input) { return fg::mish(input); }
inline Tensor softsign(const Tensor &input) { return fg::softsign(input); }
inline Tensor tanhshrink(const Tensor &input) { return fg::tanhshrink(input); }
inline Tensor logsigmoid(const Tensor &input) { return fg::log_sigmoid(input); }
inline Tensor hardswish(const Tensor &input) { return fg::hardswish(input); }
inline Tensor hardsigmoid(const Tensor &input) { return fg::hardsigmoid(input); }
inline Tensor sigmoid(const Tensor &input) { return fg::sigmoid(input); }
inline Tensor tanh(const Tensor &input) { return fg::tanh(input); }

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

using SoftmaxFuncOptions = SoftmaxOptions;
inline Tensor softmax(const Tensor &input, const SoftmaxFuncOptions &options) {
  return fg::softmax(input, options.dim());
}
using LogSoftmaxFuncOptions = SoftmaxOptions;
inline Tensor log_softmax(const Tensor &input, const LogSoftmaxFuncOptions &options) {
  return fg::log_softmax(input, options.dim());
}

struct DropoutFuncOptions {
  FG_ARG(double, p) = 0.5;
  FG_ARG(bool, training) = false;
  FG_ARG(bool, inplace) = false;
};
inline Tensor dropout(const Tensor &input, const DropoutFuncOptions &options = {}) {
  return fg::dropout(input, options.p(), options.training());
}

// --- linear, embedding, normalisation ---
inline Tensor linear(const Tensor &input, const Tensor &weight, const Tensor &bias = {}) {
  return fg::linear(input, weight, bias);
}
inline Tensor embedding(const Tensor &input, const Tensor &weight) { return fg::embedding(weight, input); }
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
  return fg::batch_norm(input, options.weight(), options.bias(), running_mean, running_var,
                        options.training(), options.momentum(), options.eps(), true);
}

struct NormalizeFuncOptions {
  FG_ARG(double, p) = 2.0;
  FG_ARG(int64_t, dim) = 1;
  FG_ARG(double, eps) = 1e-12;
};
inline Tensor normalize(const Tensor &input, const NormalizeFuncOptions &options = {}) {
  return fg::normalize(input, options.p(), options.dim(), options.eps());
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

// --- pooling ---
using MaxPool1dFuncOptions = MaxPool1dOptions;
using MaxPool2dFuncOptions = MaxPool2dOptions;
using AvgPool1dFuncOptions = AvgPool1dOptions;
using AvgPool2dFuncOptions = AvgPool2dOptions;
using AdaptiveAvgPool2dFuncOptions = AdaptiveAvgPool2dOptions;
inline Tensor max_pool1d(const Tensor &input, const MaxPool1dFuncOptions &options) {
  return fg::max_pool1d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
inline Tensor max_pool2d(const Tensor &input, const MaxPool2dFuncOptions &options) {
  return fg::max_pool2d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
inline Tensor avg_pool1d(const Tensor &input, const AvgPool1dFuncOptions &options) {
  return fg::avg_pool1d(input, options.kernel_size(), options.stride(), options.padding(),
                        options.ceil_mode(), options.count_include_pad());
}
inline Tensor avg_pool2d(const Tensor &input, const AvgPool2dFuncOptions &options) {
  return fg::avg_pool2d(input, options.kernel_size(), options.stride(), options.padding(),
                        options.ceil_mode(), options.count_include_pad(), options.divisor_override());
}
inline Tensor adaptive_avg_pool2d(const Tensor &input, const AdaptiveAvgPool2dFuncOptions &options) {
  return fg::adaptive_avg_pool2d(input, options.output_size());
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

} // namespace fg::nn::functional
