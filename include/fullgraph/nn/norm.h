// Normalisation. As everywhere in fullgraph, modules run inference: BatchNorm normalises by its running
// statistics.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

struct BatchNormOptions {
  BatchNormOptions(int64_t num_features) : num_features_(num_features) {}
  FG_ARG(int64_t, num_features);
  FG_ARG(double, eps) = 1e-5;
  FG_ARG(double, momentum) = 0.1;
  FG_ARG(bool, affine) = true;
  FG_ARG(bool, track_running_stats) = true;
};
using BatchNorm1dOptions = BatchNormOptions;
using BatchNorm2dOptions = BatchNormOptions;
using BatchNorm3dOptions = BatchNormOptions;

/// Of an input whose dim 1 are channels.
class BatchNormImplBase : public Module {
public:
  explicit BatchNormImplBase(const BatchNormOptions &options_) : options(options_) {
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
  void pretty_print(std::ostream &stream) const override;

  BatchNormOptions options;
  FG_SHAPE("f32[C]") Tensor weight, bias, running_mean, running_var;
  FG_SHAPE("i64[]") Tensor num_batches_tracked;

protected:
  Tensor normalise(const Tensor &input) {
    FG_CHECK(!is_training(), "BatchNorm: training mode is not supported, call eval()");
    if (!options.track_running_stats())
      return byBatch(input);
    return fg::batch_norm(input, weight, bias, running_mean, running_var, false, options.momentum(),
                          options.eps(), true);
  }

private:
  /// Without running statistics, those of the batch serve in inference, too.
  Tensor byBatch(const Tensor &input) {
    std::vector<int64_t> dims, shape;
    for (int64_t d = 0; d < input.dim(); ++d) {
      if (d != 1)
        dims.push_back(d);
      shape.push_back(d == 1 ? input.size(1) : 1);
    }
    const Tensor centred = fg::sub(input, fg::mean(input, dims, true));
    Tensor result =
        fg::mul(centred, fg::rsqrt(fg::add(fg::mean(fg::mul(centred, centred), dims, true), options.eps())));
    if (weight.defined())
      result = fg::mul(result, fg::reshape(weight, shape));
    return bias.defined() ? fg::add(result, fg::reshape(bias, shape)) : result;
  }
};

class BatchNorm1dImpl : public BatchNormImplBase {
public:
  explicit BatchNorm1dImpl(const BatchNormOptions &options_) : BatchNormImplBase(options_) {}
  explicit BatchNorm1dImpl(int64_t num_features) : BatchNormImplBase(BatchNormOptions(num_features)) {}
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == 2 || input.dim() == 3, "expected 2D or 3D input (got ", input.dim(), "D input)");
    return normalise(input);
  }
};
FG_MODULE(BatchNorm1d);

class BatchNorm2dImpl : public BatchNormImplBase {
public:
  explicit BatchNorm2dImpl(const BatchNormOptions &options_) : BatchNormImplBase(options_) {}
  explicit BatchNorm2dImpl(int64_t num_features) : BatchNormImplBase(BatchNormOptions(num_features)) {}
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == 4, "expected 4D input (got ", input.dim(), "D input)");
    return normalise(input);
  }
};
FG_MODULE(BatchNorm2d);

class BatchNorm3dImpl : public BatchNormImplBase {
public:
  explicit BatchNorm3dImpl(const BatchNormOptions &options_) : BatchNormImplBase(options_) {}
  explicit BatchNorm3dImpl(int64_t num_features) : BatchNormImplBase(BatchNormOptions(num_features)) {}
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == 5, "expected 5D input (got ", input.dim(), "D input)");
    return normalise(input);
  }
};
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
    const double eps = options.eps().has_value()        ? *options.eps()
                       : input.scalar_type() == kDouble ? 2.220446049250313e-16
                                                        : 1.1920928955078125e-07;
    std::vector<int64_t> dims;
    for (int64_t d = -static_cast<int64_t>(options.normalized_shape().size()); d < 0; ++d)
      dims.push_back(d);
    const ScalarType compute = fg::detail::statisticsDtype(input);
    const Tensor x = fg::to(input, compute);
    const Tensor result = fg::mul(x, fg::rsqrt(fg::add(fg::mean(fg::mul(x, x), dims, true), eps)));
    return weight.defined() ? fg::mul(fg::to(result, input.scalar_type()), weight)
                            : fg::to(result, input.scalar_type());
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

/// Each sample's channels by their own statistics, or, where those were tracked, by the running ones.
class InstanceNormImplBase : public Module {
public:
  explicit InstanceNormImplBase(const InstanceNormOptions &options_) : options(options_) {
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
  Tensor forward(const Tensor &input) {
    if (options.track_running_stats()) {
      FG_CHECK(!is_training(), "InstanceNorm: training mode is not supported, call eval()");
      return fg::batch_norm(input, weight, bias, running_mean, running_var, false, options.momentum(),
                            options.eps(), true);
    }
    return fg::group_norm(input, options.num_features(), weight, bias, options.eps());
  }

  InstanceNormOptions options;
  FG_SHAPE("f32[C]") Tensor weight, bias, running_mean, running_var;
  FG_SHAPE("i64[]") Tensor num_batches_tracked;
};
class InstanceNorm1dImpl : public InstanceNormImplBase {
public:
  explicit InstanceNorm1dImpl(const InstanceNormOptions &options_) : InstanceNormImplBase(options_) {}
  explicit InstanceNorm1dImpl(int64_t features) : InstanceNormImplBase(InstanceNormOptions(features)) {}
};
FG_MODULE(InstanceNorm1d);
class InstanceNorm2dImpl : public InstanceNormImplBase {
public:
  explicit InstanceNorm2dImpl(const InstanceNormOptions &options_) : InstanceNormImplBase(options_) {}
  explicit InstanceNorm2dImpl(int64_t features) : InstanceNormImplBase(InstanceNormOptions(features)) {}
};
FG_MODULE(InstanceNorm2d);

} // namespace fg::nn
