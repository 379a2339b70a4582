// Expressions: objects (glvalues) and values (prvalues).
#include "lib/Capture/Interpreter.h"
#include "lib/Capture/SourceText.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {

std::optional<AbsValue> Interpreter::evalConstant(const Expr *expr) {
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

AbsValue Interpreter::valueOf(const APValue &value, QualType type, const Expr *expr) {
  if ((value.isInt() || value.isFloat()) && !isModelledNumber(type))
    return {};
  if (value.isInt()) {
    const llvm::APSInt &number = value.getInt();
    if (type->isBooleanType())
      return AbsValue::ofScalar(Sym::boolean(number != 0));
    // Values beyond int64 (large uint64 constants) have no exact Sym.
    if (!number.isRepresentableByInt64())
      return {};
    return AbsValue::ofScalar(Sym(number.getExtValue()));
  }
  if (value.isFloat()) {
    bool lossy = false;
    llvm::APFloat number = value.getFloat();
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
    return AbsValue::ofScalar(Sym::real(number.convertToDouble(), symTypeOf(type)));
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
      sequence->elements.push_back(temporary(std::move(v), array->getElementType()));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  return {};
}

namespace {

/// A call of fg::check, or of fg::assume.
bool isCheck(const Expr *expr) {
  const auto *call = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && !isa<CXXMethodDecl>(callee) &&
         isFgNamespace(callee->getDeclContext()) &&
         (callee->getName() == "check" || callee->getName() == "assume");
}

constexpr unsigned maxNesting = 20000; // of expressions, calls included; Paths.cpp provides the stack for it

struct Nesting {
  explicit Nesting(unsigned &depth) : depth(depth) { ++depth; }
  ~Nesting() { --depth; }
  unsigned &depth;
};
} // namespace

AbsValue Interpreter::eval(const Expr *expr) {
  const Nesting nesting(depth);
  if (depth > maxNesting)
    unsupported(expr, "an expression nested this deep");
  if (Location *known = substitute(expr))
    return read(known, expr);
  return evalValue(expr);
}

Location *Interpreter::evalLocation(const Expr *expr) {
  const Nesting nesting(depth);
  if (depth > maxNesting)
    unsupported(expr, "an expression nested this deep");
  if (Location *known = substitute(expr))
    return known;
  return evalObject(expr);
}

/// The variable that stands for an expression which the code in front of the region has evaluated.
Location *Interpreter::substitute(const Expr *expr) {
  if (!region || frames.size() > 1 || region->substitutes->empty())
    return nullptr;
  const auto found = region->substitutes->find(expr);
  if (found == region->substitutes->end())
    return nullptr;
  if (const auto known = substituted.find(expr); known != substituted.end())
    return known->second;
  for (const auto &[other, known] : substituted) // expressions that name one object have one variable
    if (known->host == found->second.name)
      return substituted[expr] = known;
  Location *location = substituted[expr] = external(found->second.type, found->second.name, nullptr, nullptr);
  // A reference that the call returned: who assigns to it, as in map[key] = y, assigns to what others read.
  location->byReference = location->outlives = expr->isGLValue();
  location->loc = loc(expr);
  location->declaration = expr->getBeginLoc();
  location->name = sourceText(expr, context);
  return location;
}

AbsValue Interpreter::evalValue(const Expr *expr) {
  countStep(expr);
  if (expr->isGLValue())
    return read(evalLocation(expr), expr);
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
    if (std::optional<AbsValue> constant = evalConstant(expr))
      return *constant;
    unsupported(expr, "a constant of type '" + expr->getType().getAsString() + "'");
  case Stmt::DeclRefExprClass: // an enumerator or a template's constant
    if (std::optional<AbsValue> constant = evalConstant(expr))
      return *constant;
    break;
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return AbsValue::pointerTo(nullptr);
  case Stmt::ParenExprClass:
    return eval(cast<ParenExpr>(expr)->getSubExpr());
  case Stmt::ConstantExprClass:
    if (std::optional<AbsValue> constant = evalConstant(expr))
      return *constant;
    return eval(cast<ConstantExpr>(expr)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return eval(cast<ExprWithCleanups>(expr)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass: {
    const auto *bind = cast<CXXBindTemporaryExpr>(expr);
    AbsValue value = eval(bind->getSubExpr());
    const CXXRecordDecl *record = expr->getType()->getAsCXXRecordDecl();
    if (record && !value.is(ValueKind::Opaque) && !bindsToVariable && runsDestructor(expr->getType()))
      fail(BreakKind::ScopeGuardEffect, expr->getSourceRange(),
           {"a temporary of '" + record->getNameAsString() + "'"});
    return value;
  }
  case Stmt::MaterializeTemporaryExprClass:
    return eval(cast<MaterializeTemporaryExpr>(expr)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return eval(cast<SubstNonTypeTemplateParmExpr>(expr)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return eval(cast<CXXDefaultArgExpr>(expr)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return eval(cast<CXXDefaultInitExpr>(expr)->getExpr());
  case Stmt::CXXThisExprClass: {
    if (!frame().thisObject)
      unsupported(expr, "'this' here");
    return AbsValue::pointerTo(frame().thisObject);
  }
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return defaultValue(expr->getType(), expr, true);
  case Stmt::CXXStdInitializerListExprClass:
    return eval(cast<CXXStdInitializerListExpr>(expr)->getSubExpr());
  case Stmt::InitListExprClass: {
    const auto *list = cast<InitListExpr>(expr);
    if (list->isSyntacticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    return evalInitialisers(list->inits(), list);
  }
  case Stmt::CXXParenListInitExprClass:
    return evalInitialisers(
        const_cast<CXXParenListInitExpr *>(cast<CXXParenListInitExpr>(expr))->getInitExprs(), expr);
  case Stmt::LambdaExprClass:
    return evalLambda(cast<LambdaExpr>(expr));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass: {
    const auto *construct = cast<CXXConstructExpr>(expr);
    return this->construct(construct->getConstructor(),
                           llvm::ArrayRef(construct->getArgs(), construct->getNumArgs()), expr->getType(),
                           expr);
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass: {
    CallResult result = evalCall(cast<CallExpr>(expr));
    return result.reference ? read(result.reference, expr) : std::move(result.value);
  }
  case Stmt::CXXRewrittenBinaryOperatorClass: { // a < b through <=>, a != b through ==
    const auto form = cast<CXXRewrittenBinaryOperator>(expr)->getDecomposedForm();
    const AbsValue left = read(evalLocation(form.LHS), expr), right = read(evalLocation(form.RHS), expr);
    if (left.isPoison() || right.isPoison())
      return AbsValue::poison();
    if ((left.is(ValueKind::Pointer) && right.is(ValueKind::Pointer)) ||
        (left.isScalar() && right.isScalar()))
      return arithmetic(form.Opcode, left, right, expr->getType(), expr);
    if (form.Opcode == BO_EQ || form.Opcode == BO_NE)
      if (std::optional<AbsValue> equal = equalValues(left, right)) {
        if (form.Opcode == BO_NE && equal->isScalar())
          equal->sym = symNot(equal->sym);
        return *equal;
      }
    return eval(cast<CXXRewrittenBinaryOperator>(expr)->getSemanticForm());
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return evalBinary(cast<BinaryOperator>(expr));
  case Stmt::UnaryOperatorClass:
    return evalUnary(cast<UnaryOperator>(expr));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return evalConditional(cast<AbstractConditionalOperator>(expr));
  case Stmt::CXXThrowExprClass:
    throw EagerPath{"throws", expr->getBeginLoc()};
  case Stmt::CXXDynamicCastExprClass: {
    const auto *cast = ::cast<CXXDynamicCastExpr>(expr);
    const QualType target = cast->getType()->getPointeeType();
    const AbsValue pointer = eval(cast->getSubExpr());
    if (pointer.isPoison())
      return pointer;
    if (target.isNull() || !target->isRecordType() || !pointer.is(ValueKind::Pointer) || pointer.sequence)
      fail(BreakKind::Rtti, expr->getSourceRange(), {});
    if (!pointer.location)
      return pointer;
    return AbsValue::pointerTo(
        castObject(pointer.location, target.getUnqualifiedType(), target.isConstQualified(), expr));
  }
  case Stmt::CXXTypeidExprClass:
    fail(BreakKind::Rtti, expr->getSourceRange(), {});
  case Stmt::CXXReinterpretCastExprClass:
    fail(BreakKind::TypePunning, expr->getSourceRange(), {});
  case Stmt::CXXNewExprClass:
    if (const Expr *made = cast<CXXNewExpr>(expr)->getInitializer(); predicting && made)
      return AbsValue::pointerTo(newObject(eval(made), cast<CXXNewExpr>(expr)->getAllocatedType()));
    fail(BreakKind::AllocationEscape, expr->getSourceRange(), {"new"});
  case Stmt::CXXDeleteExprClass:
    fail(BreakKind::AllocationEscape, expr->getSourceRange(), {"delete"});
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    fail(BreakKind::Coroutine, expr->getSourceRange(), {});
  case Stmt::OpaqueValueExprClass: {
    const auto found = opaqueLocations.find(cast<OpaqueValueExpr>(expr));
    if (found != opaqueLocations.end())
      return read(found->second, expr);
    if (const Expr *source = cast<OpaqueValueExpr>(expr)->getSourceExpr())
      return eval(source);
    break;
  }
  case Stmt::CXXInheritedCtorInitExprClass: {
    // The inheriting constructor hands its own parameters on.
    const CXXConstructorDecl *base = cast<CXXInheritedCtorInitExpr>(expr)->getConstructor();
    std::vector<Location *> args;
    for (const ParmVarDecl *parameter : frame().function->parameters())
      args.push_back(frame().variables[parameter]);
    return runConstructor(base, args, expr->getType(), expr);
  }
  case Stmt::PackIndexingExprClass:
    return eval(cast<PackIndexingExpr>(expr)->getSelectedExpr());
  default:
    break;
  }
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return evalCast(cast);
  unsupported(expr, shortText(expr) + " here");
}

AbsValue Interpreter::evalBinary(const BinaryOperator *op) {
  const BinaryOperatorKind kind = op->getOpcode();
  if (kind == BO_Comma) {
    if (op->getLHS()->isGLValue())
      evalLocation(op->getLHS());
    else
      eval(op->getLHS());
    return eval(op->getRHS());
  }
  if (kind == BO_LAnd || kind == BO_LOr) {
    const AbsValue left = eval(op->getLHS());
    const auto condition = [&](const AbsValue &v) {
      return v.sym.type() == SymType::Bool ? v.sym : symNe(v.sym, Sym(0));
    };
    if (left.isScalar()) {
      const Sym sym = condition(left);
      if (std::optional<bool> known = sym.asBool() ? sym.asBool() : settle(sym)) {
        if (*known == (kind == BO_LOr))
          return AbsValue::ofScalar(Sym::boolean(*known));
        return eval(op->getRHS());
      }
      // The right side may only be evaluated when the left one says so (`p && p->x`): fork, do not combine.
      const std::optional<bool> taken = truth(left, op->getLHS(), Role::Branch, op);
      if (taken && *taken == (kind == BO_LOr))
        return AbsValue::ofScalar(Sym::boolean(*taken));
      if (!taken) {
        eval(op->getRHS());
        return AbsValue::poison();
      }
      return eval(op->getRHS());
    }
    if (left.isPoison()) {
      eval(op->getRHS());
      return left;
    }
    // Whether the right side is evaluated depends on a tensor: it must be something that nobody can see.
    if (left.is(ValueKind::TensorScalar)) {
      if (kernel && op->getRHS()->HasSideEffects(context)) {
        const bool isAnd = kind == BO_LAnd;
        if (const std::optional<bool> side = kernelSide(left, op->getLHS()))
          return *side == isAnd ? convert(eval(op->getRHS()), op->getRHS()->getType(), context.BoolTy, op)
                                : AbsValue::ofScalar(Sym::boolean(!isAnd));
      }
      // What fg::check is given ends the graph here either way, and is no break.
      const bool computed = region || (!activeCalls.empty() && isCheck(activeCalls.back()));
      if (!kernel && (!computed || !isQuiet(op->getRHS()))) {
        try {
          truth(left, op->getLHS(), Role::ShortCircuit, op);
        } catch (BreakError &error) {
          if (!goesOnBehind(error, op))
            throw;
          keepOrThrow(error);
          diagnoseOperand(op->getRHS());
          return AbsValue::poison();
        }
      }
      const AbsValue right = eval(op->getRHS());
      if (right.isPoison())
        return right;
      const AbsValue a = convertNumber(left, context.BoolTy, op);
      const AbsValue b = right.is(ValueKind::TensorScalar)
                             ? convertNumber(right, context.BoolTy, op)
                             : numberOf(appendChecked(*findOp("to"),
                                                      {appendScalar(*graph, condition(right), userLoc(op)),
                                                       fg::kBool, Sym::boolean(true)},
                                                      op),
                                        context.BoolTy, left);
      return numberOf(
          appendChecked(*findOp(kind == BO_LAnd ? "logical_and" : "logical_or"), {a.tensor, b.tensor}, op),
          context.BoolTy, left);
    }
    return eval(op->getRHS());
  }
  if (op->isAssignmentOp())
    return evalAssignment(op).second;
  if (std::optional<AbsValue> found = foundInString(op))
    return std::move(*found);
  const AbsValue left = eval(op->getLHS());
  const AbsValue right = eval(op->getRHS());
  return arithmetic(kind, left, right, op->getType(), op);
}

std::pair<Location *, AbsValue> Interpreter::evalAssignment(const BinaryOperator *op) {
  // C++17: the right operand first.
  AbsValue right = eval(op->getRHS());
  Location *left = evalLocation(op->getLHS());
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(op)) {
    const AbsValue before = read(left, op->getLHS());
    if (before.is(ValueKind::Pointer) && before.sequence) {
      AbsValue moved = before;
      moved.sym = op->getOpcode() == BO_AddAssign ? before.sym + right.sym : before.sym - right.sym;
      assign(left, moved, op);
      return {left, moved};
    }
    AbsValue widened = convert(before, op->getLHS()->getType(), compound->getComputationLHSType(), op);
    right = arithmetic(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), widened, right,
                       compound->getComputationResultType(), op);
    right = convert(right, compound->getComputationResultType(), op->getLHS()->getType(), op);
  }
  right = fitted(std::move(right), op->getLHS(), op);
  assign(left, right, op);
  return {left, right};
}

/// What a bit-field holds of a number.
AbsValue Interpreter::fitted(AbsValue value, const Expr *target, const Expr *expr) {
  const FieldDecl *bits = target->getSourceBitField();
  if (!bits || value.isPoison())
    return value;
  const unsigned width =
      static_cast<unsigned>(bits->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue());
  const std::optional<int64_t> number = value.isScalar() ? value.sym.asInt() : std::nullopt;
  if (!number || width == 0 || width > 62)
    unsupported(expr, "a number that a bit-field is given");
  llvm::APInt held = llvm::APInt(64, static_cast<uint64_t>(*number)).trunc(width);
  value.sym =
      Sym(bits->getType()->isSignedIntegerOrEnumerationType() ? held.getSExtValue()
                                                              : static_cast<int64_t>(held.getZExtValue()));
  return value;
}

std::pair<Location *, AbsValue> Interpreter::evalIncrement(const UnaryOperator *op) {
  Location *location = evalLocation(op->getSubExpr());
  const AbsValue before = read(location, op);
  if (before.isPoison())
    return {location, before};
  AbsValue after = before;
  const Sym one = op->isIncrementOp() ? Sym(1) : Sym(-1);
  if (before.is(ValueKind::Pointer) && before.sequence) {
    after.sym = before.sym + one;
  } else {
    AbsValue step = AbsValue::ofScalar(before.isScalar() && before.sym.type() != SymType::Int
                                           ? Sym::real(op->isIncrementOp() ? 1 : -1, before.sym.type())
                                           : one);
    after = arithmetic(BO_Add, before, step, op->getSubExpr()->getType(), op);
    after = convert(after, op->getSubExpr()->getType(), op->getSubExpr()->getType(), op);
  }
  after = fitted(std::move(after), op->getSubExpr(), op);
  assign(location, after, op);
  return {location, op->isPrefix() ? after : before};
}

AbsValue Interpreter::evalUnary(const UnaryOperator *op) {
  switch (op->getOpcode()) {
  case UO_AddrOf: {
    const Expr *sub = op->getSubExpr()->IgnoreParens();
    if (const auto *reference = dyn_cast<DeclRefExpr>(sub))
      if (const auto *callee = dyn_cast<FunctionDecl>(reference->getDecl())) {
        AbsValue value;
        value.kind = ValueKind::Function;
        value.function = callee;
        return value;
      }
    Location *location = evalLocation(op->getSubExpr());
    if (!location->oneOf.empty())
      unsupported(op, "the address of what '" + location->returnedBy + "' returned");
    return AbsValue::pointerTo(location);
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return evalIncrement(op).second;
  case UO_Plus:
    return eval(op->getSubExpr());
  case UO_Minus: {
    const AbsValue value = eval(op->getSubExpr());
    if (value.isPoison())
      return value;
    if (value.is(ValueKind::TensorScalar))
      return numberUnary("neg", value, op);
    if (!value.isScalar())
      break;
    if (value.sym.type() == SymType::Int)
      return AbsValue::ofScalar(fitInteger(-value.sym, op->getType(), op, true));
    // -x is not 0 - x for x = 0.
    if (std::optional<double> constant = value.sym.asDouble())
      return AbsValue::ofScalar(Sym::real(-*constant, value.sym.type()));
    return AbsValue::ofScalar(Sym::make(SymKind::Mul, {value.sym, Sym::real(-1, value.sym.type())}));
  }
  case UO_LNot: {
    const AbsValue value = eval(op->getSubExpr());
    if (value.isPoison())
      return value;
    if (value.is(ValueKind::TensorScalar))
      return numberUnary("logical_not", convertNumber(value, context.BoolTy, op), op);
    if (!value.isScalar())
      break;
    return AbsValue::ofScalar(
        symNot(value.sym.type() == SymType::Bool ? value.sym : symNe(value.sym, Sym(0))));
  }
  case UO_Not: {
    const AbsValue value = eval(op->getSubExpr());
    if (value.isPoison())
      return value;
    if (value.is(ValueKind::TensorScalar))
      failOnTensorValue(BreakKind::ScalarReadback, value, op->getSourceRange());
    if (!value.isScalar())
      break;
    return AbsValue::ofScalar(fitInteger(Sym(-1) - value.sym, op->getType(), op));
  }
  case UO_Extension:
  case UO_Real:
    return eval(op->getSubExpr());
  default:
    break;
  }
  unsupported(op, "unary '" + UnaryOperator::getOpcodeStr(op->getOpcode()).str() + "' on this type");
}

AbsValue Interpreter::evalConditional(const AbstractConditionalOperator *op) {
  if (const auto *binary = dyn_cast<BinaryConditionalOperator>(op))
    opaqueLocations[binary->getOpaqueValue()] =
        temporary(eval(binary->getCommon()), binary->getCommon()->getType());
  std::optional<bool> taken;
  try {
    taken = truth(eval(op->getCond()), op->getCond(), Role::Ternary, op);
  } catch (BreakError &error) {
    if (!goesOnBehind(error, op))
      throw;
    keepOrThrow(error);
  }
  if (!taken) {
    diagnoseOperand(op->getTrueExpr());
    diagnoseOperand(op->getFalseExpr());
    return AbsValue::poison();
  }
  return eval(*taken ? op->getTrueExpr() : op->getFalseExpr());
}

AbsValue Interpreter::evalLambda(const LambdaExpr *lambda) {
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
      location = temporary(AbsValue::pointerTo(frame().thisObject), fieldDecl->getType());
    } else if (fieldDecl->getType()->isReferenceType()) {
      location = evalLocation(*init);
    } else {
      location = initialise(fieldDecl->getType(), *init, "");
    }
    value.record->fields[*fieldDecl] = location;
    ++fieldDecl;
    ++init;
  }
  return value;
}

AbsValue Interpreter::evalInitialisers(llvm::ArrayRef<Expr *> inits, const Expr *list) {
  const QualType type = list->getType();
  if (type->isScalarType())
    return !inits.empty() ? eval(inits[0]) : defaultValue(type, list, true);
  if (const auto *array = context.getAsConstantArrayType(type)) {
    auto sequence = std::make_shared<SequenceObject>();
    const uint64_t size = array->getSize().getZExtValue();
    if (size > 65536)
      unsupported(list, "an array of " + std::to_string(size) + " elements");
    const auto *text = inits.size() == 1 ? dyn_cast<StringLiteral>(inits[0]->IgnoreParenImpCasts()) : nullptr;
    if (text)
      return AbsValue::ofString(text->getBytes().str());
    for (uint64_t i = 0; i < size; ++i) {
      if (i < inits.size())
        sequence->elements.push_back(initialise(array->getElementType(), inits[i], ""));
      else
        sequence->elements.push_back(
            temporary(defaultValue(array->getElementType(), list, true), array->getElementType()));
    }
    return AbsValue::ofSequence(std::move(sequence));
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion())
    unsupported(list, "an initialiser list for this type");
  if (modelledClass(record) == "array") { // std::array<T, N> is an aggregate around a built-in array
    if (inits.empty())
      return defaultValue(type, list, true);
    return eval(inits[0]);
  }
  AbsValue value;
  value.kind = ValueKind::Record;
  value.type = type;
  value.record = std::make_shared<RecordObject>();
  value.record->decl = record;
  Location *object = temporary(value, type);
  Location *const outerThis = frame().thisObject;
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
      frame().thisObject = object; // `this` of a member's initialiser
    value.record->fields[fieldDecl] = fieldDecl->getType()->isReferenceType() && init
                                          ? evalLocation(init)
                                          : initialise(fieldDecl->getType(), init, "");
    frame().thisObject = outerThis;
  }
  return value;
}

} // namespace fullgraph
