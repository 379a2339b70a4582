// Glvalues: which object an expression denotes.

#include "lib/Capture/Eval/Expressions.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/ConstantTables.h"

#include "clang/AST/ASTLambda.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

/// The expression within a form that denotes the same object. Null for other forms.
static const Expr *sameObject(const Expr *expr) {
  switch (expr->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(expr)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
    return cast<ExprWithCleanups>(expr)->getSubExpr();
  case Stmt::ConstantExprClass:
    return cast<ConstantExpr>(expr)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(expr)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(expr)->getExpr();
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm();
  default:
    return nullptr;
  }
}

Location *Expressions::declaredObject(const DeclRefExpr *expr) {
  const ValueDecl *decl = expr->getDecl();
  if (const auto *binding = dyn_cast<BindingDecl>(decl)) {
    const auto *whole = cast<VarDecl>(binding->getDecomposedDecl());
    if (walk.region && walk.frames.size() == 1 && !walk.frame().variables.count(whole))
      return caller.localVariable(binding, expr);
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
    return path.temporary(value, expr->getType());
  }
  if (isa<TemplateParamObjectDecl>(decl))
    report.unsupported(expr, "a template parameter object");
  return nullptr;
}

Location *Expressions::subscriptObject(const ArraySubscriptExpr *expr) {
  const Expr *base = expr->getBase()->IgnoreParenImpCasts();
  if (base->getType()->isArrayType()) {
    Location *array = evalLocation(base); // before the index
    return subscript(array, eval(expr->getIdx()), expr);
  }
  const AbsValue pointer = eval(expr->getBase());
  if (pointer.isPoison())
    return path.temporary(AbsValue::poison(), expr->getType());
  if (!pointer.is(ValueKind::Pointer) || !pointer.sequence)
    report.fail(BreakKind::RawDataPointer, expr->getSourceRange(), {sourceText(expr->getBase(), context)});
  const AbsValue index = eval(expr->getIdx());
  if (!index.isScalar())
    return subscript(nullptr, index, expr);
  AbsValue sequence = AbsValue::ofSequence(pointer.sequence);
  return subscript(path.temporary(sequence, base->getType()), AbsValue::ofScalar(pointer.sym + index.sym),
                   expr);
}

Location *Expressions::pointedObject(const UnaryOperator *op) {
  const AbsValue pointer = eval(op->getSubExpr());
  if (pointer.isPoison())
    return path.temporary(AbsValue::poison(), op->getType());
  if (pointer.is(ValueKind::Function))
    return path.temporary(pointer, op->getType());
  if (!pointer.is(ValueKind::Pointer))
    report.unsupported(op, "a dereferenced pointer of unknown target");
  if (pointer.sequence)
    return subscript(path.temporary(AbsValue::ofSequence(pointer.sequence), {}),
                     AbsValue::ofScalar(pointer.sym), op);
  if (!pointer.location)
    throw EagerPath{"dereferences a null pointer", op->getBeginLoc()};
  return pointer.location;
}

Location *Expressions::unaryObject(const UnaryOperator *op) {
  if (op->getOpcode() == UO_Deref)
    return pointedObject(op);
  if (op->isIncrementDecrementOp() && op->isPrefix())
    return evalIncrement(op).first;
  if (op->getOpcode() == UO_Extension || op->getOpcode() == UO_Real)
    return evalLocation(op->getSubExpr());
  return nullptr;
}

Location *Expressions::binaryObject(const BinaryOperator *op) {
  if (op->getOpcode() == BO_Comma) {
    if (op->getLHS()->isGLValue())
      evalLocation(op->getLHS());
    else
      eval(op->getLHS());
    return evalLocation(op->getRHS());
  }
  if (op->isAssignmentOp())
    return evalAssignment(op).first;
  return nullptr;
}

Location *Expressions::chosenObject(const ConditionalOperator *op) {
  if (!op->isGLValue())
    return nullptr;
  const std::optional<bool> taken =
      statements.truth(eval(op->getCond()), op->getCond(), BranchRole::Ternary, op);
  if (!taken) {
    evalLocation(op->getTrueExpr());
    evalLocation(op->getFalseExpr());
    return path.temporary(AbsValue::poison(), op->getType());
  }
  return evalLocation(*taken ? op->getTrueExpr() : op->getFalseExpr());
}

/// static_cast of an object of the caller's to a class that derives from the one it was reached by, as a base
/// that is handed its derived class does: it has that class's members, too.
void Expressions::becomeDerived(Location *object, const CastExpr *cast) {
  const AbsValue &value = caller.read(object, cast);
  const QualType target = cast->isGLValue() ? cast->getType() : cast->getType()->getPointeeType();
  const CXXRecordDecl *to = target->getAsCXXRecordDecl();
  to = to ? to->getDefinition() : nullptr;
  if (!to || !object->external || object->cxx.empty() || !value.is(ValueKind::Record) ||
      !to->isDerivedFrom(value.record->decl))
    return;
  const auto *method = dyn_cast<CXXMethodDecl>(function.decl);
  const bool isOwn = object->cxx == "(*this)";
  const bool isConst = isOwn && method ? method->isConst() : target.isConstQualified();
  // In a template, the class is complete only where that is instantiated: a lambda's result has no members
  // before.
  caller.becomeDerived(object, to,
                       std::string("[](auto &object) -> auto & { return static_cast<") +
                           (isConst ? "const " : "") + fullTypeName(classType(to), context) +
                           " &>(object); }(" + object->cxx + ")");
}

/// `static_cast<Derived *>(this)`
AbsValue Expressions::derivedPointer(const CastExpr *cast) {
  AbsValue pointer = eval(cast->getSubExpr());
  if (pointer.is(ValueKind::Pointer) && pointer.location)
    becomeDerived(pointer.location, cast);
  return pointer;
}

void Expressions::noteConst(const CastExpr *cast) {
  const auto referredTo = [](const Expr *expr) {
    const QualType pointee = expr->getType()->getPointeeType();
    return expr->isGLValue() ? expr->getType() : pointee;
  };
  const QualType from = referredTo(cast->getSubExpr()), to = referredTo(cast);
  if (isa<ExplicitCastExpr>(cast) && !from.isNull() && !to.isNull() && from.isConstQualified() &&
      !to.isConstQualified() && !report.isLibrary(cast->getExprLoc()))
    use<Renderer>().constDropped = cast->getSourceRange();
}

Location *Expressions::castObject(const CastExpr *cast) {
  noteConst(cast);
  switch (cast->getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return evalLocation(cast->getSubExpr());
  case CK_BaseToDerived: {
    Location *object = evalLocation(cast->getSubExpr());
    becomeDerived(object, cast);
    return object;
  }
  default:
    report.unsupported(cast, "the conversion of " + report.shortText(cast->getSubExpr()) + " to '" +
                                 cast->getType().getAsString() + "'");
  }
}

Location *Expressions::evalObject(const Expr *expr) {
  path.countStep(expr);
  if (expr->getType().isVolatileQualified() && isa<UnaryOperator, ArraySubscriptExpr, MemberExpr>(expr))
    report.fail(BreakKind::VolatileAccess, expr->getSourceRange(),
                {llvm::StringRef(report.shortText(expr)).trim('\'').str()});
  if (const Expr *inner = sameObject(expr))
    return evalLocation(inner);
  switch (expr->getStmtClass()) {
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *temporaryExpr = cast<MaterializeTemporaryExpr>(expr);
    const llvm::SaveAndRestore<bool> save(bindsToVariable, false);
    return path.temporary(eval(temporaryExpr->getSubExpr()), temporaryExpr->getType());
  }
  case Stmt::DeclRefExprClass:
    if (Location *object = declaredObject(cast<DeclRefExpr>(expr)))
      return object;
    break;
  case Stmt::MemberExprClass:
    return memberLocation(cast<MemberExpr>(expr));
  case Stmt::ArraySubscriptExprClass:
    return subscriptObject(cast<ArraySubscriptExpr>(expr));
  case Stmt::UnaryOperatorClass:
    if (Location *object = unaryObject(cast<UnaryOperator>(expr)))
      return object;
    break;
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    if (Location *object = binaryObject(cast<BinaryOperator>(expr)))
      return object;
    break;
  case Stmt::ConditionalOperatorClass:
    if (Location *object = chosenObject(cast<ConditionalOperator>(expr)))
      return object;
    break;
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    CallResult result = calls.evalCall(cast<CallExpr>(expr));
    return result.reference ? result.reference : path.temporary(std::move(result.value), expr->getType());
  }
  case Stmt::StringLiteralClass:
    return path.temporary(AbsValue::ofString(cast<StringLiteral>(expr)->getBytes().str()), expr->getType());
  case Stmt::PredefinedExprClass:
    return path.temporary(AbsValue::ofString(cast<PredefinedExpr>(expr)->getFunctionName()->getBytes().str()),
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
    report.fail(BreakKind::TypePunning, expr->getSourceRange(), {});
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXTypeidExprClass:
    report.fail(BreakKind::Rtti, expr->getSourceRange(), {});
  case Stmt::CXXThrowExprClass:
    throw EagerPath{"throws", expr->getBeginLoc()};
  case Stmt::InitListExprClass:
    if (expr->isGLValue() && cast<InitListExpr>(expr)->getNumInits() == 1)
      return evalLocation(cast<InitListExpr>(expr)->getInit(0));
    break;
  default:
    break;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expr); cast && expr->isGLValue())
    return castObject(cast);
  if (!expr->isGLValue())
    return path.temporary(eval(expr), expr->getType());
  report.unsupported(expr, report.shortText(expr) + " here");
}

Location *Expressions::variableLocation(const VarDecl *var, const Expr *use) {
  for (const VarDecl *candidate : {var, static_cast<const VarDecl *>(var->getCanonicalDecl())}) {
    const auto found = walk.frame().variables.find(candidate);
    if (found != walk.frame().variables.end())
      return found->second;
  }
  if (var->isLocalExternDecl())
    report.unsupported(use, "a variable that is declared 'extern' within a function");
  if (var->getType().isVolatileQualified())
    report.fail(BreakKind::VolatileAccess, use->getSourceRange(), {var->getNameAsString()});
  // Constants that the compiler can evaluate need no guard.
  if ((var->getType().isConstQualified() || var->isConstexpr()) && var->getType()->isScalarType())
    if (std::optional<AbsValue> constant = evalConstant(use))
      return path.temporary(*constant, var->getType());
  const VarDecl *definition = nullptr;
  if (const Expr *init = var->getAnyInitializer(definition);
      init && (var->isConstexpr() || var->getType().isConstQualified()) &&
      (definition->hasConstantInitialization() || isConstantTable(definition))) {
    // One object, however often it is named: begin() and end() are places in the same array.
    Location *&known = constants[definition];
    if (known)
      return known;
    walk.activeCalls.push_back(use); // what cannot be said of a library's constant is told where it is named
    const auto pop = llvm::make_scope_exit([&] { walk.activeCalls.pop_back(); });
    if (const APValue *value = definition->hasConstantInitialization() ? definition->evaluateValue() : nullptr) {
      AbsValue constant = valueOf(*value, var->getType(), init);
      if (!constant.is(ValueKind::None))
        return known = path.temporary(std::move(constant), var->getType());
    }
    Location *location = objects.initialise(definition->getType(), init, var->getNameAsString());
    return constants[definition] = location;
  }
  if (var->isLocalVarDeclOrParm() && !var->isStaticLocal()) {
    if (walk.region && walk.frames.size() == 1)
      return caller.localVariable(var, use);
    // A variable of the function around a compiled lambda, captured by it.
    if (walk.frames.size() == 1 && isLambdaCallOperator(function.decl))
      return caller.globals[var] = caller.external(var->getType(), variableText(var), var, nullptr);
    report.unsupported(use, "variable '" + var->getNameAsString() + "' here");
  }
  auto found = caller.globals.find(var->getCanonicalDecl());
  if (found != caller.globals.end())
    return found->second;
  if (var->isStaticLocal() && walk.region && walk.frames.size() == 1) { // initialised in front of the region
    Location *location = caller.localVariable(var, use);
    location->reach.outlives = true;
    return location;
  }
  if (!var->getDeclContext()->getRedeclContext()->isFileContext() && !var->isStaticDataMember())
    report.unsupported(use, "variable '" + var->getNameAsString() + "' here");
  // Generated code names it where the function stands.
  std::string cxx = var->getNameAsString();
  for (const DeclContext *scope = var->getDeclContext(); scope; scope = scope->getParent()) {
    if (const auto *space = dyn_cast<NamespaceDecl>(scope);
        space && !space->isAnonymousNamespace() && !space->isInline())
      cxx = space->getNameAsString() + "::" + cxx;
    else if (const auto *record = dyn_cast<CXXRecordDecl>(scope))
      cxx = record->getNameAsString() + "::" + cxx;
  }
  const auto *owner = dyn_cast<CXXRecordDecl>(var->getDeclContext());
  const SourceManager &sources = context.getSourceManager();
  const bool visible =
      sources.isBeforeInTranslationUnit(sources.getExpansionLoc(var->getLocation()),
                                        sources.getExpansionLoc(function.decl->getBody()->getBeginLoc()));
  if ((owner && !caller.mayName(var, owner, nullptr)) ||
      (owner && isa<ClassTemplateSpecializationDecl>(owner)) || !visible)
    report.unsupported(use,
                       "variable '" + var->getNameAsString() + "', which the compiled function cannot name,");
  Location *location = caller.external(var->getType(), "::" + cxx, var, nullptr);
  location->reach.byReference = location->reach.outlives = true;
  location->reach.direct = !var->getType()->isReferenceType();
  return caller.globals[var->getCanonicalDecl()] = location;
}

Location *Expressions::memberLocation(const MemberExpr *member) {
  const ValueDecl *decl = member->getMemberDecl();
  if (const auto *var = dyn_cast<VarDecl>(decl)) { // a static data member
    if (member->getBase()->isGLValue())
      evalLocation(member->getBase());
    return variableLocation(var, member);
  }
  const auto *fieldDecl = dyn_cast<FieldDecl>(decl);
  if (!fieldDecl)
    report.unsupported(member, "member '" + decl->getNameAsString() + "'");
  Location *object;
  if (member->isArrow()) {
    const AbsValue pointer = eval(member->getBase());
    if (pointer.isPoison())
      return path.temporary(pointer, member->getType());
    if (!pointer.is(ValueKind::Pointer))
      report.unsupported(member, "a pointer of unknown target");
    object = pointer.sequence ? subscript(path.temporary(AbsValue::ofSequence(pointer.sequence), {}),
                                          AbsValue::ofScalar(pointer.sym), member)
                              : pointer.location;
    if (!object)
      throw EagerPath{"dereferences a null pointer", member->getBeginLoc()};
  } else {
    object = evalLocation(member->getBase());
  }
  return caller.field(object, fieldDecl, member);
}

Location *Expressions::subscript(Location *base, const AbsValue &index, const Expr *expr) {
  if (index.isPoison())
    return path.temporary(index, expr->getType());
  if (index.is(ValueKind::TensorScalar))
    report.failOnTensorValue(BreakKind::DataDependentIndex, index, expr->getSourceRange());
  if (!index.isScalar())
    report.unsupported(expr, "an index of this type");
  const AbsValue &value = caller.read(base, expr);
  if (value.isPoison())
    return path.temporary(value, expr->getType());
  if (value.is(ValueKind::String) && index.sym.isConst()) {
    const size_t at = static_cast<size_t>(*index.sym.asInt());
    if (at > value.text.size())
      throw EagerPath{"reads past a string", expr->getBeginLoc()};
    return path.temporary(AbsValue::ofScalar(Sym(at < value.text.size() ? value.text[at] : 0)),
                          expr->getType());
  }
  if (!value.is(ValueKind::Sequence))
    report.unsupported(expr, "an index into this type");
  const std::shared_ptr<SequenceObject> sequence = value.sequence;
  return caller.sequenceElement(base, *sequence, index.sym, expr);
}

} // namespace fullgraph
