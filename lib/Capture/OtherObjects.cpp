// Objects that are not as their constructors make them: a member was assigned since, a list has grown, a bias
// was removed.
//
// The graphs of a function take what constructors make for granted (Prototypes.cpp), and a tensor that is
// handed to an optional argument for one that is there. Calls with other objects would run eagerly for ever.
// For them the function is walked once more: numbers are symbols, as those of any other class are, and flags,
// lengths and what may be absent are decisions, a path each.
//
//   if (this->scale == 1) the graph for 1, built ahead
//   else                  the graph for others: x * scale, made at run time at the first such call
//
// Where the walk needs what it did not ask for (a number that says how often a loop turns), it is repeated
// with the part that it read last as its constructor makes it.
#include "lib/Capture/Paths.h"
#include "lib/Graph/HostName.h"

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

bool isElementOf(const Location *element, const CXXRecordDecl *of) {
  return element->value.is(ValueKind::Record) &&
         element->value.record->decl->getCanonicalDecl() == of->getCanonicalDecl();
}

/// Are the elements pointers to objects of one class?
bool areOneKind(const std::vector<Location *> &elements) {
  const auto objectOf = [](const Location *element) -> const Location * {
    return element->value.is(ValueKind::Pointer) && !element->value.sequence ? element->value.location
                                                                             : nullptr;
  };
  const Location *first = elements.empty() ? nullptr : objectOf(elements.front());
  return first && first->value.is(ValueKind::Record) && llvm::all_of(elements, [&](const Location *element) {
           const Location *object = objectOf(element);
           return object && isElementOf(object, first->value.record->decl);
         });
}

} // namespace

unsigned Interpreter::guardOf(unsigned kind, const Location *of) const {
  return of && of->ofGlobal && !(function.options.guards & GlobalGuards) ? unsigned(GlobalGuards) : kind;
}

/// May a part of an object of the caller's be something else than its constructor makes? Options of the
/// library's modules that are no real numbers say what is computed, and are not changed later.
bool Interpreter::mayDiffer(const Location *part, unsigned kind, bool forks) {
  const bool isOption = part->ofLibrary && part->type->isIntegralOrEnumerationType();
  if (diagnosing || predicting || isOption || !(function.options.guards & guardOf(kind, part)))
    return false;
  function.opensOwn |= !part->ofLibrary || !part->type->isRealFloatingType();
  function.open.push_back(part->host);
  if (part->type->isIntegerType() && !part->type->isBooleanType())
    function.integers.insert(part->host);
  if (!function.others || function.others->asMade.count(part->host) ||
      (forks && openForks >= function.others->forks))
    return false;
  openForks += forks;
  differs |= !forks;
  return true;
}

/// A path for each value; the last one is expected.
int64_t Interpreter::oneOf(const Location *part, unsigned kind, const std::string &what, const Sym &value,
                           std::vector<int64_t> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string range =
      *least == *most ? std::to_string(*least) : std::to_string(*least) + " to " + std::to_string(*most);
  const int64_t last = values.back(), made = values.front();
  values.pop_back();
  for (const int64_t one : values)
    if (decide(symEq(value, Sym(one)), part->loc)) {
      differs |= one != made;
      return one;
    }
  assumeExpected(kind, part, symEq(value, Sym(last)), part->loc, what, range);
  differs |= last != made;
  return last;
}

/// The elements of a container that was made with some; for others also a few more or less of one kind.
int64_t Interpreter::lengthOf(const Location *container, const Sym &length,
                              const std::vector<Location *> &made) {
  std::vector<int64_t> lengths = {static_cast<int64_t>(made.size())};
  if (settle(symEq(length, Sym(lengths[0]))) != true && mayDiffer(container, LengthGuards, true))
    for (const int64_t other : {1, -1, 2, -2, 3})
      if (lengths[0] + other >= 0 && (other < 0 || areOneKind(made)))
        lengths.push_back(lengths[0] + other);
  return oneOf(container, LengthGuards, container->host + ".size()", length, std::move(lengths));
}

bool Interpreter::isNear(const Location *number) const {
  return function.others && function.others->near.count(number->host);
}

/// Of a number that has to be known: how often a loop turns, a dim.
Sym Interpreter::valueNear(const Location *number, int64_t made) {
  std::vector<int64_t> values = {made};
  for (const int64_t other : {1, -1, 2, -2, 3})
    if (made < 0 || made + other >= 0)
      values.push_back(made + other);
  return oneOf(number, MemberGuards, number->host, number->value.sym, std::move(values));
}

/// In a walk for others: is the tensor undefined on this path?
bool Interpreter::isAbsent(Location *tensor) {
  if (!function.others || !function.others->absent.count(tensor->host) || diagnosing ||
      openForks >= function.others->forks)
    return false;
  ++openForks;
  function.open.push_back(tensor->host);
  const Sym defined =
      hostSymbol(tensor->host + ".defined()", SymType::Bool, tensor->loc, tensor->name + "_defined");
  const bool absent = !decide(defined, tensor->loc);
  differs |= absent;
  return absent;
}

/// The code would take the tensor undefined, too.
void Interpreter::noteMaybeAbsent(const Value *tensor) {
  if (tensor && !tensor->def && !diagnosing && !predicting)
    for (const GraphInput &input : graph->inputs())
      if (input.value == tensor)
        function.maybeAbsent.insert(input.host);
}

void addOtherVersions(ASTContext &context, const FunctionContext &walked, const RegionRequest *region,
                      Exploration &found, bool verbose) {
  if (!recompiles(walked.options) || found.failure || found.versions.empty() || !walked.breaks.empty() ||
      walked.splits || !walked.unknownTypes.empty() || walked.profile)
    return;
  size_t operators = 0;
  for (const CapturedVersion &version : found.versions)
    operators += operatorsOf(*version.tree);
  const bool isSmall = operators <= maxOperators;
  if (operators > maxOperatorsAtAll || (!isSmall && !walked.opensOwn))
    return;
  OtherObjects others;
  others.forks = isSmall ? maxForks : 0;
  others.budget = isSmall ? maxWalked : 2 * operators + maxWalked;
  // A network's many layers keep their biases; a parameter is as the call says.
  const bool isFew = walked.maybeAbsent.size() <= mostAbsentMembers;
  for (const std::string &host : walked.maybeAbsent)
    if (isSmall && (isFew || host.find_first_of(".>") == host.npos))
      others.absent.insert(host);
  const auto isOpen = [&](const std::string &host) {
    return others.absent.count(host) || !others.asMade.count(host);
  };
  std::vector<std::string> open = walked.open;
  open.insert(open.end(), others.absent.begin(), others.absent.end());
  std::optional<TypeGuess> guess = walked.guess;
  for (int tries = 0; tries < maxTries && others.budget > 0 && llvm::any_of(open, isOpen); ++tries) {
    FunctionContext trial = trialOf(walked);
    trial.forkingLoops = walked.forkingLoops;
    trial.guess = guess;
    trial.others = others;
    Exploration paths = explorePaths(context, trial, region, verbose);
    others.budget = trial.others->budget;
    const bool isTyped = trial.unknownTypes.empty();
    if (others.budget > 0 && !paths.failure && trial.breaks.empty() && !trial.splits && isTyped &&
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
    const auto last = std::find_if(trial.open.rbegin(), trial.open.rend(), isOpen);
    if (last == trial.open.rend())
      return;
    if (!others.absent.erase(*last) && trial.integers.count(*last) && others.forks > 0 &&
        others.near.insert(*last).second)
      continue;
    others.asMade.insert(*last);
    open.insert(open.end(), trial.open.begin(), trial.open.end());
  }
}

} // namespace fullgraph
