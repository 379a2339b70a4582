#include "lib/Capture/Explore/AheadVersions.h"

#include "lib/Capture/Domain/Hints.h"
#include "lib/Frontend/ShapeSpec.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Operators of all versions of a function that are built ahead on a belief. What more there would be waits
/// for a call.
constexpr size_t maxOperators = 1500;

void collectTypes(const DecisionNode &node, const std::set<std::string> &inputs, ProfiledCall &call) {
  if (node.kind == DecisionNode::Branch) {
    collectTypes(*node.whenTrue, inputs, call);
    collectTypes(*node.whenFalse, inputs, call);
  }
  if (!node.graph)
    return;
  for (const GraphInput &input : node.graph->inputs())
    if (inputs.count(input.cxx))
      call.shapes.emplace(input.cxx, shapeOfAnySizes(input.value->type));
}

} // namespace

size_t operatorsOf(const DecisionNode &node) {
  if (node.kind == DecisionNode::Branch)
    return operatorsOf(*node.whenTrue) + operatorsOf(*node.whenFalse);
  return node.graph ? node.graph->nodes().size() : 0;
}

ProfiledCall typesIn(const std::vector<CapturedVersion> &versions, const std::set<std::string> &inputs) {
  ProfiledCall call;
  call.believed = true;
  for (const CapturedVersion &version : versions)
    collectTypes(*version.tree, inputs, call);
  return call;
}

std::vector<Hints> buildAhead(ASTContext &context, const FunctionContext &function,
                              const RegionRequest *region, std::vector<ProfiledCall> calls,
                              std::vector<CapturedVersion> &versions, bool verbose) {
  std::vector<CapturedVersion> ahead;
  std::vector<Hints> after;
  size_t operators = 0;
  for (size_t i = 0; i < calls.size() && ahead.size() < static_cast<size_t>(function.options.aheadVersions);
       ++i) {
    const std::vector<ProfiledCall> one = {calls[i]};
    FunctionContext trial = trialOf(function);
    trial.forks = function.forks;
    trial.moduleTurns = function.moduleTurns;
    trial.profile = &one;
    Exploration paths = explorePaths(context, trial, region, verbose);
    if (!trial.breaks.empty() || trial.splits || !trial.unknownTypes.empty() || paths.failure)
      continue; // calls of other types have graphs
    size_t more = 0;
    for (CapturedVersion &version : paths.versions) {
      version.believed = true;
      more += operatorsOf(*version.tree);
    }
    if (!ahead.empty() && operators + more > maxOperators)
      break;
    operators += more;
    if (paths.leavesHints)
      after.push_back(std::move(paths.after));
    std::move(paths.versions.begin(), paths.versions.end(), std::back_inserter(ahead));
  }
  std::move(versions.begin(), versions.end(), std::back_inserter(ahead));
  versions = std::move(ahead);
  return after;
}

std::vector<ProfiledCall> likelyCalls(std::vector<ProfiledCall> seen, const std::vector<Hints> &believed,
                                      const Hints &known) {
  std::vector<ProfiledCall> calls = std::move(seen);
  for (size_t i = 0; i < believed.size(); ++i) {
    if (i == calls.size())
      calls.push_back(calls.empty() ? ProfiledCall() : calls.back());
    calls[i].believed = true;
    for (const auto &[cxx, hint] : believed[i])
      if (const TensorHint *declared = findHint(known, cxx);
          (!declared || declared->shape.empty()) && !hint.shape.empty() && !hint.hasAlternatives()) {
        TensorHint likely = hint;
        forgetLetters(likely);
        calls[i].shapes[cxx] = likely.shape + layoutText(likely.order);
      }
  }
  return calls;
}

void addBelieved(const std::vector<Hints> &after, std::vector<Hints> &believed) {
  believed.resize(std::max(believed.size(), after.size()));
  for (size_t i = 0; i < after.size(); ++i)
    for (const auto &[cxx, hint] : after[i])
      believed[i][cxx] = hint;
}

std::string notServed(const std::vector<ProfiledCall> &calls, const std::string &input,
                      const std::vector<std::string> &builtFor) {
  if (calls.empty())
    return "no call of it is in sight";
  for (const ProfiledCall &call : calls) {
    const auto passed = call.shapes.find(input);
    if (passed == call.shapes.end())
      return "a call in sight does not say what it passes as '" + input + "'";
    if (!llvm::is_contained(builtFor, passed->second))
      return "a call in sight passes " + passed->second + ", which nothing is built for";
  }
  return "";
}

std::vector<std::string> typesAhead(const CapturedFunction &function, const std::string &name) {
  std::vector<std::string> types;
  const std::function<void(const DecisionNode &)> collect = [&](const DecisionNode &node) {
    if (node.kind == DecisionNode::Branch) {
      collect(*node.whenTrue);
      collect(*node.whenFalse);
    }
    if (node.graph)
      for (const GraphInput &input : node.graph->inputs())
        if (const std::string shape = shapeOfAnySizes(input.value->type);
            input.value->source == name && !llvm::is_contained(types, shape))
          types.push_back(shape);
  };
  for (const auto &region : function.regions)
    for (const CapturedVersion &version : region->versions)
      if (version.believed)
        collect(*version.tree);
  return types;
}

} // namespace fullgraph
