#include "lib/Lower/Halide/LoopKernel.h"

#include "lib/Lower/Halide/CarryOver.h"
#include "lib/Lower/Halide/FusedProducts.h"

#include <algorithm>

namespace fullgraph::lower {
using namespace Halide;

namespace {

/// Vectors of one turn that are computed together: an operation waits for the one in front of it, and one
/// vector would leave the processor idle meanwhile.
constexpr int vectorsAtOnce = 2;
/// Places that take a turn before the first of them takes the next one. What they carry stays in the nearest
/// cache, and what a turn reads is a piece of memory that is worth its way.
constexpr int64_t placesOfChunk = 512;

Expr undefined(const Type &type) { return type.is_bool() ? Internal::const_false() : undef(type); }

bool sameIndex(const Index &a, const Index &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr &x, const Expr &y) { return Internal::equal(x, y); });
}

} // namespace

bool isLoopKernel(const Graph &graph) {
  return !graph.outputs().empty() && graph.outputs()[0]->def && isLoopEnd(*graph.outputs()[0]->def);
}

static LoopForm knownForm(const std::vector<const Node *> &ends) {
  llvm::Expected<LoopForm> known = loopForm(ends);
  if (!known)
    throw LowerError(llvm::toString(known.takeError()));
  return std::move(*known);
}

static std::vector<const Node *> endsOf(const Graph &graph) {
  std::vector<const Node *> ends;
  for (const Value *output : graph.outputs())
    ends.push_back(output->def);
  return ends;
}

/// The dim of places that are neighbours: the innermost one that is not 1.
static size_t dimOfNeighbours(const std::vector<Sym> &space) {
  size_t dim = space.size() - 1;
  while (dim > 0 && space[dim].isConst(1))
    --dim;
  return dim;
}

std::string symbolOfNeighbours(const Graph &graph) {
  if (!isLoopKernel(graph))
    return "";
  const std::vector<Sym> space = knownForm(endsOf(graph)).space;
  const Sym count = space.empty() ? Sym(1) : space[dimOfNeighbours(space)];
  return count.kind() == SymKind::Symbol ? count.name() : "";
}

LoopKernel::LoopKernel(KernelBuilder &builder) : b(builder), ends(endsOf(b.graph)), form(knownForm(ends)) {
  turnCount = ends[0]->sym("turns");
}

void LoopKernel::run() {
  const auto stacks = [](const Node *end) { return end->is(Op::all_turns); };
  const auto isReversed = [&](const Node *end) { return stacks(end) && end->flag("reverse"); };
  const auto likeFirst = [&](const Node *end) {
    return stacks(end) && end->result()->type.sizes == ends[0]->result()->type.sizes &&
           isReversed(end) == isReversed(ends[0]);
  };
  std::vector<Sym> whole = form.space;
  whole.insert(whole.begin(), turnCount);
  if (std::none_of(ends.begin(), ends.end(), stacks))
    keeps = Keeps::Last;
  else if (std::all_of(ends.begin(), ends.end(), likeFirst) &&
           (form.ofNumbers || ends[0]->result()->type.sizes == whole))
    keeps = Keeps::Carried;
  count = b.size(turnCount);
  places = b.vars(static_cast<unsigned>(form.space.size()));
  time = b.recorder.var("turn");
  backwards = keeps == Keeps::Carried && isReversed(ends[0]);
  if (keeps != Keeps::Carried || backwards)
    domain = b.recorder.domain("turns_done", {{0, count}});
  now = keeps == Keeps::AllTurns ? Expr(domain.x) : Expr(time);
  collectParts();
  defineTurn();
  defineLoop();
  b.loop.inTurns = false;
  defineOutputs();
  schedule();
}

std::vector<Index> LoopKernel::indices(const Value *v) const {
  std::vector<Index> list = {{}};
  for (const Sym &size : v->type.sizes) {
    std::vector<Index> longer;
    for (const Index &index : list)
      for (int64_t i = 0; i < size.asInt().value_or(0); ++i) {
        longer.push_back(index);
        longer.back().emplace_back(static_cast<int32_t>(i));
      }
    list = std::move(longer);
  }
  return list;
}

void LoopKernel::collectParts() {
  const auto add = [&](const Value *state, const Value *value) {
    for (const Index &at : form.ofNumbers ? indices(value) : std::vector<Index>{{}})
      parts.push_back({state, value, at});
  };
  const std::vector<Value *> &states = ends[0]->values("states"), &next = ends[0]->values("next");
  for (size_t i = 0; i < states.size(); ++i)
    add(states[i], next[i]);
  for (const Node *end : ends) {
    if (!end->is(Op::all_turns))
      continue;
    const Value *value = end->value("value");
    // What a turn leaves may be what is stacked.
    if (std::none_of(parts.begin(), parts.end(), [&](const Part &part) { return part.value == value; }))
      add(nullptr, value);
  }
  found.assign(parts.size(), false);
}

/// Arguments of a Func, innermost first. `at` is of no Func that has one value for all turns.
std::vector<Expr> LoopKernel::inFuncOrder(const Expr &at, std::vector<Expr> place) const {
  if (at.defined())
    place.insert(place.begin(), at);
  std::reverse(place.begin(), place.end());
  return place;
}

Expr LoopKernel::partOf(const Func &func, const std::vector<Expr> &place, size_t part) const {
  const FuncRef all = func(place);
  return parts.size() == 1 ? Expr(all) : all[static_cast<int>(part)];
}

size_t LoopKernel::find(const Value *state, const Value *value, const Index &at) const {
  for (size_t i = 0; i < parts.size(); ++i)
    if ((state ? parts[i].state == state : parts[i].value == value) && sameIndex(parts[i].at, at))
      return i;
  throw LowerError("a loop is asked for a number that it has not");
}

void LoopKernel::defineConcat(const Node &node) {
  const std::vector<Value *> pieces = node.values("tensors");
  const int64_t wanted = node.sym("dim").asInt().value_or(0);
  const auto rank = static_cast<int64_t>(node.result()->type.rank());
  const auto dim = static_cast<size_t>(wanted < 0 ? wanted + rank : wanted);
  const Type type = computeType(node.result()->type.dtype);
  b.define(node.result(), [this, pieces, dim, type](Index index) {
    const auto known = Internal::as_const_int(Internal::simplify(index[dim]));
    int64_t at = known.value_or(INT64_MAX);
    for (const Value *piece : pieces) {
      if (piece->type.rank() != index.size()) // ATen skips empty 1-d operands
        continue;
      const int64_t size = piece->type.sizes[dim].asInt().value_or(0);
      if (at < size) {
        index[dim] = static_cast<int32_t>(at);
        return convert(b.elementAt(piece, index), type);
      }
      at -= size;
    }
    throw LowerError("an index behind a concatenation's end");
  });
}

void LoopKernel::defineNode(const Node &node) {
  const Value *result = node.result();
  if (node.is(Op::turn_state)) {
    b.setElement(result, [this, result](const Index &index) {
      Index at;
      for (const Expr &i : form.ofNumbers ? index : Index())
        at.push_back(Internal::simplify(i));
      const size_t part = find(result, nullptr, at);
      found[part] = true;
      return keeps == Keeps::AllTurns ? partOf(turns, inFuncOrder(now, here()), part)
                                      : partOf(first, inFuncOrder(Expr(), here()), part);
    });
  } else if (node.is(Op::turn_slice)) {
    const Value *self = node.value("self");
    const int64_t wanted = node.sym("dim").asInt().value_or(0),
                  rank = static_cast<int64_t>(self->type.rank());
    const auto dim = static_cast<std::ptrdiff_t>(wanted < 0 ? wanted + rank : wanted);
    const Expr at = node.flag("reverse") ? count - 1 - now : now;
    b.setElement(result, [this, self, dim, at](Index index) {
      index.insert(index.begin() + dim, at);
      return b.elementAt(self, index);
    });
  } else if (node.op->family == OpFamily::Contraction) {
    b.define(result, productOfNumbers(b, node));
  } else if (node.op->family == OpFamily::Reduction) {
    b.define(result, reductionOfNumbers(b, node));
  } else if (node.op->family == OpFamily::Concat) {
    defineConcat(node);
  } else {
    b.defineNode(node);
    return;
  }
  if (mayBeBetween16BitFloats(node))
    b.roundTo16Bits(result);
  node.forEachOperand(
      [&](const Value *operand) { b.values[result].work += operand ? b.workOf(operand) : 0; });
}

void LoopKernel::defineTurn() {
  b.loop.inTurns = true;
  for (const auto &node : b.graph.nodes())
    if (!isLoopEnd(*node))
      defineNode(*node);
}

void LoopKernel::defineParts(Func &func, const std::vector<Expr> &place, const std::vector<Expr> &values) {
  if (values.size() == 1)
    func(place) = values[0];
  else
    func(place) = Tuple(values);
}

/// What the first turn finds. What is only stacked has no such value.
std::vector<Expr> LoopKernel::firstFound() {
  std::vector<Expr> values;
  for (const Part &part : parts) {
    const Type type = computeType(part.value->type.dtype);
    if (!part.state) {
      values.push_back(keeps == Keeps::AllTurns ? undefined(type) : Internal::make_zero(type));
      continue;
    }
    const Value *init = part.state->def->value("init");
    values.push_back(convert(form.ofNumbers ? b.elementAt(init, part.at) : b.element(init, here()), type));
  }
  return values;
}

std::vector<Expr> LoopKernel::partsLeft() {
  std::vector<Expr> values;
  for (const Part &part : parts)
    values.push_back(b.loop.values.defined(
        convert(form.ofNumbers ? b.elementAt(part.value, part.at) : b.element(part.value, here()),
                computeType(part.value->type.dtype))));
  // Where there are more places than one, others take their turns meanwhile.
  if (product(form.space).isConst(1) && !b.strict() && !b.machine.isDevice())
    for (Expr &value : values)
      value = withFusedProducts(value, (keeps == Keeps::AllTurns ? turns : first).name());
  return values;
}

void LoopKernel::defineLoop() {
  const std::vector<Expr> everywhere = inFuncOrder(Expr(), here());
  if (keeps != Keeps::AllTurns) {
    first = b.recorder.func("first");
    turn = b.recorder.func("left");
    defineParts(first, everywhere, firstFound());
    defineParts(turn, inFuncOrder(time, here()), partsLeft());
  }
  if (keeps == Keeps::Carried)
    return;
  turns = b.recorder.func("turns");
  if (keeps == Keeps::Last) {
    // Halide stores the parts of a Tuple one after the other, so an update must not read them.
    defineParts(turns, everywhere, firstFound());
    std::vector<Expr> left;
    for (size_t i = 0; i < parts.size(); ++i)
      left.push_back(partOf(turn, inFuncOrder(domain.x, here()), i));
    defineParts(turns, everywhere, left);
    return;
  }
  std::vector<Expr> nothing;
  for (const Part &part : parts)
    nothing.push_back(undefined(computeType(part.value->type.dtype)));
  defineParts(turns, inFuncOrder(time, here()), nothing);
  defineParts(turns, inFuncOrder(0, here()), firstFound());
  defineParts(turns, inFuncOrder(now + 1, here()), partsLeft());
}

/// An element of what an end leaves. A stack's index begins with the turn.
Expr LoopKernel::resultAt(const Node &end, const Index &index) const {
  Index at = index;
  const Value *state = nullptr, *value = nullptr;
  Expr which = count; // of Keeps::AllTurns: behind the last turn
  if (end.is(Op::all_turns)) {
    value = end.value("value");
    which = end.flag("reverse") ? count - 1 - index[0] : index[0];
    if (keeps == Keeps::AllTurns)
      which = which + 1;
    if (backwards)
      which = domain.x;
    at.erase(at.begin());
  } else {
    state = end.values("states")[static_cast<size_t>(end.sym("of").asInt().value_or(0))];
  }
  if (keeps == Keeps::Last)
    which = Expr();
  const Func &from = keeps == Keeps::Carried ? turn : turns; // Keeps::Last: behind the last turn
  const TensorType &type = (value ? value : state)->type;
  if (form.ofNumbers) {
    std::vector<Expr> numbers;
    Expr place = 0;
    for (size_t d = 0; d < at.size(); ++d)
      place = place * b.size(type.sizes[d]) + at[d];
    for (const Index &each : indices(value ? value : state))
      numbers.push_back(partOf(from, inFuncOrder(which, {}), find(state, value, each)));
    if (numbers.empty())
      return Internal::make_zero(computeType(type.dtype));
    return numbers.size() == 1 ? numbers[0] : mux(place, numbers);
  }
  // A smaller tensor is the same at all places that it broadcasts to.
  const size_t missing = form.space.size() - type.rank();
  std::vector<Expr> place;
  for (size_t d = 0; d < form.space.size(); ++d)
    place.push_back(d < missing || type.sizes[d - missing].isConst(1) ? Expr(0) : at[d - missing]);
  return partOf(from, inFuncOrder(which, place), find(state, value, {}));
}

void LoopKernel::setLayout(const Func &func, size_t buffer, const Node &end) {
  const TensorType &type = end.result()->type;
  const std::vector<Sym> strides = type.stridesOrContiguous();
  OutputImageParam image = func.output_buffers()[buffer];
  const std::string text = b.recorder.text(func) + ".output_buffers()[" + std::to_string(buffer) + "].dim(";
  const size_t rank = type.rank();
  for (size_t d = 0; d < rank; ++d) {
    const Expr extent = b.size(type.sizes[rank - 1 - d]), stride = b.size(strides[rank - 1 - d]);
    std::string statement = text + std::to_string(d) + ")";
    if (buffer == 0) { // Halide takes the bounds of a tuple's further outputs from the first
      image.dim(static_cast<int>(d)).set_bounds(0, extent);
      statement += ".set_bounds(0, " + b.recorder.text(extent) + ")";
    }
    image.dim(static_cast<int>(d)).set_stride(stride);
    b.recorder.statement(statement + ".set_stride(" + b.recorder.text(stride) + ");");
  }
}

/// A Func of the elements of `which` of the ends, as they are stored. Loops over a Func's own dims go
/// forwards.
Func LoopKernel::storedFunc(const std::string &name, const std::vector<size_t> &which, const Index &index) {
  Func func = b.recorder.func(name);
  std::vector<Expr> stored;
  for (const size_t i : which)
    stored.push_back(toStorage(resultAt(*ends[i], index), ends[i]->result()->type.dtype));
  if (backwards) {
    std::vector<Expr> nothing;
    for (const Expr &value : stored)
      nothing.push_back(undef(value.type()));
    defineParts(func, KernelBuilder::reversed(index), nothing);
    Index at = index;
    at[0] = count - 1 - domain.x;
    defineParts(func, KernelBuilder::reversed(at), stored);
  } else {
    defineParts(func, KernelBuilder::reversed(index), stored);
  }
  for (size_t i = 0; i < which.size(); ++i)
    setLayout(func, i, *ends[which[i]]);
  b.outputs.push_back(func);
  return func;
}

void LoopKernel::defineOutputs() {
  if (keeps == Keeps::Carried) {
    std::vector<size_t> all;
    for (size_t i = 0; i < ends.size(); ++i)
      all.push_back(i);
    std::vector<Var> dims = places;
    if (form.ofNumbers)
      dims = b.vars(static_cast<unsigned>(ends[0]->result()->type.rank() - 1));
    Index index{time};
    index.insert(index.end(), dims.begin(), dims.end());
    storedFunc("out", all, index);
    b.outVars = dims;
    return;
  }
  for (size_t i = 0; i < ends.size(); ++i)
    storedFunc("out" + std::to_string(i), {i},
               KernelBuilder::indexOf(b.vars(static_cast<unsigned>(ends[i]->result()->type.rank()))));
}

/// The loops over places: threads share `shared`, outermost first, the last of which are chunks; inside them
/// are the turns, and in a turn the vectors of a chunk.
struct LoopKernel::Loops {
  std::vector<Var> shared;
  std::vector<Sym> extents;
  Var vectors, chunk;
  size_t inner = 0; // the dim that vectors lie along
  int factor = 1;
};

LoopKernel::Loops LoopKernel::placeLoops(Schedule &s, const std::string &name, const VarOrRVar &at) {
  Loops loops;
  loops.inner = dimOfNeighbours(form.space);
  const Sym &size = form.space[loops.inner];
  loops.factor = b.vectorFactor(size, vectorsAtOnce, "");
  const Var x = places[loops.inner];
  loops.chunk = b.recorder.var(name + "_chunk");
  loops.vectors = b.recorder.var(name + "_vectors");
  const Var lane = b.recorder.var(name + "_lane"), rest = b.recorder.var(name + "_rest");
  // Chunks are of about one length: a loop has as many turns in the last one as in the others.
  const Sym chunks = ceilDiv(size, Sym(placesOfChunk)), width = Sym(int64_t{loops.factor});
  const Sym length = symMax(ceilDiv(ceilDiv(size, symMax(chunks, Sym(1))), width) * width, width);
  s.split(x, loops.chunk, rest, b.size(length), TailStrategy::GuardWithIf);
  std::vector<VarOrRVar> order;
  if (loops.factor > 1) {
    s.split(rest, loops.vectors, lane, loops.factor, TailStrategy::GuardWithIf).vectorize(lane);
    order.emplace_back(lane);
  } else {
    loops.vectors = rest;
  }
  order.emplace_back(loops.vectors);
  order.push_back(at);
  order.emplace_back(loops.chunk);
  for (size_t d = 0; d < form.space.size(); ++d)
    if (d < loops.inner && !form.space[d].isConst(1)) {
      loops.shared.push_back(places[d]);
      loops.extents.push_back(form.space[d]);
    }
  loops.shared.push_back(loops.chunk);
  loops.extents.push_back(chunks);
  for (size_t d = form.space.size(); d-- > 0;)
    if (d != loops.inner)
      order.emplace_back(places[d]);
  s.reorder(order);
  return loops;
}

void LoopKernel::share(Schedule &s, const Loops &loops) {
  int work = 1;
  for (const Part &part : parts)
    work += b.workOf(part.value);
  b.parallelize("tasks", s, loops.shared, loops.extents, product(form.space) * turnCount,
                Sym(std::min(work, 1000)));
}

/// The loops of `out` are those of the turns.
void LoopKernel::scheduleTurns(const Func &out, bool isUpdate) {
  Schedule stack = isUpdate ? Schedule(b.recorder, out, 0) : Schedule(b.recorder, out);
  Schedule before(b.recorder, first), one(b.recorder, turn);
  const VarOrRVar at = isUpdate ? VarOrRVar(domain.x) : VarOrRVar(time);
  if (form.space.empty()) {
    before.computeRoot();
    one.computeAt(out, at);
    if (!b.outVars.empty()) {
      std::vector<VarOrRVar> order;
      for (size_t d = b.outVars.size(); d-- > 0;)
        order.emplace_back(b.outVars[d]);
      order.push_back(at);
      stack.reorder(order);
      for (const Var &v : b.outVars)
        stack.unroll(v);
    }
  } else {
    const Loops loops = placeLoops(stack, "out", at);
    share(stack, loops);
    before.computeAt(out, loops.chunk).boundStorage(places[loops.inner], static_cast<int32_t>(placesOfChunk));
    one.computeAt(out, loops.vectors);
    if (loops.factor > 1) {
      before.vectorize(places[loops.inner], loops.factor, TailStrategy::GuardWithIf);
      one.vectorize(places[loops.inner], loops.factor, TailStrategy::GuardWithIf);
      one.boundStorage(places[loops.inner], loops.factor);
    }
  }
  std::vector<int> carried;
  for (size_t i = 0; i < parts.size(); ++i)
    if (found[i])
      carried.push_back(static_cast<int>(i));
  if (carried.empty())
    return;
  b.loop.carryOver = {first, turn, static_cast<int>(parts.size()), carried};
  b.recorder.declaration(carryOverText);
}

void LoopKernel::scheduleAllTurns() {
  if (form.space.empty())
    return;
  Schedule loop(b.recorder, turns, 1);
  const Loops loops = placeLoops(loop, "turns", domain.x);
  share(loop, loops);
  if (loops.factor > 1)
    Schedule(b.recorder, turns, 0).vectorize(places[loops.inner], loops.factor, TailStrategy::GuardWithIf);
}

void LoopKernel::schedule() {
  if (keeps == Keeps::Carried)
    return scheduleTurns(b.outputs[0], backwards);
  Schedule(b.recorder, turns).computeRoot();
  if (keeps == Keeps::Last)
    scheduleTurns(turns, true);
  else
    scheduleAllTurns();
}

} // namespace fullgraph::lower
