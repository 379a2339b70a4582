#include "lib/Capture/Syntax/TurnText.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/AstVisitor.h"
#include "lib/Graph/Failure.h"
#include "lib/Ops/OpSchema.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace clang;

namespace fullgraph {
namespace {

const Expr *plain(const Expr *expr) {
  for (;;) {
    const Expr *inner = expr->IgnoreParenImpCasts();
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(inner))
      inner = cleanups->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expr)
      return expr;
    expr = inner;
  }
}

const VarDecl *variableOf(const Expr *expr) {
  const auto *use = dyn_cast<DeclRefExpr>(plain(expr));
  const auto *variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() ? variable
                                                                                            : nullptr;
}

/// A class whose objects are assigned part by part.
bool isAssignedByParts(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || assignsItself(type))
    return false;
  return factsOf(record).role == ClassRole::Product ||
         (factsOf(record).role == ClassRole::Other && !isStdLibrary(record) && !isFgClass(record) &&
          !record->isUnion() && record->getNumBases() == 0);
}

/// The variables and members that a piece of the text names.
class Names : public AstVisitor {
public:
  bool dataTraverseStmtPre(Stmt *stmt) override {
    if (const auto *use = dyn_cast<DeclRefExpr>(stmt))
      all.insert(use->getDecl());
    if (const auto *use = dyn_cast<MemberExpr>(stmt))
      all.insert(use->getMemberDecl());
    return true;
  }
  std::set<const Decl *> all;
};

class TurnReader {
public:
  explicit TurnReader(TurnText &text) : text(text) {}

  bool readTurn(const Stmt *body) {
    const auto *block = dyn_cast<CompoundStmt>(body);
    for (const Stmt *stmt : block ? llvm::ArrayRef<Stmt *>(block->body_begin(), block->body_end())
                                  : llvm::ArrayRef<Stmt *>(const_cast<Stmt **>(&body), 1)) {
      statement = stmt;
      if (!read(stmt))
        return false;
      named.TraverseStmt(const_cast<Stmt *>(stmt));
    }
    return true;
  }

  bool read(const Stmt *stmt) {
    if (!stmt || isa<NullStmt>(stmt) || readsWhole(stmt))
      return true;
    if (!refused)
      refused = stmt;
    return false;
  }
  const Stmt *refused = nullptr;        // the innermost that is none of a turn
  std::set<const DeclRefExpr *> filled; // the uses of lists that append to them

private:
  bool readsWhole(const Stmt *stmt) {
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      return llvm::all_of(block->body(), [&](const Stmt *child) { return read(child); });
    if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
      return llvm::all_of(declaration->decls(), [&](const Decl *decl) { return declares(decl); });
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      return !branch->getInit() && !branch->getConditionVariable() && isQuiet(branch->getCond()) &&
             read(branch->getThen()) && read(branch->getElse());
    if (const auto *loop = dyn_cast<ForStmt>(stmt))
      return read(loop->getInit()) && !loop->getConditionVariable() && loop->getCond() &&
             isQuiet(loop->getCond()) && read(loop->getInc()) && read(loop->getBody());
    const auto *expr = dyn_cast<Expr>(stmt);
    return expr && changes(plain(expr));
  }

  bool declares(const Decl *decl) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage() || runsDestructor(variable->getType()) ||
        !isQuiet(variable->getInit()))
      return false;
    own.insert(variable);
    if (const auto *parts = dyn_cast<DecompositionDecl>(variable))
      for (const BindingDecl *part : parts->bindings())
        if (const VarDecl *held = part->getHoldingVar())
          own.insert(held);
    return true;
  }

  /// Of a variable, or of a member of one or of *this; empty for another expression.
  static std::vector<const Decl *> pathOf(const Expr *target) {
    target = plain(target);
    if (isa<CXXThisExpr>(target))
      return {nullptr};
    if (const auto *use = dyn_cast<DeclRefExpr>(target))
      if (const auto *variable = dyn_cast<VarDecl>(use->getDecl()); variable && variable->hasLocalStorage())
        return {variable};
    const auto *member = dyn_cast<MemberExpr>(target);
    if (!member || !isa<FieldDecl>(member->getMemberDecl()) ||
        (member->isArrow() && !isa<CXXThisExpr>(plain(member->getBase()))))
      return {};
    std::vector<const Decl *> path = pathOf(member->getBase());
    if (!path.empty())
      path.push_back(member->getMemberDecl());
    return path;
  }

  /// Notes what is carried. False: it is none that turns may assign (`writes`: may write into).
  bool carries(const Expr *target, bool writes, const Expr *assignment = nullptr) {
    const QualType type = target->getType();
    std::vector<const Decl *> path = pathOf(target);
    if (path.empty() || path == std::vector<const Decl *>{nullptr} ||
        !(isTensorType(type) || (!writes && isAssignedByParts(type))))
      return false;
    const auto *variable = cast_or_null<VarDecl>(path[0]);
    if (own.count(variable))
      return !variable->getType()->isReferenceType();
    for (CarriedText &known : text.carried)
      if (known.path == path) {
        known.isWritten = known.isWritten || writes;
        return true;
      }
    const bool isFirst = assignment && isTensorType(type) && isAssignedFirst(path.back(), assignment);
    text.carried.push_back({plain(target), std::move(path), writes, isFirst});
    return true;
  }

  /// Does the assignment stand in no branch, and does nothing in front of it or in its value name the object?
  bool isAssignedFirst(const Decl *object, const Expr *assignment) const {
    const auto *whole = dyn_cast<Expr>(statement);
    if (named.all.count(object) || !whole || plain(whole) != assignment)
      return false;
    Names value;
    value.TraverseStmt(const_cast<Expr *>(cast<CXXOperatorCallExpr>(assignment)->getArg(1)));
    return !value.all.count(object);
  }

  /// out[t]: a tensor that the call returns, and no element of a list. Of which tensor it is a part, the walk
  /// finds.
  static bool isPart(const Expr *target) {
    target = plain(target);
    return isTensorType(target->getType()) && target->isPRValue() && isQuiet(target);
  }

  /// std::tie(h, c) = …
  bool assignsAll(const Expr *target, const Expr *assignment) {
    const auto *call = dyn_cast<CallExpr>(target);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    return callee && isStdLibrary(callee) && callee->getIdentifier() && callee->getName() == "tie" &&
           llvm::all_of(call->arguments(),
                        [&](const Expr *part) { return carries(part, false, assignment); });
  }

  bool changes(const Expr *expr) {
    if (isQuiet(expr))
      return true;
    if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->isIncrementDecrementOp())
      return own.count(variableOf(op->getSubExpr())) != 0;
    if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->isAssignmentOp())
      return own.count(variableOf(op->getLHS())) != 0 && isQuiet(op->getRHS());
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr); op && op->getOperator() == OO_Equal) {
      const Expr *target = plain(op->getArg(0));
      if (!isQuiet(op->getArg(1)))
        return false;
      if (carries(target, false, op) || assignsAll(target, op))
        return true;
      return isPart(target); // out[t] = y copies to it
    }
    if (const auto *op = dyn_cast<CXXOperatorCallExpr>(expr); op && op->isAssignmentOp())
      return (carries(op->getArg(0), true) || isPart(op->getArg(0))) && isQuiet(op->getArg(1));
    const auto *call = dyn_cast<CXXMemberCallExpr>(expr);
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    if (!method || !method->getIdentifier() ||
        !llvm::all_of(call->arguments(), [](const Expr *argument) { return isQuiet(argument); }))
      return false;
    const Expr *object = call->getImplicitObjectArgument();
    if (const OpSchema *op = findOp(method->getName());
        op && op->is(Op::copy_) && isTensorType(object->getType()))
      return isQuiet(object);
    if (method->getName().ends_with("_") && isTensorType(object->getType())) // sum.mul_(2).add_(x)
      return carries(object, true) || isPart(object) ||
             (isa<CXXMemberCallExpr>(plain(object)) && changes(plain(object)));
    const VarDecl *list = variableOf(object);
    if (!list || (method->getName() != "push_back" && method->getName() != "emplace_back") ||
        call->getNumArgs() != 1 || factsOf(list->getType()->getAsCXXRecordDecl()).role != ClassRole::List)
      return false;
    if (own.count(list))
      return true;
    if (!isTensorList(list->getType()))
      return false;
    if (!llvm::is_contained(text.lists, list))
      text.lists.push_back(list);
    filled.insert(cast<DeclRefExpr>(plain(object)));
    return true;
  }

  TurnText &text;
  const Stmt *statement = nullptr; // of the turn itself, in no branch of it
  Names named;                     // by the statements in front of it
  std::set<const VarDecl *> own;   // of a turn
};

/// All uses of a variable, and those of them that are handed to stack or cat.
class ListUses : public AstVisitor {
public:
  explicit ListUses(const VarDecl *list) : list(list) {}
  bool VisitDeclRefExpr(DeclRefExpr *use) override {
    if (use->getDecl() == list)
      all.insert(use);
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    const std::string name = callee ? callee->getQualifiedNameAsString() : "";
    if (name == "fg::stack" || name == "fg::cat")
      for (const Expr *argument : call->arguments())
        taken.insert(useIn(argument));
    if (const auto *method = dyn_cast<CXXMemberCallExpr>(call))
      if (const CXXMethodDecl *decl = method->getMethodDecl();
          decl && decl->getIdentifier() && decl->getName() == "reserve")
        taken.insert(useIn(method->getImplicitObjectArgument()));
    return true;
  }
  std::set<const DeclRefExpr *> all, taken;

private:
  /// The variable itself, as what converts to a list of tensors.
  const DeclRefExpr *useIn(const Expr *argument) const {
    argument = plain(argument);
    while (const auto *made = dyn_cast<CXXConstructExpr>(argument)) {
      if (made->getNumArgs() == 0)
        return nullptr;
      argument = plain(made->getArg(0));
    }
    return dyn_cast<DeclRefExpr>(argument);
  }
  const VarDecl *list;
};

bool isOnlyStacked(const VarDecl *list, const std::set<const DeclRefExpr *> &filled,
                   const FunctionDecl *function) {
  ListUses uses(list);
  uses.TraverseStmt(function->getBody());
  return llvm::all_of(uses.all,
                      [&](const DeclRefExpr *use) { return filled.count(use) || uses.taken.count(use); });
}

bool readHead(const ForStmt *loop, TurnText &text) {
  const auto *init = dyn_cast_or_null<DeclStmt>(loop->getInit());
  text.index = init && init->isSingleDecl() ? dyn_cast<VarDecl>(init->getSingleDecl()) : nullptr;
  const auto *condition =
      loop->getCond() ? dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  if (!text.index || !text.index->getType()->isIntegerType() || !condition || loop->getConditionVariable() ||
      variableOf(condition->getLHS()) != text.index || !isQuiet(condition->getRHS()))
    return false;
  text.end = condition->getRHS();
  const BinaryOperatorKind kind = condition->getOpcode();
  text.endIsATurn = kind == BO_LE || kind == BO_GE;
  text.downwards = kind == BO_GE || kind == BO_GT;
  if (!text.endIsATurn && kind != BO_LT && kind != BO_GT)
    return false;
  // An unsigned number that counts down to 0 wraps around.
  if (text.downwards && !text.index->getType()->isSignedIntegerType())
    return false;
  const auto *step = loop->getInc() ? dyn_cast<UnaryOperator>(loop->getInc()->IgnoreParens()) : nullptr;
  return step && variableOf(step->getSubExpr()) == text.index &&
         (text.downwards ? step->isDecrementOp() : step->isIncrementOp());
}

} // namespace

/// What no turn of a kernel may do.
static std::string refusalText(const Stmt *stmt) {
  if (isa<BreakStmt, ContinueStmt, ReturnStmt>(stmt))
    return "a turn may leave the loop, or its rest";
  if (isa<WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt, CXXTryStmt>(stmt))
    return "a turn has a loop or a switch";
  const auto *expr = dyn_cast<Expr>(stmt);
  const Expr *value = expr ? plain(expr) : nullptr;
  if (const auto *op = dyn_cast_or_null<CXXOperatorCallExpr>(value); op && op->isAssignmentOp())
    return "a turn assigns what is no variable, no member and no part of a tensor, or a value that may do "
           "more";
  if (const auto *call = dyn_cast_or_null<CallExpr>(value))
    if (const FunctionDecl *callee = call->getDirectCallee())
      return "a turn calls '" + callee->getQualifiedNameAsString() +
             "', which may do more than to compute tensors";
  if (const auto *op = dyn_cast_or_null<BinaryOperator>(value); op && op->isAssignmentOp())
    return "a turn changes a variable that is no tensor";
  if (const auto *op = dyn_cast_or_null<UnaryOperator>(value); op && op->isIncrementDecrementOp())
    return "a turn changes a variable that is no tensor";
  return "a turn does more than to compute tensors of tensors";
}

static llvm::Expected<TurnText> turnTextOf(TurnText text, const Stmt *body, const FunctionDecl *function) {
  TurnReader reader(text);
  if (!reader.readTurn(body))
    return failure(refusalText(reader.refused) + " (" +
                   locOf(reader.refused->getBeginLoc(), function->getASTContext()).str() + ")");
  for (const VarDecl *list : text.lists)
    if (!isOnlyStacked(list, reader.filled, function))
      return failure("'" + list->getName() + "' is used for more than fg::stack and fg::cat");
  return text;
}

llvm::Expected<TurnText> turnTextOf(const ForStmt *loop, const FunctionDecl *function) {
  TurnText text;
  if (!readHead(loop, text))
    return failure("it does not count by ones to an end that is known in front of it");
  return turnTextOf(std::move(text), loop->getBody(), function);
}

std::optional<UnboundText> unboundOf(const Expr *range) {
  const auto *call = dyn_cast<CallExpr>(plain(range));
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const std::string name = callee ? callee->getQualifiedNameAsString() : "";
  const auto *method = dyn_cast_or_null<CXXMemberCallExpr>(call);
  UnboundText text;
  if (name == "fg::Tensor::unbind" && method)
    text.tensor = method->getImplicitObjectArgument();
  else if (name == "fg::unbind" && !method)
    text.tensor = call->getArg(0);
  else
    return std::nullopt;
  const unsigned at = method ? 0 : 1;
  if (call->getNumArgs() > at && !isa<CXXDefaultArgExpr>(call->getArg(at)))
    text.dim = call->getArg(at);
  return isQuiet(call) ? std::optional(text) : std::nullopt;
}

llvm::Expected<TurnText> turnTextOf(const CXXForRangeStmt *loop, const FunctionDecl *function) {
  TurnText text;
  text.index = loop->getLoopVariable();
  if (loop->getInit() || !text.index || isa<DecompositionDecl>(text.index) ||
      !isTensorType(text.index->getType().getNonReferenceType()))
    return failure("its variable is no tensor");
  return turnTextOf(std::move(text), loop->getBody(), function);
}

} // namespace fullgraph
