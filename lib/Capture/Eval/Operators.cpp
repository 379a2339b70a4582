// Expressions: operators, assignments and casts.
#include "lib/Capture/Eval/Expressions.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
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
namespace {

/// A call of fg::check, or of fg::assume.
bool isCheck(const Expr *expr) {
  const auto *call = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && !isa<CXXMethodDecl>(callee) &&
         isFgNamespace(callee->getDeclContext()) &&
         (callee->getName() == "check" || callee->getName() == "assume");
}

/// What fg::check is given ends the graph here either way, and is no break. Nor are numbers in variables.
bool isComputed(const Walk &walk, const BinaryOperator *op) {
  return walk.region || namesOnly(op) || (!walk.activeCalls.empty() && isCheck(walk.activeCalls.back()));
}

} // namespace

/// What `&&` and `||` make of an operand that is known.
static Sym truthOf(const AbsValue &v) { return v.sym.type() == SymType::Bool ? v.sym : symNe(v.sym, Sym(0)); }

/// `&&` and `||`: the right side is evaluated where the left one asks for it.
AbsValue Expressions::evalShortCircuit(const BinaryOperator *op) {
  const bool isOr = op->getOpcode() == BO_LOr;
  const AbsValue left = eval(op->getLHS());
  if (left.is(ValueKind::TensorScalar))
    return evalShortCircuitOfTensor(op, left);
  if (left.isPoison()) {
    eval(op->getRHS());
    return left;
  }
  if (!left.isScalar())
    return eval(op->getRHS());
  const Sym sym = truthOf(left);
  if (std::optional<bool> known = sym.asBool() ? sym.asBool() : path.settle(sym))
    return *known == isOr ? AbsValue::ofScalar(Sym::boolean(*known)) : eval(op->getRHS());
  // The right side may only be evaluated when the left one says so (`p && p->x`): fork, do not combine.
  const std::optional<bool> taken = statements.truth(left, op->getLHS(), BranchRole::Branch, op);
  if (taken && *taken == isOr)
    return AbsValue::ofScalar(Sym::boolean(*taken));
  AbsValue right = eval(op->getRHS());
  return taken ? right : AbsValue::poison();
}

/// Whether the right side is evaluated depends on a tensor: it must be something that nobody can see.
AbsValue Expressions::evalShortCircuitOfTensor(const BinaryOperator *op, const AbsValue &left) {
  const bool isAnd = op->getOpcode() == BO_LAnd;
  if (walk.kernel && op->getRHS()->HasSideEffects(context)) {
    if (const std::optional<bool> side = kernels.kernelSide(left, op->getLHS()))
      return *side == isAnd ? scalars.convert(eval(op->getRHS()), op->getRHS()->getType(), context.BoolTy, op)
                            : AbsValue::ofScalar(Sym::boolean(!isAnd));
  }
  if (!walk.kernel && (!isComputed(walk, op) || !isQuiet(op->getRHS()))) {
    try {
      statements.truth(left, op->getLHS(), BranchRole::ShortCircuit, op);
    } catch (BreakError &error) {
      if (!report.goesOnBehind(error, op))
        throw;
      report.keepOrThrow(error);
      statements.diagnoseOperand(op->getRHS());
      return AbsValue::poison();
    }
  }
  const AbsValue right = eval(op->getRHS());
  if (right.isPoison())
    return right;
  const AbsValue a = numbers.convertNumber(left, context.BoolTy, op);
  const auto tensorOfRight = [&] {
    return tensors.appendChecked(
        schemaOf(Op::to),
        {appendScalar(*walk.graph, truthOf(right), report.userLoc(op)), fg::kBool, Sym::boolean(true)}, op);
  };
  const AbsValue b = right.is(ValueKind::TensorScalar)
                         ? numbers.convertNumber(right, context.BoolTy, op)
                         : numbers.numberOf(tensorOfRight(), context.BoolTy, left);
  return numbers.numberOf(
      tensors.appendChecked(schemaOf(isAnd ? Op::logical_and : Op::logical_or), {a.tensor, b.tensor}, op),
      context.BoolTy, left);
}

AbsValue Expressions::evalBinary(const BinaryOperator *op) {
  const BinaryOperatorKind kind = op->getOpcode();
  if (kind == BO_Comma) {
    if (op->getLHS()->isGLValue())
      evalLocation(op->getLHS());
    else
      eval(op->getLHS());
    return eval(op->getRHS());
  }
  if (op->isLogicalOp())
    return evalShortCircuit(op);
  if (op->isAssignmentOp())
    return evalAssignment(op).second;
  if (std::optional<AbsValue> found = operatorByModel(walk, op))
    return std::move(*found);
  const AbsValue left = eval(op->getLHS());
  const AbsValue right = eval(op->getRHS());
  return scalars.arithmetic(kind, left, right, op->getType(), op);
}

std::pair<Location *, AbsValue> Expressions::evalAssignment(const BinaryOperator *op) {
  // C++17: the right operand first.
  AbsValue right = eval(op->getRHS());
  Location *left = evalLocation(op->getLHS());
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(op)) {
    const AbsValue before = caller.read(left, op->getLHS());
    if (before.is(ValueKind::Pointer) && before.sequence) {
      AbsValue moved = before;
      moved.sym = op->getOpcode() == BO_AddAssign ? before.sym + right.sym : before.sym - right.sym;
      objects.assign(left, moved, op);
      return {left, moved};
    }
    AbsValue widened =
        scalars.convert(before, op->getLHS()->getType(), compound->getComputationLHSType(), op);
    right = scalars.arithmetic(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), widened, right,
                               compound->getComputationResultType(), op);
    right = scalars.convert(right, compound->getComputationResultType(), op->getLHS()->getType(), op);
  }
  right = objects.fitted(std::move(right), op->getLHS(), op);
  objects.assign(left, right, op);
  return {left, right};
}

std::pair<Location *, AbsValue> Expressions::evalIncrement(const UnaryOperator *op) {
  Location *location = evalLocation(op->getSubExpr());
  const AbsValue before = caller.read(location, op);
  if (before.isPoison())
    return {location, before};
  // `i-- > 0` of an unsigned number: behind its last turn it is one that nobody reads.
  if (op->isDecrementOp() && op->isPostfix() && before.isScalar() && before.sym.isConst(0) &&
      !location->external && op->getSubExpr()->getType()->isUnsignedIntegerType() &&
      context.getIntWidth(op->getSubExpr()->getType()) >= 64) {
    objects.assign(location, {}, op);
    return {location, before};
  }
  AbsValue after = before;
  const Sym one = op->isIncrementOp() ? Sym(1) : Sym(-1);
  if (before.is(ValueKind::Pointer) && before.sequence) {
    after.sym = before.sym + one;
  } else {
    AbsValue step = AbsValue::ofScalar(before.isScalar() && before.sym.type() != SymType::Int
                                           ? Sym::real(op->isIncrementOp() ? 1 : -1, before.sym.type())
                                           : one);
    after = scalars.arithmetic(BO_Add, before, step, op->getSubExpr()->getType(), op);
    after = scalars.convert(after, op->getSubExpr()->getType(), op->getSubExpr()->getType(), op);
  }
  after = objects.fitted(std::move(after), op->getSubExpr(), op);
  objects.assign(location, after, op);
  return {location, op->isPrefix() ? after : before};
}

AbsValue Expressions::evalUnary(const UnaryOperator *op) {
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
    if (!location->oneOf.objects.empty())
      report.unsupported(op, "the address of what '" + location->oneOf.returnedBy + "' returned");
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
      return numbers.numberUnary(Op::neg, value, op);
    if (!value.isScalar())
      break;
    if (value.sym.type() == SymType::Int)
      return AbsValue::ofScalar(scalars.fitInteger(-value.sym, op->getType(), op, true));
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
      return numbers.numberUnary(Op::logical_not, numbers.convertNumber(value, context.BoolTy, op), op);
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
      report.failOnTensorValue(BreakKind::ScalarReadback, value, op->getSourceRange());
    if (!value.isScalar())
      break;
    return AbsValue::ofScalar(scalars.fitInteger(Sym(-1) - value.sym, op->getType(), op));
  }
  case UO_Extension:
  case UO_Real:
    return eval(op->getSubExpr());
  default:
    break;
  }
  report.unsupported(op, "unary '" + UnaryOperator::getOpcodeStr(op->getOpcode()).str() + "' on this type");
}

AbsValue Expressions::evalConditional(const AbstractConditionalOperator *op) {
  if (const auto *binary = dyn_cast<BinaryConditionalOperator>(op))
    opaqueLocations[binary->getOpaqueValue()] =
        path.temporary(eval(binary->getCommon()), binary->getCommon()->getType());
  std::optional<bool> taken;
  try {
    taken = statements.truth(eval(op->getCond()), op->getCond(), BranchRole::Ternary, op);
  } catch (BreakError &error) {
    if (!report.goesOnBehind(error, op))
      throw;
    report.keepOrThrow(error);
  }
  if (!taken) {
    statements.diagnoseOperand(op->getTrueExpr());
    statements.diagnoseOperand(op->getFalseExpr());
    return AbsValue::poison();
  }
  return eval(*taken ? op->getTrueExpr() : op->getFalseExpr());
}

AbsValue Expressions::evalCast(const CastExpr *cast) {
  noteConst(cast);
  const Expr *sub = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue: {
    Location *location = evalLocation(sub);
    if (sub->getType().isVolatileQualified())
      report.fail(BreakKind::VolatileAccess, cast->getSourceRange(), {location->name});
    const AbsValue value = caller.read(location, cast);
    if (value.is(ValueKind::None) && !walk.diagnosing)
      report.unsupported(cast, "a read of an uninitialised variable");
    if (value.isOfCallsDevice)
      path.noteDeviceRead(value, report.userLoc(cast));
    return value;
  }
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BuiltinFnToFnPtr:
    return eval(sub);
  case CK_BaseToDerived:
    return derivedPointer(cast);
  case CK_ArrayToPointerDecay: {
    Location *array = evalLocation(sub);
    const AbsValue &value = caller.read(array, cast);
    if (value.is(ValueKind::Sequence)) {
      AbsValue pointer = AbsValue::pointerTo(nullptr);
      pointer.sequence = value.sequence;
      pointer.sym = 0;
      return pointer;
    }
    return value; // strings
  }
  case CK_NullToPointer:
    return AbsValue::pointerTo(nullptr);
  case CK_ToVoid:
    if (sub->isGLValue())
      evalLocation(sub);
    else
      eval(sub);
    return {};
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
    return scalars.convert(eval(sub), sub->getType(), cast->getType(), cast);
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean: {
    const AbsValue value = eval(sub);
    if (value.isPoison())
      return value;
    if (value.is(ValueKind::Pointer))
      return AbsValue::ofScalar(Sym::boolean(value.location || value.sequence));
    if (value.is(ValueKind::Function) || value.is(ValueKind::String))
      return AbsValue::ofScalar(Sym::boolean(true));
    break;
  }
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_ReinterpretMemberPointer:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer: {
    if (cast->getType()->isVoidPointerType())
      return eval(sub);
    report.fail(BreakKind::TypePunning, cast->getSourceRange(), {});
  }
  case CK_Dynamic:
    report.fail(BreakKind::Rtti, cast->getSourceRange(), {});
  default:
    break;
  }
  report.unsupported(cast, "the conversion of " + report.shortText(sub) + " to '" +
                               cast->getType().getAsString() + "'");
}

std::optional<AbsValue> Expressions::equalValues(const AbsValue &a, const AbsValue &b) {
  if (a.isScalar() && b.isScalar())
    return AbsValue::ofScalar(symEq(a.sym, b.sym));
  if (a.is(ValueKind::String) && b.is(ValueKind::String))
    return AbsValue::ofScalar(Sym::boolean(a.text == b.text));
  const AbsValue *cxx = a.is(ValueKind::OpenString) ? &a : b.is(ValueKind::OpenString) ? &b : nullptr;
  const AbsValue *known = a.is(ValueKind::String) ? &a : b.is(ValueKind::String) ? &b : nullptr;
  if (cxx && known) {
    if (llvm::StringRef(known->text).contains('\0')) // where a literal ends
      return std::nullopt;
    return AbsValue::ofScalar(caller.cxxSymbol("(" + cxx->text + " == " + quoted(known->text) + ")",
                                               SymType::Bool, {}, cxx->text + "_is_" + known->text));
  }
  if (a.is(ValueKind::OpenString) && b.is(ValueKind::OpenString))
    return AbsValue::ofScalar(
        caller.cxxSymbol("(" + Renderer::stringText(a) + " == " + Renderer::stringText(b) + ")",
                         SymType::Bool, {}, a.text + "_is_" + b.text));
  if (a.is(ValueKind::Sequence) && b.is(ValueKind::Sequence) && !a.sequence->open && !b.sequence->open) {
    if (a.sequence->elements.size() != b.sequence->elements.size())
      return AbsValue::ofScalar(Sym::boolean(false));
    Sym equal = Sym::boolean(true);
    for (size_t i = 0; i < a.sequence->elements.size(); ++i) {
      const std::optional<AbsValue> one = equalValues(caller.read(a.sequence->elements[i], nullptr),
                                                      caller.read(b.sequence->elements[i], nullptr));
      if (!one || !one->isScalar())
        return std::nullopt;
      equal = symAnd(equal, one->sym);
    }
    return AbsValue::ofScalar(equal);
  }
  if (a.is(ValueKind::Optional) || b.is(ValueKind::Optional)) {
    const AbsValue &optional = a.is(ValueKind::Optional) ? a : b, &other = a.is(ValueKind::Optional) ? b : a;
    if (!optional.location)
      return AbsValue::ofScalar(Sym::boolean(other.is(ValueKind::Optional) && !other.location));
    if (other.is(ValueKind::Optional))
      return other.location
                 ? equalValues(caller.read(optional.location, nullptr), caller.read(other.location, nullptr))
                 : std::optional(AbsValue::ofScalar(Sym::boolean(false)));
    if (other.is(ValueKind::Record))
      return AbsValue::ofScalar(Sym::boolean(false)); // nullopt
    return equalValues(caller.read(optional.location, nullptr), other);
  }
  if (a.is(ValueKind::Pointer) && b.is(ValueKind::Pointer) && !a.sequence && !b.sequence &&
      (!a.location || !b.location))
    return AbsValue::ofScalar(Sym::boolean(a.location == b.location));
  return std::nullopt;
}

} // namespace fullgraph
