// Internal to lib/Emit: guards that the regions in front of a region have checked already, in the same call.
// LeafFunction.h uses it. A fact holds only for as long as no code in between can have changed the variable.
#pragma once

#include "lib/Program/GuardList.h"

#include <vector>

namespace fullgraph {

struct CapturedFunction;
struct CapturedRegion;
struct LeafFunction;

/// Of one leaf's function. They hold when the leaf's functions of all the regions `by` said that theirs do.
struct KnownGuards : KnownChecks {
  std::vector<const CapturedRegion *> by;
  bool empty() const { return by.empty(); }
};

/// Fills `known` and `tells` of a function's leaves.
void findKnownGuards(const CapturedFunction &function, std::vector<LeafFunction> &leaves);

} // namespace fullgraph
