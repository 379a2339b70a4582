// Sym::make: the rules that bring an expression of Bools, floats and mixed operands to canonical form.
// Integer arithmetic is in SymInt.cpp.
#include "lib/Graph/SymInt.h"
#include "lib/Graph/SymNode.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fullgraph {

namespace {

SymType commonType(const std::vector<Sym> &operands) {
  SymType type = SymType::Int; // Bool operands of arithmetic are promoted, as C++ does
  for (const Sym &operand : operands)
    type = promote(type, operand.type());
  return type;
}

void convertAll(std::vector<Sym> &operands, SymType type) {
  for (Sym &operand : operands)
    if (operand.type() != type)
      operand = Sym::cast(operand, type);
}

Sym foldReal(SymKind kind, double a, double b, SymType type) {
  auto compute = [kind](auto x, auto y) -> decltype(x) {
    switch (kind) {
    case SymKind::Add:
      return x + y;
    case SymKind::Sub:
      return x - y;
    case SymKind::Mul:
      return x * y;
    case SymKind::Div:
      return x / y;
    case SymKind::Min:
      return y < x ? y : x; // std::min and std::max, for NaN and -0.0
    default:
      return x < y ? y : x;
    }
  };
  // In the type's own precision: rounding a double result to float once more could differ.
  return Sym::real(type == SymType::F32 ? compute(float(a), float(b)) : compute(a, b), type);
}

Sym makeReal(SymKind kind, const std::vector<Sym> &operands, SymType type) {
  Sym result = operands[0];
  for (size_t i = 1; i < operands.size(); ++i) { // left to right, as written
    const Sym &next = operands[i];
    if (result.isConst() && next.isConst())
      result = foldReal(kind, SymBuilder::real(result), SymBuilder::real(next), type);
    else
      result = SymBuilder::raw(kind, type, {result, next});
  }
  return result;
}

Sym makeCompare(SymKind kind, std::vector<Sym> operands) {
  if (operands[0].type() == SymType::Bool && operands[1].type() == SymType::Bool && kind == SymKind::Eq) {
    for (int i = 0; i < 2; ++i)
      if (auto value = operands[i].asBool())
        return *value ? operands[1 - i] : symNot(operands[1 - i]);
    if (operands[0] == operands[1])
      return Sym::boolean(true);
    if (operands[0] == symNot(operands[1]))
      return Sym::boolean(false);
    if (operands[1] < operands[0])
      std::swap(operands[0], operands[1]);
    return SymBuilder::raw(kind, SymType::Bool, std::move(operands));
  }
  const SymType type = commonType(operands);
  convertAll(operands, type);
  if (type == SymType::Int)
    return compareInt(kind, operands[0], operands[1]);
  if (operands[0].isConst() && operands[1].isConst()) {
    double a = SymBuilder::real(operands[0]), b = SymBuilder::real(operands[1]);
    return Sym::boolean(kind == SymKind::Eq ? a == b : kind == SymKind::Lt ? a < b : a <= b);
  }
  // x == x and x <= x are open: x may be NaN.
  if (kind == SymKind::Eq && operands[1] < operands[0])
    std::swap(operands[0], operands[1]);
  return SymBuilder::raw(kind, SymType::Bool, std::move(operands));
}

Sym makeNot(const Sym &a) {
  if (auto value = a.asBool())
    return Sym::boolean(!*value);
  switch (a.kind()) {
  case SymKind::Not:
    return a.operands()[0];
  case SymKind::Le:
  case SymKind::Lt: // integers only: !(x < y) is not y <= x when one is NaN
    if (a.operands()[0].type() == SymType::Int)
      return compareInt(a.kind() == SymKind::Le ? SymKind::Lt : SymKind::Le, a.operands()[1],
                        a.operands()[0]);
    break;
  case SymKind::And:
  case SymKind::Or: {
    std::vector<Sym> negated;
    for (const Sym &operand : a.operands())
      negated.push_back(makeNot(operand));
    return Sym::make(a.kind() == SymKind::And ? SymKind::Or : SymKind::And, std::move(negated));
  }
  default:
    break;
  }
  return SymBuilder::raw(SymKind::Not, SymType::Bool, {a});
}

/// A comparison of an integer with a constant, as the integers for which it holds.
struct Range {
  enum Kind : uint8_t { Is, IsNot, AtMost, AtLeast } kind;
  Sym of;
  int64_t bound;
  bool has(int64_t value) const {
    return kind == Is       ? value == bound
           : kind == IsNot  ? value != bound
           : kind == AtMost ? value <= bound
                            : value >= bound;
  }
};

std::optional<Range> rangeOf(const Sym &condition) {
  const bool negated = condition.kind() == SymKind::Not;
  const Sym &compared = negated ? condition.operands()[0] : condition;
  const bool equal = compared.kind() == SymKind::Eq;
  if ((!equal && (negated || (compared.kind() != SymKind::Le && compared.kind() != SymKind::Lt))) ||
      compared.operands()[0].type() != SymType::Int)
    return std::nullopt;
  const Sym &left = compared.operands()[0], &right = compared.operands()[1];
  const bool isLeft = left.asInt().has_value(); // the constant
  const std::optional<int64_t> bound = isLeft ? left.asInt() : right.asInt();
  constexpr int64_t far = int64_t(1) << 62;
  if (!bound || (isLeft && right.asInt()) || *bound < -far || *bound > far)
    return std::nullopt;
  const Sym &of = isLeft ? right : left;
  if (equal)
    return Range{negated ? Range::IsNot : Range::Is, of, *bound};
  const int64_t strict = compared.kind() == SymKind::Lt;
  return isLeft ? Range{Range::AtLeast, of, *bound + strict} : Range{Range::AtMost, of, *bound - strict};
}

/// Holds one of the two for every integer (`any`), or both for none: n != 1 || n <= 1, and n == 1 && n >= 2.
bool settleEachOther(const Sym &a, std::optional<Range> y, bool any) {
  std::optional<Range> x = rangeOf(a);
  if (!x || x->of != y->of)
    return false;
  if (x->kind > y->kind)
    std::swap(x, y);
  switch (x->kind) {
  case Range::Is:
    return !any && !y->has(x->bound);
  case Range::IsNot:
    return any && y->has(x->bound);
  case Range::AtMost:
    return y->kind == Range::AtLeast && (any ? y->bound <= x->bound + 1 : y->bound > x->bound);
  case Range::AtLeast:
    return false;
  }
  return false;
}

/// Flattened and without repetitions, but in the order written: an operand may be what makes the next one
/// well-defined ("n != 0 && m % n == 0").
Sym makeAndOr(SymKind kind, const std::vector<Sym> &operands) {
  const bool absorbing = kind == SymKind::Or;
  std::vector<Sym> flat;
  for (const Sym &operand : operands) {
    if (operand.kind() == kind)
      flat.insert(flat.end(), operand.operands().begin(), operand.operands().end());
    else
      flat.push_back(operand);
  }
  std::vector<Sym> kept;
  for (const Sym &operand : flat) {
    if (auto value = operand.asBool()) {
      if (*value == absorbing)
        return Sym::boolean(absorbing);
      continue;
    }
    if (std::find(kept.begin(), kept.end(), operand) != kept.end())
      continue;
    const Sym negation = makeNot(operand);
    if (std::find(kept.begin(), kept.end(), negation) != kept.end())
      return Sym::boolean(absorbing);
    if (const std::optional<Range> range = kept.empty() ? std::nullopt : rangeOf(operand))
      if (std::any_of(kept.begin(), kept.end(),
                      [&](const Sym &other) { return settleEachOther(other, range, absorbing); }))
        return Sym::boolean(absorbing);
    kept.push_back(operand);
  }
  if (kept.empty())
    return Sym::boolean(!absorbing);
  if (kept.size() == 1)
    return kept[0];
  return SymBuilder::raw(kind, SymType::Bool, std::move(kept));
}

Sym makeSelect(const Sym &condition, Sym a, Sym b) {
  SymType type = promote(a.type(), b.type());
  a = Sym::cast(a, type);
  b = Sym::cast(b, type);
  if (auto value = condition.asBool())
    return *value ? a : b;
  if (a == b)
    return a;
  if (condition.kind() == SymKind::Not)
    return makeSelect(condition.operands()[0], b, a);
  if (type == SymType::Bool) {
    if (auto value = a.asBool())
      return *value ? symOr(condition, b) : symAnd(symNot(condition), b);
    if (auto value = b.asBool())
      return *value ? symOr(symNot(condition), a) : symAnd(condition, a);
  }
  return SymBuilder::raw(SymKind::Select, type, {condition, a, b});
}

} // namespace

Sym Sym::cast(const Sym &value, SymType to) {
  const SymType from = value.type();
  if (from == to)
    return value;
  if (value.isConst()) {
    if (to == SymType::Bool)
      return boolean(*value.asDouble() != 0);
    if (!isFloat(to)) {
      double real = *value.asDouble();
      if (!isFloat(from))
        return integer(*value.asInt());
      if (real > -9223372036854775809.0 && real < 9223372036854775808.0) // else undefined in C++: leave it
        return integer(int64_t(real));
    } else if (isFloat(from)) {
      return Sym::real(*value.asDouble(), to);
    } else { // straight to float: rounding through double first would round twice
      return Sym::real(to == SymType::F32 ? double(float(*value.asInt())) : double(*value.asInt()), to);
    }
  }
  if (to == SymType::Bool) {
    if (value.kind() == SymKind::Cast && value.operands()[0].type() == SymType::Bool)
      return value.operands()[0];
    return symNe(value, isFloat(from) ? Sym::real(0, from) : Sym(0));
  }
  if (value.kind() == SymKind::Cast) {
    const Sym &inner = value.operands()[0];
    // 0 and 1 are exact in every type; F32 → F64 → F32 changes nothing.
    if (inner.type() == SymType::Bool ||
        (inner.type() == SymType::F32 && from == SymType::F64 && to == inner.type()))
      return cast(inner, to);
  }
  return SymBuilder::raw(SymKind::Cast, to, {value});
}

Sym Sym::make(SymKind kind, std::vector<Sym> operands, SymType type) {
  switch (kind) {
  case SymKind::Const:
  case SymKind::Symbol:
  case SymKind::Call:
    assert(false && "constants, symbols and calls have their own constructors");
    return Sym();
  case SymKind::Add:
  case SymKind::Mul:
  case SymKind::Min:
  case SymKind::Max: {
    assert(!operands.empty());
    const SymType common = commonType(operands);
    convertAll(operands, common);
    if (isFloat(common))
      return makeReal(kind, operands, common);
    return kind == SymKind::Add   ? addInts(operands)
           : kind == SymKind::Mul ? multiplyInts(operands)
                                  : minMaxInts(kind, operands);
  }
  case SymKind::Sub: {
    assert(operands.size() == 2);
    const SymType common = commonType(operands);
    convertAll(operands, common);
    if (isFloat(common))
      return makeReal(kind, operands, common);
    return subtractInts(operands[0], operands[1]);
  }
  case SymKind::Div: {
    assert(operands.size() == 2);
    const SymType common = commonType(operands);
    convertAll(operands, common);
    return isFloat(common) ? makeReal(kind, operands, common) : truncDivInt(operands[0], operands[1]);
  }
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
  case SymKind::TruncDiv:
  case SymKind::TruncMod:
    assert(operands.size() == 2);
    convertAll(operands, SymType::Int);
    return kind == SymKind::FloorDiv   ? floorDivInt(operands[0], operands[1])
           : kind == SymKind::FloorMod ? floorModInt(operands[0], operands[1])
           : kind == SymKind::TruncDiv ? truncDivInt(operands[0], operands[1])
                                       : truncModInt(operands[0], operands[1]);
  case SymKind::Eq:
  case SymKind::Lt:
  case SymKind::Le:
    assert(operands.size() == 2);
    return makeCompare(kind, std::move(operands));
  case SymKind::Not:
    assert(operands.size() == 1);
    return makeNot(cast(operands[0], SymType::Bool));
  case SymKind::And:
  case SymKind::Or:
    convertAll(operands, SymType::Bool);
    return makeAndOr(kind, operands);
  case SymKind::Select:
    assert(operands.size() == 3);
    return makeSelect(cast(operands[0], SymType::Bool), operands[1], operands[2]);
  case SymKind::Cast:
    assert(operands.size() == 1);
    return cast(operands[0], type);
  }
  return Sym();
}

} // namespace fullgraph
