// The library's free functions, by their names: std::get, min, swap, make_pair, and the compiler's builtins.
// Models/StdModels asks it, when no model of a class takes the call. A form that a row does not state is no
// answer: the call is a graph break.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class Functions : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> builtin(const CallSite &site);
  std::optional<CallResult> library(const CallSite &site);

private:
  using Row = std::optional<CallResult> (Functions::*)(const CallSite &);
  static Row builtinRow(llvm::StringRef name);
  static Row functionRow(llvm::StringRef name);

  // Each function is for the names that its row has; it gives nothing for a form that it does not state.
  std::optional<CallResult> itsArgument(const CallSite &site);
  std::optional<CallResult> itsArgumentsValue(const CallSite &site);
  std::optional<CallResult> addressOf(const CallSite &site);
  std::optional<CallResult> notConstant(const CallSite &site);
  std::optional<CallResult> noEffect(const CallSite &site);
  std::optional<CallResult> endsProgram(const CallSite &site);
  std::optional<CallResult> lengthOfText(const CallSite &site);

  std::optional<CallResult> reference(const CallSite &site);
  std::optional<CallResult> variantPart(const CallSite &site);
  std::optional<CallResult> get(const CallSite &site);
  std::optional<CallResult> product(const CallSite &site);
  std::optional<CallResult> dynamicPointerCast(const CallSite &site);
  std::optional<CallResult> toString(const CallSite &site);
  std::optional<CallResult> makeOwned(const CallSite &site);
  std::optional<CallResult> smallest(const CallSite &site);
  std::optional<CallResult> ofContainer(const CallSite &site);
  std::optional<CallResult> swap(const CallSite &site);
  std::optional<CallResult> bitCast(const CallSite &site);
  std::optional<CallResult> exchange(const CallSite &site);
  std::optional<CallResult> sort(const CallSite &site);

  CallResult smallestOfTensors(const AbsValue &a, const AbsValue &b, const AbsValue &number, bool least,
                               const clang::Expr *call);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Renderer &render = use<Renderer>();
  TensorOps &tensors = use<TensorOps>();
  TensorNumbers &numbers = use<TensorNumbers>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Scalars &scalars = use<Scalars>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
