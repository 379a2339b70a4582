#include "lib/Graph/SymInt.h"
#include "lib/Graph/Poly.h"
#include "lib/Graph/SymNode.h"

#include <algorithm>
#include <limits>

namespace fullgraph {

namespace {

constexpr int64_t minInt = std::numeric_limits<int64_t>::min();

Sym opaquePair(SymKind kind, Sym a, Sym b) {
  if (b < a)
    std::swap(a, b);
  return SymBuilder::raw(kind, SymType::Int, {std::move(a), std::move(b)}, /*opaque=*/true);
}

/// Folds all operands into one polynomial; where that leaves 64 bits, pairs stand as written.
template <typename Combine> Sym foldInts(SymKind kind, const std::vector<Sym> &operands, Combine combine) {
  std::optional<Poly> total = Poly::of(operands[0]);
  for (size_t i = 1; i < operands.size() && total; ++i)
    total = combine(*total, Poly::of(operands[i]));
  if (total)
    return total->sym();
  Sym result = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) {
    auto pair = combine(Poly::of(result), Poly::of(operands[i]));
    result = pair ? pair->sym() : opaquePair(kind, result, operands[i]);
  }
  return result;
}

/// a = divisor * quotient + rest, where quotient takes the terms that are multiples of the one-term divisor.
struct Split {
  Poly quotient, rest;
};
Split splitByTerm(const Poly &a, const Term &divisor) {
  Split s;
  for (const Term &t : a.terms) {
    auto atoms = divideMonomial(t.atoms, divisor.atoms);
    const int64_t d = divisor.coefficient;
    if (!atoms || (d == -1 && t.coefficient == minInt)) {
      s.rest.terms.push_back(t);
      continue;
    }
    // By constants, 5*N is 4*N + N, and a constant's rest is never negative.
    const bool number = divisor.atoms.empty();
    const int64_t q = number && t.atoms.empty() && d > 0 ? floorDiv64(t.coefficient, d)
                      : number                           ? t.coefficient / d
                      : t.coefficient % d == 0           ? t.coefficient / d
                                                         : 0;
    if (q)
      s.quotient.terms.push_back({*atoms, q});
    if (int64_t r = t.coefficient - q * d)
      s.rest.terms.push_back({t.atoms, r});
  }
  // Dividing every monomial by the same one keeps their order.
  return s;
}

/// Removes what all of a's and b's terms have in common: a monomial and a positive number.
void cancelCommon(Poly &a, Poly &b) {
  Poly both = a;
  both.terms.insert(both.terms.end(), b.terms.begin(), b.terms.end());
  int64_t g = 0;
  for (const Term &t : both.terms)
    g = gcd64(g, t.coefficient);
  const Monomial common = both.commonMonomial();
  for (Poly *p : {&a, &b})
    for (Term &t : p->terms) {
      t.atoms = *divideMonomial(t.atoms, common);
      t.coefficient /= g;
    }
}

Sym rawDivision(SymKind kind, const Sym &a, const Sym &b) {
  return SymBuilder::raw(kind, SymType::Int, {a, b});
}

/// floordiv(r, k) for k > 1, where r's constant is in [0, k) and its other coefficients in (-k, k).
Sym floorDivByConstant(Poly r, int64_t k) {
  if (r.isConstant())
    return Sym();
  // floor((g*x + c) / (g*k)) = floor((x + floor(c/g)) / k)
  const int64_t g = gcd64(k, r.contentWithoutConstant());
  if (g > 1) {
    Poly reduced;
    for (const Term &t : r.terms)
      if (int64_t c = floorDiv64(t.coefficient, g))
        reduced.terms.push_back({t.atoms, c});
    return floorDivInt(reduced.sym(), Sym(k / g));
  }
  // floor((floor(x/j) + c) / k) = floor((x + c*j) / (j*k))
  const Term &top = r.terms[0];
  if (r.numVariableTerms() == 1 && top.atoms.size() == 1 && top.coefficient == 1 &&
      top.atoms[0].kind() == SymKind::FloorDiv) {
    const Sym &inner = top.atoms[0];
    auto j = inner.operands()[1].asInt();
    int64_t scaled = 0, divisor = 0;
    if (j && *j > 0 && !__builtin_mul_overflow(*j, k, &divisor) &&
        !__builtin_mul_overflow(r.constantTerm(), *j, &scaled)) {
      auto sum = Poly::combine(Poly::of(inner.operands()[0]), 1, Poly::constant(scaled), 1);
      if (sum)
        return floorDivInt(sum->sym(), Sym(divisor));
    }
  }
  return rawDivision(SymKind::FloorDiv, r.sym(), Sym(k));
}

/// Sums of positive and negated negative terms of `d`, for a comparison of the two; nullopt if a coefficient
/// cannot be negated. A constant goes to the side where it stays positive, or to an empty side.
std::optional<std::pair<Sym, Sym>> splitSigns(const Poly &d) {
  Poly positive, negative;
  const size_t variables = d.numVariableTerms();
  for (size_t i = 0; i < variables; ++i) {
    const Term &t = d.terms[i];
    if (t.coefficient == minInt)
      return std::nullopt;
    if (t.coefficient > 0)
      positive.terms.push_back(t);
    else
      negative.terms.push_back({t.atoms, -t.coefficient});
  }
  if (const int64_t c = d.constantTerm()) {
    if (c == minInt)
      return std::nullopt;
    if (negative.terms.empty() || (c < 0 && !positive.terms.empty()))
      negative.terms.push_back({{}, -c});
    else
      positive.terms.push_back({{}, c});
  }
  return std::pair(positive.sym(), negative.sym());
}

} // namespace

Sym addInts(const std::vector<Sym> &operands) {
  if (operands.size() == 2) {
    const std::optional<int64_t> a = operands[0].asInt(), b = operands[1].asInt();
    if (a == 0 || b == 0)
      return operands[a == 0 ? 1 : 0];
    if (int64_t sum = 0; a && b && !__builtin_add_overflow(*a, *b, &sum))
      return Sym(sum);
  }
  return foldInts(SymKind::Add, operands,
                  [](const Poly &a, const Poly &b) { return Poly::combine(a, 1, b, 1); });
}
Sym subtractInts(const Sym &a, const Sym &b) {
  const Poly subtrahend = Poly::of(b);
  if (std::all_of(subtrahend.terms.begin(), subtrahend.terms.end(),
                  [](const Term &t) { return t.coefficient != minInt; }))
    if (const std::optional<Poly> difference = Poly::combine(Poly::of(a), 1, subtrahend, -1))
      return difference->sym();
  return addInts({a, multiplyInts({Sym(-1), b})});
}

Sym multiplyInts(const std::vector<Sym> &operands) {
  if (operands.size() == 2) {
    const std::optional<int64_t> a = operands[0].asInt(), b = operands[1].asInt();
    if (a == 1 || b == 1)
      return operands[a == 1 ? 1 : 0];
    if (int64_t result = 0; a && b && !__builtin_mul_overflow(*a, *b, &result))
      return Sym(result);
  }
  return foldInts(SymKind::Mul, operands, &Poly::multiply);
}

/// max(a, min(b, max(a, c))) = max(a, min(b, c)), and with min and max exchanged: what a is compared with
/// within `part`, the min, does not count. Bounds that are clamped twice are so (a slice of a slice).
/// nullopt: nothing is left of the part, which a covers.
static std::optional<Sym> withoutCovered(SymKind kind, const Sym &part, const std::vector<Sym> &beside) {
  std::vector<Sym> operands;
  bool changed = false;
  for (const Sym &inner : part.operands()) {
    if (inner.kind() != kind) {
      operands.push_back(inner);
      continue;
    }
    std::vector<Sym> left;
    for (const Sym &one : inner.operands())
      if (std::find(beside.begin(), beside.end(), one) == beside.end())
        left.push_back(one);
    if (left.empty())
      return std::nullopt;
    changed |= left.size() != inner.operands().size();
    operands.push_back(minMaxInts(kind, left));
  }
  return changed ? minMaxInts(part.kind(), operands) : part;
}

Sym minMaxInts(SymKind kind, const std::vector<Sym> &operands) {
  const bool isMin = kind == SymKind::Min;
  const SymKind opposite = isMin ? SymKind::Max : SymKind::Min;
  std::vector<Sym> flat, kept;
  for (const Sym &operand : operands) {
    if (operand.kind() == kind)
      flat.insert(flat.end(), operand.operands().begin(), operand.operands().end());
    else
      flat.push_back(operand);
  }
  for (const Sym &operand : flat) {
    bool absorbed = false;
    for (Sym &other : kept) {
      auto difference = Poly::combine(Poly::of(operand), 1, Poly::of(other), -1);
      if (!difference || !difference->isConstant())
        continue;
      if ((difference->constantTerm() < 0) == isMin)
        other = operand; // N - 1 instead of N
      absorbed = true;
      break;
    }
    if (!absorbed)
      kept.push_back(operand);
  }
  for (size_t i = 0; i < kept.size(); ++i) {
    if (kept[i].kind() != opposite)
      continue;
    std::vector<Sym> beside = kept;
    beside.erase(beside.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<Sym> part = withoutCovered(kind, kept[i], beside);
    if (part && *part == kept[i])
      continue;
    if (part)
      beside.push_back(*part);
    return minMaxInts(kind, beside);
  }
  std::sort(kept.begin(), kept.end());
  return kept.size() == 1 ? kept[0] : SymBuilder::raw(kind, SymType::Int, std::move(kept));
}

Sym floorDivInt(const Sym &a, const Sym &b) {
  const std::optional<int64_t> divisor = b.asInt();
  if (divisor == 0)
    return rawDivision(SymKind::FloorDiv, a, b);
  if (auto dividend = a.asInt(); dividend && divisor && !(*dividend == minInt && *divisor == -1))
    return Sym(floorDiv64(*dividend, *divisor));
  if (a.isConst(0))
    return Sym();
  Poly pa = Poly::of(a), pb = Poly::of(b);
  if (auto quotient = pa.dividedBy(pb))
    return quotient->sym();
  if (divisor && *divisor < 0) {
    auto negated = Poly::combine(pa, -1, {}, 0);
    if (!negated || *divisor == minInt)
      return rawDivision(SymKind::FloorDiv, a, b);
    return floorDivInt(negated->sym(), Sym(-*divisor));
  }
  if (pb.terms.size() != 1) {
    cancelCommon(pa, pb);
    return rawDivision(SymKind::FloorDiv, pa.sym(), pb.sym());
  }
  Split s = splitByTerm(pa, pb.terms[0]);
  Sym rest;
  if (divisor) {
    rest = floorDivByConstant(std::move(s.rest), *divisor);
  } else {
    cancelCommon(s.rest, pb);
    rest = pb.isConstant() ? floorDivInt(s.rest.sym(), pb.sym())
                           : rawDivision(SymKind::FloorDiv, s.rest.sym(), pb.sym());
  }
  return addInts({s.quotient.sym(), rest});
}

Sym floorModInt(const Sym &a, const Sym &b) {
  const std::optional<int64_t> divisor = b.asInt();
  if (divisor == 0)
    return rawDivision(SymKind::FloorMod, a, b);
  if (auto dividend = a.asInt(); dividend && divisor)
    return Sym(floorMod64(*dividend, *divisor));
  Poly pa = Poly::of(a), pb = Poly::of(b);
  if (pa.dividedBy(pb) || divisor == 1 || divisor == -1)
    return Sym();
  if (divisor && *divisor < 0) { // floormod(a, -k) = -floormod(-a, k)
    auto negated = Poly::combine(pa, -1, {}, 0);
    if (!negated || *divisor == minInt)
      return rawDivision(SymKind::FloorMod, a, b);
    return multiplyInts({Sym(-1), floorModInt(negated->sym(), Sym(-*divisor))});
  }
  if (pb.terms.size() != 1)
    return rawDivision(SymKind::FloorMod, a, b);
  Poly rest = splitByTerm(pa, pb.terms[0]).rest;
  if (!divisor)
    return rawDivision(SymKind::FloorMod, rest.sym(), b);
  const int64_t k = *divisor;
  if (rest.isConstant())
    return rest.sym();
  for (const Term &t : rest.terms) // floormod(floormod(x, j*k) + y, k) = floormod(x + y, k)
    if (t.atoms.size() == 1 && t.atoms[0].kind() == SymKind::FloorMod) {
      const Sym &inner = t.atoms[0];
      auto j = inner.operands()[1].asInt();
      if (!j || *j <= 0 || *j % k != 0)
        continue;
      auto without = Poly::combine(rest, 1, Poly::term(t.atoms, t.coefficient), -1);
      auto with =
          without ? Poly::combine(*without, 1, Poly::of(inner.operands()[0]), t.coefficient) : std::nullopt;
      if (with)
        return floorModInt(with->sym(), b);
    }
  // floormod(g*x, g*k) = g * floormod(x, k)
  const int64_t g = gcd64(gcd64(k, rest.contentWithoutConstant()), rest.constantTerm());
  if (g > 1) {
    for (Term &t : rest.terms)
      t.coefficient /= g;
    return multiplyInts({Sym(g), floorModInt(rest.sym(), Sym(k / g))});
  }
  return rawDivision(SymKind::FloorMod, rest.sym(), b);
}

Sym truncDivInt(const Sym &a, const Sym &b) {
  auto x = a.asInt(), y = b.asInt();
  if (x && y && *y != 0 && !(*x == minInt && *y == -1))
    return Sym(*x / *y);
  // An exact quotient needs no rounding, so its direction does not matter.
  if (y != 0)
    if (auto quotient = Poly::of(a).dividedBy(Poly::of(b)))
      return quotient->sym();
  return rawDivision(SymKind::TruncDiv, a, b);
}

Sym truncModInt(const Sym &a, const Sym &b) {
  auto x = a.asInt(), y = b.asInt();
  if (y == 0)
    return rawDivision(SymKind::TruncMod, a, b);
  if (y == 1 || y == -1)
    return Sym();
  if (x && y)
    return Sym(*x % *y);
  if (Poly::of(a).dividedBy(Poly::of(b)))
    return Sym();
  return rawDivision(SymKind::TruncMod, a, b);
}

/// (n | 4) == 0 and (n & 4) == 3: some bit of the constant that n cannot change differs. C++ compilers warn
/// of such code.
static bool bitsDiffer(const Sym &value, int64_t number) {
  if (value.kind() != SymKind::Call || (value.name() != "bitor" && value.name() != "bitand"))
    return false;
  return std::any_of(value.operands().begin(), value.operands().end(), [&](const Sym &operand) {
    const std::optional<int64_t> mask = operand.asInt();
    return mask && (value.name() == "bitor" ? *mask & ~number : number & ~*mask) != 0;
  });
}

/// n == 3, n <= 3 and 3 <= n are canonical as they stand; nullopt for what is not such a comparison. Sizes
/// are compared with 0 and 1 all the time.
static std::optional<Sym> compareAtom(SymKind kind, const Sym &a, const Sym &b) {
  const auto isAtom = [](const Sym &value) {
    return (value.kind() != SymKind::Add && value.kind() != SymKind::Mul && value.kind() != SymKind::Cast) ||
           SymBuilder::isOpaque(value);
  };
  const std::optional<int64_t> left = a.asInt(), right = b.asInt();
  if (kind == SymKind::Lt || left.has_value() == right.has_value() || !isAtom(left ? b : a) ||
      (left ? left : right) == minInt)
    return std::nullopt;
  if (kind == SymKind::Eq && bitsDiffer(left ? b : a, left ? *left : *right))
    return Sym::boolean(false);
  if (kind == SymKind::Eq)
    return SymBuilder::raw(kind, SymType::Bool, left ? std::vector<Sym>{b, a} : std::vector<Sym>{a, b});
  return left && *left < 0 ? std::nullopt : std::optional(SymBuilder::raw(kind, SymType::Bool, {a, b}));
}

Sym compareInt(SymKind kind, const Sym &a, const Sym &b) {
  auto unfolded = [&] {
    const bool swapped = kind == SymKind::Eq && b < a;
    return SymBuilder::raw(kind, SymType::Bool, swapped ? std::vector<Sym>{b, a} : std::vector<Sym>{a, b});
  };
  if (auto x = a.asInt(), y = b.asInt(); x && y)
    return Sym::boolean(kind == SymKind::Eq ? *x == *y : kind == SymKind::Lt ? *x < *y : *x <= *y);
  if (std::optional<Sym> known = compareAtom(kind, a, b))
    return *known;
  // Eq: d == 0; Le: d >= 0; Lt: d - 1 >= 0.
  std::optional<Poly> difference = kind == SymKind::Eq ? Poly::combine(Poly::of(a), 1, Poly::of(b), -1)
                                                       : Poly::combine(Poly::of(b), 1, Poly::of(a), -1);
  if (difference && kind == SymKind::Lt)
    difference = Poly::combine(*difference, 1, Poly::constant(-1), 1);
  if (!difference)
    return unfolded();
  Poly d = std::move(*difference);
  const int64_t c = d.constantTerm();
  if (d.isConstant())
    return Sym::boolean(kind == SymKind::Eq ? c == 0 : c >= 0);
  int64_t g = d.contentWithoutConstant();
  if (kind == SymKind::Eq) {
    if (c % g != 0)
      return Sym::boolean(false); // 4*N == 4*M + 2
    if (d.terms[0].coefficient < 0) {
      for (const Term &t : d.terms)
        if (t.coefficient == minInt)
          return unfolded();
      g = -g;
    }
  }
  Poly reduced;
  reduced.terms.reserve(d.terms.size());
  for (Term &t : d.terms)
    if (int64_t q = floorDiv64(t.coefficient, g)) // rounds the constant of 4*N + 7 >= 0 down: N + 1 >= 0
      reduced.terms.push_back({std::move(t.atoms), q});
  if (kind == SymKind::Eq && reduced.numVariableTerms() == 1 && reduced.terms[0].atoms.size() == 1 &&
      reduced.terms[0].atoms[0].kind() == SymKind::Cast &&
      reduced.terms[0].atoms[0].operands()[0].type() == SymType::Bool) { // int(b) == 1
    const Sym &flag = reduced.terms[0].atoms[0].operands()[0];
    return reduced.constantTerm() == 0    ? symNot(flag)
           : reduced.constantTerm() == -1 ? flag
                                          : Sym::boolean(false);
  }
  auto sides = splitSigns(reduced);
  if (!sides)
    return unfolded();
  if (kind == SymKind::Eq)
    return SymBuilder::raw(SymKind::Eq, SymType::Bool, {sides->first, sides->second});
  return SymBuilder::raw(SymKind::Le, SymType::Bool, {sides->second, sides->first});
}

} // namespace fullgraph
