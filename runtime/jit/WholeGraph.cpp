#include "runtime/jit/WholeGraph.h"

#include "lib/Passes/Passes.h"

#include <algorithm>

namespace fullgraph::jit {

ResultNames::ResultNames(const Graph &graph) {
  for (Value *output : graph.outputs()) {
    outputs.push_back(output->name);
    roots.push_back(output->root()->name);
  }
  for (const Mutation &mutation : graph.mutations())
    mutations.push_back(mutation.value->name);
}

WholeGraph wholeGraph(const Graph &graph, const Program &fused, const ResultNames &names) {
  WholeGraph whole;
  Program &program = whole.program;
  program.outputs = fused.outputs;
  program.disjointInputs = fused.disjointInputs;
  KernelCall call;
  const auto viewOf = [&](BufferKind kind, size_t index, const TensorType &type) {
    program.buffers.push_back({kind, static_cast<unsigned>(index), type, 0});
    return BufferView{static_cast<unsigned>(program.buffers.size() - 1), type, 0};
  };
  for (size_t i = 0; i < graph.inputs().size(); ++i)
    call.inputs.push_back(viewOf(BufferKind::Input, i, graph.inputs()[i].value->type));
  for (const SymbolDef &symbol : graph.env.symbols()) {
    whole.symbols.push_back(symbol);
    call.scalars.push_back(Sym::symbol(symbol.name, symbol.type));
  }
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const ProgramOutput &output = program.outputs[i];
    if (output.kind != ProgramOutput::Fresh)
      continue;
    std::string name = i < names.outputs.size() ? names.outputs[i] : "";
    // Behind the graph's own outputs: what some of them are views of.
    for (size_t j = 0; name.empty() && j < names.roots.size(); ++j)
      if (program.outputs[j].kind == ProgramOutput::ViewOfOutput && program.outputs[j].of == i)
        name = names.roots[j];
    whole.results.push_back(name);
    whole.resultTypes.push_back(output.type);
    call.outputs.push_back(viewOf(BufferKind::Output, i, output.type));
  }
  // Indices that are inputs are checked here. A graph that computes its indices checks them itself, or not at
  // all.
  for (const Step &step : fused.steps)
    if (const auto *check = std::get_if<IndexCheck>(&step.action))
      if (const Buffer &buffer = fused.buffers[check->index.buffer]; buffer.kind == BufferKind::Input) {
        IndexCheck own = *check;
        own.index.buffer = buffer.index; // the inputs' buffers come first
        program.steps.push_back({own});
      }
  std::vector<Step> writes;
  for (size_t i = 0; i < graph.mutations().size(); ++i) {
    const Mutation &mutation = graph.mutations()[i];
    TensorType type = mutation.value->type;
    type.strides.clear();
    whole.results.push_back(names.mutations[i]);
    whole.resultTypes.push_back(type);
    const BufferView view = viewOf(BufferKind::Workspace, 0, type);
    program.buffers.back().offset = program.workspaceBytes;
    const Sym bytes = type.numel() * Sym(static_cast<int64_t>(fg::elementSize(type.dtype)));
    program.workspaceBytes = program.workspaceBytes + ceilDiv(bytes, Sym(64)) * Sym(64);
    call.outputs.push_back(view);
    for (size_t input = 0; input < graph.inputs().size(); ++input)
      if (graph.inputs()[input].value == mutation.input)
        writes.push_back({WriteBack{static_cast<unsigned>(input), view}});
  }
  Kernel kernel;
  kernel.mayFail = std::any_of(graph.nodes().begin(), graph.nodes().end(),
                               [](const std::unique_ptr<Node> &node) { return mayThrow(*node); });
  program.kernels.push_back(std::move(kernel));
  program.steps.push_back({std::move(call)});
  for (Step &write : writes)
    program.steps.push_back(std::move(write));
  return whole;
}

} // namespace fullgraph::jit
