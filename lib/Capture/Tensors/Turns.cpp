#include "lib/Capture/Tensors/Turns.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fullgraph {

Turns::Turns(Walk &walk, Sym count, Sym first, bool backwards, const Expr *call)
    : WalkPart(walk), count(std::move(count)), first(std::move(first)), backwards(backwards), call(call) {
  const Sym some = symLe(Sym(1), this->count);
  if (walk.graph->env.prove(some) != true)
    path.assume(some, report.userLoc(call));
}

void Turns::refuse(std::string why) const { throw NoLoopKernel(std::move(why)); }

Value *Turns::node(const OpSchema &op, std::vector<Arg> args) {
  return tensors.appendChecked(op, std::move(args), call);
}

/// Counted from the first turn.
Sym Turns::index() const { return backwards ? first - shared.number : first + shared.number; }

/// Tells what is carried apart, in all loops of the graph.
Sym Turns::nextNumber() const {
  return Sym(int64_t{llvm::count_if(walk.graph->nodes(),
                                    [](const std::unique_ptr<Node> &known) { return isCarried(*known); })});
}

/// A contiguous copy of a tensor that the first turn replaces: nobody sees that the kernel reads a copy. The
/// layout of what a turn computes of it is not to differ: `m * 0.5` of x.t() is as x.t() is, and of
/// x.select(2, 0) contiguous.
Value *Turns::copyInOrder(Value *init) {
  const std::vector<Sym> strides = init->type.stridesOrContiguous();
  const bool isExpanded = llvm::any_of(strides, [](const Sym &stride) { return stride.isConst(0); });
  const Value *computed = node(schemaOf(Op::mul), {init, init});
  if (isExpanded || !computed->type.isContiguous())
    refuse("it carries a tensor whose lines are not in the order of its sizes");
  return node(schemaOf(Op::contiguous), {init});
}

Value *Turns::carry(Value *init, bool isWritten) {
  init = guesses.typed(init);
  if (init->type.weak)
    refuse("it carries a number");
  if (!init->type.isContiguous() && isWritten)
    refuse("it writes to a tensor that is not contiguous");
  const bool isCopied = !init->type.isContiguous();
  if (isCopied)
    init = copyInOrder(init);
  states.push_back(node(schemaOf(Op::turn_state), {init, nextNumber()}));
  if (isCopied)
    beginAsCopies.insert(states.back());
  if (!isWritten)
    return states.back();
  Value *copy = node(schemaOf(Op::clone), {states.back()});
  writes[states.size() - 1].copy = copy;
  return copy;
}

void Turns::carryAssigned(const Location *tensor) {
  states.push_back(nullptr);
  shared.unassigned.insert(tensor);
}

/// A loop has something in front of each tensor that it carries.
void Turns::makeAssigned() {
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i])
      continue;
    const TensorType &type = next[i]->type;
    Value *zero = appendScalar(*walk.graph, Sym::real(0, SymType::F64), report.userLoc(call));
    Value *blank = node(schemaOf(Op::full), {type.sizes, zero, type.dtype});
    states[i] = node(schemaOf(Op::turn_state), {blank, nextNumber()});
    ofTurn.insert(states[i]->def);
  }
}

std::vector<Location *> Turns::partsOf(Location *object) const {
  const AbsValue &value = caller.read(object, call);
  std::vector<Location *> inner;
  if (value.is(ValueKind::Record)) {
    for (const FieldDecl *field : value.record->decl->fields())
      inner.push_back(caller.field(object, field, call));
  } else if (value.is(ValueKind::Sequence) && !value.sequence->open) {
    inner = value.sequence->elements;
  } else if ((value.isTensor() && value.tensor) || value.isScalar()) {
    return {object};
  } else {
    refuse(value.isTensor() ? "it carries an undefined tensor"
                            : "what it carries has a part that is no tensor and no number");
  }
  std::vector<Location *> parts;
  for (Location *part : inner)
    for (Location *one : partsOf(part))
      parts.push_back(one);
  return parts;
}

void Turns::begin() {
  if (walk.turn)
    refuse("it stands in the turn of another loop"); // a loop in a loop
  SymbolDef turn;
  turn.name = "fg_turn_of_the_loop"; // no operator takes it, and no condition is kept: nobody reads the name
  turn.lower = 0;
  shared.number = shared.env.addSymbol(std::move(turn));
  shared.slice = [this](Value *self, int64_t dim, const Sym &place) { return slice(self, dim, place); };
  shared.write = [this](Value *destination, Value *source) { return takeWrite(destination, source); };
  walk.turn = &shared;
  firstNode = walk.graph->nodes().size();
}

/// Is it another tensor in each turn? In the middle of one, too.
bool Turns::isOfTurn(const Value *value) const {
  std::vector<const Value *> left = {value};
  std::set<const Node *> seen;
  while (!left.empty()) {
    const Node *made = left.back()->def;
    left.pop_back();
    if (!made || isLoopEnd(*made) || !seen.insert(made).second)
      continue;
    if (ofTurn.count(made) || isCarried(*made))
      return true;
    made->forEachOperand([&](const Value *operand) {
      if (operand)
        left.push_back(operand);
    });
  }
  return false;
}

Value *Turns::slice(Value *self, int64_t dim, const Sym &place) {
  self = guesses.typed(self);
  const auto rank = static_cast<int64_t>(self->type.rank());
  dim += dim < 0 ? rank : 0;
  const Sym shift = place - index(); // from the index of the turn
  if (dim < 0 || dim >= rank || shift.dependsOn(shared.number.name()) || isOfTurn(self))
    refuse("a turn reads a part whose place is not its number and a constant, or of what a turn computes");
  const Sym from = shift + (backwards ? first - count + Sym(1) : first), to = from + count;
  const Sym &size = self->type.sizes[static_cast<size_t>(dim)];
  for (const auto &[known, part] : slices)
    if (part.self == self && part.dim == dim && part.from == from)
      return known;
  for (const Sym &inside : {symLe(Sym(0), from), symLe(to, size)})
    if (walk.graph->env.prove(inside) != true)
      path.assume(inside, report.userLoc(call));
  const bool isWhole = from.isConst(0) && walk.graph->env.prove(symEq(to, size)) == true;
  Value *parts = isWhole ? self : node(schemaOf(Op::slice), {self, Sym(dim), from, to, Sym(1)});
  if (!isWhole)
    ofParts.insert(parts->def);
  Value *result = node(schemaOf(Op::turn_slice), {parts, Sym(dim), Sym::boolean(backwards)});
  ofTurn.insert(result->def);
  slices[result] = {self, parts, dim, from, nullptr};
  return result;
}

/// Is a copy of the one the other as it is?
bool Turns::hasType(const Value *source, const Value *target) const {
  bool same = source->type.dtype == target->type.dtype && source->type.rank() == target->type.rank();
  for (size_t d = 0; same && d < target->type.rank(); ++d)
    same = walk.graph->env.prove(symEq(source->type.sizes[d], target->type.sizes[d])) == true;
  return same;
}

/// out[t] = y: what all turns have copied is one copy behind the loop.
bool Turns::takeWrite(Value *destination, Value *source) {
  const auto part = slices.find(destination);
  if (part == slices.end())
    return false;
  if (part->second.written || !hasType(source, destination))
    refuse("a turn writes a part twice, or a tensor of another type or size to it");
  part->second.written = source;
  part->second.writtenAt = walk.graph->nodes().size();
  return true;
}

void Turns::end() {
  walk.turn = nullptr;
  size_t index = 0;
  std::map<const Value *, size_t>
      read; // by nodes of the turn, and their roots: the number of the last such node
  for (const std::unique_ptr<Node> &made : walk.graph->nodes()) {
    bool isOfTurn = ofTurn.count(made.get()) != 0 || isCarried(*made);
    const bool isSlicing = isOfTurn && made->is(Op::turn_slice);
    made->forEachOperand([&](Value *operand) {
      if (!operand)
        return;
      isOfTurn = isOfTurn || (operand->def && ofTurn.count(operand->def));
      if (index >= firstNode && !isSlicing && !ofParts.count(made.get()))
        read[operand] = read[operand->root()] = index;
    });
    if (isOfTurn && !isLoopEnd(*made)) // what an earlier loop has left is the same in each turn
      ofTurn.insert(made.get());
    if (index++ < firstNode)
      continue;
    for (const Arg &arg : made->args)
      if (const Sym *number = std::get_if<Sym>(&arg); number && number->dependsOn(shared.number.name()))
        refuse("the number of a turn is used for more than places of tensors");
    const bool mayFail =
        made->op->effect != OpEffect::Pure && !fg::isFloatingType(made->result()->type.dtype);
    if (made->is(Op::copy_)) { // to a tensor that the turn has made
      Value *target = made->value("self");
      const Value *source = made->value("src");
      if (target->root() != target || !target->def || !ofTurn.count(target->def) || slices.count(target) ||
          isCarried(*target->def) || !hasType(source, target))
        refuse("a turn writes into a tensor that it has not made, or by one of another type or size");
      copied.push_back(source);
      for (const auto &[slice, part] : slices) // it held something else when it was copied there
        if (part.written == target && part.writtenAt < index)
          refuse("a turn copies a tensor to a part, and then writes into the tensor");
      for (auto &[i, written] : writes)
        written.isWritten = written.isWritten || written.copy == target;
      continue;
    }
    if (made->op->family == OpFamily::Mutation || made->op->effect == OpEffect::State || isLoopEnd(*made) ||
        (isOfTurn && mayFail))
      refuse("a turn calls " + operatorText(*made));
  }
  // What turns write is not read in the loop, neither by its slices nor by other views of its memory. But a
  // turn may read the part before it writes it: out[t] = out[t] + y.
  for (const auto &[slice, part] : slices) {
    if (!part.written)
      continue;
    const auto own = read.find(slice);
    if ((own != read.end() && own->second >= part.writtenAt) || read.count(part.self) ||
        read.count(part.self->root()))
      refuse("a turn reads a tensor that turns write, by another name");
    for (const auto &[other, otherPart] : slices)
      if (other != slice && otherPart.self->root() == part.self->root() && !lagOf(otherPart, part))
        refuse("a turn reads a tensor that turns write, by another name");
  }
  // Neither is what is carried and written read by another name.
  for (const auto &[i, written] : writes) {
    Value *init = states[i]->def->value("init");
    if (written.isWritten && (read.count(init) || read.count(init->root())))
      refuse("a turn reads a tensor that turns write, by another name");
    for (const Value *other : states)
      if (written.isWritten && other && other != states[i] &&
          other->def->value("init")->root() == init->root())
        refuse("a turn writes into a tensor that it carries by two names");
    for (const auto &[slice, part] : slices)
      if (written.isWritten && part.self->root() == init->root())
        refuse("a turn reads a tensor that turns write, by another name");
  }
}

/// How many turns before it was written does a turn read a part? 0 for none.
int64_t Turns::lagOf(const Part &read, const Part &written) const {
  constexpr int64_t most = 8;
  if (!written.written || read.written || read.self != written.self || read.dim != written.dim)
    return 0;
  const Sym distance = backwards ? read.from - written.from : written.from - read.from;
  const int64_t lag = distance.asInt().value_or(0);
  return lag > 0 && lag <= most ? lag : 0;
}

/// A part that the turn writes, by a name that holds it: what it holds changes within the turn.
bool Turns::isWrittenPart(Value *value) const {
  const auto part = slices.find(value->root());
  return part != slices.end() && part->second.written;
}

void Turns::settle() {
  for (Value *left : next)
    if (isWrittenPart(left))
      refuse("a turn keeps the part that it writes");
  for (const Value *source : copied)
    if (isWrittenPart(const_cast<Value *>(source)))
      refuse("a turn keeps the part that it writes");
  for (const auto &[slice, part] : slices)
    if (part.written && isWrittenPart(part.written))
      refuse("a turn keeps the part that it writes");
  makeAssigned();
  joinLags();
  // What turns write is among what they compute once the graph is functional.
  std::vector<const Value *> values = copied;
  for (const auto &[slice, part] : slices)
    if (part.written)
      values.push_back(part.written);
  if (llvm::Expected<LoopForm> form = loopForm(states, next, values, &walk.graph->env); !form)
    refuse(llvm::toString(form.takeError()));
}

void Turns::joinLags() {
  for (const auto &[target, written] : slices) {
    std::map<int64_t, Value *> lagged;
    for (const auto &[slice, part] : slices)
      if (const int64_t lag = lagOf(part, written))
        lagged[lag] = slice;
    if (lagged.empty())
      continue;
    // What the turn before has written, what it has found of the one before that, and so on.
    Value *before = written.written;
    const auto isLagged = [&](const std::unique_ptr<Node> &made) {
      return llvm::any_of(lagged, [&](const auto &one) { return one.second == made->result(); });
    };
    Node *first = llvm::find_if(walk.graph->nodes(), isLagged)->get();
    for (int64_t lag = 1; lag <= lagged.rbegin()->first; ++lag) {
      const Sym at = written.from + (backwards ? count - Sym(1) + Sym(lag) : Sym(-lag));
      InferError error;
      Node *init = appendOp(*walk.graph, schemaOf(Op::select), {written.self, Sym(written.dim), at},
                            report.userLoc(call), error, first);
      Node *state = init ? appendOp(*walk.graph, schemaOf(Op::turn_state), {init->result(), nextNumber()},
                                    report.userLoc(call), error, first)
                         : nullptr;
      if (!state)
        refuse("a tensor of the program cannot be carried as an earlier part");
      if (const auto slice = lagged.find(lag); slice != lagged.end()) {
        if (llvm::is_contained(next, slice->second))
          refuse("what a turn leaves is a part that an earlier turn has written");
        walk.graph->replaceAllUses(slice->second, state->result());
        if (before == slice->second)
          before = state->result();
      }
      ofTurn.insert(state);
      states.push_back(state->result());
      next.push_back(before);
      before = state->result();
    }
    for (const auto &[lag, slice] : lagged)
      gone.insert(slice);
  }
}

void Turns::leave(size_t i, Value *left) {
  if (const auto written = writes.find(i);
      written != writes.end() && written->second.copy == left && !written->second.isWritten)
    left = states[i];
  else if (written != writes.end() && written->second.copy != left && written->second.isWritten)
    refuse("a tensor that is carried is written, and then another one");
  if (llvm::is_contained(next, left))
    refuse("two tensors that it carries become one");
  if (beginAsCopies.count(left->root())) // after one turn, the program holds the tensor in front of the loop
    refuse("a turn leaves the tensor that it finds, which is not contiguous");
  if (const Value *state = states[i]) {
    bool differs = state->type.dtype != left->type.dtype || state->type.rank() != left->type.rank();
    for (size_t d = 0; !differs && d < left->type.rank(); ++d)
      differs = walk.graph->env.prove(symEq(state->type.sizes[d], left->type.sizes[d])) == false;
    if (differs)
      refuse("it carries " + state->type.str() + ", and a turn leaves " + left->type.str());
  }
  // A view of what a turn computes would keep more than itself.
  if (left->root() != left && left->def && ofTurn.count(left->def))
    refuse("what a turn leaves is a view of what it computes");
  // The tensor that the program holds behind the loop has the layout of a turn's result.
  if (left->def && ofTurn.count(left->def) && !slices.count(left)) {
    if (!left->type.isContiguous())
      refuse("what a turn leaves is not contiguous");
    path.noteRead(TypeRead::Contiguous, left);
  }
  next.resize(std::max(next.size(), i + 1));
  next[i] = left;
}

bool Turns::isLeft(Value *value) const {
  return llvm::any_of(next, [&](Value *left) { return left->root() == value->root(); });
}

Value *Turns::listOf(Value *value) {
  Value *made = value->root();
  // Elements that are one tensor, or parts of one, would change with it until they are stacked.
  if (!made->def || !ofTurn.count(made->def) || slices.count(made) || isCarried(*made->def))
    refuse("a turn appends a tensor that it has not made");
  for (const auto &[i, written] : writes)
    if (written.copy == made)
      refuse("a turn appends a tensor that it has not made");
  return stackOf(value, Order::OfTurns);
}

Value *Turns::stackOf(Value *value, Order order) {
  if (gone.count(value) || isWrittenPart(value))
    refuse("a turn keeps the part that it writes");
  // h.unsqueeze(1) of all turns is that view of all h.
  if (value->def && ofTurn.count(value->def) && value->def->is(Op::unsqueeze)) {
    const auto rank = static_cast<int64_t>(value->type.rank());
    const int64_t dim = value->def->sym("dim").asInt().value_or(0);
    Value *stack = stackOf(value->def->value("self"), order);
    return node(schemaOf(Op::unsqueeze), {stack, Sym((dim < 0 ? dim + rank : dim) + 1)});
  }
  const bool reverse = backwards && order == Order::OfIndices;
  Value *&known = stacks[{value, reverse}];
  if (!known)
    known = node(schemaOf(Op::all_turns), {states, next, value, count, Sym::boolean(reverse)});
  return known;
}

/// A tensor that the program had before where a turn leaves such a one. A turn that leaves what it found in
/// another part passes on what an earlier turn has left.
Value *Turns::last(size_t i) {
  Value *left = next[i];
  if (left == states[i])
    return states[i]->def->value("init");
  if (const auto written = writes.find(i); written != writes.end() && written->second.isWritten) {
    Value *init = states[i]->def->value("init");
    Value *last = node(schemaOf(Op::last_turn), {states, next, count, Sym(static_cast<int64_t>(i))});
    tensors.writeTensor(init, last, {init, last}, call);
    return init;
  }
  int64_t earlier = 0;
  for (auto at = llvm::find(states, left); at != states.end(); at = llvm::find(states, left)) {
    left = next[static_cast<size_t>(at - states.begin())];
    if (++earlier > static_cast<int64_t>(states.size()))
      refuse("turns exchange what they carry, and compute nothing of it");
  }
  const Sym enough = symLt(Sym(earlier), count);
  if (walk.graph->env.prove(enough) != true)
    path.assume(enough, report.userLoc(call));
  if (const auto part = slices.find(left); part != slices.end()) {
    const Sym at = backwards ? Sym(earlier) : count - Sym(1) - Sym(earlier);
    return node(schemaOf(Op::select), {part->second.parts, Sym(part->second.dim), at});
  }
  if (!left->def || !ofTurn.count(left->def))
    return left;
  for (const bool reverse : {false, true}) // the loop need not keep it for us
    if (const auto stack = stacks.find({left, reverse}); stack != stacks.end() && earlier == 0) {
      const Sym at = reverse ? Sym(0) : count - Sym(1);
      return node(schemaOf(Op::clone), {node(schemaOf(Op::select), {stack->second, Sym(0), at})});
    }
  return node(schemaOf(Op::last_turn), {states, next, count, Sym(static_cast<int64_t>(i))});
}

void Turns::writeParts() {
  std::vector<Value *> pending; // in the order in which turns take them
  for (const auto &made : walk.graph->nodes()) {
    const auto part = slices.find(made->result());
    if (part != slices.end() && part->second.written)
      pending.push_back(part->first);
  }
  for (Value *slice : pending) {
    const Part &part = slices.at(slice);
    Value *stack = stackOf(part.written, Order::OfIndices);
    if (part.dim != 0) { // from dim 0 to where the parts lie
      std::vector<Sym> dims;
      for (int64_t d = 1; d <= part.dim; ++d)
        dims.emplace_back(d);
      dims.emplace_back(0);
      for (int64_t d = part.dim + 1; d < static_cast<int64_t>(stack->type.rank()); ++d)
        dims.emplace_back(d);
      stack = node(schemaOf(Op::permute), {stack, dims});
    }
    tensors.writeTensor(part.parts, stack, {part.parts, stack}, call);
  }
}

} // namespace fullgraph
