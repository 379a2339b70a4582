#include "lib/Capture/Regions/Regions.h"

#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Explore/AheadVersions.h"
#include "lib/Capture/Explore/DeclaredDims.h"
#include "lib/Capture/Explore/Paths.h"
#include "lib/Capture/Regions/LeftCalls.h"
#include "lib/Capture/Regions/RegionCapture.h"
#include "lib/Capture/Regions/RegionEdits.h"
#include "lib/Capture/Regions/RegionReports.h"
#include "lib/Capture/Regions/TakenCalls.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Syntax/TensorHandles.h"

#include "clang/AST/ASTLambda.h"

using namespace clang;

namespace fullgraph {
namespace {

using Unit = RegionEdits::Unit;
constexpr char withinMacro[] = "a statement within the text of a macro";

class RegionPlanner {
public:
  RegionPlanner(RegionContext &shared, const FunctionDecl *decl, const CompileOptionValues &options)
      : shared(shared), context(shared.context), decl(decl), options(options), source(context, decl),
        uses(decl, context.getSourceManager()), edits(context, decl, source, uses, shared.ownPrefix),
        reports(shared, decl), handles(TensorHandles::of(decl, context.getSourceManager())) {}

  RegionPlan plan(const Hints &arguments) {
    RegionPlan result;
    const auto *body = dyn_cast_or_null<CompoundStmt>(decl->getBody());
    // Instances of a generic lambda count as constexpr, whatever they compute.
    const bool isConstant = decl->isConstexpr() && !isLambdaCallOperator(decl);
    if (!body || uses.hasLabels() || isConstant)
      return result;
    Hints hints = arguments;
    edits.checkOperators();
    planBlock(childrenOf(body), hints);
    result.regions = edits.takeRegions();
    result.edits = edits.takeEdits();
    noteLeftScans(body);
    result.leftLoops = std::move(leftLoops);
    result.tensors = handles.accesses();
    result.returned = std::move(returned);
    return result;
  }

private:
  /// Calls of fg::scan and fg::map that are no kernels (Models/SliceLoops).
  void noteLeftScans(const Stmt *body) {
    const auto whole = source.statement(body);
    for (const auto &[stmt, why] : shared.forks.turned)
      if (const auto call = isa<CallExpr>(stmt) ? source.expression(cast<Expr>(stmt)) : std::nullopt;
          call && whole && whole->begin <= call->begin && call->end <= whole->end)
        leftLoops.push_back({locOf(stmt->getBeginLoc(), context), why});
    llvm::sort(leftLoops, [](const LeftLoop &a, const LeftLoop &b) { return a.loc < b.loc; });
  }

  void planBlock(const std::vector<const Stmt *> &statements, Hints &hints) {
    const Hints outer = hints;
    const size_t outerRegions = state.inScope.size();
    const std::vector<Unit> units = edits.unitsOf(statements);
    if (units.empty())
      return refuse(statements, hints, withinMacro);
    size_t i = 0, tookOut = units.size();
    while (i < units.size()) {
      if (isCrowded(units[i])) {
        reports.refuseHead(edits, units[i].single());
        residual(units[i++], hints);
        continue;
      }
      if (staysInPlace(units[i].parts, context)) {
        leaveDeclaration(units, i++, hints);
        continue;
      }
      // A run that holds is tried again twice as long: a statement is walked a bounded number of times.
      size_t limit = i;
      Attempt attempt;
      for (size_t length = 8;; length *= 2) {
        while (limit < units.size() && limit - i < length && !staysOut(units[limit]))
          ++limit;
        attempt = regions.capture(units, i, limit, {}, hints);
        if (attempt.end < limit || limit == units.size() || staysOut(units[limit]))
          break;
      }
      // What a declaration that stays in place is made of is computed with what stands in front of it.
      const bool isInFront = attempt.end == limit && limit < units.size() && !isCrowded(units[limit]);
      if (isInFront)
        attempt.failure = edits.madeInPlace(units[limit]);
      if (attempt.failure)
        computeAhead(units, i, attempt, hints);
      if (isInFront)
        attempt.failure.reset();
      commit(units, i, attempt, hints);
      if (attempt.thrown) { // an error is one of code that each call comes to
        Break thrown = alwaysThrows(decl, *attempt.thrown);
        if (statements != childrenOf(cast<CompoundStmt>(decl->getBody())))
          thrown.strict = false;
        shared.record(std::move(thrown));
      }
      // A region of its own begins at what only a call knows the type of.
      const bool goesOn = attempt.end > i && attempt.failure &&
                          (attempt.failure->before || (attempt.failure->unknown && recompiles(options)));
      i = attempt.end;
      if (i == limit || goesOn)
        continue;
      if (!attempt.failure) { // a declaration that cannot be split from its value
        leaveDeclaration(units, i++, hints);
        continue;
      }
      if (attempt.failure->endsLoop && edits.mayEndLoop(units[i], *attempt.failure, !attempt.ahead.empty()))
        attempt.failure->graphBreak.reset();
      reports.report(*attempt.failure, units[i].parts);
      // Each turn takes one call out of the statement; its nesting bounds them.
      if (i != tookOut && calls.takeOut(units, i, *attempt.failure, hints)) {
        tookOut = i;
        tookOutUntil = units[i].range.end;
        continue;
      }
      if (isCrowded(units[i]))
        reports.refuseHead(edits, units[i].single());
      // What could not be computed together with the statements in front is a region of its own.
      if (attempt.failure->left.plainCode && attempt.failure->at && units[i].single())
        calls.computeOperands(units, i, edits.hostCallAround(units[i].single(), attempt.failure->at), hints);
      residual(units[i], hints, &attempt);
      ++i;
    }
    state.inScope.resize(outerRegions);
    leaveBlock(statements, outer, hints);
  }

  /// Holds more paths than there may be graphs: each of its arms is tried on its own.
  bool isCrowded(const Unit &unit) const {
    return unit.single() && shared.forks.crowded.count(unit.single());
  }
  bool staysOut(const Unit &unit) const { return isCrowded(unit) || staysInPlace(unit.parts, context); }

  /// What the breaking statement needs, and the region can compute for it.
  void computeAhead(const std::vector<Unit> &units, size_t begin, Attempt &attempt, const Hints &hints) {
    const Unit &unit = units[attempt.end];
    const RegionFailure failure = *attempt.failure;
    if (!unit.single())
      return;
    std::vector<RegionStep> ahead;
    const auto add = [&](const std::vector<const Expr *> &parts) {
      for (const Expr *part : parts)
        ahead.push_back({unit.single(), part, edits.newTemporary(), part->getType().getNonReferenceType()});
    };
    const auto compute = [&] {
      if (ahead.empty())
        return false;
      Attempt more = regions.capture(units, begin, attempt.end, ahead, hints, attempt.untyped);
      if (more.end != attempt.end || more.ahead.size() != ahead.size() || !more.hasGraph())
        return false;
      more.failure = failure;
      attempt = std::move(more);
      return true;
    };
    if (failure.condition) {
      if (RegionEdits::isBranchCondition(unit.single(), failure.condition) &&
          source.expression(failure.condition))
        add({failure.condition});
      compute();
    } else if (failure.at) {
      add(edits.earlierThan(unit.single(), failure.at));
      const size_t earlier = ahead.size();
      add(edits.operandsOf(unit.single(), failure.at));
      if (!compute() && ahead.size() > earlier) { // without the operands, then
        ahead.resize(earlier);
        compute();
      }
    }
  }

  void leaveDeclaration(const std::vector<Unit> &units, size_t index, Hints &hints) {
    Attempt attempt;
    attempt.end = index;
    attempt.failure = edits.madeInPlace(units[index]);
    computeAhead(units, index, attempt, hints);
    commit(units, index, attempt, hints);
    if (units[index].single())
      regions.learn(units[index].single(), hints);
    residual(units[index], hints, &attempt);
  }

  /// What is known of an object is known of what a declaration makes of it.
  void nameDeclared(const Stmt *declaration, Hints &hints) {
    nameElement(declaration, hints);
    for (Hints &ofCall : state.believed)
      nameElement(declaration, ofCall);
    shared.seen = withElement(declaration, shared.seen);
  }

  void commit(const std::vector<Unit> &units, size_t begin, Attempt &attempt, Hints &hints) {
    const auto isTaken = [&](const Expr *expr) { return state.substitutes.count(expr) != 0; };
    const auto computes = [&](const Unit &unit) {
      return llvm::any_of(unit.parts, [&](const Stmt *part) { return edits.computesBut(part, isTaken); });
    };
    // `auto first = sums.front();` applies no operator, and so nothing of it is eager.
    const auto last = units.begin() + static_cast<std::ptrdiff_t>(attempt.end);
    const auto computing = std::find_if(units.begin() + static_cast<std::ptrdiff_t>(begin), last, computes);
    const bool isEager = computing != last; // where no guess fits
    if (attempt.untyped && (attempt.hasGraph() || attempt.end <= begin || isEager))
      reports.report(*attempt.untyped, units[begin].parts, false, isEager ? attempt.unfit : std::nullopt);
    for (size_t u = begin; u < attempt.end; ++u)
      if (const auto *declaration = dyn_cast_or_null<DeclStmt>(units[u].single()))
        nameDeclared(declaration, hints);
    if (attempt.paths.leavesHints) {
      // What was undefined in front, and is a tensor of a type that nobody knows now.
      std::erase_if(hints, [&](const auto &entry) {
        return isAlwaysUndefined(entry.second) && !attempt.paths.after.count(entry.first);
      });
      for (const auto &[cxx, hint] : attempt.paths.after) {
        if (attempt.untyped && !hint.number)
          hints.erase(cxx); // a guess is not passed on
        else
          hints[cxx] = hint;
      }
    }
    if (attempt.paths.returns)
      addReturned(attempt.paths.returned);
    const size_t calls = std::max(shared.seen.size(), state.believed.size());
    for (auto &[call, believed] : addBelieved(attempt.paths.believed, calls, state.believed))
      expectOutcome(call, std::move(believed));
    if (!attempt.hasGraph())
      return;
    RegionEdits::Run run;
    for (size_t u = begin; u < attempt.end; ++u)
      run.units.push_back(units[u]);
    run.results = std::move(attempt.results);
    run.ahead = attempt.ahead;
    run.offset = begin < attempt.end ? units[begin].range.begin : units[attempt.end].range.begin;
    run.behind = attempt.end < units.size() ? units[attempt.end].range.begin : 0;
    run.goesOn = attempt.paths.goesOn;
    run.versions = std::move(attempt.paths.versions);
    const unsigned end = begin < attempt.end ? units[attempt.end - 1].range.end : run.offset;
    relate(edits.addRegion(std::move(run)), end);
    for (const RegionStep &step : attempt.ahead)
      state.substitutes[step.ahead] = {step.name, step.type, receiverOf(step.stmt, step.ahead)};
  }

  /// What the regions before it can tell this one, and this one those behind it.
  void relate(CapturedRegion &region, unsigned regionEnd) {
    region.own = handles.between(region.place.offset, regionEnd);
    if (!state.inScope.empty()) {
      region.before = state.inScope.back().first;
      unsigned end = std::max(region.place.offset, tookOutUntil);
      for (const Stmt *loop : state.loops) // what one turn does, the next one finds
        if (const auto range = source.statement(loop); !range || range->begin > state.inScope.back().second)
          end = std::max(end, range ? range->end : ~0u);
      region.sinceBefore = handles.between(state.inScope.back().second, end);
    }
    if (!region.flag.empty())
      state.inScope.emplace_back(&region, regionEnd);
  }

  void addReturned(const Hints &hints) {
    const Hints results = resultsOf(hints);
    returned = anyReturned ? joinHints(returned, results) : results;
    anyReturned = true;
  }

  // --- residual code

  /// A statement that was left for the list that it handles, and computes something: not eager in silence.
  void refuseComputing(const Unit &unit, const RegionFailure &failure) {
    if (!failure.left.plainCode || !failure.left.functions.empty() ||
        llvm::none_of(unit.parts, [&](const Stmt *part) { return edits.computes(part); }))
      return;
    reports.refuse(failure, unit.parts, failure.left.plainCode);
  }

  void residual(const Unit &unit, Hints &hints, const Attempt *attempt = nullptr) {
    if (unit.single())
      forgetSizes(unit.single(), hints);
    if (attempt && attempt->failure) {
      const Hints result = calls.plan(*attempt->failure, hints);
      const auto name = [&](const Hints &of, Hints &into) {
        return nameResult(unit.single(), attempt->failure->at, of, into);
      };
      if (unit.single() && name(result, hints))
        addReturned(result);
      if (unit.single())
        calls.believeResults(*attempt->failure, name);
      refuseComputing(unit, *attempt->failure);
    }
    if (unit.single())
      residual(unit.single(), hints, attempt);
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(unit.single()))
      nameDeclared(declaration, hints);
  }

  void residual(const Stmt *stmt, Hints &hints, const Attempt *attempt) {
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      return planBlock(childrenOf(block), hints);
    if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
      return residual(attributed->getSubStmt(), hints, attempt);
    if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
      if (branch->isConsteval())
        return;
      if (branch->isConstexpr()) {
        if (const auto live = branch->getNondiscardedCase(context); live && *live)
          planArm(*live, hints);
        return;
      }
      Hints other = hints;
      planArm(branch->getThen(), hints);
      if (branch->getElse())
        planArm(branch->getElse(), other);
      hints = joinHints(hints, other);
      return;
    }
    const auto conditionOf = [](const auto *loop) {
      return loop->getConditionVariable() ? nullptr : loop->getCond();
    };
    if (const auto *loop = dyn_cast<ForStmt>(stmt))
      return planLoop(loop, conditionOf(loop), loop->getBody(), hints, attempt);
    if (const auto *loop = dyn_cast<WhileStmt>(stmt))
      return planLoop(loop, conditionOf(loop), loop->getBody(), hints, attempt);
    if (const auto *loop = dyn_cast<DoStmt>(stmt))
      return planLoop(loop, nullptr, loop->getBody(), hints, attempt);
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt))
      return planLoop(loop, nullptr, loop->getBody(), hints, attempt);
    if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      return planSwitch(choice, hints);
    if (const auto *guarded = dyn_cast<CXXTryStmt>(stmt)) {
      const Hints before = hints;
      planBlock(childrenOf(guarded->getTryBlock()), hints);
      Hints joined = hints;
      for (unsigned i = 0; i < guarded->getNumHandlers(); ++i) {
        Hints handler = joinHints(before, hints);
        planBlock(childrenOf(cast<CompoundStmt>(guarded->getHandler(i)->getHandlerBlock())), handler);
        joined = joinHints(joined, handler);
      }
      hints = std::move(joined);
      return;
    }
  }

  /// What a graph could be made of, but has no place of its own in the source.
  void refuse(const std::vector<const Stmt *> &statements, const Hints &hints, const char *what) {
    for (const Stmt *stmt : statements)
      if (!staysInPlace({stmt}, context) && regions.capture({{{stmt}, {}}}, 0, 1, {}, hints).hasGraph())
        return reports.refuse({}, {stmt}, what);
  }
  /// A statement that need not be a block becomes one when generated code stands in it.
  void planArm(const Stmt *stmt, Hints &hints) {
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      return planBlock(childrenOf(block), hints);
    const auto range = source.statement(stmt);
    if (!range)
      return refuse({stmt}, hints, withinMacro);
    const RegionEdits::Mark mark = edits.mark();
    planBlock({stmt}, hints);
    edits.addBraces(mark, *range);
  }

  /// What the variables that a loop's body leaves hold in front of the loop, in one of the expected calls.
  Hints enteredWith(size_t call, const std::vector<Hints> &believed, const Hints &left) const {
    Hints entered = call < believed.size() ? believed[call] : Hints();
    if (call < shared.seen.size())
      for (const auto &[cxx, hint] : left)
        if (const auto passed = shared.seen[call].shapes.find(cxx);
            passed != shared.seen[call].shapes.end() && !isUndefined(passed->second))
          entered.try_emplace(cxx, TensorHint{passed->second, {}});
    return entered;
  }

  /// One more kind of call: as that one, where its tensors are so. `believed` and the calls in sight are
  /// parallel.
  size_t expectOther(size_t call, Hints believed) {
    while (shared.seen.size() < state.believed.size())
      shared.seen.push_back(ProfiledCall(shared.seen.back()));
    state.believed.resize(shared.seen.size());
    state.believed.push_back(std::move(believed));
    shared.seen.push_back(ProfiledCall(shared.seen[call]));
    return shared.seen.size() - 1;
  }

  /// One more kind of call, for what other paths leave behind a region; none where there is such a kind.
  void expectOutcome(size_t call, Hints believed) {
    constexpr size_t most = 16;
    if (state.believed.size() >= most)
      return;
    const auto seenAt = [&](size_t i) {
      return shared.seen.empty() ? std::map<std::string, std::string>()
                                 : shared.seen[std::min(i, shared.seen.size() - 1)].shapes;
    };
    for (size_t i = 0; i < state.believed.size(); ++i)
      if (state.believed[i] == believed && seenAt(i) == seenAt(call))
        return;
    if (shared.seen.empty())
      state.believed.push_back(std::move(believed));
    else
      expectOther(std::min(call, shared.seen.size() - 1), std::move(believed));
  }

  /// What a loop carries may come in as a slice, `level = x.select(1, 0)`, and be new from the second turn
  /// on: the first turn of such calls is one more kind of them. None where one code serves both, rows and
  /// all.
  std::vector<std::pair<size_t, Hints>> firstTurns(const std::vector<Hints> &entered,
                                                   const std::vector<Hints> &turned) const {
    std::vector<std::pair<size_t, Hints>> others;
    for (size_t i = 0; i < std::min(entered.size(), shared.seen.size()); ++i)
      if (llvm::any_of(entered[i], [&](const auto &entry) {
            const auto &[cxx, hint] = entry;
            const auto behind = turned[i].find(cxx);
            return behind != turned[i].end() && !hint.isContiguous() && behind->second.isContiguous() &&
                   joinHints({{cxx, hint}}, {*behind}).at(cxx).isContiguous();
          }))
        others.emplace_back(i, entered[i]);
    return others;
  }

  void planLoop(const Stmt *loop, const Expr *condition, const Stmt *body, Hints &hints,
                const Attempt *attempt) {
    const Hints before = hints;
    nameElement(loop, hints);
    for (Hints &ofCall : state.believed)
      nameElement(loop, ofCall);
    const auto seenOutside = std::exchange(shared.seen, withElement(loop, shared.seen));
    const size_t believedOutside = state.believed.size();
    for (auto &[origin, call] : otherElements(loop, seenOutside)) {
      state.believed.resize(std::max(state.believed.size(), shared.seen.size()));
      state.believed.push_back(Hints(state.believed[origin]));
      shared.seen.push_back(std::move(call));
    }
    const std::vector<Hints> believedBefore = state.believed;
    std::map<size_t, Hints> first; // kinds of calls that stand for first turns
    Hints entry = hints;
    state.loops.push_back(loop);
    const size_t regionsOutside = edits.mark().regions, loopsOutside = leftLoops.size();
    const bool dataDependent =
        condition && attempt && attempt->failure && attempt->failure->condition == condition;
    for (int turn = 0;; ++turn) {
      const RegionEdits::Mark mark = edits.mark();
      const auto known = state.substitutes;
      Hints turnHints = entry;
      if (dataDependent)
        planCondition(condition, body, turnHints);
      const std::vector<Hints> believedEntry = state.believed;
      planArm(body, turnHints);
      Hints joined = joinHints(before, turnHints);
      std::vector<Hints> entered;
      for (size_t i = 0; i < state.believed.size(); ++i)
        entered.push_back(enteredWith(i, believedBefore, state.believed[i]));
      const auto others =
          turn == 0 ? firstTurns(entered, state.believed) : std::vector<std::pair<size_t, Hints>>();
      for (size_t i = 0; i < state.believed.size(); ++i)
        state.believed[i] = first.count(i) ? first.at(i) : joinHints(entered[i], state.believed[i]);
      for (const auto &[call, believed] : others)
        first.emplace(expectOther(call, believed), believed);
      if ((joined == entry && state.believed == believedEntry) || turn == 2) {
        hints = std::move(joined);
        break;
      }
      // What the loop carries has another size or dtype behind its first turn: plan it for both.
      edits.rollBack(mark);
      leftLoops.resize(loopsOutside);
      state.substitutes = known;
      entry = std::move(joined);
    }
    state.loops.pop_back();
    if (edits.mark().regions > regionsOutside &&
        leftLoops.size() == loopsOutside) { // none of them within another
      const auto why = shared.forks.turned.find(loop);
      const std::string other = isa<WhileStmt, DoStmt>(loop) ? "it is no 'for' over a number" : "";
      leftLoops.push_back(
          {locOf(loop->getBeginLoc(), context), why == shared.forks.turned.end() ? other : why->second});
    }
    if (const auto *overElements = dyn_cast<CXXForRangeStmt>(loop)) { // the element's name ends with the loop
      const std::vector<const Stmt *> declared{overElements->getLoopVarStmt()};
      leaveBlock(declared, before, hints);
      for (size_t i = 0; i < state.believed.size(); ++i)
        leaveBlock(declared, i < believedBefore.size() ? believedBefore[i] : Hints(), state.believed[i]);
    }
    if (shared.seen.size() > seenOutside.size())
      state.believed.resize(std::min(state.believed.size(), std::max(believedOutside, seenOutside.size())));
    shared.seen = seenOutside;
  }

  /// A loop's condition on tensor data is computed by a region at the head of the loop's body.
  void planCondition(const Expr *condition, const Stmt *body, Hints &hints) {
    const auto *block = dyn_cast<CompoundStmt>(body);
    const auto range = source.expression(condition);
    const auto brace = block ? source.tokenEnd(block->getLBracLoc()) : std::nullopt;
    if (!range || !brace)
      return;
    const RegionStep step{body, condition, edits.newTemporary(), condition->getType()};
    Attempt attempt = regions.capture({}, 0, 0, {step}, hints);
    if (attempt.ahead.empty() || !attempt.hasGraph())
      return;
    RegionEdits::Run run;
    run.ahead = attempt.ahead;
    run.results = std::move(attempt.results);
    run.offset = run.behind = *brace;
    run.goesOn = attempt.paths.goesOn;
    run.versions = std::move(attempt.paths.versions);
    edits.addLoopCondition(std::move(run), *range);
  }

  void planSwitch(const SwitchStmt *choice, Hints &hints) {
    const Hints before = hints;
    Hints joined = before;
    std::vector<std::vector<const Stmt *>> groups = casesOf(choice);
    for (auto &group : groups) {
      if (group.empty())
        continue;
      // Braces around the group must not end a variable's scope early.
      if (&group != &groups.back() &&
          llvm::any_of(group, [](const Stmt *stmt) { return isa<DeclStmt>(stmt); })) {
        refuse(group, hints, "a case that declares variables of the whole switch");
        continue;
      }
      const auto first = source.statement(group.front()), last = source.statement(group.back());
      if (!first || !last) {
        refuse(group, hints, withinMacro);
        continue;
      }
      Hints turn = before;
      if (group.size() == 1) {
        planArm(group.front(), turn);
      } else {
        const RegionEdits::Mark mark = edits.mark();
        planBlock(group, turn);
        edits.addBraces(mark, {first->begin, last->end});
      }
      joined = joinHints(joined, turn);
    }
    hints = std::move(joined);
  }

  RegionContext &shared;
  ASTContext &context;
  const FunctionDecl *decl;
  const CompileOptionValues &options;
  SourceText source;
  VariableUses uses;
  RegionEdits edits;
  RegionReports reports;
  TensorHandles handles;
  unsigned tookOutUntil = 0; // the statement whose calls were made in front of it last ends there
  PlanState state;
  RegionCapture regions{shared, decl, options, uses, edits, reports, state};
  TakenCalls calls{shared,
                   edits,
                   reports,
                   regions,
                   state,
                   [this](const std::vector<Unit> &units, size_t begin, Attempt &attempt, Hints &hints) {
                     commit(units, begin, attempt, hints);
                   }};
  std::vector<LeftLoop> leftLoops;
  Hints returned;
  bool anyReturned = false;
};

} // namespace

RegionPlan planRegions(RegionContext &shared, const FunctionDecl *decl, const CompileOptionValues &options,
                       const Hints &arguments) {
  return RegionPlanner(shared, decl, options).plan(arguments);
}

} // namespace fullgraph
