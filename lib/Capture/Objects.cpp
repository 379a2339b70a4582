// Glvalues: which object an expression denotes.
#include "lib/Capture/Interpreter.h"

#include "llvm/ADT/ScopeExit.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {

Location *Interpreter::evalObject(const Expr *expr) {
  countStep(expr);
  switch (expr->getStmtClass()) {
  case Stmt::ParenExprClass:
    return evalLocation(cast<ParenExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return evalLocation(cast<ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    return evalLocation(cast<ConstantExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return evalLocation(cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return evalLocation(cast<CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return evalLocation(cast<CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *temporaryExpr = cast<MaterializeTemporaryExpr>(expr);
    const llvm::SaveAndRestore<bool> save(bindsToVariable, false);
    return temporary(eval(temporaryExpr->getSubExpr()), temporaryExpr->getType());
  }
  case Stmt::DeclRefExprClass: {
    const ValueDecl *decl = cast<DeclRefExpr>(expr)->getDecl();
    if (const auto *binding = dyn_cast<BindingDecl>(decl)) {
      const auto *whole = cast<VarDecl>(binding->getDecomposedDecl());
      if (region && frames.size() == 1 && !frame().variables.count(whole))
        return localVariable(binding, expr);
      if (const VarDecl *holding = binding->getHoldingVar())
        return variableLocation(holding, expr);
      return evalLocation(binding->getBinding());
    }
    if (const auto *var = dyn_cast<VarDecl>(decl))
      return variableLocation(var, expr);
    if (const auto *callee = dyn_cast<FunctionDecl>(decl)) {
      AbsValue value;
      value.kind = ValueKind::Function;
      value.function = callee;
      return temporary(value, expr->getType());
    }
    if (isa<TemplateParamObjectDecl>(decl))
      unsupported(expr, "a template parameter object");
    break;
  }
  case Stmt::MemberExprClass:
    return memberLocation(cast<MemberExpr>(expr));
  case Stmt::ArraySubscriptExprClass: {
    const auto *access = cast<ArraySubscriptExpr>(expr);
    const Expr *base = access->getBase()->IgnoreParenImpCasts();
    Location *array;
    if (base->getType()->isArrayType()) {
      array = evalLocation(base);
    } else {
      const AbsValue pointer = eval(access->getBase());
      if (pointer.isPoison())
        return temporary(AbsValue::poison(), expr->getType());
      if (!pointer.is(ValueKind::Pointer) || !pointer.sequence)
        fail(BreakKind::RawDataPointer, expr->getSourceRange(), {sourceText(access->getBase(), context)});
      const AbsValue index = eval(access->getIdx());
      if (!index.isScalar())
        return subscript(nullptr, index, expr);
      AbsValue sequence = AbsValue::ofSequence(pointer.sequence);
      return subscript(temporary(sequence, base->getType()), AbsValue::ofScalar(pointer.sym + index.sym),
                       expr);
    }
    return subscript(array, eval(access->getIdx()), expr);
  }
  case Stmt::UnaryOperatorClass: {
    const auto *op = cast<UnaryOperator>(expr);
    if (op->getOpcode() == UO_Deref) {
      const AbsValue pointer = eval(op->getSubExpr());
      if (pointer.isPoison())
        return temporary(AbsValue::poison(), expr->getType());
      if (pointer.is(ValueKind::Function))
        return temporary(pointer, expr->getType());
      if (!pointer.is(ValueKind::Pointer))
        unsupported(expr, "a dereferenced pointer of unknown target");
      if (pointer.sequence)
        return subscript(temporary(AbsValue::ofSequence(pointer.sequence), {}),
                         AbsValue::ofScalar(pointer.sym), expr);
      if (!pointer.location)
        throw EagerPath{"dereferences a null pointer", expr->getBeginLoc()};
      return pointer.location;
    }
    if (op->isIncrementDecrementOp() && op->isPrefix())
      return evalIncrement(op).first;
    if (op->getOpcode() == UO_Extension || op->getOpcode() == UO_Real)
      return evalLocation(op->getSubExpr());
    break;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *op = cast<BinaryOperator>(expr);
    if (op->getOpcode() == BO_Comma) {
      if (op->getLHS()->isGLValue())
        evalLocation(op->getLHS());
      else
        eval(op->getLHS());
      return evalLocation(op->getRHS());
    }
    if (op->isAssignmentOp())
      return evalAssignment(op).first;
    break;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *op = cast<ConditionalOperator>(expr);
    if (!expr->isGLValue())
      break;
    const std::optional<bool> taken = truth(eval(op->getCond()), op->getCond(), Role::Ternary, op);
    if (!taken) {
      evalLocation(op->getTrueExpr());
      evalLocation(op->getFalseExpr());
      return temporary(AbsValue::poison(), expr->getType());
    }
    return evalLocation(*taken ? op->getTrueExpr() : op->getFalseExpr());
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    CallResult result = evalCall(cast<CallExpr>(expr));
    return result.reference ? result.reference : temporary(std::move(result.value), expr->getType());
  }
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return evalLocation(cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  case Stmt::StringLiteralClass:
    return temporary(AbsValue::ofString(cast<StringLiteral>(expr)->getBytes().str()), expr->getType());
  case Stmt::PredefinedExprClass:
    return temporary(AbsValue::ofString(cast<PredefinedExpr>(expr)->getFunctionName()->getBytes().str()),
                     expr->getType());
  case Stmt::OpaqueValueExprClass: {
    const auto *opaque = cast<OpaqueValueExpr>(expr);
    const auto found = opaqueLocations.find(opaque);
    if (found != opaqueLocations.end())
      return found->second;
    if (opaque->getSourceExpr())
      return evalLocation(opaque->getSourceExpr());
    break;
  }
  case Stmt::CXXReinterpretCastExprClass:
    fail(BreakKind::TypePunning, expr->getSourceRange(), {});
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXTypeidExprClass:
    fail(BreakKind::Rtti, expr->getSourceRange(), {});
  case Stmt::CXXThrowExprClass:
    throw EagerPath{"throws", expr->getBeginLoc()};
  case Stmt::InitListExprClass:
    if (expr->isGLValue() && cast<InitListExpr>(expr)->getNumInits() == 1)
      return evalLocation(cast<InitListExpr>(expr)->getInit(0));
    break;
  default:
    break;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expr); cast && expr->isGLValue()) {
    switch (cast->getCastKind()) {
    case CK_NoOp:
    case CK_LValueToRValue:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      return evalLocation(cast->getSubExpr());
    default:
      unsupported(expr, "the conversion of " + shortText(cast->getSubExpr()) + " to '" +
                            cast->getType().getAsString() + "'");
    }
  }
  if (!expr->isGLValue())
    return temporary(eval(expr), expr->getType());
  unsupported(expr, shortText(expr) + " here");
}

/// A reference that a function of the standard library returned, of which only the value is known: std::max
/// of two numbers.
Interpreter::CallResult Interpreter::referenceFrom(AbsValue value, Location *object,
                                                   const std::vector<Location *> &args,
                                                   const FunctionDecl *callee, const Expr *call) {
  const bool unknown = value.isPoison() || value.is(ValueKind::None);
  Location *location = temporary(std::move(value), callee->getReturnType().getNonReferenceType());
  if (unknown)
    return {location->value, nullptr};
  location->returnedBy = callee->getQualifiedNameAsString();
  location->declaration = call->getBeginLoc();
  if (object)
    location->oneOf.emplace_back(object, read(object, call));
  for (Location *arg : args)
    location->oneOf.emplace_back(arg, read(arg, call));
  return {{}, location};
}

void Interpreter::refuseUnknownObject(const Location *location, const Expr *use) {
  const auto same = [](const AbsValue &a, const AbsValue &b) {
    const bool whole = !a.record && !a.sequence && !a.map; // what is in these may change unseen
    return whole && a.kind == b.kind && a.tensor == b.tensor && a.sym == b.sym && a.location == b.location &&
           a.text == b.text;
  };
  bool known = !location->lost;
  for (const auto &[object, then] : location->oneOf)
    known = known && same(read(object, use), then);
  if (!known)
    fail(BreakKind::UnsupportedConstruct, use ? use->getSourceRange() : SourceRange(location->declaration),
         {location->lost
              ? "a reference to what was moved to another container"
              : "a reference that '" + location->returnedBy + "' returned, whose object has changed"});
}

Location *Interpreter::variableLocation(const VarDecl *var, const Expr *use) {
  for (const VarDecl *candidate : {var, static_cast<const VarDecl *>(var->getCanonicalDecl())}) {
    const auto found = frame().variables.find(candidate);
    if (found != frame().variables.end())
      return found->second;
  }
  if (var->getType().isVolatileQualified())
    fail(BreakKind::VolatileAccess, use->getSourceRange(), {var->getNameAsString()});
  // Constants that the compiler can evaluate need no guard.
  if ((var->getType().isConstQualified() || var->isConstexpr()) && var->getType()->isScalarType())
    if (std::optional<AbsValue> constant = evalConstant(use))
      return temporary(*constant, var->getType());
  const VarDecl *definition = nullptr;
  if (const Expr *init = var->getAnyInitializer(definition);
      init && (var->isConstexpr() || var->getType().isConstQualified()) &&
      definition->hasConstantInitialization()) {
    activeCalls.push_back(use); // what cannot be said of a library's constant is told where it is named
    const auto pop = llvm::make_scope_exit([&] { activeCalls.pop_back(); });
    if (const APValue *value = definition->evaluateValue()) {
      AbsValue constant = valueOf(*value, var->getType(), init);
      if (!constant.is(ValueKind::None))
        return temporary(std::move(constant), var->getType());
    }
    Location *location = initialise(definition->getType(), init, var->getNameAsString());
    return location;
  }
  if (var->isLocalVarDeclOrParm() && !var->isStaticLocal()) {
    if (region && frames.size() == 1)
      return localVariable(var, use);
    // A variable of the function around a compiled lambda, captured by it.
    if (frames.size() == 1 && isLambdaCallOperator(function.decl))
      return globals[var] = external(var->getType(), var->getNameAsString(), var, nullptr);
    unsupported(use, "variable '" + var->getNameAsString() + "' here");
  }
  auto found = globals.find(var->getCanonicalDecl());
  if (found != globals.end())
    return found->second;
  if (var->isStaticLocal() && region && frames.size() == 1) { // initialised in front of the region
    Location *location = localVariable(var, use);
    location->outlives = true;
    return location;
  }
  if (!var->getDeclContext()->getRedeclContext()->isFileContext() && !var->isStaticDataMember())
    unsupported(use, "variable '" + var->getNameAsString() + "' here");
  // Generated code names it where the function stands.
  std::string host = var->getNameAsString();
  for (const DeclContext *scope = var->getDeclContext(); scope; scope = scope->getParent()) {
    if (const auto *space = dyn_cast<NamespaceDecl>(scope);
        space && !space->isAnonymousNamespace() && !space->isInline())
      host = space->getNameAsString() + "::" + host;
    else if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      host = record->getNameAsString() + "::" + host;
  }
  const auto *owner = dyn_cast<CXXRecordDecl>(var->getDeclContext());
  const SourceManager &sources = context.getSourceManager();
  const bool visible =
      sources.isBeforeInTranslationUnit(sources.getExpansionLoc(var->getLocation()),
                                        sources.getExpansionLoc(function.decl->getBody()->getBeginLoc()));
  if ((owner && !mayName(var, owner, nullptr)) || (owner && isa<ClassTemplateSpecializationDecl>(owner)) ||
      !visible)
    unsupported(use, "variable '" + var->getNameAsString() + "', which the compiled function cannot name,");
  Location *location = external(var->getType(), "::" + host, var, nullptr);
  location->byReference = location->outlives = true;
  location->direct = !var->getType()->isReferenceType();
  return globals[var->getCanonicalDecl()] = location;
}

Location *Interpreter::memberLocation(const MemberExpr *member) {
  const ValueDecl *decl = member->getMemberDecl();
  if (const auto *var = dyn_cast<VarDecl>(decl)) { // a static data member
    if (member->getBase()->isGLValue())
      evalLocation(member->getBase());
    return variableLocation(var, member);
  }
  const auto *fieldDecl = dyn_cast<FieldDecl>(decl);
  if (!fieldDecl)
    unsupported(member, "member '" + decl->getNameAsString() + "'");
  Location *object;
  if (member->isArrow()) {
    const AbsValue pointer = eval(member->getBase());
    if (pointer.isPoison())
      return temporary(pointer, member->getType());
    if (!pointer.is(ValueKind::Pointer))
      unsupported(member, "a pointer of unknown target");
    object = pointer.sequence ? subscript(temporary(AbsValue::ofSequence(pointer.sequence), {}),
                                          AbsValue::ofScalar(pointer.sym), member)
                              : pointer.location;
    if (!object)
      throw EagerPath{"dereferences a null pointer", member->getBeginLoc()};
  } else {
    object = evalLocation(member->getBase());
  }
  return field(object, fieldDecl, member);
}

Location *Interpreter::subscript(Location *base, const AbsValue &index, const Expr *expr) {
  if (index.isPoison())
    return temporary(index, expr->getType());
  if (index.is(ValueKind::TensorScalar))
    failOnTensorValue(BreakKind::DataDependentIndex, index, expr->getSourceRange());
  if (!index.isScalar())
    unsupported(expr, "an index of this type");
  const AbsValue &value = read(base, expr);
  if (value.isPoison())
    return temporary(value, expr->getType());
  if (value.is(ValueKind::String) && index.sym.isConst()) {
    const size_t at = static_cast<size_t>(*index.sym.asInt());
    if (at > value.text.size())
      throw EagerPath{"reads past a string", expr->getBeginLoc()};
    return temporary(AbsValue::ofScalar(Sym(at < value.text.size() ? value.text[at] : 0)), expr->getType());
  }
  if (!value.is(ValueKind::Sequence))
    unsupported(expr, "an index into this type");
  const std::shared_ptr<SequenceObject> sequence = value.sequence;
  return sequenceElement(base, *sequence, index.sym, expr);
}

/// std::swap: elements go with their container, and references to them with them.
void Interpreter::swapObjects(Location *a, Location *b, QualType type, const Expr *expr) {
  const AbsValue before = read(a, expr), other = read(b, expr);
  if (a == b || before.isPoison() || other.isPoison())
    return;
  const llvm::StringRef name =
      modelledClass(type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl());
  const bool same = before.kind == other.kind;
  if (same && before.is(ValueKind::Record)) {
    const bool moves = before.record->decl->hasMoveConstructor();
    refuseOwnCopy(before.record->decl, moves, expr);
    refuseOwnAssignment(type, expr);
    if (moves) {
      for (const auto &[member, location] : before.record->fields)
        if (const auto found = other.record->fields.find(member); found != other.record->fields.end())
          swapObjects(location, found->second, member->getType(), expr);
      return;
    }
    const AbsValue copy = copyValue(before, type, expr);
    assign(a, copyValue(other, type, expr), expr);
    assign(b, copy, expr);
    return;
  }
  const bool lists =
      same && before.is(ValueKind::Sequence) && !before.sequence->open && !other.sequence->open;
  if (lists && name != "vector" && name != "deque" && name != "span" && name != "ArrayRef") {
    if (before.sequence->elements.size() != other.sequence->elements.size())
      unsupported(expr, "a swap of these");
    for (size_t i = 0; i < before.sequence->elements.size(); ++i)
      swapObjects(before.sequence->elements[i], other.sequence->elements[i],
                  before.sequence->elements[i]->type, expr);
    return;
  }
  if (before.is(ValueKind::Sequence) && !lists)
    leaveHost(expr, "a swap of containers whose length is only known at run time");
  if (before.is(ValueKind::Map) && (before.map->open || other.map->open)) {
    changeHost(a, expr);
    changeHost(b, expr);
  }
  if ((lists || (same && before.is(ValueKind::Map))) && !a->external && !b->external) {
    std::swap(a->value, b->value);
    return;
  }
  if (lists || before.is(ValueKind::Optional) || before.is(ValueKind::Variant)) {
    Location *kept = temporary(moveFrom(a, type, expr), type);
    assign(a, moveFrom(b, type, expr), expr);
    assign(b, moveFrom(kept, type, expr), expr);
    return;
  }
  assign(a, other, expr);
  assign(b, before, expr);
}

} // namespace fullgraph
