#include "lib/Graph/UserName.h"

#include <algorithm>
#include <cctype>

namespace fullgraph {
namespace {

/// Behind the bracket that closes the one at `open`; npos where none does.
size_t behindClosing(const std::string &text, size_t open) {
  const char opening = text[open], closing = opening == '<' ? '>' : ')';
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == opening ? 1 : text[at] == closing ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return std::string::npos;
}

/// The casts are the generator's, between the user's types and those of symbols.
void removeCasts(std::string &text) {
  constexpr std::string_view cast = "static_cast<";
  for (size_t at = text.find(cast); at != std::string::npos; at = text.find(cast, at)) {
    const size_t open = behindClosing(text, at + cast.size() - 1);
    const size_t end =
        open < text.size() && text[open] == '(' ? behindClosing(text, open) : std::string::npos;
    if (end == std::string::npos)
      return;
    const std::string inner = text.substr(open + 1, end - open - 2);
    const bool simple = std::all_of(inner.begin(), inner.end(), [](unsigned char c) {
      return std::isalnum(c) || c == '_' || c == '.' || c == '&' || c == ':';
    });
    text.replace(at, end - at, simple ? inner : "(" + inner + ")");
  }
}

} // namespace

/// The next "*fg_pointer(", under whatever prefix the generated code's own names have ("fg1_").
static size_t findPointer(const std::string &text) {
  for (size_t at = text.find("*fg"); at != std::string::npos; at = text.find("*fg", at + 1)) {
    const size_t behind = text.find_first_not_of("0123456789", at + 3);
    if (behind != std::string::npos && text.compare(behind, 9, "_pointer(") == 0)
      return at;
  }
  return std::string::npos;
}

/// Innermost first: an object's text stands in front of its member's.
static void removePointers(std::string &text) {
  constexpr std::string_view end = "()))";
  for (size_t at = findPointer(text); at != std::string::npos; at = findPointer(text)) {
    const size_t close = text.find(end, at);
    size_t open = at;
    for (int depth = 1; open > 0 && depth > 0;) {
      --open;
      depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    }
    if (close == std::string::npos || text[open] != '(')
      return;
    const size_t name = text.rfind(':', close) + 1;
    const std::string member = text.substr(name, close - name);
    text.replace(at, close + end.size() - at, member);
    text.erase(open, 1);
  }
}

/// "::fg::rt::stride(x, 0)" is what the generated code reads, for "x.stride(0)".
static void nameStrides(std::string &text) {
  constexpr std::string_view read = "::fg::rt::stride(";
  for (size_t at = text.find(read); at != std::string::npos; at = text.find(read, at)) {
    const size_t end = behindClosing(text, at + read.size() - 1);
    const size_t comma = end == std::string::npos ? end : text.rfind(", ", end);
    if (comma == std::string::npos || comma < at)
      return;
    const std::string tensor = text.substr(at + read.size(), comma - at - read.size());
    text.replace(at, end - at, tensor + ".stride(" + text.substr(comma + 2, end - comma - 2));
  }
}

/// "::std::get<1>(::std::tie(rest...))" is what the generated code reads, for an element of a parameter pack:
/// "rest[1]".
static void namePackElements(std::string &text) {
  constexpr std::string_view get = "::std::get<", tie = ">(::std::tie(", end = "...))";
  for (size_t at = text.find(get); at != std::string::npos; at = text.find(get, at + 1)) {
    const size_t index = at + get.size(), behind = text.find_first_not_of("0123456789", index);
    if (behind == std::string::npos || text.compare(behind, tie.size(), tie) != 0)
      continue;
    const size_t pack = behind + tie.size(), close = text.find(end, pack);
    if (close == std::string::npos)
      return;
    const std::string element =
        text.substr(pack, close - pack) + "[" + text.substr(index, behind - index) + "]";
    text.replace(at, close + end.size() - at, element);
  }
}

std::string userName(std::string_view cxx) {
  std::string text(cxx);
  constexpr std::string_view self = "this->";
  removePointers(text);
  for (size_t at = text.find(self); at != std::string::npos; at = text.find(self, at))
    if (at == 0 || text[at - 1] == '(' || text[at - 1] == '*' || text[at - 1] == ' ')
      text.erase(at, self.size());
    else
      ++at;
  removeCasts(text);
  nameStrides(text);
  namePackElements(text);
  return text;
}

std::string memberName(std::string_view cxx) {
  std::string text(cxx);
  removePointers(text);
  removeCasts(text);
  // (*object).member, innermost first; a holder's pointer and a container's vector are the library's.
  for (size_t at = text.find("(*"); at != std::string::npos; at = text.find("(*", at)) {
    const size_t inner = text.rfind("(*");
    const size_t behind = behindClosing(text, inner);
    if (behind == std::string::npos)
      break;
    const std::string object = text.substr(inner + 2, behind - inner - 3);
    const bool isMember = behind < text.size() && text[behind] == '.';
    text.replace(inner, behind + (isMember ? 1 : 0) - inner, object + (isMember ? "->" : ""));
    at = 0;
  }
  for (const auto &[from, to] : {std::pair(".impl_", ""), std::pair("->modules_.size()", "->size()"),
                                 std::pair("->modules_[", "["), std::pair("((", "("), std::pair("))", ")")})
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, std::string_view(from).size(), to);
  return withoutParentheses(text);
}

std::string withoutParentheses(std::string text) {
  if (text.size() > 2 && text.front() == '(' && behindClosing(text, 0) == text.size())
    text = text.substr(1, text.size() - 2);
  return text;
}

} // namespace fullgraph
