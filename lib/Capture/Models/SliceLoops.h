// scan and map of many slices as one kernel (Tensors/Turns.h). ControlFlow asks it.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class SliceLoops : WalkPart {
public:
  using WalkPart::WalkPart;

  /// What the loop goes over, and which function is a turn of it.
  struct Loop {
    Value *xs = nullptr;
    int64_t dim = 0; // from the front
    bool reverse = false;
    const clang::FunctionDecl *function =
        nullptr;                // of what is carried, if anything is, a slice, and operands
    Location *object = nullptr; // that it is a member of
    Location *carry = nullptr;  // null: nothing is carried, and a turn gives just what is stacked
    std::vector<Location *> operands;
    clang::QualType sliceType; // fg::Tensor
    const clang::Expr *call = nullptr;
  };
  /// The result of the loop: what is stacked, or the pair of what the last turn leaves and that. nullopt: no
  /// kernel computes its turns. Then the walk may be marked as one with a failed attempt (Path/Attempt.h).
  std::optional<AbsValue> captured(const Loop &loop);

private:
  AbsValue walkTurns(const Loop &loop);

  const clang::Expr *call = nullptr;

  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Objects &objects = use<Objects>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
