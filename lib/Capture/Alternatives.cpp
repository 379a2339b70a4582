// A module's constructor that asks what only its caller knows: a residual block has a convolution on its
// shortcut where the numbers of channels differ. The constructor is walked for each answer, and objects of
// the class are expected to be as one of these walks made them, each a path of its own where that matters.
#include "lib/Capture/Alternatives.h"
#include "lib/Capture/Prototypes.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

namespace {

/// Do two walks of a constructor leave a member alike, as far as expectations go?
bool isAlike(const AbsValue &a, const AbsValue &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case ValueKind::Scalar:
    return a.sym == b.sym;
  case ValueKind::Tensor:
    return !a.tensor == !b.tensor;
  case ValueKind::Pointer:
  case ValueKind::Optional:
    return !a.location == !b.location;
  case ValueKind::Sequence:
    return a.sequence->elements.size() == b.sequence->elements.size();
  case ValueKind::Record:
    return llvm::all_of(a.record->fields, [&](const auto &field) {
      const auto other = b.record->fields.find(field.first);
      return other != b.record->fields.end() && isAlike(field.second->value, other->second->value);
    });
  default:
    return true;
  }
}

} // namespace

std::optional<bool> Interpreter::choose(const Sym *condition) {
  constexpr size_t most = 2; // that a constructor asks: four walks
  if (!predicting || !choices || frames.size() != choices->depth)
    return std::nullopt;
  if (condition)
    for (const auto &[asked, answer] : choices->answers)
      if (asked == *condition || asked == symNot(*condition))
        return asked == *condition ? answer : !answer;
  if (choices->next == choices->taken.size()) {
    if (choices->taken.size() == most)
      return std::nullopt;
    choices->taken.push_back(true);
  }
  const bool answer = choices->taken[choices->next++];
  if (condition)
    choices->answers.emplace_back(*condition, answer);
  return answer;
}

AbsValue Interpreter::runConstructor(const CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                                     QualType type, const Expr *expr) {
  if (!predicting || !isModuleClass(ctor->getParent()))
    return constructOnce(ctor, args, type, expr);
  Choices own;
  own.depth = frames.size() + 1;
  const llvm::SaveAndRestore<Choices *> save(choices, &own);
  std::vector<const Location *> made;
  const auto asIs = [&] {
    choices = nullptr;
    return constructOnce(ctor, args, type, expr);
  };
  do {
    own.next = 0;
    own.answers.clear();
    try {
      AbsValue object = constructOnce(ctor, args, type, expr);
      if (own.taken.empty())
        return object;
      made.push_back(temporary(std::move(object), type));
    } catch (const EagerPath &) { // it throws: there is no such object
      if (own.taken.empty())
        throw;
    } catch (const BreakError &) {
      if (own.taken.empty())
        throw;
      return asIs();
    }
    own.taken.resize(own.next);
    while (!own.taken.empty() && !own.taken.back())
      own.taken.pop_back();
    if (!own.taken.empty())
      own.taken.back() = false;
  } while (!own.taken.empty());
  if (made.empty())
    return asIs();
  if (made.size() > 1)
    made.front()->value.record->alternatives = made;
  return made.front()->value;
}

/// A number of which nothing is known, as an element of a vector of channels: what is made of it has a size,
/// whatever it is.
Location *Interpreter::asNumber(Location *argument, const ParmVarDecl *parameter) {
  const QualType type = parameter->getType();
  const QualType held = type.getNonReferenceType();
  if (!argument->value.isPoison() || argument->external || !held->isIntegerType() || held->isBooleanType() ||
      held->isEnumeralType() || (type->isReferenceType() && !held.isConstQualified()))
    return argument;
  Location *&known = unknownNumbers[argument];
  if (!known) {
    const std::string name = parameter->getNameAsString();
    known = temporary(AbsValue::poison(), held);
    known->name = name;
    forgetNumbers(known->value, held, name + std::to_string(unknownNumbers.size()));
  }
  return known;
}

/// A part of another object is expected to be only what all of them say.
void Interpreter::mergeAlternatives(AbsValue &part) {
  for (const Location *other : std::exchange(part.record->alternatives, {}))
    for (auto &[fieldDecl, location] : part.record->fields) {
      const auto found = other->value.record->fields.find(fieldDecl);
      if (found == other->value.record->fields.end() || !isAlike(location->value, found->second->value))
        location = temporary(AbsValue::poison(), location->type);
    }
}

llvm::ArrayRef<const Location *> Interpreter::waysMade(const Location *object) {
  if (!object || !object->value.is(ValueKind::Record))
    return {};
  return object->value.record->alternatives;
}

/// `part` is expected to be as `what`, or as one of its alternatives; within: those of which it is a part.
void Interpreter::expectAs(Location *part, const Location *what, const Location *within) {
  for (const Location *alternative : waysMade(what)) {
    // Each object is as one of them for itself, whatever others of its class are.
    const Location *key = temporary(AbsValue::poison(), {});
    if (within)
      outerInstances[key] = within;
    part->instances.push_back({key, alternative, true});
  }
  if (part->instances.empty())
    part->predicted = what;
}

bool Interpreter::isRuledOut(const Location *instance) const {
  for (; instance; instance = outerInstances.count(instance) ? outerInstances.at(instance) : nullptr)
    if (ruledOut.count(instance))
      return true;
  return false;
}

} // namespace fullgraph
