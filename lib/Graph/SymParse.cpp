// Reads what Sym::str prints. C's operators and precedences, but comparisons do not chain:
//
//   ternary    = or [ "?" ternary ":" ternary ]
//   or         = and { "||" and }
//   and        = comparison { "&&" comparison }
//   comparison = sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=") sum ]
//   sum        = product { ("+" | "-") product }
//   product    = unary { ("*" | "/" | "%") unary }           "/" and "%" truncate on integers
//   unary      = "-" unary | "!" unary | primary
//   primary    = number | "true" | "false" | "inf" | "inff" | "nan" | "nanf" | symbol | "(" ternary ")"
//              | ("floordiv" | "floormod" | "min" | "max") "(" ternary { "," ternary } ")"
//              | ("bool" | "int" | "f32" | "f64") "(" ternary ")"
//              | function [ ":" type ] "(" ternary { "," ternary } ")"
//
// A function's type is its operands' unless given.
#include "lib/Graph/SymNode.h"

#include "lib/Graph/Failure.h"

#include <charconv>
#include <limits>

namespace fullgraph {

bool isReservedSymWord(std::string_view word) {
  for (std::string_view reserved : {"true", "false", "inf", "inff", "nan", "nanf", "none"})
    if (word == reserved)
      return true;
  return false;
}

std::optional<SymType> parseSymType(std::string_view name) {
  for (SymType type : {SymType::Bool, SymType::Int, SymType::F32, SymType::F64})
    if (name == symTypeName(type))
      return type;
  return std::nullopt;
}

namespace {

// Everything on Sym recurses over its tree; a text must not be able to exhaust the stack.
constexpr unsigned maxDepth = 256;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWord(char c) { return isWordStart(c) || isDigit(c); }

class Parser {
public:
  Parser(std::string_view text, size_t &pos, const SymTypeLookup &typeOf)
      : text(text), pos(pos), typeOf(typeOf) {}

  llvm::Expected<Sym> parse() {
    const std::optional<Sym> value = ternary();
    if (!value)
      return failure(error);
    return *value;
  }

private:
  std::string_view text;
  size_t &pos;
  const SymTypeLookup &typeOf;
  std::string error; // the first one
  unsigned depth = 0;

  std::optional<Sym> ternary() {
    Nesting nesting(*this);
    if (nesting.tooDeep())
      return std::nullopt;
    auto condition = logical(SymKind::Or);
    if (!condition || !accept("?"))
      return condition;
    auto a = ternary();
    if (!a || !expect(":"))
      return std::nullopt;
    auto b = ternary();
    if (!b)
      return std::nullopt;
    return make(SymKind::Select, {*condition, *a, *b});
  }

  struct Nesting {
    explicit Nesting(Parser &parser) : parser(parser) { ++parser.depth; }
    ~Nesting() { --parser.depth; }
    bool tooDeep() {
      return parser.depth > maxDepth && (parser.fail("expression is nested too deeply"), true);
    }
    Parser &parser;
  };

  std::nullopt_t fail(std::string message) {
    if (error.empty())
      error = std::move(message);
    return std::nullopt;
  }
  void skipSpace() {
    while (pos < text.size() &&
           (text[pos] == ' ' || text[pos] == '\t' || text[pos] == '\n' || text[pos] == '\r'))
      ++pos;
  }
  bool accept(std::string_view token) {
    skipSpace();
    if (text.substr(pos, token.size()) != token)
      return false;
    pos += token.size();
    return true;
  }
  bool expect(std::string_view token) {
    if (accept(token))
      return true;
    fail("expected '" + std::string(token) + "' in an expression");
    return false;
  }
  std::optional<Sym> checked(Sym value) {
    if (SymBuilder::depth(value) > maxDepth)
      return fail("expression is nested too deeply");
    return value;
  }
  std::optional<Sym> make(SymKind kind, std::vector<Sym> operands) {
    return checked(Sym::make(kind, std::move(operands)));
  }

  std::optional<Sym> logical(SymKind kind) {
    const bool isOr = kind == SymKind::Or;
    auto next = [&] { return isOr ? logical(SymKind::And) : comparison(); };
    auto first = next();
    if (!first)
      return std::nullopt;
    std::vector<Sym> operands{*first};
    while (accept(isOr ? "||" : "&&")) {
      auto operand = next();
      if (!operand)
        return std::nullopt;
      operands.push_back(*operand);
    }
    return operands.size() == 1 ? first : make(kind, std::move(operands));
  }

  std::optional<Sym> comparison() {
    auto left = sum();
    if (!left)
      return std::nullopt;
    enum {
      None,
      Eq,
      Ne,
      Le,
      Ge,
      Lt,
      Gt
    } op = accept("==")   ? Eq
           : accept("!=") ? Ne
           : accept("<=") ? Le
           : accept(">=") ? Ge
           : accept("<")  ? Lt
           : accept(">")  ? Gt
                          : None;
    if (op == None)
      return left;
    auto right = sum();
    if (!right)
      return std::nullopt;
    switch (op) {
    case Eq:
      return checked(symEq(*left, *right));
    case Ne:
      return checked(symNe(*left, *right));
    case Le:
      return checked(symLe(*left, *right));
    case Ge:
      return checked(symLe(*right, *left));
    case Lt:
      return checked(symLt(*left, *right));
    default:
      return checked(symLt(*right, *left));
    }
  }

  std::optional<Sym> sum() {
    auto left = product();
    while (left) {
      const bool plus = accept("+");
      if (!plus && !accept("-"))
        break;
      auto right = product();
      if (!right)
        return std::nullopt;
      left = make(plus ? SymKind::Add : SymKind::Sub, {*left, *right});
    }
    return left;
  }

  std::optional<Sym> product() {
    auto left = unary();
    while (left) {
      skipSpace();
      const bool comment = text.substr(pos, 2) == "//"; // of the graph's text
      const char op = accept("*") ? '*' : !comment && accept("/") ? '/' : accept("%") ? '%' : 0;
      if (!op)
        break;
      auto right = unary();
      if (!right)
        return std::nullopt;
      const bool isInt = !isFloat(left->type()) && !isFloat(right->type());
      if (op == '%' && !isInt)
        return fail("'%' needs integers");
      left = make(op == '*'   ? SymKind::Mul
                  : op == '%' ? SymKind::TruncMod
                  : isInt     ? SymKind::TruncDiv
                              : SymKind::Div,
                  {*left, *right});
    }
    return left;
  }

  std::optional<Sym> unary() {
    Nesting nesting(*this);
    if (nesting.tooDeep())
      return std::nullopt;
    skipSpace();
    if (text.substr(pos, 2) != "!=" && accept("!")) {
      auto operand = unary();
      return operand ? make(SymKind::Not, {*operand}) : std::nullopt;
    }
    if (accept("-")) {
      skipSpace();
      if (pos < text.size() && (isDigit(text[pos]) || text[pos] == '.'))
        return number(/*negative=*/true); // -9223372036854775808 is no negated int64_t
      auto operand = unary();
      return operand ? checked(-*operand) : std::nullopt;
    }
    return primary();
  }

  std::optional<Sym> number(bool negative) {
    const size_t begin = pos;
    bool real = false;
    auto digits = [&] {
      while (pos < text.size() && isDigit(text[pos]))
        ++pos;
    };
    digits();
    if (pos < text.size() && text[pos] == '.') {
      real = true;
      ++pos;
      digits();
    }
    if (pos < text.size() && (text[pos] == 'e' || text[pos] == 'E')) {
      real = true;
      ++pos;
      if (pos < text.size() && (text[pos] == '+' || text[pos] == '-'))
        ++pos;
      digits();
    }
    const std::string literal = (negative ? "-" : "") + std::string(text.substr(begin, pos - begin));
    const char *first = literal.data(), *last = first + literal.size();
    const bool isFloat32 = pos < text.size() && text[pos] == 'f';
    pos += isFloat32;
    bool read = false;
    Sym value;
    if (isFloat32) {
      float f = 0;
      auto [end, status] = std::from_chars(first, last, f);
      read = status == std::errc() && end == last;
      value = Sym::real(f, SymType::F32);
    } else if (real) {
      double d = 0;
      auto [end, status] = std::from_chars(first, last, d);
      read = status == std::errc() && end == last;
      value = Sym::real(d, SymType::F64);
    } else {
      int64_t i = 0;
      auto [end, status] = std::from_chars(first, last, i);
      read = status == std::errc() && end == last;
      value = Sym(i);
    }
    if (!read || (pos < text.size() && isWord(text[pos]))) {
      pos = begin;
      return fail("malformed number, or one that no 64-bit type holds");
    }
    return value;
  }

  std::string_view word() {
    const size_t begin = pos;
    while (pos < text.size() && isWord(text[pos]))
      ++pos;
    return text.substr(begin, pos - begin);
  }

  std::optional<Sym> primary() {
    skipSpace();
    if (accept("(")) {
      auto inner = ternary();
      if (!inner || !expect(")"))
        return std::nullopt;
      return inner;
    }
    if (pos < text.size() && (isDigit(text[pos]) || text[pos] == '.'))
      return number(false);
    if (pos >= text.size() || !isWordStart(text[pos]))
      return fail("expected an expression");
    const size_t begin = pos;
    const std::string_view name = word();
    if (name == "true" || name == "false")
      return Sym::boolean(name == "true");
    if (name == "inf" || name == "inff")
      return Sym::real(std::numeric_limits<double>::infinity(), name == "inf" ? SymType::F64 : SymType::F32);
    if (name == "nan" || name == "nanf")
      return Sym::real(std::numeric_limits<double>::quiet_NaN(), name == "nan" ? SymType::F64 : SymType::F32);
    // "b ? exp : x" has a symbol before its colon, "exp:f32(x)" a function.
    const size_t afterName = pos;
    std::optional<SymType> type;
    if (pos < text.size() && text[pos] == ':') {
      ++pos;
      type = parseSymType(word());
      if (!type || pos >= text.size() || text[pos] != '(' || !callArity(name)) {
        type.reset();
        pos = afterName;
      }
    }
    if (pos < text.size() && text[pos] == '(')
      return function(name, begin, type);
    if (auto symbolType = typeOf(std::string(name)))
      return Sym::symbol(std::string(name), *symbolType);
    pos = begin;
    return fail("unknown symbol '" + std::string(name) + "'");
  }

  std::optional<Sym> function(std::string_view name, size_t begin, std::optional<SymType> type) {
    std::vector<Sym> operands;
    ++pos; // (
    do {
      auto operand = ternary();
      if (!operand)
        return std::nullopt;
      operands.push_back(*operand);
    } while (accept(","));
    if (!expect(")"))
      return std::nullopt;
    const size_t end = pos;
    pos = begin; // where an error is reported
    SymType natural = SymType::Int;
    for (const Sym &operand : operands)
      natural = promote(natural, operand.type());

    std::optional<Sym> result;
    if (auto to = parseSymType(name)) {
      if (operands.size() != 1)
        return wrongArity(name, 1);
      result = checked(Sym::cast(operands[0], *to));
    } else if (name == "floordiv" || name == "floormod") {
      if (operands.size() != 2)
        return wrongArity(name, 2);
      if (natural != SymType::Int)
        return fail("'" + std::string(name) + "' needs integers");
      result = make(name == "floordiv" ? SymKind::FloorDiv : SymKind::FloorMod, std::move(operands));
    } else if (name == "min" || name == "max") {
      if (operands.size() < 2)
        return wrongArity(name, 2);
      result = make(name == "min" ? SymKind::Min : SymKind::Max, std::move(operands));
    } else if (auto arity = callArity(name)) {
      if (operands.size() != *arity)
        return wrongArity(name, *arity);
      result = checked(Sym::call(std::string(name), std::move(operands), type.value_or(natural)));
    } else {
      return fail("unknown function '" + std::string(name) + "'");
    }
    if (result)
      pos = end;
    return result;
  }
  std::nullopt_t wrongArity(std::string_view name, unsigned arity) {
    return fail("'" + std::string(name) + "' takes " + std::to_string(arity) + " operand" +
                (arity == 1 ? "" : "s"));
  }
};

} // namespace

llvm::Expected<Sym> parseSymAt(std::string_view text, size_t &pos, const SymTypeLookup &typeOf) {
  return Parser(text, pos, typeOf).parse();
}

llvm::Expected<Sym> parseSym(std::string_view text, const SymTypeLookup &typeOf) {
  size_t pos = 0;
  const auto failed = [&](const std::string &what) {
    return failure("at " + std::to_string(pos + 1) + ": " + what);
  };
  llvm::Expected<Sym> value = parseSymAt(text, pos, typeOf);
  if (!value)
    return failed(llvm::toString(value.takeError()));
  while (pos < text.size() &&
         (text[pos] == ' ' || text[pos] == '\t' || text[pos] == '\n' || text[pos] == '\r'))
    ++pos;
  if (pos != text.size())
    return failed("unexpected text after the expression");
  return value;
}

} // namespace fullgraph
