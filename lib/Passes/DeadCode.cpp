// Why: capture records what the program computes, not what it uses; and passes leave behind what they
// replaced.
#include "lib/Passes/Rewriter.h"

#include <fullgraph/dtype.h>

#include <unordered_set>

namespace fullgraph {

const Value *integerDivisor(const Node &node) {
  if (node.op->effect != OpEffect::DivisorError || !fg::isIntegralType(node.result()->type.dtype, true))
    return nullptr; // a division of integers whose result is a float has a result for 0, too
  // Inference has refused a number that is 0.
  const Value *divisor = node.value("other");
  return cxxNumber(divisor) ? nullptr : divisor;
}

bool mayThrow(const Node &node) {
  switch (node.op->effect) {
  case OpEffect::Pure:
  case OpEffect::State:
    return false;
  case OpEffect::DivisorError:
    return integerDivisor(node) != nullptr;
  case OpEffect::IndexError:
  case OpEffect::ElementError:
    return true;
  }
  return true;
}

bool hasEffect(const Node &node) { return node.op->effect == OpEffect::State; }

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
