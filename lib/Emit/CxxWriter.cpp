#include "lib/Emit/CxxWriter.h"

#include <algorithm>
#include <cctype>

namespace fullgraph {

std::string NameTable::claim(std::string_view wanted) {
  std::string name = prefix;
  bool wordEnd = false; // a separator is due before the next letter
  for (char c : userName(wanted)) {
    const bool word = std::isalnum(static_cast<unsigned char>(c));
    if (word) {
      if (wordEnd)
        name += '_';
      name += c;
    }
    // Runs of other characters become one '_': a double one is reserved.
    wordEnd = !word && name != prefix;
  }
  if (name == prefix)
    name += "value";
  std::string unique = name;
  for (unsigned i = 2; !taken.insert(unique).second; ++i)
    unique = name + '_' + std::to_string(i);
  return unique;
}

std::string withPrefix(std::string_view code, std::string_view prefix) {
  constexpr std::string_view own = "fg_";
  if (prefix == own)
    return std::string(code);
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string out;
  for (size_t at = 0; at < code.size();) {
    size_t end = at + 1;
    if (code[at] == '"') {
      while (end < code.size() && code[end] != '"')
        end += code[end] == '\\' ? 2 : 1;
      ++end;
    } else if (code.substr(at, 2) == "//") {
      end = std::min(code.find('\n', at), code.size());
    } else if (isWord(code[at])) {
      while (end < code.size() && isWord(code[end]))
        ++end;
      const std::string_view word = code.substr(at, end - at);
      const bool isLibrarys =
          word == "fg_buffer" || word.starts_with("fg_library_") || word.starts_with("fg_math_");
      if (word.starts_with(own) && !isLibrarys) { // the library's C functions and types keep their names
        out.append(prefix);
        at += own.size();
      }
    }
    end = std::min(end, code.size());
    out.append(code.substr(at, end - at));
    at = end;
  }
  return out;
}

std::string stringLiteral(std::string_view text) {
  std::string out = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i];
    } else if (c == '?' && i && text[i - 1] == '?') {
      out += "\\?";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c < 0x20 || c == 0x7f) {
      const char digits[] = {'\\', char('0' + (c >> 6)), char('0' + (c >> 3 & 7)), char('0' + (c & 7)), 0};
      out += digits; // three octal digits: a digit that follows cannot be taken for a fourth
    } else {
      out += text[i]; // UTF-8 as it is
    }
  }
  return out + '"';
}

std::string formatText(std::string_view text) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '%')
      out += '%';
  }
  return out;
}

std::string join(const std::vector<std::string> &items, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i)
    (i ? out.append(separator) : out) += items[i];
  return out;
}

std::string placeText(const SourceLoc &loc) {
  if (!loc.isValid())
    return {};
  const std::string whole = loc.str();
  const size_t slash = loc.file.find_last_of("/\\");
  return slash == std::string::npos ? whole : whole.substr(slash + 1);
}

std::string commentText(std::string_view text) {
  std::string out;
  for (char c : text)
    out += c == '\n' || c == '\r' ? ' ' : c;
  while (!out.empty() && (out.back() == '\\' || out.back() == ' '))
    out.pop_back();
  constexpr size_t most = 240; // of the types of hundreds of weights, nobody reads more
  if (out.size() > most) {
    size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) // not within a character
      --end;
    out.resize(end);
    out += "...";
  }
  return out;
}

std::string lineDirective(unsigned line, std::string_view file) {
  std::string out = "#line " + std::to_string(line) + " \"";
  for (char c : file) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + '"';
}

} // namespace fullgraph
