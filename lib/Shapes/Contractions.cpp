// Matrix products, linear and convolution. Results are contiguous.
#include "lib/Shapes/Layout.h"

namespace fullgraph {

namespace {

using Sizes = std::vector<Sym>;

std::string by(const Sym &rows, const Sym &columns) { return rows.str() + "x" + columns.str(); }

void checkProductDtype(const InferContext &ctx, ScalarType dtype, const std::string &kernel) {
  ctx.check(dtype != fg::kBool, "\"" + kernel + "\" not implemented for 'Bool'");
}

/// K of [M, K] x [K, N].
void contract(const InferContext &ctx, const Sym &a, const Sym &b, const std::string &message) {
  ctx.requireEqual(a, b, "the contracted dims of " + ctx.op.name + " must match", message);
}

void checkMm(const InferContext &ctx, ScalarType a, ScalarType b) {
  ctx.check(a == b,
            "expected m1 and m2 to have the same dtype, but got: " + cTypeName(a) + " != " + cTypeName(b));
  checkProductDtype(ctx, a, "addmm_impl_cpu_");
}

void checkBmm(const InferContext &ctx, ScalarType a, ScalarType b) {
  checkProductDtype(ctx, a, "bmm");
  ctx.check(a == b, std::string("expected scalar type ") + fg::toString(a) + " but found " + fg::toString(b));
}

std::string mmMessage(const Sym &m, const Sym &k, const Sym &k2, const Sym &n) {
  return "mat1 and mat2 shapes cannot be multiplied (" + by(m, k) + " and " + by(k2, n) + ")";
}

std::string bmmMessage(const Sym &batch, const Sym &k, const Sym &batch2, const Sym &k2) {
  return "Expected size for first two dimensions of batch2 tensor to be: " + listText({batch, k}) +
         " but got: " + listText({batch2, k2}) + ".";
}

Sizes withoutLast(const Sizes &sizes, size_t count) { return Sizes(sizes.begin(), sizes.end() - count); }

/// at::matmul's rank rules (aten/src/ATen/native/LinearAlgebra.cpp).
Sizes matmulSizes(const InferContext &ctx, const TensorType &a, const TensorType &b) {
  const size_t rankA = a.rank(), rankB = b.rank();
  ctx.check(rankA > 0 && rankB > 0, "both arguments to matmul need to be at least 1D, but they are " +
                                        std::to_string(rankA) + "D and " + std::to_string(rankB) + "D");
  if (rankA == 1 && rankB == 1) {
    ctx.check(a.dtype == b.dtype, std::string("dot : expected both vectors to have same dtype, but found ") +
                                      fg::toString(a.dtype) + " and " + fg::toString(b.dtype));
    checkProductDtype(ctx, a.dtype, "dot");
    const std::string x = a.sizes[0].str(), y = b.sizes[0].str();
    contract(ctx, a.sizes[0], b.sizes[0],
             "inconsistent tensor size, expected tensor [" + x + "] and src [" + y +
                 "] to have the same number of elements, but got " + x + " and " + y +
                 " elements respectively");
    return {};
  }
  if (rankB == 1) {
    const Sizes rows = withoutLast(a.sizes, 1);
    const std::string m = product(rows).str(), other = fg::toString(b.dtype), own = fg::toString(a.dtype);
    ctx.check(a.dtype == b.dtype, "addmv input tensors must have the same dtype, but got " + other + ", " +
                                      own + ", and " + other);
    checkProductDtype(ctx, a.dtype, "addmv_impl_cpu");
    contract(ctx, a.sizes.back(), b.sizes[0],
             "size mismatch, got input (" + m + "), mat (" + m + "x" + a.sizes.back().str() + "), vec (" +
                 b.sizes[0].str() + ")");
    return rows;
  }
  const Sym &k = a.sizes.back(), &k2 = b.sizes[rankB - 2], &n = b.sizes.back();
  if (rankB == 2) {
    Sizes sizes = withoutLast(a.sizes, 1);
    contract(ctx, k, k2, mmMessage(product(sizes), k, k2, n));
    checkMm(ctx, a.dtype, b.dtype);
    sizes.push_back(n);
    return sizes;
  }
  const Sizes batchB = withoutLast(b.sizes, 2);
  Sizes sizes = rankA > 2 ? ctx.broadcast(withoutLast(a.sizes, 2), batchB) : batchB;
  contract(ctx, k, k2, bmmMessage(product(sizes), k, product(sizes), k2));
  checkBmm(ctx, a.dtype, b.dtype);
  if (rankA > 1)
    sizes.push_back(a.sizes[rankA - 2]);
  sizes.push_back(n);
  return sizes;
}

Inference inferMatmul(InferContext &ctx) {
  const TensorType a = ctx.type(ctx.tensor("self")), b = ctx.type(ctx.tensor("other"));
  return ctx.one(ctx.fresh(a.dtype, matmulSizes(ctx, a, b)));
}

Inference inferMm(InferContext &ctx) {
  const TensorType a = ctx.type(ctx.tensor("self")), b = ctx.type(ctx.tensor("mat2"));
  ctx.check(a.rank() == 2, "self must be a matrix");
  ctx.check(b.rank() == 2, "mat2 must be a matrix");
  return ctx.one(ctx.fresh(a.dtype, matmulSizes(ctx, a, b)));
}

Inference inferBmm(InferContext &ctx) {
  const TensorType a = ctx.type(ctx.tensor("self")), b = ctx.type(ctx.tensor("mat2"));
  ctx.check(a.rank() == 3, "batch1 must be a 3D tensor");
  ctx.check(b.rank() == 3, "batch2 must be a 3D tensor");
  const std::string message = bmmMessage(a.sizes[0], a.sizes[2], b.sizes[0], b.sizes[1]);
  const Sym batch = ctx.requireEqual(a.sizes[0], b.sizes[0], "the batches of bmm must match",
                                     message); // bmm does not broadcast
  contract(ctx, a.sizes[2], b.sizes[1], message);
  checkBmm(ctx, a.dtype, b.dtype);
  return ctx.one(ctx.fresh(a.dtype, {batch, a.sizes[1], b.sizes[2]}));
}

/// The bias of linear is broadcast to the result seen as a matrix (addmm), or added to a vector.
void checkBias(const InferContext &ctx, const TensorType &bias, const TensorType &input,
               const Sizes &result) {
  const ScalarType dtype = input.dtype;
  ctx.check(bias.dtype == dtype, std::string("self and mat2 must have the same dtype, but got ") +
                                     fg::toString(bias.dtype) + " and " + fg::toString(dtype));
  const Sym rows = product(withoutLast(result, 1));
  const Sizes target = result.size() == 1 ? result : Sizes{rows, result.back()};
  if (bias.rank() > target.size() && result.size() == 1)
    ctx.fail("output with shape " + listText(result) + " doesn't match the broadcast shape " +
             listText(ctx.broadcast(result, bias.sizes)));
  ctx.check(bias.rank() <= target.size(),
            std::string("expand(torch.") + fg::toString(dtype) + "Tensor{" + listText(bias.sizes) +
                "}, size=" + listText(target) + "): the number of sizes provided (" +
                std::to_string(target.size()) +
                ") must be greater or equal to the number of dimensions in the tensor (" +
                std::to_string(bias.rank()) + ")");
  for (size_t i = 0; i < bias.rank(); ++i) {
    const size_t dim = i + target.size() - bias.rank();
    if (!ctx.isOne(bias.sizes[i]))
      ctx.requireEqual(
          target[dim], bias.sizes[i], "the bias of linear must have the size of the result's last dim",
          "The expanded size of the tensor (" + target[dim].str() + ") must match the existing size (" +
              bias.sizes[i].str() + ") at non-singleton dimension " + std::to_string(dim) +
              ".  Target sizes: " + listText(target) + ".  Tensor sizes: " + listText(bias.sizes));
  }
}

Inference inferLinear(InferContext &ctx) {
  const TensorType input = ctx.type(ctx.tensor("input"));
  TensorType weight = ctx.type(ctx.tensor("weight"));
  ctx.check(input.rank() > 0 && weight.rank() > 0,
            "both arguments to linear need to be at least 1D, but they are " + std::to_string(input.rank()) +
                "D and " + std::to_string(weight.rank()) + "D");
  ctx.check(weight.rank() <= 2,
            "t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(weight.rank()) + "D");
  const Value *bias = ctx.optionalTensor("bias");
  ctx.check(!bias || weight.rank() == 2, "mat2 must be a matrix, got 1-D tensor");
  weight.strides.clear();
  if (weight.rank() == 2)
    std::swap(weight.sizes[0], weight.sizes[1]);
  Sizes sizes = matmulSizes(ctx, input, weight);
  if (bias)
    checkBias(ctx, ctx.type(bias), input, sizes);
  for (Sym &size : sizes)
    size = ctx.simplify(size);
  return ctx.one(ctx.fresh(input.dtype, std::move(sizes)));
}

/// One number for all spatial dims, or one for each.
Sizes spatial(const InferContext &ctx, std::string_view name, size_t count) {
  Sizes list = ctx.integers(name);
  ctx.check(list.size() == 1 || list.size() == count,
            "expected " + std::string(name) + " to be a single integer value or a list of " +
                std::to_string(count) + " values to match the convolution dimensions, but got " +
                std::string(name) + "=" + listText(list));
  if (list.size() == 1)
    list.resize(count, list[0]);
  return list;
}

void requireAll(const InferContext &ctx, const Sizes &list, int64_t least, const std::string &message) {
  for (const Sym &value : list)
    ctx.require(symLe(Sym(least), value), message, message);
}

/// at::native check_shape_forward and conv_output_size (aten/src/ATen/native/Convolution.cpp).
Inference inferConvolution(InferContext &ctx) {
  const TensorType input = ctx.type(ctx.tensor("input")), weight = ctx.type(ctx.tensor("weight"));
  const size_t rank = weight.rank();
  ctx.check(rank >= 3, "weight should have at least three dimensions");
  const std::string weightText = listText(weight.sizes), inputText = listText(input.sizes);
  const std::string expectation = "Expected " + std::to_string(rank) + "-dimensional input for " +
                                  std::to_string(rank) + "-dimensional weight " + weightText + ", but got " +
                                  std::to_string(input.rank()) + "-dimensional input of size " + inputText +
                                  " instead";
  if (const Value *bias = ctx.optionalTensor("bias"))
    ctx.check(bias->type.dtype == input.dtype, "Input type (" + cTypeName(input.dtype) + ") and bias type (" +
                                                   cTypeName(bias->type.dtype) + ") should be the same");
  ctx.check(input.rank() == rank, expectation);
  const size_t count = rank - 2;
  const Sizes stride = spatial(ctx, "stride", count), padding = spatial(ctx, "padding", count),
              dilation = spatial(ctx, "dilation", count);
  requireAll(ctx, padding, 0, "negative padding is not supported");
  requireAll(ctx, stride, 1, "non-positive stride is not supported");
  requireAll(ctx, dilation, 1, "dilation should be greater than zero, but got " + listText(dilation));
  const Sym groups = ctx.integer("groups");
  ctx.require(symLt(Sym(0), groups), "groups must be positive", "non-positive groups is not supported");
  const Sym &outChannels = weight.sizes[0];
  ctx.require(symLe(groups, outChannels), "a convolution needs an output channel for each group",
              "Given groups=" + groups.str() + ", expected weight to be at least " + groups.str() +
                  " at dimension 0, but got weight of size " + weightText + " instead");
  ctx.require(symEq(floorMod(outChannels, groups), Sym(0)), "groups must divide the output channels",
              "Given groups=" + groups.str() + ", expected weight to be divisible by " + groups.str() +
                  " at dimension 0, but got weight of size [" + weightText + "] instead");
  const Sym channels = weight.sizes[1] * groups;
  ctx.requireEqual(input.sizes[1], channels, "the channels of a convolution's input and weight must match",
                   "Given groups=" + groups.str() + ", weight of size " + weightText + ", expected input" +
                       inputText + " to have " + channels.str() + " channels, but got " +
                       input.sizes[1].str() + " channels instead");
  ctx.check(rank <= 5, "unsupported ConvNd parameters");
  ctx.check(input.dtype == weight.dtype, std::string("expected scalar type ") + fg::toString(input.dtype) +
                                             " but found " + fg::toString(weight.dtype));
  checkProductDtype(ctx, input.dtype, "slow_conv2d_cpu");
  if (const Value *value = ctx.optionalTensor("bias")) {
    const TensorType bias = ctx.type(value);
    const std::string message = "Given weight of size " + weightText +
                                ", expected bias to be 1-dimensional with " + outChannels.str() +
                                " elements, but got bias of size " + listText(bias.sizes) + " instead";
    ctx.check(bias.rank() == 1, message);
    ctx.requireEqual(outChannels, bias.sizes[0],
                     "a convolution's bias must have one value for each output channel", message);
  }
  Sizes sizes = {input.sizes[0], outChannels};
  std::string padded, kernel;
  for (size_t i = 0; i < count; ++i) {
    padded += (i ? " x " : "") + (input.sizes[i + 2] + 2 * padding[i]).str();
    kernel += (i ? " x " : "") + (dilation[i] * (weight.sizes[i + 2] - 1) + 1).str();
  }
  for (size_t i = 0; i < count; ++i) {
    const Sym room = input.sizes[i + 2] + 2 * padding[i],
              extent = dilation[i] * (weight.sizes[i + 2] - 1) + 1;
    ctx.require(symLe(extent, room), "a convolution's input must be at least as large as its kernel",
                "Calculated padded input size per channel: (" + padded + "). Kernel size: (" + kernel +
                    "). Kernel size can't be greater than actual input size");
    sizes.push_back(ctx.simplify(floorDiv(room - extent, stride[i]) + 1));
  }
  // Padding cannot make up for an image that is not there; an empty batch or no channels are fine.
  if (!ctx.isZero(input.sizes[0]) && !ctx.isZero(input.sizes[1]))
    for (size_t i = 2; i < rank; ++i) {
      Sizes shape = input.sizes;
      if (count == 1)
        shape.insert(shape.begin() + 2, 1); // 1-d goes the way of 2-d
      ctx.require(symLe(Sym(1), input.sizes[i]), "a convolution's image must not be empty",
                  "Only zero batch or zero channel inputs are supported, but got input shape: " +
                      listText(shape));
    }
  // ATen keeps a channels-last layout here and in pools and cat; the eager operators write C order.
  return ctx.one(ctx.fresh(input.dtype, std::move(sizes)));
}

} // namespace

bool isMatrixProduct(const Node &node) {
  return node.op->family == OpFamily::Contraction && !node.is(Op::convolution);
}

const std::vector<InferRow> &contractionRows() {
  static const std::vector<InferRow> rows = {{Op::matmul, inferMatmul},
                                             {Op::mm, inferMm},
                                             {Op::bmm, inferBmm},
                                             {Op::linear, inferLinear},
                                             {Op::convolution, inferConvolution}};
  return rows;
}

} // namespace fullgraph
