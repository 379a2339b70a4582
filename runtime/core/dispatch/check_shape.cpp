// fg::check_shape: the grammar of FG_SHAPE, matched against one tensor.
//
//   spec := alt ('|' alt)*
//   alt  := dtype '[' (dim (',' dim)*)? ']' ('@' device)?
//   dim  := integer | '?' | [integer '<='] [integer '*'] name ['<=' integer]
#include <fullgraph/ops.h>

#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fg {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string describe(const Tensor &tensor) {
  if (!tensor.defined())
    return "an undefined tensor";
  std::string text = std::string(shortName(tensor.scalar_type())) + "[";
  for (int64_t d = 0; d < tensor.dim(); ++d)
    text += (d ? ", " : "") + std::to_string(tensor.size(d));
  return text + "]" + (tensor.is_cuda() ? "@cuda" : "");
}

/// Reads the specification and matches as it goes: all of it is read, so that a malformed one is an error
/// whatever the tensor is.
class Matcher {
public:
  Matcher(const Tensor &tensor, std::string_view text) : tensor(tensor), text(text) {}

  void run() {
    bool fits = false;
    std::string firstReason;
    do {
      const std::string reason = alternative();
      fits |= reason.empty();
      if (firstReason.empty())
        firstReason = reason;
      ++alternatives;
    } while (accept('|'));
    if (at != text.size())
      malformed("expected '|' or the end");
    if (!fits)
      detail::fail({"check_shape: expected ", text, ", got ", describe(tensor),
                    alternatives == 1 ? ": " + firstReason : std::string()});
  }

private:
  struct Name {
    std::string_view name;
    int64_t value;
  };
  const Tensor &tensor;
  std::string_view text;
  size_t at = 0;
  int alternatives = 0;
  std::vector<Name> names; // of this alternative

  [[noreturn]] void malformed(const char *problem) {
    detail::fail({"check_shape: malformed shape \"", text, "\" at character ", at + 1, ": ", problem});
  }
  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r'))
      ++at;
  }
  char peek() {
    skipSpace();
    return at < text.size() ? text[at] : '\0';
  }
  bool accept(char c) {
    if (peek() != c || at == text.size())
      return false;
    ++at;
    return true;
  }
  void expect(char c, const char *problem) {
    if (!accept(c))
      malformed(problem);
  }
  std::string_view word() {
    if (!isLetter(peek()))
      return {};
    const size_t begin = at;
    while (at < text.size() && (isLetter(text[at]) || isDigit(text[at])))
      ++at;
    return text.substr(begin, at - begin);
  }
  int64_t integer() {
    if (!isDigit(peek()))
      malformed("expected an integer");
    int64_t value = 0;
    for (; at < text.size() && isDigit(text[at]); ++at)
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, text[at] - '0', &value))
        malformed("the integer does not fit 64 bits");
    return value;
  }
  bool acceptLessEqual() {
    if (peek() != '<')
      return false;
    ++at;
    expect('=', "expected '<='");
    return true;
  }

  /// Why the tensor does not fit the next alternative; empty where it does.
  std::string alternative() {
    names.clear();
    const std::string_view dtypeName = word();
    ScalarType dtype = ScalarType::Undefined;
    for (const ScalarType t : allScalarTypes)
      if (dtypeName == shortName(t))
        dtype = t;
    if (dtype == ScalarType::Undefined)
      malformed("expected a dtype: f64, f32, f16, bf16, i64, i32, i16, i8, u8, bool, c64 or c128");
    expect('[', "expected '[' after the dtype");
    std::string reason;
    int64_t rank = 0;
    if (!accept(']')) {
      do {
        std::string here = dim(rank++);
        if (reason.empty())
          reason = std::move(here);
      } while (accept(','));
      expect(']', "expected ',' or ']'");
    }
    bool cuda = false;
    if (accept('@')) {
      const std::string_view device = word();
      if (device != "cuda" && device != "cpu")
        malformed("expected cpu or cuda after '@'");
      cuda = device == "cuda";
    }
    if (!tensor.defined())
      return "the tensor is undefined";
    if (tensor.scalar_type() != dtype)
      return std::string("the dtype is ") + shortName(tensor.scalar_type()) + ", not " + shortName(dtype);
    if (tensor.dim() != rank)
      return "the tensor has " + std::to_string(tensor.dim()) + " dims, not " + std::to_string(rank);
    if (tensor.is_cuda() != cuda)
      return std::string("the tensor is on ") + (cuda ? "cpu, not cuda" : "cuda, not cpu");
    return reason;
  }

  std::string dim(int64_t d) {
    const bool known = tensor.defined() && d < tensor.dim();
    const int64_t size = known ? tensor.size(d) : 0;
    const auto mismatch = [&](const std::string &expected) {
      return known ? "size(" + std::to_string(d) + ") is " + std::to_string(size) + ", not " + expected
                   : std::string();
    };
    if (accept('?'))
      return {};
    int64_t lower = 0, upper = std::numeric_limits<int64_t>::max(), factor = 1;
    if (isDigit(peek())) {
      int64_t number = integer();
      bool isFactor = false;
      if (acceptLessEqual()) {
        lower = number;
        if (isDigit(peek())) {
          number = integer();
          expect('*', "expected '*' between the factor and the name");
          isFactor = true;
        }
      } else if (accept('*')) {
        isFactor = true;
      } else {
        return size == number ? std::string() : mismatch(std::to_string(number));
      }
      if (isFactor)
        factor = number;
      if (factor == 0)
        malformed("a factor is at least 1");
    }
    const std::string_view name = word();
    if (name.empty())
      malformed("expected a dim: an integer, a name or ?");
    if (acceptLessEqual())
      upper = integer();
    if (lower > upper)
      malformed("the lower bound is above the upper one");
    if (size < lower)
      return mismatch("at least " + std::to_string(lower));
    if (size > upper)
      return mismatch("at most " + std::to_string(upper));
    if (size % factor != 0)
      return mismatch("a multiple of " + std::to_string(factor));
    for (const Name &n : names)
      if (n.name == name)
        return n.value == size / factor ? std::string() : mismatch(std::to_string(factor * n.value));
    if (known)
      names.push_back({name, size / factor});
    return {};
  }
};

} // namespace

void check_shape(const Tensor &tensor, string_view spec) {
  Matcher(tensor, std::string_view(spec.data(), spec.size())).run();
}

} // namespace fg
