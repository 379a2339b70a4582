// Upsample, PixelShuffle, PixelUnshuffle, and transposed convolutions.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

inline Tensor interpolated(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                           const std::optional<std::vector<double>> &scale_factor, enumtype::Name mode,
                           std::optional<bool> align_corners, std::optional<bool> recompute_scale_factor) {
  return fg::detail::interpolate(input, size, scale_factor,
                                 mode == kNearest        ? "nearest"
                                 : mode == kNearestExact ? "nearest-exact"
                                 : mode == kLinear       ? "linear"
                                 : mode == kBilinear     ? "bilinear"
                                 : mode == kTrilinear    ? "trilinear"
                                 : mode == kBicubic      ? "bicubic"
                                                         : "area",
                                 align_corners, recompute_scale_factor);
}

} // namespace detail

struct UpsampleOptions {
  FG_ARG(std::optional<std::vector<int64_t>>, size) = std::nullopt;
  FG_ARG(std::optional<std::vector<double>>, scale_factor) = std::nullopt;
  FG_ARG(enumtype::Name,
         mode) = kNearest; // or kNearestExact, kLinear, kBilinear, kBicubic, kTrilinear, kArea
  FG_ARG(std::optional<bool>, align_corners) = std::nullopt;
};

class UpsampleImpl : public Module {
public:
  explicit UpsampleImpl(const UpsampleOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return detail::interpolated(input, options.size(), options.scale_factor(), options.mode(),
                                options.align_corners(), std::nullopt);
  }

  UpsampleOptions options;
};
FG_MODULE(Upsample);

struct PixelShuffleOptions {
  PixelShuffleOptions(int64_t upscale_factor) : upscale_factor_(upscale_factor) {}
  FG_ARG(int64_t, upscale_factor);
};

/// [N, C * r * r, H, W] to [N, C, H * r, W * r].
class PixelShuffleImpl : public Module {
public:
  explicit PixelShuffleImpl(int64_t factor) : PixelShuffleImpl(PixelShuffleOptions(factor)) {}
  explicit PixelShuffleImpl(const PixelShuffleOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::pixel_shuffle(input, options.upscale_factor()); }

  PixelShuffleOptions options;
};
FG_MODULE(PixelShuffle);

struct PixelUnshuffleOptions {
  PixelUnshuffleOptions(int64_t downscale_factor) : downscale_factor_(downscale_factor) {}
  FG_ARG(int64_t, downscale_factor);
};

class PixelUnshuffleImpl : public Module {
public:
  explicit PixelUnshuffleImpl(int64_t factor) : PixelUnshuffleImpl(PixelUnshuffleOptions(factor)) {}
  explicit PixelUnshuffleImpl(const PixelUnshuffleOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::pixel_unshuffle(input, options.downscale_factor()); }

  PixelUnshuffleOptions options;
};
FG_MODULE(PixelUnshuffle);

// --- transposed convolutions ---
template <size_t D> struct ConvTransposeOptions {
  ConvTransposeOptions(int64_t in_channels, int64_t out_channels, ExpandingArray<D> kernel_size)
      : in_channels_(in_channels), out_channels_(out_channels), kernel_size_(kernel_size) {}
  FG_ARG(int64_t, in_channels);
  FG_ARG(int64_t, out_channels);
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride) = 1;
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(ExpandingArray<D>, output_padding) = 0;
  FG_ARG(int64_t, groups) = 1;
  FG_ARG(bool, bias) = true;
  FG_ARG(ExpandingArray<D>, dilation) = 1;
  FG_ARG(enumtype::Name, padding_mode) = kZeros;
};
using ConvTranspose1dOptions = ConvTransposeOptions<1>;
using ConvTranspose2dOptions = ConvTransposeOptions<2>;
using ConvTranspose3dOptions = ConvTransposeOptions<3>;

template <size_t D> class ConvTransposeNdImpl : public Module {
public:
  explicit ConvTransposeNdImpl(const ConvTransposeOptions<D> &options_) : options(options_) {
    FG_CHECK(options.padding_mode() == kZeros, "Only \"zeros\" padding mode is supported for ConvTranspose");
  }

  ConvTransposeOptions<D> options;

protected:
  std::vector<int64_t> weightSizes() const {
    std::vector<int64_t> sizes{options.in_channels(), options.out_channels() / options.groups()};
    for (size_t d = 0; d < D; ++d)
      sizes.push_back(options.kernel_size()[d]);
    return sizes;
  }
  void registerParameters(Tensor &weight, Tensor &bias) {
    weight = register_parameter("weight", fg::empty(weightSizes()));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    detail::initialiseAffine(weight, bias);
  }
  Tensor convolved(const Tensor &input, const Tensor &weight, const Tensor &bias) const {
    const ExpandingArray<D> &stride = options.stride(), &padding = options.padding();
    const ExpandingArray<D> &output_padding = options.output_padding(), &dilation = options.dilation();
    const int64_t groups = options.groups();
    if constexpr (D == 1)
      return fg::conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation);
    else if constexpr (D == 2)
      return fg::conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation);
    else
      return fg::conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation);
  }
};

class ConvTranspose1dImpl : public ConvTransposeNdImpl<1> {
public:
  ConvTranspose1dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<1> kernel_size)
      : ConvTranspose1dImpl(ConvTranspose1dOptions(in_channels, out_channels, kernel_size)) {}
  explicit ConvTranspose1dImpl(const ConvTranspose1dOptions &options_) : ConvTransposeNdImpl<1>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }

  FG_SHAPE("f32[I,O,K]") Tensor weight;
  FG_SHAPE("f32[B]") Tensor bias;
};
FG_MODULE(ConvTranspose1d);

class ConvTranspose2dImpl : public ConvTransposeNdImpl<2> {
public:
  ConvTranspose2dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<2> kernel_size)
      : ConvTranspose2dImpl(ConvTranspose2dOptions(in_channels, out_channels, kernel_size)) {}
  explicit ConvTranspose2dImpl(const ConvTranspose2dOptions &options_) : ConvTransposeNdImpl<2>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }

  FG_SHAPE("f32[I,O,KH,KW]") Tensor weight;
  FG_SHAPE("f32[B]") Tensor bias;
};
FG_MODULE(ConvTranspose2d);

class ConvTranspose3dImpl : public ConvTransposeNdImpl<3> {
public:
  ConvTranspose3dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<3> kernel_size)
      : ConvTranspose3dImpl(ConvTranspose3dOptions(in_channels, out_channels, kernel_size)) {}
  explicit ConvTranspose3dImpl(const ConvTranspose3dOptions &options_) : ConvTransposeNdImpl<3>(options_) {
    registerParameters(weight, bias);
  }
  Tensor forward(const Tensor &input) { return convolved(input, weight, bias); }

  FG_SHAPE("f32[I,O,KD,KH,KW]") Tensor weight;
  FG_SHAPE("f32[B]") Tensor bias;
};
FG_MODULE(ConvTranspose3d);

} // namespace fg::nn
