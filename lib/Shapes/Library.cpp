// The operators that are functions of the library: their results are contiguous.
#include "lib/Shapes/Layout.h"

#include <algorithm>

namespace fullgraph {

namespace {

bool isIndexType(ScalarType dtype) { return dtype == fg::kLong || dtype == fg::kInt; }

Inference inferSortIndices(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const size_t dim = ctx.dim("dim", self.rank());
  const Sym k = ctx.integer("k"), size = self.rank() ? self.sizes[dim] : Sym(1);
  ctx.require(symLe(Sym(0), k), "the number of wanted elements must not be negative",
              "selected index k out of range");
  ctx.require(symLe(k, size), "no more elements can be wanted than there are",
              "selected index k out of range");
  std::vector<Sym> sizes = self.sizes;
  if (!sizes.empty())
    sizes[dim] = k;
  return ctx.one(ctx.fresh(fg::kLong, std::move(sizes)));
}

Inference inferSortedPositions(InferContext &ctx) {
  const TensorType sorted = ctx.type(ctx.tensor("sorted_sequence")), values = ctx.type(ctx.tensor("values"));
  ctx.check(
      sorted.dtype == values.dtype,
      std::string(
          "torch.searchsorted(): boundary tensor and input value tensor should have same dtype, but got "
          "boundary tensor dtype ") +
          cTypeName(sorted.dtype) + " and input value tensor dtype " + cTypeName(values.dtype));
  ctx.check(sorted.dtype != fg::kBool, "\"searchsorted_out_cpu\" not implemented for 'Bool'");
  ctx.check(sorted.rank() > 0,
            "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension");
  if (sorted.rank() > 1) {
    const std::string message =
        "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
        "dimensions of boundaries tensor and input value tensor must match, but we got "
        "boundaries tensor " +
        listText(sorted.sizes) + " and input value tensor " + listText(values.sizes);
    ctx.check(sorted.rank() == values.rank(), message);
    for (size_t d = 0; d + 1 < sorted.rank(); ++d)
      ctx.requireEqual(sorted.sizes[d], values.sizes[d],
                       "searchsorted's tensors must match at dim " + std::to_string(d), message);
  }
  return ctx.one(ctx.fresh(fg::kLong, values.sizes));
}

Inference inferScan(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ctx.dim("dim", self.rank());
  const bool real = fg::isFloatingType(self.dtype);
  if (ctx.op.name == "logcumsumexp")
    ctx.check(real,
              std::string("\"logcumsumexp_out_cpu\" not implemented for '") + fg::toString(self.dtype) + "'");
  return ctx.one(ctx.fresh(real && ctx.op.name != "running_extremum" ? self.dtype : fg::kLong, self.sizes));
}

Inference inferWrapIndex(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  ctx.check(isIndexType(self.dtype), "tensors used as indices must be long, int, byte or bool tensors");
  return ctx.one(ctx.fresh(fg::kLong, self.sizes));
}

Inference inferScatter(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self")), index = ctx.type(ctx.tensor("index")),
                   src = ctx.type(ctx.tensor("src"));
  const size_t dim = ctx.dim("dim", self.rank());
  if (const auto reduce = ctx.op.name == "scatter_reduce" ? ctx.string("reduce") : std::nullopt)
    ctx.check(*reduce == "sum" || *reduce == "prod" || *reduce == "mean" || *reduce == "amax" ||
                  *reduce == "amin",
              "reduce argument must be either sum, prod, mean, amax or amin, got " + *reduce);
  const bool empty =
      std::any_of(index.sizes.begin(), index.sizes.end(), [&](const Sym &s) { return ctx.isZero(s); });
  ctx.check(empty || isIndexType(index.dtype), "scatter(): Expected dtype int32/int64 for index");
  ctx.check(self.dtype == src.dtype, "scatter(): Expected self.dtype to be equal to src.dtype");
  if (!empty) {
    const auto rank = [](const TensorType &type) { return std::max<size_t>(type.rank(), 1); };
    ctx.check(rank(self) == rank(index),
              "Index tensor must have the same number of dimensions as self tensor");
    ctx.check(rank(index) == rank(src), "Index tensor must have the same number of dimensions as src tensor");
    const auto size = [](const TensorType &type, size_t d) { return type.rank() ? type.sizes[d] : Sym(1); };
    const std::string message = "Expected index " + listText(index.sizes) + " to be no larger than self " +
                                listText(self.sizes) + " apart from dimension " + std::to_string(dim) +
                                " and to be no larger size than src " + listText(src.sizes);
    for (size_t d = 0; d < rank(self); ++d) {
      const std::string at = " at dim " + std::to_string(d);
      if (d != dim)
        ctx.require(symLe(size(index, d), size(self, d)),
                    "the index of scatter must not be larger than the tensor" + at, message);
      ctx.require(symLe(size(index, d), size(src, d)),
                  "the index of scatter must not be larger than src" + at, message);
    }
  }
  return ctx.one(ctx.fresh(self.dtype, self.sizes));
}

Inference inferMaskedScatter(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self")), mask = ctx.type(ctx.tensor("mask")),
                   source = ctx.type(ctx.tensor("source"));
  ctx.check(self.dtype == source.dtype,
            std::string("masked_scatter: expected self and source to have same dtypes but got") +
                fg::toString(self.dtype) + " and " + fg::toString(source.dtype));
  ctx.check(mask.dtype == fg::kBool,
            std::string("masked_scatter_ only supports boolean masks, but got mask with dtype ") +
                fg::toString(mask.dtype));
  return ctx.one(ctx.fresh(self.dtype, ctx.broadcast(self.sizes, mask.sizes)));
}

Inference inferRandomKey(InferContext &ctx) { return ctx.one(ctx.fresh(fg::kLong, {Sym(2)})); }

Inference inferRandom(InferContext &ctx) {
  const std::vector<Sym> sizes = ctx.integers("size");
  for (const Sym &size : sizes)
    ctx.require(symLe(Sym(0), size), "sizes of random tensors must not be negative",
                "Trying to create tensor with negative dimension " + size.str() + ": " + listText(sizes));
  if (ctx.op.name == "random_integers") {
    const Sym low = ctx.integer("low"), high = ctx.integer("high");
    ctx.require(symLt(low, high), "randint needs low < high",
                "random_ expects 'from' to be less than 'to', but got from=" + low.str() +
                    " >= to=" + high.str());
    return ctx.one(ctx.fresh(fg::kLong, sizes));
  }
  const ScalarType dtype = ctx.dtype("dtype").value_or(fg::kFloat);
  ctx.check(
      fg::isFloatingType(dtype),
      std::string(ctx.op.name == "random_normal" ? "\"normal_kernel_cpu\"" : "\"check_uniform_bounds\"") +
          " not implemented for '" + fg::toString(dtype) + "'");
  return ctx.one(ctx.fresh(dtype, sizes));
}

/// The common checks of linalg's functions; A's type.
TensorType squareType(const InferContext &ctx, std::string_view argument, const std::string &name) {
  const TensorType type = ctx.type(ctx.tensor(argument));
  ctx.check(type.rank() >= 2, name + ": The input tensor A must have at least 2 dimensions.");
  const size_t rank = type.rank();
  ctx.requireEqual(type.sizes[rank - 2], type.sizes[rank - 1], "the matrices of " + name + " must be square",
                   name + ": A must be batches of square matrices, but they are " +
                       type.sizes[rank - 2].str() + " by " + type.sizes[rank - 1].str() + " matrices");
  ctx.check(fg::isFloatingType(type.dtype),
            name + ": Expected a floating point or complex tensor as input. Got " + fg::toString(type.dtype));
  ctx.check(!fg::isReducedFloatingType(type.dtype),
            std::string("\"lu_cpu\" not implemented for '") + fg::toString(type.dtype) + "'");
  return type;
}

Inference inferInverse(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.inv");
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

Inference inferCholesky(InferContext &ctx) {
  const TensorType type = squareType(ctx, "self", "linalg.cholesky");
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

Inference inferDeterminant(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.det");
  return ctx.one(ctx.fresh(type.dtype, {type.sizes.begin(), type.sizes.end() - 2}));
}

Inference inferSolve(InferContext &ctx) {
  const TensorType a = squareType(ctx, "A", "linalg.solve"), b = ctx.type(ctx.tensor("B"));
  ctx.check(a.dtype == b.dtype,
            std::string("linalg.solve: Expected A and B to have the same dtype, but found A of type ") +
                fg::toString(a.dtype) + " and B of type " + fg::toString(b.dtype) + " instead");
  const std::string message = "linalg.solve: Incompatible shapes of A and B for the equation AX = B (" +
                              listText(a.sizes) + " and " + listText(b.sizes) + ")";
  ctx.check(a.rank() == b.rank(), message);
  for (size_t d = 0; d + 1 < a.rank(); ++d)
    ctx.requireEqual(a.sizes[d], b.sizes[d], "linalg.solve's tensors must match at dim " + std::to_string(d),
                     message);
  return ctx.one(ctx.fresh(b.dtype, b.sizes));
}

} // namespace

const std::vector<InferRow> &libraryRows() {
  static const std::vector<InferRow> rows = {{"sort_indices", inferSortIndices},
                                             {"sorted_positions", inferSortedPositions},
                                             {"cumsum", inferScan},
                                             {"cumprod", inferScan},
                                             {"logcumsumexp", inferScan},
                                             {"running_extremum", inferScan},
                                             {"wrap_index", inferWrapIndex},
                                             {"scatter", inferScatter},
                                             {"scatter_reduce", inferScatter},
                                             {"masked_scatter", inferMaskedScatter},
                                             {"random_key", inferRandomKey},
                                             {"random_uniform", inferRandom},
                                             {"random_normal", inferRandom},
                                             {"random_integers", inferRandom},
                                             {"linalg_inv", inferInverse},
                                             {"linalg_det", inferDeterminant},
                                             {"solve_matrices", inferSolve},
                                             {"linalg_cholesky", inferCholesky}};
  return rows;
}

} // namespace fullgraph
