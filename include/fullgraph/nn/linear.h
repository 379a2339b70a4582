// Linear, Bilinear, Identity, Flatten, Unflatten.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

struct LinearOptions {
  LinearOptions(int64_t in_features, int64_t out_features)
      : in_features_(in_features), out_features_(out_features) {}
  FG_ARG(int64_t, in_features);
  FG_ARG(int64_t, out_features);
  FG_ARG(bool, bias) = true;
};

/// y = x weight^T + bias
class LinearImpl : public Module {
public:
  LinearImpl(int64_t in_features, int64_t out_features)
      : LinearImpl(LinearOptions(in_features, out_features)) {}
  explicit LinearImpl(const LinearOptions &options_) : options(options_) {
    weight = register_parameter("weight", fg::empty({options.out_features(), options.in_features()}));
    if (options.bias())
      bias = register_parameter("bias", fg::empty({options.out_features()}));
    else
      bias = register_parameter("bias", {}, false);
    reset_parameters();
  }
  void reset_parameters() { detail::initialiseAffine(weight, bias); }
  Tensor forward(const Tensor &input) { return fg::linear(input, weight, bias); }
  void pretty_print(std::ostream &stream) const override;

  LinearOptions options;
  FG_SHAPE("f32[O,I]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Linear);

struct BilinearOptions {
  BilinearOptions(int64_t in1_features, int64_t in2_features, int64_t out_features)
      : in1_features_(in1_features), in2_features_(in2_features), out_features_(out_features) {}
  FG_ARG(int64_t, in1_features);
  FG_ARG(int64_t, in2_features);
  FG_ARG(int64_t, out_features);
  FG_ARG(bool, bias) = true;
};

/// y = x1^T weight x2 + bias
class BilinearImpl : public Module {
public:
  BilinearImpl(int64_t in1_features, int64_t in2_features, int64_t out_features)
      : BilinearImpl(BilinearOptions(in1_features, in2_features, out_features)) {}
  explicit BilinearImpl(const BilinearOptions &options_) : options(options_) {
    weight = register_parameter(
        "weight", fg::empty({options.out_features(), options.in1_features(), options.in2_features()}));
    if (options.bias())
      bias = register_parameter("bias", fg::empty({options.out_features()}));
    else
      bias = register_parameter("bias", {}, false);
    reset_parameters();
  }
  void reset_parameters() { detail::initialiseAffine(weight, bias); }
  Tensor forward(const Tensor &input1, const Tensor &input2) {
    return fg::bilinear(input1, input2, weight, bias);
  }

  BilinearOptions options;
  FG_SHAPE("f32[O,I1,I2]") Tensor weight;
  FG_SHAPE("f32[O]") Tensor bias;
};
FG_MODULE(Bilinear);

/// Returns its input, whatever it was constructed with.
class IdentityImpl : public Module {
public:
  template <class... Arguments> explicit IdentityImpl(Arguments &&...) {}
  Tensor forward(const Tensor &input) { return input; }
};
FG_MODULE(Identity);

struct FlattenOptions {
  FG_ARG(int64_t, start_dim) = 1;
  FG_ARG(int64_t, end_dim) = -1;
};

class FlattenImpl : public Module {
public:
  explicit FlattenImpl(const FlattenOptions &options_ = {}) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::flatten(input, options.start_dim(), options.end_dim()); }

  FlattenOptions options;
};
FG_MODULE(Flatten);

struct UnflattenOptions {
  UnflattenOptions(int64_t dim, std::vector<int64_t> sizes) : dim_(dim), sizes_(std::move(sizes)) {}
  FG_ARG(int64_t, dim);
  FG_ARG(std::vector<int64_t>, sizes);
};

class UnflattenImpl : public Module {
public:
  UnflattenImpl(int64_t dim, std::vector<int64_t> sizes) : UnflattenImpl(UnflattenOptions(dim, sizes)) {}
  explicit UnflattenImpl(const UnflattenOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::unflatten(input, options.dim(), options.sizes()); }

  UnflattenOptions options;
};
FG_MODULE(Unflatten);

} // namespace fg::nn
