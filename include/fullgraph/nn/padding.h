// Padding. Amounts are given innermost dim first, before and behind, as in torch::nn: {left, right, top,
// bottom}.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

inline Tensor padded(const Tensor &input, IntArrayRef amounts, enumtype::Name mode,
                     std::optional<double> value = std::nullopt) {
  return fg::pad(input, amounts,
                 mode == kReflect     ? "reflect"
                 : mode == kReplicate ? "replicate"
                 : mode == kCircular  ? "circular"
                                      : "constant",
                 value);
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
template <size_t D> using ZeroPadOptions = PadOptions<D>;
template <size_t D> using ReflectionPadOptions = PadOptions<D>;
template <size_t D> using ReplicationPadOptions = PadOptions<D>;
using ZeroPad1dOptions = PadOptions<1>;
using ZeroPad2dOptions = PadOptions<2>;
using ZeroPad3dOptions = PadOptions<3>;
using ReflectionPad1dOptions = PadOptions<1>;
using ReflectionPad2dOptions = PadOptions<2>;
using ReflectionPad3dOptions = PadOptions<3>;
using ReplicationPad1dOptions = PadOptions<1>;
using ReplicationPad2dOptions = PadOptions<2>;
using ReplicationPad3dOptions = PadOptions<3>;
using ConstantPad1dOptions = ConstantPadOptions<1>;
using ConstantPad2dOptions = ConstantPadOptions<2>;
using ConstantPad3dOptions = ConstantPadOptions<3>;

template <size_t D, enumtype::Name Mode> class PadImpl : public Module {
public:
  PadImpl(ExpandingArray<2 * D> padding) : PadImpl(PadOptions<D>(padding)) {}
  explicit PadImpl(const PadOptions<D> &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return detail::padded(input, options.padding(), Mode); }

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
using ZeroPad3dImpl = PadImpl<3, kZeros>;
using ReflectionPad1dImpl = PadImpl<1, kReflect>;
using ReflectionPad2dImpl = PadImpl<2, kReflect>;
using ReflectionPad3dImpl = PadImpl<3, kReflect>;
using ReplicationPad1dImpl = PadImpl<1, kReplicate>;
using ReplicationPad2dImpl = PadImpl<2, kReplicate>;
using ReplicationPad3dImpl = PadImpl<3, kReplicate>;
using ConstantPad1dImpl = ConstantPadImpl<1>;
using ConstantPad2dImpl = ConstantPadImpl<2>;
using ConstantPad3dImpl = ConstantPadImpl<3>;
FG_MODULE(ZeroPad1d);
FG_MODULE(ZeroPad2d);
FG_MODULE(ZeroPad3d);
FG_MODULE(ReflectionPad1d);
FG_MODULE(ReflectionPad2d);
FG_MODULE(ReflectionPad3d);
FG_MODULE(ReplicationPad1d);
FG_MODULE(ReplicationPad2d);
FG_MODULE(ReplicationPad3d);
FG_MODULE(ConstantPad1d);
FG_MODULE(ConstantPad2d);
FG_MODULE(ConstantPad3d);

} // namespace fg::nn
