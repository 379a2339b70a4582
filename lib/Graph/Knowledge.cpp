// Collects what a ShapeEnv knows for the prover, and answers its questions.
#include "lib/Graph/Prover.h"
#include "lib/Graph/SymNode.h"

#include <limits>

namespace fullgraph {

size_t BoundsTable::Hash::operator()(const Monomial &atoms) const {
  size_t hash = atoms.size();
  for (const Sym &atom : atoms)
    hash = hash * 31 + atom.hash();
  return hash;
}

Interval &BoundsTable::operator[](const Monomial &atoms) {
  const bool isNew = !find(atoms);
  if (isNew)
    order.push_back(atoms);
  return atoms.size() == 1 ? ofAtoms[atoms[0]] : ofProducts[atoms];
}

void FactTable::index(size_t i) {
  for (const Term &term : facts[i].terms) {
    if (term.atoms.empty())
      continue;
    std::vector<size_t> &found = byAtom[term.atoms[0]];
    if (const auto place = std::lower_bound(found.begin(), found.end(), i);
        place == found.end() || *place != i)
      found.insert(place, i);
  }
}

void FactTable::add(Poly fact) {
  facts.push_back(std::move(fact));
  index(facts.size() - 1);
}

void FactTable::reduce(size_t i, Poly fact) {
  facts[i] = std::move(fact);
  index(i);
}

llvm::ArrayRef<size_t> FactTable::about(const Monomial &atoms, std::vector<size_t> &found) const {
  if (atoms.size() == 1) {
    const auto with = byAtom.find(atoms[0]);
    return with == byAtom.end() ? llvm::ArrayRef<size_t>() : llvm::ArrayRef<size_t>(with->second);
  }
  found.clear();
  for (const Sym &atom : atoms)
    if (const auto with = byAtom.find(atom); with != byAtom.end())
      found.insert(found.end(), with->second.begin(), with->second.end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void ShapeEnv::Knowledge::addSymbol(const SymbolDef &def) {
  if (def.type != SymType::Int)
    return;
  const Sym symbol = Sym::symbol(def.name);
  if (def.lower) {
    truths.insert(symLe(*def.lower, symbol));
    const auto above = Poly::combine(Poly::of(symbol), 1, Poly::constant(*def.lower), -1);
    ofSymbols.add(above ? *above : Poly::of(symbol - Sym(*def.lower)));
    bounds[{symbol}].lo = *def.lower;
  }
  if (def.upper) {
    truths.insert(symLe(symbol, *def.upper));
    const auto below = Poly::combine(Poly::constant(*def.upper), 1, Poly::of(symbol), -1);
    ofSymbols.add(below ? *below : Poly::of(Sym(*def.upper) - symbol));
    bounds[{symbol}].hi = *def.upper;
  }
}

namespace {

/// The symbol that a sum has beside its constant; null for another sum.
const Sym *onlySymbol(const Poly &p) {
  if (p.numVariableTerms() != 1 || p.terms[0].atoms.size() != 1 ||
      p.terms[0].atoms[0].kind() != SymKind::Symbol)
    return nullptr;
  return &p.terms[0].atoms[0];
}

/// c*m + rest >= 0: what it says of m.
Interval boundsOf(int64_t c, const Interval &rest) {
  Interval by;
  if (c > 0)
    by.lo = ceilDivide(-rest.hi, c);
  else
    by.hi = floorDivide(rest.hi, -c);
  return by;
}

} // namespace

void Prover::addKnown(ShapeEnv::Knowledge &k, Poly d) {
  const Sym *symbol = onlySymbol(d);
  const int64_t c = symbol ? d.terms[0].coefficient : 0;
  if (c != 1 && c != -1)
    return k.ofKnown.add(std::move(d));
  ShapeEnv::Knowledge::Alone &alone = k.alone[*symbol];
  std::optional<size_t> &place = c > 0 ? alone.atLeast : alone.atMost;
  if (!place) {
    place = k.ofKnown.size();
    k.ofKnown.add(std::move(d));
  } else if (d.constantTerm() < k.ofKnown[*place].constantTerm()) { // n - 5 >= 0 says more than n - 3 >= 0
    k.ofKnown.reduce(*place, std::move(d));
  }
}

void Prover::note(ShapeEnv::Knowledge &k, const Sym &c) {
  k.truths.insert(c);
  const bool differs = c.kind() == SymKind::Not && c.operands()[0].kind() == SymKind::Eq;
  const Sym &comparison = differs ? c.operands()[0] : c;
  const bool equality = c.kind() == SymKind::Eq;
  const auto entangle = [&] {
    c.forEachSymbol([&](const std::string &name, SymType type) {
      if (type == SymType::Int)
        k.entangled.insert(Sym::symbol(name));
    });
  };
  if ((!differs && !equality && c.kind() != SymKind::Le && c.kind() != SymKind::Lt) ||
      comparison.operands()[0].type() != SymType::Int)
    return entangle();
  const Sym &a = comparison.operands()[0], &b = comparison.operands()[1];
  auto d = Poly::combine(Poly::of(b), 1, Poly::of(a), -1);
  if (d && c.kind() == SymKind::Lt)
    d = Poly::combine(*d, 1, Poly::constant(-1), 1);
  const Sym *symbol = d ? onlySymbol(*d) : nullptr;
  if (!symbol || equality)
    entangle();
  if (differs) {
    k.inequalities.push_back(c);
    if (symbol && d->terms[0].coefficient == 1)
      k.alone[*symbol].excluded.insert(-Wide(d->constantTerm()));
    else if (symbol && d->terms[0].coefficient == -1)
      k.alone[*symbol].excluded.insert(d->constantTerm());
    return;
  }
  if (!d)
    return;
  addKnown(k, *d);
  if (!equality)
    return;
  if (auto negated = Poly::combine(*d, -1, {}, 0))
    addKnown(k, *negated);
  for (int side = 0; side < 2; ++side) {
    const Sym &mod = c.operands()[side];
    if (mod.kind() != SymKind::FloorMod || !c.operands()[1 - side].isConst(0))
      continue;
    auto by = mod.operands()[1].asInt();
    int64_t &known = k.divisors.try_emplace(mod.operands()[0], 1).first->second;
    int64_t lcm = 0;
    if (by && *by > 0 && !__builtin_mul_overflow(known / gcd64(known, *by), *by, &lcm))
      known = lcm;
  }
}

bool Prover::extend(ShapeEnv::Knowledge &k, const Sym &condition, const Sym &c) {
  const bool differs = c.kind() == SymKind::Not && c.operands()[0].kind() == SymKind::Eq;
  if (!differs && c.kind() != SymKind::Le && c.kind() != SymKind::Lt)
    return false;
  const Sym &comparison = differs ? c.operands()[0] : c;
  if (comparison.operands()[0].type() != SymType::Int)
    return false;
  auto d = Poly::combine(Poly::of(comparison.operands()[1]), 1, Poly::of(comparison.operands()[0]), -1);
  const Sym *found = d ? onlySymbol(*d) : nullptr;
  if (!found || k.entangled.count(*found))
    return false;
  if (c.kind() == SymKind::Lt)
    d = Poly::combine(*d, 1, Poly::constant(-1), 1);
  if (!d)
    return false;
  const Sym symbol = *found;
  k.truths.insert(condition);
  note(k, c);
  Interval &bounds = k.bounds[{symbol}];
  if (!differs)
    bounds = bounds.meet(boundsOf(d->terms[0].coefficient, Interval::exactly(d->constantTerm())).widened());
  const std::set<Wide> &excluded = k.alone[symbol].excluded;
  while (bounds.hasLower() && excluded.count(bounds.lo))
    ++bounds.lo;
  while (bounds.hasUpper() && excluded.count(bounds.hi))
    --bounds.hi;
  std::erase_if(k.decided.answers, [](const auto &answer) { return !answer.second; }); // may be settled now
  ShapeEnv::proofSteps += 4;
  return true;
}

/// What the facts say of the bounds of monomials.
class Prover::Propagation {
public:
  Propagation(ShapeEnv::Knowledge &knowledge, Prover &prover) : k(knowledge), prover(prover) {}

  /// Contradictory facts would tighten forever, so a few rounds only.
  void run() {
    for (int round = 0; round < 4 && changed; ++round) {
      changed = false;
      for (size_t fact = 0; fact < k.ofKnown.size(); ++fact)
        boundTerms(fact);
      boundNumbers();
      boundFactors();
      boundDividends();
    }
  }

private:
  void tighten(const Monomial &m, const Interval &by) {
    Interval &bounds = k.bounds[m];
    const Interval met = bounds.meet(by.widened());
    changed |= met.lo != bounds.lo || met.hi != bounds.hi;
    bounds = met;
  }
  void learn(const std::optional<Poly> &fact) {
    if (fact)
      k.ofKnown.add(*fact);
    changed |= fact.has_value();
  }
  void boundTerms(size_t fact);
  void boundNumbers();
  void boundFactors();
  void boundDividends();

  ShapeEnv::Knowledge &k;
  Prover &prover;
  bool changed = true;
  std::map<Monomial, Interval, MonomialLess> quotients; // what has been learnt of
};

/// Each term of a fact is bounded by the others. A factor of all terms goes: N*M <= N*K with N >= 1.
void Prover::Propagation::boundTerms(size_t fact) {
  ++prover.spent;
  const Poly p = k.ofKnown[fact];
  const Monomial common = p.commonMonomial();
  if (!common.empty() && p.terms.size() > 1 && prover.interval(common).lo >= 1) {
    Poly reduced = p;
    for (Term &t : reduced.terms)
      t.atoms = *divideMonomial(t.atoms, common);
    k.ofKnown.reduce(fact, std::move(reduced));
    changed = true;
  }
  const size_t variables = p.numVariableTerms();
  for (size_t i = 0; i < variables; ++i) {
    // c*m + rest >= 0
    Interval rest = Interval::exactly(0);
    for (size_t j = 0; j < p.terms.size(); ++j)
      if (j != i)
        rest =
            add(rest, multiply(Interval::exactly(p.terms[j].coefficient), prover.interval(p.terms[j].atoms)));
    if (rest.hasUpper())
      tighten(p.terms[i].atoms, boundsOf(p.terms[i].coefficient, rest));
  }
}

/// Bounds that what is known of single numbers moves: N >= 0 and N != 0 is N >= 1, and a multiple of 3 that
/// is at least 1 is at least 3.
void Prover::Propagation::boundNumbers() {
  for (const Sym &truth : k.inequalities) { // N >= 0 and N != 0
    const Sym &eq = truth.operands()[0];
    auto d = Poly::combine(Poly::of(eq.operands()[0]), 1, Poly::of(eq.operands()[1]), -1);
    if (!d || d->numVariableTerms() != 1 || d->terms[0].coefficient != 1)
      continue;
    const Wide excluded = -Wide(d->constantTerm());
    const Interval bounds = prover.interval(d->terms[0].atoms);
    if (bounds.lo == excluded)
      tighten(d->terms[0].atoms, {excluded + 1, infinity});
    if (bounds.hi == excluded)
      tighten(d->terms[0].atoms, {-infinity, excluded - 1});
  }
  for (const auto &[multiple, by] : k.divisors) {
    const Poly d = Poly::of(multiple);
    if (d.terms.size() != 1 || d.terms[0].coefficient != 1 || d.numVariableTerms() != 1)
      continue;
    const Interval bounds = prover.interval(d.terms[0].atoms);
    if (bounds.hasLower() && bounds.lo > 0 && bounds.lo < finiteLimit - by)
      tighten(d.terms[0].atoms, {(bounds.lo + by - 1) / by * by, infinity});
  }
}

/// N*M >= 1 with N, M >= 0: each of them is at least 1.
void Prover::Propagation::boundFactors() {
  std::vector<Sym> positive;
  for (const Monomial &m : k.bounds.monomials())
    if (m.size() > 1 && k.bounds.find(m)->lo >= 1 && std::all_of(m.begin(), m.end(), [&](const Sym &atom) {
          return prover.interval(Monomial{atom}).lo >= 0;
        }))
      positive.insert(positive.end(), m.begin(), m.end());
  for (const Sym &atom : positive)
    tighten({atom}, {1, infinity});
}

/// floordiv(N, 2) >= 1: N >= 2
void Prover::Propagation::boundDividends() {
  for (const Monomial &m : k.bounds.monomials()) {
    const Interval &bounds = *k.bounds.find(m);
    const std::optional<int64_t> by =
        m.size() == 1 && m[0].kind() == SymKind::FloorDiv ? m[0].operands()[1].asInt() : std::nullopt;
    Interval &told = quotients[m];
    if (!by || *by <= 0 || (told.lo == bounds.lo && told.hi == bounds.hi))
      continue;
    told = bounds;
    const Poly dividend = Poly::of(m[0].operands()[0]);
    if (const Wide least = bounds.hasLower() ? bounds.lo * *by : -infinity; least > -finiteLimit)
      learn(Poly::combine(dividend, 1, Poly::constant(static_cast<int64_t>(least)), -1));
    if (const Wide most = bounds.hasUpper() ? bounds.hi * *by + *by - 1 : infinity; most < finiteLimit)
      learn(Poly::combine(Poly::constant(static_cast<int64_t>(most)), 1, dividend, -1));
  }
}

std::vector<Sym> Prover::conditionsOf(const ShapeEnv &env, ShapeEnv::Knowledge &k) {
  std::vector<Sym> conditions;
  for (const SymbolDef &def : env.symbolList) {
    if (def.type != SymType::Int)
      continue;
    const Sym value = env.applyEquals(Sym::symbol(def.name));
    if (value.kind() == SymKind::Symbol && value.name() == def.name && def.multipleOf == 1) {
      k.addSymbol(def);
      continue;
    }
    if (def.lower)
      conditions.push_back(symLe(*def.lower, value));
    if (def.upper)
      conditions.push_back(symLe(value, *def.upper));
    if (def.multipleOf > 1)
      conditions.push_back(symEq(floorMod(value, def.multipleOf), 0));
  }
  for (const Sym &known : env.known) {
    k.truths.insert(known);
    conditions.push_back(env.applyEquals(known));
  }
  return conditions;
}

std::shared_ptr<ShapeEnv::Knowledge> Prover::gather(const ShapeEnv &env) {
  auto knowledge = std::make_shared<ShapeEnv::Knowledge>();
  ShapeEnv::Knowledge &k = *knowledge;
  Prover prover(k, true);

  std::vector<Sym> conditions = conditionsOf(env, k);
  std::unordered_set<Sym, SymHash> seen;
  for (size_t i = 0; i < conditions.size(); ++i) {
    const Sym c = conditions[i];
    if (c.kind() == SymKind::And)
      conditions.insert(conditions.end(), c.operands().begin(), c.operands().end());
    if (c.isConst() || !seen.insert(c).second)
      continue;
    prover.spent += 4; // its polynomials
    note(k, c);
  }
  Propagation(k, prover).run();
  return knowledge;
}

/// The knowledge, which no other environment shares; null: out of date.
ShapeEnv::Knowledge *ShapeEnv::ownKnowledge() {
  if (cache && cache.use_count() > 1)
    cache = std::make_shared<Knowledge>(*cache);
  return cache.get();
}

const ShapeEnv::Knowledge &ShapeEnv::knowledge() const {
  if (cache)
    return *cache;
  const uint64_t before = proofSteps;
  cache = Prover::gather(*this);
  if (std::exchange(isBehind, false)) // what is remembered was counted
    proofSteps = before;
  return *cache;
}

std::optional<int64_t> ShapeEnv::onlyValue(const Sym &symbol) const {
  const Interval bounds = Prover(knowledge()).interval(symbol);
  if (bounds.lo != bounds.hi || bounds.lo > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return int64_t(bounds.lo);
}

std::optional<bool> ShapeEnv::proveAnew(const Sym &c) const {
  Prover prover(knowledge());
  if (auto value = prover.decide(c))
    return value;
  const Sym refined = prover.refine(c);
  return refined == c ? std::nullopt : prover.decide(refined);
}

bool ShapeEnv::isContradictoryAnew() const {
  const Knowledge &k = knowledge();
  Prover prover(k);
  const auto isEmpty = [&](const Monomial &m) { return k.bounds.find(m)->lo > k.bounds.find(m)->hi; };
  return std::any_of(k.bounds.monomials().begin(), k.bounds.monomials().end(), isEmpty) ||
         std::any_of(known.begin(), known.end(), [&](const Sym &condition) {
           const Sym c = applyEquals(condition);
           return c.asBool() == false ||
                  (c.kind() == SymKind::Eq && c.operands()[0].type() == SymType::Int &&
                   prover.neverEqual(prover.refine(c.operands()[0]), prover.refine(c.operands()[1])));
         });
}

Sym ShapeEnv::simplifyAnew(const Sym &v) const {
  // A size that was taken for 1, as that of x.slice(0, 0, 1) beside n, is 1 to whoever asks: kernels read the
  // elements of a broadcast operand by it.
  const Sym refined = Prover(knowledge()).refine(v);
  for (const Sym &size : {v, refined})
    if (size.type() == SymType::Int && !size.isConst() && knowledge().truths.count(symEq(size, Sym(1))))
      return 1;
  return refined;
}

std::optional<int64_t> ShapeEnv::lowerBoundAnew(const Sym &v) const {
  const Wide bound = Prover(knowledge()).lower(Poly::of(v), infinity, 2);
  if (bound < std::numeric_limits<int64_t>::min() || bound > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return int64_t(bound);
}

std::optional<int64_t> ShapeEnv::upperBound(const Sym &value) const {
  const Sym negated = -simplify(value);
  auto bound = value.type() == SymType::Int ? lowerBound(negated) : std::nullopt;
  if (!bound || *bound == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  return -*bound;
}

} // namespace fullgraph
