// Convolutions.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

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

/// Pads the last D dims as padding_mode says.
template <size_t D>
Tensor padInput(const Tensor &input, const std::array<int64_t, 2 * D> &amounts, enumtype::Name mode);

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

namespace detail {

/// The padding of each dim, before and behind, outermost dim first.
template <size_t D> std::array<int64_t, 2 * D> paddingAmounts(const ConvOptions<D> &options) {
  std::array<int64_t, 2 * D> amounts = {};
  for (size_t d = 0; d < D; ++d) {
    if (!options.padding().same) {
      amounts[2 * d] = amounts[2 * d + 1] = options.padding().sizes[d];
      continue;
    }
    FG_CHECK(options.stride()[d] == 1, "padding='same' is not supported for strided convolutions");
    const int64_t total = options.dilation()[d] * (options.kernel_size()[d] - 1);
    amounts[2 * d] = total / 2;
    amounts[2 * d + 1] = total - total / 2;
  }
  return amounts;
}

} // namespace detail

/// What the convolutions have in common.
template <size_t D> class ConvNdImpl : public Module {
public:
  explicit ConvNdImpl(const ConvOptions<D> &options_) : options(options_) {
    FG_CHECK(options.in_channels() > 0 && options.groups() > 0 && options.out_channels() > 0,
             "in_channels, groups and out_channels must be a positive integer.");
    FG_CHECK(options.in_channels() % options.groups() == 0, "in_channels must be divisible by groups");
    FG_CHECK(options.out_channels() % options.groups() == 0, "out_channels must be divisible by groups");
  }
  void reset_parameters(const Tensor &weight, const Tensor &bias) { detail::initialiseAffine(weight, bias); }

  ConvOptions<D> options;

protected:
  std::vector<int64_t> weightSizes() const {
    std::vector<int64_t> sizes{options.out_channels(), options.in_channels() / options.groups()};
    for (size_t d = 0; d < D; ++d)
      sizes.push_back(options.kernel_size()[d]);
    return sizes;
  }
};

class Conv1dImpl : public ConvNdImpl<1> {
public:
  Conv1dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<1> kernel_size)
      : Conv1dImpl(Conv1dOptions(in_channels, out_channels, kernel_size)) {}
  explicit Conv1dImpl(const Conv1dOptions &options_) : ConvNdImpl<1>(options_) {
    weight = register_parameter("weight", fg::empty(weightSizes()));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    reset_parameters(weight, bias);
  }
  Tensor forward(const Tensor &input) {
    if (options.padding_mode() != kZeros)
      return fg::conv1d(detail::padInput<1>(input, detail::paddingAmounts(options), options.padding_mode()),
                        weight, bias, options.stride(), 0, options.dilation(), options.groups());
    const std::array<int64_t, 2> amounts = detail::paddingAmounts(options);
    if (amounts[0] != amounts[1]) // 'same' with an even kernel: one more behind
      return fg::conv1d(detail::padInput<1>(input, {0, amounts[1] - amounts[0]}, kZeros), weight, bias,
                        options.stride(), {amounts[0]}, options.dilation(), options.groups());
    return fg::conv1d(input, weight, bias, options.stride(), {amounts[0]}, options.dilation(),
                      options.groups());
  }
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
    weight = register_parameter("weight", fg::empty(weightSizes()));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    reset_parameters(weight, bias);
  }
  Tensor forward(const Tensor &input) {
    const std::array<int64_t, 4> amounts = detail::paddingAmounts(options);
    if (options.padding_mode() != kZeros)
      return fg::conv2d(detail::padInput<2>(input, amounts, options.padding_mode()), weight, bias,
                        options.stride(), 0, options.dilation(), options.groups());
    if (amounts[0] != amounts[1] || amounts[2] != amounts[3]) // 'same' with an even kernel
      return fg::conv2d(
          detail::padInput<2>(input, {0, amounts[1] - amounts[0], 0, amounts[3] - amounts[2]}, kZeros),
          weight, bias, options.stride(), {amounts[0], amounts[2]}, options.dilation(), options.groups());
    return fg::conv2d(input, weight, bias, options.stride(), {amounts[0], amounts[2]}, options.dilation(),
                      options.groups());
  }
  void pretty_print(std::ostream &stream) const override;

  FG_SHAPE("f32[O,I,KH,KW]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Conv2d);

namespace detail {

/// A slice that repeats or mirrors the input at one side of a dim, and zeros for kZeros.
inline Tensor border(const Tensor &input, int64_t dim, int64_t amount, bool behind, enumtype::Name mode) {
  const int64_t size = input.size(dim);
  if (mode == kZeros || mode == kConstant) {
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes[static_cast<size_t>(fg::detail::wrapDim(dim, input.dim()))] = amount;
    return fg::zeros(sizes, input.options());
  }
  if (mode == kReplicate) {
    const Tensor edge = fg::slice(input, dim, behind ? size - 1 : 0, behind ? size : 1, 1);
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes[static_cast<size_t>(fg::detail::wrapDim(dim, input.dim()))] = amount;
    return fg::expand(edge, sizes);
  }
  if (mode == kCircular) {
    FG_CHECK(amount <= size, "Padding value causes wrapping around more than once.");
    return behind ? fg::slice(input, dim, 0, amount, 1) : fg::slice(input, dim, size - amount, size, 1);
  }
  FG_CHECK(mode == kReflect, "unrecognised padding mode");
  FG_CHECK(amount < size,
           "Padding size should be less than the corresponding input dimension, but got: "
           "padding (",
           amount, ") at dimension ", fg::detail::wrapDim(dim, input.dim()), " of input ", input.sizes());
  std::vector<Tensor> rows; // mirrored: without a negative step
  for (int64_t i = 0; i < amount; ++i) {
    const int64_t at = behind ? size - 2 - i : amount - i;
    rows.push_back(fg::slice(input, dim, at, at + 1, 1));
  }
  return fg::cat(rows, dim);
}

inline Tensor padDim(const Tensor &input, int64_t dim, int64_t before, int64_t behind, enumtype::Name mode) {
  Tensor result = input;
  if (before < 0 || behind < 0) { // a negative amount crops
    const int64_t size = result.size(dim);
    result = fg::slice(result, dim, before < 0 ? -before : 0, behind < 0 ? size + behind : size, 1);
  }
  std::vector<Tensor> parts;
  if (before > 0)
    parts.push_back(border(result, dim, before, false, mode));
  parts.push_back(result);
  if (behind > 0)
    parts.push_back(border(result, dim, behind, true, mode));
  return parts.size() == 1 ? result : fg::cat(parts, dim);
}

template <size_t D>
Tensor padInput(const Tensor &input, const std::array<int64_t, 2 * D> &amounts, enumtype::Name mode) {
  Tensor result = input;
  for (size_t d = 0; d < D; ++d)
    result = padDim(result, static_cast<int64_t>(d) - static_cast<int64_t>(D), amounts[2 * d],
                    amounts[2 * d + 1], mode);
  return result;
}

} // namespace detail

} // namespace fg::nn
