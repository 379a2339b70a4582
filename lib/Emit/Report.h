// What the build says about a source: the JSON report, the build log's line, and the stages' text forms.
// lib/Driver calls it. It reads what was built and changes nothing of it.
#pragma once

#include "lib/Emit/Emit.h"

#include <functional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace fullgraph {

/// A stage of the pipeline and what it took.
struct StageTime {
  std::string stage; // "frontend", "capture", "passes", "fusion", "kernels", "emit"
  double seconds = 0;
};

/// What became of one kernel's object.
struct KernelBuild {
  std::string name;    // Kernel::name
  std::string target;  // TargetSpec::suffix() without '_': "v3"
  bool reused = false; // from an earlier build
  double seconds = 0;
  uint64_t objectBytes = 0;
};

/// Lines of the source around a break.
struct SourceExcerpt {
  SourceLoc begin, end; // end: behind the last character
  unsigned firstLine = 1;
  std::vector<std::string> lines;
};

/// `locate`: as ReportInput has it.
SourceExcerpt excerptOf(const clang::SourceManager &sources, const clang::LangOptions &language,
                        clang::SourceRange range,
                        const std::function<SourceLoc(clang::SourceLocation)> &locate);

struct ReportInput {
  std::string mainFile, outputFile;                         // absolute
  const std::vector<CompiledFunction> *functions = nullptr; // also those that stay eager
  std::vector<TargetSpec> targets;
  std::vector<KernelBuild> builds;
  std::vector<StageTime> stages;
  double seconds = 0; // the whole run
  /// Where a break is. Given by the caller, who has the SourceManager.
  std::function<SourceLoc(clang::SourceLocation)> locate;
  std::function<SourceExcerpt(clang::SourceRange)> excerpt;
};

/// The report of `--report out.json`: one JSON object.
///   format     1; grows when a key changes its meaning
///   file, output, seconds
///   totals     functions, compiled, at_first_call, graphs, operators, kernels, built, reused, breaks
///   functions  name, prototype, file, line, column, options, remarks, versions: each label, symbols, leaves;
///   a leaf is
///              {kind: "graph"|"eager", conditions, ...}, a graph with its text, nodes (operator, attributes,
///              operands and results by name), inputs, outputs, mutations, guards, kernels
///   breaks     function, id, slug, severity, message, file, line, column, end_line, end_column, excerpt
///              (first_line, lines), notes, calls; a note that is a way out has its fixes (replacements)
///   kernels    name, kind, fused, places, graph, builds: {target, reused, seconds, bytes}
///   stages     stage, seconds
void writeReport(const ReportInput &input, llvm::raw_ostream &out);

/// What a node's arguments are besides tensors, as in the text form: "(-1, [2, 3])"; empty without any.
std::string attributeText(const Node &node);

/// "fullgraph: model.cpp: 2 functions, 2 graphs, 14 operators in 5 kernels (3 built, 2 reused), 0 breaks,
/// 0.41 s"
std::string summaryLine(const ReportInput &input);

/// `--emit=capture`: each function's versions as an indented tree of conditions, graphs, effects and results.
std::string printCapture(const CapturedFunction &function);

/// `--emit=dot`: the graph for graphviz. Operators are boxes, inputs ellipses; edges carry types.
std::string printDot(const Graph &graph);

} // namespace fullgraph
