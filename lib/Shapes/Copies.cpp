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

/// Weak, and of the widest dtype of its kind, as fg::Scalar holds numbers.
Inference inferNumber(InferContext &ctx) {
  const TensorType type = ctx.type(ctx.tensor("self"));
  InferredResult result = ctx.fresh(type.dtype == fg::kBool          ? fg::kBool
                                    : fg::isFloatingType(type.dtype) ? fg::kDouble
                                                                     : fg::kLong,
                                    {});
  result.type.weak = true;
  return ctx.one(std::move(result));
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

/// at::assert_no_partial_overlap: of dense tensors in one storage whose places in it are known.
void checkPartialOverlap(const InferContext &ctx, const Value *self, const Value *src) {
  const Value *rootA = self->base ? self->base : self, *rootB = src->base ? src->base : src;
  if (rootA != rootB)
    return;
  const TensorType a = ctx.type(self), b = ctx.type(src);
  const Decision denseA = isDense(ctx, a), denseB = isDense(ctx, b);
  // Counted in the parts of complex numbers.
  const Sym unitA = fg::isComplexType(a.dtype) ? 2 : 1, unitB = fg::isComplexType(b.dtype) ? 2 : 1;
  const Sym distance = ctx.simplify(unitB * src->offset - unitA * self->offset);
  const Sym lengthA = unitA * a.numel(), lengthB = unitB * b.numel();
  if (ctx.isZero(distance) && sameType(ctx.env, a, b))
    return; // the same elements, dense or not
  const std::string message =
      "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
      "memory location. Please clone() the tensor before performing the operation.";
  const char *const rule = "the operands of an in-place operator must not overlap";
  const Sym apart = symOr(symOr(symLe(lengthA, distance), symLe(lengthB, -distance)),
                          symOr(symEq(lengthA, Sym(0)), symEq(lengthB, Sym(0))));
  if (!denseA.value || !denseB.value) { // too hard to tell: ATen lets it pass; but a size of 1 makes it dense
    for (const Sym &condition : (denseA.value ? denseB : denseA).conditions)
      ctx.require(symOr(condition, apart), rule, message);
    return;
  }
  const bool sameRange = ctx.isZero(distance) && ctx.equal(lengthA, lengthB);
  const bool overlaps =
      sameRange || (ctx.isKnown(symLt(distance, lengthA)) && ctx.isKnown(symLt(-distance, lengthB)) &&
                    ctx.isKnown(symLt(Sym(0), lengthA)) && ctx.isKnown(symLt(Sym(0), lengthB)));
  const bool isSame = sameRange && sameType(ctx.env, a, b);
  ctx.check(!overlaps || isSame, message);
  // Places that only the call knows: the version is for those where nothing is refused.
  if (!isSame)
    ctx.require(apart, rule, message);
}

Inference inferCopy(InferContext &ctx) {
  Value *self = ctx.tensor("self"), *src = ctx.tensor("src");
  const TensorType type = ctx.type(self), from = ctx.type(src);
  checkWritable(ctx, type);
  checkPartialOverlap(ctx, self, src);
  for (const Value *operand : ctx.tensors("operands"))
    checkPartialOverlap(ctx, self, operand);
  const std::vector<Sym> common = ctx.broadcast(type.sizes, from.sizes);
  bool fits = common.size() == type.rank();
  for (size_t i = 0; fits && i < common.size(); ++i)
    fits = ctx.env.assume(symEq(common[i], type.sizes[i]), {}, "the written tensor keeps its size");
  ctx.check(fits, "output with shape " + listText(type.sizes) + " doesn't match the broadcast shape " +
                      listText(common));
  return ctx.one(sameAs(ctx, self));
}

} // namespace

std::optional<InferError> checkInPlace(ShapeEnv &env, const Value *self, const std::vector<Arg> &args,
                                       const TensorType &result, const SourceLoc &loc) {
  const std::vector<Arg> none;
  const InferContext ctx(env, schemaOf(Op::copy_), none, loc);
  try {
    const TensorType type = ctx.type(self);
    checkWritable(ctx, type);
    for (const Arg &arg : args)
      if (Value *const *operand = std::get_if<Value *>(&arg))
        checkPartialOverlap(ctx, self, *operand);
    bool fits = type.rank() == result.rank();
    for (size_t i = 0; fits && i < type.rank(); ++i)
      fits = env.assume(symEq(type.sizes[i], result.sizes[i]), loc,
                        "an in-place operator keeps its tensor's size");
    ctx.check(fits, "output with shape " + listText(type.sizes) + " doesn't match the broadcast shape " +
                        listText(result.sizes));
    ctx.check(fg::canCast(result.dtype, type.dtype),
              std::string("result type ") + fg::toString(result.dtype) +
                  " can't be cast to the desired output type " + fg::toString(type.dtype));
  } catch (const InferFailure &failure) {
    return failure.error;
  }
  return std::nullopt;
}

std::vector<Sym> contiguousCopyConditions(const InferContext &ctx) {
  const TensorType type = ctx.type(ctx.tensor("self"));
  Decision decision = isContiguous(ctx, type);
  if (!decision.value)
    needElements(ctx, type, decision.conditions);
  return std::move(decision.conditions);
}

const std::vector<InferRow> &copyRows() {
  static const std::vector<InferRow> rows = {{Op::to, inferTo},
                                             {Op::number, inferNumber},
                                             {Op::clone, inferClone},
                                             {Op::contiguous, inferContiguous},
                                             {Op::copy_, inferCopy}};
  return rows;
}

} // namespace fullgraph
