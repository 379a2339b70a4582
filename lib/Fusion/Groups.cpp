#include "lib/Fusion/Groups.h"
#include "lib/Passes/Passes.h"

#include <algorithm>
#include <set>

namespace fullgraph::fusion {

namespace {

constexpr size_t mostRoots = 6, mostNodes = 80, mostAccesses = 4;
constexpr int cheapCone = 4; // operations that are rather computed again than stored and read

bool needsStoredOperands(const Node &node) {
  switch (node.op->family) {
  case OpFamily::Contraction:
  case OpFamily::Window:
  case OpFamily::Index:
  case OpFamily::Library:
    return true;
  default:
    return false;
  }
}

/// Are the elements places in a dim of `size` elements whatever the data is? Those that the library has found
/// are.
bool isIndexBelow(const Value *index, const Sym &size) {
  const Node *maker = const_cast<Value *>(index)->root()->def;
  if (!maker)
    return false;
  const Op op = maker->op->id;
  if (op == Op::wrap_index || op == Op::checked_index)
    return maker->sym("size") == size;
  if (op != Op::sort_indices && op != Op::running_extremum)
    return false;
  const TensorType &self = maker->value("self")->type;
  const int64_t dim = maker->sym("dim").asInt().value_or(0);
  const auto rank = static_cast<int64_t>(self.rank());
  return (rank == 0 ? Sym(1) : self.sizes[static_cast<size_t>(dim < 0 ? dim + rank : dim)]) == size;
}

} // namespace

namespace {

/// Equal, but for dims of size 1, where index 0 has several names.
bool sameAccess(const AccessMap &a, const AccessMap &b, const std::vector<Sym> &sizes) {
  if (a.size() != b.size() || a.size() != sizes.size())
    return false;
  for (size_t d = 0; d < a.size(); ++d)
    if (a[d] != b[d] && !(sizes[d].isConst(1) && a[d] != shifted && b[d] != shifted))
      return false;
  return true;
}

} // namespace

/// Does the group compute nothing besides its anchor, and is fused with no other one?
static bool isAlone(const Group &group) {
  return group.anchor && (group.anchor->op->family == OpFamily::Library || isLoopEnd(*group.anchor));
}

bool Group::contains(const Node *node) const {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

void Grouping::collectUses() {
  for (const auto &node : graph.nodes()) {
    if (isAlias(node->result()))
      continue;
    std::set<const Value *> seen;
    node->forEachOperand([&](Value *operand) {
      if (operand && seen.insert(operand).second)
        uses[operand->root()].push_back({node.get(), 0, operand});
    });
  }
}

void Grouping::demand(const Value *v) { demanded[const_cast<Value *>(v)->root()] = true; }

void Grouping::collectDemands() {
  for (const Mutation &mutation : graph.mutations())
    demand(mutation.value);
  for (const auto &node : graph.nodes()) {
    if (isAlias(node->result()))
      continue;
    const Loop *loop = loopOf(*node);
    if ((loop || needsStoredOperands(*node)) && !node->is(Op::select_scatter) &&
        !node->is(Op::slice_scatter))
      node->forEachOperand([&](Value *operand) {
        if (operand && !(loop && loop->members.count(operand->root()->def)))
          demand(operand);
      });
    if (node->op->effect == OpEffect::IndexError) { // of the first operand's dim, which is `dim` or the first
      Value *index = node->value(node->op->argIndex("index") ? "index" : "indices");
      const Value *self = std::get<Value *>(node->args[0]);
      const auto rank = static_cast<int64_t>(self->type.rank());
      const int64_t dim = node->op->argIndex("dim") ? node->sym("dim").asInt().value_or(0) : 0;
      const Sym size = rank == 0 ? Sym(1) : self->type.sizes[static_cast<size_t>(dim < 0 ? dim + rank : dim)];
      if (!isIndexBelow(index, size))
        checks.push_back({index, 0, size});
    }
    if (const Value *divisor = integerDivisor(*node)) {
      demand(divisor);
      checks.push_back({const_cast<Value *>(divisor), 1, 0}); // not 0
    }
  }
}

unsigned Grouping::newBuffer(const Value *v) {
  const auto output = outputOf.find(v);
  const bool fresh = output != outputOf.end();
  buffers.push_back(
      {fresh ? BufferKind::Output : BufferKind::Workspace, fresh ? output->second : 0, v->type, 0});
  buffers.back().type.weak = false;
  return static_cast<unsigned>(buffers.size() - 1);
}

unsigned Grouping::newGroup(Value *root, BufferView target) {
  Group group;
  group.sizes = root->type.sizes;
  group.rootMap = identityMap(group.sizes.size());
  target.type.weak = false;
  group.roots.push_back({root, std::move(target)});
  groups.push_back(std::move(group));
  const unsigned id = static_cast<unsigned>(groups.size() - 1);
  return id;
}

BufferView Grouping::viewOf(const Value *v) const {
  const Stored &s = stored.at(const_cast<Value *>(v)->root());
  TensorType type = v->type;
  type.weak = false;
  return {s.buffer, type, v->base ? v->offset : Sym(0)};
}

std::vector<unsigned> Grouping::usersOf(const Value *v) const {
  std::vector<unsigned> result;
  const auto found = uses.find(v);
  if (found == uses.end())
    return result;
  for (const Use &use : found->second) {
    if (!use.user) {
      result.push_back(use.group);
      continue;
    }
    const auto of = groupsOf.find(use.user);
    if (of != groupsOf.end())
      result.insert(result.end(), of->second.begin(), of->second.end());
  }
  // A loop computes for itself what its turns need; others may need it, too, a number.
  std::erase_if(result, [&](unsigned id) { return isAlone(groups[id]) && groups[id].contains(v->def); });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<std::vector<AccessMap>> Grouping::accessesIn(const Value *v, unsigned id) const {
  const Group &group = groups[id];
  if (isAlone(group))
    return std::nullopt;
  std::vector<AccessMap> maps;
  const auto add = [&](const Value *operand, const AccessMap &map) {
    const auto root = rootAccess(operand, map);
    if (!root)
      return false;
    if (std::find(maps.begin(), maps.end(), *root) == maps.end())
      maps.push_back(*root);
    return maps.size() <= mostAccesses;
  };
  for (const GroupRoot &root : group.roots)
    if (root.value->root() == v && !add(root.value, group.rootMap))
      return std::nullopt;
  const auto found = uses.find(v);
  for (const Use &use : found == uses.end() ? std::vector<Use>() : found->second) {
    if (!use.user || !group.contains(use.user))
      continue;
    const Node &user = *use.user;
    if (needsStoredOperands(user))
      return std::nullopt;
    if (isReduction(user)) {
      const bool body = use.operand == user.value("self");
      if (!add(use.operand, body ? identityMap(group.rowSizes.size()) : AccessMap()))
        return std::nullopt;
      continue;
    }
    const auto access = group.accesses.find(user.result());
    if (access == group.accesses.end())
      return std::nullopt;
    for (const AccessMap &map : access->second)
      if (!add(use.operand, operandOfBroadcast(use.operand, user.result()->type.rank(), map)))
        return std::nullopt;
  }
  return maps;
}

std::vector<AccessMap> Grouping::operandAccesses(const Value *operand, unsigned id) const {
  const Group &group = groups[id];
  std::vector<AccessMap> maps;
  for (const GroupRoot &root : group.roots)
    if (root.value == operand)
      maps.push_back(group.rootMap);
  for (const Node *node : group.nodes) {
    bool used = false;
    node->forEachOperand([&](Value *v) { used |= v == operand; });
    const auto access = group.accesses.find(node->result());
    if (!used || access == group.accesses.end())
      continue;
    for (const AccessMap &map : access->second)
      maps.push_back(operandOfBroadcast(operand, node->result()->type.rank(), map));
  }
  return maps;
}

/// The sizes that a reduction's rows lie in. Those of a softmax's result, which the group is made for: its
/// operand's may be written otherwise (N where a guard says that N is 1).
static const std::vector<Sym> &rowSpace(const Node &node) {
  return (node.op->family == OpFamily::Row ? node.result() : node.value("self"))->type.sizes;
}

bool Grouping::canInline(const Node &node, unsigned id) const {
  const Group &group = groups[id];
  if (group.nodes.size() >= mostNodes || node.results.size() != 1 || node.op->family == OpFamily::Library)
    return false;
  const Value *v = node.result();
  const auto maps = accessesIn(v, id);
  if (!maps || maps->empty())
    return false;
  if (node.op->family == OpFamily::Contraction || node.op->family == OpFamily::Window)
    return !group.anchor && !group.hasRows && maps->size() == 1 && v->type.sizes == group.sizes &&
           sameAccess((*maps)[0], group.rootMap, group.sizes);
  if (!isReduction(node))
    return true;
  if (group.anchor || maps->size() != 1)
    return false;
  const AccessMap &map = (*maps)[0];
  const Value *self = node.value("self");
  const std::vector<bool> reduced = reducedDims(node);
  const size_t rank = self->type.rank();
  if (node.op->family == OpFamily::Row) {
    if (rank == 0)
      return false;
    const std::vector<Sym> &space = rowSpace(node);
    if (!sameAccess(map, identityMap(rank), space))
      return false;
    return group.hasRows ? group.rowSizes == space && group.rowReduced == reduced : group.sizes == space;
  }
  // The result's dims must be the row space's kept dims.
  const bool keepdim = node.flag("keepdim");
  std::vector<int> kept;
  for (size_t d = 0; d < rank; ++d) {
    if (!reduced[d])
      kept.push_back(static_cast<int>(d));
    else if (keepdim)
      kept.push_back(broadcast);
  }
  const auto matches = [&] {
    for (size_t d = 0; d < map.size(); ++d) {
      const bool one = v->type.sizes[d].isConst(1);
      if (map[d] != kept[d] && !(one && (map[d] == broadcast || kept[d] == broadcast)))
        return false;
    }
    return true;
  };
  if (map.size() != kept.size())
    return false;
  if (group.hasRows)
    return group.rowSizes == self->type.sizes && group.rowReduced == reduced && matches();
  if (group.sizes == self->type.sizes)
    return matches();
  return v->type.sizes == group.sizes && sameAccess(map, group.rootMap, group.sizes);
}

void Grouping::inlineInto(const Node &node, unsigned id) {
  Group &group = groups[id];
  const Value *v = node.result();
  std::vector<AccessMap> maps = *accessesIn(v, id);
  if (node.op->family == OpFamily::Contraction || node.op->family == OpFamily::Window ||
      node.op->family == OpFamily::Library)
    group.anchor = &node;
  if (isReduction(node) && !group.hasRows) {
    group.hasRows = true;
    group.rowSizes = rowSpace(node);
    group.rowReduced = reducedDims(node);
    group.rowsAreFull = group.sizes == group.rowSizes;
    if (!group.rowsAreFull) {
      // From the roots' dims to the row space's.
      const bool keepdim = node.flag("keepdim");
      std::vector<int> to;
      for (size_t d = 0; d < group.rowSizes.size(); ++d) {
        if (!group.rowReduced[d])
          to.push_back(static_cast<int>(d));
        else if (keepdim)
          to.push_back(broadcast);
      }
      const auto translate = [&](AccessMap &map) {
        for (int &dim : map)
          dim = dim >= 0 ? to[static_cast<size_t>(dim)] : dim;
      };
      translate(group.rootMap);
      for (auto &[value, list] : group.accesses)
        for (AccessMap &map : list)
          translate(map);
      for (AccessMap &map : maps)
        translate(map);
    }
  }
  group.turns[v] = turnsIn(v, id);
  group.nodes.push_back(&node);
  group.accesses[v] = std::move(maps);
  groupsOf[&node].push_back(id);
}

bool Grouping::reaches(unsigned from, unsigned to) const {
  std::set<unsigned> seen = {from};
  std::vector<unsigned> pending = {from};
  while (!pending.empty()) {
    const unsigned id = pending.back();
    pending.pop_back();
    const auto visit = [&](unsigned next) {
      if (seen.insert(next).second)
        pending.push_back(next);
    };
    for (unsigned g = 0; g < groups.size(); ++g) {
      if (groups[g].merged || g == id)
        continue;
      if (std::find(groups[g].after.begin(), groups[g].after.end(), id) != groups[g].after.end())
        visit(g);
    }
    // Whoever reads what this group writes.
    for (const auto &[value, s] : stored) {
      if (std::find(s.writers.begin(), s.writers.end(), id) == s.writers.end())
        continue;
      for (const unsigned user : usersOf(value))
        if (user != id && !(groups[user].contains(value->def)))
          visit(user);
    }
    if (seen.count(to) && to != from)
      return true;
  }
  return false;
}

namespace {
/// The dims along which a tensor has one element only, as those that `expand` adds. A kernel stores that
/// element once, so that all its results have the same such dims.
std::vector<size_t> repeatedDims(const TensorType &type) {
  std::vector<size_t> dims;
  for (size_t d = 0; d < type.strides.size(); ++d)
    if (type.strides[d].isConst(0) && !type.sizes[d].isConst(1))
      dims.push_back(d);
  return dims;
}
} // namespace

bool Grouping::mergeable(unsigned a, unsigned b) const {
  const Group &x = groups[a], &y = groups[b];
  for (const GroupRoot &root : x.roots)
    for (const GroupRoot &other : y.roots)
      if (repeatedDims(root.value->type) != repeatedDims(other.value->type))
        return false;
  if (x.merged || y.merged || x.sizes != y.sizes || x.roots.size() + y.roots.size() > mostRoots ||
      x.nodes.size() + y.nodes.size() > mostNodes)
    return false;
  for (const Group *group : {&x, &y}) // a group that writes an input in place has one result
    for (const GroupRoot &root : group->roots)
      if (isMutation(root.value))
        return false;
  if (isAlone(x) || isAlone(y))
    return false;
  if ((x.anchor && y.anchor) || (x.anchor && y.hasRows) || (y.anchor && x.hasRows))
    return false;
  if (x.hasRows && y.hasRows &&
      (x.rowSizes != y.rowSizes || x.rowReduced != y.rowReduced || x.rowsAreFull != y.rowsAreFull ||
       x.rootMap != y.rootMap))
    return false;
  if (x.hasRows != y.hasRows && !(x.hasRows ? x : y).rowsAreFull)
    return false;
  if (!x.after.empty() || !y.after.empty())
    return false;
  for (const Group &other : groups)
    for (const unsigned id : other.after)
      if (id == a || id == b)
        return false;
  return !reaches(a, b) && !reaches(b, a);
}

void Grouping::merge(unsigned into, unsigned from) {
  Group &x = groups[into], &y = groups[from];
  x.roots.insert(x.roots.end(), y.roots.begin(), y.roots.end());
  for (const Node *node : y.nodes) {
    std::vector<unsigned> &of = groupsOf[node];
    of.erase(std::remove(of.begin(), of.end(), from), of.end());
    if (!x.contains(node)) {
      x.nodes.push_back(node);
      of.push_back(into);
    }
  }
  for (const auto &[value, maps] : y.accesses)
    for (const AccessMap &map : maps)
      if (std::find(x.accesses[value].begin(), x.accesses[value].end(), map) == x.accesses[value].end())
        x.accesses[value].push_back(map);
  for (const auto &[value, turns] : y.turns)
    x.turns[value] = std::max(x.turns[value], turns);
  if (!x.anchor)
    x.anchor = y.anchor;
  if (!x.hasRows && y.hasRows) {
    x.hasRows = true;
    x.rowsAreFull = y.rowsAreFull;
    x.rowSizes = y.rowSizes;
    x.rowReduced = y.rowReduced;
    x.rootMap = y.rootMap;
  }
  for (auto &[value, s] : stored)
    std::replace(s.writers.begin(), s.writers.end(), from, into);
  for (auto &[value, list] : uses)
    for (Use &use : list)
      if (!use.user && use.group == from)
        use.group = into;
  y.merged = true;
  y.nodes.clear();
  y.roots.clear();
}

int Grouping::coneCost(const Value *v) const {
  const Value *root = const_cast<Value *>(v)->root();
  if (!root->def || isStored(root))
    return 0;
  const auto known = costs.find(root);
  if (known != costs.end())
    return known->second;
  int cost = static_cast<int>(root->def->op->cost);
  root->def->forEachOperand([&](const Value *operand) {
    if (operand)
      cost = std::min(1000, cost + coneCost(operand));
  });
  return costs[root] = cost;
}

bool Grouping::isMutation(const Value *v) const {
  return std::any_of(graph.mutations().begin(), graph.mutations().end(),
                     [&](const Mutation &mutation) { return mutation.value == v; });
}

bool Grouping::addRoot(const Node &node, unsigned id) const {
  const Group &group = groups[id];
  for (const GroupRoot &root : group.roots)
    if (isMutation(root.value))
      return false;
  const Value *v = node.result();
  for (const GroupRoot &root : group.roots)
    if (repeatedDims(root.value->type) != repeatedDims(v->type))
      return false;
  if (group.roots.size() >= mostRoots || v->type.sizes != group.sizes || !group.after.empty())
    return false;
  if (!canInline(node, id))
    return false;
  const auto maps = accessesIn(v, id);
  if (maps->size() != 1 || !sameAccess((*maps)[0], group.rootMap, group.sizes))
    return false;
  // The value's other readers run after this group; none may run before it.
  for (const unsigned user : usersOf(v))
    if (user != id && reaches(user, id))
      return false;
  return true;
}

void Grouping::place(const Node &node) {
  Value *v = node.result();
  if (isAlias(v))
    return;
  const Loop *loop = loopOf(node);
  const std::vector<unsigned> users = usersOf(v);
  if (loop && !isLoopEnd(node) && users.empty())
    return; // computed in its kernel's turns
  const bool required = demanded.count(v) != 0;
  const bool mayFail = node.op->effect == OpEffect::ElementError; // others' checks are made apart
  if (!required && users.empty() && !hasEffect(node) && !mayFail)
    return; // nobody wants the value
  if (isLoopEnd(node))
    return placeLoop(node);
  if (node.op->family == OpFamily::Concat)
    return placeConcat(node);
  if (node.is(Op::select_scatter) || node.is(Op::slice_scatter))
    return placeScatter(node);
  if (!required) {
    if (users.size() == 1 && canInline(node, users[0]) && !isRepeated(v, users[0]))
      return inlineInto(node, users[0]);
    const bool again = !isReduction(node) && !needsStoredOperands(node) && coneCost(v) <= cheapCone;
    if (users.size() > 1 && (again || node.op->family == OpFamily::Creation) &&
        std::all_of(users.begin(), users.end(),
                    [&](unsigned id) { return canInline(node, id) && !isRepeated(v, id); })) {
      for (const unsigned id : users)
        inlineInto(node, id);
      return;
    }
    // All users in one kernel with several results?
    bool together = users.size() > 1;
    for (size_t i = 1; together && i < users.size(); ++i)
      together = canInline(node, users[i]) && mergeable(users[0], users[i]);
    if (together && canInline(node, users[0])) {
      for (size_t i = 1; i < users.size(); ++i) {
        if (!mergeable(users[0], users[i])) {
          together = false;
          break;
        }
        merge(users[0], users[i]);
      }
      if (together && canInline(node, users[0]) && !isRepeated(v, users[0]))
        return inlineInto(node, users[0]);
    }
  }
  const unsigned buffer = newBuffer(v);
  const BufferView whole{buffer, buffers[buffer].type, 0};
  // The users that could compute it, too, as one kernel, so that none of them reads it back.
  std::vector<unsigned> candidates;
  for (const unsigned id : users)
    if (!isMutation(v) && addRoot(node, id))
      candidates.push_back(id);
  for (size_t i = 1; i < candidates.size(); ++i)
    if (mergeable(candidates[0], candidates[i]))
      merge(candidates[0], candidates[i]);
  for (const unsigned id : candidates) {
    if (groups[id].merged)
      continue;
    if (!addRoot(node, id))
      continue; // merging made it too large
    stored[v] = {buffer, {id}};
    inlineInto(node, id);
    groups[id].roots.push_back({v, whole});
    return;
  }
  const unsigned id = newGroup(v, whole);
  stored[v] = {buffer, {id}};
  inlineInto(node, id);
}

std::vector<const Value *> Grouping::externals(unsigned id) const {
  const Group &group = groups[id];
  std::vector<const Value *> result;
  const auto see = [&](const Value *operand) {
    const Value *root = const_cast<Value *>(operand)->root();
    if (root->def && group.contains(root->def))
      return;
    if (std::find(result.begin(), result.end(), operand) == result.end())
      result.push_back(operand);
  };
  for (const auto &node : graph.nodes())
    if (group.contains(node.get()))
      node->forEachOperand([&](Value *operand) {
        if (operand)
          see(operand);
      });
  for (const GroupRoot &root : group.roots)
    see(root.value);
  return result;
}

std::string Grouping::run() {
  if (std::string error = collectLoops(); !error.empty())
    return error;
  collectUses();
  collectDemands();
  for (unsigned i = 0; i < graph.inputs().size(); ++i) {
    const Value *v = graph.inputs()[i].value;
    buffers.push_back({BufferKind::Input, i, v->type, 0});
    stored[v] = {i, {}};
  }
  planOutputs();
  for (auto node = graph.nodes().rbegin(); node != graph.nodes().rend(); ++node) {
    if ((*node)->op->family == OpFamily::Mutation)
      return "%" + (*node)->result()->name + ": copy_ in a graph that is not functional";
    place(**node);
  }
  mergeSiblings();
  for (unsigned id = 0; id < groups.size(); ++id)
    for (const Value *v : groups[id].merged ? std::vector<const Value *>() : externals(id))
      if (!isStored(const_cast<Value *>(v)->root()))
        return "%" + v->name + " is needed in memory and no kernel computes it";
  return "";
}

} // namespace fullgraph::fusion
