// Loops over one iteration space without reductions, and what all schedules share: vector widths and threads.
#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Tasks.h"

namespace fullgraph::lower {
using namespace Halide;

int KernelBuilder::widestLanes() const {
  int bytes = 1;
  const auto see = [&](const Value *v) {
    if (v->type.rank() == 0)
      return; // a number of the user's program: f64, but converted once
    bytes = std::max(bytes, computeType(v->type.dtype).bytes());
  };
  for (const GraphInput &input : graph.inputs())
    see(input.value);
  for (const auto &node : graph.nodes())
    for (const auto &result : node->results)
      see(result.get());
  return std::max(1, machine.vectorBytes / bytes);
}

int KernelBuilder::vectorFactor(const Sym &extent, int copies) const {
  const int lanes = widestLanes();
  const auto known = graph.env.estimate(extent);
  if (!known)
    return lanes * copies;
  while (copies > 1 && (*known < int64_t(lanes) * copies))
    copies /= 2;
  return *known >= lanes ? lanes * copies : floorPowerOfTwo(*known);
}

void KernelBuilder::parallelize(Schedule &s, const std::vector<Var> &outer, const std::vector<Sym> &extents,
                                const Sym &elements, const Sym &workPerElement, const Sym &most) {
  if (!options.parallel || outer.empty())
    return;
  const Sym turns = product(extents), task = turnsOfTask(turns, elements, workPerElement, most);
  if (turns.isConst(1) || most.isConst(1) ||
      (turns.isConst() && task.isConst() && *task.asInt() >= *turns.asInt()))
    return;
  // One loop over all outer dims. It keeps the innermost one's name: other Funcs may be computed in it.
  const Var fused = outer.back(), tasks = recorder.var(fused.name() + "_task");
  for (size_t d = outer.size() - 1; d-- > 0;)
    s.fuse(fused, outer[d], fused);
  s.split(fused, tasks, fused, size(task), TailStrategy::GuardWithIf);
  s.parallel(tasks);
}

/// The dim of an iteration space of `rank` dims along which an input is contiguous that is not so along
/// `inner`: a transposition.
static std::optional<size_t> transposedDim(const Graph &graph, size_t rank, size_t inner) {
  std::optional<size_t> across;
  for (const GraphInput &input : graph.inputs()) {
    const TensorType &type = input.value->type;
    const std::vector<Sym> strides = type.stridesOrContiguous();
    if (type.rank() < 2 || type.rank() != rank || strides[inner].isConst(1) || type.sizes[inner].isConst(1))
      continue;
    for (size_t d = 0; d < inner; ++d)
      if (strides[d].isConst(1) && !type.sizes[d].isConst(1))
        across = d;
  }
  return across;
}

/// Loops over two dims at once, where that pays; else nothing is done.
///
/// A few elements in each place of the dim in front of them, as channels are: vectors run over the places,
/// and are woven together. A copy to [.., 28, 2] that is read as [.., 2, 28] takes 20 us in place of 750.
///
/// A transposition: square tiles keep the lines of both in the cache.
bool KernelBuilder::scheduleTwoDims(Schedule &s, size_t inner, int workPerElement) {
  if (!windows.empty() || inner == 0)
    return false;
  const int lanes = widestLanes();
  const std::optional<int64_t> length = outSizes[inner].asInt();
  const bool weave = length && *length <= 4 && vectorFactor(outSizes[inner - 1], 1) >= lanes;
  const std::optional<size_t> other =
      weave ? std::optional(inner - 1) : transposedDim(graph, outVars.size(), inner);
  if (!other)
    return false;
  const int tile = weave ? lanes : 32;
  const Var x = outVars[inner], y = outVars[*other], xo = recorder.var("xo"), yo = recorder.var("yo");
  s.split(y, yo, y, tile, TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order = {x, y, yo};
  if (!weave) {
    s.split(x, xo, x, tile, TailStrategy::GuardWithIf);
    order = {x, y, xo, yo};
  }
  std::vector<Var> loops;
  std::vector<Sym> extents;
  for (size_t d = outVars.size(); d-- > 0;)
    if (d != inner && d != *other)
      order.push_back(outVars[d]);
  s.reorder(order);
  if (weave)
    s.unroll(x).vectorize(y);
  else
    s.vectorize(x, std::min(lanes, tile), TailStrategy::GuardWithIf);
  for (size_t d = 0; d < outVars.size(); ++d)
    if (d != inner && d != *other && !outSizes[d].isConst(1)) {
      loops.push_back(outVars[d]);
      extents.push_back(outSizes[d]);
    }
  loops.push_back(yo);
  extents.push_back(ceilDiv(outSizes[*other], Sym(tile)));
  parallelize(s, loops, extents, product(outSizes), workPerElement);
  return true;
}

void KernelBuilder::schedulePointwise() {
  Schedule s(recorder, output);
  size_t inner = outVars.size(); // the innermost dim that is not 1
  while (inner > 0 && outSizes[inner - 1].isConst(1))
    --inner;
  if (inner == 0) {
    for (const Func &f : windows)
      Schedule(recorder, f).computeRoot();
    return;
  }
  --inner;
  int workPerElement = 1;
  for (const Value *v : graph.outputs())
    workPerElement += workOf(v);
  const Var x = outVars[inner];
  if (workPerElement > 8) // a short body is worth a loop without the test for the last vector
    s.neverPartition();
  if (scheduleTwoDims(s, inner, workPerElement))
    return;

  std::vector<Var> loops;
  std::vector<Sym> extents;
  const int factor = vectorFactor(outSizes[inner], window ? 1 : 2);
  const Var xo = recorder.var("xo"), xi = recorder.var("xi");
  if (factor > 1)
    s.split(x, xo, xi, factor, TailStrategy::GuardWithIf).vectorize(xi);
  for (const Func &f : windows) {
    Schedule pure(recorder, f);
    pure.computeAt(output, factor > 1 ? xo : x);
    if (factor > 1) {
      pure.vectorize(x, factor, TailStrategy::GuardWithIf);
      Schedule(recorder, f, 0).vectorize(x, factor, TailStrategy::GuardWithIf);
    }
  }
  for (size_t d = 0; d < inner; ++d) {
    loops.push_back(outVars[d]);
    extents.push_back(outSizes[d]);
  }
  if (loops.empty()) {
    loops.push_back(factor > 1 ? xo : x);
    extents.push_back(ceilDiv(outSizes[inner], Sym(factor)));
  }
  parallelize(s, loops, extents, product(outSizes), workPerElement);
}

} // namespace fullgraph::lower
