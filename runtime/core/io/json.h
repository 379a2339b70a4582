// A strict reader of JSON in a mapped file (RFC 8259), for headers: no tree is built, callbacks take the
// values. safetensors.cpp reads with it, and the writers of JSON quote with it. What the grammar does not
// allow is an fg::Error with its offset in the file.
#pragma once

#include "runtime/core/io/files.h"

namespace fg::detail {

class JsonReader {
public:
  JsonReader(const MappedFile &file, size_t begin, size_t end) : file(file), at(begin), end(end) {}

  /// Where the next value begins.
  size_t position() {
    skipSpace();
    return at;
  }
  /// Calls member(key, offset of the value) for each member; it must read the value.
  template <class F> void object(F &&member) {
    expect('{', "an object");
    if (accept('}'))
      return;
    do {
      std::string key = string();
      expect(':', "':'");
      member(std::move(key), position());
    } while (accept(','));
    expect('}', "',' or '}'");
  }
  /// Calls element() for each element; it must read it.
  template <class F> void array(F &&element) {
    expect('[', "an array");
    if (accept(']'))
      return;
    do
      element();
    while (accept(','));
    expect(']', "',' or ']'");
  }
  /// In UTF-8.
  std::string string();
  /// A non-negative integer below 2^63.
  uint64_t integer();
  void skipValue(int depth = 0);
  /// Throws unless only white space is left.
  void finish();

private:
  const MappedFile &file;
  size_t at;
  const size_t end;

  char peek() const { return at < end ? file.bytes()[at] : '\0'; }
  void skipSpace();
  bool accept(char c);
  void expect(char c, const char *what);
  unsigned hexDigits();
  void escape(std::string &text);
  void skipNumber();
};

/// `text` as a JSON string, with its quotes. Bytes that are not UTF-8 become U+FFFD.
std::string jsonString(std::string_view text);
/// A number as JSON has it, whatever the program's locale is; null for what is no number.
std::string jsonNumber(double value);

} // namespace fg::detail
