#include <fullgraph/warmup.h>

#include <fullgraph/ops.h>

#include <cctype>
#include <map>
#include <string>

namespace fg::rt {

namespace {

/// One shape: dtype '[' (dim (',' dim)*)? ']'.
class ShapeReader {
public:
  ShapeReader(string_view shape, std::map<std::string, int64_t> &names, int turn)
      : text(shape.data(), shape.size()), names(names), turn(turn) {}

  ScalarType dtype = ScalarType::Undefined;
  std::vector<int64_t> sizes;
  bool anySize = false;

  void read() {
    const std::string name = word();
    for (const ScalarType type : allScalarTypes)
      if (name == shortName(type))
        dtype = type;
    if (dtype == ScalarType::Undefined)
      malformed("expected a dtype");
    if (!accept('['))
      malformed("expected '[' after the dtype");
    if (!accept(']')) {
      do
        sizes.push_back(dim());
      while (accept(','));
      if (!accept(']'))
        malformed("expected ',' or ']'");
    }
    if (at != text.size())
      malformed("expected the end");
  }

private:
  const std::string text;
  std::map<std::string, int64_t> &names;
  const int turn;
  size_t at = 0;

  [[noreturn]] void malformed(const char *problem) {
    detail::fail({"warmup: malformed shape \"", text, "\" at character ", int64_t(at + 1), ": ", problem});
  }
  bool accept(char c) {
    while (at < text.size() && text[at] == ' ')
      ++at;
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    while (at < text.size() && text[at] == ' ')
      ++at;
    return true;
  }
  std::string word() {
    const size_t begin = at;
    while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'))
      ++at;
    return text.substr(begin, at - begin);
  }
  /// Sizes that change are none of the sizes that mean something: 0, 1, and the other ones of the call.
  int64_t changingSize(size_t place) const { return 5 + 2 * static_cast<int64_t>(place) + 17 * turn; }
  int64_t dim() {
    if (accept('?')) {
      anySize = true;
      return changingSize(names.size() + sizes.size());
    }
    const std::string name = word();
    if (name.empty())
      malformed("expected a dim: an integer, a name or ?");
    if (!std::isdigit(static_cast<unsigned char>(name[0]))) {
      anySize = true;
      return names.emplace(name, changingSize(names.size() + sizes.size())).first->second;
    }
    int64_t size = 0;
    for (const char c : name)
      if (!std::isdigit(static_cast<unsigned char>(c)) || (size = 10 * size + (c - '0')) > INT32_MAX)
        malformed("expected an integer of 31 bits");
    return size;
  }
};

} // namespace

int warmupTurns(std::initializer_list<string_view> shapes) {
  bool anySize = false;
  std::map<std::string, int64_t> names;
  for (const string_view shape : shapes) {
    ShapeReader reader(shape, names, 0);
    reader.read();
    anySize |= reader.anySize;
  }
  return anySize ? 2 : 1;
}

std::vector<Tensor> warmupInputs(std::initializer_list<string_view> shapes, int turn) {
  std::vector<Tensor> inputs;
  std::map<std::string, int64_t> names;
  for (const string_view shape : shapes) {
    ShapeReader reader(shape, names, turn);
    reader.read();
    inputs.push_back(zeros(reader.sizes, reader.dtype));
  }
  return inputs;
}

} // namespace fg::rt
