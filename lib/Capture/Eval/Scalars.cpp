// Arithmetic and conversions of C++ numbers, with C++'s types.

#include "lib/Capture/Eval/Scalars.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorNumbers.h"

#include <cmath>
#include <limits>

using namespace clang;

namespace fullgraph {
namespace {

struct IntegerRange {
  int64_t low, high; // an unsigned 64-bit type's upper half has no Sym
};

IntegerRange integerRange(QualType type, const ASTContext &context) {
  if (const auto *enumType = type->getAs<EnumType>())
    type = enumType->getDecl()->getIntegerType();
  if (type.isNull())
    return {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
  const unsigned width = type->isBooleanType() ? 1 : context.getIntWidth(type);
  const bool isSigned = type->isSignedIntegerOrEnumerationType();
  if (width >= 64)
    return {isSigned ? std::numeric_limits<int64_t>::min() : 0, std::numeric_limits<int64_t>::max()};
  if (isSigned)
    return {-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
  return {0, (int64_t(1) << width) - 1};
}

} // namespace

bool Scalars::isWithin(const Sym &value, int64_t low, int64_t high) {
  return path.settle(symLe(Sym(low), value)) == true && path.settle(symLe(value, Sym(high))) == true;
}

/// The value an integer of `type` has. Constants wrap as C++ says; for others, keeping the value is a guard,
/// but for signed arithmetic, whose overflow no program may rely on.
Sym Scalars::fitInteger(const Sym &value, QualType type, const Expr *expr, bool arithmetic) {
  if (!type->isIntegralOrEnumerationType() || value.type() != SymType::Int)
    return value;
  if (!isModelledNumber(type))
    report.unsupported(expr, "a number of type '" + type.getAsString() + "'");
  const IntegerRange range = integerRange(type, context);
  if (std::optional<int64_t> constant = value.asInt()) {
    if (*constant >= range.low && *constant <= range.high)
      return value;
    const auto *enumType = type->getAs<EnumType>();
    const QualType underlying = enumType ? enumType->getDecl()->getIntegerType() : type;
    const unsigned width = context.getIntWidth(underlying);
    if (width >= 64)
      report.unsupported(expr, "an unsigned value above the range of int64_t");
    const uint64_t bits = static_cast<uint64_t>(*constant) & ((uint64_t(1) << width) - 1);
    if (underlying->isSignedIntegerType() && bits >> (width - 1))
      return Sym(int64_t(bits) - (int64_t(1) << width));
    return Sym(int64_t(bits));
  }
  if (walk.diagnosing || (arithmetic && type->isSignedIntegerOrEnumerationType()))
    return value;
  // Bytes are no counts: they wrap around.
  const bool isByte =
      type->isUnsignedIntegerType() && !type->isBooleanType() && context.getIntWidth(type) < 32;
  if (isByte && !isWithin(value, range.low, range.high))
    return Sym::call("bitand", {value, Sym(range.high)}, SymType::Int);
  if (range.low != std::numeric_limits<int64_t>::min())
    path.assume(symLe(Sym(range.low), value), report.loc(expr));
  if (range.high != std::numeric_limits<int64_t>::max())
    path.assume(symLe(value, Sym(range.high)), report.loc(expr));
  return value;
}

/// int(f64(n) * 2.0) is 2 * n, and int(f64(n) * 0.5) is n / 2, where nothing is rounded: sizes of images that
/// are scaled. Null: it may be rounded.
std::optional<Sym> Scalars::exactInteger(const Sym &real) {
  constexpr int64_t mostInteger = int64_t(1) << 31, mostFactor = int64_t(1) << 20; // 2^51: an f64 holds it
  const bool isFloor = real.kind() == SymKind::Call && (real.name() == "floor" || real.name() == "trunc");
  const Sym scaled = isFloor ? real.operands()[0] : real;
  Sym number = scaled, factor = Sym::real(1);
  if (scaled.kind() == SymKind::Mul || scaled.kind() == SymKind::Div) {
    const std::vector<Sym> &sides = scaled.operands();
    const bool isSecond = scaled.kind() == SymKind::Div || sides[1].isConst();
    number = sides[isSecond ? 0 : 1];
    factor = sides[isSecond ? 1 : 0];
  }
  if (scaled.type() != SymType::F64 || number.kind() != SymKind::Cast || !factor.asDouble() ||
      number.operands()[0].type() != SymType::Int || !isWithin(number.operands()[0], 0, mostInteger))
    return std::nullopt;
  int exponent = 0;
  const bool isPowerOf2 = std::frexp(*factor.asDouble(), &exponent) == 0.5;
  if (scaled.kind() == SymKind::Div && !isPowerOf2)
    return std::nullopt;
  const double by = scaled.kind() == SymKind::Div ? 1 / *factor.asDouble() : *factor.asDouble();
  const Sym n = number.operands()[0];
  if (by >= 1 && by <= mostFactor && by == std::trunc(by))
    return n * Sym(static_cast<int64_t>(by));
  if (isPowerOf2 && by < 1 && by * mostFactor >= 1)
    return floorDiv(n, Sym(static_cast<int64_t>(1 / by)));
  return std::nullopt;
}

AbsValue Scalars::convert(const AbsValue &value, QualType from, QualType to, const Expr *expr) {
  if (value.isPoison())
    return value;
  if (value.is(ValueKind::TensorScalar))
    return numbers.convertNumber(value, to, expr);
  if (!value.isScalar())
    report.unsupported(expr, "a conversion of this value to '" + to.getAsString() + "'");
  const Sym &sym = value.sym;
  if (!isModelledNumber(to))
    report.unsupported(expr, "a number of type '" + to.getAsString() + "'");
  if (to->isBooleanType()) {
    if (sym.type() == SymType::Bool)
      return value;
    return AbsValue::ofScalar(symNe(sym, sym.type() == SymType::Int ? Sym(0) : Sym::real(0, sym.type())));
  }
  if (to->isIntegralOrEnumerationType()) {
    const std::optional<Sym> exact = sym.type() == SymType::F64 ? exactInteger(sym) : std::nullopt;
    Sym integer = sym.type() == SymType::Int ? sym : exact ? *exact : Sym::cast(sym, SymType::Int);
    // int → unsigned char and the like of a value that came from there needs no guard of its own.
    (void)from;
    return AbsValue::ofScalar(fitInteger(integer, to, expr));
  }
  if (to->isRealFloatingType())
    return AbsValue::ofScalar(Sym::cast(sym, symTypeOf(to)));
  report.unsupported(expr, "a conversion to '" + to.getAsString() + "'");
}

static bool holdsCall(const Sym &value) {
  return value.kind() == SymKind::Call || llvm::any_of(value.operands(), holdsCall);
}

/// What C++ leaves undefined is left to the user's code.
void Scalars::assumeShift(const Sym &amount, QualType type, const Expr *expr) {
  const auto width = static_cast<int64_t>(context.getTypeSize(type));
  if (path.settle(symLe(Sym(0), amount)) == false || path.settle(symLt(amount, Sym(width))) == false)
    throw EagerPath{"shifts by too many bits", expr->getExprLoc()};
  path.assume(symLe(Sym(0), amount), report.loc(expr));
  path.assume(symLt(amount, Sym(width)), report.loc(expr));
}

/// p << q, where no bit is lost; 64 bits lose the same ones wherever it is computed.
Sym Scalars::shifted(const Sym &p, const Sym &q, QualType type, const Expr *expr) {
  const Sym result = Sym::call("shl", {p, q}, SymType::Int);
  const uint64_t width = context.getTypeSize(type);
  if (width >= 64)
    return result;
  const bool isSigned = type->isSignedIntegerType();
  const int64_t most = (int64_t(1) << (width - (isSigned ? 1 : 0))) - 1;
  path.assume(symLe(Sym(isSigned ? -most - 1 : 0), result), report.loc(expr));
  path.assume(symLe(result, Sym(most)), report.loc(expr));
  return result;
}

/// Unsigned numbers that are bits, not counts: random states and hashes, which wrap around all the time. That
/// they do not is no assumption to make. Null: counts.
std::optional<Sym> Scalars::wrapAround(BinaryOperatorKind op, const Sym &p, const Sym &q, const Sym &value,
                                       QualType type, const Expr *expr) {
  if (!type->isUnsignedIntegerType() || walk.diagnosing)
    return std::nullopt;
  const IntegerRange range = integerRange(type, context);
  if (isWithin(value, range.low, range.high))
    return std::nullopt;
  const auto isAtLeast = [](const Sym &operand, int64_t bound) {
    return operand.asInt().value_or(0) >= bound;
  };
  constexpr int64_t huge = int64_t(1) << 31; // times 32 bits has no place in 64
  const bool isShift = op == BO_Shl && isAtLeast(q, 8);
  const bool hasHugeFactor = op == BO_Mul && (isAtLeast(p, huge) || isAtLeast(q, huge));
  const unsigned width = context.getIntWidth(type);
  if (width > 32 ? isShift || hasHugeFactor : hasHugeFactor) // sizes have 64 bits, too: what is no size's
    report.unsupported(expr, "unsigned arithmetic that wraps around");
  const auto isMixed = [&](const Sym &operand) {
    return operand.asInt() ? isAtLeast(operand, int64_t(1) << 16) : holdsCall(operand);
  };
  const bool isProduct = op == BO_Mul && !p.asInt() && !q.asInt();
  if (width > 32 || isProduct || (!isShift && !isMixed(p) && !isMixed(q)))
    return std::nullopt;
  return Sym::call("bitand", {value, Sym((int64_t(1) << width) - 1)}, SymType::Int);
}

/// As C++ promotes it.
static Sym asNumber(const Sym &s) { return s.type() == SymType::Bool ? Sym::cast(s, SymType::Int) : s; }

AbsValue Scalars::pointerArithmetic(BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                                    QualType type, const Expr *expr) {
  if (a.is(ValueKind::Pointer) && b.is(ValueKind::Pointer)) {
    const bool sameArray = a.sequence && a.sequence == b.sequence;
    if (op == BO_EQ || op == BO_NE) {
      if (sameArray) {
        const Sym equal = symEq(a.sym, b.sym);
        return AbsValue::ofScalar(op == BO_EQ ? equal : symNot(equal));
      }
      // Objects of the caller that are named differently may still be one: the call says.
      if (a.location && b.location && a.location != b.location && a.location->external &&
          b.location->external && a.location->reach.anchor != b.location->reach.anchor &&
          !(a.location->reach.direct && b.location->reach.direct)) {
        const std::string &left = a.location->cxx, &right = b.location->cxx;
        if (left.empty() || right.empty())
          report.unsupported(expr, "a comparison of the addresses of two objects of the caller");
        const Sym equal =
            caller.cxxSymbol("(::std::addressof(" + left + ") == ::std::addressof(" + right + "))",
                             SymType::Bool, report.loc(expr), a.location->name + "_is_" + b.location->name);
        return AbsValue::ofScalar(op == BO_EQ ? equal : symNot(equal));
      }
      const bool same = a.location == b.location && !a.sequence && !b.sequence;
      return AbsValue::ofScalar(Sym::boolean(same == (op == BO_EQ)));
    }
    if (sameArray && op == BO_Sub)
      return AbsValue::ofScalar(a.sym - b.sym);
    if (sameArray && BinaryOperator::isComparisonOp(op)) {
      AbsValue left = AbsValue::ofScalar(a.sym), right = AbsValue::ofScalar(b.sym);
      return arithmetic(op, left, right, type, expr);
    }
  }
  if (a.is(ValueKind::Pointer) && a.sequence && b.isScalar() && (op == BO_Add || op == BO_Sub)) {
    AbsValue moved = a;
    moved.sym = op == BO_Add ? a.sym + b.sym : a.sym - b.sym;
    return moved;
  }
  if (b.is(ValueKind::Pointer) && b.sequence && a.isScalar() && op == BO_Add)
    return arithmetic(op, b, a, type, expr);
  splits.leavePlainCode(expr, "arithmetic on this pointer");
}

static std::optional<Sym> compared(BinaryOperatorKind op, const Sym &x, const Sym &y) {
  switch (op) {
  case BO_EQ:
    return symEq(x, y);
  case BO_NE:
    return symNot(symEq(x, y));
  case BO_LT:
    return symLt(asNumber(x), asNumber(y));
  case BO_GT:
    return symLt(asNumber(y), asNumber(x));
  case BO_LE:
    return symLe(asNumber(x), asNumber(y));
  case BO_GE:
    return symLe(asNumber(y), asNumber(x));
  default:
    return std::nullopt;
  }
}

AbsValue Scalars::realArithmetic(BinaryOperatorKind op, const Sym &p, const Sym &q, QualType type,
                                 const Expr *expr) {
  const SymType floating = symTypeOf(type);
  switch (op) {
  case BO_Add:
    return AbsValue::ofScalar(Sym::make(SymKind::Add, {p, q}, floating));
  case BO_Sub:
    return AbsValue::ofScalar(Sym::make(SymKind::Sub, {p, q}, floating));
  case BO_Mul:
    return AbsValue::ofScalar(Sym::make(SymKind::Mul, {p, q}, floating));
  case BO_Div:
    return AbsValue::ofScalar(Sym::make(SymKind::Div, {p, q}, floating));
  default:
    report.unsupported(expr, "this operator on floating-point numbers");
  }
}

AbsValue Scalars::integerArithmetic(BinaryOperatorKind op, const Sym &p, const Sym &q, QualType type,
                                    const Expr *expr) {
  const auto fit = [&](const Sym &value) { return AbsValue::ofScalar(fitInteger(value, type, expr, true)); };
  const auto wrap = [&](const Sym &value) {
    if (std::optional<Sym> wrapped = wrapAround(op, p, q, value, type, expr))
      return AbsValue::ofScalar(*wrapped);
    return fit(value);
  };
  const auto bits = [&](const char *name) { // of unsigned numbers: as many as they have
    const Sym value = Sym::call(name, {p, q}, SymType::Int);
    return type->isUnsignedIntegerType() ? AbsValue::ofScalar(value) : fit(value);
  };
  const std::optional<int64_t> cp = p.asInt(), cq = q.asInt();
  switch (op) {
  case BO_Add:
    return wrap(p + q);
  case BO_Sub:
    return wrap(p - q);
  case BO_Mul:
    return wrap(p * q);
  case BO_Div:
  case BO_Rem: {
    if (cq == 0)
      throw EagerPath{"divides by zero", expr->getBeginLoc()};
    if (!cq)
      path.assume(symNe(q, Sym(0)), report.loc(expr));
    const bool natural = path.settle(symLe(Sym(0), p)) == true && path.settle(symLe(Sym(0), q)) == true;
    if (natural)
      return fit(op == BO_Div ? floorDiv(p, q) : floorMod(p, q));
    return fit(Sym::make(op == BO_Div ? SymKind::TruncDiv : SymKind::TruncMod, {p, q}));
  }
  case BO_And:
    return bits("bitand");
  case BO_Or:
    return bits("bitor");
  case BO_Xor:
    return bits("bitxor");
  case BO_Shl:
    if (cp && cq && *cq >= 0 && *cq < 62 && *cp >= 0 && *cp <= (std::numeric_limits<int64_t>::max() >> *cq))
      return fit(Sym(*cp << *cq));
    if (cq && *cq >= 0 && *cq < 62)
      return wrap(p * Sym(int64_t(1) << *cq));
    assumeShift(q, type, expr);
    return fit(shifted(p, q, type, expr));
  case BO_Shr:
    if (cq && *cq >= 0 && *cq < 62)
      return fit(floorDiv(p, Sym(int64_t(1) << *cq)));
    assumeShift(q, type, expr);
    return fit(Sym::call("shr", {p, q}, SymType::Int));
  default:
    break;
  }
  report.unsupported(expr, "'" + BinaryOperator::getOpcodeStr(op).str() + "' on run-time integers");
}

AbsValue Scalars::arithmetic(BinaryOperatorKind op, const AbsValue &a, const AbsValue &b, QualType type,
                             const Expr *expr) {
  if (a.isPoison())
    return a;
  if (b.isPoison())
    return b;
  if (a.is(ValueKind::TensorScalar) || b.is(ValueKind::TensorScalar))
    return numbers.numberArithmetic(op, a, b, type, expr);
  if (a.is(ValueKind::Pointer) || b.is(ValueKind::Pointer))
    return pointerArithmetic(op, a, b, type, expr);
  if (a.is(ValueKind::Function) && b.is(ValueKind::Function) && (op == BO_EQ || op == BO_NE))
    return AbsValue::ofScalar(
        Sym::boolean((a.function->getCanonicalDecl() == b.function->getCanonicalDecl()) == (op == BO_EQ)));
  // A loop of s = s * s would double the expression each turn.
  if (a.isScalar() && b.isScalar() && a.sym.size() + b.sym.size() > 2000)
    report.unsupported(expr, "a C++ expression of this size");
  if (!a.isScalar() || !b.isScalar())
    report.unsupported(expr, "'" + BinaryOperator::getOpcodeStr(op).str() + "' on these operands");
  const Sym &x = a.sym, &y = b.sym;
  if (const std::optional<Sym> result = compared(op, x, y))
    return AbsValue::ofScalar(*result);
  const bool isInteger = x.type() == SymType::Int || x.type() == SymType::Bool;
  return isInteger ? integerArithmetic(op, asNumber(x), asNumber(y), type, expr)
                   : realArithmetic(op, asNumber(x), asNumber(y), type, expr);
}

/// lround: round, then the conversion to the result's type.
static std::optional<llvm::StringRef> roundedBy(llvm::StringRef name) {
  name.consume_back("f");
  if (!name.consume_front("l"))
    return std::nullopt;
  name.consume_front("l");
  return name == "round" || name == "rint" ? std::optional(name) : std::nullopt;
}

std::optional<AbsValue> Scalars::mathCall(llvm::StringRef name, const std::vector<AbsValue> &args,
                                          const CallExpr *call) {
  static const std::set<llvm::StringRef> unary = {
      "sqrt",  "cbrt",      "exp",   "exp2", "expm1", "log",    "log2",  "log10",   "log1p",
      "sin",   "cos",       "tan",   "asin", "acos",  "atan",   "sinh",  "cosh",    "tanh",
      "asinh", "acosh",     "atanh", "erf",  "erfc",  "tgamma", "floor", "ceil",    "trunc",
      "round", "nearbyint", "rint",  "fabs", "abs",   "isnan",  "isinf", "isfinite"};
  static const std::set<llvm::StringRef> binary = {"pow",      "fmod", "atan2", "hypot",
                                                   "copysign", "fmin", "fmax"};
  for (llvm::StringRef prefix : {"__builtin_"})
    name.consume_front(prefix);
  if (name == "nan" ||
      name == "nanf") { // a payload only shows in the bits, which C++ code would have to read
    const bool real = call->getType()->isSpecificBuiltinType(BuiltinType::Float) ||
                      call->getType()->isSpecificBuiltinType(BuiltinType::Double);
    return real ? std::optional(AbsValue::ofScalar(
                      Sym::real(std::numeric_limits<double>::quiet_NaN(), symTypeOf(call->getType()))))
                : std::nullopt;
  }
  // sqrtf(x) is sqrt at the type of its result; the types say so already.
  if (call->getType()->isSpecificBuiltinType(BuiltinType::Float) && name.ends_with("f") &&
      (unary.count(name.drop_back()) || binary.count(name.drop_back())))
    name = name.drop_back();
  if (const std::optional<llvm::StringRef> rounds = roundedBy(name); rounds && args.size() == 1) {
    if (!args[0].isScalar())
      return args[0].isPoison() ? std::optional(args[0]) : std::nullopt;
    const QualType real = call->getArg(0)->getType().getUnqualifiedType();
    if (!real->isSpecificBuiltinType(BuiltinType::Float) && !real->isSpecificBuiltinType(BuiltinType::Double))
      return std::nullopt;
    const AbsValue whole = AbsValue::ofScalar(
        Sym::call(rounds->str(), {Sym::cast(args[0].sym, symTypeOf(real))}, symTypeOf(real)));
    return convert(whole, real, call->getType(), call);
  }
  const bool one = unary.count(name) && args.size() == 1, two = binary.count(name) && args.size() == 2;
  if (!one && !two)
    return std::nullopt;
  for (const AbsValue &arg : args)
    if (arg.isPoison())
      return arg;
  for (const AbsValue &arg : args) {
    if (arg.is(ValueKind::TensorScalar)) {
      if (std::optional<AbsValue> result = numbers.numberFunction(name, args, call))
        return result;
      report.failOnTensorValue(BreakKind::ScalarReadback, arg, call->getSourceRange());
    }
    if (!arg.isScalar())
      return std::nullopt;
  }
  const QualType result = call->getType();
  const bool integerAbs = name == "abs" && result->isIntegerType();
  const bool classify = result->isBooleanType() || (name.starts_with("is") && result->isIntegerType());
  if (!integerAbs && !classify && !result->isRealFloatingType())
    return std::nullopt;
  if (!isModelledNumber(result))
    return std::nullopt;
  std::vector<Sym> operands;
  // std::pow(float, int) computes in double: the arguments are promoted to the result's type first.
  for (const AbsValue &arg : args)
    operands.push_back(classify || integerAbs ? arg.sym : Sym::cast(arg.sym, symTypeOf(result)));
  if (integerAbs) {
    const Sym &x = operands[0];
    if (path.settle(symLe(Sym(0), x)) == true)
      return AbsValue::ofScalar(x);
    return AbsValue::ofScalar(fitInteger(Sym::call("abs", {x}, SymType::Int), result, call));
  }
  return AbsValue::ofScalar(
      Sym::call(name.str(), std::move(operands), classify ? SymType::Bool : symTypeOf(result)));
}

} // namespace fullgraph
