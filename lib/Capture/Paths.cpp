// The path explorer: walks a function, or a region of one, once for each combination of undecided host
// conditions, and puts the paths together as a decision tree.
#include "lib/Capture/Paths.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxVersions = 16;

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
            "needs " + (decision.need.empty() ? decision.condition.str() : decision.need);
        (*place)->whenFalse->ranks = decision.ranks;
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
             return operation->opName() != "scalar";
           }));
  return node->kind == DecisionNode::Branch &&
         (hasGraph(node->whenTrue.get(), isRegion) || hasGraph(node->whenFalse.get(), isRegion));
}

/// Branches whose two sides both run the user's code decide nothing.
void prune(std::unique_ptr<DecisionNode> &node) {
  if (!node || node->kind != DecisionNode::Branch)
    return;
  prune(node->whenTrue);
  prune(node->whenFalse);
  if (hasGraph(node.get(), false))
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

class PathExplorer {
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
      if (region ? !whole : !whole && !diagnoseRest())
        return std::move(result);
      prune(version.tree);
      if (!shared.breaks.empty()) {
        // No version comes of any of the alternatives; each may have breaks of its own.
        if (diagnoses++ >= maxVersions)
          return std::move(result);
      } else if (hasGraph(version.tree.get(), region != nullptr)) {
        for (const auto &[name, def] : shared.symbols)
          version.symbols.push_back(def);
        version.privateMembers = shared.privateMembers;
        result.versions.push_back(std::move(version));
      } else if (const ProfiledCall *call = shared.profiledCall()) {
        shared.staleCalls.push_back(static_cast<size_t>(call - shared.profile->data()));
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
    while (position < shared.alternatives.size() &&
           ++shared.alternatives[position] == shared.alternativeCounts[position])
      shared.alternatives[position++] = 0;
    return position < shared.alternatives.size();
  }

  /// A call of the profile says what a tensor is: of the alternatives that FG_SHAPE names for it there is
  /// nothing to choose, and one combination stands for all.
  bool isDecidedByProfile() {
    const ProfiledCall *call = shared.profiledCall();
    return call && llvm::any_of(shared.alternativeIndex, [&](const auto &entry) {
             return shared.alternatives[entry.second] != 0 && call->shapes.count(entry.first) != 0;
           });
  }

  /// Paths are left that were too many to walk: one walk that takes both sides of each branch, in order, sees what
  /// breaks on them. False where there has been enough of that.
  bool diagnoseRest() {
    if (diagnoses++ >= maxVersions)
      return false;
    Interpreter interpreter(context, shared, {}, verbose);
    interpreter.diagnoseAll();
    interpreter.run();
    walked = 0;
    return true;
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
                          !shared.moduleNumbers.count(name) &&
                          known->second.host.find_first_of("=:<") == std::string::npos &&
                          !llvm::StringRef(known->second.host).ends_with(")");
      flag = isPath ? &known->second : nullptr;
      ++symbols;
    });
    return symbols == 1 && flag;
  }

  /// Calls may come with a flag that is otherwise: they run the user's code, and may break there. Walks along such
  /// paths for breaks alone.
  void doubtFlags(const std::vector<PathDecision> &path) {
    constexpr size_t mostWalks = 16, mostFlags = 16;
    for (size_t k = 0; k < path.size(); ++k) {
      if (doubted.size() >= mostFlags || !isAssumedFlag(path[k]) || !doubted.insert(path[k].condition.str()).second)
        continue;
      FunctionContext scratch = shared;
      std::vector<PathDecision> prefix(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      prefix.back().taken = false;
      for (size_t walks = 0; walks < mostWalks; ++walks) {
        Interpreter interpreter(context, scratch, prefix, verbose);
        interpreter.run();
        std::vector<PathDecision> walked = std::move(interpreter.decisions);
        while (walked.size() > k + 1 && (walked.back().assumed || !walked.back().taken))
          walked.pop_back();
        if (walked.size() <= k + 1)
          break;
        walked.back().taken = false;
        prefix = std::move(walked);
      }
      for (Break &b : scratch.breaks)
        if (shared.breakPlaces.insert(b.at()).second)
          shared.breaks.push_back(std::move(b));
    }
  }

  bool explore(CapturedVersion &version) {
    std::vector<PathDecision> prefix;
    size_t paths = 0;
    while (true) {
      Interpreter interpreter(context, shared, prefix, verbose, region);
      interpreter.run();
      std::vector<PathDecision> path = std::move(interpreter.decisions);
      walked += interpreter.walked();
      if (interpreter.failure) {
        result.failure = std::move(interpreter.failure);
        return false;
      }
      if (interpreter.leaf->kind == DecisionNode::GraphLeaf) {
        ++graphs;
        interpreter.leaf->inTraining = interpreter.inTraining();
        if (version.label.empty() && interpreter.leaf->graph)
          for (const GraphInput &input : interpreter.leaf->graph->inputs())
            version.label +=
                (version.label.empty() ? "" : ", ") + input.value->source + ": " + input.value->type.str();
        const RegionExit exit = interpreter.leaf->exit;
        result.goesOn |= exit == RegionExit::Next;
        Hints &hints = exit == RegionExit::Return ? result.returned : result.after;
        bool &any = exit == RegionExit::Return ? result.returns : result.leavesHints;
        hints = any ? joinHints(hints, interpreter.hintsAfter) : std::move(interpreter.hintsAfter);
        any = true;
      }
      insertPath(version.tree, path, std::move(interpreter.leaf));
      if (!region && shared.prototypes)
        doubtFlags(path);
      while (!path.empty() && (path.back().assumed || !path.back().taken))
        path.pop_back();
      if (path.empty())
        return true;
      if (!shared.breaks.empty() && walked > maxWalkedBroken)
        return false;
      const bool many = static_cast<int>(graphs) >= shared.options.maxGraphs ||
                        static_cast<int>(++paths) >= 8 * shared.options.maxGraphs;
      if (shared.turnsModules && shared.moduleTurns > 0 && (many || walked > maxWalked)) {
        shared.moduleTurns /= 2;
        version = CapturedVersion();
        graphs = walked = 0;
        return explore(version);
      }
      if (many) {
        if (const Stmt *loop = forkingLoop(path); loop && shared.forkingLoops.insert(loop).second) {
          version = CapturedVersion();
          graphs = 0;
          return explore(version); // the walks meet a loop that is none of theirs now
        }
        limit(static_cast<size_t>(shared.options.maxGraphs), path.front().step);
        return false;
      }
      path.back().taken = false;
      prefix = std::move(path);
    }
  }

  void limit(size_t count, size_t step) {
    Break b;
    b.kind = BreakKind::VersionLimit;
    b.range = SourceRange(shared.decl->getLocation());
    b.args = {"more than " + std::to_string(count)};
    b.function = shared.decl->getQualifiedNameAsString();
    if (!region) {
      if (shared.breakPlaces.insert(b.at()).second)
        shared.breaks.push_back(std::move(b));
      return;
    }
    RegionFailure failure;
    failure.step = step;
    failure.graphBreak = std::move(b);
    result.failure = std::move(failure);
  }

  ASTContext &context;
  FunctionContext &shared;
  const RegionRequest *region;
  const bool verbose;
  size_t graphs = 0, walked = 0; // operators that the walks have met
  size_t diagnoses = 0;          // walks for breaks alone
  std::set<std::string> doubted; // flags that are assumed
  Exploration result;
};

} // namespace

Exploration explorePaths(ASTContext &context, FunctionContext &shared, const RegionRequest *region,
                         bool verbose) {
  return PathExplorer(context, shared, region, verbose).run();
}

} // namespace fullgraph
