#include "lib/Capture/Regions/TakenCalls.h"

#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Regions/LeftCalls.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"
#include "lib/Capture/Syntax/SourceText.h"

using namespace clang;

namespace fullgraph {

namespace {

/// The outermost `c ? a : b` that has the call in an arm.
const ConditionalOperator *choiceAround(const Expr *root, const Expr *call) {
  for (const Stmt *at = root; at && !isa<LambdaExpr>(at);) {
    const auto *choice = dyn_cast<ConditionalOperator>(at);
    if (choice && !contains(choice->getCond(), call))
      return contains(choice, call) ? choice : nullptr;
    const auto inner =
        llvm::find_if(at->children(), [&](const Stmt *child) { return child && contains(child, call); });
    at = inner == at->children().end() ? nullptr : *inner;
  }
  return nullptr;
}

/// What is known of the value of `c ? a : b`, under returnedKey(), where its arms are known by these names.
/// An empty name: nothing is known of that arm.
Hints eitherOf(const std::vector<std::pair<std::string, Hints>> &arms) {
  Hints either;
  for (size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].first.empty())
      return {};
    Hints arm;
    nameAs(returnedKey(), arms[i].first, arms[i].second, arm);
    either = i == 0 ? arm : knownToBoth(either, arm);
  }
  return either;
}

/// Forgets what is known of the names of calls that the text does not have after all.
void forgetTaken(const std::vector<std::pair<const Expr *, std::string>> &calls, Attempt &idle) {
  const auto forget = [&](Hints &after) {
    for (const auto &[call, name] : calls)
      std::erase_if(after, [&](const auto &hint) { return rootOf(hint.first) == name; });
  };
  forget(idle.paths.after);
  for (std::vector<Hints> &outcomes : idle.paths.believed)
    llvm::for_each(outcomes, forget);
}

} // namespace

bool TakenCalls::takeOut(const std::vector<Unit> &units, size_t index, const RegionFailure &failure,
                         Hints &hints) {
  const Stmt *stmt = units[index].single();
  // What stands in the body of a statement is not evaluated once, in front of the rest.
  if (!stmt || !failure.at || failure.condition || !RegionEdits::evaluates(stmt, failure.at))
    return false;
  // Behind the first call there may be others: each of their functions is to be planned, whatever becomes
  // of this statement.
  const auto known = state.substitutes;
  const RegionEdits::Mark mark = edits.mark();
  std::vector<std::pair<const Expr *, std::string>> calls;
  Hints after = hints;
  RegionFailure next = failure;
  std::optional<Attempt> idle; // the rest is walked to its end, and applies no operator
  bool whole = false, pure = true, othersArePure = true; // but for the last one
  while (next.at && !next.condition && calls.size() < 64) {
    if (next.left.plainCode && !RegionEdits::hasValue(next.at))
      if (const Expr *around = RegionEdits::valueAround(stmt, next.at))
        next.at = around;
    othersArePure = pure;
    pure &= isQuiet(next.at);
    const Hints result = plan(next, after);
    calls.emplace_back(next.at, edits.nameFor(next.at, calls, pure));
    nameTaken(next, calls.back().second, result, after);
    if (!RegionEdits::hasValue(next.at))
      break;
    state.substitutes[next.at] = {calls.back().second, RegionEdits::typeOfValue(next.at)};
    Attempt rest = regions.capture(units, index, index + 1, {}, after);
    whole = rest.end > index && rest.hasGraph();
    if (rest.end > index && !whole) {
      idle = std::move(rest);
      break;
    }
    if (whole || !rest.failure || state.substitutes.count(rest.failure->at))
      break;
    reports.report(*rest.failure, units[index].parts);
    next = *rest.failure;
  }
  const auto takeOutOfText = [&](const Calls &taken, bool arePure) {
    const auto together = edits.mayTakeOut(stmt, taken, arePure);
    if (together)
      edits.takeOut(units[index].range.begin, stmt, taken, *together,
                    [&](const Expr *call) { computeOperands(units, index, call, after); });
    return together.has_value();
  };
  if (whole && takeOutOfText(calls, pure)) {
    hints = std::move(after);
    return true;
  }
  // The last one may be the statement, whose function is planned: `auto [a, b] = query(x.index({mask}));`. It
  // stays.
  if (!whole && calls.size() > 1 && next.callee && !next.graphBreak && next.at == calls.back().first &&
      RegionEdits::isOnly(stmt, next.at) &&
      takeOutOfText(Calls(calls.begin(), std::prev(calls.end())), othersArePure)) {
    state.substitutes.erase(next.at);
    hints = std::move(after);
    return true;
  }
  edits.rollBackText(mark);
  const auto restIsLeft = whole ? takeOutOfArms(units, index, calls, pure, after) : std::nullopt;
  if (restIsLeft) {
    hints = std::move(after);
    return *restIsLeft;
  }
  edits.rollBack(mark);
  if (idle) { // `auto ratio = torch::tensor(ratios).to(torch::kFloat);` tells what ratio is
    forgetTaken(calls, *idle);
    commit(units, index, *idle, hints);
  }
  state.substitutes = known;
  whole |=
      !RegionEdits::hasValue(calls.back().first) && edits.computes(stmt, failure.at); // nothing was tried
  if (whole && !failure.left.plainCode && !(failure.graphBreak && !failure.callee) && !failure.unknown &&
      !RegionEdits::isOnly(stmt, failure.at))
    reports.refuseRest(failure, units[index].parts);
  return false;
}

/// What is known of a taken call's result, and of the object that it names, is known of its name.
void TakenCalls::nameTaken(const RegionFailure &taken, const std::string &name, const Hints &result,
                           Hints &after) {
  nameAs(name, returnedKey(), result, after);
  believeResults(taken, [&](const Hints &of, Hints &call) { nameAs(name, returnedKey(), of, call); });
  nameObject(name, taken.at, after);
  for (Hints &ofCall : state.believed)
    nameObject(name, taken.at, ofCall);
}

/// The arms of a choice become functions that hold their calls and regions. The choice is made in front of
/// the statement where something else in the statement is to be computed: then the result is true. None: the
/// arms stay as they are.
std::optional<bool> TakenCalls::takeOutOfArms(const std::vector<Unit> &units, size_t index,
                                              const Calls &calls, bool pure, Hints &hints) {
  const Stmt *stmt = units[index].single();
  const Expr *root = rootOf(stmt);
  const ConditionalOperator *choice = nullptr;
  Calls taken; // in front of the statement
  for (const auto &call : calls)
    if (const ConditionalOperator *around = root ? choiceAround(root, call.first) : nullptr)
      choice = choice ? choice : around;
    else
      taken.push_back(call);
  if (!choice || !choice->isPRValue() || !RegionEdits::hasValue(choice) || !isQuiet(choice->getCond()) ||
      edits.computes(choice->getCond()) || !RegionEdits::evaluatesAlways(stmt, choice))
    return std::nullopt;
  const RegionEdits::Mark mark = edits.mark();
  const auto substitutes = state.substitutes;
  std::vector<std::pair<std::string, Hints>> arms;
  size_t placed = taken.size();
  for (const Expr *arm : {choice->getTrueExpr(), choice->getFalseExpr()}) {
    Calls within;
    llvm::copy_if(calls, std::back_inserter(within),
                  [&](const auto &call) { return contains(arm, call.first); });
    placed += within.size();
    std::optional<std::pair<std::string, Hints>> after = planArm(arm, choice->getType(), within, pure, hints);
    if (!after) {
      edits.rollBack(mark);
      return std::nullopt;
    }
    arms.push_back(std::move(*after));
  }
  state.substitutes = substitutes;
  for (const auto &[call, name] : calls) // none of them is seen outside of its arm
    if (contains(choice, call))
      state.substitutes.erase(call);
  const auto nameEither = [&](llvm::function_ref<void(const Hints &, Hints &)> name) {
    for (Hints &ofCall : state.believed) {
      for (auto &[value, after] : arms)
        after = ofCall;
      name(eitherOf(arms), ofCall);
    }
  };
  const Hints either = eitherOf(arms);
  if (placed == calls.size() && taken.empty() && !edits.computes(stmt, choice)) {
    nameResult(stmt, choice, either, hints);
    nameEither([&](const Hints &of, Hints &call) { nameResult(stmt, choice, of, call); });
    return false;
  }
  const std::string name = edits.nameFor(choice, {}, pure);
  taken.emplace_back(choice, name);
  const auto together = placed == calls.size() ? edits.mayTakeOut(stmt, taken, pure) : std::nullopt;
  if (!together) {
    edits.rollBack(mark);
    return std::nullopt;
  }
  edits.takeOut(units[index].range.begin, stmt, taken, *together, [&](const Expr *call) {
    if (call != choice)
      computeOperands(units, index, call, hints);
  });
  state.substitutes[choice] = {name, RegionEdits::typeOfValue(choice)};
  nameAs(name, returnedKey(), either, hints);
  nameEither([&](const Hints &of, Hints &call) { nameAs(name, returnedKey(), of, call); });
  return true;
}

/// Plans an arm of a choice: the name of its value, if the arm has one, and what is known then. Null: the arm
/// would stay eager.
std::optional<std::pair<std::string, Hints>> TakenCalls::planArm(const Expr *arm, QualType type,
                                                                 const Calls &calls, bool pure, Hints hints) {
  if (!calls.empty() && RegionEdits::isOnly(arm, calls.back().first))
    return calls.size() == 1 ? std::optional(std::pair(calls.back().second, hints)) : std::nullopt;
  if (!edits.computes(arm))
    return std::pair(std::string(), hints);
  const auto range = edits.rangeOf(arm);
  const auto together =
      calls.empty() ? std::optional(std::vector<size_t>()) : edits.mayTakeOut(arm, calls, pure);
  if (!range || !together)
    return std::nullopt;
  const std::vector<Unit> units = {{{arm}, *range}};
  const size_t outerRegions = state.inScope.size();
  edits.takeOut(range->begin, arm, calls, *together,
                [&](const Expr *call) { computeOperands(units, 0, call, hints); });
  const RegionStep step{arm, arm, edits.newTemporary(), type};
  Attempt attempt = regions.capture(units, 0, 0, {step}, hints);
  const bool isWhole = !attempt.ahead.empty() && attempt.hasGraph();
  if (isWhole)
    commit(units, 0, attempt, hints);
  state.inScope.resize(outerRegions); // the arm's regions end with it, or are no regions
  if (!isWhole)
    return std::nullopt;
  edits.makeFunction(arm, type);
  return std::pair(step.name, hints);
}

void TakenCalls::believeResults(const RegionFailure &failure,
                                llvm::function_ref<void(const Hints &, Hints &)> name) {
  state.believed.resize(std::max(state.believed.size(), failure.believed.size()));
  for (size_t i = 0; i < failure.believed.size(); ++i)
    name(failure.believed[i], state.believed[i]);
}

Hints TakenCalls::plan(const RegionFailure &failure, const Hints &hints) {
  const auto planned = [&](const FunctionDecl *callee, Hints arguments) -> Hints {
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (method && method->getParent()->isLambda()) // names what it captured as this function does
      arguments.insert(hints.begin(), hints.end());
    const Hints *result = shared.planCallee(callee, arguments);
    return result ? *result : Hints();
  };
  if (failure.callee)
    return planned(failure.callee, failure.arguments);
  shared.kept.insert(failure.at);
  return planLeftCall(failure.left, planned);
}

void TakenCalls::computeOperands(const std::vector<Unit> &units, size_t index, const Expr *call,
                                 Hints &hints) {
  std::vector<RegionStep> ahead;
  for (const Expr *part : edits.operandsOf(units[index].single(), call))
    ahead.push_back(
        {units[index].single(), part, edits.newTemporary(), part->getType().getNonReferenceType()});
  Attempt attempt = ahead.empty() ? Attempt() : regions.capture(units, index, index, ahead, hints);
  if (!ahead.empty() && attempt.ahead.size() == ahead.size() && attempt.hasGraph())
    commit(units, index, attempt, hints);
}

} // namespace fullgraph
