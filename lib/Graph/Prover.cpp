#include "lib/Graph/Prover.h"
#include "lib/Graph/SymNode.h"

#include <limits>

namespace fullgraph {

Interval add(const Interval &a, const Interval &b) {
  return Interval{a.hasLower() && b.hasLower() ? a.lo + b.lo : -infinity,
                  a.hasUpper() && b.hasUpper() ? a.hi + b.hi : infinity}
      .widened();
}
Interval multiply(const Interval &a, const Interval &b) {
  auto times = [](Wide x, Wide y) -> Wide {
    if (x == 0 || y == 0)
      return 0; // an unbounded factor is still a number
    if (x <= -infinity || x >= infinity || y <= -infinity || y >= infinity)
      return (x < 0) == (y < 0) ? infinity : -infinity;
    return x * y;
  };
  const Wide products[] = {times(a.lo, b.lo), times(a.lo, b.hi), times(a.hi, b.lo), times(a.hi, b.hi)};
  return Interval{*std::min_element(products, products + 4), *std::max_element(products, products + 4)}
      .widened();
}
Wide floorDivide(Wide a, Wide b) { // b > 0
  Wide q = a / b;
  return a % b < 0 ? q - 1 : q;
}
Wide ceilDivide(Wide a, Wide b) { return -floorDivide(-a, b); }

Interval Prover::interval(const Monomial &atoms) {
  Interval result = Interval::exactly(1);
  for (size_t i = 0; i < atoms.size();) {
    size_t end = i;
    Interval power = Interval::exactly(1);
    for (; end < atoms.size() && atoms[end] == atoms[i]; ++end)
      power = multiply(power, atomInterval(atoms[i]));
    if ((end - i) % 2 == 0)
      power.lo = std::max<Wide>(power.lo, 0);
    result = multiply(result, power);
    i = end;
  }
  const Interval *known = atoms.size() > 1 ? k.bounds.find(atoms) : nullptr; // an atom's are in its interval
  return known ? result.meet(*known) : result;
}

Interval Prover::atomInterval(const Sym &atom) {
  if (growing || atom.kind() == SymKind::Const)
    return findAtomInterval(atom);
  if (const auto found = intervals.find(atom); found != intervals.end())
    return found->second;
  return intervals[atom] = findAtomInterval(atom);
}

Interval Prover::findAtomInterval(const Sym &atom) {
  ++spent;
  const std::vector<Sym> &ops = atom.operands();
  Interval result;
  switch (atom.kind()) {
  case SymKind::Const:
    result = Interval::exactly(*atom.asInt());
    break;
  case SymKind::Add: // only opaque ones are atoms
    result = add(interval(ops[0]), interval(ops[1]));
    break;
  case SymKind::Mul:
    result = multiply(interval(ops[0]), interval(ops[1]));
    break;
  case SymKind::FloorDiv:
  case SymKind::TruncDiv: {
    const Interval a = interval(ops[0]), b = interval(ops[1]);
    if (b.lo < 1)
      break;
    // With b > 0 the quotient grows with a, and shrinks in magnitude with b.
    const bool floors = atom.kind() == SymKind::FloorDiv;
    auto quotient = [&](Wide x, Wide by) {
      return x >= 0 || floors ? floorDivide(x, by) : ceilDivide(x, by);
    };
    if (a.hasLower())
      result.lo = a.lo < 0 ? quotient(a.lo, b.lo) : b.hasUpper() ? quotient(a.lo, b.hi) : 0;
    if (a.hasUpper())
      result.hi = a.hi >= 0 ? quotient(a.hi, b.lo) : b.hasUpper() ? quotient(a.hi, b.hi) : floors ? -1 : 0;
    break;
  }
  case SymKind::FloorMod:
  case SymKind::TruncMod: {
    const Interval a = interval(ops[0]), b = interval(ops[1]);
    if (b.lo < 1)
      break;
    const Wide most = b.hasUpper() ? b.hi - 1 : infinity;
    result.hi = a.lo >= 0 ? std::min(most, a.hi) : most;
    result.lo = atom.kind() == SymKind::FloorMod || a.lo >= 0 ? Wide(0) : -most;
    break;
  }
  case SymKind::Min:
  case SymKind::Max: {
    result = interval(ops[0]);
    for (const Sym &operand : ops) {
      const Interval i = interval(operand);
      const bool isMin = atom.kind() == SymKind::Min;
      result.lo = isMin ? std::min(result.lo, i.lo) : std::max(result.lo, i.lo);
      result.hi = isMin ? std::min(result.hi, i.hi) : std::max(result.hi, i.hi);
    }
    break;
  }
  case SymKind::Select:
    result = interval(ops[1]).join(interval(ops[2]));
    break;
  case SymKind::Cast:
    if (ops[0].type() == SymType::Bool)
      result = {0, 1};
    break;
  case SymKind::Call:
    if (atom.name() == "abs" && ops[0].type() == SymType::Int) {
      const Interval a = interval(ops[0]);
      result.lo = std::max<Wide>({0, a.lo, -a.hi});
      result.hi = std::max(a.hi, -a.lo);
    }
    break;
  default:
    break;
  }
  const Interval *known = k.bounds.find(atom);
  return known ? result.meet(*known) : result;
}

void Prover::relateAtom(const Sym &atom, std::vector<Poly> &out) {
  const std::vector<Sym> &ops = atom.operands();
  auto atLeastZero = [&](const Sym &value) { out.push_back(Poly::of(value)); };
  switch (atom.kind()) {
  case SymKind::TruncDiv:
  case SymKind::TruncMod:
    if (interval(ops[0]).lo < 0)
      return;
    [[fallthrough]];
  case SymKind::FloorDiv:
  case SymKind::FloorMod: {
    if (interval(ops[1]).lo < 1)
      return;
    const bool isQuotient = atom.kind() == SymKind::FloorDiv || atom.kind() == SymKind::TruncDiv;
    const Sym remainder = isQuotient ? ops[0] - ops[1] * atom : atom;
    atLeastZero(remainder);
    atLeastZero(ops[1] - 1 - remainder);
    if (!isQuotient && atom.kind() == SymKind::FloorMod) {
      const Sym rest = ops[0] - ops[1] * floorDiv(ops[0], ops[1]) - atom;
      atLeastZero(rest);
      atLeastZero(-rest);
    }
    return;
  }
  case SymKind::Min:
  case SymKind::Max:
    for (const Sym &operand : ops)
      atLeastZero(atom.kind() == SymKind::Min ? operand - atom : atom - operand);
    return;
  default:
    return;
  }
}

void Prover::relate(const Poly &query) {
  constexpr size_t maxRelations = 48;
  relations.clear();
  std::set<Sym> seen;
  std::vector<Poly> todo{query};
  while (!todo.empty() && relations.size() < maxRelations) {
    const Poly p = std::move(todo.back());
    todo.pop_back();
    for (const Term &t : p.terms)
      for (const Sym &atom : t.atoms)
        if (seen.insert(atom).second) {
          std::vector<Poly> found;
          relateAtom(atom, found);
          relations.insert(relations.end(), found.begin(), found.end());
          todo.insert(todo.end(), found.begin(), found.end());
        }
  }
}

Wide Prover::lower(const Poly &p, Wide target, unsigned maxDepth) {
  Wide best = interval(p).lo;
  if (best >= target)
    return best;
  relate(p);
  limit = spent + maxWork;
  // Deeper searches only when shallow ones fail: most proofs need one or two facts.
  for (unsigned depth = 1; depth <= maxDepth && best < target; ++depth) {
    budget = 400;
    best = std::max(best, search(p, depth, target));
  }
  return best;
}

std::optional<Wide> Prover::splitCases(const Poly &p, const Term &t, unsigned depth, Wide target) {
  if (t.atoms.size() != 1)
    return std::nullopt;
  const Sym &atom = t.atoms[0];
  const SymKind kind = atom.kind();
  if (kind != SymKind::Min && kind != SymKind::Max && kind != SymKind::Select)
    return std::nullopt;
  // 2*max(a, b) is at least both 2*a and 2*b; -2*max(a, b) is at least the smaller of -2*a and -2*b.
  const bool any = (kind == SymKind::Max && t.coefficient > 0) || (kind == SymKind::Min && t.coefficient < 0);
  auto without = Poly::combine(p, 1, Poly::term(t.atoms, t.coefficient), -1);
  std::optional<Wide> result;
  for (size_t i = kind == SymKind::Select; i < atom.operands().size() && without; ++i) {
    auto with = Poly::combine(*without, 1, Poly::of(atom.operands()[i]), t.coefficient);
    const Wide bound = with ? search(*with, depth - 1, target) : -infinity;
    result = !result ? bound : any ? std::max(*result, bound) : std::min(*result, bound);
  }
  return result;
}

/// A polynomial whose lower bound is looked for.
struct Prover::Step {
  const Poly &p;
  unsigned depth = 0;
  Wide target = 0;
  Wide best = -infinity; // found so far

  bool isDone() const { return best >= target; }
};

/// `weaker` is no larger than scale*p.
void Prover::tryWeaker(Step &step, const Poly &weaker, int64_t scale) {
  const Wide scaledTarget = step.target >= finiteLimit    ? infinity
                            : step.target <= -finiteLimit ? -infinity
                                                          : step.target * scale;
  const Wide bound = search(weaker, step.depth - 1, scaledTarget);
  if (bound > -infinity)
    step.best = std::max(step.best, bound >= infinity ? bound : ceilDivide(bound, scale));
}

/// Takes the term `t` out by `fact` >= 0 that has it (times something that is not negative) with the same
/// sign: scale*p - factor*fact is no larger than scale*p when factor >= 0.
void Prover::eliminate(Step &step, const Term &t, const Poly &fact) {
  ++spent;
  for (const Term &ft : fact.terms) {
    if (ft.atoms.empty() || (ft.coefficient > 0) != (t.coefficient > 0))
      continue;
    auto multiple = divideMonomial(t.atoms, ft.atoms);
    if (!multiple || (!multiple->empty() && interval(*multiple).lo < 0))
      continue;
    std::optional<Poly> multiplied;
    if (!multiple->empty())
      multiplied = Poly::multiply(fact, Poly::term(*multiple, 1));
    const Poly *f = multiple->empty() ? &fact : multiplied ? &*multiplied : nullptr;
    const int64_t g = gcd64(t.coefficient, ft.coefficient);
    const int64_t scale = ft.coefficient / g, factor = t.coefficient / g;
    if (scale == std::numeric_limits<int64_t>::min() || factor == std::numeric_limits<int64_t>::min() || !f)
      continue;
    auto weaker = Poly::combine(step.p, scale < 0 ? -scale : scale, *f, factor < 0 ? factor : -factor);
    if (weaker)
      tryWeaker(step, *weaker, scale < 0 ? -scale : scale);
    if (step.isDone())
      return;
  }
}

/// Takes the term `t` out by each fact that may have it. True: the search ends here.
bool Prover::eliminateTerm(Step &step, const Term &t) {
  std::vector<size_t> several;
  for (const FactTable *facts : {&k.ofSymbols, &k.ofKnown})
    for (const size_t i : facts->about(t.atoms, several)) {
      eliminate(step, t, (*facts)[i]);
      if (step.isDone() || spent > limit)
        return true;
    }
  for (size_t i = 0; i < relations.size(); ++i) {
    eliminate(step, t, relations[i]);
    if (step.isDone() || spent > limit)
      return true;
  }
  // A factor's own bound: M*N is at least M*lower(N).
  for (size_t i = 0; i < t.atoms.size() && t.atoms.size() > 1; ++i) {
    const Interval bounds = atomInterval(t.atoms[i]);
    const Wide bound = t.coefficient > 0 ? bounds.lo : bounds.hi;
    if (bound < -(Wide(1) << 31) || bound > (Wide(1) << 31))
      continue;
    Poly fact =
        Poly::of(t.coefficient > 0 ? t.atoms[i] - Sym(int64_t(bound)) : Sym(int64_t(bound)) - t.atoms[i]);
    eliminate(step, t, fact);
    if (step.isDone())
      return true;
  }
  return false;
}

Wide Prover::search(const Poly &p, unsigned depth, Wide target) {
  Step step{p, depth, target, interval(p).lo};
  if (step.isDone() || depth == 0 || budget == 0 || spent > limit)
    return step.best;
  --budget;
  spent += p.terms.size();
  for (const Term &t : p.terms) {
    if (t.atoms.empty())
      continue;
    if (auto split = splitCases(p, t, depth, target))
      step.best = std::max(step.best, *split);
    if (step.isDone())
      return step.best;
  }
  // x*(y - z) >= 0 when x >= 0 and y >= z.
  const Monomial common = p.commonMonomial();
  if (!common.empty() && target <= 0 && interval(common).lo >= 0) {
    Poly reduced = p;
    for (Term &t : reduced.terms)
      t.atoms = *divideMonomial(t.atoms, common);
    if (search(reduced, depth - 1, 0) >= 0)
      step.best = std::max<Wide>(step.best, 0);
  }
  // While a term has no lower bound it must go, whatever else is tried: the others can wait.
  const Term *unbounded = nullptr;
  for (const Term &t : p.terms)
    if (!unbounded && !multiply(Interval::exactly(t.coefficient), interval(t.atoms)).hasLower())
      unbounded = &t;
  for (const Term &t : p.terms) {
    if (t.atoms.empty() || (unbounded && &t != unbounded))
      continue;
    if (eliminateTerm(step, t))
      break;
  }
  return step.best;
}

int64_t Prover::divisor(const Term &t) {
  int64_t result = t.coefficient == std::numeric_limits<int64_t>::min() ? 1 : std::abs(t.coefficient);
  for (const Sym &atom : t.atoms) {
    auto it = k.divisors.find(atom);
    int64_t scaled = 0;
    if (it != k.divisors.end() && !__builtin_mul_overflow(result, it->second, &scaled))
      result = scaled;
  }
  return result;
}
int64_t Prover::divisor(const Poly &p) {
  auto whole = k.divisors.find(p.sym());
  int64_t g = 0;
  for (const Term &t : p.terms)
    g = gcd64(g, divisor(t));
  if (whole == k.divisors.end() || g == 0)
    return g;
  int64_t lcm = 0;
  return __builtin_mul_overflow(g / gcd64(g, whole->second), whole->second, &lcm) ? g : lcm;
}

/// 4*floordiv(N, 4) - 4*M - 2
bool Prover::missesZero(const Poly &p) {
  const int64_t c = p.constantTerm();
  if (!c)
    return false;
  Poly variables = p;
  variables.terms.pop_back();
  const int64_t g = divisor(variables);
  return g > 1 && floorMod64(c, g) != 0;
}

bool Prover::neverEqual(const Sym &a, const Sym &b) {
  std::optional<Poly> d = Poly::combine(Poly::of(a), 1, Poly::of(b), -1);
  if (!d)
    return false;
  const Monomial common = d->commonMonomial();
  const Interval factor = interval(common);
  if (!common.empty() && (factor.lo >= 1 || factor.hi <= -1))
    for (Term &t : d->terms)
      t.atoms = *divideMonomial(t.atoms, common);
  return missesZero(*d);
}

/// d == 0?
std::optional<bool> Prover::decideZero(const Poly &d) {
  if (d.isConstant())
    return d.constantTerm() == 0;
  auto negated = Poly::combine(d, -1, {}, 0);
  if (atLeast(d, 1) || atLeast(negated, 1))
    return false;
  if (atLeast(d, 0) && atLeast(negated, 0))
    return true;
  if (missesZero(d))
    return false;
  if (d.constantTerm())
    return std::nullopt;
  Poly variables = d;
  const Monomial common = d.commonMonomial();
  if (common.empty())
    return std::nullopt;
  const Interval factor = interval(common);
  if (factor.lo < 1 && factor.hi > -1)
    return std::nullopt;
  for (Term &t : variables.terms)
    t.atoms = *divideMonomial(t.atoms, common);
  return decide(symEq(variables.sym(), 0));
}

std::optional<bool> Prover::decideInts(const Sym &condition) {
  {
    const std::lock_guard lock(k.decided.mutex);
    if (auto found = k.decided.answers.find(condition); found != k.decided.answers.end())
      return found->second;
  }
  const std::optional<bool> answer = searchInts(condition);
  const std::lock_guard lock(k.decided.mutex);
  k.decided.answers.emplace(condition, answer);
  return answer;
}

std::optional<bool> Prover::searchInts(const Sym &condition) {
  const Sym &a = condition.operands()[0], &b = condition.operands()[1];
  if (condition.kind() == SymKind::Eq) {
    auto d = Poly::combine(Poly::of(a), 1, Poly::of(b), -1);
    return d ? decideZero(*d) : std::nullopt;
  }
  auto d = Poly::combine(Poly::of(b), 1, Poly::of(a), -1);
  const int64_t least = condition.kind() == SymKind::Lt ? 1 : 0;
  if (!d)
    return std::nullopt;
  if (atLeast(d, least))
    return true;
  auto negated = Poly::combine(*d, -1, {}, 0);
  if (atLeast(negated, 1 - least))
    return false;
  if (k.inequalities.empty())
    return std::nullopt;
  // One off, and known not to be equal: a <= b + 1 and a != b + 1.
  auto differs = [&](const Sym &x, const Sym &y) { return k.truths.count(symNe(x, y)) != 0; };
  if (differs(b - a, least - 1) && atLeast(d, least - 1))
    return true;
  if (differs(b - a, least) && atLeast(negated, -least))
    return false;
  return std::nullopt;
}

std::optional<bool> Prover::decide(const Sym &condition) {
  if (condition.type() != SymType::Bool)
    return std::nullopt;
  if (auto value = condition.asBool())
    return value;
  if (k.truths.count(condition))
    return true;
  if (k.truths.count(symNot(condition)))
    return false;
  switch (condition.kind()) {
  case SymKind::Not: {
    auto inner = decide(condition.operands()[0]);
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  case SymKind::And:
  case SymKind::Or: {
    const bool absorbing = condition.kind() == SymKind::Or;
    bool settled = true;
    for (const Sym &operand : condition.operands()) {
      auto value = decide(operand);
      if (value == absorbing)
        return absorbing;
      settled &= value.has_value();
    }
    return settled ? std::optional<bool>(!absorbing) : std::nullopt;
  }
  case SymKind::Select: {
    const std::vector<Sym> &ops = condition.operands();
    if (auto chosen = decide(ops[0]))
      return decide(ops[*chosen ? 1 : 2]);
    auto a = decide(ops[1]);
    return a && a == decide(ops[2]) ? a : std::nullopt;
  }
  case SymKind::Eq:
  case SymKind::Le:
  case SymKind::Lt: {
    const SymType type = condition.operands()[0].type();
    if (type == SymType::Int)
      return decideInts(condition);
    if (type != SymType::Bool)
      return std::nullopt;
    auto a = decide(condition.operands()[0]), b = decide(condition.operands()[1]);
    return a && b ? std::optional<bool>(*a == *b) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

Sym Prover::refine(const Sym &value) {
  if (value.operands().empty())
    return value;
  bool changed = false;
  std::vector<Sym> operands;
  operands.reserve(value.operands().size());
  for (const Sym &operand : value.operands()) {
    operands.push_back(refine(operand));
    changed |= !(operands.back() == operand);
  }
  return refineNode(changed ? SymBuilder::rebuild(value, std::move(operands)) : value);
}

Sym Prover::refineNode(const Sym &value) {
  const std::vector<Sym> &ops = value.operands();
  switch (value.kind()) {
  case SymKind::TruncDiv:
  case SymKind::TruncMod:
    // Where both are not negative the two roundings agree, and the one that floors simplifies further.
    if (interval(ops[0]).lo < 0 || interval(ops[1]).lo < 1)
      return value;
    return refine(value.kind() == SymKind::TruncDiv ? floorDiv(ops[0], ops[1]) : floorMod(ops[0], ops[1]));
  case SymKind::FloorDiv:
    return interval(ops[0]).lo >= 0 && interval(ops[0]).hi < interval(ops[1]).lo ? Sym() : value;
  case SymKind::FloorMod: {
    if (interval(ops[0]).lo >= 0 && interval(ops[0]).hi < interval(ops[1]).lo)
      return ops[0];
    auto by = ops[1].asInt();
    if (!by || *by <= 0)
      return value;
    Poly p = Poly::of(ops[0]);
    if (divisor(p) % *by == 0)
      return Sym();
    const size_t before = p.terms.size();
    std::erase_if(p.terms, [&](const Term &t) { return divisor(t) % *by == 0; });
    return p.terms.size() == before ? value : floorMod(p.sym(), ops[1]);
  }
  case SymKind::Min:
  case SymKind::Max: {
    if (value.type() != SymType::Int)
      return value;
    std::vector<Sym> kept;
    for (const Sym &candidate : ops) {
      auto covers = [&](const Sym &by, const Sym &what) { // `what` never decides the result
        return decide(value.kind() == SymKind::Min ? symLe(by, what) : symLe(what, by)) == true;
      };
      if (std::any_of(kept.begin(), kept.end(), [&](const Sym &other) { return covers(other, candidate); }))
        continue;
      std::erase_if(kept, [&](const Sym &other) { return covers(candidate, other); });
      kept.push_back(candidate);
    }
    return kept.size() == ops.size() ? value : Sym::make(value.kind(), std::move(kept));
  }
  case SymKind::Select:
    if (auto chosen = decide(ops[0]))
      return ops[*chosen ? 1 : 2];
    return value;
  case SymKind::Eq:
  case SymKind::Le:
  case SymKind::Lt:
  case SymKind::Not:
  case SymKind::And:
  case SymKind::Or:
    if (auto settled = decide(value))
      return Sym::boolean(*settled);
    return value;
  default:
    return value;
  }
}

} // namespace fullgraph
