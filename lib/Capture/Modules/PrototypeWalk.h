// What the constructor of an fg::nn module builds (Caller/Prototypes.h says what for).
#pragma once

#include "lib/Capture/Eval/CallRule.h"

namespace fullgraph {

class PrototypeWalk : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> predictedCall(const CallSite &site);
  /// Walks a class's constructor instead: what it builds. Null where it says nothing.
  const Location *runPrototype(const clang::CXXConstructorDecl *ctor, const clang::CXXRecordDecl *record);

private:
  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  TensorOps &tensors = use<TensorOps>();
  ConstructorWalk &constructors = use<ConstructorWalk>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
};

} // namespace fullgraph
