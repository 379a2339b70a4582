// fg::kernel_op and fg::neighbour: a C++ function of one element, as operators on whole tensors.
// CallRules.cpp asks it. The function may compute only what operators of elements can: anything else is a
// graph break at its place.
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class KernelOps : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> neighbour(const CallSite &site);
  std::optional<CallResult> kernelCall(const CallSite &site);

private:
  Value *kernelElement(const std::vector<bool> &sides);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  TensorOps &tensors = use<TensorOps>();
  TensorNumbers &numbers = use<TensorNumbers>();
  Scalars &scalars = use<Scalars>();
  Calls &calls = use<Calls>();
  ControlFlow &controlFlow = use<ControlFlow>();
};

} // namespace fullgraph
