// From captured functions and their Programs to the output source (docs/architecture.md, "Emission").
#pragma once

#include "lib/Capture/CaptureResult.h"
#include "lib/Fusion/Program.h"
#include "lib/Lower/Lower.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fullgraph {

/// A leaf's graph, compiled.
struct CompiledLeaf {
  const DecisionNode *leaf = nullptr;
  std::unique_ptr<Program> program; // null when the leaf's graph is null
};

struct CompiledFunction {
  const CapturedFunction *function = nullptr;
  std::vector<CompiledLeaf> leaves;
};

struct EmitInput {
  std::string mainFile;                        // absolute path
  std::map<std::string, std::string> contents; // every file that is rewritten, by absolute path: its text
  /// Quoted or angled #include directives, in the files above, of files above: what to redirect.
  struct Include {
    std::string includer;
    unsigned offset = 0, length = 0; // of the header name with its quotes or brackets
    std::string target;              // absolute path
  };
  std::vector<Include> includes;
  std::vector<CompiledFunction> functions;
  std::vector<TargetSpec> targets;
};

/// Output files by path relative to the object directory; the main file's is under its own name ("" key).
struct EmitOutput {
  std::string source;                         // the rewritten main file
  std::map<std::string, std::string> headers; // absolute path of the original → rewritten text
};

/// `headerPath` gives the path that a rewritten header will have on disk.
EmitOutput emitSources(const EmitInput &input, const std::function<std::string(const std::string &)> &headerPath);

} // namespace fullgraph
