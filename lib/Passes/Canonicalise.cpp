// Why: every form that an operator can have multiplies the cases of fusion and lowering. The forms that are
// left are listed at the top of Passes.h.
#include "lib/Passes/Canonicalise.h"

#include <map>

namespace fullgraph {

namespace {

std::vector<Sym> oneDim(const Value *value) { return {value->type.numel()}; }

/// A 0-d tensor as a tensor of one dim, so that operators along a dim need not know of 0-d ones.
Value *withDim(Rewriter &rewriter, Value *value, Node *at) {
  return value->type.rank() ? value : rewriter.build(Op::view, {value, std::vector<Sym>{1}}, at);
}

bool replaceByViewOf(Rewriter &rewriter, Node *node, Value *value) {
  return value && rewriter.replaceByBuilt(
                      node->result(), rewriter.build(Op::view, {value, node->result()->type.sizes}, node));
}

bool toMatmul(Rewriter &rewriter, Node *node) {
  return rewriter.replaceByBuilt(
      node->result(), rewriter.build(Op::matmul, {node->value("self"), node->value("mat2")}, node));
}

/// A matrix times one column is a row times the matrix as weights: dot products with its rows, which are read
/// once.
bool rewriteOneColumn(Rewriter &rewriter, Node *node) {
  Value *matrix = node->value("self"), *column = node->value("other");
  const bool isVector = column->type.rank() == 1;
  if (matrix->type.rank() != 2 || matrix->type.sizes[0].isConst(1) || column->type.rank() > 2 ||
      !(isVector || column->type.sizes[1].isConst(1)) || !isFloatingType(node->result()->type.dtype))
    return false;
  Value *row = isVector ? rewriter.build(Op::unsqueeze, {column, Sym(0)}, node)
                        : rewriter.build(Op::permute, {column, std::vector<Sym>{1, 0}}, node);
  return row &&
         replaceByViewOf(rewriter, node, rewriter.build(Op::linear, {row, matrix, std::monostate()}, node));
}

/// Vectors become matrices of one row or column.
bool rewriteMatmul(Rewriter &rewriter, Node *node) {
  Value *a = node->value("self"), *b = node->value("other");
  if (a->type.rank() > 1 && rewriteOneColumn(rewriter, node))
    return true;
  if (a->type.rank() > 1 && b->type.rank() > 1)
    return false;
  if (a->type.rank() == 1)
    a = rewriter.build(Op::unsqueeze, {a, Sym(0)}, node);
  if (b->type.rank() == 1)
    b = rewriter.build(Op::unsqueeze, {b, Sym(1)}, node);
  return a && b && replaceByViewOf(rewriter, node, rewriter.build(Op::matmul, {a, b}, node));
}

bool rewriteLinear(Rewriter &rewriter, Node *node) {
  if (node->value("weight")->type.rank() != 1)
    return false;
  return rewriter.replaceByBuilt(
      node->result(), rewriter.build(Op::matmul, {node->value("input"), node->value("weight")}, node));
}

bool rewriteReduction(Rewriter &rewriter, Node *node) {
  if (node->value("self")->type.rank() > 0)
    return false;
  Value *self = withDim(rewriter, node->value("self"), node);
  if (!self)
    return false;
  node->arg("self") = self;
  node->arg("keepdim") = Sym::boolean(false);
  node->arg("dim") = std::vector<Sym>{0};
  return true;
}

/// argmax over everything is argmax over the one dim of a flat tensor.
bool rewriteArgmax(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  if (self->type.rank() == 0) {
    self = withDim(rewriter, self, node);
    node->arg("dim") = Sym(0);
    node->arg("keepdim") = Sym::boolean(false);
    node->arg("self") = self;
    return true;
  }
  if (node->optionalSym("dim"))
    return false;
  Value *flat = self->type.rank() == 1 ? self : rewriter.build(Op::reshape, {self, oneDim(self)}, node);
  if (!flat)
    return false;
  Value *index = rewriter.build(node->op->id, {flat, Sym(0), Sym::boolean(false)}, node);
  return replaceByViewOf(rewriter, node, index);
}

bool rewriteSoftmax(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self");
  const std::optional<ScalarType> dtype = node->dtype("dtype");
  if (dtype) {
    if (*dtype != self->type.dtype)
      self = rewriter.build(Op::to, {self, *dtype}, node);
    if (!self)
      return false;
    node->arg("self") = self;
    node->arg("dtype") = std::monostate();
  }
  if (self->type.rank() > 0)
    return dtype.has_value();
  self = withDim(rewriter, self, node);
  return self && replaceByViewOf(rewriter, node, rewriter.build(node->op->id, {self, Sym(0)}, node));
}

/// Rows of a table: index_select along its first dim, by the indices in a row.
bool rewriteEmbedding(Rewriter &rewriter, Node *node) {
  Value *indices = node->value("indices");
  Value *flat =
      indices->type.rank() == 1 ? indices : rewriter.build(Op::reshape, {indices, oneDim(indices)}, node);
  if (!flat)
    return false;
  return replaceByViewOf(rewriter, node,
                         rewriter.build(Op::index_select, {node->value("weight"), Sym(0), flat}, node));
}

/// index_select and gather of, or by, 0-d tensors.
bool rewriteIndexing(Rewriter &rewriter, Node *node) {
  Value *self = node->value("self"), *index = node->value("index");
  if (self->type.rank() > 0 && index->type.rank() > 0)
    return false;
  Value *self1 = withDim(rewriter, self, node), *index1 = withDim(rewriter, index, node);
  if (!self1 || !index1)
    return false;
  return replaceByViewOf(rewriter, node,
                         rewriter.build(node->op->id, {self1, node->sym("dim"), index1}, node));
}

bool rewriteFullLike(Rewriter &rewriter, Node *node) {
  const TensorType type = node->result()->type;
  Value *fill = node->value("fill_value");
  if (type.isContiguous())
    return rewriter.replaceByBuilt(node->result(),
                                   rewriter.build(Op::full, {type.sizes, fill, type.dtype}, node));
  const std::vector<int64_t> order = memoryOrder(rewriter.graph.env, type);
  std::vector<Sym> sizes, inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    sizes.push_back(type.sizes[order[i]]);
    inverse[order[i]] = Sym(int64_t(i));
  }
  Value *full = rewriter.build(Op::full, {sizes, fill, type.dtype}, node);
  return full && rewriter.replaceByBuilt(node->result(), rewriter.build(Op::permute, {full, inverse}, node));
}

bool rewriteCat(Rewriter &rewriter, Node *node) {
  const TensorType &type = node->result()->type;
  std::vector<Value *> operands;
  bool changed = false;
  for (Value *operand : node->values("tensors")) {
    // An empty tensor of one dim may stand beside tensors of any rank; it adds nothing to any.
    if (operand->type.rank() == 1 && operand->type.sizes[0].isConst(0) && type.rank() > 1) {
      changed = true;
      continue;
    }
    if (operand->type.dtype != type.dtype) {
      operand = rewriter.build(Op::to, {operand, type.dtype}, node);
      if (!operand)
        return false;
      changed = true;
    }
    operands.push_back(operand);
  }
  if (operands.size() == 1) {
    Value *copy = rewriter.build(type.strides == operands[0]->type.strides ? Op::clone : Op::contiguous,
                                 {operands[0]}, node);
    return rewriter.replaceByBuilt(node->result(), copy);
  }
  if (changed)
    node->arg("tensors") = operands;
  return changed;
}

/// u8 masks, from before bool.
bool castMask(Rewriter &rewriter, Node *node, std::string_view name) {
  Value *mask = node->value(name);
  if (mask->type.dtype == fg::kBool)
    return false;
  mask = rewriter.build(Op::to, {mask, fg::kBool}, node);
  if (mask)
    node->arg(name) = mask;
  return mask != nullptr;
}
bool rewriteWhere(Rewriter &rewriter, Node *node) { return castMask(rewriter, node, "condition"); }

/// Would these operands, without their dims, be compared in another dtype? The result, a bool, does not tell.
bool losesPromotion(const Node &node, const Value &source) {
  if (!source.type.sizes.empty() || node.result()->type.dtype != fg::kBool)
    return false;
  bool differs = false;
  node.forEachOperand(
      [&](const Value *operand) { differs |= operand && operand->type.dtype != source.type.dtype; });
  return differs;
}

/// Broadcasting repeats an operand as `expand` does: without it the operator reads the operand where it is.
bool dropExpands(Rewriter &rewriter, Node *node) {
  bool changed = false;
  for (size_t i = 0; i < node->args.size(); ++i) {
    Value *const *operand = std::get_if<Value *>(&node->args[i]);
    if (!operand || !*operand || !(*operand)->def || !(*operand)->def->is(Op::expand))
      continue;
    Value *self = (*operand)->def->value("self");
    if (losesPromotion(*node, *self))
      continue;
    std::vector<Arg> args = node->args;
    args[i] = self;
    ShapeEnv env = rewriter.graph.env;
    const Inference inference = inferTypes(env, *node->op, args, node->loc);
    if (inference.error || !(inference.results[0].type == node->result()->type))
      continue;
    node->args = std::move(args);
    changed = true;
  }
  return changed;
}

/// Is it [true, false], which chooses the first of two parts?
bool choosesFirst(const Value *condition) {
  const Node *eq = condition->def;
  if (!eq || !eq->is(Op::eq) || condition->type.rank() != 1 || !condition->type.sizes[0].isConst(2))
    return false;
  const Node *places = eq->value("self")->def;
  const auto number = [](const Value *value) { return cxxNumber(value).value_or(Sym(-1)); };
  return places && places->is(Op::arange) && number(eq->value("other")).isConst(0) &&
         number(places->value("start")).isConst(0) && number(places->value("step")).isConst(1);
}

/// One of two parts that `where` has put side by side, as it was before: the numbers of a complex value
/// between two operators are not computed for both of the second one's parts.
Value *partOf(Rewriter &rewriter, Value *operand, Node *at) {
  Node *select = operand->def;
  if (!select || !select->is(Op::select))
    return nullptr;
  Value *joined = select->value("self");
  const auto dim = select->sym("dim").asInt(), index = select->sym("index").asInt();
  const int64_t rank = static_cast<int64_t>(joined->type.rank());
  if (!joined->def || !joined->def->is(Op::where) || dim != rank - 1 || !index ||
      !choosesFirst(joined->def->value("condition")))
    return nullptr;
  Value *part = joined->def->value(*index == 0 ? "self" : "other");
  if (part->type.weak || part->type.dtype != joined->type.dtype ||
      part->type.rank() != static_cast<size_t>(rank))
    return nullptr;
  const bool both = part->type.sizes.back().isConst(2);
  part = rewriter.build(Op::select, {part, Sym(rank - 1), Sym(both ? *index : 0)}, at);
  if (part && part->type.sizes != operand->type.sizes)
    part = rewriter.build(Op::expand, {part, operand->type.sizes}, at);
  return part;
}

bool takeParts(Rewriter &rewriter, Node *node) {
  bool changed = false;
  for (size_t i = 0; i < node->args.size(); ++i) {
    Value *const *operand = std::get_if<Value *>(&node->args[i]);
    Value *part = operand && *operand ? partOf(rewriter, *operand, node) : nullptr;
    if (!part)
      continue;
    std::vector<Arg> args = node->args;
    args[i] = part;
    ShapeEnv env = rewriter.graph.env;
    const Inference inference = inferTypes(env, *node->op, args, node->loc);
    if (inference.error || !(inference.results[0].type == node->result()->type)) {
      // What was built for it goes again: each round would build it anew.
      Value *self = part->def->value("self");
      rewriter.eraseIfDead(part->def);
      if (self->def && self->def->is(Op::select))
        rewriter.eraseIfDead(self->def);
      continue;
    }
    node->args = std::move(args);
    changed = true;
  }
  return changed;
}

RewriteRule findRule(const OpSchema &op) {
  static const std::map<Op, RewriteRule> table = [] {
    std::map<Op, RewriteRule> table;
    for (const std::vector<RewriteRow> *rows : {&viewRewrites(), &writeRewrites(), &operatorRewrites()})
      for (const RewriteRow &row : *rows)
        table.emplace(row.op, row.rewrite);
    return table;
  }();
  const auto found = table.find(op.id);
  return found == table.end() ? nullptr : found->second;
}

bool rewrite(Rewriter &rewriter, Node *node) {
  makeArgumentsExplicit(rewriter, node);
  bool changed = false;
  if (node->op->isPointwise()) {
    changed = takeParts(rewriter, node);
    changed |= dropExpands(rewriter, node);
  }
  const RewriteRule rule = findRule(*node->op);
  return (rule && rule(rewriter, node)) || changed;
}

} // namespace

const std::vector<RewriteRow> &operatorRewrites() {
  static const std::vector<RewriteRow> rows = {{Op::mm, toMatmul},
                                               {Op::bmm, toMatmul},
                                               {Op::matmul, rewriteMatmul},
                                               {Op::linear, rewriteLinear},
                                               {Op::sum, rewriteReduction},
                                               {Op::mean, rewriteReduction},
                                               {Op::prod, rewriteReduction},
                                               {Op::amax, rewriteReduction},
                                               {Op::amin, rewriteReduction},
                                               {Op::any, rewriteReduction},
                                               {Op::all, rewriteReduction},
                                               {Op::var, rewriteReduction},
                                               {Op::argmax, rewriteArgmax},
                                               {Op::argmin, rewriteArgmax},
                                               {Op::softmax, rewriteSoftmax},
                                               {Op::log_softmax, rewriteSoftmax},
                                               {Op::embedding, rewriteEmbedding},
                                               {Op::gather, rewriteIndexing},
                                               {Op::index_select, rewriteIndexing},
                                               {Op::full_like, rewriteFullLike},
                                               {Op::cat, rewriteCat},
                                               {Op::where, rewriteWhere}};
  return rows;
}

void canonicalise(Graph &graph) {
  Rewriter rewriter(graph);
  // What a rewrite builds may need another; chains get shorter with every round.
  for (bool changed = true; changed;) {
    changed = false;
    for (Node *node : nodesOf(graph))
      changed |= rewrite(rewriter, node);
  }
}

} // namespace fullgraph
