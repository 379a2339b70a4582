#include "lib/Capture/Models/SliceLoops.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/Turns.h"

using namespace clang;

namespace fullgraph {

AbsValue SliceLoops::walkTurns(const Loop &loop) {
  const Sym count = loop.xs->type.sizes[static_cast<size_t>(loop.dim)];
  Turns turns(walk, count, loop.reverse ? count - Sym(1) : Sym(0), loop.reverse, call);
  std::vector<Location *> args;
  std::vector<AbsValue> found; // what is carried, in front of the loop
  if (loop.carry) {
    const QualType type = loop.carry->type;
    args.push_back(path.temporary(objects.copyValue(caller.read(loop.carry, call), type, call), type));
    for (Location *part : turns.partsOf(args[0])) {
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
      turns.refuse("its function returns no pair");
    left = pair.sequence->elements[0];
    result = pair.sequence->elements[1];
    const std::vector<Location *> parts = turns.partsOf(left);
    if (parts.size() != found.size())
      turns.refuse("what a turn leaves has other parts than what it finds");
    size_t next = 0;
    for (size_t i = 0; i < parts.size(); ++i)
      if (found[i].isTensor() && parts[i]->value.isTensor())
        turns.leave(next++, parts[i]->value.tensor);
      else if (!found[i].isScalar() || !parts[i]->value.isScalar() || !(found[i].sym == parts[i]->value.sym))
        turns.refuse("a turn changes a number that is carried");
  }
  turns.settle();
  const AbsValue &value = caller.read(result, call);
  if (!value.isTensor() || !value.tensor)
    turns.refuse("its function returns no tensor");
  Value *stack = turns.stackOf(value.tensor, Turns::Order::OfIndices);
  if (!loop.carry)
    return AbsValue::ofTensor(stack);
  Location *last =
      path.temporary(objects.copyValue(caller.read(left, call), loop.carry->type, call), loop.carry->type);
  size_t index = 0;
  for (Location *part : turns.partsOf(last))
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
  std::string why = "its function does more than to compute tensors of tensors";
  const auto walkNoted = [&] {
    try {
      result = walkTurns(loop);
    } catch (const NoLoopKernel &refused) {
      why = refused.why;
      throw;
    }
  };
  if (Attempt(walk, Attempt::Throws::Fail).run(walkNoted))
    function.forks.turned.erase(call);
  else
    function.forks.turned.insert_or_assign(call, std::move(why));
  return result;
}

} // namespace fullgraph
