// Convolutions over 1 to 3 spatial dims: a padded copy of strips of each image, then register tiles of output
// channels and columns.
#include "lib/Lower/Halide/Convolutions/Winograd.h"

#include <fullgraph/detail/pointwise_rules.h>

#include <llvm/ADT/STLExtras.h>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// How many rows of the result share a padded copy, where each needs `row` elements of the input: as many as
/// a part of the L2 cache holds, but enough elements for each weight that is read; whole tiles, and about as
/// many in each strip.
Sym stripOf(const Sym &row, const Sym &columns, const Sym &rows, int tile, Knobs &knobs) {
  constexpr int64_t part = int64_t(1) << 17;
  const Sym cached = floorDiv(Sym(knobs.pick("conv.strip", part, {part / 4, part / 2, part * 2, part * 4})),
                              symMax(row, Sym(1)));
  const Sym enough = ceilDiv(Sym(128), symMax(columns, Sym(1)));
  const Sym strips = ceilDiv(rows, symMax(symMax(cached, enough), Sym(1)));
  return symMax(ceilDiv(ceilDiv(rows, symMax(strips, Sym(1))), Sym(tile)), Sym(1)) * Sym(tile);
}

/// What the register tiles depend on; sizes of the result where they are known.
struct TileFacts {
  int lanes = 1;
  bool avx512 = false, grouped = false;
  std::optional<int64_t> channels, columns, rows;
};

/// AVX-512: should a vector take half a vector of columns of each of two rows? It suits every number of
/// columns, so it is what columns that are a symbol have (14x14: 2.0 ms, 3.8 with a vector of one row).
/// Known columns have vectors of one row: loading two costs a shuffle, which long sums feel (56x56: 1.9 ms,
/// 1.6 of one row), and short ones do not that would write half vectors (1x1 of 56x56: 0.22 ms, 0.33).
bool halvesOfRows(const ConvolutionPlan &plan, const TileFacts &f) {
  if (!f.avx512 || plan.channelsInner || plan.sizes.size() < 4 || (f.rows && *f.rows < 4))
    return false;
  if (!f.columns)
    return true;
  const int64_t half = f.lanes / 2;
  return *f.columns % half == 0 && *f.columns % f.lanes != 0 && plan.taps.asInt().value_or(1 << 20) <= 256;
}

/// The register tiles, as measuring wants them.
void tuneTiles(ConvolutionPlan &plan, const TileFacts &f, Knobs &knobs) {
  const auto upTo = [](std::optional<int64_t> most, std::vector<int64_t> choices) {
    llvm::erase_if(choices, [&](int64_t choice) { return most && choice > *most; });
    return choices;
  };
  if (!plan.channelsInner && !plan.perChannel)
    plan.tileC =
        static_cast<int>(knobs.pick("conv.channels", plan.tileC, upTo(f.channels, {2, 4, 6, 8, 12, 16})));
  if (!plan.channelsInner && plan.vectorRows == 1) {
    const auto vectors = f.columns ? std::optional((*f.columns + plan.width - 1) / plan.width) : std::nullopt;
    plan.tileX = plan.width * static_cast<int>(knobs.pick("conv.vectors", plan.tileX / plan.width,
                                                          upTo(vectors, {1, 2, 3, 4})));
  }
  if (plan.sizes.size() >= 4 && plan.vectorRows == 1)
    plan.tileY = static_cast<int>(knobs.pick("conv.rows", plan.tileY, upTo(f.rows, {1, 2, 4})));
}

/// Should vectors run over the output channels, since they would fill whole vectors, and columns would not?
/// The filter is transposed for them, which costs as much as the sums of 24 positions. Measured with AVX-512:
/// 7x7 taps over 20x20 positions 238 us, 167; 5x5 over 28x28 348, 329; 14x14 positions are no
/// faster so, and neither are sums of few products, whose results are stored column by column.
bool fillsVectorsAcross(const ConvolutionPlan &plan, const TileFacts &f, bool halves) {
  if (!f.avx512 || plan.taps.asInt().value_or(0) < 256 || halves || !f.columns || !f.rows || !f.channels ||
      *f.channels % f.lanes != 0 || *f.columns <= f.lanes)
    return false;
  const auto used = [&](int64_t step) {
    return static_cast<double>(*f.columns) / static_cast<double>((*f.columns + step - 1) / step * step);
  };
  return used(4) - used(f.lanes) > 0.05 + 24.0 / static_cast<double>(*f.columns * *f.rows);
}

/// How many output channels a tile has.
int channelsOfTile(const TileFacts &f, bool twoVectors) {
  const int64_t channels = f.channels.value_or(8);
  // Sums in flight hide the latency of a multiply-add; AVX-512 has registers for sixteen, which share what is
  // loaded of the image, and AVX2 for twelve.
  if (f.avx512)
    return channels >= 8 ? 8 : static_cast<int>(std::min<int64_t>(channels, 4));
  const int64_t computed = (channels + 5) / 6 * 6;
  const int most = twoVectors && !f.grouped && computed * 25 <= channels * 26 ? 6 : 4;
  return static_cast<int>(std::min<int64_t>(most, f.channels.value_or(most)));
}

/// The register tiles.
void chooseTiles(ConvolutionPlan &plan, const TileFacts &f, Knobs &knobs) {
  const int lanes = f.lanes;
  // Very short rows, too, have vectors over the output channels.
  plan.channelsInner = f.columns && f.channels && *f.channels >= lanes && !f.grouped &&
                       knobs.pickFlag("conv.across", (*f.columns * 2 < lanes && *f.columns < 4) ||
                                                         fillsVectorsAcross(plan, f, halvesOfRows(plan, f)));
  const bool mayBeHalves = f.avx512 && !plan.channelsInner && plan.sizes.size() >= 4 &&
                           (!f.rows || *f.rows >= 4) && (!f.columns || *f.columns > f.lanes / 2);
  const bool wantsHalves = halvesOfRows(plan, f);
  const bool halves = mayBeHalves ? knobs.pickFlag("conv.halves", wantsHalves) : wantsHalves;
  plan.width = halves ? lanes / 2 : lanes;
  if (!plan.channelsInner && f.columns)
    while (plan.width / 2 >= *f.columns)
      plan.width /= 2;
  // Two vectors of columns, or one of each of two rows where the last tile of a row would be half empty.
  const bool wide =
      !halves && (!f.columns || (*f.columns >= 2 * lanes &&
                                 ((*f.columns - 1) / lanes % 2 == 1 || (f.rows && *f.rows < 2))));
  plan.tileX = plan.channelsInner ? static_cast<int>(std::min<int64_t>(*f.columns, 4))
               : wide             ? 2 * lanes
                                  : plan.width;
  plan.tileC = plan.channelsInner ? (*f.channels % (2 * lanes) == 0 ? 2 * lanes : lanes)
               : plan.perChannel
                   ? 1
                   : channelsOfTile(f, wide || (plan.sizes.size() >= 4 && f.rows.value_or(2) >= 2));
  if (plan.channelsInner || plan.tileX == plan.width)
    plan.tileY = !f.rows || *f.rows >= 2 ? 2 : 1;
  if (plan.sizes.size() < 4)
    plan.tileY = 1;
  else if (plan.isStraight() && !halves && (!f.rows || *f.rows >= 4))
    plan.tileY = 4; // the rows of a tile read the same rows of the image
  // Rows that fill a part of a vector: several of them make a whole one. Eight sums in flight are two vectors
  // of rows times four channels, or one times eight.
  const int rowsToFill = lanes / plan.width;
  if (!plan.channelsInner && plan.tileY > 1 && rowsToFill > 1 &&
      (halves || (f.rows && *f.rows >= rowsToFill))) {
    plan.vectorRows = rowsToFill;
    plan.tileY = !f.rows || *f.rows >= 2 * rowsToFill ? 2 * rowsToFill : rowsToFill;
    if (plan.tileY == rowsToFill && plan.tileC < 8 && f.channels && *f.channels >= 8)
      plan.tileC = 8;
  }
  tuneTiles(plan, f, knobs);
}

/// What is copied for a strip.
void choosePadding(ConvolutionPlan &plan, const ConvolutionArguments &a, Knobs &knobs) {
  const std::vector<Sym> &in = a.imageSizes(), &w = a.weightSizes(), &out = plan.sizes;
  const std::vector<Sym> &stride = a.stride, &dilation = a.dilation;
  const size_t rank = in.size(), spatial = rank - 2;
  const auto span = [&](size_t s) { return (w[2 + s] - 1) * dilation[s]; }; // from the first tap to the last
  const auto wholeTiles = [](const Sym &size, int tile) { return ceilDiv(size, Sym(tile)) * Sym(tile); };
  const Sym tiledColumns = wholeTiles(out.back(), plan.tileX);
  const Sym columnsRead = plan.phases > 1 ? tiledColumns + floorDiv(span(spatial - 1), Sym(plan.phases))
                                          : (tiledColumns - 1) * stride.back() + span(spatial - 1) + 1;
  plan.paddedSize.columns = wholeTiles(columnsRead, plan.width); // which are written as vectors
  plan.inChannels = in[1];
  plan.paddedSize.perRow =
      product(std::vector<Sym>(in.begin() + 1, in.end() - (spatial > 1 ? 2 : 1))) * in.back();
  if (spatial > 1) {
    plan.paddedSize.perRow = plan.paddedSize.perRow * stride[spatial - 2];
    plan.strip = stripOf(plan.paddedSize.perRow, out.back(), out[rank - 2], plan.tileY, knobs);
    const Sym tiledRows = plan.perChannel ? wholeTiles(out[rank - 2], plan.tileY) : plan.strip;
    plan.paddedSize.rows = (tiledRows - 1) * stride[spatial - 2] + span(spatial - 2) + 1;
  }
}

/// What the shapes say of a convolution, before its tiles are chosen.
void describe(ConvolutionPlan &plan, const ConvolutionArguments &a, const TensorType &result) {
  const std::vector<Sym> &w = a.weightSizes();
  plan.type = computeType(fg::accumulateDtype(result.dtype));
  plan.sizes = result.sizes;
  plan.kernelWidth = w.back();
  plan.perChannel = !a.groups.isConst(1) && w[1].isConst(1);
  plan.taps = product(std::vector<Sym>(w.begin() + 1, w.end()));
  const auto columnStride = a.stride.back().asInt();
  plan.phases = columnStride && *columnStride > 1 && *columnStride <= 8 ? static_cast<int>(*columnStride) : 1;
}

/// Defines the Funcs of a plan whose tiles are chosen.
class ConvolutionWriter {
public:
  ConvolutionWriter(KernelBuilder &builder, ConvolutionPlan &plan, const ConvolutionArguments &arguments)
      : builder(builder), recorder(builder.record()), plan(plan), a(arguments), spatial(a.spatialDims()),
        position(builder.vars(static_cast<unsigned>(spatial + 2))) {}

  void definePadded();
  void defineSums();

private:
  bool copiesWholeRows() const;
  RDom columnsOf(int phase);

  /// What a product of a sum reads; indices as the operands have them.
  struct Factors {
    Index image, filter;
    Expr phase = 0; // of the image's column
  };
  Factors factors() const;
  std::vector<Expr> paddedArgs(Index index, const Expr &phase) const;
  void defineFilter();
  Expr tap(size_t s) const { return plan.domain[static_cast<int>(spatial - 1 - s)]; }
  Expr size(const Sym &value) const { return builder.size(value); }
  bool isPhased(size_t s) const { return s + 1 == spatial && plan.phases > 1; }

  KernelBuilder &builder;
  Recorder &recorder;
  ConvolutionPlan &plan;
  const ConvolutionArguments &a;
  const size_t spatial;
  const std::vector<Var> position; // in the padded image, and in the result
};

/// Of a position in the padded image, as the copy is laid out.
std::vector<Expr> ConvolutionWriter::paddedArgs(Index index, const Expr &phase) const {
  std::vector<Expr> args = KernelBuilder::reversed(std::move(index));
  if (plan.phases > 1)
    args.insert(args.begin() + 1, phase);
  return args;
}

/// Should the padded copy be zeros, in which rows of the image are put? They are copied as vectors. Rows that
/// are short, or have no zeros at their sides, are no faster so where many filters share a copy.
bool ConvolutionWriter::copiesWholeRows() const {
  if (builder.machineModel().isDevice() || (plan.phases == 1 && !a.stride.back().isConst(1)))
    return false;
  return plan.perChannel || (!a.padding.back().isConst(0) && a.imageSizes().back().asInt().value_or(8) >= 8);
}

/// Zeros around each image, so that the inner loops have no conditions. Reads go no further than the image.
void ConvolutionWriter::definePadded() {
  plan.padded = recorder.func("padded");
  plan.paddedVars = position;
  if (plan.phases > 1)
    recorder.var("phase");
  Index at = KernelBuilder::indexOf(position);
  Expr inside = Internal::const_true();
  const bool wholeRows = copiesWholeRows();
  for (size_t s = 0; s < (wholeRows ? spatial - 1 : spatial); ++s) {
    Expr from = position[2 + s];
    if (isPhased(s))
      from = from * plan.phases + plan.phase;
    from = from - size(a.padding[s]);
    const Expr extent = size(a.imageSizes()[2 + s]);
    inside = inside && from >= 0 && from < extent;
    at[2 + s] = max(min(from, extent - 1), 0);
  }
  const auto element = [&] {
    return select(inside, convert(builder.elementAt(a.input, at), plan.type), Internal::make_zero(plan.type));
  };
  Index to = KernelBuilder::indexOf(position);
  if (!wholeRows) {
    plan.padded(paddedArgs(to, plan.phase)) = element();
    return;
  }
  plan.padded(paddedArgs(to, plan.phase)) = Internal::make_zero(plan.type);
  for (int phase = 0; phase < plan.phases; ++phase) {
    plan.imageColumns.push_back(columnsOf(phase));
    const Expr column = plan.imageColumns.back().x;
    at.back() = column * plan.phases + phase - size(a.padding.back());
    to.back() = column;
    plan.padded(paddedArgs(to, phase)) = element();
  }
}

/// Where the padded copy has columns of the image, of one remainder.
RDom ConvolutionWriter::columnsOf(int phase) {
  const Sym phases = plan.phases, padding = a.padding.back() - Sym(phase);
  const Sym first = floorDiv(padding + phases - 1, phases);
  const Sym behind =
      symMin(floorDiv(padding + a.imageSizes().back() - 1, phases) + 1, plan.paddedSize.columns);
  return recorder.domain("column", {{size(first), size(behind - first)}});
}

ConvolutionWriter::Factors ConvolutionWriter::factors() const {
  const std::vector<Sym> &w = a.weightSizes();
  const Expr groupOut = size(w[0]) / size(a.groups), groupIn = size(w[1]);
  const Expr channel = plan.domain[static_cast<int>(spatial)];
  const auto outChannels = w[0].asInt();
  Index o = KernelBuilder::indexOf(position);
  if (!outChannels || *outChannels % plan.tileC != 0)
    o[1] =
        min(position[1], size(w[0]) - 1); // the last tile of channels is computed whole, and stored in part
  Factors f;
  f.image = {o[0], a.groups.isConst(1) ? channel : (o[1] / groupOut) * groupIn + channel};
  f.filter = {o[1], channel};
  for (size_t s = 0; s < spatial; ++s) {
    const Expr offset = tap(s) * size(a.dilation[s]);
    if (isPhased(s)) {
      f.phase = offset % plan.phases;
      f.image.push_back(o[2 + s] + offset / plan.phases);
    } else {
      f.image.push_back(o[2 + s] * size(a.stride[s]) + offset);
    }
    f.filter.push_back(tap(s));
  }
  return f;
}

/// The weights with the output channels innermost. Vectors may run past the last channel.
void ConvolutionWriter::defineFilter() {
  plan.filter = recorder.func("filter");
  plan.filterVars = builder.vars(static_cast<unsigned>(spatial + 2));
  const std::vector<Var> &v = plan.filterVars;
  std::vector<Expr> args = {v[0]};
  for (size_t d = v.size(); d-- > 1;)
    args.push_back(v[d]);
  Index source = KernelBuilder::indexOf(v);
  source[0] = min(v[0], size(a.weightSizes()[0]) - 1);
  plan.filter(args) = convert(builder.elementAt(a.weight, source), plan.type);
}

void ConvolutionWriter::defineSums() {
  plan.sum = recorder.func("conv");
  std::vector<std::pair<Expr, Expr>> ranges;
  for (size_t s = spatial; s-- > 0;)
    ranges.emplace_back(0, size(a.weightSizes()[2 + s]));
  ranges.emplace_back(0, size(a.weightSizes()[1]));
  plan.domain = recorder.domain("r", ranges);

  const Factors f = factors();
  Expr weight = convert(builder.elementAt(a.weight, f.filter), plan.type);
  if (plan.channelsInner) {
    defineFilter();
    std::vector<Expr> call = {position[1]};
    for (size_t d = f.filter.size(); d-- > 1;)
      call.push_back(f.filter[d]);
    weight = plan.filter(call);
  }
  const std::vector<Expr> at = KernelBuilder::reversed(KernelBuilder::indexOf(position));
  plan.sum(at) = Internal::make_zero(plan.type);
  const Expr image = plan.padded(paddedArgs(f.image, f.phase));
  const Expr sum = plan.sum(at);
  if (!plan.type.is_float() || builder.strict())
    plan.sum(at) = strictAdd(sum, strictMul(image, weight));
  else
    plan.sum(at) = builder.machineModel().isDevice() ? strictFma(image, weight, sum) : sum + image * weight;
  plan.tile = recorder.func("tile");
  plan.tile(at) = plan.sum(at);
}

} // namespace

void KernelBuilder::defineConvolution(const Node &node) {
  if (matmul || rows || convolution)
    throw LowerError("a kernel has one contraction");
  const ConvolutionArguments a = convolutionArguments(node);
  const Value *result = node.result();
  ConvolutionPlan &plan = convolution.emplace();
  plan.winograd = winogradPlan(a, result->type, machine, options, knobs);
  if (plan.winograd)
    return WinogradWriter(*this, *plan.winograd, a).define(result);
  describe(plan, a, result->type);
  const std::vector<Sym> &out = plan.sizes;
  const auto outRows = a.spatialDims() > 1 ? out[out.size() - 2].asInt() : std::optional<int64_t>(1);
  if (machine.isDevice())
    plan.phases = 1; // a thread has one result, and reads the image as it lies
  else
    chooseTiles(plan,
                {machine.lanes(plan.type), machine.avx512(), !a.groups.isConst(1), a.weightSizes()[0].asInt(),
                 out.back().asInt(), outRows},
                knobs);
  choosePadding(plan, a, knobs);

  ConvolutionWriter writer(*this, plan, a);
  writer.definePadded();
  writer.defineSums();
  define(result, [&](const Index &index) {
    const Expr value = plan.tile(reversed(index));
    const Expr hidden = options.strictFloat ? value : hideNumber(value);
    return a.bias ? strictAdd(hidden, convert(elementAt(a.bias, {index[1]}), plan.type)) : hidden;
  });
}

} // namespace fullgraph::lower
