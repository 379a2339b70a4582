// Branches: conditions, if and switch, and both sides of each where breaks are looked for.

#include "lib/Capture/Eval/Statements.h"

#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"
#include "lib/Capture/Tensors/KernelWalk.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

std::optional<bool> Statements::truth(const AbsValue &value, const Expr *condition, BranchRole role,
                                      const Stmt *stmt) {
  if (value.isPoison())
    return std::nullopt;
  if (walk.kernel && value.is(ValueKind::TensorScalar))
    if (const std::optional<bool> side = kernels.kernelSide(value, condition))
      return side;
  if (value.is(ValueKind::TensorScalar)) {
    try {
      switch (role) {
      case BranchRole::Branch:
      case BranchRole::Ternary:
      case BranchRole::Switch:
        report.failOnTensorValue(BreakKind::DataDependentBranch, value, condition->getSourceRange());
      case BranchRole::Loop:
        report.failOnTensorValue(BreakKind::DataDependentLoop, value, condition->getSourceRange());
      case BranchRole::ShortCircuit:
        break;
      }
    } catch (BreakError &error) {
      if (walk.frames.size() == 1 && (role == BranchRole::Branch || role == BranchRole::Loop))
        error.condition = condition;
      throw;
    }
    switch (role) {
    case BranchRole::Branch:
    case BranchRole::Ternary:
    case BranchRole::Switch:
    case BranchRole::Loop:
      break;
    case BranchRole::ShortCircuit: {
      const auto *op = cast<BinaryOperator>(stmt);
      report.fail(BreakKind::TensorShortCircuit, condition->getSourceRange(),
                  {op->getOpcodeStr().str(), report.nameOf(value.tensor)},
                  report.definitionChain(value.tensor), &value);
    }
    }
  }
  if (!value.isScalar())
    report.unsupported(condition, "a condition of this type");
  Sym sym = value.sym;
  if (sym.type() != SymType::Bool)
    sym = symNe(sym, sym.type() == SymType::Int ? Sym(0) : Sym::real(0, sym.type()));
  if ((walk.diagnosing || walk.predicting) && !sym.asBool() && !walk.graph->env.prove(sym))
    return std::nullopt;
  return decideTurn(sym, condition);
}

namespace {
/// Does this arm do nothing but throw? Then the branch is a check.
bool onlyThrows(const Stmt *stmt) {
  if (!stmt)
    return false;
  if (const auto *compound = dyn_cast<CompoundStmt>(stmt))
    return compound->size() == 1 && onlyThrows(compound->body_front());
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    return onlyThrows(attributed->getSubStmt());
  const auto *expr = dyn_cast<Expr>(stmt);
  if (!expr)
    return false;
  expr = expr->IgnoreImplicit();
  const auto *call = dyn_cast<CallExpr>(expr);
  return isa<CXXThrowExpr>(expr) ||
         (call && call->getDirectCallee() && call->getDirectCallee()->isNoReturn());
}

/// Is `part` of what a check asks, as FG_CHECK(before < size && behind < size)? In a loop over dims it asks
/// of each, and the other answer throws.
bool isOfCheck(const Stmt *stmt, const Expr *part) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return false;
  const auto *branch = dyn_cast<IfStmt>(stmt);
  if (branch && (onlyThrows(branch->getThen()) || onlyThrows(branch->getElse())) &&
      contains(branch->getCond(), part))
    return true;
  return llvm::any_of(stmt->children(), [&](const Stmt *child) { return isOfCheck(child, part); });
}

/// Does the arm end in a jump out of a loop?
bool jumps(const Stmt *stmt) {
  if (const auto *compound = dyn_cast_or_null<CompoundStmt>(stmt))
    return !compound->body_empty() && jumps(compound->body_back());
  return isa_and_nonnull<BreakStmt, ReturnStmt>(stmt);
}

/// Does the program compare numbers that it has read from tensors, rather than ask a tensor?
bool comparesNumbers(const Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(condition))
    return unary->getOpcode() == UO_LNot && comparesNumbers(unary->getSubExpr());
  const auto *binary = dyn_cast<BinaryOperator>(condition);
  if (binary && binary->isLogicalOp())
    return comparesNumbers(binary->getLHS()) && comparesNumbers(binary->getRHS());
  return (binary && binary->isComparisonOp()) || isa<DeclRefExpr, MemberExpr>(condition);
}

/// Does an arm end in a throw, with no other way out of it? Then the branch is a check, whatever its message
/// is made of.
bool leaves(const Stmt *stmt) {
  return stmt && (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, CXXTryStmt>(stmt) ||
                  (!isa<LambdaExpr>(stmt) && llvm::any_of(stmt->children(), leaves)));
}
bool endsInThrow(const Stmt *stmt) {
  const auto *compound = dyn_cast_or_null<CompoundStmt>(stmt);
  return onlyThrows(stmt) ||
         (compound && !compound->body_empty() && onlyThrows(compound->body_back()) && !leaves(compound));
}

bool neverGoesOn(const Stmt *stmt) {
  const auto *compound = dyn_cast_or_null<CompoundStmt>(stmt);
  return compound && !compound->body_empty() ? neverGoesOn(compound->body_back()) : onlyThrows(stmt);
}
} // namespace

/// A condition that one call asks again and again, each answer a path of its own: how often a loop turns. In
/// the library (the parts of a split) the first turns have graphs and more run eagerly. One that computes in
/// each turn has graphs only for how a module is made (the layers of a stack), which calls do not change.
std::optional<bool> Statements::decideTurn(const Sym &condition, const Expr *expr) {
  constexpr int libraryTurns = 6;
  const SourceLoc where = report.userLoc(expr);
  int asked = 0;
  bool forks = false; // in the last turn, which doubles the paths of each; the first may ask for all
  for (size_t i = walk.frame().decisionsBefore; i < path.decisions.size(); ++i) {
    asked += path.decisions[i].asked == expr;
    forks = path.decisions[i].asked != expr && asked > 1 && (forks || !path.decisions[i].assumed);
  }
  const bool isCount = asked == 0 || function.open.walk || !isOfCheck(walk.frame().function->getBody(), expr);
  if (isCount && report.isLibrary(expr->getExprLoc()) && !condition.asBool() && !path.settle(condition)) {
    if (walk.library.sampledTurns)
      return walk.library.turned[expr]++ < *walk.library.sampledTurns;
    splits.leaveCountedList();
    bool ofModule = function.moduleLoops.turns > 0 && !forks;
    condition.forEachSymbol(
        [&](const std::string &name, SymType) { ofModule &= function.moduleLoops.numbers.count(name) > 0; });
    const size_t before = walk.frame().nodesWhenAsked.emplace(expr, walk.graph->nodes().size()).first->second;
    if (asked > 0 && !ofModule)
      splits.leaveLibraryLoop(before);
    function.moduleLoops.met |= asked > 0 && ofModule;
    if (asked >= (ofModule ? function.moduleLoops.turns : libraryTurns)) {
      if (!ofModule)
        splits.remarkLibraryTurns(libraryTurns);
      const size_t made = path.decisions.size();
      path.assume(symNot(condition), where);
      for (size_t i = made; i < path.decisions.size(); ++i)
        path.decisions[i].ofObject = true;
      return false;
    }
  }
  if (asked > function.options.maxGraphs && !walk.loops.empty()) {
    function.forks.loops.insert(walk.loops.back());
    splitLoop(nullptr);
    return std::nullopt;
  }
  if (asked > function.options.maxGraphs)
    report.fail(BreakKind::VersionLimit, expr->getSourceRange(),
                {"more than " + std::to_string(function.options.maxGraphs) + " graphs"});
  const size_t before = path.decisions.size();
  const bool taken = path.decide(condition, where);
  if (path.decisions.size() > before)
    path.decisions.back().asked = expr;
  return taken;
}

/// May a branch that nobody decides hold a call of a compiled function? The library calls none. A function
/// that calls itself has shown its calls the first time, and its turns would have no end.
bool Statements::showsCalls(const Stmt *branch) const {
  const FunctionDecl *function = walk.frame().function;
  return constructors.seen && !report.isLibrary(branch->getBeginLoc()) &&
         llvm::count_if(walk.frames, [&](const Frame &outer) { return outer.function == function; }) == 1;
}

Flow Statements::diagnoseBranches(const std::vector<const Stmt *> &branches) {
  if (walk.predicting) {
    for (const Stmt *branch : branches)
      if (branch && showsCalls(branch))
        execGuarded(branch);
    for (const Stmt *branch : branches)
      if (branch)
        poisonTargets(branch);
    return Flow::Next;
  }
  walk.diagnosing = true;
  for (const Stmt *branch : branches)
    if (branch) {
      try {
        execGuarded(branch);
      } catch (const EagerPath &) {
        // That arm throws; the other one and the code behind may still hold breaks.
      }
    }
  walk.frame().hasReturned = false;
  return Flow::Next;
}

/// `if (change < tol) break;`: a loop that data ends stays a loop, around the compiled regions of its body,
/// as where its head asks. False: it is a branch like others.
bool Statements::leavesLoop(BreakError &error, const IfStmt *stmt) {
  const bool isWalked = !walk.loops.empty() &&
                        contains(walk.frame().function->getBody(), walk.loops.back()) &&
                        contains(walk.loops.back(), stmt);
  const bool isAround = walk.region && walk.region->isInLoop && walk.frames.size() == 1;
  if (walk.predicting || walk.kernel || !(isWalked || isAround) ||
      !(jumps(stmt->getThen()) || jumps(stmt->getElse())) || !comparesNumbers(stmt->getCond()) ||
      (error.graphBreak.kind != BreakKind::DataDependentBranch &&
       error.graphBreak.kind != BreakKind::TensorShortCircuit))
    return false;
  if (isWalked)
    function.forks.loops.insert(walk.loops.back());
  if (!walk.region && !walk.attempts.depth) {
    splitLoop(nullptr);
    return true;
  }
  for (size_t i = 1; i < walk.frames.size(); ++i)
    function.split.insert(walk.frames[i].function);
  error.endsLoop = true;
  error.condition = walk.frames.size() == 1 ? stmt->getCond() : nullptr;
  throw std::move(error);
}

Flow Statements::execIf(const IfStmt *stmt) {
  const llvm::SaveAndRestore<const Stmt *> around(walk.branch);
  path.enterBranch(stmt);
  if (stmt->getInit())
    execGuarded(stmt->getInit());
  if (const VarDecl *var = stmt->getConditionVariable())
    execDecl(var);
  if (stmt->isConsteval())
    return stmt->getElse() ? execGuarded(stmt->getElse()) : Flow::Next;
  if (stmt->isConstexpr()) {
    if (std::optional<const Stmt *> live = stmt->getNondiscardedCase(context))
      return *live ? execGuarded(*live) : Flow::Next;
  }
  std::optional<bool> taken;
  AbsValue condition;
  try {
    condition = expressions.eval(stmt->getCond());
    // The throwing side is the user's body: no path of its own to walk.
    if (condition.isScalar() && condition.sym.type() == SymType::Bool && !condition.sym.isConst() &&
        (endsInThrow(stmt->getThen()) || endsInThrow(stmt->getElse()))) {
      const Sym goesOn = endsInThrow(stmt->getThen()) ? symNot(condition.sym) : condition.sym;
      if (path.settle(goesOn) != false)
        path.assume(goesOn, report.userLoc(stmt->getCond()));
    }
    // A check inside the library is one of its caller's argument.
    if (condition.is(ValueKind::TensorScalar) && report.isLibrary(stmt->getBeginLoc()))
      splits.failOnArgument(condition, stmt->getCond());
    taken = truth(condition, stmt->getCond(), BranchRole::Branch, stmt);
  } catch (BreakError &error) {
    if (leavesLoop(error, stmt))
      return diagnoseBranches({stmt->getThen(), stmt->getElse()});
    if (error.graphBreak.kind == BreakKind::DataDependentBranch &&
        (onlyThrows(stmt->getThen()) || onlyThrows(stmt->getElse())))
      error.graphBreak.kind = BreakKind::DataDependentCheck;
    if (error.graphBreak.kind != BreakKind::UnrollLimit)
      taken = constructors.choose(nullptr);
    if (!taken)
      report.keepOrThrow(error);
  } catch (const UnknownType &unknown) {
    if (walk.region || walk.attempts.depth)
      throw;
    function.found.unknownTypes.emplace(unknown.name, unknown.loc);
    walk.diagnosing = walk.unknownType = true;
  }
  if (!taken && walk.predicting && neverGoesOn(stmt->getThen()) != neverGoesOn(stmt->getElse()))
    taken = neverGoesOn(stmt->getElse()); // objects are made the other way
  if (!taken)
    taken = constructors.choose(condition.isScalar() ? &condition.sym : nullptr);
  if (!taken)
    return diagnoseBranches({endsInThrow(stmt->getThen()) ? nullptr : stmt->getThen(),
                             endsInThrow(stmt->getElse()) ? nullptr : stmt->getElse()});
  const Stmt *arm = *taken ? stmt->getThen() : stmt->getElse();
  // A message may be made in ways that nothing models, as by a std::stringstream: the user's code makes it.
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(arm); block && block->size() > 1 && endsInThrow(arm))
    throw EagerPath{"throws", block->body_back()->getBeginLoc()};
  return arm ? execGuarded(arm) : Flow::Next;
}

Flow Statements::execSwitch(const SwitchStmt *stmt) {
  const llvm::SaveAndRestore<const Stmt *> around(walk.branch);
  path.enterBranch(stmt);
  if (stmt->getInit())
    execGuarded(stmt->getInit());
  if (stmt->getConditionVariable())
    execDecl(stmt->getConditionVariable());
  const auto *body = dyn_cast<CompoundStmt>(stmt->getBody());
  if (!body)
    report.unsupported(stmt, "a switch without a block");
  // Labels must stand directly in the block: a label inside a nested statement jumps into it.
  size_t labels = 0, direct = 0;
  for (const SwitchCase *label = stmt->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    ++labels;
  std::vector<std::pair<const SwitchCase *, size_t>> entries;
  size_t position = 0;
  for (const Stmt *child : body->body()) {
    for (const Stmt *inner = child; const auto *label = dyn_cast<SwitchCase>(inner);
         inner = label->getSubStmt()) {
      entries.emplace_back(label, position);
      ++direct;
    }
    ++position;
  }
  if (direct != labels)
    report.fail(BreakKind::IrreducibleControlFlow, stmt->getSourceRange(), {});
  AbsValue value;
  bool broke = false;
  try {
    value = expressions.eval(stmt->getCond());
    if (value.is(ValueKind::TensorScalar))
      truth(value, stmt->getCond(), BranchRole::Branch, stmt);
    if (!value.isPoison() && !value.isScalar())
      report.unsupported(stmt->getCond(), "a switch on this type");
  } catch (BreakError &error) {
    report.keepOrThrow(error);
    broke = true;
  }
  if (broke || value.isPoison() || (walk.diagnosing && !value.sym.isConst())) {
    std::vector<const Stmt *> all(body->body_begin(), body->body_end());
    return diagnoseBranches(all);
  }
  std::optional<size_t> target, defaultTarget;
  for (const auto &[label, at] : entries) {
    const auto *caseStmt = dyn_cast<CaseStmt>(label);
    if (!caseStmt) {
      defaultTarget = at;
      continue;
    }
    const Sym low(caseStmt->getLHS()->EvaluateKnownConstInt(context).getExtValue());
    Sym matches = symEq(value.sym, low);
    if (const Expr *high = caseStmt->getRHS())
      matches = symAnd(symLe(low, value.sym),
                       symLe(value.sym, Sym(high->EvaluateKnownConstInt(context).getExtValue())));
    if (path.decide(matches, report.loc(label->getKeywordLoc()))) {
      target = at;
      break;
    }
  }
  if (!target)
    target = defaultTarget;
  if (!target)
    return Flow::Next;
  position = 0;
  for (const Stmt *child : body->body()) {
    if (position++ < *target)
      continue;
    const Flow flow = execGuarded(child);
    if (flow == Flow::Break)
      return Flow::Next;
    if (flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

} // namespace fullgraph
