// FG703: inputs whose dtype and rank nobody declared. The function is compiled at its first call, from a graph
// that is captured for types that its operators accept: f32, and the rank that they ask for.
//
// Such a type is only a guess, and no kernel is built for it. The run-time compiler gives the inputs the
// types of the call, and takes the graph where the walk would have been the same (runtime/jit/Retype.h).
#include "lib/Capture/Caller/TypeGuesses.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/UserName.h"
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
  if (argument.likelyRank) {
    rank = *argument.likelyRank;
    if (!argument.likelyRankOf.empty()) {
      const auto *list = std::get_if<std::vector<Sym>>(&args[*op.argIndex(argument.likelyRankOf)]);
      rank += static_cast<unsigned>(list ? list->size() : 2);
    }
  }
  if (name == "index" || name == "indices")
    return {ScalarType::Long, rank};
  if (name == "mask" || name == "condition")
    return {ScalarType::Bool, rank};
  return {ScalarType::Float, rank};
}

template <class T> std::optional<T> find(const std::map<std::string, T> &map, const std::string &key) {
  const T *found = findByKey(map, key);
  return found ? std::optional(*found) : std::nullopt;
}

/// With what the walk takes the input for.
std::vector<Guess> guessesFrom(Guess first, const TypeGuess &walk, const std::string &cxx) {
  const std::optional<ScalarType> given = find(walk.dtypes, cxx);
  const std::optional<unsigned> rank = find(walk.ranks, cxx);
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

std::vector<SymbolDef> TypeGuesses::guessedSizes(const Value *input, unsigned rank) const {
  std::vector<SymbolDef> sizes(rank);
  const GraphInput &in = inputOf(*walk.graph, input);
  for (unsigned d = 0; d < rank; ++d) {
    SymbolDef &def = sizes[d];
    def.name = input->name + "_size" + std::to_string(d);
    def.cxx = "::fg::rt::size(" + in.cxx + ", " + std::to_string(d) + ")";
    def.loc = in.loc;
    def.lower = 0;
    def.upper = std::numeric_limits<int32_t>::max();
    def.tensor = input->name;
    def.dim = d;
  }
  return sizes;
}

std::optional<bool> TypeGuesses::answerOfCall(const Sym &condition) const {
  const ProfiledCall *call = function.alternatives.profile ? function.alternatives.profiledCall() : nullptr;
  if (!call && !function.types.guess)
    return std::nullopt;
  if (function.types.guess)
    function.types.guess->sizesAsked = true;
  const std::map<std::string, std::string> &passed = call ? call->sizes : function.types.guess->sizes;
  const auto sizeOf = [&](const std::string &symbol) -> std::optional<Sym> {
    const GraphInput *input = inputOfSize(symbol);
    const std::string *shape = input ? findByKey(passed, input->cxx) : nullptr;
    const std::vector<std::string> dims = shape ? hintDims(*shape) : std::vector<std::string>();
    const unsigned dim = input ? function.symbols.at(symbol).dim : 0;
    int64_t size = 0;
    if (dims.size() <= dim || llvm::StringRef(dims[dim]).getAsInteger(10, size))
      return std::nullopt;
    return Sym(size);
  };
  return condition.substitute(sizeOf).asBool();
}

bool TypeGuesses::isGuessed(const Sym &size) const {
  bool guessed = !size.isConst();
  size.forEachSymbol([&](const std::string &symbol, SymType) {
    const GraphInput *input = inputOfSize(symbol);
    guessed &= input && function.types.guessed.count(input->cxx);
  });
  return guessed;
}

/// The input that the symbol is a size of; null for another number.
const GraphInput *TypeGuesses::inputOfSize(const std::string &symbol) const {
  const auto def = function.symbols.find(symbol);
  if (def == function.symbols.end())
    return nullptr;
  for (const GraphInput &input : walk.graph->inputs())
    if (input.value->name == def->second.tensor)
      return &input;
  return nullptr;
}

/// What the input's variable held when its callers were walked, as FG_SHAPE would say it.
std::optional<std::string> TypeGuesses::heldKind(const std::string &cxx) const {
  const TypeGuess &guess = *function.types.guess;
  const auto found = function.types.held.find(cxx);
  if (!guess.asHeld || found == function.types.held.end() || guess.ranks.count(cxx) ||
      guess.dtypes.count(cxx) || guess.undefined.count(cxx))
    return std::nullopt;
  return found->second.front();
}

std::optional<std::pair<ScalarType, unsigned>> TypeGuesses::heldType(const Value *input) const {
  const std::optional<std::string> kind = heldKind(inputOf(*walk.graph, input).cxx);
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> specs =
      kind && !isUndefined(*kind) ? parseShapeSpec(*kind, error) : std::vector<ShapeSpec>();
  if (specs.size() != 1)
    return std::nullopt;
  return std::pair(specs[0].dtype, static_cast<unsigned>(specs[0].dims.size()));
}

bool TypeGuesses::isHeldUndefined(const Location &tensor) {
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  if (!function.types.guess || !seen || !tensor.origin.of || tensor.ofLibrary)
    return false;
  const auto held = seen->held.kinds.find(tensor.origin);
  if (held == seen->held.kinds.end())
    return false;
  function.types.held.emplace(tensor.cxx, held->second);
  if (const auto sizes = seen->held.sizes.find({tensor.origin, held->second.front()});
      sizes != seen->held.sizes.end())
    function.types.heldSizes.emplace(tensor.cxx, sizes->second);
  const std::optional<std::string> kind = heldKind(tensor.cxx);
  return kind && isUndefined(*kind);
}

bool TypeGuesses::isHeldAsBoth(const Location &tensor) const {
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  if (!seen || !tensor.origin.of || tensor.ofLibrary)
    return false;
  const auto held = seen->held.kinds.find(tensor.origin);
  return held != seen->held.kinds.end() && held->second.size() > 1 && isUndefined(held->second.back());
}

void TypeGuesses::setGuess(Value *input, ScalarType dtype, unsigned rank) {
  const std::string &cxx = inputOf(*walk.graph, input).cxx;
  function.types.guessed.insert(cxx);
  input->type.dtype = find(function.types.guess->dtypes, cxx).value_or(dtype);
  for (SymbolDef &def : guessedSizes(input, find(function.types.guess->ranks, cxx).value_or(rank)))
    input->type.sizes.push_back(caller.cxxSymbol(std::move(def)));
}

Value *TypeGuesses::typed(Value *value) {
  if (hasNoType(value)) {
    const auto [dtype, rank] =
        heldType(value).value_or(std::pair(ScalarType::Float, function.types.guess->rank));
    setGuess(value, dtype, rank);
  }
  return value;
}

/// Gives the operands that have no type the first ones, in order of how likely they are, that inference
/// takes.
void TypeGuesses::guessTypes(const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &where) {
  std::vector<Unknowns> unknowns = unknownOperands(op, args);
  if (unknowns.empty())
    return;
  unsigned rank = function.types.guess->rank;
  if (op.isPointwise()) // as the operand that has one
    for (const Arg &arg : args)
      if (Value *const *value = std::get_if<Value *>(&arg);
          value && !hasNoType(*value) && !(*value)->type.weak)
        rank = static_cast<unsigned>((*value)->type.rank());
  for (Unknowns &unknown : unknowns) {
    unknown.guesses = guessesFrom(likeliest(op, args, *unknown.argument, rank), *function.types.guess,
                                  inputOf(*walk.graph, unknown.inputs.front()).cxx);
    if (const auto held = heldType(unknown.inputs.front()))
      unknown.guesses.insert(unknown.guesses.begin(), Guess{held->first, held->second});
  }

  const auto fits = [&](const std::vector<size_t> &choice) {
    ShapeEnv scratch = walk.graph->env;
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

} // namespace fullgraph
