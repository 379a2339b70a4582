#include "lib/Passes/Rewriter.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>

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

/// What a caller can tell about an output, beside its elements.
struct OutputPlace {
  TensorType type;
  std::string storage; // whose memory it lies in
  Sym offset;
};

/// What a caller can tell about the outputs and written inputs: types, and who shares memory with whom. No
/// pass may change it.
struct Signature {
  std::vector<OutputPlace> outputs;
  std::vector<std::string> written; // inputs
};

Signature signatureOf(const Graph &graph) {
  std::map<const Value *, std::string> storages;
  for (const GraphInput &input : graph.inputs())
    storages[input.value] = "%" + input.value->name;
  for (const Mutation &mutation : graph.mutations())
    storages[mutation.value->base ? mutation.value->base : mutation.value] = "%" + mutation.input->name;
  Signature signature;
  for (const Value *output : graph.outputs()) {
    const Value *root = output->base ? output->base : output;
    const std::string fresh = "new" + std::to_string(storages.size());
    const std::string &storage = storages.emplace(root, fresh).first->second;
    // A written input that is returned is itself: in its own layout, however a graph holds it.
    const auto written =
        llvm::find_if(graph.mutations(), [&](const Mutation &m) { return m.value == output; });
    signature.outputs.push_back(
        {written == graph.mutations().end() ? output->type : written->input->type, storage, output->offset});
  }
  for (const Mutation &mutation : graph.mutations())
    signature.written.push_back(mutation.input->name);
  return signature;
}

/// With what `env` knows: a pass may find out that a size is 0, say, which stands in outputs before it, too.
std::string textOf(const Signature &signature, const ShapeEnv &env) {
  std::string text;
  for (const auto &[full, storage, place] : signature.outputs) {
    TensorType type = full;
    for (std::vector<Sym> *list : {&type.sizes, &type.strides})
      for (Sym &value : *list)
        value = env.simplify(value);
    // Strides of dims of size 1, and of empty tensors, are no one's business: see sameType.
    const bool isEmpty = type.numel().isConst(0);
    for (size_t i = 0; i < type.strides.size(); ++i)
      if (isEmpty || type.sizes[i].isConst(1))
        type.strides[i] = contiguousStrides(type.sizes)[i];
    if (type.strides == contiguousStrides(type.sizes))
      type.strides.clear();
    text += type.str() + " in " + storage + " + " + (isEmpty ? "any" : env.simplify(place).str()) + "\n";
  }
  for (const std::string &input : signature.written)
    text += "writes %" + input + "\n";
  return text;
}

/// Runs passes and checks what each promises.
class Pipeline {
public:
  /// `label`: what messages and the observer call a pass.
  Pipeline(Graph &graph, const PassObserver &observer, const char *Pass::*label)
      : graph(graph), observer(observer), label(label) {}

  /// Empty, or what is wrong with the graph that was handed in.
  std::string start() {
    std::string error = inferGraph(graph);
    if (error.empty())
      error = verifyGraph(graph);
    return broken("capture", error);
  }
  /// Empty, or what is wrong after the pass. `changed` is set where it may have changed the graph.
  std::string run(const Pass &pass, bool &changed) {
    std::vector<std::string> memories;
    if (pass.keeps == Keeps::Memory)
      memories = sharing(graph);
    if (pass.keeps == Keeps::Outputs && !signature) {
      signature = signatureOf(graph);
      text = printGraph(graph);
    }
    if (const std::string error = pass.run(graph); !error.empty())
      return broken(pass.*label, error);
    if (observer)
      observer(pass.*label, graph);
    if (pass.keeps == Keeps::Outputs) { // what a pass left as it was needs no new check
      std::string after = printGraph(graph);
      if (after == text)
        return "";
      text = std::move(after);
    } else {
      signature.reset();
    }
    changed = true;
    if (const std::string error = verifyGraph(graph); !error.empty())
      return broken(pass.*label, error);
    if (pass.keeps == Keeps::Memory && sharing(graph) != memories)
      return broken(pass.*label, "an output shares memory with others than before");
    if (pass.keeps == Keeps::Outputs) {
      const std::string before = textOf(*signature, graph.env), after = textOf(signatureOf(graph), graph.env);
      if (before != after)
        return broken(pass.*label, "outputs were\n" + before + "and are\n" + after);
    }
    return "";
  }

private:
  Graph &graph;
  const PassObserver &observer;
  const char *Pass::*label;
  /// Before the next pass that keeps outputs; nothing: another kind of pass ran.
  std::optional<Signature> signature;
  std::string text;

  static std::string broken(const std::string &pass, const std::string &what) {
    return what.empty() ? "" : "after " + pass + ": " + what;
  }
};

} // namespace

std::string runPasses(Graph &graph, const PassObserver &observer) {
  Pipeline pipeline(graph, observer, &Pass::function);
  if (std::string error = pipeline.start(); !error.empty())
    return error;
  bool changed = false;
  for (const Pass &pass : passTable())
    if (!pass.repeats)
      if (std::string error = pipeline.run(pass, changed); !error.empty())
        return error;
  // Folding uncovers identities for canonicalise, and merging duplicates for both; each round makes the graph
  // smaller.
  do {
    changed = false;
    for (const Pass &pass : passTable())
      if (pass.repeats)
        if (std::string error = pipeline.run(pass, changed); !error.empty())
          return error;
  } while (changed);
  return "";
}

std::string runPasses(Graph &graph, std::span<const Pass *const> passes, const PassObserver &observer) {
  Pipeline pipeline(graph, observer, &Pass::name);
  bool changed = false;
  for (const Pass *pass : passes)
    if (std::string error = pipeline.run(*pass, changed); !error.empty())
      return error;
  return "";
}

} // namespace fullgraph
