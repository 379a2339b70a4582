// The representation behind Sym, for the files that build, print and take apart expressions. Private to
// lib/Graph.
#pragma once

#include "lib/Graph/Sym.h"

#include <bit>
#include <cassert>

namespace fullgraph {

struct Sym::Node {
  SymKind kind = SymKind::Const;
  SymType type = SymType::Int;
  /// An integer Add or Mul of two operands whose folding would overflow or explode: it stands as written, and
  /// counts as an atom in larger sums.
  bool opaque = false;
  unsigned depth = 1; // of the tree; the parser bounds it, because everything here recurses
  uint64_t size = 1;  // of the tree, saturated
  size_t hash = 0;    // of all that tells it from others
  int64_t integer = 0;
  double real = 0;
  std::string name;
  std::vector<Sym> operands;
};

struct SymBuilder {
  static bool isOpaque(const Sym &s) { return s.node->opaque; }
  static unsigned depth(const Sym &s) { return s.node->depth; }
  static int64_t integer(const Sym &s) { return s.node->integer; }
  static double real(const Sym &s) { return s.node->real; }
  static bool same(const Sym &a, const Sym &b) { return a.node == b.node; }

  /// A node as given: no simplification.
  static Sym raw(SymKind kind, SymType type, std::vector<Sym> operands, bool opaque = false,
                 std::string name = {}) {
    Sym::Node n;
    n.kind = kind;
    n.type = type;
    n.opaque = opaque;
    for (const Sym &operand : operands) {
      n.depth = n.depth > operand.node->depth ? n.depth : operand.node->depth + 1;
      if (__builtin_add_overflow(n.size, operand.node->size, &n.size))
        n.size = UINT64_MAX;
    }
    n.operands = std::move(operands);
    n.name = std::move(name);
    return made(std::move(n));
  }
  static Sym constant(SymType type, int64_t integer, double real) {
    Sym::Node n;
    n.type = type;
    n.integer = integer;
    n.real = real;
    return made(std::move(n));
  }
  /// `s` with other operands, simplified anew.
  static Sym rebuild(const Sym &s, std::vector<Sym> operands) {
    if (s.kind() == SymKind::Call)
      return Sym::call(s.name(), std::move(operands), s.type());
    return Sym::make(s.kind(), std::move(operands), s.type());
  }

private:
  static Sym made(Sym::Node &&n) {
    size_t hash = static_cast<size_t>(n.kind) * 64 + static_cast<size_t>(n.type) * 2 + n.opaque;
    const auto mix = [&](size_t part) { hash = (hash ^ part) * size_t(0x9E3779B97F4A7C15) + (hash >> 29); };
    mix(std::hash<int64_t>()(n.integer));
    mix(std::hash<uint64_t>()(std::bit_cast<uint64_t>(n.real)));
    mix(std::hash<std::string>()(n.name));
    for (const Sym &operand : n.operands)
      mix(operand.hash());
    n.hash = hash;
    return Sym(std::make_shared<const Sym::Node>(std::move(n)));
  }
};

/// Positions in sums and comparisons are ordered by value; -0.0 and 0.0 differ, and there is one NaN.
int compareReals(double a, double b);

/// bool < int < f32 < f64, as C++ converts the operands of + or <.
inline SymType promote(SymType a, SymType b) { return a > b ? a : b; }
inline bool isFloat(SymType t) { return t == SymType::F32 || t == SymType::F64; }

/// Parses one expression that begins at text[pos], leaving pos behind it; where it is wrong, pos is there.
llvm::Expected<Sym> parseSymAt(std::string_view text, size_t &pos, const SymTypeLookup &typeOf);

/// Words that the text form gives a meaning: no symbol may have such a name.
bool isReservedSymWord(std::string_view word);
const char *symTypeName(SymType type);
std::optional<SymType> parseSymType(std::string_view name);

} // namespace fullgraph
