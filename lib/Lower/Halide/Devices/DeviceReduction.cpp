#include "lib/Lower/Halide/Devices/DeviceReduction.h"

#include "lib/Lower/Halide/ReductionTerms.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

constexpr int threads = 256;             // that combine their results in a block
constexpr int64_t rowsOfChunks = 64;     // have chunks where their elements are neighbours
constexpr int64_t manyColumns = 1 << 16; // keep a device busy, a thread each
constexpr int64_t leastCut = 64;         // extent of a dim that is cut
constexpr int64_t leastLength = 4096;    // of a row that is worth a second kernel

/// The product of the sizes that are reduced, or of those that are not; none where one is a symbol.
std::optional<int64_t> count(const RowPlan &plan, bool reduced) {
  int64_t product = 1;
  for (unsigned d = 0; d < plan.rank; ++d)
    if (plan.reduced[d] == reduced) {
      const auto size = plan.sizes[d].asInt();
      if (!size)
        return std::nullopt;
      product *= std::max<int64_t>(1, *size);
    }
  return product;
}

/// One pass of a block, or of a thread, for each place of `pass.kept`.
class PassWriter {
public:
  PassWriter(KernelBuilder &builder, ReducePass &pass, std::string name, const KernelBuilder::ReduceOp &op)
      : recorder(builder.record()), pass(pass), name(std::move(name)), op(op),
        kept(KernelBuilder::reversed(KernelBuilder::indexOf(pass.kept))) {}

  /// By threads: lane `lane` takes `value` over `ranges`, where `within` holds.
  void inLanes(const std::vector<std::pair<Expr, Expr>> &ranges, const Merge &combine,
               const std::function<Values(const RDom &, const Expr &lane)> &value,
               const std::function<Expr(const RDom &, const Expr &lane)> &within) {
    recorder.var("lane");
    recorder.var("copy");
    pass.lanes = recorder.func(name + "_lanes");
    const Values at = args({pass.lane, pass.copy}), first = args({pass.lane, 0});
    assign(pass.lanes, at, op.init);
    RDom r = recorder.domain("r_" + name, ranges);
    recorder.where(r, within(r, pass.lane));
    assign(pass.lanes, at, combine(current(pass.lanes, at), over(r, value(r, pass.lane))));
    pass.domains.push_back(r);
    mergeLanes(recorder, pass, name, op.merge ? op.merge : op.combine, threads, current(pass.lanes, first));
  }

  /// By one thread.
  void alone(const std::vector<std::pair<Expr, Expr>> &ranges, const Merge &combine,
             const std::function<Values(const RDom &)> &value,
             const std::function<Expr(const RDom &)> &within) {
    pass.own = recorder.func(name + "_own");
    assign(pass.own, kept, op.init);
    RDom r = recorder.domain("r_" + name, ranges);
    if (const Expr condition = within(r); condition.defined())
      recorder.where(r, condition);
    assign(pass.own, kept, combine(current(pass.own, kept), over(r, value(r))));
    assign(pass.total, kept, current(pass.own, kept));
  }

private:
  Values args(Values inner) const {
    inner.insert(inner.end(), kept.begin(), kept.end());
    return inner;
  }

  Recorder &recorder;
  ReducePass &pass;
  const std::string name;
  const KernelBuilder::ReduceOp &op;
  const Values kept; // innermost first, as Funcs are called
};

/// The reduced dim that is cut: the outermost one that is long.
size_t cutDim(const RowPlan &plan, const std::vector<unsigned> &reducedDims) {
  for (size_t i = 0; i < reducedDims.size(); ++i)
    if (plan.sizes[reducedDims[i]].asInt().value_or(leastCut) >= leastCut)
      return i;
  return reducedDims.size() - 1;
}

/// The second pass: over what the chunks came to.
void overChunks(KernelBuilder &builder, ReducePass &pass, const std::string &name,
                const KernelBuilder::ReduceOp &op, const Expr &chunks, bool neighbours) {
  const Merge &merge = op.merge ? op.merge : op.combine;
  const auto chunkAt = [&](const Expr &place) {
    Values args = KernelBuilder::reversed(KernelBuilder::indexOf(pass.kept));
    args.insert(neighbours ? args.begin() : args.end(), place);
    return current(pass.chunks->total, args);
  };
  PassWriter second(builder, pass, name, op);
  if (neighbours)
    second.inLanes(
        {{0, (chunks + threads - 1) / threads}}, merge,
        [&](const RDom &r, const Expr &lane) { return chunkAt(min(r[0] * threads + lane, chunks - 1)); },
        [&](const RDom &r, const Expr &lane) { return r[0] * threads + lane < chunks; });
  else
    second.alone(
        {{0, chunks}}, merge, [&](const RDom &r) { return chunkAt(r[0]); },
        [](const RDom &) { return Expr(); });
}

} // namespace

bool isWorthChunks(const RowPlan &plan) {
  if (plan.rank == 0)
    return false;
  const auto length = count(plan, true), rows = count(plan, false);
  if (length && *length < leastLength)
    return false;
  if (plan.reduced[plan.rank - 1])
    return rows && *rows <= rowsOfChunks;
  return !rows || *rows < manyColumns;
}

void reduceInChunks(KernelBuilder &builder, const RowPlan &plan, ReducePass &pass, const std::string &name,
                    const KernelBuilder::ReduceOp &op, const std::function<Values(const Values &)> &valueAt) {
  std::vector<unsigned> reducedDims;
  for (unsigned d = 0; d < plan.rank; ++d)
    if (plan.reduced[d])
      reducedDims.push_back(d);
  const bool neighbours = plan.reduced[plan.rank - 1];
  const size_t cut = cutDim(plan, reducedDims), last = reducedDims.size() - 1;
  const bool cutsRow = neighbours && cut == last; // the elements that lie beside each other
  const Sym &length = plan.sizes[reducedDims[cut]];
  const auto atMost = [&](int64_t least, int64_t most) {
    return symMax(symMin(ceilDiv(length, Sym(least)), Sym(most)), Sym(1));
  };
  const int64_t rows = count(plan, false).value_or(1);
  pass.chunkCount =
      !neighbours ? atMost(16, 64)
                  : atMost(cutsRow ? threads * 4 : 1, std::max<int64_t>(8, 512 / std::max<int64_t>(1, rows)));
  const Expr chunks = builder.size(pass.chunkCount);

  pass.chunks = std::make_shared<ReducePass>();
  ReducePass &inner = *pass.chunks;
  const Var chunk = builder.record().var("chunk");
  inner.kept = pass.kept;
  if (neighbours)
    inner.kept.push_back(chunk);
  else
    inner.kept.insert(inner.kept.begin(), chunk); // threads take neighbours
  const auto partly = [&](const Expr &size) { return (size + chunks - 1) / chunks; };
  const Expr extent = builder.size(length);

  // Ranges innermost first, as Halide runs them.
  std::vector<std::pair<Expr, Expr>> ranges;
  const Expr row = builder.size(plan.sizes[reducedDims[last]]), groups = (row + threads - 1) / threads;
  for (size_t i = reducedDims.size(); i-- > 0;) {
    Expr range = builder.size(plan.sizes[reducedDims[i]]);
    if (neighbours && i == last)
      range = groups;
    ranges.emplace_back(0, i == cut ? partly(range) : range);
  }
  const auto placeOf = [&](const RDom &r, size_t i) -> Expr {
    const Expr turn = r[static_cast<int>(last - i)];
    return i == cut ? turn * chunks + chunk : turn;
  };
  const auto positions = [&](const RDom &r, const Expr &lane) {
    Values at;
    for (size_t i = 0; i <= last; ++i)
      at.push_back(neighbours && i == last ? placeOf(r, i) * threads + lane : placeOf(r, i));
    return at;
  };
  const auto within = [&](const RDom &r, const Expr &lane) {
    const Values at = positions(r, lane);
    Expr condition = at[cut] < extent;
    if (neighbours && cut != last)
      condition = condition && at[last] < row;
    return condition;
  };
  inner.total = builder.record().func(name + "_chunk");
  PassWriter first(builder, inner, name + "_chunk", op);
  if (neighbours)
    first.inLanes(
        ranges, op.combine, [&](const RDom &r, const Expr &lane) { return valueAt(positions(r, lane)); },
        within);
  else
    first.alone(
        ranges, op.combine, [&](const RDom &r) { return valueAt(positions(r, 0)); },
        [&](const RDom &r) { return within(r, 0); });

  overChunks(builder, pass, name, op, chunks, neighbours);
}

} // namespace fullgraph::lower
