// Padding. Amounts are given innermost dim first, before and behind, as in torch::nn: {left, right, top,
// bottom}.
#pragma once

#include <fullgraph/nn/conv.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

/// Pads the last dims by amounts that are given innermost dim first.
inline Tensor padded(const Tensor &input, IntArrayRef amounts, enumtype::Name mode, double value) {
  FG_CHECK(amounts.size() % 2 == 0, "Padding length must be divisible by 2");
  FG_CHECK(
      int64_t(amounts.size()) <= 2 * input.dim(),
      "Padding length should be less than or equal to two times the input dimension but got padding length ",
      int64_t(amounts.size()), " and input of dimension ", input.dim());
  Tensor result = input;
  for (size_t i = 0; i + 1 < amounts.size(); i += 2) {
    const int64_t dim = -1 - static_cast<int64_t>(i / 2);
    if (mode == kConstant && value != 0) {
      const Tensor ones = padDim(fg::ones_like(result), dim, amounts[i], amounts[i + 1], kZeros);
      result = fg::where(fg::eq(ones, 1), padDim(result, dim, amounts[i], amounts[i + 1], kZeros), value);
    } else {
      result = padDim(result, dim, amounts[i], amounts[i + 1], mode);
    }
  }
  return result;
}

} // namespace detail

/// Of the modules that pad D dims.
template <size_t D> struct PadOptions {
  PadOptions(ExpandingArray<2 * D> padding) : padding_(padding) {}
  FG_ARG(ExpandingArray<2 * D>, padding);
};
template <size_t D> struct ConstantPadOptions {
  ConstantPadOptions(ExpandingArray<2 * D> padding, double value) : padding_(padding), value_(value) {}
  FG_ARG(ExpandingArray<2 * D>, padding);
  FG_ARG(double, value);
};
using ZeroPad1dOptions = PadOptions<1>;
using ZeroPad2dOptions = PadOptions<2>;
using ReflectionPad1dOptions = PadOptions<1>;
using ReflectionPad2dOptions = PadOptions<2>;
using ReplicationPad1dOptions = PadOptions<1>;
using ReplicationPad2dOptions = PadOptions<2>;
using ConstantPad1dOptions = ConstantPadOptions<1>;
using ConstantPad2dOptions = ConstantPadOptions<2>;

template <size_t D, enumtype::Name Mode> class PadImpl : public Module {
public:
  PadImpl(ExpandingArray<2 * D> padding) : PadImpl(PadOptions<D>(padding)) {}
  explicit PadImpl(const PadOptions<D> &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return detail::padded(input, options.padding(), Mode, 0); }

  PadOptions<D> options;
};

template <size_t D> class ConstantPadImpl : public Module {
public:
  ConstantPadImpl(ExpandingArray<2 * D> padding, double value)
      : ConstantPadImpl(ConstantPadOptions<D>(padding, value)) {}
  explicit ConstantPadImpl(const ConstantPadOptions<D> &options_) : options(options_) {}
  Tensor forward(const Tensor &input) {
    return detail::padded(input, options.padding(), kConstant, options.value());
  }

  ConstantPadOptions<D> options;
};

using ZeroPad1dImpl = PadImpl<1, kZeros>;
using ZeroPad2dImpl = PadImpl<2, kZeros>;
using ReflectionPad1dImpl = PadImpl<1, kReflect>;
using ReflectionPad2dImpl = PadImpl<2, kReflect>;
using ReplicationPad1dImpl = PadImpl<1, kReplicate>;
using ReplicationPad2dImpl = PadImpl<2, kReplicate>;
using ConstantPad1dImpl = ConstantPadImpl<1>;
using ConstantPad2dImpl = ConstantPadImpl<2>;
FG_MODULE(ZeroPad1d);
FG_MODULE(ZeroPad2d);
FG_MODULE(ReflectionPad1d);
FG_MODULE(ReflectionPad2d);
FG_MODULE(ReplicationPad1d);
FG_MODULE(ReplicationPad2d);
FG_MODULE(ConstantPad1d);
FG_MODULE(ConstantPad2d);

} // namespace fg::nn
