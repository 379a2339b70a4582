#include "lib/Emit/ObjectNames.h"

#include <cctype>

namespace fullgraph {
namespace {

/// Behind the bracket that closes the one at `open`; npos where none does. Literals are no brackets.
size_t behindClosing(std::string_view text, size_t open) {
  const char opening = text[open], closing = opening == '<' ? '>' : ')';
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      for (++at; at < text.size() && text[at] != c; ++at)
        at += text[at] == '\\' ? 1 : 0;
      continue;
    }
    depth += c == opening ? 1 : c == closing ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return std::string_view::npos;
}

/// Is each part of it reached, whenever it is? A text that chooses, or that is one of a pack's, stays whole.
bool isPlain(std::string_view cxx) {
  for (const std::string_view word : {"...", "?", "&&", "||", "{"})
    if (cxx.find(word) != std::string_view::npos)
      return false;
  return true;
}

struct Object {
  size_t end = 0;               // behind it
  size_t inside = 0, close = 0; // what is in its parentheses
};

/// "(*pointer)" or "static_cast<Class &>(object)" at `at`. "f(*pointer)" is a call.
Object objectAt(std::string_view text, size_t at) {
  constexpr std::string_view cast = "static_cast<";
  const char before = at > 0 ? text[at - 1] : ' ';
  const bool behindName = std::isalnum(static_cast<unsigned char>(before)) || before == '_';
  size_t open = at;
  if (text.compare(at, cast.size(), cast) == 0 && !behindName && before != ':') {
    open = behindClosing(text, at + cast.size() - 1);
    if (open >= text.size() || text[open] != '(' || text[open - 2] != '&')
      return {};
  } else if (text[at] != '(' || at + 2 >= text.size() || text[at + 1] != '*' || behindName || before == '>' ||
             before == ')' || before == ']' ||
             !(std::isalpha(static_cast<unsigned char>(text[at + 2])) || text[at + 2] == '_' ||
               text[at + 2] == '(' || text[at + 2] == ':')) {
    return {};
  }
  const size_t end = behindClosing(text, open);
  return end == std::string_view::npos ? Object() : Object{end, open + 1, end - 1};
}

/// "blocks[0]_as_Block" of a cast, so that it tells itself from the object.
std::string nameFor(const std::string &object) {
  if (object.front() == '(')
    return object;
  const size_t open = object.find('<'), close = object.find(" &>", open);
  const std::string_view type(object.data() + open + 1, close - open - 1);
  return object.substr(close + 3) + "_as_" + std::string(type.substr(type.rfind(':') + 1));
}

} // namespace

/// With a scope, the text over its locals; without, nothing but a note of what it is made of.
std::string ObjectNames::visit(std::string_view text, const std::string &parent, Scope *scope,
                               CxxWriter *out) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '"' || text[at] == '\'') {
      const size_t begin = at++;
      while (at < text.size() && text[at] != text[begin])
        at += text[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, text.size());
      result += text.substr(begin, at - begin);
      continue;
    }
    const Object object = objectAt(text, at);
    if (object.end == 0) {
      result += text[at++];
      continue;
    }
    const std::string whole(text.substr(at, object.end - at));
    if (!scope)
      parents[whole].insert(parent);
    std::string value(text.substr(at, object.inside - at));
    value += visit(text.substr(object.inside, object.close - object.inside), whole, scope, out) + ")";
    at = object.end;
    if (!scope || !isNamed(whole)) {
      result += value;
      continue;
    }
    std::string &local = locals[whole];
    if (local.empty())
      local = names.claim(nameFor(whole));
    if (scope->insert(whole).second)
      out->line("auto &&" + local + " = " + withoutParentheses(value) + ";");
    result += local;
  }
  return result;
}

void ObjectNames::note(const std::string &cxx) {
  if (isPlain(cxx))
    visit(cxx, cxx, nullptr, nullptr);
}

std::string ObjectNames::shorten(const std::string &cxx, Scope &scope, CxxWriter &out) {
  return isPlain(cxx) ? visit(cxx, cxx, &scope, &out) : cxx;
}

} // namespace fullgraph
