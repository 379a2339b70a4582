// C++ numbers read from tensors: `x.item<float>()` and what is computed from it. They stay in the graph as
// 0-d tensors of the C++ type's dtype, until C++ itself needs the number.

#include "lib/Capture/Tensors/TensorNumbers.h"

#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include <fullgraph/scalar.h>

using namespace clang;

namespace fullgraph {
/// The dtype that computes like a C++ type; none for those that wrap around at widths tensors do not have.
std::optional<ScalarType> dtypeOfNumber(QualType type, const ASTContext &context) {
  if (type->isBooleanType())
    return fg::kBool;
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return fg::kFloat;
  if (type->isSpecificBuiltinType(BuiltinType::Double))
    return fg::kDouble;
  if (type->isSignedIntegerType() && context.getIntWidth(type) == 32)
    return fg::kInt;
  if (type->isIntegerType() && context.getIntWidth(type) == 64)
    return fg::kLong; // unsigned: an index or a size; no arithmetic
  return std::nullopt;
}

/// The C++ type of what item() reads from the number's tensor.
const char *itemType(ScalarType dtype) {
  switch (dtype) {
  case fg::kBool:
    return "bool";
  case fg::kFloat:
    return "float";
  case fg::kInt:
    return "int32_t";
  case fg::kLong:
    return "int64_t";
  default:
    return "double";
  }
}

/// `tensor` as a C++ number that was computed from `from`.
AbsValue TensorNumbers::numberOf(Value *tensor, QualType type, const AbsValue &from) {
  AbsValue number = from;
  number.tensor = tensor;
  number.type = type;
  return number;
}

/// `tensor.item<T>()`; `type` null for item(), which is an fg::Scalar of the tensor's dtype.
AbsValue TensorNumbers::readNumber(Value *tensor, QualType type, const Expr *expr) {
  AbsValue origin;
  origin.kind = ValueKind::TensorScalar;
  origin.origin = tensor;
  origin.expr = expr;
  ScalarType dtype = guesses.typed(tensor)->type.dtype;
  if (!type.isNull()) {
    const std::optional<ScalarType> wanted = dtypeOfNumber(type, context);
    if (!wanted)
      report.fail(BreakKind::ScalarReadback, expr->getSourceRange(), {report.nameOf(tensor)},
                  report.definitionChain(tensor));
    dtype = *wanted;
  }
  path.noteReadOfType(tensor);
  Value *element = tensor;
  while (element->type.rank() > 0) {
    const Sym one = symEq(element->type.sizes[0], Sym(1));
    if (path.settle(one) == false)
      throw EagerPath{"throws: a tensor of several elements has no item()", expr->getExprLoc()};
    path.assume(one, report.loc(expr));
    element = tensors.appendChecked(schemaOf(Op::select), {element, Sym(0), Sym(0)}, expr);
  }
  return numberOf(checkedNumber(element, dtype, expr), type, origin);
}

/// A 0-d tensor's number as fg::Scalar::to<T> gives it, which throws where T cannot hold it (c10::overflows).
/// A copy: what is written to the tensor later does not change the number.
Value *TensorNumbers::checkedNumber(Value *element, ScalarType dtype, const Expr *expr) {
  const auto cast = [&](Value *value, ScalarType to) {
    return tensors.appendChecked(schemaOf(Op::to), {value, to, Sym::boolean(true)}, expr);
  };
  const ScalarType from = element->type.dtype;
  const bool real = fg::isFloatingType(from), toReal = fg::isFloatingType(dtype);
  const double largest = fg::detail::largestValue(dtype);
  const bool overflows = dtype != fg::kBool && from != fg::kBool &&
                         (toReal ? real && fg::detail::largestValue(from) > largest
                                 : real || fg::detail::largestValue(from) > largest);
  // Places and counts are at most the number of elements, which an int holds.
  const Node *maker = element->root()->def;
  const bool counts = maker && maker->is(Op::sum) && maker->value("self")->type.dtype == fg::kBool;
  const bool places = maker && (maker->is(Op::argmax) || maker->is(Op::argmin));
  if (!overflows || walk.kernel || (!real && (counts || places)))
    return cast(element, dtype);
  const bool isSigned = dtype == fg::kInt || dtype == fg::kShort || dtype == fg::kChar;
  Value *wide = cast(element, real ? fg::kDouble : fg::kLong);
  const auto compare = [&](Op op, double bound) {
    const Sym number = real ? Sym::real(bound) : Sym(static_cast<int64_t>(bound));
    return tensors.appendChecked(schemaOf(op), {wide, tensors.scalarNode(number, expr)}, expr);
  };
  Value *fits = tensors.appendChecked(schemaOf(Op::logical_and),
                                      {compare(Op::ge, isSigned ? -largest - 1 : -largest),
                                       compare(dtype == fg::kLong ? Op::lt : Op::le, largest)},
                                      expr);
  if (toReal) { // infinities and NaN pass
    Value *none =
        tensors.appendChecked(schemaOf(Op::sub), {wide, wide, tensors.scalarNode(Sym(1), expr)}, expr);
    Value *special =
        tensors.appendChecked(schemaOf(Op::ne), {none, tensors.scalarNode(Sym::real(0), expr)}, expr);
    fits = tensors.appendChecked(schemaOf(Op::logical_or), {fits, special}, expr);
  }
  // By one where it fits, else by zero: a call that divides by zero runs the user's code, which throws.
  Value *one = cast(fits, fg::kLong);
  const auto divided = [&](Value *value) {
    return tensors.appendChecked(schemaOf(Op::div), {value, one, std::string("trunc")}, expr);
  };
  if (toReal)
    return tensors.appendChecked(schemaOf(Op::mul), {cast(element, dtype), cast(divided(one), dtype)}, expr);
  return cast(divided(cast(wide, fg::kLong)), dtype);
}

/// The number as an operator's operand: weak, as fg::Scalar is.
Value *TensorNumbers::weakNumber(const AbsValue &number, const Expr *expr) {
  return tensors.appendChecked(schemaOf(Op::number), {number.tensor}, expr);
}

AbsValue TensorNumbers::convertNumber(const AbsValue &number, QualType to, const Expr *expr) {
  const std::optional<ScalarType> dtype = dtypeOfNumber(to, context);
  if (!dtype)
    report.failOnTensorValue(BreakKind::ScalarReadback, number, expr->getSourceRange());
  Value *value = number.tensor;
  if (value->type.dtype == *dtype)
    return numberOf(value, to, number);
  // C++ leaves floats beyond an integer's range undefined; kernels do not.
  return numberOf(tensors.appendChecked(schemaOf(Op::to), {value, *dtype, Sym::boolean(true)}, expr), to,
                  number);
}

AbsValue TensorNumbers::numberArithmetic(BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                                         QualType type, const Expr *expr) {
  const AbsValue &some = a.is(ValueKind::TensorScalar) ? a : b;
  const bool integer = !fg::isFloatingType(some.tensor->type.dtype);
  // Overflow, division by zero and bits of integers are C++'s own.
  const bool wraps = !some.type.isNull() && some.type->isUnsignedIntegerType() && !some.type->isBooleanType();
  const bool known = !wraps && (op == BO_Add || op == BO_Sub || op == BO_Mul ||
                                BinaryOperator::isComparisonOp(op) || (op == BO_Div && !integer));
  if (!known || (!a.is(ValueKind::TensorScalar) && !a.isScalar()) ||
      (!b.is(ValueKind::TensorScalar) && !b.isScalar()))
    report.failOnTensorValue(BreakKind::ScalarReadback, some, expr->getSourceRange());
  const auto operand = [&](const AbsValue &value) -> Value * {
    return value.isScalar() ? tensors.scalarNode(value.sym, expr) : value.tensor;
  };
  static const std::map<BinaryOperatorKind, Op> operators = {
      {BO_Add, Op::add}, {BO_Sub, Op::sub}, {BO_Mul, Op::mul}, {BO_Div, Op::div}, {BO_EQ, Op::eq},
      {BO_NE, Op::ne},   {BO_LT, Op::lt},   {BO_GT, Op::gt},   {BO_LE, Op::le},   {BO_GE, Op::ge}};
  const OpSchema &schema = schemaOf(operators.at(op));
  Value *left = operand(a), *right = operand(b);
  // The C++ number comes at the other one's type; two numbers of tensors have one type already.
  const ScalarType dtype = some.tensor->type.dtype;
  if (left->type.weak)
    left = tensors.appendChecked(schemaOf(Op::to), {left, dtype, Sym::boolean(true)}, expr);
  if (right->type.weak)
    right = tensors.appendChecked(schemaOf(Op::to), {right, dtype, Sym::boolean(true)}, expr);
  std::vector<Arg> args(schema.args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    const ArgSchema &arg = schema.args[i];
    if (i == 0)
      args[i] = left;
    else if (i == 1)
      args[i] = right;
    else if (arg.name == "alpha")
      args[i] = tensors.scalarNode(Sym(1), expr);
  }
  return numberOf(tensors.appendChecked(schema, std::move(args), expr), type, some);
}

AbsValue TensorNumbers::numberUnary(Op op, const AbsValue &number, const Expr *expr) {
  return numberOf(tensors.appendChecked(schemaOf(op), {number.tensor}, expr), number.type, number);
}

/// round(), which takes halves away from zero (the operator of that name: to the even one).
AbsValue TensorNumbers::roundedNumber(const AbsValue &number, const Expr *expr) {
  Value *x = number.tensor;
  const ScalarType dtype = x->type.dtype;
  const auto constant = [&](double value) {
    return tensors.appendChecked(
        schemaOf(Op::to),
        {tensors.scalarNode(Sym::real(value, SymType::F64), expr), dtype, Sym::boolean(true)}, expr);
  };
  const auto unary = [&](Op op, Value *of) { return tensors.appendChecked(schemaOf(op), {of}, expr); };
  Value *whole = unary(Op::trunc, x);
  Value *rest = unary(
      Op::abs, tensors.appendChecked(schemaOf(Op::sub), {x, whole, tensors.scalarNode(Sym(1), expr)}, expr));
  Value *isFar = tensors.appendChecked(schemaOf(Op::ge), {rest, constant(0.5)}, expr);
  Value *away =
      tensors.appendChecked(schemaOf(Op::add),
                            {whole, tensors.appendChecked(schemaOf(Op::copysign), {constant(1), x}, expr),
                             tensors.scalarNode(Sym(1), expr)},
                            expr);
  return numberOf(tensors.appendChecked(schemaOf(Op::where), {isFar, away, whole}, expr), number.type,
                  number);
}

/// A function of <cmath> on numbers, one of which a tensor holds.
std::optional<AbsValue> TensorNumbers::numberFunction(llvm::StringRef name, const std::vector<AbsValue> &args,
                                                      const CallExpr *call) {
  static const std::map<llvm::StringRef, Op> unary = {
      {"sqrt", Op::sqrt},   {"exp", Op::exp},     {"exp2", Op::exp2},   {"expm1", Op::expm1},
      {"log", Op::log},     {"log2", Op::log2},   {"log10", Op::log10}, {"log1p", Op::log1p},
      {"sin", Op::sin},     {"cos", Op::cos},     {"tan", Op::tan},     {"asin", Op::asin},
      {"acos", Op::acos},   {"atan", Op::atan},   {"sinh", Op::sinh},   {"cosh", Op::cosh},
      {"tanh", Op::tanh},   {"asinh", Op::asinh}, {"acosh", Op::acosh}, {"atanh", Op::atanh},
      {"erf", Op::erf},     {"erfc", Op::erfc},   {"floor", Op::floor}, {"ceil", Op::ceil},
      {"trunc", Op::trunc}, {"fabs", Op::abs},    {"abs", Op::abs},     {"nearbyint", Op::round},
      {"rint", Op::round},  {"isnan", Op::isnan}, {"isinf", Op::isinf}, {"isfinite", Op::isfinite},
      {"round", Op::round}};
  static const std::map<llvm::StringRef, Op> binary = {
      {"pow", Op::pow},           {"fmod", Op::fmod}, {"atan2", Op::atan2}, {"hypot", Op::hypot},
      {"copysign", Op::copysign}, {"fmin", Op::fmin}, {"fmax", Op::fmax}};
  const auto &names = args.size() == 2 ? binary : unary;
  const auto found = names.find(name);
  const std::optional<ScalarType> dtype = dtypeOfNumber(call->getType(), context);
  if (found == names.end() || !dtype)
    return std::nullopt;
  for (const AbsValue &arg : args)
    if (!arg.is(ValueKind::TensorScalar) && !arg.isScalar())
      return std::nullopt;
  const AbsValue &some = args[0].is(ValueKind::TensorScalar) ? args[0] : args.back();
  if (args.size() == 2) { // the types of their parameters are that of the result
    if (!fg::isFloatingType(*dtype))
      return std::nullopt;
    std::vector<Arg> operands;
    for (const AbsValue &arg : args)
      operands.push_back(
          arg.is(ValueKind::TensorScalar)
              ? convertNumber(arg, call->getType(), call).tensor
              : tensors.appendChecked(schemaOf(Op::to),
                                      {tensors.scalarNode(arg.sym, call), *dtype, Sym::boolean(true)}, call));
    return numberOf(tensors.appendChecked(schemaOf(found->second), std::move(operands), call),
                    call->getType(), some);
  }
  const bool classify = name.starts_with("is");
  const AbsValue operand = classify ? some : convertNumber(some, call->getType(), call);
  if (name == "round")
    return fg::isFloatingType(*dtype) ? std::optional(roundedNumber(operand, call)) : std::nullopt;
  AbsValue result = numberUnary(found->second, operand, call);
  result.type = call->getType();
  return classify ? convertNumber(result, call->getType(), call) : result;
}

} // namespace fullgraph
