#include "lib/Capture/Explore/Guesses.h"

#include "lib/Capture/Domain/Hints.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/UserName.h"

#include "llvm/ADT/STLExtras.h"

namespace fullgraph {

std::vector<std::map<std::string, std::string>>
otherCombinations(const std::map<std::string, std::vector<std::string>> &held, size_t most) {
  size_t kinds = 1, combinations = 1;
  for (const auto &[cxx, ofInput] : held) {
    kinds = std::max(kinds, ofInput.size());
    combinations = std::min(combinations * ofInput.size(), most + 1);
  }
  std::vector<std::map<std::string, std::string>> found;
  const auto add = [&](llvm::function_ref<size_t(size_t count)> choose) {
    std::map<std::string, std::string> one;
    for (const auto &[cxx, ofInput] : held)
      one.emplace(cxx, ofInput[choose(ofInput.size())]);
    if (!llvm::is_contained(found, one))
      found.push_back(std::move(one));
  };
  for (size_t kind = 0; kind < kinds; ++kind)
    add([&](size_t count) { return std::min(kind, count - 1); });
  for (size_t n = 0; combinations <= most && n < combinations; ++n) {
    size_t rest = n;
    add([&](size_t count) { return std::exchange(rest, rest / count) % count; });
  }
  found.erase(found.begin());
  return found;
}

TypeGuess restricted(TypeGuess guess, std::set<std::string> inputs) {
  for (const std::string &input : std::vector<std::string>(inputs.begin(), inputs.end()))
    inputs.insert(withAnyIndices(input));
  const auto isOther = [&](const auto &entry) { return !inputs.count(entry.first); };
  std::erase_if(guess.ranks, isOther);
  std::erase_if(guess.dtypes, isOther);
  std::erase_if(guess.sizes, isOther);
  std::erase_if(guess.undefined, [&](const std::string &input) { return !inputs.count(input); });
  return guess;
}

std::set<std::string> lacked(const TypeGuess &guess) {
  std::set<std::string> members;
  for (const std::string &cxx : guess.undefined)
    if (cxx.find_first_of(".[>") != std::string::npos) // not "(*mask)"
      members.insert(cxx);
  return members;
}

void setTypes(TypeGuess &guess, const std::string &cxx, const std::string &shape) {
  if (isUndefined(shape)) {
    guess.undefined.insert(cxx);
    return;
  }
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> specs = parseShapeSpec(shape, error);
  if (specs.size() != 1)
    return;
  guess.dtypes[cxx] = specs[0].dtype;
  guess.ranks[cxx] = static_cast<unsigned>(specs[0].dims.size());
}

std::vector<TypeGuess> mixedRanks(const std::set<std::string> &inputs) {
  static constexpr unsigned likely[] = {1, 2, 3, 4, 0};
  std::vector<TypeGuess> guesses;
  if (inputs.size() > 3) {
    for (const unsigned rank : likely)
      for (const unsigned other : likely)
        for (const std::string &cxx : inputs)
          if (other != rank)
            guesses.push_back({rank, {{cxx, other}}, {}});
    return guesses;
  }
  guesses.push_back({0, {}, {}});
  for (const std::string &cxx : inputs) {
    std::vector<TypeGuess> more;
    for (const TypeGuess &guess : guesses)
      for (const unsigned rank : likely) {
        more.push_back(guess);
        more.back().ranks[cxx] = rank;
        more.back().rank = std::max(guess.rank, rank);
      }
    guesses = std::move(more);
  }
  std::erase_if(guesses, [](const TypeGuess &guess) {
    return llvm::all_of(guess.ranks, [&](const auto &given) { return given.second == guess.rank; });
  });
  const auto dims = [](const TypeGuess &guess) {
    unsigned sum = 0;
    for (const auto &[cxx, rank] : guess.ranks)
      sum += rank == 0 ? 3 : rank; // less likely than 1 and 2
    return sum;
  };
  stableSort(guesses, [&](const TypeGuess &a, const TypeGuess &b) { return dims(a) < dims(b); });
  return guesses;
}

ProfiledCall withRank(ProfiledCall call, unsigned rank, const std::set<std::string> &inputs) {
  for (auto &[cxx, shape] : call.shapes) {
    if (isUndefined(shape) || (!inputs.empty() && !inputs.count(cxx)))
      continue;
    std::optional<ShapeSpecError> error;
    shape = shapeOfAnySizes(parseShapeSpec(shape, error).front().dtype, rank);
  }
  return call;
}

std::string labelOf(const TypeGuess &guess, bool asHeld) {
  std::string label = "any dtype and rank, as of ";
  if (asHeld)
    label += "calls in sight and ";
  if (!guess.dtypes.empty())
    label += std::string(fg::shortName(guess.dtypes.begin()->second)) + " and ";
  label += "rank " + std::to_string(guess.rank);
  for (const auto &[cxx, rank] : guess.ranks)
    if (rank != guess.rank)
      label += ", " + userName(cxx) + " " + std::to_string(rank);
  return label;
}

TypeGuess with(TypeGuess guess, const std::set<std::string> &inputs, ScalarType dtype) {
  for (const std::string &cxx : inputs)
    guess.dtypes.emplace(cxx, dtype);
  return guess;
}

} // namespace fullgraph
