// Which values are rather stored than computed again at each place where a kernel reads them: a blur under
// the taps of a Sobel filter is 12 times the work of one blur.
#include "lib/Fusion/Groups.h"

#include <algorithm>

namespace fullgraph::fusion {

namespace {

/// So many operations for an element, beyond those of computing it once, cost as much as to store and read
/// it, which is about as fast as memory.
constexpr int mostRepeated = 30;
/// More than any limit, and small enough to multiply.
constexpr int many = 1000;

} // namespace

int Grouping::turnsIn(const Value *v, unsigned id) const {
  const Group &group = groups[id];
  std::map<const Value *, int> places; // by the view that reads it at an offset; null: where the result is
  const auto found = uses.find(v);
  for (const Use &use : found == uses.end() ? std::vector<Use>() : found->second) {
    if (!use.user || !group.contains(use.user) || isReduction(*use.user)) {
      places[nullptr] = std::max(places[nullptr], 1);
      continue;
    }
    const Value *user = use.user->result();
    const auto known = group.turns.find(user);
    const auto maps = group.accesses.find(user);
    bool isShifted = false;
    if (maps != group.accesses.end())
      for (const AccessMap &map : maps->second) {
        const auto access = rootAccess(use.operand, operandOfBroadcast(use.operand, user->type.rank(), map));
        isShifted |= access && std::count(access->begin(), access->end(), shifted) != 0;
      }
    int &turns = places[isShifted ? use.operand : nullptr];
    turns = std::max(turns, known == group.turns.end() ? 1 : known->second);
  }
  int turns = 0;
  for (const auto &[view, count] : places)
    turns = std::min(many, turns + count);
  return std::max(turns, 1);
}

int Grouping::ownCost(const Value *v) const {
  const auto cost = v->def->op->cost;
  int sum = cost == OpCost::Once ? 0 : static_cast<int>(cost);
  v->def->forEachOperand([&](const Value *operand) {
    const Value *root = operand ? const_cast<Value *>(operand)->root() : nullptr;
    const auto readers = uses.find(root);
    if (root && root->def && !isStored(root) && readers != uses.end() && readers->second.size() == 1)
      sum = std::min(many, sum + ownCost(root));
  });
  return sum;
}

bool Grouping::isRepeated(const Value *v, unsigned id) const {
  const int turns = turnsIn(v, id);
  return turns > 1 && (turns - 1) * ownCost(v) > mostRepeated;
}

} // namespace fullgraph::fusion
