// Calls of a residual statement: which of their operands a region can compute ahead, and which are made in
// front of the rest of the statement.

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/AstVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

bool mentionsTensor(const Stmt *stmt) {
  if (!stmt)
    return false;
  const auto *expr = dyn_cast<Expr>(stmt);
  if (expr && isTensorType(expr->getType()))
    return true;
  return llvm::any_of(stmt->children(), mentionsTensor);
}

bool hasCall(const Stmt *stmt) {
  return stmt && (isa<CallExpr>(stmt) || llvm::any_of(stmt->children(), hasCall));
}

/// x.size(0): of the library's, and no operator.
bool asksOnly(const FunctionDecl *callee, const CallExpr *call) {
  return isFgNamespace(callee->getDeclContext()->getEnclosingNamespaceContext()) &&
         !isTensorType(call->getType());
}

/// Evaluated once, whatever other parts of the expression give.
bool isUnconditional(const Stmt *root, const Stmt *target) {
  if (root == target)
    return true;
  if (isa<LambdaExpr>(root))
    return false;
  if (const auto *choice = dyn_cast<AbstractConditionalOperator>(root))
    return contains(choice->getCond(), target) && isUnconditional(choice->getCond(), target);
  if (const auto *op = dyn_cast<BinaryOperator>(root); op && op->isLogicalOp())
    return contains(op->getLHS(), target) && isUnconditional(op->getLHS(), target);
  for (const Stmt *child : root->children())
    if (contains(child, target))
      return isUnconditional(child, target);
  return false;
}

/// The operands of an assignment, whose right side is evaluated first.
std::pair<const Expr *, const Expr *> assignmentOf(const Expr *root) {
  root = root->IgnoreImplicit();
  if (const auto *op = dyn_cast<BinaryOperator>(root); op && op->isAssignmentOp())
    return {op->getLHS(), op->getRHS()};
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(root); call && call->isAssignmentOp())
    return {call->getArg(0), call->getArg(1)};
  return {nullptr, nullptr};
}

bool isStreamOutput(const Stmt *stmt) {
  const auto *call = dyn_cast<CXXOperatorCallExpr>(stmt);
  if (!call || call->getOperator() != OO_LessLess || call->getNumArgs() != 2)
    return false;
  const CXXRecordDecl *record = call->getArg(0)->getType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName().contains("stream");
}

/// Nothing that the expression evaluates before `part`, or in no order with it, changes what `part` reads.
bool readsTheSameAtFirst(const Expr *root, const Expr *part) {
  const Surroundings around = surroundingsOf(root, part);
  return llvm::all_of(around.before, isQuietButPrints) && llvm::all_of(around.unordered, isQuietButPrints);
}

/// A new tensor or a number that operators compute.
bool isComputed(const Expr *expr) {
  return hasCall(expr) && mentionsTensor(expr) && !expr->isLValue() &&
         (isTensorType(expr->getType()) || expr->getType()->isArithmeticType()) && isQuiet(expr);
}

/// Operators that a function of the user's applies itself.
class OperatorFinder : public AstVisitor {
public:
  bool shouldVisitImplicitCode() const override { return true; }
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
  bool VisitCallExpr(CallExpr *call) override {
    found |= mayApplyOperators(call);
    return !found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) override {
    found |= computes(construct->getConstructor());
    return !found;
  }
  bool computes(const CXXConstructorDecl *ctor) {
    const CXXRecordDecl *record = ctor->getParent();
    if (isTensorType(ctor->getFunctionObjectParameterType()) || isStdLibrary(record) ||
        !seen.insert(ctor).second)
      return false;
    const FunctionDecl *definition = nullptr;
    if (ctor->hasBody(definition))
      TraverseDecl(const_cast<FunctionDecl *>(definition));
    return found;
  }
  std::set<const CXXConstructorDecl *> seen;
  bool found = false;
};

void addOperand(const Expr *argument, std::vector<const Expr *> &operands);

/// What an object is made of; of the lists and containers of the standard library in it, their elements.
void addParts(const Expr *made, std::vector<const Expr *> &parts) {
  std::vector<const Expr *> own;
  if (const auto *construct = dyn_cast<CXXConstructExpr>(made))
    own.assign(construct->arg_begin(), construct->arg_end());
  else if (const auto *list = dyn_cast<InitListExpr>(made))
    own.assign(list->inits().begin(), list->inits().end());
  else if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(made))
    own = {list->getSubExpr()};
  for (const Expr *part : own)
    addOperand(part, parts);
}

/// What a call is handed; of an object that is made for it, as in `push_back({a * b, c})`, what it is made
/// of.
void addOperand(const Expr *argument, std::vector<const Expr *> &operands) {
  const Expr *made = argument->IgnoreImplicit();
  if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(made)) // State{a, b}
    made = cast->getSubExpr()->IgnoreImplicit();
  const auto *construct = dyn_cast<CXXConstructExpr>(made);
  const auto *call = dyn_cast<CallExpr>(made);
  static const std::set<llvm::StringRef> makers = {"make_pair", "make_tuple", "make_optional", "move"};
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const bool isOfTensor = isTensorType(made->getType());
  if (!isOfTensor && (isa<InitListExpr, CXXStdInitializerListExpr>(made) ||
                      (construct && isStdLibrary(construct->getConstructor())))) {
    addParts(made, operands);
  } else if (!isOfTensor && callee && isStdLibrary(callee) && callee->getIdentifier() &&
             makers.count(callee->getName())) {
    for (const Expr *part : call->arguments())
      addOperand(part, operands);
  } else {
    operands.push_back(argument);
  }
}

/// Does the code around a temporary take it as one? `x[0] = y` copies into the tensor, and with a variable in
/// x[0]'s place the variable would be another tensor; a `Tensor &&` of the user's takes no variable.
class RvalueUses : public AstVisitor {
public:
  explicit RvalueUses(const Expr *temporary) : temporary(temporary) {}
  bool holds(const Stmt *stmt) {
    TraverseStmt(const_cast<Stmt *>(stmt));
    return found;
  }

  bool VisitCallExpr(CallExpr *call) override {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    const auto *member = dyn_cast<CXXMemberCallExpr>(call);
    const bool isOperator = method && method->isInstance() && isa<CXXOperatorCallExpr>(call);
    const Expr *object = member       ? member->getImplicitObjectArgument()
                         : isOperator ? call->getArg(0)
                                      : nullptr;
    found |= object && method && method->getRefQualifier() == RQ_RValue && isTemporary(object);
    const QualType callee = call->getCallee()->getType();
    const QualType called = callee->isPointerType() ? callee->getPointeeType() : callee;
    if (const FunctionDecl *function = call->getDirectCallee())
      note(function, call->arguments(), isOperator);
    else if (const auto *type = called->getAs<FunctionProtoType>())
      note(type->getParamTypes(), call->arguments()); // through a pointer
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    note(made->getConstructor(), made->arguments(), /*isOperator=*/false);
    return true;
  }

private:
  bool isTemporary(const Expr *expr) const { return expr->IgnoreImplicit()->IgnoreParens() == temporary; }
  template <class Arguments> void note(const FunctionDecl *callee, Arguments arguments, bool isOperator) {
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (isFgNamespace(callee->getDeclContext()) || (method && isFgClass(method->getParent())))
      return;       // they take variables, too
    if (isOperator) // its object is its first argument
      arguments = {std::next(arguments.begin()), arguments.end()};
    note(callee->getType()->castAs<FunctionProtoType>()->getParamTypes(), arguments);
  }
  template <class Arguments> void note(ArrayRef<QualType> parameters, Arguments arguments) {
    for (const auto &[parameter, argument] : llvm::zip_first(parameters, arguments))
      found |= parameter->isRValueReferenceType() && isTemporary(argument);
  }
  const Expr *temporary;
  bool found = false;
};

bool constructorComputes(const CXXConstructorDecl *ctor) { return OperatorFinder().computes(ctor); }

} // namespace

bool mayApplyOperators(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
  const bool assigns = method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
  return mentionsTensor(call) && !assigns && !(callee && (asksOnly(callee, call) || isStdLibrary(callee)));
}

std::vector<const Expr *> RegionEdits::operandsOf(const Stmt *stmt, const Expr *at) const {
  const Expr *root = rootOf(stmt);
  const auto *call = dyn_cast<CallExpr>(at);
  std::vector<const Expr *> operands;
  if (call)
    for (const Expr *argument : call->arguments())
      addOperand(argument, operands);
  else
    addParts(at, operands);
  if (!root || operands.empty() || !contains(root, at) || !isUnconditional(root, at) ||
      !readsTheSameAtFirst(root, at))
    return {};
  if (isStreamOutput(at)) { // of the whole chain: printing changes no tensor
    operands.clear();
    for (const Expr *link = root->IgnoreImplicit(); isStreamOutput(link);
         link = cast<CallExpr>(link)->getArg(0)->IgnoreImplicit())
      operands.insert(operands.begin(), cast<CallExpr>(link)->getArg(1));
  }
  if (const auto *member = dyn_cast_or_null<CXXMemberCallExpr>(call))
    if (const Expr *object = member->getImplicitObjectArgument();
        object && !object->getType()->isPointerType())
      operands.push_back(object);
  std::vector<const Expr *> found;
  const auto isHeld = [&](const Expr *expr) { return isReplaced(expr) || llvm::is_contained(found, expr); };
  for (const Expr *operand : operands) {
    const Expr *inner = operand->IgnoreImplicit();
    if (isa<CXXDefaultArgExpr>(operand) || !hasCall(inner) || !mentionsTensor(inner))
      continue;
    if (!isTensorType(inner->getType()) && !inner->getType()->isArithmeticType())
      continue;
    if (inner->isLValue() || !mayGoFirst(root, inner, uses, isHeld))
      continue;
    const auto range = source.expression(inner);
    if (range && !isReplaced(inner))
      found.push_back(inner);
  }
  return found;
}

bool RegionEdits::isBranchCondition(const Stmt *stmt, const Expr *condition) {
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return branch->getCond() == condition && !branch->getInit() && !branch->getConditionVariable();
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return choice->getCond() == condition && !choice->getInit() && !choice->getConditionVariable();
  return false;
}

QualType RegionEdits::typeOfValue(const Expr *call) {
  const QualType type = isArrow(call) ? call->getType()->getPointeeType() : call->getType();
  return type.getNonReferenceType().getUnqualifiedType();
}

bool RegionEdits::hasValue(const Expr *call) {
  const QualType type = typeOfValue(call);
  // x.unbind(0), as an operand of the statement
  const auto *made = dyn_cast<CXXMemberCallExpr>(call);
  const bool isList = made && made->isPRValue() && isTensorList(type) &&
                      isTensorType(made->getObjectType()) && factsOf(type).role == ClassRole::List;
  return isTensorType(type) ||
         (!isArrow(call) && (type->isArithmeticType() || type->isEnumeralType() || isList));
}

bool RegionEdits::evaluates(const Stmt *stmt, const Expr *expr) {
  const Expr *root = rootOf(stmt);
  return root && contains(root, expr);
}

bool RegionEdits::evaluatesAlways(const Stmt *stmt, const Expr *expr) {
  const Expr *root = rootOf(stmt);
  return root && contains(root, expr) && isUnconditional(root, expr);
}

const Expr *RegionEdits::valueAround(const Stmt *stmt, const Expr *expr) {
  const Expr *found = nullptr; // the innermost one
  for (const Stmt *at = rootOf(stmt); at && contains(at, expr);) {
    const auto *call = dyn_cast<CallExpr>(at);
    const auto *member = dyn_cast<MemberExpr>(at);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (callee ? isStdLibrary(callee) || asksOnly(callee, call)
               : member && isa<FieldDecl>(member->getMemberDecl())) {
      if (hasValue(cast<Expr>(at)))
        found = cast<Expr>(at);
    } else if (call) {
      found = nullptr; // what is around a call is not handling
    }
    const auto inner =
        llvm::find_if(at->children(), [&](const Stmt *child) { return child && contains(child, expr); });
    at = inner == at->children().end() ? nullptr : *inner;
  }
  return found;
}

const Expr *RegionEdits::hostCallAround(const Stmt *stmt, const Expr *expr) {
  const Expr *outermost = nullptr;
  for (const Stmt *at = rootOf(stmt); at && at != expr;) {
    if (const auto *call = dyn_cast<CallExpr>(at)) {
      const FunctionDecl *callee = call->getDirectCallee();
      const bool isHost = callee && isStdLibrary(callee);
      outermost = !isHost ? nullptr : outermost ? outermost : call;
    }
    const auto inner =
        llvm::find_if(at->children(), [&](const Stmt *child) { return child && contains(child, expr); });
    at = inner == at->children().end() ? nullptr : *inner;
  }
  return outermost ? outermost : expr;
}

bool RegionEdits::isOnly(const Stmt *stmt, const Expr *call) {
  const Expr *root = rootOf(stmt);
  if (!root || isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt))
    return false;
  const Expr *whole = assignmentOf(root).second ? assignmentOf(root).second : root;
  while (const Expr *inner = whole->IgnoreImplicit()->IgnoreParens()) {
    const auto *construct = dyn_cast<CXXConstructExpr>(inner);
    const Expr *next = construct && construct->getNumArgs() == 1 ? construct->getArg(0) : inner;
    if (next == whole)
      break;
    whole = next;
  }
  return whole == call;
}

std::vector<const Expr *> RegionEdits::earlierThan(const Stmt *stmt, const Expr *at) const {
  const Expr *root = rootOf(stmt);
  if (!root || !contains(root, at) || !isUnconditional(root, at))
    return {};
  const Changes changes(at, uses);
  std::vector<const Expr *> found;
  const auto isHeld = [&](const Expr *expr) {
    if (isReplaced(expr))
      return true;
    const Expr *inner = expr->IgnoreImplicit();
    if (!isComputed(inner) || !source.expression(inner))
      return false;
    found.push_back(inner);
    return true;
  };
  const Expr *written = writtenReceiver(stmt, at);
  for (const Expr *expr : surroundingsOf(root, at).before)
    if (written && contains(expr, written) && !isReplaced(written) && source.expression(written))
      found.push_back(written);
    else if (!changes.leaves(expr, isHeld))
      return {};
  return found;
}

bool RegionEdits::computes(const Stmt *stmt, const Expr *except) const {
  return computesBut(stmt, [&](const Expr *expr) { return expr == except; });
}

bool RegionEdits::computesBut(const Stmt *stmt, llvm::function_ref<bool(const Expr *)> isLeft) const {
  const auto *whole = dyn_cast_or_null<Expr>(stmt);
  if (!stmt || (whole && isLeft(whole)) || makesStatic(stmt))
    return false;
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return computesBut(loop->getInit(), isLeft) || computesBut(loop->getCond(), isLeft) ||
           computesBut(loop->getInc(), isLeft);
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt))
    return computesBut(loop->getInit(), isLeft) || computesBut(loop->getRangeInit(), isLeft);
  if (const auto *loop = dyn_cast<WhileStmt>(stmt))
    return computesBut(loop->getConditionVariableDeclStmt(), isLeft) || computesBut(loop->getCond(), isLeft);
  if (const auto *loop = dyn_cast<DoStmt>(stmt))
    return computesBut(loop->getCond(), isLeft);
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return computesBut(branch->getInit(), isLeft) ||
           computesBut(branch->getConditionVariableDeclStmt(), isLeft) ||
           computesBut(branch->getCond(), isLeft);
  if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
    return computesBut(choice->getInit(), isLeft) ||
           computesBut(choice->getConditionVariableDeclStmt(), isLeft) ||
           computesBut(choice->getCond(), isLeft);
  if (isa<CompoundStmt>(stmt) || isa<CXXTryStmt>(stmt))
    return false;
  if (const auto *expr = dyn_cast<Expr>(stmt); expr && isReplaced(expr))
    return false;
  if (isa<LambdaExpr>(stmt)) // runs where it is called
    return false;
  if (const auto *construct = dyn_cast<CXXConstructExpr>(stmt);
      construct && constructorComputes(construct->getConstructor()))
    return true;
  if (const auto *call = dyn_cast<CallExpr>(stmt); call && mayApplyOperators(call))
    return true;
  return llvm::any_of(stmt->children(), [&](const Stmt *child) { return computesBut(child, isLeft); });
}

bool RegionEdits::isReplaced(const Expr *expr) const {
  const auto range = source.expression(expr);
  if (!range)
    return false;
  const auto made = state.functions.find(range->begin);
  const auto found = state.replaced.find(range->begin);
  return (made != state.functions.end() && made->second == range->end) ||
         (found != state.replaced.end() && found->second.first == range->end);
}

bool RegionEdits::mayTakeInOrder(const Stmt *stmt, const Calls &calls, bool pure) const {
  const Expr *root = rootOf(stmt);
  if (!root)
    return false;
  const auto isTaken = [&](const Expr *expr) {
    return isReplaced(expr) || llvm::any_of(calls, [&](const auto &call) { return call.first == expr; });
  };
  bool inOrder = true;
  for (size_t i = 0; i < calls.size(); ++i) {
    const Expr *call = calls[i].first;
    const bool holdsLast = i > 0 && contains(call, calls[i - 1].first);
    for (size_t j = 0; j < i; ++j) {
      const Ordering ordering = orderingOf(root, calls[j].first, call);
      inOrder &= ordering == Ordering::Nested || ordering == Ordering::Sequenced;
    }
    // The outermost of nested calls is evaluated where those in it are.
    if (!hasValue(call) || !source.expression(call) || !contains(root, call) ||
        (!holdsLast && !isUnconditional(root, call)))
      return false;
    const Surroundings around = surroundingsOf(root, call);
    if (pure) {
      if (!llvm::all_of(around.before, isQuietButPrints) || !llvm::all_of(around.unordered, isQuietButPrints))
        return false;
      continue;
    }
    const Changes changes(call, uses);
    if (!llvm::all_of(around.before, [&](const Expr *expr) { return changes.leaves(expr, isTaken); }) ||
        !llvm::all_of(around.unordered, [](const Expr *expr) { return isQuiet(expr); }))
      return false;
  }
  // Two calls that C++ leaves unordered stay as they are: each compiler has its own order for them.
  return (inOrder || pure) && !isOnly(stmt, calls.back().first);
}

std::optional<std::vector<size_t>> RegionEdits::mayTakeOut(const Stmt *stmt, const Calls &calls,
                                                           bool pure) const {
  if (mayTakeInOrder(stmt, calls, pure))
    return std::vector<size_t>();
  const Expr *root = rootOf(stmt);
  if (!root || isOnly(stmt, calls.back().first))
    return std::nullopt;
  const auto isTaken = [&](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return expr &&
           (isReplaced(expr) || llvm::any_of(calls, [&](const auto &call) { return call.first == expr; }));
  };
  // Another effect, before the calls or in no order with them, keeps its place.
  const auto isQuietAround = [&](const Expr *part) { return isQuietBut(part, isTaken); };
  std::vector<size_t> printing;
  bool areArguments = true, inOrder = true; // each two of those that print
  for (size_t i = 0; i < calls.size(); ++i) {
    const Expr *call = calls[i].first;
    if (!hasValue(call) || !source.expression(call) || !contains(root, call) || !isUnconditional(root, call))
      return std::nullopt;
    const Surroundings around = surroundingsOf(root, call);
    if (!llvm::all_of(around.before, isQuietAround) || !llvm::all_of(around.unordered, isQuietAround))
      return std::nullopt;
    if (isQuiet(call))
      continue;
    if (!isQuietButPrints(call))
      return std::nullopt;
    for (const size_t other : printing) {
      const Ordering ordering = orderingOf(root, calls[other].first, call);
      areArguments &= ordering == Ordering::Arguments && call->isPRValue() && calls[other].first->isPRValue();
      inOrder &= ordering == Ordering::Nested || ordering == Ordering::Sequenced;
    }
    printing.push_back(i);
  }
  if (inOrder)
    return std::vector<size_t>();
  return areArguments ? std::optional(printing) : std::nullopt;
}

std::string RegionEdits::nameFor(const Expr *at, const Calls &calls, bool pure) {
  const auto namesObject = [](const Expr *expr) { return expr->isLValue() || isArrow(expr); };
  const auto shapeOf = [&](const Expr *expr) {
    llvm::FoldingSetNodeID shape;
    const Expr *pointer = dereferencedIn(expr); // `*it` and `it->` name one object
    (pointer ? pointer : expr)->Profile(shape, context, /*Canonical=*/true);
    shape.AddBoolean(pointer);
    return shape;
  };
  if (pure && namesObject(at))
    for (const auto &[call, name] : calls)
      if (namesObject(call) && shapeOf(call) == shapeOf(at))
        return name;
  return newTemporary();
}

std::string RegionEdits::useOf(const Stmt *stmt, const Expr *part, const std::string &name) {
  if (isArrow(part))
    return name + ".";
  return part->isPRValue() && RvalueUses(part).holds(stmt) ? "::std::move(" + name + ")" : name;
}

std::vector<TextPiece> RegionEdits::piecesOfValue(const Expr *part) const {
  if (!isArrow(part))
    return composedPieces(*source.expression(part));
  std::vector<TextPiece> pieces = composedPieces(*source.expression(dereferencedIn(part)));
  pieces.insert(pieces.begin(), {"*"});
  return pieces;
}

void RegionEdits::takeOut(unsigned offset, const Stmt *stmt, const Calls &calls,
                          llvm::ArrayRef<size_t> together, llvm::function_ref<void(const Expr *)> prepare) {
  Calls last;
  for (size_t i = 0; i < calls.size(); ++i) {
    if (llvm::is_contained(together, i)) {
      last.push_back(calls[i]);
      continue;
    }
    prepare(calls[i].first);
    takeOutOne(offset, stmt, calls[i].first, calls[i].second);
  }
  for (const auto &[call, name] : last)
    prepare(call);
  if (!last.empty())
    takeOutTogether(offset, stmt, last);
}

/// May the expression name an object that ends with the statement? `t.index({1}).mul_(2)` names the tensor
/// that `index` returns.
static bool namesTemporary(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (expr->getType()->isPointerType()) { // p->x: where an object of a class stands for it, as long as that
    const auto *arrow = dyn_cast<CXXOperatorCallExpr>(expr->IgnoreImpCasts());
    return arrow && namesTemporary(arrow->getArg(0));
  }
  if (isa<MaterializeTemporaryExpr>(expr) || expr->isPRValue())
    return true;
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return namesTemporary(cast->getSubExpr());
  if (const auto *member = dyn_cast<MemberExpr>(expr))
    return namesTemporary(member->getBase());
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expr))
    return namesTemporary(call->getImplicitObjectArgument());
  const auto *call = dyn_cast<CallExpr>(expr);
  if (!call)
    return false;
  if (isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(call->getCalleeDecl()))
    return namesTemporary(call->getArg(0));                          // x += y, list[i], *option
  return llvm::any_of(call->arguments(), [&](const Expr *argument) { // relu_(x), std::get<0>(pair)
    const CXXRecordDecl *record = argument->getType()->getAsCXXRecordDecl();
    const bool isNumber = record && isFgClass(record) && !isTensorType(argument->getType());
    return argument->isGLValue() && !isNumber && namesTemporary(argument);
  });
}

void RegionEdits::takeOutOne(unsigned offset, const Stmt *stmt, const Expr *call, const std::string &name) {
  const SourceText::Range range = *source.expression(call);
  if (state.taken.insert(name).second) {
    addLines(offset, "");
    std::vector<TextPiece> &moved = edits.back().edit.moved; // a lambda's body has edits of its own
    moved = piecesOfValue(call);
    // A reference to what ends with this declaration would refer to nothing in the statement.
    const bool namesObject = call->isGLValue() || isArrow(call);
    const char *type = namesObject && namesTemporary(call) ? "auto " : "auto &&";
    moved.insert(moved.begin(), {std::string("  [[maybe_unused]] ") + type + name + " = "});
    moved.push_back({";\n"});
  }
  replace(range, useOf(stmt, call, name));
}

void RegionEdits::takeOutTogether(unsigned offset, const Stmt *stmt, const Calls &calls) {
  addLines(offset, "");
  const size_t place = edits.size() - 1;
  const std::string held = newTemporary();
  std::vector<TextPiece> moved = {{"  auto " + held + " = ::fg::rt::hold("}};
  std::string names;
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto &[call, name] = calls[i];
    for (TextPiece &piece : piecesOfValue(call))
      moved.push_back(std::move(piece));
    moved.push_back({i + 1 < calls.size() ? ", " : ");\n"});
    names +=
        "  [[maybe_unused]] auto &&" + name + " = ::std::get<" + std::to_string(i) + ">(" + held + ");\n";
  }
  moved.push_back({names});
  edits[place].edit.moved = std::move(moved);
  for (const auto &[call, name] : calls)
    replace(*source.expression(call), useOf(stmt, call, name));
}

} // namespace fullgraph
