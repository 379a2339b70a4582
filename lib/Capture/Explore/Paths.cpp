// The path explorer: walks a function, or a region of one, once for each combination of undecided
// conditions, and puts the paths together as a decision tree.

#include "lib/Capture/Explore/Paths.h"

#include "lib/Capture/Explore/Interpreter.h"
#include "lib/Capture/Report/BreakAt.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Graph/StableSort.h"
#include "lib/Ops/OpSchema.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxVersions = 16;

/// Says what the object is that does not meet the expectation, where that is a number.
void describeUnmet(const PathDecision &decision, DecisionNode &leaf) {
  leaf.unmet = decision.need.empty() ? leaf.reason : decision.need;
  const Sym &condition = decision.condition;
  if (condition.kind() == SymKind::Eq && !decision.need.empty())
    for (const Sym &side : condition.operands())
      if (side.kind() == SymKind::Symbol)
        leaf.unmetBy = side;
}

/// Adds one path to the tree. Every node of a shared prefix is there already.
void insertPath(std::unique_ptr<DecisionNode> &root, const std::vector<PathDecision> &decisions,
                std::unique_ptr<DecisionNode> leaf) {
  std::unique_ptr<DecisionNode> *place = &root;
  for (const PathDecision &decision : decisions) {
    if (!*place) {
      *place = std::make_unique<DecisionNode>();
      (*place)->kind = DecisionNode::Branch;
      (*place)->condition = decision.condition;
      (*place)->loc = decision.loc;
      if (decision.assumed) {
        (*place)->whenFalse = std::make_unique<DecisionNode>();
        (*place)->whenFalse->loc = decision.loc;
        (*place)->whenFalse->reason =
            "needs " +
            (decision.need.empty() || decision.ofObject ? decision.condition.str() : decision.need);
        (*place)->whenFalse->ranks = decision.ranks;
        if (decision.ofObject)
          describeUnmet(decision, *(*place)->whenFalse);
      }
    }
    place = decision.taken ? &(*place)->whenTrue : &(*place)->whenFalse;
  }
  *place = std::move(leaf);
}

/// Does a leaf compute something? A region that only hands values on is better left to the user's code.
bool hasGraph(const DecisionNode *node, bool isRegion) {
  if (!node)
    return false;
  if (node->kind == DecisionNode::GraphLeaf)
    return node->graph && (!isRegion || llvm::any_of(node->graph->nodes(), [](const auto &operation) {
             return !operation->is(Op::scalar);
           }));
  return node->kind == DecisionNode::Branch &&
         (hasGraph(node->whenTrue.get(), isRegion) || hasGraph(node->whenFalse.get(), isRegion));
}

/// Of a tree of a region: a path of code to run that applies no operator, and one that throws, or computes.
struct PathKinds {
  bool applyNone = false, others = false;
};
PathKinds kindsOfPaths(const DecisionNode *node) {
  if (!node)
    return {};
  if (node->kind == DecisionNode::GraphLeaf)
    return {!node->graph, node->graph != nullptr};
  if (node->kind == DecisionNode::EagerLeaf) // "needs ...": not the calls that the tree is for
    return {false, !llvm::StringRef(node->reason).starts_with("needs ")};
  const PathKinds a = kindsOfPaths(node->whenTrue.get()), b = kindsOfPaths(node->whenFalse.get());
  return {a.applyNone || b.applyNone, a.others || b.others};
}

/// Has it a path that computes no tensor, and whose guards are known?
bool hasIdle(const DecisionNode *node) {
  return node && (node->idle || (node->kind == DecisionNode::Branch &&
                                 (hasIdle(node->whenTrue.get()) || hasIdle(node->whenFalse.get()))));
}

/// Branches whose two sides both run the user's code decide nothing. servesIdle: a path that computes no
/// tensor is served, and the other side, which throws or has other effects, is not.
void prune(std::unique_ptr<DecisionNode> &node, bool servesIdle) {
  if (!node || node->kind != DecisionNode::Branch)
    return;
  prune(node->whenTrue, servesIdle);
  prune(node->whenFalse, servesIdle);
  if (hasGraph(node.get(), false) || (servesIdle && hasIdle(node.get())))
    return;
  if (node->whenTrue && node->whenFalse) // what holds for both
    std::erase_if(node->whenTrue->ranks, [&](const auto &rank) {
      const auto other = node->whenFalse->ranks.find(rank.first);
      return other == node->whenFalse->ranks.end() || other->second != rank.second;
    });
  std::unique_ptr<DecisionNode> side = std::move(node->whenTrue ? node->whenTrue : node->whenFalse);
  node = std::move(side);
}

/// The loop of the user's in which the path forks at the same place again and again; null for none.
const Stmt *forkingLoop(const std::vector<PathDecision> &path) {
  std::map<std::pair<const Stmt *, SourceLoc>, unsigned> forks;
  const Stmt *found = nullptr;
  unsigned most = 1;
  for (const PathDecision &decision : path)
    if (decision.loop && !decision.assumed)
      if (const unsigned count = ++forks[{decision.loop, decision.loc}]; count > most) {
        most = count;
        found = decision.loop;
      }
  return found;
}

/// What multiplied the work, most first.
std::vector<BreakNote> notesOn(const CaptureWork &work, const ASTContext &context) {
  constexpr size_t most = 3; // of each kind
  constexpr uint64_t manyCalls = 100;
  std::vector<std::pair<uint64_t, BreakNote>> forks, calls;
  for (const auto &[place, count] : work.forks)
    forks.push_back(
        {count,
         {clangLocation({std::get<0>(place), std::get<1>(place), std::get<2>(place)}, context),
          "paths fork here" + (count > 1 ? ": " + std::to_string(count) + " times" : std::string()),
          {}}});
  for (const auto &[function, count] : work.calls)
    if (count >= manyCalls)
      calls.push_back({count,
                       {function->getLocation(),
                        "'" + function->getNameAsString() + "' is walked " + std::to_string(count) + " times",
                        {}}});
  std::vector<BreakNote> notes;
  for (auto *kind : {&forks, &calls}) {
    stableSort(*kind, [&](const auto &a, const auto &b) {
      if (a.first != b.first)
        return a.first > b.first;
      return context.getSourceManager().isBeforeInTranslationUnit(a.second.loc, b.second.loc);
    });
    for (size_t i = 0; i < kind->size() && i < most; ++i)
      if ((*kind)[i].second.loc.isValid())
        notes.push_back(std::move((*kind)[i].second));
  }
  return notes;
}

/// The called function that most of the path's conditions are in; null where they are the function's own, or
/// where it stays a call already.
const FunctionDecl *forkingCallee(const std::vector<PathDecision> &path, const Forks &known) {
  std::map<const FunctionDecl *, unsigned> forks;
  const FunctionDecl *found = nullptr;
  unsigned most = 0;
  for (const PathDecision &decision : path)
    if (decision.callee && !decision.assumed && !known.callees.count(decision.callee))
      if (const unsigned count = ++forks[decision.callee]; count > most) {
        most = count;
        found = decision.callee;
      }
  return found;
}

class PathExplorer {
  /// Where conditions multiply (CaptureWork::isJoined), a region of several statements has no more graphs:
  /// those of two conditions. One condition a region would make as many graphs in all, and twice the regions.
  static constexpr size_t mostJoined = 4;
  /// Operators of all graphs of a function or region, where it has more graphs than that.
  static constexpr size_t mostOperators = 2000;
  /// Operators of walks whose loops turn for each count of a module's layers: what takes a second or two.
  static constexpr size_t maxWalked = 1000;
  /// Of walks that look for more breaks where there is no graph any more.
  static constexpr size_t maxWalkedBroken = 10 * maxWalked;

public:
  PathExplorer(ASTContext &context, FunctionContext &shared, const RegionRequest *region, bool verbose)
      : context(context), shared(shared), region(region), verbose(verbose) {}

  Exploration run() {
    while (true) {
      CapturedVersion version;
      const bool whole = explore(version);
      if (!whole && (region || shared.open.walk || !diagnoseRest()))
        return std::move(result);
      const PathKinds kinds = kindsOfPaths(version.tree.get());
      const bool isIdle = region && !shared.found.hasBreak() && kinds.applyNone && !kinds.others;
      if (!isIdle)
        prune(version.tree, /*servesIdle=*/region && shared.alternatives.profile);
      if (shared.found.hasBreak()) {
        // No version comes of any of the alternatives; each may have breaks of its own.
        if (diagnoses++ >= maxVersions)
          return std::move(result);
      } else if (isIdle || hasGraph(version.tree.get(), region != nullptr)) {
        for (const auto &[name, def] : shared.symbols)
          version.symbols.push_back(def);
        version.privateMembers = shared.own.privateMembers;
        (isIdle ? result.idle : result.versions).push_back(std::move(version));
      } else if (const ProfiledCall *call = shared.alternatives.profiledCall()) {
        shared.alternatives.staleCalls.push_back(
            static_cast<size_t>(call - shared.alternatives.profile->data()));
      }
      do
        if (!nextCombination())
          return std::move(result);
      while (isDecidedByProfile());
      if (result.versions.size() >= maxVersions) {
        limit(maxVersions, 0);
        return std::move(result);
      }
    }
  }

private:
  /// The next combination of alternatives, like an odometer. False: that was the last one.
  bool nextCombination() {
    size_t position = 0;
    while (position < shared.alternatives.chosen.size() &&
           ++shared.alternatives.chosen[position] == shared.alternatives.counts[position])
      shared.alternatives.chosen[position++] = 0;
    return position < shared.alternatives.chosen.size();
  }

  /// A call of the profile says what a tensor is: of the alternatives that FG_SHAPE names for it there is
  /// nothing to choose, and one combination stands for all.
  bool isDecidedByProfile() {
    const ProfiledCall *call = shared.alternatives.profiledCall();
    return call && llvm::any_of(shared.alternatives.index, [&](const auto &entry) {
             return shared.alternatives.chosen[entry.second] != 0 && call->shapes.count(entry.first) != 0;
           });
  }

  /// Paths are left that were too many to walk: one walk that takes both sides of each branch, in order, sees
  /// what breaks on them. False where there has been enough of that.
  bool diagnoseRest() {
    if (diagnoses++ >= maxVersions)
      return false;
    Interpreter interpreter(context, shared, {}, verbose);
    interpreter.diagnoseAll();
    interpreter.run();
    walked = 0;
    return true;
  }

  /// One walk, which begins anew as often as it has found out what it should not try.
  std::unique_ptr<Interpreter> walkAlong(FunctionContext &function, const std::vector<PathDecision> &prefix) {
    for (;;) {
      auto interpreter = std::make_unique<Interpreter>(context, function, prefix, verbose,
                                                       &function == &shared ? region : nullptr);
      try {
        interpreter->run();
        return interpreter;
      } catch (const WalkAgain &) {
      }
    }
  }

  /// A flag of the user's that is taken to be as the constructor left it.
  bool isAssumedFlag(const PathDecision &decision) const {
    if (!decision.assumed || decision.condition.type() != SymType::Bool)
      return false;
    const SymbolDef *flag = nullptr;
    size_t symbols = 0;
    decision.condition.forEachSymbol([&](const std::string &name, SymType type) {
      const auto known = shared.symbols.find(name);
      const bool isPath = known != shared.symbols.end() && type == SymType::Bool &&
                          !shared.moduleLoops.numbers.count(name) &&
                          known->second.cxx.find_first_of("=:<") == std::string::npos &&
                          !llvm::StringRef(known->second.cxx).ends_with(")");
      flag = isPath ? &known->second : nullptr;
      ++symbols;
    });
    return symbols == 1 && flag;
  }

  /// Calls may come with a flag that is otherwise: they run the user's code, and may break there. Walks along
  /// such paths for breaks alone.
  void doubtFlags(const std::vector<PathDecision> &path) {
    constexpr size_t mostWalks = 16, mostFlags = 16;
    for (size_t k = 0; k < path.size(); ++k) {
      if (doubted.size() >= mostFlags || !isAssumedFlag(path[k]) ||
          !doubted.insert(path[k].condition.str()).second)
        continue;
      FunctionContext scratch = shared;
      std::vector<PathDecision> prefix(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      prefix.back().taken = false;
      for (size_t walks = 0; walks < mostWalks; ++walks) {
        const std::unique_ptr<Interpreter> walk = walkAlong(scratch, prefix);
        Interpreter &interpreter = *walk;
        std::vector<PathDecision> walked = std::move(interpreter.decisions());
        while (walked.size() > k + 1 && (walked.back().assumed || !walked.back().taken))
          walked.pop_back();
        if (walked.size() <= k + 1)
          break;
        walked.back().taken = false;
        prefix = std::move(walked);
      }
      for (Break &b : scratch.found.breaks)
        if (shared.found.places.insert(b.at()).second)
          shared.found.breaks.push_back(std::move(b));
    }
  }

  bool explore(CapturedVersion &version) {
    std::vector<PathDecision> prefix;
    size_t paths = 0;
    forks.clear();
    graphsBefore = graphs;
    operators = 0;
    while (true) {
      const std::unique_ptr<Interpreter> walk = walkAlong(shared, prefix);
      Interpreter &interpreter = *walk;
      std::vector<PathDecision> path = std::move(interpreter.decisions());
      walked += interpreter.walked();
      std::vector<Fork> &forksOfPath = forks.emplace_back();
      for (size_t i = 0; i < path.size(); ++i)
        if (!path[i].assumed)
          forksOfPath.push_back({i, path[i].step, path[i].branch});
      if (shared.open.walk) {
        size_t &budget = shared.open.walk->budget;
        budget -= std::min(budget, interpreter.walked() + path.size());
        if (budget == 0)
          return false;
      }
      if (interpreter.failure()) {
        result.failure = std::move(interpreter.failure());
        return false;
      }
      if (interpreter.leaf()->kind == DecisionNode::GraphLeaf) {
        ++graphs;
        operators += interpreter.walked();
        interpreter.leaf()->inTraining = interpreter.inTraining();
        if (version.label.empty() && interpreter.leaf()->graph)
          for (const GraphInput &input : interpreter.leaf()->graph->inputs())
            version.label +=
                (version.label.empty() ? "" : ", ") + input.value->source + ": " + input.value->type.str();
        const RegionExit exit = interpreter.leaf()->exit;
        result.goesOn |= exit == RegionExit::Next;
        Hints &hints = exit == RegionExit::Return ? result.returned : result.after;
        bool &any = exit == RegionExit::Return ? result.returns : result.leavesHints;
        if (exit != RegionExit::Return)
          addOutcome(interpreter.hintsAfter(), result.outcomes);
        hints = any ? joinHints(hints, interpreter.hintsAfter()) : std::move(interpreter.hintsAfter());
        any = true;
      }
      insertPath(version.tree, path, std::move(interpreter.leaf()));
      if (shared.open.walk &&
          (shared.found.hasBreak() || shared.splits || !shared.found.unknownTypes.empty()))
        return false; // such a walk is tried, and tells nobody why it fails
      if (!region && shared.prototypes && !shared.open.walk)
        doubtFlags(path);
      while (!path.empty() && (path.back().assumed || !path.back().taken))
        path.pop_back();
      if (path.empty())
        return true;
      if (shared.found.hasBreak() && walked > maxWalkedBroken)
        return false;
      const bool many = areMany(++paths);
      if (shared.moduleLoops.met && shared.moduleLoops.turns > 0 &&
          ((many && !isPart()) || walked > maxWalked)) {
        shared.moduleLoops.turns /= 2;
        version = CapturedVersion();
        graphs = walked = 0;
        return explore(version);
      }
      if (many) {
        const bool again = !isPart() && leaveForking(path);
        if (!again) {
          join(path);
          return false;
        }
        version = CapturedVersion();
        graphs = 0;
        return explore(version); // the walks meet a loop, or a call, that is none of theirs now
      }
      path.back().taken = false;
      const SourceLoc &fork = path.back().loc;
      ++shared.work->forks[{fork.file, fork.line, fork.column}];
      prefix = std::move(path);
    }
  }

  size_t statements() const {
    return static_cast<size_t>(
        llvm::count_if(region->steps, [](const RegionStep &step) { return step.ahead == nullptr; }));
  }
  /// A region of several statements, of a function whose conditions multiply: fewer of them have fewer paths.
  bool isPart() const { return region && shared.work->isJoined() && !shared.open.walk && statements() > 1; }

  /// Have walks made more graphs than may be, with paths left to walk?
  bool areMany(size_t paths) const {
    const size_t made = graphs - graphsBefore;
    const ProfiledCall *call = shared.alternatives.profiledCall();
    const size_t counted = call && call->believed ? made : graphs; // a belief adds to no other one
    return counted >= static_cast<size_t>(shared.options.maxGraphs) || paths >= shared.mostPaths() ||
           (!region && shared.work->isHalfSpent()) || (isPart() && made >= mostJoined) || areLong() ||
           (isPart() && made > 1 && operators > mostOperators);
  }
  bool areLong() const {
    return graphs - graphsBefore > mostJoined && operators > mostOperators && !shared.open.walk;
  }

  /// From here on regions have few graphs.
  void noteJoined() {
    std::string &why = shared.work->joined;
    if (shared.open.walk || !why.empty())
      return;
    why = "more than " + std::to_string(shared.options.maxGraphs) + " graphs";
    if (!region && shared.work->isHalfSpent())
      why = "more graphs than capture may walk for one function";
    else if (areLong() && graphs < static_cast<size_t>(shared.options.maxGraphs))
      why = "more than " + std::to_string(mostJoined) + " graphs of more than " +
            std::to_string(mostOperators) + " operators";
  }

  /// What the paths multiply in is left to regions of its own: a loop, or, of a single statement, a function
  /// that it calls. False where there is nothing of that kind, or the walks have met it before.
  bool leaveForking(const std::vector<PathDecision> &path) {
    if (region && statements() > 1)
      return false; // of fewer statements there may be few enough
    noteJoined();
    if (const Stmt *loop = forkingLoop(path); loop && shared.forks.loops.insert(loop).second)
      return true;
    if (!region || noteCrowded(path))
      return false;
    const FunctionDecl *callee = forkingCallee(path, shared.forks);
    return callee && shared.forks.callees.insert(callee).second;
  }

  /// All paths so far go the same way up to the last fork of this one, and take its first side. Where they
  /// differ within one branch alone, that one holds more paths than may be, as do those around it.
  bool noteCrowded(const std::vector<PathDecision> &path) {
    const auto around = [&](const Stmt *stmt) {
      const auto found = shared.forks.outerBranch.find(stmt);
      return found == shared.forks.outerBranch.end() ? nullptr : found->second;
    };
    const auto isWithin = [&](const Stmt *stmt, const Stmt *branch) {
      while (stmt && stmt != branch)
        stmt = around(stmt);
      return stmt == branch;
    };
    const size_t first = path.size() - 1;
    const Stmt *branch = path.back().branch;
    while (branch && !llvm::all_of(forks, [&](const std::vector<Fork> &ofPath) {
             return llvm::all_of(ofPath, [&](const Fork &fork) {
               return fork.index < first || isWithin(fork.branch, branch);
             });
           }))
      branch = around(branch);
    const bool found = branch != nullptr;
    for (; branch; branch = around(branch))
      shared.forks.crowded.insert(branch);
    return found;
  }

  /// The function is captured in regions; of a region, another one begins where the paths multiply. What is
  /// one statement, and neither a branch nor a loop nor a call, cannot be cut: it stays as it is.
  void join(const std::vector<PathDecision> &path) {
    noteJoined();
    if (!region) {
      noteCrowded(path);
      shared.splits = true;
      return;
    }
    RegionFailure failure;
    failure.step = path.back().step;
    if (isPart() && forks.front().size() > 2) // two conditions have four graphs, if neither holds another
      failure.step = std::max(failure.step, forks.front()[2].step);
    if (statements() > 1)
      failure.before = failure.many = true;
    else if (!noteCrowded(path))
      return limit(static_cast<size_t>(shared.options.maxGraphs), failure.step);
    result.failure = std::move(failure);
  }

  /// That many graphs are refused: FG704.
  void limit(size_t count, size_t step) {
    Break b = tooMuchWork(context, shared);
    if (!shared.work->isHalfSpent())
      b.args = {"more than " + std::to_string(count) + " graphs"};
    if (!region) {
      if (shared.found.places.insert(b.at()).second)
        shared.found.breaks.push_back(std::move(b));
      return;
    }
    b.range = region->steps[step].stmt->getSourceRange();
    RegionFailure failure;
    failure.step = step;
    failure.graphBreak = std::move(b);
    result.failure = std::move(failure);
  }

  ASTContext &context;
  FunctionContext &shared;
  const RegionRequest *region;
  const bool verbose;
  size_t graphs = 0, walked = 0;          // operators that the walks have met
  size_t graphsBefore = 0, operators = 0; // of this combination of alternatives: those of its graphs
  size_t diagnoses = 0;                   // walks for breaks alone
  std::set<std::string> doubted;          // flags that are assumed
  struct Fork {
    size_t index = 0; // of the path's decisions
    size_t step = 0;  // of the region
    const Stmt *branch = nullptr;
  };
  std::vector<std::vector<Fork>> forks; // of each path
  Exploration result;
};

} // namespace

Break tooMuchWork(const ASTContext &context, const FunctionContext &walked) {
  Break b = breakAt(BreakKind::VersionLimit, SourceRange(walked.decl->getLocation()),
                    {"more graphs than capture may walk for one function"}, walked.decl);
  b.notes = notesOn(*walked.work, context);
  return b;
}

std::optional<Break> joinedConditions(const ASTContext &context, const FunctionContext &walked,
                                      const CapturedFunction &captured) {
  const size_t regions = captured.regions.size();
  const bool isCompiled = regions > 0 || captured.compiledInCallees;
  const auto isLimit = [](const Break &b) { return b.kind == BreakKind::VersionLimit; };
  if (!walked.work->isJoined() || (!isCompiled && llvm::any_of(walked.found.breaks, isLimit)))
    return std::nullopt;
  Break b = tooMuchWork(context, walked);
  b.args = {walked.work->joined};
  if (!isCompiled)
    return b;
  b.kind = BreakKind::JoinedConditions;
  std::string parts = std::to_string(regions) + (regions == 1 ? " region" : " regions");
  if (captured.compiledInCallees)
    parts =
        regions == 0 ? "the functions that it calls" : parts + ", beside those of functions that it calls";
  b.args = {captured.name, walked.work->joined, parts};
  return b;
}

Exploration explorePaths(ASTContext &context, FunctionContext &shared, const RegionRequest *region,
                         bool verbose) {
  return PathExplorer(context, shared, region, verbose).run();
}

} // namespace fullgraph
