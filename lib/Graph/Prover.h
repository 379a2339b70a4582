// The prover behind ShapeEnv: interval arithmetic over polynomials, and a bounded search that adds known
// inequalities to a query until the interval settles it (a small Fourier-Motzkin elimination). Private to
// lib/Graph.
#pragma once

#include "lib/Graph/Poly.h"
#include "lib/Graph/ShapeEnv.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace fullgraph {

using Wide = __int128;
inline constexpr Wide infinity = Wide(1) << 100;
inline constexpr Wide finiteLimit = Wide(1) << 63; // products of finite bounds fit in 128 bits

/// Inclusive bounds; ±infinity: none.
struct Interval {
  Wide lo = -infinity, hi = infinity;

  static Interval exactly(Wide value) { return {value, value}; }
  bool hasLower() const { return lo > -infinity; }
  bool hasUpper() const { return hi < infinity; }
  /// Bounds outside of 64 bits become weaker ones.
  Interval widened() const {
    Interval r = *this;
    r.lo = r.lo < -finiteLimit ? -infinity : std::min(r.lo, finiteLimit);
    r.hi = r.hi > finiteLimit ? infinity : std::max(r.hi, -finiteLimit);
    return r;
  }
  Interval meet(const Interval &o) const { return {std::max(lo, o.lo), std::min(hi, o.hi)}; }
  Interval join(const Interval &o) const { return {std::min(lo, o.lo), std::max(hi, o.hi)}; }
};

Interval add(const Interval &a, const Interval &b);
Interval multiply(const Interval &a, const Interval &b);
Wide floorDivide(Wide a, Wide b); // b > 0
Wide ceilDivide(Wide a, Wide b);

/// The bounds of monomials, found by hash: the search asks for them all the time.
class BoundsTable {
public:
  const Interval *find(const Sym &atom) const {
    const auto found = ofAtoms.find(atom);
    return found == ofAtoms.end() ? nullptr : &found->second;
  }
  const Interval *find(const Monomial &atoms) const {
    if (atoms.size() == 1)
      return find(atoms[0]);
    const auto found = ofProducts.find(atoms);
    return found == ofProducts.end() ? nullptr : &found->second;
  }
  Interval &operator[](const Monomial &atoms);
  const std::vector<Monomial> &monomials() const { return order; } // as they came

private:
  struct Hash {
    size_t operator()(const Monomial &atoms) const;
  };
  std::unordered_map<Sym, Interval, SymHash> ofAtoms;
  std::unordered_map<Monomial, Interval, Hash> ofProducts;
  std::vector<Monomial> order;
};

/// Facts p >= 0, found by the atoms of their terms.
class FactTable {
public:
  void add(Poly fact);
  /// Takes `fact` in place of the one at `i`, which has more atoms.
  void reduce(size_t i, Poly fact);
  size_t size() const { return facts.size(); }
  const Poly &operator[](size_t i) const { return facts[i]; }
  /// Those with a term that may divide `atoms`, in the order in which they came; of several atoms, in
  /// `found`.
  llvm::ArrayRef<size_t> about(const Monomial &atoms, std::vector<size_t> &found) const;

private:
  void index(size_t i);
  std::vector<Poly> facts;
  std::unordered_map<Sym, std::vector<size_t>, SymHash> byAtom; // the first atom of each term; sorted
};

/// What the known conditions imply, in the form that the prover works with.
struct ShapeEnv::Knowledge {
  FactTable ofSymbols;                     // the bounds that symbols are declared with
  FactTable ofKnown;                       // what the known conditions say
  BoundsTable bounds;                      // of monomials
  std::unordered_set<Sym, SymHash> truths; // conditions, as known and with equalities applied
  std::vector<Sym> inequalities;           // truths that are !(a == b) of Ints
  std::map<Sym, int64_t> divisors;         // expression → a number that divides it
  /// Of symbols: what `ofKnown` has on one alone, as places in it, and numbers that one is not. `entangled`
  /// are those of which something else is known, too.
  struct Alone {
    std::optional<size_t> atLeast, atMost;
    std::set<Wide> excluded;
  };
  std::unordered_map<Sym, Alone, SymHash> alone;
  std::unordered_set<Sym, SymHash> entangled;

  /// The comparisons of Ints decided so far. Inference runs on the same graph after each pass, and asks the
  /// same. Graphs that are lowered at the same time may share it.
  struct Decided {
    Decided() = default;
    Decided(const Decided &other) {
      const std::lock_guard lock(other.mutex);
      answers = other.answers;
    }
    mutable std::mutex mutex;
    std::unordered_map<Sym, std::optional<bool>, SymHash> answers;
  };
  mutable Decided decided;

  /// The bounds of a symbol that nothing else is known of.
  void addSymbol(const SymbolDef &def);
};

class Prover {
public:
  /// growing: bounds may still change, so that no interval is kept.
  explicit Prover(const ShapeEnv::Knowledge &knowledge, bool growing = false)
      : k(knowledge), growing(growing) {}

  Interval interval(const Poly &p) {
    Interval sum = Interval::exactly(0);
    for (const Term &t : p.terms)
      sum = add(sum, multiply(Interval::exactly(t.coefficient), interval(t.atoms)));
    return sum;
  }
  Interval interval(const Sym &value) { return interval(Poly::of(value)); }
  Interval interval(const Monomial &atoms);

  /// The best lower bound that the search finds; it stops at `target`.
  Wide lower(const Poly &p, Wide target, unsigned maxDepth = 3);
  bool atLeast(const std::optional<Poly> &p, int64_t target) { return p && lower(*p, target) >= target; }

  /// `condition` and `value` have equalities applied.
  std::optional<bool> decide(const Sym &condition);
  /// Is a - b never 0, whatever is known of a == b? 2*N == 2*M + 1
  bool neverEqual(const Sym &a, const Sym &b);
  Sym refine(const Sym &value);

  static std::shared_ptr<ShapeEnv::Knowledge> gather(const ShapeEnv &env); // Knowledge.cpp
  /// Adds `condition`, which with equalities applied is `c`, where it says something of one symbol, and
  /// nothing else known relates that one to others. False: nothing is added. A nest of `if (n > 0) if (n > 1)
  /// ...` would gather all conditions anew at each.
  static bool extend(ShapeEnv::Knowledge &knowledge, const Sym &condition, const Sym &c);
  /// Adds d >= 0. Of two bounds on one symbol from the same side the weaker one says nothing.
  static void addKnown(ShapeEnv::Knowledge &knowledge, Poly d);
  /// The tables' entries for a condition, without what follows from it and others.
  static void note(ShapeEnv::Knowledge &knowledge, const Sym &condition);

  /// A question that costs more stays open: intervals of atoms, and facts that were tried.
  static constexpr uint64_t maxWork = 1000;
  uint64_t work() const { return spent; } // of all questions so far
  ~Prover() { ShapeEnv::proofSteps += spent; }
  Prover(const Prover &) = delete;

private:
  class Propagation; // Knowledge.cpp
  /// What is known in `env`, as conditions with equalities applied; the bounds of symbols that nothing else
  /// is known of go to `knowledge` at once.
  static std::vector<Sym> conditionsOf(const ShapeEnv &env, ShapeEnv::Knowledge &knowledge);

  const ShapeEnv::Knowledge &k;
  const bool growing;
  std::unordered_map<Sym, Interval, SymHash> intervals; // of atoms
  std::vector<Poly> relations; // what divisions, minima, … in the query are known to satisfy
  unsigned budget = 0;
  uint64_t spent = 0, limit = 0;

  Interval atomInterval(const Sym &atom);
  Interval findAtomInterval(const Sym &atom);
  struct Step;
  Wide search(const Poly &p, unsigned depth, Wide target);
  bool eliminateTerm(Step &step, const Term &t);
  void eliminate(Step &step, const Term &t, const Poly &fact);
  void tryWeaker(Step &step, const Poly &weaker, int64_t scale);
  std::optional<Wide> splitCases(const Poly &p, const Term &t, unsigned depth, Wide target);
  void relate(const Poly &query);
  void relateAtom(const Sym &atom, std::vector<Poly> &out);
  int64_t divisor(const Poly &p);
  bool missesZero(const Poly &p);
  int64_t divisor(const Term &t);
  std::optional<bool> decideInts(const Sym &condition);
  std::optional<bool> searchInts(const Sym &condition);
  std::optional<bool> decideZero(const Poly &d);
  Sym refineNode(const Sym &value);
};

} // namespace fullgraph
