// FG703: inputs whose dtype and rank nobody declared. The function is compiled at its first call, from a graph
// that is captured for types that its operators accept: f32, and the rank that they ask for.
//
// Such a type is only a guess, and no kernel is built for it. The run-time compiler gives the inputs the
// types of the call, and takes the graph where the walk would have been the same (runtime/jit/Retype.h).
#include "lib/Capture/Paths.h"
#include "lib/Graph/HostName.h"
#include "lib/Graph/StableSort.h"
#include "lib/Shapes/Infer.h"

using namespace clang;

namespace fullgraph {
namespace {

struct Guess {
  ScalarType dtype = ScalarType::Float;
  unsigned rank = 2;
};

/// Operands of one argument that have no type yet; they get the same one.
struct Unknowns {
  const ArgSchema *argument = nullptr;
  std::vector<Value *> inputs;
  std::vector<Guess> guesses; // the likeliest first
};

bool hasNoType(const Value *value) { return !value->def && value->type.dtype == ScalarType::Undefined; }

std::vector<Unknowns> unknownOperands(const OpSchema &op, const std::vector<Arg> &args) {
  std::vector<Unknowns> found;
  for (size_t i = 0; i < args.size(); ++i) {
    Unknowns unknowns;
    unknowns.argument = &op.args[i];
    const auto add = [&](Value *value) {
      for (const Unknowns &earlier : found)
        if (llvm::is_contained(earlier.inputs, value))
          return;
      if (hasNoType(value) && !llvm::is_contained(unknowns.inputs, value))
        unknowns.inputs.push_back(value);
    };
    if (Value *const *value = std::get_if<Value *>(&args[i]))
      add(*value);
    else if (const auto *values = std::get_if<std::vector<Value *>>(&args[i]))
      llvm::for_each(*values, add);
    if (!unknowns.inputs.empty())
      found.push_back(std::move(unknowns));
  }
  return found;
}

/// What the operator wants, as far as its name says; inference has the last word.
Guess likeliest(const OpSchema &op, const std::vector<Arg> &args, const ArgSchema &argument, unsigned rank) {
  const llvm::StringRef name = argument.name;
  const bool isBias = name == "bias";
  if (op.name == "linear" || op.name == "mm" || op.name == "embedding")
    return {name == "indices" ? ScalarType::Long : ScalarType::Float, isBias ? 1
                                                                      : name == "weight" || op.name == "mm"
                                                                          ? 2
                                                                          : rank};
  if (op.name == "bmm")
    return {ScalarType::Float, 3};
  if (op.name == "convolution") {
    const auto *stride = std::get_if<std::vector<Sym>>(&args[*op.argIndex("stride")]);
    return {ScalarType::Float, isBias ? 1 : static_cast<unsigned>(stride ? stride->size() : 2) + 2};
  }
  if (op.name == "max_pool2d" || op.name == "avg_pool2d")
    return {ScalarType::Float, 4};
  if (name == "index")
    return {ScalarType::Long, op.name == "index_select" ? 1 : rank};
  if (name == "mask" || name == "condition")
    return {ScalarType::Bool, rank};
  return {ScalarType::Float, rank};
}

template <class T> std::optional<T> find(const std::map<std::string, T> &map, const std::string &key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

/// With what the walk takes the input for.
std::vector<Guess> guessesFrom(Guess first, const TypeGuess &walk, const std::string &host) {
  const std::optional<ScalarType> given = find(walk.dtypes, host);
  const std::optional<unsigned> rank = find(walk.ranks, host);
  first.dtype = given.value_or(first.dtype);
  first.rank = rank.value_or(first.rank);
  std::vector<Guess> guesses = {first};
  std::vector<ScalarType> dtypes = {first.dtype};
  if (!given)
    dtypes.insert(dtypes.end(), {ScalarType::Float, ScalarType::Long, ScalarType::Bool});
  for (const ScalarType dtype : dtypes)
    for (const unsigned other : {first.rank, 2u, 4u, 3u, 1u, 5u, 0u})
      if (llvm::none_of(guesses, [&](const Guess &g) { return g.dtype == dtype && g.rank == other; }) &&
          (!rank || other == *rank))
        guesses.push_back({dtype, other});
  return guesses;
}

} // namespace

static const GraphInput &inputOf(const Graph &graph, const Value *value) {
  return *llvm::find_if(graph.inputs(), [&](const GraphInput &in) { return in.value == value; });
}

std::vector<SymbolDef> Interpreter::guessedSizes(const Value *input, unsigned rank) const {
  std::vector<SymbolDef> sizes(rank);
  const GraphInput &in = inputOf(*graph, input);
  for (unsigned d = 0; d < rank; ++d) {
    SymbolDef &def = sizes[d];
    def.name = input->name + "_size" + std::to_string(d);
    def.host = "::fg::rt::size(" + in.host + ", " + std::to_string(d) + ")";
    def.loc = in.loc;
    def.lower = 0;
    def.upper = std::numeric_limits<int32_t>::max();
    def.tensor = input->name;
    def.dim = d;
  }
  return sizes;
}

void Interpreter::setGuess(Value *input, ScalarType dtype, unsigned rank) {
  const std::string &host = inputOf(*graph, input).host;
  function.guessedInputs.insert(host);
  input->type.dtype = find(function.guess->dtypes, host).value_or(dtype);
  for (SymbolDef &def : guessedSizes(input, find(function.guess->ranks, host).value_or(rank)))
    input->type.sizes.push_back(hostSymbol(std::move(def)));
}

Value *Interpreter::typed(Value *value) {
  if (hasNoType(value))
    setGuess(value, ScalarType::Float, function.guess->rank);
  return value;
}

/// Gives the operands that have no type the first ones, in order of how likely they are, that inference
/// takes.
void Interpreter::guessTypes(const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &where) {
  std::vector<Unknowns> unknowns = unknownOperands(op, args);
  if (unknowns.empty())
    return;
  unsigned rank = function.guess->rank;
  if (op.isPointwise()) // as the operand that has one
    for (const Arg &arg : args)
      if (Value *const *value = std::get_if<Value *>(&arg);
          value && !hasNoType(*value) && !(*value)->type.weak)
        rank = static_cast<unsigned>((*value)->type.rank());
  for (Unknowns &unknown : unknowns)
    unknown.guesses = guessesFrom(likeliest(op, args, *unknown.argument, rank), *function.guess,
                                  inputOf(*graph, unknown.inputs.front()).host);

  const auto fits = [&](const std::vector<size_t> &choice) {
    ShapeEnv scratch = graph->env;
    for (size_t i = 0; i < unknowns.size(); ++i) {
      const Guess &guess = unknowns[i].guesses[choice[i]];
      for (Value *input : unknowns[i].inputs) {
        input->type.dtype = guess.dtype;
        for (SymbolDef &def : guessedSizes(input, guess.rank))
          input->type.sizes.push_back(scratch.addSymbol(std::move(def)));
      }
    }
    const bool accepted = !inferTypes(scratch, op, args, where).error;
    for (const Unknowns &unknown : unknowns)
      for (Value *input : unknown.inputs)
        input->type = {};
    return accepted;
  };
  // All choices whose places in the lists add up to 0, to 1, and so on.
  constexpr unsigned maxTries = 500;
  constexpr size_t maxSum = 12;
  unsigned tries = 0;
  std::vector<size_t> choice(unknowns.size(), 0);
  const std::function<bool(size_t, size_t)> search = [&](size_t i, size_t left) {
    if (i + 1 == unknowns.size()) {
      choice[i] = left;
      return left < unknowns[i].guesses.size() && ++tries <= maxTries && fits(choice);
    }
    for (choice[i] = 0; choice[i] <= left && choice[i] < unknowns[i].guesses.size(); ++choice[i])
      if (search(i + 1, left - choice[i]))
        return true;
    return false;
  };
  bool found = false;
  for (size_t sum = 0; !found && sum <= maxSum && tries < maxTries; ++sum)
    found = search(0, sum);
  if (!found)
    choice.assign(choice.size(), 0); // the operator says what is wrong with it
  for (size_t i = 0; i < unknowns.size(); ++i) {
    const Guess &guess = unknowns[i].guesses[choice[i]];
    for (Value *input : unknowns[i].inputs)
      setGuess(input, guess.dtype, guess.rank);
  }
}

/// What the walk may depend on: other ranks, or dtypes, of the inputs that the answer comes from may have
/// other graphs. A search, no proof: what each graph relies on is checked at run time (runtime/jit/Retype.h).
void Interpreter::noteAsked(TypeRead::Kind kind, const Value *value) {
  if (!function.guess || kind == TypeRead::Size || kind == TypeRead::Contiguous)
    return;
  const bool dtype = kind == TypeRead::DType;
  std::vector<const Value *> todo = {value};
  std::set<const Value *> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    value = todo.back();
    todo.pop_back();
    for (const GraphInput &in : graph->inputs())
      if (in.value == value && function.guessedInputs.count(in.host))
        (dtype ? function.dtypesAsked : function.ranksAsked).insert(in.host);
    if (!value->def)
      continue;
    // The first operand says what rank a result has, but where all are broadcast, and of a table's rows.
    const bool broadcasts = value->def->op->isPointwise() || value->def->opName() == "embedding";
    bool isFirst = true;
    value->def->forEachOperand([&](const Value *operand) {
      if ((dtype ? operand->type.dtype == value->type.dtype : broadcasts || isFirst) &&
          seen.insert(operand).second)
        todo.push_back(operand);
      isFirst = false;
    });
  }
}

std::map<std::string, unsigned> Interpreter::askedRanks(const Graph &walked) const {
  std::map<std::string, unsigned> ranks;
  for (const GraphInput &in : walked.inputs())
    if (function.ranksAsked.count(in.host) && !hasNoType(in.value))
      ranks[in.host] = static_cast<unsigned>(in.value->type.rank());
  return ranks;
}

static void append(std::vector<CapturedVersion> &versions, std::vector<CapturedVersion> &&more) {
  std::move(more.begin(), more.end(), std::back_inserter(versions));
}

namespace {

/// Walks with guesses, the likeliest first, until they cover what the walk asks for. explore(trial) returns
/// the versions, or nothing where the guess does not fit.
class GuessSearch {
public:
  using Explore = std::function<std::optional<std::vector<CapturedVersion>>(FunctionContext &trial)>;
  using Take = std::function<void(std::vector<CapturedVersion> &&)>;

  GuessSearch(FunctionContext &function, Explore explore, Take take)
      : function(function), explore(std::move(explore)), take(std::move(take)) {}

  void run() {
    for (const unsigned rank : {2u, 4u, 3u, 1u, 5u, 0u})
      if (tryRanks({rank, {}, {}}) && ranks.empty())
        return tryOtherDtypes(); // as good for all ranks
    while (fit.empty() && refineBest()) {
    }
    for (TypeGuess &guess : mixedRanks())
      if (versionCount < maxVersions / 2) // the rest is for other dtypes
        tryRanks(std::move(guess));
    tryOtherDtypes();
  }

private:
  struct Trial {
    bool fits = false;
    std::set<std::string> inputs, dtypes; // that got a guess; whose dtype was asked for
  };

  // What a function costs: time of the tool, and text in the program. Long functions get the likeliest
  // guesses alone.
  static constexpr size_t maxWalks = 160, maxVersions = 48, maxOperators = 1500, alwaysTried = 4;

  FunctionContext &function;
  const Explore explore;
  const Take take;
  std::set<TypeGuess> tried;
  std::set<std::string> ranks;                  // that a walk asked for
  std::map<std::string, ScalarType> needed;     // dtypes, for a walk to fit
  std::vector<std::pair<TypeGuess, Trial>> fit; // the walks that did, by default dtypes
  struct Failure {
    TypeGuess guess;
    std::set<std::string> ranks; // that it asked for
    size_t progress = 0;
  };
  std::vector<Failure> failures;          // walks that ended in a throw, and were not refined
  size_t versionCount = 0, operators = 0; // of what was taken
  size_t wasted = 0;                      // operators of walks that did not fit, about

  bool isSpent() const {
    const bool isLong = operators >= maxOperators || (fit.empty() && wasted >= 4 * maxOperators) ||
                        (!fit.empty() && tried.size() * (operators / versionCount) >= 4 * maxOperators);
    return tried.size() >= maxWalks || versionCount >= maxVersions ||
           ((isLong || function.work->isHalfSpent()) && tried.size() >= alwaysTried);
  }

  /// Of the walk that got furthest before it threw: with other ranks of the inputs that it asked for, one at
  /// a time. A recurrent layer asks for its input's rank, and then for its state's.
  bool refineBest() {
    const auto best =
        std::max_element(failures.begin(), failures.end(),
                         [](const Failure &a, const Failure &b) { return a.progress < b.progress; });
    if (best == failures.end() || isSpent())
      return false;
    const Failure refined = std::move(*best);
    failures.erase(best);
    for (const std::string &host : refined.ranks)
      for (const unsigned rank : {3u, 2u, 1u, 4u, 0u}) {
        TypeGuess guess = refined.guess;
        if (find(guess.ranks, host).value_or(guess.rank) == rank)
          continue;
        guess.ranks[host] = rank;
        if (tryRanks(std::move(guess)))
          return true;
      }
    return true;
  }

  /// Of inputs whose ranks differ: of two or three, all there may be, those with the fewest dims first; of
  /// more, one that differs from the others.
  std::vector<TypeGuess> mixedRanks() const {
    static constexpr unsigned likely[] = {1, 2, 3, 4, 0};
    std::vector<TypeGuess> guesses;
    if (ranks.size() > 3) {
      for (const unsigned rank : likely)
        for (const unsigned other : likely)
          for (const std::string &host : ranks)
            if (other != rank)
              guesses.push_back({rank, {{host, other}}, {}});
      return guesses;
    }
    guesses.push_back({0, {}, {}});
    for (const std::string &host : ranks) {
      std::vector<TypeGuess> more;
      for (const TypeGuess &guess : guesses)
        for (const unsigned rank : likely) {
          more.push_back(guess);
          more.back().ranks[host] = rank;
          more.back().rank = std::max(guess.rank, rank);
        }
      guesses = std::move(more);
    }
    std::erase_if(guesses, [](const TypeGuess &guess) {
      return llvm::all_of(guess.ranks, [&](const auto &given) { return given.second == guess.rank; });
    });
    const auto dims = [](const TypeGuess &guess) {
      unsigned sum = 0;
      for (const auto &[host, rank] : guess.ranks)
        sum += rank == 0 ? 3 : rank; // less likely than 1 and 2
      return sum;
    };
    stableSort(guesses, [&](const TypeGuess &a, const TypeGuess &b) { return dims(a) < dims(b); });
    return guesses;
  }

  Trial walk(const TypeGuess &guess) {
    Trial result;
    if (isSpent() || !tried.insert(guess).second)
      return result;
    FunctionContext trial = trialOf(function);
    trial.forkingLoops = function.forkingLoops;
    trial.guess = guess;
    std::optional<std::vector<CapturedVersion>> versions = explore(trial);
    ranks.insert(trial.ranksAsked.begin(), trial.ranksAsked.end());
    result.inputs = std::move(trial.guessedInputs);
    result.dtypes = std::move(trial.dtypesAsked);
    if (!versions || versions->empty()) {
      wasted += trial.thrown ? std::max<size_t>(trial.thrownAfter, 40) : 300;
      if (trial.thrown) {
        failures.push_back({guess, std::move(trial.ranksAsked), trial.thrownAfter});
        if (!function.thrown || trial.thrownAfter > function.thrownAfter) {
          function.thrown = std::move(trial.thrown);
          function.thrownAfter = trial.thrownAfter;
        }
      }
      return result;
    }
    result.fits = true;
    for (CapturedVersion &version : *versions) {
      versionCount += !version.forOthers;
      operators += version.forOthers ? 0 : operatorsOf(*version.tree);
      version.guessed = true;
      version.label = labelOf(guess) + (version.forOthers ? ", other objects" : "");
    }
    take(std::move(*versions));
    return result;
  }

  static size_t operatorsOf(const DecisionNode &node) {
    if (node.kind == DecisionNode::Branch)
      return operatorsOf(*node.whenTrue) + operatorsOf(*node.whenFalse);
    return node.graph ? node.graph->nodes().size() : 0;
  }

  static std::string labelOf(const TypeGuess &guess) {
    std::string label = "any dtype and rank, as of ";
    if (!guess.dtypes.empty())
      label += std::string(fg::shortName(guess.dtypes.begin()->second)) + " and ";
    label += "rank " + std::to_string(guess.rank);
    for (const auto &[host, rank] : guess.ranks)
      if (rank != guess.rank)
        label += ", " + userName(host) + " " + std::to_string(rank);
    return label;
  }

  bool tryRanks(TypeGuess guess) {
    guess.dtypes = needed;
    return tryDtypes(guess);
  }

  /// A walk that fails may need integers: an index. Of one input that it asks for, or of all.
  bool tryDtypes(const TypeGuess &guess) {
    Trial trial = walk(guess);
    if (trial.fits) {
      needed = guess.dtypes;
      fit.emplace_back(guess, std::move(trial));
      return true;
    }
    std::set<std::string> asked;
    for (const std::string &host : trial.dtypes)
      if (!guess.dtypes.count(host))
        asked.insert(host);
    for (const std::string &host : asked)
      if (tryDtypes(with(guess, {host}, fg::kLong)))
        return true;
    return asked.size() > 1 && tryDtypes(with(guess, asked, fg::kLong));
  }

  /// Where a walk asks for an input's dtype (`x.options()`), it is made for other ones, too: of the inputs
  /// that were asked for, or where operators refuse that, of all.
  void tryOtherDtypes() {
    for (const ScalarType dtype : {fg::kDouble, fg::kLong, fg::kHalf, fg::kBFloat16, fg::kByte})
      for (const auto &[guess, known] : fit)
        for (const std::set<std::string> *inputs : {&known.dtypes, &known.inputs})
          if (const TypeGuess other = with(guess, *inputs, dtype);
              known.dtypes.empty() || other == guess || walk(other).fits)
            break;
  }

  /// The guess with another dtype of the inputs that have none of their own.
  static TypeGuess with(TypeGuess guess, const std::set<std::string> &inputs, ScalarType dtype) {
    for (const std::string &host : inputs)
      guess.dtypes.emplace(host, dtype);
    return guess;
  }
};

} // namespace

void guessVersions(ASTContext &context, FunctionContext &function, std::vector<CapturedVersion> &versions,
                   bool verbose) {
  GuessSearch search(
      function,
      [&](FunctionContext &trial) -> std::optional<std::vector<CapturedVersion>> {
        Exploration paths = explorePaths(context, trial, nullptr, verbose);
        // A call may have these types: what breaks for it is told, whatever the other guesses meet.
        for (Break &b : trial.breaks)
          if (function.breakPlaces.insert(b.at()).second)
            function.breaks.push_back(std::move(b));
        function.splits |= trial.splits;
        function.split.insert(trial.split.begin(), trial.split.end());
        function.forkingLoops.insert(trial.forkingLoops.begin(), trial.forkingLoops.end());
        if (!trial.breaks.empty() || trial.splits || !trial.unknownTypes.empty())
          return std::nullopt;
        addOtherVersions(context, trial, nullptr, paths, verbose);
        return std::move(paths.versions);
      },
      [&](std::vector<CapturedVersion> &&found) { append(versions, std::move(found)); });
  search.run();
}

Exploration exploreGuesses(ASTContext &context, FunctionContext &shared, const RegionRequest &region,
                           bool verbose) {
  std::optional<Exploration> found, idle;
  // Where calls of some types come to a break, or to a call that stays, the region ends there for all: for
  // what is behind it, each of them has a region again.
  std::optional<RegionFailure> furthest, first;
  Exploration paths;
  GuessSearch search(
      shared,
      [&](FunctionContext &trial) -> std::optional<std::vector<CapturedVersion>> {
        paths = explorePaths(context, trial, &region, verbose);
        shared.split.insert(trial.split.begin(), trial.split.end());
        shared.forkingLoops.insert(trial.forkingLoops.begin(), trial.forkingLoops.end());
        if (paths.failure && !paths.failure->unknown) {
          if (!first || paths.failure->step < first->step)
            first = std::move(paths.failure);
          return std::nullopt;
        }
        if (paths.failure) {
          if (!furthest || paths.failure->step >= furthest->step)
            furthest = std::move(paths.failure);
          return std::nullopt;
        }
        addOtherVersions(context, trial, &region, paths, verbose);
        std::vector<CapturedVersion> versions = std::move(paths.versions);
        paths.versions.clear();
        if (versions.empty()) // an operator throws for such a guess, or there is nothing to compile
          idle = std::move(paths);
        return versions;
      },
      [&](std::vector<CapturedVersion> &&versions) {
        if (!found) {
          found = std::move(paths);
        } else {
          found->goesOn |= paths.goesOn;
          found->returns |= paths.returns;
          found->after = joinHints(found->after, paths.after); // dtypes that all have in common
        }
        append(found->versions, std::move(versions));
      });
  search.run();
  if (first)
    furthest = std::move(first);
  else if (found) {
    found->returned.clear(); // no guess is passed on
    return std::move(*found);
  }
  if (!furthest)
    return idle ? std::move(*idle) : Exploration();
  Exploration none;
  none.failure = std::move(furthest);
  return none;
}

} // namespace fullgraph
