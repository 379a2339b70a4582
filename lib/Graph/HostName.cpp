#include "lib/Graph/HostName.h"

namespace fullgraph {

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
  return text;
}

} // namespace fullgraph
