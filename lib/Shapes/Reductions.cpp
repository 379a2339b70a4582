// Reductions over dims, and the operators that normalise along one dim. Their results are contiguous.
#include "lib/Shapes/Layout.h"

namespace fullgraph {

namespace {

std::string dtypeText(ScalarType dtype) { return fg::toString(dtype); }

std::vector<bool> reducedMask(const std::vector<int64_t> &dims, size_t rank) {
  std::vector<bool> mask(rank, dims.empty());
  for (int64_t dim : dims)
    if (size_t(dim) < rank) // a 0-d tensor accepts dims 0 and -1
      mask[dim] = true;
  return mask;
}

InferredResult reduced(const InferContext &ctx, const TensorType &self, const std::vector<bool> &mask,
                       bool keepdim, ScalarType dtype) {
  std::vector<Sym> sizes;
  for (size_t i = 0; i < self.rank(); ++i)
    if (!mask[i])
      sizes.push_back(self.sizes[i]);
    else if (keepdim)
      sizes.push_back(1);
  return ctx.fresh(dtype, std::move(sizes));
}

/// A maximum of nothing does not exist: at::native::zero_numel_check_dims, and the check of a full reduction.
void requireElements(const InferContext &ctx, const TensorType &self, const std::vector<Sym> &dims,
                     const std::string &allMessage) {
  const auto requireAlong = [&](size_t dim, const std::string &message) {
    ctx.require(symLe(Sym(1), self.sizes[dim]),
                ctx.op.name + " needs an element along dim " + std::to_string(dim), message);
  };
  for (size_t i = 0; dims.empty() && i < self.rank(); ++i)
    requireAlong(i, allMessage);
  for (const Sym &dim : dims)
    if (self.rank() > 0)
      requireAlong(ctx.wrapDim(ctx.constant(dim, "dim"), self.rank()),
                   ctx.op.name + "(): Expected reduction dim " + dim.str() + " to have non-zero size.");
}

/// sum and prod: integers are added up in i64 unless a dtype is given.
Inference inferSum(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ScalarType dtype = self.dtype;
  if (const std::optional<ScalarType> wanted = ctx.dtype("dtype"))
    dtype = *wanted;
  else if (fg::isIntegralType(dtype, true))
    dtype = fg::kLong;
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  return ctx.one(reduced(ctx, self, mask, ctx.flag("keepdim"), dtype));
}

Inference inferMean(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const std::optional<ScalarType> wanted = ctx.dtype("dtype");
  const ScalarType dtype = wanted.value_or(self.dtype);
  ctx.check(fg::isFloatingType(dtype),
            std::string("mean(): could not infer output dtype. ") + (wanted ? "Optional" : "Input") +
                " dtype must be either a floating point or complex dtype. Got: " + dtypeText(dtype));
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  return ctx.one(reduced(ctx, self, mask, ctx.flag("keepdim"), dtype));
}

Inference inferAmax(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  requireElements(ctx, self, ctx.integers("dim"),
                  ctx.op.name +
                      "(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                      "reduction dim with the 'dim' argument.");
  return ctx.one(reduced(ctx, self, mask, ctx.flag("keepdim"), self.dtype));
}

Inference inferAny(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  // u8 stays u8: a mask type from before bool
  return ctx.one(
      reduced(ctx, self, mask, ctx.flag("keepdim"), self.dtype == fg::kByte ? fg::kByte : fg::kBool));
}

Inference inferVar(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ctx.check(fg::isFloatingType(self.dtype), "std and var only support floating point and complex dtypes");
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  return ctx.one(reduced(ctx, self, mask, ctx.flag("keepdim"), self.dtype));
}

Inference inferArgmax(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ctx.check(self.dtype != fg::kBool, ctx.op.name + "(): does not support bool input");
  const std::vector<bool> mask = reducedMask(ctx.dims("dim", self.rank()), self.rank());
  std::vector<Sym> dims;
  for (int64_t dim : ctx.dims("dim", self.rank()))
    dims.push_back(Sym(dim));
  requireElements(ctx, self, dims,
                  ctx.op.name + "(): Expected reduction dim to be specified for input.numel() == 0.");
  return ctx.one(reduced(ctx, self, mask, ctx.flag("keepdim"), fg::kLong));
}

Inference inferSoftmax(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const size_t dim = ctx.dim("dim", self.rank());
  const ScalarType dtype = ctx.dtype("dtype").value_or(self.dtype);
  ctx.check(fg::isFloatingType(dtype), "\"" + ctx.op.name + (dim + 1 >= self.rank() ? "_lastdim" : "") +
                                           "_kernel_impl\" not implemented for '" + dtypeText(dtype) + "'");
  return ctx.one(ctx.fresh(dtype, self.sizes));
}

} // namespace

bool isSumOrExtremum(const Node &reduced) {
  return reduced.is(Op::sum) || reduced.is(Op::mean) || reduced.is(Op::amax) || reduced.is(Op::amin);
}

const std::vector<InferRow> &reductionRows() {
  static const std::vector<InferRow> rows = {
      {Op::sum, inferSum},       {Op::mean, inferMean},       {Op::prod, inferSum},
      {Op::amax, inferAmax},     {Op::amin, inferAmax},       {Op::any, inferAny},
      {Op::all, inferAny},       {Op::var, inferVar},         {Op::argmax, inferArgmax},
      {Op::argmin, inferArgmax}, {Op::softmax, inferSoftmax}, {Op::log_softmax, inferSoftmax}};
  return rows;
}

} // namespace fullgraph
