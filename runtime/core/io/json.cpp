#include "runtime/core/io/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace fg::detail {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

void appendUtf8(std::string &text, unsigned code) {
  if (code < 0x80) {
    text += char(code);
  } else if (code < 0x800) {
    text += char(0xc0 | code >> 6);
    text += char(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    text += char(0xe0 | code >> 12);
    text += char(0x80 | (code >> 6 & 0x3f));
    text += char(0x80 | (code & 0x3f));
  } else {
    text += char(0xf0 | code >> 18);
    text += char(0x80 | (code >> 12 & 0x3f));
    text += char(0x80 | (code >> 6 & 0x3f));
    text += char(0x80 | (code & 0x3f));
  }
}

constexpr int maxDepth = 64; // of values that are skipped: the stack is bounded

} // namespace

void JsonReader::skipSpace() {
  while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t')
    ++at;
}

bool JsonReader::accept(char c) {
  skipSpace();
  if (at >= end || peek() != c)
    return false;
  ++at;
  return true;
}

void JsonReader::expect(char c, const char *what) {
  if (!accept(c))
    file.fail(at, {"malformed JSON: expected ", what});
}

void JsonReader::finish() {
  skipSpace();
  if (at != end)
    file.fail(at, {"malformed JSON: unexpected text behind the object"});
}

unsigned JsonReader::hexDigits() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i, ++at) {
    const char c = peek();
    if (!isDigit(c) && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F'))
      file.fail(at, {"malformed JSON: expected four hexadecimal digits"});
    value = value * 16 + unsigned(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return value;
}

void JsonReader::escape(std::string &text) {
  const size_t begin = at - 1;
  const char c = peek();
  ++at;
  switch (c) {
  case '"':
  case '\\':
  case '/':
    text += c;
    return;
  case 'b':
    text += '\b';
    return;
  case 'f':
    text += '\f';
    return;
  case 'n':
    text += '\n';
    return;
  case 'r':
    text += '\r';
    return;
  case 't':
    text += '\t';
    return;
  case 'u':
    break;
  default:
    file.fail(begin, {"malformed JSON: unknown escape"});
  }
  unsigned code = hexDigits();
  if (code >= 0xd800 && code < 0xdc00) { // the first half of a surrogate pair
    if (peek() != '\\' || at + 1 >= end || file.bytes()[at + 1] != 'u')
      file.fail(begin, {"malformed JSON: half a surrogate pair"});
    at += 2;
    const unsigned low = hexDigits();
    if (low < 0xdc00 || low > 0xdfff)
      file.fail(begin, {"malformed JSON: half a surrogate pair"});
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code >= 0xdc00 && code <= 0xdfff) {
    file.fail(begin, {"malformed JSON: half a surrogate pair"});
  }
  appendUtf8(text, code);
}

std::string JsonReader::string() {
  skipSpace();
  const size_t begin = at;
  expect('"', "a string");
  std::string text;
  while (at < end && peek() != '"') {
    const char c = peek();
    if (static_cast<unsigned char>(c) < 0x20)
      file.fail(at, {"malformed JSON: control character in a string"});
    ++at;
    if (c == '\\')
      escape(text);
    else
      text += c;
  }
  if (at >= end)
    file.fail(begin, {"malformed JSON: unterminated string"});
  ++at;
  return text;
}

uint64_t JsonReader::integer() {
  skipSpace();
  const size_t begin = at;
  if (!isDigit(peek()))
    file.fail(at, {"malformed JSON: expected a non-negative integer"});
  int64_t value = 0;
  for (; isDigit(peek()); ++at)
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, peek() - '0', &value))
      file.fail(begin, {"the integer does not fit 63 bits"});
  const bool leadingZero = file.bytes()[begin] == '0' && at - begin > 1;
  if (leadingZero || peek() == '.' || peek() == 'e' || peek() == 'E')
    file.fail(begin, {"malformed JSON: expected a non-negative integer"});
  return uint64_t(value);
}

void JsonReader::skipNumber() {
  const size_t begin = at;
  if (peek() == '-')
    ++at;
  const auto digits = [&] {
    if (!isDigit(peek()))
      file.fail(begin, {"malformed JSON: expected a value"});
    while (isDigit(peek()))
      ++at;
  };
  digits();
  if (peek() == '.') {
    ++at;
    digits();
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at;
    if (peek() == '+' || peek() == '-')
      ++at;
    digits();
  }
}

void JsonReader::skipValue(int depth) {
  skipSpace();
  if (depth > maxDepth)
    file.fail(at, {"malformed JSON: nested too deeply"});
  switch (peek()) {
  case '{':
    object([&](const std::string &, size_t) { skipValue(depth + 1); });
    return;
  case '[':
    array([&] { skipValue(depth + 1); });
    return;
  case '"':
    string();
    return;
  default:
    break;
  }
  for (const std::string_view word : {"true", "false", "null"})
    if (file.bytes().substr(at, std::min(word.size(), end - at)) == word) {
      at += word.size();
      return;
    }
  skipNumber();
}

namespace {

/// The bytes of the UTF-8 sequence at the text's begin; 0: it is none (RFC 3629: no overlong ones, no
/// surrogates).
size_t utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  const size_t length = first >= 0xc2 && first < 0xe0   ? 2
                        : first >= 0xe0 && first < 0xf0 ? 3
                        : first >= 0xf0 && first < 0xf5 ? 4
                                                        : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80)
      return 0;
  const unsigned second = byte(1);
  const bool wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return wrong ? 0 : length;
}

} // namespace

std::string jsonString(std::string_view text) {
  constexpr char hex[] = "0123456789abcdef";
  std::string quoted = "\"";
  while (!text.empty()) {
    const auto c = static_cast<unsigned char>(text[0]);
    const size_t length = utf8Length(text);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += text[0];
    } else if (c < 0x20 || c == 0x7f) {
      quoted += "\\u00";
      quoted += hex[c >> 4];
      quoted += hex[c & 15];
    } else if (length == 0) {
      quoted += "\\ufffd";
    } else {
      quoted += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return quoted + '"';
}

std::string jsonNumber(double value) {
  if (!std::isfinite(value))
    return "null";
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

} // namespace fg::detail
