#include "lib/Capture/Syntax/OwnTensors.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Ops/OpSchema.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace fullgraph {
namespace {

const Expr *withoutCopies(const Expr *expr) {
  for (;;) {
    const Expr *inner = expr->IgnoreImplicit()->IgnoreParens();
    if (const auto *made = dyn_cast<CXXConstructExpr>(inner);
        made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
      inner = made->getArg(0);
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

const VarDecl *variableOf(const Expr *expr) {
  const auto *use = dyn_cast<DeclRefExpr>(expr->IgnoreImplicit()->IgnoreParens());
  return use && !use->refersToEnclosingVariableOrCapture() ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
}

/// What a variable is assigned, and whether code that is not looked at may assign to it.
class Assignments : public AstVisitor {
public:
  explicit Assignments(const VarDecl *var) : var(var) {}

  bool VisitCallExpr(CallExpr *call) override {
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
        op && op->getOperator() == OO_Equal && variableOf(op->getArg(0)) == var) {
      values.push_back(op->getArg(1));
      return true;
    }
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (!callee)
      return others = true;
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call);
        member && variableOf(member->getImplicitObjectArgument()) == var && callee->getIdentifier())
      others |= callee->getName() == "set_" || callee->getName().starts_with("set_data") ||
                callee->getName() == "swap";
    const bool isOfLibrary =
        method ? isFgClass(method->getParent()) : isFgNamespace(callee->getDeclContext());
    if (!isOfLibrary)
      for (const Expr *argument : call->arguments())
        others |=
            argument->isLValue() && variableOf(argument) == var && !argument->getType().isConstQualified();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    others |= op->getOpcode() == UO_AddrOf && variableOf(op->getSubExpr()) == var;
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      others |= capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef &&
                capture.getCapturedVar() == var;
    return true;
  }
  bool VisitVarDecl(VarDecl *other) override { // auto &alias = x;
    others |= other->getType()->isReferenceType() && other->getInit() && variableOf(other->getInit()) == var;
    return true;
  }

  std::vector<const Expr *> values;
  bool others = false;

private:
  const VarDecl *const var;
};

} // namespace

bool OwnTensors::isWrittenBy(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (callee && callee->getIdentifier() && callee->getName() == "set_")
    return false;
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
    return isTensorType(member->getObjectType()) && isOwn(member->getImplicitObjectArgument());
  return call->getNumArgs() > 0 && isTensorType(call->getArg(0)->getType()) && isOwn(call->getArg(0));
}

bool OwnTensors::isOwn(const Expr *tensor) {
  tensor = withoutCopies(tensor);
  if (!isTensorType(tensor->getType()))
    return false;
  if (const VarDecl *var = variableOf(tensor))
    return holdsOwn(var);
  const auto *call = dyn_cast<CallExpr>(tensor);
  return call && isMadeBy(call);
}

/// Does the call give new memory, or a tensor of the memory that it is given, which is the body's own?
bool OwnTensors::isMadeBy(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  if (!callee || !(method ? isFgClass(method->getParent()) : isFgNamespace(callee->getDeclContext())))
    return false;
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const Expr *self = member                   ? member->getImplicitObjectArgument()
                     : call->getNumArgs() > 0 ? call->getArg(0)
                                              : nullptr;
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call)) {
    static const std::set<OverloadedOperatorKind> computes = {
        OO_Plus,         OO_Minus,      OO_Star,         OO_Slash, OO_Less, OO_LessEqual, OO_Greater,
        OO_GreaterEqual, OO_EqualEqual, OO_ExclaimEqual, OO_Amp,   OO_Pipe, OO_Caret,     OO_Tilde};
    return computes.count(op->getOperator()) || (op->getOperator() == OO_Subscript && isOwn(self));
  }
  if (!callee->getIdentifier())
    return false;
  static const std::set<llvm::StringRef> makers = {
      "zeros",     "ones",       "empty",     "rand",     "randn",  "randint",    "zeros_like",
      "ones_like", "empty_like", "rand_like", "linspace", "tensor", "randn_like", "logsumexp"};
  const llvm::StringRef name = callee->getName();
  if (makers.count(name))
    return true;
  if (name.ends_with("_"))
    return self && name != "set_" && isOwn(self);
  const OpSchema *op = findOp(name);
  if (!op)
    return false;
  const bool mayBeSelf = op->isView() || op->is(Op::to) || op->is(Op::contiguous);
  return mayBeSelf ? self && isOwn(self) : op->family != OpFamily::Mutation;
}

/// Is every value of a tensor variable of the body's own?
bool OwnTensors::holdsOwn(const VarDecl *var) {
  const auto *function = dyn_cast<FunctionDecl>(var->getDeclContext());
  if (!var->hasLocalStorage() || isa<ParmVarDecl>(var) || !isTensorType(var->getType()) ||
      var->getType()->isReferenceType() || !function || !function->hasBody())
    return false;
  if (!asked.insert(var).second)
    return true;
  Assignments given(var);
  given.TraverseStmt(function->getBody());
  if (var->getInit())
    given.values.push_back(var->getInit());
  return !given.others && llvm::all_of(given.values, [&](const Expr *value) {
    const auto *made = dyn_cast<CXXConstructExpr>(value->IgnoreImplicit());
    return (made && made->getNumArgs() == 0) || isOwn(value); // undefined so far
  });
}

} // namespace fullgraph
