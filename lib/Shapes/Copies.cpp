// Copies and casts: `to`, `clone`, `contiguous`, and `copy_`, the operator that writes.
#include "lib/Shapes/Layout.h"

namespace fullgraph {

namespace {

InferredResult sameAs(const InferContext &ctx, Value *self) {
  const TensorType type = ctx.type(self);
  return ctx.viewOf(self, type.sizes, type.strides);
}

Inference inferTo(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const ScalarType dtype = ctx.dtype("dtype").value_or(self->type.dtype);
  if (dtype == self->type.dtype && !ctx.flag("copy") && !self->type.weak)
    return ctx.one(sameAs(ctx, self));
  const TensorType type = ctx.type(self);
  return ctx.one(ctx.fresh(dtype, type.sizes, preservedStrides(ctx, type)));
}

Inference inferClone(InferContext &ctx) {
  const TensorType type = ctx.type(ctx.tensor("self"));
  return ctx.one(ctx.fresh(type.dtype, type.sizes, preservedStrides(ctx, type)));
}

Inference inferContiguous(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  if (isContiguous(ctx, type).value)
    return ctx.one(sameAs(ctx, self));
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

/// at::assert_no_internal_overlap.
void checkWritable(const InferContext &ctx, const TensorType &self) {
  for (size_t i = 0; i < self.strides.size(); ++i)
    if (self.strides[i].isConst(0))
      ctx.require(
          symLe(self.sizes[i], Sym(1)), "elements of the written tensor must not share memory",
          "unsupported operation: more than one element of the written-to tensor refers to a single memory "
          "location. Please clone() the tensor before performing the operation.");
}

/// at::assert_no_partial_overlap, for dense pieces of one storage at known distances (others are not
/// checked).
void checkPartialOverlap(const InferContext &ctx, const Value *self, const Value *src) {
  const Value *rootA = self->base ? self->base : self, *rootB = src->base ? src->base : src;
  if (rootA != rootB)
    return;
  const TensorType a = ctx.type(self), b = ctx.type(src);
  if (!looksContiguous(ctx, a) || !looksContiguous(ctx, b))
    return;
  const auto distance = (src->offset - self->offset).asInt(), lengthA = a.numel().asInt(),
             lengthB = b.numel().asInt();
  if (!distance || !lengthA || !lengthB || *lengthA == 0 || *lengthB == 0)
    return;
  const bool same = *distance == 0 && *lengthA == *lengthB;
  const bool apart = *distance >= *lengthA || -*distance >= *lengthB;
  ctx.check(same || apart,
            "unsupported operation: some elements of the input tensor and the written-to tensor refer "
            "to a single memory location. Please clone() the tensor before performing the operation.");
}

Inference inferCopy(InferContext &ctx) {
  Value *self = ctx.tensor("self"), *src = ctx.tensor("src");
  const TensorType type = ctx.type(self), from = ctx.type(src);
  checkWritable(ctx, type);
  checkPartialOverlap(ctx, self, src);
  const std::vector<Sym> common = ctx.broadcast(type.sizes, from.sizes);
  bool fits = common.size() == type.rank();
  for (size_t i = 0; fits && i < common.size(); ++i)
    fits = ctx.env.assume(symEq(common[i], type.sizes[i]), {}, "the written tensor keeps its size");
  ctx.check(fits, "output with shape " + listText(type.sizes) + " doesn't match the broadcast shape " +
                      listText(common));
  return ctx.one(sameAs(ctx, self));
}

} // namespace

std::vector<Sym> contiguousCopyConditions(const InferContext &ctx) {
  return isContiguous(ctx, ctx.type(ctx.tensor("self"))).conditions;
}

const std::vector<InferRow> &copyRows() {
  static const std::vector<InferRow> rows = {
      {"to", inferTo}, {"clone", inferClone}, {"contiguous", inferContiguous}, {"copy_", inferCopy}};
  return rows;
}

} // namespace fullgraph
