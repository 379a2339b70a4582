#include "lib/Capture/Explore/AheadVersions.h"

#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Explore/SameVersions.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/UserName.h"

#include <unordered_map>

using namespace clang;

namespace fullgraph {
namespace {

/// Operators of all versions of a function that are built ahead on a belief. What more there would be waits
/// for a call.
constexpr size_t maxOperators = 6000;

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

namespace {

/// Sizes of a call, by the name of the graph's input and the dim.
using KnownSizes = std::map<std::pair<std::string, size_t>, int64_t>;
/// The same, by the symbol.
using SymbolSizes = std::unordered_map<std::string, int64_t>;

/// n == 1, of a size that is not known.
bool isOfOneElement(const Sym &condition) {
  if (condition.kind() != SymKind::Eq)
    return false;
  std::set<std::string> names;
  condition.forEachSymbol([&](const std::string &name, SymType) { names.insert(name); });
  if (names.size() != 1)
    return false;
  const Sym difference = condition.operands()[0] - condition.operands()[1],
            size = Sym::symbol(*names.begin(), SymType::Int);
  return difference == size - Sym(1) || difference == Sym(1) - size;
}

/// Is the condition false with these sizes? Other ones may be anything. But where a graph for any sizes says
/// of two that they are equal, and one of them is 1, the other is not: it is what the first is broadcast to.
bool excludes(const Sym &condition, const SymbolSizes &sizes) {
  const Sym known = condition.substitute([&](const std::string &name) -> std::optional<Sym> {
    const auto size = sizes.find(name);
    return size == sizes.end() ? std::nullopt : std::optional<Sym>(size->second);
  });
  return known.asBool() == false || (known != condition && isOfOneElement(known));
}

/// What the call says of the sizes of the tree's inputs.
void findSizes(const DecisionNode &node, const ProfiledCall &call, KnownSizes &sizes) {
  if (node.kind == DecisionNode::Branch) {
    findSizes(*node.whenTrue, call, sizes);
    findSizes(*node.whenFalse, call, sizes);
  }
  for (const GraphInput &input : node.graph ? node.graph->inputs() : std::vector<GraphInput>())
    if (const std::string *known = findByKey(call.sizes, input.cxx)) {
      const std::vector<std::string> dims = hintDims(*known);
      int64_t size = 0;
      for (size_t d = 0; d < dims.size(); ++d)
        if (!llvm::StringRef(dims[d]).getAsInteger(10, size))
          sizes.emplace(std::pair(input.value->name, d), size);
    }
}

/// Do the guards of each graph that a call with these sizes may come to hold? Which side of other conditions
/// it takes, as whether an optional part is there, is open.
bool takes(const DecisionNode &node, const SymbolSizes &sizes) {
  if (node.kind == DecisionNode::Branch)
    return (excludes(node.condition, sizes) || takes(*node.whenTrue, sizes)) &&
           (excludes(symNot(node.condition), sizes) || takes(*node.whenFalse, sizes));
  return !node.graph || llvm::none_of(node.graph->env.guards(),
                                      [&](const Guard &guard) { return excludes(guard.condition, sizes); });
}

/// Is there a graph for the call, on some side of the tree?
bool hasGraph(const DecisionNode &node, const SymbolSizes &sizes) {
  if (node.kind == DecisionNode::Branch)
    return (!excludes(node.condition, sizes) && hasGraph(*node.whenTrue, sizes)) ||
           (!excludes(symNot(node.condition), sizes) && hasGraph(*node.whenFalse, sizes));
  return node.graph != nullptr;
}

/// Is there a version of these, of any sizes, for the call?
bool takesSizes(llvm::ArrayRef<CapturedVersion> versions, const ProfiledCall &call) {
  return llvm::any_of(versions, [&](const CapturedVersion &version) {
    KnownSizes sizes;
    findSizes(*version.tree, call, sizes);
    SymbolSizes bySymbol;
    for (const SymbolDef &def : version.symbols)
      if (const auto size = sizes.find({def.tensor, def.dim}); size != sizes.end())
        bySymbol.emplace(def.name, size->second);
    return hasGraph(*version.tree, bySymbol) && takes(*version.tree, bySymbol);
  });
}

/// The call's types with its sizes of 1.
ProfiledCall withOnes(ProfiledCall call) {
  for (auto &[cxx, shape] : call.shapes)
    if (const std::string *known = findByKey(call.sizes, cxx); known && isOfDtypeAndRank(*known, shape)) {
      TensorHint hint{*known, {}};
      forgetAllButOnes(hint);
      shape = hint.shape;
    }
  call.sizes.clear();
  return call;
}

/// Calls that compute nothing on some path of a region are served there, and miss no version: such a path
/// gets a graph without operators, which has its guards.
void serveIdle(DecisionNode &node) {
  if (node.kind == DecisionNode::Branch) {
    serveIdle(*node.whenTrue);
    serveIdle(*node.whenFalse);
  } else if (node.kind == DecisionNode::GraphLeaf && !node.graph) {
    node.graph = std::move(node.idle);
  }
}

/// Walks for calls of one kind after another, and keeps what there are graphs for.
class AheadBuilder {
public:
  AheadBuilder(ASTContext &context, const FunctionContext &function, const RegionRequest *region,
               bool verbose)
      : context(context), function(function), region(region), verbose(verbose) {}

  /// False: there is enough. A call whose sizes are 1 may need a version of its own, behind the one of any
  /// sizes, which is there for calls that are not in sight.
  bool add(const ProfiledCall &call) {
    const Explored *any = explored(call);
    ofCalls.push_back(any);
    if (!any || !keep(any->kind))
      return false;
    if (call.sizes.empty() || takesSizes(kinds[any->kind].versions, call))
      return true;
    const Explored *ones = explored(withOnes(call));
    if (ones && !kinds[ones->kind].versions.empty()) // else there is no graph for these sizes
      ofCalls.back() = ones;
    return ones && keep(ones->kind);
  }

  /// There is enough. What code leaves behind a call is also known where earlier calls are of its types.
  void addKnown(const ProfiledCall &call) {
    const auto known = byTypes.find(call.shapes);
    ofCalls.push_back(known == byTypes.end() ? nullptr : &known->second);
  }

  /// What the code leaves behind each call, on its paths; nothing where that is not known.
  std::vector<std::vector<Hints>> behindCalls() const {
    std::vector<std::vector<Hints>> behind;
    for (const Explored *types : ofCalls)
      behind.push_back(types ? types->outcomes : std::vector<Hints>());
    return behind;
  }

  /// What was kept, in the order of the calls.
  std::vector<CapturedVersion> take() {
    std::vector<CapturedVersion> versions;
    for (const size_t i : kept)
      std::move(kinds[i].versions.begin(), kinds[i].versions.end(), std::back_inserter(versions));
    return versions;
  }

private:
  /// The versions for calls of the same types; none where there is no code for them.
  struct Kind {
    std::vector<CapturedVersion> versions;
    size_t operators = 0;
    bool isKept = false;
    bool isIdle = false; // such calls apply no operator
  };
  /// Types, of which several may have the same versions.
  struct Explored {
    size_t kind; // into `kinds`
    std::vector<Hints> outcomes;
  };

  static bool areSame(const Kind &a, const Kind &b) {
    return std::equal(
        a.versions.begin(), a.versions.end(), b.versions.begin(), b.versions.end(),
        [](const CapturedVersion &x, const CapturedVersion &y) { return fullgraph::areSame(x, y); });
  }
  bool isFull() const { return count >= static_cast<size_t>(function.options.aheadVersionsOfSeen); }

  bool keep(size_t i) {
    Kind &kind = kinds[i];
    if (kind.isKept || kind.versions.empty())
      return true;
    if (isFull() || (count > 0 && operators + kind.operators > maxOperators))
      return false;
    kind.isKept = true;
    count += kind.isIdle ? 0 : kind.versions.size();
    operators += kind.operators;
    kept.push_back(i);
    return true;
  }

  /// What the code does not change is as in each call: other calls of the same versions differ in it.
  static void forgetUnchanged(const ProfiledCall &call, Hints &after) {
    std::erase_if(after, [&](const auto &entry) {
      const std::string *passed = findByKey(call.shapes, entry.first);
      TensorHint any = entry.second;
      forgetLetters(any);
      return passed && any.shape + layoutText(any.order) == *passed;
    });
  }

  /// Null: there is no room, or no more work to spend.
  const Explored *explored(const ProfiledCall &call) {
    if (const auto known = byTypes.find(call.shapes); known != byTypes.end())
      return &known->second;
    std::vector<Hints> outcomes;
    std::optional<Kind> kind = isFull() ? std::nullopt : explore(call, outcomes);
    if (!kind)
      return nullptr;
    for (Hints &after : outcomes)
      forgetUnchanged(call, after);
    // Other types may be those of tensors that no graph depends on.
    const auto same = llvm::find_if(kinds, [&](const Kind &known) { return areSame(known, *kind); });
    const size_t place = same - kinds.begin();
    if (same == kinds.end())
      kinds.push_back(std::move(*kind));
    return &byTypes.emplace(call.shapes, Explored{place, std::move(outcomes)}).first->second;
  }

  /// None: there is no more work to spend.
  std::optional<Kind> explore(const ProfiledCall &call, std::vector<Hints> &outcomes) {
    const std::vector<ProfiledCall> one = {call};
    FunctionContext trial = trialOf(function);
    // What multiplied the paths of all objects (`forks`) need not do so for those that this call passes.
    trial.moduleLoops.turns = function.moduleLoops.turns;
    trial.alternatives.profile = &one;
    if (function.work->isShareSpent())
      return std::nullopt;
    std::optional<Exploration> paths =
        walkWithin(trial.work, function.work->share(region ? function.work->joined : ""),
                   [&] { return explorePaths(context, trial, region, verbose); });
    if (!paths)
      return std::nullopt;
    Kind kind;
    if (trial.found.hasBreak() || trial.splits || !trial.found.unknownTypes.empty() || paths->failure)
      return kind; // calls of other types have graphs
    // A call that has nothing to compute here is served, too, beside those that have.
    kind.isIdle = paths->versions.empty();
    kind.versions = std::move(kind.isIdle ? paths->idle : paths->versions);
    for (CapturedVersion &version : kind.versions) {
      version.believed = true;
      if (region)
        serveIdle(*version.tree);
      kind.operators += operatorsOf(*version.tree);
    }
    if (paths->leavesHints)
      outcomes = std::move(paths->outcomes);
    return kind;
  }

  ASTContext &context;
  const FunctionContext &function;
  const RegionRequest *region;
  const bool verbose;
  std::vector<Kind> kinds;
  std::map<std::map<std::string, std::string>, Explored> byTypes;
  std::vector<size_t> kept;              // the same, in the order of the calls
  std::vector<const Explored *> ofCalls; // the same, of each call; null: not known
  size_t count = 0, operators = 0;       // of what is kept
};

} // namespace

std::vector<std::vector<Hints>> buildAhead(ASTContext &context, const FunctionContext &function,
                                           const RegionRequest *region,
                                           const std::vector<ProfiledCall> &calls,
                                           std::vector<CapturedVersion> &versions, bool verbose) {
  AheadBuilder builder(context, function, region, verbose);
  bool isOpen = true;
  for (const ProfiledCall &call : calls)
    if (isOpen)
      isOpen = builder.add(call);
    else
      builder.addKnown(call);
  std::vector<CapturedVersion> ahead = builder.take();
  std::move(versions.begin(), versions.end(), std::back_inserter(ahead));
  versions = std::move(ahead);
  return builder.behindCalls();
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
        std::string &shape = calls[i].shapes[cxx];
        const std::string layout = layoutText(likely.order);
        // Another tensor of the same kind may have the same sizes.
        if (shape.empty() || !isOfDtypeAndRank(likely.shape, shape) ||
            !llvm::StringRef(shape).ends_with("]" + layout))
          calls[i].sizes.erase(cxx);
        shape = likely.shape + layout;
      }
  }
  return calls;
}

ProfiledCall withWhatOthersPass(ProfiledCall call, const std::vector<ProfiledCall> &others) {
  const auto isLeftOut = [](const std::string &cxx, const std::string &shape) { // "(*mask)"
    return isUndefined(shape) && withoutParentheses(cxx) != cxx;
  };
  for (const ProfiledCall &other : others) {
    std::map<std::string, std::string> shapes = call.shapes;
    bool isSame = true;
    for (auto &[cxx, shape] : shapes)
      if (const auto passed = other.shapes.find(cxx); passed != other.shapes.end()) {
        isSame &= passed->second == shape || isLeftOut(cxx, shape) || isLeftOut(cxx, passed->second);
        if (isLeftOut(cxx, shape))
          shape = passed->second;
      }
    if (isSame)
      call.shapes = std::move(shapes);
  }
  return call;
}

std::vector<std::pair<size_t, Hints>> addBelieved(const std::vector<std::vector<Hints>> &outcomes,
                                                  size_t calls, std::vector<Hints> &believed) {
  if (calls == 0) // no call is in sight: these are the first kinds
    calls = outcomes.size();
  believed.resize(std::max(believed.size(), std::min(calls, outcomes.size())));
  std::vector<std::pair<size_t, Hints>> others;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (i >= calls) {
      for (const Hints &after : outcomes[i])
        others.emplace_back(i, after);
      continue;
    }
    const Hints before = believed[i];
    for (const Hints &after : outcomes[i]) {
      Hints known = before;
      for (const auto &[cxx, hint] : after)
        known[cxx] = hint;
      if (&after == &outcomes[i].front())
        believed[i] = std::move(known);
      else
        others.emplace_back(i, std::move(known));
    }
  }
  return others;
}

std::string notServed(const std::vector<ProfiledCall> &calls, const std::string &input,
                      const std::vector<std::string> &builtFor) {
  if (calls.empty())
    return "no call of it is in sight";
  for (const ProfiledCall &call : calls) {
    const auto passed = call.shapes.find(input);
    if (passed == call.shapes.end())
      return "a call in sight does not say what it passes as '" + input + "'";
    if (isUndefined(passed->second))
      continue;
    if (!llvm::is_contained(builtFor, passed->second))
      return "a call in sight passes " + passed->second + ", which nothing is built for";
  }
  return "";
}

std::vector<std::string> typesAhead(const CapturedFunction &function, const std::string &name) {
  std::vector<std::string> types;
  // A graph may name the element that it takes: 'velocity[0]' for 'velocity[i]'.
  const auto [list, index] = llvm::StringRef(name).split('[');
  const auto isNamed = [&, list = list, index = index](llvm::StringRef source) {
    return source == name || (!index.empty() && source.split('[').first == list && source.contains('['));
  };
  const std::function<void(const DecisionNode &)> collect = [&](const DecisionNode &node) {
    if (node.kind == DecisionNode::Branch) {
      collect(*node.whenTrue);
      collect(*node.whenFalse);
    }
    if (node.graph)
      for (const GraphInput &input : node.graph->inputs())
        if (const std::string shape = shapeOfAnySizes(input.value->type);
            isNamed(input.value->source) && !llvm::is_contained(types, shape))
          types.push_back(shape);
  };
  for (const auto &region : function.regions)
    for (const CapturedVersion &version : region->versions)
      if (version.believed)
        collect(*version.tree);
  return types;
}

} // namespace fullgraph
