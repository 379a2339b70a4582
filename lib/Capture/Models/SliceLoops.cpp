#include "lib/Capture/Models/SliceLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/Turns.h"

#include <algorithm>

using namespace clang;

namespace fullgraph {

/// What is carried, part by part, in an order that the program's text says. Beside tensors it may hold
/// numbers, which no turn changes.
void SliceLoops::eachPart(Location *object, const Turns &turns, const std::function<void(Location *)> &visit) {
  const AbsValue &value = caller.read(object, call);
  if (value.is(ValueKind::Record)) {
    std::vector<std::pair<const FieldDecl *, Location *>> fields(value.record->fields.begin(),
                                                                 value.record->fields.end());
    std::sort(fields.begin(), fields.end(), [](const auto &a, const auto &b) {
      return a.first->getLocation().getRawEncoding() < b.first->getLocation().getRawEncoding();
    });
    for (const auto &[field, part] : fields)
      eachPart(part, turns, visit);
  } else if (value.is(ValueKind::Sequence) && !value.sequence->open) {
    for (Location *element : value.sequence->elements)
      eachPart(element, turns, visit);
  } else if ((value.isTensor() && value.tensor) || value.isScalar()) {
    visit(object);
  } else {
    turns.refuse();
  }
}

std::vector<Location *> SliceLoops::partsOf(Location *object, const Turns &turns) {
  std::vector<Location *> parts;
  eachPart(object, turns, [&](Location *part) { parts.push_back(part); });
  return parts;
}

AbsValue SliceLoops::walkTurns(const Loop &loop) {
  const Sym count = loop.xs->type.sizes[static_cast<size_t>(loop.dim)];
  Turns turns(walk, count, loop.reverse ? count - Sym(1) : Sym(0), loop.reverse, call);
  std::vector<Location *> args;
  std::vector<AbsValue> found; // what is carried, in front of the loop
  if (loop.carry) {
    const QualType type = loop.carry->type;
    args.push_back(path.temporary(objects.copyValue(caller.read(loop.carry, call), type, call), type));
    for (Location *part : partsOf(args[0], turns)) {
      found.push_back(part->value);
      if (part->value.isTensor())
        part->value = AbsValue::ofTensor(turns.carry(part->value.tensor));
    }
  }
  turns.begin();
  args.push_back(
      path.temporary(AbsValue::ofTensor(turns.slice(loop.xs, loop.dim, turns.index())), loop.sliceType));
  args.insert(args.end(), loop.operands.begin(), loop.operands.end());
  const CallResult returned = calls.invoke(loop.function, loop.object, args, call);
  Location *given = returned.reference ? returned.reference
                                       : path.temporary(returned.value, loop.function->getReturnType());
  turns.end();

  Location *result = given, *left = nullptr;
  if (loop.carry) {
    const AbsValue &pair = caller.read(given, call);
    if (!pair.is(ValueKind::Sequence) || pair.sequence->open || pair.sequence->elements.size() != 2)
      turns.refuse();
    left = pair.sequence->elements[0];
    result = pair.sequence->elements[1];
    const std::vector<Location *> parts = partsOf(left, turns);
    if (parts.size() != found.size())
      turns.refuse();
    size_t next = 0;
    for (size_t i = 0; i < parts.size(); ++i)
      if (found[i].isTensor() && parts[i]->value.isTensor())
        turns.leave(next++, parts[i]->value.tensor);
      else if (!found[i].isScalar() || !parts[i]->value.isScalar() ||
               !(found[i].sym == parts[i]->value.sym))
        turns.refuse();
  }
  turns.settle();
  const AbsValue &value = caller.read(result, call);
  if (!value.isTensor() || !value.tensor)
    turns.refuse();
  Value *stack = turns.stackOf(value.tensor, Turns::Order::OfIndices);
  if (!loop.carry)
    return AbsValue::ofTensor(stack);
  Location *last = path.temporary(objects.copyValue(caller.read(left, call), loop.carry->type, call),
                                  loop.carry->type);
  size_t index = 0;
  for (Location *part : partsOf(last, turns))
    if (part->value.isTensor())
      part->value = AbsValue::ofTensor(turns.last(index++));
  auto both = std::make_shared<SequenceObject>();
  both->elements = {last, path.temporary(AbsValue::ofTensor(stack), loop.sliceType)};
  return AbsValue::ofSequence(std::move(both));
}

std::optional<AbsValue> SliceLoops::captured(const Loop &loop) {
  if (walk.predicting || walk.kernel || function.options.backendKind() != BackendKind::Kernels ||
      !isPureBody(loop.function->getBody()))
    return std::nullopt;
  call = loop.call;
  std::optional<AbsValue> result;
  const llvm::SaveAndRestore<LoopTurn *> around(walk.turn, walk.turn);
  Attempt(walk, Attempt::Throws::Fail).run([&] { result = walkTurns(loop); });
  return result;
}

} // namespace fullgraph
