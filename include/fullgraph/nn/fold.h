// Sliding windows as columns, and back.
#pragma once

#include <fullgraph/nn/module.h>

namespace fg::nn {

struct FoldOptions {
  FoldOptions(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
      : output_size_(output_size), kernel_size_(kernel_size) {}
  FG_ARG(ExpandingArray<2>, output_size);
  FG_ARG(ExpandingArray<2>, kernel_size);
  FG_ARG(ExpandingArray<2>, dilation) = 1;
  FG_ARG(ExpandingArray<2>, padding) = 0;
  FG_ARG(ExpandingArray<2>, stride) = 1;
};
struct UnfoldOptions {
  UnfoldOptions(ExpandingArray<2> kernel_size) : kernel_size_(kernel_size) {}
  FG_ARG(ExpandingArray<2>, kernel_size);
  FG_ARG(ExpandingArray<2>, dilation) = 1;
  FG_ARG(ExpandingArray<2>, padding) = 0;
  FG_ARG(ExpandingArray<2>, stride) = 1;
};

namespace functional {
using FoldFuncOptions = FoldOptions;
using UnfoldFuncOptions = UnfoldOptions;
/// [N, C * KH * KW, L] or without N as [N, C, H, W]: at::col2im.
inline Tensor fold(const Tensor &input, const FoldFuncOptions &options) {
  FG_CHECK(input.dim() == 3 || input.dim() == 2,
           "Input Error: Only unbatched (2D) or batched (3D) input Tensors are supported (got ", input.dim(),
           "D)");
  return fg::col2im(input, options.output_size(), options.kernel_size(), options.dilation(),
                    options.padding(), options.stride());
}
/// [N, C, H, W] as [N, C * KH * KW, L]: at::im2col.
inline Tensor unfold(const Tensor &input, const UnfoldFuncOptions &options) {
  FG_CHECK(input.dim() == 4, "Input Error: Only 4D input Tensors are supported (got ", input.dim(), "D)");
  return fg::im2col(input, options.kernel_size(), options.dilation(), options.padding(), options.stride());
}
} // namespace functional

class FoldImpl : public Module {
public:
  FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size)
      : FoldImpl(FoldOptions(output_size, kernel_size)) {}
  explicit FoldImpl(const FoldOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return functional::fold(input, options); }

  FoldOptions options;
};
FG_MODULE(Fold);

class UnfoldImpl : public Module {
public:
  UnfoldImpl(ExpandingArray<2> kernel_size) : UnfoldImpl(UnfoldOptions(kernel_size)) {}
  explicit UnfoldImpl(const UnfoldOptions &options_) : options(options_) {}
  Tensor forward(const Tensor &input) { return functional::unfold(input, options); }

  UnfoldOptions options;
};
FG_MODULE(Unfold);

} // namespace fg::nn
