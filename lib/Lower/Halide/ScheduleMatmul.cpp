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

void KernelBuilder::scheduleMatmul() {
  MatmulPlan &plan = *matmul;
  const int width = machine.lanes(plan.type);
  const Var no = recorder.var("no"), ni = recorder.var("ni"), mo = recorder.var("mo"),
            mi = recorder.var("mi"), nb = recorder.var("nb");
  const size_t rank = outVars.size();
  const bool hasM = plan.hasM, hasN = plan.hasN;
  const size_t batchRank = rank - (hasM ? 1 : 0) - (hasN ? 1 : 0);
  const auto constN = plan.sizeN.asInt(), expectedK = graph.env.estimate(plan.sizeK);

  // How many tiles' columns are copied before the rows run over them: what half of a small L2 cache holds.
  int panels = 0;
  if (plan.usePanel) {
    const int64_t bytes = expectedK.value_or(512) * plan.tileN * plan.type.bytes();
    panels = static_cast<int>(std::clamp<int64_t>((128 << 10) / std::max<int64_t>(1, bytes), 1, 8));
    if (constN) // without columns there is one panel all the same: its place is a loop around it
      panels = static_cast<int>(std::clamp<int64_t>((*constN + plan.tileN - 1) / plan.tileN, 1, panels));
  }
  const bool wholeTiles = plan.dot || plan.usePanel;
  Schedule s(recorder, output);
  std::vector<VarOrRVar> order;
  std::vector<Var> loops; // outermost first
  std::vector<Sym> trips;
  for (size_t d = 0; d < batchRank; ++d) {
    loops.push_back(outVars[d]);
    trips.push_back(outSizes[d]);
  }
  if (hasN)
    s.split(outVars[rank - 1], no, ni, plan.tileN,
            wholeTiles ? TailStrategy::GuardWithIf : TailStrategy::ShiftInwards);
  if (hasM)
    s.split(outVars[rank - (hasN ? 2 : 1)], mo, mi, plan.tileM,
            plan.shiftM ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf);
  if (panels > 0)
    s.split(no, nb, no, panels, TailStrategy::GuardWithIf);
  if (hasN)
    order.push_back(ni);
  if (hasM)
    order.push_back(mi);
  // Few rows: all of them while some rows of the weights are in the L1 cache, so that these are read once.
  const bool weightsOnce = plan.dot && hasM && hasN && !plan.sizeM.isConst(1);
  if (weightsOnce)
    order.push_back(mo);
  if (hasN)
    order.push_back(no);
  if (hasM && !weightsOnce)
    order.push_back(mo);
  if (panels > 0) { // the panel stays while the rows run
    order.push_back(nb);
    loops.push_back(nb);
    trips.push_back(ceilDiv(plan.sizeN, Sym(int64_t(panels) * plan.tileN)));
  } else if (hasM && !weightsOnce) {
    loops.push_back(mo);
    trips.push_back(ceilDiv(plan.sizeM, Sym(plan.tileM)));
  }
  if (panels == 0 && hasN && (!hasM || weightsOnce || plan.sizeM.isConst(1))) {
    loops.push_back(no);
    trips.push_back(ceilDiv(plan.sizeN, Sym(plan.tileN)));
  }
  for (size_t d = batchRank; d-- > 0;)
    order.push_back(outVars[d]);
  s.reorder(order);
  if (hasN && plan.dot && plan.tileN >= 4)
    s.vectorize(ni);
  if (hasN && !plan.dot && plan.tileN >= width) {
    s.vectorize(ni, width, TailStrategy::GuardWithIf);
  }
  const std::optional<Var> level = weightsOnce ? std::optional(mo)
                                   : hasN      ? std::optional(no)
                                   : hasM      ? std::optional(mo)
                                               : std::nullopt;
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
    panel.computeAt(output, nb).boundExtent(plan.panelN, plan.tileN);
    panel.vectorize(plan.panelN, width, TailStrategy::GuardWithIf).unroll(plan.panelN);
  }
  s.neverPartition();
  // Where there are few of these loops, the tiles in them are shared as well: the rows over one panel, or the
  // columns beside the same rows.
  const Sym rowTiles = ceilDiv(plan.sizeM, Sym(plan.tileM)),
            columnTiles = ceilDiv(plan.sizeN, Sym(plan.tileN));
  if (panels > 0 && hasM)
    parallelizeTiles(s, mo, rowTiles, plan.sizeM * (int64_t(panels) * plan.tileN), product(trips));
  else if (panels == 0 && hasM && hasN && !weightsOnce && !plan.sizeM.isConst(1))
    parallelizeTiles(s, no, columnTiles, plan.sizeN * int64_t(plan.tileM), product(trips));
  parallelize(s, loops, trips, product(outSizes), workOfSum());
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

/// Elementary operations of an element: multiply-adds in vectors along a depth that may be a symbol.
Sym KernelBuilder::workOfSum() const {
  return floorDiv(matmul->sizeK * 2, Sym(machine.lanes(matmul->type))) + 1;
}

void KernelBuilder::parallelizeTiles(Schedule &s, const Var &tile, const Sym &tiles, const Sym &elements,
                                     const Sym &times) {
  const Sym most = symMax(floorDiv(Sym(mostTasks), symMax(times, Sym(1))), Sym(1));
  parallelize(s, {tile}, {tiles}, elements, workOfSum(), most);
}

} // namespace fullgraph::lower
