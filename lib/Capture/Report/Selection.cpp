#include "lib/Capture/Report/Selection.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Report/FixIts.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Ops/OpSchema.h"

#include "clang/Lex/Lexer.h"

#include <fullgraph/detail/pointwise_rules.h>

using namespace clang;

namespace fullgraph {
namespace {

/// Results have the operand's dtype, where that is floating, and its sizes.
bool isPointwiseUnary(llvm::StringRef name) {
  const OpSchema *op = findOp(name);
  if (!op)
    return name == "ones_like" || name == "zeros_like";
  const fg::PointwiseRule *rule = fg::pointwiseRule(op->name);
  return op->is(Op::clone) || (op->family == OpFamily::Unary && rule &&
                               fg::resultDtype(*rule, ScalarType::Float) == ScalarType::Float);
}

bool isPointwiseOperator(OverloadedOperatorKind kind) {
  return kind == OO_Plus || kind == OO_Minus || kind == OO_Star || kind == OO_Slash;
}

bool isComparison(OverloadedOperatorKind kind) {
  return kind == OO_Less || kind == OO_LessEqual || kind == OO_Greater || kind == OO_GreaterEqual ||
         kind == OO_EqualEqual || kind == OO_ExclaimEqual;
}

const Expr *strip(const Expr *expr) {
  for (;;) {
    const Expr *inner = expr->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *made = dyn_cast<CXXConstructExpr>(inner); made && made->getNumArgs() == 1 &&
                                                              isTensorType(made->getType()) &&
                                                              isTensorType(made->getArg(0)->getType()))
      inner = made->getArg(0);
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

/// A number of the user's program whose evaluation does nothing else.
bool isPlainNumber(const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (!expr->getType()->isArithmeticType())
    return false;
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(expr))
    return true;
  if (const auto *use = dyn_cast<DeclRefExpr>(expr))
    return isa<VarDecl>(use->getDecl()) && !use->getType().isVolatileQualified();
  const auto *unary = dyn_cast<UnaryOperator>(expr);
  return unary && unary->getOpcode() == UO_Minus && isPlainNumber(unary->getSubExpr());
}

class Writes : public AstVisitor {
public:
  bool VisitCallExpr(CallExpr *call) override {
    const auto *callee = call->getDirectCallee();
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call))
      found |=
          op->isAssignmentOp() && op->getOperator() != OO_Equal && isTensorType(op->getArg(0)->getType());
    else if (callee && callee->getIdentifier())
      found |= callee->getName().ends_with("_");
    return !found;
  }
  bool found = false;
};

/// A tensor expression without effects, by its parts.
struct Operation {
  llvm::StringRef name;
  std::vector<const Expr *> operands;
};

std::optional<Operation> operationOf(const Expr *expr) {
  const auto *call = dyn_cast<CallExpr>(expr);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || isa<CXXOperatorCallExpr>(call))
    return std::nullopt;
  Operation operation;
  operation.name = callee->getName();
  if (const auto *method = dyn_cast<CXXMemberCallExpr>(call)) {
    if (!isTensorType(method->getImplicitObjectArgument()->getType()))
      return std::nullopt;
    operation.operands.push_back(method->getImplicitObjectArgument());
  } else if (!isFgNamespace(callee->getDeclContext())) {
    return std::nullopt;
  }
  for (const Expr *arg : call->arguments())
    if (!isa<CXXDefaultArgExpr>(arg))
      operation.operands.push_back(arg);
  return operation;
}

class Translator {
public:
  explicit Translator(const FixItContext &context) : context(context) {}

  std::string text(const Expr *expr) const { return source(expr->getSourceRange(), context.ast); }

  /// The type of a pointwise expression over tensor variables; null for any other expression.
  const TensorType *pointwiseType(const Expr *expr) const {
    expr = strip(expr);
    if (const auto *use = dyn_cast<DeclRefExpr>(expr)) {
      const auto *var = dyn_cast<VarDecl>(use->getDecl());
      return var && isTensorType(var->getType().getNonReferenceType()) ? context.typeOf(var) : nullptr;
    }
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr)) {
      if (!isPointwiseOperator(op->getOperator()))
        return nullptr;
      std::vector<const Expr *> operands(op->arg_begin(), op->arg_end());
      return commonType(operands);
    }
    const std::optional<Operation> operation = operationOf(expr);
    if (!operation)
      return nullptr;
    if (isPointwiseUnary(operation->name) && operation->operands.size() == 1)
      return commonType(operation->operands);
    if (operation->name == "clamp" && operation->operands.size() == 3)
      return commonType(operation->operands);
    return nullptr;
  }

  std::optional<std::string> condition(const Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    if (const auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_LNot) {
      const std::optional<std::string> inner = condition(unary->getSubExpr());
      return inner ? std::optional("fg::logical_not(" + *inner + ")") : std::nullopt;
    }
    if (const auto *binary = dyn_cast<BinaryOperator>(expr)) {
      if (binary->isLogicalOp()) {
        const std::optional<std::string> left = condition(binary->getLHS()),
                                         right = condition(binary->getRHS());
        if (!left || !right)
          return std::nullopt;
        return (binary->getOpcode() == BO_LAnd ? "fg::logical_and(" : "fg::logical_or(") + *left + ", " +
               *right + ")";
      }
      return binary->isComparisonOp() ? comparison(binary) : std::nullopt;
    }
    const std::optional<Read> read = readOf(expr);
    if (!read)
      return std::nullopt;
    if (read->as == ScalarType::Bool)
      return read->dtype == ScalarType::Bool ? read->text : read->text + ".to(fg::kBool)";
    return exact(*read) + " != 0";
  }

private:
  const FixItContext &context;

  /// Tensors of one floating type, with numbers among them.
  const TensorType *commonType(const std::vector<const Expr *> &operands) const {
    const TensorType *type = nullptr;
    for (const Expr *operand : operands) {
      if (isPlainNumber(strip(operand)) || isScalarOfNumber(operand))
        continue;
      const TensorType *next = pointwiseType(operand);
      if (!next || !fg::isFloatingType(next->dtype) ||
          (type && (type->dtype != next->dtype || type->sizes != next->sizes)))
        return nullptr;
      type = next;
    }
    return type;
  }

  /// fg::Scalar made of a number.
  static bool isScalarOfNumber(const Expr *expr) {
    const auto *made = dyn_cast<CXXConstructExpr>(expr->IgnoreParenImpCasts()->IgnoreImplicit());
    return made && made->getNumArgs() >= 1 && isPlainNumber(made->getArg(0)->IgnoreParenImpCasts());
  }

  /// tensor.item<T>() of a 0-d tensor.
  struct Read {
    std::string text; // the tensor
    ScalarType dtype, as;
  };

  static ScalarType scalarTypeOf(QualType type) {
    if (type->isBooleanType())
      return ScalarType::Bool;
    if (type->isSpecificBuiltinType(BuiltinType::Float))
      return ScalarType::Float;
    if (type->isSpecificBuiltinType(BuiltinType::Double))
      return ScalarType::Double;
    return ScalarType::Undefined;
  }

  std::optional<Read> readOf(const Expr *expr) const {
    const auto *call = dyn_cast<CXXMemberCallExpr>(expr->IgnoreParenImpCasts());
    const std::optional<Operation> operation = call ? operationOf(call) : std::nullopt;
    if (!operation || operation->name != "item" || operation->operands.size() != 1)
      return std::nullopt;
    const Expr *tensor = operation->operands[0];
    Read read{text(tensor), dtypeOf(strip(tensor), call), scalarTypeOf(call->getType())};
    if (read.text.empty() || read.dtype == ScalarType::Undefined || read.as == ScalarType::Undefined ||
        !isPure(tensor))
      return std::nullopt;
    return read;
  }

  /// Of a 0-d tensor; Undefined where that is not certain.
  ScalarType dtypeOf(const Expr *tensor, const Expr *read) const {
    if (context.tensor && context.read && context.read->IgnoreParenImpCasts() == read)
      return context.tensor->type.rank() == 0 ? context.tensor->type.dtype : ScalarType::Undefined;
    const std::optional<Operation> operation = operationOf(tensor);
    if (!operation || operation->operands.size() != 1)
      return ScalarType::Undefined;
    if (operation->name == "any" || operation->name == "all")
      return ScalarType::Bool;
    if (operation->name != "sum" && operation->name != "mean" && operation->name != "max" &&
        operation->name != "min" && operation->name != "norm")
      return ScalarType::Undefined;
    const TensorType *type = pointwiseType(operation->operands[0]);
    return type && fg::isFloatingType(type->dtype) ? type->dtype : ScalarType::Undefined;
  }

  /// Calls of operators that neither write nor draw random numbers, on variables and numbers.
  bool isPure(const Expr *expr) const {
    expr = strip(expr);
    if (isPlainNumber(expr) || isScalarOfNumber(expr))
      return true;
    if (const auto *use = dyn_cast<DeclRefExpr>(expr))
      return isa<VarDecl>(use->getDecl());
    if (const auto *member = dyn_cast<MemberExpr>(expr))
      return isa<FieldDecl>(member->getMemberDecl()) &&
             (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) || isPure(member->getBase()));
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr))
      return (isPointwiseOperator(op->getOperator()) || isComparison(op->getOperator())) &&
             llvm::all_of(op->arguments(), [&](const Expr *arg) { return isPure(arg); });
    const std::optional<Operation> operation = operationOf(expr);
    return operation && !operation->name.ends_with("_") && !operation->name.starts_with("rand") &&
           operation->name != "dropout" && operation->name != "bernoulli" && operation->name != "item" &&
           llvm::all_of(operation->operands, [&](const Expr *arg) { return isPure(arg); });
  }

  static std::string dtypeName(ScalarType type) {
    return type == ScalarType::Bool ? "fg::kBool" : type == ScalarType::Float ? "fg::kFloat" : "fg::kDouble";
  }

  static std::string exact(const Read &read) {
    return read.dtype == read.as ? read.text : read.text + ".to(" + dtypeName(read.as) + ")";
  }

  std::optional<std::string> comparison(const BinaryOperator *op) const {
    const bool left = readOf(op->getLHS()).has_value();
    const std::optional<Read> read = readOf(left ? op->getLHS() : op->getRHS());
    const Expr *other = (left ? op->getRHS() : op->getLHS())->IgnoreParenImpCasts();
    if (!read || read->as == ScalarType::Bool || !isPlainNumber(other) || text(other).empty())
      return std::nullopt;
    // An operator between a tensor and a number computes in the tensor's dtype, C++ in the wider one.
    std::string tensor = exact(*read);
    Expr::EvalResult value;
    bool fits = read->as == scalarTypeOf(other->getType());
    if (!fits && other->EvaluateAsRValue(value, context.ast)) {
      if (value.Val.isInt()) {
        fits = value.Val.getInt().abs().getActiveBits() <= 24;
      } else if (value.Val.isFloat()) {
        llvm::APFloat number = value.Val.getFloat();
        bool loses = true;
        number.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &loses);
        fits = !loses;
      }
    }
    if (!fits) {
      if (scalarTypeOf(other->getType()) != ScalarType::Double)
        return std::nullopt;
      if (read->as == ScalarType::Float)
        tensor += ".to(fg::kDouble)";
    }
    const std::string sign = " " + op->getOpcodeStr().str() + " ";
    return left ? tensor + sign + text(other) : text(other) + sign + tensor;
  }
};

/// What one arm does: assigns a value to a variable, or returns it.
struct Outcome {
  std::string target; // "h = " or "return "
  const Expr *variable = nullptr, *value = nullptr;
};

std::optional<Outcome> onlyOutcome(const Stmt *stmt, const Translator &translator) {
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(stmt))
    return block->size() == 1 ? onlyOutcome(block->body_front(), translator) : std::nullopt;
  if (const auto *result = dyn_cast_or_null<ReturnStmt>(stmt)) {
    if (!result->getRetValue() || !isTensorType(result->getRetValue()->getType()))
      return std::nullopt;
    return Outcome{"return ", nullptr, result->getRetValue()};
  }
  const auto *expr = dyn_cast_or_null<Expr>(stmt);
  const auto *op = expr ? dyn_cast<CXXOperatorCallExpr>(expr->IgnoreImplicit()) : nullptr;
  if (!op || op->getOperator() != OO_Equal || !isTensorType(op->getArg(0)->getType()) ||
      !isa<DeclRefExpr>(op->getArg(0)->IgnoreParenImpCasts()))
    return std::nullopt;
  return Outcome{translator.text(op->getArg(0)) + " = ", op->getArg(0), op->getArg(1)};
}

bool writesTensors(const FunctionDecl *function) {
  Writes writes;
  writes.TraverseStmt(function->getBody());
  return writes.found;
}

/// Comments would be lost with the text that they stand in.
bool hasComments(const std::string &text) {
  return llvm::StringRef(text).contains("//") || llvm::StringRef(text).contains("/*");
}

std::optional<std::string> where(const Expr *condition, const Expr *first, const Expr *second,
                                 const Translator &translator) {
  const TensorType *a = translator.pointwiseType(first), *b = translator.pointwiseType(second);
  if (!a || !b || a->dtype != b->dtype || a->sizes != b->sizes)
    return std::nullopt;
  const std::optional<std::string> decides = translator.condition(condition);
  const std::string left = translator.text(first), right = translator.text(second);
  if (!decides || left.empty() || right.empty())
    return std::nullopt;
  return "fg::where(" + *decides + ", " + left + ", " + right + ")";
}

} // namespace

std::string source(SourceRange range, const ASTContext &ast) {
  if (range.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID())
    return "";
  return Lexer::getSourceText(CharSourceRange::getTokenRange(range), ast.getSourceManager(),
                              ast.getLangOpts())
      .str();
}

SourceLocation endOfStatement(const Stmt *stmt, const ASTContext &ast) {
  const SourceLocation end = stmt->getEndLoc();
  if (end.isInvalid() || end.isMacroID())
    return {};
  const std::string last = source(SourceRange(end, end), ast);
  if (last == "}" || last == ";")
    return Lexer::getLocForEndOfToken(end, 0, ast.getSourceManager(), ast.getLangOpts());
  return Lexer::findLocationAfterToken(end, tok::semi, ast.getSourceManager(), ast.getLangOpts(), false);
}

std::optional<std::string> tensorCondition(const Expr *condition, const FixItContext &context) {
  return Translator(context).condition(condition);
}

std::optional<Selection> selection(const IfStmt *stmt, const Stmt *next, const FixItContext &context) {
  if (stmt->getInit() || stmt->getConditionVariable() || stmt->isConstexpr() || stmt->isConsteval() ||
      writesTensors(context.function))
    return std::nullopt;
  const Translator translator(context);
  const std::optional<Outcome> then = onlyOutcome(stmt->getThen(), translator);
  std::optional<Outcome> other;
  const Stmt *last = stmt;
  if (stmt->getElse()) {
    other = onlyOutcome(stmt->getElse(), translator);
  } else if (then && then->variable) {
    other = Outcome{then->target, then->variable, then->variable};
  } else if (isa_and_nonnull<ReturnStmt>(next)) {
    other = onlyOutcome(next, translator);
    last = next;
  }
  const std::string whole = source(SourceRange(stmt->getBeginLoc(), last->getEndLoc()), context.ast);
  if (!then || !other || other->target != then->target || whole.empty() || hasComments(whole))
    return std::nullopt;
  const std::optional<std::string> text = where(stmt->getCond(), then->value, other->value, translator);
  return text ? std::optional(Selection{then->target + *text + ";", last}) : std::nullopt;
}

std::optional<std::string> selection(const ConditionalOperator *op, const FixItContext &context) {
  const std::string whole = source(op->getSourceRange(), context.ast);
  if (!isTensorType(op->getType()) || writesTensors(context.function) || whole.empty() || hasComments(whole))
    return std::nullopt;
  return where(op->getCond(), op->getTrueExpr(), op->getFalseExpr(), Translator(context));
}

} // namespace fullgraph
