#include "lib/Driver/Tuning/Measure.h"

#include "lib/Graph/Failure.h"

#include <algorithm>

namespace fullgraph {

namespace {

/// Elements of the largest tensor whose size nobody knows.
constexpr int64_t standardElements = int64_t(1) << 16;
/// Of one that a pipeline for large sizes needs.
constexpr int64_t mostElements = int64_t(1) << 23;

class SizeSearch {
public:
  SizeSearch(const Graph &graph, const std::vector<KnobGroup> &groups, size_t group)
      : graph(graph), groups(groups), group(group) {}

  std::optional<CallSizes> find() {
    for (int64_t value = standardElements; value >= 1; value /= 2)
      if (fits(value, standardElements))
        return found();
    for (int64_t value = 1; value <= standardElements; value *= 2)
      if (fits(value, mostElements))
        return found();
    return std::nullopt;
  }

private:
  const Graph &graph;
  const std::vector<KnobGroup> &groups;
  size_t group;
  std::map<std::string, int64_t> symbols;

  Sym valueOf(const Sym &value) const {
    return value.substitute([&](const std::string &name) {
      const auto known = symbols.find(name);
      return known == symbols.end() ? std::nullopt : std::optional<Sym>(Sym(known->second));
    });
  }
  bool holds(const Sym &condition) const { return valueOf(condition).asBool().value_or(false); }

  void forEachType(const std::function<void(const TensorType &)> &visit) const {
    for (const GraphInput &input : graph.inputs())
      visit(input.value->type);
    for (const Value *output : graph.outputs())
      visit(output->type);
    for (const auto &node : graph.nodes())
      for (const auto &result : node->results)
        visit(result->type);
  }

  /// Elements from a tensor's first to behind its last.
  int64_t reach(const TensorType &type) const {
    int64_t elements = 1;
    for (size_t d = 0; d < type.strides.size(); ++d) {
      const int64_t stride = valueOf(type.strides[d]).asInt().value_or(0);
      elements +=
          (valueOf(type.sizes[d]).asInt().value_or(1) - 1) * std::clamp<int64_t>(stride, 0, INT32_MAX);
      elements = std::min<int64_t>(elements, INT32_MAX);
    }
    return elements;
  }

  bool fits(int64_t standard, int64_t most) {
    symbols.clear();
    for (const SymbolDef &def : graph.env.symbols()) {
      if (def.type != SymType::Int)
        continue;
      int64_t value = def.hint.value_or(standard);
      value = std::clamp(value, def.lower.value_or(1),
                         std::max(def.lower.value_or(1), def.upper.value_or(INT32_MAX)));
      symbols[def.name] = (value + def.multipleOf - 1) / def.multipleOf * def.multipleOf;
    }
    bool fit = true;
    forEachType([&](const TensorType &type) {
      int64_t elements = 1;
      bool isKnown = true;
      for (const Sym &size : type.sizes) {
        const std::optional<int64_t> value = valueOf(size).asInt();
        fit = fit && value && *value >= 1 && *value <= INT32_MAX;
        if (!fit)
          return;
        isKnown = isKnown && size.isConst();
        elements = elements > INT32_MAX ? elements : elements * *value;
      }
      fit = fit && std::max(elements, reach(type)) <= (isKnown ? INT32_MAX : most);
    });
    for (const Guard &guard : graph.env.guards())
      fit = fit && holds(guard.condition);
    for (size_t i = 0; i <= group; ++i)
      if (groups[i].condition)
        fit = fit && holds(*groups[i].condition) == (i == group);
    return fit;
  }

  std::string textOf(const TensorType &type) const {
    TensorType known = type;
    for (std::vector<Sym> *list : {&known.sizes, &known.strides})
      for (Sym &value : *list)
        value = valueOf(value);
    return known.str();
  }

  CallSizes found() const {
    CallSizes sizes;
    sizes.symbols = symbols;
    for (const GraphInput &input : graph.inputs())
      sizes.shapes += (sizes.shapes.empty() ? "" : ", ") + textOf(input.value->type);
    for (const Value *output : graph.outputs())
      sizes.shapes += (output == graph.outputs()[0] ? " -> " : ", ") + textOf(output->type);
    return sizes;
  }
};

} // namespace

llvm::Expected<CallSizes> callSizes(const Graph &graph, const std::vector<KnobGroup> &groups, size_t group) {
  if (std::optional<CallSizes> found = SizeSearch(graph, groups, group).find())
    return std::move(*found);
  return failure("no sizes are known that it could be called with");
}

} // namespace fullgraph
