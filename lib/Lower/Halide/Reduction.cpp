// Reductions and softmax: passes over the rows of one iteration space.
#include "lib/Lower/Halide/Devices/DeviceReduction.h"
#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Levels.h"
#include "lib/Lower/Halide/LoopKernel.h"
#include "lib/Lower/Halide/ReductionTerms.h"
#include "lib/Lower/Halide/RowChunks.h"

#include <fullgraph/detail/pointwise_rules.h>

#include <limits>

namespace fullgraph::lower {
using namespace Halide;

namespace {

Expr lowest(Type type) {
  if (type.is_float())
    return Internal::make_const(type, -std::numeric_limits<double>::infinity());
  return type.is_bool() ? Internal::const_false() : type.min();
}

Expr highest(Type type) {
  if (type.is_float())
    return Internal::make_const(type, std::numeric_limits<double>::infinity());
  return type.is_bool() ? Internal::const_true() : type.max();
}

/// Sums and products in bool are `or` and `and`: true + true is true.
KernelBuilder::ReduceOp sumOp(Type type) {
  return {{Internal::make_zero(type)}, [](const Values &a, const Values &b) {
            return Values{a[0].type().is_bool() ? a[0] || b[0] : strictAdd(a[0], b[0])};
          }};
}

KernelBuilder::ReduceOp prodOp(Type type) {
  return {{Internal::make_one(type)}, [](const Values &a, const Values &b) {
            return Values{a[0].type().is_bool() ? a[0] && b[0] : strictMul(a[0], b[0])};
          }};
}

/// amax and amin: NaN wins.
KernelBuilder::ReduceOp extremumOp(Type type, bool largest) {
  return {{largest ? lowest(type) : highest(type)}, [largest](const Values &a, const Values &b) {
            const Expr better = largest ? strictLt(a[0], b[0]) : strictLt(b[0], a[0]);
            return Values{select(a[0].type().is_float() ? better || isNan(b[0]) : better, b[0], a[0])};
          }};
}

/// The same of floats, in two steps. Each lane has an extremum that passes over NaN, which is one instruction
/// of x86, and the last NaN (rows of 1000: 10.4 us for 200 with NaN in each comparison, and 5.6).
KernelBuilder::ReduceOp extremumBesideNanOp(Type type, bool largest) {
  KernelBuilder::ReduceOp op = extremumOp(type, largest);
  op.merge = op.combine;
  op.init.push_back(Internal::make_zero(type));
  op.combine = [largest](const Values &a, const Values &b) {
    const Expr better = largest ? strictLt(a[0], b[0]) : strictLt(b[0], a[0]);
    return Values{select(better, b[0], a[0]), select(isNan(b[1]), b[1], a[1])};
  };
  op.joined = [](const Values &v) { return Values{select(isNan(v[1]), v[1], v[0])}; };
  return op;
}

/// argmax and argmin: the first of equals, the first NaN before all. A lane that has taken nothing says
/// position 0: only where no element of the row is beyond the initial value does this count, and then 0 is
/// the first of equals.
KernelBuilder::ReduceOp argOp(Type type, bool largest) {
  KernelBuilder::ReduceOp op;
  op.init = {largest ? lowest(type) : highest(type), Expr(0)};
  const auto better = [largest](const Values &a, const Values &b) {
    const Expr beyond = largest ? strictLt(a[0], b[0]) : strictLt(b[0], a[0]);
    return a[0].type().is_float() ? beyond || (isNan(b[0]) && !isNan(a[0])) : beyond;
  };
  // The elements come in their order: what is no better comes later.
  op.combine = [better](const Values &a, const Values &b) {
    const Expr taken = better(a, b);
    return Values{select(taken, b[0], a[0]), select(taken, b[1], a[1])};
  };
  // Each lane has seen every so many elements: of equals, the one that comes first.
  op.merge = [better](const Values &a, const Values &b) {
    const Expr taken = better(a, b) || (b[1] < a[1] && !better(b, a));
    return Values{select(taken, b[0], a[0]), select(taken, b[1], a[1])};
  };
  return op;
}

std::vector<bool> reducedDims(const std::vector<Sym> &dims, size_t rank) {
  std::vector<bool> reduced(rank, dims.empty());
  for (const Sym &dim : dims) {
    const int64_t d = dim.asInt().value_or(0);
    if (rank > 0)
      reduced[static_cast<size_t>(d < 0 ? d + static_cast<int64_t>(rank) : d)] = true;
  }
  return reduced;
}

} // namespace

bool comparesElements(const Node &node) {
  const Op op = node.op->id;
  return op == Op::amax || op == Op::amin || op == Op::argmax || op == Op::argmin;
}

RowPlan &KernelBuilder::rowSpace(const std::vector<Sym> &sizes, const std::vector<bool> &reduced) {
  if (!rows) {
    rows.emplace();
    rows->rank = static_cast<unsigned>(sizes.size());
    rows->sizes = sizes;
    rows->reduced = reduced;
  } else if (rows->reduced != reduced || rows->sizes != sizes) {
    throw LowerError("a kernel's reductions share one row space");
  }
  return *rows;
}

Index KernelBuilder::keptOf(const Index &full) const {
  Index kept;
  for (unsigned d = 0; d < rows->rank; ++d)
    if (!rows->reduced[d])
      kept.push_back(full[d]);
  return kept;
}

/// How many vectors of `width` a row has beside each other: a power of two, up to four.
static LaneRow laneRowOf(KernelBuilder &builder, const Sym &size, int width, bool isChoice) {
  const std::optional<int64_t> known = size.asInt();
  // A choice is a chain of operations, each as long as several additions.
  LaneRow row{builder.size(size), known || isChoice ? 4 : 2, false};
  // What is left behind the last whole step is a loop of its own, which four steps are worth (amax of rows
  // of 1000, AVX2: 78 us with two copies, 48 with four).
  while (known && row.copies > 1 &&
         (*known < int64_t(row.copies) * width ||
          (row.copies > 2 && *known % (row.copies * width) != 0 && *known < int64_t(4) * row.copies * width)))
    row.copies /= 2;
  std::vector<int64_t> choices;
  for (int64_t copies = 1; copies <= 8 && (!known || copies * width <= *known); copies *= 2)
    choices.push_back(copies);
  row.copies = static_cast<int>(builder.tuned().pick("rows.accumulators", row.copies, choices));
  row.isWhole = known && *known % (row.copies * width) == 0;
  return row;
}

/// Elements that are not neighbours, one after the other. Where the sums of many columns lie in memory, four
/// rows are added while a vector of sums is in a register.
static void reduceInOrder(KernelBuilder &builder, const RowPlan &plan, ReducePass &pass,
                          const std::string &name, const KernelBuilder::ReduceOp &op, bool strict,
                          const std::function<Values(const Values &)> &valueAt) {
  constexpr int rows = 4;
  constexpr int mostWork = 10; // of an element, whose code is there four times
  std::vector<unsigned> reducedDims;
  for (unsigned d = 0; d < plan.rank; ++d)
    if (plan.reduced[d])
      reducedDims.push_back(d);
  const Values args = KernelBuilder::reversed(KernelBuilder::indexOf(pass.kept));
  assign(pass.total, args, op.init);
  if (reducedDims.empty())
    return assign(pass.total, args, valueAt({}));
  const Sym &last = plan.sizes[reducedDims.back()];
  pass.fourRows = reducedDims.back() + 1 < plan.rank && !builder.machineModel().isDevice() &&
                  plan.work <= mostWork &&
                  last.asInt().value_or(rows) >= rows && // the rows left are added behind all others
                  (reducedDims.size() == 1 || !strict);
  const auto update = [&](const std::string &suffix, std::vector<std::pair<Expr, Expr>> ranges,
                          const std::function<Expr(const RDom &)> &lastPosition) {
    const auto own = static_cast<int>(ranges.size()); // Halide runs the first range innermost
    for (size_t i = reducedDims.size() - 1; i-- > 0;)
      ranges.emplace_back(0, builder.size(plan.sizes[reducedDims[i]]));
    RDom r = builder.record().domain("r_" + name + suffix, ranges);
    Values at;
    for (size_t i = 0; i + 1 < reducedDims.size(); ++i)
      at.push_back(r[own + static_cast<int>(reducedDims.size() - 2 - i)]);
    at.push_back(lastPosition(r));
    assign(pass.total, args, op.combine(current(pass.total, args), over(r, valueAt(at))));
    pass.domains.push_back(r);
  };
  const Expr length = builder.size(last), whole = length / rows;
  if (!pass.fourRows)
    return update("", {{0, length}}, [](const RDom &r) { return Expr(r[0]); });
  update("", {{0, rows}, {0, whole}}, [](const RDom &r) { return r[1] * rows + r[0]; });
  if (!last.isConst() || *last.asInt() % rows != 0)
    update("_rest", {{0, length % rows}}, [&](const RDom &r) { return whole * rows + r[0]; });
}

Func KernelBuilder::reduce(const std::string &name, const ReduceOp &op,
                           const std::function<Values(const Index &)> &value) {
  RowPlan &plan = *rows;
  ReducePass pass;
  std::vector<unsigned> reducedDims;
  for (unsigned d = 0; d < plan.rank; ++d) {
    if (plan.reduced[d])
      reducedDims.push_back(d);
    else
      pass.kept.push_back(recorder.var("d" + std::to_string(d)));
  }
  const auto valueAt = [&](const std::vector<Expr> &reducedIndex) {
    Index full;
    size_t k = 0, r = 0;
    for (unsigned d = 0; d < plan.rank; ++d)
      full.push_back(plan.reduced[d] ? reducedIndex[r++] : Expr(pass.kept[k++]));
    return value(full);
  };
  const Values keptArgs = reversed(indexOf(pass.kept));
  const bool innermost = !reducedDims.empty() && reducedDims.back() == plan.rank - 1;
  pass.total = recorder.func(name);

  // Rows whose elements are neighbours are reduced in vectors, several at a time; float order changes.
  int width = machine.vectorBytes;
  for (const Expr &init : op.init) {
    const Type type = init.type();
    width = std::min(width, machine.lanes(type.is_bool() ? UInt(8) : type.bits() < 32 ? Int(32) : type));
  }
  const std::optional<int64_t> rowLength = innermost ? plan.sizes.back().asInt() : std::nullopt;
  if (machine.isDevice()) // a lane is a thread: a row has a block, unless it is short
    width = rowLength ? std::max(64, std::min(machine.blockThreads, floorPowerOfTwo(*rowLength)))
                      : machine.blockThreads;
  const bool ordered = options.strictFloat && op.init[0].type().is_float() && !op.hasOrder();
  if (machine.isDevice() && !options.strictFloat && isWorthChunks(plan)) {
    reduceInChunks(*this, plan, pass, name, op, valueAt);
  } else if (innermost && width > 1 && !ordered && regime != Rows::Short &&
             (!rowLength || *rowLength >= width)) {
    if (isWorthRowChunks(plan) && !machine.isDevice() && options.parallel)
      reduceInRowChunks(*this, plan, pass, name, op, width, valueAt);
    else
      reduceInLanes(pass, name, op, width, laneRowOf(*this, plan.sizes.back(), width, !op.hasOrder()),
                    reducedDims, valueAt);
  } else {
    reduceInOrder(*this, plan, pass, name, op, options.strictFloat, valueAt);
  }
  plan.passes.push_back(pass);
  return pass.total;
}

void KernelBuilder::reduceInLanes(ReducePass &pass, const std::string &name, const ReduceOp &op, int width,
                                  const LaneRow &row, const std::vector<unsigned> &reducedDims,
                                  const std::function<Values(const std::vector<Expr> &)> &valueAt) {
  const RowPlan &plan = *rows;
  const int copies = row.copies, step = copies * width;
  const Expr length = row.length, whole = length / step;
  pass.lanes = recorder.func(name + "_lanes");
  recorder.var("lane");
  recorder.var("copy");
  const Values keptArgs = reversed(indexOf(pass.kept));
  const auto argsAt = [&](const Expr &lane, const Expr &copy) {
    Values args = {lane, copy};
    args.insert(args.end(), keptArgs.begin(), keptArgs.end());
    return args;
  };
  assign(pass.lanes, argsAt(pass.lane, pass.copy), op.init);
  const auto update = [&](const std::string &suffix, const Expr &count, const Expr &copy,
                          const std::function<Expr(const Expr &)> &positionAt, bool guarded) {
    std::vector<std::pair<Expr, Expr>> ranges = {{0, count}};
    for (size_t i = reducedDims.size() - 1; i-- > 0;)
      ranges.emplace_back(0, size(plan.sizes[reducedDims[i]]));
    RDom r = recorder.domain("r_" + name + suffix, ranges);
    const Expr position = positionAt(r[0]);
    if (guarded)
      recorder.where(r, position < length);
    Values at;
    for (size_t i = 0; i + 1 < reducedDims.size(); ++i)
      at.push_back(r[static_cast<int>(reducedDims.size() - 1 - i)]);
    at.push_back(position);
    const Values args = argsAt(pass.lane, copy);
    assign(pass.lanes, args, op.combine(current(pass.lanes, args), over(r, valueAt(at))));
    pass.domains.push_back(r);
  };
  update(
      "", whole, pass.copy, [&](const Expr &r) { return (r * copies + pass.copy) * width + pass.lane; },
      false);
  // The rest a vector at a time: short rows are one. Only the last needs a mask, which AVX-512 feels more (a
  // sum of 17 elements: 1.6 and 2.8 ns).
  if (!row.isWhole) {
    const bool unmasked = copies > 1 && machine.avx512();
    const Expr first = whole * step, last = unmasked ? length / width * width : first;
    if (unmasked)
      update(
          "_vectors", (length - first) / width, 0,
          [&](const Expr &r) { return first + r * width + pass.lane; }, false);
    update(
        "_rest", (length - last + (width - 1)) / width, 0,
        [&](const Expr &r) { return last + r * width + pass.lane; }, true);
  }

  // The copies first, as vectors; then halves of the lanes.
  const auto &merge = op.merge ? op.merge : op.combine, &mergeCopies = op.joined ? op.combine : merge;
  Values merged = current(pass.lanes, argsAt(pass.lane, 0));
  for (int c = 1; c < copies; ++c)
    merged = mergeCopies(merged, current(pass.lanes, argsAt(pass.lane, c)));
  if (op.joined)
    merged = op.joined(merged);
  mergeLanes(recorder, pass, name, merge, width, merged);
}

Func KernelBuilder::cacheRow(const std::string &name, const Element &value) {
  const std::vector<Var> dims = vars(rows->rank);
  Func f = recorder.func(name);
  f(reversed(indexOf(dims))) = value(indexOf(dims));
  rows->cached.emplace_back(f, dims);
  return f;
}

Element KernelBuilder::rowValue(const Value *v, unsigned passes) {
  // On a device a read of memory costs more than most of what is made of it.
  if (passes < 2 || !(machine.isDevice() || knobs.pickFlag("rows.keep." + v->name, workOf(v) >= 16)))
    return [this, v](const Index &index) { return element(v, index); };
  const Func f = cacheRow("row_" + v->name, [this, v](const Index &index) { return element(v, index); });
  return [f](const Index &index) { return f(reversed(index)); };
}

namespace {

/// A reduction that is being defined.
struct Reduction {
  const Node &node;
  const Value *self;
  std::string name; // of its Funcs
  Type from, type;  // of the operand's elements, and of the result's
  std::vector<bool> reduced;
  Expr count; // of the elements that a result is made of
  Element input;

  /// What an extremum compares: Halide has no order of bool.
  Type compared() const { return from.is_bool() ? UInt(8) : from; }
};

/// A reduction's totals, over the kept dims.
struct Totals {
  Func func;
  std::function<Expr(const Values &)> finish{}; // what the result is made of them; empty: the first is it
};

bool isPosition(Op op) { return op == Op::argmax || op == Op::argmin; }

std::vector<Sym> dimsOf(const Node &node) {
  if (!isPosition(node.op->id))
    return node.syms("dim");
  const auto dim = node.optionalSym("dim");
  return dim ? std::vector<Sym>{*dim} : std::vector<Sym>{};
}

/// The elements, in type `t`.
std::function<Values(const Index &)> elementsIn(Type t, const Element &at) {
  return [t, at](const Index &index) { return Values{convert(at(index), t)}; };
}

Totals sumTotals(KernelBuilder &builder, const Reduction &r) {
  const bool sum = r.node.is(Op::sum);
  return {builder.reduce(r.name, sum ? sumOp(r.type) : prodOp(r.type), elementsIn(r.type, r.input))};
}

Totals meanTotals(KernelBuilder &builder, const Reduction &r) {
  const Func sum = builder.reduce(r.name, sumOp(r.type), elementsIn(r.type, r.input));
  return {sum, [&r](const Values &v) {
            if (Internal::is_const_zero(Internal::simplify(r.count))) // Halide refuses to divide by it
              return Internal::make_const(r.type, std::numeric_limits<double>::quiet_NaN());
            return strictDiv(v[0], cast(r.type, r.count));
          }};
}

/// The largest or smallest of elements of type `type`. NaN wins.
Totals extremumOf(KernelBuilder &builder, const std::string &name, Type type, bool largest,
                  const Element &element) {
  // Vectors over short rows keep one number in a register.
  const bool isApart = type.is_float() && !builder.machineModel().isDevice() && builder.regime != Rows::Short;
  const KernelBuilder::ReduceOp op = isApart ? extremumBesideNanOp(type, largest) : extremumOp(type, largest);
  const auto values = [element, isApart](const Index &index) {
    return Values(isApart ? 2 : 1, element(index));
  };
  return {builder.reduce(name, op, values),
          [op](const Values &v) { return v.size() == 1 ? v[0] : op.joined(v)[0]; }};
}

Totals extremumTotals(KernelBuilder &builder, const Reduction &r) {
  const Type wide = r.compared();
  const Totals found = extremumOf(builder, r.name, wide, r.node.is(Op::amax),
                                  [&r, wide](const Index &index) { return convert(r.input(index), wide); });
  return {found.func, [&r, found](const Values &v) { return convert(found.finish(v), r.type); }};
}

Totals logicalTotals(KernelBuilder &builder, const Reduction &r) {
  const bool any = r.node.is(Op::any);
  const KernelBuilder::ReduceOp logical{
      {Internal::make_const(UInt(8), any ? 0 : 1)},
      [any](const Values &a, const Values &b) { return Values{any ? a[0] | b[0] : a[0] & b[0]}; }};
  const Func total = builder.reduce(r.name, logical, [&r](const Index &index) {
    return Values{convert(convert(r.input(index), Bool()), UInt(8))};
  });
  return {total, [&r](const Values &v) { return convert(convert(v[0], Bool()), r.type); }};
}

/// Two passes: the mean, and the squares of what is beside it.
Totals varianceTotals(KernelBuilder &builder, const Reduction &r) {
  const Element x = builder.rowValue(r.self, 2);
  const Func sum = builder.reduce(r.name + "_sum", sumOp(r.type), elementsIn(r.type, x));
  const Func squares = builder.reduce(r.name, sumOp(r.type), [&, x, sum](const Index &index) {
    const Expr mean = strictDiv(sum(KernelBuilder::reversed(builder.keptOf(index))), cast(r.type, r.count));
    const Expr difference = strictSub(convert(x(index), r.type), mean);
    return Values{strictMul(difference, difference)};
  });
  const Expr correction = convert(builder.numberArgument(r.node, "correction"), r.type);
  return {squares, [&r, correction](const Values &v) {
            const Expr left = strictSub(cast(r.type, r.count), correction),
                       zero = Internal::make_zero(r.type);
            return strictDiv(v[0], select(strictLt(left, zero), zero, left));
          }};
}

/// The position of an extremum, row-major over the reduced dims.
Totals positionTotals(KernelBuilder &builder, const Reduction &r) {
  const Type wide = r.compared();
  const bool largest = r.node.is(Op::argmax);
  const Func total = builder.reduce(r.name, argOp(wide, largest), [&, wide](const Index &index) {
    const std::vector<Sym> &sizes = r.self->type.sizes;
    Expr position = 0;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (r.reduced[d])
        position = position * builder.size(sizes[d]) + index[d];
    return Values{convert(r.input(index), wide), position};
  });
  return {total, [&r](const Values &v) { return cast(r.type, v[1]); }};
}

constexpr struct {
  Op op;
  Totals (*define)(KernelBuilder &, const Reduction &);
} reductions[] = {
    {Op::sum, sumTotals},         {Op::prod, sumTotals},      {Op::mean, meanTotals},
    {Op::amax, extremumTotals},   {Op::amin, extremumTotals}, {Op::any, logicalTotals},
    {Op::all, logicalTotals},     {Op::var, varianceTotals},  {Op::argmax, positionTotals},
    {Op::argmin, positionTotals},
};

} // namespace

std::optional<Sym> elementsOfComparedRow(const Graph &graph) {
  std::optional<Sym> elements;
  bool compares = false, finds = false;
  for (const auto &node : graph.nodes()) {
    const OpFamily family = node->op->family;
    if (family == OpFamily::Row || family == OpFamily::Contraction || family == OpFamily::Window ||
        family == OpFamily::Loop)
      return std::nullopt;
    if (family != OpFamily::Reduction)
      continue;
    compares |= comparesElements(*node);
    finds |= node->is(Op::argmax) || node->is(Op::argmin);
    const std::vector<Sym> &sizes = node->value("self")->type.sizes;
    const std::vector<bool> reduced = reducedDims(dimsOf(*node), sizes.size());
    std::vector<Sym> ofRow;
    for (size_t d = 0; d < sizes.size(); ++d)
      if (reduced[d])
        ofRow.push_back(sizes[d]);
    if (ofRow.size() == sizes.size() || ofRow.empty() || !reduced.back())
      return std::nullopt;
    elements = product(ofRow);
    for (const Value *v : graph.outputs())
      if (v->type.sizes == sizes)
        return std::nullopt;
  }
  return finds || (compares && !elements->isConst()) ? elements : std::nullopt;
}

void KernelBuilder::defineReduction(const Node &node) {
  const auto *found = std::find_if(std::begin(reductions), std::end(reductions),
                                   [&](const auto &row) { return row.op == node.op->id; });
  if (found == std::end(reductions))
    throw LowerError("no kernel computes operator " + std::string(node.opName()));
  const Value *self = node.value("self");
  const Value *result = node.result();
  Reduction r{node,
              self,
              std::string(node.opName()) + "_" + result->name,
              computeType(self->type.dtype),
              computeType(result->type.dtype),
              reducedDims(dimsOf(node), self->type.rank()),
              Internal::make_one(Int(64)),
              [this, self](const Index &index) { return element(self, index); }};
  for (size_t d = 0; d < r.reduced.size(); ++d)
    if (r.reduced[d])
      r.count = r.count * cast<int64_t>(size(self->type.sizes[d]));
  rowSpace(self->type.sizes, r.reduced);
  rows->work += workOf(self);

  const Totals totals = found->define(*this, r);
  const bool keepdim = node.flag("keepdim");
  define(result, [&](const Index &index) {
    const Index kept = keepdim ? keptOf(index) : index;
    const Values at = current(totals.func, reversed(kept));
    return totals.finish ? totals.finish(at) : at[0];
  });
}

Element reductionOfNumbers(KernelBuilder &builder, const Node &node) {
  const Value *self = node.value("self");
  const ScalarType dtype = node.result()->type.dtype;
  const bool largest = node.is(Op::amax), extremum = largest || node.is(Op::amin), mean = node.is(Op::mean);
  const Type type = computeType(extremum ? dtype : fg::accumulateDtype(dtype));
  const std::vector<bool> reduced = reducedDims(dimsOf(node), self->type.rank());
  const bool keepdim = node.flag("keepdim");
  return [&builder, self, reduced, keepdim, type, dtype, largest, extremum, mean](const Index &index) {
    std::vector<Index> all = {{}};
    size_t next = 0;
    for (size_t d = 0; d < reduced.size(); ++d) {
      std::vector<Index> longer;
      const int64_t size = reduced[d] ? self->type.sizes[d].asInt().value_or(0) : 1;
      for (const Index &at : all)
        for (int64_t i = 0; i < size; ++i) {
          longer.push_back(at);
          longer.back().push_back(reduced[d] ? Expr(static_cast<int32_t>(i)) : index[next]);
        }
      next += !reduced[d] || keepdim ? 1 : 0;
      all = std::move(longer);
    }
    const KernelBuilder::ReduceOp op = extremum ? extremumOp(type, largest) : sumOp(type);
    Values total = op.init;
    for (size_t i = 0; i < all.size(); ++i) {
      const Values element = {convert(builder.elementAt(self, all[i]), type)};
      total = i == 0 && !extremum ? element : op.combine(total, element);
    }
    if (mean)
      total[0] = strictDiv(total[0], constantOf(type, static_cast<double>(all.size())));
    return convert(total[0], computeType(dtype));
  };
}

void KernelBuilder::defineSoftmax(const Node &node) {
  const Value *self = node.value("self");
  const Value *result = node.result();
  const size_t rank = self->type.rank();
  const Type type = computeType(fg::accumulateDtype(result->type.dtype));
  if (rank == 0) { // one element is a row
    define(result, [&](const Index &) {
      const Expr x = convert(element(self, {}), type);
      const Expr zero = strictSub(x, x);
      return node.is(Op::softmax) ? strictAdd(zero, Internal::make_one(type)) : zero;
    });
    return;
  }
  rowSpace(result->type.sizes, reducedDims({node.sym("dim")}, rank));
  rows->work += workOf(self) + 24;
  const std::string name = std::string(node.opName()) + "_" + result->name;
  const Element input = rowValue(self, 3);
  const Element x = [input, type](const Index &index) { return convert(input(index), type); };
  const Totals largest = extremumOf(*this, name + "_max", type, true, x);
  const auto shifted = [this, x, largest](const Index &index) {
    return strictSub(x(index), largest.finish(current(largest.func, reversed(keptOf(index)))));
  };
  const auto exponential = [shifted](const Index &index) {
    return fg::formulas::Math<Num>::exp(Num(shifted(index))).e();
  };
  if (node.is(Op::softmax)) {
    const Func cached = cacheRow(name + "_exp", exponential);
    const Func sum = reduce(name + "_sum", sumOp(type),
                            [cached](const Index &index) { return Values{cached(reversed(index))}; });
    define(result, [&](const Index &index) {
      return strictDiv(cached(reversed(index)), sum(reversed(keptOf(index))));
    });
  } else {
    const Func sum =
        reduce(name + "_sum", sumOp(type), [exponential](const Index &i) { return Values{exponential(i)}; });
    define(result, [&](const Index &index) {
      const Expr s = sum(reversed(keptOf(index)));
      return strictSub(shifted(index), fg::formulas::Math<Num>::log(Num(s)).e());
    });
  }
}

} // namespace fullgraph::lower
