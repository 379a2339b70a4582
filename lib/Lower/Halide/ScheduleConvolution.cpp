// A convolution's loops: image by image; its padded copy stays in the cache, and each tile of output channels
// times columns is summed in registers.
#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

void KernelBuilder::scheduleConvolution() {
  ConvolutionPlan &plan = *convolution;
  const size_t rank = outVars.size();
  const int width = plan.width;
  const bool hasRows = rank > 3; // a spatial dim outside of the columns
  const Var n = outVars[0], c = outVars[1], y = outVars[rank - 2], x = outVars[rank - 1];
  const Var co = recorder.var("co"), ci = recorder.var("ci"), yo = recorder.var("yo"),
            yi = recorder.var("yi"), xo = recorder.var("xo"), xi = recorder.var("xi");
  Schedule s(recorder, output);
  s.split(c, co, ci, plan.tileC, TailStrategy::GuardWithIf)
      .split(x, xo, xi, plan.tileX, TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order = {xi};
  if (hasRows) {
    s.split(y, yo, yi, plan.tileY, TailStrategy::GuardWithIf);
    order.push_back(yi);
  }
  order.push_back(ci);
  order.push_back(xo);
  if (hasRows)
    order.push_back(yo);
  for (size_t d = rank - 2; d-- > 2;)
    order.push_back(outVars[d]);
  order.push_back(co);
  order.push_back(n);
  s.reorder(order);
  if (!plan.channelsInner) {
    s.vectorize(xi, width, TailStrategy::GuardWithIf);
    if (hasRows)
      s.unroll(yi);
    s.unroll(ci);
  }
  s.neverPartition();

  Schedule padded(recorder, plan.padded);
  padded.neverPartition().computeAt(output, n).vectorize(plan.paddedVars.back(), width,
                                                         TailStrategy::RoundUp);
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
  if (const auto taps = plan.kernelWidth.asInt(); taps && *taps <= 4)
    update.unroll(plan.domain[0]);
  const Var vectors = plan.channelsInner ? sc : sx, scalars = plan.channelsInner ? sx : sc;
  if (plan.channelsInner)
    sum.reorderStorage({sc, sx});
  for (Schedule *stage : {&sum, &update}) {
    if (plan.vectorRows > 1) {
      stage->vectorize(sx).vectorize(sy, plan.vectorRows, TailStrategy::RoundUp).unroll(sy).unroll(sc);
      continue;
    }
    stage->vectorize(vectors, width, TailStrategy::RoundUp).unroll(vectors).unroll(scalars);
    if (hasRows)
      stage->unroll(sy);
  }
  if (plan.channelsInner) {
    // (o, …): one copy a call; its rows are read by every position.
    Schedule(recorder, plan.filter).computeRoot().vectorize(plan.filterVars[0], width, TailStrategy::RoundUp);
  }
  // Threads take whole images. The regime of one image alone would need the padded copy to be shared.
  const int64_t taps = plan.taps.asInt().value_or(256);
  parallelize(s, {n}, {plan.sizes[0]}, product(plan.sizes),
              static_cast<int>(std::min<int64_t>(2 * taps / width + 1, 1 << 16)));
}

} // namespace fullgraph::lower
