// Pooling over the last two dims (aten/src/ATen/native/Pool.h).
#include "lib/Shapes/Layout.h"

#include <array>

namespace fullgraph {

namespace {

using Pair = std::array<Sym, 2>;

Pair pairOf(const InferContext &ctx, std::string_view name, const std::string &expectation) {
  const std::vector<Sym> list = ctx.integers(name);
  ctx.check(list.size() == 1 || list.size() == 2, ctx.op.name + ": " + std::string(name) + " must " +
                                                      expectation + "a single int, or a tuple of two ints");
  return {list[0], list.back()};
}

/// at::native::pooling_output_shape.
Sym outputSize(const InferContext &ctx, const Sym &input, const Sym &kernel, const Sym &pad,
               const Sym &stride, const Sym &dilation, bool ceilMode) {
  const Sym room = input + 2 * pad - dilation * (kernel - 1) - 1;
  if (!ceilMode)
    return ctx.simplify(floorDiv(room, stride) + 1);
  const Sym size = floorDiv(room + stride - 1, stride) + 1;
  // The last window must begin inside the image or its left padding.
  const Sym beyond = symLe(input + pad, (size - 1) * stride);
  if (const std::optional<bool> known = ctx.env.prove(beyond))
    return ctx.simplify(*known ? size - 1 : size);
  return ctx.simplify(Sym::make(SymKind::Select, {beyond, size - 1, size}));
}

Inference inferPool(InferContext &ctx) {
  const bool isMax = ctx.op.is(Op::max_pool2d);
  const TensorType self = ctx.type(ctx.tensor("self"));
  const Pair kernel = pairOf(ctx, "kernel_size", "either be ");
  const Pair stride = ctx.integers("stride").empty() ? kernel : pairOf(ctx, "stride", "either be omitted, ");
  const Pair padding = pairOf(ctx, "padding", "either be ");
  const Pair dilation = isMax ? pairOf(ctx, "dilation", "be either ") : Pair{Sym(1), Sym(1)};
  if (!isMax)
    if (const std::optional<Sym> divisor = ctx.optionalInteger("divisor_override"))
      ctx.require(symNe(*divisor, Sym(0)), "the divisor of avg_pool2d must not be 0",
                  "divisor must be not zero");
  const size_t rank = self.rank();
  if (!isMax && rank < 3)
    ctx.wrapDim(-3, rank); // avg_pool2d reads size(-3) first
  ctx.check(isMax ? self.dtype != fg::kBool : fg::isFloatingType(self.dtype) || self.dtype == fg::kLong,
            "\"" + ctx.op.name + "\" not implemented for '" + fg::toString(self.dtype) + "'");
  for (size_t i = 0; i < 2; ++i) {
    ctx.require(symNe(stride[i], Sym(0)), "the stride of a pool must be positive",
                "stride should not be zero");
    ctx.require(symLt(Sym(0), kernel[i]), "the kernel of a pool must be positive",
                "kernel size should be greater than zero, but got kH: " + kernel[0].str() +
                    " kW: " + kernel[1].str());
    ctx.require(symLt(Sym(0), stride[i]), "the stride of a pool must be positive",
                "stride should be greater than zero, but got dH: " + stride[0].str() +
                    " dW: " + stride[1].str());
    ctx.require(symLt(Sym(0), dilation[i]), "the dilation of a pool must be positive",
                "dilation should be greater than zero, but got dilationH: " + dilation[0].str() +
                    " dilationW: " + dilation[1].str());
    ctx.require(symLe(Sym(0), padding[i]), "the padding of a pool must not be negative",
                "pad must be non-negative, but got pad: " + padding[i].str());
    ctx.require(symLe(padding[i], floorDiv(dilation[i] * (kernel[i] - 1) + 1, 2)),
                "the padding of a pool must be at most half of its kernel",
                "pad should be at most half of effective kernel size, but got pad=" + padding[i].str() +
                    ", kernel_size=" + kernel[i].str() + " and dilation=" + dilation[i].str());
  }
  const std::string expectation =
      "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:" +
      listText(self.sizes);
  ctx.check(rank == 3 || rank == 4,
            isMax ? "non-empty 3D or 4D (batch mode) tensor expected for input" : expectation);
  for (size_t i = rank - 3; i < rank; ++i) // only the batch may be empty
    ctx.require(symLe(Sym(1), self.sizes[i]), "a pool's input must not be empty", expectation);
  std::vector<Sym> sizes = self.sizes;
  for (size_t i = 0; i < 2; ++i)
    sizes[rank - 2 + i] = outputSize(ctx, self.sizes[rank - 2 + i], kernel[i], padding[i], stride[i],
                                     dilation[i], ctx.flag("ceil_mode"));
  const std::string channels = self.sizes[rank - 3].str();
  const std::string message = "Given input size: (" + channels + "x" + self.sizes[rank - 2].str() + "x" +
                              self.sizes[rank - 1].str() + "). Calculated output size: (" + channels + "x" +
                              sizes[rank - 2].str() + "x" + sizes[rank - 1].str() +
                              "). Output size is too small";
  for (size_t i = rank - 2; i < rank; ++i)
    ctx.require(symLe(Sym(1), sizes[i]), "a pool's input must be at least as large as its kernel", message);
  return ctx.one(ctx.fresh(self.dtype, std::move(sizes)));
}

} // namespace

const std::vector<InferRow> &windowRows() {
  static const std::vector<InferRow> rows = {{Op::max_pool2d, inferPool}, {Op::avg_pool2d, inferPool}};
  return rows;
}

} // namespace fullgraph
