// matmul, mm, bmm and linear: definitions. ScheduleMatmul.cpp says why there are two.
#include "lib/Lower/Halide/KernelBuilder.h"

#include <fullgraph/detail/pointwise_rules.h>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// Is the stride of dim `d` known to be 1?
bool unitStride(const Value *v, size_t d) { return v->type.stridesOrContiguous()[d].isConst(1); }

/// So many rows pay for a copy of the columns, even where columns are neighbours: 1024x1024x1024 takes 21 ms
/// with it and 57 without, 64x64x64 the same (AVX2).
constexpr int64_t rowsForPanel = 48;

/// Rows of a register tile, `most` at most: about as many in each tile.
int rowsOfTile(std::optional<int64_t> rows, int most) {
  if (!rows)
    return most;
  const int64_t tiles = std::max<int64_t>(1, (*rows + most - 1) / most);
  return static_cast<int>(std::max<int64_t>(1, (*rows + tiles - 1) / tiles));
}

/// Register tiles of rows and columns, and whether the columns are copied.
void chooseTile(MatmulPlan &plan, const Machine &machine, bool manyRows, std::optional<int64_t> rows,
                std::optional<int64_t> expectedColumns, bool columnsContiguous) {
  const int width = machine.lanes(plan.type);
  const auto columns = plan.sizeN.asInt();
  plan.tileM = rowsOfTile(rows, machine.avx512() ? 8 : manyRows ? 6 : 4);
  // Columns that are neighbours need no copy where tiles may overlap at the end, and few rows read them; else
  // the panel transposes and pads, and what many rows read again and again lies in one piece. One row reads
  // each weight once: long pieces come faster from memory.
  const int oneRow = machine.avx512() ? 4 : 8; // vectors
  const int vectors = plan.tileM > 1                                               ? 2
                      : columnsContiguous && columns && *columns >= oneRow * width ? oneRow
                                                                                   : 4;
  plan.tileN = !expectedColumns || *expectedColumns >= vectors * width ? vectors * width : width;
  plan.usePanel = plan.hasN && ((rows && *rows >= rowsForPanel) ||
                                !(columnsContiguous && columns && *columns >= plan.tileN));
  plan.shiftM = rows && *rows >= plan.tileM;
  if (!plan.hasN)
    plan.tileN = 1;
}

} // namespace

void KernelBuilder::defineMatmul(const Node &node) {
  if (matmul || rows || convolution)
    throw LowerError("a kernel has one contraction");
  const bool linear = node.opName() == "linear";
  const Value *a = node.value(linear ? "input" : "self");
  const Value *b = linear ? node.value("weight") : node.value(node.opName() == "matmul" ? "other" : "mat2");
  const Value *bias = linear ? node.value("bias") : nullptr;
  const Value *result = node.result();
  const size_t rankA = a->type.rank(), rankB = b->type.rank(), rank = result->type.rank();
  if (rankA == 0 || rankB == 0)
    throw LowerError("a contraction's operands have dims");

  MatmulPlan &plan = matmul.emplace();
  plan.type = computeType(fg::accumulateDtype(result->type.dtype));
  // A matrix times a vector is the vector times the transposed matrix: its rows are dot products.
  const bool swapped = !linear && rankB == 1 && rankA > 1;
  const bool hasN = linear ? rankB == 2 : swapped || rankB > 1;
  const bool hasM = !swapped && rankA > 1;
  const Value *left = swapped ? b : a, *right = swapped ? a : b;
  const size_t rankL = left->type.rank(), rankR = right->type.rank();
  const size_t dimNofR = linear ? rankR - 2 : swapped ? rankR - 2 : rankR - 1;
  const size_t dimKofR = linear || swapped || rankR == 1 ? rankR - 1 : rankR - 2;
  plan.sizeK = left->type.sizes[rankL - 1];
  plan.sizeM = hasM ? left->type.sizes[rankL - 2] : Sym(1);
  plan.sizeN = hasN ? right->type.sizes[dimNofR] : Sym(1);
  plan.hasM = hasM;
  plan.hasN = hasN;
  const size_t batchRank = rank - (hasM ? 1 : 0) - (hasN ? 1 : 0);
  plan.batch = vars(static_cast<unsigned>(batchRank));
  const Type type = plan.type;

  // Operands at (batch, m or n, k). A contraction's operand without some batch dims broadcasts over them.
  const auto leftAt = [=, this](const Index &batch, const Expr &m, const Expr &k) {
    Index index(batch);
    if (hasM)
      index.push_back(m);
    index.push_back(k);
    if (rankL < index.size())
      index.erase(index.begin(), index.end() - static_cast<std::ptrdiff_t>(rankL));
    for (size_t d = 0; d + (hasM ? 2 : 1) < rankL; ++d)
      if (left->type.sizes[d].isConst(1))
        index[d] = 0;
    return convert(elementAt(left, index), type);
  };
  const auto rightAt = [=, this](const Index &batch, const Expr &k, const Expr &n) {
    Index index(rankR);
    const size_t matrixDims = rankR == 1 ? 1 : 2;
    for (size_t d = 0; d + matrixDims < rankR; ++d) {
      const size_t skipped = batch.size() - (rankR - matrixDims);
      index[d] = right->type.sizes[d].isConst(1) ? Expr(0) : batch[d + skipped];
    }
    index[dimKofR] = k;
    if (rankR > 1)
      index[dimNofR] = n;
    return convert(elementAt(right, index), type);
  };

  const Expr sizeM = size(plan.sizeM), sizeN = size(plan.sizeN), sizeK = size(plan.sizeK);
  recorder.var("m");
  recorder.var("n");
  recorder.var("lane");
  const Index batch = indexOf(plan.batch);
  const auto args = [&](std::vector<Expr> inner) {
    for (const Expr &e : reversed(batch))
      inner.push_back(e);
    return inner;
  };
  // FMA, unless the user wants each rounding: then in the order of k.
  const auto multiplyAdd = [&](const Expr &sum, const Expr &x, const Expr &y) {
    return type.is_float() && !options.strictFloat ? sum + x * y : strictAdd(sum, strictMul(x, y));
  };

  // Dot products read the weights once, at the speed of memory. Vectors of 64 bytes would add to what it
  // costs to sum their lanes, and win nothing (4x256x256: 0.5 to 0.8 of the speed).
  plan.dotWidth = std::max(1, std::min(machine.vectorBytes, 32) / type.bytes());
  const int dotWidth = plan.dotWidth;
  const bool rowsContiguous = hasN ? unitStride(right, dimKofR) : true;
  const auto constM = plan.sizeM.asInt(), constN = plan.sizeN.asInt(), constK = plan.sizeK.asInt();
  const Rows rowCount = !constM              ? regime
                        : *constM == 1       ? Rows::One
                        : *constM <= fewRows ? Rows::Few
                                             : Rows::Many;
  plan.dot = rowsContiguous && type.is_float() && !options.strictFloat && rowCount != Rows::Many &&
             (!constK || *constK >= dotWidth);

  const Var m = plan.m, n = plan.n, lane = plan.lane;
  plan.sum = recorder.func("tile");
  const Func sum = plan.sum;
  // Tiles are computed whole: rows and columns beyond the matrix repeat its last one, and are not stored.
  const Expr column = min(n, sizeN - 1);
  if (plan.dot) {
    plan.tileM = constM ? static_cast<int>(std::min<int64_t>(4, *constM)) : 4;
    plan.tileN = plan.tileM == 1 ? 8 : 3;
    if (constN)
      plan.tileN = static_cast<int>(std::clamp<int64_t>(*constN, 1, plan.tileN));
    const Expr row = plan.tileM == 1 ? Expr(0) : min(m, sizeM - 1);
    plan.lanes = recorder.func("lanes");
    plan.lanes(args({lane, n, m})) = Internal::make_zero(type);
    RDom k = recorder.domain("k", {{0, sizeK / dotWidth}});
    const Expr at = k[0] * dotWidth + lane;
    plan.lanes(args({lane, n, m})) =
        multiplyAdd(plan.lanes(args({lane, n, m})), leftAt(batch, row, at), rightAt(batch, at, column));
    plan.domains.push_back(k);
    Func left = plan.lanes;
    for (int half = dotWidth / 2; half > 1; half /= 2) {
      Func f = recorder.func("lanes" + std::to_string(half));
      f(args({lane, n, m})) = left(args({lane, n, m})) + left(args({lane + half, n, m}));
      plan.halves.emplace_back(f, half);
      left = f;
    }
    plan.sum(args({n, m})) = left(args({0, n, m})) + left(args({1, n, m}));
    if (!constK || *constK % dotWidth != 0) {
      RDom rest = recorder.domain("k_rest", {{sizeK / dotWidth * dotWidth, sizeK % dotWidth}});
      plan.sum(args({n, m})) =
          multiplyAdd(plan.sum(args({n, m})), leftAt(batch, row, rest[0]), rightAt(batch, rest[0], column));
      plan.domains.push_back(rest);
    }
  } else {
    chooseTile(plan, machine, rowCount == Rows::Many, constM, graph.env.estimate(plan.sizeN),
               hasN && unitStride(right, dimNofR));
    const Expr row = plan.shiftM ? Expr(m) : min(m, sizeM - 1);
    RDom k = recorder.domain("k", {{0, sizeK}});
    plan.domains.push_back(k);
    Expr factor;
    if (plan.usePanel) {
      plan.panel = recorder.func("panel");
      for (const char *name : {"pn", "pk", "po"})
        recorder.var(name);
      const Expr source = min(plan.panelO * plan.tileN + plan.panelN, sizeN - 1);
      plan.panel(args({plan.panelN, plan.panelK, plan.panelO})) = rightAt(batch, plan.panelK, source);
      factor = plan.panel(args({n % plan.tileN, k[0], n / plan.tileN}));
    } else {
      factor = rightAt(batch, k[0], n);
    }
    plan.sum(args({n, m})) = Internal::make_zero(type);
    plan.sum(args({n, m})) = multiplyAdd(plan.sum(args({n, m})), leftAt(batch, row, k[0]), factor);
  }
  plan.done = recorder.func("done");
  plan.done(args({n, m})) = sum(args({n, m}));
  const Func done = plan.done;
  define(result, [&](const Index &index) {
    std::vector<Expr> at;
    at.push_back(hasN ? index.back() : Expr(0));
    at.push_back(hasM ? index[index.size() - (hasN ? 2 : 1)] : Expr(0));
    for (size_t d = batchRank; d-- > 0;)
      at.push_back(index[d]);
    const Expr value = options.strictFloat ? Expr(done(at)) : hideNumber(done(at));
    if (!bias)
      return value;
    return strictAdd(value, convert(element(bias, index), type));
  });
}

} // namespace fullgraph::lower
