#include "lib/Lower/Halide/Devices/DeviceSchedule.h"

namespace fullgraph::lower {
using namespace Halide;

namespace {

constexpr int warp = 32;

/// Threads along a dim: whole warps, no more than the dim needs.
int threadsAlong(std::optional<int64_t> extent, int most) {
  if (!extent || *extent >= most)
    return most;
  return static_cast<int>(std::max<int64_t>(1, (*extent + warp - 1) / warp)) * warp;
}

/// Of a thread that computes no sums.
constexpr int elementsOfThread = 4;

/// So much of a row's values may lie in the memory of a block.
constexpr int64_t cachedBytes = 32 * 1024;

} // namespace

void DeviceSchedule::run() {
  if (b.rows)
    rows();
  else if (!b.inputTiles.empty())
    tiles();
  else
    elements();
}

/// Through the block's memory: neighbours are read along the input's lines, and written along the result's.
void DeviceSchedule::tiles() {
  constexpr int side = 32, rowsOfThread = 4; // a thread has so many places of a column
  const InputTile &first = b.inputTiles[0];
  size_t inner = 0;
  for (size_t d = 0; d < b.outSizes.size(); ++d)
    if (!b.outSizes[d].isConst(1))
      inner = d;
  Schedule out(recorder, b.output);
  const Var x = b.outVars[inner], y = b.outVars[first.along];
  const Var xo = recorder.var("xo"), yo = recorder.var("yo"), yt = recorder.var("yt");
  out.split(x, xo, x, side, TailStrategy::GuardWithIf).split(y, yo, y, side, TailStrategy::GuardWithIf);
  out.split(y, y, yt, side / rowsOfThread, TailStrategy::GuardWithIf);
  std::vector<Var> blocks;
  for (size_t d = 0; d < b.outVars.size(); ++d)
    if (d != inner && d != first.along)
      blocks.push_back(b.outVars[d]);
  blocks.push_back(yo);
  blocks.push_back(xo);
  std::vector<VarOrRVar> loops = {y, x, yt};
  loops.insert(loops.end(), blocks.rbegin(), blocks.rend());
  out.reorder(loops).unroll(y);
  const Var block = fuseBlocks(out, blocks);
  out.gpuThreads(x, yt);
  for (const InputTile &input : b.inputTiles) {
    const Var across = input.dims[inner], along = input.dims[input.along], turn = recorder.var("turn");
    Schedule tile(recorder, input.tile);
    tile.computeAt(b.output, block).storeIn(MemoryType::GPUShared);
    tile.boundExtent(across, side).boundExtent(along, side);
    tile.boundStorage(across, side + 1); // a column lies in all banks of the memory
    tile.split(across, turn, across, side / rowsOfThread, TailStrategy::RoundUp);
    std::vector<VarOrRVar> order = {turn, along, across};
    for (size_t d = input.dims.size(); d-- > 0;)
      if (d != inner && d != input.along)
        order.push_back(input.dims[d]); // of which there is one place
    tile.reorder(order).unroll(turn).gpuThreads(along, across);
  }
}

Var DeviceSchedule::fuseBlocks(Schedule &out, const std::vector<Var> &loops) {
  // One dim of blocks: a grid's other dims have no more than 65,535.
  const Var fused = loops.back();
  for (size_t d = loops.size() - 1; d-- > 0;)
    out.fuse(fused, loops[d], fused);
  out.gpuBlocks(fused);
  return fused;
}

Var DeviceSchedule::spread(Schedule &out, const std::vector<Var> &vars, const std::vector<Sym> &sizes,
                           const std::vector<size_t> &order, const std::vector<size_t> &inside, int tileX,
                           int tileY) {
  const size_t inner = order.back();
  const bool hasY = order.size() > 1;
  const int most = b.machine.blockThreads / (tileY > 1 ? 16 : 1);
  const auto extent = b.graph.env.estimate(sizes[inner]);
  const int threadsX =
      threadsAlong(extent ? std::optional((*extent + tileX - 1) / tileX) : std::nullopt, most);
  const int threadsY = hasY ? std::max(1, b.machine.blockThreads / threadsX) : 1;

  const Var x = vars[inner], xo = recorder.var("xo"), xi = recorder.var("xi"), xt = recorder.var("xt");
  out.split(x, xo, xi, threadsX * tileX, TailStrategy::GuardWithIf);
  if (tileX > 1)
    out.split(xi, xt, xi, tileX, TailStrategy::GuardWithIf);
  const Var threadX = tileX > 1 ? xt : xi;
  std::vector<VarOrRVar> loops; // innermost first
  std::vector<Var> blocks;
  for (size_t d = 0; d + (hasY ? 2 : 1) < order.size(); ++d)
    blocks.push_back(vars[order[d]]);
  if (tileX > 1)
    loops.push_back(xi);
  const Var yo = recorder.var("yo"), yi = recorder.var("yi"), yt = recorder.var("yt");
  const Var threadY = tileY > 1 ? yt : yi;
  if (hasY) {
    const Var y = vars[order[order.size() - 2]];
    out.split(y, yo, yi, threadsY * tileY, TailStrategy::GuardWithIf);
    if (tileY > 1) {
      out.split(yi, yt, yi, tileY, TailStrategy::GuardWithIf);
      loops.push_back(yi);
    }
    blocks.push_back(yo);
  }
  blocks.push_back(xo);
  for (size_t d = inside.size(); d-- > 0;)
    loops.push_back(vars[inside[d]]);
  loops.push_back(threadX);
  if (hasY)
    loops.push_back(threadY);
  for (size_t d = blocks.size(); d-- > 0;)
    loops.push_back(blocks[d]);
  out.reorder(loops);
  fuseBlocks(out, blocks);
  if (hasY)
    out.gpuThreads(threadX, threadY);
  else
    out.gpuThreads(threadX);
  if (tileX > 1)
    out.unroll(xi);
  if (hasY && tileY > 1)
    out.unroll(yi);
  return threadX;
}

void DeviceSchedule::spreadWhole(Schedule &out) {
  const int threads = b.machine.blockThreads;
  const Var x = b.outVars.back(), xo = recorder.var("xo"), xi = recorder.var("xi"), xu = recorder.var("xu");
  out.split(x, xo, xi, threads * elementsOfThread, TailStrategy::RoundUp);
  out.split(xi, xu, xi, threads, TailStrategy::RoundUp);
  std::vector<Var> blocks(b.outVars.begin(), b.outVars.end() - 1);
  blocks.push_back(xo);
  std::vector<VarOrRVar> loops = {xu, xi};
  loops.insert(loops.end(), blocks.rbegin(), blocks.rend());
  out.reorder(loops);
  fuseBlocks(out, blocks);
  out.gpuThreads(xi).unroll(xu);
}

/// The library's product and the copies of its operands: each is done before what reads it begins.
void DeviceSchedule::placeProduct(const ProductCall &call) {
  for (const ProductCall::Copied &copied : call.operands) {
    Schedule copy(recorder, copied.f);
    copy.computeRoot();
    std::vector<size_t> order(copied.dims.size());
    for (size_t d = 0; d < order.size(); ++d) {
      order[d] = d;
      copy.bound(copied.dims[d], b.size(copied.sizes[d]));
    }
    spread(copy, copied.dims, copied.sizes, order, {}, 1, 1);
  }
  if (call.product.name() == b.output.name())
    return;
  Func product = call.product; // has no stage of Halide's to schedule
  product.compute_root();
  const std::vector<Var> dims = call.product.args(); // innermost first
  for (size_t d = 0; d < dims.size(); ++d)
    product.bound(dims[d], 0, b.size(call.value->type.sizes[dims.size() - 1 - d]));
}

void DeviceSchedule::elements() {
  const ProductCall *const call = b.matmul && b.matmul->call ? &*b.matmul->call : nullptr;
  if (call)
    placeProduct(*call);
  if (call && call->product.name() == b.output.name())
    return;
  Schedule out(recorder, b.output);
  const bool isPlain = (!b.matmul || call) && !b.convolution && !b.window && !b.outVars.empty();
  const int whole = b.machine.blockThreads * elementsOfThread;
  if (const auto extent = isPlain ? b.outSizes.back().asInt() : std::optional<int64_t>(1); !extent) {
    Schedule fast = out.specialize(b.size(b.outSizes.back()) % whole == 0);
    spreadWhole(fast);
  } else if (*extent % whole == 0) {
    return spreadWhole(out);
  }
  std::vector<size_t> order(b.outVars.size());
  for (size_t d = 0; d < order.size(); ++d)
    order[d] = d;
  Var thread = recorder.var("block");
  const MatmulPlan *const matmul = b.matmul && !call ? &*b.matmul : nullptr;
  if (order.empty())
    out.wrapInBlock(thread);
  else if (matmul)
    thread = spread(out, b.outVars, b.outSizes, order, {}, matmul->hasN ? matmul->tileN : matmul->tileM,
                    matmul->hasM && matmul->hasN ? matmul->tileM : 1);
  else
    thread = spread(out, b.outVars, b.outSizes, order, {}, 1, 1);
  for (const Func &f : b.windows)
    Schedule(recorder, f).computeAt(b.output, thread);
  if (b.convolution)
    Schedule(recorder, b.convolution->sum).computeAt(b.output, thread);
  if (!matmul)
    return;
  Schedule sum(recorder, matmul->sum);
  sum.computeAt(b.output, thread).boundExtent(matmul->n, matmul->tileN).boundExtent(matmul->m, matmul->tileM);
  for (const Var &batch : matmul->batch) // a thread is in one of them
    sum.boundExtent(batch, 1);
  sum.storeIn(MemoryType::Register).unroll(matmul->n).unroll(matmul->m);
  Schedule(recorder, matmul->sum, 0)
      .reorder({matmul->n, matmul->m, matmul->domains[0][0]})
      .unroll(matmul->n)
      .unroll(matmul->m);
}

void DeviceSchedule::rows() {
  RowPlan &plan = *b.rows;
  Schedule out(recorder, b.output);
  const bool full = b.outSizes == plan.sizes;
  std::vector<size_t> kept, inside;
  for (size_t d = 0; d < b.outVars.size(); ++d)
    (full && plan.reduced[d] ? inside : kept).push_back(d);
  if (!plan.passes.empty() && plan.passes[0].chunks) { // each pass is done before the output begins
    for (ReducePass &pass : plan.passes)
      placeChunks(pass);
    elements();
    return;
  }
  const bool shared = std::any_of(plan.passes.begin(), plan.passes.end(),
                                  [](const ReducePass &pass) { return pass.lanes.defined(); });
  if (shared) {
    shareRow(out, kept, full);
    return;
  }
  // A thread has a row, and its neighbours' rows lie beside it.
  Var thread = recorder.var("block");
  if (!kept.empty())
    thread = spread(out, b.outVars, b.outSizes, kept, inside, 1, 1);
  else
    out.wrapInBlock(thread);
  for (ReducePass &pass : plan.passes)
    Schedule(recorder, pass.total).computeAt(b.output, thread);
}

void DeviceSchedule::shareRow(Schedule &out, const std::vector<size_t> &kept, bool full) {
  RowPlan &plan = *b.rows;
  Var block = recorder.var("block");
  std::vector<VarOrRVar> loops; // innermost first
  const Var xo = recorder.var("xo"), xi = recorder.var("xi");
  if (full) { // the last pass writes the row
    const int threads = threadsAlong(plan.sizes.back().asInt(), b.machine.blockThreads);
    out.split(b.outVars.back(), xo, xi, threads, TailStrategy::GuardWithIf);
    loops = {xi, xo};
    for (size_t d = b.outVars.size() - 1; d-- > 0;)
      if (plan.reduced[d])
        loops.push_back(b.outVars[d]);
  }
  for (size_t i = kept.size(); i-- > 0;)
    loops.push_back(b.outVars[kept[i]]);
  out.reorder(loops);
  if (kept.empty()) {
    out.wrapInBlock(block);
  } else {
    std::vector<Var> blocks;
    for (const size_t d : kept)
      blocks.push_back(b.outVars[d]);
    block = fuseBlocks(out, blocks);
  }
  if (full)
    out.gpuThreads(xi);
  for (ReducePass &pass : plan.passes)
    placePass(pass, b.output, block);
  cacheRows(block);
}

/// Each thread sums every so many elements, in registers; then half of the threads take the others' sums.
void DeviceSchedule::placePass(ReducePass &pass, const Func &consumer, const Var &block) {
  if (pass.total.name() != consumer.name())
    Schedule(recorder, pass.total).computeAt(consumer, block);
  if (!pass.lanes.defined())
    return;
  bool first = true;
  for (const auto &[half, lanes] : pass.halves) {
    Schedule s(recorder, half);
    s.computeAt(consumer, block).storeIn(MemoryType::GPUShared);
    s.boundExtent(pass.lane, lanes).gpuThreads(pass.lane);
    if (!first)
      continue;
    first = false;
    Schedule(recorder, pass.lanes).computeAt(half, pass.lane).storeIn(MemoryType::Register).unroll(pass.copy);
    std::vector<VarOrRVar> order = {pass.copy}; // the rest is for the first copy
    for (int d = 0; d < pass.domains[0].dimensions(); ++d)
      order.push_back(pass.domains[0][d]);
    Schedule(recorder, pass.lanes, 0).reorder(order).unroll(pass.copy);
  }
}

/// The pass's total as a kernel of its own; `sizes`: of its dims, outermost first.
void DeviceSchedule::computeTotal(ReducePass &pass, const std::vector<Sym> &sizes) {
  Schedule total(recorder, pass.total);
  total.computeRoot();
  if (pass.lanes.defined()) {
    Var block = recorder.var("block");
    if (pass.kept.empty())
      total.wrapInBlock(block);
    else
      block = fuseBlocks(total, pass.kept);
    placePass(pass, pass.total, block);
    return;
  }
  Var thread = recorder.var("block");
  std::vector<size_t> order(pass.kept.size());
  for (size_t d = 0; d < order.size(); ++d)
    order[d] = d;
  if (order.empty())
    total.wrapInBlock(thread);
  else
    thread = spread(total, pass.kept, sizes, order, {}, 1, 1);
  Schedule(recorder, pass.own).computeAt(pass.total, thread);
}

void DeviceSchedule::placeChunks(ReducePass &pass) {
  std::vector<Sym> sizes;
  for (unsigned d = 0; d < b.rows->rank; ++d)
    if (!b.rows->reduced[d])
      sizes.push_back(b.rows->sizes[d]);
  computeTotal(pass, sizes);
  const bool isOutermost = pass.kept.empty() || pass.chunks->kept[0].name() != pass.kept[0].name();
  sizes.insert(isOutermost ? sizes.begin() : sizes.end(), pass.chunkCount);
  computeTotal(*pass.chunks, sizes);
}

/// Values that several passes read: in the block's memory where a row of them fits, else each pass computes
/// them.
void DeviceSchedule::cacheRows(const Var &block) {
  const RowPlan &plan = *b.rows;
  int64_t left = cachedBytes;
  for (const auto &[f, dims] : plan.cached) {
    int64_t bytes = f.values().as_vector()[0].type().bytes();
    bool known = true;
    for (size_t d = 0; d < plan.sizes.size(); ++d)
      if (plan.reduced[d]) {
        known &= plan.sizes[d].asInt().has_value();
        bytes *= plan.sizes[d].asInt().value_or(1);
      }
    if (!known || bytes > left)
      continue;
    left -= bytes;
    const Var xo = recorder.var("co"), xi = recorder.var("ci");
    Schedule cached(recorder, f);
    cached.computeAt(b.output, block).storeIn(MemoryType::GPUShared);
    // Threads behind the row's end take nothing: what lies there is not the input's.
    if (plan.reduced.back())
      cached.boundExtent(dims.back(), b.size(plan.sizes.back()));
    cached.split(dims.back(), xo, xi, threadsAlong(plan.sizes.back().asInt(), b.machine.blockThreads),
                 TailStrategy::GuardWithIf);
    cached.gpuThreads(xi);
  }
}

} // namespace fullgraph::lower
