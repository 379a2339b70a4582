#include "lib/Driver/BuildLog.h"

#include "lib/Emit/LeafFunction.h"
#include "lib/Graph/UserName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace fullgraph {
namespace {

std::string placeIn(const std::string &text, const SourceLoc &loc) {
  return loc.isValid() ? text + " (" + loc.str() + ")" : text;
}

/// "model.cpp:12:3: Mlp::forward, from line 20 for f32[N, 4] where use_bias"
std::string titleOf(const LeafFunction &leaf) {
  const CapturedFunction &function = *leaf.function;
  std::string title = function.loc.str() + ": " + function.name;
  if (!leaf.region->name.empty())
    title += ", from line " + std::to_string(leaf.region->loc.line);
  if (!leaf.version->label.empty())
    title += " for " + leaf.version->label;
  return title;
}

std::string guards(const LeafFunction &leaf, const std::vector<TargetSpec> &targets) {
  std::string text = titleOf(leaf) + "\n";
  for (const CheckedGuard &guard : listGuards(leaf, targets)) {
    std::string line = guard.condition;
    if (guard.isKnown)
      line += ": checked by the code in front";
    else if (!guard.reason.empty())
      line += ": " + guard.reason;
    text += "  " + placeIn(line, guard.loc) + "\n";
  }
  if (leaf.isMadeAtRunTime())
    text += "  the rest is made at the first call: FULLGRAPH_LOGS=guards\n";
  return text;
}

std::string dynamicSizes(const LeafFunction &leaf) {
  std::string text;
  const Graph &graph = leaf.graph();
  for (const SymbolDef &symbol : graph.env.symbols())
    if (const auto size = symbol.tensor.empty() ? std::nullopt : findSize(graph, symbol)) {
      const std::string name = userName(graph.inputs()[size->input].cxx) + ".size(" +
                               std::to_string(size->dim) + ") is symbolic" +
                               (size->factor == 1 ? "" : ", a multiple of " + std::to_string(size->factor));
      text += leaf.function->name + ": " + placeIn(name + ": " + symbol.name, symbol.loc) + "\n";
    }
  return text;
}

std::string hints(const LeafFunction &leaf) {
  std::string text;
  for (const GraphInput &in : leaf.graph().inputs())
    if (!in.value->type.isContiguous())
      text += leaf.function->name + ": " +
              placeIn(userName(in.cxx) + " is not contiguous: its kernels read it with strides", in.loc) +
              "\n";
  return text;
}

std::string loopHints(const CapturedFunction &function) {
  std::string text;
  for (const LeftLoop &loop : function.leftLoops)
    text += function.name + ": " + placeIn("each turn of the loop calls kernels of its own", loop.loc) +
            (loop.why.empty() ? "" : ": no kernel has the loop in it: " + loop.why) + "\n";
  return text;
}

std::string work(const CapturedFunction &function) {
  const CaptureWork &work = function.work;
  return llvm::formatv(
             "{0}: {1}: {2} walks, {3} statements, {4} operators, {5} steps of the prover: {6} of {7}\n",
             function.loc.str(), function.name, work.walks, work.statements, work.operators, work.proofs,
             work.total(), CaptureWork::most)
      .str();
}

std::string cache(const std::vector<KernelTask> &tasks) {
  std::string text;
  for (const KernelTask &task : tasks)
    text += task.kernelName + task.target.suffix() + ": " +
            (task.reused ? std::string("taken from an earlier build")
                         : llvm::formatv("compiled in {0:F0} ms", task.seconds * 1000).str()) +
            "\n";
  return text;
}

} // namespace

std::vector<std::string> buildLogNames() {
  return {"guards", "dynamic", "graph_code", "kernel_code", "perf_hints", "cache", "capture"};
}

std::string buildLog(const BuildLogInput &input) {
  std::string text;
  for (const std::string &name : input.names) {
    std::vector<std::string> told; // versions of one function may have the same to tell
    const auto tell = [&](const std::string &lines) {
      if (!lines.empty() && !llvm::is_contained(told, lines))
        told.push_back(lines);
    };
    if (name == "kernel_code")
      tell(input.kernelCode);
    if (name == "cache")
      tell(cache(input.tasks));
    for (const CompiledFunction &function : input.functions) {
      if (name == "capture" && !function.function->isCallee)
        tell(work(*function.function));
      if (name == "perf_hints")
        tell(loopHints(*function.function));
      for (const LeafFunction &leaf : collectLeafFunctions(function)) {
        if (name == "guards")
          tell(guards(leaf, input.targets));
        if (name == "dynamic" && !leaf.isMadeAtRunTime())
          tell(dynamicSizes(leaf));
        if (name == "graph_code")
          tell(titleOf(leaf) + "\n" + printGraph(leaf.graph()));
        if (name == "perf_hints" && !leaf.isMadeAtRunTime())
          tell(hints(leaf));
      }
    }
    for (const std::string &lines : told)
      text += lines;
  }
  return text;
}

} // namespace fullgraph
