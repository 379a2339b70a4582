#include "lib/Graph/GraphText.h"

#include <algorithm>
#include <charconv>

namespace fullgraph {

static bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string GraphReader::error() const {
  const std::string_view before = text.substr(0, failedAt);
  const size_t line = size_t(std::count(before.begin(), before.end(), '\n')) + 1;
  const size_t lastBreak = before.rfind('\n');
  const size_t column = failedAt - (lastBreak == std::string_view::npos ? 0 : lastBreak + 1) + 1;
  return std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

bool GraphReader::failAt(size_t place, const std::string &what) {
  if (message.empty()) {
    failedAt = std::min(place, text.size());
    message = what;
  }
  return false;
}

void GraphReader::skipSpace() {
  while (pos < text.size()) {
    const char c = text[pos];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
      ++pos;
    else if (text.substr(pos, 2) == "//")
      pos = std::min(text.find('\n', pos), text.size());
    else
      break;
  }
}

bool GraphReader::atEnd() {
  skipSpace();
  return pos == text.size();
}

bool GraphReader::at(std::string_view token) {
  skipSpace();
  return text.substr(pos, token.size()) == token;
}

bool GraphReader::accept(std::string_view token) {
  if (!at(token))
    return false;
  pos += token.size();
  return true;
}

bool GraphReader::expect(std::string_view token) {
  return accept(token) || fail("expected '" + std::string(token) + "'");
}

bool GraphReader::acceptWord(std::string_view word) {
  if (!at(word) || (pos + word.size() < text.size() && isWord(text[pos + word.size()])))
    return false;
  pos += word.size();
  return true;
}

std::string GraphReader::name(std::string_view more) {
  skipSpace();
  const size_t begin = pos;
  while (pos < text.size() && (isWord(text[pos]) || more.find(text[pos]) != std::string_view::npos))
    ++pos;
  return std::string(text.substr(begin, pos - begin));
}

bool GraphReader::integer(int64_t &value) {
  skipSpace();
  auto [end, status] = std::from_chars(text.data() + pos, text.data() + text.size(), value);
  if (status != std::errc())
    return fail("expected a 64-bit integer");
  pos = size_t(end - text.data());
  return true;
}

bool GraphReader::string(std::string &value) {
  skipSpace();
  const size_t begin = pos;
  if (!expect("\""))
    return false;
  for (value.clear(); pos < text.size() && text[pos] != '"'; ++pos) {
    char c = text[pos];
    if (c == '\\') {
      c = ++pos < text.size() ? text[pos] : '\0';
      if (c == 'n') {
        c = '\n';
      } else if (c == 't') {
        c = '\t';
      } else if (c == 'x') {
        unsigned code = 0;
        const char *first = text.data() + std::min(pos + 1, text.size()),
                   *last = text.data() + std::min(pos + 3, text.size());
        auto [end, status] = std::from_chars(first, last, code, 16);
        if (status != std::errc() || end - first != 2)
          return fail("expected two hexadecimal digits");
        c = char(code);
        pos += 2;
      } else if (c != '"' && c != '\\') {
        return fail("unknown escape in a string");
      }
    } else if (c == '\n') {
      break;
    }
    value += c;
  }
  if (pos >= text.size() || text[pos] != '"')
    return failAt(begin, "unterminated string");
  ++pos;
  return true;
}

bool GraphReader::loc(SourceLoc &place) {
  if (!at("loc") || !acceptWord("loc"))
    return true;
  std::string where;
  skipSpace();
  if (!expect("("))
    return false;
  const size_t begin = pos;
  if (!string(where))
    return false;
  auto number = [&where](unsigned &value) { // takes ":digits" off the end
    const size_t colon = where.rfind(':');
    if (colon == std::string::npos)
      return false;
    const char *first = where.data() + colon + 1, *last = where.data() + where.size();
    auto [end, status] = std::from_chars(first, last, value);
    const bool read = status == std::errc() && end == last;
    where.resize(colon);
    return read;
  };
  if (!number(place.column) || !number(place.line))
    return failAt(begin, "expected \"file:line:column\"");
  place.file = where;
  return expect(")");
}

std::optional<SizeOfInput> sizeByCxx(const Graph &graph, const SymbolDef &def) {
  if (def.type != SymType::Int)
    return std::nullopt;
  for (const GraphInput &input : graph.inputs()) {
    const std::string &cxx = input.cxx.empty() ? input.value->name : input.cxx;
    const std::vector<Sym> &sizes = input.value->type.sizes;
    for (unsigned dim = 0; dim < sizes.size(); ++dim) {
      if (sizes[dim].kind() != SymKind::Symbol || sizes[dim].name() != def.name)
        continue;
      const std::string index = std::to_string(dim);
      if (def.cxx == cxx + ".size(" + index + ")" || def.cxx == "::fg::rt::size(" + cxx + ", " + index + ")")
        return SizeOfInput{input.value->name, dim};
    }
  }
  return std::nullopt;
}

} // namespace fullgraph
