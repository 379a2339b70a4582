#include "lib/Lower/Halide/Levels.h"

#include "lib/Lower/Halide/Variants.h"
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

/// Rows shorter than this are read by gathers, or leave vectors half empty.
constexpr int64_t shortestRow = 32;

/// Sums are as fast as memory (1.0 times), unless what they read is in the cache already: rows that are made
/// of broadcast inputs (distances of 64 dims 1.2 to 1.5 times; of 3 dims 0.5 to 1.8, of 16 1.0). Comparisons
/// are masks of AVX-512 (amax 1.0 to 3.3 times, argmax 1.0 to 2.1).
bool reductionGains(const Graph &graph, const Node &node) {
  const TensorType &self = node.value("self")->type;
  if (!isFloatingType(self.dtype))
    return false;
  if (comparesElements(node))
    return true;
  if (self.rank() == 0 || self.sizes.back().asInt().value_or(shortestRow) < shortestRow)
    return false;
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

static bool callsLowerLevel(const Graph &graph) {
  const std::vector<Variant> variants = variantsOf(graph, {.level = 4});
  return std::any_of(variants.begin(), variants.end(), [](const Variant &v) { return v.isBoundByMemory; });
}

LevelTimes compileMilliseconds(const Graph &graph) {
  // bench_levels, 2026-11-28. Contractions take longer the less is known: bounds are expressions of the
  // symbols, and rows that are a symbol have several regimes (matmul 45 ms, of three symbols 175; linear 50
  // and 230; 3x3 convolutions 60, of three symbols 210, of four 290).
  constexpr int each = 50, perSymbol = 60, row = 90;
  LevelTimes times{each, each};
  for (const auto &node : graph.nodes()) {
    int lower = each, percent = 110;
    if (node->op->family == OpFamily::Contraction) {
      const int symbols = static_cast<int>(graph.env.symbols().size());
      lower = each + perSymbol * symbols;
      // AVX-512's code for few rows may be a call of the lower level's.
      percent = symbols > 0 && hasLargerTiles(*node) ? 145 : callsLowerLevel(graph) ? 75 : 110;
    } else if (node->op->family == OpFamily::Row || node->op->family == OpFamily::Reduction) {
      lower = row;
    }
    if (lower > times.baseline)
      times = {lower, lower * percent / 100};
  }
  return times;
}

} // namespace fullgraph::lower
