// Objects: copies, moves, assignment, and conversions of one object to another.
#include "lib/Capture/Eval/Objects.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/CallRule.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorOps.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

/// Copies of whole objects are made member by member here: one that runs code of the user's cannot be.
void Objects::refuseOwnCopy(const CXXRecordDecl *record, bool moves, const Expr *expr) {
  const CXXRecordDecl *own = expr ? copiesItself(record, moves) : nullptr;
  if (own)
    report.unsupported(expr, std::string(moves ? "a move" : "a copy") +
                                 " that implicitly runs the constructor of '" + own->getNameAsString() + "'");
}

/// before: what is assigned to.
void Objects::refuseOwnAssignment(QualType type, const AbsValue &before, const Expr *expr) {
  if (const CXXRecordDecl *own = assignsItself(type))
    report.unsupported(expr, "an assignment that implicitly runs that of '" + own->getNameAsString() + "'");
  // The place in a map that capture keeps has no type of its own.
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  report.refuseRelease(record, before, expr);
  if (record && isStdLibrary(record) && runsDestructor(type)) // what was held may end
    report.fail(BreakKind::ScopeGuardEffect, expr->getSourceRange(),
                {"an object of '" + type.getAsString(context.getPrintingPolicy()) + "'"});
}

AbsValue Objects::copyValue(const AbsValue &value, QualType type, const Expr *expr) {
  switch (value.kind) {
  case ValueKind::Record: {
    refuseOwnCopy(value.record->decl, /*moves=*/false, expr);
    AbsValue copy = value;
    copy.record = std::make_shared<RecordObject>();
    copy.record->decl = value.record->decl;
    for (const auto &[fieldDecl, location] : value.record->fields) {
      if (fieldDecl->getType()->isReferenceType()) {
        copy.record->fields[fieldDecl] = location;
        continue;
      }
      copy.record->fields[fieldDecl] = path.temporary(
          copyValue(caller.read(location, expr), fieldDecl->getType(), expr), fieldDecl->getType());
    }
    return copy;
  }
  case ValueKind::Sequence: {
    // Arrays borrow; containers own.
    const CXXRecordDecl *record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
    if (factsOf(record).role == ClassRole::View)
      return value;
    static constexpr char what[] = "a copy of a container whose length is only known at run time";
    if (value.sequence->open && walk.region) // the program copies it, whatever its length
      splits.leavePlainCode(expr, what);
    const std::shared_ptr<SequenceObject> copied = caller.ofKnownLength(value.sequence, expr, what);
    auto sequence = std::make_shared<SequenceObject>();
    const std::vector<QualType> parts = partsOf(type);
    for (Location *element : copied->elements) {
      const size_t i = sequence->elements.size();
      const bool refers = i < parts.size() && parts[i]->isReferenceType(); // std::tie
      sequence->elements.push_back(
          refers ? element
                 : path.temporary(copyValue(caller.read(element, expr), element->type, expr), element->type));
    }
    AbsValue copy = value;
    copy.sequence = std::move(sequence);
    return copy;
  }
  case ValueKind::Map:
    return copyMap(value, expr);
  case ValueKind::Variant:
    return copyVariant(value, expr);
  case ValueKind::Optional:
    if (!value.location)
      return value;
    return AbsValue::optional(path.temporary(
        copyValue(caller.read(value.location, expr), value.location->type, expr), value.location->type));
  case ValueKind::Callable: {
    if (!value.location)
      return value;
    AbsValue copy = value;
    copy.location = path.temporary(copyValue(caller.read(value.location, expr), value.location->type, expr),
                                   value.location->type);
    return copy;
  }
  default:
    return value;
  }
}

/// A class that is walked member by member: the program's, or one of fg's without a model (fg::Device).
static bool isOwnClass(QualType type) {
  const CXXRecordDecl *record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && !isTensorType(type.getNonReferenceType()) && !isLibraryClass(record) &&
         !isStdLibrary(record);
}

/// A copy of what the library is given for an object of another type: no cast in the source converts it.
AbsValue Objects::copyAs(Location *from, QualType to, const Expr *expr) {
  if (isOwnClass(to) && !from->type.isNull() && !context.hasSameUnqualifiedType(from->type, to) &&
      !caller.read(from, expr).isPoison())
    if (std::optional<AbsValue> made = makeObject(to.getUnqualifiedType(), {from}, expr))
      return std::move(*made);
  if (const ClassModel *model = to.isNull() ? nullptr : modelOf(to);
      model && !from->type.isNull() &&
      !context.hasSameUnqualifiedType(from->type.getNonReferenceType(), to) &&
      !caller.read(from, expr).isPoison())
    if (std::optional<AbsValue> made = model->convert(walk, from, to, expr))
      return std::move(*made);
  return fitted(copyValue(caller.read(from, expr), from->type, expr), from->type, to, expr);
}

AbsValue Objects::fitted(AbsValue value, QualType from, QualType to, const Expr *expr) {
  if (to.isNull() || from.isNull() ||
      context.hasSameUnqualifiedType(from.getNonReferenceType(), to.getNonReferenceType()))
    return value;
  if (value.isScalar() || value.is(ValueKind::TensorScalar))
    if (to->isArithmeticType() && from->isArithmeticType())
      return scalars.convert(value, from, to, expr);
  // A constructor or a conversion of the user's runs inside of the library.
  const bool isOwn = value.is(ValueKind::Record) && isOwnClass(classType(value.record->decl));
  if (!value.isPoison() && expr && (isOwnClass(to) || (isOwn && (isTensorType(to) || !to->isRecordType()))))
    report.unsupported(expr, "a conversion of '" + from.getAsString(context.getPrintingPolicy()) + "' to '" +
                                 to.getAsString(context.getPrintingPolicy()) + "' that the library makes");
  const ClassRole role = factsOf(to->getAsCXXRecordDecl()).role;
  if (value.is(ValueKind::Optional) && value.location && role == ClassRole::Optional) {
    const QualType content =
        cast<ClassTemplateSpecializationDecl>(to->getAsCXXRecordDecl())->getTemplateArgs()[0].getAsType();
    return AbsValue::optional(path.temporary(copyAs(value.location, content, expr), content));
  }
  if (value.is(ValueKind::Sequence) && !value.sequence->open && role == ClassRole::Product) {
    const std::vector<QualType> parts = partsOf(to);
    for (size_t i = 0; i < parts.size() && i < value.sequence->elements.size(); ++i)
      if (Location *&part = value.sequence->elements[i]; !parts[i]->isReferenceType())
        part = path.temporary(copyAs(part, parts[i], expr), parts[i]);
  }
  return value;
}

/// Tuples of references, std::tie(x, y) = std::tie(y, x), and of other types are assigned part by part.
/// given: the type of `from`.
bool Objects::assignParts(Location *object, Location *from, QualType given, const Expr *expr) {
  const std::vector<QualType> parts = given.isNull() ? std::vector<QualType>() : partsOf(given);
  const bool converts =
      !object->type.isNull() && !given.isNull() && !context.hasSameUnqualifiedType(object->type, given);
  if (!converts && llvm::none_of(parts, [](QualType part) { return part->isReferenceType(); }))
    return false;
  const AbsValue to = caller.read(object, expr), source = caller.read(from, expr);
  if (!to.is(ValueKind::Sequence) || !source.is(ValueKind::Sequence) ||
      to.sequence->elements.size() != source.sequence->elements.size())
    return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    Location *part = source.sequence->elements[i];
    const bool moves = !parts[i]->isLValueReferenceType() && !parts[i].isConstQualified();
    AbsValue value =
        moves ? moveFrom(part, part->type, expr) : copyValue(caller.read(part, expr), part->type, expr);
    Location *place = to.sequence->elements[i];
    assign(place, fitted(std::move(value), part->type, place->type, expr), expr);
  }
  return !parts.empty();
}

AbsValue Objects::moveRecord(const AbsValue &value, QualType type, const Expr *expr) {
  if (!value.record->decl->hasMoveConstructor() && value.record->decl->hasDefinition() &&
      value.record->decl->hasSimpleCopyConstructor())
    return copyValue(value, type, expr); // a destructor of its own, say, leaves a class without a move
  refuseOwnCopy(value.record->decl, /*moves=*/true, expr);
  AbsValue moved = value;
  moved.record = std::make_shared<RecordObject>();
  moved.record->decl = value.record->decl;
  // A class with a move constructor of its own is not here: `construct` runs it.
  for (const auto &[fieldDecl, location] : value.record->fields) {
    if (fieldDecl->getType()->isReferenceType())
      moved.record->fields[fieldDecl] = location;
    else if (fieldDecl->getType().isConstQualified())
      moved.record->fields[fieldDecl] = path.temporary(
          copyValue(caller.read(location, expr), fieldDecl->getType(), expr), fieldDecl->getType());
    else
      moved.record->fields[fieldDecl] =
          path.temporary(moveFrom(location, fieldDecl->getType(), expr), fieldDecl->getType());
  }
  return moved;
}

AbsValue Objects::moveSequence(Location *from, const AbsValue &value, QualType type, const Expr *expr) {
  if (value.sequence->open)
    splits.leavePlainCode(expr, "a move of a container whose length is only known at run time");
  const ClassRole role = factsOf(type).role;
  if (role == ClassRole::List) {
    if (from->external)
      caller.leaveChange(expr);
    AbsValue moved = value;
    moved.sequence->released = true;
    from->value = AbsValue::ofSequence(std::make_shared<SequenceObject>());
    return moved;
  }
  if (role == ClassRole::View)
    return value;
  auto sequence = std::make_shared<SequenceObject>();
  const std::vector<QualType> parts = partsOf(type);
  for (Location *element : value.sequence->elements) {
    const size_t i = sequence->elements.size();
    const bool refers = i < parts.size() && parts[i]->isReferenceType(); // std::tie
    sequence->elements.push_back(
        refers ? element : path.temporary(moveFrom(element, element->type, expr), element->type));
  }
  AbsValue moved = value;
  moved.sequence = std::move(sequence);
  return moved;
}

AbsValue Objects::moveFrom(Location *from, QualType type, const Expr *expr) {
  AbsValue value = caller.read(from, expr);
  if (from->external && value.is(ValueKind::Pointer) &&
      expr) // the object may end where what it is moved to does
    report.refuseRelease(from->type->getAsCXXRecordDecl(), {}, expr);
  if (const ClassModel *model = modelOf(type))
    if (std::optional<AbsValue> moved = model->move(walk, from, value, expr))
      return std::move(*moved);
  switch (value.kind) {
  case ValueKind::Tensor:
    assign(from, AbsValue::ofTensor(nullptr), expr);
    return value;
  case ValueKind::Record:
    return moveRecord(value, type, expr);
  case ValueKind::Sequence:
    return moveSequence(from, value, type, expr);
  case ValueKind::Map: {
    if (value.map->open || from->external)
      caller.leaveChange(expr);
    const AbsValue moved = value;
    from->value = emptyMap(moved.map->ordered);
    return moved;
  }
  case ValueKind::Variant: {
    AbsValue moved = value;
    moved.location =
        path.temporary(moveFrom(value.location, value.location->type, expr), value.location->type);
    return moved;
  }
  case ValueKind::Optional:
    if (!value.location)
      return value;
    return AbsValue::optional(
        path.temporary(moveFrom(value.location, value.location->type, expr), value.location->type));
  case ValueKind::String:
  case ValueKind::OpenString:
    if (!from->external && !from->type.isNull() &&
        factsOf(from->type->getAsCXXRecordDecl()).role == ClassRole::Text)
      assign(from, AbsValue::ofString(""), expr); // as the library leaves it
    return value;
  case ValueKind::Pointer:
    if (factsOf(type).role == ClassRole::Owner)
      assign(from, AbsValue::pointerTo(nullptr), expr);
    return value;
  default:
    return value;
  }
}

/// What an optional held ends: what was written to it is nowhere.
void Objects::endContent(Location *held) {
  held->written = held->reach.outlives = false;
  if (held->value.is(ValueKind::Record))
    for (const auto &[fieldDecl, part] : held->value.record->fields)
      endContent(part);
  if (held->value.is(ValueKind::Sequence))
    for (Location *part : held->value.sequence->elements)
      endContent(part);
}

/// Assignment of a whole object; members keep their identity, so that references to them see the new values.
void Objects::assign(Location *to, AbsValue value, const Expr *expr) {
  if (!to)
    throw EagerPath{"writes through a null pointer", expr->getBeginLoc()};
  if (!to->oneOf.objects.empty())
    report.unsupported(expr, "a write through a reference that '" + to->oneOf.returnedBy + "' returned");
  if (to->external && to->reach.byReference && !to->reach.direct && to->reach.anchor == to && expr &&
      to->type->isCharType())
    report.unsupported(expr, "a write through a reference to a character, which may be one of a string");
  if (value.is(ValueKind::Record) && !value.isPoison()) {
    const AbsValue before = to->loaded || !to->external ? to->value : caller.read(to, expr);
    if (before.is(ValueKind::Record)) {
      for (const auto &[fieldDecl, location] : value.record->fields) {
        if (fieldDecl->getType()->isReferenceType())
          continue;
        assign(caller.field(to, fieldDecl, expr), caller.read(location, expr), expr);
      }
      return;
    }
  }
  if (const ClassModel *model = modelOf(to->type); model && model->assign(walk, to, value, expr))
    return;
  if (value.is(ValueKind::Sequence) && !value.sequence->open) {
    const AbsValue before = to->external ? caller.read(to, expr) : to->value;
    const bool fixed = before.is(ValueKind::Sequence) && !before.sequence->open &&
                       before.sequence->elements.size() == value.sequence->elements.size();
    const bool released = std::exchange(value.sequence->released, false);
    if (fixed && (to->external || (before.sequence != value.sequence && !released))) {
      for (size_t i = 0; i < value.sequence->elements.size(); ++i) {
        assign(before.sequence->elements[i], caller.read(value.sequence->elements[i], expr), expr);
        value.sequence->elements[i]->oneOf.lost |= released;
      }
      return;
    }
    if (to->external)
      caller.leaveChange(expr);
  }
  if (value.is(ValueKind::Map) && to->external)
    caller.leaveChange(expr);
  if (value.is(ValueKind::Optional)) {
    const AbsValue before = to->external ? caller.read(to, expr) : to->value;
    Location *held = before.is(ValueKind::Optional) ? before.location : nullptr;
    const auto isPlain = [](const Location *content) { return isPlainContent(content->type); };
    if (held && value.location && isPlain(held)) {
      if (held != value.location) // is assigned to: references to it see the new value
        assign(held, caller.read(value.location, expr), expr);
      return;
    }
    if (to->external && ((held && !isPlain(held)) || (value.location && !isPlain(value.location))))
      caller.leaveChange(expr);
    if (held)
      endContent(held);
  }
  if (to->external && !to->written) {
    if (!to->loaded)
      caller.externals.push_back(to);
    to->written = true;
    to->writtenStep = walk.step;
  }
  if (walk.turn)
    walk.turn->unassigned.erase(to);
  tensors.nameForUser(value.isTensor() ? value.tensor : nullptr, to->name);
  to->value = std::move(value);
  to->loaded = true;
}

/// What a bit-field holds of a number.
AbsValue Objects::fitted(AbsValue value, const Expr *target, const Expr *expr) {
  const FieldDecl *bits = target->getSourceBitField();
  if (!bits || value.isPoison())
    return value;
  const unsigned width =
      static_cast<unsigned>(bits->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue());
  const std::optional<int64_t> number = value.isScalar() ? value.sym.asInt() : std::nullopt;
  if (!number || width == 0 || width > 62)
    report.unsupported(expr, "a number that a bit-field is given");
  llvm::APInt held = llvm::APInt(64, static_cast<uint64_t>(*number)).trunc(width);
  value.sym =
      Sym(bits->getType()->isSignedIntegerOrEnumerationType() ? held.getSExtValue()
                                                              : static_cast<int64_t>(held.getZExtValue()));
  return value;
}

/// std::swap: elements go with their container, and references to them with them.
void Objects::swapObjects(Location *a, Location *b, QualType type, const Expr *expr, Swap by) {
  if (by == Swap::Part && mayHaveOwnSwap(type))
    report.unsupported(expr, "a swap of parts, which finds the swap() of their own class");
  const Swap parts = by == Swap::Moves ? Swap::Moves : Swap::Part;
  const AbsValue before = caller.read(a, expr), other = caller.read(b, expr);
  if (a == b || before.isPoison() || other.isPoison())
    return;
  if (before.is(ValueKind::Opaque) || other.is(ValueKind::Opaque)) // each is the text of where it was
    report.unsupported(expr, "a swap of objects of the caller whose content no model reads");
  const ClassRole role = factsOf(type).role;
  const bool same = before.kind == other.kind;
  if (same && before.is(ValueKind::Record)) {
    const bool moves = before.record->decl->hasMoveConstructor();
    refuseOwnCopy(before.record->decl, moves, expr);
    refuseOwnAssignment(type, before, expr);
    if (moves) {
      for (const auto &[member, location] : before.record->fields)
        if (const auto found = other.record->fields.find(member); found != other.record->fields.end())
          swapObjects(location, found->second, member->getType(), expr, Swap::Moves);
      return;
    }
    const AbsValue copy = copyValue(before, type, expr);
    assign(a, copyValue(other, type, expr), expr);
    assign(b, copy, expr);
    return;
  }
  const bool lists =
      same && before.is(ValueKind::Sequence) && !before.sequence->open && !other.sequence->open;
  if (lists && role != ClassRole::List && role != ClassRole::View) {
    if (before.sequence->elements.size() != other.sequence->elements.size())
      report.unsupported(expr, "a swap of these");
    for (size_t i = 0; i < before.sequence->elements.size(); ++i)
      swapObjects(before.sequence->elements[i], other.sequence->elements[i],
                  before.sequence->elements[i]->type, expr, parts);
    return;
  }
  if (before.is(ValueKind::Sequence) && !lists)
    splits.leavePlainCode(expr, "a swap of containers whose length is only known at run time");
  if (before.is(ValueKind::Map) && (before.map->open || other.map->open)) {
    caller.leaveChange(expr);
    caller.leaveChange(expr);
  }
  if ((lists || (same && before.is(ValueKind::Map))) && !a->external && !b->external) {
    std::swap(a->value, b->value);
    return;
  }
  if (lists || before.is(ValueKind::Optional) || before.is(ValueKind::Variant)) {
    if (!lists && parts == Swap::Part && before.location && mayHaveOwnSwap(before.location->type))
      report.unsupported(expr, "a swap of parts, which finds the swap() of their own class");
    Location *kept = path.temporary(moveFrom(a, type, expr), type);
    assign(a, moveFrom(b, type, expr), expr);
    assign(b, moveFrom(kept, type, expr), expr);
    return;
  }
  assign(a, other, expr);
  assign(b, before, expr);
}

AbsValue Objects::copyMap(const AbsValue &value, const Expr *expr) {
  if (value.map->open)
    splits.leavePlainCode(expr, "a copy of a map of the caller");
  AbsValue copy = value;
  copy.map = std::make_shared<MapObject>(*value.map);
  for (const auto &[key, entry] : value.map->entries) {
    const auto &parts = entry->value.sequence->elements;
    copy.map->entries[key] = caller.mapEntry(
        key, parts[0]->type,
        path.temporary(copyValue(caller.read(parts[1], expr), parts[1]->type, expr), parts[1]->type));
  }
  return copy;
}

AbsValue Objects::copyVariant(const AbsValue &value, const Expr *expr) {
  AbsValue copy = value;
  copy.location = path.temporary(copyValue(caller.read(value.location, expr), value.location->type, expr),
                                 value.location->type);
  return copy;
}

} // namespace fullgraph
