#include "lib/Graph/Sym.h"
#include "lib/Graph/SymNode.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace fullgraph {

Sym::Sym() {
  static const Sym zero = SymBuilder::constant(SymType::Int, 0, 0);
  node = zero.node;
}
Sym::Sym(int64_t value) {
  // Those that sizes, strides and coefficients mostly are, made once.
  constexpr int64_t least = -2, count = 256;
  static const std::array<Sym, count> made = [] {
    std::array<Sym, count> constants;
    for (int64_t i = 0; i < count; ++i)
      constants[static_cast<size_t>(i)] = SymBuilder::constant(SymType::Int, least + i, 0);
    return constants;
  }();
  node = value >= least && value < least + count ? made[static_cast<size_t>(value - least)].node
                                                 : SymBuilder::constant(SymType::Int, value, 0).node;
}
Sym Sym::boolean(bool value) {
  static const Sym no = SymBuilder::constant(SymType::Bool, 0, 0),
                   yes = SymBuilder::constant(SymType::Bool, 1, 0);
  return value ? yes : no;
}
Sym Sym::real(double value, SymType type) {
  assert(isFloat(type));
  if (std::isnan(value)) // one NaN: its sign and payload are not portable, and equal Syms must compare equal
    value = std::numeric_limits<double>::quiet_NaN();
  return SymBuilder::constant(type, 0, type == SymType::F32 ? double(float(value)) : value);
}
Sym Sym::symbol(std::string name, SymType type) {
  return SymBuilder::raw(SymKind::Symbol, type, {}, false, std::move(name));
}

SymKind Sym::kind() const { return node->kind; }
SymType Sym::type() const { return node->type; }
const std::vector<Sym> &Sym::operands() const { return node->operands; }
const std::string &Sym::name() const { return node->name; }

uint64_t Sym::size() const { return node->size; }
size_t Sym::hash() const { return node->hash; }

std::optional<int64_t> Sym::asInt() const {
  if (!isConst() || isFloat(type()))
    return std::nullopt;
  return node->integer;
}
std::optional<bool> Sym::asBool() const {
  if (!isConst() || type() != SymType::Bool)
    return std::nullopt;
  return node->integer != 0;
}
std::optional<double> Sym::asDouble() const {
  if (!isConst())
    return std::nullopt;
  return isFloat(type()) ? node->real : double(node->integer);
}

int compareReals(double a, double b) {
  if (a < b || b < a)
    return a < b ? -1 : 1;
  uint64_t x = std::bit_cast<uint64_t>(a), y = std::bit_cast<uint64_t>(b);
  return x == y ? 0 : x < y ? -1 : 1;
}

int Sym::compare(const Sym &a, const Sym &b) {
  if (a.node == b.node)
    return 0;
  const Node &x = *a.node, &y = *b.node;
  auto order = [](auto p, auto q) { return p < q ? -1 : q < p ? 1 : 0; };
  // Symbols go before the expressions over them: "N + floordiv(N, 2)".
  if (x.kind != y.kind)
    return order(x.kind, y.kind);
  if (x.type != y.type)
    return order(x.type, y.type);
  if (x.opaque != y.opaque)
    return order(x.opaque, y.opaque);
  if (x.kind == SymKind::Const)
    return isFloat(x.type) ? compareReals(x.real, y.real) : order(x.integer, y.integer);
  if (int names = x.name.compare(y.name))
    return names < 0 ? -1 : 1;
  if (x.operands.size() != y.operands.size())
    return order(x.operands.size(), y.operands.size());
  for (size_t i = 0; i < x.operands.size(); ++i)
    if (int operand = compare(x.operands[i], y.operands[i]))
      return operand;
  return 0;
}

Sym Sym::substitute(const std::function<std::optional<Sym>(const std::string &)> &f) const {
  if (kind() == SymKind::Symbol) {
    std::optional<Sym> replacement = f(name());
    return replacement ? cast(*replacement, type()) : *this;
  }
  std::vector<Sym> replaced; // empty: nothing is, so far
  for (size_t i = 0; i < operands().size(); ++i) {
    Sym operand = operands()[i].substitute(f);
    if (replaced.empty() && operand.node != operands()[i].node)
      replaced = operands();
    if (!replaced.empty())
      replaced[i] = std::move(operand);
  }
  return replaced.empty() ? *this : SymBuilder::rebuild(*this, std::move(replaced));
}

static void visitSymbols(const Sym &s, std::set<std::string> &seen,
                         const std::function<void(const std::string &, SymType)> &f) {
  if (s.kind() == SymKind::Symbol && seen.insert(s.name()).second)
    f(s.name(), s.type());
  for (const Sym &operand : s.operands())
    visitSymbols(operand, seen, f);
}
void Sym::forEachSymbol(const std::function<void(const std::string &, SymType)> &f) const {
  std::set<std::string> seen;
  visitSymbols(*this, seen, f);
}

bool Sym::dependsOn(std::string_view symbol) const {
  if (kind() == SymKind::Symbol && name() == symbol)
    return true;
  for (const Sym &operand : operands())
    if (operand.dependsOn(symbol))
      return true;
  return false;
}

Sym operator+(const Sym &a, const Sym &b) { return Sym::make(SymKind::Add, {a, b}); }
Sym operator-(const Sym &a, const Sym &b) { return Sym::make(SymKind::Sub, {a, b}); }
Sym operator*(const Sym &a, const Sym &b) { return Sym::make(SymKind::Mul, {a, b}); }
Sym operator-(const Sym &a) {
  // -1.0 * x, not 0.0 - x: the latter loses the sign of zero.
  return (isFloat(a.type()) ? Sym::real(-1, a.type()) : Sym(-1)) * a;
}
Sym floorDiv(const Sym &a, const Sym &b) { return Sym::make(SymKind::FloorDiv, {a, b}); }
Sym floorMod(const Sym &a, const Sym &b) { return Sym::make(SymKind::FloorMod, {a, b}); }
Sym ceilDiv(const Sym &a, const Sym &b) {
  // ceil(a/b) = floor((a + b - 1) / b) needs b > 0, which holds for tiles and strides; -floor(-a/b) is for
  // all b, but reads worse.
  if (auto divisor = b.asInt(); !divisor || *divisor > 0)
    return floorDiv(a + b - Sym(1), b);
  return -floorDiv(-a, b);
}
Sym symMin(const Sym &a, const Sym &b) { return Sym::make(SymKind::Min, {a, b}); }
Sym symMax(const Sym &a, const Sym &b) { return Sym::make(SymKind::Max, {a, b}); }
Sym symEq(const Sym &a, const Sym &b) { return Sym::make(SymKind::Eq, {a, b}); }
Sym symNe(const Sym &a, const Sym &b) { return symNot(symEq(a, b)); }
Sym symLt(const Sym &a, const Sym &b) { return Sym::make(SymKind::Lt, {a, b}); }
Sym symLe(const Sym &a, const Sym &b) { return Sym::make(SymKind::Le, {a, b}); }
Sym symNot(const Sym &a) { return Sym::make(SymKind::Not, {a}); }
Sym symAnd(const Sym &a, const Sym &b) { return Sym::make(SymKind::And, {a, b}); }
Sym symOr(const Sym &a, const Sym &b) { return Sym::make(SymKind::Or, {a, b}); }
Sym product(const std::vector<Sym> &factors) {
  Sym result = 1;
  for (const Sym &factor : factors)
    result = result * factor;
  return result;
}

} // namespace fullgraph
