// What a statement may change: changesOf.

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/AstVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

class ChangeFinder : public AstVisitor {
public:
  ChangedPlaces changed;
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      add(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp() || op->getOpcode() == UO_AddrOf)
      add(op->getSubExpr());
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->isConst())
      add(call->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const bool isMethod = isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee);
    if (!callee || (isMethod && mayHoldThis(cast<CXXMethodDecl>(callee)->getParent())))
      addSelf(nullptr);
    for (unsigned i = 0; i < call->getNumArgs(); ++i) {
      if (isMethod && i == 0) {
        if (!cast<CXXMethodDecl>(callee)->isConst())
          add(call->getArg(0));
        continue;
      }
      const Expr *argument = call->getArg(i);
      const QualType type = parameterType(call, callee, i - (isMethod ? 1 : 0));
      if (type.isNull() || !(type->isReferenceType() || type->isPointerType()) ||
          type->getPointeeType().isConstQualified())
        continue;
      if (type->isReferenceType())
        add(argument);
      else if (isa<CXXThisExpr>(rootOfPath(argument)))
        addSelf(argument);
    }
    return true;
  }

private:
  static QualType parameterType(const CallExpr *call, const FunctionDecl *callee, unsigned index) {
    if (callee)
      return index < callee->getNumParams() ? callee->getParamDecl(index)->getType() : QualType();
    const QualType function = call->getCallee()->getType()->getPointeeType(); // what a pointer leads to
    const auto *type = function.isNull() ? nullptr : function->getAs<FunctionProtoType>();
    return type && index < type->getNumParams() ? type->getParamType(index) : QualType();
  }
  /// Is it a lambda that captured `this`, or an object that may hold one?
  static bool mayHoldThis(const CXXRecordDecl *record) {
    if (!record->isLambda())
      return factsOf(record).role == ClassRole::Function;
    return llvm::any_of(record->captures(),
                        [](const LambdaCapture &capture) { return capture.capturesThis(); });
  }
  void add(const Expr *expr) {
    for (const VarDecl *var : namedVariables(expr))
      changed.variables.insert(var);
    if (isa<CXXThisExpr>(rootOfPath(expr)))
      addSelf(expr);
  }
  /// path: from `this`; null, if it may be any.
  void addSelf(const Expr *path) {
    changed.self = true;
    const FieldDecl *member = path ? memberOfThis(path) : nullptr;
    changed.anyMember |= !member;
    if (member)
      changed.members.insert(member);
  }
};

} // namespace

ChangedPlaces changesOf(const Stmt *stmt) {
  ChangeFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(stmt));
  return std::move(finder.changed);
}

} // namespace fullgraph
