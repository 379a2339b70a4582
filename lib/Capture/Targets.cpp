#include "lib/Capture/Targets.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

using namespace clang;

namespace fullgraph {

namespace {

/// A method that only hands out a member, as options' do: what it is asked for without being written to
/// stays as it was.
bool isGetter(const CXXMethodDecl *method) {
  const FunctionDecl *definition = nullptr;
  if (method->getNumParams() > 0 || !method->hasBody(definition))
    return false;
  const auto *body = dyn_cast<CompoundStmt>(definition->getBody());
  const auto *result = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const auto *member = result && result->getRetValue()
                           ? dyn_cast<MemberExpr>(result->getRetValue()->IgnoreParenImpCasts())
                           : nullptr;
  return member && isa<FieldDecl>(member->getMemberDecl()) &&
         isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
}

class TargetFinder : public RecursiveASTVisitor<TargetFinder> {
public:
  Targets found;
  bool shouldVisitLambdaBody() const { return false; }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      found.assigned.push_back(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      found.assigned.push_back(op->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    if (call->isAssignmentOp())
      found.assigned.push_back(call->getArg(0));
    return true;
  }
  /// Comes before what it is a cast of.
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue ||
        (cast->getCastKind() == CK_NoOp && cast->getType().isConstQualified()))
      read.insert(cast->getSubExpr()->IgnoreParens());
    return true;
  }
  /// As it is initialised: what is written has no casts.
  bool TraverseInitListExpr(InitListExpr *list) {
    InitListExpr *semantic = list->getSemanticForm();
    for (Stmt *element : *(semantic ? semantic : list))
      if (element && !TraverseStmt(element))
        return false;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!method || (!method->isConst() && !(read.count(call) && isGetter(method))))
      found.asked.push_back(call->getImplicitObjectArgument());
    return true;
  }
  bool VisitVarDecl(VarDecl *var) {
    found.declared.push_back(var);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *) {
    found.returns = true;
    return true;
  }
  bool VisitBreakStmt(BreakStmt *) {
    found.jumps |= loops + switches == 0;
    return true;
  }
  bool VisitContinueStmt(ContinueStmt *) {
    found.jumps |= loops == 0;
    return true;
  }
  bool dataTraverseStmtPre(Stmt *stmt) {
    loops += isLoop(stmt);
    switches += isa<SwitchStmt>(stmt);
    return true;
  }
  bool dataTraverseStmtPost(Stmt *stmt) {
    loops -= isLoop(stmt);
    switches -= isa<SwitchStmt>(stmt);
    return true;
  }

private:
  static bool isLoop(const Stmt *stmt) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt); }

  std::set<const Expr *> read; // their values only
  int loops = 0, switches = 0; // around what is being visited
};

} // namespace

Targets targetsOf(const Stmt *stmt) {
  TargetFinder finder;
  finder.TraverseStmt(const_cast<Stmt *>(stmt));
  return std::move(finder.found);
}

} // namespace fullgraph
