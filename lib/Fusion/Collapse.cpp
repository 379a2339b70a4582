#include "lib/Fusion/Collapse.h"
#include "lib/Graph/StableSort.h"

#include <algorithm>

namespace fullgraph::fusion {

bool dependsOnPlace(const Node &node) { return node.is(Op::arange) || node.is(Op::eye); }

namespace {

bool runsOverElements(const Group &group) {
  if (group.anchor || group.hasRows)
    return false;
  for (const Node *node : group.nodes) {
    switch (node->op->family) {
    case OpFamily::Unary:
    case OpFamily::Binary:
    case OpFamily::Ternary:
    case OpFamily::Compare:
    case OpFamily::Cast:
      break;
    case OpFamily::Creation:
      if (dependsOnPlace(*node))
        return false;
      break;
    default:
      return false;
    }
    const std::vector<Sym> &sizes = node->result()->type.sizes;
    if (!sizes.empty() && sizes != group.sizes)
      return false;
    bool throughView = false; // of a value of this group
    node->forEachOperand([&](const Value *v) {
      throughView |= v && isAlias(v) && group.contains(const_cast<Value *>(v)->root()->def);
    });
    if (throughView)
      return false;
  }
  for (const GroupRoot &root : group.roots)
    if (isAlias(root.value) && group.contains(root.value->root()->def))
      return false;
  return true;
}

/// Strides by the group's dims; 0 where the operand broadcasts.
std::vector<Sym> stridesIn(const TensorType &type, const std::vector<Sym> &sizes) {
  const std::vector<Sym> own = type.stridesOrContiguous();
  std::vector<Sym> strides(sizes.size(), Sym(0));
  for (size_t d = 0; d < own.size(); ++d)
    if (!type.sizes[d].isConst(1))
      strides[d + sizes.size() - own.size()] = own[d];
  return strides;
}

/// Dims in the order of a tensor's memory, so that its innermost loop is contiguous; of dims of 1, at most
/// one.
std::vector<size_t> loopOrder(const Graph &graph, const std::vector<Sym> &sizes,
                              const std::vector<Sym> &strides) {
  std::vector<size_t> order;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (!sizes[d].isConst(1))
      order.push_back(d);
  if (order.empty() && !sizes.empty())
    order.push_back(0);
  stableSort(order, [&](size_t a, size_t b) {
    const Sym &x = strides[a], &y = strides[b];
    // Nothing says that a symbol is more than 1. Neighbours in memory are the innermost dim all the same.
    if (x.isConst(1) != y.isConst(1) && !x.isConst(0) && !y.isConst(0))
      return y.isConst(1);
    return !(x == y) && graph.env.prove(symLt(y, x)).value_or(false);
  });
  return order;
}

} // namespace

std::optional<Collapsed> collapse(const Graph &graph, const Grouping &grouping, unsigned id) {
  const Group &group = grouping.groups[id];
  if (group.hasRows)
    return collapseRows(graph, grouping, id);
  if (!runsOverElements(group))
    return std::nullopt;
  struct Operand {
    const Value *value = nullptr; // null: a root
    TensorType type;
    std::vector<Sym> strides;
  };
  std::vector<Operand> operands;
  for (const GroupRoot &root : group.roots)
    operands.push_back({nullptr, root.target.type, stridesIn(root.target.type, group.sizes)});
  for (const Value *v : grouping.externals(id)) {
    if (v->type.rank() > group.sizes.size())
      return std::nullopt;
    TensorType type = v->type;
    operands.push_back({v, type, stridesIn(type, group.sizes)});
  }

  const std::vector<size_t> order = loopOrder(graph, group.sizes, operands[0].strides);
  std::vector<std::vector<size_t>> merged; // runs of dims, outermost first
  for (const size_t d : order) {
    const bool joins =
        !merged.empty() && std::all_of(operands.begin(), operands.end(), [&](const Operand &o) {
          const size_t outer = merged.back().back();
          return o.strides[outer] == o.strides[d] * group.sizes[d];
        });
    if (joins)
      merged.back().push_back(d);
    else
      merged.push_back({d});
  }

  Collapsed result;
  for (const std::vector<size_t> &run : merged) {
    Sym size = 1;
    for (const size_t d : run)
      size = size * group.sizes[d];
    result.sizes.push_back(size);
  }
  for (const Operand &o : operands) {
    TensorType type = o.type;
    type.sizes.clear();
    type.strides.clear();
    for (size_t i = 0; i < merged.size(); ++i) {
      const Sym &stride = o.strides[merged[i].back()];
      const bool none = stride.isConst(0);
      type.sizes.push_back(none ? Sym(1) : result.sizes[i]);
      type.strides.push_back(none ? Sym(1) : stride);
    }
    // Only what has no dims counts as such in type promotion: u8[N] * i16[1] is i16, u8[N] * i16[] is u8.
    if (o.value && o.type.sizes.empty()) {
      type.sizes.clear();
      type.strides.clear();
    }
    if (type.strides == contiguousStrides(type.sizes))
      type.strides.clear();
    type.weak = o.value && o.value->type.weak;
    if (o.value)
      result.inputs[o.value] = type;
    else
      result.outputs.push_back(type);
  }
  return result;
}

} // namespace fullgraph::fusion
