// What guesses of types are made of, and how they are compared. GuessedVersions asks for it; nothing here
// walks. A guess says ranks and dtypes of inputs that nobody declared, by the C++ text that names them.
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

/// Of inputs whose variables held several kinds of tensors: each choice of one kind for each, without that of
/// all first ones. At first those where all have their second kind, their third; where that are more than
/// `most` choices, these alone.
std::vector<std::map<std::string, std::string>>
otherCombinations(const std::map<std::string, std::vector<std::string>> &held, size_t most);

/// Of inputs whose ranks differ: of two or three, all there may be, those with the fewest dims first; of
/// more, one that differs from the others.
std::vector<TypeGuess> mixedRanks(const std::set<std::string> &inputs);

/// What a guess says of these inputs, also as elements of lists: of "list[i]", what it says of "list[?]".
TypeGuess restricted(TypeGuess guess, std::set<std::string> inputs);

/// The tensors that the guess's object lacks say which object it is (Caller/HandedObjects.cpp), also where
/// the walk reads none of them.
std::set<std::string> lacked(const TypeGuess &guess);

/// The guess with the rank and dtype of `shape` for the input: "f32[?, 3]", or that it is undefined.
void setTypes(TypeGuess &guess, const std::string &cxx, const std::string &shape);

/// The guess with another dtype of the inputs that have none of their own.
TypeGuess with(TypeGuess guess, const std::set<std::string> &inputs, ScalarType dtype);

/// The same dtypes, and these inputs of that rank; all where none is named.
ProfiledCall withRank(ProfiledCall call, unsigned rank, const std::set<std::string> &inputs = {});

/// For the report: "any dtype and rank, as of f32 and rank 2, index 1".
std::string labelOf(const TypeGuess &guess, bool asHeld);

} // namespace fullgraph
