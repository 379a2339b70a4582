#include "lib/Graph/HostName.h"

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

std::string userName(std::string_view host) {
  std::string text(host);
  constexpr std::string_view call = "*fg_pointer(", end = "()))", self = "this->";
  // Innermost first: an object's text stands in front of its member's.
  for (size_t at = text.find(call); at != std::string::npos; at = text.find(call)) {
    const size_t close = text.find(end, at);
    size_t open = at;
    for (int depth = 1; open > 0 && depth > 0;) {
      --open;
      depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
    }
    if (close == std::string::npos || text[open] != '(')
      break;
    const size_t name = text.rfind(':', close) + 1;
    const std::string member = text.substr(name, close - name);
    text.replace(at, close + end.size() - at, member);
    text.erase(open, 1);
  }
  for (size_t at = text.find(self); at != std::string::npos; at = text.find(self, at))
    if (at == 0 || text[at - 1] == '(' || text[at - 1] == '*' || text[at - 1] == ' ')
      text.erase(at, self.size());
    else
      ++at;
  removeCasts(text);
  return text;
}

std::string withoutParentheses(std::string text) {
  if (text.size() > 2 && text.front() == '(' && behindClosing(text, 0) == text.size())
    text = text.substr(1, text.size() - 2);
  return text;
}

} // namespace fullgraph
