// The turns of a loop as nodes of the graph (lib/Shapes/Loops.h): what is carried, which parts of tensors a
// turn is at, and what the loop leaves. Models (scan, map) and the evaluator (loops over numbers) walk a turn
// between `begin` and `end`. Where no kernel could compute the turns, the walk ends as an attempt does
// (Path/Attempt.h).
#pragma once

#include "lib/Capture/Walk/WalkPart.h"
#include "lib/Shapes/Loops.h"

namespace fullgraph {

class Turns : WalkPart {
public:
  /// `count` turns, each of which is at the next index, from `first` on, or the one before. `call`: the loop.
  Turns(Walk &walk, Sym count, Sym first, bool backwards, const clang::Expr *call);

  /// The index of the turn that is walked: a number that only places of tensors may be made of.
  Sym index() const;
  /// `init` as a turn finds it. `isWritten`: turns write into it; then the loop does so, too.
  Value *carry(Value *init, bool isWritten = false);
  /// A tensor that each turn assigns before it is read: what it is in front of the loop is of no account.
  void carryAssigned(const Location *tensor);
  /// The part of `self` along `dim` that the turn is at. `place`: index() and a number.
  Value *slice(Value *self, int64_t dim, const Sym &place);

  /// The tensors and numbers of an object, in an order that the program's text says.
  std::vector<Location *> partsOf(Location *object) const;

  void begin();
  /// Refuses what a turn does beyond what its results show.
  void end();
  /// What a turn leaves of the `i`-th carried tensor.
  void leave(size_t i, Value *next);
  /// To be called when all that turns leave is known.
  void settle();
  /// `value` of all turns along dim 0: in the order of their indices, or in that in which they are taken.
  enum class Order : uint8_t { OfIndices, OfTurns };
  Value *stackOf(Value *value, Order order);
  /// The same of the elements that turns append to a list: each turn makes a tensor of its own.
  Value *listOf(Value *value);
  /// Is it, or the tensor that it is a view of, what a turn leaves of something carried?
  bool isLeft(Value *value) const;
  /// What the program holds behind the loop in place of the `i`-th carried tensor.
  Value *last(size_t i);
  /// The copies to parts of tensors that turns make, after the loop.
  void writeParts();

  /// `why`: of the loop, for who wonders why it stays one: "it carries a number".
  [[noreturn]] void refuse(std::string why) const;
  const Sym &turnCount() const { return count; }

private:
  /// A carried tensor that turns write into.
  struct Written {
    Value *copy = nullptr; // in a turn, of what it finds
    bool isWritten = false;
  };
  struct Part {
    Value *self = nullptr;  // as it is in front of the loop
    Value *parts = nullptr; // those of all turns, a view of it
    int64_t dim = 0;
    Sym from = 0;             // the first of them, in self
    Value *written = nullptr; // by a turn, to its part
    size_t writtenAt = 0;     // the number of nodes in front
  };
  Sym nextNumber() const;
  Value *copyInOrder(Value *init);
  Value *node(const OpSchema &op, std::vector<Arg> args);
  bool takeWrite(Value *destination, Value *source);
  bool hasType(const Value *source, const Value *target) const;
  /// Parts that an earlier turn has written, as y[t - 1] where turns write y[t], are carried, too.
  void joinLags();
  void makeAssigned();
  bool isOfTurn(const Value *value) const;
  bool isWrittenPart(Value *value) const;
  int64_t lagOf(const Part &read, const Part &written) const;

  const Sym count, first;
  const bool backwards;
  const clang::Expr *const call;
  LoopTurn shared;                       // what other parts of the walk know of the turn
  size_t firstNode = 0;                  // of the turn
  std::vector<Value *> states, next;     // what is carried. State null: assigned before it is read
  std::map<size_t, Written> writes;      // by its place in `states`
  std::vector<const Value *> copied;     // into tensors that a turn has made
  std::map<Value *, Part> slices;        // by the slice of a turn
  std::set<Value *> gone;                // of them: they are carried
  std::set<const Value *> beginAsCopies; // states whose tensor in front of the loop is not contiguous
  std::set<const Node *> ofTurn;         // nodes that depend on the turn
  std::set<const Node *> ofParts;        // the views that Part::parts are
  std::map<std::pair<Value *, bool>, Value *> stacks; // true: the last turn stands first

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  TensorOps &tensors = use<TensorOps>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Caller &caller = use<Caller>();
};

} // namespace fullgraph
