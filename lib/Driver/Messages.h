// What the tool says: the driver's own errors, and clang's diagnostics in JSON.
#pragma once

#include "llvm/Support/JSON.h"

#include <memory>
#include <string>

namespace clang {
class DiagnosticConsumer;
}

namespace fullgraph {

class Messages {
public:
  explicit Messages(bool json) : json(json) {}
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;
  /// Prints what --format=json has collected.
  ~Messages();

  /// "fullgraph: error: <text>" on stderr. `file` and `line` say where in the input, when it is text that
  /// clang does not read.
  void error(const std::string &text, const std::string &file = "", unsigned line = 0, unsigned column = 0);
  bool isJson() const { return json; }
  /// Collects clang's diagnostics; null for text, which clang prints itself.
  std::unique_ptr<clang::DiagnosticConsumer> makeClient();

private:
  friend class JsonDiagnostics;
  bool json;
  llvm::json::Array entries;
};

} // namespace fullgraph
