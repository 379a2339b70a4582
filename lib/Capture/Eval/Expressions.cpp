// Expressions: objects (glvalues) and values (prvalues).
#include "lib/Capture/Eval/Expressions.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/CallRule.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/KernelWalk.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {

std::optional<AbsValue> Expressions::evalConstant(const Expr *expr) {
  if (expr->isValueDependent() || expr->getType()->isDependentType())
    return std::nullopt;
  Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, context) || result.HasSideEffects)
    return std::nullopt;
  AbsValue value = valueOf(result.Val, expr->getType(), expr);
  if (value.is(ValueKind::None))
    return std::nullopt;
  return value;
}

AbsValue Expressions::valueOf(const APValue &value, QualType type, const Expr *expr) {
  if (value.isInt() || value.isFloat()) {
    const std::optional<Sym> number = constantNumber(value, type);
    return number ? AbsValue::ofScalar(*number) : AbsValue();
  }
  if (value.isArray()) {
    auto sequence = std::make_shared<SequenceObject>();
    const auto *array = context.getAsConstantArrayType(type);
    if (!array)
      return {};
    for (unsigned i = 0; i < value.getArraySize(); ++i) {
      const APValue &element =
          i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i) : value.getArrayFiller();
      AbsValue v = valueOf(element, array->getElementType(), expr);
      if (v.is(ValueKind::None))
        return {};
      sequence->elements.push_back(path.temporary(std::move(v), array->getElementType()));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  return {};
}

namespace {

constexpr unsigned maxNesting = 20000; // of expressions, calls included; Paths.cpp provides the stack for it

struct Nesting {
  explicit Nesting(unsigned &depth) : depth(depth) { ++depth; }
  ~Nesting() { --depth; }
  unsigned &depth;
};
} // namespace

AbsValue Expressions::eval(const Expr *expr) {
  const Nesting nesting(depth);
  if (depth > maxNesting)
    report.unsupported(expr, "an expression nested this deep");
  if (Location *known = substitute(expr))
    return isArrow(expr) ? AbsValue::pointerTo(known) : caller.read(known, expr);
  return evalValue(expr);
}

Location *Expressions::evalLocation(const Expr *expr) {
  const Nesting nesting(depth);
  if (depth > maxNesting)
    report.unsupported(expr, "an expression nested this deep");
  if (Location *known = substitute(expr))
    return known;
  return evalObject(expr);
}

/// The variable that stands for an expression which the code in front of the region has evaluated.
Location *Expressions::substitute(const Expr *expr) {
  if (!walk.region || walk.frames.size() > 1 || walk.region->substitutes->empty())
    return nullptr;
  const auto found = walk.region->substitutes->find(expr);
  if (found == walk.region->substitutes->end())
    return nullptr;
  if (found->second.same)
    return evalLocation(found->second.same);
  if (const auto known = substituted.find(expr); known != substituted.end())
    return known->second;
  for (const auto &[other, known] : substituted) // expressions that name one object have one variable
    if (known->cxx == found->second.name)
      return substituted[expr] = known;
  Location *location = substituted[expr] =
      caller.external(found->second.type, found->second.name, nullptr, nullptr);
  // A reference that the call returned: who assigns to it, as in map[key] = y, assigns to what others read.
  location->reach.byReference = location->reach.outlives = expr->isGLValue() || isArrow(expr);
  location->loc = report.loc(expr);
  location->declaration = expr->getBeginLoc();
  location->origin = {expr, ""};
  location->name =
      isArrow(expr) ? "*" + sourceText(dereferencedIn(expr), context) : sourceText(expr, context);
  return location;
}

/// What a form around an expression leaves as it is: the expression. Null for other forms.
static const Expr *sameValue(const Expr *expr) {
  switch (expr->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(expr)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
    return cast<ExprWithCleanups>(expr)->getSubExpr();
  case Stmt::MaterializeTemporaryExprClass:
    return cast<MaterializeTemporaryExpr>(expr)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement();
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(expr)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(expr)->getExpr();
  case Stmt::CXXStdInitializerListExprClass:
    return cast<CXXStdInitializerListExpr>(expr)->getSubExpr();
  case Stmt::PackIndexingExprClass:
    return cast<PackIndexingExpr>(expr)->getSelectedExpr();
  default:
    return nullptr;
  }
}

/// Is its value always one that the compiler knows?
static bool isConstantForm(const Expr *expr) {
  switch (expr->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
    return true;
  default:
    return false;
  }
}

/// A module that a handle of the library makes, and owns: `nn::Softmax(-1)(x)`.
static bool isLibraryModule(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && isFgClass(record) && isModuleClass(record);
}

/// Forms that have no part in a graph, each with its own break.
void Expressions::refuseForm(const Expr *expr) {
  switch (expr->getStmtClass()) {
  case Stmt::CXXThrowExprClass:
    throw EagerPath{"throws", expr->getBeginLoc()};
  case Stmt::CXXTypeidExprClass:
    report.fail(BreakKind::Rtti, expr->getSourceRange(), {});
  case Stmt::CXXReinterpretCastExprClass:
    report.fail(BreakKind::TypePunning, expr->getSourceRange(), {});
  case Stmt::CXXNewExprClass:
    report.fail(BreakKind::AllocationEscape, expr->getSourceRange(), {"new"});
  case Stmt::CXXDeleteExprClass:
    report.fail(BreakKind::AllocationEscape, expr->getSourceRange(), {"delete"});
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    report.fail(BreakKind::Coroutine, expr->getSourceRange(), {});
  default:
    report.unsupported(expr, report.shortText(expr) + " here");
  }
}

AbsValue Expressions::evalTemporary(const CXXBindTemporaryExpr *expr) {
  AbsValue value = eval(expr->getSubExpr());
  const CXXRecordDecl *record = expr->getType()->getAsCXXRecordDecl();
  if (record && !value.is(ValueKind::Opaque) && !bindsToVariable && runsDestructor(expr->getType()))
    report.fail(BreakKind::ScopeGuardEffect, expr->getSourceRange(),
                {"a temporary of '" + record->getNameAsString() + "'"});
  return value;
}

/// a < b through <=>, a != b through ==
AbsValue Expressions::evalRewritten(const CXXRewrittenBinaryOperator *expr) {
  const auto form = expr->getDecomposedForm();
  const AbsValue left = caller.read(evalLocation(form.LHS), expr),
                 right = caller.read(evalLocation(form.RHS), expr);
  if (left.isPoison() || right.isPoison())
    return AbsValue::poison();
  if ((left.is(ValueKind::Pointer) && right.is(ValueKind::Pointer)) || (left.isScalar() && right.isScalar()))
    return scalars.arithmetic(form.Opcode, left, right, expr->getType(), expr);
  if (form.Opcode == BO_EQ || form.Opcode == BO_NE)
    if (std::optional<AbsValue> equal = equalValues(left, right)) {
      if (form.Opcode == BO_NE && equal->isScalar())
        equal->sym = symNot(equal->sym);
      return *equal;
    }
  return eval(expr->getSemanticForm());
}

AbsValue Expressions::evalDynamicCast(const CXXDynamicCastExpr *cast) {
  const QualType target = cast->getType()->getPointeeType();
  const AbsValue pointer = eval(cast->getSubExpr());
  if (pointer.isPoison())
    return pointer;
  if (target.isNull() || !target->isRecordType() || !pointer.is(ValueKind::Pointer) || pointer.sequence)
    report.fail(BreakKind::Rtti, cast->getSourceRange(), {});
  if (!pointer.location)
    return pointer;
  return AbsValue::pointerTo(expectations.castObject(pointer.location, target.getUnqualifiedType(),
                                                     target.isConstQualified(), cast));
}

AbsValue Expressions::evalCallValue(const CallExpr *call) {
  CallResult result = calls.evalCall(call);
  return result.reference ? caller.read(result.reference, call) : std::move(result.value);
}

AbsValue Expressions::evalConstruct(const CXXConstructExpr *expr) {
  return objects.construct(expr->getConstructor(), llvm::ArrayRef(expr->getArgs(), expr->getNumArgs()),
                           expr->getType(), expr);
}

AbsValue Expressions::evalArrayCopy(const ArrayInitLoopExpr *expr) {
  const Expr *from = expr->getCommonExpr()->getSourceExpr();
  return objects.copyValue(caller.read(evalLocation(from), from), expr->getType(), expr);
}

AbsValue Expressions::evalOpaqueValue(const OpaqueValueExpr *expr) {
  if (const auto found = opaqueLocations.find(expr); found != opaqueLocations.end())
    return caller.read(found->second, expr);
  if (const Expr *source = expr->getSourceExpr())
    return eval(source);
  refuseForm(expr);
}

/// The inheriting constructor hands its own parameters on.
AbsValue Expressions::evalInherited(const CXXInheritedCtorInitExpr *expr) {
  std::vector<Location *> args;
  for (const ParmVarDecl *parameter : walk.frame().function->parameters())
    args.push_back(walk.frame().variables[parameter]);
  return objects.runConstructor(expr->getConstructor(), args, expr->getType(), expr);
}

static const InitListExpr *semanticForm(const InitListExpr *list) {
  return list->isSyntacticForm() && list->getSemanticForm() ? list->getSemanticForm() : list;
}

AbsValue Expressions::evalValue(const Expr *expr) {
  path.countStep(expr);
  if (expr->isGLValue())
    return caller.read(evalLocation(expr), expr);
  if (const Expr *inner = sameValue(expr))
    return eval(inner);
  if (isConstantForm(expr)) {
    if (std::optional<AbsValue> constant = evalConstant(expr))
      return *constant;
    report.unsupported(expr, "a constant of type '" + expr->getType().getAsString() + "'");
  }
  switch (expr->getStmtClass()) {
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return AbsValue::pointerTo(nullptr);
  case Stmt::DeclRefExprClass: // an enumerator or a template's constant
  case Stmt::ConstantExprClass:
    if (std::optional<AbsValue> constant = evalConstant(expr))
      return *constant;
    if (const auto *around = dyn_cast<ConstantExpr>(expr))
      return eval(around->getSubExpr());
    break;
  case Stmt::CXXBindTemporaryExprClass:
    return evalTemporary(cast<CXXBindTemporaryExpr>(expr));
  case Stmt::CXXThisExprClass:
    if (!walk.frame().thisObject)
      report.unsupported(expr, "'this' here");
    return AbsValue::pointerTo(walk.frame().thisObject);
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return objects.defaultValue(expr->getType(), expr, true);
  case Stmt::InitListExprClass: {
    const InitListExpr *list = semanticForm(cast<InitListExpr>(expr));
    return evalInitialisers(list->inits(), list);
  }
  case Stmt::CXXParenListInitExprClass:
    return evalInitialisers(
        const_cast<CXXParenListInitExpr *>(cast<CXXParenListInitExpr>(expr))->getInitExprs(), expr);
  case Stmt::LambdaExprClass:
    return evalLambda(cast<LambdaExpr>(expr));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return evalConstruct(cast<CXXConstructExpr>(expr));
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return evalCallValue(cast<CallExpr>(expr));
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return evalRewritten(cast<CXXRewrittenBinaryOperator>(expr));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(cast<BinaryOperator>(expr));
  case Stmt::UnaryOperatorClass:
    return evalUnary(cast<UnaryOperator>(expr));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evalConditional(cast<AbstractConditionalOperator>(expr));
  case Stmt::CXXDynamicCastExprClass:
    return evalDynamicCast(cast<CXXDynamicCastExpr>(expr));
  case Stmt::CXXNewExprClass:
    if (const Expr *made = cast<CXXNewExpr>(expr)->getInitializer();
        made && (walk.predicting || isLibraryModule(cast<CXXNewExpr>(expr)->getAllocatedType())))
      return AbsValue::pointerTo(
          constructors.newObject(eval(made), cast<CXXNewExpr>(expr)->getAllocatedType()));
    break;
  case Stmt::ArrayInitLoopExprClass: // `auto [a, b] = rows[i];`
    return evalArrayCopy(cast<ArrayInitLoopExpr>(expr));
  case Stmt::OpaqueValueExprClass:
    return evalOpaqueValue(cast<OpaqueValueExpr>(expr));
  case Stmt::CXXInheritedCtorInitExprClass:
    return evalInherited(cast<CXXInheritedCtorInitExpr>(expr));
  default:
    break;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expr); cast && !isa<CXXReinterpretCastExpr>(cast))
    return evalCast(cast);
  refuseForm(expr);
}

AbsValue Expressions::evalLambda(const LambdaExpr *lambda) {
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = lambda->getType();
  value.record = std::make_shared<RecordObject>();
  value.record->decl = lambda->getLambdaClass();
  auto fieldDecl = lambda->getLambdaClass()->field_begin();
  auto init = lambda->capture_init_begin();
  for (const LambdaCapture &capture : lambda->captures()) {
    Location *location;
    if (capture.capturesThis() && capture.getCaptureKind() == LCK_This) {
      location = path.temporary(AbsValue::pointerTo(walk.frame().thisObject), fieldDecl->getType());
    } else if (fieldDecl->getType()->isReferenceType()) {
      location = evalLocation(*init);
    } else {
      location = objects.initialise(fieldDecl->getType(), *init, "");
    }
    value.record->fields[*fieldDecl] = location;
    ++fieldDecl;
    ++init;
  }
  return value;
}

AbsValue Expressions::evalInitialisers(llvm::ArrayRef<Expr *> inits, const Expr *list) {
  const QualType type = list->getType();
  if (type->isScalarType())
    return !inits.empty() ? eval(inits[0]) : objects.defaultValue(type, list, true);
  if (const auto *array = context.getAsConstantArrayType(type)) {
    auto sequence = std::make_shared<SequenceObject>();
    const uint64_t size = array->getSize().getZExtValue();
    if (size > 65536)
      report.unsupported(list, "an array of " + std::to_string(size) + " elements");
    const auto *text = inits.size() == 1 ? dyn_cast<StringLiteral>(inits[0]->IgnoreParenImpCasts()) : nullptr;
    if (text)
      return AbsValue::ofString(text->getBytes().str());
    for (uint64_t i = 0; i < size; ++i) {
      if (i < inits.size())
        sequence->elements.push_back(objects.initialise(array->getElementType(), inits[i], ""));
      else
        sequence->elements.push_back(path.temporary(objects.defaultValue(array->getElementType(), list, true),
                                                    array->getElementType()));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion())
    report.unsupported(list, "an initialiser list for this type");
  if (factsOf(record).role == ClassRole::Array) { // std::array<T, N> is an aggregate around a built-in array
    if (inits.empty())
      return objects.defaultValue(type, list, true);
    return eval(inits[0]);
  }
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = type;
  value.record = std::make_shared<RecordObject>();
  value.record->decl = record;
  Location *object = path.temporary(value, type);
  Location *const outerThis = walk.frame().thisObject;
  unsigned index = 0;
  for (const CXXBaseSpecifier &base : record->bases()) {
    if (index >= inits.size())
      break;
    AbsValue part = eval(inits[index++]);
    (void)base;
    if (part.is(ValueKind::Record))
      for (const auto &[fieldDecl, location] : part.record->fields)
        value.record->fields[fieldDecl] = location;
  }
  for (const FieldDecl *fieldDecl : record->fields()) {
    if (fieldDecl->isUnnamedBitField())
      continue;
    const Expr *init = index < inits.size() ? inits[index++] : nullptr;
    if (init && isa<CXXDefaultInitExpr>(init))
      walk.frame().thisObject = object; // `this` of a member's initialiser
    value.record->fields[fieldDecl] = fieldDecl->getType()->isReferenceType() && init
                                          ? evalLocation(init)
                                          : objects.initialise(fieldDecl->getType(), init, "");
    walk.frame().thisObject = outerThis;
  }
  return value;
}

} // namespace fullgraph
