// A convolution's loops: strip by strip of each image; its padded copy stays in the cache, and each tile of
// output channels times columns is summed in registers. Depthwise: channel by channel, each with its own
// copy.
#include "lib/Lower/Halide/Convolutions/Winograd.h"

namespace fullgraph::lower {
using namespace Halide;

void KernelBuilder::scheduleConvolution() {
  ConvolutionPlan &plan = *convolution;
  if (plan.winograd)
    return WinogradSchedule(*this).run();
  const size_t rank = outVars.size();
  const int width = plan.width;
  const bool hasRows = rank > 3; // a spatial dim outside of the columns
  const Var n = outVars[0], c = outVars[1], y = outVars[rank - 2], x = outVars[rank - 1];
  const Var co = recorder.var("co"), ci = recorder.var("ci"), yo = recorder.var("yo"),
            yi = recorder.var("yi"), xo = recorder.var("xo"), xi = recorder.var("xi");
  Schedule s(recorder, output);
  const Var ys = recorder.var("ys");
  const bool strips = hasRows && !plan.perChannel;
  s.split(c, co, ci, plan.tileC, TailStrategy::GuardWithIf)
      .split(x, xo, xi, plan.tileX, TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order = {xi};
  if (hasRows) {
    // Tiles of one row are no split of their own: Halide 21 does not compile one by 1 inside of a strip.
    const bool tiles = plan.tileY > 1;
    if (strips)
      s.split(y, ys, tiles ? y : yo, size(plan.strip), TailStrategy::GuardWithIf);
    if (tiles || !strips) {
      s.split(y, yo, yi, plan.tileY, TailStrategy::GuardWithIf);
      order.push_back(yi);
    }
  }
  order.push_back(ci);
  order.push_back(xo);
  if (hasRows)
    order.push_back(yo);
  for (size_t d = rank - 2; d-- > 2;)
    order.push_back(outVars[d]);
  order.push_back(co);
  if (strips)
    order.push_back(ys);
  order.push_back(n);
  s.reorder(order);
  if (!plan.channelsInner) {
    s.vectorize(xi, width, TailStrategy::GuardWithIf);
  }
  s.neverPartition();

  scheduleConvolutionSums();
  if (plan.channelsInner) {
    // (o, …): one copy a call; its rows are read by every position.
    Schedule(recorder, plan.filter).computeRoot().vectorize(plan.filterVars[0], width, TailStrategy::RoundUp);
  }
  shareConvolution(s);
}

void KernelBuilder::scheduleConvolutionSums() {
  ConvolutionPlan &plan = *convolution;
  const size_t rank = outVars.size();
  const int width = plan.width;
  const bool hasRows = rank > 3;
  const Var xo("xo");
  Schedule sum(recorder, plan.sum), update(recorder, plan.sum, 0);
  const Var sc = plan.paddedVars[1], sy = plan.paddedVars[rank - 2], sx = plan.paddedVars.back();
  sum.computeAt(output, xo).boundExtent(sx, plan.tileX).boundExtent(sc, plan.tileC);
  std::vector<VarOrRVar> inner = {sx, sc};
  if (plan.channelsInner)
    std::swap(inner[0], inner[1]);
  if (hasRows) {
    sum.boundExtent(sy, plan.tileY);
    inner.insert(plan.vectorRows > 1 ? inner.begin() + 1 : inner.end(), sy);
  }
  for (int d = 0; d < plan.domain.dimensions(); ++d)
    inner.push_back(plan.domain[d]);
  update.reorder(inner);
  if (plan.isStraight())
    for (int d = 0; d < plan.domain.dimensions(); ++d)
      update.unroll(plan.domain[d]);
  else if (const auto taps = plan.kernelWidth.asInt(); taps && *taps <= 4)
    update.unroll(plan.domain[0]);
  const Var vectors = plan.channelsInner ? sc : sx, scalars = plan.channelsInner ? sx : sc;
  if (plan.channelsInner)
    sum.reorderStorage({sc, sx});
  Schedule tile(recorder, plan.tile);
  tile.computeAt(output, xo).boundExtent(sx, plan.tileX).boundExtent(sc, plan.tileC);
  if (hasRows)
    tile.boundExtent(sy, plan.tileY);
  if (plan.channelsInner)
    tile.reorder({sc, sx}).reorderStorage({sc, sx});
  for (Schedule *stage : {&sum, &update, &tile}) {
    if (plan.vectorRows > 1) {
      stage->vectorize(sx).vectorize(sy, plan.vectorRows, TailStrategy::RoundUp).unroll(sy).unroll(sc);
      continue;
    }
    stage->vectorize(vectors, width, TailStrategy::RoundUp).unroll(vectors).unroll(scalars);
    if (hasRows)
      stage->unroll(sy);
  }
}

/// Threads take strips of images, and within a strip, whose padded copy they share, channels and rows.
void KernelBuilder::shareConvolution(Schedule &s) {
  ConvolutionPlan &plan = *convolution;
  const size_t rank = outVars.size();
  const bool hasRows = rank > 3;
  const Var n = outVars[0], co("co"), yo("yo"), ys("ys");
  const int work =
      static_cast<int>(std::min<int64_t>(2 * plan.taps.asInt().value_or(256) / plan.width + 1, 1 << 16));
  const Sym channels = ceilDiv(plan.sizes[1], Sym(plan.tileC));
  Schedule padded(recorder, plan.padded);
  padded.neverPartition().vectorize(plan.paddedVars.back(), plan.width, TailStrategy::RoundUp);
  std::vector<Schedule> copies; // of what is put into the zeros
  for (size_t phase = 0; phase < plan.imageColumns.size(); ++phase)
    copies.emplace_back(recorder, plan.padded, static_cast<int>(phase))
        .vectorize(plan.imageColumns[phase].x, plan.width, TailStrategy::GuardWithIf);
  padded.boundExtent(plan.paddedVars.back(), size(plan.paddedSize.columns));
  if (hasRows)
    padded.boundExtent(plan.paddedVars[rank - 2], size(plan.paddedSize.rows));
  if (plan.perChannel) {
    padded.computeAt(output, co);
    parallelize("tasks", s, {n, co}, {plan.sizes[0], channels}, product(plan.sizes), work);
    return;
  }
  std::vector<Var> images = {n}, parts = {co};
  std::vector<Sym> imageTurns = {plan.sizes[0]}, partTurns = {channels};
  Sym partElements = product(std::vector<Sym>(plan.sizes.begin() + 1, plan.sizes.end()));
  if (hasRows) {
    const Sym rows = plan.sizes[rank - 2];
    images.push_back(ys);
    imageTurns.push_back(ceilDiv(rows, plan.strip));
    partElements = symMin(plan.strip, rows) * plan.sizes[1] * plan.sizes[rank - 1];
    for (size_t d = 2; d < rank - 2; ++d) {
      parts.push_back(outVars[d]);
      partTurns.push_back(plan.sizes[d]);
      partElements = partElements * plan.sizes[d];
    }
    parts.push_back(yo);
    partTurns.push_back(ceilDiv(plan.strip, Sym(plan.tileY)));
  }
  padded.computeAt(output, images.back());
  // Strips enough for all threads leave nothing to share inside of them.
  const Sym strip = product(imageTurns),
            inside = symMax(floorDiv(Sym(mostTasks), symMax(strip, Sym(1))), Sym(1));
  parallelize("tasks.inside", s, parts, partTurns, partElements, work, inside);
  parallelize("tasks", s, images, imageTurns, product(plan.sizes), work);
  const int copyWork = 4; // an element: a comparison for each dim, a load, a store
  copies.push_back(padded);
  for (Schedule &copy : copies)
    parallelize("tasks.copy", copy, {plan.paddedVars[1]}, {plan.inChannels},
                plan.paddedSize.perRow * plan.strip, copyWork, inside);
}

} // namespace fullgraph::lower
