#include "lib/Capture/Models/SliceLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/TensorOps.h"

#include <algorithm>

using namespace clang;

namespace fullgraph {

void SliceLoops::refuse(const Expr *call) const {
  report.unsupported(call, "a loop over slices as one kernel");
}

/// What is carried, part by part, in an order that the program's text says. Beside tensors it may hold
/// numbers, which no turn changes.
void SliceLoops::eachPart(Location *object, const Expr *call, const std::function<void(Location *)> &visit) {
  const AbsValue &value = caller.read(object, call);
  if (value.is(ValueKind::Record)) {
    std::vector<std::pair<const FieldDecl *, Location *>> fields(value.record->fields.begin(),
                                                                 value.record->fields.end());
    std::sort(fields.begin(), fields.end(), [](const auto &a, const auto &b) {
      return a.first->getLocation().getRawEncoding() < b.first->getLocation().getRawEncoding();
    });
    for (const auto &[field, part] : fields)
      eachPart(part, call, visit);
  } else if (value.is(ValueKind::Sequence) && !value.sequence->open) {
    for (Location *element : value.sequence->elements)
      eachPart(element, call, visit);
  } else if ((value.isTensor() && value.tensor) || value.isScalar()) {
    visit(object);
  } else {
    refuse(call);
  }
}

std::vector<Location *> SliceLoops::partsOf(Location *object, const Expr *call) {
  std::vector<Location *> parts;
  eachPart(object, call, [&](Location *part) { parts.push_back(part); });
  return parts;
}

void SliceLoops::replaceByStates(Location *carry, const Expr *call) {
  for (Location *part : partsOf(carry, call)) {
    Carried one;
    one.found = part->value;
    if (part->value.isTensor()) {
      Value *init = guesses.typed(part->value.tensor);
      if (!init->type.isContiguous() || init->type.weak)
        refuse(call);
      const auto number = llvm::count_if(
          walk.graph->nodes(), [](const std::unique_ptr<Node> &node) { return isCarried(*node); });
      one.state = tensors.appendChecked(schemaOf(Op::turn_state), {init, Sym(number)}, call);
      states.push_back(one.state);
      part->value = AbsValue::ofTensor(one.state);
    }
    carried.push_back(one);
  }
}

/// Nothing that a turn does may be seen but by what it gives.
void SliceLoops::checkTurn(size_t firstNode, const Expr *call) {
  size_t index = 0;
  for (const std::unique_ptr<Node> &node : walk.graph->nodes()) {
    bool isOfTurn = node->result() == slice || isCarried(*node);
    node->forEachOperand([&](const Value *operand) {
      isOfTurn = isOfTurn || (operand && operand->def && !isLoopEnd(*operand->def) && ofTurn.count(operand->def));
    });
    if (isOfTurn)
      ofTurn.insert(node.get());
    if (index++ < firstNode)
      continue;
    if (node->op->family == OpFamily::Mutation || node->op->effect == OpEffect::State || isLoopEnd(*node) ||
        (isOfTurn && node->op->effect != OpEffect::Pure && !fg::isFloatingType(node->result()->type.dtype)))
      refuse(call);
  }
}

void SliceLoops::takeNext(Location *left, const Expr *call) {
  const std::vector<Location *> parts = partsOf(left, call);
  if (parts.size() != carried.size())
    refuse(call);
  for (size_t i = 0; i < parts.size(); ++i) {
    const AbsValue &value = caller.read(parts[i], call);
    if (!carried[i].state) {
      if (!value.isScalar() || !(value.sym == carried[i].found.sym))
        refuse(call);
      continue;
    }
    if (!value.isTensor() || llvm::is_contained(next, value.tensor)) // two that are one tensor
      refuse(call);
    // A view of what a turn computes would keep more than itself.
    if (value.tensor->root() != value.tensor && value.tensor->def && ofTurn.count(value.tensor->def))
      refuse(call);
    next.push_back(value.tensor);
  }
}

/// What the program holds behind the loop, which is a tensor that it had before where a turn leaves such a one.
/// A turn that leaves what it found in another part passes on what an earlier turn has left.
Value *SliceLoops::lastOf(size_t index, const Turns &turns, const Sym &count) {
  Value *left = next[index];
  if (left == states[index])
    return states[index]->def->value("init");
  int64_t earlier = 0;
  for (auto at = llvm::find(states, left); at != states.end(); at = llvm::find(states, left)) {
    left = next[static_cast<size_t>(at - states.begin())];
    if (++earlier > static_cast<int64_t>(states.size()))
      refuse(turns.call);
  }
  const Sym enough = symLt(Sym(earlier), count);
  if (walk.graph->env.prove(enough) != true)
    path.assume(enough, report.userLoc(turns.call));
  if (left == slice) {
    const Sym at = turns.reverse ? Sym(earlier) : count - Sym(1) - Sym(earlier);
    return tensors.appendChecked(schemaOf(Op::select), {turns.xs, Sym(turns.dim), at}, turns.call);
  }
  if (!left->def || !ofTurn.count(left->def))
    return left;
  if (left == stacked && earlier == 0) { // the loop need not keep it for us
    const Sym last = turns.reverse ? Sym(0) : count - Sym(1);
    Value *slice = tensors.appendChecked(schemaOf(Op::select), {stack, Sym(0), last}, turns.call);
    return tensors.appendChecked(schemaOf(Op::clone), {slice}, turns.call);
  }
  return tensors.appendChecked(schemaOf(Op::last_turn), {states, next, count, Sym(static_cast<int64_t>(index))},
                               turns.call);
}

AbsValue SliceLoops::walkTurns(const Turns &turns) {
  const Expr *call = turns.call;
  const Sym count = turns.xs->type.sizes[static_cast<size_t>(turns.dim)];
  std::vector<Location *> args;
  if (turns.carry) {
    const QualType type = turns.carry->type;
    args.push_back(path.temporary(objects.copyValue(caller.read(turns.carry, call), type, call), type));
    replaceByStates(args[0], call);
  }
  slice = tensors.appendChecked(schemaOf(Op::turn_slice),
                                {turns.xs, Sym(turns.dim), Sym::boolean(turns.reverse)}, call);
  args.push_back(path.temporary(AbsValue::ofTensor(slice), turns.sliceType));
  args.insert(args.end(), turns.operands.begin(), turns.operands.end());
  const size_t before = walk.graph->nodes().size();
  const CallResult returned = calls.invoke(turns.function, turns.object, args, call);
  Location *given = returned.reference ? returned.reference
                                       : path.temporary(returned.value, turns.function->getReturnType());
  checkTurn(before, call);

  Location *result = given, *left = nullptr;
  if (turns.carry) {
    const AbsValue &pair = caller.read(given, call);
    if (!pair.is(ValueKind::Sequence) || pair.sequence->open || pair.sequence->elements.size() != 2)
      refuse(call);
    left = pair.sequence->elements[0];
    result = pair.sequence->elements[1];
    takeNext(left, call);
  }
  const AbsValue &value = caller.read(result, call);
  if (!value.isTensor() || !value.tensor)
    refuse(call);
  stacked = value.tensor;
  stack = tensors.appendChecked(schemaOf(Op::all_turns),
                                {states, next, stacked, count, Sym::boolean(turns.reverse)}, call);
  if (!turns.carry)
    return AbsValue::ofTensor(stack);
  Location *last = path.temporary(objects.copyValue(caller.read(left, call), turns.carry->type, call),
                                  turns.carry->type);
  size_t index = 0;
  for (Location *part : partsOf(last, call))
    if (part->value.isTensor())
      part->value = AbsValue::ofTensor(lastOf(index++, turns, count));
  auto both = std::make_shared<SequenceObject>();
  both->elements = {last, path.temporary(AbsValue::ofTensor(stack), turns.sliceType)};
  return AbsValue::ofSequence(std::move(both));
}

std::optional<AbsValue> SliceLoops::captured(const Turns &turns) {
  if (walk.predicting || walk.kernel || function.options.backendKind() != BackendKind::Kernels ||
      !isPureBody(turns.function->getBody()))
    return std::nullopt;
  std::optional<AbsValue> result;
  Attempt(walk, Attempt::Throws::Fail).run([&] { result = walkTurns(turns); });
  return result;
}

} // namespace fullgraph
