#include "lib/Fusion/Collapse.h"

#include <algorithm>

namespace fullgraph::fusion {

namespace {

/// What a value's dims are: the last dims of the row space, or of those dims of it that are kept.
enum class Space : uint8_t { Rows, Kept };

class RowCollapse {
public:
  RowCollapse(const Graph &graph, const Grouping &grouping, unsigned id)
      : graph(graph), grouping(grouping), id(id), group(grouping.groups[id]) {}

  std::optional<Collapsed> run() {
    for (size_t d = 0; d < group.rowSizes.size(); ++d) {
      coordinates[Space::Rows].push_back(d);
      if (!group.rowReduced[d])
        coordinates[Space::Kept].push_back(d);
    }
    if (group.anchor || !readNodes() || !readMemory())
      return std::nullopt;
    findRuns();
    if (firsts.size() == group.rowSizes.size())
      return std::nullopt;
    return result();
  }

private:
  struct Operand {
    TensorType type;
    Space space = Space::Rows;
    bool isMemory = false; // its strides count
  };

  bool readNodes();
  std::optional<Space> spaceOf(const Node &node) const;
  std::optional<Space> spaceOfPointwise(const Node &node) const;
  bool readMemory();
  std::optional<Space> spaceOfExternal(const Value *v) const;
  bool fits(const TensorType &type, Space space) const;
  void findRuns();
  bool joins(size_t d) const;
  bool joins(const Operand &operand, size_t d) const;
  std::optional<size_t> dimAlong(const Operand &operand, size_t coordinate) const;
  TensorType typeOf(const Operand &operand) const;
  Collapsed result() const;

  size_t runOf(size_t coordinate) const {
    return static_cast<size_t>(std::upper_bound(firsts.begin(), firsts.end(), coordinate) - firsts.begin()) - 1;
  }
  bool isViewOfOwn(const Value *v) const {
    return isAlias(v) && group.contains(const_cast<Value *>(v)->root()->def);
  }
  /// The row space's dim that a value's dim runs over.
  size_t coordinateOf(const Operand &operand, size_t dim) const {
    const std::vector<size_t> &all = coordinates.at(operand.space);
    return all[all.size() - operand.type.rank() + dim];
  }

  const Graph &graph;
  const Grouping &grouping;
  const unsigned id;
  const Group &group;
  std::map<Space, std::vector<size_t>> coordinates{{Space::Rows, {}}, {Space::Kept, {}}};
  std::map<const Value *, Operand> results, externals;
  std::vector<Operand> roots;
  std::vector<size_t> firsts; // the first dim of each run of dims that become one
};

/// Are its dims the space's last ones, or 1?
bool RowCollapse::fits(const TensorType &type, Space space) const {
  const std::vector<size_t> &all = coordinates.at(space);
  if (type.rank() > all.size())
    return false;
  for (size_t d = 0; d < type.rank(); ++d)
    if (!type.sizes[d].isConst(1) && !(type.sizes[d] == group.rowSizes[all[all.size() - type.rank() + d]]))
      return false;
  return true;
}

std::optional<Space> RowCollapse::spaceOfPointwise(const Node &node) const {
  std::optional<Space> space;
  bool differs = false, aliases = false;
  node.forEachOperand([&](const Value *v) {
    if (!v)
      return;
    aliases |= isViewOfOwn(v);
    const auto known = results.find(v);
    if (known == results.end() || v->type.rank() == 0)
      return;
    differs |= space && *space != known->second.space;
    space = known->second.space;
  });
  if (differs || aliases)
    return std::nullopt;
  const size_t rank = node.result()->type.rank();
  if (space)
    return space;
  // Of operands in memory alone: which of the spaces a shorter one is for, its readers know.
  return rank == group.rowSizes.size() || rank == 0 ? std::optional(Space::Rows) : std::nullopt;
}

std::optional<Space> RowCollapse::spaceOf(const Node &node) const {
  switch (node.op->family) {
  case OpFamily::Creation:
    if (dependsOnPlace(node))
      return std::nullopt;
    return spaceOfPointwise(node);
  case OpFamily::Unary:
  case OpFamily::Binary:
  case OpFamily::Ternary:
  case OpFamily::Compare:
  case OpFamily::Cast:
    return spaceOfPointwise(node);
  case OpFamily::Row:
  case OpFamily::Reduction: {
    const Value *self = node.value("self");
    const auto known = results.find(self);
    const bool isInRows = known == results.end() || known->second.space == Space::Rows;
    if (self->type.rank() != group.rowSizes.size() || isViewOfOwn(self) || !isInRows)
      return std::nullopt;
    return node.op->family == OpFamily::Row || node.flag("keepdim") ? Space::Rows : Space::Kept;
  }
  default:
    return std::nullopt;
  }
}

bool RowCollapse::readNodes() {
  for (const auto &node : graph.nodes()) {
    if (!group.contains(node.get()))
      continue;
    if (node->results.size() != 1)
      return false;
    const auto space = spaceOf(*node);
    const TensorType &type = node->result()->type;
    if (!space || !fits(type, *space))
      return false;
    results[node->result()] = {type, *space, false};
  }
  return true;
}

/// That of the values which read it.
std::optional<Space> RowCollapse::spaceOfExternal(const Value *v) const {
  std::optional<Space> space;
  bool differs = false;
  for (const Node *node : group.nodes) {
    bool reads = false;
    node->forEachOperand([&](const Value *operand) { reads |= operand == v; });
    if (!reads)
      continue;
    const Space own = isReduction(*node) ? Space::Rows : results.at(node->result()).space;
    differs |= space && *space != own;
    space = own;
  }
  return differs ? std::nullopt : space;
}

bool RowCollapse::readMemory() {
  for (const Value *v : grouping.externals(id)) {
    const auto space = spaceOfExternal(v);
    if (!space || !fits(v->type, *space))
      return false;
    externals[v] = {v->type, *space, true};
  }
  for (const GroupRoot &root : group.roots) {
    const auto known = results.find(root.value);
    if (known == results.end() || root.target.type.sizes != root.value->type.sizes)
      return false;
    roots.push_back({root.target.type, known->second.space, true});
  }
  return true;
}

/// The operand's dim that runs over `coordinate`; none where it has the same elements at all places of it.
std::optional<size_t> RowCollapse::dimAlong(const Operand &operand, size_t coordinate) const {
  for (size_t d = 0; d < operand.type.rank(); ++d)
    if (coordinateOf(operand, d) == coordinate && !operand.type.sizes[d].isConst(1))
      return d;
  return std::nullopt;
}

bool RowCollapse::joins(const Operand &operand, size_t d) const {
  const auto outer = dimAlong(operand, d - 1), inner = dimAlong(operand, d);
  if (!outer || !inner)
    return !outer && !inner;
  const std::vector<Sym> strides = operand.type.stridesOrContiguous();
  return !operand.isMemory || strides[*outer] == strides[*inner] * operand.type.sizes[*inner];
}

/// Are the dims `d - 1` and `d` one to all operands?
bool RowCollapse::joins(size_t d) const {
  if (group.rowReduced[d] != group.rowReduced[d - 1] || group.rowSizes[d].isConst(1) || group.rowSizes[d - 1].isConst(1))
    return false;
  const auto all = [&](const auto &list) {
    return std::all_of(list.begin(), list.end(), [&](const auto &entry) { return joins(entry.second, d); });
  };
  // Memory that has both dims bounds their product to what an index holds; values alone do not.
  if (std::none_of(externals.begin(), externals.end(),
                   [&](const auto &entry) { return dimAlong(entry.second, d).has_value(); }))
    return false;
  // A value in a space without the dims has nothing to say.
  return all(results) && all(externals) &&
         std::all_of(roots.begin(), roots.end(), [&](const Operand &root) { return joins(root, d); });
}

void RowCollapse::findRuns() {
  for (size_t d = 0; d < group.rowSizes.size(); ++d)
    if (d == 0 || !joins(d))
      firsts.push_back(d);
}

TensorType RowCollapse::typeOf(const Operand &operand) const {
  TensorType type = operand.type;
  const std::vector<Sym> strides = type.stridesOrContiguous();
  type.sizes.clear();
  type.strides.clear();
  for (size_t d = 0; d < operand.type.rank(); ++d) {
    const bool begins = d == 0 || runOf(coordinateOf(operand, d)) != runOf(coordinateOf(operand, d - 1));
    if (begins) {
      type.sizes.push_back(operand.type.sizes[d]);
      type.strides.push_back(strides[d]);
    } else {
      type.sizes.back() = type.sizes.back() * operand.type.sizes[d];
      type.strides.back() = strides[d];
    }
  }
  if (!operand.isMemory || type.strides == contiguousStrides(type.sizes))
    type.strides.clear();
  return type;
}

Collapsed RowCollapse::result() const {
  Collapsed collapsed;
  for (const auto &[v, operand] : externals)
    collapsed.inputs[v] = typeOf(operand);
  for (const Operand &root : roots)
    collapsed.outputs.push_back(typeOf(root));
  for (const auto &[v, operand] : results)
    collapsed.results[v] = typeOf(operand).sizes;
  for (const Node *node : group.nodes) {
    if (!isReduction(*node))
      continue;
    const Arg &arg = node->args[*node->op->argIndex("dim")];
    std::vector<Sym> runs;
    for (size_t run = 0; run < firsts.size(); ++run)
      if (group.rowReduced[firsts[run]])
        runs.emplace_back(static_cast<int64_t>(run));
    if (std::holds_alternative<Sym>(arg))
      collapsed.dims[node] = runs[0];
    else if (const auto *list = std::get_if<std::vector<Sym>>(&arg); list && !list->empty())
      collapsed.dims[node] = runs;
  }
  return collapsed;
}

} // namespace

std::optional<Collapsed> collapseRows(const Graph &graph, const Grouping &grouping, unsigned group) {
  return RowCollapse(graph, grouping, group).run();
}

} // namespace fullgraph::fusion
