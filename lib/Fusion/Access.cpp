#include "lib/Fusion/Access.h"

#include <algorithm>

namespace fullgraph::fusion {

namespace {
size_t wrapDim(const Sym &dim, size_t rank) {
  const int64_t d = dim.asInt().value_or(0);
  return static_cast<size_t>(d < 0 ? d + static_cast<int64_t>(rank) : d);
}
} // namespace

AccessMap identityMap(size_t rank) {
  AccessMap map(rank);
  for (size_t d = 0; d < rank; ++d)
    map[d] = static_cast<int>(d);
  return map;
}

bool isIdentity(const AccessMap &map) { return map == identityMap(map.size()); }

bool isAlias(const Value *v) { return v->def && v->base; }

std::optional<AccessMap> operandOfView(const Value *view, const AccessMap &map) {
  const Node &node = *view->def;
  const Value *self = node.value("self");
  const size_t rank = self->type.rank();
  const Op op = node.op->id;
  if (!node.op->isView() || op == Op::alias) // to, contiguous: self
    return map;
  AccessMap own(rank, broadcast);
  if (op == Op::permute) {
    const std::vector<Sym> &dims = node.syms("dims");
    for (size_t d = 0; d < rank; ++d)
      own[wrapDim(dims[d], rank)] = map[d];
    return own;
  }
  if (op == Op::expand)
    return operandOfBroadcast(self, map.size(), map);
  if (op == Op::unsqueeze) {
    own = map;
    own.erase(own.begin() + static_cast<std::ptrdiff_t>(wrapDim(node.sym("dim"), rank + 1)));
    return own;
  }
  if (op == Op::select) {
    own = map;
    own.insert(own.begin() + static_cast<std::ptrdiff_t>(wrapDim(node.sym("dim"), rank)), shifted);
    return own;
  }
  if (op == Op::slice) {
    own = map;
    own[wrapDim(node.sym("dim"), rank)] = shifted;
    return own;
  }
  if (op == Op::main_diagonal || op == Op::view_as_real || op == Op::view_as_complex || op == Op::as_strided)
    return std::nullopt;
  // squeeze, view and reshape: dims of 1 come and go; anything else splits or merges dims.
  size_t j = 0;
  const std::vector<Sym> &to = view->type.sizes;
  for (size_t d = 0; d < rank; ++d) {
    if (self->type.sizes[d].isConst(1))
      continue;
    while (j < to.size() && to[j].isConst(1))
      ++j;
    if (j == to.size() || !(to[j] == self->type.sizes[d]))
      return std::nullopt;
    own[d] = map[j++];
  }
  while (j < to.size() && to[j].isConst(1))
    ++j;
  return j == to.size() ? std::optional(own) : std::nullopt;
}

AccessMap operandOfBroadcast(const Value *operand, size_t resultRank, const AccessMap &map) {
  const size_t rank = operand->type.rank();
  AccessMap own(rank);
  for (size_t d = 0; d < rank; ++d)
    own[d] = operand->type.sizes[d].isConst(1) ? broadcast : map[d + resultRank - rank];
  return own;
}

std::optional<AccessMap> rootAccess(const Value *x, AccessMap map) {
  while (isAlias(x)) {
    const auto next = operandOfView(x, map);
    if (!next)
      return std::nullopt;
    map = *next;
    x = x->def->value("self");
  }
  return map;
}

bool isReduction(const Node &node) {
  return node.op->family == OpFamily::Reduction || node.op->family == OpFamily::Row;
}

std::vector<bool> reducedDims(const Node &node) {
  const size_t rank = node.value("self")->type.rank();
  std::vector<Sym> dims;
  const Op op = node.op->id;
  if (node.op->family == OpFamily::Row)
    dims = {node.sym("dim")};
  else if (op != Op::argmax && op != Op::argmin)
    dims = node.syms("dim");
  else if (const auto dim = node.optionalSym("dim"))
    dims = {*dim};
  std::vector<bool> reduced(rank, dims.empty());
  for (const Sym &dim : dims)
    if (rank > 0)
      reduced[wrapDim(dim, rank)] = true;
  return reduced;
}

} // namespace fullgraph::fusion
