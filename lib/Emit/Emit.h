// From captured functions and their Programs to the output source (docs/architecture.md, "Emission").
// lib/Driver calls it. The output is the user's source with edits: what is not edited stays byte for byte.
#pragma once

#include "lib/Capture/CaptureResult.h"
#include "lib/Fusion/Program.h"
#include "lib/Lower/Target.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

/// A leaf's graph as it was captured, before the passes.
struct CapturedText {
  std::string graph; // printCapturedGraph
  std::map<std::string, std::string>
      scalars; // the C++ scalars that it depends on, and the text's names for them
  size_t inputs = 0;
};
CapturedText capturedText(const Graph &graph);

/// A leaf's graph, compiled.
struct CompiledLeaf {
  const DecisionNode *leaf = nullptr;
  std::unique_ptr<Program> program; // null when the leaf's graph is null
  /// What the run-time compiler starts from when a guard fails; empty: such calls run eagerly.
  CapturedText captured = {};
  bool forOthers = false; // of such a CapturedVersion
  bool isAhead = false;   // its kernels are built with the source
};

struct CompiledFunction {
  const CapturedFunction *function = nullptr;
  std::vector<CompiledLeaf> leaves;
};

/// Its leaves, by the node of the decision tree that each is for.
std::map<const DecisionNode *, const CompiledLeaf *> leavesByNode(const CompiledFunction &compiled);

struct EmitInput {
  std::string mainFile;                        // absolute path
  std::string outputPath;                      // absolute path of the rewritten main file, for #line
  std::map<std::string, std::string> contents; // every file that may be rewritten, by absolute path: its text
  /// #include directives in the files above: those of files above, and every quoted one that was found
  /// relative to its includer, which a copy in another directory would not find. Redirected when the includer
  /// is rewritten.
  struct Include {
    std::string includer;
    unsigned offset = 0, length = 0; // of the header name with its quotes or brackets
    std::string target;              // absolute path
  };
  std::vector<Include> includes;
  std::vector<CompiledFunction> functions;
  std::vector<TargetSpec> targets;
};

/// What is to be written. Files without a compiled function, and without an #include of one that has, are as
/// before, byte for byte.
struct EmitOutput {
  std::string source;                         // the rewritten main file
  std::map<std::string, std::string> headers; // absolute path of the original → rewritten text
};

/// `headerPath` gives the absolute path that a rewritten header will have on disk.
EmitOutput emitSources(const EmitInput &input,
                       const std::function<std::string(const std::string &)> &headerPath);

} // namespace fullgraph
