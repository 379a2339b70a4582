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

std::vector<Guess> guessesFrom(const Guess &first) {
  std::vector<Guess> guesses = {first};
  for (const ScalarType dtype : {first.dtype, ScalarType::Float, ScalarType::Long, ScalarType::Bool})
    for (const unsigned rank : {first.rank, 2u, 4u, 3u, 1u, 5u, 0u})
      if (llvm::none_of(guesses, [&](const Guess &g) { return g.dtype == dtype && g.rank == rank; }))
        guesses.push_back({dtype, rank});
  return guesses;
}

} // namespace

std::vector<SymbolDef> Interpreter::guessedSizes(const Value *input, unsigned rank) const {
  std::vector<SymbolDef> sizes(rank);
  for (const GraphInput &in : graph->inputs())
    for (unsigned d = 0; in.value == input && d < rank; ++d) {
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
  input->type.dtype = dtype;
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
    unknown.guesses = guessesFrom(likeliest(op, args, *unknown.argument, rank));

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

/// The versions of one guess. Do other ranks have graphs of their own?
static bool markGuessed(std::vector<CapturedVersion> &versions, unsigned rank) {
  bool asks = false;
  for (CapturedVersion &version : versions) {
    asks |= asksForRanks(*version.tree);
    version.guessed = true;
    version.label = "any dtype and rank, as of rank " + std::to_string(rank);
  }
  return asks;
}

static void append(std::vector<CapturedVersion> &versions, std::vector<CapturedVersion> &&more) {
  std::move(more.begin(), more.end(), std::back_inserter(versions));
}

static FunctionContext guessing(const FunctionContext &function, unsigned rank) {
  FunctionContext trial;
  trial.decl = function.decl;
  trial.options = function.options;
  trial.guessedRank = rank;
  return trial;
}

static constexpr unsigned ranks[] = {2, 4, 3, 1}; // the likeliest first

void guessVersions(ASTContext &context, const FunctionContext &function,
                   std::vector<CapturedVersion> &versions, bool verbose) {
  for (const unsigned rank : ranks) {
    FunctionContext trial = guessing(function, rank);
    Exploration paths = explorePaths(context, trial, nullptr, verbose);
    if (!trial.breaks.empty() || trial.splits || !trial.unknownTypes.empty())
      continue;
    const bool asks = markGuessed(paths.versions, rank);
    append(versions, std::move(paths.versions));
    if (!versions.empty() && !asks)
      return;
  }
}

Exploration exploreGuesses(ASTContext &context, FunctionContext &shared, const RegionRequest &region,
                           bool verbose) {
  std::optional<Exploration> found, idle;
  std::optional<RegionFailure> furthest;
  for (const unsigned rank : ranks) {
    FunctionContext trial = guessing(shared, rank);
    Exploration paths = explorePaths(context, trial, &region, verbose);
    shared.split.insert(trial.split.begin(), trial.split.end());
    if (paths.failure) {
      if (!furthest || paths.failure->step >= furthest->step)
        furthest = std::move(paths.failure);
      continue;
    }
    if (paths.versions.empty()) { // an operator throws for such a rank, or there is nothing to compile
      idle = std::move(paths);
      continue;
    }
    const bool asks = markGuessed(paths.versions, rank);
    if (!found) {
      found = std::move(paths);
    } else {
      append(found->versions, std::move(paths.versions));
      found->goesOn |= paths.goesOn;
      found->returns |= paths.returns;
    }
    if (!asks)
      break;
  }
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
