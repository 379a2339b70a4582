// Indexing by tensors, the scatters that functionalise writes, and cat.
#include "lib/Shapes/Layout.h"

#include <algorithm>

namespace fullgraph {

namespace {

bool isIndexType(ScalarType dtype) { return dtype == fg::kLong || dtype == fg::kInt; }

Inference inferGather(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self")), index = ctx.type(ctx.tensor("index"));
  const size_t dim = ctx.dim("dim", self.rank());
  ctx.check(isIndexType(index.dtype), "gather(): Expected dtype int32/int64 for index");
  const bool empty =
      std::any_of(index.sizes.begin(), index.sizes.end(), [&](const Sym &s) { return ctx.isZero(s); });
  if (!empty) { // an empty index fits everything
    ctx.check(std::max<size_t>(self.rank(), 1) == std::max<size_t>(index.rank(), 1),
              "Index tensor must have the same number of dimensions as input tensor");
    for (size_t i = 0; i < std::min(self.rank(), index.rank()); ++i)
      if (i != dim)
        ctx.require(symLe(index.sizes[i], self.sizes[i]),
                    "the index of gather must not be larger than the tensor at dim " + std::to_string(i),
                    "Size does not match at dimension " + std::to_string(i) + " expected index " +
                        listText(index.sizes) + " to be no larger than self " + listText(self.sizes) +
                        " apart from dimension " + std::to_string(dim));
  }
  return ctx.one(ctx.fresh(self.dtype, index.sizes));
}

Inference inferIndexSelect(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self")), index = ctx.type(ctx.tensor("index"));
  const size_t dim = ctx.dim("dim", self.rank());
  ctx.check(index.rank() <= 1, "index_select(): Index is supposed to be a vector");
  ctx.check(isIndexType(index.dtype), "index_select(): Expected dtype int32 or int64 for index");
  const Sym count = index.rank() ? index.sizes[0] : Sym(1);
  std::vector<Sym> sizes = self.sizes;
  if (sizes.empty())
    ctx.require(symEq(count, Sym(1)), "the index of index_select on a 0-d tensor has one value",
                "index_select(): Index to scalar can have only 1 value, got " + count.str() + " value(s)");
  else
    sizes[dim] = count;
  return ctx.one(ctx.fresh(self.dtype, std::move(sizes)));
}

Inference inferEmbedding(InferContext &ctx) {
  const TensorType weight = ctx.type(ctx.tensor("weight")), indices = ctx.type(ctx.tensor("indices"));
  ctx.check(weight.rank() == 2, "'weight' must be 2-D");
  ctx.check(isIndexType(indices.dtype),
            std::string(
                "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, "
                "Int; but got torch.") +
                fg::toString(indices.dtype) + "Tensor instead (while checking arguments for embedding)");
  std::vector<Sym> sizes = indices.sizes;
  sizes.push_back(weight.sizes[1]);
  return ctx.one(ctx.fresh(weight.dtype, std::move(sizes)));
}

/// A copy of self with src in a part of it, laid out as self's dense form.
Inference scattered(const InferContext &ctx, const TensorType &self, const std::vector<Sym> &part) {
  const TensorType src = ctx.type(ctx.tensor("src"));
  bool fits = src.rank() == part.size() && src.dtype == self.dtype;
  for (size_t i = 0; fits && i < part.size(); ++i)
    fits = ctx.equal(src.sizes[i], part[i]);
  ctx.check(fits, "expected src of " + ctx.op.name + " to have sizes " + listText(part) + " and dtype " +
                      fg::toString(self.dtype) + ", but got " + src.str());
  return ctx.one(ctx.fresh(self.dtype, self.sizes, preservedStrides(ctx, self)));
}

Inference inferSelectScatter(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const size_t dim = ctx.dim("dim", self.rank());
  std::vector<Sym> part = self.sizes;
  part.erase(part.begin() + dim);
  return scattered(ctx, self, part);
}

Inference inferSliceScatter(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const size_t dim = ctx.dim("dim", self.rank());
  std::vector<Sym> part = self.sizes;
  part[dim] = sliceBounds(ctx, ctx.optionalInteger("start"), ctx.optionalInteger("end"), ctx.integer("step"),
                          self.sizes[dim])
                  .length;
  return scattered(ctx, self, part);
}

Inference inferCat(InferContext &ctx) {
  const std::vector<Value *> &tensors = ctx.tensors("tensors");
  ctx.check(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  fg::ResultTypeState state;
  std::vector<TensorType> kept;
  std::vector<size_t> positions;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorType type = ctx.type(tensors[i]);
    ctx.check(type.rank() > 0,
              "zero-dimensional tensor (at position " + std::to_string(i) + ") cannot be concatenated");
    state.add(type.dtype, false, false);
    if (type.rank() == 1 && type.sizes[0].isConst(0))
      continue; // such a tensor may stand beside tensors of any rank, for old programs' sake
    kept.push_back(type);
    positions.push_back(i);
  }
  if (kept.empty())
    return ctx.one(ctx.fresh(state.result(), {Sym(0)}));
  const size_t rank = kept[0].rank(), dim = ctx.dim("dim", rank);
  std::vector<Sym> sizes = kept[0].sizes;
  for (size_t i = 1; i < kept.size(); ++i) {
    ctx.check(kept[i].rank() == rank, "Tensors must have same number of dimensions: got " +
                                          std::to_string(rank) + " and " + std::to_string(kept[i].rank()));
    for (size_t d = 0; d < rank; ++d) {
      if (d == dim)
        sizes[d] = sizes[d] + kept[i].sizes[d];
      else
        sizes[d] = ctx.requireEqual(
            sizes[d], kept[i].sizes[d], "tensors in cat must match at dim " + std::to_string(d),
            "Sizes of tensors must match except in dimension " + std::to_string(dim) + ". Expected size " +
                sizes[d].str() + " but got size " + kept[i].sizes[d].str() + " for tensor number " +
                std::to_string(positions[i]) + " in the list.");
    }
  }
  return ctx.one(ctx.fresh(state.result(), std::move(sizes)));
}

} // namespace

const std::vector<InferRow> &indexingRows() {
  static const std::vector<InferRow> rows = {{Op::gather, inferGather},
                                             {Op::index_select, inferIndexSelect},
                                             {Op::embedding, inferEmbedding},
                                             {Op::select_scatter, inferSelectScatter},
                                             {Op::slice_scatter, inferSliceScatter},
                                             {Op::cat, inferCat}};
  return rows;
}

} // namespace fullgraph
