// fg::cond, while_loop, scan and map: captured, selected, or left to the program. CallRules.cpp asks it;
// KernelOps and OpenLists take functions that were handed over from it. What cannot be captured is left as it
// is, between two regions.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class ControlFlow : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> controlFlowCall(const CallSite &site);
  std::optional<std::pair<const clang::FunctionDecl *, Location *>> functionOf(Location *callable);

private:
  std::optional<CallResult> selectedCall(const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> loopOfSlices(LeftCall::Kind kind, const std::vector<Location *> &args,
                                         const clang::Expr *call);
  LeftCall leftControlFlow(const clang::FunctionDecl *callee, const std::vector<Location *> &args);

  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  HintCollector &collector = use<HintCollector>();
  TensorOps &tensors = use<TensorOps>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
