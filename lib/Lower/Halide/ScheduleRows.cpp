// Row kernels: one or more passes over the reduced dims, and often a last one that writes the row.
//
//   inner   the innermost dim is reduced: a row at a time; each pass keeps vectors of partial results
//   outer   the innermost dim is kept: as many rows at a time as a vector has lanes, no pass needs to combine
//   lanes
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

void KernelBuilder::scheduleReduceAt(ReducePass &pass, const std::optional<Var> &at,
                                     const std::optional<Var> &vectorVar, int factor) {
  const auto place = [&](const Func &f) {
    Schedule s(recorder, f);
    if (at)
      s.computeAt(output, *at);
    else
      s.computeRoot();
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
  // Over the kept dim in vectors; for each of them the whole reduction runs in registers.
  total.neverPartition().vectorize(*vectorVar, factor, TailStrategy::GuardWithIf);
  if (!pass.domains.empty())
    Schedule(recorder, pass.total, 0)
        .neverPartition()
        .vectorize(*vectorVar, factor, TailStrategy::GuardWithIf);
}

/// Rows too short for a vector, of which nothing is written: vectors run over the rows.
static bool rowsAreShort(const RowPlan &plan) {
  return plan.sizes.back().isConst() && std::all_of(plan.passes.begin(), plan.passes.end(),
                                                    [](const ReducePass &p) { return !p.lanes.defined(); });
}

void KernelBuilder::scheduleRows() {
  RowPlan &plan = *rows;
  Schedule s(recorder, output);
  s.neverPartition();
  const size_t rank = outVars.size();
  const bool full = outSizes == plan.sizes; // else the output is over the kept dims
  const bool inner = plan.rank > 0 && plan.reduced[plan.rank - 1];
  const bool shortRows = inner && !full && rowsAreShort(plan);
  int workPerElement = plan.work;
  for (const Value *v : graph.outputs())
    workPerElement += workOf(v);

  std::vector<size_t> keptDims; // of the output
  for (size_t d = 0; d < rank; ++d)
    if (!full || !plan.reduced[d])
      keptDims.push_back(d);
  std::optional<Var> level, vectorVar;
  std::vector<Var> loops;
  std::vector<Sym> extents;
  int factor = 1;

  if (full && inner) {
    std::vector<VarOrRVar> order;
    for (size_t d = rank; d-- > 0;)
      if (plan.reduced[d])
        order.push_back(outVars[d]);
    for (size_t i = keptDims.size(); i-- > 0;)
      order.push_back(outVars[keptDims[i]]);
    s.reorder(order);
    const int width = vectorFactor(plan.sizes.back(), 2);
    if (width > 1)
      s.vectorize(outVars.back(), width, TailStrategy::GuardWithIf);
    if (!keptDims.empty())
      level = outVars[keptDims.back()];
    for (const size_t d : keptDims) {
      loops.push_back(outVars[d]);
      extents.push_back(outSizes[d]);
    }
    for (auto &[f, dims] : plan.cached) {
      Schedule cached(recorder, f);
      cached.neverPartition();
      if (level)
        cached.computeAt(output, *level).storeIn(MemoryType::Stack);
      else
        cached.computeRoot();
      if (width > 1)
        cached.vectorize(dims.back(), width, TailStrategy::GuardWithIf);
    }
  } else if ((!inner || shortRows) && plan.rank > 0 && !keptDims.empty() &&
             !(full && plan.reduced[rank - 1])) {
    const Var x = outVars[keptDims.back()], xo = recorder.var("xo"), xi = recorder.var("xi");
    factor = vectorFactor(outSizes[keptDims.back()], shortRows ? 1 : 2);
    s.split(x, xo, xi, factor, TailStrategy::GuardWithIf);
    std::vector<VarOrRVar> order = {xi};
    if (full)
      for (size_t d = rank; d-- > 0;)
        if (plan.reduced[d])
          order.push_back(outVars[d]);
    order.push_back(xo);
    for (size_t i = keptDims.size() - 1; i-- > 0;)
      order.push_back(outVars[keptDims[i]]);
    s.reorder(order);
    if (factor > 1)
      s.vectorize(xi);
    level = xo;
    for (size_t i = 0; i + 1 < keptDims.size(); ++i) {
      loops.push_back(outVars[keptDims[i]]);
      extents.push_back(outSizes[keptDims[i]]);
    }
    loops.push_back(xo);
    extents.push_back(ceilDiv(outSizes[keptDims.back()], Sym(factor)));
    for (auto &[f, dims] : plan.cached) {
      Schedule cached(recorder, f);
      cached.neverPartition();
      cached.computeAt(output, xo).storeIn(MemoryType::Stack);
      if (factor > 1)
        cached.vectorize(dims.back(), factor, TailStrategy::GuardWithIf);
    }
  } else {
    if (!keptDims.empty())
      level = outVars[keptDims.back()];
    for (const size_t d : keptDims) {
      loops.push_back(outVars[d]);
      extents.push_back(outSizes[d]);
    }
    for (auto &[f, dims] : plan.cached) {
      Schedule cached(recorder, f);
      cached.neverPartition();
      if (level)
        cached.computeAt(output, *level).storeIn(MemoryType::Stack);
      else
        cached.computeRoot();
      const int width = vectorFactor(plan.sizes.back(), 2);
      if (width > 1)
        cached.vectorize(dims.back(), width, TailStrategy::GuardWithIf);
    }
  }
  for (ReducePass &pass : plan.passes) {
    // The pass's innermost dim, where it is the one that the output runs over in vectors.
    const bool inVectors = (!inner || shortRows) && factor > 1 && !pass.kept.empty();
    vectorVar = inVectors ? std::optional(pass.kept.back()) : std::nullopt;
    scheduleReduceAt(pass, level, vectorVar, factor);
  }
  parallelize(s, loops, extents, product(plan.sizes), workPerElement);
}

} // namespace fullgraph::lower
