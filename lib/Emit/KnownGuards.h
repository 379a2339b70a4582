// Internal to lib/Emit: guards that the regions in front of a region have checked already, in the same call.
#pragma once

#include "lib/Graph/Graph.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fullgraph {

struct CapturedFunction;
struct CapturedRegion;
struct LeafFunction;

/// Of one leaf's function. They hold when the leaf's functions of all the regions `by` said that theirs do.
struct KnownGuards {
  std::vector<const CapturedRegion *> by;
  std::set<unsigned> inputs;                    // dtype, rank, and that the strides are what they should be
  std::set<std::pair<unsigned, unsigned>> dims; // of those: the size is the expected one
  std::set<std::string> bounds;                 // symbols that index with 32 bits
  std::set<Sym> counts;                         // and numbers of elements
  std::set<size_t> conditions;                  // of graph.env.guards()
  bool empty() const { return by.empty(); }
};

/// What bounds the sizes of whatever kernels index: each symbol's limit, and products of several sizes with
/// the factors that are multiplied out.
struct IndexBounds {
  std::map<std::string, int64_t> limits;
  std::vector<std::pair<Sym, std::vector<Sym>>> products;
};
IndexBounds indexBounds(const LeafFunction &leaf);

/// Fills `known` and `tells` of a function's leaves.
void findKnownGuards(const CapturedFunction &function, std::vector<LeafFunction> &leaves);

} // namespace fullgraph
