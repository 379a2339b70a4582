#include "lib/Frontend/ShapeSpec.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fullgraph {

namespace {

constexpr size_t maxRank = 8; // of fg::Tensor

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// What a user of another library might write for one of our dtypes.
const char *dtypeAlias(std::string_view name) {
  static constexpr std::pair<std::string_view, const char *> aliases[] = {
      {"float", "f32"},    {"float32", "f32"}, {"fp32", "f32"},    {"double", "f64"},  {"float64", "f64"},
      {"fp64", "f64"},     {"half", "f16"},    {"float16", "f16"}, {"fp16", "f16"},    {"bfloat16", "bf16"},
      {"long", "i64"},     {"int64", "i64"},   {"int", "i32"},     {"int32", "i32"},   {"short", "i16"},
      {"int16", "i16"},    {"char", "i8"},     {"int8", "i8"},     {"uint8", "u8"},    {"byte", "u8"},
      {"boolean", "bool"}, {"b8", "bool"},     {"int64_t", "i64"}, {"int32_t", "i32"}, {"uint8_t", "u8"}};
  for (const auto &[alias, dtype] : aliases)
    if (alias == name)
      return dtype;
  return nullptr;
}

/// The known dtype that differs from `name` in the fewest places; null when none is near.
const char *nearestDtype(std::string_view name) {
  const char *best = nullptr;
  size_t bestDistance = 2;
  for (const fg::ScalarType t : fg::allScalarTypes) {
    const std::string_view known = fg::shortName(t);
    // Levenshtein distance, one row at a time; the names have at most four letters.
    if (name.size() > known.size() + 1)
      continue;
    std::vector<size_t> row(known.size() + 1);
    for (size_t j = 0; j <= known.size(); ++j)
      row[j] = j;
    for (size_t i = 1; i <= name.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= known.size(); ++j) {
        const size_t substituted = diagonal + (name[i - 1] != known[j - 1]);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
      }
    }
    if (row.back() < bestDistance) {
      bestDistance = row.back();
      best = fg::shortName(t);
    }
  }
  return best;
}

std::string dtypeList() {
  std::string list;
  for (const char *name :
       {"f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "u8", "bool", "c64", "c128"})
    list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

constexpr char channelsLast[] = "channels_last", channelsLast3d[] = "channels_last_3d",
               columnMajor[] = "column_major";

/// The order of the dims of a layout that has a name; empty where there is none for so many dims.
std::vector<unsigned> namedOrder(std::string_view name, size_t rank) {
  std::vector<unsigned> order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (name == columnMajor)
    std::reverse(order.begin(), order.end());
  else if (rank == (name == channelsLast ? 4u : 5u))
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  else
    order.clear();
  return order;
}

class Parser {
public:
  Parser(std::string_view text, std::optional<ShapeSpecError> &error) : text(text), error(error) {}

  std::vector<ShapeSpec> run() {
    std::vector<ShapeSpec> specs;
    skipSpace();
    if (atEnd()) {
      fail(0, text.size(), "empty shape; write a dtype and sizes, as in \"f32[N, 784]\"");
      return {};
    }
    do {
      ShapeSpec spec;
      if (!parseAlternative(spec))
        return {};
      specs.push_back(std::move(spec));
    } while (accept('|'));
    if (!atEnd()) {
      failHere(peek() == ',' ? "expected '|' between alternatives or the end, found ','"
                             : "expected '|' and another alternative, or the end, found " + found());
      return {};
    }
    return specs;
  }

private:
  std::string_view text;
  std::optional<ShapeSpecError> &error;
  size_t at = 0;

  bool atEnd() const { return at == text.size(); }
  char peek() const { return atEnd() ? '\0' : text[at]; }
  void skipSpace() {
    while (!atEnd() && isSpace(text[at]))
      ++at;
  }
  /// Every token eats the space behind it, so that errors point at what comes next.
  bool accept(char c) {
    if (atEnd() || text[at] != c)
      return false;
    ++at;
    skipSpace();
    return true;
  }
  bool fail(size_t offset, size_t length, std::string message) {
    if (!error)
      error = ShapeSpecError{offset, std::max<size_t>(length, 1), std::move(message)};
    return false;
  }
  bool failHere(std::string message) { return fail(at, 1, std::move(message)); }

  /// The next token as a message names it.
  std::string found() const {
    if (atEnd())
      return "the end";
    size_t end = at;
    if (isLetter(text[at]))
      while (end < text.size() && (isLetter(text[end]) || isDigit(text[end])))
        ++end;
    else if (isDigit(text[at]))
      while (end < text.size() && isDigit(text[end]))
        ++end;
    else
      ++end;
    const std::string_view token = text.substr(at, std::min<size_t>(end - at, 32));
    if (token[0] < ' ' || token[0] > '~') {
      constexpr char digits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(token[0]);
      return std::string("byte 0x") + digits[byte >> 4] + digits[byte & 15];
    }
    return "'" + std::string(token) + "'";
  }

  std::string_view word() {
    const size_t begin = at;
    while (!atEnd() && (isLetter(text[at]) || isDigit(text[at])))
      ++at;
    const std::string_view name = text.substr(begin, at - begin);
    skipSpace();
    return name;
  }

  bool parseAlternative(ShapeSpec &spec) {
    const size_t begin = at;
    if (!isLetter(peek()))
      return failHere("expected a dtype, found " + found() + "; dtypes are " + dtypeList());
    const std::string name(word());
    for (const fg::ScalarType t : fg::allScalarTypes)
      if (name == fg::shortName(t))
        spec.dtype = t;
    if (spec.dtype == fg::ScalarType::Undefined) {
      const char *meant = dtypeAlias(name);
      if (!meant)
        meant = nearestDtype(name);
      return fail(begin, name.size(),
                  "unknown dtype '" + name.substr(0, 32) + "'" +
                      (meant ? "; did you mean '" + std::string(meant) + "'?" : std::string(";")) +
                      " dtypes are " + dtypeList());
    }
    if (!accept('['))
      return failHere("expected '[' and the sizes after '" + name + "', found " + found() +
                      "; a tensor without dims is '" + name + "[]'");
    const size_t firstDim = at;
    if (!accept(']')) {
      do {
        if (spec.dims.size() == maxRank)
          return failHere("more than " + std::to_string(maxRank) + " dims; a tensor has at most " +
                          std::to_string(maxRank));
        ShapeDim dim;
        if (!parseDim(dim))
          return false;
        spec.dims.push_back(std::move(dim));
      } while (accept(','));
      if (!accept(']'))
        return failAfterDim();
      if (countOverflows(spec))
        return fail(firstDim, at - firstDim - 1,
                    "a tensor of these sizes has more elements than 64 bits can count");
    }
    return parseLayout(spec) && parseDevice(spec);
  }

  bool parseLayout(ShapeSpec &spec) {
    if (!accept('{'))
      return true;
    if (spec.dims.empty())
      return failHere("a tensor without dims has no layout");
    const size_t begin = at;
    if (isLetter(peek())) {
      const std::string name(word());
      if (name == channelsLast || name == channelsLast3d || name == columnMajor) {
        spec.order = namedOrder(name, spec.dims.size());
        if (spec.order.empty())
          return fail(begin, name.size(),
                      "'" + name + "' is a layout of " + (name == channelsLast ? "4" : "5") +
                          " dims, and this tensor has " + std::to_string(spec.dims.size()));
        dropContiguous(spec);
        return closeLayout();
      }
      at = begin;
    }
    if (isDigit(peek())) {
      int64_t first = 0;
      if (!parseInteger(first))
        return false;
      const bool isOrder = peek() == '>';
      at = begin;
      if (isOrder)
        return parseOrder(spec);
    }
    do {
      ShapeStride stride;
      if (!parseStride(spec, stride))
        return false;
      spec.strides.push_back(std::move(stride));
    } while (accept(','));
    const size_t end = at;
    if (spec.strides.size() != spec.dims.size())
      return fail(begin, end - begin,
                  std::to_string(spec.strides.size()) + " strides for " + std::to_string(spec.dims.size()) +
                      " dims");
    return closeLayout();
  }
  bool closeLayout() {
    return accept('}') ||
           failHere("expected '}' behind the layout, found " + found() +
                    "; layouts are channels_last, column_major, the dims from the outermost one "
                    "(0>2>1), or a stride for each dim ({N, 1})");
  }
  static void dropContiguous(ShapeSpec &spec) {
    if (std::is_sorted(spec.order.begin(), spec.order.end()))
      spec.order.clear();
  }

  bool parseOrder(ShapeSpec &spec) {
    const size_t begin = at;
    do {
      const size_t where = at;
      int64_t dim = 0;
      if (!parseInteger(dim))
        return false;
      if (dim >= static_cast<int64_t>(spec.dims.size()) ||
          std::find(spec.order.begin(), spec.order.end(), dim) != spec.order.end())
        return fail(where, at - where,
                    "the dims are 0 to " + std::to_string(spec.dims.size() - 1) + ", each of them once");
      spec.order.push_back(static_cast<unsigned>(dim));
    } while (accept('>'));
    if (spec.order.size() != spec.dims.size())
      return fail(begin, at - begin,
                  std::to_string(spec.order.size()) + " of " + std::to_string(spec.dims.size()) +
                      " dims are in the order");
    dropContiguous(spec);
    return closeLayout();
  }

  bool parseStride(const ShapeSpec &spec, ShapeStride &stride) {
    if (accept('?')) {
      stride.any = true;
      return true;
    }
    if (isDigit(peek())) {
      if (!parseInteger(stride.factor))
        return false;
      if (!accept('*'))
        return true;
    }
    do {
      const size_t begin = at;
      if (!isLetter(peek()))
        return failHere("expected a stride, found " + found() +
                        "; a stride is an integer, '?', or a product of sizes of this tensor (3*N)");
      const std::string name(word());
      const auto dim = std::find_if(spec.dims.begin(), spec.dims.end(), [&](const ShapeDim &one) {
        return one.kind == ShapeDim::Named && one.name == name && one.factor == 1;
      });
      if (dim == spec.dims.end())
        return fail(begin, name.size(), "no size of this tensor is '" + name.substr(0, 32) + "'");
      stride.dims.push_back(static_cast<unsigned>(dim - spec.dims.begin()));
    } while (accept('*'));
    return true;
  }

  /// A size is at least its lower bound; one that may be 0 leaves room for all others.
  static bool countOverflows(const ShapeSpec &spec) {
    int64_t count = 1;
    bool overflows = false, mayBeEmpty = false;
    for (const ShapeDim &dim : spec.dims) {
      const int64_t least = dim.kind == ShapeDim::Literal ? dim.value : dim.lower.value_or(0);
      mayBeEmpty |= least == 0;
      overflows |= least > 0 && count > std::numeric_limits<int64_t>::max() / least;
      count = overflows || least == 0 ? 1 : count * least;
    }
    return overflows && !mayBeEmpty;
  }

  bool parseDevice(ShapeSpec &spec) {
    if (!accept('@'))
      return true;
    const size_t begin = at;
    const std::string device(word());
    if (device == "cuda" || device == "cpu") {
      spec.cuda = device == "cuda";
      return true;
    }
    if (device.empty())
      return failHere("expected a device after '@', found " + found() + "; devices are cpu, cuda");
    return fail(begin, device.size(), "unknown device '" + device.substr(0, 32) + "'; devices are cpu, cuda");
  }

  bool failAfterDim() {
    switch (peek()) {
    case '*':
      return failHere("the factor stands in front: write 8*K, not K*8");
    case '<':
      return failHere("bounds are inclusive: write '<='");
    case '>':
      return failHere("write bounds with '<=': 1<=N<=1024");
    case '=':
      return failHere("a size is written alone: 4, not N=4");
    case ':':
      return failHere("a range is written with '<=': 1<=N<=1024");
    case '+':
    case '-':
    case '/':
      return failHere(
          "a size is an integer, a name, '?', or a name with a factor (8*K) or bounds (1<=N<=1024)");
    default:
      return failHere("expected ',' or ']' after a size, found " + found());
    }
  }

  /// A size or bound: not negative, and small enough for int64_t.
  bool parseInteger(int64_t &value) {
    if (peek() == '-')
      return failHere("sizes and bounds are not negative");
    const size_t begin = at;
    value = 0;
    for (; !atEnd() && isDigit(text[at]); ++at) {
      const int digit = text[at] - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10) {
        while (!atEnd() && isDigit(text[at]))
          ++at;
        return fail(begin, at - begin, "the number does not fit into 64 bits");
      }
      value = value * 10 + digit;
    }
    if (at == begin)
      return failHere("expected a number, found " + found());
    if (!atEnd() && isLetter(text[at]))
      return fail(begin, at - begin + 1, "a name begins with a letter; a factor is written with '*': 8*K");
    skipSpace();
    return true;
  }

  bool acceptLessEqual() {
    if (peek() != '<' || at + 1 == text.size() || text[at + 1] != '=')
      return false;
    at += 2;
    skipSpace();
    return true;
  }

  bool parseDim(ShapeDim &dim) {
    if (accept('?')) {
      dim.kind = ShapeDim::Unnamed;
      return true;
    }
    if (peek() == '-')
      return failHere("sizes are not negative; a size that may be anything is '?'");
    if (!isLetter(peek()) && !isDigit(peek()))
      return failHere(
          "expected a size, found " + found() +
          "; a size is an integer, a name, '?', or a name with a factor (8*K) or bounds (1<=N<=1024)");
    const size_t begin = at;
    int64_t number = 0;
    if (isDigit(peek())) {
      if (!parseInteger(number))
        return false;
      if (acceptLessEqual()) {
        dim.lower = number;
        if (isDigit(peek())) {
          const size_t factorAt = at;
          if (!parseInteger(number))
            return false;
          if (!accept('*'))
            return fail(factorAt, 1, "a bound belongs to a name: 1<=N<=1024");
          if (!parseFactor(number, factorAt, dim))
            return false;
        }
      } else if (accept('*')) {
        if (!parseFactor(number, begin, dim))
          return false;
      } else {
        dim.kind = ShapeDim::Literal;
        dim.value = number;
        return true;
      }
    }
    if (!isLetter(peek()))
      return failHere("expected the name of a size, found " + found());
    dim.kind = ShapeDim::Named;
    dim.name = word();
    if (acceptLessEqual()) {
      int64_t upper = 0;
      if (!parseInteger(upper))
        return false;
      dim.upper = upper;
    }
    return checkBounds(dim, begin);
  }

  bool parseFactor(int64_t number, size_t where, ShapeDim &dim) {
    if (number == 0)
      return fail(where, 1, "a factor is at least 1");
    dim.factor = number;
    return true;
  }

  bool checkBounds(const ShapeDim &dim, size_t begin) {
    size_t end = at;
    while (end > begin && isSpace(text[end - 1]))
      --end;
    if (dim.lower && dim.upper && *dim.lower > *dim.upper)
      return fail(begin, end - begin,
                  "no size is at least " + std::to_string(*dim.lower) + " and at most " +
                      std::to_string(*dim.upper));
    // The only multiples of the factor within the bounds may be none: 9 <= 8*K <= 15.
    if (dim.lower && dim.upper && *dim.upper / dim.factor * dim.factor < *dim.lower)
      return fail(begin, end - begin,
                  "no multiple of " + std::to_string(dim.factor) + " lies between " +
                      std::to_string(*dim.lower) + " and " + std::to_string(*dim.upper));
    return true;
  }
};

} // namespace

std::string layoutText(const std::vector<unsigned> &order) {
  if (std::is_sorted(order.begin(), order.end()))
    return "";
  for (const char *name : {channelsLast, channelsLast3d, columnMajor})
    if (order == namedOrder(name, order.size()))
      return "{" + std::string(name) + "}";
  std::string text;
  for (const unsigned dim : order)
    text += (text.empty() ? "{" : ">") + std::to_string(dim);
  return text + "}";
}

std::vector<ShapeSpec> parseShapeSpec(std::string_view text, std::optional<ShapeSpecError> &error) {
  error.reset();
  return Parser(text, error).run();
}

} // namespace fullgraph
