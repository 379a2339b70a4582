// Convolutions.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>
#include <fullgraph/nn/padding.h>

namespace fg::nn {

namespace detail {

/// The padding of a convolution: a number for each dim, or kValid, or kSame.
template <size_t D> struct ConvPadding {
  ConvPadding(ExpandingArray<D> sizes) : sizes(sizes) {}
  template <class U>
    requires std::is_arithmetic_v<U>
  ConvPadding(U all) : sizes(all) {}
  ConvPadding(std::initializer_list<int64_t> list) : sizes(list) {}
  ConvPadding(const std::vector<int64_t> &list) : sizes(list) {}
  ConvPadding(enumtype::Name mode) : sizes(0), same(mode == kSame) {
    FG_CHECK(mode == kSame || mode == kValid, "a convolution's padding is a size, kValid or kSame");
  }

  ExpandingArray<D> sizes;
  bool same = false;
};

} // namespace detail

/// Of Conv1d, Conv2d and Conv3d.
template <size_t D> struct ConvOptions {
  ConvOptions(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  FG_ARG(int64_t, in_channels);
  FG_ARG(int64_t, out_channels);
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride) = 1;
  FG_ARG(detail::ConvPadding<D>, padding) = 0;
  FG_ARG(ExpandingArray<D>, dilation) = 1;
  FG_ARG(int64_t, groups) = 1;
  FG_ARG(bool, bias) = true;
  FG_ARG(enumtype::Name, padding_mode) = kZeros;
};
using Conv1dOptions = ConvOptions<1>;
using Conv2dOptions = ConvOptions<2>;
using Conv3dOptions = ConvOptions<3>;

/// What the convolutions have in common.
template <size_t D> class ConvNdImpl : public Module {
public:
  explicit ConvNdImpl(const ConvOptions<D> &options_) : options(options_) {
    FG_CHECK(options.in_channels() > 0 && options.groups() > 0 && options.out_channels() > 0,
             "in_channels, groups and out_channels must be a positive integer.");
    FG_CHECK(options.in_channels() % options.groups() == 0, "in_channels must be divisible by groups");
    FG_CHECK(options.out_channels() % options.groups() == 0, "out_channels must be divisible by groups");
    for (size_t d = 0; d < D; ++d)
      FG_CHECK(!options.padding().same || options.stride()[d] == 1,
               "padding='same' is not supported for strided convolutions");
  }
  void reset_parameters(const Tensor &weight, const Tensor &bias) { detail::initialiseAffine(weight, bias); }

  ConvOptions<D> options;

protected:
  /// For a padding_mode other than kZeros.
  Tensor padded(const Tensor &input) const {
    std::vector<int64_t> amounts; // innermost dim first
    for (size_t i = 0; i < D; ++i) {
      const size_t d = D - 1 - i;
      const int64_t size = options.padding().sizes[d];
      const int64_t total = options.dilation()[d] * (options.kernel_size()[d] - 1);
      amounts.push_back(options.padding().same ? total / 2 : size);
      amounts.push_back(options.padding().same ? total - total / 2 : size);
    }
    return detail::padded(input, amounts, options.padding_mode());
  }
  std::vector<int64_t> weightSizes() const {
    std::vector<int64_t> sizes{options.out_channels(), options.in_channels() / options.groups()};
    for (size_t d = 0; d < D; ++d)
      sizes.push_back(options.kernel_size()[d]);
    return sizes;
  }
  void registerParameters(Tensor &weight, Tensor &bias) {
    weight = register_parameter("weight", fg::empty(weightSizes()));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    reset_parameters(weight, bias);
  }
  Tensor convolved(const Tensor &input, const Tensor &weight, const Tensor &bias) const {
    if (options.padding_mode() != kZeros)
      return convolved(padded(input), weight, bias, 0);
    if (options.padding().same)
      return convolved(input, weight, bias, "same");
    return convolved(input, weight, bias, options.padding().sizes);
  }

private:
  template <class Padding>
  Tensor convolved(const Tensor &input, const Tensor &weight, const Tensor &bias,
                   const Padding &padding) const {
    const ExpandingArray<D> &stride = options.stride(), &dilation = options.dilation();
    if constexpr (D == 1)
      return fg::conv1d(input, weight, bias, stride, padding, dilation, options.groups());
    else if constexpr (D == 2)
      return fg::conv2d(input, weight, bias, stride, padding, dilation, options.groups());
    else
      return fg::conv3d(input, weight, bias, stride, padding, dilation, options.groups());
  }
};

class Conv1dImpl : public ConvNdImpl<1> {
public:
  Conv1dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<1> kernel_size)
      : Conv1dImpl(Conv1dOptions(in_channels, out_channels, kernel_size)) {}
  explicit Conv1dImpl(const Conv1dOptions &options_) : ConvNdImpl<1>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }
  void pretty_print(std::ostream &stream) const override;

  FG_SHAPE("f32[O,I,K]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Conv1d);

class Conv2dImpl : public ConvNdImpl<2> {
public:
  Conv2dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<2> kernel_size)
      : Conv2dImpl(Conv2dOptions(in_channels, out_channels, kernel_size)) {}
  explicit Conv2dImpl(const Conv2dOptions &options_) : ConvNdImpl<2>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }
  void pretty_print(std::ostream &stream) const override;

  FG_SHAPE("f32[O,I,KH,KW]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Conv2d);

class Conv3dImpl : public ConvNdImpl<3> {
public:
  Conv3dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<3> kernel_size)
      : Conv3dImpl(Conv3dOptions(in_channels, out_channels, kernel_size)) {}
  explicit Conv3dImpl(const Conv3dOptions &options_) : ConvNdImpl<3>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }
  void pretty_print(std::ostream &stream) const override;

  FG_SHAPE("f32[O,I,KD,KH,KW]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Conv3d);

} // namespace fg::nn
