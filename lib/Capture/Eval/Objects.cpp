// Objects: construction, copies, moves and assignment.

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
#include "lib/Capture/Syntax/Constructions.h"
#include "lib/Capture/Tensors/TensorOps.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

Location *Objects::initialise(QualType type, const Expr *init, std::string name) {
  AbsValue value;
  if (init) {
    const llvm::SaveAndRestore<bool> save(expressions.bindsToVariable,
                                          true); // its destructor runs with the variable's scope
    value = init->isGLValue() ? copyValue(caller.read(expressions.evalLocation(init), init), type, init)
                              : expressions.eval(init);
  } else {
    value = defaultValue(type, nullptr, false);
  }
  Location *location = path.temporary(std::move(value), type);
  location->name = std::move(name);
  if (init)
    location->loc = report.loc(init);
  Value *tensor = location->value.isTensor() ? location->value.tensor : nullptr;
  tensors.nameForUser(tensor, location->name);
  return location;
}

AbsValue Objects::defaultValue(QualType type, const Expr *expr, bool valueInit) {
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
          path.temporary(defaultValue(array->getElementType(), expr, valueInit), array->getElementType()));
    return AbsValue::ofSequence(std::move(sequence));
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record)
    return {};
  if (expr)
    report.refuseContainer(type, expr);
  if (const ClassModel *model = modelOf(record))
    if (std::optional<AbsValue> value = model->defaultValue(walk, type, expr, valueInit))
      return std::move(*value);
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
  Location *object = path.temporary(value, type);
  const llvm::SaveAndRestore<Location *> save(walk.frame().thisObject, object);
  for (const FieldDecl *fieldDecl : record->getDefinition()->fields())
    value.record->fields[fieldDecl] =
        initialise(fieldDecl->getType(), fieldDecl->getInClassInitializer(), "");
  return value;
}

AbsValue Objects::construct(const CXXConstructorDecl *ctor, llvm::ArrayRef<const Expr *> args, QualType type,
                            const Expr *expr) {
  if (const auto *array = context.getAsConstantArrayType(type)) { // an array of class objects
    auto sequence = std::make_shared<SequenceObject>();
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      sequence->elements.push_back(
          path.temporary(construct(ctor, args, array->getElementType(), expr), array->getElementType()));
    return AbsValue::ofSequence(std::move(sequence));
  }
  walk.activeCalls.push_back(expr);
  struct Pop {
    std::vector<const Expr *> &calls;
    ~Pop() { calls.pop_back(); }
  } pop{walk.activeCalls};
  const CXXRecordDecl *record = ctor->getParent();
  report.refuseThreading(record, expr);
  report.refuseContainer(type, expr);
  const bool modelled = isTensorType(type) || isLibraryClass(record);
  if (ctor->isCopyOrMoveConstructor() && args.size() >= 1 && (modelled || !ctor->isUserProvided())) {
    Location *from = sliced(expressions.evalLocation(args[0]), record, expr);
    return ctor->isMoveConstructor() ? moveFrom(from, type, expr)
                                     : copyValue(caller.read(from, expr), type, expr);
  }
  const std::vector<Location *> locations = calls.evalArgs(ctor, args);
  if (isTensorType(type)) {
    if (locations.empty())
      return AbsValue::ofTensor(nullptr);
    report.unsupported(expr, "this way to construct a tensor");
  }
  if (modelled) {
    for (Location *location : locations)
      if (caller.read(location, expr).isPoison())
        return constructors.unknownScalar(ctor).value_or(AbsValue::poison());
    report.refuseUnstated(ctor, expr);
    if (isModelled(ctor)) {
      if (std::optional<AbsValue> value = constructByModel(walk, ctor, locations, type, expr))
        return std::move(*value);
      // As members that nothing models, an object of such a class would be unknown to its own methods.
      if (isStdLibrary(record))
        report.fail(BreakKind::SystemCallee, expr->getSourceRange(), systemCallee(ctor));
    }
    // Classes of the standard library that hold nothing a graph needs (std::move_only helpers, tags) are
    // opaque.
    if (record->isEmpty())
      return runConstructor(ctor, locations, type, expr);
  }
  return runConstructor(ctor, locations, type, expr);
}

AbsValue Objects::constructOnce(const CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                                QualType type, const Expr *expr) {
  const CXXRecordDecl *record = ctor->getParent();
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = type;
  value.record = std::make_shared<RecordObject>();
  value.record->decl = record;
  if (record->isUnion())
    report.fail(BreakKind::TypePunning, expr ? expr->getSourceRange() : record->getSourceRange(), {});
  if (record->getNumVBases() && expr) // which the most derived class's constructor makes, once
    report.unsupported(expr, "a class with a virtual base");
  const FunctionDecl *definition = nullptr;
  const bool trivial = ctor->isDefaulted() || ctor->isImplicit();
  if (!ctor->hasBody(definition)) {
    if (!trivial) {
      if (expr)
        calls.breakOpaqueCall(ctor, expr, args);
      report.fail(BreakKind::NoVisibleDefinition, record->getSourceRange(),
                  {ctor->getQualifiedNameAsString()});
    }
    definition = ctor;
  }
  if (walk.frames.size() > 256 && expr)
    report.fail(BreakKind::Recursion, expr->getSourceRange(), {ctor->getQualifiedNameAsString()});
  Location *object = path.temporary(value, type);
  Frame callee;
  callee.function = definition;
  callee.call = expr;
  callee.thisObject = object;
  calls.bindParameters(callee, definition, args);
  walk.frames.push_back(std::move(callee));
  struct Pop {
    std::vector<Frame> &frames;
    ~Pop() { frames.pop_back(); }
  } pop{walk.frames};
  initBaseOrMember(object, cast<CXXConstructorDecl>(definition), walk.frame());
  if (definition->getBody())
    statements.exec(definition->getBody());
  return object->value;
}

void Objects::initBaseOrMember(Location *object, const CXXConstructorDecl *ctor, Frame &) {
  std::set<const FieldDecl *> done;
  const std::shared_ptr<RecordObject> target = object->value.record;
  const auto absorb = [&](AbsValue part) {
    if (part.is(ValueKind::Record))
      for (const auto &[fieldDecl, location] : part.record->fields)
        target->fields[fieldDecl] = location;
  };
  for (const CXXCtorInitializer *init : ctor->inits()) {
    if (init->isDelegatingInitializer()) {
      AbsValue whole = expressions.eval(init->getInit());
      if (whole.is(ValueKind::Record))
        target->alternatives = whole.record->alternatives;
      absorb(std::move(whole));
      return;
    }
    if (init->isBaseInitializer()) {
      AbsValue part = expressions.eval(init->getInit());
      if (part.is(ValueKind::Record))
        constructors.mergeAlternatives(part);
      absorb(std::move(part));
      continue;
    }
    if (walk.predicting && init->getMember() && !init->getMember()->getType()->isReferenceType()) {
      AbsValue value = AbsValue::poison();
      try {
        value = initialise(init->getMember()->getType(), init->getInit(), "")->value;
      } catch (const BreakError &) {
      } catch (const SplitPoint &) {
      }
      done.insert(init->getMember());
      target->fields[init->getMember()] = path.temporary(std::move(value), init->getMember()->getType());
      continue;
    }
    const FieldDecl *fieldDecl = init->getMember();
    if (!fieldDecl)
      report.unsupported(init->getInit(), "an anonymous member");
    done.insert(fieldDecl);
    target->fields[fieldDecl] = fieldDecl->getType()->isReferenceType()
                                    ? expressions.evalLocation(init->getInit())
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
Location *Objects::sliced(Location *object, const CXXRecordDecl *to, const Expr *expr) {
  const auto isOf = [](const CXXRecordDecl *one, const CXXRecordDecl *other) {
    return one->getCanonicalDecl() == other->getCanonicalDecl();
  };
  const AbsValue &whole = caller.read(object, expr);
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
  return path.temporary(std::move(part), classType(to));
}

AbsValue Objects::runConstructor(const CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                                 QualType type, const Expr *expr) {
  if (!walk.predicting || !isModuleClass(ctor->getParent()))
    return constructOnce(ctor, args, type, expr);
  ConstructorAnswers own;
  own.depth = walk.frames.size() + 1;
  const llvm::SaveAndRestore<ConstructorAnswers *> save(constructors.choices, &own);
  std::vector<const Location *> made;
  const auto asIs = [&] {
    constructors.choices = nullptr;
    return constructOnce(ctor, args, type, expr);
  };
  do {
    own.next = 0;
    own.answers.clear();
    try {
      AbsValue object = constructOnce(ctor, args, type, expr);
      if (own.taken.empty())
        return object;
      if (object.is(ValueKind::Record)) // of another one nothing is known
        made.push_back(path.temporary(std::move(object), type));
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

/// The object that a call of the library's makes of its arguments, by the new-expression that stands deep in
/// the library.
std::optional<AbsValue> Objects::makeAsLibrary(QualType type, const std::vector<Location *> &args,
                                               const Expr *expr) {
  const auto *call = dyn_cast_or_null<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !isStdLibrary(callee))
    return std::nullopt;
  const auto construction = constructionIn(callee, type, static_cast<unsigned>(args.size()), context);
  if (!construction)
    return std::nullopt;
  Frame inner;
  inner.function = construction->within;
  inner.decisionsBefore = path.decisions.size();
  inner.call = call;
  std::vector<Location *> bound = args;
  if (construction->within->getNumParams() > args.size()) // the place
    bound.insert(bound.begin(), path.temporary(AbsValue::poison(), context.VoidPtrTy));
  calls.bindParameters(inner, construction->within, bound);
  walk.frames.push_back(std::move(inner));
  const auto pop = llvm::make_scope_exit([&] { walk.frames.pop_back(); });
  return expressions.eval(construction->made->getInitializer());
}

/// make_shared<T>(args...): T's constructor with parameters for them. Where several of its constructors might
/// take them, the library's own expression is asked which one it is.
std::optional<AbsValue> Objects::makeObject(QualType type, const std::vector<Location *> &args,
                                            const Expr *call) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || isTensorType(type) || !record->hasDefinition())
    return std::nullopt;
  if (isLibraryClass(record)) // lists.emplace_back(count)
    return isFgClass(record) ? std::nullopt : makeAsLibrary(type, args, call);
  const CXXConstructorDecl *chosen = nullptr;
  unsigned fits = 0;
  for (const CXXConstructorDecl *ctor : record->getDefinition()->ctors()) {
    if (ctor->isDeleted() || args.size() > ctor->getNumParams() ||
        args.size() < ctor->getMinRequiredArguments())
      continue;
    unsigned exact = 1;
    bool possible = true;
    for (size_t i = 0; i < args.size(); ++i) {
      const QualType wanted = ctor->getParamDecl(static_cast<unsigned>(i))->getType().getNonReferenceType();
      const bool same = !args[i]->type.isNull() && context.hasSameUnqualifiedType(wanted, args[i]->type);
      const bool number =
          wanted->isArithmeticType() && !args[i]->type.isNull() && args[i]->type->isArithmeticType();
      possible &= same || number;
      exact += same;
    }
    if (possible && exact >= fits) {
      chosen = exact > fits ? ctor : nullptr; // which of two is better, only overload resolution can tell
      fits = exact;
    }
  }
  if (!chosen)
    return makeAsLibrary(type, args, call);
  std::vector<Location *> bound;
  for (unsigned i = 0; i < chosen->getNumParams(); ++i) {
    const ParmVarDecl *parameter = chosen->getParamDecl(i);
    const QualType wanted = parameter->getType().getNonReferenceType();
    if (i >= args.size()) {
      if (parameter->hasUninstantiatedDefaultArg() || parameter->hasUnparsedDefaultArg())
        return std::nullopt;
      bound.push_back(path.temporary(expressions.eval(parameter->getDefaultArg()), wanted));
      continue;
    }
    const AbsValue given = caller.read(args[i], call);
    if (given.isScalar() && wanted->isArithmeticType())
      bound.push_back(path.temporary(scalars.convert(given, args[i]->type, wanted, call), wanted));
    else if (parameter->getType()->isReferenceType())
      bound.push_back(args[i]);
    else
      bound.push_back(path.temporary(copyValue(given, wanted, call), wanted));
  }
  if (chosen->isCopyOrMoveConstructor() && !chosen->isUserProvided())
    return copyValue(caller.read(bound[0], call), type, call);
  return runConstructor(chosen, bound, type, call);
}

/// What a std::function holds that is made from `target`.
AbsValue Objects::callableOf(const AbsValue &target, QualType type, const Expr *expr) {
  if (target.is(ValueKind::Callable))
    return copyValue(target, type, expr);
  AbsValue value;
  value.kind = ValueKind::Callable;
  if (target.isPoison())
    return target;
  if (target.is(ValueKind::Record) || target.is(ValueKind::Function))
    value.location = path.temporary(copyValue(target, type, expr), type);
  else if (isReferenceWrapper(type))
    value.location = target.location;
  else if (!target.is(ValueKind::None) &&
           (!target.is(ValueKind::Pointer) || target.location || target.sequence))
    report.unsupported(expr, "a std::function made of this");
  return value;
}

} // namespace fullgraph
