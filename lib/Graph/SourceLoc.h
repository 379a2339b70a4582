// A place in the user's source, as the compiler's later stages carry it (no clang types to the right of
// Capture). Every layer may use it. It names a file, a line and a column, and keeps nothing of the parser
// alive.
#pragma once

#include <string>
#include <tuple>

namespace fullgraph {

struct SourceLoc {
  std::string file; // absolute path; empty: no place
  unsigned line = 0, column = 0;

  bool isValid() const { return line != 0; }
  /// "file:line:column", or "" when invalid.
  std::string str() const {
    return isValid() ? file + ":" + std::to_string(line) + ":" + std::to_string(column) : std::string();
  }
  friend bool operator==(const SourceLoc &a, const SourceLoc &b) = default;
  friend bool operator<(const SourceLoc &a, const SourceLoc &b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  }
};

} // namespace fullgraph
