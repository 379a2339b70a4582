#include "lib/Capture/Syntax/EvaluationOrder.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Frontend/LibraryFiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

enum class When : uint8_t { Before, Unordered, After };

When flipIf(bool partIsFirst) { return partIsFirst ? When::After : When::Before; }

/// When the `other` operand of `node` is evaluated, of the operand that the part is in ([intro.execution]).
When orderOf(const Stmt *node, unsigned other, unsigned part) {
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(node)) { // its operator's order; 0 is the function
    if (other == 0)
      return When::After;
    switch (op->getOperator()) {
    case OO_LessLess:
    case OO_GreaterGreater:
    case OO_Subscript:
    case OO_ArrowStar:
    case OO_AmpAmp:
    case OO_PipePipe:
    case OO_Comma:
      return flipIf(part < other);
    case OO_Call:
      return other == 1 || part == 1 ? flipIf(part == 1) : When::Unordered;
    default:
      return op->isAssignmentOp() ? flipIf(part > other) : When::Unordered;
    }
  }
  if (isa<CallExpr>(node)) // what is called, and the object, come before the arguments
    return other == 0 || part == 0 ? flipIf(part == 0) : When::Unordered;
  if (const auto *op = dyn_cast<BinaryOperator>(node)) {
    if (op->isAssignmentOp())
      return flipIf(part > other);
    return op->isShiftOp() || op->isLogicalOp() || op->isCommaOp() || op->isPtrMemOp() ? flipIf(part < other)
                                                                                       : When::Unordered;
  }
  if (isa<ArraySubscriptExpr, InitListExpr, CXXParenListInitExpr, ConditionalOperator>(node))
    return flipIf(part < other);
  if (const auto *construct = dyn_cast<CXXConstructExpr>(node);
      construct && construct->isListInitialization())
    return flipIf(part < other);
  return When::Unordered;
}

} // namespace

bool contains(const Stmt *outer, const Stmt *inner) {
  return outer && (outer == inner || llvm::any_of(outer->children(),
                                                  [&](const Stmt *child) { return contains(child, inner); }));
}

Surroundings surroundingsOf(const Expr *root, const Expr *part) {
  Surroundings around;
  for (const Stmt *node = root; node && node != part;) {
    const std::vector<const Stmt *> children(node->child_begin(), node->child_end());
    const auto found = llvm::find_if(children, [&](const Stmt *child) { return contains(child, part); });
    if (found == children.end())
      break;
    const auto at = static_cast<unsigned>(found - children.begin());
    for (unsigned i = 0; i < children.size(); ++i) {
      const auto *other = dyn_cast_or_null<Expr>(children[i]);
      if (i == at || !other)
        continue;
      const When when = orderOf(node, i, at);
      (when == When::Before  ? around.before
       : when == When::After ? around.after
                             : around.unordered)
          .push_back(other);
    }
    node = *found;
  }
  return around;
}

Ordering orderingOf(const Expr *root, const Expr *one, const Expr *other) {
  if (contains(one, other) || contains(other, one))
    return Ordering::Nested;
  for (const Stmt *node = root; node;) {
    const std::vector<const Stmt *> children(node->child_begin(), node->child_end());
    const auto at = [&](const Expr *part) {
      return llvm::find_if(children, [&](const Stmt *child) { return contains(child, part); });
    };
    const auto first = at(one), second = at(other);
    if (first == children.end() || second == children.end())
      return Ordering::Unordered;
    if (first == second) {
      node = *first;
      continue;
    }
    if (orderOf(node, static_cast<unsigned>(first - children.begin()),
                static_cast<unsigned>(second - children.begin())) != When::Unordered)
      return Ordering::Sequenced;
    const auto *operation = dyn_cast<CXXOperatorCallExpr>(node);
    const bool isMethod = operation && isa_and_nonnull<CXXMethodDecl>(operation->getDirectCallee());
    return isa<CallExpr>(node) && !isMethod ? Ordering::Arguments : Ordering::Unordered;
  }
  return Ordering::Unordered;
}

/// Is what the path leads to, a number, a pointer or an object that is copied, the same behind the call?
/// Numbers only where no other name leads to them. A pointer or container that an object keeps is replaced
/// only by code that is handed the object: a call that replaced it otherwise would free what the path leads
/// to.
bool Changes::leavesValueOf(const Expr *place) const {
  const Expr *root = rootOfPath(place);
  if (isa<CXXThisExpr>(root)) {
    const FieldDecl *member = memberOfThis(place);
    const bool isOther = member && !changed.anyMember && !changed.members.count(member);
    return (!changed.self || isOther) && !place->getType()->isArithmeticType();
  }
  const auto *name = dyn_cast<DeclRefExpr>(root);
  const auto *var = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!var || !var->hasLocalStorage() || changed.variables.count(var))
    return false;
  if (var->getType()->isReferenceType() || var->getType()->isPointerType())
    return root == place->IgnoreParenCasts() ? !var->getType()->isReferenceType() && !uses.isAliased(var)
                                             : !place->getType()->isArithmeticType();
  return var->getType().isConstQualified() || !uses.isAliased(var);
}

bool Changes::leaves(const Expr *expr, llvm::function_ref<bool(const Expr *)> isHeld) const {
  if (isHeld(expr))
    return true;
  const auto parts = [&] {
    return llvm::all_of(expr->children(), [&](const Stmt *child) {
      const auto *part = dyn_cast_or_null<Expr>(child);
      return !child || (part && leaves(part, isHeld));
    });
  };
  if (isa<DeclRefExpr, CXXThisExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          StringLiteral, CXXNullPtrLiteralExpr, CXXDefaultArgExpr, UnaryExprOrTypeTraitExpr>(expr))
    return true;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
      cast && cast->getCastKind() == CK_LValueToRValue && !leavesValueOf(cast->getSubExpr()))
    return false;
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return !op->isIncrementDecrementOp() && parts();
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return !op->isAssignmentOp() && parts();
  if (const auto *construct = dyn_cast<CXXConstructExpr>(expr)) {
    const bool copies = construct->getNumArgs() > 0 && construct->getArg(0)->isLValue() &&
                        construct->getConstructor()->isCopyOrMoveConstructor();
    return (!copies || leavesValueOf(construct->getArg(0))) && isQuiet(expr) && parts();
  }
  if (isa<CallExpr>(expr)) // a path through a container or a pointer: what it leads to is read later
    return (expr->isLValue() || expr->getType()->isPointerType()) && isQuiet(expr) && leavesValueOf(expr) &&
           parts();
  return isa<CastExpr, MemberExpr, ParenExpr, ArraySubscriptExpr, InitListExpr, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, FullExpr, CXXStdInitializerListExpr, CXXParenListInitExpr,
             CXXDefaultInitExpr>(expr) &&
         parts();
}

namespace {

/// Does a temporary in it end, at the statement's end, with code of the user's?
bool endsLives(const Stmt *stmt) {
  const auto *temporary = dyn_cast_or_null<CXXBindTemporaryExpr>(stmt);
  return (temporary && runsDestructor(temporary->getType())) ||
         (stmt && !isa<LambdaExpr>(stmt) && llvm::any_of(stmt->children(), endsLives));
}

const Expr *firstOf(const Stmt *stmt) {
  if (const auto *expr = dyn_cast<Expr>(stmt))
    return expr;
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return branch->getInit() || branch->getConditionVariable() || branch->isConsteval() ||
                   branch->isConstexpr()
               ? nullptr
               : branch->getCond();
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return choice->getInit() || choice->getConditionVariable() ? nullptr : choice->getCond();
  if (const auto *result = dyn_cast<ReturnStmt>(stmt))
    return result->getRetValue();
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt); declaration && declaration->isSingleDecl())
    if (const auto *var = dyn_cast<VarDecl>(declaration->getSingleDecl()))
      return var->getInit();
  return nullptr;
}

/// Does an expression name this variable or member, or call functions of the program, which may?
class Names : public AstVisitor {
public:
  Names(const ValueDecl *decl, const ASTContext &context) : decl(decl), context(context) {}
  bool found = false;

  bool VisitDeclRefExpr(DeclRefExpr *use) override {
    const auto *function = dyn_cast<FunctionDecl>(use->getDecl());
    found |= function ? isPrograms(function) : declaresSameEntity(use->getDecl(), decl);
    return !found;
  }
  bool VisitMemberExpr(MemberExpr *use) override {
    const auto *method = dyn_cast<CXXMethodDecl>(use->getMemberDecl());
    found |= method ? isPrograms(method) : declaresSameEntity(use->getMemberDecl(), decl);
    return !found;
  }

private:
  bool isPrograms(const FunctionDecl *function) const {
    return !isLibraryCode(function->getLocation(), context);
  }
  const ValueDecl *decl;
  const ASTContext &context;
};

/// `log[key]` of a map makes an entry where there is none: may `part` see that, as `log.size()` does?
class OpenedEntries : public AstVisitor {
public:
  explicit OpenedEntries(const Expr *part) : part(part) {}
  bool areSeen = false;

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    if (call->getOperator() != OO_Subscript || factsOf(call->getArg(0)->getType()).role != ClassRole::Map)
      return true;
    const Expr *map = call->getArg(0)->IgnoreParenImpCasts();
    const auto *reference = dyn_cast<DeclRefExpr>(map);
    const auto *member = dyn_cast<MemberExpr>(map);
    const ValueDecl *decl = reference ? reference->getDecl() : member ? member->getMemberDecl() : nullptr;
    areSeen |= !decl || namesOrCalls(part, decl);
    return !areSeen;
  }

private:
  static bool namesOrCalls(const Expr *expr, const ValueDecl *decl) {
    Names names(decl, decl->getASTContext());
    names.TraverseStmt(const_cast<Expr *>(expr));
    return names.found;
  }
  const Expr *part;
};

/// A closure, or a std::function of one, that the expression makes; null, if it makes something else.
const LambdaExpr *madeClosure(const Expr *expr) {
  expr = expr->IgnoreImplicit();
  const auto *construct = dyn_cast<CXXConstructExpr>(expr);
  if (construct && construct->getNumArgs() == 1 && factsOf(construct->getType()).role == ClassRole::Function)
    expr = construct->getArg(0)->IgnoreImplicit();
  return dyn_cast<LambdaExpr>(expr);
}

/// Does it change nothing? A closure that it makes does not run, but what it captures is read.
bool changesNothing(const Expr *expr) {
  if (const LambdaExpr *closure = madeClosure(expr))
    return llvm::all_of(closure->capture_inits(), [](const Expr *captured) { return isQuiet(captured); });
  return isQuietButPrints(expr);
}

} // namespace

bool mayGoFirst(const Expr *root, const Expr *part, const VariableUses &uses,
                llvm::function_ref<bool(const Expr *)> isHeld) {
  const Surroundings around = surroundingsOf(root, part);
  if (isQuiet(part)) {
    const auto isUnseen = [&](const Expr *other) {
      OpenedEntries opened(part);
      opened.TraverseStmt(const_cast<Expr *>(other));
      return changesNothing(other) && !opened.areSeen;
    };
    return llvm::all_of(around.before, isUnseen) && llvm::all_of(around.unordered, isUnseen);
  }
  const Changes changes(part, uses);
  return llvm::all_of(around.before, [&](const Expr *other) { return changes.leaves(other, isHeld); }) &&
         llvm::all_of(around.unordered, [](const Expr *other) { return isQuiet(other); });
}

bool makesStatic(const Stmt *stmt) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(stmt);
  return declaration && llvm::any_of(declaration->decls(), [](const Decl *d) {
           const auto *var = dyn_cast<VarDecl>(d);
           return var && var->isStaticLocal();
         });
}

const Expr *rootOf(const Stmt *stmt) {
  const Expr *first = makesStatic(stmt) ? nullptr : firstOf(stmt);
  return first && endsLives(first) ? nullptr : first;
}

/// A method of fg::Tensor that changes its object, and returns it.
static bool isWrittenInPlace(const Expr *expr) {
  const auto *call = dyn_cast<CXXMemberCallExpr>(expr);
  const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
  return method && method->getIdentifier() && method->getName().ends_with("_") &&
         isTensorType(classType(method->getParent())) && isTensorType(call->getType()) && call->isLValue();
}

const Expr *writtenReceiver(const Stmt *stmt, const Expr *part) {
  const Expr *root = rootOf(stmt);
  if (!root || !(isa<Expr>(stmt) || root->isPRValue()))
    return nullptr;
  const Expr *link = root;
  for (;;) {
    link = link->IgnoreImplicit()->IgnoreParens();
    if (const auto *copy = dyn_cast<CXXConstructExpr>(link);
        copy && copy->getNumArgs() == 1 && isTensorType(copy->getType())) {
      link = copy->getArg(0);
      continue;
    }
    const auto *call = dyn_cast<CXXMemberCallExpr>(link);
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    if (!method || !isTensorType(classType(method->getParent())) || !contains(call, part))
      return nullptr;
    const Expr *object = call->getImplicitObjectArgument()->IgnoreParenImpCasts();
    if (contains(object, part)) {
      link = object;
      continue;
    }
    return isWrittenInPlace(object) ? object : nullptr;
  }
}

namespace {
/// Is there code that may assign to a variable of fg::Tensor: an assignment, a lambda, or a call of the
/// user's?
class TensorAssignments : public AstVisitor {
public:
  bool TraverseLambdaExpr(LambdaExpr *) override { return !(found = true); }
  bool VisitBinaryOperator(BinaryOperator *op) override { return !(found |= op->isAssignmentOp()); }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
    const bool isLibrary = callee && (isStdLibrary(callee) || isFgNamespace(callee->getDeclContext()) ||
                                      (method && isFgClass(method->getParent())));
    return !(found |= !isLibrary || (op && op->isAssignmentOp()));
  }
  bool found = false;
};
} // namespace

const Expr *receiverOf(const Stmt *stmt, const Expr *written) {
  const Expr *object = written;
  while (isWrittenInPlace(object))
    object = cast<CXXMemberCallExpr>(object)->getImplicitObjectArgument()->IgnoreParenImpCasts();
  if (object == written || !isa<DeclRefExpr>(object))
    return nullptr;
  TensorAssignments assignments;
  assignments.TraverseStmt(const_cast<Stmt *>(stmt));
  return assignments.found ? nullptr : object;
}

const Expr *makerOf(const Stmt *stmt) {
  const Expr *maker = isa<DeclStmt>(stmt) ? rootOf(stmt) : nullptr;
  while (maker) {
    maker = maker->IgnoreImplicit()->IgnoreParens();
    const auto *cast = dyn_cast<CXXFunctionalCastExpr>(maker);
    if (!cast)
      break;
    maker = cast->getSubExpr();
  }
  return maker;
}

} // namespace fullgraph
