// Objects: construction, copies, moves and assignment.
#include "lib/Capture/Interpreter.h"
#include "lib/Capture/Signatures.h"

using namespace clang;

namespace fullgraph {

Location *Interpreter::initialise(QualType type, const Expr *init, std::string name) {
  AbsValue value;
  if (init) {
    const llvm::SaveAndRestore<bool> save(bindsToVariable,
                                          true); // its destructor runs with the variable's scope
    value = init->isGLValue() ? copyValue(read(evalLocation(init), init), type, init) : eval(init);
  } else {
    value = defaultValue(type, nullptr, false);
  }
  Location *location = temporary(std::move(value), type);
  location->name = std::move(name);
  if (init)
    location->loc = loc(init);
  Value *tensor = location->value.isTensor() ? location->value.tensor : nullptr;
  nameForUser(tensor, location->name);
  return location;
}

/// Messages speak of the user's variables, not of those of the library's functions.
void Interpreter::nameForUser(Value *tensor, const std::string &name) const {
  if (tensor && tensor->source.empty() && !name.empty() && !frames.empty() &&
      !isLibrary(frames.back().function->getLocation()))
    tensor->source = name;
}

AbsValue Interpreter::defaultValue(QualType type, const Expr *expr, bool valueInit) {
  type = type.getNonReferenceType();
  if (isTensorType(type))
    return AbsValue::ofTensor(nullptr);
  if (type->isPointerType() || type->isNullPtrType())
    return valueInit ? AbsValue::pointerTo(nullptr) : AbsValue();
  if (type->isScalarType()) {
    if (!valueInit)
      return {};
    const SymType symType = symTypeOf(type);
    return AbsValue::ofScalar(symType == SymType::Bool  ? Sym::boolean(false)
                              : symType == SymType::Int ? Sym(0)
                                                        : Sym::real(0, symType));
  }
  if (const auto *array = context.getAsConstantArrayType(type)) {
    auto sequence = std::make_shared<SequenceObject>();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      sequence->elements.push_back(
          temporary(defaultValue(array->getElementType(), expr, valueInit), array->getElementType()));
    return AbsValue::ofSequence(std::move(sequence));
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return {};
  const llvm::StringRef name = modelledClass(record);
  if (expr)
    refuseContainer(type, expr);
  if (name == "vector" || name == "deque" || name == "initializer_list" || name == "ArrayRef" ||
      name == "span")
    return AbsValue::ofSequence(std::make_shared<SequenceObject>());
  if (isMap(name))
    return emptyMap(name);
  if (name == "variant")
    return defaultVariant(type, expr);
  if (name == "optional")
    return AbsValue::optional(nullptr);
  if (name == "unique_ptr" || name == "shared_ptr")
    return AbsValue::pointerTo(nullptr);
  if (name == "function") {
    AbsValue value;
    value.kind = ValueKind::Callable;
    return value;
  }
  if (name == "basic_string" || name == "basic_string_view")
    return AbsValue::ofString("");
  if (name == "Scalar")
    return AbsValue::ofScalar(Sym(0));
  if (name == "array" || name == "pair" || name == "tuple") {
    const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
    auto sequence = std::make_shared<SequenceObject>();
    if (name == "array") {
      const TemplateArgumentList &args = specialisation->getTemplateArgs();
      for (uint64_t i = 0; i < args[1].getAsIntegral().getZExtValue(); ++i)
        sequence->elements.push_back(
            temporary(defaultValue(args[0].getAsType(), expr, valueInit), args[0].getAsType()));
    } else {
      std::vector<TemplateArgument> types;
      for (const TemplateArgument &arg : specialisation->getTemplateArgs().asArray()) {
        if (arg.getKind() == TemplateArgument::Pack)
          types.insert(types.end(), arg.pack_begin(), arg.pack_end());
        else
          types.push_back(arg);
      }
      for (const TemplateArgument &arg : types)
        sequence->elements.push_back(temporary(defaultValue(arg.getAsType(), expr, true), arg.getAsType()));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  if (!record->hasDefinition())
    return {};
  for (const CXXConstructorDecl *ctor : record->getDefinition()->ctors())
    if (ctor->isDefaultConstructor() && !ctor->isDeleted() && ctor->getNumParams() == 0)
      return runConstructor(ctor, {}, type, expr);
  // The implicit constructor of a class that never declared one here.
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = type;
  value.record = std::make_shared<RecordObject>();
  value.record->decl = record->getDefinition();
  Location *object = temporary(value, type);
  const llvm::SaveAndRestore<Location *> save(frame().thisObject, object);
  for (const FieldDecl *fieldDecl : record->getDefinition()->fields())
    value.record->fields[fieldDecl] =
        initialise(fieldDecl->getType(), fieldDecl->getInClassInitializer(), "");
  return value;
}

AbsValue Interpreter::construct(const CXXConstructorDecl *ctor, llvm::ArrayRef<const Expr *> args,
                                QualType type, const Expr *expr) {
  if (const auto *array = context.getAsConstantArrayType(type)) { // an array of class objects
    auto sequence = std::make_shared<SequenceObject>();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      sequence->elements.push_back(
          temporary(construct(ctor, args, array->getElementType(), expr), array->getElementType()));
    return AbsValue::ofSequence(std::move(sequence));
  }
  activeCalls.push_back(expr);
  struct Pop {
    std::vector<const Expr *> &calls;
    ~Pop() { calls.pop_back(); }
  } pop{activeCalls};
  const CXXRecordDecl *record = ctor->getParent();
  refuseThreading(record, expr);
  refuseContainer(type, expr);
  const bool modelled = isTensorType(type) || !modelledClass(record).empty();
  if (ctor->isCopyOrMoveConstructor() && args.size() >= 1 && (modelled || !ctor->isUserProvided())) {
    Location *from = sliced(evalLocation(args[0]), record, expr);
    return ctor->isMoveConstructor() ? moveFrom(from, type, expr) : copyValue(read(from, expr), type, expr);
  }
  const std::vector<Location *> locations = evalArgs(ctor, args);
  if (isTensorType(type)) {
    if (locations.empty())
      return AbsValue::ofTensor(nullptr);
    unsupported(expr, "this way to construct a tensor");
  }
  if (modelled) {
    for (Location *location : locations)
      if (read(location, expr).isPoison())
        return AbsValue::poison();
    refuseUnstated(ctor, expr);
    if (isModelled(ctor)) {
      if (std::optional<AbsValue> value = stdConstruct(ctor, locations, type, expr))
        return std::move(*value);
      // As members that nothing models, an object of such a class would be unknown to its own methods.
      if (isStdLibrary(record))
        fail(BreakKind::SystemCallee, expr->getSourceRange(), {ctor->getQualifiedNameAsString()});
    }
    // Classes of the standard library that hold nothing a graph needs (std::move_only helpers, tags) are
    // opaque.
    if (record->isEmpty())
      return runConstructor(ctor, locations, type, expr);
  }
  return runConstructor(ctor, locations, type, expr);
}

AbsValue Interpreter::constructOnce(const CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                                    QualType type, const Expr *expr) {
  const CXXRecordDecl *record = ctor->getParent();
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = type;
  value.record = std::make_shared<RecordObject>();
  value.record->decl = record;
  if (record->isUnion())
    fail(BreakKind::TypePunning, expr ? expr->getSourceRange() : record->getSourceRange(), {});
  if (record->getNumVBases() && expr) // which the most derived class's constructor makes, once
    unsupported(expr, "a class with a virtual base");
  const FunctionDecl *definition = nullptr;
  const bool trivial = ctor->isDefaulted() || ctor->isImplicit();
  if (!ctor->hasBody(definition)) {
    if (!trivial) {
      if (expr)
        breakOpaqueCall(ctor, expr, args);
      fail(BreakKind::NoVisibleDefinition, record->getSourceRange(), {ctor->getQualifiedNameAsString()});
    }
    definition = ctor;
  }
  if (frames.size() > 256 && expr)
    fail(BreakKind::Recursion, expr->getSourceRange(), {ctor->getQualifiedNameAsString()});
  Location *object = temporary(value, type);
  Frame callee;
  callee.function = definition;
  callee.call = expr;
  callee.thisObject = object;
  bindParameters(callee, definition, args);
  frames.push_back(std::move(callee));
  struct Pop {
    std::vector<Frame> &frames;
    ~Pop() { frames.pop_back(); }
  } pop{frames};
  initBaseOrMember(object, cast<CXXConstructorDecl>(definition), frame());
  if (definition->getBody())
    exec(definition->getBody());
  return object->value;
}

void Interpreter::initBaseOrMember(Location *object, const CXXConstructorDecl *ctor, Frame &) {
  std::set<const FieldDecl *> done;
  const std::shared_ptr<RecordObject> target = object->value.record;
  const auto absorb = [&](AbsValue part) {
    if (part.is(ValueKind::Record))
      for (const auto &[fieldDecl, location] : part.record->fields)
        target->fields[fieldDecl] = location;
  };
  for (const CXXCtorInitializer *init : ctor->inits()) {
    if (init->isDelegatingInitializer()) {
      AbsValue whole = eval(init->getInit());
      if (whole.is(ValueKind::Record))
        target->alternatives = whole.record->alternatives;
      absorb(std::move(whole));
      return;
    }
    if (init->isBaseInitializer()) {
      AbsValue part = eval(init->getInit());
      if (part.is(ValueKind::Record))
        mergeAlternatives(part);
      absorb(std::move(part));
      continue;
    }
    if (predicting && init->getMember() && !init->getMember()->getType()->isReferenceType()) {
      AbsValue value = AbsValue::poison();
      try {
        value = initialise(init->getMember()->getType(), init->getInit(), "")->value;
      } catch (const BreakError &) {
      } catch (const SplitPoint &) {
      }
      done.insert(init->getMember());
      target->fields[init->getMember()] = temporary(std::move(value), init->getMember()->getType());
      continue;
    }
    const FieldDecl *fieldDecl = init->getMember();
    if (!fieldDecl)
      unsupported(init->getInit(), "an anonymous member");
    done.insert(fieldDecl);
    target->fields[fieldDecl] = fieldDecl->getType()->isReferenceType()
                                    ? evalLocation(init->getInit())
                                    : initialise(fieldDecl->getType(), init->getInit(), "");
  }
  // clang lists initialisers of defaulted constructors only once they are defined.
  for (const FieldDecl *fieldDecl : ctor->getParent()->fields()) {
    if (done.count(fieldDecl) || fieldDecl->isUnnamedBitField() || target->fields.count(fieldDecl))
      continue;
    target->fields[fieldDecl] = initialise(fieldDecl->getType(), fieldDecl->getInClassInitializer(), "");
  }
}

/// The part of an object that a copy to one of its base class `to` is made from.
Location *Interpreter::sliced(Location *object, const CXXRecordDecl *to, const Expr *expr) {
  const auto isOf = [](const CXXRecordDecl *one, const CXXRecordDecl *other) {
    return one->getCanonicalDecl() == other->getCanonicalDecl();
  };
  const AbsValue &whole = read(object, expr);
  if (!whole.is(ValueKind::Record) || whole.isPoison() || isOf(whole.record->decl, to))
    return object;
  AbsValue part = whole;
  part.type = classType(to);
  part.record = std::make_shared<RecordObject>();
  part.record->decl = to;
  for (const auto &[fieldDecl, location] : whole.record->fields) {
    const auto *of = cast<CXXRecordDecl>(fieldDecl->getParent());
    if (isOf(of, to) || to->isDerivedFrom(of))
      part.record->fields[fieldDecl] = location;
  }
  return temporary(std::move(part), classType(to));
}

/// Copies of whole objects are made member by member here: one that runs code of the user's cannot be.
void Interpreter::refuseOwnCopy(const CXXRecordDecl *record, bool moves, const Expr *expr) {
  const CXXRecordDecl *own = expr ? copiesItself(record, moves) : nullptr;
  if (own)
    unsupported(expr, std::string(moves ? "a move" : "a copy") +
                          " that implicitly runs the constructor of '" + own->getNameAsString() + "'");
}

void Interpreter::refuseOwnAssignment(QualType type, const Expr *expr) {
  if (const CXXRecordDecl *own = assignsItself(type))
    unsupported(expr, "an assignment that implicitly runs that of '" + own->getNameAsString() + "'");
  // The place in a map that capture keeps has no type of its own.
  const CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  refuseRelease(record, expr);
  if (record && isStdLibrary(record) && runsDestructor(type)) // what was held may end
    fail(BreakKind::ScopeGuardEffect, expr->getSourceRange(),
         {"an object of '" + type.getAsString(context.getPrintingPolicy()) + "'"});
}

AbsValue Interpreter::copyValue(const AbsValue &value, QualType type, const Expr *expr) {
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
      copy.record->fields[fieldDecl] =
          temporary(copyValue(read(location, expr), fieldDecl->getType(), expr), fieldDecl->getType());
    }
    return copy;
  }
  case ValueKind::Sequence: {
    // Arrays borrow; containers own.
    const CXXRecordDecl *record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
    const llvm::StringRef name = modelledClass(record);
    if (name == "ArrayRef" || name == "span" || name == "initializer_list")
      return value;
    const std::shared_ptr<SequenceObject> copied =
        ofKnownLength(value.sequence, expr, "a copy of a container whose length is only known at run time");
    auto sequence = std::make_shared<SequenceObject>();
    const std::vector<QualType> parts = partsOf(type);
    for (Location *element : copied->elements) {
      const size_t i = sequence->elements.size();
      const bool refers = i < parts.size() && parts[i]->isReferenceType(); // std::tie
      sequence->elements.push_back(
          refers ? element : temporary(copyValue(read(element, expr), element->type, expr), element->type));
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
    return AbsValue::optional(
        temporary(copyValue(read(value.location, expr), value.location->type, expr), value.location->type));
  case ValueKind::Callable: {
    if (!value.location)
      return value;
    AbsValue copy = value;
    copy.location =
        temporary(copyValue(read(value.location, expr), value.location->type, expr), value.location->type);
    return copy;
  }
  default:
    return value;
  }
}

/// A copy of what the library is given for an object of another type: no cast in the source converts it.
AbsValue Interpreter::copyAs(Location *from, QualType to, const Expr *expr) {
  return fitted(copyValue(read(from, expr), from->type, expr), from->type, to, expr);
}

AbsValue Interpreter::fitted(AbsValue value, QualType from, QualType to, const Expr *expr) {
  if (to.isNull() || from.isNull() ||
      context.hasSameUnqualifiedType(from.getNonReferenceType(), to.getNonReferenceType()))
    return value;
  if (value.isScalar() || value.is(ValueKind::TensorScalar))
    return to->isArithmeticType() && from->isArithmeticType() ? convert(value, from, to, expr) : value;
  const llvm::StringRef name = modelledClass(to->getAsCXXRecordDecl());
  if (value.is(ValueKind::Optional) && value.location && name == "optional") {
    const QualType content =
        cast<ClassTemplateSpecializationDecl>(to->getAsCXXRecordDecl())->getTemplateArgs()[0].getAsType();
    return AbsValue::optional(
        temporary(fitted(read(value.location, expr), value.location->type, content, expr), content));
  }
  if (value.is(ValueKind::Sequence) && !value.sequence->open && (name == "pair" || name == "tuple")) {
    const std::vector<QualType> parts = partsOf(to);
    for (size_t i = 0; i < parts.size() && i < value.sequence->elements.size(); ++i)
      if (Location *&part = value.sequence->elements[i]; !parts[i]->isReferenceType())
        part = temporary(fitted(read(part, expr), part->type, parts[i], expr), parts[i]);
  }
  return value;
}

/// Tuples of references, std::tie(x, y) = std::tie(y, x), and of other types are assigned part by part.
bool Interpreter::assignParts(Location *object, Location *from, const Expr *expr) {
  const std::vector<QualType> parts = partsOf(from->type);
  const bool converts = !object->type.isNull() && !context.hasSameUnqualifiedType(object->type, from->type);
  if (!converts && llvm::none_of(parts, [](QualType part) { return part->isReferenceType(); }))
    return false;
  const AbsValue to = read(object, expr), source = read(from, expr);
  if (!to.is(ValueKind::Sequence) || !source.is(ValueKind::Sequence) ||
      to.sequence->elements.size() != source.sequence->elements.size())
    return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    Location *part = source.sequence->elements[i];
    const bool moves = !parts[i]->isLValueReferenceType() && !parts[i].isConstQualified();
    AbsValue value = moves ? moveFrom(part, part->type, expr) : copyValue(read(part, expr), part->type, expr);
    Location *place = to.sequence->elements[i];
    assign(place, fitted(std::move(value), part->type, place->type, expr), expr);
  }
  return !parts.empty();
}

AbsValue Interpreter::moveFrom(Location *from, QualType type, const Expr *expr) {
  AbsValue value = read(from, expr);
  if (from->external && value.is(ValueKind::Pointer) &&
      expr) // the object may end where what it is moved to does
    refuseRelease(from->type->getAsCXXRecordDecl(), expr);
  switch (value.kind) {
  case ValueKind::Tensor:
    assign(from, AbsValue::ofTensor(nullptr), expr);
    return value;
  case ValueKind::Record: {
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
        moved.record->fields[fieldDecl] =
            temporary(copyValue(read(location, expr), fieldDecl->getType(), expr), fieldDecl->getType());
      else
        moved.record->fields[fieldDecl] =
            temporary(moveFrom(location, fieldDecl->getType(), expr), fieldDecl->getType());
    }
    return moved;
  }
  case ValueKind::Sequence: {
    if (value.sequence->open)
      leaveHost(expr, "a move of a container whose length is only known at run time");
    const llvm::StringRef name =
        modelledClass(type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl());
    if (name == "vector" || name == "deque") {
      if (from->external)
        changeHost(from, expr);
      AbsValue moved = value;
      moved.sequence->released = true;
      from->value = AbsValue::ofSequence(std::make_shared<SequenceObject>());
      return moved;
    }
    if (name == "ArrayRef" || name == "span" || name == "initializer_list")
      return value;
    auto sequence = std::make_shared<SequenceObject>();
    const std::vector<QualType> parts = partsOf(type);
    for (Location *element : value.sequence->elements) {
      const size_t i = sequence->elements.size();
      const bool refers = i < parts.size() && parts[i]->isReferenceType(); // std::tie
      sequence->elements.push_back(refers ? element
                                          : temporary(moveFrom(element, element->type, expr), element->type));
    }
    AbsValue moved = value;
    moved.sequence = std::move(sequence);
    return moved;
  }
  case ValueKind::Map: {
    if (value.map->open || from->external)
      changeHost(from, expr);
    const AbsValue moved = value;
    from->value = emptyMap(moved.map->ordered ? "map" : "unordered_map");
    return moved;
  }
  case ValueKind::Variant: {
    AbsValue moved = value;
    moved.location = temporary(moveFrom(value.location, value.location->type, expr), value.location->type);
    return moved;
  }
  case ValueKind::Optional:
    if (!value.location)
      return value;
    return AbsValue::optional(
        temporary(moveFrom(value.location, value.location->type, expr), value.location->type));
  case ValueKind::String:
  case ValueKind::HostString:
    if (!from->external && !from->type.isNull() &&
        modelledClass(from->type->getAsCXXRecordDecl()) == "basic_string")
      assign(from, AbsValue::ofString(""), expr); // as the library leaves it
    return value;
  case ValueKind::Pointer: {
    const llvm::StringRef name =
        modelledClass(type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl());
    if (name == "unique_ptr" || name == "shared_ptr")
      assign(from, AbsValue::pointerTo(nullptr), expr);
    return value;
  }
  default:
    return value;
  }
}

/// Assignment of a whole object; members keep their identity, so that references to them see the new values.
void Interpreter::assign(Location *to, AbsValue value, const Expr *expr) {
  if (!to)
    throw EagerPath{"writes through a null pointer", expr->getBeginLoc()};
  if (!to->oneOf.empty())
    unsupported(expr, "a write through a reference that '" + to->returnedBy + "' returned");
  if (to->external && to->byReference && !to->direct && to->anchor == to && expr && to->type->isCharType())
    unsupported(expr, "a write through a reference to a character, which may be one of a string");
  if (value.is(ValueKind::Record) && !value.isPoison()) {
    const AbsValue before = to->loaded || !to->external ? to->value : read(to, expr);
    if (before.is(ValueKind::Record)) {
      for (const auto &[fieldDecl, location] : value.record->fields) {
        if (fieldDecl->getType()->isReferenceType())
          continue;
        assign(field(to, fieldDecl, expr), read(location, expr), expr);
      }
      return;
    }
  }
  if (value.is(ValueKind::Sequence) && !value.sequence->open) {
    const AbsValue before = to->external ? read(to, expr) : to->value;
    const bool fixed = before.is(ValueKind::Sequence) && !before.sequence->open &&
                       before.sequence->elements.size() == value.sequence->elements.size();
    const bool released = std::exchange(value.sequence->released, false);
    if (fixed && (to->external || (before.sequence != value.sequence && !released))) {
      for (size_t i = 0; i < value.sequence->elements.size(); ++i) {
        assign(before.sequence->elements[i], read(value.sequence->elements[i], expr), expr);
        value.sequence->elements[i]->lost |= released;
      }
      return;
    }
    if (to->external)
      changeHost(to, expr);
  }
  if (value.is(ValueKind::Map) && to->external)
    changeHost(to, expr);
  if (value.is(ValueKind::Optional)) {
    const AbsValue before = to->external ? read(to, expr) : to->value;
    Location *held = before.is(ValueKind::Optional) ? before.location : nullptr;
    const auto isPlain = [](const Location *content) {
      return !content->type.isNull() && (isTensorType(content->type) || content->type->isArithmeticType());
    };
    if (held && value.location && isPlain(held)) {
      if (held != value.location) // is assigned to: references to it see the new value
        assign(held, read(value.location, expr), expr);
      return;
    }
    if (to->external && ((held && !isPlain(held)) || (value.location && !isPlain(value.location))))
      failOnChange(to, expr);
    if (held) // it ends
      held->written = held->outlives = false;
  }
  if (to->external && !to->written) {
    if (!to->loaded)
      externals.push_back(to);
    to->written = true;
    to->writtenStep = step;
  }
  nameForUser(value.isTensor() ? value.tensor : nullptr, to->name);
  to->value = std::move(value);
  to->loaded = true;
}

} // namespace fullgraph
