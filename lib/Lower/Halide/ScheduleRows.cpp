// Row kernels: one or more passes over the reduced dims, and often a last one that writes the row.
//
//   inner   the innermost dim is reduced: a row at a time; each pass keeps vectors of partial results
//   outer   the innermost dim is kept: as many rows at a time as a vector has lanes, no pass needs to combine
//   lanes
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

void KernelBuilder::scheduleReduceAt(ReducePass &pass, const Func &consumer, const std::optional<Var> &at,
                                     const std::optional<Var> &vectorVar, int factor, bool blocks,
                                     const std::optional<Var> &few) {
  const auto place = [&](const Func &f) {
    Schedule s(recorder, f);
    if (!at)
      s.computeRoot();
    else if (f.name() != consumer.name())
      s.computeAt(consumer, *at);
    return s;
  };
  Schedule total = place(pass.total);
  if (pass.lanes.defined()) {
    place(pass.lanes).neverPartition().vectorize(pass.lane).unroll(pass.copy);
    for (size_t i = 0; i < pass.domains.size(); ++i) {
      const bool copies = i == 0; // the rest is for the first copy
      std::vector<VarOrRVar> order = {pass.lane};
      if (copies)
        order.push_back(pass.copy);
      for (int d = 0; d < pass.domains[i].dimensions(); ++d)
        order.push_back(pass.domains[i][d]);
      Schedule update(recorder, pass.lanes, static_cast<int>(i));
      update.neverPartition().reorder(order).vectorize(pass.lane);
      if (copies)
        update.unroll(pass.copy);
    }
    for (const auto &[half, lanes] : pass.halves)
      place(half).neverPartition().boundExtent(pass.lane, lanes).vectorize(pass.lane);
    return;
  }
  if (!vectorVar)
    return;
  // Over the kept dim in vectors; for each of them the whole reduction runs in registers. Of a block of
  // several vectors the sums lie in the L1 cache, and the rows are read in pieces as long as the block.
  total.neverPartition().vectorize(*vectorVar, factor, TailStrategy::GuardWithIf);
  if (few)
    total.unroll(*few);
  if (pass.domains.empty())
    return;
  for (size_t i = 0; i < pass.domains.size(); ++i) {
    const RDom &domain = pass.domains[i];
    const int own = i == 0 && pass.fourRows ? 1 : 0; // dims that the vectors go around
    Schedule update(recorder, pass.total, static_cast<int>(i));
    update.neverPartition();
    if (own && blocks) {
      const Var lanes = recorder.var("lanes");
      update.split(*vectorVar, *vectorVar, lanes, factor, TailStrategy::GuardWithIf).vectorize(lanes);
      std::vector<VarOrRVar> order = {lanes, domain[0], *vectorVar};
      for (int d = own; d < domain.dimensions(); ++d)
        order.push_back(domain[d]);
      update.reorder(order).unroll(domain[0]);
      continue;
    }
    update.vectorize(*vectorVar, factor, TailStrategy::GuardWithIf);
    if (!blocks && !few)
      continue;
    std::vector<VarOrRVar> order = {*vectorVar};
    if (few) { // what its elements share is computed once
      update.unroll(*few);
      order.push_back(*few);
    }
    for (int d = 0; d < domain.dimensions(); ++d)
      order.push_back(domain[d]);
    update.reorder(order);
  }
}

/// Rows too short for a vector, of which nothing is written: vectors run over the rows.
static bool rowsAreShort(const RowPlan &plan) {
  return plan.sizes.back().isConst() && std::all_of(plan.passes.begin(), plan.passes.end(),
                                                    [](const ReducePass &p) { return !p.lanes.defined(); });
}

/// Values that several passes read, each in vectors of `width`, as long as a row is looked at: in the loop
/// `level` of `output`, if there is one. `length`: of a row whose passes run in vectors along it. The last of
/// these vectors reads past the row's end where a mask hides it, and what is there must not be computed: it
/// would be read from memory that is not the input's, as an index, too.
static void scheduleCachedRows(Recorder &recorder, const RowPlan &plan, const Func &output,
                               const std::optional<Var> &level, int width,
                               const std::optional<Expr> &length) {
  for (const auto &[f, dims] : plan.cached) {
    Schedule cached(recorder, f);
    cached.neverPartition();
    if (level)
      cached.computeAt(output, *level).storeIn(MemoryType::Stack);
    else
      cached.computeRoot();
    if (width > 1)
      cached.vectorize(dims.back(), width, TailStrategy::GuardWithIf);
    if (length)
      cached.boundExtent(dims.back(), *length);
  }
}

/// Sums along columns: how many vectors of columns are summed beside each other, so that rows are read in
/// pieces of 2 KiB, and not a line at a time, each from another page (4096x1024 f32: 1.65 ms in lines, 0.82
/// in pieces).
static int vectorsOfBlock(std::optional<int64_t> columns, int factor, int bytes, Knobs &knobs) {
  const int64_t most = std::max<int64_t>(1, 2048 / (int64_t(factor) * bytes));
  std::vector<int64_t> choices;
  for (int64_t block = 1; block <= 4 * most && (!columns || block * factor <= *columns); block *= 2)
    choices.push_back(block);
  return static_cast<int>(
      knobs.pick("rows.block", columns ? std::clamp<int64_t>(*columns / factor, 1, most) : most, choices));
}

/// An element with a division and a square root has so many operations.
constexpr int leastWorkOfFew = 12;

/// How the output of a row kernel runs.
struct KernelBuilder::RowLoops {
  bool full = false;        // the output has the whole rows; else the kept dims alone
  std::vector<size_t> kept; // dims of the output that are not reduced
  std::optional<Var> level; // the loop in which passes run; null: there is one row
  int factor = 1;           // so many rows at a time, in a vector
  int block = 1;            // a multiple of `factor`: so many in a turn of `level`
  bool fewInner = false;    // vectors run over the last kept dim but one, and the last is written out
  std::vector<Var> outer;   // threads share these, outermost first
  std::vector<Sym> trips;   // of `outer`

  int vectorsAcross(bool shortRows, Rows regime) const;
  void share(const Var &loop, const Sym &turns) {
    outer.push_back(loop);
    trips.push_back(turns);
  }
};

/// A row at a time, and vectors within it.
void KernelBuilder::scheduleSingleRows(Schedule &s, RowLoops &loops) {
  const RowPlan &plan = *rows;
  const bool inChunks =
      !plan.passes.empty() && plan.passes[0].chunks; // one row, done before the output begins
  if (!loops.kept.empty() && !inChunks)
    loops.level = outVars[loops.kept.back()];
  for (const size_t d : loops.kept)
    loops.share(outVars[d], outSizes[d]);
  const bool inner = plan.rank > 0 && plan.reduced[plan.rank - 1];
  if (loops.full && inner) { // the last pass writes the row
    std::vector<VarOrRVar> order;
    for (size_t d = outVars.size(); d-- > 0;)
      if (plan.reduced[d])
        order.push_back(outVars[d]);
    for (size_t i = loops.kept.size(); i-- > 0;)
      order.push_back(outVars[loops.kept[i]]);
    s.reorder(order);
    if (const int width = vectorFactor(plan.sizes.back(), 2, "rows.vectors"); width > 1)
      s.vectorize(outVars.back(), width, TailStrategy::GuardWithIf);
  }
  if (!plan.cached.empty())
    scheduleCachedRows(recorder, plan, output, loops.level,
                       vectorFactor(plan.sizes.back(), 2, "rows.vectors"),
                       inner ? std::optional(size(plan.sizes.back())) : std::nullopt);
}

/// `loops.factor` rows at a time: vectors run over the innermost kept dim.
void KernelBuilder::scheduleRowVectors(Schedule &s, RowLoops &loops) {
  const RowPlan &plan = *rows;
  const std::optional<size_t> few = loops.fewInner ? std::optional(loops.kept.back()) : std::nullopt;
  if (few)
    loops.kept.pop_back();
  const size_t innermost = loops.kept.back();
  const Var xo = recorder.var("xo"), xi = recorder.var("xi");
  s.split(outVars[innermost], xo, xi, loops.block, TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order = {xi};
  if (few) {
    s.unroll(outVars[*few]);
    order.push_back(outVars[*few]);
  }
  if (loops.full)
    for (size_t d = outVars.size(); d-- > 0;)
      if (plan.reduced[d])
        order.push_back(outVars[d]);
  order.push_back(xo);
  for (size_t i = loops.kept.size() - 1; i-- > 0;)
    order.push_back(outVars[loops.kept[i]]);
  s.reorder(order);
  if (loops.factor > 1)
    s.vectorize(xi, loops.factor, TailStrategy::GuardWithIf);
  loops.level = xo;
  for (size_t i = 0; i + 1 < loops.kept.size(); ++i)
    loops.share(outVars[loops.kept[i]], outSizes[loops.kept[i]]);
  loops.share(xo, ceilDiv(outSizes[innermost], Sym(loops.block)));
  scheduleCachedRows(recorder, plan, output, loops.level, loops.factor, std::nullopt);
}

/// Sums over a dim outside of a few elements, [N, M, 3] over M: a vector along the few would be mostly empty,
/// and compute what these share for each of them. Memory bounds what has little to compute. `kept`: the dims
/// of the output; `lanes`: of a vector.
static bool hasFewInner(const RowPlan &plan, const std::vector<Sym> &outSizes,
                        const std::vector<size_t> &kept, int lanes) {
  if (kept.size() < 2 || !plan.cached.empty() || plan.work < leastWorkOfFew)
    return false;
  const size_t along = kept[kept.size() - 2];
  const bool isKeptDim = outSizes.size() < plan.rank || !plan.reduced[along];
  const std::optional<int64_t> few = outSizes[kept.back()].asInt();
  return isKeptDim && outSizes.back() == plan.sizes.back() && few && *few >= 1 && *few <= 4 &&
         outSizes[along].asInt().value_or(lanes) >= lanes;
}

/// Vectors across the rows, beside each other. Sums of short rows read each vector by gathers, whose
/// addresses several share (16384 rows of 3: 24 us with one vector, 13 with two, 8 with four); comparisons
/// keep a value and a place in registers (argmax of 4096 rows of 10: 10.0, 6.4, 12.9).
int KernelBuilder::RowLoops::vectorsAcross(bool shortRows, Rows regime) const {
  return fewInner ? 1 : !shortRows ? 2 : regime == Rows::Short ? 2 : 4;
}

void KernelBuilder::scheduleRows() {
  RowPlan &plan = *rows;
  Schedule s(recorder, output);
  s.neverPartition();
  RowLoops loops;
  loops.full = outSizes == plan.sizes;
  for (size_t d = 0; d < outVars.size(); ++d)
    if (!loops.full || !plan.reduced[d])
      loops.kept.push_back(d);
  const bool inner = plan.rank > 0 && plan.reduced[plan.rank - 1];
  const bool shortRows = inner && !loops.full && (regime == Rows::Short || rowsAreShort(plan));
  const bool acrossRows = !inner || shortRows;
  if (acrossRows && plan.rank > 0 && !loops.kept.empty()) {
    loops.fewInner = !inner && !loops.full && hasFewInner(plan, outSizes, loops.kept, widestLanes());
    const Sym &along = outSizes[loops.kept[loops.kept.size() - (loops.fewInner ? 2 : 1)]];
    loops.factor = vectorFactor(along, loops.vectorsAcross(shortRows, regime), "rows.vectors");
    loops.block = loops.factor;
    if (!loops.full && !shortRows && !loops.fewInner)
      loops.block *=
          vectorsOfBlock(graph.env.estimate(along), loops.factor, machine.vectorBytes / widestLanes(), knobs);
    scheduleRowVectors(s, loops);
  } else {
    scheduleSingleRows(s, loops);
  }
  for (ReducePass &pass : plan.passes) {
    // The pass's innermost dim, where it is the one that the output runs over in vectors.
    const bool inVectors = acrossRows && loops.factor > 1 && !pass.kept.empty();
    std::optional<Var> along, few;
    if (inVectors && loops.fewInner)
      few = pass.kept.back();
    if (inVectors)
      along = pass.kept[pass.kept.size() - (few ? 2 : 1)];
    scheduleReduceAt(pass, output, loops.level, along, loops.factor, loops.block > loops.factor, few);
  }
  int work = plan.work;
  for (const Value *v : graph.outputs())
    work += workOf(v);
  // Of short rows the start of each and the lanes' last steps take longer than the elements (10 of them: 25
  // ns).
  constexpr int64_t workOfRow = 200;
  const Sym workPerElement =
      Sym(work) + (!acrossRows ? floorDiv(Sym(workOfRow), symMax(plan.sizes.back(), Sym(1))) : Sym(0));
  for (ReducePass &pass : plan.passes)
    if (pass.chunks) {
      const Var chunk = pass.chunks->kept[0];
      Schedule chunks(recorder, pass.chunks->total);
      chunks.computeRoot().neverPartition();
      scheduleReduceAt(*pass.chunks, pass.chunks->total, chunk, std::nullopt, 1, false);
      parallelize("chunks.tasks", chunks, {chunk}, {pass.chunkCount}, product(plan.sizes), workPerElement);
    }
  parallelize("tasks", s, loops.outer, loops.trips, product(plan.sizes), workPerElement);
}

} // namespace fullgraph::lower
