// What FULLGRAPH_TRACE wrote, for the page of `fullgraph report`. ReportPage calls it. It reads and draws; the
// program that wrote the file has ended, or goes on.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace fullgraph {

/// Versions of functions made at run time, their hits, and calls that ran eagerly, of all processes that
/// wrote traces.
class TraceReport {
public:
  /// Is the text a trace, rather than a report? Both are JSON; a trace may lack its end.
  static bool isTrace(llvm::StringRef text);
  /// An error where a line cannot be read.
  llvm::Error add(llvm::StringRef text);
  bool empty() const { return functions.empty(); }
  /// A section of the page.
  std::string html() const;

private:
  struct Version {
    std::string inputs, missed;
    int64_t hits = -1; // -1: of a process that did not get to say it
    double milliseconds = 0;
    int64_t bytes = 0;
  };
  struct Function {
    std::string name, place;
    int64_t process = 0;
    bool ended = false; // what it said at the end holds in place of what it said as it went
    std::vector<Version> versions;
    std::vector<std::pair<std::string, int64_t>> eager;
  };
  std::vector<Function> functions;

  Function &functionOf(const std::string &name, const std::string &place, int64_t process);
};

} // namespace fullgraph
