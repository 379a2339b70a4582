// Sym::str and Sym::cxx: one printer, two dialects.
#include "lib/Graph/Poly.h"
#include "lib/Graph/SymNode.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace fullgraph {

const char *symTypeName(SymType type) {
  switch (type) {
  case SymType::Bool:
    return "bool";
  case SymType::Int:
    return "int";
  case SymType::F32:
    return "f32";
  case SymType::F64:
    return "f64";
  }
  return "";
}

namespace {

enum Precedence { Ternary, LogicalOr, LogicalAnd, Comparison, Additive, Multiplicative, Unary, Primary };

class Printer {
public:
  using NameOf = std::function<std::string(const std::string &)>;
  Printer(const NameOf *nameOf, bool isCxx) : nameOf(nameOf), isCxx(isCxx) {}

  /// `s` in parentheses unless it binds at least as strongly as `needed`.
  std::string print(const Sym &s, Precedence needed) {
    auto [text, precedence] = expression(s);
    return precedence < needed ? "(" + text + ")" : text;
  }

private:
  using Text = std::pair<std::string, Precedence>;
  const NameOf *nameOf; // null: symbols have their own names
  const bool isCxx;

  Text expression(const Sym &s) {
    const std::vector<Sym> &ops = s.operands();
    switch (s.kind()) {
    case SymKind::Const:
      return constant(s);
    case SymKind::Symbol:
      return {nameOf ? (*nameOf)(s.name()) : s.name(), Primary};
    case SymKind::Add:
      return s.type() == SymType::Int && !SymBuilder::isOpaque(s) ? sum(s) : binary(s, " + ", Additive);
    case SymKind::Sub:
      return binary(s, " - ", Additive);
    case SymKind::Mul:
      return s.type() == SymType::Int && !SymBuilder::isOpaque(s)
                 ? term(s)
                 : binary(s, isCxx ? " * " : "*", Multiplicative);
    case SymKind::Div:
    case SymKind::TruncDiv:
      return binary(s, " / ", Multiplicative);
    case SymKind::TruncMod:
      return binary(s, " % ", Multiplicative);
    case SymKind::FloorDiv:
      return function(isCxx ? "::fg::rt::floor_div" : "floordiv", ops);
    case SymKind::FloorMod:
      return function(isCxx ? "::fg::rt::floor_mod" : "floormod", ops);
    case SymKind::Min:
      return minMax(s, "min");
    case SymKind::Max:
      return minMax(s, "max");
    case SymKind::Eq:
      return {print(ops[0], Additive) + " == " + print(ops[1], Additive), Comparison};
    case SymKind::Lt:
      return {print(ops[0], Additive) + " < " + print(ops[1], Additive), Comparison};
    case SymKind::Le:
      return lessEqual(ops[0], ops[1]);
    case SymKind::Not:
      return negation(ops[0]);
    case SymKind::And:
      return {join(ops, " && ", Comparison), LogicalAnd};
    case SymKind::Or: // the parentheses of (a && b) || c silence -Wparentheses
      return {join(ops, " || ", Comparison), LogicalOr};
    case SymKind::Select:
      return {print(ops[0], LogicalOr) + " ? " + sized(ops[1], LogicalOr) + " : " + sized(ops[2], LogicalOr),
              Ternary};
    case SymKind::Cast:
      return {castName(s.type()) + "(" + print(ops[0], Ternary) + ")", Primary};
    case SymKind::Call:
      return call(s);
    }
    return {"", Primary};
  }

  std::string castName(SymType type) const {
    if (!isCxx)
      return symTypeName(type);
    switch (type) {
    case SymType::Bool:
      return "static_cast<bool>";
    case SymType::Int:
      return "static_cast<int64_t>";
    case SymType::F32:
      return "static_cast<float>";
    case SymType::F64:
      return "static_cast<double>";
    }
    return "";
  }

  Text constant(const Sym &s) {
    if (s.type() == SymType::Bool)
      return {*s.asBool() ? "true" : "false", Primary};
    if (s.type() == SymType::Int)
      return integer(*s.asInt());
    const double value = SymBuilder::real(s);
    const bool isFloat32 = s.type() == SymType::F32;
    const char *suffix = isFloat32 ? "f" : "";
    if (std::isnan(value))
      return {isCxx ? std::string("__builtin_nan") + suffix + "(\"\")" : std::string("nan") + suffix,
              Primary};
    if (std::isinf(value)) {
      std::string text = isCxx ? std::string("__builtin_inf") + suffix + "()" : std::string("inf") + suffix;
      return value < 0 ? Text{"-" + text, Unary} : Text{text, Primary};
    }
    char buffer[64]; // the shortest digits that read back as the same number
    auto end = isFloat32 ? std::to_chars(buffer, buffer + sizeof buffer, float(value)).ptr
                         : std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    std::string text(buffer, end);
    if (text.find_first_of(".e") == std::string::npos)
      text += ".0";
    return {text + suffix, std::signbit(value) ? Unary : Primary};
  }

  Text integer(int64_t value) const {
    if (isCxx && value == std::numeric_limits<int64_t>::min())
      return {"-9223372036854775807LL - 1", Additive}; // 9223372036854775808 is no int64_t to negate
    std::string text = std::to_string(value);
    if (isCxx &&
        (value > std::numeric_limits<int32_t>::max() || value < -std::numeric_limits<int32_t>::max()))
      text += "LL";
    return {text, value < 0 ? Unary : Primary};
  }

  /// An integer operand where C++ would compute in int if it is a literal.
  std::string sized(const Sym &s, Precedence needed) {
    if (isCxx && s.isConst() && s.type() == SymType::Int)
      return "int64_t(" + integer(*s.asInt()).first + ")";
    return print(s, needed);
  }

  std::string join(const std::vector<Sym> &operands, const char *separator, Precedence needed) {
    std::string text;
    for (const Sym &operand : operands)
      text += (text.empty() ? "" : separator) + print(operand, needed);
    return text;
  }
  Text function(const std::string &name, const std::vector<Sym> &operands) {
    return {name + "(" + join(operands, ", ", Ternary) + ")", Primary};
  }

  /// As written: operators are left-associative.
  Text binary(const Sym &s, const char *op, Precedence precedence) {
    const std::vector<Sym> &ops = s.operands();
    // The left operand of an opaque pair must not be read as one sum with it.
    const bool strict = SymBuilder::isOpaque(s);
    const auto tighter = Precedence(precedence + 1);
    return {(strict ? sized(ops[0], tighter) : print(ops[0], precedence)) + op + print(ops[1], tighter),
            precedence};
  }

  /// coefficient * atom * …, with the sign left out if `magnitude`.
  Text product(const std::vector<Sym> &factors, bool magnitude) {
    std::string text;
    bool negative = false;
    size_t first = 0;
    if (auto coefficient = factors[0].asInt()) {
      first = 1;
      negative = *coefficient < 0 && !magnitude;
      if (*coefficient == std::numeric_limits<int64_t>::min())
        text = isCxx ? "(" + integer(*coefficient).first + ")" : integer(*coefficient).first;
      else if (*coefficient == -1)
        text = negative ? "-" : "";
      else
        text = integer(magnitude ? std::abs(*coefficient) : *coefficient).first;
    }
    const char *star = isCxx ? " * " : "*";
    for (size_t i = first; i < factors.size(); ++i)
      text += (text.empty() || text == "-" ? "" : star) + print(factors[i], Primary);
    return {text, negative && factors.size() == 2 && *factors[0].asInt() == -1 ? Unary : Multiplicative};
  }
  Text term(const Sym &s) { return product(s.operands(), false); }

  Text sum(const Sym &s) {
    std::string text;
    for (const Sym &operand : s.operands()) {
      const bool plainProduct = operand.kind() == SymKind::Mul && !SymBuilder::isOpaque(operand);
      const std::optional<int64_t> coefficient =
          plainProduct ? operand.operands()[0].asInt() : operand.asInt();
      const bool subtract =
          coefficient && *coefficient < 0 && *coefficient != std::numeric_limits<int64_t>::min();
      if (text.empty())
        text = print(operand, Multiplicative);
      else if (!subtract)
        text += " + " + print(operand, Multiplicative);
      else
        text +=
            " - " + (plainProduct ? product(operand.operands(), true).first : integer(-*coefficient).first);
    }
    return {text, Additive};
  }

  Text minMax(const Sym &s, const std::string &name) {
    const std::vector<Sym> &ops = s.operands();
    if (!isCxx)
      return function(name, ops);
    const std::string type = s.type() == SymType::Int   ? "int64_t"
                             : s.type() == SymType::F32 ? "float"
                                                        : "double";
    std::string text = print(ops.back(), Ternary);
    for (size_t i = ops.size() - 1; i-- > 0;)
      text = "::std::" + name + "<" + type + ">(" + print(ops[i], Ternary) + ", " + text + ")";
    return {text, Primary};
  }

  /// N + 1 <= M reads better as N < M, and 1 <= N as N >= 1.
  Text lessEqual(const Sym &a, const Sym &b) {
    if (a.isConst() && !b.isConst())
      return {print(b, Additive) + " >= " + print(a, Additive), Comparison};
    if (a.type() == SymType::Int && a.kind() == SymKind::Add && !SymBuilder::isOpaque(a) &&
        a.operands().back().isConst(1)) {
      Poly left = Poly::of(a);
      left.terms.pop_back();
      return {print(left.sym(), Additive) + " < " + print(b, Additive), Comparison};
    }
    return {print(a, Additive) + " <= " + print(b, Additive), Comparison};
  }
  Text negation(const Sym &s) {
    if (s.kind() == SymKind::Eq)
      return {print(s.operands()[0], Additive) + " != " + print(s.operands()[1], Additive), Comparison};
    return {"!" + print(s, Unary), Unary};
  }

  Text call(const Sym &s) {
    const std::vector<Sym> &ops = s.operands();
    if (!isCxx) {
      // The type is that of the operands unless it says otherwise.
      SymType natural = SymType::Int;
      for (const Sym &operand : ops)
        natural = promote(natural, operand.type());
      return function(s.type() == natural ? s.name() : s.name() + ":" + symTypeName(s.type()), ops);
    }
    struct Operator {
      const char *name, *text;
    };
    static constexpr Operator operators[] = {
        {"bitand", " & "}, {"bitor", " | "}, {"bitxor", " ^ "}, {"shl", " << "}, {"shr", " >> "}};
    for (const Operator &op : operators)
      if (s.name() == op.name && ops.size() == 2)
        return {sized(ops[0], Primary) + op.text + sized(ops[1], Primary), Ternary};
    if (s.name() == "bitnot")
      return {"~" + sized(ops[0], Primary), Unary};
    std::string arguments;
    bool sameType = true;
    for (const Sym &operand : ops) {
      arguments += (arguments.empty() ? "" : ", ") + sized(operand, Ternary);
      sameType &= operand.type() == s.type();
    }
    std::string text = "::std::" + s.name() + "(" + arguments + ")";
    // std::sqrt of an integer is a double, std::lround a long, std::abs(int64_t) a long: say what it is.
    if (!sameType || s.type() == SymType::Int)
      text = castName(s.type()) + "(" + text + ")";
    return {text, Primary};
  }
};

} // namespace

std::string Sym::str() const { return Printer(nullptr, false).print(*this, Ternary); }
std::string Sym::str(const std::function<std::string(const std::string &)> &nameOf) const {
  return Printer(&nameOf, false).print(*this, Ternary);
}
std::string Sym::cxx(const std::function<std::string(const std::string &)> &nameOf) const {
  return Printer(&nameOf, true).print(*this, Ternary);
}

} // namespace fullgraph
