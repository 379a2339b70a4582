// Convolutions of 3x3 taps by Winograd's products, F(2x2, 3x3): a block of 2x2 elements of the result needs
// 4x4 of the image, which are transformed to 16 numbers; sums over the channels of their products with 16
// numbers of each filter are transformed back. That is 16 products for each channel instead of 36; the
// transformations are additions, which all filters, or all channels, share. (Lavin and Gray, "Fast Algorithms
// for Convolutional Neural Networks".)
//
// Rounding errors are as large as those of plain sums of the 4x4 elements' size. An element that is not
// finite, or is far larger than its neighbours, reaches all of its block, where the plain sum has it in the
// elements whose taps it meets. So functions with `.fp = Strict` have plain sums.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

/// The arguments of a convolution; the lists have a number for each spatial dim.
struct ConvolutionArguments {
  const Value *input = nullptr, *weight = nullptr, *bias = nullptr;
  std::vector<Sym> stride, padding, dilation;
  Sym groups;

  const std::vector<Sym> &imageSizes() const { return input->type.sizes; }
  const std::vector<Sym> &weightSizes() const { return weight->type.sizes; }
  size_t spatialDims() const { return weight->type.rank() - 2; }
};

ConvolutionArguments convolutionArguments(const Node &node);

/// The tiles of a convolution that is worth it; none where it is not, or must not be.
std::optional<WinogradPlan> winogradPlan(const ConvolutionArguments &a, const TensorType &result,
                                         const Machine &machine, const LowerOptions &options, Knobs &knobs);

/// Defines the Funcs of a plan.
class WinogradWriter {
public:
  WinogradWriter(KernelBuilder &builder, WinogradPlan &plan, const ConvolutionArguments &arguments)
      : builder(builder), recorder(builder.record()), plan(plan), a(arguments) {}

  /// `result`: the convolution's, with its bias.
  void define(const Value *result);

private:
  void definePadded();
  void defineImage();
  void defineFilter();
  void defineSums();
  void defineTile();
  Halide::RDom columnsOf(int phase);
  Halide::Expr size(const Sym &value) const { return builder.size(value); }

  KernelBuilder &builder;
  Recorder &recorder;
  WinogradPlan &plan;
  const ConvolutionArguments &a;
};

/// Schedules the pipeline of a builder with such a plan.
class WinogradSchedule {
public:
  explicit WinogradSchedule(KernelBuilder &builder)
      : builder(builder), recorder(builder.record()), plan(*builder.convolution->winograd) {}

  void run();

private:
  void scheduleImage();
  void scheduleFilter();
  void scheduleProducts();
  void share(Schedule &output);

  KernelBuilder &builder;
  Recorder &recorder;
  WinogradPlan &plan;
};

} // namespace fullgraph::lower
