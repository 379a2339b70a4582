// Normalisation. In training, BatchNorm normalises by the batch's statistics, of which the running ones take
// a part; in inference by the running ones.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

struct BatchNormOptions {
  BatchNormOptions(int64_t num_features) : num_features_(num_features) {}
  FG_ARG(int64_t, num_features);
  FG_ARG(double, eps) = 1e-5;
  FG_ARG(std::optional<double>, momentum) = 0.1; // none: the running statistics are averages over all batches
  FG_ARG(bool, affine) = true;
  FG_ARG(bool, track_running_stats) = true;
};
using BatchNorm1dOptions = BatchNormOptions;
using BatchNorm2dOptions = BatchNormOptions;
using BatchNorm3dOptions = BatchNormOptions;

/// What the norms over channels have: weights of dim 1 of the input, and statistics that training has
/// tracked.
template <class Options> class ChannelNormImpl : public Module {
public:
  explicit ChannelNormImpl(const Options &options_) : options(options_) {
    if (options.affine()) {
      weight = register_parameter("weight", fg::ones({options.num_features()}));
      bias = register_parameter("bias", fg::zeros({options.num_features()}));
    } else {
      weight = register_parameter("weight", {}, false);
      bias = register_parameter("bias", {}, false);
    }
    if (options.track_running_stats()) {
      running_mean = register_buffer("running_mean", fg::zeros({options.num_features()}));
      running_var = register_buffer("running_var", fg::ones({options.num_features()}));
      num_batches_tracked = register_buffer("num_batches_tracked", fg::zeros({}, kLong));
    }
  }

  Options options;
  FG_SHAPE("f32[C]") Tensor weight, bias, running_mean, running_var;
  FG_SHAPE("i64[]") Tensor num_batches_tracked;
};

namespace detail {
/// functional::batch_norm, and what modules call: with checks that fg::batch_norm has not.
inline Tensor batchNorm(const Tensor &input, const Tensor &running_mean, const Tensor &running_var,
                        const Tensor &weight, const Tensor &bias, bool training, double momentum,
                        double eps) {
  FG_CHECK(input.dim() >= 2, "Expected at least 2 input dimensions, but got ", input.dim());
  if (training) {
    int64_t count = input.size(0);
    for (int64_t d = 2; d < input.dim(); ++d)
      count *= input.size(d);
    if (!detail::expected(count != 1)) // a fork for each module, if it were only a check
      FG_CHECK(false, "Expected more than 1 value per channel when training, got input size ", input.sizes());
  }
  return fg::batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, true);
}
} // namespace detail

/// Of an input whose dim 1 are channels.
class BatchNormImplBase : public ChannelNormImpl<BatchNormOptions> {
public:
  using ChannelNormImpl::ChannelNormImpl;
  void pretty_print(std::ostream &stream) const override;

protected:
  Tensor normalise(const Tensor &input) {
    // Without running statistics, those of the batch serve in inference, too.
    if (!options.track_running_stats())
      return detail::batchNorm(input, running_mean, running_var, weight, bias, true, 0, options.eps());
    if (!is_training())
      return detail::batchNorm(input, running_mean, running_var, weight, bias, false, 0, options.eps());
    num_batches_tracked.add_(1);
    const double momentum =
        options.momentum().has_value() ? *options.momentum() : 1.0 / num_batches_tracked.item<double>();
    return detail::batchNorm(input, running_mean, running_var, weight, bias, true, momentum, options.eps());
  }
};

/// Of D spatial dims.
template <size_t D> class BatchNormImpl : public BatchNormImplBase {
public:
  explicit BatchNormImpl(const BatchNormOptions &options_) : BatchNormImplBase(options_) {}
  explicit BatchNormImpl(int64_t num_features) : BatchNormImplBase(BatchNormOptions(num_features)) {}
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == int64_t(D) + 2 || (D == 1 && input.dim() == 2), "expected ",
             D == 1   ? "2D or 3"
             : D == 2 ? "4"
                      : "5",
             "D input (got ", input.dim(), "D input)");
    return normalise(input);
  }
};
class BatchNorm1dImpl : public BatchNormImpl<1> {
  using BatchNormImpl::BatchNormImpl;
};
class BatchNorm2dImpl : public BatchNormImpl<2> {
  using BatchNormImpl::BatchNormImpl;
};
class BatchNorm3dImpl : public BatchNormImpl<3> {
  using BatchNormImpl::BatchNormImpl;
};
FG_MODULE(BatchNorm1d);
FG_MODULE(BatchNorm2d);
FG_MODULE(BatchNorm3d);

struct LayerNormOptions {
  LayerNormOptions(std::vector<int64_t> normalized_shape) : normalized_shape_(std::move(normalized_shape)) {}
  FG_ARG(std::vector<int64_t>, normalized_shape);
  FG_ARG(double, eps) = 1e-5;
  FG_ARG(bool, elementwise_affine) = true;
};

class LayerNormImpl : public Module {
public:
  explicit LayerNormImpl(std::vector<int64_t> normalized_shape)
      : LayerNormImpl(LayerNormOptions(std::move(normalized_shape))) {}
  explicit LayerNormImpl(const LayerNormOptions &options_) : options(options_) {
    if (options.elementwise_affine()) {
      weight = register_parameter("weight", fg::ones(options.normalized_shape()));
      bias = register_parameter("bias", fg::zeros(options.normalized_shape()));
    } else {
      weight = register_parameter("weight", {}, false);
      bias = register_parameter("bias", {}, false);
    }
  }
  Tensor forward(const Tensor &input) {
    return fg::layer_norm(input, options.normalized_shape(), weight, bias, options.eps());
  }
  void pretty_print(std::ostream &stream) const override;

  LayerNormOptions options;
  FG_SHAPE("f32[C]") Tensor weight, bias;
};
FG_MODULE(LayerNorm);

struct RMSNormOptions {
  RMSNormOptions(std::vector<int64_t> normalized_shape) : normalized_shape_(std::move(normalized_shape)) {}
  FG_ARG(std::vector<int64_t>, normalized_shape);
  FG_ARG(std::optional<double>, eps) = std::nullopt; // the dtype's epsilon
  FG_ARG(bool, elementwise_affine) = true;
};

class RMSNormImpl : public Module {
public:
  explicit RMSNormImpl(std::vector<int64_t> normalized_shape)
      : RMSNormImpl(RMSNormOptions(std::move(normalized_shape))) {}
  explicit RMSNormImpl(const RMSNormOptions &options_) : options(options_) {
    if (options.elementwise_affine())
      weight = register_parameter("weight", fg::ones(options.normalized_shape()));
    else
      weight = register_parameter("weight", {}, false);
  }
  Tensor forward(const Tensor &input) {
    return fg::rms_norm(input, options.normalized_shape(), weight, options.eps());
  }
  void pretty_print(std::ostream &stream) const override;

  RMSNormOptions options;
  FG_SHAPE("f32[C]") Tensor weight;
};
FG_MODULE(RMSNorm);

struct GroupNormOptions {
  GroupNormOptions(int64_t num_groups, int64_t num_channels)
      : num_groups_(num_groups), num_channels_(num_channels) {}
  FG_ARG(int64_t, num_groups);
  FG_ARG(int64_t, num_channels);
  FG_ARG(double, eps) = 1e-5;
  FG_ARG(bool, affine) = true;
};

class GroupNormImpl : public Module {
public:
  GroupNormImpl(int64_t num_groups, int64_t num_channels)
      : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
  explicit GroupNormImpl(const GroupNormOptions &options_) : options(options_) {
    if (options.affine()) {
      weight = register_parameter("weight", fg::ones({options.num_channels()}));
      bias = register_parameter("bias", fg::zeros({options.num_channels()}));
    } else {
      weight = register_parameter("weight", {}, false);
      bias = register_parameter("bias", {}, false);
    }
  }
  Tensor forward(const Tensor &input) {
    return fg::group_norm(input, options.num_groups(), weight, bias, options.eps());
  }
  void pretty_print(std::ostream &stream) const override;

  GroupNormOptions options;
  FG_SHAPE("f32[C]") Tensor weight, bias;
};
FG_MODULE(GroupNorm);

struct InstanceNormOptions {
  InstanceNormOptions(int64_t num_features) : num_features_(num_features) {}
  FG_ARG(int64_t, num_features);
  FG_ARG(double, eps) = 1e-5;
  FG_ARG(double, momentum) = 0.1;
  FG_ARG(bool, affine) = false;
  FG_ARG(bool, track_running_stats) = false;
};
using InstanceNorm1dOptions = InstanceNormOptions;
using InstanceNorm2dOptions = InstanceNormOptions;
using InstanceNorm3dOptions = InstanceNormOptions;

/// Each sample's channels by their own statistics, or, where those were tracked, by the running ones.
/// Input: [N, C, D dims], or [C, D dims] of one sample.
template <size_t D> class InstanceNormImpl : public ChannelNormImpl<InstanceNormOptions> {
public:
  explicit InstanceNormImpl(const InstanceNormOptions &options_) : ChannelNormImpl(options_) {}
  explicit InstanceNormImpl(int64_t features) : ChannelNormImpl(InstanceNormOptions(features)) {}
  Tensor forward(const Tensor &input) {
    const int64_t rank = input.dim(), least = int64_t(D) + 1;
    FG_CHECK(rank == least || rank == least + 1, "expected ", least, "D or ", least + 1, "D input (got ",
             rank, "D input)");
    const bool own = !options.track_running_stats() || is_training();
    const Tensor result =
        fg::instance_norm(rank == least ? fg::unsqueeze(input, 0) : input, weight, bias, running_mean,
                          running_var, own, options.momentum(), options.eps(), true);
    return rank == least ? fg::squeeze(result, 0) : result;
  }
};
class InstanceNorm1dImpl : public InstanceNormImpl<1> {
  using InstanceNormImpl::InstanceNormImpl;
};
class InstanceNorm2dImpl : public InstanceNormImpl<2> {
  using InstanceNormImpl::InstanceNormImpl;
};
class InstanceNorm3dImpl : public InstanceNormImpl<3> {
  using InstanceNormImpl::InstanceNormImpl;
};
FG_MODULE(InstanceNorm1d);
FG_MODULE(InstanceNorm2d);
FG_MODULE(InstanceNorm3d);

/// Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012): each element is
/// divided by (k + alpha / size * the sum of the squares of `size` neighbouring channels)^beta.
struct LocalResponseNormOptions {
  LocalResponseNormOptions(int64_t size) : size_(size) {}
  FG_ARG(int64_t, size);
  FG_ARG(double, alpha) = 1e-4;
  FG_ARG(double, beta) = 0.75;
  FG_ARG(double, k) = 1.0;
};
struct CrossMapLRN2dOptions {
  CrossMapLRN2dOptions(int64_t size) : size_(size) {}
  FG_ARG(int64_t, size);
  FG_ARG(double, alpha) = 1e-4;
  FG_ARG(double, beta) = 0.75;
  FG_ARG(int64_t, k) = 1;
};

namespace functional {
using LocalResponseNormFuncOptions = LocalResponseNormOptions;
/// input [N, C, ...] of 3 dims or more.
inline Tensor local_response_norm(const Tensor &input, const LocalResponseNormFuncOptions &options) {
  FG_CHECK(input.dim() >= 3, "Expected 3D or higher dimensionality input (got ", input.dim(), " dimensions)");
  const int64_t size = options.size();
  const Tensor squares = fg::unsqueeze(fg::flatten(fg::mul(input, input), 2), 1); // [N, 1, C, L]
  const Tensor means = fg::avg_pool2d(fg::constant_pad_nd(squares, {0, 0, size / 2, (size - 1) / 2}),
                                      {size, 1}, 1, 0, false, true);
  const Tensor scale = fg::add(fg::mul(fg::reshape(means, input.sizes()), options.alpha()), options.k());
  return fg::div(input, fg::pow(scale, options.beta()));
}
} // namespace functional

class LocalResponseNormImpl : public Module {
public:
  LocalResponseNormImpl(int64_t size) : LocalResponseNormImpl(LocalResponseNormOptions(size)) {}
  explicit LocalResponseNormImpl(const LocalResponseNormOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return functional::local_response_norm(input, options); }

  LocalResponseNormOptions options;
};
FG_MODULE(LocalResponseNorm);

/// The same with (size - 1) / 2 channels on either side, and the first one, for [N, C, H, W].
class CrossMapLRN2dImpl : public Module {
public:
  CrossMapLRN2dImpl(int64_t size) : CrossMapLRN2dImpl(CrossMapLRN2dOptions(size)) {}
  explicit CrossMapLRN2dImpl(const CrossMapLRN2dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == 4, "CrossMapLRN2d: Expected input to be 4D, got ", input.dim(), "D instead.");
    const int64_t side = (options.size() - 1) / 2;
    const Tensor squares = fg::unsqueeze(fg::flatten(fg::mul(input, input), 2), 1); // [N, 1, C, L]
    const Tensor near = fg::avg_pool2d(squares, {2 * side + 1, 1}, 1, {side, 0}, false, true, 1);
    // LibTorch's running sum never drops the first channel.
    const Tensor behind = fg::unsqueeze(fg::gt(fg::arange(input.size(1)), side), 1); // [C, 1]
    const Tensor sums =
        fg::reshape(fg::add(near, fg::where(behind, fg::slice(squares, 2, 0, 1, 1), 0)), input.sizes());
    const Tensor scale =
        fg::add(fg::mul(sums, options.alpha() / static_cast<double>(options.size())), options.k());
    return fg::mul(input, fg::pow(scale, -options.beta()));
  }

  CrossMapLRN2dOptions options;
};
FG_MODULE(CrossMapLRN2d);

} // namespace fg::nn
