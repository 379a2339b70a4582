#include "lib/Capture/Regions/RegionCapture.h"

#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Explore/AheadVersions.h"
#include "lib/Frontend/AstVisitor.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

FunctionContext RegionCapture::contextOfWalk() const {
  FunctionContext walked = contextFor(decl, options, shared.ownPrefix, shared.work);
  walked.errorScopes = errorScopes;
  walked.prototypes = prototypes;
  walked.forks = shared.forks;
  return walked;
}

RegionRequest RegionCapture::requestFor(const std::vector<const Stmt *> &statements,
                                        const Hints &hints) const {
  RegionRequest request;
  for (const Stmt *stmt : statements)
    request.steps.push_back({stmt, nullptr, {}, {}});
  request.substitutes = &plan.substitutes;
  request.hints = &hints;
  request.split = &shared.split;
  request.isInLoop = !plan.loops.empty();
  request.boundObject = [this](const ValueDecl *variable) { return uses.boundObject(variable); };
  return request;
}

static std::vector<const Stmt *> statementsOf(const std::vector<RegionEdits::Unit> &units, size_t begin,
                                              size_t end) {
  std::vector<const Stmt *> statements;
  for (size_t u = begin; u < end; ++u)
    statements.insert(statements.end(), units[u].parts.begin(), units[u].parts.end());
  return statements;
}

/// Walks the region's paths, with types guessed where the attempt says that some are unknown.
void RegionCapture::walk(Attempt &attempt, RegionRequest &request, FunctionContext &walked,
                         const Hints &hints) {
  const std::vector<ProfiledCall> likely = likelyCalls(shared.seen, plan.believed, hints);
  request.seen = &likely;
  attempt.paths = attempt.untyped ? exploreGuesses(shared.context, walked, request, shared.verbose)
                                  : explorePaths(shared.context, walked, &request, shared.verbose);
  addOtherVersions(shared.context, walked, &request, attempt.paths, shared.verbose);
  request.seen = nullptr;
}

/// What the region failed at is a type that only a call knows, and that can be guessed.
bool RegionCapture::mayGuess(const Attempt &attempt, const RegionFailure &failure) const {
  return failure.unknown && !attempt.untyped && recompiles(options);
}

/// Has the walk found lists that calls of their own have to make?
bool RegionCapture::hasLists(const FunctionContext &walked) {
  const size_t known = shared.forks.lists.size();
  shared.forks.lists.insert(walked.forks.lists.begin(), walked.forks.lists.end());
  return shared.forks.lists.size() > known;
}

namespace {

/// Is a method of the user's called through a base class?
class VirtualCalls : public AstVisitor {
public:
  bool VisitCallExpr(CallExpr *call) override {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    found |= method && method->isVirtual() && !isFgClass(method->getParent());
    return !found;
  }
  bool found = false;
};

bool callsVirtually(llvm::ArrayRef<const Stmt *> statements) {
  VirtualCalls calls;
  for (const Stmt *stmt : statements)
    calls.TraverseStmt(const_cast<Stmt *>(stmt));
  return calls.found;
}

} // namespace

/// A run that is no region for all objects may be one for those that the source's calls pass, whose classes
/// answer virtual calls. (Where none is made, regions around the calls that stay serve more objects.)
Attempt RegionCapture::capture(const std::vector<Unit> &units, size_t begin, size_t end,
                               std::vector<RegionStep> ahead, const Hints &hints,
                               const std::optional<RegionFailure> &untyped) {
  const Forks forks = shared.forks;
  const std::set<const FunctionDecl *> split = shared.split;
  Attempt attempt = longest(units, begin, end, ahead, hints, untyped);
  const SeenCalls *seen = prototypes ? prototypes->seen : nullptr;
  const bool endsAtVirtualCall = attempt.failure && attempt.failure->graphBreak &&
                                 attempt.failure->graphBreak->kind == BreakKind::VirtualCall;
  if (attempt.failure && seen && !prototypes->expectsSeen && seen->passObjectTo(decl) &&
      !shared.work->isShareSpent() && attempt.end < units.size() &&
      (endsAtVirtualCall || callsVirtually(units[attempt.end].parts))) {
    const Forks forksForAll = std::exchange(shared.forks, forks);
    const std::set<const FunctionDecl *> splitForAll = std::exchange(shared.split, split);
    std::optional<Attempt> forSeen = walkWithin(shared.work, shared.work->share(shared.work->joined), [&] {
      const llvm::SaveAndRestore<bool> expects(prototypes->expectsSeen, true);
      return longest(units, begin, end, std::move(ahead), hints, untyped);
    });
    if (forSeen && forSeen->end > attempt.end) {
      attempt = std::move(*forSeen);
    } else {
      // For these objects the call is one of a function with regions of its own, not one that nobody knows.
      if (forSeen && forSeen->failure && !forSeen->failure->graphBreak && forSeen->failure->at)
        prototypes->splitForSeen.insert(forSeen->failure->at);
      shared.forks = forksForAll;
      shared.split = splitForAll;
    }
  }
  if (attempt.failure && attempt.failure->graphBreak && prototypes &&
      attempt.failure->graphBreak->kind == BreakKind::VirtualCall &&
      !attempt.failure->left.functions.empty() && prototypes->splitForSeen.count(attempt.failure->at))
    attempt.failure->graphBreak.reset(); // the overriders are planned, and the call stays
  if (attempt.end == begin && attempt.ahead.empty())
    endWithout(attempt, units, begin, hints);
  return attempt;
}

Attempt RegionCapture::longest(const std::vector<Unit> &units, size_t begin, size_t end,
                               std::vector<RegionStep> ahead, const Hints &hints,
                               const std::optional<RegionFailure> &untyped) {
  Attempt attempt;
  attempt.end = end;
  attempt.ahead = std::move(ahead);
  attempt.untyped = untyped;
  while (attempt.end > begin || !attempt.ahead.empty()) {
    std::vector<const Stmt *> statements;
    std::vector<size_t> unitOf;
    for (size_t u = begin; u < attempt.end; ++u)
      for (const Stmt *part : units[u].parts) {
        statements.push_back(part);
        unitOf.push_back(u);
      }
    std::optional<size_t> bad = edits.findResults(statements, attempt.ahead, attempt.results);
    for (const RegionResult &result : attempt.results) // a macro's declaration has no text of its own to edit
      if (!bad && result.variable && units[unitOf[result.step]].parts.size() > 1)
        bad = result.step;
    if (bad) {
      attempt.end = unitOf[*bad];
      attempt.failure.reset();
      attempt.ahead.clear();
      continue;
    }
    RegionRequest request = requestFor(statements, hints);
    request.steps.insert(request.steps.end(), attempt.ahead.begin(), attempt.ahead.end());
    request.results = attempt.results;
    request.isLive = [&](const VarDecl *var) {
      // Its own last statement may name it; what counts is what comes behind.
      return showsItsEnd(var->getType()) || uses.isUsedFrom(var, edits.behind(statements, attempt.ahead)) ||
             uses.isUsedInNextTurn(var, plan.loops);
    };
    FunctionContext walked = contextOfWalk();
    walk(attempt, request, walked, hints);
    prototypes = std::move(walked.prototypes);
    if (hasLists(walked)) // their calls are left now
      continue;
    if (!attempt.paths.failure) {
      std::optional<EagerPath> &thrown = walked.found.thrown;
      if (!attempt.hasGraph() && attempt.untyped)
        attempt.unfit = std::move(thrown);
      else if (!attempt.hasGraph() && thrown && !thrown->notes.empty())
        attempt.thrown = std::move(thrown);
      believeResult(attempt, units, begin, hints);
      if (!attempt.hasGraph() && attempt.ahead.empty())
        believeAfter(attempt, units, begin, hints);
      return attempt;
    }
    if (attempt.paths.failure->step >= statements.size()) { // one of those computed ahead
      if (attempt.end == begin && mayGuess(attempt, *attempt.paths.failure))
        attempt.untyped = std::move(attempt.paths.failure);
      else
        attempt.ahead.clear();
      continue;
    }
    errorScopes = std::move(walked.errorScopes);
    shared.split.insert(walked.split.begin(), walked.split.end());
    shared.forks.add(walked.forks);
    size_t unit = unitOf[attempt.paths.failure->step];
    attempt.failure = std::move(attempt.paths.failure);
    if (unit == begin && attempt.failure->many) // there may be fewer paths in a part of them
      unit += (attempt.end - begin) / 2;
    if (units[unit].parts.size() > 1)
      attempt.failure->at = attempt.failure->condition = nullptr;
    attempt.end = unit;
    attempt.ahead.clear();
    if (unit == begin && mayGuess(attempt, *attempt.failure)) {
      attempt.untyped = std::move(attempt.failure);
      attempt.failure.reset();
      attempt.end = end;
    }
  }
  return attempt;
}

/// No graph: what only the user's program can do is done first; what remains is tried again.
void RegionCapture::endWithout(Attempt &attempt, const std::vector<Unit> &units, size_t begin,
                               const Hints &hints) {
  // Where a guess was enough to come to a break, or to a call that stays, that is what the region ends at.
  const bool stops = attempt.untyped && attempt.failure && !attempt.failure->unknown &&
                     !attempt.failure->left.plainCode && attempt.end == begin;
  if (!stops && attempt.untyped && !(attempt.failure && attempt.failure->left.plainCode))
    attempt.failure = std::move(attempt.untyped);
  believeResult(attempt, units, begin, hints);
  // A function that has regions of its own tells of the types that they need.
  const bool tellsItself = stops && attempt.failure->callee &&
                           shared.planCallee(attempt.failure->callee, attempt.failure->arguments);
  const auto isLeft = [&](const Expr *expr) {
    return expr == attempt.failure->at || plan.substitutes.count(expr) != 0;
  };
  const auto isEager = [&](const Stmt *part) { return edits.computesBut(part, isLeft); };
  if (stops && !tellsItself && llvm::any_of(units[begin].parts, isEager))
    reports.report(*attempt.untyped, units[begin].parts); // both are told
  attempt.untyped.reset();
  attempt.paths = {};
  attempt.results.clear();
}

Exploration RegionCapture::walkAs(const ProfiledCall &call, const std::vector<const Stmt *> &statements,
                                  const Hints &hints) {
  Hints known = hints;
  for (const auto &[cxx, shape] : call.shapes)
    known[cxx] = isUndefined(shape) ? TensorHint{.mayBeUndefined = true} : TensorHint{shape, {}};
  RegionRequest request = requestFor(statements, known);
  request.isLive = [](const VarDecl *) { return true; };
  FunctionContext walked = contextOfWalk();
  return explorePaths(shared.context, walked, &request, shared.verbose);
}

/// What the call that the run stops at returns in each of the calls that code is built ahead for.
void RegionCapture::believeResult(Attempt &attempt, const std::vector<Unit> &units, size_t begin,
                                  const Hints &hints) {
  if (!attempt.failure || attempt.failure->unknown || attempt.failure->condition)
    return;
  const std::vector<ProfiledCall> likely = expectedCalls(hints);
  RegionFailure &failure = *attempt.failure;
  if (failure.callee) {
    const SeenCalls *seen = prototypes ? prototypes->seen : nullptr;
    if (attempt.untyped && !callsOf(seen, failure.callee).empty())
      failure.arguments.clear(); // of a guess; its calls say more
    if (!seen)
      return;
    const auto here = seen->resultsAt.find(failure.at);
    const auto anywhere = seen->results.find(failure.callee->getCanonicalDecl());
    const std::vector<Hints> results = here != seen->resultsAt.end()     ? here->second
                                       : anywhere != seen->results.end() ? anywhere->second
                                                                         : std::vector<Hints>();
    for (size_t i = 0; !results.empty() && i < std::max(likely.size(), results.size()); ++i)
      failure.believed.push_back(results[std::min(i, results.size() - 1)]);
    return;
  }
  // The program's own code is known to leave the type that it says.
  const bool isKnown = !failure.left.result.empty() && (!attempt.untyped || failure.left.plainCode);
  if (!isa_and_nonnull<CallExpr>(failure.at) || !failure.left.functions.empty() || isKnown)
    return;
  if (const SeenCalls *seen = prototypes ? prototypes->seen : nullptr)
    if (const auto here = seen->resultsAt.find(failure.at); here != seen->resultsAt.end()) {
      failure.believed = here->second;
      failure.left.result.clear(); // of a guess
      return;
    }
  const std::vector<const Stmt *> statements = statementsOf(units, begin, attempt.end + 1);
  for (const ProfiledCall &call : likely) {
    Exploration paths = walkAs(call, statements, hints);
    const bool stopsThere = paths.failure && paths.failure->at == failure.at;
    failure.believed.push_back(stopsThere ? std::move(paths.failure->left.result) : Hints());
  }
  if (llvm::any_of(failure.believed, [](const Hints &result) { return !result.empty(); }))
    failure.left.result.clear(); // of a guess
}

/// What a run without operators leaves (`h = x`) in each of these calls.
void RegionCapture::believeAfter(Attempt &attempt, const std::vector<Unit> &units, size_t begin,
                                 const Hints &hints) {
  const std::vector<const Stmt *> statements = statementsOf(units, begin, attempt.end);
  for (const ProfiledCall &call : expectedCalls(hints)) {
    Exploration paths = walkAs(call, statements, hints);
    attempt.paths.believed.push_back(paths.failure ? std::vector<Hints>() : std::move(paths.outcomes));
  }
}

/// The calls that code is built ahead for, with what is known of them at this point.
std::vector<ProfiledCall> RegionCapture::expectedCalls(const Hints &hints) const {
  std::vector<ProfiledCall> calls = likelyCalls(shared.seen, plan.believed, hints);
  calls.resize(std::min(calls.size(), static_cast<size_t>(options.aheadVersionsOfSeen)));
  return calls;
}

void RegionCapture::learn(const Stmt *stmt, Hints &hints) {
  RegionRequest request = requestFor({stmt}, hints);
  request.seen = &shared.seen;
  request.isLive = [](const VarDecl *) { return false; };
  request.staysInProgram = true;
  FunctionContext walked = contextOfWalk();
  const Exploration paths = explorePaths(shared.context, walked, &request, shared.verbose);
  if (!paths.failure && paths.leavesHints)
    for (const auto &[cxx, hint] : paths.after)
      hints.insert_or_assign(cxx, hint);
}

} // namespace fullgraph
