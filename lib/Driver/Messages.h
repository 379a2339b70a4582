// What the tool says: the driver's own errors, and clang's diagnostics as JSON or SARIF. All of lib/Driver
// says things through it, and through nothing else. Errors are counted: a run with one of them ends with a
// status other than 0.
#pragma once

#include "lib/Driver/Options.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>

namespace clang {
class DiagnosticConsumer;
}

namespace fullgraph {

/// As text, everything is printed at once. Else it is collected, one object a diagnostic:
///   level     "error", "warning", "remark", "fatal"
///   message   as the text form has it
///   id, slug  of a graph break: "FG101", "data-dependent-branch"; `flag`: clang's own, "unused-variable"
///   file, line, column, endLine, endColumn
///             columns count bytes, from 1; the end lies behind the last one. charColumn and endCharColumn
///             count Unicode code points, and are there where that is another number.
///   fixIts    line, column, endLine, endColumn (as above), replacement
///   kind      "tool" of an error that is no compiler's: a file that cannot be written, a wrong option
///   notes     as above, each with a `kind`: "note", "call" (of the inlined calls, innermost first), "help"
///   (a
///             way out), "explain"
class Messages {
public:
  explicit Messages(MessageFormat format) : format(format) {}
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;
  /// Prints what was collected, on stderr.
  ~Messages();

  /// "fullgraph: error: <text>" on stderr. `file` and `line` say where in the input, when it is text that
  /// clang does not read.
  void error(const std::string &text, const std::string &file = "", unsigned line = 0, unsigned column = 0);
  /// Prints each of the errors. True where there is none.
  bool succeeded(llvm::Error failed);
  /// Collects clang's diagnostics; null for text, which clang prints itself.
  std::unique_ptr<clang::DiagnosticConsumer> makeClient();

  /// What was collected, for the process that started this one; it is not printed here then.
  std::string handOver();
  void takeOver(const std::string &handed);

private:
  MessageFormat format;
  llvm::json::Array entries;
};

} // namespace fullgraph
