#include "lib/Graph/Poly.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/SymNode.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace fullgraph {

namespace {
using Wide = __int128;
// Distribution of (a + b)*(c + d)*… grows exponentially; beyond this many terms a product stays as written.
constexpr size_t maxTerms = 256;

bool fits(Wide value) {
  return value >= std::numeric_limits<int64_t>::min() && value <= std::numeric_limits<int64_t>::max();
}
/// The terms without those that cancelled; nullopt where a coefficient leaves 64 bits.
struct TermSum {
  Poly result;
  size_t monomials = 0;
  bool tooLarge = false;

  void add(Monomial atoms, Wide coefficient) {
    ++monomials;
    if (!fits(coefficient))
      tooLarge = true;
    else if (coefficient != 0)
      result.terms.push_back({std::move(atoms), int64_t(coefficient)});
  }
  std::optional<Poly> take() {
    return tooLarge || monomials > maxTerms ? std::nullopt : std::optional(std::move(result));
  }
};
} // namespace

int compareMonomials(const Monomial &a, const Monomial &b) {
  if (a.size() != b.size())
    return a.size() > b.size() ? -1 : 1;
  for (size_t i = 0; i < a.size(); ++i)
    if (int order = Sym::compare(a[i], b[i]))
      return order;
  return 0;
}

int64_t gcd64(int64_t a, int64_t b) {
  auto magnitude = [](int64_t v) { return v < 0 ? uint64_t(0) - uint64_t(v) : uint64_t(v); };
  uint64_t g = std::gcd(magnitude(a), magnitude(b));
  // Only gcd(INT64_MIN, INT64_MIN or 0) is 2^63; any common divisor will do for the callers.
  return g > uint64_t(std::numeric_limits<int64_t>::max()) ? int64_t(1) << 62 : int64_t(g);
}
int64_t floorDiv64(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
int64_t floorMod64(int64_t a, int64_t b) {
  if (b == -1)
    return 0; // INT64_MIN % -1 traps
  int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

Poly Poly::constant(int64_t value) { return term({}, value); }
Poly Poly::term(Monomial atoms, int64_t coefficient) {
  Poly p;
  if (coefficient)
    p.terms.push_back({std::move(atoms), coefficient});
  return p;
}

static Term termOf(const Sym &value) {
  if (value.isConst())
    return {{}, *value.asInt()};
  if (value.kind() != SymKind::Mul || SymBuilder::isOpaque(value))
    return {{value}, 1};
  const std::vector<Sym> &operands = value.operands();
  if (auto coefficient = operands[0].asInt())
    return {Monomial(operands.begin() + 1, operands.end()), *coefficient};
  return {Monomial(operands.begin(), operands.end()), 1};
}

Poly Poly::of(const Sym &value) {
  assert(value.type() == SymType::Int);
  Poly p;
  if (value.kind() == SymKind::Add && !SymBuilder::isOpaque(value)) {
    p.terms.reserve(value.operands().size());
    for (const Sym &operand : value.operands())
      p.terms.push_back(termOf(operand));
    return p;
  }
  p.terms.push_back(termOf(value));
  if (!p.terms[0].coefficient)
    p.terms.clear();
  return p;
}

Sym Poly::sym() const {
  std::vector<Sym> sum;
  sum.reserve(terms.size());
  for (const Term &t : terms) {
    if (t.atoms.empty()) {
      sum.push_back(Sym(t.coefficient));
    } else if (t.coefficient == 1 && t.atoms.size() == 1) {
      sum.push_back(t.atoms[0]);
    } else {
      std::vector<Sym> factors;
      factors.reserve(t.atoms.size() + 1);
      if (t.coefficient != 1)
        factors.push_back(Sym(t.coefficient));
      factors.insert(factors.end(), t.atoms.begin(), t.atoms.end());
      sum.push_back(SymBuilder::raw(SymKind::Mul, SymType::Int, std::move(factors)));
    }
  }
  if (sum.empty())
    return Sym();
  if (sum.size() == 1)
    return sum[0];
  return SymBuilder::raw(SymKind::Add, SymType::Int, std::move(sum));
}

const Term *Poly::find(const Monomial &atoms) const {
  for (const Term &t : terms)
    if (compareMonomials(t.atoms, atoms) == 0)
      return &t;
  return nullptr;
}

int64_t Poly::contentWithoutConstant() const {
  int64_t g = 0;
  for (size_t i = 0; i < numVariableTerms(); ++i)
    g = gcd64(g, terms[i].coefficient);
  return g;
}

Monomial Poly::commonMonomial() const {
  if (terms.empty())
    return {};
  if (terms.back().atoms.empty()) // the constant one
    return {};
  Monomial common = terms[0].atoms;
  for (const Term &t : llvm::drop_begin(terms)) {
    if (common.empty())
      break;
    Monomial both;
    std::set_intersection(common.begin(), common.end(), t.atoms.begin(), t.atoms.end(),
                          std::back_inserter(both));
    common = std::move(both);
  }
  return common;
}

std::optional<Poly> Poly::combine(const Poly &x, int64_t a, const Poly &y, int64_t b) {
  TermSum sum;
  sum.result.terms.reserve(x.terms.size() + y.terms.size());
  auto s = x.terms.begin();
  auto t = y.terms.begin();
  while (s != x.terms.end() || t != y.terms.end()) { // both are sorted
    const int order = s == x.terms.end() ? 1 : t == y.terms.end() ? -1 : compareMonomials(s->atoms, t->atoms);
    const Monomial &atoms = order <= 0 ? s->atoms : t->atoms;
    Wide coefficient = 0;
    if (order <= 0)
      coefficient += Wide(s++->coefficient) * a;
    if (order >= 0)
      coefficient += Wide(t++->coefficient) * b;
    sum.add(atoms, coefficient);
  }
  return sum.take();
}

std::optional<Poly> Poly::multiply(const Poly &x, const Poly &y) {
  if (x.terms.size() * y.terms.size() > maxTerms * 4)
    return std::nullopt;
  std::vector<std::pair<Monomial, Wide>> products;
  products.reserve(x.terms.size() * y.terms.size());
  for (const Term &s : x.terms)
    for (const Term &t : y.terms) {
      if (s.atoms.size() + t.atoms.size() > maxTerms)
        return std::nullopt;
      Monomial atoms;
      atoms.reserve(s.atoms.size() + t.atoms.size());
      std::merge(s.atoms.begin(), s.atoms.end(), t.atoms.begin(), t.atoms.end(), std::back_inserter(atoms));
      products.emplace_back(std::move(atoms), Wide(s.coefficient) * t.coefficient);
    }
  if (x.terms.size() > 1 && y.terms.size() > 1) // the order respects multiplication by one term
    stableSort(products, [](const auto &p, const auto &q) { return compareMonomials(p.first, q.first) < 0; });
  TermSum sum;
  for (size_t i = 0; i < products.size();) {
    Wide coefficient = 0;
    const size_t first = i;
    for (; i < products.size() && compareMonomials(products[first].first, products[i].first) == 0; ++i) {
      coefficient += products[i].second;
      if (!fits(coefficient)) // also keeps the 128-bit sum from overflowing
        return std::nullopt;
    }
    sum.add(std::move(products[first].first), coefficient);
  }
  return sum.take();
}

std::optional<Monomial> divideMonomial(const Monomial &a, const Monomial &b) {
  Monomial rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  if (rest.size() + b.size() != a.size())
    return std::nullopt;
  return rest;
}

std::optional<Poly> Poly::dividedBy(const Poly &divisor) const {
  if (divisor.terms.empty())
    return std::nullopt;
  const Term &lead = divisor.terms[0];
  Poly rest = *this, quotient;
  // Each step removes the leading monomial, and graded orders are well-founded; the bound is for time.
  for (size_t step = 0; !rest.terms.empty(); ++step) {
    const Term &top = rest.terms[0];
    if (step > maxTerms ||
        (lead.coefficient == -1 && top.coefficient == std::numeric_limits<int64_t>::min()) ||
        top.coefficient % lead.coefficient != 0)
      return std::nullopt;
    auto atoms = divideMonomial(top.atoms, lead.atoms);
    if (!atoms)
      return std::nullopt;
    Poly factor = term(*atoms, top.coefficient / lead.coefficient);
    auto product = multiply(factor, divisor);
    if (!product)
      return std::nullopt;
    auto next = combine(rest, 1, *product, -1);
    auto sum = combine(quotient, 1, factor, 1);
    if (!next || !sum)
      return std::nullopt;
    rest = std::move(*next);
    quotient = std::move(*sum);
  }
  return quotient;
}

} // namespace fullgraph
