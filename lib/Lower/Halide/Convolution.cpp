// Convolutions over 1 to 3 spatial dims: a padded copy of strips of each image, then register tiles of output
// channels and columns; and windows (pools).
#include "lib/Lower/Halide/KernelBuilder.h"

#include <fullgraph/detail/pointwise_rules.h>

#include <limits>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// An int[] argument that may be given as one number for all dims.
std::vector<Sym> expanded(const std::vector<Sym> &values, size_t dims) {
  return values.size() == 1 ? std::vector<Sym>(dims, values[0]) : values;
}

/// How many rows of the result share a padded copy, where each needs `row` elements of the input: as many as
/// a part of the L2 cache holds, but enough elements for each weight that is read; whole tiles, and about as
/// many in each strip.
Sym stripOf(const Sym &row, const Sym &columns, const Sym &rows, int tile) {
  const Sym cached = floorDiv(Sym(int64_t(1) << 16), symMax(row, Sym(1)));
  const Sym enough = ceilDiv(Sym(128), symMax(columns, Sym(1)));
  const Sym strips = ceilDiv(rows, symMax(symMax(cached, enough), Sym(1)));
  return symMax(ceilDiv(ceilDiv(rows, symMax(strips, Sym(1))), Sym(tile)), Sym(1)) * Sym(tile);
}

/// What the register tiles depend on; sizes of the result where they are known.
struct TileFacts {
  int lanes = 1;
  bool avx512 = false;
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

/// The register tiles.
void chooseTiles(ConvolutionPlan &plan, const TileFacts &f) {
  const int lanes = f.lanes;
  // Very short rows: vectors run over the output channels, and the filter is transposed for them.
  plan.channelsInner = f.columns && *f.columns * 2 < lanes && *f.columns < 4 && f.channels &&
                       *f.channels >= lanes && !plan.grouped;
  const bool halves = halvesOfRows(plan, f);
  plan.width = halves ? lanes / 2 : lanes;
  if (!plan.channelsInner && f.columns)
    while (plan.width / 2 >= *f.columns)
      plan.width /= 2;
  // Two vectors of columns, or one of each of two rows where the last tile of a row would be half empty.
  const bool wide =
      !halves && (!f.columns || (*f.columns >= 2 * lanes &&
                                 ((*f.columns - 1) / lanes % 2 == 1 || (f.rows && *f.rows < 2))));
  // Sums in flight hide the latency of a multiply-add; AVX-512 has registers for sixteen, which share what is
  // loaded of the image.
  const int most = f.avx512 && f.channels.value_or(8) >= 8 ? 8 : 4;
  plan.tileX = plan.channelsInner ? static_cast<int>(std::min<int64_t>(*f.columns, 4))
               : wide             ? 2 * lanes
                                  : plan.width;
  plan.tileC = plan.channelsInner ? (*f.channels % (2 * lanes) == 0 ? 2 * lanes : lanes)
               : plan.perChannel  ? 1
                                  : static_cast<int>(std::min<int64_t>(most, f.channels.value_or(most)));
  if (plan.channelsInner || plan.tileX == plan.width)
    plan.tileY = !f.rows || *f.rows >= 2 ? 2 : 1;
  if (plan.sizes.size() < 4)
    plan.tileY = 1;
  // Rows that fill a part of a vector: several of them make a whole one. Eight sums in flight are two vectors
  // of rows times four channels, or one times eight.
  const int rowsToFill = lanes / plan.width;
  if (!plan.channelsInner && plan.tileY > 1 && rowsToFill > 1 &&
      (halves || (f.rows && *f.rows >= rowsToFill))) {
    plan.vectorRows = rowsToFill;
    plan.tileY = !f.rows || *f.rows >= 2 * rowsToFill ? 2 * rowsToFill : rowsToFill;
    if (plan.tileY == rowsToFill && plan.tileC == 4 && f.channels && *f.channels >= 8)
      plan.tileC = 8;
  }
}

/// What is copied for a strip. `in` and `w`: the sizes of the input and of the weights.
void choosePadding(ConvolutionPlan &plan, const std::vector<Sym> &in, const std::vector<Sym> &w,
                   const std::vector<Sym> &stride, const std::vector<Sym> &dilation) {
  const std::vector<Sym> &out = plan.sizes;
  const size_t rank = in.size(), spatial = rank - 2;
  const auto span = [&](size_t s) { return (w[2 + s] - 1) * dilation[s]; }; // from the first tap to the last
  const auto wholeTiles = [](const Sym &size, int tile) { return ceilDiv(size, Sym(tile)) * Sym(tile); };
  const Sym tiledColumns = wholeTiles(out.back(), plan.tileX);
  const Sym columnsRead = plan.phases > 1 ? tiledColumns + floorDiv(span(spatial - 1), Sym(plan.phases))
                                          : (tiledColumns - 1) * stride.back() + span(spatial - 1) + 1;
  plan.paddedColumns = wholeTiles(columnsRead, plan.width); // which are written as vectors
  plan.inChannels = in[1];
  plan.stripRow = product(std::vector<Sym>(in.begin() + 1, in.end() - (spatial > 1 ? 2 : 1))) * in.back();
  if (spatial > 1) {
    plan.stripRow = plan.stripRow * stride[spatial - 2];
    plan.strip = stripOf(plan.stripRow, out.back(), out[rank - 2], plan.tileY);
    const Sym tiledRows = plan.perChannel ? wholeTiles(out[rank - 2], plan.tileY) : plan.strip;
    plan.paddedRows = (tiledRows - 1) * stride[spatial - 2] + span(spatial - 2) + 1;
  }
}

} // namespace

void KernelBuilder::defineConvolution(const Node &node) {
  if (matmul || rows || convolution)
    throw LowerError("a kernel has one contraction");
  const Value *input = node.value("input"), *weight = node.value("weight"), *bias = node.value("bias");
  const Value *result = node.result();
  const size_t rank = input->type.rank(), spatial = weight->type.rank() - 2;
  if (rank != spatial + 2)
    throw LowerError("an unbatched convolution"); // canonicalised away by inference: ATen adds the batch dim
  const std::vector<Sym> stride = expanded(node.syms("stride"), spatial),
                         padding = expanded(node.syms("padding"), spatial),
                         dilation = expanded(node.syms("dilation"), spatial);
  const Sym groups = node.sym("groups");
  ConvolutionPlan &plan = convolution.emplace();
  plan.type = computeType(fg::accumulateDtype(result->type.dtype));
  const Type type = plan.type;
  const std::vector<Sym> &in = input->type.sizes, &w = weight->type.sizes, &out = result->type.sizes;
  plan.sizes = out;
  plan.kernelWidth = w.back();
  plan.grouped = !groups.isConst(1);
  plan.perChannel = plan.grouped && w[1].isConst(1);
  plan.taps = product(std::vector<Sym>(w.begin() + 1, w.end()));
  const Expr groupOut = size(w[0]) / size(groups), groupIn = size(w[1]);

  // Zeros around each image, so that the inner loops have no conditions. Reads go no further than the image.
  const std::vector<Var> p = vars(static_cast<unsigned>(rank));
  plan.padded = recorder.func("padded");
  plan.paddedVars = p;
  const auto columnStride = stride.back().asInt();
  plan.phases = columnStride && *columnStride > 1 && *columnStride <= 8 ? static_cast<int>(*columnStride) : 1;
  // Of a position in the padded image, as the copy is laid out.
  const auto paddedArgs = [&plan](Index index, const Expr &phase) {
    std::vector<Expr> args = reversed(std::move(index));
    if (plan.phases > 1)
      args.insert(args.begin() + 1, phase);
    return args;
  };
  if (plan.phases > 1)
    recorder.var("phase");
  Index at = indexOf(p);
  Expr inside = Internal::const_true();
  for (size_t s = 0; s < spatial; ++s) {
    Expr position = p[2 + s];
    if (s + 1 == spatial && plan.phases > 1)
      position = position * plan.phases + plan.phase;
    position = position - size(padding[s]);
    const Expr extent = size(in[2 + s]);
    inside = inside && position >= 0 && position < extent;
    at[2 + s] = max(min(position, extent - 1), 0);
  }
  plan.padded(paddedArgs(indexOf(p), plan.phase)) =
      select(inside, convert(elementAt(input, at), type), Internal::make_zero(type));

  plan.sum = recorder.func("conv");
  std::vector<std::pair<Expr, Expr>> ranges;
  for (size_t s = spatial; s-- > 0;)
    ranges.emplace_back(0, size(w[2 + s]));
  ranges.emplace_back(0, groupIn);
  plan.domain = recorder.domain("r", ranges);
  const Expr channel = plan.domain[static_cast<int>(spatial)];
  const auto tap = [&](size_t s) -> Expr { return plan.domain[static_cast<int>(spatial - 1 - s)]; };
  const auto outChannels = w[0].asInt(), columns = out.back().asInt();
  const auto outRows = spatial > 1 ? out[rank - 2].asInt() : std::optional<int64_t>(1);
  chooseTiles(plan, {machine.lanes(type), machine.avx512(), outChannels, columns, outRows});
  choosePadding(plan, in, w, stride, dilation);

  Index o = indexOf(p);
  if (!outChannels || *outChannels % plan.tileC != 0)
    o[1] = min(p[1], size(w[0]) - 1); // the last tile of channels is computed whole, and stored in part
  Index from = {o[0], plan.grouped ? (o[1] / groupOut) * groupIn + channel : channel};
  Index filter = {o[1], channel};
  Expr phase = 0;
  for (size_t s = 0; s < spatial; ++s) {
    Expr offset = tap(s) * size(dilation[s]);
    if (s + 1 == spatial && plan.phases > 1) {
      phase = offset % plan.phases;
      from.push_back(o[2 + s] + offset / plan.phases);
    } else {
      from.push_back(o[2 + s] * size(stride[s]) + offset);
    }
    filter.push_back(tap(s));
  }
  o = indexOf(p);
  Expr weightAt = convert(elementAt(weight, filter), type);
  if (plan.channelsInner) {
    plan.filter = recorder.func("filter");
    const std::vector<Var> fv = vars(static_cast<unsigned>(rank));
    std::vector<Expr> args = {fv[0]};
    std::vector<Expr> call = {p[1]};
    for (size_t d = rank; d-- > 1;) {
      args.push_back(fv[d]);
      call.push_back(filter[d]);
    }
    Index source = indexOf(fv); // vectors may run past the last channel
    source[0] = min(fv[0], size(w[0]) - 1);
    plan.filter(args) = convert(elementAt(weight, source), type);
    plan.filterVars = fv;
    weightAt = plan.filter(call);
  }
  plan.sum(reversed(o)) = Internal::make_zero(type);
  const Expr product = plan.padded(paddedArgs(from, phase));
  const Expr sum = plan.sum(reversed(o));
  plan.sum(reversed(o)) = type.is_float() && !options.strictFloat
                              ? sum + product * weightAt
                              : strictAdd(sum, strictMul(product, weightAt));
  plan.tile = recorder.func("tile");
  plan.tile(reversed(o)) = plan.sum(reversed(o));
  define(result, [&](const Index &index) {
    const Expr value = plan.tile(reversed(index));
    const Expr hidden = options.strictFloat ? value : hideNumber(value);
    return bias ? strictAdd(hidden, convert(elementAt(bias, {index[1]}), type)) : hidden;
  });
}

void KernelBuilder::defineWindow(const Node &node) {
  const Value *self = node.value("self");
  const Value *result = node.result();
  const size_t rank = self->type.rank();
  const Type type = computeType(result->type.dtype);
  const bool largest = node.opName() == "max_pool2d";
  const std::vector<Sym> kernelSize = expanded(node.syms("kernel_size"), 2);
  std::vector<Sym> stride = node.syms("stride");
  stride = stride.empty() ? kernelSize : expanded(stride, 2);
  const std::vector<Sym> padding = expanded(node.syms("padding"), 2);
  const std::vector<Sym> dilation = largest ? expanded(node.syms("dilation"), 2) : std::vector<Sym>{1, 1};
  const Expr height = size(self->type.sizes[rank - 2]), width = size(self->type.sizes[rank - 1]);
  window = true;

  // No padding and no ceil_mode: every window lies inside.
  bool inside = padding[0].isConst(0) && padding[1].isConst(0);
  for (size_t s = 0; s < 2 && inside; ++s) {
    const Sym last = (result->type.sizes[rank - 2 + s] - 1) * stride[s] + (kernelSize[s] - 1) * dilation[s];
    inside = graph.env.prove(symLt(last, self->type.sizes[rank - 2 + s])).value_or(false);
  }
  const auto taps = kernelSize[0].asInt().value_or(64) * kernelSize[1].asInt().value_or(64);
  const bool inlineTaps = taps <= 16;
  const Expr lowest =
      type.is_float() ? Internal::make_const(type, -std::numeric_limits<double>::infinity()) : type.min();

  const auto elementOf = [&](const Index &index, const Expr &ky, const Expr &kx) {
    Index at(index);
    const Expr y = index[rank - 2] * size(stride[0]) + ky * size(dilation[0]) - size(padding[0]);
    const Expr x = index[rank - 1] * size(stride[1]) + kx * size(dilation[1]) - size(padding[1]);
    if (inside) {
      at[rank - 2] = y;
      at[rank - 1] = x;
      return elementAt(self, at);
    }
    at[rank - 2] = max(min(y, height - 1), 0);
    at[rank - 1] = max(min(x, width - 1), 0);
    return select(y >= 0 && y < height && x >= 0 && x < width, elementAt(self, at),
                  largest ? lowest : Internal::make_zero(type));
  };
  const auto combine = [&](const Expr &a, const Expr &b) {
    if (!largest)
      return strictAdd(a, b);
    const Expr better = strictLt(a, b);
    return select(type.is_float() ? better || isNan(b) : better, b, a);
  };
  Element total;
  if (inlineTaps) {
    total = [&](const Index &index) {
      Expr sum;
      for (int64_t ky = 0; ky < *kernelSize[0].asInt(); ++ky)
        for (int64_t kx = 0; kx < *kernelSize[1].asInt(); ++kx) {
          const Expr value = elementOf(index, static_cast<int>(ky), static_cast<int>(kx));
          sum = sum.defined() ? combine(sum, value) : value;
        }
      return sum;
    };
  } else {
    const std::vector<Var> dims = vars(static_cast<unsigned>(rank));
    Func f = recorder.func("window_" + result->name);
    RDom r = recorder.domain("r_" + result->name, {{0, size(kernelSize[1])}, {0, size(kernelSize[0])}});
    f(reversed(indexOf(dims))) = largest ? lowest : Internal::make_zero(type);
    f(reversed(indexOf(dims))) = combine(f(reversed(indexOf(dims))), elementOf(indexOf(dims), r[1], r[0]));
    windows.push_back(f);
    total = [f](const Index &index) { return f(reversed(index)); };
  }
  if (largest) {
    define(result, total);
    return;
  }
  // ATen's divisor: the window clipped to the padded image, or (count_include_pad = false) to the image.
  const auto divisorOverride = node.optionalSym("divisor_override");
  const bool includePad = node.flag("count_include_pad");
  define(result, [&](const Index &index) {
    Expr divisor;
    if (divisorOverride) {
      divisor = convert(number(*divisorOverride), type);
    } else {
      Expr count = 1;
      for (size_t s = 0; s < 2; ++s) {
        const Expr extent = s == 0 ? height : width;
        const Expr start = index[rank - 2 + s] * size(stride[s]) - size(padding[s]);
        const Expr end = min(start + size(kernelSize[s]), extent + size(padding[s]));
        count = count * (includePad ? end - start : min(end, extent) - max(start, 0));
      }
      divisor = inside ? convert(size(kernelSize[0] * kernelSize[1]), type) : convert(count, type);
      if (!type.is_float()) // a lane that a vector's mask turns off may lie outside, and would trap
        divisor = max(divisor, Internal::make_const(type, 1));
    }
    return strictDiv(total(index), divisor);
  });
}

} // namespace fullgraph::lower
