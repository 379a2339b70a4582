// Small helpers for printing C++: indentation, names that cannot clash, literals. lib/Emit alone uses it. Text
// that comes from the user's program is quoted by the functions here before it stands in a literal or a
// comment.
#pragma once

#include "lib/Graph/SourceLoc.h"
#include "lib/Graph/UserName.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fullgraph {

/// Lines of C++, indented by two spaces a block.
class CxxWriter {
public:
  explicit CxxWriter(unsigned depth = 0) : depth(depth) {}

  /// One line. Lines are never wrapped: a debugger steps through one statement a line.
  void line(std::string_view text) {
    if (!text.empty())
      out.append(2 * depth, ' ').append(text);
    out += '\n';
  }
  void blank() { out += '\n'; }
  /// A line at column 1 whatever the depth: preprocessor directives.
  void directive(std::string_view text) { out.append(text) += '\n'; }
  /// "if (...) {": what follows is indented.
  void open(std::string_view text) {
    line(text);
    ++depth;
  }
  void close(std::string_view text = "}") {
    --depth;
    line(text);
  }
  /// "} else {"
  void turn(std::string_view text) {
    --depth;
    line(text);
    ++depth;
  }
  /// The lines of another writer, which began at this one's level.
  void add(const CxxWriter &lines) { out += lines.out; }
  unsigned level() const { return depth; }
  const std::string &str() const { return out; }
  bool empty() const { return out.empty(); }

private:
  std::string out;
  unsigned depth;
};

/// Identifiers of one scope of the generated code. All begin with InsertionPoint::ownPrefix, "fg_": the
/// names come from users' parameters and FG_SHAPE letters, and a user's `#define N 128` must not reach them.
class NameTable {
public:
  explicit NameTable(std::string prefix = "fg_") : prefix(std::move(prefix)) {}
  /// "fg_" and `wanted` with what is no identifier replaced ("this->w1" is fg_w1), made unique by a number.
  std::string claim(std::string_view wanted);

private:
  std::string prefix;
  std::set<std::string> taken;
};

/// Generated code in which the names that it makes up begin with `prefix` instead of "fg_". None of it is the
/// user's text, but for what stands in literals and comments, which stay as they are.
std::string withPrefix(std::string_view code, std::string_view prefix);
/// A C++ string literal with its quotes. Trigraphs and bytes that are not printable are escaped.
std::string stringLiteral(std::string_view text);
/// The inside of a printf format that prints `text`.
std::string formatText(std::string_view text);
/// "a, b, c"
std::string join(const std::vector<std::string> &items, std::string_view separator = ", ");
/// "model.cpp:9:12": without the directory, so that the text of a header's functions is the same in every
/// build.
std::string placeText(const SourceLoc &loc);
/// As it stands in a // comment: on one line, not ending in a backslash.
std::string commentText(std::string_view text);
/// `#line 9 "/dir/model.cpp"`
std::string lineDirective(unsigned line, std::string_view file);

} // namespace fullgraph
