// Views: the result shares self's storage, from an offset, under other sizes and strides (ATen's
// TensorShape.cpp). `reshape` is one where the strides allow it, and a copy otherwise.
#include "lib/Shapes/GuessedViews.h"

#include <algorithm>
#include <set>

namespace fullgraph {

namespace {

/// A size given by the program: a number of it must not be negative (-1 has a meaning of its own, as a
/// constant).
void requireSize(const InferContext &ctx, const Sym &size, const std::string &message) {
  ctx.require(symLe(Sym(0), size), "a size given to " + ctx.op.name + " must not be negative", message);
}

/// at::infer_size: resolves -1, and makes the new sizes hold as many elements as the old ones.
std::vector<Sym> resolveSizes(const InferContext &ctx, const TensorType &self, std::vector<Sym> sizes) {
  const std::string shape = listText(sizes);
  const std::string invalid = "shape '" + shape + "' is invalid for input of size " + self.numel().str();
  std::optional<size_t> inferred;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].isConst(-1)) {
      ctx.check(!inferred, "only one dimension can be inferred");
      inferred = i;
    } else {
      requireSize(ctx, sizes[i],
                  "invalid shape dimension " + sizes[i].str() + " at index " + std::to_string(i) +
                      " of shape " + shape);
    }
  }
  // With the signs known, c / n is a floor division: what is required below is in the terms of the result.
  for (Sym &size : sizes)
    size = ctx.simplify(size);
  // What both have cancels, so that sums of symbols (a slice's size) need no division.
  std::vector<Sym> from = self.sizes, to;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (inferred == i)
      continue;
    const auto same =
        std::find_if(from.begin(), from.end(), [&](const Sym &size) { return ctx.equal(size, sizes[i]); });
    if (same != from.end() && !sizes[i].isConst(0))
      from.erase(same);
    else
      to.push_back(sizes[i]);
  }
  if (!inferred) {
    const Sym have = product(from), want = product(to);
    if (have == want)
      return sizes;
    ctx.require(symEq(self.numel(), product(sizes)), "view and tensor must have as many elements", invalid);
    // Without the sizes that both have, it also says how dims are split. Only an empty tensor may differ.
    if (const Sym same = symEq(have, want); !ctx.isKnownFalse(same))
      ctx.require(same, "view and tensor must have as many elements", invalid);
    return sizes;
  }
  Sym have = product(from), known = product(to);
  // 8 * c is a multiple of 8 * n where c is one of n: what is asked says so of c itself.
  for (const Sym &size : to)
    if (const auto left = divideExactly(have, size), of = divideExactly(known, size);
        size.isConst() && !size.isConst(0) && left && of)
      have = *left, known = *of;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (inferred != i)
      ctx.require(symNe(sizes[i], Sym(0)), "the size that -1 stands for must be determined",
                  "cannot reshape tensor of 0 elements into shape " + shape +
                      " because the unspecified dimension size -1 can be any value and is ambiguous");
  if (const std::optional<Sym> quotient = divideExactly(have, known)) {
    sizes[*inferred] = *quotient;
  } else {
    ctx.require(symEq(floorMod(have, known), Sym(0)),
                "the sizes of a view must divide the number of elements", invalid);
    sizes[*inferred] = ctx.simplify(floorDiv(have, known));
  }
  return sizes;
}

/// What was assumed while sizes were resolved may have made self's sizes better known.
TensorType resimplified(const InferContext &ctx, const Value *self, std::vector<Sym> &sizes) {
  for (Sym &size : sizes)
    size = ctx.simplify(size);
  return ctx.type(self);
}

/// May the sizes be those of a view of the tensor, and with which strides? `sizes`: `wanted`, without -1.
/// Which dims are split is guessed where nothing says so.
ViewDecision decideView(InferContext &ctx, const Value *self, const std::vector<Sym> &wanted,
                        std::vector<Sym> &sizes) {
  sizes = resolveSizes(ctx, ctx.type(self), wanted);
  ViewDecision view = viewStrides(ctx, resimplified(ctx, self, sizes), sizes);
  if (view.decided)
    return view;
  const bool infers =
      std::any_of(wanted.begin(), wanted.end(), [](const Sym &size) { return size.isConst(-1); });
  const bool isGuessed =
      !infers && (requireSplit(ctx, ctx.type(self), sizes) || requireMerge(ctx, ctx.type(self), sizes));
  if (!isGuessed && !requireSameLast(ctx, ctx.type(self), wanted))
    return view;
  sizes = resolveSizes(ctx, ctx.type(self), wanted);
  return viewStrides(ctx, resimplified(ctx, self, sizes), sizes);
}

Inference inferView(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  std::vector<Sym> sizes;
  ViewDecision view = decideView(ctx, self, ctx.integers("size"), sizes);
  const TensorType type = ctx.type(self);
  if (!view.decided)
    if (auto strides = requireSplitOfFirst(ctx, type, sizes))
      view = {true, std::move(strides), {}};
  ctx.check(view.decided, "cannot decide whether a tensor of sizes " + listText(type.sizes) +
                              " and strides " + listText(type.strides) + " can be viewed as " +
                              listText(sizes));
  ctx.check(view.strides.has_value(), "view size is not compatible with input tensor's size and stride (at "
                                      "least one dimension spans across two "
                                      "contiguous subspaces). Use .reshape(...) instead.");
  return ctx.one(ctx.viewOf(self, sizes, *view.strides));
}

/// The factors of a product whose being 1 `condition` ("p != 1") denies; factors that are sizes are then 1,
/// too.
std::vector<Sym> factorsThatAreOne(const Sym &condition) {
  if (condition.kind() != SymKind::Not || condition.operands()[0].kind() != SymKind::Eq)
    return {};
  const std::vector<Sym> &sides = condition.operands()[0].operands();
  const Sym &value = sides[0].isConst(1) ? sides[1] : sides[0];
  const bool isProduct = value.kind() == SymKind::Mul && (sides[0].isConst(1) || sides[1].isConst(1));
  return isProduct ? value.operands() : std::vector<Sym>();
}

/// Where `condition` fails, is the tensor contiguous? Then reshape returns a view with the strides of a copy.
bool isContiguousWithout(const InferContext &ctx, const Value *self, const Sym &condition) {
  ShapeEnv env = ctx.env;
  if (!env.assume(symNot(condition), {}, ""))
    return true;
  for (const Sym &factor : factorsThatAreOne(condition))
    if (env.lowerBound(factor).value_or(-1) >= 0)
      env.assume(symEq(factor, Sym(1)), {}, "");
  const std::vector<Arg> none;
  const SourceLoc nowhere;
  const InferContext without(env, ctx.op, none, nowhere);
  return looksContiguous(without, without.type(self));
}

/// Is only an empty tensor copied, where `condition` holds? In a path for `n <= 1`, `n != 1` says that n is
/// 0.
bool leavesOnlyEmpty(const InferContext &ctx, const Value *self, const Sym &condition) {
  ShapeEnv env = ctx.env;
  const Sym count = ctx.type(self).numel();
  return ctx.env.prove(symEq(count, Sym(0))) != true &&
         (!env.assume(condition, {}, "") || env.prove(symEq(count, Sym(0))) == true);
}

Inference inferReshape(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const std::vector<Sym> wanted = ctx.integers("shape");
  std::vector<Sym> sizes;
  ViewDecision view = decideView(ctx, self, wanted, sizes);
  const auto ofEmpty = llvm::find_if(
      view.conditions, [&](const Sym &condition) { return leavesOnlyEmpty(ctx, self, condition); });
  if (view.decided && !view.strides && ofEmpty != view.conditions.end()) {
    ctx.require(symNot(*ofEmpty), "reshape gives a view", "cannot decide whether reshape copies");
    view = decideView(ctx, self, wanted, sizes);
  }
  const TensorType type = ctx.type(self);
  ctx.check(view.decided, "cannot decide whether reshape copies a tensor of sizes " + listText(type.sizes) +
                              " and strides " + listText(type.strides) + " to " + listText(sizes));
  if (view.strides)
    return ctx.one(ctx.viewOf(self, sizes, *view.strides));
  for (const Sym &condition : view.conditions)
    if (!isContiguousWithout(ctx, self, condition))
      ctx.require(condition, "reshape copies, unless the strides allow a view",
                  "cannot decide whether reshape copies");
  return ctx.one(ctx.fresh(type.dtype, sizes));
}

Inference inferPermute(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  const std::vector<int64_t> dims = ctx.constants("dims");
  ctx.check(dims.size() == type.rank(), "permute(sparse_coo): number of dimensions in the tensor input does "
                                        "not match the length of the desired "
                                        "ordering of dimensions i.e. input.dim() = " +
                                            std::to_string(type.rank()) +
                                            " is not equal to len(dims) = " + std::to_string(dims.size()));
  const std::vector<Sym> own = type.stridesOrContiguous();
  std::vector<Sym> sizes, strides;
  std::vector<bool> seen(type.rank());
  for (int64_t dim : dims) {
    dim = ctx.wrapDim(dim, type.rank());
    ctx.check(!seen[dim], "permute(): duplicate dims are not allowed.");
    seen[dim] = true;
    sizes.push_back(type.sizes[dim]);
    strides.push_back(own[dim]);
  }
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides)));
}

/// at::inferExpandGeometry.
Inference inferExpand(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  std::vector<Sym> sizes = ctx.integers("size");
  const std::string wanted = listText(sizes), given = listText(type.sizes);
  ctx.check(sizes.size() >= type.rank(),
            std::string("expand(torch.") + fg::toString(type.dtype) + "Tensor{" + given +
                "}, size=" + wanted + "): the number of sizes provided (" + std::to_string(sizes.size()) +
                ") must be greater or equal to the number of dimensions in the tensor (" +
                std::to_string(type.rank()) + ")");
  const std::vector<Sym> own = type.stridesOrContiguous();
  std::vector<Sym> strides(sizes.size());
  const size_t leading = sizes.size() - type.rank();
  for (size_t i = sizes.size(); i-- > 0;) {
    const bool isNew = i < leading;
    const Sym have = isNew ? Sym(1) : type.sizes[i - leading];
    strides[i] = type.rank() == 0       ? Sym(0)
                 : !isNew               ? own[i - leading]
                 : i + 1 < sizes.size() ? sizes[i + 1] * strides[i + 1]
                                        : Sym(1);
    if (sizes[i].isConst(-1)) {
      ctx.check(!isNew,
                "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                    std::to_string(i));
      sizes[i] = have;
      continue;
    }
    const std::string mismatch = "The expanded size of the tensor (" + sizes[i].str() +
                                 ") must match the existing size (" + have.str() +
                                 ") at non-singleton dimension " + std::to_string(i) +
                                 ".  Target sizes: " + wanted + ".  Tensor sizes: " + given;
    if (ctx.equal(sizes[i], have))
      continue;
    // What is 0 or 1, as the size of x.slice(0, 0, 1), expands where it is 1.
    const bool isOne =
        ctx.isOne(have) || (!have.isConst() && ctx.isKnown(symLe(have, Sym(1))) && ctx.takenForOne(have));
    if (isOne) {
      requireSize(ctx, sizes[i], mismatch);
      strides[i] = 0;
    } else {
      sizes[i] =
          ctx.requireEqual(have, sizes[i], "expand must keep the size of dim " + std::to_string(i), mismatch);
    }
  }
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides)));
}

Inference inferSqueeze(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  const std::vector<int64_t> dims = ctx.dims("dim", type.rank());
  const std::vector<Sym> own = type.stridesOrContiguous();
  std::vector<Sym> sizes, strides;
  for (size_t i = 0; i < type.rank(); ++i) {
    if (std::find(dims.begin(), dims.end(), int64_t(i)) != dims.end()) {
      if (ctx.isOne(type.sizes[i]))
        continue;
      // The result's rank hangs on it.
      ctx.require(symNe(type.sizes[i], Sym(1)),
                  "squeeze drops dim " + std::to_string(i) + " when its size is 1",
                  "cannot decide whether squeeze drops dim " + std::to_string(i));
    }
    sizes.push_back(type.sizes[i]);
    strides.push_back(own[i]);
  }
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides)));
}

Inference inferUnsqueeze(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  const size_t dim = ctx.dim("dim", type.rank() + 1);
  std::vector<Sym> sizes = type.sizes, strides = type.stridesOrContiguous();
  const Sym stride = dim < type.rank() ? sizes[dim] * strides[dim] : Sym(1);
  sizes.insert(sizes.begin() + dim, 1);
  strides.insert(strides.begin() + dim, stride);
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides)));
}

Inference inferSelect(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  ctx.check(type.rank() > 0, "select() cannot be applied to a 0-dim tensor.");
  const size_t dim = ctx.dim("dim", type.rank());
  const Sym given = ctx.integer("index"), &size = type.sizes[dim];
  const Sym index = fromStart(ctx, given, size, "the index of select");
  ctx.require(symAnd(symLe(Sym(0), index), symLt(index, size)), "the index of select must be within the size",
              "select(): index " + given.str() + " out of range for tensor of size " + listText(type.sizes) +
                  " at dimension " + std::to_string(dim));
  std::vector<Sym> sizes = type.sizes, strides = type.stridesOrContiguous();
  const Sym offset = index * strides[dim];
  sizes.erase(sizes.begin() + dim);
  strides.erase(strides.begin() + dim);
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides), offset));
}

Sym clampTo(const InferContext &ctx, const Sym &value, const Sym &lowest, const Sym &highest) {
  Sym result = value;
  if (!ctx.isKnown(symLe(result, highest)))
    result = ctx.isKnown(symLe(highest, result)) ? highest : symMin(result, highest);
  if (!ctx.isKnown(symLe(lowest, result)))
    result = ctx.isKnown(symLe(result, lowest)) ? lowest : symMax(result, lowest);
  return result;
}

Inference inferSlice(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  ctx.check(type.rank() > 0, "slice() cannot be applied to a 0-dim tensor.");
  const size_t dim = ctx.dim("dim", type.rank());
  const SliceBounds bounds = sliceBounds(ctx, ctx.optionalInteger("start"), ctx.optionalInteger("end"),
                                         ctx.integer("step"), type.sizes[dim]);
  std::vector<Sym> sizes = type.sizes, strides = type.stridesOrContiguous();
  const Sym offset = bounds.start * strides[dim];
  sizes[dim] = bounds.length;
  strides[dim] = strides[dim] * bounds.step;
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides), offset));
}

Inference inferMainDiagonal(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  const std::string message =
      "main_diagonal: expected batches of square matrices, but got sizes " + listText(type.sizes);
  const size_t rank = type.rank();
  ctx.check(rank > 1, message);
  std::vector<Sym> sizes = type.sizes, strides = type.stridesOrContiguous();
  sizes[rank - 2] =
      ctx.requireEqual(sizes[rank - 2], sizes[rank - 1], "a plane must be square for its diagonal", message);
  strides[rank - 2] = strides[rank - 2] + strides[rank - 1];
  sizes.pop_back();
  strides.pop_back();
  return ctx.one(ctx.viewOf(self, std::move(sizes), std::move(strides)));
}

Inference inferViewAsReal(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  ctx.check(fg::isComplexType(type.dtype), "view_as_real is only supported for complex tensors");
  std::vector<Sym> sizes = type.sizes, strides;
  for (const Sym &stride : type.stridesOrContiguous())
    strides.push_back(2 * stride);
  sizes.push_back(2);
  strides.push_back(1);
  return ctx.one(
      ctx.viewAs(fg::realType(type.dtype), self, std::move(sizes), std::move(strides), 2 * self->offset));
}

Inference inferViewAsComplex(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  ctx.check(
      type.dtype == fg::kFloat || type.dtype == fg::kDouble,
      std::string("view_as_complex is only supported for half, float and double tensors, but got a tensor "
                  "of scalar type: ") +
          fg::toString(type.dtype));
  ctx.check(type.rank() > 0, "Input tensor must have one or more dimensions");
  const std::string two = "Tensor must have a last dimension of size 2",
                    dense = "Tensor must have a last dimension with stride 1",
                    even = "Tensor must have a stride divisible by 2 for all but last dimension";
  ctx.requireEqual(type.sizes.back(), 2, "the parts of a complex number are two", two);
  std::vector<Sym> sizes = type.sizes, strides = type.stridesOrContiguous();
  ctx.require(symEq(strides.back(), Sym(1)), "the parts of a complex number stand side by side", dense);
  sizes.pop_back();
  strides.pop_back();
  const auto half = [&](const Sym &value, const std::string &message) {
    if (const std::optional<Sym> exact = divideExactly(value, Sym(2)))
      return *exact;
    ctx.require(symEq(floorMod(value, Sym(2)), Sym(0)), "complex numbers begin at every other part", message);
    return ctx.simplify(floorDiv(value, Sym(2)));
  };
  for (Sym &stride : strides)
    stride = half(stride, even);
  return ctx.one(ctx.viewAs(fg::complexType(type.dtype), self, std::move(sizes), std::move(strides),
                            half(self->offset, "Tensor must have a storage_offset divisible by 2")));
}

/// The last element that sizes and strides reach, counted from the first.
Sym lastElement(const std::vector<Sym> &sizes, const std::vector<Sym> &strides) {
  Sym last = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    last = last + (sizes[i] - Sym(1)) * strides[i];
  return last;
}

/// Within what is known of the memory: all of a value's, of an input's the part that it shows. A call that
/// reaches further into an input's storage is not the graph's.
Inference inferAsStrided(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  std::vector<Sym> sizes = ctx.integers("size"), strides = ctx.integers("stride");
  ctx.check(sizes.size() == strides.size(), "mismatch in length of strides and shape");
  const Sym offset = ctx.optionalInteger("storage_offset").value_or(self->offset);
  for (size_t i = 0; i < sizes.size(); ++i) {
    requireSize(ctx, sizes[i],
                "Trying to create tensor with negative dimension " + sizes[i].str() + ": " + listText(sizes));
    ctx.require(symLe(Sym(0), strides[i]), "a stride given to as_strided must not be negative",
                "as_strided: Negative strides are not supported at the moment, got strides: " +
                    listText(strides));
  }
  const TensorType whole = ctx.type(self->root());
  const Sym end = lastElement(whole.sizes, whole.stridesOrContiguous()) + Sym(1);
  const Sym bytes = int64_t(fg::elementSize(whole.dtype)),
            behind = offset + lastElement(sizes, strides) + Sym(1);
  const std::string outside = "setStorage: sizes " + listText(sizes) + ", strides " + listText(strides) +
                              ", storage offset " + offset.str() + ", and itemsize " + bytes.str() +
                              " requiring a storage size of " + (behind * bytes).str() +
                              " are out of bounds for storage of size " + (end * bytes).str();
  ctx.require(symLe(Sym(0), offset), "as_strided must begin within the memory", outside);
  if (std::none_of(sizes.begin(), sizes.end(), [&](const Sym &size) { return ctx.isZero(size); }))
    ctx.require(symLe(behind, end), "as_strided must end within the memory", outside);
  return ctx.one(ctx.viewAs(self->type.dtype, self, std::move(sizes), std::move(strides), offset));
}

Inference inferAlias(InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const TensorType type = ctx.type(self);
  return ctx.one(ctx.viewOf(self, type.sizes, type.strides));
}

} // namespace

Sym fromStart(const InferContext &ctx, const Sym &index, const Sym &size, const std::string &what) {
  if (ctx.isKnown(symLt(index, Sym(0))))
    return index + size;
  ctx.require(symLe(Sym(0), index), what + " must not be negative", what + " must not be negative");
  return index;
}

SliceBounds sliceBounds(const InferContext &ctx, const std::optional<Sym> &start,
                        const std::optional<Sym> &end, const Sym &step, const Sym &size) {
  ctx.require(symLt(Sym(0), step), "the step of a slice must be positive", "slice step must be positive");
  SliceBounds bounds;
  bounds.step = step;
  bounds.start = start ? clampTo(ctx, fromStart(ctx, *start, size, "the start of a slice"), 0, size) : Sym(0);
  // INT64_MAX is Slice's "to the end"
  if (!end || end->isConst(INT64_MAX))
    bounds.end = size;
  else
    bounds.end = clampTo(ctx, fromStart(ctx, *end, size, "the end of a slice"), bounds.start, size);
  bounds.start = ctx.simplify(bounds.start);
  bounds.end = ctx.simplify(bounds.end);
  bounds.length = ctx.simplify(ceilDiv(bounds.end - bounds.start, step));
  return bounds;
}

std::vector<Sym> reshapeCopyConditions(const InferContext &ctx) {
  Value *self = ctx.tensor("self");
  const std::vector<Sym> sizes = resolveSizes(ctx, ctx.type(self), ctx.integers("shape"));
  ViewDecision view = viewStrides(ctx, ctx.type(self), sizes);
  if (view.decided && !view.strides)
    needElements(ctx, ctx.type(self), view.conditions);
  return std::move(view.conditions);
}

bool isIndexMap(const Node &view) {
  static const std::set<Op> maps = {Op::alias,  Op::permute, Op::expand, Op::unsqueeze, Op::squeeze,
                                    Op::select, Op::slice,   Op::view,   Op::reshape};
  return maps.count(view.op->id) != 0;
}

const std::vector<InferRow> &viewRows() {
  static const std::vector<InferRow> rows = {{Op::view, inferView},
                                             {Op::reshape, inferReshape},
                                             {Op::permute, inferPermute},
                                             {Op::expand, inferExpand},
                                             {Op::squeeze, inferSqueeze},
                                             {Op::unsqueeze, inferUnsqueeze},
                                             {Op::select, inferSelect},
                                             {Op::slice, inferSlice},
                                             {Op::alias, inferAlias},
                                             {Op::main_diagonal, inferMainDiagonal},
                                             {Op::as_strided, inferAsStrided},
                                             {Op::view_as_real, inferViewAsReal},
                                             {Op::view_as_complex, inferViewAsComplex}};
  return rows;
}

} // namespace fullgraph
