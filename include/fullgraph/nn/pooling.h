// Pooling: modules, and nn::functional's functions.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

template <size_t D> struct MaxPoolOptions {
  MaxPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(ExpandingArray<D>, dilation) = 1;
  FG_ARG(bool, ceil_mode) = false;
};
using MaxPool1dOptions = MaxPoolOptions<1>;
using MaxPool2dOptions = MaxPoolOptions<2>;
using MaxPool3dOptions = MaxPoolOptions<3>;

template <size_t D> struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(bool, ceil_mode) = false;
  FG_ARG(bool, count_include_pad) = true;
  FG_ARG(std::optional<int64_t>, divisor_override) = std::nullopt; // not read in one dim
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;
using AvgPool3dOptions = AvgPoolOptions<3>;

/// A size of std::nullopt is the input's.
template <class Size> struct AdaptiveAvgPoolOptions {
  AdaptiveAvgPoolOptions(Size output_size) : output_size_(output_size) {}
  FG_ARG(Size, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptiveAvgPoolOptions<ExpandingArray<1>>;
using AdaptiveAvgPool2dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<2>>;
using AdaptiveAvgPool3dOptions = AdaptiveAvgPoolOptions<ExpandingArrayWithOptionalElem<3>>;

template <class Size> struct AdaptiveMaxPoolOptions {
  AdaptiveMaxPoolOptions(Size output_size) : output_size_(output_size) {}
  FG_ARG(Size, output_size);
};
using AdaptiveMaxPool1dOptions = AdaptiveMaxPoolOptions<ExpandingArray<1>>;
using AdaptiveMaxPool2dOptions = AdaptiveMaxPoolOptions<ExpandingArrayWithOptionalElem<2>>;
using AdaptiveMaxPool3dOptions = AdaptiveMaxPoolOptions<ExpandingArrayWithOptionalElem<3>>;

template <size_t D> struct MaxUnpoolOptions {
  MaxUnpoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(ExpandingArray<D>, padding) = 0;
};
using MaxUnpool1dOptions = MaxUnpoolOptions<1>;
using MaxUnpool2dOptions = MaxUnpoolOptions<2>;
using MaxUnpool3dOptions = MaxUnpoolOptions<3>;

/// Either output_size or output_ratio. Without _random_samples each call draws its own.
template <size_t D> struct FractionalMaxPoolOptions {
  FractionalMaxPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(std::optional<ExpandingArray<D>>, output_size) = std::nullopt;
  using ExpandingArrayDouble = ExpandingArray<D, double>;
  FG_ARG(std::optional<ExpandingArrayDouble>, output_ratio) = std::nullopt; // each between 0 and 1
  FG_ARG(Tensor, _random_samples) = Tensor();
};
using FractionalMaxPool2dOptions = FractionalMaxPoolOptions<2>;
using FractionalMaxPool3dOptions = FractionalMaxPoolOptions<3>;

template <size_t D> struct LPPoolOptions {
  LPPoolOptions(double norm_type, ExpandingArray<D> kernel_size)
      : norm_type_(norm_type), kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(double, norm_type);
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(bool, ceil_mode) = false;
};
using LPPool1dOptions = LPPoolOptions<1>;
using LPPool2dOptions = LPPoolOptions<2>;
using LPPool3dOptions = LPPoolOptions<3>;

namespace detail {
/// The sizes that are left open are those of the input's last dims.
template <size_t D>
std::vector<int64_t> sizesOr(const ExpandingArrayWithOptionalElem<D> &sizes, const Tensor &input) {
  FG_CHECK(input.dim() > int64_t(D), "Input dimension should be at least ", int64_t(D) + 1);
  std::vector<int64_t> result;
  for (size_t i = 0; i < D; ++i)
    result.push_back(sizes[i].has_value() ? *sizes[i] : input.size(input.dim() - int64_t(D) + int64_t(i)));
  return result;
}
/// How large the planes were whose maxima `input` are: `wanted`, whose batch and channels are not read, or
/// what the windows say, which the size that is wanted differs from by less than a step.
template <size_t D>
std::vector<int64_t> unpooledSize(const Tensor &input, const ExpandingArray<D> &kernel_size,
                                  const ExpandingArray<D> &stride, const ExpandingArray<D> &padding,
                                  const std::optional<std::vector<int64_t>> &wanted) {
  FG_CHECK(!wanted.has_value() || wanted->size() == D || wanted->size() == D + 2,
           "output_size should be a sequence containing ", int64_t(D), " or ", int64_t(D) + 2,
           " elements, but it has a length of '", wanted.has_value() ? int64_t(wanted->size()) : 0, "'");
  std::vector<int64_t> result;
  for (size_t d = 0; d < D; ++d) {
    const int64_t windows = input.size(input.dim() - int64_t(D) + int64_t(d));
    int64_t size = (windows - 1) * stride[d] + kernel_size[d] - 2 * padding[d];
    if (wanted.has_value()) {
      const int64_t other = (*wanted)[wanted->size() - D + d];
      FG_CHECK(size - stride[d] <= other && other <= size + stride[d], "invalid output_size ", *wanted,
               " (dim ", int64_t(d), " must be between ", size - stride[d], " and ", size + stride[d], ")");
      size = other;
    }
    result.push_back(size);
  }
  return result;
}
} // namespace detail

namespace functional {

using MaxPool1dFuncOptions = MaxPool1dOptions;
using MaxPool2dFuncOptions = MaxPool2dOptions;
using MaxPool3dFuncOptions = MaxPool3dOptions;
using AvgPool1dFuncOptions = AvgPool1dOptions;
using AvgPool2dFuncOptions = AvgPool2dOptions;
using AvgPool3dFuncOptions = AvgPool3dOptions;
using AdaptiveAvgPool1dFuncOptions = AdaptiveAvgPool1dOptions;
using AdaptiveAvgPool2dFuncOptions = AdaptiveAvgPool2dOptions;
using AdaptiveAvgPool3dFuncOptions = AdaptiveAvgPool3dOptions;
using AdaptiveMaxPool1dFuncOptions = AdaptiveMaxPool1dOptions;
using AdaptiveMaxPool2dFuncOptions = AdaptiveMaxPool2dOptions;
using AdaptiveMaxPool3dFuncOptions = AdaptiveMaxPool3dOptions;
using FractionalMaxPool2dFuncOptions = FractionalMaxPool2dOptions;
using FractionalMaxPool3dFuncOptions = FractionalMaxPool3dOptions;
using LPPool1dFuncOptions = LPPool1dOptions;
using LPPool2dFuncOptions = LPPool2dOptions;
using LPPool3dFuncOptions = LPPool3dOptions;
template <size_t D> struct MaxUnpoolFuncOptions {
  MaxUnpoolFuncOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(std::optional<std::vector<int64_t>>, output_size) = std::nullopt; // with or without [N, C] in front
};
using MaxUnpool1dFuncOptions = MaxUnpoolFuncOptions<1>;
using MaxUnpool2dFuncOptions = MaxUnpoolFuncOptions<2>;
using MaxUnpool3dFuncOptions = MaxUnpoolFuncOptions<3>;

inline Tensor max_pool1d(const Tensor &input, const MaxPool1dFuncOptions &options) {
  return fg::max_pool1d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
inline Tensor max_pool2d(const Tensor &input, const MaxPool2dFuncOptions &options) {
  return fg::max_pool2d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
inline Tensor max_pool3d(const Tensor &input, const MaxPool3dFuncOptions &options) {
  return fg::max_pool3d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
inline std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor &input,
                                                          const MaxPool1dFuncOptions &options) {
  return fg::max_pool1d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
inline std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor &input,
                                                          const MaxPool2dFuncOptions &options) {
  return fg::max_pool2d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
inline std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor &input,
                                                          const MaxPool3dFuncOptions &options) {
  return fg::max_pool3d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
inline Tensor avg_pool1d(const Tensor &input, const AvgPool1dFuncOptions &options) {
  return fg::avg_pool1d(input, options.kernel_size(), options.stride(), options.padding(),
                        options.ceil_mode(), options.count_include_pad());
}
inline Tensor avg_pool2d(const Tensor &input, const AvgPool2dFuncOptions &options) {
  return fg::avg_pool2d(input, options.kernel_size(), options.stride(), options.padding(),
                        options.ceil_mode(), options.count_include_pad(), options.divisor_override());
}
inline Tensor avg_pool3d(const Tensor &input, const AvgPool3dFuncOptions &options) {
  return fg::avg_pool3d(input, options.kernel_size(), options.stride(), options.padding(),
                        options.ceil_mode(), options.count_include_pad(), options.divisor_override());
}
inline Tensor adaptive_avg_pool1d(const Tensor &input, const AdaptiveAvgPool1dFuncOptions &options) {
  return fg::adaptive_avg_pool1d(input, options.output_size());
}
inline Tensor adaptive_avg_pool2d(const Tensor &input, const AdaptiveAvgPool2dFuncOptions &options) {
  return fg::adaptive_avg_pool2d(input, nn::detail::sizesOr(options.output_size(), input));
}
inline Tensor adaptive_avg_pool3d(const Tensor &input, const AdaptiveAvgPool3dFuncOptions &options) {
  return fg::adaptive_avg_pool3d(input, nn::detail::sizesOr(options.output_size(), input));
}
inline std::tuple<Tensor, Tensor>
adaptive_max_pool1d_with_indices(const Tensor &input, const AdaptiveMaxPool1dFuncOptions &options) {
  return fg::adaptive_max_pool1d(input, options.output_size());
}
inline std::tuple<Tensor, Tensor>
adaptive_max_pool2d_with_indices(const Tensor &input, const AdaptiveMaxPool2dFuncOptions &options) {
  return fg::adaptive_max_pool2d(input, nn::detail::sizesOr(options.output_size(), input));
}
inline std::tuple<Tensor, Tensor>
adaptive_max_pool3d_with_indices(const Tensor &input, const AdaptiveMaxPool3dFuncOptions &options) {
  return fg::adaptive_max_pool3d(input, nn::detail::sizesOr(options.output_size(), input));
}
inline Tensor adaptive_max_pool1d(const Tensor &input, const AdaptiveMaxPool1dFuncOptions &options) {
  return std::get<0>(adaptive_max_pool1d_with_indices(input, options));
}
inline Tensor adaptive_max_pool2d(const Tensor &input, const AdaptiveMaxPool2dFuncOptions &options) {
  return std::get<0>(adaptive_max_pool2d_with_indices(input, options));
}
inline Tensor adaptive_max_pool3d(const Tensor &input, const AdaptiveMaxPool3dFuncOptions &options) {
  return std::get<0>(adaptive_max_pool3d_with_indices(input, options));
}
inline Tensor max_unpool1d(const Tensor &input, const Tensor &indices,
                           const MaxUnpool1dFuncOptions &options) {
  std::vector<int64_t> sizes = nn::detail::unpooledSize(input, options.kernel_size(), options.stride(),
                                                        options.padding(), options.output_size());
  sizes.push_back(1);
  return fg::squeeze(fg::max_unpool2d(fg::unsqueeze(input, -1), fg::unsqueeze(indices, -1), sizes), -1);
}
inline Tensor max_unpool2d(const Tensor &input, const Tensor &indices,
                           const MaxUnpool2dFuncOptions &options) {
  return fg::max_unpool2d(input, indices,
                          nn::detail::unpooledSize(input, options.kernel_size(), options.stride(),
                                                   options.padding(), options.output_size()));
}
inline Tensor max_unpool3d(const Tensor &input, const Tensor &indices,
                           const MaxUnpool3dFuncOptions &options) {
  return fg::max_unpool3d(input, indices,
                          nn::detail::unpooledSize(input, options.kernel_size(), options.stride(),
                                                   options.padding(), options.output_size()),
                          options.stride(), options.padding());
}
} // namespace functional

namespace detail {
/// The options' number of windows, or the ratio's, and their samples, or new ones.
template <size_t D>
std::vector<int64_t> fractionalSize(const Tensor &input, const std::optional<ExpandingArray<D>> &output_size,
                                    const std::optional<ExpandingArray<D, double>> &output_ratio) {
  FG_CHECK(output_size.has_value() || output_ratio.has_value(), "fractional_max_pool", int64_t(D),
           "d requires specifying either an output_size or an output_ratio");
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < D; ++i)
    sizes.push_back(output_size.has_value()
                        ? (*output_size)[i]
                        : static_cast<int64_t>(static_cast<double>(input.size(int64_t(i) - int64_t(D))) *
                                               (*output_ratio)[i]));
  return sizes;
}
template <size_t D> Tensor fractionalSamples(const Tensor &input, const Tensor &given) {
  if (given.defined())
    return given;
  const int64_t dims = int64_t(D), batch = input.dim() == dims + 1 ? 1 : input.size(0);
  return fg::rand({batch, input.size(-dims - 1), dims}, input.options());
}
} // namespace detail

namespace functional {
inline std::tuple<Tensor, Tensor>
fractional_max_pool2d_with_indices(const Tensor &input, const FractionalMaxPool2dFuncOptions &options) {
  return fg::fractional_max_pool2d(
      input, options.kernel_size(),
      nn::detail::fractionalSize(input, options.output_size(), options.output_ratio()),
      nn::detail::fractionalSamples<2>(input, options._random_samples()));
}
inline std::tuple<Tensor, Tensor>
fractional_max_pool3d_with_indices(const Tensor &input, const FractionalMaxPool3dFuncOptions &options) {
  return fg::fractional_max_pool3d(
      input, options.kernel_size(),
      nn::detail::fractionalSize(input, options.output_size(), options.output_ratio()),
      nn::detail::fractionalSamples<3>(input, options._random_samples()));
}
inline Tensor fractional_max_pool2d(const Tensor &input, const FractionalMaxPool2dFuncOptions &options) {
  return std::get<0>(fractional_max_pool2d_with_indices(input, options));
}
inline Tensor fractional_max_pool3d(const Tensor &input, const FractionalMaxPool3dFuncOptions &options) {
  return std::get<0>(fractional_max_pool3d_with_indices(input, options));
}
inline Tensor lp_pool1d(const Tensor &input, const LPPool1dFuncOptions &options) {
  return fg::detail::lp_pool1d(input, options.norm_type(), options.kernel_size(), options.stride(),
                               options.ceil_mode());
}
inline Tensor lp_pool2d(const Tensor &input, const LPPool2dFuncOptions &options) {
  return fg::detail::lp_pool2d(input, options.norm_type(), options.kernel_size(), options.stride(),
                               options.ceil_mode());
}
inline Tensor lp_pool3d(const Tensor &input, const LPPool3dFuncOptions &options) {
  return fg::detail::lp_pool3d(input, options.norm_type(), options.kernel_size(), options.stride(),
                               options.ceil_mode());
}
} // namespace functional

namespace detail {
/// What the modules of pooling have: their options, and constructors from what these begin with.
template <class Options> class PoolImpl : public Module {
public:
  explicit PoolImpl(const Options &options_) : options(options_) {}

  Options options;
};
} // namespace detail

/// Declares Name, whose forward is functional::function. `First` is what its options are made from.
#define FG_POOL_MODULE(Name, function, ...)                                                                  \
  class Name##Impl : public detail::PoolImpl<Name##Options> {                                                \
  public:                                                                                                    \
    Name##Impl(__VA_ARGS__ first) : Name##Impl(Name##Options(first)) {}                                      \
    explicit Name##Impl(const Name##Options &options_) : detail::PoolImpl<Name##Options>(options_) {}        \
    Tensor forward(const Tensor &input) { return functional::function(input, options); }                     \
  };                                                                                                         \
  FG_MODULE(Name)
/// The same of those that can say where their maxima stand.
#define FG_MAX_POOL_MODULE(Name, function, ...)                                                              \
  class Name##Impl : public detail::PoolImpl<Name##Options> {                                                \
  public:                                                                                                    \
    Name##Impl(__VA_ARGS__ first) : Name##Impl(Name##Options(first)) {}                                      \
    explicit Name##Impl(const Name##Options &options_) : detail::PoolImpl<Name##Options>(options_) {}        \
    Tensor forward(const Tensor &input) { return functional::function(input, options); }                     \
    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor &input) {                                   \
      return functional::function##_with_indices(input, options);                                            \
    }                                                                                                        \
  };                                                                                                         \
  FG_MODULE(Name)
FG_MAX_POOL_MODULE(MaxPool1d, max_pool1d, ExpandingArray<1>);
FG_MAX_POOL_MODULE(MaxPool2d, max_pool2d, ExpandingArray<2>);
FG_MAX_POOL_MODULE(MaxPool3d, max_pool3d, ExpandingArray<3>);
FG_POOL_MODULE(AvgPool1d, avg_pool1d, ExpandingArray<1>);
FG_POOL_MODULE(AvgPool2d, avg_pool2d, ExpandingArray<2>);
FG_POOL_MODULE(AvgPool3d, avg_pool3d, ExpandingArray<3>);
FG_POOL_MODULE(AdaptiveAvgPool1d, adaptive_avg_pool1d, ExpandingArray<1>);
FG_POOL_MODULE(AdaptiveAvgPool2d, adaptive_avg_pool2d, ExpandingArrayWithOptionalElem<2>);
FG_POOL_MODULE(AdaptiveAvgPool3d, adaptive_avg_pool3d, ExpandingArrayWithOptionalElem<3>);
FG_MAX_POOL_MODULE(AdaptiveMaxPool1d, adaptive_max_pool1d, ExpandingArray<1>);
FG_MAX_POOL_MODULE(AdaptiveMaxPool2d, adaptive_max_pool2d, ExpandingArrayWithOptionalElem<2>);
FG_MAX_POOL_MODULE(AdaptiveMaxPool3d, adaptive_max_pool3d, ExpandingArrayWithOptionalElem<3>);
#undef FG_MAX_POOL_MODULE
#undef FG_POOL_MODULE

/// A max_pool's inverse, but for what was no maximum.
#define FG_MAX_UNPOOL_MODULE(Name, function, D)                                                              \
  class Name##Impl : public detail::PoolImpl<Name##Options> {                                                \
  public:                                                                                                    \
    Name##Impl(ExpandingArray<D> kernel_size) : Name##Impl(Name##Options(kernel_size)) {}                    \
    explicit Name##Impl(const Name##Options &options_) : detail::PoolImpl<Name##Options>(options_) {}        \
    Tensor forward(const Tensor &input, const Tensor &indices,                                               \
                   const std::optional<std::vector<int64_t>> &output_size = std::nullopt) {                  \
      return functional::function(input, indices,                                                            \
                                  functional::Name##FuncOptions(options.kernel_size())                       \
                                      .stride(options.stride())                                              \
                                      .padding(options.padding())                                            \
                                      .output_size(output_size));                                            \
    }                                                                                                        \
  };                                                                                                         \
  FG_MODULE(Name)
FG_MAX_UNPOOL_MODULE(MaxUnpool1d, max_unpool1d, 1);
FG_MAX_UNPOOL_MODULE(MaxUnpool2d, max_unpool2d, 2);
FG_MAX_UNPOOL_MODULE(MaxUnpool3d, max_unpool3d, 3);
#undef FG_MAX_UNPOOL_MODULE

/// "_random_samples" is a buffer.
#define FG_FRACTIONAL_POOL_MODULE(Name, function, D)                                                         \
  class Name##Impl : public detail::PoolImpl<Name##Options> {                                                \
  public:                                                                                                    \
    Name##Impl(ExpandingArray<D> kernel_size) : Name##Impl(Name##Options(kernel_size)) {}                    \
    explicit Name##Impl(const Name##Options &options_) : detail::PoolImpl<Name##Options>(options_) {         \
      FG_CHECK(options.output_size().has_value() || options.output_ratio().has_value(),                      \
               #Name " requires specifying either an output size, or a pooling ratio");                      \
      FG_CHECK(!options.output_size().has_value() || !options.output_ratio().has_value(),                    \
               "only one of output_size and output_ratio may be specified");                                 \
      for (size_t i = 0; i < D && options.output_ratio().has_value(); ++i)                                   \
        FG_CHECK((*options.output_ratio())[i] > 0 && (*options.output_ratio())[i] < 1,                       \
                 "output_ratio must be between 0 and 1 (got ", (*options.output_ratio())[i], ")");           \
      _random_samples = register_buffer("_random_samples", options._random_samples());                       \
    }                                                                                                        \
    Tensor forward(const Tensor &input) { return std::get<0>(forward_with_indices(input)); }                 \
    std::tuple<Tensor, Tensor> forward_with_indices(const Tensor &input) {                                   \
      return fg::function(input, options.kernel_size(),                                                      \
                          detail::fractionalSize(input, options.output_size(), options.output_ratio()),      \
                          detail::fractionalSamples<D>(input, _random_samples));                             \
    }                                                                                                        \
    FG_SHAPE("f32[N,C,S]") Tensor _random_samples;                                                           \
  };                                                                                                         \
  FG_MODULE(Name)
FG_FRACTIONAL_POOL_MODULE(FractionalMaxPool2d, fractional_max_pool2d, 2);
FG_FRACTIONAL_POOL_MODULE(FractionalMaxPool3d, fractional_max_pool3d, 3);
#undef FG_FRACTIONAL_POOL_MODULE

#define FG_LP_POOL_MODULE(Name, function, D)                                                                 \
  class Name##Impl : public detail::PoolImpl<Name##Options> {                                                \
  public:                                                                                                    \
    Name##Impl(double norm_type, ExpandingArray<D> kernel_size)                                              \
        : Name##Impl(Name##Options(norm_type, kernel_size)) {}                                               \
    explicit Name##Impl(const Name##Options &options_) : detail::PoolImpl<Name##Options>(options_) {}        \
    Tensor forward(const Tensor &input) { return functional::function(input, options); }                     \
  };                                                                                                         \
  FG_MODULE(Name)
FG_LP_POOL_MODULE(LPPool1d, lp_pool1d, 1);
FG_LP_POOL_MODULE(LPPool2d, lp_pool2d, 2);
FG_LP_POOL_MODULE(LPPool3d, lp_pool3d, 3);
#undef FG_LP_POOL_MODULE

} // namespace fg::nn
