// Pointwise groups over as few dims as their operands allow.
//
// [N, 3, 8] of contiguous tensors is one dim of 24*N: vectors do not stop at the end of each row of 8, and
// groups of different ranks share a kernel.
//
// KernelGraph.cpp calls it. Each value keeps its elements and their order in memory.
#pragma once

#include "lib/Fusion/Groups.h"

namespace fullgraph::fusion {

struct Collapsed {
  std::vector<Sym> sizes;
  std::map<const Value *, TensorType> inputs; // by operand
  std::vector<TensorType> outputs;            // parallel to the group's roots
};

/// nullopt when the group does more than run over elements in parallel, or there is nothing to gain.
std::optional<Collapsed> collapse(const Graph &graph, const Grouping &grouping, unsigned group);

} // namespace fullgraph::fusion
