// Integer expressions as polynomials over atoms (symbols, divisions, minima, …): the canonical form of Sym's
// sums and products, and what the prover of ShapeEnv computes with. Private to lib/Graph.
#pragma once

#include "lib/Graph/Sym.h"

#include <llvm/ADT/SmallVector.h>

namespace fullgraph {

using Monomial = llvm::SmallVector<Sym, 2>; // atoms, sorted; empty: 1

struct Term {
  Monomial atoms;
  int64_t coefficient = 0;
};

/// Higher degrees first, then by atoms (graded lexicographic, so that it respects multiplication); 1 is last.
int compareMonomials(const Monomial &a, const Monomial &b);
struct MonomialLess {
  bool operator()(const Monomial &a, const Monomial &b) const { return compareMonomials(a, b) < 0; }
};

int64_t gcd64(int64_t a, int64_t b);
int64_t floorDiv64(int64_t a, int64_t b); // b != 0, and not INT64_MIN / -1
int64_t floorMod64(int64_t a, int64_t b);

struct Poly {
  std::vector<Term> terms; // sorted, no zero coefficients, each monomial once

  static Poly of(const Sym &value); // an Int
  static Poly constant(int64_t value);
  static Poly term(Monomial atoms, int64_t coefficient);
  Sym sym() const;

  bool isConstant() const { return terms.empty() || (terms.size() == 1 && terms[0].atoms.empty()); }
  int64_t constantTerm() const {
    return terms.empty() || !terms.back().atoms.empty() ? 0 : terms.back().coefficient;
  }
  /// The terms before the constant one.
  size_t numVariableTerms() const { return terms.size() - (!terms.empty() && terms.back().atoms.empty()); }
  const Term *find(const Monomial &atoms) const;
  /// Greatest common divisor of the coefficients of variable terms (0 if there are none).
  int64_t contentWithoutConstant() const;
  /// Atoms that every term has.
  Monomial commonMonomial() const;

  // All of these are nullopt when a coefficient leaves 64 bits, or the result would have too many terms.
  /// a*x + b*y.
  static std::optional<Poly> combine(const Poly &x, int64_t a, const Poly &y, int64_t b);
  static std::optional<Poly> multiply(const Poly &x, const Poly &y);
  /// this / divisor when that is a polynomial.
  std::optional<Poly> dividedBy(const Poly &divisor) const;
};

/// a / b when b's atoms are all among a's.
std::optional<Monomial> divideMonomial(const Monomial &a, const Monomial &b);

} // namespace fullgraph
