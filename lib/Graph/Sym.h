// Symbolic scalars: sizes, strides, and every number or condition of the surrounding C++ program that a
// graph, a guard or a branch depends on.
//
// A Sym is an immutable value. Integer expressions are kept in a canonical form (sums of products, constants
// folded, like terms collected, operands sorted), so that two sizes are provably equal exactly when their
// Syms compare equal. Integers are exact 64-bit; floating point is never reassociated, because C++
// computes it in the order written.
#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

enum class SymType : uint8_t { Bool, Int, F32, F64 };

enum class SymKind : uint8_t {
  Const,
  Symbol,
  Add,      // Int: n-ary canonical; float: binary as written
  Mul,      // likewise
  Sub,      // float only (integers use Add and Mul by -1)
  Div,      // float only (of integers, make gives TruncDiv)
  FloorDiv, // Int; the divisor is not 0
  FloorMod,
  TruncDiv, // C++'s / and % on integers
  TruncMod,
  Min,
  Max,
  Eq, // of two Ints, floats or Bools
  Lt,
  Le,
  Not,
  And,
  Or,
  Select, // condition ? a : b
  Cast,   // to type()
  Call,   // a <cmath> or bit function by name(): "sqrt", "exp", "pow", "bitand", "shl", ...
};

class Sym {
public:
  /// The integer 0: a Sym always has a value.
  Sym();
  Sym(int64_t value); // NOLINT: sizes are written as literals everywhere

  static Sym integer(int64_t value) { return Sym(value); }
  static Sym boolean(bool value);
  static Sym real(double value, SymType type = SymType::F64);
  static Sym symbol(std::string name, SymType type = SymType::Int);
  /// Builds and simplifies `kind` over `operands`; `type` matters for Cast and Call only.
  static Sym make(SymKind kind, std::vector<Sym> operands, SymType type = SymType::Int);
  static Sym call(std::string name, std::vector<Sym> operands, SymType type);
  static Sym cast(const Sym &value, SymType to);

  SymKind kind() const;
  SymType type() const;
  const std::vector<Sym> &operands() const;
  /// Symbol's or Call's name.
  const std::string &name() const;

  bool isConst() const { return kind() == SymKind::Const; }
  /// The value of an Int or Bool constant.
  std::optional<int64_t> asInt() const;
  std::optional<bool> asBool() const;
  /// The value of a constant of any type.
  std::optional<double> asDouble() const;
  bool isConst(int64_t value) const { return asInt() == value; }

  /// Structural equality of canonical forms: equal Syms have equal values; unequal ones may still.
  friend bool operator==(const Sym &a, const Sym &b) {
    return a.node == b.node || (a.hash() == b.hash() && compare(a, b) == 0);
  }
  /// Equal Syms have equal ones; not stable from one process to another.
  size_t hash() const;
  /// A total order, stable from run to run (never by address: the generated code depends on it).
  static int compare(const Sym &a, const Sym &b);
  friend bool operator<(const Sym &a, const Sym &b) { return compare(a, b) < 0; }

  friend Sym operator+(const Sym &a, const Sym &b);
  friend Sym operator-(const Sym &a, const Sym &b);
  friend Sym operator*(const Sym &a, const Sym &b);
  friend Sym operator-(const Sym &a);

  /// Replaces symbols for which `f` answers.
  Sym substitute(const std::function<std::optional<Sym>(const std::string &)> &f) const;
  /// Visits each distinct symbol's name once, in order of first appearance.
  void forEachSymbol(const std::function<void(const std::string &, SymType)> &f) const;
  bool dependsOn(std::string_view symbol) const;
  /// How many operations and leaves the expression has when it is written out (saturates). Everything here
  /// takes time in proportion to it: a loop of `s = s * s` doubles it each turn, so stop at some thousands.
  uint64_t size() const;

  /// Infix text that `parseSym` reads back: "2*N + 1", "floordiv(N, 2)", "N == 4 && !b".
  std::string str() const;
  /// The same with `nameOf(symbol)` for each symbol.
  std::string str(const std::function<std::string(const std::string &)> &nameOf) const;
  /// A C++ expression over `nameOf(symbol)`; integers are int64_t. Library names are qualified from the
  /// global namespace, for a user's own nested `fg` or `std`. Needs <algorithm>, <cmath>,
  /// fullgraph/dispatch.h.
  std::string cxx(const std::function<std::string(const std::string &)> &nameOf) const;

private:
  struct Node;
  explicit Sym(std::shared_ptr<const Node> node) : node(std::move(node)) {}
  std::shared_ptr<const Node> node;
  friend struct SymBuilder;
};

struct SymHash {
  size_t operator()(const Sym &value) const { return value.hash(); }
};

Sym floorDiv(const Sym &a, const Sym &b);
Sym floorMod(const Sym &a, const Sym &b);
Sym ceilDiv(const Sym &a, const Sym &b);
Sym symMin(const Sym &a, const Sym &b);
Sym symMax(const Sym &a, const Sym &b);
Sym symEq(const Sym &a, const Sym &b);
Sym symNe(const Sym &a, const Sym &b);
Sym symLt(const Sym &a, const Sym &b);
Sym symLe(const Sym &a, const Sym &b);
Sym symNot(const Sym &a);
Sym symAnd(const Sym &a, const Sym &b);
Sym symOr(const Sym &a, const Sym &b);
Sym product(const std::vector<Sym> &factors);

/// The number of operands of a function that Call may name; nullopt for a name that is not one. `int`,
/// `bool`, `f32`, `f64`, `min`, `max`, `floordiv` and `floormod` have kinds of their own.
std::optional<unsigned> callArity(std::string_view name);

using SymTypeLookup = std::function<std::optional<SymType>(const std::string &)>;
/// Reads what `str` prints. Symbols must be known to `typeOf`. The error says what and where.
llvm::Expected<Sym> parseSym(std::string_view text, const SymTypeLookup &typeOf);

} // namespace fullgraph
