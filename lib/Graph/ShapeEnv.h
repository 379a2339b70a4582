// What is known about a graph's symbols: definitions, bounds, and the conditions that hold.
//
// A condition holds because a branch of the user's program was taken (a fact: the decision tree tests it), or
// because inference assumed it (a guard: the version tests it before it runs).
#pragma once

#include "lib/Graph/SourceLoc.h"
#include "lib/Graph/Sym.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace fullgraph {

/// A symbol's name that reads like `wanted`: an identifier, no word that the text form has for a constant
/// ("nan" is nan_1), and none that `isTaken` (N_1). Who names a symbol, in whatever table, asks for its name
/// here: otherwise ShapeEnv::addSymbol would give it another one, and expressions would name a symbol that is
/// not there.
std::string symbolName(const std::string &wanted, const std::function<bool(const std::string &)> &isTaken);

struct SymbolDef {
  std::string name;
  SymType type = SymType::Int;
  std::string cxx; // the C++ expression a guard evaluates at the function's entry: "x.size(0)", "use_bias"
  SourceLoc loc;
  std::optional<int64_t> lower, upper; // inclusive bounds that hold by construction (a size is >= 0)
  int64_t multipleOf = 1;
  std::optional<int64_t> hint; // the value that schedules are made for (fg::mark_dynamic)
  /// When the symbol is (a factor of) a size of a graph input: that input's value name and the dim. Empty: a
  /// C++ scalar, passed to the compiled graph by value.
  std::string tensor;
  unsigned dim = 0;
};

struct Guard {
  Sym condition;      // Bool
  SourceLoc loc;      // the source that needed it
  std::string reason; // in the user's terms: "sizes of 'x' and 'y' must match at dim 1"
};

class ShapeEnv {
public:
  ShapeEnv();
  /// Adds a symbol; its name is made an identifier, and unique if it is taken (N, N_1, …). Bounds declared by
  /// the user are guards, not the definition's: pass them to `assume`.
  Sym addSymbol(SymbolDef def);
  /// Says which input's size a symbol is (SymbolDef::tensor).
  void bindToSize(const std::string &symbol, std::string tensor, unsigned dim);
  const SymbolDef *lookup(const std::string &name) const;
  const std::vector<SymbolDef> &symbols() const { return symbolList; }

  /// What the prover has done in this thread, in all environments.
  static thread_local uint64_t proofSteps;

  /// True or false when the facts, guards, bounds settle `condition`; nullopt when both are possible.
  std::optional<bool> prove(const Sym &condition) const;
  /// Do the facts and guards contradict each other, as far as the prover sees? No call is like that.
  bool isContradictory() const;
  /// Inclusive bounds of an Int expression, where known.
  std::optional<int64_t> lowerBound(const Sym &value) const;
  std::optional<int64_t> upperBound(const Sym &value) const;
  /// What schedules may take an Int expression to be: the constant that it is, or with SymbolDef::hint for
  /// its symbols, if all have one.
  std::optional<int64_t> estimate(const Sym &value) const;

  /// Makes `condition` hold: nothing when proved, a guard when open (of a conjunction, one for each part that
  /// is open). False, and nothing changes, when it is known not to hold.
  bool assume(const Sym &condition, const SourceLoc &loc, std::string reason);
  /// Records a condition that is tested elsewhere (a taken branch).
  void addFact(const Sym &condition);
  /// Adds a guard as it is, also if it could be proved (when a text is read back).
  void addGuard(Guard guard);

  const std::vector<Guard> &guards() const { return guardList; }
  /// Those that the others imply, by their place in guards(): a later one may say more of the same sizes.
  std::set<size_t> impliedGuards() const;
  const std::vector<Sym> &facts() const { return factList; }
  /// `value` with known equalities applied (a symbol that must equal 4 is 4).
  Sym simplify(const Sym &value) const;

private:
  struct Knowledge; // Prover.h: what `known` implies, in the form the prover works with
  struct Moment;    // ProofMemory.h: what environments that were given the same know
  friend class Prover;
  friend class ProofMemory;

  void learn(const Sym &condition);
  // Without asking the memory; of `condition`, `value`: with equalities applied.
  void learnAnew(const Sym &condition);
  std::optional<bool> proveAnew(const Sym &condition) const;
  Sym simplifyAnew(const Sym &value) const;
  std::optional<int64_t> lowerBoundAnew(const Sym &value) const;
  bool isContradictoryAnew() const;
  Moment *remembered() const; // null: there is no memory, or not this environment's
  void passSymbol(const SymbolDef &def);
  enum class ChangeKind : uint8_t { Known, Fresh, Definition };
  struct Change; // ProofMemory.h
  template <class Answers, class Work>
  auto remember(Answers Moment::*answers, const Sym &asked, Work work) const;
  void noteChange(ChangeKind kind, const Sym &condition, const std::string &symbol = "");
  bool addKnown(const Sym &condition);
  bool solve(const Sym &condition);
  bool defineAs(const std::string &symbol, const Sym &value);
  Sym applyEquals(const Sym &value) const;
  bool defineFresh(const Sym &condition);
  const Knowledge &knowledge() const;
  Knowledge *ownKnowledge();
  std::optional<int64_t> onlyValue(const Sym &symbol) const; // the bounds leave one

  std::vector<SymbolDef> symbolList;
  std::map<std::string, size_t> symbolIndex;
  std::vector<Guard> guardList;
  std::vector<Sym> factList;
  std::vector<Sym> known;            // facts and guards, conjunctions split
  std::set<std::string> mentioned;   // symbols in `known`, and in values of `equals`
  std::map<std::string, Sym> equals; // symbol → what it is equal to, in symbols that have no entry here
  mutable std::shared_ptr<Knowledge> cache; // of `knowledge()`; null: out of date
  /// Where the environment is among those that remember: no moment, or one that the memory with this number
  /// has.
  struct {
    Moment *moment = nullptr;
    uint64_t memory = 0;
    uint64_t environment = 0; // which of the memory's it is, or is a copy of
  } now;
  mutable bool isBehind = false; // `cache` is not there, for nobody had to ask the prover what is remembered
  std::vector<Change> *changes = nullptr; // that a condition makes which is being learnt
};

} // namespace fullgraph
