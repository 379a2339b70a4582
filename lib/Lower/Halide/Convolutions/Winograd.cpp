// Winograd's products for 3x3 taps (Winograd.h): which convolutions have them, their Funcs, and their loops.
//
//   for each strip of rows of blocks: `image` is transformed, so that all blocks of a strip are neighbours
//     for each tile of output channels: `products`, by tiles in registers
//       for each row of blocks: `tile`, which is transformed back, two rows of the result
#include "lib/Lower/Halide/Convolutions/Winograd.h"

#include <fullgraph/detail/pointwise_rules.h>

namespace fullgraph::lower {
using namespace Halide;

ConvolutionArguments convolutionArguments(const Node &node) {
  ConvolutionArguments a;
  a.input = node.value("input");
  a.weight = node.value("weight");
  a.bias = node.value("bias");
  const size_t spatial = a.spatialDims();
  if (a.input->type.rank() != spatial + 2)
    throw LowerError("an unbatched convolution"); // canonicalised away by inference: ATen adds the batch dim
  a.stride = expanded(node.syms("stride"), spatial);
  a.padding = expanded(node.syms("padding"), spatial);
  a.dilation = expanded(node.syms("dilation"), spatial);
  a.groups = node.sym("groups");
  return a;
}

namespace {

constexpr int parts = 16; // numbers that a block has of each channel

int64_t wholeOf(int64_t value, int64_t step) { return (value + step - 1) / step * step; }

/// What is known of a convolution, in numbers.
struct Shape {
  int64_t channels = 0, filters = 0, rows = 0, columns = 0, images = 1;
  int64_t rowBlocks() const { return (columns + 1) / 2; }
  int64_t blockRows() const { return (rows + 1) / 2; }
};

std::optional<Shape> shapeOf(const ConvolutionArguments &a, const TensorType &result) {
  const auto all = [](const std::vector<Sym> &values, int64_t number) {
    return std::all_of(values.begin(), values.end(), [&](const Sym &s) { return s.isConst(number); });
  };
  const std::vector<Sym> &w = a.weightSizes(), &out = result.sizes;
  const auto channels = w[1].asInt(), filters = w[0].asInt(), rows = out[out.size() - 2].asInt(),
             columns = out.back().asInt();
  const bool padded =
      std::all_of(a.padding.begin(), a.padding.end(), [](const Sym &s) { return s.isConst(); });
  if (a.spatialDims() != 2 || !w[2].isConst(3) || !w[3].isConst(3) || !all(a.stride, 1) ||
      !all(a.dilation, 1) || !a.groups.isConst(1) || !padded || !channels || !filters || !rows || !columns)
    return std::nullopt;
  return Shape{*channels, *filters, *rows, *columns, out[0].asInt().value_or(1)};
}

/// Are 16 products and the transformations less than 36 products? In operations a block, as measured: with 64
/// channels and filters the transformations of blocks take a fourth of the time. Those of the filters are
/// shared by all blocks, and are read from and written to memory.
bool isWorth(const Shape &s) {
  const int64_t products = s.channels * s.filters, blocks = s.images * s.rowBlocks() * s.blockRows();
  const int64_t plain = 36 * products;
  const int64_t ours =
      18 * products + 100 * (s.channels + s.filters) + 350 * products / std::max<int64_t>(blocks, 1);
  return blocks >= 16 && plain > ours + ours / 8;
}

/// How many blocks `rows` rows of them are in `products`. The last vector of a row is read whole.
int64_t blocksOfStrip(const WinogradPlan &plan, int64_t rows) {
  return wholeOf((rows - 1) * plan.rowBlocks + wholeOf(plan.rowBlocks, plan.across), plan.tileBlocks);
}

/// How much slower a strip is that reads and writes so many bytes again and again, with an L2 cache of 1 MiB.
/// Measured: 64 channels and 28x28 blocks in strips of 1 row 702 us, of 7 rows 749; 128 channels and 14x14
/// blocks in strips of 1 row 637 us, of 2 rows 703; 96 channels and 20x20 blocks, 5 rows 663, 10 rows 846.
double slowerBy(int64_t bytes) {
  constexpr int64_t kib = 1024;
  return bytes <= 200 * kib    ? 1
         : bytes <= 400 * kib  ? 1.08
         : bytes <= 850 * kib  ? 1.15
         : bytes <= 1200 * kib ? 1.25
                               : 1.5;
}

/// Rows of blocks that a strip has: few are computed in vain, what is transformed of the image stays in the
/// L2 cache, and enough blocks share what is read of the filters.
int stripRowsOf(const WinogradPlan &plan, const Shape &s) {
  const bool farFilters = parts * s.channels * s.filters * plan.type.bytes() > (1 << 20);
  int best = 1;
  double least = 0;
  for (int64_t rows = 1; rows <= s.blockRows(); ++rows) {
    const int64_t blocks = blocksOfStrip(plan, rows), strips = (s.blockRows() + rows - 1) / rows;
    const int64_t bytes = parts * (s.channels + plan.tileC) * blocks * plan.type.bytes();
    const double cost = static_cast<double>(strips * (2 * blocks + (farFilters ? 8 : 1))) * slowerBy(bytes);
    if (rows > 1 && cost >= least)
      continue;
    least = cost;
    best = static_cast<int>(rows);
  }
  return best;
}

/// The one of the 16 numbers. Which one is known where loops are written out.
Expr choose(const Expr &number, const FuncRef &numbers) {
  Expr chosen = numbers[parts - 1];
  for (int i = parts - 1; i-- > 0;)
    chosen = select(number == i, numbers[i], chosen);
  return chosen;
}

using Numbers = std::vector<Expr>;

Numbers imageLine(const Numbers &d) { return {d[0] - d[2], d[1] + d[2], d[2] - d[1], d[1] - d[3]}; }
Numbers resultLine(const Numbers &m) { return {m[0] + m[1] + m[2], m[1] - m[2] - m[3]}; }
Numbers filterLine(const Numbers &g) {
  const Expr half = Internal::make_const(g[0].type(), 0.5), ends = (g[0] + g[2]) * half, middle = g[1] * half;
  return {g[0], ends + middle, ends - middle, g[2]};
}

/// `line` of the columns of a matrix, then of the rows of what that makes; row by row.
Numbers transformed(const std::vector<Numbers> &matrix, Numbers (*line)(const Numbers &)) {
  std::vector<Numbers> columns; // of the first step's result
  for (size_t x = 0; x < matrix[0].size(); ++x) {
    Numbers column;
    for (const Numbers &row : matrix)
      column.push_back(row[x]);
    columns.push_back(line(column));
  }
  Numbers all;
  for (size_t y = 0; y < columns[0].size(); ++y) {
    Numbers row;
    for (const Numbers &column : columns)
      row.push_back(column[y]);
    for (const Expr &number : line(row))
      all.push_back(number);
  }
  return all;
}

} // namespace

std::optional<WinogradPlan> winogradPlan(const ConvolutionArguments &a, const TensorType &result,
                                         const Machine &machine, const LowerOptions &options, Knobs &knobs) {
  const Type type = computeType(fg::accumulateDtype(result.dtype));
  const auto shape = shapeOf(a, result);
  if (!shape || machine.isDevice() || options.strictFloat || result.dtype != ScalarType::Float ||
      type != Float(32) || shape->channels < 8 || shape->filters < 8 ||
      !knobs.pickFlag("conv.winograd", isWorth(*shape)))
    return std::nullopt;
  WinogradPlan plan;
  plan.type = type;
  plan.sizes = result.sizes;
  plan.inChannels = a.weightSizes()[1];
  plan.lanes = machine.lanes(type);
  plan.rowBlocks = shape->rowBlocks();
  plan.across = plan.lanes;
  while (plan.across / 2 >= plan.rowBlocks)
    plan.across /= 2;
  // Sixteen sums in flight with AVX-512, which has twice the registers, and twelve or eight with AVX2.
  const bool bySix = wholeOf(shape->filters, 6) * 25 <= shape->filters * 26;
  plan.tileBlocks = machine.avx512() ? plan.lanes : 2 * plan.lanes;
  plan.tileC = static_cast<int>(std::min<int64_t>(machine.avx512() ? 16 : bySix ? 6 : 4, shape->filters));
  plan.stripRows =
      static_cast<int>(knobs.pick("conv.blockrows", stripRowsOf(plan, *shape), {1, 2, 3, 4, 5, 7, 14}));
  plan.stripBlocks = blocksOfStrip(plan, plan.stripRows);
  return plan;
}

/// Where the padded copy has columns of the image, of even (phase 0) or odd ones.
RDom WinogradWriter::columnsOf(int phase) {
  const Sym padding = a.padding.back() - Sym(phase);
  const Sym first = floorDiv(padding + 1, Sym(2));
  const Sym behind = floorDiv(padding + a.imageSizes().back() - 1, Sym(2)) + 1;
  return recorder.domain("column", {{size(first), size(behind - first)}});
}

/// The image with zeros around it, even and odd columns apart, so that vectors of blocks read neighbours.
void WinogradWriter::definePadded() {
  plan.padded = recorder.func("padded");
  const Var n = plan.dims[0], c = plan.channel, y = plan.dims[2], x = plan.dims[3], phase = plan.part;
  plan.padded(x, phase, y, c, n) = Internal::make_zero(plan.type);
  const Expr row = y - size(a.padding[0]), rows = size(a.imageSizes()[2]);
  for (int odd = 0; odd < 2; ++odd) {
    plan.imageColumns.push_back(columnsOf(odd));
    const Expr column = plan.imageColumns.back().x;
    const Index at = {n, c, max(min(row, rows - 1), 0), column * 2 + odd - size(a.padding[1])};
    plan.padded(column, odd, y, c, n) =
        select(row >= 0 && row < rows, convert(builder.elementAt(a.input, at), plan.type),
               Internal::make_zero(plan.type));
  }
}

/// (block, channel, part, strip, n), zeros behind the last block.
void WinogradWriter::defineImage() {
  plan.image = recorder.func("image");
  plan.places = recorder.domain("place", {{0, static_cast<int>(plan.rowBlocks)}, {0, plan.stripRows}});
  const Var n = plan.dims[0];
  const Expr across = plan.places.x, down = plan.places.y;
  const Var y = plan.dims[2], x = plan.dims[3];
  std::vector<Numbers> block;
  for (int row = 0; row < 4; ++row) {
    block.emplace_back();
    for (int column = 0; column < 4; ++column)
      block.back().push_back(plan.padded(x + column / 2, column % 2, y * 2 + row, plan.channel, n));
  }
  plan.imageBlock = recorder.func("image_block");
  plan.imageBlock(x, y, plan.channel, n) = Tuple(transformed(block, imageLine));
  plan.image(plan.block, plan.channel, plan.part, plan.strip, n) = Internal::make_zero(plan.type);
  plan.image(down * static_cast<int>(plan.rowBlocks) + across, plan.channel, plan.part, plan.strip, n) =
      choose(plan.part, plan.imageBlock(across, plan.strip * plan.stripRows + down, plan.channel, n));
}

/// (channel, filter, part). Tiles and vectors may run past the last one of each.
void WinogradWriter::defineFilter() {
  plan.taps = recorder.func("taps");
  plan.filter = recorder.func("filter");
  const Var c = plan.channel, k = plan.dims[1];
  std::vector<Expr> taps;
  for (int tap = 0; tap < 9; ++tap)
    taps.push_back(convert(builder.elementAt(a.weight, {min(k, size(a.weightSizes()[0]) - 1),
                                                        min(c, size(plan.inChannels) - 1), tap / 3, tap % 3}),
                           plan.type));
  plan.taps(c, k) = Tuple(taps);
  const FuncRef at = plan.taps(c, k);
  std::vector<Numbers> matrix;
  for (int y = 0; y < 3; ++y)
    matrix.push_back({at[3 * y], at[3 * y + 1], at[3 * y + 2]});
  plan.filterBlock = recorder.func("filter_block");
  plan.filterBlock(c, k) = Tuple(transformed(matrix, filterLine));
  plan.filter(c, k, plan.part) = choose(plan.part, plan.filterBlock(c, k));
}

void WinogradWriter::defineSums() {
  plan.sum = recorder.func("conv");
  plan.products = recorder.func("products");
  plan.domain = recorder.domain("r", {{0, size(plan.inChannels)}});
  const Var n = plan.dims[0], k = plan.dims[1];
  const std::vector<Expr> at = {plan.block, k, plan.part, plan.strip, n};
  const Expr channel = plan.domain.x;
  plan.sum(at) = Internal::make_zero(plan.type);
  plan.sum(at) +=
      plan.filter(channel, k, plan.part) * plan.image(plan.block, channel, plan.part, plan.strip, n);
  plan.products(at) = plan.sum(at);
}

void WinogradWriter::defineTile() {
  plan.blocks = recorder.func("blocks");
  plan.tile = recorder.func("tile");
  const Var n = plan.dims[0], k = plan.dims[1], y = plan.dims[2], x = plan.dims[3];
  std::vector<Numbers> matrix;
  for (int row = 0; row < 4; ++row) {
    matrix.emplace_back();
    for (int column = 0; column < 4; ++column)
      matrix.back().push_back(plan.products(y % plan.stripRows * static_cast<int>(plan.rowBlocks) + x, k,
                                            row * 4 + column, y / plan.stripRows, n));
  }
  plan.blocks(x, y, k, n) = Tuple(transformed(matrix, resultLine));
  const FuncRef block = plan.blocks(x / 2, y / 2, k, n);
  plan.tile(x, y, k, n) = select(y % 2 == 0, select(x % 2 == 0, Expr(block[0]), Expr(block[1])),
                                 select(x % 2 == 0, Expr(block[2]), Expr(block[3])));
}

void WinogradWriter::define(const Value *result) {
  plan.dims = builder.vars(4);
  for (const char *name : {"block", "channel", "part", "strip"})
    recorder.var(name);
  definePadded();
  defineImage();
  defineFilter();
  defineSums();
  defineTile();
  builder.define(result, [&](const Index &index) {
    const Expr value = builder.hideNumber(plan.tile(KernelBuilder::reversed(index)));
    return a.bias ? strictAdd(value, convert(builder.elementAt(a.bias, {index[1]}), plan.type)) : value;
  });
}

void WinogradSchedule::run() {
  const std::vector<Var> &out = builder.outVars;
  const Var n = out[0], c = out[1], y = out[2], x = out[3];
  const Var k = plan.dims[1], ty = plan.dims[2], tx = plan.dims[3];
  const Var co = recorder.var("co"), ci = recorder.var("ci"), ys = recorder.var("ys"),
            yo = recorder.var("yo"), yi = recorder.var("yi"), xo = recorder.var("xo"),
            xi = recorder.var("xi");
  const int columns = 2 * plan.across;
  Schedule s(recorder, builder.output);
  s.split(c, co, ci, plan.tileC, TailStrategy::GuardWithIf)
      .split(x, xo, xi, columns, TailStrategy::GuardWithIf)
      .split(y, ys, y, 2 * plan.stripRows, TailStrategy::GuardWithIf)
      .split(y, yo, yi, 2, TailStrategy::GuardWithIf)
      .reorder({xi, yi, xo, yo, ci, co, ys, n})
      .vectorize(xi)
      .neverPartition();
  Schedule(recorder, plan.blocks)
      .computeAt(builder.output, xo)
      .boundExtent(tx, plan.across)
      .boundExtent(ty, 1)
      .vectorize(tx);
  Schedule(recorder, plan.tile)
      .computeAt(builder.output, xo)
      .boundExtent(tx, columns)
      .boundExtent(ty, 2)
      .boundExtent(k, 1)
      .vectorize(tx)
      .unroll(ty);
  scheduleProducts();
  scheduleImage();
  scheduleFilter();
  share(s);
}

/// Tiles of blocks and filters, in registers.
void WinogradSchedule::scheduleProducts() {
  const Var k = plan.dims[1], b = plan.block, bo = recorder.var("bo"), bi = recorder.var("bi");
  Schedule(recorder, plan.products)
      .computeAt(builder.output, Var("co"))
      .boundExtent(b, static_cast<int>(plan.stripBlocks))
      .boundExtent(k, plan.tileC)
      .boundStorage(k, plan.tileC + 1) // else the 16 numbers of a block may share a line of the L1 cache
      .bound(plan.part, parts)
      .boundExtent(plan.strip, 1)
      .split(b, bo, bi, plan.tileBlocks, TailStrategy::RoundUp)
      .reorder({bi, k, bo, plan.part, plan.strip, plan.dims[0]})
      .vectorize(bi, plan.lanes, TailStrategy::RoundUp)
      .unroll(bi)
      .unroll(k)
      .neverPartition();
  Schedule sum(recorder, plan.sum), update(recorder, plan.sum, 0);
  sum.computeAt(plan.products, bo).boundExtent(b, plan.tileBlocks).boundExtent(k, plan.tileC);
  update.reorder({b, k, plan.domain.x});
  for (Schedule *stage : {&sum, &update})
    stage->vectorize(b, plan.lanes, TailStrategy::RoundUp).unroll(b).unroll(k);
}

/// A strip's: channel by channel, each with a padded copy of its own.
void WinogradSchedule::scheduleImage() {
  const Var c = plan.channel, x = plan.dims[3];
  const RVar po = recorder.rvar("po"), pi = recorder.rvar("pi");
  Schedule(recorder, plan.image)
      .computeAt(builder.output, Var("ys"))
      .boundExtent(plan.block, static_cast<int>(plan.stripBlocks))
      .boundStorage(c, builder.size(plan.inChannels) + 1) // as products
      .bound(plan.part, parts)
      .boundExtent(plan.strip, 1)
      .vectorize(plan.block, plan.lanes, TailStrategy::RoundUp)
      .neverPartition();
  Schedule(recorder, plan.image, 0)
      .allowRaceConditions() // blocks of a strip are different places
      .split(plan.places.x, po, pi, plan.across, TailStrategy::GuardWithIf)
      .reorder({pi, plan.part, po, plan.places.y, c, plan.strip, plan.dims[0]})
      .unroll(plan.part)
      .vectorize(pi)
      .neverPartition();
  Schedule(recorder, plan.imageBlock)
      .computeAt(plan.image, po)
      .boundExtent(x, plan.across)
      .boundExtent(plan.dims[2], 1)
      .vectorize(x);
  Schedule(recorder, plan.padded)
      .computeAt(plan.image, c)
      .boundExtent(x, static_cast<int>(wholeOf(wholeOf(plan.rowBlocks, plan.across) + 1, plan.across)))
      .vectorize(x, plan.across, TailStrategy::RoundUp)
      .neverPartition();
  for (int odd = 0; odd < 2; ++odd)
    Schedule(recorder, plan.padded, odd)
        .vectorize(plan.imageColumns[static_cast<size_t>(odd)].x, plan.across, TailStrategy::GuardWithIf)
        .neverPartition();
}

/// Once a call.
void WinogradSchedule::scheduleFilter() {
  const Var c = plan.channel, vo = recorder.var("vo"), vi = recorder.var("vi");
  Schedule(recorder, plan.filter)
      .computeRoot()
      .bound(plan.part, parts)
      .split(c, vo, vi, plan.lanes, TailStrategy::RoundUp)
      .reorder({vi, plan.part, vo, plan.dims[1]})
      .unroll(plan.part)
      .vectorize(vi)
      .neverPartition();
  for (const Func &f : {plan.taps, plan.filterBlock})
    Schedule(recorder, f).computeAt(plan.filter, vo).boundExtent(c, plan.lanes).vectorize(c);
}

/// Threads take strips of images, and within a strip, whose transformed image they share, output channels.
void WinogradSchedule::share(Schedule &output) {
  const Sym &images = plan.sizes[0], &filters = plan.sizes[1], &channels = plan.inChannels;
  const Sym strips = ceilDiv(plan.sizes[2], Sym(2 * plan.stripRows));
  const Sym inside = symMax(floorDiv(Sym(mostTasks), symMax(images * strips, Sym(1))), Sym(1));
  // Vectorised operations: of a strip's blocks for one channel, and for one channel and filter.
  const Sym copyWork = std::max<int64_t>(plan.stripBlocks * parts * 6 / plan.lanes, 1);
  const Sym sumWork = std::max<int64_t>(plan.stripBlocks * parts * 2 / plan.lanes, 1);
  Schedule image(recorder, plan.image, 0), filter(recorder, plan.filter);
  builder.parallelize("tasks.inside", output, {Var("co")}, {ceilDiv(filters, Sym(plan.tileC))},
                      filters * channels, sumWork, inside);
  builder.parallelize("tasks", output, {builder.outVars[0], Var("ys")}, {images, strips},
                      images * strips * filters * channels, sumWork);
  builder.parallelize("tasks.copy", image, {plan.channel}, {channels}, channels, copyWork, inside);
  builder.parallelize("tasks.filter", filter, {plan.dims[1]}, {filters}, filters * channels, Sym(16));
}

} // namespace fullgraph::lower
