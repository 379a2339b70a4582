// Loops over slices: each is one kernel, which computes its turns and stores what its ends say.
#include "lib/Fusion/Groups.h"

#include <algorithm>

namespace fullgraph::fusion {

namespace {

/// Is `v` computed from the result of one of the nodes?
class DependsOn {
public:
  explicit DependsOn(const std::vector<const Node *> &nodes) : nodes(nodes) {}

  bool operator()(const Value *v) {
    if (!v->def)
      return false;
    const auto known = found.find(v->def);
    if (known != found.end())
      return known->second;
    bool depends = std::find(nodes.begin(), nodes.end(), v->def) != nodes.end();
    if (!depends)
      v->def->forEachOperand(
          [&](const Value *operand) { depends = depends || (operand && (*this)(operand)); });
    return found[v->def] = depends;
  }

private:
  const std::vector<const Node *> &nodes;
  std::map<const Node *, bool> found;
};

/// Are they ends of one loop?
bool sameLoop(const Node &a, const Node &b) {
  return !a.values("states").empty() && a.values("states") == b.values("states") &&
         a.values("next") == b.values("next") && a.sym("turns") == b.sym("turns");
}

} // namespace

std::string Grouping::collectLoops() {
  std::vector<std::vector<const Node *>> found;
  for (const auto &node : graph.nodes()) {
    if (!isLoopEnd(*node))
      continue;
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](const auto &ends) { return sameLoop(*ends.front(), *node); });
    // An end whose turns need what the others have left is a loop of its own.
    bool apart = same == found.end();
    if (!apart) {
      DependsOn depends(*same);
      node->forEachOperand([&](const Value *operand) { apart = apart || (operand && depends(operand)); });
    }
    if (apart)
      found.push_back({node.get()});
    else
      same->push_back(node.get());
  }
  for (const std::vector<const Node *> &ends : found) {
    llvm::Expected<LoopForm> form = loopForm(ends, &graph.env);
    if (!form)
      return "%" + ends.front()->result()->name + ": " + llvm::toString(form.takeError());
    Loop loop{ends, std::move(*form), std::set<const Node *>(ends.begin(), ends.end())};
    loop.members.insert(loop.form.nodes.begin(), loop.form.nodes.end());
    loops.push_back(std::move(loop));
  }
  return "";
}

const Grouping::Loop *Grouping::loopOf(const Node &node) const {
  for (const Loop &loop : loops)
    if (loop.members.count(&node))
      return &loop;
  return nullptr;
}

/// All ends of the loop at once: they are stored, each in a buffer of its own.
void Grouping::placeLoop(const Node &end) {
  Loop &loop = *std::find_if(loops.begin(), loops.end(),
                             [&](const Loop &other) { return other.members.count(&end) != 0; });
  if (loop.placed)
    return;
  loop.placed = true;
  std::optional<unsigned> id;
  for (const Node *node : loop.ends) {
    Value *v = node->result();
    const unsigned buffer = newBuffer(v);
    const BufferView whole{buffer, buffers[buffer].type, 0};
    if (id)
      groups[*id].roots.push_back({v, whole});
    else
      id = newGroup(v, whole);
    stored[v] = {buffer, {*id}};
  }
  groups[*id].anchor = &end;
  for (const auto &node : graph.nodes())
    if (loop.members.count(node.get()) && !isAlias(node->result())) {
      groups[*id].nodes.push_back(node.get());
      groupsOf[node.get()].push_back(*id);
    }
}

} // namespace fullgraph::fusion
