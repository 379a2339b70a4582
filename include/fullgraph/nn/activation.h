// Activations.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

struct ReLUOptions {
  ReLUOptions(bool inplace = false) : inplace_(inplace) {}
  FG_ARG(bool, inplace);
};

class ReLUImpl : public Module {
public:
  explicit ReLUImpl(const ReLUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::relu(input);
    return options.inplace() ? input.copy_(result) : result;
  }

  ReLUOptions options;
};
FG_MODULE(ReLU);

struct ReLU6Options {
  ReLU6Options(bool inplace = false) : inplace_(inplace) {}
  FG_ARG(bool, inplace);
};

class ReLU6Impl : public Module {
public:
  explicit ReLU6Impl(const ReLU6Options &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::relu6(input);
    return options.inplace() ? input.copy_(result) : result;
  }

  ReLU6Options options;
};
FG_MODULE(ReLU6);

class SigmoidImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::sigmoid(input); }
};
FG_MODULE(Sigmoid);

class TanhImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::tanh(input); }
};
FG_MODULE(Tanh);

class SiLUImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::silu(input); }
};
FG_MODULE(SiLU);

class MishImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::mish(input); }
};
FG_MODULE(Mish);

class LogSigmoidImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::log_sigmoid(input); }
};
FG_MODULE(LogSigmoid);

class SoftsignImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::detail::softsign(input); }
};
FG_MODULE(Softsign);

class TanhshrinkImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::detail::tanhshrink(input); }
};
FG_MODULE(Tanhshrink);

class HardswishImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::hardswish(input); }
};
FG_MODULE(Hardswish);

class HardsigmoidImpl : public Module {
public:
  Tensor forward(const Tensor &input) { return fg::hardsigmoid(input); }
};
FG_MODULE(Hardsigmoid);

struct SELUOptions {
  SELUOptions(bool inplace = false) : inplace_(inplace) {}
  FG_ARG(bool, inplace);
};

class SELUImpl : public Module {
public:
  explicit SELUImpl(const SELUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::selu(input);
    return options.inplace() ? input.copy_(result) : result;
  }

  SELUOptions options;
};
FG_MODULE(SELU);

struct LeakyReLUOptions {
  LeakyReLUOptions() {}
  LeakyReLUOptions(double negative_slope) : negative_slope_(negative_slope) {}
  FG_ARG(double, negative_slope) = 1e-2;
  FG_ARG(bool, inplace) = false;
};

class LeakyReLUImpl : public Module {
public:
  explicit LeakyReLUImpl(const LeakyReLUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::leaky_relu(input, options.negative_slope());
    return options.inplace() ? input.copy_(result) : result;
  }

  LeakyReLUOptions options;
};
FG_MODULE(LeakyReLU);

struct ELUOptions {
  ELUOptions() {}
  ELUOptions(double alpha) : alpha_(alpha) {}
  FG_ARG(double, alpha) = 1.0;
  FG_ARG(bool, inplace) = false;
};

class ELUImpl : public Module {
public:
  explicit ELUImpl(const ELUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::elu(input, options.alpha());
    return options.inplace() ? input.copy_(result) : result;
  }

  ELUOptions options;
};
FG_MODULE(ELU);

struct CELUOptions {
  CELUOptions() {}
  CELUOptions(double alpha) : alpha_(alpha) {}
  FG_ARG(double, alpha) = 1.0;
  FG_ARG(bool, inplace) = false;
};

class CELUImpl : public Module {
public:
  explicit CELUImpl(const CELUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::celu(input, options.alpha());
    return options.inplace() ? input.copy_(result) : result;
  }

  CELUOptions options;
};
FG_MODULE(CELU);

struct HardtanhOptions {
  FG_ARG(double, min_val) = -1.0;
  FG_ARG(double, max_val) = 1.0;
  FG_ARG(bool, inplace) = false;
};

class HardtanhImpl : public Module {
public:
  explicit HardtanhImpl(const HardtanhOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::hardtanh(input, options.min_val(), options.max_val());
    return options.inplace() ? input.copy_(result) : result;
  }

  HardtanhOptions options;
};
FG_MODULE(Hardtanh);

struct SoftplusOptions {
  FG_ARG(double, beta) = 1.0;
  FG_ARG(double, threshold) = 20.0;
};

class SoftplusImpl : public Module {
public:
  explicit SoftplusImpl(const SoftplusOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::softplus(input, options.beta(), options.threshold()); }

  SoftplusOptions options;
};
FG_MODULE(Softplus);

struct HardshrinkOptions {
  HardshrinkOptions() {}
  HardshrinkOptions(double lambda) : lambda_(lambda) {}
  FG_ARG(double, lambda) = 0.5;
};

class HardshrinkImpl : public Module {
public:
  explicit HardshrinkImpl(const HardshrinkOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::hardshrink(input, options.lambda()); }

  HardshrinkOptions options;
};
FG_MODULE(Hardshrink);

struct SoftshrinkOptions {
  SoftshrinkOptions() {}
  SoftshrinkOptions(double lambda) : lambda_(lambda) {}
  FG_ARG(double, lambda) = 0.5;
};

class SoftshrinkImpl : public Module {
public:
  explicit SoftshrinkImpl(const SoftshrinkOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::softshrink(input, options.lambda()); }

  SoftshrinkOptions options;
};
FG_MODULE(Softshrink);

struct GLUOptions {
  GLUOptions() {}
  GLUOptions(int64_t dim) : dim_(dim) {}
  FG_ARG(int64_t, dim) = -1;
};

class GLUImpl : public Module {
public:
  explicit GLUImpl(const GLUOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::glu(input, options.dim()); }

  GLUOptions options;
};
FG_MODULE(GLU);

struct GELUOptions {
  FG_ARG(std::string, approximate) = "none"; // or "tanh"
};

class GELUImpl : public Module {
public:
  explicit GELUImpl(const GELUOptions &options_ = {})
      : options(options_), tanh_approximate_(options_.approximate() == "tanh") {}
  Tensor forward(const Tensor &input) { return fg::gelu(input, tanh_approximate_ ? "tanh" : "none"); }

  GELUOptions options;
  bool tanh_approximate_;
};
FG_MODULE(GELU);

struct ThresholdOptions {
  ThresholdOptions(double threshold, double value) : threshold_(threshold), value_(value) {}
  FG_ARG(double, threshold);
  FG_ARG(double, value);
  FG_ARG(bool, inplace) = false;
};

class ThresholdImpl : public Module {
public:
  ThresholdImpl(double threshold, double value) : ThresholdImpl(ThresholdOptions(threshold, value)) {}
  explicit ThresholdImpl(const ThresholdOptions &options_) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::threshold(input, options.threshold(), options.value());
    return options.inplace() ? input.copy_(result) : result;
  }

  ThresholdOptions options;
};
FG_MODULE(Threshold);

struct PReLUOptions {
  PReLUOptions() {}
  PReLUOptions(int64_t num_parameters) : num_parameters_(num_parameters) {}
  FG_ARG(int64_t, num_parameters) = 1;
  FG_ARG(double, init) = 0.25;
};

/// A learnt slope below zero: one in all, or one a channel.
class PReLUImpl : public Module {
public:
  explicit PReLUImpl(const PReLUOptions &options_ = {}) : options(options_) {
    weight = register_parameter("weight", fg::full({options.num_parameters()}, options.init()));
  }
  Tensor forward(const Tensor &input) { return fg::prelu(input, weight); }

  PReLUOptions options;
  FG_SHAPE("f32[P]") Tensor weight;
};
FG_MODULE(PReLU);

struct SoftmaxOptions {
  SoftmaxOptions(int64_t dim) : dim_(dim) {}
  FG_ARG(int64_t, dim);
};

class SoftmaxImpl : public Module {
public:
  explicit SoftmaxImpl(int64_t dim) : SoftmaxImpl(SoftmaxOptions(dim)) {}
  explicit SoftmaxImpl(const SoftmaxOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::softmax(input, options.dim()); }

  SoftmaxOptions options;
};
FG_MODULE(Softmax);

using SoftminOptions = SoftmaxOptions;
class SoftminImpl : public Module {
public:
  explicit SoftminImpl(int64_t dim) : SoftminImpl(SoftminOptions(dim)) {}
  explicit SoftminImpl(const SoftminOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::detail::softmin(input, options.dim()); }

  SoftminOptions options;
};
FG_MODULE(Softmin);

using LogSoftmaxOptions = SoftmaxOptions;
class LogSoftmaxImpl : public Module {
public:
  explicit LogSoftmaxImpl(int64_t dim) : LogSoftmaxImpl(LogSoftmaxOptions(dim)) {}
  explicit LogSoftmaxImpl(const LogSoftmaxOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::log_softmax(input, options.dim()); }

  LogSoftmaxOptions options;
};
FG_MODULE(LogSoftmax);

class Softmax2dImpl : public Module {
public:
  Tensor forward(const Tensor &input) {
    FG_CHECK(input.dim() == 4 || input.dim() == 3, "Softmax2d requires a 3D or 4D tensor as input");
    return fg::softmax(input, -3);
  }
};
FG_MODULE(Softmax2d);

struct RReLUOptions {
  FG_ARG(double, lower) = 1.0 / 8.0;
  FG_ARG(double, upper) = 1.0 / 3.0;
  FG_ARG(bool, inplace) = false;
};

/// In training, a slope of its own below zero for each element; in inference, their mean.
class RReLUImpl : public Module {
public:
  explicit RReLUImpl(const RReLUOptions &options_ = {}) : options(options_) {}
  Tensor forward(Tensor input) {
    const Tensor result = fg::rrelu(input, options.lower(), options.upper(), is_training());
    return options.inplace() ? input.copy_(result) : result;
  }

  RReLUOptions options;
};
FG_MODULE(RReLU);

} // namespace fg::nn
