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
  if (ctx.op.is(Op::logcumsumexp))
    ctx.check(real,
              std::string("\"logcumsumexp_out_cpu\" not implemented for '") + fg::toString(self.dtype) + "'");
  return ctx.one(ctx.fresh(real && !ctx.op.is(Op::running_extremum) ? self.dtype : fg::kLong, self.sizes));
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
  if (const auto reduce = ctx.op.is(Op::scatter_reduce) ? ctx.string("reduce") : std::nullopt)
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
  if (ctx.op.is(Op::random_integers)) {
    const Sym low = ctx.integer("low"), high = ctx.integer("high");
    ctx.require(symLt(low, high), "randint needs low < high",
                "random_ expects 'from' to be less than 'to', but got from=" + low.str() +
                    " >= to=" + high.str());
    return ctx.one(ctx.fresh(fg::kLong, sizes));
  }
  const ScalarType dtype = ctx.dtype("dtype").value_or(fg::kFloat);
  ctx.check(fg::isFloatingType(dtype),
            std::string(ctx.op.is(Op::random_normal) ? "\"normal_kernel_cpu\"" : "\"check_uniform_bounds\"") +
                " not implemented for '" + fg::toString(dtype) + "'");
  return ctx.one(ctx.fresh(dtype, sizes));
}

/// The common checks of linalg's functions; A's type. `kernel`: the name that ATen's error about half types
/// gives, null where it is a check of the function's own.
TensorType squareType(const InferContext &ctx, std::string_view argument, const std::string &name,
                      const char *kernel) {
  const TensorType type = ctx.type(ctx.tensor(argument));
  ctx.check(type.rank() >= 2, name + ": The input tensor A must have at least 2 dimensions.");
  const size_t rank = type.rank();
  ctx.requireEqual(type.sizes[rank - 2], type.sizes[rank - 1], "the matrices of " + name + " must be square",
                   name + ": A must be batches of square matrices, but they are " +
                       type.sizes[rank - 2].str() + " by " + type.sizes[rank - 1].str() + " matrices");
  ctx.check(fg::isFloatingType(type.dtype),
            name + ": Expected a floating point or complex tensor as input. Got " + fg::toString(type.dtype));
  const std::string dtype = fg::toString(type.dtype);
  ctx.check(!fg::isReducedFloatingType(type.dtype),
            kernel ? "\"" + std::string(kernel) + "\" not implemented for '" + dtype + "'"
                   : name + ": Low precision dtypes not supported. Got " + dtype);
  return type;
}

Inference inferInverse(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.inv", nullptr);
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

Inference inferCholesky(InferContext &ctx) {
  const TensorType type = squareType(ctx, "self", "linalg.cholesky", "cholesky_cpu");
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

Inference inferDeterminant(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.det", "lu_cpu");
  return ctx.one(ctx.fresh(type.dtype, {type.sizes.begin(), type.sizes.end() - 2}));
}

/// "3x4": the last two dims.
std::string matrixText(const TensorType &type) {
  return type.rank() < 2 ? listText(type.sizes)
                         : type.sizes[type.rank() - 2].str() + "x" + type.sizes[type.rank() - 1].str();
}

Inference solution(InferContext &ctx, const std::string &name, const char *kernel) {
  const TensorType a = squareType(ctx, "A", name, kernel), b = ctx.type(ctx.tensor("B"));
  ctx.check(a.dtype == b.dtype, name + ": Expected A and B to have the same dtype, but found A of type " +
                                    fg::toString(a.dtype) + " and B of type " + fg::toString(b.dtype) +
                                    " instead");
  const std::string message = name + ": Incompatible shapes of A and B for the equation AX = B (" +
                              matrixText(a) + " and " + matrixText(b) + ")";
  ctx.check(a.rank() == b.rank(), message);
  for (size_t d = 0; d + 1 < a.rank(); ++d)
    ctx.requireEqual(a.sizes[d], b.sizes[d], name + "'s tensors must match at dim " + std::to_string(d),
                     message);
  return ctx.one(ctx.fresh(b.dtype, b.sizes));
}
Inference inferSolve(InferContext &ctx) { return solution(ctx, "linalg.solve", "lu_cpu"); }
Inference inferSolveTriangular(InferContext &ctx) {
  const TensorType a = ctx.type(ctx.tensor("A"));
  if (a.rank() >= 2 && a.sizes[a.rank() - 2] == a.sizes[a.rank() - 1])
    ctx.check(fg::isFloatingType(a.dtype),
              std::string("\"triangular_solve_cpu\" not implemented for '") + fg::toString(a.dtype) + "'");
  return solution(ctx, "linalg.solve_triangular", "triangular_solve_cpu");
}

Inference inferMatrixExponential(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.matrix_exp", "linalg_matrix_exp_cpu");
  return ctx.one(ctx.fresh(type.dtype, type.sizes));
}

/// The checks that the decompositions share.
TensorType matrixType(const InferContext &ctx, const std::string &name, const char *kernel) {
  const TensorType type = ctx.type(ctx.tensor("A"));
  const std::string dtype = fg::toString(type.dtype);
  ctx.check(type.rank() >= 2, name + ": The input tensor A must have at least 2 dimensions.");
  ctx.check(fg::isFloatingType(type.dtype),
            name + ": Expected a floating point or complex tensor as input. Got " + dtype);
  ctx.check(!fg::isReducedFloatingType(type.dtype),
            "\"" + std::string(kernel) + "\" not implemented for '" + dtype + "'");
  return type;
}

/// Parts above each other.
Inference packed(InferContext &ctx, const TensorType &type, const Sym &rows, const Sym &columns) {
  std::vector<Sym> sizes(type.sizes.begin(), type.sizes.end() - 2);
  sizes.push_back(rows);
  sizes.push_back(columns);
  return ctx.one(ctx.fresh(type.dtype, std::move(sizes)));
}

Inference inferLuFactors(InferContext &ctx) {
  const TensorType type = ctx.type(ctx.tensor("A"));
  ctx.check(type.rank() >= 2, "torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: " +
                                  listText(type.sizes) + " instead");
  ctx.check(type.dtype == fg::kFloat || type.dtype == fg::kDouble,
            std::string("\"lu_cpu\" not implemented for '") + fg::toString(type.dtype) + "'");
  return packed(ctx, type, type.sizes[type.rank() - 2] + Sym(1), type.sizes[type.rank() - 1]);
}

Inference inferPivotOrder(InferContext &ctx) {
  const TensorType pivots = ctx.type(ctx.tensor("pivots"));
  ctx.check(pivots.dtype == fg::kInt,
            "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  ctx.check(pivots.rank() >= 1, "linalg.lu_solve: pivots must have at least 1 dimension.");
  std::vector<Sym> sizes = pivots.sizes;
  sizes.back() = ctx.integer("size");
  return ctx.one(ctx.fresh(fg::kLong, std::move(sizes)));
}

Inference inferCholeskyFactor(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.cholesky", "cholesky_cpu");
  const Sym size = type.sizes[type.rank() - 1];
  return packed(ctx, type, size + Sym(1), size);
}

Inference inferGeneralEigen(InferContext &ctx) {
  const TensorType type = squareType(ctx, "A", "linalg.eig", "linalg_eig_out_cpu");
  std::vector<Sym> sizes = type.sizes;
  sizes[type.rank() - 2] = sizes[type.rank() - 1] + Sym(1);
  sizes.push_back(Sym(2));
  return ctx.one(ctx.fresh(type.dtype, std::move(sizes)));
}

Inference inferQr(InferContext &ctx) {
  const TensorType type = matrixType(ctx, "linalg.qr", "geqrf_cpu");
  return packed(ctx, type, type.sizes[type.rank() - 2] + ctx.integer("columns"), ctx.integer("width"));
}

Inference inferEigen(InferContext &ctx) {
  const TensorType type = ctx.type(ctx.tensor("A"));
  ctx.check(type.dtype == fg::kFloat || type.dtype == fg::kDouble || type.rank() < 2,
            std::string("\"linalg_eigh_cpu\" not implemented for '") + fg::toString(type.dtype) + "'");
  squareType(ctx, "A", "linalg.eigh", nullptr);
  const Sym size = type.sizes[type.rank() - 1];
  return packed(ctx, type, size + Sym(1), size);
}

Inference inferSingularValues(InferContext &ctx) {
  const TensorType type = matrixType(ctx, "linalg.svd", "linalg_svd_cpu");
  const size_t rank = type.rank();
  return packed(ctx, type, type.sizes[rank - 2] + Sym(1) + type.sizes[rank - 1], ctx.integer("width"));
}

Inference inferGcd(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self")), other = ctx.type(ctx.tensor("other"));
  fg::ResultTypeState state;
  state.add(self.dtype, self.rank() == 0, self.weak);
  state.add(other.dtype, other.rank() == 0, other.weak);
  const ScalarType dtype = state.result();
  ctx.check(fg::isIntegralType(dtype, false),
            std::string("\"gcd_cpu\" not implemented for '") + fg::toString(dtype) + "'");
  return ctx.one(ctx.fresh(dtype, ctx.broadcast(self.sizes, other.sizes)));
}

Inference inferBagPlaces(InferContext &ctx) {
  const TensorType offsets = ctx.type(ctx.tensor("offsets"));
  ctx.check(offsets.rank() == 1,
            "offsets has to be a 1D Tensor, but got Tensor of dimension " + std::to_string(offsets.rank()));
  ctx.check(isIndexType(offsets.dtype),
            std::string("Expected tensor for argument #1 'offsets' to have one of "
                        "the following scalar types: Long, Int; but got torch.") +
                fg::toString(offsets.dtype) + "Tensor instead (while checking arguments for embedding_bag)");
  return ctx.one(ctx.fresh(fg::kLong, {ctx.integer("count")}));
}

Inference inferCtcLosses(InferContext &ctx) {
  const TensorType probabilities = ctx.type(ctx.tensor("log_probs")),
                   targets = ctx.type(ctx.tensor("targets"));
  ctx.check(probabilities.dtype == fg::kFloat || probabilities.dtype == fg::kDouble,
            std::string("\"ctc_loss_cpu\" not implemented for '") + fg::toString(probabilities.dtype) + "'");
  ctx.check(probabilities.rank() == 3,
            "ctc_loss: expected log_probs of 3 dims, got " + std::to_string(probabilities.rank()));
  ctx.check(isIndexType(targets.dtype) && (targets.rank() == 1 || targets.rank() == 2),
            "ctc_loss: expected targets of 1 or 2 dims, i32 or i64");
  for (const char *const name : {"input_lengths", "target_lengths"}) {
    const TensorType lengths = ctx.type(ctx.tensor(name));
    ctx.check(isIndexType(lengths.dtype), std::string(name) + " must be integral");
    ctx.check(lengths.rank() == 1, std::string(name) + " must be of size batch_size");
    ctx.requireEqual(lengths.sizes[0], probabilities.sizes[1], "ctc_loss needs a length for each sequence",
                     std::string(name) + " must be of size batch_size");
  }
  if (targets.rank() == 2)
    ctx.requireEqual(targets.sizes[0], probabilities.sizes[1], "ctc_loss needs targets for each sequence",
                     "ctc_loss: expected targets for each of " + probabilities.sizes[1].str() + " sequences");
  const Sym blank = ctx.integer("blank");
  ctx.require(symLe(Sym(0), blank), "ctc_loss's blank must be a label", "blank must be in label range");
  ctx.require(symLt(blank, probabilities.sizes[2]), "ctc_loss's blank must be a label",
              "blank must be in label range");
  return ctx.one(ctx.fresh(probabilities.dtype, {probabilities.sizes[1]}));
}

Inference inferFourier(InferContext &ctx) {
  const TensorType self = ctx.type(ctx.tensor("self"));
  const bool pairs = !ctx.op.is(Op::fourier_of_real);
  ctx.check(self.dtype == fg::kFloat || self.dtype == fg::kDouble,
            std::string("Unsupported dtype ") + fg::toString(self.dtype));
  ctx.check(self.rank() > size_t(pairs),
            ctx.op.name + ": a tensor of sizes " + listText(self.sizes) + " has no lines");
  std::vector<Sym> sizes = self.sizes;
  if (pairs)
    ctx.requireEqual(sizes.back(), 2, "the last dim of complex numbers is 2",
                     ctx.op.name + ": the last dim of complex numbers is 2, but sizes are " +
                         listText(self.sizes));
  const auto some = [&](const Sym &size) {
    ctx.require(symLe(Sym(1), size), "a Fourier transform is of one number or more",
                "Invalid number of data points (" + size.str() + ") specified");
  };
  Sym &line = sizes[sizes.size() - (pairs ? 2 : 1)];
  some(line);
  if (!pairs) {
    line = ctx.simplify(floorDiv(line, Sym(2)) + Sym(1));
    sizes.push_back(2);
  } else if (ctx.op.is(Op::fourier_to_real)) {
    line = ctx.integer("size");
    some(line);
    sizes.pop_back();
  }
  return ctx.one(ctx.fresh(self.dtype, std::move(sizes)));
}

Inference inferRecurrentSteps(InferContext &ctx) {
  const TensorType gates = ctx.type(ctx.tensor("gates")), state = ctx.type(ctx.tensor("state")),
                   weights = ctx.type(ctx.tensor("w_hh")), bias = ctx.type(ctx.tensor("b_hh"));
  const std::string cell = ctx.string("cell").value_or("");
  ctx.check(cell == "lstm" || cell == "gru" || cell == "rnn_tanh" || cell == "rnn_relu",
            "cell must be lstm, gru, rnn_tanh or rnn_relu, got " + cell);
  const int64_t count = cell == "lstm" ? 4 : cell == "gru" ? 3 : 1, states = cell == "lstm" ? 2 : 1;
  ctx.check(fg::isFloatingType(gates.dtype),
            std::string("recurrent_steps: not implemented for '") + fg::toString(gates.dtype) + "'");
  for (const TensorType *type : {&state, &weights, &bias})
    ctx.check(type->dtype == gates.dtype,
              std::string("Input and hidden tensors must have the same dtype, got ") +
                  fg::toString(gates.dtype) + " and " + fg::toString(type->dtype));
  ctx.check(gates.rank() == 3 && state.rank() == 3 && weights.rank() == 2 && bias.rank() == 1,
            "recurrent_steps: expected gates and state of 3 dims, weights of 2 and a bias of 1, got " +
                listText(gates.sizes) + ", " + listText(state.sizes) + ", " + listText(weights.sizes) +
                " and " + listText(bias.sizes));
  const Sym hidden = state.sizes[2], rows = ctx.simplify(Sym(count) * hidden);
  const auto same = [&](const Sym &a, const Sym &b, const TensorType &type, const std::string &what) {
    ctx.requireEqual(a, b, "the sizes of a recurrent layer's tensors must fit",
                     "Expected " + what + ", got " + listText(type.sizes));
  };
  same(state.sizes[0], Sym(states), state, "hidden size of " + std::to_string(states) + " rows");
  same(state.sizes[1], gates.sizes[1], state, "hidden size of batch " + gates.sizes[1].str());
  same(gates.sizes[2], rows, gates, "gates of last size " + rows.str());
  same(weights.sizes[0], rows, weights, "weight_hh of " + rows.str() + " rows");
  same(weights.sizes[1], hidden, weights, "weight_hh of " + hidden.str() + " columns");
  same(bias.sizes[0], rows, bias, "bias_hh of size " + rows.str());
  ctx.require(symLe(Sym(1), gates.sizes[0]), "a sequence has a step or more",
              "Expected sequence length to be larger than 0 in RNN");
  const Sym length = ctx.simplify(gates.sizes[0] + Sym(states - 1));
  return ctx.one(ctx.fresh(gates.dtype, {length, gates.sizes[1], hidden}));
}

} // namespace

const std::vector<InferRow> &libraryRows() {
  static const std::vector<InferRow> rows = {{Op::sort_indices, inferSortIndices},
                                             {Op::sorted_positions, inferSortedPositions},
                                             {Op::cumsum, inferScan},
                                             {Op::cumprod, inferScan},
                                             {Op::logcumsumexp, inferScan},
                                             {Op::running_extremum, inferScan},
                                             {Op::wrap_index, inferWrapIndex},
                                             {Op::checked_index, inferWrapIndex},
                                             {Op::scatter, inferScatter},
                                             {Op::scatter_reduce, inferScatter},
                                             {Op::masked_scatter, inferMaskedScatter},
                                             {Op::random_key, inferRandomKey},
                                             {Op::random_uniform, inferRandom},
                                             {Op::random_normal, inferRandom},
                                             {Op::random_integers, inferRandom},
                                             {Op::linalg_inv, inferInverse},
                                             {Op::linalg_det, inferDeterminant},
                                             {Op::solve_matrices, inferSolve},
                                             {Op::solve_triangular_matrices, inferSolveTriangular},
                                             {Op::lu_factors, inferLuFactors},
                                             {Op::pivot_order, inferPivotOrder},
                                             {Op::cholesky_factor, inferCholeskyFactor},
                                             {Op::matrix_exponential, inferMatrixExponential},
                                             {Op::general_eigen, inferGeneralEigen},
                                             {Op::linalg_cholesky, inferCholesky},
                                             {Op::householder_qr, inferQr},
                                             {Op::symmetric_eigen, inferEigen},
                                             {Op::singular_values, inferSingularValues},
                                             {Op::gcd, inferGcd},
                                             {Op::bag_places, inferBagPlaces},
                                             {Op::ctc_losses, inferCtcLosses},
                                             {Op::fourier, inferFourier},
                                             {Op::fourier_of_real, inferFourier},
                                             {Op::fourier_to_real, inferFourier},
                                             {Op::recurrent_steps, inferRecurrentSteps}};
  return rows;
}

} // namespace fullgraph
