// Why: a size that the graph's facts and guards say is 1 is broadcast, and kernels read an operand by the
// sizes of its type. What was typed before such a fact was known still has the symbol. Inputs keep theirs, by
// which guards name the sizes; lib/Fusion settles them for itself.
#include "lib/Passes/Passes.h"
#include "lib/Shapes/Infer.h"

namespace fullgraph {

std::string settleSizes(Graph &graph) {
  const std::string error = inferGraph(graph);
  for (const auto &node : graph.nodes())
    for (const auto &result : node->results)
      settleOnes(graph.env, result->type);
  return error;
}

} // namespace fullgraph
