// Versions for objects that are not as their constructors make them (Caller/OtherObjects.cpp).
#include "lib/Capture/Explore/Paths.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Where a graph has more operators, the walk for others takes members' numbers as they come, and decides
/// nothing; where it has yet more, there is none.
constexpr size_t maxOperators = 150, maxOperatorsAtAll = 1500;
/// Operators that all walks of a function may meet, those of walks that are repeated included.
constexpr size_t maxWalked = 1500;
constexpr int maxTries = 16;
/// Decisions of a walk that the one for expected objects does not make: 2^n paths.
constexpr unsigned maxForks = 3;
constexpr size_t mostAbsentMembers = 2;

size_t operatorsOf(const DecisionNode &node) {
  if (node.kind == DecisionNode::Branch)
    return operatorsOf(*node.whenTrue) + operatorsOf(*node.whenFalse);
  return node.graph ? node.graph->nodes().size() : 0;
}

} // namespace

void addOtherVersions(ASTContext &context, const FunctionContext &walked, const RegionRequest *region,
                      Exploration &found, bool verbose) {
  if (!recompiles(walked.options) || found.failure || found.versions.empty() || walked.found.hasBreak() ||
      walked.splits || !walked.found.unknownTypes.empty() || walked.alternatives.profile)
    return;
  size_t operators = 0;
  for (const CapturedVersion &version : found.versions)
    operators += operatorsOf(*version.tree);
  const bool isSmall = operators <= maxOperators;
  if (operators > maxOperatorsAtAll || (!isSmall && !walked.open.hasOwn))
    return;
  OtherObjects others;
  others.forks = isSmall ? maxForks : 0;
  others.budget = isSmall ? maxWalked : 2 * operators + maxWalked;
  // A network's many layers keep their biases; a parameter is as the call says.
  const bool isFew = walked.open.maybeAbsent.size() <= mostAbsentMembers;
  for (const std::string &cxx : walked.open.maybeAbsent)
    if (isSmall && (isFew || cxx.find_first_of(".>") == cxx.npos))
      others.absent.insert(cxx);
  const auto isOpen = [&](const std::string &cxx) {
    return others.absent.count(cxx) || !others.asMade.count(cxx);
  };
  std::vector<std::string> open = walked.open.texts;
  open.insert(open.end(), others.absent.begin(), others.absent.end());
  std::optional<TypeGuess> guess = walked.types.guess;
  for (int tries = 0; tries < maxTries && others.budget > 0 && llvm::any_of(open, isOpen); ++tries) {
    FunctionContext trial = trialOf(walked);
    trial.forks = walked.forks;
    trial.types.guess = guess;
    trial.open.walk = others;
    std::optional<Exploration> explored = walkWithin(
        trial.work, trial.work->quarter(), [&] { return explorePaths(context, trial, region, verbose); });
    if (!explored)
      return;
    Exploration &paths = *explored;
    others.budget = trial.open.walk->budget;
    const bool isTyped = trial.found.unknownTypes.empty();
    if (others.budget > 0 && !paths.failure && !trial.found.hasBreak() && !trial.splits && isTyped &&
        !paths.versions.empty()) {
      for (CapturedVersion &version : paths.versions) {
        version.forOthers = true;
        version.guessed = guess.has_value();
        version.maybeAbsent = others.absent;
        version.label += (version.label.empty() ? "" : ", ") + std::string("other objects");
        found.versions.push_back(std::move(version));
      }
      found.goesOn |= paths.goesOn;
      if (paths.leavesHints)
        found.after = found.leavesHints ? joinHints(found.after, paths.after) : std::move(paths.after);
      if (paths.returns)
        found.returned =
            found.returns ? joinHints(found.returned, paths.returned) : std::move(paths.returned);
      found.leavesHints |= paths.leavesHints;
      found.returns |= paths.returns;
      return;
    }
    if (!isTyped && !guess) { // of what the constructor leaves out: the call says
      guess.emplace();
      continue;
    }
    const auto last = std::find_if(trial.open.texts.rbegin(), trial.open.texts.rend(), isOpen);
    if (last == trial.open.texts.rend())
      return;
    if (!others.absent.erase(*last) && trial.open.integers.count(*last) && others.forks > 0 &&
        others.near.insert(*last).second)
      continue;
    others.asMade.insert(*last);
    open.insert(open.end(), trial.open.texts.begin(), trial.open.texts.end());
  }
}

} // namespace fullgraph
