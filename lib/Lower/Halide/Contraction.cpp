// matmul, mm, bmm and linear: definitions. ScheduleMatmul.cpp says why there are two.
#include "lib/Lower/Halide/Devices/DeviceProduct.h"
#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Levels.h"
#include "lib/Lower/Halide/LoopKernel.h"
#include "lib/Lower/Halide/Operands.h"

#include <fullgraph/detail/pointwise_rules.h>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// Is the stride of dim `d` known to be 1?
bool unitStride(const Value *v, size_t d) { return v->type.stridesOrContiguous()[d].isConst(1); }

/// Rows of a register tile, `most` at most: about as many in each tile.
int rowsOfTile(std::optional<int64_t> rows, int most) {
  if (!rows)
    return most;
  const int64_t tiles = std::max<int64_t>(1, (*rows + most - 1) / most);
  return static_cast<int>(std::max<int64_t>(1, (*rows + tiles - 1) / tiles));
}

/// `choices` up to `most`, where that is known.
std::vector<int64_t> upTo(std::optional<int64_t> most, std::vector<int64_t> choices) {
  choices.erase(std::remove_if(choices.begin(), choices.end(), [&](int64_t c) { return most && c > *most; }),
                choices.end());
  return choices;
}

/// What a tile is chosen by, besides its plan.
struct MatmulFacts {
  bool manyRows = false, columnsContiguous = false;
  /// Something in the kernel is a series, whose constants take registers. LLVM keeps them there also while a
  /// tile is summed, and then sums lie in memory: 256x1024x1024 with gelu took 6.8 ms (AVX-512) and 8.5
  /// (AVX2) in the tiles of one with relu, which takes 2.5 and 4.1; in these it takes 2.6 and 4.8.
  bool hasSeries = false;
  std::optional<int64_t> rows, expectedColumns, leastColumns;
};

bool hasSeries(const Graph &graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto &node) {
    return node->op->isPointwise() && node->op->cost >= OpCost::Series;
  });
}

/// Does a copy of columns that are neighbours pay? It lies in one piece. Without it each tile of rows reads
/// the matrix again as it lies, which is slow where that is out of the L2 cache (bench_levels, rows times
/// 1024x1024, without a copy and with it, AVX2: 8 rows 256 and 288 us, 16 505 and 433, 32 1031 and 728;
/// AVX-512: 8 rows 76 and 163, 40 382 and 417; times 2048x2048, AVX-512: 8 rows 787 and 1021, 32 3026 and
/// 1953).
bool paysPanel(const MatmulPlan &plan, const Machine &machine, std::optional<int64_t> rows) {
  const auto depth = plan.sizeK.asInt(), columns = plan.sizeN.asInt();
  if (!rows)
    return false;
  if (!depth || !columns)
    return *rows >= 48;
  constexpr int64_t megabyte = int64_t(1) << 20;
  const int64_t tiles = (*rows + plan.tileM - 1) / plan.tileM;
  const int64_t readAgain = (tiles - 1) * *depth * *columns * plan.type.bytes();
  return readAgain >= (machine.avx512() ? 16 : 8) * megabyte;
}

/// Register tiles of rows and columns, and whether the columns are copied.
void chooseTile(MatmulPlan &plan, const Machine &machine, Knobs &knobs, const MatmulFacts &facts) {
  const int width = machine.lanes(plan.type);
  const auto [manyRows, columnsContiguous, hasSeries, rows, expectedColumns, leastColumns] = facts;
  const auto hasColumns = [&](int64_t count) {
    return columnsContiguous && leastColumns.value_or(0) >= count;
  };
  const int mostRows = machine.avx512()                                            ? 8
                       : manyRows && !(hasSeries && machine.vectorRegisters <= 16) ? 6
                                                                                   : 4;
  if (plan.hasM)
    plan.tileM = static_cast<int>(
        knobs.pick("matmul.rows", rowsOfTile(rows, mostRows), upTo(rows, {2, 3, 4, 6, 8, 12, 14})));
  // Columns that are neighbours need no copy where tiles may overlap at the end, and few rows read them; else
  // the panel transposes and pads, and what many rows read again and again lies in one piece. One row reads
  // each weight once: long pieces come faster from memory.
  const int oneRow = machine.avx512() ? 4 : 8; // vectors
  const int vectors = plan.tileM > 1               ? (hasSeries && machine.avx512() ? 1 : 2)
                      : hasColumns(oneRow * width) ? oneRow
                                                   : 4;
  const bool hasVectors = !expectedColumns || *expectedColumns >= vectors * width;
  const auto mostColumns = plan.tileM > 1 || !leastColumns ? expectedColumns : leastColumns;
  const auto mostVectors = mostColumns ? std::optional(*mostColumns / width) : std::nullopt;
  plan.tileN = hasVectors ? vectors * width : width;
  if (plan.hasN)
    plan.tileN = width * static_cast<int>(knobs.pick("matmul.vectors", plan.tileN / width,
                                                     upTo(mostVectors, {1, 2, 3, 4, 6, 8})));
  const bool needsPanel = !hasColumns(plan.tileN);
  plan.usePanel = plan.hasN && (needsPanel || knobs.pickFlag("matmul.panel", paysPanel(plan, machine, rows)));
  plan.shiftM = rows && *rows >= plan.tileM;
  if (!plan.hasN)
    plan.tileN = 1;
}

/// The tile of dot products: so many sums share what is loaded of the rows. Twelve sums and what they read
/// fill the registers of AVX2: with constants beside them some lie in memory (16x1024x1024 with relu: 510 us
/// with four rows and three columns, 305 with two and four).
void chooseDotTile(MatmulPlan &plan, const Machine &machine, Knobs &knobs, bool withFunction) {
  const auto rows = plan.sizeM.asInt(), columns = plan.sizeN.asInt();
  const bool isCrowded = withFunction && machine.vectorRegisters <= 16;
  const int64_t mostRows = isCrowded ? 2 : 4;
  plan.tileM = static_cast<int>(rows ? std::min(mostRows, *rows) : mostRows);
  // AVX-512 has registers for sixteen sums, and four columns are stored as a vector (16x1024x1024 with gelu:
  // 305 us with three columns, 262 with four).
  plan.tileN = plan.tileM == 1 ? 8 : machine.avx512() || isCrowded ? 4 : 3;
  if (columns)
    plan.tileN = static_cast<int>(std::clamp<int64_t>(*columns, 1, plan.tileN));
  plan.tileM = static_cast<int>(knobs.pick("matmul.rows", plan.tileM, upTo(rows, {2, 3, 4, 6})));
  plan.tileN = static_cast<int>(knobs.pick("matmul.columns", plan.tileN, upTo(columns, {2, 3, 4, 6, 8, 12})));
}

/// The tile of a thread of a device: so many sums share what is loaded. Rows and columns repeat at the end.
void chooseThreadTile(MatmulPlan &plan) {
  const auto tile = [](const Sym &size) {
    const auto known = size.asInt();
    return known && *known < 64 ? 1 : 4;
  };
  plan.tileM = plan.hasM ? tile(plan.sizeM) : 1;
  plan.tileN = plan.hasN ? tile(plan.sizeN) : 1;
  plan.clampN = plan.hasN;
}

Rows rowsOf(const Sym &sizeM, Rows regime) {
  const auto rows = sizeM.asInt();
  return !rows ? regime : *rows == 1 ? Rows::One : *rows <= fewRows ? Rows::Few : Rows::Many;
}

/// So many columns there are at least, where that is known.
std::optional<int64_t> leastColumns(const Sym &sizeN, Rows regime) {
  const std::optional<int64_t> known = sizeN.asInt();
  const bool isLong = regime == Rows::OneLong || regime == Rows::FewLong;
  return known || !isLong ? known : std::optional<int64_t>(leastLongRow);
}

/// Defines the sums of a plan whose sizes and tile are chosen.
class SumWriter {
public:
  SumWriter(KernelBuilder &builder, MatmulPlan &plan, const Operands &operands)
      : builder(builder), recorder(builder.record()), plan(plan), operands(operands),
        sizeM(builder.size(plan.sizeM)), sizeN(builder.size(plan.sizeN)), sizeK(builder.size(plan.sizeK)) {}

  /// (inner…, batch…), as a call of a Func has them.
  std::vector<Expr> args(std::vector<Expr> inner) const {
    for (const Expr &e : KernelBuilder::reversed(batch()))
      inner.push_back(e);
    return inner;
  }
  void defineDotProducts();
  void defineTiles();

private:
  Index batch() const { return KernelBuilder::indexOf(plan.batch); }
  Expr leftAt(const Expr &m, const Expr &k) const;
  Expr rightAt(const Expr &k, const Expr &n) const;
  void definePanel();
  /// FMA, unless the user wants each rounding: then in the order of k.
  Expr multiplyAdd(const Expr &sum, const Expr &x, const Expr &y) const {
    if (!plan.type.is_float() || builder.strict())
      return strictAdd(sum, strictMul(x, y));
    return builder.machineModel().isDevice() ? strictFma(x, y, sum) : sum + x * y;
  }

  KernelBuilder &builder;
  Recorder &recorder;
  MatmulPlan &plan;
  const Operands &operands;
  const Expr sizeM, sizeN, sizeK;
};

/// The left operand broadcasts over batch dims that it has not.
Expr SumWriter::leftAt(const Expr &m, const Expr &k) const {
  const Value *left = operands.left;
  const size_t rank = left->type.rank();
  Index index = batch();
  if (operands.hasM)
    index.push_back(m);
  index.push_back(k);
  if (rank < index.size())
    index.erase(index.begin(), index.end() - static_cast<std::ptrdiff_t>(rank));
  for (size_t d = 0; d + operands.matrixDimsOfLeft() < rank; ++d)
    if (left->type.sizes[d].isConst(1))
      index[d] = 0;
  return convert(builder.elementAt(left, index), plan.type);
}

/// The right operand broadcasts over batch dims that it has not, too.
Expr SumWriter::rightAt(const Expr &k, const Expr &n) const {
  const Value *right = operands.right;
  const size_t rank = right->type.rank(), batchDims = rank - operands.matrixDimsOfRight();
  const Index batch = this->batch();
  Index index(rank);
  for (size_t d = 0; d < batchDims; ++d)
    index[d] = right->type.sizes[d].isConst(1) ? Expr(0) : batch[d + batch.size() - batchDims];
  index[operands.dimK] = k;
  if (rank > 1)
    index[operands.dimN] = n;
  return convert(builder.elementAt(right, index), plan.type);
}

/// Vectors of partial sums along k; then their lanes are added pairwise, and what is left of k behind the
/// last vector is added to the sums.
void SumWriter::defineDotProducts() {
  const Var m = plan.m, n = plan.n, lane = plan.lane;
  const int width = plan.dotWidth;
  const Expr row = plan.tileM == 1 ? Expr(0) : min(m, sizeM - 1), column = min(n, sizeN - 1);
  plan.lanes = recorder.func("lanes");
  plan.lanes(args({lane, n, m})) = Internal::make_zero(plan.type);
  RDom k = recorder.domain("k", {{0, sizeK / width}});
  const Expr at = k[0] * width + lane;
  plan.lanes(args({lane, n, m})) =
      multiplyAdd(plan.lanes(args({lane, n, m})), leftAt(row, at), rightAt(at, column));
  plan.domains.push_back(k);

  Func whole = plan.lanes;
  for (int half = width / 2; half > 1; half /= 2) {
    Func f = recorder.func("lanes" + std::to_string(half));
    f(args({lane, n, m})) = whole(args({lane, n, m})) + whole(args({lane + half, n, m}));
    plan.halves.emplace_back(f, half);
    whole = f;
  }
  plan.sum(args({n, m})) = whole(args({0, n, m})) + whole(args({1, n, m}));

  const auto depth = plan.sizeK.asInt();
  if (depth && *depth % width == 0)
    return;
  RDom rest = recorder.domain("k_rest", {{sizeK / width * width, sizeK % width}});
  plan.sum(args({n, m})) =
      multiplyAdd(plan.sum(args({n, m})), leftAt(row, rest[0]), rightAt(rest[0], column));
  plan.domains.push_back(rest);
}

/// tileN columns of the right operand, in one piece.
void SumWriter::definePanel() {
  plan.panel = recorder.func("panel");
  for (const char *name : {"pn", "pk", "po"})
    recorder.var(name);
  const Expr source = min(plan.panelO * plan.tileN + plan.panelN, sizeN - 1);
  plan.panel(args({plan.panelN, plan.panelK, plan.panelO})) = rightAt(plan.panelK, source);
}

void SumWriter::defineTiles() {
  const Var m = plan.m, n = plan.n;
  const Expr row = plan.shiftM ? Expr(m) : min(m, sizeM - 1);
  RDom k = recorder.domain("k", {{0, sizeK}});
  plan.domains.push_back(k);
  Expr factor;
  if (plan.usePanel) {
    definePanel();
    factor = plan.panel(args({n % plan.tileN, k[0], n / plan.tileN}));
  } else {
    factor = rightAt(k[0], plan.clampN ? min(n, sizeN - 1) : Expr(n));
  }
  plan.sum(args({n, m})) = Internal::make_zero(plan.type);
  plan.sum(args({n, m})) = multiplyAdd(plan.sum(args({n, m})), leftAt(row, k[0]), factor);
}

} // namespace

Operands operandsOf(const Node &node) {
  const bool linear = node.is(Op::linear);
  const Value *a = node.value(linear ? "input" : "self");
  const Value *b = linear ? node.value("weight") : node.value(node.is(Op::matmul) ? "other" : "mat2");
  const size_t rankA = a->type.rank(), rankB = b->type.rank();
  if (rankA == 0 || rankB == 0)
    throw LowerError("a contraction's operands have dims");
  // A matrix times a vector is the vector times the transposed matrix: its rows are dot products.
  const bool swapped = !linear && rankB == 1 && rankA > 1;
  Operands o;
  o.left = swapped ? b : a;
  o.right = swapped ? a : b;
  o.bias = linear ? node.value("bias") : nullptr;
  o.hasM = !swapped && rankA > 1;
  o.hasN = linear ? rankB == 2 : swapped || rankB > 1;
  const bool byRow = linear || swapped; // [n, k]
  const size_t rank = o.right->type.rank();
  o.dimN = byRow ? rank - 2 : rank - 1;
  o.dimK = byRow || rank == 1 ? rank - 1 : rank - 2;
  return o;
}

int64_t productsInVectors(const Node &node, int64_t unknown) {
  const bool linear = node.is(Op::linear);
  if (!isFloatingType(node.result()->type.dtype))
    return 0;
  if (node.is(Op::convolution)) {
    const std::vector<Sym> &filter = node.value("weight")->type.sizes;
    return elementsOf({filter.begin() + 1, filter.end()}, unknown);
  }
  const Value *left = node.value(linear ? "input" : "self");
  const Value *right = linear ? node.value("weight") : node.value(node.is(Op::matmul) ? "other" : "mat2");
  const size_t rank = left->type.rank();
  if (rank < 2 || right->type.rank() < 2 || left->type.sizes[rank - 2].isConst(1))
    return 0;
  return elementsOf({left->type.sizes[rank - 1]}, unknown);
}

bool hasLargerTiles(const Node &node) { return node.is(Op::convolution); }

bool hasFunction(const Graph &graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                     [](const auto &node) { return node->op->family == OpFamily::Unary; });
}

bool isLibraryProduct(const Node &node) {
  if (node.op->family != OpFamily::Contraction || node.is(Op::convolution))
    return false;
  const TensorType &left = operandsOf(node).left->type;
  return isFloatingType(left.dtype) && node.result()->type.dtype == left.dtype &&
         !left.sizes.back().isConst(0);
}

void KernelBuilder::defineMatmul(const Node &node) {
  if (matmul || rows || convolution)
    throw LowerError("a kernel has one contraction");
  if (target.withLibrary && isLibraryProduct(node))
    return DeviceProduct(*this, node).define();
  const Operands operands = operandsOf(node);
  const Value *left = operands.left, *right = operands.right, *result = node.result();
  const bool hasM = operands.hasM, hasN = operands.hasN;

  MatmulPlan &plan = matmul.emplace();
  plan.type = computeType(fg::accumulateDtype(result->type.dtype));
  plan.sizeK = left->type.sizes.back();
  plan.sizeM = hasM ? left->type.sizes[left->type.rank() - 2] : Sym(1);
  plan.sizeN = hasN ? right->type.sizes[operands.dimN] : Sym(1);
  plan.hasM = hasM;
  plan.hasN = hasN;
  const size_t batchRank = result->type.rank() - (hasM ? 1 : 0) - (hasN ? 1 : 0);
  plan.batch = vars(static_cast<unsigned>(batchRank));
  for (const char *name : {"m", "n", "lane"})
    recorder.var(name);

  // Dot products read the weights once, at the speed of memory. Vectors of 64 bytes would add to what it
  // costs to sum their lanes, and win nothing (4x256x256: 0.5 to 0.8 of the speed).
  plan.dotWidth = std::max(1, std::min(machine.vectorBytes, 32) / plan.type.bytes());
  const bool rowsContiguous = hasN ? unitStride(right, operands.dimK) : true;
  const auto depth = plan.sizeK.asInt();
  const Rows rowCount = rowsOf(plan.sizeM, regime);
  const bool mayBeDot = !machine.isDevice() && rowsContiguous && plan.type.is_float() &&
                        !options.strictFloat && (!depth || *depth >= plan.dotWidth);
  plan.dot = mayBeDot && knobs.pickFlag("matmul.dot", rowCount != Rows::Many);

  // Tiles are computed whole: rows and columns beyond the matrix repeat its last one, and are not stored.
  plan.sum = recorder.func("tile");
  SumWriter sums(*this, plan, operands);
  if (plan.dot) {
    chooseDotTile(plan, machine, knobs, hasFunction(graph));
    sums.defineDotProducts();
  } else if (machine.isDevice()) {
    chooseThreadTile(plan);
    sums.defineTiles();
  } else {
    chooseTile(plan, machine, knobs,
               {rowCount == Rows::Many, hasN && unitStride(right, operands.dimN), hasSeries(graph),
                plan.sizeM.asInt(), graph.env.estimate(plan.sizeN), leastColumns(plan.sizeN, regime)});
    sums.defineTiles();
  }
  plan.done = recorder.func("done");
  plan.done(sums.args({plan.n, plan.m})) = plan.sum(sums.args({plan.n, plan.m}));
  const Func done = plan.done;
  define(result, [&](const Index &index) {
    std::vector<Expr> at;
    at.push_back(hasN ? index.back() : Expr(0));
    at.push_back(hasM ? index[index.size() - (hasN ? 2 : 1)] : Expr(0));
    for (size_t d = batchRank; d-- > 0;)
      at.push_back(index[d]);
    const Expr value = options.strictFloat ? Expr(done(at)) : hideNumber(done(at));
    if (!operands.bias)
      return value;
    return strictAdd(value, convert(element(operands.bias, index), plan.type));
  });
}

Element productOfNumbers(KernelBuilder &builder, const Node &node) {
  const Operands o = operandsOf(node);
  const ScalarType dtype = node.result()->type.dtype;
  const Type type = computeType(fg::accumulateDtype(dtype));
  const int64_t depth = o.right->type.sizes[o.dimK].asInt().value_or(0);
  return [&builder, o, type, depth, dtype](const Index &index) {
    // batch…, m, n
    const size_t matrixDims = (o.hasM ? 1 : 0) + (o.hasN ? 1 : 0), batch = index.size() - matrixDims;
    const Index outer(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(batch));
    const auto inBatch = [&](const Value *v, size_t dims) {
      Index own(outer.end() - static_cast<std::ptrdiff_t>(v->type.rank() - dims), outer.end());
      for (size_t d = 0; d < own.size(); ++d)
        if (v->type.sizes[d].isConst(1))
          own[d] = 0;
      return own;
    };
    Expr sum = Internal::make_zero(type);
    for (int64_t k = 0; k < depth; ++k) {
      Index left = inBatch(o.left, o.matrixDimsOfLeft()), right = inBatch(o.right, o.matrixDimsOfRight());
      if (o.hasM)
        left.push_back(index[batch]);
      left.emplace_back(static_cast<int32_t>(k));
      right.resize(o.right->type.rank());
      right[o.dimK] = static_cast<int32_t>(k);
      if (o.hasN)
        right[o.dimN] = index.back();
      const Expr product = strictMul(convert(builder.elementAt(o.left, left), type),
                                     convert(builder.elementAt(o.right, right), type));
      sum = k == 0 ? product : strictAdd(sum, product);
    }
    if (o.bias) {
      const bool isOne = o.bias->type.sizes.empty() || o.bias->type.sizes.back().isConst(1);
      Index at(o.bias->type.rank(), isOne ? Expr(0) : index.back());
      sum = strictAdd(sum, convert(builder.elementAt(o.bias, at), type));
    }
    return convert(sum, computeType(dtype));
  };
}

} // namespace fullgraph::lower
