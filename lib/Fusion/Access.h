// How the values inside a group are indexed, in terms of the group's iteration space. lib/Fusion alone uses
// it, through Groups.h. An access that it cannot state is nullopt, and the values are not fused.
#pragma once

#include "lib/Graph/Graph.h"
#include "lib/Ops/OpSchema.h"

#include <optional>
#include <vector>

namespace fullgraph::fusion {

/// For each dim of a value: the dim of the iteration space that indexes it, `broadcast` (always 0), or
/// `shifted` (part of a dim, or one fixed place in it).
using AccessMap = std::vector<int>;
inline constexpr int broadcast = -1, shifted = -2;

AccessMap identityMap(size_t rank);
bool isIdentity(const AccessMap &map);

/// Is `v` another name for (part of) its operand: a view, or a cast that returned self?
bool isAlias(const Value *v);
/// The access of a view's operand, given that of its result; nullopt where that needs divisions.
std::optional<AccessMap> operandOfView(const Value *view, const AccessMap &map);
/// The access of an operand that broadcasts to a result that is read by `map`.
AccessMap operandOfBroadcast(const Value *operand, size_t resultRank, const AccessMap &map);
/// The access of root(x), given that of `x`, through the views between them.
std::optional<AccessMap> rootAccess(const Value *x, AccessMap map);

/// Dims of `rank` that a reduction or softmax reduces, as a mask.
std::vector<bool> reducedDims(const Node &node);
bool isReduction(const Node &node); // Reduction or Row family

} // namespace fullgraph::fusion
