// Upsample, PixelShuffle, PixelUnshuffle, and transposed convolutions.
#pragma once

#include <fullgraph/nn/conv.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

/// Where the samples of a resized dim come from: between `first` and `second`, `weight` of the way.
struct Samples {
  Tensor first, second, weight;
};

inline Samples linearSamples(int64_t in, int64_t out, double scale, bool align_corners) {
  const Tensor at = fg::arange(out, kFloat);
  const Tensor source = align_corners ? fg::mul(at, out > 1 ? double(in - 1) / double(out - 1) : 0.0)
                                      : fg::clamp(fg::sub(fg::mul(fg::add(at, 0.5), scale), 0.5), 0);
  const Tensor first = fg::clamp(fg::floor(source), std::nullopt, in - 1);
  return {fg::to(first, kLong), fg::to(fg::clamp(fg::add(first, 1), std::nullopt, in - 1), kLong),
          fg::sub(source, first)};
}

/// One dim of an input [N, C, ...] to `out` elements; scale: of positions, source for result.
inline Tensor resized(const Tensor &input, int64_t dim, int64_t out, double scale, bool linear,
                      bool align_corners) {
  const int64_t in = input.size(dim);
  if (!linear) {
    const Tensor source = fg::floor(fg::mul(fg::arange(out, kFloat), scale));
    return fg::index_select(input, dim, fg::to(fg::clamp(source, std::nullopt, in - 1), kLong));
  }
  const Samples s = linearSamples(in, out, scale, align_corners);
  std::vector<int64_t> shape(size_t(input.dim()), 1);
  shape[size_t(dim)] = out;
  const Tensor weight = fg::to(fg::reshape(s.weight, shape), input.scalar_type());
  const Tensor a = fg::index_select(input, dim, s.first), b = fg::index_select(input, dim, s.second);
  return fg::add(fg::mul(a, fg::sub(1, weight)), fg::mul(b, weight));
}

/// torch's interpolate of [N, C, ...] for nearest and (bi)linear: `sizes` of the spatial dims, or their
/// `scales`.
inline Tensor interpolated(const Tensor &input, const std::vector<int64_t> &sizes,
                           const std::vector<double> &scales, enumtype::Name mode, bool align_corners,
                           bool recompute_scale) {
  FG_CHECK(mode == kNearest || mode == kLinear || mode == kBilinear || mode == kTrilinear,
           "interpolate: mode nearest, linear, bilinear or trilinear expected");
  FG_CHECK(sizes.empty() != scales.empty(), "only one of size or scale_factor should be defined");
  const size_t dims = size_t(input.dim()) - 2;
  Tensor result = input;
  for (size_t d = 0; d < dims; ++d) {
    const int64_t dim = int64_t(d) + 2, in = input.size(dim);
    if (!scales.empty()) {
      const double factor = scales.size() == 1 ? scales[0] : scales[d];
      const int64_t out = int64_t(double(in) * factor);
      const double scale = recompute_scale ? double(in) / double(out) : 1.0 / factor;
      result = resized(result, dim, out, scale, mode != kNearest, align_corners);
    } else {
      const int64_t out = sizes.size() == 1 ? sizes[0] : sizes[d];
      result = resized(result, dim, out, double(in) / double(out), mode != kNearest, align_corners);
    }
  }
  return result;
}

} // namespace detail

struct UpsampleOptions {
  FG_ARG(std::optional<std::vector<int64_t>>, size) = std::nullopt;
  FG_ARG(std::optional<std::vector<double>>, scale_factor) = std::nullopt;
  FG_ARG(enumtype::Name, mode) = kNearest; // or kLinear, kBilinear, kTrilinear
  FG_ARG(std::optional<bool>, align_corners) = std::nullopt;
};

class UpsampleImpl : public Module {
public:
  explicit UpsampleImpl(const UpsampleOptions &options_ = {}) : options(options_) {
    if (options.size().has_value())
      sizes_ = *options.size();
    if (options.scale_factor().has_value())
      scales_ = *options.scale_factor();
    align_corners_ = options.align_corners().value_or(false);
  }
  Tensor forward(const Tensor &input) {
    return detail::interpolated(input, sizes_, scales_, options.mode(), align_corners_, false);
  }

  UpsampleOptions options;
  std::vector<int64_t> sizes_;
  std::vector<double> scales_;
  bool align_corners_ = false;
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
  Tensor forward(const Tensor &input) {
    const int64_t r = options.upscale_factor(), n = input.size(0), c = input.size(1) / (r * r),
                  h = input.size(2), w = input.size(3);
    FG_CHECK(input.size(1) % (r * r) == 0,
             "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
             "upscale_factor, but input.size(-3)=",
             input.size(1), " is not divisible by ", r * r);
    return fg::reshape(fg::permute(fg::reshape(input, {n, c, r, r, h, w}), {0, 1, 4, 2, 5, 3}),
                       {n, c, h * r, w * r});
  }

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
  Tensor forward(const Tensor &input) {
    const int64_t r = options.downscale_factor(), n = input.size(0), c = input.size(1), h = input.size(2) / r,
                  w = input.size(3) / r;
    FG_CHECK(
        input.size(2) % r == 0 && input.size(3) % r == 0,
        "pixel_unshuffle expects height and width to be divisible by downscale_factor, but input.sizes()=",
        input.sizes(), " are not divisible by ", r);
    return fg::reshape(fg::permute(fg::reshape(input, {n, c, h, r, w, r}), {0, 1, 3, 5, 2, 4}),
                       {n, c * r * r, h, w});
  }

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

namespace detail {

/// `step - 1` zeros between the elements of a dim.
inline Tensor spread(const Tensor &input, int64_t dim, int64_t step) {
  if (step == 1)
    return input;
  const Tensor column = fg::unsqueeze(input, dim + 1);
  std::vector<int64_t> zeros = column.sizes().vec();
  zeros[size_t(dim) + 1] = step - 1;
  const Tensor pairs = fg::cat({column, fg::zeros(zeros, input.options())}, dim + 1);
  std::vector<int64_t> sizes = input.sizes().vec();
  sizes[size_t(dim)] = input.size(dim) * step;
  return fg::slice(fg::reshape(pairs, sizes), dim, 0, (input.size(dim) - 1) * step + 1, 1);
}

inline Tensor reversed(const Tensor &input, int64_t dim) {
  const int64_t size = input.size(dim);
  if (size == 1)
    return input;
  return fg::index_select(input, dim, fg::sub(size - 1, fg::arange(size)));
}

/// [N, C, H, W] by a weight [C, O / groups, KH, KW]: the convolution whose gradient a convolution's is, which
/// is one of the spread input by the mirrored kernel.
inline Tensor convTranspose2d(const Tensor &input, const Tensor &weight, const Tensor &bias,
                              const std::array<int64_t, 2> &stride, const std::array<int64_t, 2> &padding,
                              const std::array<int64_t, 2> &output_padding, int64_t groups,
                              const std::array<int64_t, 2> &dilation) {
  FG_CHECK(input.dim() == 4,
           "Expected 4D (batched) input to conv_transpose2d, but got input of size: ", input.sizes());
  FG_CHECK(input.size(1) == weight.size(0), "Given transposed=1, weight of size ", weight.sizes(),
           ", expected input", input.sizes(), " to have ", weight.size(0), " channels, but got ",
           input.size(1), " channels instead");
  Tensor x = spread(spread(input, 2, stride[0]), 3, stride[1]);
  for (size_t d = 0; d < 2; ++d) {
    const int64_t around = dilation[d] * (weight.size(int64_t(d) + 2) - 1) - padding[d];
    x = padDim(x, int64_t(d) + 2, around, around + output_padding[d], kZeros);
  }
  const int64_t c = weight.size(0), o = weight.size(1);
  const Tensor mirrored = reversed(reversed(weight, 2), 3);
  const Tensor kernel =
      groups == 1
          ? fg::transpose(mirrored, 0, 1)
          : fg::reshape(
                fg::transpose(fg::reshape(mirrored, {groups, c / groups, o, weight.size(2), weight.size(3)}),
                              1, 2),
                {groups * o, c / groups, weight.size(2), weight.size(3)});
  return fg::conv2d(x, fg::contiguous(kernel), bias, 1, 0, dilation, groups);
}

} // namespace detail

class ConvTranspose1dImpl : public Module {
public:
  ConvTranspose1dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<1> kernel_size)
      : ConvTranspose1dImpl(ConvTranspose1dOptions(in_channels, out_channels, kernel_size)) {}
  explicit ConvTranspose1dImpl(const ConvTranspose1dOptions &options_) : options(options_) {
    FG_CHECK(options.padding_mode() == kZeros, "Only \"zeros\" padding mode is supported for ConvTranspose");
    weight = register_parameter("weight",
                                fg::empty({options.in_channels(), options.out_channels() / options.groups(),
                                           options.kernel_size()[0]}));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    detail::initialiseAffine(weight, bias);
  }
  Tensor forward(const Tensor &input) {
    return fg::squeeze(detail::convTranspose2d(fg::unsqueeze(input, -2), fg::unsqueeze(weight, -2), bias,
                                               {1, options.stride()[0]}, {0, options.padding()[0]},
                                               {0, options.output_padding()[0]}, options.groups(),
                                               {1, options.dilation()[0]}),
                       -2);
  }

  ConvTranspose1dOptions options;
  FG_SHAPE("f32[I,O,K]") Tensor weight;
  FG_SHAPE("f32[B]") Tensor bias;
};
FG_MODULE(ConvTranspose1d);

class ConvTranspose2dImpl : public Module {
public:
  ConvTranspose2dImpl(int64_t in_channels, int64_t out_channels, ExpandingArray<2> kernel_size)
      : ConvTranspose2dImpl(ConvTranspose2dOptions(in_channels, out_channels, kernel_size)) {}
  explicit ConvTranspose2dImpl(const ConvTranspose2dOptions &options_) : options(options_) {
    FG_CHECK(options.padding_mode() == kZeros, "Only \"zeros\" padding mode is supported for ConvTranspose");
    weight = register_parameter("weight",
                                fg::empty({options.in_channels(), options.out_channels() / options.groups(),
                                           options.kernel_size()[0], options.kernel_size()[1]}));
    bias = options.bias() ? register_parameter("bias", fg::empty({options.out_channels()}))
                          : register_parameter("bias", {}, false);
    detail::initialiseAffine(weight, bias);
  }
  Tensor forward(const Tensor &input) {
    return detail::convTranspose2d(input, weight, bias, *options.stride(), *options.padding(),
                                   *options.output_padding(), options.groups(), *options.dilation());
  }

  ConvTranspose2dOptions options;
  FG_SHAPE("f32[I,O,KH,KW]") Tensor weight;
  FG_SHAPE("f32[B]") Tensor bias;
};
FG_MODULE(ConvTranspose2d);

} // namespace fg::nn
