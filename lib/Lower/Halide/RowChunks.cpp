#include "lib/Lower/Halide/RowChunks.h"

#include "lib/Lower/Halide/ReductionTerms.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

constexpr int64_t elementsOfChunk = 32768; // at least: some microseconds

} // namespace

bool isWorthRowChunks(const RowPlan &plan) {
  return plan.rank == 1 && plan.reduced[0] &&
         plan.sizes[0].asInt().value_or(2 * elementsOfChunk) >= 2 * elementsOfChunk;
}

void reduceInRowChunks(KernelBuilder &builder, const RowPlan &plan, ReducePass &pass, const std::string &name,
                       const KernelBuilder::ReduceOp &op, int width,
                       const std::function<Values(const Values &)> &valueAt) {
  Recorder &recorder = builder.record();
  const Sym &size = plan.sizes[0];
  // Vectors of accumulators, and the least elements of a chunk.
  const int copies = static_cast<int>(builder.tuned().pick("chunks.accumulators", 4, {2, 8}));
  const int64_t least =
      builder.tuned().pick("chunks.elements", elementsOfChunk, {elementsOfChunk / 4, elementsOfChunk * 4});
  const Sym step(int64_t(copies) * width);
  pass.chunkCount = symMin(symMax(floorDiv(size, Sym(least)), Sym(1)), Sym(mostTasks));
  const Sym length = floorDiv(floorDiv(size, pass.chunkCount), step) * step, whole = length * pass.chunkCount;

  pass.chunks = std::make_shared<ReducePass>();
  ReducePass &chunks = *pass.chunks;
  const Var chunk = recorder.var("chunk");
  chunks.kept = {chunk};
  chunks.total = recorder.func(name + "_chunk");
  const Expr chunkLength = builder.size(length), first = builder.size(whole);
  builder.reduceInLanes(chunks, name + "_chunk", op, width, {chunkLength, copies, /*isWhole=*/true}, {0},
                        [&](const Values &at) { return valueAt({chunk * chunkLength + at[0]}); });

  builder.reduceInLanes(pass, name, op, width, {builder.size(size - whole), 1, /*isWhole=*/false}, {0},
                        [&](const Values &at) { return valueAt({first + at[0]}); });
  const Merge &merge = op.merge ? op.merge : op.combine;
  RDom r = recorder.domain("r_" + name + "_chunks", {{0, builder.size(pass.chunkCount)}});
  assign(pass.total, {}, merge(current(pass.total, {}), current(chunks.total, {r[0]})));
}

} // namespace fullgraph::lower
