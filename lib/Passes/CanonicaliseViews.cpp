// Views, copies and casts. Why: a chain of views is one index map, and what changes nothing must not stand
// between two operators that would fuse.
#include "lib/Passes/Canonicalise.h"

#include <algorithm>

namespace fullgraph {

namespace {

Value *operandOf(Node *node, Op op) {
  Value *self = node->value("self");
  return self->def && self->def->is(op) ? self->def->value("self") : nullptr;
}

bool removeIdentity(Rewriter &rewriter, Node *node) {
  return rewriter.replace(node->result(), node->value("self"));
}

/// view(view(x)) and the like: the outer one says what the result is.
bool mergeSameKind(Rewriter &rewriter, Node *node) {
  if (removeIdentity(rewriter, node))
    return true;
  Value *inner = operandOf(node, node->op->id);
  if (!inner)
    return false;
  return rewriter.replaceByBuilt(node->result(),
                                 rewriter.build(node->op->id, {inner, node->result()->type.sizes}, node));
}

/// Parts of what parts were put into, and the reverse.
bool cancel(Rewriter &rewriter, Node *node) {
  Value *inner = operandOf(node, node->is(Op::view_as_real) ? Op::view_as_complex : Op::view_as_real);
  return inner && rewriter.replace(node->result(), inner);
}

bool rewriteReshape(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  if (!node->result()->base) // the strides did not allow a view
    self = rewriter.build(Op::contiguous, {self}, node);
  if (!self)
    return false;
  Value *view = rewriter.build(Op::view, {self, node->result()->type.sizes}, node);
  return rewriter.replaceByBuilt(node->result(), view);
}

bool rewritePermute(Rewriter &rewriter, Node *node) {
  const std::vector<Sym> &dims = node->syms("dims");
  bool isIdentity = true;
  for (size_t i = 0; i < dims.size(); ++i)
    isIdentity &= dims[i].isConst(int64_t(i));
  if (isIdentity)
    return removeIdentity(rewriter, node);
  Value *inner = operandOf(node, Op::permute);
  if (!inner)
    return false;
  const std::vector<Sym> &before = node->value("self")->def->syms("dims");
  std::vector<Sym> merged;
  for (const Sym &dim : dims)
    merged.push_back(before[*dim.asInt()]);
  for (Sym &dim : merged)
    if (*dim.asInt() < 0)
      dim = dim + Sym(int64_t(dims.size()));
  return rewriter.replaceByBuilt(node->result(), rewriter.build(Op::permute, {inner, merged}, node));
}

/// Does every value of `from` survive a cast to `to` and back?
bool isLossless(ScalarType from, ScalarType to) {
  if (from == to || from == fg::kBool)
    return true;
  if (to == fg::kBool || fg::promoteTypes(from, to) != to)
    return false;
  if (fg::isFloatingType(from) || !fg::isFloatingType(to))
    return true; // up the lattice within one category
  const int digits = to == fg::kDouble ? 53 : to == fg::kFloat ? 24 : to == fg::kHalf ? 11 : 8;
  return int(fg::elementSize(from)) * 8 - (from == fg::kByte ? 0 : 1) <= digits;
}

bool rewriteTo(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  if (node->result()->base)
    return removeIdentity(rewriter, node);
  const ScalarType dtype = *node->dtype("dtype");
  if (dtype == self->type.dtype && !self->type.weak)
    return rewriter.replaceByBuilt(node->result(), rewriter.build(Op::clone, {self}, node));
  if (node->flag("copy")) {
    node->arg("copy") = Sym::boolean(false);
    return true;
  }
  Value *inner = operandOf(node, Op::to);
  if (!inner || inner->type.weak || !isLossless(inner->type.dtype, self->type.dtype))
    return false;
  if (inner->type.dtype == dtype)
    return rewriter.replace(node->result(), inner);
  return rewriter.replaceByBuilt(node->result(), rewriter.build(Op::to, {inner, dtype}, node));
}

} // namespace

const std::vector<RewriteRow> &viewRewrites() {
  static const std::vector<RewriteRow> rows = {
      {Op::alias, removeIdentity},      {Op::view, mergeSameKind},
      {Op::expand, mergeSameKind},      {Op::reshape, rewriteReshape},
      {Op::permute, rewritePermute},    {Op::squeeze, removeIdentity},
      {Op::slice, removeIdentity},      {Op::to, rewriteTo},
      {Op::clone, removeIdentity}, // of memory that nobody else sees
      {Op::contiguous, removeIdentity}, {Op::view_as_real, cancel},
      {Op::view_as_complex, cancel}};
  return rows;
}

} // namespace fullgraph
