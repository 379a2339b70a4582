// Groups over as few dims as their operands allow.
//
// [N, 3, 8] of contiguous tensors is one dim of 24*N: vectors do not stop at the end of each row of 8, and groups of
// different ranks share a kernel. A mean over the last two dims of [B, C, 7, 7] is one over rows of 49.
//
// KernelGraph.cpp calls it. Each value keeps its elements and their order in memory.
#pragma once

#include "lib/Fusion/Groups.h"

namespace fullgraph::fusion {

struct Collapsed {
  std::map<const Value *, TensorType> inputs; // by operand
  std::vector<TensorType> outputs;            // parallel to the group's roots

  /// Of a value that the group computes.
  const std::vector<Sym> &sizesOf(const Value *result) const {
    const auto own = results.find(result);
    return own == results.end() ? sizes : own->second;
  }
  std::vector<Sym> sizes;                            // of all such values, or
  std::map<const Value *, std::vector<Sym>> results; // each one's, where the group reduces rows
  std::map<const Node *, Arg> dims;                  // then the `dim` of each reduction
};

/// Does an element depend on its place, so that it is another one where dims are merged? `node`: of family Creation.
bool dependsOnPlace(const Node &node);

/// nullopt when the group does more than run over elements and rows in parallel, or there is nothing to gain.
std::optional<Collapsed> collapse(const Graph &graph, const Grouping &grouping, unsigned group);
/// The same, of a group that reduces rows (CollapseRows.cpp).
std::optional<Collapsed> collapseRows(const Graph &graph, const Grouping &grouping, unsigned group);

} // namespace fullgraph::fusion
