#include "lib/Passes/Rewriter.h"

#include <map>

namespace fullgraph {

namespace {

/// Of each output, the input or the first output whose memory it shares. Functionalise replaces the values
/// that hold memories, and must not make one of two.
std::vector<std::string> sharing(const Graph &graph) {
  std::map<const Value *, std::string> memories; // by the value that holds one
  const auto holder = [](const Value *value) { return value->base ? value->base : value; };
  for (const GraphInput &input : graph.inputs())
    memories[input.value] = "%" + input.value->name;
  for (const Mutation &mutation : graph.mutations())
    memories[holder(mutation.value)] = "%" + mutation.input->name;
  std::vector<std::string> result;
  for (const Value *output : graph.outputs())
    result.push_back(
        memories.emplace(holder(output), "output " + std::to_string(result.size())).first->second);
  return result;
}

/// What a caller can tell about the outputs and written inputs, beside their elements: types, and who shares
/// memory with whom. No pass may change it.
std::string signature(const Graph &graph) {
  std::map<const Value *, std::string> storages;
  for (const GraphInput &input : graph.inputs())
    storages[input.value] = "%" + input.value->name;
  for (const Mutation &mutation : graph.mutations())
    storages[mutation.value->base ? mutation.value->base : mutation.value] = "%" + mutation.input->name;
  std::string text;
  for (const Value *output : graph.outputs()) {
    const Value *root = output->base ? output->base : output;
    const std::string fresh = "new" + std::to_string(storages.size());
    const std::string &storage = storages.emplace(root, fresh).first->second;
    TensorType type = output->type;
    for (std::vector<Sym> *list : {&type.sizes, &type.strides})
      for (Sym &value : *list)
        value = graph.env.simplify(value);
    // Strides of dims of size 1, and of empty tensors, are no one's business: see sameType.
    const bool isEmpty = type.numel().isConst(0);
    for (size_t i = 0; i < type.strides.size(); ++i)
      if (isEmpty || type.sizes[i].isConst(1))
        type.strides[i] = contiguousStrides(type.sizes)[i];
    if (type.strides == contiguousStrides(type.sizes))
      type.strides.clear();
    const std::string offset = isEmpty ? "any" : graph.env.simplify(output->offset).str();
    text += type.str() + " in " + storage + " + " + offset + "\n";
  }
  for (const Mutation &mutation : graph.mutations())
    text += "writes %" + mutation.input->name + "\n";
  return text;
}

} // namespace

std::string runPasses(Graph &graph, const PassObserver &observer) {
  const auto broken = [](const char *pass, const std::string &what) {
    return "after " + std::string(pass) + ": " + what;
  };
  if (const std::string error = inferGraph(graph); !error.empty())
    return broken("capture", error);
  if (const std::string error = verifyGraph(graph); !error.empty())
    return broken("capture", error);
  unifyHandles(graph);
  if (const std::string error = exposeParts(graph); !error.empty())
    return broken("exposeParts", error);
  if (observer)
    observer("exposeParts", graph);
  if (const std::string error = verifyGraph(graph); !error.empty())
    return broken("exposeParts", error);
  const std::vector<std::string> captured = sharing(graph);
  if (const std::string error = functionalise(graph); !error.empty())
    return broken("functionalise", error);
  if (observer)
    observer("functionalise", graph);
  if (const std::string error = verifyGraph(graph); !error.empty())
    return broken("functionalise", error);
  if (sharing(graph) != captured)
    return broken("functionalise", "an output shares memory with others than before");
  const std::string expected = signature(graph);

  struct Pass {
    const char *name;
    void (*run)(Graph &);
  };
  static const Pass passes[] = {{"eliminateDeadCode", eliminateDeadCode},
                                {"canonicalise", canonicalise},
                                {"fold", fold},
                                {"eliminateCommonSubexpressions", eliminateCommonSubexpressions}};
  // Folding uncovers identities for canonicalise, and merging duplicates for both; each round makes the graph
  // smaller. What a pass left as it was needs no new check.
  std::string text = printGraph(graph);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Pass &pass : passes) {
      pass.run(graph);
      if (observer)
        observer(pass.name, graph);
      std::string after = printGraph(graph);
      if (after == text)
        continue;
      text = std::move(after);
      changed = true;
      if (const std::string error = verifyGraph(graph); !error.empty())
        return broken(pass.name, error);
      if (const std::string found = signature(graph); found != expected)
        return broken(pass.name, "outputs were\n" + expected + "and are\n" + found);
    }
  }
  return "";
}

} // namespace fullgraph
