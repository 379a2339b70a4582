// What the graph's printer and its parser share. Private to lib/Graph.
#pragma once

#include "lib/Graph/Graph.h"

#include <optional>
#include <string>
#include <string_view>

namespace fullgraph {

/// Tokens of a text and their places. The first failure is the one that is reported.
class GraphReader {
public:
  explicit GraphReader(std::string_view text) : text(text) {}

  bool failed() const { return !message.empty(); }
  /// "line:column: what".
  std::string error() const;

protected:
  std::string_view text;
  size_t pos = 0;

  bool fail(const std::string &what) { return failAt(pos, what); }
  bool failAt(size_t place, const std::string &what);
  void skipSpace(); // and comments
  bool atEnd();
  bool at(std::string_view token);
  bool accept(std::string_view token);
  bool expect(std::string_view token);
  /// `token` that no letter or digit follows.
  bool acceptWord(std::string_view word);
  /// Letters, digits, '_' and the characters of `more`; empty if there are none.
  std::string name(std::string_view more = "");
  bool integer(int64_t &value);
  bool string(std::string &value);
  /// `loc("file:line:column")`, if there is one.
  bool loc(SourceLoc &place);

private:
  std::string message;
  size_t failedAt = 0;
};

/// The input's size that a symbol must be by its C++ expression, "x.size(0)" for an input "x". The text says
/// nothing of SymbolDef::tensor and dim where they are this.
struct SizeOfInput {
  std::string tensor;
  unsigned dim = 0;
};
std::optional<SizeOfInput> sizeByCxx(const Graph &graph, const SymbolDef &def);

} // namespace fullgraph
