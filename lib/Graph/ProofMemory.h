// What environments learnt and were asked before, for walks that begin anew. Capture walks a function once
// for each of its paths; up to where the paths part, all walks tell their environments the same, and ask the
// same. An environment that is at a moment where another one was takes what that one found out. lib/Capture
// has one memory a function; nothing else does, and without one an environment works everything out itself.
//
// A moment is the sequence of symbols and conditions that an environment was given. What the prover says
// hangs on nothing else, so that answers are the same with and without a memory, but for what a search that
// is cut off at its limit finds.
#pragma once

#include "lib/Graph/ShapeEnv.h"

#include <deque>
#include <tuple>
#include <unordered_map>

namespace fullgraph {

/// What learning a condition did to an environment. Private to lib/Graph.
struct ShapeEnv::Change {
  ChangeKind kind = ChangeKind::Known;
  Sym condition;      // Definition: the value
  std::string symbol; // Definition
};

/// A state of environments, and those that follow from it. Private to lib/Graph.
struct ShapeEnv::Moment {
  struct Learned {
    std::vector<Change> changes;
    Moment *then = nullptr; // null: too many moments
    uint64_t steps = 0;
  };
  template <class T> struct Answer {
    T value;
    uint64_t steps = 0; // that finding it took
    uint64_t asker = 0; // the last environment that asked: it knows the answer itself when it asks again
  };
  template <class T> using Answers = std::unordered_map<Sym, Answer<T>, SymHash>;
  using SymbolKey = std::tuple<std::string, SymType, std::optional<int64_t>, std::optional<int64_t>, int64_t>;

  std::map<SymbolKey, Moment *> withSymbol;
  std::unordered_map<Sym, Learned, SymHash> withCondition;
  Answers<std::optional<bool>> proved;
  Answers<Sym> simplified;
  Answers<std::optional<int64_t>> lowerBounds;
  Answers<bool> contradictory; // of true
};

/// Environments that are made while it lives, in its thread, remember. It is a scope: the last one made is
/// asked. ShapeEnv::proofSteps counts an eighth of what is remembered: capture's limits stand for time. A
/// function has a memory of its own, so they do not depend on what was captured before it.
class ProofMemory {
public:
  ProofMemory();
  ~ProofMemory();
  ProofMemory(const ProofMemory &) = delete;
  ProofMemory &operator=(const ProofMemory &) = delete;

private:
  friend class ShapeEnv;
  static thread_local ProofMemory *current;
  static constexpr size_t mostMoments = 200'000; // environments that go beyond work everything out themselves

  /// A new moment; null: there are too many.
  ShapeEnv::Moment *make();

  ProofMemory *const outer;
  const uint64_t number;                // of all memories of the process
  std::deque<ShapeEnv::Moment> moments; // the first one is the beginning
  uint64_t environments = 0;
};

} // namespace fullgraph
