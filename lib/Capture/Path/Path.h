// The one path that a walk follows: the decisions on it, what is known on it, and its objects. Everything
// that walks may call it. A condition that is not known becomes a decision (both sides are walked, by two
// walks) or an assumption (the other side runs the user's code); nothing is ever guessed.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

inline bool hasNoType(const Value *value) {
  return !value->def && value->type.dtype == ScalarType::Undefined;
}

class Path : WalkPart {
public:
  using WalkPart::WalkPart;

  bool isAssumed(const Sym &value, size_t since) const;
  void countStep(const clang::Stmt *stmt);
  void countWork();
  void enterBranch(const clang::Stmt *stmt);
  size_t forkingTurns(const clang::FunctionDecl *callee) const;
  bool decide(const Sym &condition, const SourceLoc &where);
  /// What is known of a condition that the walk depends on. Kept in the graph: the run-time compiler asks
  /// again.
  std::optional<bool> settle(const Sym &condition);
  void noteRead(TypeRead::Kind kind, Value *value, const Sym &answer = 0, unsigned dim = 0);
  void noteReadOfType(Value *value); // dtype, rank and sizes
  /// Is a function of the library at work that is given a tensor, or the device of one? What it makes lies
  /// there.
  bool isBesideTensor() const;
  /// An operator made the tensor. beside: of none, and it lies where those of the call do.
  void noteMade(const Value *tensor, bool beside);
  /// Does the tensor lie where those of the call do: is it made of them, or beside them?
  bool liesWithCalls(const Value *tensor) const;
  /// The path holds for tensors on the CPU alone, but where isBesideTensor().
  void noteCpu(const std::string &why, const SourceLoc &where);
  /// A number is read that may be a part of a device.
  void noteDeviceRead(const AbsValue &number, const SourceLoc &where);
  void noteAsked(TypeRead::Kind kind, const Value *value);
  void noteOwnHandle(Value *value);
  std::map<std::string, unsigned> askedRanks(const Graph &walked) const; // by C++ text
  void assume(const Sym &condition, const SourceLoc &where, std::string need = {});
  Location *temporary(AbsValue value, clang::QualType type);
  Location *newLocation();

  /// A number of the caller's that nothing is assumed of but the answers to conditions: what it is in the
  /// objects that the source's calls pass.
  void believe(const std::string &symbol, const Sym &number) { believed.insert_or_assign(symbol, number); }

  /// An integer of the caller's that is a position or a count: the library's code, which takes negative
  /// places from the end, takes it for one that is not negative.
  void noteCount(const std::string &symbol) { counts.insert(symbol); }

  std::vector<PathDecision> decisions;
  std::vector<Sym> modeFlags; // of modules that were asked for theirs

  std::optional<bool> training; // what the first one that decided anything said

  std::vector<PathDecision> prefix;

private:
  bool isOfTurn(const Sym &condition) const;
  std::optional<bool> modeFor(const Sym &condition) const;
  std::optional<bool> believedAnswer(const Sym &condition) const;
  std::optional<bool> answerForCounts(const Sym &condition) const;

  std::map<std::string, Sym> believed; // by symbol
  std::set<std::string> counts;        // symbols
  std::set<const Value *> madeBeside;  // see noteMade
  std::deque<Location> arena;
  size_t steps = 0;
  uint64_t nodesCounted = 0, proofsCounted = ShapeEnv::proofSteps; // of CaptureWork

  Reporter &report = use<Reporter>();
};

} // namespace fullgraph
