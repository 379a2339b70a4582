// Types for inputs whose dtype or rank nobody declared (FG703). Whatever asks for a tensor's type calls
// `typed` first. A guess is kept in the FunctionContext: no kernel is built for it.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class TypeGuesses : WalkPart {
public:
  using WalkPart::WalkPart;

  void guessTypes(const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &where);
  /// Is an input without a type, which holds this object of the caller's, taken for an undefined tensor?
  bool isHeldUndefined(const Location &tensor);
  bool isHeldAsBoth(const Location &tensor) const; // defined, and undefined
  Value *typed(Value *value);                      // its type is wanted: an input without one gets it
  void setGuess(Value *input, ScalarType dtype, unsigned rank);
  /// Is the condition on sizes true in the call that code is built for? A guess has no opinion.
  std::optional<bool> answerOfCall(const Sym &condition) const;
  /// Is it the size of tensors that nobody declared?
  bool isGuessed(const Sym &size) const;

private:
  std::optional<std::string> heldKind(const std::string &cxx) const;
  std::optional<std::pair<ScalarType, unsigned>> heldType(const Value *input) const;
  const GraphInput *inputOfSize(const std::string &symbol) const;
  std::vector<SymbolDef> guessedSizes(const Value *input, unsigned rank) const;

  Caller &caller = use<Caller>();
};

} // namespace fullgraph
