#include "lib/Emit/Report.h"

#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/LeafFunction.h"
#include "lib/Ops/OpSchema.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

namespace fullgraph {
namespace {

using llvm::json::OStream;

struct Totals {
  size_t functions = 0, compiled = 0, atFirstCall = 0, graphs = 0, operators = 0, kernels = 0, built = 0,
         reused = 0, breaks = 0;
};

/// The distinct kernels of a source, in the order of their first call.
std::vector<const Kernel *> distinctKernels(const ReportInput &input) {
  std::vector<const Kernel *> kernels;
  std::set<std::string> seen;
  for (const CompiledFunction &function : *input.functions)
    for (const CompiledLeaf &leaf : function.leaves)
      if (leaf.program)
        for (const Kernel &kernel : leaf.program->kernels)
          if (seen.insert(kernel.name).second)
            kernels.push_back(&kernel);
  return kernels;
}

const char *severityName(BreakSeverity severity) {
  switch (severity) {
  case BreakSeverity::Ignored:
    return "ignored";
  case BreakSeverity::Remark:
    return "remark";
  case BreakSeverity::Warning:
    return "warning";
  case BreakSeverity::Error:
    return "error";
  }
  return "";
}

BreakSeverity severityOf(const CapturedFunction &function, const Break &graphBreak) {
  return breakSeverity(graphBreak, function.options.fullgraph, BreakFlags());
}

Totals countTotals(const ReportInput &input) {
  Totals totals;
  std::set<std::string> builtNames, reusedNames;
  for (const KernelBuild &build : input.builds)
    (build.reused ? reusedNames : builtNames).insert(build.name);
  for (const CompiledFunction &function : *input.functions) {
    ++totals.functions;
    size_t graphs = 0;
    for (const CompiledLeaf &leaf : function.leaves)
      if (leaf.program && !leaf.forOthers) {
        ++graphs;
        for (const auto &node : leaf.leaf->graph->nodes())
          totals.operators += !node->is(Op::scalar); // a number of the user's program is no operator
      }
    totals.graphs += graphs;
    const bool isAhead =
        llvm::any_of(function.leaves, [&](const CompiledLeaf &leaf) { return leaf.program && leaf.isAhead; });
    totals.atFirstCall += graphs != 0 && !isAhead;
    totals.compiled += graphs != 0 || function.function->compiledInCallees;
    for (const Break &graphBreak : function.function->breaks)
      totals.breaks += severityOf(*function.function, graphBreak) >= BreakSeverity::Warning;
  }
  for (const Kernel *kernel : distinctKernels(input)) {
    ++totals.kernels;
    // Built for one of its targets is built.
    if (builtNames.count(kernel->name))
      ++totals.built;
    else if (reusedNames.count(kernel->name))
      ++totals.reused;
  }
  return totals;
}

class ReportWriter {
public:
  ReportWriter(const ReportInput &input, llvm::raw_ostream &out) : input(input), json(out, 2) {}
  void write();

private:
  /// Text that may come from the user's source, whose literals need not be UTF-8.
  void text(const char *key, const std::string &value) {
    json.attribute(key, llvm::json::isUTF8(value) ? value : llvm::json::fixUTF8(value));
  }
  void place(const SourceLoc &loc) {
    text("file", loc.file);
    json.attribute("line", loc.line);
    json.attribute("column", loc.column);
  }
  void place(clang::SourceLocation loc) {
    place(input.locate && loc.isValid() ? input.locate(loc) : SourceLoc());
  }
  void strings(const char *key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(llvm::json::isUTF8(value) ? value : llvm::json::fixUTF8(value));
    });
  }
  void writeFunction(const CompiledFunction &compiled);
  void writeVersions(const CompiledFunction &compiled, const CapturedRegion &region);
  void writeOptions(const CompileOptionValues &options);
  void writeLeaves(const DecisionNode &node, std::vector<std::string> &conditions);
  void writeGraph(const DecisionNode &leaf, const Program *program);
  void writeProgram(const Program &program, size_t results);
  void writeExcerpt(const Break &graphBreak);
  void writeBreak(const CapturedFunction &function, const Break &graphBreak);
  void writeNotes(const char *key, const std::vector<BreakNote> &notes);
  void writeKernel(const Kernel &kernel);

  const ReportInput &input;
  OStream json;
  // Of the function being written:
  std::map<const DecisionNode *, const CompiledLeaf *> leaves;
  std::map<const DecisionNode *, LeafFunction> functions;
};

/// As in the prologue, with holes as %0 for outputs.
std::string cxxText(const CxxText &text) {
  std::string out;
  for (const CxxText::Piece &piece : text.pieces)
    out += piece.kind == CxxText::Piece::Text     ? piece.text
           : piece.kind == CxxText::Piece::Output ? "%" + std::to_string(piece.output)
                                                  : piece.value.str();
  return out;
}

void ReportWriter::writeOptions(const CompileOptionValues &options) {
  static const char *const dynamic[] = {"Auto", "Always", "Never"};
  static const char *const mode[] = {"Default", "ReduceOverhead", "MaxAutotune", "MaxAutotuneNoCudaGraphs"};
  json.attribute("fullgraph", options.fullgraph);
  json.attribute("dynamic", options.dynamic < 3 ? dynamic[options.dynamic] : "");
  text("backend", options.backend);
  json.attribute("mode", options.mode < 4 ? mode[options.mode] : "");
  json.attribute("fp", options.strictFloat ? "Strict" : "Relaxed");
  json.attribute("disable", options.disable);
  json.attribute("recompile_limit", options.recompileLimit);
  json.attribute("max_graphs", options.maxGraphs);
  json.attribute("unroll_limit", options.unrollLimit);
  json.attribute("ahead_versions", options.aheadVersions);
  json.attribute("ahead", options.ahead);
  text("unchecked_guards", guardKindsText(AllGuards & ~options.guards));
}

void ReportWriter::writeGraph(const DecisionNode &leaf, const Program *program) {
  const Graph &graph = *leaf.graph;
  text("text", printGraph(graph));
  json.attributeArray("nodes", [&] {
    for (const auto &node : graph.nodes())
      json.object([&] {
        text("operator", std::string(node->opName()));
        text("attributes", attributeText(*node));
        std::vector<std::string> operands;
        node->forEachOperand([&](Value *operand) { operands.push_back(operand->name); });
        strings("operands", operands);
        json.attributeArray("results", [&] {
          for (const auto &result : node->results)
            json.value("%" + result->name + ": " + result->type.str());
        });
        place(node->loc);
      });
  });
  json.attributeArray("inputs", [&] {
    for (const GraphInput &in : graph.inputs())
      json.object([&] {
        text("name", in.value->name);
        text("type", in.value->type.str());
        text("cxx", in.cxx);
      });
  });
  std::vector<std::string> outputs;
  for (const Value *output : graph.outputs())
    outputs.push_back(output->name);
  strings("outputs", outputs);
  json.attributeArray("mutations", [&] {
    for (const Mutation &mutation : graph.mutations())
      json.object([&] {
        text("input", mutation.input->name);
        text("value", mutation.value->name);
      });
  });
  json.attributeArray("guards", [&] {
    if (const auto function = functions.find(&leaf); function != functions.end())
      for (const CheckedGuard &guard : listGuards(function->second, input.targets))
        json.object([&] {
          text("condition", guard.condition);
          text("reason", guard.isKnown ? "checked by the code in front" : guard.reason);
          place(guard.loc);
        });
  });
  if (!program)
    return;
  json.attributeArray("kernels", [&] { // one entry a call, in order
    for (const Step &step : program->steps)
      if (const auto *call = std::get_if<KernelCall>(&step.action))
        json.value(program->kernels[call->kernel].name);
  });
  text("workspace_bytes", program->workspaceBytes.str());
  writeProgram(*program, graph.outputs().size());
}

/// What flows from kernel to kernel, for the page's drawing.
void ReportWriter::writeProgram(const Program &program, size_t results) {
  const auto buffers = [&](const char *key, const std::vector<BufferView> &views) {
    json.attributeArray(key, [&] {
      for (const BufferView &view : views)
        json.value(static_cast<int64_t>(view.buffer));
    });
  };
  json.attributeArray("buffers", [&] {
    static const char *const kinds[] = {"input", "output", "workspace"};
    for (const Buffer &buffer : program.buffers)
      json.object([&] {
        json.attribute("kind", kinds[static_cast<int>(buffer.kind)]);
        json.attribute("index", static_cast<int64_t>(buffer.index));
        text("type", buffer.type.str());
      });
  });
  json.attributeArray("calls", [&] {
    for (const Step &step : program.steps)
      if (const auto *call = std::get_if<KernelCall>(&step.action))
        json.object([&] {
          json.attribute("kernel", program.kernels[call->kernel].name);
          buffers("reads", call->inputs);
          buffers("writes", call->outputs);
        });
  });
  json.attributeArray("results", [&] { // each of a kernel, or a view of an input or another result
    static const char *const kinds[] = {"fresh", "input", "result"};
    for (size_t i = 0; i < results; ++i)
      json.object([&] {
        json.attribute("kind", kinds[program.outputs[i].kind]);
        json.attribute("of", static_cast<int64_t>(program.outputs[i].of));
      });
  });
  json.attributeArray("written_back", [&] {
    for (const Step &step : program.steps)
      if (const auto *back = std::get_if<WriteBack>(&step.action))
        json.object([&] {
          json.attribute("input", static_cast<int64_t>(back->input));
          json.attribute("buffer", static_cast<int64_t>(back->value.buffer));
        });
  });
}

void ReportWriter::writeLeaves(const DecisionNode &node, std::vector<std::string> &conditions) {
  if (node.kind == DecisionNode::Branch) {
    conditions.push_back(node.condition.str());
    writeLeaves(*node.whenTrue, conditions);
    conditions.back() = symNot(node.condition).str();
    writeLeaves(*node.whenFalse, conditions);
    conditions.pop_back();
    return;
  }
  const auto compiled = leaves.find(&node);
  const Program *program = compiled == leaves.end() ? nullptr : compiled->second->program.get();
  json.object([&] {
    json.attribute("kind", program ? "graph" : "eager");
    strings("conditions", conditions);
    if (!node.reason.empty())
      text("reason", node.reason);
    std::vector<std::string> effects;
    for (const CxxText &effect : node.effects)
      effects.push_back(cxxText(effect));
    strings("effects", effects);
    if (node.returnsValue)
      text("result", cxxText(node.result));
    if (node.graph)
      json.attributeObject("graph", [&] { writeGraph(node, program); });
  });
}

void ReportWriter::writeFunction(const CompiledFunction &compiled) {
  const CapturedFunction &function = *compiled.function;
  leaves = leavesByNode(compiled);
  functions.clear();
  for (LeafFunction &leaf : collectLeafFunctions(compiled))
    functions.emplace(leaf.leaf, std::move(leaf));
  text("name", function.name);
  text("prototype", function.prototype);
  json.attribute("id", function.id);
  place(function.loc);
  if (!function.instantiation.empty())
    text("instantiation", function.instantiation);
  json.attributeObject("options", [&] { writeOptions(function.options); });
  json.attribute("capture_seconds", function.work.seconds);
  if (function.compiledInCallees)
    json.attribute("compiled_in_callees", true);
  strings("remarks", function.remarks);
  json.attributeArray("regions", [&] {
    for (const auto &region : function.regions)
      json.object([&] {
        text("name", region->name);
        place(region->loc);
        writeVersions(compiled, *region);
      });
  });
}

void ReportWriter::writeVersions(const CompiledFunction &compiled, const CapturedRegion &region) {
  json.attributeArray("versions", [&] {
    for (const CapturedVersion &version : region.versions)
      json.object([&] {
        text("label", version.label);
        json.attributeArray("symbols", [&] {
          for (const SymbolDef &symbol : version.symbols)
            json.object([&] {
              text("name", symbol.name);
              json.attribute("type", symbol.type == SymType::Int    ? "int"
                                     : symbol.type == SymType::Bool ? "bool"
                                     : symbol.type == SymType::F32  ? "f32"
                                                                    : "f64");
              text("cxx", symbol.cxx);
            });
        });
        std::vector<std::string> conditions;
        json.attributeArray("leaves", [&] {
          if (version.tree)
            writeLeaves(*version.tree, conditions);
        });
      });
  });
}

void ReportWriter::writeNotes(const char *key, const std::vector<BreakNote> &notes) {
  json.attributeArray(key, [&] {
    for (const BreakNote &note : notes)
      json.object([&] {
        text("text", note.text);
        if (note.loc.isValid())
          place(note.loc);
        if (!note.fixIts.empty())
          json.attributeArray("fixes", [&] {
            for (const clang::FixItHint &fixIt : note.fixIts)
              json.value(fixIt.CodeToInsert);
          });
      });
  });
}

void ReportWriter::writeExcerpt(const Break &graphBreak) {
  if (!input.excerpt || graphBreak.range.isInvalid())
    return place(graphBreak.range.getBegin());
  const SourceExcerpt excerpt = input.excerpt(graphBreak.range);
  place(excerpt.begin);
  json.attribute("end_line", excerpt.end.line);
  json.attribute("end_column", excerpt.end.column);
  json.attributeObject("excerpt", [&] {
    json.attribute("first_line", excerpt.firstLine);
    strings("lines", excerpt.lines);
  });
}

void ReportWriter::writeBreak(const CapturedFunction &function, const Break &graphBreak) {
  const BreakRule &rule = breakRule(graphBreak.kind);
  text("function", function.name);
  json.attribute("id", rule.idText());
  json.attribute("slug", llvm::StringRef(rule.slug));
  json.attribute("severity", severityName(severityOf(function, graphBreak)));
  text("message", breakMessage(graphBreak));
  writeExcerpt(graphBreak);
  writeNotes("notes", graphBreak.notes);
  writeNotes("calls", graphBreak.callStack);
}

void ReportWriter::writeKernel(const Kernel &kernel) {
  text("name", kernel.name);
  json.attribute("kind", kernel.kind);
  strings("fused", kernel.fused);
  std::vector<std::string> places;
  for (const SourceLoc &loc : kernel.locs)
    if (loc.isValid())
      places.push_back(loc.str());
  strings("places", places);
  if (kernel.graph)
    text("graph", printGraph(*kernel.graph));
  json.attributeArray("builds", [&] {
    for (const KernelBuild &build : input.builds)
      if (build.name == kernel.name)
        json.object([&] {
          json.attribute("target", build.target);
          json.attribute("reused", build.reused);
          json.attribute("seconds", build.seconds);
          json.attribute("bytes", static_cast<int64_t>(build.objectBytes));
        });
  });
}

void ReportWriter::write() {
  const Totals totals = countTotals(input);
  json.object([&] {
    json.attribute("format", 1);
    text("file", input.mainFile);
    text("output", input.outputFile);
    json.attribute("seconds", input.seconds);
    json.attributeObject("totals", [&] {
      json.attribute("functions", static_cast<int64_t>(totals.functions));
      json.attribute("compiled", static_cast<int64_t>(totals.compiled));
      json.attribute("at_first_call", static_cast<int64_t>(totals.atFirstCall));
      json.attribute("graphs", static_cast<int64_t>(totals.graphs));
      json.attribute("operators", static_cast<int64_t>(totals.operators));
      json.attribute("kernels", static_cast<int64_t>(totals.kernels));
      json.attribute("built", static_cast<int64_t>(totals.built));
      json.attribute("reused", static_cast<int64_t>(totals.reused));
      json.attribute("breaks", static_cast<int64_t>(totals.breaks));
    });
    json.attributeArray("functions", [&] {
      for (const CompiledFunction &function : *input.functions)
        json.object([&] { writeFunction(function); });
    });
    json.attributeArray("breaks", [&] {
      for (const CompiledFunction &function : *input.functions)
        for (const Break &graphBreak : function.function->breaks)
          json.object([&] { writeBreak(*function.function, graphBreak); });
    });
    json.attributeArray("kernels", [&] {
      for (const Kernel *kernel : distinctKernels(input))
        json.object([&] { writeKernel(*kernel); });
    });
    json.attributeArray("stages", [&] {
      for (const StageTime &stage : input.stages)
        json.object([&] {
          json.attribute("stage", stage.stage);
          json.attribute("seconds", stage.seconds);
        });
    });
  });
}

std::string counted(size_t count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace

SourceExcerpt excerptOf(const clang::SourceManager &sources, const clang::LangOptions &language,
                        clang::SourceRange range,
                        const std::function<SourceLoc(clang::SourceLocation)> &locate) {
  SourceExcerpt excerpt;
  const clang::SourceLocation begin = sources.getExpansionLoc(range.getBegin());
  clang::SourceLocation end = sources.getExpansionRange(range.getEnd()).getEnd();
  end = clang::Lexer::getLocForEndOfToken(end, 0, sources, language);
  excerpt.begin = locate(begin);
  excerpt.end = end.isValid() && sources.isWrittenInSameFile(begin, end) ? locate(end) : excerpt.begin;
  // The text is that of the file itself, whose lines a #line directive may number otherwise.
  constexpr unsigned around = 2, most = 16;
  llvm::SmallVector<llvm::StringRef> lines;
  sources.getBufferData(sources.getFileID(begin)).split(lines, '\n');
  const unsigned line = sources.getSpellingLineNumber(begin);
  const unsigned first = line > around ? line - around : 1;
  const unsigned last = std::min({excerpt.end.line - excerpt.begin.line + line + around, first + most - 1,
                                  static_cast<unsigned>(lines.size())});
  excerpt.firstLine = excerpt.begin.line - (line - first);
  for (unsigned i = first; i <= last; ++i)
    excerpt.lines.push_back(lines[i - 1].rtrim('\r').str());
  return excerpt;
}

void writeReport(const ReportInput &input, llvm::raw_ostream &out) {
  ReportWriter(input, out).write();
  out << '\n';
}

std::string summaryLine(const ReportInput &input) {
  const Totals totals = countTotals(input);
  const size_t slash = input.mainFile.find_last_of("/\\");
  std::string text =
      "fullgraph: " + (slash == std::string::npos ? input.mainFile : input.mainFile.substr(slash + 1)) + ": ";
  text += counted(totals.functions, "function");
  std::vector<std::string> others;
  if (totals.atFirstCall != 0)
    others.push_back(std::to_string(totals.atFirstCall) + " at the first call");
  if (totals.compiled != totals.functions)
    others.push_back(std::to_string(totals.functions - totals.compiled) + " eager");
  if (!others.empty())
    text += " (" + llvm::join(others, ", ") + ")";
  text += ", " + counted(totals.graphs, "graph") + ", " + counted(totals.operators, "operator") + " in " +
          counted(totals.kernels, "kernel");
  if (!input.builds.empty())
    text += " (" + std::to_string(totals.built) + " built, " + std::to_string(totals.reused) + " reused)";
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f s", input.seconds);
  return text + ", " + counted(totals.breaks, "break") + ", " + seconds;
}

} // namespace fullgraph
