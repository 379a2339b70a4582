// Loops whose count the abstract values settle: unrolled turn by turn.

#include "lib/Capture/Eval/Statements.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/TurnLoops.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

namespace {
/// In a loop that only a decision on data of the program can end, every turn forks; such a loop has no count
/// that is known.
bool dependsOnSymbols(const AbsValue &value) { return value.isScalar() && !value.sym.isConst(); }

/// The loop that is being walked, while it is.
class LoopScope {
public:
  LoopScope(std::vector<const Stmt *> &loops, const Stmt *loop, bool isUsers)
      : loops(loops), pushed(isUsers) {
    if (pushed)
      loops.push_back(loop);
  }
  LoopScope(const LoopScope &) = delete;
  ~LoopScope() {
    if (pushed)
      loops.pop_back();
  }

private:
  std::vector<const Stmt *> &loops;
  const bool pushed;
};
} // namespace

/// `i-- > 0` of an unsigned number of the user's program: the turn in which it is 0 ends the loop and wraps
/// the number around, which would be assumed never to happen.
bool Statements::countsInUnsigned(const Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *binary = dyn_cast<BinaryOperator>(condition))
    return countsInUnsigned(binary->getLHS()) || countsInUnsigned(binary->getRHS());
  const auto *unary = dyn_cast<UnaryOperator>(condition);
  const auto *use =
      unary && unary->isDecrementOp() ? dyn_cast<DeclRefExpr>(unary->getSubExpr()->IgnoreParens()) : nullptr;
  const auto *variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (!variable || !variable->getType().getNonReferenceType()->isUnsignedIntegerType())
    return false;
  const auto found = walk.frame().variables.find(variable);
  return found != walk.frame().variables.end() && dependsOnSymbols(caller.read(found->second, use));
}

/// A loop that stays a loop, around the compiled regions of its body.
void Statements::splitLoop(const Expr *count) {
  if (walk.predicting && constructors.seen)
    return;
  if (walk.predicting)
    throw SplitPoint{};
  if (walk.library.callee && report.isLibrary(walk.frame().function->getLocation()))
    throw UncountedLoop();
  if (walk.region || walk.attempts.depth)
    splitAt(count);
  for (size_t i = 1; i < walk.frames.size(); ++i)
    function.split.insert(walk.frames[i].function);
  walk.diagnosing = function.splits = true;
}

/// Is this one of the loops whose turns are not walked one by one? `condition`: null for none.
bool Statements::staysLoop(const Stmt *loop, const Expr *condition) {
  // A question in each turn may have no end of its own: is there another node in the caller's list?
  const auto forks = llvm::count_if(
      path.decisions, [&](const PathDecision &asked) { return asked.loop == loop && !asked.assumed; });
  if (static_cast<size_t>(forks) > function.mostPaths())
    function.forks.loops.insert(loop);
  if (!function.forks.loops.count(loop) && !(condition && countsInUnsigned(condition)))
    return false;
  splitLoop(condition);
  return true;
}

/// A loop over what the library cut by a size, as x.unbind(1). A graph for each number of turns would be one
/// for each size: the list is made by a call of its own, and the loop stays one.
bool Statements::goesOverCounted(const AbsValue &list) {
  const Expr *call = list.is(ValueKind::Sequence) ? list.sequence->countedBy : nullptr;
  if (!call || walk.predicting || walk.kernel || report.isLibrary(walk.frame().function->getLocation()) ||
      !function.forks.lists.insert(call).second)
    return false;
  std::erase_if(function.found.breaks, [&](const Break &found) { // of a path with more parts
    return found.kind == BreakKind::LibraryTurns && found.range == call->getSourceRange();
  });
  splitLoop(nullptr);
  return true;
}

/// `i < rows.size()`: the condition of a loop over such a list.
bool Statements::asksCounted(const Stmt *condition) {
  if (!condition || isa<LambdaExpr>(condition))
    return false;
  if (const auto *use = dyn_cast<DeclRefExpr>(condition)) {
    const auto *variable = dyn_cast<VarDecl>(use->getDecl());
    const auto found = walk.frame().variables.find(variable);
    return variable && found != walk.frame().variables.end() && found->second->type->isRecordType() &&
           goesOverCounted(found->second->value);
  }
  return llvm::any_of(condition->children(), [&](const Stmt *part) { return asksCounted(part); });
}

/// The condition says that there is no more turn: the next run of the loop has turns of its own.
Flow Statements::endLoop(const Stmt *body) {
  constructors.forgetTurns(body);
  return Flow::Next;
}

/// `stop`: leave the loop, with the returned flow behind it.
Flow Statements::execLoopBody(const Stmt *body, bool &stop) {
  constructors.noteHeld();
  const Flow flow = execGuarded(body);
  if (constructors.isLastTurn(body)) {
    stop = true;
    return Flow::Next;
  }
  stop = flow == Flow::Break || flow == Flow::Return;
  if (walk.frame().mayHaveJumped) { // then what the turn did was not sure, nor is how many come behind
    poisonTargets(body);
    walk.frame().mayHaveJumped = false;
    stop = true;
    return Flow::Next;
  }
  return flow == Flow::Return ? Flow::Return : Flow::Next;
}

/// Does the loop take another turn? nullopt: that is not known, and what there is to report is kept. `since`:
/// the decisions in front of the last turn. What that turn assumes of a number in the condition may answer it
/// for the next one, and so on for ever.
std::optional<bool> Statements::loopGoesOn(const Expr *condition, const Stmt *loop, size_t since) {
  const std::optional<bool> goesOn = knownToGoOn(condition, loop, since);
  // The calls in such a loop are those of its first turns, and what it leaves is what these leave.
  return goesOn || !constructors.takesUncounted(loop) ? goesOn : true;
}

std::optional<bool> Statements::knownToGoOn(const Expr *condition, const Stmt *loop, size_t since) {
  try {
    const AbsValue value = expressions.eval(condition);
    const std::optional<bool> known = dependsOnSymbols(value) ? path.settle(value.sym) : true;
    const bool isEndless = dependsOnSymbols(value) && known == true && path.isAssumed(value.sym, since);
    if ((!known || isEndless) && !report.isLibrary(loop->getBeginLoc())) {
      splitLoop(condition);
      return std::nullopt;
    }
    return truth(value, condition, BranchRole::Loop, loop);
  } catch (BreakError &error) {
    const BreakKind kind = error.graphBreak.kind;
    if (constructors.seen && !report.isLibrary(loop->getBeginLoc()))
      return std::nullopt;
    if ((kind == BreakKind::DataDependentLoop || kind == BreakKind::TensorShortCircuit) && !walk.kernel &&
        namesOnly(condition) && !report.isLibrary(loop->getBeginLoc())) {
      splitLoop(condition); // as where a number that the program has in front of the loop ends it
      return std::nullopt;
    }
    report.keepOrThrow(error);
    return std::nullopt;
  }
}

Flow Statements::execFor(const ForStmt *stmt) {
  if (stmt->getInit())
    execGuarded(stmt->getInit());
  if (TurnLoops(walk).captured(stmt))
    return Flow::Next;
  const LoopScope scope(walk.loops, stmt, !report.isLibrary(stmt->getBeginLoc()));
  size_t since = path.decisions.size();
  while (true) {
    path.countStep(stmt);
    if (staysLoop(stmt, stmt->getCond()) || asksCounted(stmt->getCond()))
      return diagnoseBranches({stmt->getBody()});
    if (stmt->getConditionVariable())
      execDecl(stmt->getConditionVariable());
    if (const Expr *cond = stmt->getCond()) {
      const std::optional<bool> go = loopGoesOn(cond, stmt, std::exchange(since, path.decisions.size()));
      if (!go)
        return diagnoseBranches({stmt->getBody()});
      if (!*go)
        return endLoop(stmt->getBody());
    }
    bool stop = false;
    const Flow flow = execLoopBody(stmt->getBody(), stop);
    if (stop)
      return flow;
    if (walk.diagnosing)
      return Flow::Next; // one turn shows what there is to report
    if (stmt->getInc())
      execGuarded(stmt->getInc());
  }
}

/// The container that a class's begin() and end() are of, from end to end; null where that is not known.
Location *Statements::rangeOf(const CXXForRangeStmt *stmt, Location *range) {
  if (!stmt->getBeginStmt() || !stmt->getEndStmt())
    return nullptr;
  walk.frame().variables[cast<VarDecl>(cast<DeclStmt>(stmt->getRangeStmt())->getSingleDecl())] = range;
  const auto iterator = [&](const DeclStmt *decl) {
    return expressions.eval(cast<VarDecl>(decl->getSingleDecl())->getInit());
  };
  AbsValue begin, end; // of a container whose length is only known at run time: the loop stays one
  const bool known = Attempt(walk).run([&] {
    begin = iterator(stmt->getBeginStmt());
    end = iterator(stmt->getEndStmt());
  });
  if (known && begin.is(ValueKind::Pointer) && end.is(ValueKind::Pointer) && begin.sequence &&
      begin.sequence == end.sequence && !begin.sequence->open && begin.sym.asInt() == 0 &&
      end.sym.asInt() == static_cast<int64_t>(begin.sequence->elements.size()))
    return path.temporary(AbsValue::ofSequence(begin.sequence), {});
  return nullptr;
}

Flow Statements::execRangeFor(const CXXForRangeStmt *stmt) {
  if (stmt->getInit())
    execGuarded(stmt->getInit());
  if (TurnLoops(walk).captured(stmt))
    return Flow::Next;
  const auto *rangeDecl = cast<VarDecl>(cast<DeclStmt>(stmt->getRangeStmt())->getSingleDecl());
  Location *range = expressions.evalLocation(rangeDecl->getInit());
  if (caller.read(range, rangeDecl->getInit()).is(ValueKind::Record))
    if (Location *container = rangeOf(stmt, range))
      range = container;
  const AbsValue &value = caller.read(range, rangeDecl->getInit());
  const VarDecl *variable = stmt->getLoopVariable();
  const auto declare = [&](Location *element) {
    if (const auto *decomposition = dyn_cast<DecompositionDecl>(variable))
      bindParts(decomposition, element, rangeDecl->getInit());
    else
      walk.frame().variables[variable] = element;
  };
  const auto diagnose = [&] {
    declare(path.temporary(AbsValue::poison(), variable->getType()));
    return diagnoseBranches({stmt->getBody()});
  };
  if (value.isPoison())
    return diagnose();
  if (runsDestructor(variable->getType()))
    report.fail(BreakKind::ScopeGuardEffect, SourceRange(variable->getLocation()),
                {"'" + variable->getNameAsString() + "'"});
  const LoopScope scope(walk.loops, stmt, !report.isLibrary(stmt->getBeginLoc()));
  if (staysLoop(stmt, nullptr) || goesOverCounted(value))
    return diagnose();
  const bool knownMap =
      value.is(ValueKind::Map) && value.map->ordered && (!value.map->open || value.map->complete);
  if (!knownMap && (!value.is(ValueKind::Sequence) || value.sequence->open)) {
    report.refuseContainer(range->type, rangeDecl->getInit());
    splitLoop(rangeDecl->getInit());
    return diagnose();
  }
  std::vector<Location *> elements; // the body may not change the range
  if (knownMap) {
    for (const auto &[key, entry] : value.map->entries)
      elements.push_back(entry);
    if (isDescending(range->type->getAsCXXRecordDecl()))
      std::reverse(elements.begin(), elements.end());
  } else {
    elements = value.sequence->elements;
  }
  for (Location *element : elements) {
    path.countStep(stmt);
    if (variable->getType()->isReferenceType()) {
      declare(element);
    } else {
      AbsValue copy = objects.copyValue(caller.read(element, rangeDecl->getInit()), variable->getType(),
                                        rangeDecl->getInit());
      Location *location = path.temporary(std::move(copy), variable->getType());
      location->name = variable->getNameAsString();
      declare(location);
    }
    bool stop = false;
    const Flow flow = execLoopBody(stmt->getBody(), stop);
    if (stop)
      return flow;
    if (walk.diagnosing)
      return Flow::Next; // one turn shows what there is to report
  }
  return endLoop(stmt->getBody());
}

Flow Statements::execWhile(const WhileStmt *stmt) {
  const LoopScope scope(walk.loops, stmt, !report.isLibrary(stmt->getBeginLoc()));
  size_t since = path.decisions.size();
  while (true) {
    path.countStep(stmt);
    if (staysLoop(stmt, stmt->getCond()) || asksCounted(stmt->getCond()))
      return diagnoseBranches({stmt->getBody()});
    if (stmt->getConditionVariable())
      execDecl(stmt->getConditionVariable());
    const std::optional<bool> go =
        loopGoesOn(stmt->getCond(), stmt, std::exchange(since, path.decisions.size()));
    if (!go)
      return diagnoseBranches({stmt->getBody()});
    if (!*go)
      return endLoop(stmt->getBody());
    bool stop = false;
    const Flow flow = execLoopBody(stmt->getBody(), stop);
    if (stop)
      return flow;
    if (walk.diagnosing)
      return Flow::Next;
  }
}

Flow Statements::execDo(const DoStmt *stmt) {
  const LoopScope scope(walk.loops, stmt, !report.isLibrary(stmt->getBeginLoc()));
  size_t since = path.decisions.size();
  while (true) {
    path.countStep(stmt);
    if (staysLoop(stmt, stmt->getCond()))
      return diagnoseBranches({stmt->getBody()});
    bool stop = false;
    const Flow flow = execLoopBody(stmt->getBody(), stop);
    if (stop)
      return flow;
    if (walk.diagnosing)
      return Flow::Next;
    if (!loopGoesOn(stmt->getCond(), stmt, std::exchange(since, path.decisions.size())).value_or(false))
      return endLoop(stmt->getBody());
  }
}

} // namespace fullgraph
