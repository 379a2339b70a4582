// A scan of the user's tokens, just deep enough to tell file level from the inside of declarations: comments,
// literals, braces, directives.

#include "lib/Emit/SourceRewriter.h"

#include <cctype>

namespace fullgraph {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

class Scanner {
public:
  Scanner(std::string_view text, unsigned end) : text(text), end(end) {}

  unsigned run() {
    while (pos < end)
      step();
    return place;
  }

private:
  void step();
  void directive();
  void skipQuoted(char quote);
  void skipRawString();
  void word();
  void number();
  bool skipComment();
  /// File level, between two declarations, at the start of a line.
  bool atFileLevel() const {
    return depth == 0 && conditions.size() == guards && (last == 0 || last == ';' || last == '}');
  }
  char at(unsigned i) const { return i < text.size() ? text[i] : '\0'; }

  std::string_view text;
  unsigned end, pos = 0;
  unsigned place = 0;
  int depth = 0;
  char last = 0;           // the last character that was neither blank nor comment nor directive
  bool lineStart = true;   // only blanks so far on this line
  unsigned directives = 0; // seen so far
  std::string_view guard;  // the macro of a leading #ifndef, until its #define
  size_t guards = 0;       // 1 inside an include guard: its #ifndef is no condition
  struct Condition {
    int depth;             // of braces, where its #if stands: each arm begins with it
    bool includes = false; // has an #include inside
  };
  std::vector<Condition> conditions;
};

bool Scanner::skipComment() {
  if (at(pos) != '/')
    return false;
  if (at(pos + 1) == '/') {
    while (pos < text.size() && text[pos] != '\n')
      pos += text[pos] == '\\' && pos + 1 < text.size() ? 2 : 1; // a backslash continues the comment
    return true;
  }
  if (at(pos + 1) == '*') {
    const size_t close = text.find("*/", pos + 2);
    pos = close == std::string_view::npos ? static_cast<unsigned>(text.size())
                                          : static_cast<unsigned>(close + 2);
    return true;
  }
  return false;
}

void Scanner::skipQuoted(char quote) {
  for (++pos; pos < text.size() && text[pos] != quote && text[pos] != '\n'; ++pos)
    if (text[pos] == '\\')
      ++pos;
  ++pos;
}

void Scanner::skipRawString() {
  const size_t open = text.find('(', pos);
  if (open == std::string_view::npos) {
    pos = static_cast<unsigned>(text.size());
    return;
  }
  const std::string close = ")" + std::string(text.substr(pos + 1, open - pos - 1)) + "\"";
  const size_t found = text.find(close, open);
  pos = static_cast<unsigned>(found == std::string_view::npos ? text.size() : found + close.size());
}

void Scanner::word() {
  const unsigned begin = pos;
  while (isWord(at(pos)))
    ++pos;
  const std::string_view name = text.substr(begin, pos - begin);
  if (at(pos) == '"' && (name == "R" || name == "u8R" || name == "uR" || name == "UR" || name == "LR"))
    skipRawString();
}

void Scanner::number() {
  // A preprocessing number: 1'000, 0x1p-3, 1e+5. Its quotes are no character literals.
  while (isWord(at(pos)) || at(pos) == '.' || (at(pos) == '\'' && isWord(at(pos + 1))) ||
         ((at(pos) == '+' || at(pos) == '-') &&
          std::string_view("eEpP").find(text[pos - 1]) != std::string_view::npos))
    ++pos;
}

void Scanner::directive() {
  ++pos;
  while (at(pos) == ' ' || at(pos) == '\t')
    ++pos;
  const unsigned nameBegin = pos;
  while (isWord(at(pos)))
    ++pos;
  const std::string_view name = text.substr(nameBegin, pos - nameBegin);
  while (at(pos) == ' ' || at(pos) == '\t')
    ++pos;
  const unsigned operandBegin = pos;
  while (isWord(at(pos)))
    ++pos;
  const std::string_view operand = text.substr(operandBegin, pos - operandBegin);
  pos = operandBegin;
  while (pos < text.size() && text[pos] != '\n') {
    if (at(pos) == '/' && at(pos + 1) == '*')
      skipComment(); // may go over several lines
    else
      pos += text[pos] == '\\' && pos + 1 < text.size() ? (at(pos + 1) == '\r' ? 3 : 2) : 1;
  }
  if (pos < text.size())
    ++pos; // behind the line
  lineStart = true;
  const unsigned index = directives++;

  const bool reached = pos <= end;
  if (name == "if" || name == "ifdef" || name == "ifndef") {
    if (index == 0 && name == "ifndef")
      guard = operand;
    conditions.push_back({depth});
  } else if (name == "else" || name == "elif" || name == "elifdef" || name == "elifndef") {
    if (!conditions.empty())
      depth = conditions.back().depth; // either arm opens the braces that the code behind #endif closes
  } else if (name == "endif") {
    if (conditions.size() > guards) {
      const bool includes = conditions.back().includes;
      conditions.pop_back();
      if (includes && reached && atFileLevel())
        place = pos;
    }
  } else if (name == "define" && index == 1 && !guard.empty() && operand == guard) {
    guards = 1;
    if (reached)
      place = pos;
  } else if (name == "pragma" && operand == "once" && reached && atFileLevel()) {
    place = pos;
  } else if (name == "include" || name == "import" || name == "include_next") {
    for (Condition &condition : conditions)
      condition.includes = true;
    if (reached && atFileLevel())
      place = pos;
  }
}

void Scanner::step() {
  const char c = text[pos];
  if (c == '\n') {
    lineStart = true;
    ++pos;
  } else if (std::isspace(static_cast<unsigned char>(c))) {
    ++pos;
  } else if (c == '\\' && (at(pos + 1) == '\n' || at(pos + 1) == '\r')) {
    ++pos;
  } else if (skipComment()) {
    return;
  } else if (c == '#' && lineStart) {
    directive();
  } else {
    lineStart = false;
    const unsigned begin = pos;
    if (c == '"' || c == '\'')
      skipQuoted(c);
    else if (std::isdigit(static_cast<unsigned char>(c)))
      number();
    else if (isWord(c))
      word();
    else
      ++pos;
    if (pos == begin + 1 && (c == '{' || c == '}'))
      depth += c == '{' ? 1 : -1;
    last = c;
  }
}

} // namespace

unsigned placeForDeclarations(std::string_view text, unsigned body) {
  return Scanner(text, body < text.size() ? body : static_cast<unsigned>(text.size())).run();
}

} // namespace fullgraph
