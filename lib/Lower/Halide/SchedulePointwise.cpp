// Loops over one iteration space without reductions, and what all schedules share: vector widths and threads.
#include "lib/Lower/Halide/KernelBuilder.h"
#include "lib/Lower/Halide/Tasks.h"

#include <llvm/ADT/STLExtras.h>

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

int KernelBuilder::vectorFactor(const Sym &extent, int copies, const std::string &knob) {
  const int lanes = widestLanes();
  const std::optional<int64_t> known = graph.env.estimate(extent);
  // `x.slice(1, 0, 1)` has min(1, M) columns. Halide keeps one value of such a dim where it keeps scalars, on
  // the stack. An aligned vector access to that faults, even where the mask hides all lanes.
  const auto isAtMostOne = [](const std::optional<int64_t> &bound) { return bound && *bound <= 1; };
  const Expr most = Internal::find_constant_bound(size(extent), Internal::Direction::Upper);
  if (isAtMostOne(graph.env.upperBound(extent)) ||
      (most.defined() && isAtMostOne(Internal::as_const_int(most))))
    return 1;
  while (known && copies > 1 && (*known < int64_t(lanes) * copies))
    copies /= 2;
  if (!knob.empty() && known.value_or(lanes) >= lanes) {
    std::vector<int64_t> choices = {1, 2, 4};
    llvm::erase_if(choices, [&](int64_t c) { return known && *known < lanes * c; });
    copies = static_cast<int>(knobs.pick(knob, copies, choices));
  }
  if (!known)
    return lanes * copies;
  return *known >= lanes ? lanes * copies : floorPowerOfTwo(*known);
}

void KernelBuilder::parallelize(const std::string &knob, Schedule &s, const std::vector<Var> &outer,
                                const std::vector<Sym> &extents, const Sym &elements,
                                const Sym &workPerElement, const Sym &most) {
  const Sym turns = product(extents);
  if (!options.parallel || outer.empty() || turns.isConst(1) || most.isConst(1))
    return;
  // The last choice is one task: no loop that a call reaches is as long.
  const int64_t least =
      knobs.pick(knob, taskWork, {taskWork / 8, taskWork / 2, taskWork * 2, taskWork * 8, taskWork * 10'000});
  const Sym task = turnsOfTask(turns, elements, workPerElement, most, least);
  if ((turns.isConst() && task.isConst() && *task.asInt() >= *turns.asInt()))
    return;
  // One loop over all outer dims. It keeps the innermost one's name: other Funcs may be computed in it.
  const Var fused = outer.back(), tasks = recorder.var(fused.name() + "_task");
  for (size_t d = outer.size() - 1; d-- > 0;)
    s.fuse(fused, outer[d], fused);
  s.split(fused, tasks, fused, size(task), TailStrategy::GuardWithIf);
  s.parallel(tasks);
}

/// The dim along which `input` is contiguous where it is another one than `inner` of an iteration space of
/// `rank` dims: a transposition.
static std::optional<size_t> transposedDim(const Value *input, size_t rank, size_t inner) {
  const TensorType &type = input->type;
  const std::vector<Sym> strides = type.stridesOrContiguous();
  if (type.rank() < 2 || type.rank() != rank || strides[inner].isConst(1) || type.sizes[inner].isConst(1))
    return std::nullopt;
  for (size_t d = inner; d-- > 0;)
    if (strides[d].isConst(1) && !type.sizes[d].isConst(1))
      return d;
  return std::nullopt;
}

/// The innermost dim that is not 1.
static std::optional<size_t> innermostDim(const std::vector<Sym> &sizes) {
  for (size_t d = sizes.size(); d-- > 0;)
    if (!sizes[d].isConst(1))
      return d;
  return std::nullopt;
}

/// A few elements in each place of the dim in front of them, as channels are.
static bool isWoven(const Graph &graph, const std::vector<Sym> &sizes, size_t inner) {
  const std::optional<int64_t> length = sizes[inner].asInt();
  return inner > 0 && length && *length > 1 && *length <= 4 &&
         graph.env.estimate(sizes[inner - 1]).value_or(64) >= 16;
}

/// How a transposition goes over its tiles. A tile is in registers: `registerTile` lines of `registerTile`
/// elements.
struct TileWalk {
  bool isByLines; // in squares of two by two tiles: a square writes whole lines of the cache
  int across;     // elements of the output's innermost dim that are read and written together
  int along;      // and of the dim in which the input is contiguous
};

constexpr int registerTile = 8;
/// Along the input: its lines are read in the order of memory.
constexpr TileWalk alongInput{false, 16, 256};
/// For an output whose lines lie `crowdedBytes` apart, or a multiple: they share few places of the cache, and
/// a line that is written in two halves is fetched twice. A copy of 512x1000 takes 76 us, and 260 along the
/// input. A copy of 2000x2000 takes 2500 us, and 1000 along the input.
constexpr TileWalk alongOutput{true, 64, 64};
constexpr int crowdedBytes = 1024;

/// As measured, or as `standard`: squares of two by two tiles are whole in each piece.
static TileWalk tunedWalk(Knobs &knobs, const TileWalk &standard) {
  TileWalk walk = knobs.pickFlag("transpose.lines", standard.isByLines) ? alongOutput : alongInput;
  walk.across = static_cast<int>(knobs.pick("transpose.across", walk.across, {16, 32, 64}));
  walk.along = static_cast<int>(knobs.pick("transpose.along", walk.along, {32, 64, 128, 256}));
  return walk;
}

std::vector<InputTile> tileTransposedInputs(KernelBuilder &builder, const Graph &graph) {
  std::vector<InputTile> tiles;
  const auto isElementwise = [](const auto &node) {
    return node->op->isPointwise() || node->op->family == OpFamily::Cast ||
           node->op->family == OpFamily::Creation;
  };
  if (graph.outputs().empty() || !std::all_of(graph.nodes().begin(), graph.nodes().end(), isElementwise))
    return tiles;
  const std::vector<Sym> &sizes = graph.outputs()[0]->type.sizes;
  const std::optional<size_t> inner = innermostDim(sizes);
  if (!inner || isWoven(graph, sizes, *inner))
    return tiles;
  for (const GraphInput &input : graph.inputs()) {
    const Value *v = input.value;
    const std::optional<size_t> along = transposedDim(v, sizes.size(), *inner);
    if (!along || v->type.sizes != sizes || (!tiles.empty() && *along != tiles[0].along))
      continue;
    Recorder &recorder = builder.record();
    InputTile tile{v, recorder.func("tile_" + v->name), {}, *along};
    Index index;
    for (size_t d = 0; d < sizes.size(); ++d) {
      tile.dims.push_back(recorder.var("t" + std::to_string(d)));
      // Tiles are whole: places behind the end repeat the last one, and are not used.
      const bool isCut = d == *inner || d == *along;
      index.push_back(isCut ? min(likely(tile.dims[d]), builder.size(sizes[d]) - 1) : Expr(tile.dims[d]));
    }
    tile.tile(KernelBuilder::reversed(KernelBuilder::indexOf(tile.dims))) = builder.elementAt(v, index);
    builder.setElement(
        v, [func = tile.tile](const Index &at) -> Expr { return func(KernelBuilder::reversed(at)); });
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

/// Loops over the dims `inner` and `along` at once.
///
/// Woven: vectors run over the places of `along`, and are woven together. A copy to [.., 28, 2] that is read
/// as
/// [.., 2, 28] takes 20 us in place of 750.
///
/// A transposition: square tiles keep the lines of both tensors in the cache, and what they read is
/// transposed in registers. Kernels that read a tensor of the output's size in the output's order, too, go by
/// lines for all sizes (x.t() + x on one thread, along the input and by lines: 512 176 and 38 us, 1000 155
/// and 139, 1024 958 and 314, 2048 3700 and 1815, 4096 16,200 and 13,800).
void KernelBuilder::scheduleTwoDims(Schedule &s, size_t inner, size_t along, bool woven, int workPerElement) {
  const Var x = outVars[inner], y = outVars[along], yo = recorder.var("yo");
  const auto scheduleRest = [&](Schedule &loops, std::vector<VarOrRVar> order, int outerTile) {
    std::vector<Var> outer;
    std::vector<Sym> extents;
    for (size_t d = outVars.size(); d-- > 0;)
      if (d != inner && d != along)
        order.push_back(outVars[d]);
    loops.reorder(order);
    for (size_t d = 0; d < outVars.size(); ++d)
      if (d != inner && d != along && !outSizes[d].isConst(1)) {
        outer.push_back(outVars[d]);
        extents.push_back(outSizes[d]);
      }
    outer.push_back(yo);
    extents.push_back(ceilDiv(outSizes[along], Sym(outerTile)));
    parallelize("tasks", loops, outer, extents, product(outSizes), workPerElement);
  };
  if (woven) {
    s.split(y, yo, y, widestLanes(), TailStrategy::GuardWithIf);
    s.unroll(x).vectorize(y);
    return scheduleRest(s, {x, y, yo}, widestLanes());
  }

  const Var xo = recorder.var("xo"), xt = recorder.var("xt"), yt = recorder.var("yt"),
            tile = recorder.var("tile");
  const auto walkTiles = [&](Schedule &loops, const TileWalk &walk) {
    loops.split(y, yo, y, walk.along, TailStrategy::GuardWithIf)
        .split(x, xo, x, walk.across, TailStrategy::GuardWithIf);
    std::vector<VarOrRVar> order;
    if (walk.isByLines) {
      const Var xs = recorder.var("xs"), ys = recorder.var("ys");
      loops.split(x, xs, x, 2 * registerTile, TailStrategy::GuardWithIf)
          .split(y, ys, y, 2 * registerTile, TailStrategy::GuardWithIf)
          .split(x, tile, x, registerTile, TailStrategy::GuardWithIf)
          .split(y, yt, y, registerTile, TailStrategy::GuardWithIf);
      order = {x, y, tile, yt, xs, ys, xo, yo};
    } else {
      loops.split(x, xt, x, registerTile, TailStrategy::GuardWithIf)
          .split(y, tile, y, registerTile, TailStrategy::GuardWithIf);
      order = {x, y, tile, xt, xo, yo};
    }
    loops.vectorize(x).unroll(y);
    scheduleRest(loops, order, walk.along);
  };
  for (const InputTile &input : inputTiles) {
    Schedule read(recorder, input.tile);
    read.computeAt(output, tile).boundExtent(input.dims[inner], registerTile);
    read.boundExtent(input.dims[along], registerTile);
    std::vector<VarOrRVar> inside = {input.dims[along],
                                     input.dims[inner]}; // of the other dims there is one place
    for (size_t d = input.dims.size(); d-- > 0;)
      if (d != inner && d != along)
        inside.push_back(input.dims[d]);
    read.reorder(inside).vectorize(input.dims[along]).unroll(input.dims[inner]);
  }
  const Value *result = graph.outputs()[0];
  const Sym line = result->type.stridesOrContiguous()[along];
  const int crowded = crowdedBytes / storageType(result->type.dtype).bytes();
  const auto isTransposed = [&](const GraphInput &input) {
    return std::any_of(inputTiles.begin(), inputTiles.end(),
                       [&](const InputTile &t) { return t.input == input.value; });
  };
  const bool isCopy = std::all_of(graph.inputs().begin(), graph.inputs().end(), [&](const GraphInput &input) {
    return isTransposed(input) || input.value->type.sizes != result->type.sizes;
  });
  if (!isCopy)
    return walkTiles(s, tunedWalk(knobs, alongOutput));
  if (line.isConst() && *line.asInt() % crowded != 0)
    return walkTiles(s, tunedWalk(knobs, alongInput));
  if (!line.isConst()) {
    Schedule other = s.specialize(size(line) % crowded != 0);
    walkTiles(other, alongInput);
  }
  walkTiles(s, line.isConst() ? tunedWalk(knobs, alongOutput) : alongOutput);
}

constexpr int64_t elementsForFourVectors = 1024;

void KernelBuilder::schedulePointwise() {
  Schedule s(recorder, output);
  const std::optional<size_t> innermost = innermostDim(outSizes);
  if (!innermost) {
    for (const Func &f : windows)
      Schedule(recorder, f).computeRoot();
    return;
  }
  const size_t inner = *innermost;
  int workPerElement = 1;
  for (const Value *v : graph.outputs())
    workPerElement += workOf(v);
  const Var x = outVars[inner];
  // A short body is worth a loop without the test for the last vector.
  if (inputTiles.empty() && !knobs.pickFlag("partition", workPerElement <= 8))
    s.neverPartition();
  if (windows.empty() && isWoven(graph, outSizes, inner))
    return scheduleTwoDims(s, inner, inner - 1, true, workPerElement);
  if (!inputTiles.empty())
    return scheduleTwoDims(s, inner, inputTiles[0].along, false, workPerElement);
  if (windows.empty())
    for (const GraphInput &input : graph.inputs())
      if (const std::optional<size_t> along = transposedDim(input.value, outVars.size(), inner))
        return scheduleTwoDims(s, inner, *along, false, workPerElement);

  std::vector<Var> loops;
  std::vector<Sym> extents;
  // A series is a chain of operations, each of which waits for the one before: four vectors beside each other
  // take 5 to 20 % less time than two (exp of 1 M: 320 and 280 us with AVX2, 163 and 146 with AVX-512). Few
  // elements would be computed for nothing.
  const bool hasSeries = workPerElement > static_cast<int>(OpCost::Series) &&
                         graph.env.estimate(outSizes[inner]).value_or(0) >= elementsForFourVectors;
  const int factor = vectorFactor(outSizes[inner], window ? 1 : hasSeries ? 4 : 2, "vectors");
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
  // Rows that are gathered at the same places: these, and what is computed of them, stay in registers while a
  // vector of columns goes through some rows.
  const bool columnsOutside = factor > 1 && inner > 0 && windows.empty() &&
                              knobs.pickFlag("columns.outside", gathersColumns(graph, outSizes));
  if (columnsOutside) {
    constexpr int rowsOfBlock = 16;
    const Var row = recorder.var("row");
    s.split(loops.back(), loops.back(), row, rowsOfBlock, TailStrategy::GuardWithIf).reorder({xi, row, xo});
    extents.back() = ceilDiv(extents.back(), Sym(rowsOfBlock));
  }
  parallelize("tasks", s, loops, extents, product(outSizes), workPerElement);
}

} // namespace fullgraph::lower
