#include "lib/Lower/Halide/Levels.h"

#include "lib/Ops/OpSchema.h"

#include <algorithm>

namespace fullgraph::lower {

namespace {

/// Kernels with less to do, all in all, are over before a wider vector matters: about 0.3 us.
constexpr int64_t leastWork = 4096;
/// More than that, and small enough to multiply two: whoever asks whether there is enough to do takes it for what is not
/// known.
constexpr int64_t many = int64_t(1) << 30;
/// Whoever asks which kernel does most takes this for what is not known: batches, lines of a text.
constexpr int64_t likely = 64;

} // namespace

int64_t elementsOf(const std::vector<Sym> &sizes, int64_t unknown) {
  int64_t count = 1;
  for (const Sym &size : sizes)
    count = std::min(many, count * std::min(many, size.asInt().value_or(unknown)));
  return count;
}

namespace {

/// Sums are as fast as memory (1.0 times), unless what they read is in the cache already: rows that are made
/// of broadcast inputs (distances 1.5 to 1.8 times). Comparisons are masks of AVX-512 (amax 3.3 times, argmax
/// 2.1).
bool reductionGains(const Graph &graph, const Node &node) {
  const TensorType &self = node.value("self")->type;
  if (!isFloatingType(self.dtype))
    return false;
  if (comparesElements(node))
    return true;
  return std::none_of(graph.inputs().begin(), graph.inputs().end(),
                      [&](const GraphInput &input) { return input.value->type.sizes == self.sizes; });
}

/// Operations of all elements, where a size that is not known is taken to be `unknown`; `gains` becomes true where AVX-512
/// makes some of them faster.
int64_t workOf(const Graph &graph, int64_t unknown, bool &gains) {
  int64_t work = 0;
  int formula = 0; // operations of a pointwise element, of floating numbers
  for (const auto &node : graph.nodes()) {
    if (node->results.empty())
      continue;
    const TensorType &type = node->result()->type;
    int64_t each = 0;
    switch (node->op->family) {
    case OpFamily::Contraction:
      each = productsInVectors(*node, unknown);
      gains |= each > 0;
      break;
    case OpFamily::Row: // softmax: 1.2 to 1.6 times
      each = isFloatingType(type.dtype) ? static_cast<int64_t>(OpCost::TwoSeries) : 0;
      gains |= each > 0;
      break;
    case OpFamily::Reduction:
      gains |= reductionGains(graph, *node);
      work += elementsOf(node->value("self")->type.sizes, unknown);
      break;
    case OpFamily::Unary:
    case OpFamily::Binary:
    case OpFamily::Ternary:
      each = static_cast<int64_t>(node->op->cost);
      if (type.rank() > 0 && isFloatingType(type.dtype))
        formula += static_cast<int>(node->op->cost);
      break;
    default:
      break;
    }
    work = std::min(many * many, work + elementsOf(type.sizes, unknown) * each);
  }
  // One series an element is enough (exp, tanh: 1.9 times); a few operations leave it to memory (1.0 times).
  gains |= formula >= static_cast<int>(OpCost::Series);
  return work;
}

} // namespace

int64_t gainFromAvx512(const Graph &graph) {
  bool gains = false;
  if (workOf(graph, many, gains) < leastWork || !gains)
    return 0;
  return std::max<int64_t>(1, workOf(graph, likely, gains));
}

int compileMilliseconds(const Graph &graph) {
  int cost = 80;
  for (const auto &node : graph.nodes())
    cost = std::max(cost, node->op->family == OpFamily::Contraction ? 350 : node->op->family == OpFamily::Row ? 160 : 80);
  return cost;
}

} // namespace fullgraph::lower
