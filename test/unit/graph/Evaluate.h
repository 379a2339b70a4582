// Computes Syms for given values of their symbols, straight from the definition of each kind.
#pragma once

#include "lib/Graph/Sym.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace fullgraph::test {

using Values = std::map<std::string, double>; // of symbols; ints are small enough to be exact

inline int64_t floorDivide(int64_t a, int64_t b) { return int64_t(std::floor(double(a) / double(b))); }

/// Integers and conditions (1 or 0) only.
inline int64_t evaluate(const Sym &s, const Values &values) {
  auto operand = [&](size_t i) { return evaluate(s.operands()[i], values); };
  const size_t n = s.operands().size();
  switch (s.kind()) {
  case SymKind::Const:
    return *s.asInt();
  case SymKind::Symbol:
    return int64_t(values.at(s.name()));
  case SymKind::Add: {
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i)
      sum += operand(i);
    return sum;
  }
  case SymKind::Mul: {
    int64_t product = 1;
    for (size_t i = 0; i < n; ++i)
      product *= operand(i);
    return product;
  }
  case SymKind::Min:
  case SymKind::Max: {
    int64_t best = operand(0);
    for (size_t i = 1; i < n; ++i)
      best = s.kind() == SymKind::Min ? std::min(best, operand(i)) : std::max(best, operand(i));
    return best;
  }
  case SymKind::FloorDiv:
    return floorDivide(operand(0), operand(1));
  case SymKind::FloorMod:
    return operand(0) - operand(1) * floorDivide(operand(0), operand(1));
  case SymKind::TruncDiv:
    return operand(0) / operand(1);
  case SymKind::TruncMod:
    return operand(0) % operand(1);
  case SymKind::Eq:
    return operand(0) == operand(1);
  case SymKind::Lt:
    return operand(0) < operand(1);
  case SymKind::Le:
    return operand(0) <= operand(1);
  case SymKind::Not:
    return !operand(0);
  case SymKind::And:
    for (size_t i = 0; i < n; ++i)
      if (!operand(i))
        return 0;
    return 1;
  case SymKind::Or:
    for (size_t i = 0; i < n; ++i)
      if (operand(i))
        return 1;
    return 0;
  case SymKind::Select:
    return operand(0) ? operand(1) : operand(2);
  case SymKind::Cast:
    return s.type() == SymType::Bool ? operand(0) != 0 : operand(0);
  case SymKind::Sub:
  case SymKind::Div:
  case SymKind::Call:
    break;
  }
  throw std::invalid_argument("evaluate: " + s.str());
}

/// Small, seeded and the same everywhere (std's distributions are not).
class Random {
public:
  explicit Random(uint64_t seed) : state(seed * 2654435769u + 1) {}
  uint64_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  int64_t in(int64_t low, int64_t high) { return low + int64_t(next() % uint64_t(high - low + 1)); }

private:
  uint64_t state;
};

/// A random expression and what it should evaluate to for each of `samples`, computed without Sym.
struct Expected {
  Sym sym;
  std::vector<int64_t> values;
};

class Generator {
public:
  Generator(Random &random, const std::vector<Values> &samples) : random(random), samples(samples) {}

  Expected integer(int depth) {
    const int64_t choice = depth == 0 ? random.in(0, 1) : random.in(0, 11);
    if (choice == 0)
      return constant(random.in(-6, 12));
    if (choice == 1)
      return symbol();
    if (choice == 2) {
      Expected c = condition(depth - 1), a = integer(depth - 1), b = integer(depth - 1);
      Expected r{Sym::make(SymKind::Select, {c.sym, a.sym, b.sym}), {}};
      for (size_t i = 0; i < samples.size(); ++i)
        r.values.push_back(c.values[i] ? a.values[i] : b.values[i]);
      return r;
    }
    Expected a = integer(depth - 1), b = integer(depth - 1);
    switch (choice) {
    case 3:
      return combine(a.sym - b.sym, a, b, [](int64_t x, int64_t y) { return x - y; });
    case 4:
    case 5:
      return combine(a.sym * b.sym, a, b, [](int64_t x, int64_t y) { return x * y; });
    case 6:
      return combine(symMin(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return std::min(x, y); });
    case 7:
      return combine(symMax(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return std::max(x, y); });
    case 8:
    case 9:
    case 10: {
      if (random.in(0, 2) || std::count(b.values.begin(), b.values.end(), 0))
        b = constant(random.in(1, 6) * (random.in(0, 5) ? 1 : -1));
      switch (random.in(0, 3)) {
      case 0:
        return combine(floorDiv(a.sym, b.sym), a, b, floorDivide);
      case 1:
        return combine(floorMod(a.sym, b.sym), a, b,
                       [](int64_t x, int64_t y) { return x - y * floorDivide(x, y); });
      case 2:
        return combine(Sym::make(SymKind::TruncDiv, {a.sym, b.sym}), a, b,
                       [](int64_t x, int64_t y) { return x / y; });
      default:
        return combine(Sym::make(SymKind::TruncMod, {a.sym, b.sym}), a, b,
                       [](int64_t x, int64_t y) { return x % y; });
      }
    }
    default:
      return combine(a.sym + b.sym, a, b, [](int64_t x, int64_t y) { return x + y; });
    }
  }

  Expected condition(int depth) {
    const int64_t choice = random.in(0, depth > 0 ? 7 : 3);
    if (choice > 3) {
      Expected a = condition(depth - 1), b = condition(depth - 1);
      switch (choice) {
      case 4:
        return combine(symAnd(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x && y; });
      case 5:
        return combine(symOr(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x || y; });
      case 6:
        return combine(symEq(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x == y; });
      default:
        return combine(symNot(a.sym), a, a, [](int64_t x, int64_t) { return !x; });
      }
    }
    Expected a = integer(std::max(depth - 1, 0)), b = integer(std::max(depth - 1, 0));
    switch (choice) {
    case 0:
      return combine(symEq(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x == y; });
    case 1:
      return combine(symNe(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x != y; });
    case 2:
      return combine(symLt(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x < y; });
    default:
      return combine(symLe(a.sym, b.sym), a, b, [](int64_t x, int64_t y) { return x <= y; });
    }
  }

private:
  Random &random;
  const std::vector<Values> &samples;

  Expected constant(int64_t value) { return {Sym(value), std::vector<int64_t>(samples.size(), value)}; }
  Expected symbol() {
    auto it = samples[0].begin();
    std::advance(it, random.in(0, int64_t(samples[0].size()) - 1));
    Expected r{Sym::symbol(it->first), {}};
    for (const Values &v : samples)
      r.values.push_back(int64_t(v.at(it->first)));
    return r;
  }
  template <typename F> Expected combine(Sym sym, const Expected &a, const Expected &b, F f) {
    Expected r{std::move(sym), {}};
    for (size_t i = 0; i < samples.size(); ++i)
      r.values.push_back(f(a.values[i], b.values[i]));
    return r;
  }
};

} // namespace fullgraph::test
