// FG703: inputs whose dtype and rank nobody declared. The function is compiled at its first call, from a graph
// that is captured for types that its operators accept: f32, and the rank that they ask for.
//
// Such a type is only a guess, and no kernel is built for it. The run-time compiler gives the inputs the
// types of the call, and takes the graph where the walk would have been the same (runtime/jit/Retype.h).
#include "lib/Capture/Paths.h"
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

/// With `given`, of that dtype.
std::vector<Guess> guessesFrom(Guess first, std::optional<ScalarType> given) {
  first.dtype = given.value_or(first.dtype);
  std::vector<Guess> guesses = {first};
  std::vector<ScalarType> dtypes = {first.dtype};
  if (!given)
    dtypes.insert(dtypes.end(), {ScalarType::Float, ScalarType::Long, ScalarType::Bool});
  for (const ScalarType dtype : dtypes)
    for (const unsigned rank : {first.rank, 2u, 4u, 3u, 1u, 5u, 0u})
      if (llvm::none_of(guesses, [&](const Guess &g) { return g.dtype == dtype && g.rank == rank; }))
        guesses.push_back({dtype, rank});
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

/// The dtype that this walk is made for, if it is another one than operators ask for.
static std::optional<ScalarType> givenDtype(const FunctionContext &function, const std::string &host) {
  const auto given = function.guessedDtypes.find(host);
  return given == function.guessedDtypes.end() ? std::nullopt : std::optional(given->second);
}

void Interpreter::setGuess(Value *input, ScalarType dtype, unsigned rank) {
  const std::string &host = inputOf(*graph, input).host;
  function.guessedInputs.insert(host);
  input->type.dtype = givenDtype(function, host).value_or(dtype);
  for (SymbolDef &def : guessedSizes(input, rank))
    input->type.sizes.push_back(hostSymbol(std::move(def)));
}

Value *Interpreter::typed(Value *value) {
  if (hasNoType(value))
    setGuess(value, ScalarType::Float, function.guessedRank.value_or(2));
  return value;
}

/// Gives the operands that have no type the first ones, in order of how likely they are, that inference
/// takes.
void Interpreter::guessTypes(const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &where) {
  std::vector<Unknowns> unknowns = unknownOperands(op, args);
  if (unknowns.empty())
    return;
  unsigned rank = function.guessedRank.value_or(2);
  if (op.isPointwise()) // as the operand that has one
    for (const Arg &arg : args)
      if (Value *const *value = std::get_if<Value *>(&arg);
          value && !hasNoType(*value) && !(*value)->type.weak)
        rank = static_cast<unsigned>((*value)->type.rank());
  for (Unknowns &unknown : unknowns)
    unknown.guesses = guessesFrom(likeliest(op, args, *unknown.argument, rank),
                                  givenDtype(function, inputOf(*graph, unknown.inputs.front()).host));

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

/// Does the value depend on a size of an input? The dim may not be there in another rank.
static bool namesSize(const Sym &value, const ShapeEnv &env) {
  bool found = false;
  value.forEachSymbol([&](const std::string &name, SymType) {
    const SymbolDef *symbol = env.lookup(name);
    found |= symbol && !symbol->tensor.empty();
  });
  return found;
}

/// May the walk depend on a rank? Then other ranks have graphs of their own. What counts is what the run-time
/// compiler carries over to another rank (runtime/jit/Retype.cpp).
static bool asksForRanks(const Graph &graph) {
  const auto isSized = [&](const Sym &value) { return namesSize(value, graph.env); };
  if (llvm::any_of(graph.reads, [&](const TypeRead &read) {
        return read.kind == TypeRead::Rank || read.kind == TypeRead::Size || isSized(read.answer);
      }))
    return true;
  if (llvm::any_of(graph.env.facts(), isSized) || llvm::any_of(graph.settled, isSized))
    return true;
  for (const auto &node : graph.nodes())
    for (const Arg &arg : node->args) {
      if (const Sym *number = std::get_if<Sym>(&arg); number && isSized(*number))
        return true;
      if (const auto *numbers = std::get_if<std::vector<Sym>>(&arg);
          numbers && llvm::any_of(*numbers, isSized))
        return true;
    }
  return false;
}

static bool asksForRanks(const DecisionNode &node) {
  if (node.kind == DecisionNode::Branch)
    return asksForRanks(*node.whenTrue) || asksForRanks(*node.whenFalse);
  return !node.graph || asksForRanks(*node.graph);
}

/// The guessed inputs whose dtype the walk read: it may be another walk for another dtype.
static void addInputsAskedForDtypes(const DecisionNode &node, const FunctionContext &trial,
                                    std::set<std::string> &found) {
  if (node.kind == DecisionNode::Branch) {
    addInputsAskedForDtypes(*node.whenTrue, trial, found);
    addInputsAskedForDtypes(*node.whenFalse, trial, found);
  }
  if (!node.graph)
    return;
  std::vector<const Value *> todo;
  for (const TypeRead &read : node.graph->reads)
    if (read.kind == TypeRead::DType)
      todo.push_back(read.value);
  std::set<const Value *> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    const Value *value = todo.back();
    todo.pop_back();
    if (value->def)
      value->def->forEachOperand([&](const Value *operand) {
        if (operand->type.dtype == value->type.dtype && seen.insert(operand).second)
          todo.push_back(operand);
      });
    for (const GraphInput &in : node.graph->inputs())
      if (in.value == value && trial.guessedInputs.count(in.host))
        found.insert(in.host);
  }
}

using Dtypes = std::map<std::string, ScalarType>; // by host text

/// The versions of one guess. Do other ranks have graphs of their own?
static bool markGuessed(std::vector<CapturedVersion> &versions, unsigned rank, const Dtypes &dtypes) {
  bool asks = false;
  for (CapturedVersion &version : versions) {
    asks |= asksForRanks(*version.tree);
    version.guessed = true;
    version.label = "any dtype and rank, as of ";
    if (!dtypes.empty())
      version.label += std::string(fg::shortName(dtypes.begin()->second)) + " and ";
    version.label += "rank " + std::to_string(rank);
  }
  return asks;
}

static void append(std::vector<CapturedVersion> &versions, std::vector<CapturedVersion> &&more) {
  std::move(more.begin(), more.end(), std::back_inserter(versions));
}

static FunctionContext guessing(const FunctionContext &function, unsigned rank, Dtypes dtypes) {
  FunctionContext trial;
  trial.decl = function.decl;
  trial.options = function.options;
  trial.forkingLoops = function.forkingLoops;
  trial.guessedRank = rank;
  trial.guessedDtypes = std::move(dtypes);
  return trial;
}

/// Walks with a guess: explore(trial) returns the versions, or nothing where the guess does not fit, once for
/// each rank that matters. Where the walk reads an input's dtype (`x.options()`), it is made for other ones,
/// too: of the inputs that were read, or where operators refuse that, of all.
static void forEachGuess(
    const FunctionContext &function,
    const std::function<std::optional<std::vector<CapturedVersion>>(FunctionContext &trial)> &explore,
    const std::function<void(std::vector<CapturedVersion> &&)> &take) {
  for (const unsigned rank : {2u, 4u, 3u, 1u}) { // the likeliest first
    FunctionContext trial = guessing(function, rank, {});
    std::optional<std::vector<CapturedVersion>> versions = explore(trial);
    if (!versions || versions->empty())
      continue;
    const bool asks = markGuessed(*versions, rank, {});
    std::set<std::string> read;
    for (const CapturedVersion &version : *versions)
      addInputsAskedForDtypes(*version.tree, trial, read);
    take(std::move(*versions));
    if (!read.empty())
      for (const ScalarType dtype : {fg::kLong, fg::kDouble, fg::kByte})
        for (const std::set<std::string> *inputs : {&read, &trial.guessedInputs}) {
          Dtypes dtypes;
          for (const std::string &host : *inputs)
            dtypes[host] = dtype;
          FunctionContext other = guessing(function, rank, dtypes);
          versions = explore(other);
          if (!versions || versions->empty())
            continue;
          markGuessed(*versions, rank, dtypes);
          take(std::move(*versions));
          break;
        }
    if (!asks)
      return;
  }
}

void guessVersions(ASTContext &context, const FunctionContext &function,
                   std::vector<CapturedVersion> &versions, bool verbose) {
  forEachGuess(
      function,
      [&](FunctionContext &trial) -> std::optional<std::vector<CapturedVersion>> {
        Exploration paths = explorePaths(context, trial, nullptr, verbose);
        if (!trial.breaks.empty() || trial.splits || !trial.unknownTypes.empty())
          return std::nullopt;
        return std::move(paths.versions);
      },
      [&](std::vector<CapturedVersion> &&found) { append(versions, std::move(found)); });
}

Exploration exploreGuesses(ASTContext &context, FunctionContext &shared, const RegionRequest &region,
                           bool verbose) {
  std::optional<Exploration> found, idle;
  std::optional<RegionFailure> furthest;
  Exploration paths;
  forEachGuess(
      shared,
      [&](FunctionContext &trial) -> std::optional<std::vector<CapturedVersion>> {
        paths = explorePaths(context, trial, &region, verbose);
        shared.split.insert(trial.split.begin(), trial.split.end());
        shared.forkingLoops.insert(trial.forkingLoops.begin(), trial.forkingLoops.end());
        if (paths.failure) {
          if (!furthest || paths.failure->step >= furthest->step)
            furthest = std::move(paths.failure);
          return std::nullopt;
        }
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
        }
        append(found->versions, std::move(versions));
      });
  if (found) {
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
