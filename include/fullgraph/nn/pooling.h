// Pooling.
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

class MaxPool1dImpl : public Module {
public:
  MaxPool1dImpl(ExpandingArray<1> kernel_size) : MaxPool1dImpl(MaxPool1dOptions(kernel_size)) {}
  explicit MaxPool1dImpl(const MaxPool1dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return fg::max_pool1d(input, options.kernel_size(), options.stride(), options.padding(),
                          options.dilation(), options.ceil_mode());
  }

  MaxPool1dOptions options;
};
FG_MODULE(MaxPool1d);

class MaxPool2dImpl : public Module {
public:
  MaxPool2dImpl(ExpandingArray<2> kernel_size) : MaxPool2dImpl(MaxPool2dOptions(kernel_size)) {}
  explicit MaxPool2dImpl(const MaxPool2dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return fg::max_pool2d(input, options.kernel_size(), options.stride(), options.padding(),
                          options.dilation(), options.ceil_mode());
  }

  MaxPool2dOptions options;
};
FG_MODULE(MaxPool2d);

template <size_t D> struct AvgPoolOptions {
  AvgPoolOptions(ExpandingArray<D> kernel_size) : kernel_size_(kernel_size), stride_(kernel_size) {}
  FG_ARG(ExpandingArray<D>, kernel_size);
  FG_ARG(ExpandingArray<D>, stride);
  FG_ARG(ExpandingArray<D>, padding) = 0;
  FG_ARG(bool, ceil_mode) = false;
  FG_ARG(bool, count_include_pad) = true;
  FG_ARG(std::optional<int64_t>, divisor_override) = std::nullopt;
};
using AvgPool1dOptions = AvgPoolOptions<1>;
using AvgPool2dOptions = AvgPoolOptions<2>;

class AvgPool1dImpl : public Module {
public:
  AvgPool1dImpl(ExpandingArray<1> kernel_size) : AvgPool1dImpl(AvgPool1dOptions(kernel_size)) {}
  explicit AvgPool1dImpl(const AvgPool1dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return fg::avg_pool1d(input, options.kernel_size(), options.stride(), options.padding(),
                          options.ceil_mode(), options.count_include_pad());
  }

  AvgPool1dOptions options;
};
FG_MODULE(AvgPool1d);

class AvgPool2dImpl : public Module {
public:
  AvgPool2dImpl(ExpandingArray<2> kernel_size) : AvgPool2dImpl(AvgPool2dOptions(kernel_size)) {}
  explicit AvgPool2dImpl(const AvgPool2dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return fg::avg_pool2d(input, options.kernel_size(), options.stride(), options.padding(),
                          options.ceil_mode(), options.count_include_pad(), options.divisor_override());
  }

  AvgPool2dOptions options;
};
FG_MODULE(AvgPool2d);

template <size_t D> struct AdaptiveAvgPoolOptions {
  AdaptiveAvgPoolOptions(ExpandingArray<D> output_size) : output_size_(output_size) {}
  FG_ARG(ExpandingArray<D>, output_size);
};
using AdaptiveAvgPool1dOptions = AdaptiveAvgPoolOptions<1>;
using AdaptiveAvgPool2dOptions = AdaptiveAvgPoolOptions<2>;

class AdaptiveAvgPool1dImpl : public Module {
public:
  AdaptiveAvgPool1dImpl(ExpandingArray<1> output_size)
      : AdaptiveAvgPool1dImpl(AdaptiveAvgPool1dOptions(output_size)) {}
  explicit AdaptiveAvgPool1dImpl(const AdaptiveAvgPool1dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return fg::squeeze(fg::adaptive_avg_pool2d(fg::unsqueeze(input, -2), {1, options.output_size()[0]}), -2);
  }

  AdaptiveAvgPool1dOptions options;
};
FG_MODULE(AdaptiveAvgPool1d);

class AdaptiveAvgPool2dImpl : public Module {
public:
  AdaptiveAvgPool2dImpl(ExpandingArray<2> output_size)
      : AdaptiveAvgPool2dImpl(AdaptiveAvgPool2dOptions(output_size)) {}
  explicit AdaptiveAvgPool2dImpl(const AdaptiveAvgPool2dOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return fg::adaptive_avg_pool2d(input, options.output_size()); }

  AdaptiveAvgPool2dOptions options;
};
FG_MODULE(AdaptiveAvgPool2d);

} // namespace fg::nn
