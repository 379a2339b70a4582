#include "lib/Emit/LeafFunction.h"

namespace fullgraph {
namespace {

/// Every Sym that the leaf's function prints.
template <class F> void forEachSym(const Graph &graph, const Program &program, bool interprets, F visit) {
  const auto visitType = [&](const TensorType &type) {
    for (const Sym &s : type.sizes)
      visit(s);
    for (const Sym &s : type.strides)
      visit(s);
  };
  const auto visitView = [&](const BufferView &view) {
    visitType(view.type);
    visit(view.offset);
  };
  for (const GraphInput &input : graph.inputs())
    visitType(input.value->type);
  for (const Guard &guard : graph.env.guards())
    visit(guard.condition);
  if (interprets)
    for (const auto &node : graph.nodes()) {
      for (const auto &result : node->results) {
        visitType(result->type);
        visit(result->offset);
      }
      for (const Arg &arg : node->args) {
        if (const auto *sym = std::get_if<Sym>(&arg))
          visit(*sym);
        else if (const auto *syms = std::get_if<std::vector<Sym>>(&arg))
          for (const Sym &s : *syms)
            visit(s);
      }
    }
  for (const Buffer &buffer : program.buffers) {
    visitType(buffer.type);
    visit(buffer.offset);
  }
  visit(program.workspaceBytes);
  for (const ProgramOutput &output : program.outputs) {
    visitType(output.type);
    visit(output.offset);
  }
  for (const Step &step : program.steps) {
    if (const auto *call = std::get_if<KernelCall>(&step.action)) {
      for (const BufferView &view : call->inputs)
        visitView(view);
      for (const BufferView &view : call->outputs)
        visitView(view);
      for (const Sym &scalar : call->scalars)
        visit(scalar);
    } else if (const auto *check = std::get_if<IndexCheck>(&step.action)) {
      visitView(check->index);
      visit(check->lower);
      visit(check->upper);
    } else {
      visitView(std::get<WriteBack>(step.action).value);
    }
  }
}

using LeavesByNode = std::map<const DecisionNode *, const CompiledLeaf *>;

void collect(const DecisionNode &node, const CapturedRegion &region, const CapturedVersion &version,
             const CompiledFunction &compiled, const LeavesByNode &leaves, size_t versions, unsigned &number,
             std::vector<LeafFunction::Branch> &branches, std::vector<LeafFunction> &out) {
  if (node.kind == DecisionNode::Branch) {
    branches.push_back({node.condition, node.loc});
    collect(*node.whenTrue, region, version, compiled, leaves, versions, number, branches, out);
    branches.back().condition = symNot(node.condition);
    collect(*node.whenFalse, region, version, compiled, leaves, versions, number, branches, out);
    branches.pop_back();
    return;
  }
  if (node.kind != DecisionNode::GraphLeaf || !node.graph)
    return;
  const auto place = leaves.find(&node);
  const CompiledLeaf *found = place == leaves.end() ? nullptr : place->second;
  const Program *program = found ? found->program.get() : nullptr;
  if (!program)
    return;

  LeafFunction function;
  function.name =
      compiled.function->id + (region.name.empty() ? "" : "_" + region.name) + "_" + std::to_string(number++);
  function.function = compiled.function;
  function.region = &region;
  function.version = &version;
  function.leaf = &node;
  function.branches = branches;
  function.program = program;
  function.notesMisses = versions > 1 || recompiles(*compiled.function);
  // The other versions of a call come first: only what none of them takes is compiled for.
  const bool computes = !node.graph->nodes().empty() || !node.graph->outputs().empty();
  if (computes && recompiles(*compiled.function) &&
      (version.guessed || version.forOthers || &version == lastExpected(region)) &&
      !found->captured.graph.empty() && found->captured.inputs == node.graph->inputs().size())
    function.captured = &found->captured;
  if (function.isMadeAtRunTime() && !function.captured)
    return;
  std::set<std::string> used;
  forEachSym(*node.graph, *program, function.interprets(), [&](const Sym &s) {
    s.forEachSymbol([&](const std::string &name, SymType) { used.insert(name); });
  });
  for (const SymbolDef &symbol : node.graph->env.symbols())
    if (symbol.tensor.empty() &&
        (used.count(symbol.name) || (function.captured && function.captured->scalars.count(symbol.name))))
      function.scalars.push_back(symbol);
  out.push_back(std::move(function));
}

} // namespace

CapturedText capturedText(const Graph &graph) {
  CapturedGraphText printed = printCapturedGraph(graph);
  CapturedText text{std::move(printed.text), {}, graph.inputs().size()};
  for (const auto &[symbol, name] : printed.symbols)
    if (const SymbolDef *def = graph.env.lookup(symbol); def && def->tensor.empty())
      text.scalars.emplace(symbol, name);
  return text;
}

std::map<const DecisionNode *, const CompiledLeaf *> leavesByNode(const CompiledFunction &compiled) {
  LeavesByNode leaves;
  for (const CompiledLeaf &leaf : compiled.leaves)
    leaves[leaf.leaf] = &leaf;
  return leaves;
}

std::vector<LeafFunction> collectLeafFunctions(const CompiledFunction &compiled) {
  std::vector<LeafFunction> out;
  std::vector<LeafFunction::Branch> branches;
  const LeavesByNode leaves = leavesByNode(compiled);
  size_t versions = 0;
  for (const auto &region : compiled.function->regions)
    versions = std::max(versions, region->versions.size());
  for (const auto &region : compiled.function->regions) {
    unsigned number = 0;
    for (const CapturedVersion &version : region->versions)
      if (version.tree)
        collect(*version.tree, *region, version, compiled, leaves, versions, number, branches, out);
  }
  findKnownGuards(*compiled.function, out);
  for (LeafFunction &leaf : out)
    if (!leaf.isMadeAtRunTime()) {
      GuardOptions options;
      options.strides = leaf.checks(StrideGuards);
      options.overlap = leaf.checks(OverlapGuards);
      options.extents = hasFreeStrides(leaf.graph());
      options.known = leaf.known.empty() ? nullptr : &leaf.known;
      leaf.guards = guardsOf(leaf.graph(), *leaf.program, options);
      leaf.steps = stepsOf(leaf.graph(), *leaf.program);
    }
  return out;
}

std::string_view scalarType(SymType type) {
  switch (type) {
  case SymType::Bool:
    return "bool";
  case SymType::Int:
    return "int64_t";
  case SymType::F32:
    return "float";
  case SymType::F64:
    return "double";
  }
  return "int64_t";
}

} // namespace fullgraph
