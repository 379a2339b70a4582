// Why: inlined compositions compute the same thing again (batch_norm's factors, masks, casts of weights), and
// equal values let fusion read one buffer instead of two.
#include "lib/Passes/Rewriter.h"

#include <map>

namespace fullgraph {

namespace {

/// The operator and its arguments. Equal keys are equal values; names of values are unique.
std::string keyOf(const Node &node) {
  struct Printer {
    std::string operator()(std::monostate) const { return "-"; }
    std::string operator()(const Value *value) const { return value ? "%" + value->name : "-"; }
    std::string operator()(const std::vector<Value *> &values) const {
      std::string text = "<";
      for (const Value *value : values)
        text += "%" + value->name + ",";
      return text + ">";
    }
    std::string operator()(const Sym &value) const {
      return std::to_string(int(value.type())) + ":" + value.str();
    }
    std::string operator()(const std::vector<Sym> &values) const {
      std::string text = "[";
      for (const Sym &value : values)
        text += value.str() + ",";
      return text + "]";
    }
    std::string operator()(ScalarType dtype) const { return fg::shortName(dtype); }
    std::string operator()(const std::string &text) const { return "\"" + text + "\""; }
  };
  std::string key = node.op->name;
  for (const Arg &arg : node.args)
    key += "(" + std::visit(Printer(), arg) + ")";
  return key;
}

} // namespace

void eliminateCommonSubexpressions(Graph &graph) {
  Rewriter rewriter(graph);
  std::map<std::string, Value *> available;
  for (Node *node : nodesOf(graph)) {
    if (hasEffect(*node))
      continue;
    Value *value = node->result();
    const auto [first, isNew] = available.emplace(keyOf(*node), value);
    if (isNew)
      continue;
    Value *other = first->second;
    // Two results that leave the graph are two tensors, even if they are equal.
    if (!value->base && rewriter.escapes(value) && rewriter.escapes(other))
      continue;
    rewriter.replace(value, other);
  }
}

} // namespace fullgraph
