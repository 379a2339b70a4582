// A convolution's loops: image by image; its padded copy stays in the cache, and each tile of output channels times
// columns is summed in registers.
#include "lib/Lower/KernelBuilder.h"

namespace fullgraph::lower {
using namespace Halide;

void KernelBuilder::scheduleConvolution() {
  ConvolutionPlan &plan = *convolution;
  const size_t rank = outVars.size();
  const int width = machine.lanes(plan.type);
  const Var n = outVars[0], c = outVars[1], x = outVars[rank - 1];
  const Var co = recorder.var("co"), ci = recorder.var("ci"), xo = recorder.var("xo"), xi = recorder.var("xi");
  const auto channels = plan.sizes[1].asInt(), columns = plan.sizes.back().asInt();
  Schedule s(recorder, output);

  int tileC = 1, tileX = 1;
  if (plan.channelsInner) {
    tileC = *channels % (2 * width) == 0 ? 2 * width : width;
    tileX = static_cast<int>(std::min<int64_t>(*columns, 6));
  } else {
    tileX = !columns || *columns >= 2 * width ? 2 * width : width;
    const int most = tileX == width ? 8 : 4;
    for (tileC = most; tileC > 1 && !(channels && *channels % tileC == 0); tileC /= 2)
      ;
    if (plan.grouped)
      tileC = std::min(tileC, 4);
  }
  s.split(c, co, ci, tileC, TailStrategy::GuardWithIf).split(x, xo, xi, tileX, TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order = {xi, ci, xo};
  for (size_t d = rank - 2; d >= 2; --d)
    order.push_back(outVars[d]);
  order.push_back(co);
  order.push_back(n);
  s.reorder(order);
  if (!plan.channelsInner) {
    s.vectorize(xi, width, TailStrategy::GuardWithIf);
    s.unroll(ci);
  }

  s.neverPartition();
  Schedule padded(recorder, plan.padded);
  padded.neverPartition();
  padded.computeAt(output, n).vectorize(plan.paddedVars.back(), width, TailStrategy::RoundUp);
  Schedule sum(recorder, plan.sum);
  const Var sc = plan.paddedVars[1], sx = plan.paddedVars.back();
  sum.computeAt(output, xo).boundExtent(sx, tileX).boundExtent(sc, tileC);
  Schedule update(recorder, plan.sum, 0);
  std::vector<VarOrRVar> inner = plan.channelsInner ? std::vector<VarOrRVar>{sc, sx} : std::vector<VarOrRVar>{sx, sc};
  for (int d = 0; d < plan.domain.dimensions(); ++d)
    inner.push_back(plan.domain[d]);
  update.reorder(inner);
  const Var vectors = plan.channelsInner ? sc : sx, scalars = plan.channelsInner ? sx : sc;
  sum.vectorize(vectors, width, TailStrategy::RoundUp).unroll(vectors).unroll(scalars);
  update.vectorize(vectors, width, TailStrategy::RoundUp).unroll(vectors).unroll(scalars);
  if (plan.channelsInner) {
    // (o, …): one copy a call; its rows are read by every position.
    Schedule filter(recorder, plan.filter);
    filter.computeRoot().vectorize(plan.filterVars[0], width, TailStrategy::RoundUp);
  }
  Sym work = product(plan.sizes);
  std::vector<Var> loops = {n, co};
  std::vector<Sym> extents = {plan.sizes[0], ceilDiv(plan.sizes[1], Sym(tileC))};
  const int64_t taps = plan.taps.asInt().value_or(256);
  parallelize(s, {n}, {plan.sizes[0]}, work, static_cast<int>(std::min<int64_t>(2 * taps / width + 1, 1 << 16)));
}

} // namespace fullgraph::lower
