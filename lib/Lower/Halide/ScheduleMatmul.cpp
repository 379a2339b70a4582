// Three regimes (figures: AVX2, one core at 3.3 GHz with a peak of 106 GFLOP/s, f32, weights [N, K]):
//
//   1 row        dot products of 8 weights rows at a time: the speed at which the weights can be read
//   2 to 32      dot products of 3 weights rows with 4 rows: 80 GFLOP/s, without copying the weights
//   more         register tiles of 6 rows x 2 vectors over a panel of columns, copied (and transposed) once:
//   95 GFLOP/s
//
// A right operand whose columns are contiguous takes register tiles for all of them.
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

/// How many tiles' columns are copied before the rows run over them: what half of a small L2 cache holds.
/// Without columns there is one panel all the same, since its place is a loop around it. 0: none are copied.
static int panelsOf(const MatmulPlan &plan, std::optional<int64_t> depth, Knobs &knobs) {
  if (!plan.usePanel)
    return 0;
  const int64_t bytes = depth.value_or(512) * plan.tileN * plan.type.bytes();
  const int64_t most = std::clamp<int64_t>((128 << 10) / std::max<int64_t>(1, bytes), 1, 8);
  const auto columns = plan.sizeN.asInt();
  const auto tiles = columns ? std::optional((*columns + plan.tileN - 1) / plan.tileN) : std::nullopt;
  std::vector<int64_t> choices;
  for (int64_t panels = 1; panels <= 32 && (!tiles || panels <= std::max<int64_t>(1, *tiles)); panels *= 2)
    choices.push_back(panels);
  return static_cast<int>(
      knobs.pick("matmul.panels", tiles ? std::clamp<int64_t>(*tiles, 1, most) : most, choices));
}

/// The loops over the result: within and over tiles of columns (ni, no) and rows (mi, mo), and over panels.
struct KernelBuilder::MatmulLoops {
  Var no, ni, mo, mi, nb;
  size_t batch = 0; // so many dims of the output are neither rows nor columns
  int panels = 0;   // tiles a panel
  /// Few rows: all of them while some rows of the weights are in the L1 cache, so that these are read once.
  bool weightsOnce = false;

  /// Where tiles are computed; null: the result is one number.
  std::optional<Var> tileLoop(const MatmulPlan &plan) const {
    return weightsOnce ? std::optional(mo)
           : plan.hasN ? std::optional(no)
           : plan.hasM ? std::optional(mo)
                       : std::nullopt;
  }
};

void KernelBuilder::scheduleMatmul() {
  const MatmulPlan &plan = *matmul;
  MatmulLoops loops;
  loops.no = recorder.var("no");
  loops.ni = recorder.var("ni");
  loops.mo = recorder.var("mo");
  loops.mi = recorder.var("mi");
  loops.nb = recorder.var("nb");
  loops.batch = outVars.size() - (plan.hasM ? 1 : 0) - (plan.hasN ? 1 : 0);
  loops.panels = panelsOf(plan, graph.env.estimate(plan.sizeK), knobs);
  loops.weightsOnce = plan.dot && plan.hasM && plan.hasN && !plan.sizeM.isConst(1);
  Schedule s(recorder, output);
  tileMatmul(s, loops);
  scheduleMatmulSums(loops);
  s.neverPartition();
  shareMatmul(s, loops);
}

/// The loops' splits, order and vectors.
void KernelBuilder::tileMatmul(Schedule &s, const MatmulLoops &loops) {
  const MatmulPlan &plan = *matmul;
  const size_t rank = outVars.size();
  const bool wholeTiles = plan.dot || plan.usePanel;
  if (plan.hasN)
    s.split(outVars[rank - 1], loops.no, loops.ni, plan.tileN,
            wholeTiles ? TailStrategy::GuardWithIf : TailStrategy::ShiftInwards);
  if (plan.hasM)
    s.split(outVars[rank - (plan.hasN ? 2 : 1)], loops.mo, loops.mi, plan.tileM,
            plan.shiftM ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf);
  if (loops.panels > 0)
    s.split(loops.no, loops.nb, loops.no, loops.panels, TailStrategy::GuardWithIf);

  std::vector<VarOrRVar> order; // innermost first
  if (plan.hasN)
    order.push_back(loops.ni);
  if (plan.hasM)
    order.push_back(loops.mi);
  if (loops.weightsOnce)
    order.push_back(loops.mo);
  if (plan.hasN)
    order.push_back(loops.no);
  if (plan.hasM && !loops.weightsOnce)
    order.push_back(loops.mo);
  if (loops.panels > 0) // the panel stays while the rows run
    order.push_back(loops.nb);
  for (size_t d = loops.batch; d-- > 0;)
    order.push_back(outVars[d]);
  s.reorder(order);

  const int width = machine.lanes(plan.type);
  if (plan.hasN && plan.dot && plan.tileN >= 4)
    s.vectorize(loops.ni);
  if (plan.hasN && !plan.dot && plan.tileN >= width)
    s.vectorize(loops.ni, width, TailStrategy::GuardWithIf);
}

/// A tile's sums, in registers and then in memory, and the panel that they read.
void KernelBuilder::scheduleMatmulSums(const MatmulLoops &loops) {
  const MatmulPlan &plan = *matmul;
  const int width = machine.lanes(plan.type);
  const std::optional<Var> level = loops.tileLoop(plan);
  const auto place = [&](const Func &f) {
    Schedule placed(recorder, f);
    if (level)
      placed.computeAt(output, *level);
    else
      placed.computeRoot();
    return placed;
  };
  Schedule sum = place(plan.sum);
  sum.boundExtent(plan.n, plan.tileN).boundExtent(plan.m, plan.tileM);
  Schedule done = place(plan.done);
  done.boundExtent(plan.n, plan.tileN).boundExtent(plan.m, plan.tileM);
  if (!plan.dot && plan.tileN >= width)
    done.vectorize(plan.n, width, TailStrategy::GuardWithIf);
  done.unroll(plan.n).unroll(plan.m);
  if (plan.dot) {
    scheduleDot(sum, place);
  } else {
    Schedule update(recorder, plan.sum, 0);
    update.reorder({plan.n, plan.m, plan.domains[0][0]});
    if (plan.tileN >= width) {
      sum.vectorize(plan.n, width, TailStrategy::GuardWithIf).unroll(plan.n);
      update.vectorize(plan.n, width, TailStrategy::GuardWithIf).unroll(plan.n);
    }
    sum.unroll(plan.m);
    update.unroll(plan.m);
  }
  if (plan.usePanel) {
    Schedule panel(recorder, plan.panel);
    panel.computeAt(output, loops.nb).boundExtent(plan.panelN, plan.tileN);
    panel.vectorize(plan.panelN, width, TailStrategy::GuardWithIf).unroll(plan.panelN);
  }
}

/// Elementary operations of an element: multiply-adds in vectors along a depth that may be a symbol.
static Sym workOfSum(const MatmulPlan &plan, const Machine &machine) {
  return floorDiv(plan.sizeK * 2, Sym(machine.lanes(plan.type))) + 1;
}

/// Threads take the outermost loops. Where there are few of these loops, the tiles in them are shared as
/// well: the rows over one panel, or the columns beside the same rows.
void KernelBuilder::shareMatmul(Schedule &s, const MatmulLoops &loops) {
  const MatmulPlan &plan = *matmul;
  const bool hasM = plan.hasM, hasN = plan.hasN, oneRow = plan.sizeM.isConst(1);
  const Sym rowTiles = ceilDiv(plan.sizeM, Sym(plan.tileM)),
            columnTiles = ceilDiv(plan.sizeN, Sym(plan.tileN));
  const int64_t panelColumns = int64_t(loops.panels) * plan.tileN;
  std::vector<Var> outer; // outermost first
  std::vector<Sym> trips;
  const auto share = [&](const Var &loop, const Sym &turns) {
    outer.push_back(loop);
    trips.push_back(turns);
  };
  for (size_t d = 0; d < loops.batch; ++d)
    share(outVars[d], outSizes[d]);
  if (loops.panels > 0)
    share(loops.nb, ceilDiv(plan.sizeN, Sym(panelColumns)));
  else if (hasM && !loops.weightsOnce)
    share(loops.mo, rowTiles);
  if (loops.panels == 0 && hasN && (!hasM || loops.weightsOnce || oneRow))
    share(loops.no, columnTiles);

  const Sym work = workOfSum(plan, machine);
  const Sym most = symMax(floorDiv(Sym(mostTasks), symMax(product(trips), Sym(1))), Sym(1));
  if (loops.panels > 0 && hasM)
    parallelize("tasks.inside", s, {loops.mo}, {rowTiles}, plan.sizeM * panelColumns, work, most);
  else if (loops.panels == 0 && hasM && hasN && !loops.weightsOnce && !oneRow)
    parallelize("tasks.inside", s, {loops.no}, {columnTiles}, plan.sizeN * int64_t(plan.tileM), work, most);
  parallelize("tasks", s, outer, trips, product(outSizes), work);
}

void KernelBuilder::scheduleDot(Schedule &sum, const std::function<Schedule(const Func &)> &place) {
  MatmulPlan &plan = *matmul;
  sum.unroll(plan.n).unroll(plan.m);
  if (plan.domains.size() > 1)
    Schedule(recorder, plan.sum, 0)
        .reorder({plan.n, plan.m, plan.domains[1][0]})
        .unroll(plan.n)
        .unroll(plan.m);
  for (const auto &[half, lanes] : plan.halves)
    place(half)
        .boundExtent(plan.n, plan.tileN)
        .boundExtent(plan.m, plan.tileM)
        .boundExtent(plan.lane, lanes)
        .vectorize(plan.lane)
        .unroll(plan.n)
        .unroll(plan.m);
  place(plan.lanes)
      .boundExtent(plan.n, plan.tileN)
      .boundExtent(plan.m, plan.tileM)
      .vectorize(plan.lane)
      .unroll(plan.n)
      .unroll(plan.m);
  Schedule(recorder, plan.lanes, 0)
      .reorder({plan.lane, plan.n, plan.m, plan.domains[0][0]})
      .vectorize(plan.lane)
      .unroll(plan.n)
      .unroll(plan.m);
}

} // namespace fullgraph::lower
