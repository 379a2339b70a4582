// Why: capture records what the program computes, not what it uses; and passes leave behind what they
// replaced.
#include "lib/Passes/Rewriter.h"

#include <fullgraph/dtype.h>

#include <unordered_set>

namespace fullgraph {

bool mayThrow(const Node &node) {
  const std::string_view op = node.op->name;
  if (op == "gather" || op == "index_select" || op == "embedding")
    return true;
  if (node.op->family == OpFamily::Library) // the others refuse what they are given by sizes and dtypes only
    return op == "wrap_index" || op == "checked_index" || op == "scatter" || op == "scatter_reduce" ||
           op == "masked_scatter" || op == "linalg_inv" || op == "solve_matrices" ||
           op == "linalg_cholesky" || op == "lu_factors" || op == "pivot_order" || op == "symmetric_eigen" ||
           op == "general_eigen" || op == "singular_values" || op == "bag_places" || op == "ctc_losses";
  const bool divides = op == "remainder" || op == "fmod" || (op == "div" && node.string("rounding_mode"));
  if (!divides || !fg::isIntegralType(node.result()->type.dtype, true))
    return false;
  // Inference has refused a number that is 0.
  return !hostNumber(node.value("other")).has_value();
}

bool hasEffect(const Node &node) { return node.opName() == "random_key"; }

void eliminateDeadCode(Graph &graph) {
  std::unordered_set<const Value *> used(graph.outputs().begin(), graph.outputs().end());
  for (const Mutation &mutation : graph.mutations())
    used.insert(mutation.value);
  // A root is looked up through its views.
  for (const Value *output : graph.outputs())
    if (output->base)
      used.insert(output->base);
  std::vector<Node *> dead;
  std::list<std::unique_ptr<Node>> &nodes = graph.nodes();
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    bool isUsed = mayThrow(**node) || hasEffect(**node);
    for (const std::unique_ptr<Value> &result : (*node)->results)
      isUsed |= used.count(result.get()) > 0;
    if (!isUsed) {
      dead.push_back(node->get());
      continue;
    }
    (*node)->forEachOperand([&](Value *operand) {
      if (operand)
        used.insert(operand);
    });
  }
  for (Node *node : dead)
    graph.erase(node);
}

} // namespace fullgraph
