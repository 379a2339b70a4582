// A loop over slices as one kernel: its turns are walked once, over what a turn finds, and become nodes of the
// graph (lib/Shapes/Loops.h). ControlFlow asks it for scan and map.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"
#include "lib/Shapes/Loops.h"

namespace fullgraph {

class SliceLoops : WalkPart {
public:
  using WalkPart::WalkPart;

  /// What the loop goes over, and which function is a turn of it.
  struct Turns {
    Value *xs = nullptr;
    int64_t dim = 0; // from the front
    bool reverse = false;
    const clang::FunctionDecl *function = nullptr; // of what is carried, if anything is, a slice, and operands
    Location *object = nullptr;                    // that it is a member of
    Location *carry = nullptr; // null: nothing is carried, and a turn gives just what is stacked
    std::vector<Location *> operands;
    clang::QualType sliceType; // fg::Tensor
    const clang::Expr *call = nullptr;
  };
  /// The result of the loop: what is stacked, or the pair of what the last turn leaves and that. nullopt: no
  /// kernel computes its turns. Then the walk may be marked as one with a failed attempt (Path/Attempt.h).
  std::optional<AbsValue> captured(const Turns &turns);

private:
  /// A part of what is carried. A number has no state.
  struct Carried {
    AbsValue found; // in front of the loop
    Value *state = nullptr;
  };
  AbsValue walkTurns(const Turns &turns);
  void eachPart(Location *object, const clang::Expr *call, const std::function<void(Location *)> &visit);
  std::vector<Location *> partsOf(Location *object, const clang::Expr *call);
  void replaceByStates(Location *carry, const clang::Expr *call);
  void checkTurn(size_t firstNode, const clang::Expr *call);
  void takeNext(Location *left, const clang::Expr *call);
  Value *lastOf(size_t index, const Turns &turns, const Sym &count);
  [[noreturn]] void refuse(const clang::Expr *call) const;

  std::vector<Carried> carried;
  std::vector<Value *> states, next; // the tensors of it: as a turn finds them, and as it leaves them
  Value *slice = nullptr, *stacked = nullptr, *stack = nullptr; // what a turn gives, and all of them
  std::set<const Node *> ofTurn; // nodes that depend on the turn

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
  Objects &objects = use<Objects>();
  TensorOps &tensors = use<TensorOps>();
  Calls &calls = use<Calls>();
};

} // namespace fullgraph
